//! Memory as SMT arrays of bytes: large objects at unknown offsets, and wild memory, which is one array over all its
//! addresses.
//!
//! **Pointers in arrays.** A pointer that is put together from bytes of an array cannot be taken apart into the objects that it may lead to. So the
//! writes to an object are kept beside its array, and a pointer is read as a choice among those which may have written it
//! ([`State::read_word`]): each either wrote all of it or nothing, by alignment. Where that does not show, the bytes are read as they were behind
//! that write, which is right in any case.

use crate::cells::{Cell, Cells, Run, bytes};
use crate::object::{ArrayWrite, Content, Initial, ObjectRef};
use crate::state::{Res, State};
use cairn_term::{Sort, TermId, TermOp};

/// Bytes of an object that becomes an SMT array, at most, when they are not all zero or indeterminate.
const ARRAY: u64 = 1 << 16;
/// So many writes are looked at for a pointer, and so many may have written it.
const WRITES: usize = 1024;
const CHOICES: usize = 32;

/// How a write to an array and a read of it meet.
enum Overlap {
    Same,
    Disjoint,
    /// In no byte or in all.
    SameOrDisjoint,
    Any,
}

impl State<'_, '_> {
    /// Makes the bytes of an object an SMT array.
    pub(crate) fn make_array(&mut self, object: ObjectRef) -> Res<()> {
        let of = self.objects.get(object);
        let Content::Cells(cells) = &of.content else { return Ok(()) };
        if of.escaped > 0 {
            return Err(self.unknown("an unknown place in memory that code outside has changed"));
        }
        let cells: Cells = cells.clone();
        let (size, initial, ordinal) = (of.size, of.initial, of.ordinal);
        let index = Sort::BitVec(self.pointer_bits());
        let sort = self.terms.array_sort(index, Sort::BitVec(8));
        let zero = self.terms.bits(8, 0);
        let mut first = match initial {
            Initial::Indeterminate => self.terms.symbol(format!("object{}", ordinal.0), sort),
            Initial::Zero | Initial::Data(_) => self.terms.array_const(sort, zero),
        };
        if of.room > 0 && initial != Initial::Indeterminate {
            self.leave_out("memory behind an object");
        }
        if let Initial::Data(var) = initial {
            let length = self.program.vars[var].data.as_deref().map_or(0, |data| data.len() as u64).min(size);
            first = self.store_run(first, 0, Cell { size: length, run: Run::Fill(0) }, Some(var))?;
        }
        let (mut now, mut writes) = (first, Vec::new());
        for (at, cell) in cells.iter() {
            now = self.store_run(now, at, cell, None)?;
            let (offset, size) = (self.address_term(at), cell.size);
            let value = if let Run::Term(term) = cell.run { Some(term) } else { None };
            writes.push(ArrayWrite { offset, size, value, now });
        }
        self.objects.get_mut(object).content = Content::Array { first, now, writes };
        Ok(())
    }

    /// Stores a run byte by byte (or the data of a variable in its place).
    fn store_run(&mut self, mut now: TermId, at: u64, cell: Cell, data: Option<cairn_ir::VarId>) -> Res<TermId> {
        if cell.size > ARRAY {
            return Err(self.unknown("a large object with initial values at a symbolic index is not modelled"));
        }
        for i in 0..cell.size {
            self.budget.tick()?;
            let byte = match (data, cell.run) {
                (Some(var), _) => {
                    let value = self.data(var, i, 1);
                    self.terms.bits(8, value)
                }
                (None, Run::Fill(byte)) => self.terms.bits(8, u128::from(byte)),
                (None, Run::Term(term)) => bytes(&mut self.terms, term, i, 1),
            };
            let index = self.address_term(at + i);
            now = self.terms.store(now, index, byte);
        }
        Ok(now)
    }

    /// Reads an object that is an array, a pointer as a choice among writes.
    pub(crate) fn read_array(&mut self, object: ObjectRef, offset: TermId, size: u64, pointer: bool) -> Res<TermId> {
        let Content::Array { now, .. } = self.objects.get(object).content else {
            return Err(self.malformed("cells as an array"));
        };
        if pointer { self.read_word(object, offset, size) } else { self.read_bytes(object, now, offset, size) }
    }

    fn read_word(&mut self, object: ObjectRef, offset: TermId, size: u64) -> Res<TermId> {
        let Content::Array { writes, first, .. } = &self.objects.get(object).content else {
            return Err(self.malformed("cells as an array"));
        };
        let (mut choices, mut value, mut before) = (Vec::new(), None, *first);
        for (looked, write) in writes.iter().rev().enumerate() {
            match (self.overlap((offset, size), write), write.value) {
                (Overlap::Disjoint, _) if looked < WRITES => {}
                (Overlap::SameOrDisjoint, Some(value)) if choices.len() < CHOICES => {
                    choices.push((write.offset, value))
                }
                (Overlap::Same, Some(written)) => {
                    value = Some(written);
                    break;
                }
                _ => {
                    before = write.now;
                    break;
                }
            }
        }
        let mut value = match value {
            Some(value) => value,
            None => self.read_bytes(object, before, offset, size)?,
        };
        for (at, written) in choices.into_iter().rev() {
            let here = self.terms.eq(offset, at);
            value = self.terms.ite(here, written, value);
        }
        Ok(value)
    }

