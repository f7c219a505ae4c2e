//! A counterexample as a tree of formulas (BAM algorithm 14): each call that returned is a subtree, so that interpolants
//! inside of it speak of nothing but its own frame, statics and memory, and its root's interpolant is a summary.
//!
//! ```text
//!   caller's blocks before the call ──▶ call and return ──▶ the caller's next block ──▶ …
//!   entry = inputs ──▶ callee's blocks, outputs = … ──▶ ┘
//! ```
//!
//! A node is a block; calls that never returned go on in line. The node where a callee's subtree meets the caller has the
//! formulas of both, passing the arguments and taking the result ("the label of the merging node"). What a function may
//! change has symbols of its own inside of it: at its start they equal the inputs, which the summary speaks of as entry
//! cells, and at its end the outputs equal them. That is how the analysis of the function starts, and what `rebuild`
//! forgets, so an interpolant says nothing that the analysis could not.

use super::history::BlockId;
use super::refine::Path;
use super::workspace::Workspace;
use cairn_base::{FastMap, FastSet};
use cairn_cpa::{Cx, Failure, Res};
use cairn_formula::{BlockPath, Cell, CellId, PathFormula};
use cairn_ir::{FunctionId, NodeId, Program, Step};
use cairn_term::{TermId, Terms};

/// Where a node's interpolant belongs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    /// The location at which the block ends.
    pub node: NodeId,
    /// The function whose frame it is.
    pub function: FunctionId,
    /// The depth of that frame on the path.
    pub depth: u32,
    /// The index into the path of the state whose precision the abstraction there is computed with.
    pub before: usize,
    /// The call on the path, counted, that the frame belongs to.
    pub instance: usize,
    /// The one whose analysis computes the abstraction: at a function's entry the caller's.
    pub owner: usize,
    /// The cut behind the block.
    pub cut: usize,
}

/// The tree. Children have smaller numbers than their parents; the last node is the root.
pub(super) struct Tree {
    /// The formula of each node.
    pub groups: Vec<TermId>,
    /// The parent of each node.
    pub parents: Vec<Option<usize>>,
    /// What each node's interpolant is about.
    pub positions: Vec<Position>,
    /// The cells that matter on the path, in order.
    pub touched: Vec<CellId>,
    blocks: BlockPath,
    /// For each instance whether its call returns.
    returned: Vec<bool>,
    /// For each instance the symbols of its inputs, with the plain symbols of its entry cells.
    inputs: Vec<FastMap<TermId, TermId>>,
}

impl Tree {
    /// Whether the frame of a node is one whose call returns, with its inputs remembered.
    pub fn remembers(&self, node: usize) -> bool {
        self.returned[self.positions[node].instance]
    }
    /// True when the path unwinds something: a node's location comes again below it.
    pub fn unwinds(&self) -> bool {
        let key = |at: usize| (self.positions[at].node, self.remembers(at));
        (0..self.groups.len()).any(|node| {
            let mut above = self.parents[node];
            while let Some(at) = above {
                if key(at) == key(node) {
                    return true;
                }
                above = self.parents[at];
            }
            false
        })
    }
    /// What the plain symbol of a cell is called behind a node.
    pub fn symbol_behind(&self, terms: &mut Terms, node: usize, plain: TermId) -> TermId {
        self.blocks.instantiate(terms, self.positions[node].cut, plain)
    }
    /// The plain symbols of the entry cells of a node's frame, and what they are called.
    pub fn inputs_of(&self, node: usize) -> impl Iterator<Item = (TermId, TermId)> + '_ {
        let inputs = &self.inputs[self.positions[node].instance];
        let mut pairs: Vec<(TermId, TermId)> = inputs.iter().map(|(symbol, entry)| (*entry, *symbol)).collect();
        pairs.sort_unstable();
        pairs.into_iter()
    }
}

/// What a block is to the tree; it may be several at once.
#[derive(Clone, Copy, Default, Debug)]
struct Kind {
    /// It ends with a call that returns on the path.
    calls: bool,
    /// It ends at the exit that such a call returns from.
    exits: bool,
    /// It is such a return.
    returns: bool,
}

/// A chain of nodes that grows: the blocks of one frame.
struct Chain {
    last: Option<usize>,
    /// Formulas that belong to the next node.
    pending: Vec<TermId>,
    /// The index of the state before the call, for a call that returns.
    call: usize,
}

