//! Running the stages of a plan, one after the other, until one has a verdict.
//!
//! Invariant: the verdict is the last stage's, and each stage's is sound by itself. A stage that ended by itself without a
//! verdict is not run again with the same options, for it would end so again.

use crate::check::Checker;
use crate::engine;
use crate::request::Request;
use crate::run::{self, Course, StageResults, StageRun};
use crate::strategy::Stage;
use crate::summaries::Summaries;
use cairn_base::Stop;
use cairn_cpa::{Observer, Outcome, Reason, Specification, Verdict};
use cairn_ir::Program;
use cairn_options::Analysis;
use cairn_options::Configuration;
use std::collections::VecDeque;
use std::time::Instant;

/// Runs stages until there is a verdict, none is left, or no further one makes sense.
pub fn run<'p>(
    plan: &[Stage],
    request: &Request,
    program: &'p Program,
    specification: &'p Specification,
    checker: &mut Checker<'p>,
    summaries: &mut Option<Summaries>,
    observer: &mut dyn Observer,
) -> StageResults<'p> {
    let mut run = StageResults::new();
    let mut gave_up: Vec<Configuration> = Vec::new();
    let mut order: VecDeque<usize> = (0..plan.len()).collect();
    while let Some(index) = order.pop_front() {
        let stage = &plan[index];
        if gave_up.contains(&stage.configuration) {
            continue;
        }
        let is_open = |later: &usize| !gave_up.contains(&plan[*later].configuration);
        // A stage that another one's end decides about takes nothing from it.
        let is_last = !order.iter().any(|later| is_open(later) && !plan[*later].after_unrefuted);
        let budget = stage.budget(request, is_last);
        observer.stage(&stage.name(), index + 1, plan.len());
        let work = engine::Stage {
            configuration: &stage.configuration,
            program,
            specification,
            checker,
            budget: &budget,
            summaries: summaries.as_mut(),
            invariants: request.invariants,
            messages: request.messages.clone(),
            machines: request.machines.as_ref(),
        };
        let began = Instant::now();
        let (found, invariants) = engine::run(work, observer);
        let course = Course::since(began, request.limits.start);
        let Outcome { verdict, reasons, statistics, counters, graph, .. } = found;
        let came_of_it = run::outcome(&verdict, &reasons);
        let goes_on =
            order.iter().any(|later| is_open(later) && (!plan[*later].after_unrefuted || is_unrefuted(&reasons)));
        let is_over = !goes_on || verdict != Verdict::Unknown || must_end(&reasons);
        (run.verdict, run.invariants) = (verdict, invariants);
        run.add_bounded(graph.bounded());
        if graph.is_unwound() {
            // Only the question is left, and no other stage helps with that: it gets its long round now.
            bring_forward(&mut order, |later| {
                plan[later].is_long() && plan[later].configuration == stage.configuration
            });
        }
        let (name, work) = (stage.name(), budget.work());
        let graph = request.keeps_graphs().then_some(graph);
        let messages = request.messages.clone().filter(|_| stage.configuration.analysis == Analysis::Distributed);
        let (number, found) = (index + 1, came_of_it);
        run.stages.push(StageRun { name, number, is_over, course, found, statistics, counters, work, graph, messages });
        if is_over {
            run.reasons.extend(reasons);
            break;
        }
        if !was_stopped(&reasons) {
            gave_up.push(stage.configuration.clone());
        }
        run.reasons.extend(reasons.into_iter().filter(is_a_reason));
    }
    run
}

/// Puts the first stage that is meant before all others.
fn bring_forward(order: &mut VecDeque<usize>, is_meant: impl Fn(usize) -> bool) {
    if let Some(meant) = order.iter().position(|later| is_meant(*later)).and_then(|at| order.remove(at)) {
        order.push_front(meant);
    }
}

/// That a stage used up its share, or could prove nothing anyway, is no reason: the next one goes on.
pub fn is_a_reason(reason: &Reason) -> bool {
    !matches!(reason, Reason::Stopped(_) | Reason::Sampled(_))
}

/// True when a stage did not come to its own end.
pub fn was_stopped(reasons: &[Reason]) -> bool {
    reasons.iter().any(|reason| matches!(reason, Reason::Stopped(_)))
}

/// True when a stage came to its own end and met infeasible paths that it could not refute.
fn is_unrefuted(reasons: &[Reason]) -> bool {
    !was_stopped(reasons) && reasons.iter().any(|reason| matches!(reason, Reason::Unrefuted { .. }))
}

/// True when no further stage makes sense: the user interrupted, or an invariant does not hold.
pub fn must_end(reasons: &[Reason]) -> bool {
    let ends = |reason: &Reason| match reason {
        Reason::Internal(_) | Reason::Refused(_) => true,
        Reason::Stopped(stop) => matches!(stop, Stop::Cancelled | Stop::TickLimit(_) | Stop::WorkLimit(_)),
        _ => false,
    };
    reasons.iter().any(ends)
}

#[cfg(test)]
mod tests {
    use super::{bring_forward, is_unrefuted};
    use cairn_base::Stop;
    use cairn_cpa::Reason;

    #[test]
    fn another_encoding_is_for_a_stage_that_ended_with_unrefuted_paths() {
        let unrefuted = Reason::Unrefuted { why: String::new(), count: 1 };
        assert!(is_unrefuted(std::slice::from_ref(&unrefuted)));
        assert!(!is_unrefuted(&[unrefuted, Reason::Stopped(Stop::Cancelled)]));
        assert!(!is_unrefuted(&[Reason::UnrefutedLimit(1)]));
    }

    #[test]
    fn one_stage_is_brought_forward_and_the_others_stay_in_order() {
        let mut order = [3, 4, 5, 6].into_iter().collect();
        bring_forward(&mut order, |stage| stage >= 5);
        assert_eq!(order, [5, 3, 4, 6]);
        bring_forward(&mut order, |stage| stage > 6);
        assert_eq!(order, [5, 3, 4, 6]);
    }
}
