//! The abstract interpretation of memory as an analysis of its own: a program is safe where no location before a violation is reached.
//!
//! Its states are above every execution up to what is not modelled. So TRUE is said where no edge that violates the specification
//! leaves a location that is reached, and none that is not modelled either. It refutes no path: there is no FALSE.

use super::contexts::STEPS;
use super::fixpoint::interpret;
use super::knowledge::MemoryInvariants;
use super::ranges::with_memory;
use super::shared::SharedInvariants;
use super::undefined::UndefinedAccess;
use cairn_base::Budget;
use cairn_cpa::invariants::Invariant;
use cairn_cpa::result::Reasons;
use cairn_cpa::{Conclusion, Ended, Graph, Outcome, Reason, RunStatistics, Specification, Statistics};
use cairn_ir::{Op, Program};
use std::sync::Arc;
use std::time::Instant;

/// Result of a run: the states of all locations, where there are any.
#[derive(Debug, Default)]
pub struct Interpreted(Option<MemoryInvariants>);

impl Graph for Interpreted {
    fn invariants(&self, program: &Program) -> Vec<Invariant> {
        self.0.as_ref().map_or(Vec::new(), |memory| memory.ranges(program).at_loop_heads(program))
    }
}

/// Interprets a program. What is found is kept for others where it is no proof. Never fails: a failure is
/// a [`Reason`] of UNKNOWN.
pub fn run<X>(
    program: &Program,
    specification: &Specification,
    shared: &SharedInvariants,
    budget: &Budget,
) -> Outcome<X, Interpreted> {
    let begun = Instant::now();
    let mut statistics = RunStatistics::default();
    let (mut reasons, mut interpreted) = (Reasons::default(), Interpreted::default());
    let ended = interpret(program, STEPS, UndefinedAccess::of(&specification.checks()), budget).and_then(|memory| {
        let Some(memory) = memory else {
            let why = "calls through pointers are not resolved, or 'main' starts in too many ways".to_owned();
            return Ok(Ended::Limit(Reason::Unrefuted { why, count: 1 }));
        };
        let memory = interpreted.0.insert(memory);
        let ended = conclude(program, specification, memory, &mut reasons);
        if !matches!(ended, Ended::Explored) {
            shared.keep(program, &Arc::new(with_memory(Some(memory), program, budget)?));
        }
        Ok(ended)
    });
    statistics.exploring = begun.elapsed();
    if let Some(memory) = &interpreted.0 {
        statistics.states = program.nodes.ids().map(|node| memory.at(node).count() as u64).sum();
        statistics.final_states = statistics.states;
    }
    Conclusion::with(reasons, ended).outcome(statistics, Statistics::default(), interpreted)
}

/// Whether a violation may be reached, and what is not modelled.
fn conclude<X>(
    program: &Program,
    specification: &Specification,
    memory: &MemoryInvariants,
    reasons: &mut Reasons,
) -> Ended<X> {
    for edge in program.edges.iter().filter(|edge| memory.is_reached(edge.source)) {
        if let Op::Unsupported(what) = &edge.op {
            reasons.add(Reason::LeftOut { what: what.clone(), span: edge.span, count: 1 });
        }
    }
    let open = specification.targets(program).into_iter().filter(|edge| memory.is_reached(program.edges[*edge].source));
    match open.count() as u64 {
        0 => Ended::Explored,
        count => {
            let why = "states that are joined do not exclude it".to_owned();
            Ended::Limit(Reason::Unrefuted { why, count })
        }
    }
}