impl Workspace {
    /// The tree of a path whose blocks end at `ends`.
    pub(super) fn tree(&mut self, path: &Path, last: BlockId, ends: &[usize], cx: &mut Cx<'_>) -> Res<Tree> {
        let program = cx.program;
        let formulas = self.segments(path, last, ends, cx)?;
        let kinds = match self.options.calls_followed {
            true => vec![Kind::default(); ends.len()],
            false => kinds(path, ends),
        };
        let mut touched = self.touched(&formulas);
        for cell in &touched {
            if self.outlives(*cell, program) {
                self.closure.touched.insert(*cell);
            }
        }
        touched.extend(&self.closure.touched);
        // The items: blocks, with what is renamed at entries and exits behind them.
        let mut items: Vec<PathFormula> = Vec::new();
        let mut places = Vec::new();
        let mut renamed: Vec<(usize, Vec<CellId>)> = Vec::new();
        for (block, formula) in formulas.into_iter().enumerate() {
            let state = &path[ends[block]];
            let function = program.nodes[state.node].function;
            items.push(formula);
            let item = items.len() - 1;
            let mut cells = Vec::new();
            if kinds[block].calls || kinds[block].exits {
                cells = self.encoder.changeable(program, function, state.depth);
                cells.retain(|cell| touched.contains(cell));
                if kinds[block].exits {
                    cells.retain(|cell| self.outlives(*cell, program));
                }
                items.push(self.encoder.renewed(&cells));
            }
            places.push(item);
            renamed.push((items.len(), cells));
        }
        let references: Vec<&PathFormula> = items.iter().collect();
        let blocks = self.encoder.path(&references);
        let mut touched: Vec<CellId> = touched.into_iter().collect();
        touched.sort_unstable();
        let mut tree = Tree {
            groups: Vec::new(),
            parents: Vec::new(),
            positions: Vec::new(),
            touched,
            blocks,
            returned: vec![false],
            inputs: vec![FastMap::default()],
        };
        let mut chains = vec![Chain { last: None, pending: Vec::new(), call: 0 }];
        let mut instances = vec![0];
        for (block, (kind, end)) in kinds.iter().zip(ends).enumerate() {
            let item = places[block];
            let (cut, cells) = &renamed[block];
            let state = &path[*end];
            let function = program.nodes[state.node].function;
            let mut before = end.saturating_sub(1);
            let mut owner = None;
            match state.step {
                Some(Step::Enter(_)) => {
                    owner = instances.last().copied();
                    instances.push(tree.inputs.len());
                    tree.inputs.push(FastMap::default());
                    tree.returned.push(kind.calls);
                }
                Some(Step::Leave(_)) => drop(instances.pop()),
                _ => {}
            }
            let instance = instances.last().copied().unwrap_or(0);
            let broken = || Failure::Internal("calls and returns of a path do not match".to_owned());
            let chain = chains.last_mut().ok_or_else(broken)?;
            chain.pending.push(tree.blocks.formulas[item]);
            if kind.calls {
                let pending = vec![tree.blocks.formulas[item + 1]];
                chains.push(Chain { last: None, pending, call: before });
                for cell in cells {
                    let plain = self.encoder.plain(*cell);
                    let entry = self.encoder.remembered(program, *cell, function, state.depth);
                    if let (Some(plain), Some(entry)) = (plain, entry) {
                        let input = tree.blocks.instantiate(&mut self.encoder.terms, item + 1, plain);
                        tree.inputs[instance].insert(input, entry);
                    }
                }
                continue;
            }
            if kind.exits {
                chain.pending.push(tree.blocks.formulas[item + 1]);
            }
            let mut children = Vec::new();
            if kind.returns {
                let callee = chains.pop().ok_or_else(broken)?;
                before = callee.call;
                children.extend(callee.last);
                chains.last_mut().ok_or_else(broken)?.pending.extend(callee.pending);
            }
            let chain = chains.last_mut().ok_or_else(broken)?;
            children.extend(chain.last);
            let node = tree.groups.len();
            let parts = std::mem::take(&mut chain.pending);
            tree.groups.push(self.encoder.terms.and(&parts));
            tree.parents.push(None);
            tree.positions.push(Position {
                node: state.node,
                function,
                depth: state.depth,
                before,
                instance,
                owner: owner.unwrap_or(instance),
                cut: *cut,
            });
            children.into_iter().for_each(|child| tree.parents[child] = Some(node));
            chain.last = Some(node);
        }
        Ok(tree)
    }

    /// The cells that some blocks speak of.
    fn touched(&self, formulas: &[PathFormula]) -> FastSet<CellId> {
        let mut roots: Vec<TermId> = formulas.iter().map(|formula| formula.condition).collect();
        let mut cells = FastSet::default();
        for formula in formulas {
            for (cell, value) in &formula.values {
                cells.insert(*cell);
                roots.push(*value);
            }
        }
        let symbols = self.encoder.terms.symbols_of(&roots);
        cells.extend(symbols.into_iter().filter_map(|symbol| self.encoder.cell_of(symbol)));
        cells
    }

    /// True for a cell that is no variable of a frame.
    fn outlives(&self, cell: CellId, program: &Program) -> bool {
        match self.encoder.cell(cell) {
            Some(Cell::Scalar { var, .. }) => program.vars[var].frame().is_none(),
            _ => true,
        }
    }

    /// A term over the symbols of a node's cut as a formula over plain symbols, seen from the frame at depth 0 of the
    /// node's function. `None`: it speaks of what is not in scope there.
    pub(super) fn in_scope(&mut self, tree: &Tree, node: usize, term: TermId, program: &Program) -> Option<TermId> {
        let at = tree.positions.get(node)?;
        // The inputs first: none of them is the symbol of what a cell holds inside.
        let inputs = &tree.inputs[at.instance];
        let term = if inputs.is_empty() { term } else { self.encoder.terms.substitute(term, inputs) };
        let plain = tree.blocks.generalize(&mut self.encoder.terms, at.cut, term);
        if !self.encoder.is_plain(plain) {
            return None;
        }
        // Where calls are followed, predicates about callers' frames are what keeps these apart.
        if self.options.calls_followed {
            return Some(plain);
        }
        self.encoder.relocate(program, plain, at.function, at.depth, 0)
    }
}

/// What each block is: blocks end at all calls, exits and returns.
fn kinds(path: &Path, ends: &[usize]) -> Vec<Kind> {
    let mut kinds = vec![Kind::default(); ends.len()];
    let mut open = Vec::new();
    for (block, end) in ends.iter().enumerate() {
        match path[*end].step {
            Some(Step::Enter(_)) => open.push(block),
            Some(Step::Leave(_)) => {
                if let Some(call) = open.pop() {
                    kinds[call].calls = true;
                    kinds[block].returns = true;
                    // A function whose entry is its exit has no node of its own.
                    kinds[block - 1].exits = block - 1 != call;
                }
            }
            _ => {}
        }
    }
    kinds
}
