//! The fourth phase of a run, deciding: the verdict of an earlier run, or that of a stage of the plan.
//!
//! The stages are chosen by [`crate::strategy`]. Those without turns run first, one after the other ([`stages_in_sequence`]); the others share
//! the time ([`stages_by_turns`]). Each is run by its engine ([`crate::engine`]). Invariant: a verdict is that of one stage, sound by
//! itself, or one of an earlier run that was checked again ([`crate::summaries`]).

mod stages_by_turns;
mod stages_in_sequence;

use crate::check::Checker;
use crate::figures::{Figure, Figures};
use crate::request::Request;
use crate::run::StageResults;
use crate::strategy;
use crate::summaries::Summaries;
use cairn_cpa::{Observer, Reason, Specification};
use cairn_ir::Program;

#[derive(Clone, Copy)]
pub struct Subject<'r, 'p> {
    pub request: &'r Request,
    pub program: &'p Program,
    /// The specification.
    pub specification: &'p Specification,
}

/// Decides a subject. Beside the run, what the path checks of its last stage cost, where they were not made by `checker`.
pub fn decide<'p>(
    subject: Subject<'_, 'p>,
    checker: &mut Checker<'p>,
    summaries: &mut Option<Summaries>,
    figures: &mut Figures,
    observer: &mut (dyn Observer + Send),
) -> (StageResults<'p>, Option<Figures>) {
    let Subject { request, program, .. } = subject;
    if let Some(known) = summaries.as_ref()
        && let Ok(Some(verdict)) = known.verdict(checker, &strategy::whole_budget(request))
    {
        return (StageResults { verdict, was_known: true, ..StageResults::new() }, None);
    }
    let (facts, is_local) = (request.facts.as_ref(), request.machines.is_none());
    let plan = strategy::stages(&request.configuration, program, facts, summaries.is_some(), is_local);
    for row in plan.iter().filter_map(|stage| stage.row) {
        figures.add("Strategy", format!("row/{}", row.name), Figure::Word(row.options_text()));
    }
    let (first, by_turns) = plan.split_at(plan.iter().take_while(|stage| stage.turns.is_none()).count());
    let run = stages_in_sequence::run(first, by_turns.len(), subject, checker, summaries, observer);
    if by_turns.is_empty() || run.stages.last().is_some_and(|last| last.is_over) {
        return (run, None);
    }
    let (rest, costs) = stages_by_turns::run(by_turns, first.len(), subject, observer);
    (run.and_then(rest), Some(costs))
}

/// The run of a request that no stage is to decide: its options contradict each other, or, as `is_empty` says, nothing of its
/// property is in the inputs.
pub fn refused<'p>(request: &Request, is_empty: bool) -> Option<StageResults<'p>> {
    let refusal = cairn_options::table::refusal(&request.configuration).map(Reason::Refused);
    let is_refused = refusal.is_some() || is_empty;
    is_refused.then(|| StageResults { reasons: refusal.into_iter().collect(), ..StageResults::new() })
}
