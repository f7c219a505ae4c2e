//! Where a successor goes (BAM Algorithm 1, lines 8–17): it is a target, or is merged into older states, or is covered
//! by one, or waits to be expanded.
//!
//! A merge weakens the older state in place. Then what was computed from the old one is void: the states below it are
//! removed, it waits again, and what they covered is placed anew. The state that is being expanded may itself be among
//! the removed (a loop's body below its head); its caller looks.
//!
//! Targets never cover: each path to a violation is checked for itself.

use crate::arg::{ArgId, PrecisionId};
use crate::context::{Cx, Failure, Res};
use crate::control::ControlId;
use crate::explore::{EXPANSIONS_PER_SAMPLE, Exploration};
use crate::refinement::Refine;
use cairn_ir::Step;
use std::rc::Rc;
use std::time::Instant;

impl<C: Refine> Exploration<'_, '_, C> {
    /// Puts a successor of `parent` where it belongs. `None`: it was not needed, for the parent is to be expanded again.
    pub(crate) fn place(
        &mut self,
        parent: ArgId,
        step: Option<Step>,
        state: C::State,
        control: ControlId,
        timed: bool,
    ) -> Res<Option<ArgId>> {
        let precision = self.graph.arg.precision(parent);
        if self.controls.is_target(control) {
            let id = self.graph.arg.add(parent, step, state, control, precision);
            self.run.states += 1;
            self.graph.arg.set_target(id);
            self.graph.targets.insert(0, id);
            return Ok(Some(id));
        }
        if self.is_lone(control) {
            let id = self.graph.arg.add(parent, step, state, control, precision);
            self.run.states += 1;
            self.graph.arg.set_lone(id);
            self.graph.waitlist.push(id, &mut self.graph.arg, &self.controls);
            return Ok(Some(id));
        }
        let mut merged = Vec::new();
        if self.cpa.merges() {
            let start = timed.then(Instant::now);
            merged = self.merge(&state, control, precision)?;
            if let Some(start) = start {
                self.run.merge += start.elapsed() * EXPANSIONS_PER_SAMPLE as u32;
            }
            if !self.graph.arg.is_alive(parent) || self.graph.arg.is_waiting(parent) {
                // The parent's own ancestor, or the parent, was weakened: it will be expanded again.
                return Ok(None);
            }
        }
        let start = timed.then(Instant::now);
        let by = self.find_cover(&state, control)?;
        if let Some(start) = start {
            self.run.stop += start.elapsed() * EXPANSIONS_PER_SAMPLE as u32;
        }
        let id = self.graph.arg.add(parent, step, state, control, precision);
        self.run.states += 1;
        self.settle(id, by, by.is_some_and(|by| merged.contains(&by)));
        Ok(Some(id))
    }

    /// Merges a state into those that were reached; the result are the weakened ones.
    fn merge(&mut self, state: &C::State, control: ControlId, precision: PrecisionId) -> Res<Vec<ArgId>> {
        let mut beside = std::mem::take(&mut self.candidates);
        self.graph.reached.beside(self.cpa, control, state, &mut beside);
        let mut merged = Vec::new();
        for other in beside.iter().copied() {
            // Gone or covered since, by the merge before.
            if !self.graph.arg.is_alive(other) || !self.graph.arg.is_open(other) {
                continue;
            }
            let Some(old) = self.graph.arg.state(other).cloned() else { continue };
            let mut cx = Cx { program: self.program, budget: self.budget, statistics: &mut self.counters };
            let new = self.cpa.merge(state, &old, &self.precisions[precision], &mut cx)?;
            let Some(new) = new.filter(|new| *new != old) else { continue };
            self.run.merges += 1;
            self.graph.reached.remove(self.cpa, &old, control, other);
            self.graph.arg.weaken(other, new);
            let joined = self.join_precisions(self.graph.arg.precision(other), precision);
            self.graph.arg.set_precision(other, joined);
            self.graph.reached.insert(self.cpa, &self.graph.arg, other);
            self.graph.left_out.remove(&other);
            self.graph.waitlist.push(other, &mut self.graph.arg, &self.controls);
            self.cut_below(other)?;
            merged.push(other);
        }
        self.candidates = beside;
        Ok(merged)
    }

