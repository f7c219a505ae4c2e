//! The inductive step, sound for any nesting and number of loops.
//!
//! Let an execution violate the specification, and let h₁ … hₙ be its visits of loop heads, of whatever loops. If n > k,
//! its end from hₙ₋ₖ on starts at a loop head, passes exactly k further ones and then violates. The step shows for every
//! control state at a loop head that nothing does so from any state of the data; then n ≤ k, which the base case covers:
//! within bound k are all executions with up to k visits. That there is no violation before is assumed by itself, for a
//! violation ends its path.
//!
//! A cycle passes a head, so between two visits there are finitely many paths, which are joined.
//!
//! All starts must be shown for *one* k. A start that is shown for some k may fail for a greater one: a longer path ends
//! in a shorter one, but that one begins at another head. (In a loop with two heads each of which is followed by the
//! other, a violation behind one of them shows at every second k.)
//!
//! What is not modelled counts as a violation here too: a path through it is part of what must be excluded.

use crate::ground::strengthen::Strengthening;
use crate::obligation::Obligation;
use crate::query::Queries;
use crate::relevance::relevant;
use crate::unroll::{Arrival, OpenState, Unroller};
use crate::unrolled_location::Place;
use cairn_base::{FastSet, QueryLimit};
use cairn_cpa::{ControlId, Res};
use cairn_ir::EdgeId;
use cairn_smt::{QueryModel, Truth};
use cairn_term::TermId;
use std::collections::BTreeMap;

/// The paths from one loop head.
pub(crate) struct Start {
    /// Visits of further heads so far.
    visits: u32,
    /// The states at heads after so many visits.
    heads: BTreeMap<ControlId, OpenState>,
    /// Obligations between the visit before and the last one.
    reached: Vec<Obligation>,
}

/// The inductive steps from all loop heads.
pub(crate) struct Induction {
    heads: Vec<ControlId>,
    starts: Vec<Start>,
    /// How many starts were shown for the last bound that was tried.
    shown: usize,
}

impl Induction {
    /// Any state at each of some control states.
    pub(crate) fn new(
        heads: Vec<ControlId>,
        unroller: &mut Unroller<'_, '_>,
        strengthening: Option<&Strengthening>,
    ) -> Self {
        let mut starts = Vec::new();
        for &control in &heads {
            let formula = unroller.encoder.block_start();
            let state = strengthened(OpenState { control, formula }, unroller, strengthening);
            starts.push(Start::at(state));
        }
        Self { heads, starts, shown: 0 }
    }

    /// The control states where steps begin.
    pub(crate) fn heads(&self) -> Vec<ControlId> {
        self.heads.clone()
    }

    /// How many starts there are, and how many of them were shown for the last bound.
    pub(crate) fn progress(&self) -> (usize, usize) {
        (self.starts.len(), self.shown)
    }

    /// Tries to show that nothing is violated after exactly `visits` visits of further heads; true when that holds for
    /// all starts.
    pub(crate) fn show(
        &mut self,
        visits: u32,
        unroller: &mut Unroller<'_, '_>,
        strengthening: Option<&Strengthening>,
        queries: &mut Queries,
        most: QueryLimit,
    ) -> Res<bool> {
        self.shown = 0;
        for index in 0..self.starts.len() {
            let start = &mut self.starts[index];
            start.advance(visits, unroller, strengthening)?;
            let obligations = &start.reached;
            let terms = &mut unroller.encoder.terms;
            let conditions: Vec<TermId> =
                obligations.iter().map(|each| relevant(terms, each.formula.condition, &[])).collect();
            let truth = queries.any(&mut unroller.encoder, &conditions, unroller.budget, most, &mut |_| ())?;
            if truth != Truth::Unsatisfiable {
                // What failed will probably fail again, so it comes first next time.
                self.starts.swap(0, index);
                return Ok(false);
            }
            self.shown += 1;
        }
        Ok(true)
    }
}

