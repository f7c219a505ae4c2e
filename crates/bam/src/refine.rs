//! CEGAR across blocks (BAM 2.4.7): a target is checked as one flat path; a refinement goes to the graphs in which the
//! states of the path lie.
//!
//! The plain engine cuts at the first state whose precision changes, and all states behind inherit what was learnt. Here
//! the states behind lie in several graphs: the one of the first state is cut there; each graph around it to which the
//! path returns is cut at the block call, for what was read there has changed; those to which it does not return keep
//! all they have. Blocks that the path enters later are asked for with the finer precision. Finished graphs are copied
//! before they are cut, so all other results survive. When no precision changes at those places, every graph on the path
//! gets what it lacks; when none lacks anything, the path is given up: so no path is seen twice under one precision.

use crate::engine::Engine;
use crate::flat::{Flat, FlatPath};
use crate::memo::{EntryId, Status};
use cairn_cpa::{
    AbstractPath, ArgId, Candidate, Ended, Failure, PathChecker, PathVerdict, Phase, Reason, Reduce, Refinement, Res,
    Sharing,
};
use cairn_ir::Step;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Instant;

/// Paths of so many steps are long.
const LONG: usize = 1000;

/// Where graphs are to be cut: the occurrence and the state.
type Cuts = Vec<(usize, ArgId)>;

