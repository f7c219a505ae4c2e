//! The objects that exist or existed: two tables sorted by address. Both ranges of addresses mostly grow upwards (the
//! stack's table shrinks with the stack).

use crate::inputs::ObjectOrdinal;
use crate::layout::{AddressRange, Ranges};
use cairn_ir::VarId;

/// Kind of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectKind {
    /// A variable or a string literal.
    Variable(VarId),
    /// From `malloc` and its kin.
    Heap,
    /// From `alloca`.
    Alloca,
}

/// An object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Object {
    /// Its first byte.
    pub address: u64,
    /// Its size in bytes.
    pub size: u64,
    /// Bytes behind it that belong to it as well, indeterminate at first; 0 but in the layout of
    /// [`crate::Code::roomy`].
    pub room: u64,
    /// Its number.
    pub ordinal: ObjectOrdinal,
    /// Its kind.
    pub kind: ObjectKind,
    /// False once its lifetime has ended, or before it began.
    pub live: bool,
    /// True for a string literal.
    pub read_only: bool,
    /// Its initial bytes where no page holds them yet: zero, or indeterminate.
    pub zeroed: bool,
}

impl Object {
    /// One past its last byte, its room included.
    pub fn end(&self) -> u64 {
        self.address + self.size + self.room
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Objects {
    pub ranges: Ranges,
    pub global: Vec<Object>,
    pub stack: Vec<Object>,
    /// Heap objects that were freed and not handed out again, by address.
    pub freed: Vec<u64>,
    pub(crate) next: u64,
}

impl Objects {
    pub fn new(ranges: Ranges) -> Self {
        Self { ranges, global: Vec::new(), stack: Vec::new(), freed: Vec::new(), next: 0 }
    }

    pub fn number(&mut self) -> ObjectOrdinal {
        self.next += 1;
        ObjectOrdinal(self.next - 1)
    }

    /// So many numbers at once; the first.
    pub fn numbers(&mut self, count: u64) -> u64 {
        self.next += count;
        self.next - count
    }

    fn table(&self, address: u64) -> &[Object] {
        match self.ranges.classify(address) {
            AddressRange::Global => &self.global,
            AddressRange::Stack => &self.stack,
            _ => &[],
        }
    }

    /// The last object that starts at the address or below it, dead or alive.
    pub fn below(&self, address: u64) -> Option<&Object> {
        let table = self.table(address);
        table.partition_point(|o| o.address <= address).checked_sub(1).map(|at| &table[at])
    }

    /// The object that holds the address, dead or alive.
    pub fn holding(&self, address: u64) -> Option<&Object> {
        self.below(address).filter(|o| address < o.end())
    }

    /// The heap object or static one that starts at an address.
    pub fn holding_start(&self, address: u64) -> Option<&Object> {
        self.below(address).filter(|o| o.address == address)
    }

    pub fn by_start_mut(&mut self, address: u64) -> Option<&mut Object> {
        let table = match self.ranges.classify(address) {
            AddressRange::Global => &mut self.global,
            AddressRange::Stack => &mut self.stack,
            _ => return None,
        };
        let at = table.binary_search_by_key(&address, |o| o.address).ok()?;
        table.get_mut(at)
    }

    /// All objects that overlap a range of addresses.
    pub fn overlapping(&self, start: u64, end: u64) -> impl Iterator<Item = &Object> {
        let table = self.table(start);
        let from = table.partition_point(|o| o.address <= start).saturating_sub(1);
        table[from..].iter().take_while(move |o| o.address < end).filter(move |o| o.end() > start)
    }
}
