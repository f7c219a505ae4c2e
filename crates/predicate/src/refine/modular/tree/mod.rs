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

pub mod unfold;

use crate::workspace::Workspace;
use cairn_base::FastMap;
use cairn_formula::{BlockPath, CellId};
use cairn_ir::{FunctionId, NodeId, Program};
use cairn_term::{TermId, Terms};

#[derive(Clone, Copy, Debug)]
pub struct TreePosition {
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
    pub cut: usize,
}

/// The tree. Children have smaller numbers than their parents; the last node is the root.
pub struct InterpolationTree {
    pub groups: Vec<TermId>,
    pub parents: Vec<Option<usize>>,
    /// Position of each node's interpolant.
    pub positions: Vec<TreePosition>,
    /// The cells that matter on the path, in order.
    pub touched: Vec<CellId>,
    /// The formulas of the blocks, renamed apart.
    blocks: BlockPath,
    /// For each instance whether its call returns.
    returned: Vec<bool>,
    /// For each instance the symbols of its inputs, with the plain symbols of its entry cells.
    inputs: Vec<FastMap<TermId, TermId>>,
}

impl InterpolationTree {
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
    /// Name of the plain symbol of a cell behind a node.
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

/// A term over the symbols of a node's cut as a formula over plain symbols, seen from the frame at depth 0 of the
/// node's function. `None`: it speaks of what is not in scope there.
pub fn in_scope(
    workspace: &mut Workspace,
    tree: &InterpolationTree,
    node: usize,
    term: TermId,
    program: &Program,
) -> Option<TermId> {
    let at = tree.positions.get(node)?;
    // The inputs first: none of them is the symbol of what a cell holds inside.
    let inputs = &tree.inputs[at.instance];
    let term = if inputs.is_empty() { term } else { workspace.encoder.terms.substitute(term, inputs) };
    let plain = tree.blocks.generalize(&mut workspace.encoder.terms, at.cut, term);
    if !workspace.encoder.is_plain(plain) {
        return None;
    }
    // Where calls are followed, predicates about callers' frames are what keeps these apart.
    if workspace.options.calls_followed {
        return Some(plain);
    }
    workspace.encoder.relocate(program, plain, at.function, at.depth, 0)
}
