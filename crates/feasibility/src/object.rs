//! Objects at concrete addresses, the interpreter's own (see [`cairn_interp::layout`]): every address that the path
//! determines is a constant, and so is every comparison of such addresses.

use crate::cells::Cells;
use cairn_interp::layout::{AddressRange, Ranges};
use cairn_interp::{ObjectKind, ObjectOrdinal};
use cairn_ir::VarId;
use cairn_term::TermId;

/// Initial bytes of an object that were never written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Initial {
    Zero,
    /// The data of a variable, zero beyond its end.
    Data(VarId),
    Indeterminate,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Content {
    Cells(Cells),
    /// An SMT array from offsets to bytes, what it was at first, and what was written since, the last write last.
    Array {
        first: TermId,
        now: TermId,
        writes: Vec<ArrayWrite>,
    },
}

/// A write to an SMT array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ArrayWrite {
    pub offset: TermId,
    pub size: u64,
    /// What was written, where that is one term.
    pub value: Option<TermId>,
    /// The array behind the write.
    pub now: TermId,
}

#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub address: u64,
    pub size: u64,
    /// Bytes behind it that belong to it as well, indeterminate at first: see [`crate::out_of_bounds_tolerance`].
    pub room: u64,
    /// The real size, at most `size`, where an input decides it: see [`crate::state::Sizes`].
    pub bound: Option<TermId>,
    pub ordinal: ObjectOrdinal,
    pub kind: ObjectKind,
    pub live: bool,
    pub read_only: bool,
    pub initial: Initial,
    pub content: Content,
    /// How often code outside was told of it, where it is memory that the program does not name.
    pub escaped: u32,
}

impl Object {
    pub fn new(address: u64, size: u64, ordinal: ObjectOrdinal, kind: ObjectKind, initial: Initial) -> Self {
        let content = Content::Cells(Cells::default());
        Self {
            address,
            size,
            room: 0,
            bound: None,
            ordinal,
            kind,
            live: true,
            read_only: false,
            initial,
            content,
            escaped: 0,
        }
    }
    /// One past its last byte, its room included.
    pub fn end(&self) -> u64 {
        self.address + self.size + self.room
    }
    /// Initial value at an offset where nothing was written, and for how many bytes that holds.
    pub fn initial_at(&self, offset: u64) -> (Initial, u64) {
        match self.size.checked_sub(offset) {
            Some(proper) if proper > 0 => (self.initial, proper),
            _ => (Initial::Indeterminate, u64::MAX),
        }
    }
}

/// An object of [`Objects`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ObjectRef {
    Global(usize),
    Stack(usize),
    /// Wild memory that an unknown pointer designates: see [`crate::separation`].
    Wild(usize),
    /// Object of a pointer that is always null: see [`cairn_interp::Nulls`].
    Null,
}

/// All objects, by address: both tables grow upwards.
#[derive(Clone, Debug)]
pub(crate) struct Objects {
    pub ranges: Ranges,
    pub global: Vec<Object>,
    pub stack: Vec<Object>,
    pub wild: Vec<Object>,
    pub null: Object,
    next: u64,
}

impl Objects {
    pub fn new(ranges: Ranges) -> Self {
        let nobody = ObjectOrdinal(u64::MAX);
        let (start, size) = (ranges.null_memory(), ranges.first());
        let null = Object::new(start, size, nobody, ObjectKind::Heap, Initial::Indeterminate);
        Self { ranges, global: Vec::new(), stack: Vec::new(), wild: Vec::new(), null, next: 0 }
    }
    pub fn number(&mut self) -> ObjectOrdinal {
        self.next += 1;
        ObjectOrdinal(self.next - 1)
    }
    /// The last object that starts at the address or below it, dead or alive.
    pub fn below(&self, address: u64) -> Option<ObjectRef> {
        let at = |table: &[Object]| table.partition_point(|o| o.address <= address).checked_sub(1);
        match self.ranges.classify(address) {
            AddressRange::Global => at(&self.global).map(ObjectRef::Global),
            AddressRange::Stack => at(&self.stack).map(ObjectRef::Stack),
            _ => None,
        }
    }
    /// The object that holds the address, dead or alive.
    pub fn holding(&self, address: u64) -> Option<ObjectRef> {
        self.below(address).filter(|object| address < self.get(*object).end())
    }
    pub fn get(&self, object: ObjectRef) -> &Object {
        match object {
            ObjectRef::Global(at) => &self.global[at],
            ObjectRef::Stack(at) => &self.stack[at],
            ObjectRef::Wild(at) => &self.wild[at],
            ObjectRef::Null => &self.null,
        }
    }
    pub fn get_mut(&mut self, object: ObjectRef) -> &mut Object {
        match object {
            ObjectRef::Global(at) => &mut self.global[at],
            ObjectRef::Stack(at) => &mut self.stack[at],
            ObjectRef::Wild(at) => &mut self.wild[at],
            ObjectRef::Null => &mut self.null,
        }
    }
}
