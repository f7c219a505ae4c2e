//! The front door: a run, and the unwinding that it leaves behind. States of its statistics are vertices, transfers are
//! steps that were encoded.
//!
//! What a proof knows of a loop head is the disjunction of the labels there, with the ranges that blocks assume. Blocks of
//! every size end at loop heads, so each execution that comes to one is at a vertex there. A covered vertex is left out: its
//! label implies those that cover it. Other locations are inside of blocks for some executions and have no answer.

use crate::labels::Labels;
use crate::options::ImpactOptions;
use crate::search::Search;
use crate::unwinding::{Unwinding, VertexRole};
use cairn_base::Budget;
use cairn_base::levels::{Levels, VertexStatus};
use cairn_cpa::invariants::{Gathered, Invariant};
use cairn_cpa::{Conclusion, Controls, Facts, Graph, Observer, Outcome, PathChecker, Specification};
use cairn_domains::interval::IntervalInvariants;
use cairn_formula::AssertionTranslation;
use cairn_formula::Encoder;
use cairn_ir::{Assertion, CallGraph, Program};
use std::sync::Arc;

/// The unwinding as it was at the end of a run. After [`cairn_cpa::Verdict::True`] its labels are an invariant.
pub struct Unwound<'p> {
    /// The vertices.
    pub unwinding: Unwinding,
    /// Their labels.
    pub labels: Labels,
    /// The terms of the labels, and what their symbols stand for.
    pub encoder: Encoder,
    /// Assumptions of blocks.
    pub assumed: Option<Arc<IntervalInvariants>>,
    /// The control states of the vertices.
    pub controls: Controls<'p>,
}

impl Graph for Unwound<'_> {
    fn levels(&self) -> Option<Levels> {
        let root = self.unwinding.ids().next();
        Some(Levels::of(root, |id, to| {
            self.unwinding.children(id).iter().copied().for_each(to);
            let vertex = self.unwinding.get(id);
            match vertex.covered_by.is_empty() {
                false => VertexStatus::Covered,
                true if self.controls.is_target(vertex.control) => VertexStatus::Target,
                true => VertexStatus::Plain,
            }
        }))
    }

    fn invariants(&self, program: &Program) -> Vec<Invariant> {
        let calls = CallGraph::new(program);
        let translation = AssertionTranslation::new(&self.encoder, &calls, program);
        let mut known = Gathered::default();
        for id in self.unwinding.ids().filter(|id| !self.unwinding.is_excluded(*id)) {
            let vertex = self.unwinding.get(id);
            let (node, depth) = (self.controls.get(vertex.control).node, self.controls.depth(vertex.control));
            if vertex.role == VertexRole::Inner && program.nodes[node].loop_head {
                known.add(node, || {
                    let label = translation.of_conjuncts(self.labels.conjuncts(vertex.label));
                    label.seen_from(program.nodes[node].function, depth, program)
                });
            }
        }
        known.invariants(|node| {
            let ranges = self.assumed.as_ref().and_then(|assumed| assumed.at(node));
            ranges.map_or(Assertion::TRUE, |ranges| ranges.invariant(program.nodes[node].function, 0, program))
        })
    }
}

/// Unwinds a program until there is a verdict or the budget is used up. Never fails: a failure is a [`Reason`] of
/// [`Verdict::Unknown`], beside all that was found before.
pub fn run<'p, K: PathChecker + ?Sized>(
    program: &'p Program,
    specification: &'p Specification,
    options: &ImpactOptions,
    checker: &mut K,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Outcome<K::Counterexample, Unwound<'p>> {
    let mut search = Search::new(program, specification, options, checker, budget, observer);
    let mut conclusion = Conclusion::of(search.search());
    for (target, reason) in &search.given_up {
        // What is excluded by now is unreachable, or stood for by another vertex with its own reason.
        if !search.unwinding.is_excluded(*target) {
            conclusion.against(reason.clone());
        }
    }
    search.count();
    let Search { unwinding, labels, encoder, assumed, controls, run, counters, .. } = search;
    conclusion.outcome(run, counters, Unwound { unwinding, labels, encoder, assumed, controls })
}

impl<K: PathChecker + ?Sized> Search<'_, '_, K> {
    /// Adds up what is counted where it is done.
    fn count(&mut self) {
        let live = self.unwinding.ids().filter(|id| !self.unwinding.is_excluded(*id)).count();
        self.run.final_states = live as u64;
        self.run.controls = self.controls.len() as u64;
        self.counters.add("impact-vertices", self.unwinding.len() as u64);
        self.counters.add("impact-block-formulas", self.blocks.len() as u64);
        let (queries, time) = self.queries.cost();
        self.counters.add("impact-queries", queries);
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.counters.add("impact-solver-us", micros);
    }
}
