//! Unrolling: path formulas over control states, all paths to a place joined before the place is left.
//!
//! What a place is, and why its order makes joining complete, is [`crate::unrolled_location`]'s. A state that would begin an
//! iteration beyond the bound, or a call beyond it in the stack, is *cut off* and kept: a path that is within the next
//! bound but not within this one passes exactly one such state first, so the next bound goes on from there, with paths
//! that were never seen before. They are joined among themselves only.

use crate::obligation::{Claim, Obligation};
use crate::order::Order;
use crate::unrolled_location::Place;
use cairn_base::Budget;
use cairn_cpa::{ControlId, Controls, Failure, Res, RunStatistics, SharedLemmas, Specification, Statistics};
use cairn_formula::{AssertionTranslation, Encoder, Encoding, PathFormula, Unmodelled};
use cairn_ir::{Assertion, CallGraph, NodeId, Op, Program, Step};
use cairn_term::TermId;
use std::collections::BTreeMap;

/// Control, and what the paths that lead there do.
pub(crate) struct OpenState {
    pub(crate) control: ControlId,
    pub(crate) formula: PathFormula,
}

/// A successor: where it is, how it got there, and the location before in the frame on top now.
pub(crate) struct Arrival {
    pub(crate) state: OpenState,
    pub(crate) step: Step,
    pub(crate) from: NodeId,
}

pub(crate) struct Unroller<'a, 'p> {
    pub(crate) program: &'p Program,
    /// The program with the expressions of invariants beside its own.
    pub(crate) extended: Program,
    pub(crate) controls: Controls<'p>,
    pub(crate) order: Order,
    pub(crate) encoder: Encoder,
    pub(crate) budget: &'a Budget,
    pub(crate) run: RunStatistics,
    pub(crate) counters: Statistics,
    /// Invariants of a prover at heads, over plain symbols: what TRUE rests on beside the ranges that were assumed.
    pub(crate) found: Vec<(ControlId, Vec<TermId>)>,
    /// Where what is proved on the way is told, and who shows it.
    pub(crate) lemmas: Option<(SharedLemmas, &'static str)>,
}

impl<'a, 'p> Unroller<'a, 'p> {
    pub(crate) fn new(
        program: &'p Program,
        specification: &'p Specification,
        encoding: Encoding,
        budget: &'a Budget,
    ) -> Self {
        Unroller {
            program,
            extended: program.clone(),
            controls: Controls::new(program, specification),
            order: Order::new(program),
            encoder: Encoder::new(program, encoding),
            budget,
            run: RunStatistics::default(),
            counters: Statistics::default(),
            found: Vec::new(),
            lemmas: None,
        }
    }

    /// What formulas over the plain symbols of heads say together of variables, or less.
    pub(crate) fn assertions<'s>(
        &'s self,
        formulas: impl IntoIterator<Item = (ControlId, &'s [TermId])>,
    ) -> Vec<(ControlId, Assertion)> {
        let calls = CallGraph::new(self.program);
        let translation = AssertionTranslation::new(&self.encoder, &calls, self.program);
        formulas.into_iter().map(|(control, formulas)| (control, translation.of_conjuncts(formulas))).collect()
    }

    /// Tells what was proved of heads to all engines. The formulas hold in every execution without a violation before.
    pub(crate) fn tell<'s>(&'s self, proved: impl IntoIterator<Item = (ControlId, &'s [TermId])>) {
        let Some((lemmas, by)) = &self.lemmas else { return };
        let said = self.assertions(proved).into_iter();
        lemmas.tell(self.program, by, said.map(|(control, holds)| (self.controls.place(control), holds)));
    }
}

impl Unroller<'_, '_> {
    /// The successors of a state, and what must not happen on the way to them. Paths whose condition is false by itself
    /// are dropped.
    pub(crate) fn expand(&mut self, state: &OpenState, obligations: &mut Vec<Obligation>) -> Res<Vec<Arrival>> {
        self.run.expanded += 1;
        let mut moves = Vec::new();
        self.controls.moves(state.control, &mut moves)?;
        let here = self.controls.get(state.control);
        let depth = self.controls.depth(state.control);
        self.run.max_stack = self.run.max_stack.max(depth);
        let mut arrivals = Vec::new();
        for (step, to) in moves {
            self.budget.tick()?;
            if let Step::Edge(edge) = step {
                let edge = &self.program.edges[edge];
                match &edge.op {
                    Op::Halt => continue,
                    Op::Unsupported(what) => {
                        let claim = Claim::NotModelled { what: what.clone(), span: edge.span };
                        obligations.push(Obligation::new(claim, state.formula.clone()));
                        continue;
                    }
                    _ => {}
                }
            }
            self.run.transfers += 1;
            let formula = match self.encoder.step(&self.extended, &state.formula, step, depth) {
                Ok(formula) => formula,
                Err(Unmodelled { what, span }) => {
                    obligations.push(Obligation::new(Claim::NotModelled { what, span }, state.formula.clone()));
                    continue;
                }
            };
            if self.encoder.terms.as_bool(formula.condition) == Some(false) {
                continue;
            }
            if self.controls.is_target(to) {
                let target = if let Step::Edge(edge) = step { Some(edge) } else { None };
                obligations.push(Obligation { target, ..Obligation::new(Claim::Violation, formula) });
                continue;
            }
            let from = match step {
                Step::Leave(..) => {
                    let frame = self.controls.frame(here.stack);
                    let edge = frame.ok_or_else(|| Failure::Internal("a return without a call".to_owned()))?.edge;
                    self.program.edges[edge].source
                }
                _ => here.node,
            };
            arrivals.push(Arrival { state: OpenState { control: to, formula }, step, from });
        }
        Ok(arrivals)
    }

