//! Refinement: what the analysis answers the CEGAR loop about a counterexample.

pub mod atoms;
pub mod constants_of_interpolants;
pub mod counterexample;
pub mod interpolants;
pub mod modular;
pub mod path;
pub mod path_suffix;
pub mod predicate_mining;
pub mod progress;
pub mod refuter;
pub mod sequence;

use super::PredicateAnalysis;
use super::precision::PredicatePrecision;
use super::workspace::history::BlockId;
use cairn_cpa::{Candidate, Cx, Refine, Refinement, Res};
use path::Path;

impl Refine for PredicateAnalysis {
    fn proposes(&self) -> bool {
        true
    }

    fn candidate(&self, path: &Path, cx: &mut Cx<'_>) -> Res<Option<Candidate>> {
        let Some(last) = last_block(path) else { return Ok(None) };
        self.with(cx, |owned, cx| owned.refuter.candidate(&mut owned.workspace, path, last, cx))
    }

    fn refine(&self, path: &Path, _: Option<usize>, cx: &mut Cx<'_>) -> Res<Refinement<PredicatePrecision>> {
        let Some(last) = last_block(path) else {
            return Ok(Refinement::Exhausted("the path has no block".to_owned()));
        };
        self.with(cx, |owned, cx| owned.refuter.refine(&mut owned.workspace, path, last, cx))
    }

    fn join_precision(&self, a: &PredicatePrecision, b: &PredicatePrecision) -> PredicatePrecision {
        a.join(b)
    }

    fn precision_size(&self, precision: &PredicatePrecision) -> usize {
        precision.size()
    }
}

fn last_block(path: &Path) -> Option<BlockId> {
    path.last().map(|end| end.state.block)
}
