//! The stages that take no turns, run one after the other until one has a verdict.
//!
//! Invariant: the verdict is the last stage's, and each stage's is sound by itself.

use super::Subject;
use crate::check::Checker;
use crate::engine;
use crate::run::{self, Course, StageResults, StageRun};
use crate::strategy::Stage;
use crate::summaries::Summaries;
use cairn_base::Stop;
use cairn_cpa::{Observer, Outcome, Reason, Verdict};
use cairn_options::Analysis;
use std::time::Instant;

/// Runs stages until there is a verdict, none is left, or no further one makes sense. The plan has `further` more that run
/// after these.
pub fn run<'p>(
    plan: &[Stage],
    further: usize,
    subject: Subject<'_, 'p>,
    checker: &mut Checker<'p>,
    summaries: &mut Option<Summaries>,
    observer: &mut dyn Observer,
) -> StageResults<'p> {
    let Subject { request, program, specification } = subject;
    let mut run = StageResults::new();
    for (index, stage) in plan.iter().enumerate() {
        let budget = stage.budget(request);
        observer.stage(&stage.name(), index + 1, plan.len() + further);
        let work = engine::Stage {
            configuration: &stage.configuration,
            known: &stage.known,
            program,
            specification,
            checker,
            budget: &budget,
            summaries: summaries.as_mut(),
            invariants: request.invariants,
            messages: request.messages.clone(),
            machines: request.machines.as_ref(),
            each_target: request.each_target,
        };
        let began = Instant::now();
        let (found, invariants) = engine::run(work, observer);
        let course = Course::since(began, request.limits.start);
        let Outcome { verdict, reasons, statistics, counters, graph, .. } = found;
        let came_of_it = run::outcome(&verdict, &reasons);
        // What waits for another one's end runs only where that one left it something.
        let goes_on =
            further > 0 || plan.get(index + 1).is_some_and(|next| !next.after_unrefuted || is_unrefuted(&reasons));
        let is_over = !goes_on || verdict != Verdict::Unknown || must_end(&reasons);
        (run.verdict, run.invariants) = (verdict, invariants);
        run.add_bounded(graph.bounded());
        run.proved.extend(graph.proved());
        let (name, work, queries) = (stage.name(), budget.work(), budget.ledger().book().costs());
        let graph = request.keeps_graphs().then_some(graph);
        let messages = request.messages.clone().filter(|_| stage.configuration.analysis == Analysis::Distributed);
        let (number, found) = (index + 1, came_of_it);
        run.stages.push(StageRun {
            name,
            number,
            is_over,
            course,
            found,
            statistics,
            counters,
            work,
            queries,
            graph,
            messages,
        });
        if is_over {
            run.reasons.extend(reasons);
            break;
        }
        run.reasons.extend(reasons.into_iter().filter(is_a_reason));
    }
    run
}

/// That a stage used up its share, or could prove nothing anyway, is no reason: the next one goes on.
pub fn is_a_reason(reason: &Reason) -> bool {
    !matches!(reason, Reason::Stopped(_) | Reason::Sampled(_))
}

/// True when a stage did not come to its own end.
fn was_stopped(reasons: &[Reason]) -> bool {
    reasons.iter().any(|reason| matches!(reason, Reason::Stopped(_)))
}

/// True when a stage came to its own end and met infeasible paths that it could not refute.
fn is_unrefuted(reasons: &[Reason]) -> bool {
    !was_stopped(reasons) && reasons.iter().any(|reason| matches!(reason, Reason::Unrefuted { .. }))
}

/// True when no further stage makes sense: the user interrupted, or an invariant does not hold.
pub fn must_end(reasons: &[Reason]) -> bool {
    let ends = |reason: &Reason| match reason {
        Reason::Internal(_) | Reason::Refused(_) | Reason::Lost(_) => true,
        Reason::Stopped(stop) => matches!(stop, Stop::Cancelled | Stop::TickLimit(_) | Stop::WorkLimit(_)),
        _ => false,
    };
    reasons.iter().any(ends)
}

#[cfg(test)]
mod tests {
    use super::is_unrefuted;
    use cairn_base::Stop;
    use cairn_cpa::Reason;

    #[test]
    fn another_encoding_is_for_a_stage_that_ended_with_unrefuted_paths() {
        let unrefuted = Reason::Unrefuted { why: String::new(), count: 1 };
        assert!(is_unrefuted(std::slice::from_ref(&unrefuted)));
        assert!(!is_unrefuted(&[unrefuted, Reason::Stopped(Stop::Cancelled)]));
        assert!(!is_unrefuted(&[Reason::UnrefutedLimit(1)]));
    }
}
