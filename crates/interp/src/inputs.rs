//! The inputs of a program: inputs, indeterminate bytes, memory that it does not name.
//!
//! # Numbers of objects
//! An indeterminate byte is named by the number of its object and its offset, so that whoever made the inputs (a solver's
//! model) and the interpreter mean the same byte. Objects are numbered from 0 in the order in which execution makes
//! them:
//! - entering a function (the start function first of all): one for each slot of its [`crate::layout::FrameLayout`], in order;
//! - [`cairn_ir::Op::Declare`]: one, static variables included;
//! - `Malloc`, `Calloc`, `Realloc`, `Alloca`: one each time;
//! - `Clobber`: one for each object that it reaches, which is its number from then on, by increasing address (memory that
//!   the program does not name has none);
//! - an access by name to a variable after its [`cairn_ir::Op::EndScope`] (a jump into a block past the declaration):
//!   one, as if it were declared there.

use crate::host_system::Printed;
use cairn_ir::types::Scalar;
use cairn_ir::{EdgeId, NondetSource, PlaceId, TypeId, Value};
use std::collections::BTreeMap;

/// The number of an object: see the [module](self).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObjectOrdinal(pub u64);

impl ObjectOrdinal {
    /// No object, but memory that the program does not name, as code outside leaves it when it is told of it for the
    /// so-many-th time. Offsets are addresses then.
    pub const fn outside(time: u32) -> Self {
        Self(u64::MAX - time as u64)
    }
}

/// An [`cairn_ir::Op::Havoc`] that asks for its value.
#[derive(Clone, Copy, Debug)]
pub struct InputRequest<'p> {
    /// The edge.
    pub edge: EdgeId,
    /// Where the value goes.
    pub place: PlaceId,
    /// Its type.
    pub ty: TypeId,
    /// Who asks.
    pub source: &'p NondetSource,
    /// The type as a scalar; `None` for a record or an array.
    pub scalar: Option<Scalar>,
}

/// Where the interpreter gets what the program does not determine. Each is asked once for each thing: what it answers is
/// stored.
pub trait Inputs {
    /// The next input. Bits beyond the type's (or the bit-field's) are dropped; of a `_Bool` the lowest bit counts.
    fn havoc(&mut self, request: &InputRequest<'_>) -> Value;
    /// The next input, of a type that is no scalar: fills all bytes.
    fn havoc_bytes(&mut self, request: &InputRequest<'_>, bytes: &mut [u8]) {
        let _ = request;
        bytes.fill(0);
    }
    /// An indeterminate byte that is read.
    fn memory_byte(&mut self, object: ObjectOrdinal, offset: u64) -> u8 {
        let _ = (object, offset);
        0
    }
    /// A byte that is read of memory that the program does not name.
    fn wild_byte(&mut self, address: u64) -> u8 {
        let _ = address;
        0
    }
    /// The bytes that code outside changes of a range of memory that the program does not name, when it is told of it for
    /// the so-many-th time: addresses and what they hold from then on.
    fn changed_outside(&mut self, time: u32, range: std::ops::Range<u64>) -> Vec<(u64, u8)> {
        let _ = (time, range);
        Vec::new()
    }
    /// Output of the program in a hosted run.
    fn print(&mut self, to: Printed, bytes: &[u8]) {
        let _ = (to, bytes);
    }
}

/// One recorded input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordedInput {
    /// For a scalar.
    Scalar(Value),
    /// For a record or an array.
    Bytes(Vec<u8>),
}

/// Inputs written down: a counterexample. Whatever is not written down is 0.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RecordedInputs {
    /// One for each execution of a [`cairn_ir::Op::Havoc`], in order.
    pub sequence: Vec<RecordedInput>,
    /// Indeterminate bytes, and those that code outside changes ([`ObjectOrdinal::outside`]).
    pub memory: BTreeMap<(ObjectOrdinal, u64), u8>,
    /// Bytes of memory that the program does not name.
    pub wild: BTreeMap<u64, u8>,
    /// How many of `sequence` are used.
    pub used: usize,
}

impl RecordedInputs {
    /// Only the values of the program's inputs, in order.
    pub fn of(sequence: impl IntoIterator<Item = Value>) -> Self {
        Self { sequence: sequence.into_iter().map(RecordedInput::Scalar).collect(), ..Self::default() }
    }
}

impl Inputs for RecordedInputs {
    fn havoc(&mut self, _: &InputRequest<'_>) -> Value {
        let next = self.sequence.get(self.used);
        self.used += 1;
        match next {
            Some(RecordedInput::Scalar(value)) => *value,
            Some(RecordedInput::Bytes(bytes)) => {
                bytes.iter().take(16).rev().fold(Value(0), |v, b| Value(v.0 << 8 | u128::from(*b)))
            }
            None => Value(0),
        }
    }
    fn havoc_bytes(&mut self, _: &InputRequest<'_>, bytes: &mut [u8]) {
        bytes.fill(0);
        match self.sequence.get(self.used) {
            Some(RecordedInput::Bytes(from)) => bytes.iter_mut().zip(from).for_each(|(to, from)| *to = *from),
            Some(RecordedInput::Scalar(value)) => {
                bytes.iter_mut().zip(value.0.to_le_bytes()).for_each(|(to, from)| *to = from)
            }
            None => {}
        }
        self.used += 1;
    }
    fn memory_byte(&mut self, object: ObjectOrdinal, offset: u64) -> u8 {
        self.memory.get(&(object, offset)).copied().unwrap_or(0)
    }
    fn wild_byte(&mut self, address: u64) -> u8 {
        self.wild.get(&address).copied().unwrap_or(0)
    }
    fn changed_outside(&mut self, time: u32, range: std::ops::Range<u64>) -> Vec<(u64, u8)> {
        let outside = ObjectOrdinal::outside(time);
        let changed = self.memory.range((outside, range.start)..(outside, range.end));
        changed.map(|((_, address), byte)| (*address, *byte)).collect()
    }
}
