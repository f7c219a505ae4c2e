//! Memory as arrays.

use crate::cell::{Cell, CellId, Shape};
use crate::encoder::Encoder;
use crate::leaf::Leaf;
use crate::memory::RegionId;
use crate::place::Location;
use crate::work::{Res, Work};
use cairn_ir::{ExprId, Intrinsic, PlaceId, TypeId};
use cairn_term::TermId;

impl Encoder {
    pub(crate) fn heap_top(&mut self) -> CellId {
        let shape = Shape::whole(self.pointer());
        let sort = self.sort_of(shape);
        self.intern_cell(None, Cell::HeapTop, Some(shape), sort)
    }
    /// That an unknown pointer is null, or designates memory that the program does not name.
    pub(crate) fn null_or_wild(&mut self, pointer: TermId) -> TermId {
        let (wild, last) = (self.addresses.wild(), self.addresses.last() - 0x100_0000);
        let (zero, wild, last) = (self.address(0), self.address(wild), self.address(last));
        let null = self.terms.eq(pointer, zero);
        let (above, below) = match self.is_number(self.pointer()) {
            true => (self.terms.le(wild, pointer), self.terms.le(pointer, last)),
            false => (self.terms.bv_ule(wild, pointer), self.terms.bv_ule(pointer, last)),
        };
        let is_wild = self.terms.and(&[above, below]);
        self.terms.or(&[null, is_wild])
    }
}

impl Work<'_, '_> {
    pub(crate) fn read_memory(&mut self, _: RegionId, _: TermId, _: Leaf) -> Res<TermId> {
        Err(self.unmodelled("memory"))
    }
    pub(crate) fn write_memory(&mut self, _: RegionId, _: TermId, _: Leaf, _: TermId) -> Res<()> {
        Err(self.unmodelled("memory"))
    }
    pub(crate) fn copy(&mut self, _: Location, _: Location, _: u64) -> Res<()> {
        Err(self.unmodelled("memory"))
    }
    pub(crate) fn havoc_bytes(&mut self, _: Location, _: u64) -> Res<()> {
        Err(self.unmodelled("memory"))
    }
    pub(crate) fn fill(&mut self, _: Location, _: u8, _: u64) -> Res<()> {
        Err(self.unmodelled("memory"))
    }
    pub(crate) fn initial(&mut self, _: Location, _: TypeId, _: &[u8]) -> Res<()> {
        Err(self.unmodelled("memory"))
    }
    pub(crate) fn intrinsic(&mut self, _: Intrinsic, _: &[ExprId], _: Option<PlaceId>) -> Res<()> {
        Err(self.unmodelled("memory"))
    }
}
