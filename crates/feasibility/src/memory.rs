//! Reading and writing memory.
//!
//! At a constant offset the bytes of an object are cells (see [`crate::cells`]). At an offset that is a term, a small
//! object is looked at cell by cell, with a choice over the offsets that are possible; a large one becomes an SMT array
//! from offsets to bytes, once and for all.

use crate::cells::{Cell, Piece, Run, bytes};
use crate::object::{Content, Initial, ObjectRef};
use crate::state::{Res, State};
use crate::target::{AccessTarget, Target};
use cairn_ir::TypeId;
use cairn_term::{TermId, TermOp};

/// Offsets of an access that are looked at one by one, at most.
const POSITIONS: u64 = 64;

impl State<'_, '_> {
    /// Up to 16 bytes. When all of them are one new symbol and a pointer to a type is wanted, it is one from outside.
    pub(crate) fn read_memory(&mut self, address: TermId, size: u64, pointer: Option<TypeId>) -> Res<TermId> {
        let targets = self.resolve(address, size, false)?;
        let mut result = None;
        for target in targets.iter().rev() {
            let value = self.read_target(target, size, pointer)?;
            result = Some(match result {
                None => value,
                Some(other) => self.terms.ite(target.guard, value, other),
            });
        }
        match result {
            Some(value) => Ok(value),
            None => Ok(self.terms.bits(size as u32 * 8, 0)),
        }
    }

    /// Writes up to 16 bytes.
    pub(crate) fn write_memory(&mut self, address: TermId, size: u64, value: TermId) -> Res<()> {
        let targets = self.resolve(address, size, true)?;
        let single = targets.len() == 1;
        for target in &targets {
            let value = if single {
                value
            } else {
                let old = self.read_target(target, size, None)?;
                self.terms.ite(target.guard, value, old)
            };
            self.write_target(target, size, value)?;
        }
        Ok(())
    }

    fn read_target(&mut self, target: &Target, size: u64, pointer: Option<TypeId>) -> Res<TermId> {
        self.guards.push(target.guard);
        let value = self.read_spot(target.spot, size, pointer);
        self.guards.pop();
        value
    }

    fn write_target(&mut self, target: &Target, size: u64, value: TermId) -> Res<()> {
        self.guards.push(target.guard);
        let done = self.write_spot(target.spot, size, value);
        self.guards.pop();
        done
    }

    fn read_spot(&mut self, spot: AccessTarget, size: u64, pointer: Option<TypeId>) -> Res<TermId> {
        match spot {
            AccessTarget::At(object, offset) => self.read_at(object, offset, size, pointer),
            AccessTarget::Wild(address) => {
                let value = self.read_wild(address, size)?;
                if pointer.is_some() && !self.separated {
                    // What was there at first is from outside, too.
                    let first = self.read_first_wild(address, size);
                    self.note_unknown_pointer(value, first, pointer);
                }
                Ok(value)
            }
            AccessTarget::Somewhere(object, offset) => match self.positions(object, offset, size)? {
                Some(positions) => {
                    let mut result = None;
                    for position in positions.into_iter().rev() {
                        let value = self.read_at(object, position, size, pointer)?;
                        let position = self.address_term(position);
                        let here = self.terms.eq(offset, position);
                        result = Some(match result {
                            None => value,
                            Some(other) => self.terms.ite(here, value, other),
                        });
                    }
                    result.ok_or_else(|| self.malformed("an access without position"))
                }
                None => {
                    self.make_array(object)?;
                    self.read_array(object, offset, size, pointer.is_some())
                }
            },
        }
    }

    fn write_spot(&mut self, spot: AccessTarget, size: u64, value: TermId) -> Res<()> {
        match spot {
            AccessTarget::At(object, offset) => self.write_at(object, offset, size, value),
            AccessTarget::Wild(address) => self.write_wild(address, size, value),
            AccessTarget::Somewhere(object, offset) => match self.positions(object, offset, size)? {
                Some(positions) => {
                    // Values first: positions may overlap.
                    let mut old = Vec::with_capacity(positions.len());
                    for position in &positions {
                        old.push(self.read_at(object, *position, size, None)?);
                    }
                    let stride = positions.get(1).map_or(size, |second| second - positions[0]);
                    if stride < size {
                        self.make_array(object)?;
                        return self.write_array(object, offset, size, value);
                    }
                    for (position, old) in positions.into_iter().zip(old) {
                        let at = self.address_term(position);
                        let here = self.terms.eq(offset, at);
                        let new = self.terms.ite(here, value, old);
                        let new = self.named(new)?;
                        self.write_at(object, position, size, new)?;
                    }
                    Ok(())
                }
                None => {
                    self.make_array(object)?;
                    self.write_array(object, offset, size, value)
                }
            },
        }
    }

    /// All offsets that an access to an object in cells can have, when they are few. Demands that it has one of them.
    fn positions(&mut self, object: ObjectRef, offset: TermId, size: u64) -> Res<Option<Vec<u64>>> {
        let of = self.objects.get(object);
        if matches!(of.content, Content::Array { .. }) {
            return Ok(None);
        }
        let last = of.size - size;
        let (rest, constant) = self.terms.as_sum(offset).unwrap_or((offset, 0));
        let stride = self.stride(rest);
        // Signed: an offset below the pointer is a large number.
        let below = cairn_term::signed(constant, self.pointer_bits());
        let first = below.rem_euclid(i128::from(stride)) as u64;
        if first > last || (last - first) / stride >= POSITIONS {
            return Ok(None);
        }
        let positions: Vec<u64> = (0..=(last - first) / stride).map(|i| first + i * stride).collect();
        let mut any = Vec::with_capacity(positions.len());
        for position in &positions {
            let position = self.address_term(*position);
            any.push(self.terms.eq(offset, position));
        }
        let any = self.terms.or(&any);
        self.require(any)?;
        Ok(Some(positions))
    }

