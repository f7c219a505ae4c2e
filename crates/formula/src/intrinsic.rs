//! The primitives of the memory model and of the C library.
//!
//! The heap is one address that grows: objects are distinct because each lies behind all before it. What is freed is not
//! used again.

use crate::cell::Shape;
use crate::step_context::{Res, Work};
use cairn_interp::layout::RED_ZONE;
use cairn_ir::effects::AllocationKind;
use cairn_ir::interval::Interval;
use cairn_ir::{EdgeId, ExprId, Intrinsic};
use cairn_semantics::{Allocation, ObjectMachine, Operand};
use cairn_term::TermId;

/// An object is small when so many of its size have room.
const SMALL_SHARE: u64 = 256;

impl<'p> ObjectMachine<'p> for Work<'_, 'p> {
    fn allocate(&mut self, site: EdgeId, how: Allocation, size: Operand<TermId>) -> Res<TermId> {
        let address = self.new_object(size)?;
        self.watch(address, size, how == Allocation::Frame)?;
        if how == Allocation::Zeroed {
            let bytes = self.constant_size(size)?;
            let parts = self.e.memory.regions.partition.parts_of_allocation(site, bytes);
            self.fill_window(address, &parts, Some(0), bytes, Some(size.value))?;
        }
        Ok(address)
    }
    /// The bytes of the old object are left open: how many there are is not known.
    fn reallocate(&mut self, _site: EdgeId, old: Operand<TermId>, size: Operand<TermId>) -> Res<TermId> {
        self.free(old, AllocationKind::Heap)?;
        let address = self.new_object(size)?;
        self.watch(address, size, false)?;
        Ok(address)
    }
    fn free(&mut self, pointer: Operand<TermId>, kind: AllocationKind) -> Res<()> {
        self.unwatch(pointer.value, kind)
    }
    fn copy(&mut self, to: Operand<TermId>, from: Operand<TermId>, size: Operand<TermId>) -> Res<TermId> {
        let bytes = self.constant_size(size)?;
        let parts = self.e.memory.regions.parts_of_pointer(to.expr, bytes.map(|b| b.saturating_add(16)));
        let theirs = self.e.memory.regions.parts_of_pointer(from.expr, bytes);
        self.copy_window(to.value, &parts, from.value, &theirs, bytes, Some(size.value))?;
        Ok(to.value)
    }
    fn fill(&mut self, to: Operand<TermId>, byte: Operand<TermId>, size: Operand<TermId>) -> Res<TermId> {
        let bytes = self.constant_size(size)?;
        let parts = self.e.memory.regions.parts_of_pointer(to.expr, bytes.map(|b| b.saturating_add(16)));
        let of = self.scalar_of(byte.expr)?;
        let byte = self.as_constant(byte.value, of).map(|value| value.0 as u8);
        self.fill_window(to.value, &parts, byte, bytes, Some(size.value))?;
        Ok(to.value)
    }
    fn clobber(&mut self, pointers: Vec<Operand<TermId>>) -> Res<()> {
        let pointers: Vec<ExprId> = pointers.iter().map(|pointer| pointer.expr).collect();
        let regions = self.e.memory.regions.partition.regions_behind(&pointers);
        for cell in self.e.cells_of_memory(&regions) {
            let Some(info) = self.e.info(cell) else { continue };
            let (shape, plain) = (info.shape, info.plain);
            let value = match shape {
                Some(shape) => self.fresh(shape),
                None => self.fresh_array(plain),
            };
            self.set(cell, value);
        }
        Ok(())
    }
    /// What code outside is told of, the partition has for the whole program.
    fn escape(&mut self, _pointers: Vec<Operand<TermId>>) -> Res<()> {
        Ok(())
    }
    fn external_callee(&mut self, _pointer: Operand<TermId>) -> Res<()> {
        Ok(())
    }
    fn ask(&mut self, which: Intrinsic, operands: Vec<Operand<TermId>>) -> Res<TermId> {
        self.answer_query(which, &operands)
    }
}

