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
use crate::flat_path::{Flat, FlatPath, FlatState};
use crate::memo::{EntryId, Status};
use crate::outcome::Graphs;
use cairn_cpa::explore::Pause;
use cairn_cpa::{
    AbstractModel, ArgId, Conclusion, ErrorPath, Exploration, Failure, Observer, Reason, Reduce, Res, RunStatistics,
    Sharing, StatesOf, Statistics,
};
use cairn_ir::Step;
use std::collections::BTreeMap;

/// Where graphs are to be cut: the occurrence and the state.
type Cuts = Vec<(usize, ArgId)>;

impl<'a, 'p, C: Reduce> AbstractModel<'a, 'p> for Engine<'_, 'a, 'p, C> {
    type Cpa = C;
    type Path = FlatPath<C>;
    type Graph = Graphs<'p, C>;

    const LONG: usize = 1000;

    fn exploration(&mut self) -> &mut Exploration<'a, 'p, C> {
        &mut self.exploration
    }

    fn next_path(&mut self, observer: &mut dyn Observer) -> Res<Option<ErrorPath<FlatPath<C>>>> {
        if self.entries.is_empty() {
            self.begin()?;
        }
        loop {
            if let Some(steps) = self.look_again()? {
                return Ok(Some(ErrorPath::Again(steps)));
            }
            let Some(frame) = self.frames.last() else { return Ok(None) };
            self.activate(frame.entry);
            match self.exploration.explore(observer)? {
                Pause::Targets => {
                    if let Some(target) = self.exploration.next_target()
                        && let Some(path) = self.path_to(target)?
                    {
                        let steps = path.steps();
                        return Ok(Some(ErrorPath::New(path, steps)));
                    }
                }
                Pause::BlockCall(call) => self.enter(call)?,
                Pause::Done => self.leave()?,
            }
        }
    }

    fn states<'s>(&mut self, path: &'s mut FlatPath<C>) -> Res<&'s StatesOf<C>> {
        let replayed = match path.replayed.take() {
            Some(replayed) => replayed,
            None => self.replay(path)?,
        };
        Ok(path.replayed.insert(replayed))
    }

    /// Only the graphs of the stack are changed: what is finished stays.
    fn give_up(&mut self, path: &FlatPath<C>, reason: Reason) -> Res<()> {
        let Some(top) = self.frames.last().map(|frame| frame.entry) else { return Ok(()) };
        self.activate(top);
        self.exploration.give_up_target(path.last, reason)?;
        for position in 1..self.frames.len() {
            if let Some(call) = self.frames[position].call {
                self.activate(self.frames[position - 1].entry);
                self.exploration.isolate_path(call)?;
            }
        }
        Ok(())
    }

    fn cut(&mut self, path: &FlatPath<C>, first: usize, increment: &C::Precision) -> Res<bool> {
        let FlatState { occurrence, stored, .. } = path.states[first];
        let mut cuts = vec![(occurrence, stored)];
        if !self.lacks(path, occurrence, stored, increment) {
            // Not there, but perhaps in a graph that the path enters later, or in one before.
            cuts = self.lacking(path, first, increment);
            if cuts.is_empty() && first > 0 {
                cuts = self.lacking(path, 0, increment);
            }
        }
        let is_finer = !cuts.is_empty();
        if is_finer {
            self.cut_all(path, cuts, Some(increment))?;
        }
        Ok(is_finer)
    }

    fn end<X>(self, conclusion: &mut Conclusion<X>) -> (RunStatistics, Statistics, Graphs<'p, C>) {
        self.conclude(conclusion)
    }
}

impl<C: Reduce> Engine<'_, '_, '_, C> {
    /// The path to a target of the frame on top, unless what it rests on was cut meanwhile.
    pub(crate) fn path_to(&mut self, target: ArgId) -> Res<Option<FlatPath<C>>> {
        match self.flat_path(None, target)? {
            Flat::Whole(path) => {
                self.figures.graphs = self.figures.graphs.max(path.occurrences.len() as u64);
                Ok(Some(path))
            }
            Flat::Stale(path, call) => {
                self.figures.stale += 1;
                let outside = path.occurrences.last().and_then(|stale| stale.outside);
                let Some((occurrence, _)) = outside else {
                    return Err(Failure::Internal("a path breaks off in the outermost graph".to_owned()));
                };
                self.cut_all(&path, vec![(occurrence, call)], None)?;
                Ok(None)
            }
        }
    }

    /// The steps to the next target of [`Engine::again`].
    pub(crate) fn look_again(&mut self) -> Res<Option<Vec<Step>>> {
        while let Some((call, source, target)) = self.again.pop() {
            match self.flat_path(Some((source, target)), call)? {
                Flat::Whole(path) => return Ok(Some(path.steps())),
                Flat::Stale(path, broken) => {
                    let last = path.occurrences.last();
                    let Some((outside, _)) = last.and_then(|last| last.outside) else { continue };
                    if last.is_some_and(|last| self.entries[last.entry].kept.is_some()) {
                        // The call is looked at again when what is in the way has been explored.
                        self.again.clear();
                        self.cut_all(&path, vec![(outside, broken)], None)?;
                    }
                }
            }
        }
        Ok(None)
    }

    /// Whether a state's precision does not track what an increment does.
    fn lacks(&self, path: &FlatPath<C>, occurrence: usize, at: ArgId, increment: &C::Precision) -> bool {
        let entry = &self.entries[path.occurrences[occurrence].entry];
        let old = self.exploration.precision(entry.graph.arg().precision(at));
        self.cpa.join_precision(old, &self.precision_for(entry.block, increment)) != *old
    }

    /// For each graph on the path from an index on, the first state that lacks an increment.
    fn lacking(&self, path: &FlatPath<C>, first: usize, increment: &C::Precision) -> Cuts {
        let mut cuts: BTreeMap<usize, ArgId> = BTreeMap::new();
        for state in &path.states[first..] {
            if !cuts.contains_key(&state.occurrence) && self.lacks(path, state.occurrence, state.stored, increment) {
                cuts.insert(state.occurrence, state.stored);
            }
        }
        cuts.into_iter().collect()
    }

    /// Cuts graphs, and those around them at the block calls to which the path returns; frames above the outermost end.
    fn cut_all(&mut self, path: &FlatPath<C>, mut cuts: Cuts, increment: Option<&C::Precision>) -> Res<()> {
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
            Status::ActiveEntries(position) => Some(position),
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
        self.collect_replaced();
        // A target that is still there was not refuted in all contexts of its block.
        self.activate(target_entry);
        self.exploration.wait_target(path.last);
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
            if self.exploration.options.sharing == Sharing::Waitlist {
                let learnt = &mut self.learnt[block];
                *learnt = Some(learnt.as_ref().map_or(own.clone(), |old| self.cpa.join_precision(old, &own)));
                shared = Some(own);
            }
        }
        self.exploration.cut_at(at, precision)?;
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
