//! Recursion: the fixpoint of the results that a block reads of itself (BAM 3.3.2, Algorithms 10–12).
//!
//! A block that is entered while it is explored reads the results found so far, which are too few. The entry that was
//! read is the head of a component; entries that rest on it, directly or through others, are provisional, and not
//! complete until the head is stable: *every* block call of the component has read *every* result of the entry it reads.
//! The paper compares the results of each block with the round before; here each call knows what it has read, so that a
//! round touches just the calls that have something new to read and those on the way to them (the paper's minimal set of
//! re-added states). Results only grow in a round, so what was explored stays.
//!
//! To close an entry when its own frame is done would be a wrong TRUE under mutual recursion: `f` calls `g`, `g` calls
//! `f`, and the results of `g` rest on those of `f`, which grow after `g` is done. So is an entry that counts as the head
//! of what rested on another entry at its position of the stack: whoever leaves a frame provisional lowers all that
//! became provisional above it.

use crate::engine::Engine;
use crate::memo::{EntryId, NOTHING, Status};
use cairn_cpa::{ArgId, Reduce, Res};
use std::collections::{BTreeMap, BTreeSet};

impl<C: Reduce> Engine<'_, '_, '_, C> {
    /// Whether the component whose head the frame on top explores is stable; then its entries are finished. If it is
    /// not, the block calls with something new to read wait, and so do those on the way from the head to them.
    pub(crate) fn is_stable(&mut self, position: usize) -> Res<bool> {
        self.exploration.budget.look()?;
        let frame = &self.frames[position];
        let (head, start) = (frame.entry, frame.pending);
        let members: Vec<EntryId> = self.pending[start..].iter().copied().filter(|id| *id != head).collect();
        let (mut again, mut dirty) = (Vec::new(), BTreeSet::new());
        let mut readers: BTreeMap<EntryId, Vec<(EntryId, ArgId)>> = BTreeMap::new();
        for id in members.iter().copied().chain([head]) {
            let entry = &self.entries[id];
            if entry.status == Status::Waiting || entry.graph.is_waiting() {
                dirty.insert(id);
            }
            for (call, application) in entry.valid_applications().filter(|(_, application)| !application.settled) {
                readers.entry(application.source).or_default().push((id, call));
                if !self.has_read_all(id, call) {
                    again.push((id, call));
                    dirty.insert(id);
                }
            }
        }
        let mut open: Vec<EntryId> = dirty.iter().copied().collect();
        while let Some(id) = open.pop() {
            for (reader, call) in readers.get(&id).into_iter().flatten().copied() {
                again.push((reader, call));
                if dirty.insert(reader) {
                    open.push(reader);
                }
            }
        }
        for (id, call) in again {
            self.activate(id);
            self.exploration.wait(call);
        }
        self.suspend();
        for id in dirty.iter().copied().filter(|id| *id != head) {
            self.entries[id].status = Status::Waiting;
        }
        if dirty.contains(&head) {
            return Ok(false);
        }
        // What is dirty and cannot be reached from the head is not explored any further here.
        for id in members {
            self.entries[id].is_pending = false;
            if dirty.contains(&id) {
                self.abandon(id);
            } else {
                self.complete(id);
            }
        }
        self.pending.truncate(start);
        Ok(true)
    }

    /// Whether a block call has read all results of the entry that it read last.
    fn has_read_all(&self, id: EntryId, call: ArgId) -> bool {
        let Some(application) = self.entries[id].application(call) else { return true };
        let source = &self.entries[application.source];
        let arg = source.graph.arg();
        source.status != Status::Waiting
            && source.graph.ends().all(|end| {
                arg.state(end).is_some_and(|state| application.has_read(application.source, arg.serial(end), state))
            })
    }

    /// Ends the exploration of an unfinished entry: the next call that needs it goes on, and reads again what was read
    /// unfinished.
    pub(crate) fn abandon(&mut self, id: EntryId) {
        self.suspend();
        let entry = &mut self.entries[id];
        (entry.status, entry.low) = (Status::Waiting, NOTHING);
        let calls: Vec<ArgId> =
            entry.valid_applications().filter(|(_, application)| !application.settled).map(|(call, _)| call).collect();
        self.activate(id);
        for call in calls {
            self.exploration.wait(call);
        }
        self.suspend();
    }
}