impl Induction {
    /// The targets among `open` that nothing comes to after exactly `visits` visits of further heads, from any start. None where something that
    /// is not modelled may come first: executions are not followed behind it.
    pub(crate) fn show_each(
        &mut self,
        visits: u32,
        mut open: FastSet<EdgeId>,
        unroller: &mut Unroller<'_, '_>,
        strengthening: Option<&Strengthening>,
        queries: &mut Queries,
        most: QueryLimit,
    ) -> Res<FastSet<EdgeId>> {
        self.shown = 0;
        for start in &mut self.starts {
            start.advance(visits, unroller, strengthening)?;
            loop {
                if open.is_empty() {
                    return Ok(open);
                }
                let is_asked = |each: &&Obligation| each.target.is_none_or(|target| open.contains(&target));
                let obligations: Vec<&Obligation> = start.reached.iter().filter(is_asked).collect();
                let terms = &mut unroller.encoder.terms;
                let conditions: Vec<TermId> =
                    obligations.iter().map(|each| relevant(terms, each.formula.condition, &[])).collect();
                let mut holding = |model: &mut QueryModel<'_>| {
                    conditions.iter().map(|condition| model.holds(*condition) == Some(true)).collect::<Vec<bool>>()
                };
                match queries.any(&mut unroller.encoder, &conditions, unroller.budget, most, &mut holding)? {
                    Truth::Unsatisfiable => break,
                    Truth::Satisfiable(holding) if holding.contains(&true) => {
                        for (each, _) in obligations.iter().zip(holding).filter(|(_, holds)| *holds) {
                            match each.target {
                                Some(target) => _ = open.remove(&target),
                                None => return Ok(FastSet::default()),
                            }
                        }
                    }
                    // Not known which: all that are asked.
                    Truth::Satisfiable(_) | Truth::Unknown(_) => {
                        if obligations.iter().any(|each| each.target.is_none()) {
                            return Ok(FastSet::default());
                        }
                        obligations.iter().filter_map(|each| each.target).for_each(|target| _ = open.remove(&target));
                    }
                }
            }
            self.shown += 1;
        }
        Ok(open)
    }
}

impl Start {
    pub(crate) fn at(state: OpenState) -> Self {
        Self { visits: 0, heads: BTreeMap::from([(state.control, state)]), reached: Vec::new() }
    }

    /// Goes on up to so many visits; what must not happen on the way of the last one is in `reached`.
    fn advance(
        &mut self,
        visits: u32,
        unroller: &mut Unroller<'_, '_>,
        strengthening: Option<&Strengthening>,
    ) -> Res<()> {
        while self.visits <= visits {
            let mut reached = Vec::new();
            self.pass(unroller, strengthening, &mut reached)?;
            self.reached = reached;
        }
        Ok(())
    }

    /// The states at the heads that were reached last.
    pub(crate) fn into_heads(self) -> BTreeMap<ControlId, OpenState> {
        self.heads
    }

    /// From the heads of one visit to those of the next, with what must not happen on the way.
    pub(crate) fn pass(
        &mut self,
        unroller: &mut Unroller<'_, '_>,
        strengthening: Option<&Strengthening>,
        obligations: &mut Vec<Obligation>,
    ) -> Res<()> {
        let mut waiting: BTreeMap<Place, OpenState> = BTreeMap::new();
        let mut next: BTreeMap<ControlId, OpenState> = BTreeMap::new();
        let place = |control: ControlId, unroller: &Unroller<'_, '_>| {
            Place::first(unroller.controls.get(control), &unroller.controls, &unroller.order, unroller.program)
        };
        for (control, state) in std::mem::take(&mut self.heads) {
            for arrival in unroller.expand(&state, obligations)? {
                arrive(arrival, &mut waiting, &mut next, unroller, &place);
            }
            debug_assert_eq!(control, state.control);
        }
        while let Some((_, state)) = waiting.pop_first() {
            for arrival in unroller.expand(&state, obligations)? {
                arrive(arrival, &mut waiting, &mut next, unroller, &place);
            }
        }
        self.heads = next.into_iter().map(|(at, state)| (at, strengthened(state, unroller, strengthening))).collect();
        self.visits += 1;
        Ok(())
    }
}

fn arrive(
    arrival: Arrival,
    waiting: &mut BTreeMap<Place, OpenState>,
    next: &mut BTreeMap<ControlId, OpenState>,
    unroller: &mut Unroller<'_, '_>,
    place: &dyn Fn(ControlId, &Unroller<'_, '_>) -> Place,
) {
    let control = arrival.state.control;
    if unroller.order.is_head(unroller.controls.get(control).node) {
        unroller.join(next, control, arrival.state);
    } else {
        let at = place(control, unroller);
        unroller.join(waiting, at, arrival.state);
    }
}

/// A state with what is known at its control state.
fn strengthened(state: OpenState, unroller: &mut Unroller<'_, '_>, strengthening: Option<&Strengthening>) -> OpenState {
    let Some(strengthening) = strengthening else { return state };
    let OpenState { control, formula } = state;
    let formula = strengthening.apply(&formula, control, &unroller.controls, &mut unroller.encoder, &unroller.extended);
    OpenState { control, formula }
}
