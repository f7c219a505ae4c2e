//! A path through nested graphs as one path (BAM 2.4.7): from the program's entry through the frames of the stack to a
//! state of the innermost graph, and through the graph of each block whose summary was applied on the way.
//!
//! Each state of the flat path belongs to the graph in which its successors were computed: the state at a block's entry
//! to the block's graph, the one at its end to the graph outside. The graph of one entry may occur many times, nested in
//! itself too, so an *occurrence* is what a state belongs to. No recursion here either.

use crate::engine::Engine;
use crate::memo::EntryId;
use cairn_cpa::path::chain;
use cairn_cpa::{ArgId, Cpa, Failure, PathState, PrecisionId, Reduce, Res, StatesOf, Successors};
use cairn_ir::Step;

pub(crate) struct Occurrence {
    pub(crate) entry: EntryId,
    /// Where it was entered: the occurrence outside and the block call there.
    pub(crate) outside: Option<(usize, ArgId)>,
    /// The position of its frame, for those on the stack; the path leaves all others again.
    pub(crate) frame: Option<usize>,
}

pub(crate) struct FlatState {
    pub(crate) step: Option<Step>,
    pub(crate) occurrence: usize,
    /// The last stored state at or before it.
    pub(crate) stored: ArgId,
    /// Precision of its successors.
    pub(crate) precision: PrecisionId,
}

pub(crate) struct FlatPath<C: Cpa> {
    pub(crate) states: Vec<FlatState>,
    pub(crate) occurrences: Vec<Occurrence>,
    /// Its last state in the graph of the frame on top: a target, or a block call.
    pub(crate) last: ArgId,
    /// The abstract states along it, once they were asked for: see [`Engine::replay`].
    pub(crate) replayed: Option<StatesOf<C>>,
}

impl<C: Cpa> FlatPath<C> {
    pub(crate) fn steps(&self) -> Vec<Step> {
        self.states.iter().filter_map(|state| state.step).collect()
    }
}

/// A path, or the block call at which it breaks off because what was read there is gone.
pub(crate) enum Flat<C: Cpa> {
    Whole(FlatPath<C>),
    /// The path so far; its last occurrence has the block call.
    Stale(FlatPath<C>, ArgId),
}

struct Walk {
    occurrence: usize,
    ancestry: Vec<ArgId>,
    at: usize,
}