    /// Adds a state to those of a place.
    pub(crate) fn join<P: Ord>(&mut self, states: &mut BTreeMap<P, OpenState>, at: P, state: OpenState) {
        match states.entry(at) {
            std::collections::btree_map::Entry::Vacant(entry) => {
                self.run.states += 1;
                entry.insert(state);
            }
            std::collections::btree_map::Entry::Occupied(mut entry) => {
                self.run.merges += 1;
                let joined = self.encoder.join(&entry.get().formula, &state.formula);
                entry.get_mut().formula = joined;
            }
        }
    }
}

/// The unrolling from the program's entry.
pub(crate) struct Unrolling {
    waiting: BTreeMap<Place, OpenState>,
    cut: BTreeMap<Place, OpenState>,
}

impl Unrolling {
    pub(crate) fn new(unroller: &mut Unroller<'_, '_>) -> Self {
        let control = unroller.controls.initial();
        let formula = unroller.encoder.entry();
        let at = Place::first(unroller.controls.get(control), &unroller.controls, &unroller.order, unroller.program);
        let waiting = BTreeMap::from([(at, OpenState { control, formula })]);
        Self { waiting, cut: BTreeMap::new() }
    }

    /// Goes on for so many expansions at most; true when nothing waits within the bound.
    pub(crate) fn advance(
        &mut self,
        unroller: &mut Unroller<'_, '_>,
        bound: u32,
        expansions: u64,
        obligations: &mut Vec<Obligation>,
    ) -> Res<bool> {
        for _ in 0..expansions {
            unroller.run.max_waitlist = unroller.run.max_waitlist.max(self.waiting.len() as u64);
            let Some((at, state)) = self.waiting.pop_first() else { return Ok(true) };
            for Arrival { state, step, from } in unroller.expand(&state, obligations)? {
                let control = unroller.controls.get(state.control);
                let (place, iteration) = at.after(from, step, control, &unroller.order);
                let recursion = unroller.controls.recursion(state.control);
                let exceeds_bound = iteration.is_some_and(|number| number > bound)
                    || matches!(step, Step::Enter(..)) && recursion > bound;
                if cfg!(debug_assertions) && place <= at {
                    return Err(Failure::Internal("a step goes back in the order of places".to_owned()));
                }
                unroller.join(if exceeds_bound { &mut self.cut } else { &mut self.waiting }, place, state);
            }
        }
        Ok(self.waiting.is_empty())
    }

    pub(crate) fn cut(&self) -> impl Iterator<Item = &OpenState> {
        self.cut.values()
    }
    /// Open states for the next bound.
    pub(crate) fn at(&self) -> impl Iterator<Item = &OpenState> {
        self.waiting.values()
    }
    pub(crate) fn is_unwound(&self) -> bool {
        self.cut.is_empty() && self.waiting.is_empty()
    }
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.len()
    }
    /// Keeps of what is cut off only what `keep` says, by index, and goes on from there.
    pub(crate) fn resume(&mut self, keep: &[bool]) {
        let cut = std::mem::take(&mut self.cut);
        let kept = cut.into_iter().zip(keep).filter(|(_, keep)| **keep).map(|(entry, _)| entry);
        self.waiting.extend(kept);
    }
}
