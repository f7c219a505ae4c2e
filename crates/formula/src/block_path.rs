//! The formulas of a path of blocks, renamed apart, for interpolation.

use cairn_base::FastMap;
use cairn_ir::Step;
use cairn_term::{TermId, Terms};

/// A path of blocks. Cut `i` lies before block `i`; the last cut lies behind the last block.
#[derive(Clone, Debug)]
pub struct BlockPath {
    /// For each block its condition over the symbols of the cut before it, equations for the cells that it writes, which
    /// get new symbols at the cut behind it, and what holds of the symbols by their types.
    pub formulas: Vec<TermId>,
    pub(crate) to_cut: Vec<FastMap<TermId, TermId>>,
    pub(crate) to_plain: Vec<FastMap<TermId, TermId>>,
    pub(crate) traces: Vec<(crate::Trace, FastMap<TermId, TermId>)>,
}

impl BlockPath {
    /// A formula over plain symbols as it reads at a cut.
    pub fn instantiate(&self, terms: &mut Terms, cut: usize, plain: TermId) -> TermId {
        self.to_cut.get(cut).map_or(plain, |map| terms.substitute(plain, map))
    }
    /// A formula over the symbols of a cut, over plain symbols.
    pub fn generalize(&self, terms: &mut Terms, cut: usize, term: TermId) -> TermId {
        self.to_plain.get(cut).map_or(term, |map| terms.substitute(term, map))
    }
    /// The steps of the path that a model takes: `model` gives the value of a Boolean term over the path's symbols.
    pub fn steps(&self, model: &dyn Fn(TermId) -> Option<bool>) -> Vec<Step> {
        let mut steps = Vec::new();
        for (trace, guards) in &self.traces {
            steps.extend(trace.steps(&|guard| model(guards.get(&guard).copied().unwrap_or(guard))));
        }
        steps
    }
}
