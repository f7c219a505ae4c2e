//! Recursion: the fixpoint of the results that a block reads of itself (BAM 3.3.2, Algorithms 10–12).
//!
//! A block that is entered while it is explored reads the results found so far, which are too few. The entry that was
//! read is the head of a component; entries that rest on it, directly or through others, are provisional and are in no
//! other hands until the head is stable: *every* gate of the component has read *every* result of the entry it reads.
//! The paper compares the results of each block with the round before; here each gate knows what it has read, so that a
//! round touches just the gates that have something new to read and those on the way to them (the paper's minimal set of
//! re-added states). Results only grow in a round, so what was explored stays.
//!
//! To close an entry when its own frame is done would be a wrong TRUE under mutual recursion: `f` calls `g`, `g` calls
//! `f`, and the results of `g` rest on those of `f`, which grow after `g` is done.

use crate::engine::Engine;
use crate::memo::{EntryId, NOTHING, Status};
use cairn_cpa::{ArgId, PathChecker, Reduce, Res};
use std::collections::{BTreeMap, BTreeSet};

impl<C: Reduce, K: PathChecker + ?Sized> Engine<'_, '_, '_, C, K> {
    /// Whether the component whose head the frame on top explores is stable; then its entries are finished. If it is
    /// not, the gates with something new to read wait, and so do those on the way from the head to them.
    pub(crate) fn is_stable(&mut self, position: usize) -> Res<bool> {
        self.budget.look()?;
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
            for (gate, passage) in entry.valid_passages().filter(|(_, passage)| !passage.settled) {
                readers.entry(passage.source).or_default().push((id, gate));
                if !self.has_read_all(id, gate) {
                    again.push((id, gate));
                    dirty.insert(id);
                }
            }
        }
        let mut open: Vec<EntryId> = dirty.iter().copied().collect();
        while let Some(id) = open.pop() {
            for (reader, gate) in readers.get(&id).into_iter().flatten().copied() {
                again.push((reader, gate));
                if dirty.insert(reader) {
                    open.push(reader);
                }
            }
        }
        for (id, gate) in again {
            self.activate(id);
            self.exploration.wait(gate);
        }
        self.put_aside();
        for id in dirty.iter().copied().filter(|id| *id != head) {
            self.entries[id].status = Status::Waiting;
        }
        if dirty.contains(&head) {
            return Ok(false);
        }
        // What is dirty and that the head cannot reach belongs to nobody any more.
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

    /// Whether a gate has read all results of the entry that it read last.
    fn has_read_all(&self, id: EntryId, gate: ArgId) -> bool {
        let Some(passage) = self.entries[id].passage(gate) else { return true };
        let source = &self.entries[passage.source];
        let arg = source.graph.arg();
        source.status != Status::Waiting
            && source
                .graph
                .ends()
                .all(|end| arg.state(end).is_some_and(|state| passage.has_read(passage.source, arg.serial(end), state)))
    }

    /// An unfinished entry is in nobody's hands: whoever takes it up must read again what it read unfinished.
    pub(crate) fn abandon(&mut self, id: EntryId) {
        self.put_aside();
        let entry = &mut self.entries[id];
        (entry.status, entry.low) = (Status::Waiting, NOTHING);
        let gates: Vec<ArgId> =
            entry.valid_passages().filter(|(_, passage)| !passage.settled).map(|(gate, _)| gate).collect();
        self.activate(id);
        for gate in gates {
            self.exploration.wait(gate);
        }
        self.put_aside();
    }
}
