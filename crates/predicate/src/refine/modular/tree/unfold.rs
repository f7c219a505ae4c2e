//! How a path becomes a tree: its blocks in order, each in the frame that it is in.

use super::{InterpolationTree, TreePosition};
use crate::refine::path::Path;
use crate::workspace::Workspace;
use cairn_base::{FastMap, FastSet};
use cairn_cpa::{Cx, Failure, Res};
use cairn_formula::{Cell, CellId, PathFormula};
use cairn_ir::{Program, Step};
use cairn_term::TermId;

/// Kind of a block for the tree; it may be several at once.
#[derive(Clone, Copy, Default, Debug)]
struct Kind {
    /// It ends with a call that returns on the path.
    calls: bool,
    /// It ends at the exit that such a call returns from.
    exits: bool,
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

/// The tree of a path whose blocks end at `ends` and have these formulas. `outside`: cells that are in no frame and on some
/// path; those of this one are added.
pub fn tree(
    workspace: &mut Workspace,
    outside: &mut FastSet<CellId>,
    path: &Path,
    formulas: Vec<PathFormula>,
    ends: &[usize],
    cx: &mut Cx<'_>,
) -> Res<InterpolationTree> {
    let program = cx.program;
    let kinds = match workspace.options.calls_followed {
        true => vec![Kind::default(); ends.len()],
        false => kinds(path, ends),
    };
    let mut touched = touched_by(workspace, &formulas);
    for cell in &touched {
        if outlives(workspace, *cell, program) {
            outside.insert(*cell);
        }
    }
    touched.extend(&*outside);
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
            cells = workspace.encoder.changeable(program, function, state.depth);
            cells.retain(|cell| touched.contains(cell));
            if kinds[block].exits {
                cells.retain(|cell| outlives(workspace, *cell, program));
            }
            items.push(workspace.encoder.renewed(&cells));
        }
        places.push(item);
        renamed.push((items.len(), cells));
    }
    let references: Vec<&PathFormula> = items.iter().collect();
    let blocks = workspace.encoder.path(&references);
    let mut touched: Vec<CellId> = touched.into_iter().collect();
    touched.sort_unstable();
    let mut tree = InterpolationTree {
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
            Some(Step::Enter(..)) => {
                owner = instances.last().copied();
                instances.push(tree.inputs.len());
                tree.inputs.push(FastMap::default());
                tree.returned.push(kind.calls);
            }
            Some(Step::Leave(..)) => drop(instances.pop()),
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
                let plain = workspace.encoder.plain(*cell);
                let entry = workspace.encoder.remembered(program, *cell, function, state.depth);
                if let (Some(plain), Some(entry)) = (plain, entry) {
                    let input = tree.blocks.instantiate(&mut workspace.encoder.terms, item + 1, plain);
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
        tree.groups.push(workspace.encoder.terms.and(&parts));
        tree.parents.push(None);
        tree.positions.push(TreePosition {
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
fn touched_by(workspace: &Workspace, formulas: &[PathFormula]) -> FastSet<CellId> {
    let mut roots: Vec<TermId> = formulas.iter().map(|formula| formula.condition).collect();
    let mut cells = FastSet::default();
    for formula in formulas {
        for (cell, value) in &formula.values {
            cells.insert(*cell);
            roots.push(*value);
        }
    }
    let symbols = workspace.encoder.terms.symbols_of(&roots);
    cells.extend(symbols.into_iter().filter_map(|symbol| workspace.encoder.cell_of(symbol)));
    cells
}

/// True for a cell that is no variable of a frame.
fn outlives(workspace: &Workspace, cell: CellId, program: &Program) -> bool {
    match workspace.encoder.cell(cell) {
        Some(Cell::Scalar { var, .. }) => program.vars[var].frame().is_none(),
        _ => true,
    }
}

/// Kind of each block: blocks end at all calls, exits and returns.
fn kinds(path: &Path, ends: &[usize]) -> Vec<Kind> {
    let mut kinds = vec![Kind::default(); ends.len()];
    let mut open = Vec::new();
    for (block, end) in ends.iter().enumerate() {
        match path[*end].step {
            Some(Step::Enter(..)) => open.push(block),
            Some(Step::Leave(..)) => {
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