    /// How a read of so many bytes at an offset meets a write.
    fn overlap(&self, (offset, size): (TermId, u64), write: &ArrayWrite) -> Overlap {
        let (terms, at) = (&self.terms, write.offset);
        if at == offset && write.size == size {
            return Overlap::Same;
        }
        if let (Some(offset), Some(at)) = (terms.as_bits(offset), terms.as_bits(at)) {
            let (size, written) = (u128::from(size), u128::from(write.size));
            return if offset + size <= at || at + written <= offset { Overlap::Disjoint } else { Overlap::Any };
        }
        let remainder = |offset: TermId| {
            let (rest, constant) = match terms.as_bits(offset) {
                Some(constant) => (None, constant),
                None => terms.as_sum(offset).map_or((Some(offset), 0), |(rest, constant)| (Some(rest), constant)),
            };
            // A power of two divides also what wraps around.
            let divides = size.is_power_of_two() && rest.is_none_or(|rest| self.stride(rest).is_multiple_of(size));
            divides.then_some(constant % u128::from(size))
        };
        match (remainder(offset), remainder(at)) {
            (Some(one), Some(other)) if one == other && write.size == size => Overlap::SameOrDisjoint,
            _ => Overlap::Any,
        }
    }

    fn read_bytes(&mut self, object: ObjectRef, now: TermId, offset: TermId, size: u64) -> Res<TermId> {
        let of = self.objects.get(object);
        let Content::Array { first, .. } = of.content else { return Err(self.malformed("cells as an array")) };
        let noted = (of.initial == Initial::Indeterminate).then_some(of.ordinal);
        let start = of.address;
        Ok(self.select(first, now, offset, size, |state, index, byte| {
            if let ObjectRef::Wild(_) | ObjectRef::Null = object {
                let start = state.address_term(start);
                let address = state.terms.bv_add(start, index);
                state.symbols.read_at(None, address, byte);
            } else if let Some(ordinal) = noted {
                state.symbols.read_at(Some(ordinal), index, byte);
            }
        }))
    }

    /// The bytes from an index on.
    fn select(
        &mut self,
        first: TermId,
        now: TermId,
        index: TermId,
        size: u64,
        note: impl Fn(&mut Self, TermId, TermId),
    ) -> TermId {
        let mut result = None;
        for i in 0..size {
            let step = self.address_term(i);
            let at = self.terms.bv_add(step, index);
            let byte = self.terms.select(now, at);
            // Only what may come from the first content is an input.
            if self.terms.op(byte) == TermOp::Select {
                let origin = self.terms.select(first, at);
                note(self, at, origin);
            }
            result = Some(match result {
                None => byte,
                Some(below) => self.terms.concat(byte, below),
            });
        }
        result.unwrap_or(index)
    }

    fn store_bytes(&mut self, mut now: TermId, index: TermId, size: u64, value: TermId) -> TermId {
        for i in 0..size {
            let step = self.address_term(i);
            let at = self.terms.bv_add(step, index);
            let byte = bytes(&mut self.terms, value, i, 1);
            now = self.terms.store(now, at, byte);
        }
        now
    }

    pub(crate) fn write_array(&mut self, object: ObjectRef, offset: TermId, size: u64, value: TermId) -> Res<()> {
        let Content::Array { now, .. } = self.objects.get(object).content else {
            return Err(self.malformed("cells as an array"));
        };
        let behind = self.store_bytes(now, offset, size, value);
        if let Content::Array { now, writes, .. } = &mut self.objects.get_mut(object).content {
            *now = behind;
            writes.push(ArrayWrite { offset, size, value: Some(value), now: behind });
        }
        Ok(())
    }

    fn wild(&mut self) -> (TermId, TermId) {
        if let Some(wild) = self.wild {
            return wild;
        }
        let sort = self.terms.array_sort(Sort::BitVec(self.pointer_bits()), Sort::BitVec(8));
        let first = self.terms.symbol("wild", sort);
        self.wild_maps.insert(first);
        *self.wild.insert((first, first))
    }

    pub(crate) fn read_wild(&mut self, address: TermId, size: u64) -> Res<TermId> {
        let (first, now) = self.wild();
        Ok(self.select(first, now, address, size, |state, index, byte| state.symbols.read_at(None, index, byte)))
    }

    /// Initial content of memory that the program does not name.
    pub(crate) fn read_first_wild(&mut self, address: TermId, size: u64) -> TermId {
        let (first, _) = self.wild();
        self.select(first, first, address, size, |state, index, byte| state.symbols.read_at(None, index, byte))
    }

    pub(crate) fn write_wild(&mut self, address: TermId, size: u64, value: TermId) -> Res<()> {
        if size == u64::from(self.pointer_bits() / 8) && self.terms.as_bits(value).is_some() {
            // An address of an object that is put there may be read back and followed.
            self.note_leak(value);
        }
        let (first, now) = self.wild();
        let now = self.store_bytes(now, address, size, value);
        let mut map = now;
        while self.wild_maps.insert(map) && self.terms.op(map) == TermOp::Store {
            map = self.terms.arg(map, 0);
        }
        self.wild = Some((first, now));
        Ok(())
    }
}
