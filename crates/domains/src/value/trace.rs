//! The reads and writes of one step of a path: the data dependences that a refinement slices along.

use super::object::AbstractObject;
use std::cell::RefCell;

/// A range of bits of an object that an evaluation has looked at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ReadBits {
    /// The object.
    pub object: AbstractObject,
    /// First bit.
    pub at: u64,
    /// Number of bits.
    pub width: u64,
}

/// The accesses of one step.
#[derive(Debug, Default)]
pub struct StepTrace {
    values: RefCell<Vec<ReadBits>>,
    addresses: RefCell<Vec<ReadBits>>,
    writes: RefCell<Vec<ReadBits>>,
}

impl StepTrace {
    /// Sources of values.
    pub fn values(&self) -> &RefCell<Vec<ReadBits>> {
        &self.values
    }
    /// Bits that chose addresses.
    pub fn addresses(&self) -> &RefCell<Vec<ReadBits>> {
        &self.addresses
    }
    /// Notes a write.
    pub fn note_write(&self, access: ReadBits) {
        self.writes.borrow_mut().push(access);
    }
    /// Everything noted: what values were made of, what decided where was written, what was written.
    pub fn into_parts(self) -> (Vec<ReadBits>, Vec<ReadBits>, Vec<ReadBits>) {
        (self.values.into_inner(), self.addresses.into_inner(), self.writes.into_inner())
    }
}