impl<C: Reduce> Engine<'_, '_, '_, C> {
    /// The path to a state of an entry: through the block calls of all frames, which end in `last`, then in the graph of
    /// the entry that the call `last` waits for, when there is one.
    pub(crate) fn flat_path(&mut self, inner: Option<(EntryId, ArgId)>, last: ArgId) -> Res<Flat<C>> {
        self.suspend();
        let mut path = FlatPath { states: Vec::new(), occurrences: Vec::new(), last, replayed: None };
        let mut tails: Vec<(EntryId, ArgId, Option<usize>)> = Vec::new();
        for (position, frame) in self.frames.iter().enumerate() {
            let tail = self.frames.get(position + 1).map_or(Some(last), |next| next.call);
            let tail = tail.ok_or_else(|| Failure::Internal("a frame was entered by no block call".to_owned()))?;
            tails.push((frame.entry, tail, Some(position)));
        }
        tails.extend(inner.map(|(entry, target)| (entry, target, None)));
        let mut outside = None;
        for (entry, tail, frame) in tails {
            path.occurrences.push(Occurrence { entry, outside, frame });
            let occurrence = path.occurrences.len() - 1;
            if let Some(call) = self.walk(&mut path, occurrence, tail)? {
                return Ok(Flat::Stale(path, call));
            }
            outside = Some((occurrence, tail));
        }
        Ok(Flat::Whole(path))
    }

    /// Appends the path from the root of an occurrence's graph to a state; the result is a block call where it breaks off.
    fn walk(&mut self, path: &mut FlatPath<C>, occurrence: usize, tail: ArgId) -> Res<Option<ArgId>> {
        let mut walks = vec![self.begin_walk(path, occurrence, tail)];
        let mut steps = Vec::new();
        while let Some(walk) = walks.last_mut() {
            let Some([parent, child]) = walk.ancestry.get(walk.at..walk.at + 2) else {
                walks.pop();
                if let Some(outer) = walks.last() {
                    // The state at the end of a block is also the state below the call.
                    self.own(path, outer.occurrence, outer.ancestry[outer.at]);
                }
                continue;
            };
            let (parent, child, here) = (*parent, *child, walk.occurrence);
            walk.at += 1;
            let id = path.occurrences[here].entry;
            let entry = &self.entries[id];
            let arg = entry.graph.arg();
            if arg.step(child).is_some() {
                self.exploration.budget.tick()?;
                steps.clear();
                chain(self.exploration.controls_mut(), arg, parent, child, &mut steps)?;
                let ends = steps.len() - 1;
                for (index, (step, _)) in steps.iter().enumerate() {
                    let stored = if index == ends { child } else { parent };
                    let (step, precision) = (Some(*step), arg.precision(stored));
                    path.states.push(FlatState { step, occurrence: here, stored, precision });
                }
                continue;
            }
            let origin = entry.application(parent).and_then(|application| application.origin(child, arg.serial(child)));
            let Some((source, end, serial)) = origin else {
                return Err(Failure::Internal(format!(
                    "{child} of {id} is below the block call {parent}, to which no summary was applied"
                )));
            };
            if self.entries[source].kept.is_some() {
                // Nothing is known of the way through it. The block will be explored.
                path.occurrences.push(Occurrence { entry: source, outside: Some((here, parent)), frame: None });
                self.discard(source);
                return Ok(Some(parent));
            }
            let inner = self.entries[source].graph.arg();
            path.occurrences.push(Occurrence { entry: source, outside: Some((here, parent)), frame: None });
            if !inner.is_alive(end) || inner.serial(end) != serial {
                return Ok(Some(parent));
            }
            let occurrence = path.occurrences.len() - 1;
            let next = self.begin_walk(path, occurrence, end);
            walks.push(next);
        }
        Ok(None)
    }

    fn begin_walk(&self, path: &mut FlatPath<C>, occurrence: usize, tail: ArgId) -> Walk {
        let ancestry = self.entries[path.occurrences[occurrence].entry].graph.arg().ancestry(tail);
        let root = ancestry[0];
        if path.states.is_empty() {
            let precision = self.entries[path.occurrences[occurrence].entry].graph.arg().precision(root);
            path.states.push(FlatState { step: None, occurrence, stored: root, precision });
        } else {
            self.own(path, occurrence, root);
        }
        Walk { occurrence, ancestry, at: 0 }
    }

    /// Lets the last state of the path belong to an occurrence.
    fn own(&self, path: &mut FlatPath<C>, occurrence: usize, stored: ArgId) {
        let precision = self.entries[path.occurrences[occurrence].entry].graph.arg().precision(stored);
        if let Some(last) = path.states.last_mut() {
            (last.occurrence, last.stored, last.precision) = (occurrence, stored, precision);
        }
    }

    /// The abstract states along a flat path, as the plain analysis has them with the precisions of the graphs: the
    /// states of the graphs are in the terms of their blocks. Where the plain analysis has no successor, all states are
    /// those of the coarsest precisions; if there is still none, the path ends early.
    pub(crate) fn replay(&mut self, path: &FlatPath<C>) -> Res<StatesOf<C>> {
        let states = self.replay_with(path, C::replayed)?;
        if states.len() == path.states.len() {
            return Ok(states);
        }
        let whole = self.replay_with(path, C::replayed_whole)?;
        Ok(if whole.len() > states.len() { whole } else { states })
    }

    fn replay_with(
        &mut self,
        path: &FlatPath<C>,
        replayed: impl Fn(&C, &C::Precision) -> C::Precision,
    ) -> Res<StatesOf<C>> {
        let (mut state, _) = self.cpa.initial(&mut self.exploration.context())?;
        let mut control = self.exploration.controls().initial();
        let mut states = Vec::with_capacity(path.states.len());
        let (mut moves, mut out) = (Vec::new(), Successors::new());
        // Most states share the precision of the one before.
        let mut last: Option<(PrecisionId, C::Precision)> = None;
        for flat in &path.states {
            if let Some(step) = flat.step {
                self.exploration.controls_mut().moves(control, &mut moves)?;
                let next = moves.iter().find(|(other, _)| *other == step).map(|(_, to)| *to);
                let broken = || Failure::Internal(format!("the path takes {step:?}, which does not leave the place"));
                let to = next.ok_or_else(broken)?;
                out.clear();
                if let Some((_, precision)) = &last {
                    self.exploration.transfer(&state, precision, control, step, to, &mut out)?;
                }
                match out.drain(..).next() {
                    Some(next) => state = next,
                    None => return Ok(states),
                }
                control = to;
            }
            let (at, depth) = (self.exploration.controls().get(control), self.exploration.controls().depth(control));
            let precision = self.exploration.precision(flat.precision).clone();
            if last.as_ref().is_none_or(|(id, _)| *id != flat.precision) {
                last = Some((flat.precision, replayed(self.cpa, &precision)));
            }
            states.push(PathState { step: flat.step, node: at.node, control, depth, state: state.clone(), precision });
        }
        Ok(states)
    }
}
