//! What one step of a path read and wrote: the data dependences that a refinement slices along.

use super::evaluate::Access;
use std::cell::RefCell;

/// The accesses of one step.
#[derive(Debug, Default)]
pub struct Trace {
    values: RefCell<Vec<Access>>,
    addresses: RefCell<Vec<Access>>,
    writes: RefCell<Vec<Access>>,
}

impl Trace {
    /// What values were made of.
    pub fn values(&self) -> &RefCell<Vec<Access>> {
        &self.values
    }
    /// What decided where was written.
    pub fn addresses(&self) -> &RefCell<Vec<Access>> {
        &self.addresses
    }
    /// Notes a write.
    pub fn note_write(&self, access: Access) {
        self.writes.borrow_mut().push(access);
    }
    /// Everything noted: what values were made of, what decided where was written, what was written.
    pub fn into_parts(self) -> (Vec<Access>, Vec<Access>, Vec<Access>) {
        (self.values.into_inner(), self.addresses.into_inner(), self.writes.into_inner())
    }
}