    /// The precision of a merged state. The papers take the new state's, and so lose what the old one tracks.
    fn join_precisions(&mut self, old: PrecisionId, new: PrecisionId) -> PrecisionId {
        if old == new {
            return old;
        }
        let joined = self.cpa.join_precision(&self.precisions[old], &self.precisions[new]);
        if joined == *self.precisions[old] {
            old
        } else if joined == *self.precisions[new] {
            new
        } else {
            self.precisions.push(Rc::new(joined))
        }
    }

    fn find_cover(&mut self, state: &C::State, control: ControlId) -> Res<Option<ArgId>> {
        let mut above = std::mem::take(&mut self.candidates);
        self.graph.reached.above(self.cpa, control, state, &mut above);
        let mut cx = Cx { program: self.program, budget: self.budget, statistics: &mut self.counters };
        let found = if above.is_empty() {
            None
        } else {
            let mut states = above.iter().filter_map(|id| self.graph.arg.state(*id));
            self.cpa.stop(state, &mut states, &mut cx)?
        };
        let by = match found.map(|index| above.get(index).copied()) {
            Some(None) => {
                Err(Failure::Internal(format!("{} says that a state beyond the last covers", self.cpa.name())))
            }
            Some(by) => Ok(by),
            None => Ok(None),
        };
        self.candidates = above;
        by
    }

    /// Ends the search for a state's place: covered, or to be expanded.
    fn settle(&mut self, id: ArgId, by: Option<ArgId>, merged: bool) {
        match by {
            Some(by) => {
                self.run.covered += 1;
                self.graph.arg.cover(id, by, merged);
            }
            None => {
                self.graph.reached.insert(self.cpa, &self.graph.arg, id);
                self.graph.waitlist.push(id, &mut self.graph.arg, &self.controls);
            }
        }
    }

    /// Removes what is below a state, and places anew what it covered.
    pub(crate) fn cut_below(&mut self, id: ArgId) -> Res<Vec<PrecisionId>> {
        let removed = self.graph.arg.remove_below(id);
        self.run.removed += removed.states.len() as u64;
        let mut precisions = Vec::new();
        for gone in &removed.states {
            if gone.open {
                self.graph.reached.remove(self.cpa, &gone.state, gone.control, gone.id);
            }
            if gone.waiting {
                self.graph.waitlist.forget();
            }
            self.graph.left_out.remove(&gone.id);
            self.graph.given_up.remove(&gone.id);
            if precisions.last() != Some(&gone.precision) {
                precisions.push(gone.precision);
            }
        }
        if !self.graph.targets.is_empty() {
            self.graph.targets.retain(|target| self.graph.arg.is_alive(*target));
        }
        self.place_anew(&removed.orphans)?;
        precisions.sort_unstable();
        precisions.dedup();
        Ok(precisions)
    }

    /// Lets the states on the path to a target cover nothing any more. The path is infeasible but not refuted: what its
    /// states cover may reach the target on a feasible one, and only a path of its own will show that.
    ///
    /// # Errors
    /// Those of the analysis.
    pub fn isolate_path(&mut self, target: ArgId) -> Res<()> {
        let mut orphans = Vec::new();
        for id in self.graph.arg.ancestry(target) {
            if !self.graph.arg.is_open(id) {
                continue;
            }
            if let Some(state) = self.graph.arg.state(id).cloned() {
                self.graph.reached.remove(self.cpa, &state, self.graph.arg.control(id), id);
            }
            orphans.extend(self.graph.arg.isolate(id));
        }
        self.place_anew(&orphans)
    }

    /// Covers or explores states that are not covered any more.
    fn place_anew(&mut self, orphans: &[ArgId]) -> Res<()> {
        for orphan in orphans.iter().copied() {
            self.run.uncovered += 1;
            let Some(state) = self.graph.arg.state(orphan).cloned() else { continue };
            let by = self.find_cover(&state, self.graph.arg.control(orphan))?;
            self.settle(orphan, by, false);
        }
        Ok(())
    }
}
