//! The answers of the primitives that ask about objects: their definition ([`Access`]).
//!
//! In the plain arrangement a pointer belongs to one object at most. In the others, where objects lie without a gap, it
//! belongs to the one that it points into, else to the one that it points just behind.

use crate::layout::AddressRange;
use crate::object::{Object, ObjectKind, Objects};
use cairn_ir::VarId;
use cairn_ir::behaviour::{Access, How, NEAR};

impl Objects {
    /// Whether `size` bytes at `to`, an address computed from `from`, may be accessed in this way; which variables nothing may
    /// write to is asked.
    pub fn access(&self, from: u64, to: u64, size: u64, how: How, constant: impl Fn(VarId) -> bool) -> Access {
        let goes_nowhere = if size > 0 || how.within { Access::No } else { Access::Unknown };
        match self.ranges.classify(from) {
            AddressRange::Null | AddressRange::Function if size == 0 && from == to => return Access::Yes,
            AddressRange::Null if from == 0 => return goes_nowhere,
            // No null that the program has stepped from: who says that there is no memory?
            AddressRange::Null | AddressRange::Wild | AddressRange::Function => return Access::Unknown,
            AddressRange::Global | AddressRange::Stack => {}
        }
        let Some(object) = self.near(from) else {
            // Objects that were freed are still known; frames that were left are not.
            let is_left = self.ranges.classify(from) == AddressRange::Stack;
            return if is_left { goes_nowhere } else { Access::Unknown };
        };
        if how.dangles && object.live && self.ranges.classify(from) == AddressRange::Stack {
            return Access::Unknown;
        }
        let end = object.address + object.size;
        match size {
            0 if how.within && (to < object.address || to > end) => Access::No,
            0 if to.saturating_add(NEAR) >= object.address && to < end + NEAR => Access::Yes,
            0 => Access::Unknown,
            _ if !object.live || to < object.address => Access::No,
            _ if how.writes && matches!(object.kind, ObjectKind::Variable(var) if constant(var)) => Access::No,
            _ if to.checked_add(size).is_some_and(|last| last <= end) => Access::Yes,
            _ => Access::No,
        }
    }

    /// The object, dead or alive, that a pointer belongs to.
    fn near(&self, address: u64) -> Option<&Object> {
        let mut best: Option<(u8, &Object)> = None;
        for object in self.overlapping(address.saturating_sub(NEAR), address.saturating_add(NEAR + 1)) {
            let end = object.address + object.size;
            let rank = match address {
                _ if address >= object.address && address < end => 0,
                _ if address == end => 1,
                _ => 2,
            };
            if best.is_none_or(|(known, _)| rank < known) {
                best = Some((rank, object));
            }
        }
        best.map(|(_, object)| object)
    }

    /// Whether `free` may be called with a pointer.
    pub fn freeable(&self, pointer: u64) -> Access {
        if pointer == 0 {
            return Access::Yes;
        }
        match (self.ranges.classify(pointer), self.holding_start(pointer)) {
            (_, Some(object)) if object.kind == ObjectKind::Heap && object.live => Access::Yes,
            (AddressRange::Stack, _) => Access::No,
            _ if self.near(pointer).is_some() => Access::No,
            _ => Access::Unknown,
        }
    }

    /// Whether an object from `malloc` or its kin was not freed yet.
    pub fn unfreed(&self) -> Access {
        let left = self.global.iter().any(|object| object.kind == ObjectKind::Heap && object.live);
        if left { Access::No } else { Access::Yes }
    }
}
