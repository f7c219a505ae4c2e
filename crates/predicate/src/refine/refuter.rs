//! Counterexamples: whether the program paths that one stands for are feasible, and if not, what refutes them.
//!
//! Where the analysis goes through calls, a counterexample is a sequence of blocks ([`super::sequence`]); where it analyses
//! functions by themselves, it is a tree ([`super::modular`]).

use super::counterexample::{PathFeasibility, Verdicts, block_path, check_blocks};
use super::modular::closure::Closure;
use super::modular::refine_tree;
use super::modular::segment::{Segments, check_segments};
use super::modular::tree::unfold::tree;
use super::path::Path;
use super::path_suffix::{Endings, Window, large_ending, shorter_ending};
use super::progress::TrackedPredicates;
use super::sequence::refine_windows;
use crate::precision::PredicatePrecision;
use crate::workspace::Workspace;
use crate::workspace::history::BlockId;
use cairn_cpa::{Candidate, Cx, Refinement, Res};
use std::time::Instant;

/// Findings about counterexamples.
#[derive(Default)]
pub struct Refuter {
    verdicts: Verdicts,
    endings: Endings,
    segments: Segments,
    closure: Closure,
    placed: TrackedPredicates,
}

impl Refuter {
    /// Whether the blocks that led to one stand for an execution.
    pub fn candidate(
        &mut self,
        workspace: &mut Workspace,
        path: &Path,
        last: BlockId,
        cx: &mut Cx<'_>,
    ) -> Res<Option<Candidate>> {
        if !workspace.options.modular && large_ending(workspace, &mut self.endings, path, last, cx)?.is_some() {
            return Ok(Some(Candidate::Infeasible));
        }
        Ok(match self.verdict(workspace, path, last, cx)? {
            PathFeasibility::Feasible(steps) => Some(Candidate::Steps(steps)),
            PathFeasibility::Infeasible(_) => Some(Candidate::Infeasible),
            PathFeasibility::Unknown => None,
        })
    }

    fn verdict(
        &mut self,
        workspace: &mut Workspace,
        path: &Path,
        last: BlockId,
        cx: &mut Cx<'_>,
    ) -> Res<PathFeasibility> {
        match workspace.options.modular {
            true => check_segments(workspace, &mut self.verdicts, &mut self.segments, path, last, cx),
            false => check_blocks(workspace, &mut self.verdicts, last, cx),
        }
    }

    pub fn refine(
        &mut self,
        workspace: &mut Workspace,
        path: &Path,
        last: BlockId,
        cx: &mut Cx<'_>,
    ) -> Res<Refinement<PredicatePrecision>> {
        if !workspace.options.modular
            && let Some(ending) = large_ending(workspace, &mut self.endings, path, last, cx)?
        {
            let refined = refine_windows(workspace, &mut self.placed, path, last, vec![ending], cx)?;
            if !matches!(refined, Refinement::Exhausted(_)) {
                cx.statistics.add("predicate-refinements", 1);
                return Ok(refined);
            }
        }
        let windows = match self.verdict(workspace, path, last, cx)? {
            PathFeasibility::Infeasible(windows) => windows,
            PathFeasibility::Feasible(_) => return Ok(Refinement::Exhausted(limitation(workspace))),
            PathFeasibility::Unknown => {
                let why = "the solver does not know whether the path's formula has a model";
                return Ok(Refinement::Exhausted(why.to_owned()));
            }
        };
        cx.statistics.add("predicate-refinements", 1);
        let ends: Vec<usize> = (1..path.len()).filter(|index| path[*index].state.at_end).collect();
        if workspace.options.modular {
            let start = Instant::now();
            let formulas = self.segments.of(workspace, path, last, &ends, cx)?;
            let tree = tree(workspace, &mut self.closure.clauses.touched, path, formulas, &ends, cx)?;
            let result = refine_tree(workspace, &mut self.closure, &mut self.placed, path, &tree, cx);
            let micros = u64::try_from(start.elapsed().as_micros()).unwrap_or(0);
            cx.statistics.add("predicate-refinement-microseconds", micros);
            return result;
        }
        let nothing = workspace.encoder.terms.bool(true);
        let mut windows: Vec<Window> = windows.into_iter().map(|window| (window, nothing)).collect();
        let (blocks, _) = block_path(workspace, last);
        let ending = shorter_ending(workspace, path, &blocks, &windows, cx)?;
        windows.splice(0..0, ending);
        refine_windows(workspace, &mut self.placed, path, last, windows, cx)
    }
}

/// Why a path cannot be refuted whose formula has a model.
fn limitation(workspace: &Workspace) -> String {
    format!(
        "the path is infeasible, but not by its formula in the {:?} encoding, which over-approximates it",
        workspace.encoder.encoding()
    )
}
