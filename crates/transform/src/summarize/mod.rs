//! The static summarisation of control-flow automata: large-block encoding (LBE III-A).
//!
//! Each part of an automaton that is free of loops becomes one edge that carries a term of sequences and choices over
//! the original operations ([`SummaryBlocks`]); what stays are the nodes where blocks end: loop heads, the error location,
//! joins that two blocks reach. Rule 0 makes the error location a sink, Rule 1 takes away a node with one predecessor
//! and puts its edges behind that one, Rule 2 makes two parallel edges a choice ([`rules`]).
//!
//! # Calls
//! The paper's automata have no calls: theirs are inlined, and so they are here ([`Calls::Inlined`]), but without a copy
//! of a function for each call. Functions are summarised callees first ([`inline`]); a function without loops is a block
//! that its callers share. Which nodes stay does not depend on who calls, because a function's entry has exactly one
//! predecessor in an inlined automaton: so a [`cairn_ir::NodeId`] stays or goes, and an edge that crosses calls says so by
//! the [`cairn_ir::Step::Enter`] and [`cairn_ir::Step::Leave`] in its block and by the [`SummaryNode`]s at its ends. Recursive
//! functions cannot be inlined: their entries and exits stay. With [`Calls::Borders`], so do those of all.
//!
//! # Invariant
//! The paths of the program between places that stay, none that stays between them, are exactly the paths that the
//! blocks of the edges stand for, each of one edge and once. (Rule 1 lets paths that end elsewhere go: those to a node
//! that nothing leaves. Where a path ends in what is not modelled, the node stays.)

mod block;
mod inline;
mod json;
mod rules;
mod text;

pub use block::{Block, BlockId, Measure, SummaryBlocks};
pub use json::json;
pub use text::{dot, text};

use cairn_base::id::IdVec;
use cairn_ir::ids::NodeId;
use cairn_ir::op::CallSiteId;
use cairn_ir::program::Program;
use cairn_ir::step::Step;

/// Treatment of calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Calls {
    /// They are inlined: blocks go through functions.
    #[default]
    Inlined,
    /// Entries and exits of functions end blocks.
    Borders,
}

/// A node that stays, seen from the function whose edges these are.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SummaryNode {
    /// A node, in the function that is called by these calls, the outermost first; in the function itself without any.
    Node(Vec<CallSiteId>, NodeId),
    /// The error location.
    Error,
}

/// An edge of a summarised automaton.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SummaryEdge {
    /// From.
    pub source: SummaryNode,
    /// To. The calls of both places count from the same function, the outermost that the block touches.
    pub target: SummaryNode,
    /// The block.
    pub block: BlockId,
}

/// A program whose automata are summarised.
#[derive(Clone, Debug)]
pub struct Summary {
    kept: IdVec<NodeId, bool>,
    edges: Vec<SummaryEdge>,
    blocks: SummaryBlocks,
}

impl Summary {
    /// Summarises a program. `is_target` says which steps lead to the error location.
    pub fn new(program: &Program, calls: Calls, is_target: impl Fn(Step) -> bool) -> Self {
        inline::summarize(program, calls, &is_target)
    }

    /// Whether a node stays: blocks end there.
    pub fn is_kept(&self, node: NodeId) -> bool {
        self.kept.get(node).copied().unwrap_or(true)
    }
    /// The nodes that stay.
    pub fn kept(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.kept.iter_ids().filter(|(_, kept)| **kept).map(|(id, _)| id)
    }
    /// The edges, those of callees before those of their callers.
    pub fn edges(&self) -> &[SummaryEdge] {
        &self.edges
    }
    /// The terms on the edges.
    pub fn blocks(&self) -> &SummaryBlocks {
        &self.blocks
    }
}