    /// A number that divides a term, products taken as not wrapping around (an index that does is out of bounds).
    pub(crate) fn stride(&self, term: TermId) -> u64 {
        fn gcd(a: u64, b: u64) -> u64 {
            if b == 0 { a } else { gcd(b, a % b) }
        }
        match self.terms.op(term) {
            TermOp::BvMul => match self.terms.as_bits(self.terms.arg(term, 0)) {
                Some(factor) if factor > 0 && factor <= 1 << 20 => factor as u64,
                _ => 1,
            },
            TermOp::BvAdd => {
                let part = |t: TermId| match self.terms.op(t) {
                    TermOp::BvMul => self.terms.as_bits(self.terms.arg(t, 0)).map_or(1, |k| (k as u64).max(1)),
                    TermOp::BitVec(bits) => bits as u64,
                    _ => 1,
                };
                gcd(part(self.terms.arg(term, 0)), part(self.terms.arg(term, 1))).clamp(1, 1 << 20)
            }
            TermOp::Concat => {
                let mut low = self.terms.arg(term, 1);
                while self.terms.op(low) == TermOp::Concat {
                    low = self.terms.arg(low, 1);
                }
                match self.terms.as_bits(low) {
                    Some(0) => 1 << self.terms.width(low).min(20),
                    _ => 1,
                }
            }
            _ => 1,
        }
    }

    pub(crate) fn read_at(
        &mut self,
        object: ObjectRef,
        offset: u64,
        size: u64,
        pointer: Option<TypeId>,
    ) -> Res<TermId> {
        let cells = match &self.objects.get(object).content {
            Content::Cells(cells) => cells,
            Content::Array { .. } => {
                let offset = self.address_term(offset);
                return self.read_array(object, offset, size, pointer.is_some());
            }
        };
        if let Some(term) = cells.exact(offset, size) {
            return Ok(term);
        }
        let mut result = None;
        let mut at = offset;
        while at < offset + size {
            let (term, count) = self.piece(object, at, offset + size - at, size, pointer)?;
            result = Some(match result {
                None => term,
                Some(below) => self.terms.concat(term, below),
            });
            at += count;
        }
        result.ok_or_else(|| self.malformed("an access of no bytes"))
    }

    /// At most `most` bytes at an offset that come from one cell or gap, and how many they are.
    pub(crate) fn piece(
        &mut self,
        object: ObjectRef,
        at: u64,
        most: u64,
        whole: u64,
        pointer: Option<TypeId>,
    ) -> Res<(TermId, u64)> {
        let of = self.objects.get(object);
        let Content::Cells(cells) = &of.content else { return Err(self.malformed("an array as cells")) };
        match cells.at(at) {
            Piece::Inside { skip, cell } => {
                let count = most.min(cell.size - skip);
                Ok((
                    match cell.run {
                        Run::Term(term) => bytes(&mut self.terms, term, skip, count),
                        Run::Fill(byte) => self.terms.bits(count as u32 * 8, fill(byte)),
                    },
                    count,
                ))
            }
            Piece::Gap(gap) => {
                let (initial, alike) = of.initial_at(at);
                let (count, ordinal) = (most.min(gap).min(alike), of.ordinal);
                let bits = count as u32 * 8;
                let term = match initial {
                    Initial::Zero => self.terms.bits(bits, 0),
                    Initial::Data(var) => {
                        let value = self.data(var, at, count);
                        self.terms.bits(bits, value)
                    }
                    Initial::Indeterminate => {
                        let symbol = match object {
                            ObjectRef::Wild(_) if of.escaped > 0 => {
                                let (outside, address) =
                                    (cairn_interp::ObjectOrdinal::outside(of.escaped), of.address + at);
                                let symbol = self.symbols.indeterminate(&mut self.terms, outside, address, count);
                                if pointer.is_some() && count == whole {
                                    self.demand_nothing_named(symbol)?;
                                }
                                symbol
                            }
                            ObjectRef::Wild(_) | ObjectRef::Null => {
                                self.symbols.wild(&mut self.terms, of.address + at, count)
                            }
                            _ => self.symbols.indeterminate(&mut self.terms, ordinal, at, count),
                        };
                        if pointer.is_some() && count == whole {
                            self.demand_unknown_pointer(symbol, pointer)?;
                        }
                        self.put(object, at, Cell { size: count, run: Run::Term(symbol) });
                        symbol
                    }
                };
                Ok((term, count))
            }
        }
    }

    pub(crate) fn data(&self, var: cairn_ir::VarId, at: u64, count: u64) -> u128 {
        let data = self.program.vars[var].data.as_deref().unwrap_or(&[]);
        let byte = |i: u64| usize::try_from(at + i).ok().and_then(|i| data.get(i)).copied().unwrap_or(0);
        (0..count).rev().fold(0, |value, i| value << 8 | u128::from(byte(i)))
    }

    pub(crate) fn put(&mut self, object: ObjectRef, offset: u64, cell: Cell) {
        let terms = &mut self.terms;
        if let Content::Cells(cells) = &mut self.objects.get_mut(object).content {
            cells.put(terms, offset, cell);
        }
    }

    pub(crate) fn write_at(&mut self, object: ObjectRef, offset: u64, size: u64, value: TermId) -> Res<()> {
        if matches!(self.objects.get(object).content, Content::Array { .. }) {
            let offset = self.address_term(offset);
            return self.write_array(object, offset, size, value);
        }
        self.put(object, offset, Cell { size, run: Run::Term(value) });
        Ok(())
    }
}

/// A byte sixteen times.
pub(crate) fn fill(byte: u8) -> u128 {
    u128::from_le_bytes([byte; 16])
}
