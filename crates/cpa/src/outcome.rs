//! The outcome of a run, in one shape for all engines: the verdict, the reasons of incompleteness, the costs, and the graph
//! that was explored.
//!
//! Every engine's search ends in one of the ways of [`Ended`], or with a failure; [`Conclusion`] makes the verdict of it.
//! TRUE is only what is left when nothing stands against it: an engine adds each state that it left out and each path that
//! it gave up, and cannot say TRUE itself.
//!
//! The graph is a type parameter and not an enum, because engines whose graphs are their own stand on this crate. Who reads
//! any graph, a report for example, asks the trait [`Graph`].

use crate::context::{Res, Statistics};
use crate::graph::PartGraph;
use crate::invariants::Invariant;
use crate::result::{Reason, Reasons, RunStatistics, Verdict};
use crate::snapshot::Snapshot;
use cairn_base::levels::Levels;
use cairn_ir::{EdgeId, NodeId, Program, Step};

/// How a search ended that did not fail.
pub enum Ended<X> {
    /// With a confirmed violation, on this path.
    Violation(X, Vec<Step>),
    /// Nothing is left to explore.
    Explored,
    /// At a limit.
    Limit(Reason),
}

/// The graph that a run leaves behind.
pub trait Graph {
    /// The graph in DOT, with the program's text; `None` when the engine has none that a person would want to see.
    fn dot(&self, program: &Program) -> Option<String> {
        let _ = program;
        None
    }
    /// Its levels, from where the program begins; `None` when the engine has no graph.
    fn levels(&self) -> Option<Levels> {
        None
    }
    /// Its first states, as many as asked for, and the edges that it has been along; `None` when the engine has no graph.
    fn snapshot(&self, program: &Program, most: usize) -> Option<Snapshot> {
        let _ = (program, most);
        None
    }
    /// Invariants of locations by the states of a run with the verdict TRUE; nothing when the engine has no such states.
    fn invariants(&self, program: &Program) -> Vec<Invariant> {
        let _ = program;
        Vec::new()
    }
    /// Up to where a run went through all executions and found no violation; `None` when the engine does not go by bounds.
    fn bounded(&self) -> Option<Bounded> {
        None
    }
    /// Targets of the specification that no execution comes to, where the verdict on all of them is open.
    fn proved(&self) -> &[EdgeId] {
        &[]
    }
}

/// No execution violates the specification that goes at most so often around each loop, and is no deeper in a recursion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bounded {
    /// How often; at least once.
    pub bound: u32,
    /// The heads of loops, and entries of functions, at which executions go on beyond.
    pub going_on: Vec<NodeId>,
}

impl Graph for () {}

/// Results of a run.
pub struct Outcome<X, G> {
    /// The answer.
    pub verdict: Verdict<X>,
    /// Why it is not [`Verdict::True`]; beside [`Verdict::False`], the other reasons of incompleteness.
    pub reasons: Vec<Reason>,
    /// The confirmed error path.
    pub error_path: Option<Vec<Step>>,
    /// Cost of the run.
    pub statistics: RunStatistics,
    /// Counters of the analyses and the engine.
    pub counters: Statistics,
    /// Explored graph, as it was at the end.
    pub graph: G,
}

/// The verdict in the making: a violation, or the reasons of incompleteness.
pub struct Conclusion<X> {
    found: Option<(X, Vec<Step>)>,
    reasons: Reasons,
    explored: bool,
    failed: bool,
}

impl<X> Conclusion<X> {
    /// Of a search that ended so.
    pub fn of(ended: Res<Ended<X>>) -> Self {
        Self::with(Reasons::default(), ended)
    }

    /// Of a search that ended so, when reasons against TRUE were met on the way.
    pub fn with(mut reasons: Reasons, ended: Res<Ended<X>>) -> Self {
        let (mut found, mut explored, failed) = (None, false, ended.is_err());
        match ended {
            Ok(Ended::Violation(counterexample, steps)) => found = Some((counterexample, steps)),
            Ok(Ended::Explored) => explored = true,
            Ok(Ended::Limit(reason)) => reasons.add(reason),
            Err(failure) => reasons.add(failure.into()),
        }
        Self { found, reasons, explored, failed }
    }

    /// True when the search came to its end without a violation.
    pub fn is_explored(&self) -> bool {
        self.explored
    }

    /// True when a violation was found.
    pub fn is_violation(&self) -> bool {
        self.found.is_some()
    }

    /// True when the search failed, at the end of a budget for example.
    pub fn is_failed(&self) -> bool {
        self.failed
    }

    /// There is another reason of incompleteness.
    pub fn against(&mut self, reason: Reason) {
        self.reasons.add(reason);
    }

    /// What was left out in a graph and which targets were given up there is a reason of incompleteness.
    pub fn against_graph<S: Clone>(&mut self, graph: &PartGraph<S>) {
        for left_out in graph.left_out() {
            self.against(Reason::LeftOut { what: left_out.what.clone(), span: left_out.span, count: 1 });
        }
        for reason in graph.given_up().values() {
            self.against(reason.clone());
        }
    }

    /// The outcome, with what the run cost and the graph.
    pub fn outcome<G>(self, statistics: RunStatistics, counters: Statistics, graph: G) -> Outcome<X, G> {
        let (verdict, error_path) = match self.found {
            Some((counterexample, steps)) => (Verdict::False(counterexample), Some(steps)),
            None if self.reasons.is_empty() => (Verdict::True, None),
            None => (Verdict::Unknown, None),
        };
        Outcome { verdict, reasons: self.reasons.into_vec(), error_path, statistics, counters, graph }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Failure;
    use cairn_base::Stop;

    fn verdict(ended: Res<Ended<u8>>, against: Option<Reason>) -> Verdict<u8> {
        let mut conclusion = Conclusion::of(ended);
        against.into_iter().for_each(|reason| conclusion.against(reason));
        conclusion.outcome(RunStatistics::default(), Statistics::default(), ()).verdict
    }

    #[test]
    fn true_is_what_is_left() {
        let left_out = || Some(Reason::Unchecked { why: String::new(), count: 1 });
        assert_eq!(verdict(Ok(Ended::Explored), None), Verdict::True);
        assert_eq!(verdict(Ok(Ended::Explored), left_out()), Verdict::Unknown);
        assert_eq!(verdict(Ok(Ended::Violation(7, Vec::new())), left_out()), Verdict::False(7));
        assert_eq!(verdict(Ok(Ended::Limit(Reason::RefinementLimit(1))), None), Verdict::Unknown);
        assert_eq!(verdict(Err(Failure::Stopped(Stop::Cancelled)), None), Verdict::Unknown);
    }
}