impl Work<'_, '_> {
    fn constant_size(&self, size: Operand<TermId>) -> Res<Option<u64>> {
        let of = self.scalar_of(size.expr)?;
        Ok(self.as_constant(size.value, of).and_then(|value| u64::try_from(value.0).ok()))
    }

    /// The address of a new object.
    ///
    /// The heap is finite here and must not be in the program, so no execution may be left out because it is full:
    /// - What certainly has no room is not modelled.
    /// - A small object always has room. The program cannot tell where its objects are, so an execution that has used up
    ///   the heap is one like it in which the heap begins further below; only a formula without abstraction knows where
    ///   it is, and is too short to get there by small objects.
    /// - A large one, or one of unknown size that may be large, is somewhere in memory, perhaps in other objects' place.
    fn new_object(&mut self, Operand { expr, value: size }: Operand<TermId>) -> Res<TermId> {
        let cell = self.e.heap_top();
        let top = self.get(cell)?;
        let limit = self.e.memory.addresses.stack();
        let of = self.scalar_of(expr)?;
        let align = self.e.memory.addresses.heap_align();
        let reserve = RED_ZONE + align - 1;
        let most = (limit - self.e.memory.addresses.heap()) / SMALL_SHARE;
        let (new, fits, small);
        if self.e.is_number(self.e.pointer()) && self.e.is_number(of) {
            // Rounded up: align * ((size + red zone + align - 1) div align).
            let (reserve, align) = (self.e.terms.int(i128::from(reserve)), self.e.terms.int(i128::from(align)));
            let more = self.e.terms.add(size, reserve);
            let count = self.e.terms.int_div(more, align);
            let bytes = self.e.terms.mul(align, count);
            new = self.e.terms.add(top, bytes);
            let (limit, most) = (self.e.terms.int(i128::from(limit)), self.e.terms.int(i128::from(most)));
            fits = self.e.terms.le(new, limit);
            small = self.e.terms.le(size, most);
        } else {
            let width = self.e.pointer().bits();
            let size = self.resized(size, of, width);
            let most = self.e.terms.bits(width, u128::from(most));
            small = self.e.terms.bv_ule(size, most);
            let reserve = self.e.terms.bits(width, u128::from(reserve));
            let more = self.e.terms.bv_add(reserve, size);
            let mask = self.e.terms.bits(width, !u128::from(align - 1) & cairn_ir::value::mask(width));
            let bytes = self.e.terms.bv_and(mask, more);
            new = self.e.terms.bv_add(top, bytes);
            let limit = self.e.address(limit);
            // The sizes that a program gets here with are below half of the address space: no sum wraps around.
            fits = self.e.terms.bv_ule(new, limit);
        }
        let (fits_for_sure, small_for_sure) = (self.e.terms.as_bool(fits), self.e.terms.as_bool(small));
        if fits_for_sure == Some(false) {
            return Err(self.unmodelled("an allocation for which Cairn's address space has no room"));
        }
        let has_room = match (fits_for_sure, small_for_sure) {
            (Some(true), _) => None,
            (_, Some(true)) => {
                self.require(fits);
                None
            }
            (_, Some(false)) => Some(fits),
            (_, None) => {
                let fits = self.e.terms.implies(small, fits);
                self.require(fits);
                Some(small)
            }
        };
        let (address, new) = match has_room {
            None => (top, new),
            Some(has_room) => {
                let elsewhere = self.somewhere();
                let address = self.e.terms.ite(has_room, top, elsewhere);
                (address, self.e.terms.ite(has_room, new, top))
            }
        };
        if self.e.encoding.is_integer() {
            let range = Interval { low: i128::from(self.e.memory.addresses.heap()), high: i128::from(limit) };
            self.known.insert(new, range);
        }
        self.set(cell, new);
        Ok(address)
    }

    /// The address of memory that the program does not otherwise name.
    fn somewhere(&mut self) -> TermId {
        let shape = Shape::whole(self.e.pointer());
        let address = self.fresh(shape);
        let wild = self.e.address(self.e.memory.addresses.wild());
        let bound = match self.e.is_number(self.e.pointer()) {
            true => self.e.terms.le(wild, address),
            false => self.e.terms.bv_ule(wild, address),
        };
        self.e.note(address, bound);
        address
    }
}
