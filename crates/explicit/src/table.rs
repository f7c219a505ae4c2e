//! All states that were reached, each once: their bytes one behind the other, a hash table of their numbers, and of each
//! the state from which it was reached first.

use rustc_hash::FxHasher;
use std::hash::Hasher;

pub(crate) type StateId = u32;

pub(crate) const NONE: StateId = StateId::MAX;

/// Bytes of a chunk. Chunks do not move when there are more of them; states longer than one have their own.
const CHUNK: usize = 1 << 20;

#[derive(Clone, Copy)]
struct Slot {
    hash: u32,
    state: StateId,
}

struct Entry {
    chunk: u32,
    start: u32,
    length: u32,
    parent: StateId,
    depth: u32,
}

pub(crate) struct Table {
    chunks: Vec<Vec<u8>>,
    entries: Vec<Entry>,
    slots: Vec<Slot>,
    /// There was no number for a state.
    pub is_full: bool,
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(bytes);
    hasher.finish()
}

impl Table {
    pub fn new() -> Self {
        Self {
            chunks: Vec::new(),
            entries: Vec::new(),
            slots: vec![Slot { hash: 0, state: NONE }; 1 << 10],
            is_full: false,
        }
    }
    pub fn len(&self) -> usize {
        self.entries.len()
    }
    pub fn bytes(&self, state: StateId) -> &[u8] {
        let Entry { chunk, start, length, .. } = self.entries[state as usize];
        &self.chunks[chunk as usize][start as usize..(start + length) as usize]
    }
    /// The state from which one was reached first, or [`NONE`].
    pub fn parent(&self, state: StateId) -> StateId {
        self.entries[state as usize].parent
    }
    /// Number of states before it on that way.
    pub fn depth(&self, state: StateId) -> u32 {
        self.entries[state as usize].depth
    }

    /// The number of a state when it is new; `None` when it was there, or the table is full.
    pub fn insert(&mut self, bytes: &[u8], parent: StateId) -> Option<StateId> {
        if (self.entries.len() + 1) * 4 > self.slots.len() * 3 {
            self.grow();
        }
        let hash = hash(bytes);
        let mask = self.slots.len() - 1;
        // The table looks at the lower bits, and tells states apart by the upper ones.
        let (mut at, upper) = ((hash >> 7) as usize & mask, (hash >> 32) as u32);
        loop {
            let Slot { hash, state } = self.slots[at];
            if state == NONE {
                break;
            }
            if hash == upper && self.bytes(state) == bytes {
                return None;
            }
            at = (at + 1) & mask;
        }
        let Some(state) = StateId::try_from(self.entries.len()).ok().filter(|state| *state != NONE) else {
            self.is_full = true;
            return None;
        };
        self.slots[at] = Slot { hash: upper, state };
        if self.chunks.last().is_none_or(|chunk| chunk.len() + bytes.len() > chunk.capacity()) {
            self.chunks.push(Vec::with_capacity(CHUNK.max(bytes.len())));
        }
        let chunk = self.chunks.len() - 1;
        let start = self.chunks[chunk].len();
        self.chunks[chunk].extend_from_slice(bytes);
        let depth = if parent == NONE { 0 } else { self.depth(parent) + 1 };
        let (chunk, start, length) = (chunk as u32, start as u32, bytes.len() as u32);
        self.entries.push(Entry { chunk, start, length, parent, depth });
        Some(state)
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 2 - 1;
        let mut slots = vec![Slot { hash: 0, state: NONE }; mask + 1];
        for state in 0..self.entries.len() as StateId {
            let hash = hash(self.bytes(state));
            let mut at = (hash >> 7) as usize & mask;
            while slots[at].state != NONE {
                at = (at + 1) & mask;
            }
            slots[at] = Slot { hash: (hash >> 32) as u32, state };
        }
        self.slots = slots;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_state_is_there_once() {
        let mut table = Table::new();
        let text = |i: u32| i.to_le_bytes().repeat(1 + i as usize % 9);
        for i in 0..50_000 {
            assert_eq!(table.insert(&text(i), if i == 0 { NONE } else { i / 2 }), Some(i));
        }
        for i in 0..50_000 {
            assert_eq!(table.insert(&text(i), 0), None);
            assert_eq!(table.bytes(i), text(i));
        }
        assert_eq!((table.len(), table.depth(4)), (50_000, 3));
    }
}
