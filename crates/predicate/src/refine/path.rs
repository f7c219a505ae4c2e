//! The path that a refinement is about: the path of the ARG, and which of its blocks have no execution together.

use crate::precision::PredicatePrecision;
use crate::state::PredicateState;
use cairn_cpa::AbstractPath;
use cairn_formula::BlockPath;
use cairn_ir::NodeId;
use cairn_term::{TermId, Terms};
use std::ops::Range;

pub type Path = AbstractPath<PredicateState, PredicatePrecision>;

/// A refutation that is looked for: the shortest infeasible sequence of blocks.
pub struct Refutation<'p> {
    pub path: &'p Path,
    /// For each block the index into the path of its end.
    pub ends: Vec<usize>,
    /// For each block the location of its end.
    pub nodes: Vec<NodeId>,
    pub blocks: BlockPath,
    /// The blocks that have no execution together.
    pub window: Range<usize>,
    /// Assumption where the window starts: nothing, or the abstraction there.
    pub assumed: TermId,
}

impl Refutation<'_> {
    /// The formulas of the window, with what is assumed.
    pub fn groups(&self, terms: &mut Terms) -> Vec<TermId> {
        let mut groups = self.blocks.formulas[self.window.clone()].to_vec();
        if let Some(first) = groups.first_mut() {
            *first = terms.and(&[self.assumed, *first]);
        }
        groups
    }
}

/// Formulas over plain symbols, each with the block at whose end it should be tracked.
pub type RefinedFormulas = Vec<(usize, TermId)>;