impl<C: Reduce, K: PathChecker + ?Sized> Engine<'_, '_, '_, C, K> {
    /// Confirms, refutes or gives up a target of the frame on top; the result ends the search.
    pub(crate) fn treat(&mut self, target: ArgId) -> Res<Option<Ended<K::Counterexample>>> {
        let path = match self.flat_path(None, target)? {
            Flat::Whole(path) => path,
            Flat::Stale(path, call) => {
                self.figures.stale += 1;
                let outside = path.occurrences.last().and_then(|stale| stale.outside);
                let Some((occurrence, _)) = outside else {
                    return Err(Failure::Internal("a path breaks off in the outermost graph".to_owned()));
                };
                self.cut(&path, vec![(occurrence, call)], None, target)?;
                return Ok(None);
            }
        };
        let own = path.steps();
        let is_long = own.len() >= LONG && self.cpa.proposes();
        let run = self.exploration.statistics_mut();
        run.paths += 1;
        run.longest_path = run.longest_path.max(own.len() as u64);
        self.figures.graphs = self.figures.graphs.max(path.occurrences.len() as u64);
        if is_long && let ControlFlow::Break(end) = self.glance(&path, &own, target)? {
            return Ok(end);
        }
        match self.judge(&path, own) {
            Ok(Judged::Violation(counterexample, steps)) => Ok(Some(Ended::Violation(counterexample, steps))),
            Ok(Judged::GivenUp(reason)) => self.give_up(target, reason),
            Ok(Judged::Infeasible(prefix, states)) => self.refute(&path, target, prefix, states),
            Err(failure @ Failure::Unsupported { .. }) => self.give_up(target, failure.into()),
            Err(failure) => Err(failure),
        }
    }

    /// A long path is first checked as it is: what it costs an analysis to look for feasible ones among all that it
    /// stands for grows faster than the path. Goes on when it is neither feasible nor refuted.
    fn glance(
        &mut self,
        path: &FlatPath,
        own: &[Step],
        target: ArgId,
    ) -> Res<ControlFlow<Option<Ended<K::Counterexample>>>> {
        let prefix = match self.check(own) {
            Ok(PathVerdict::Violation(found)) => {
                return Ok(ControlFlow::Break(Some(Ended::Violation(found, own.to_vec()))));
            }
            Ok(PathVerdict::Infeasible { prefix }) => prefix,
            Ok(PathVerdict::Unknown(_)) | Err(Failure::Unsupported { .. }) => return Ok(ControlFlow::Continue(())),
            Err(failure) => return Err(failure),
        };
        if self.options.refinement_limit.is_some() {
            return Ok(ControlFlow::Continue(()));
        }
        self.observer.progress(self.exploration.progress(Phase::Refining));
        let start = Instant::now();
        let refined = self.refine(path, target, prefix, None);
        self.exploration.statistics_mut().refining += start.elapsed();
        match refined {
            Ok(None) => Ok(ControlFlow::Break(None)),
            Ok(Some(_)) | Err(Failure::Unsupported { .. }) => Ok(ControlFlow::Continue(())),
            Err(failure) => Err(failure),
        }
    }

    fn judge(&mut self, path: &FlatPath, own: Vec<Step>) -> Res<Judged<C, K::Counterexample>> {
        let (mut states, mut steps, mut is_own) = (None, Some(own), true);
        if self.cpa.proposes() {
            self.observer.progress(self.exploration.progress(Phase::Checking(0)));
            let start = Instant::now();
            let replayed = self.replay(path)?;
            if replayed.len() == path.states.len() {
                match self.cpa.candidate(&replayed, &mut self.exploration.context())? {
                    None => {}
                    Some(Candidate::Steps(others)) => (steps, is_own) = (Some(others), false),
                    Some(Candidate::Infeasible) => steps = None,
                }
            }
            self.exploration.statistics_mut().checking += start.elapsed();
            states = Some(replayed);
        }
        let Some(steps) = steps else { return Ok(Judged::Infeasible(None, states)) };
        Ok(match self.check(&steps)? {
            PathVerdict::Violation(counterexample) => Judged::Violation(counterexample, steps),
            PathVerdict::Unknown(why) => Judged::GivenUp(Reason::Unchecked { why, count: 1 }),
            // A prefix of another path than the graphs' own is none of theirs.
            PathVerdict::Infeasible { prefix } => Judged::Infeasible(prefix.filter(|_| is_own), states),
        })
    }

    pub(crate) fn check(&mut self, steps: &[Step]) -> Res<PathVerdict<K::Counterexample>> {
        self.observer.progress(self.exploration.progress(Phase::Checking(steps.len())));
        self.budget.look()?;
        let start = Instant::now();
        let result = self.checker.check(steps, &mut self.exploration.context());
        self.exploration.statistics_mut().checking += start.elapsed();
        result
    }

    fn refute(
        &mut self,
        path: &FlatPath,
        target: ArgId,
        prefix: Option<usize>,
        states: Option<AbstractPath<C::State, C::Precision>>,
    ) -> Res<Option<Ended<K::Counterexample>>> {
        let refinements = self.exploration.statistics().refinements;
        if let Some(limit) = self.options.refinement_limit.filter(|limit| refinements >= *limit as u64) {
            self.give_up(target, Reason::RefinementLimit(limit))?;
            return Ok(Some(Ended::Limit(Reason::RefinementLimit(limit))));
        }
        self.observer.progress(self.exploration.progress(Phase::Refining));
        let start = Instant::now();
        let refined = self.refine(path, target, prefix, states);
        self.exploration.statistics_mut().refining += start.elapsed();
        match refined {
            Ok(None) => Ok(None),
            Ok(Some(why)) => self.give_up(target, Reason::Unrefuted { why, count: 1 }),
            Err(failure @ Failure::Unsupported { .. }) => self.give_up(target, failure.into()),
            Err(failure) => Err(failure),
        }
    }

    /// Leaves a target as it is, with the reason why TRUE is gone. What is on the path to it, in the graphs of the stack,
    /// covers nothing any more.
    fn give_up(&mut self, target: ArgId, reason: Reason) -> Res<Option<Ended<K::Counterexample>>> {
        let Some(top) = self.frames.last().map(|frame| frame.entry) else { return Ok(None) };
        self.activate(top);
        self.exploration.give_up_target(target, reason)?;
        for position in 1..self.frames.len() {
            if let Some(call) = self.frames[position].call {
                self.activate(self.frames[position - 1].entry);
                self.exploration.isolate(call)?;
            }
        }
        let run = self.exploration.statistics_mut();
        run.unrefuted += 1;
        let (reached, limit) = (run.unrefuted, self.options.unrefuted_limit);
        Ok((reached >= limit.max(1) as u64).then_some(Ended::Limit(Reason::UnrefutedLimit(limit))))
    }

    /// A finished block whose targets were given up may be entered by a path on which they are real violations.
    pub(crate) fn look_again(&mut self, call: ArgId, source: EntryId) -> Res<Option<Ended<K::Counterexample>>> {
        let targets: Vec<ArgId> = self.entries[source].graph.given_up().keys().copied().collect();
        for target in targets {
            let path = match self.flat_path(Some((source, target)), call)? {
                Flat::Whole(path) => path,
                Flat::Stale(path, broken) => {
                    let last = path.occurrences.last();
                    let Some((outside, _)) = last.and_then(|last| last.outside) else { continue };
                    if last.is_some_and(|last| self.entries[last.entry].kept.is_some()) {
                        // The call is looked at again when what is in the way has been explored.
                        self.cut(&path, vec![(outside, broken)], None, call)?;
                        return Ok(None);
                    }
                    continue;
                }
            };
            let steps = path.steps();
            match self.check(&steps) {
                Ok(PathVerdict::Violation(found)) => return Ok(Some(Ended::Violation(found, steps))),
                Ok(_) | Err(Failure::Unsupported { .. }) => {}
                Err(failure) => return Err(failure),
            }
        }
        Ok(None)
    }

    /// Refines and cuts. The result says why the path could not be refuted.
    fn refine(
        &mut self,
        path: &FlatPath,
        target: ArgId,
        prefix: Option<usize>,
        states: Option<AbstractPath<C::State, C::Precision>>,
    ) -> Res<Option<String>> {
        let states = match states {
            Some(states) => states,
            None => self.replay(path)?,
        };
        let increments = match self.cpa.refine(&states, prefix, &mut self.exploration.context())? {
            Refinement::Refined(increments) => increments,
            Refinement::Exhausted(why) => return Ok(Some(why)),
        };
        let Some(first) = increments.iter().map(|(index, _)| *index).min() else {
            return Ok(Some("the analysis found no finer precision".to_owned()));
        };
        if first >= path.states.len() {
            return Err(Failure::Internal(format!("refinement at state {first} of {}", path.states.len())));
        }
        let mut increment = increments[0].1.clone();
        for (_, more) in &increments[1..] {
            increment = self.cpa.join_precision(&increment, more);
        }
        let mut cuts = vec![(path.states[first].occurrence, path.states[first].stored)];
        if !cuts.iter().any(|(occurrence, at)| self.lacks(path, *occurrence, *at, &increment)) {
            // Not there, but perhaps in a graph that the path enters later, or in the one before.
            cuts = self.lacking(path, first, &increment);
            if cuts.is_empty() && first > 0 {
                cuts = self.lacking(path, 0, &increment);
            }
        }
        if cuts.is_empty() {
            let name = self.cpa.name();
            let steps = path.states.len() - 1;
            return Ok(Some(format!("{name} analysis finds no finer precision for a path of {steps} steps")));
        }
        self.exploration.statistics_mut().refinements += 1;
        self.cut(path, cuts, Some(&increment), target)?;
        Ok(None)
    }

    /// Whether a state's precision does not track what an increment does.
    fn lacks(&self, path: &FlatPath, occurrence: usize, at: ArgId, increment: &C::Precision) -> bool {
        let entry = &self.entries[path.occurrences[occurrence].entry];
        let old = self.exploration.precision(entry.graph.arg().precision(at));
        self.cpa.join_precision(old, &self.precision_for(entry.block, increment)) != *old
    }

    /// For each graph on the path from an index on, the first state that lacks an increment.
    fn lacking(&self, path: &FlatPath, first: usize, increment: &C::Precision) -> Cuts {
        let mut cuts: BTreeMap<usize, ArgId> = BTreeMap::new();
        for state in &path.states[first..] {
            if !cuts.contains_key(&state.occurrence) && self.lacks(path, state.occurrence, state.stored, increment) {
                cuts.insert(state.occurrence, state.stored);
            }
        }
        cuts.into_iter().collect()
    }

    /// Cuts graphs, and those around them at the block calls to which the path returns; frames above the outermost end.
    pub(crate) fn cut(
        &mut self,
        path: &FlatPath,
        mut cuts: Cuts,
        increment: Option<&C::Precision>,
        target: ArgId,
    ) -> Res<()> {
        self.suspend();
        let mut index = 0;
        while let Some((occurrence, _)) = cuts.get(index).copied() {
            let inner = &path.occurrences[occurrence];
            if let Some((outer, call)) = inner.outside.filter(|_| inner.frame.is_none())
                && !cuts.contains(&(outer, call))
            {
                cuts.push((outer, call));
            }
            index += 1;
        }
        let top = self.frames.len() - 1;
        // A graph that a frame explores may also be on the path where its results so far were read.
        let position = |occurrence: usize| match self.entries[path.occurrences[occurrence].entry].status {
            Status::Running(position) => Some(position),
            _ => None,
        };
        let lowest = cuts.iter().filter_map(|(occurrence, _)| position(*occurrence)).min();
        let target_entry = self.frames[top].entry;
        self.end_frames(lowest.unwrap_or(top));
        let mut now: BTreeMap<EntryId, EntryId> = BTreeMap::new();
        for (occurrence, at) in cuts {
            let old = path.occurrences[occurrence].entry;
            let id = match now.get(&old) {
                Some(id) => *id,
                None => {
                    let id = self.reopen(old);
                    now.insert(old, id);
                    id
                }
            };
            self.cut_at(id, at, increment)?;
        }
        self.forget_replaced();
        // A target that is still there was not refuted in all contexts of its block.
        self.activate(target_entry);
        self.exploration.wait_target(target);
        Ok(())
    }

    /// Cuts the graph of an unfinished entry at a state.
    fn cut_at(&mut self, id: EntryId, at: ArgId, increment: Option<&C::Precision>) -> Res<()> {
        let block = self.entries[id].block;
        self.activate(id);
        if !self.exploration.arg().is_alive(at) {
            return Ok(());
        }
        let mut precision = self.exploration.precision(self.exploration.arg().precision(at)).clone();
        let mut shared = None;
        if let Some(increment) = increment {
            let own = self.precision_for(block, increment);
            precision = self.cpa.join_precision(&precision, &own);
            let entry = &mut self.entries[id];
            entry.precision = self.cpa.join_precision(&entry.precision, &own);
            if self.options.sharing == Sharing::Waitlist {
                let learnt = &mut self.learnt[block];
                *learnt = Some(learnt.as_ref().map_or(own.clone(), |old| self.cpa.join_precision(old, &own)));
                shared = Some(own);
            }
        }
        self.exploration.cut(at, precision)?;
        let entry = &mut self.entries[id];
        entry.applications.remove(&at);
        entry.shown_in = None;
        if let Some(own) = shared {
            // A call to which a summary was applied keeps its precision: what is below it was made with that.
            self.exploration.share(&own, |waiting| !entry.applications.contains_key(&waiting));
        }
        if entry.status == Status::Provisional {
            entry.status = Status::Waiting;
        }
        Ok(())
    }

    /// Ends the frames above a position: their entries wait to be taken up again, and so do their block calls.
    fn end_frames(&mut self, position: usize) {
        while self.frames.len() > position + 1 {
            let Some(frame) = self.pop_frame() else { return };
            for id in self.pending.split_off(frame.pending.min(self.pending.len())) {
                self.entries[id].is_pending = false;
                self.abandon(id);
            }
            self.abandon(frame.entry);
            if let (Some(call), Some(below)) = (frame.call, self.frames.last().map(|frame| frame.entry)) {
                self.activate(below);
                self.exploration.wait(call);
            }
        }
        self.suspend();
    }
}

/// What was found out about a path.
enum Judged<C: Reduce, X> {
    Violation(X, Vec<Step>),
    GivenUp(Reason),
    /// With the length of an infeasible prefix, and the states along the path when they were computed.
    Infeasible(Option<usize>, Option<AbstractPath<C::State, C::Precision>>),
}
