//! The primitives of the memory model and of the C library.
//!
//! The heap is one address that grows: objects are distinct because each lies behind all before it. What is freed is not
//! used again.

use crate::cell::Shape;
use crate::step_context::{Res, Work};
use crate::symbol_facts::Interval;
use cairn_interp::layout::RED_ZONE;
use cairn_ir::{ExprId, Intrinsic, PlaceId, Step};
use cairn_term::TermId;

/// An object is small when so many of its size have room.
const SMALL_SHARE: u64 = 256;

impl Work<'_, '_> {
    pub(crate) fn intrinsic(&mut self, which: Intrinsic, args: &[ExprId], result: Option<PlaceId>) -> Res<()> {
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            values.push(self.value(*arg)?);
        }
        let address = match (which, &values[..]) {
            (Intrinsic::Malloc | Intrinsic::Alloca, [size]) | (Intrinsic::Malloc, [size, _]) => {
                let address = self.allocate(*size, args[0])?;
                self.watch(address, *size, args[0], which == Intrinsic::Alloca)?;
                address
            }
            (Intrinsic::Calloc, [size]) => {
                let address = self.allocate(*size, args[0])?;
                self.watch(address, *size, args[0], false)?;
                self.clear_new(address, *size, args[0])?;
                address
            }
            // The bytes of the old object are left open: how many there are is not known.
            (Intrinsic::Realloc, [old, size]) => {
                self.free(*old)?;
                let address = self.allocate(*size, args[1])?;
                self.watch(address, *size, args[1], false)?;
                address
            }
            (Intrinsic::Clobber, _) => return self.clobber(args),
            (Intrinsic::Escape | Intrinsic::ExternalCallee, _) => return Ok(()),
            (Intrinsic::Free, [pointer]) => return self.free(*pointer),
            (_, values) if which.only_asks() => self.ask(which, values, args)?,
            (Intrinsic::MemCopy, [to, from, size]) => {
                let bytes = self.constant_size(*size, args[2])?;
                let parts = self.e.memory.regions.parts_of_pointer(args[0], bytes.map(|b| b.saturating_add(16)));
                let theirs = self.e.memory.regions.parts_of_pointer(args[1], bytes);
                self.copy_window(*to, &parts, *from, &theirs, bytes, Some(*size))?;
                *to
            }
            (Intrinsic::MemSet, [to, byte, size]) => {
                let bytes = self.constant_size(*size, args[2])?;
                let parts = self.e.memory.regions.parts_of_pointer(args[0], bytes.map(|b| b.saturating_add(16)));
                let of = self.scalar_of(args[1])?;
                let byte = self.as_constant(*byte, of).map(|value| value.0 as u8);
                self.fill_window(*to, &parts, byte, bytes, Some(*size))?;
                *to
            }
            _ => return Err(self.malformed("a primitive with a wrong number of arguments")),
        };
        let Some(place) = result else { return Ok(()) };
        let leaf = self.leaf_of(place)?;
        let location = self.locate(place)?;
        self.write(location, leaf, address)
    }

    /// Any content of all memory that the pointers lead to.
    fn clobber(&mut self, pointers: &[ExprId]) -> Res<()> {
        let regions = self.e.memory.regions.partition.regions_behind(pointers);
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

    fn constant_size(&self, size: TermId, expr: ExprId) -> Res<Option<u64>> {
        let of = self.scalar_of(expr)?;
        Ok(self.as_constant(size, of).and_then(|value| u64::try_from(value.0).ok()))
    }

    /// The address of a new object.
    ///
    /// The heap is finite here and must not be in the program, so no execution may be left out because it is full:
    /// - What certainly has no room is not modelled.
    /// - A small object always has room. The program cannot tell where its objects are, so an execution that has used up
    ///   the heap is one like it in which the heap begins further below; only a formula without abstraction knows where
    ///   it is, and is too short to get there by small objects.
    /// - A large one, or one of unknown size that may be large, is somewhere in memory, perhaps in other objects' place.
    fn allocate(&mut self, size: TermId, expr: ExprId) -> Res<TermId> {
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
        if self.e.encoding == crate::Encoding::Integer {
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

    /// Zeros in a new object.
    fn clear_new(&mut self, address: TermId, size: TermId, expr: ExprId) -> Res<()> {
        let Step::Edge(edge) = self.step() else { return Err(self.malformed("an allocation that is no edge")) };
        let bytes = self.constant_size(size, expr)?;
        let parts = self.e.memory.regions.partition.parts_of_allocation(edge, bytes);
        self.fill_window(address, &parts, Some(0), bytes, Some(size))
    }
}
