//! Reading and writing memory.
//!
//! At a constant offset the bytes of an object are cells (see [`crate::cells`]). At an offset that is a term, a small
//! object is looked at cell by cell, with a choice over the offsets that are possible; a large one becomes an SMT array
//! from offsets to bytes, once and for all.

// tidy: long because reads, writes and copies share how an address is resolved.

use crate::cells::{Cell, Cells, Piece, Run, bytes};
use crate::object::{Content, Initial, Object, ObjectRef};
use crate::state::{Res, State};
use crate::target::{Spot, Target};
use cairn_term::{Op, Sort, TermId};

/// Offsets of an access that are looked at one by one, at most.
const POSITIONS: u64 = 64;
/// Bytes of an object that becomes an SMT array, at most, when they are not all zero or indeterminate.
const ARRAY: u64 = 1 << 16;
/// Bytes of a copy that is done piece by piece, at most.
pub(crate) const COPIED: u64 = 1 << 22;
/// Bytes of a symbol for indeterminate memory that is copied.
const COPY: u64 = 8;

/// Runs of bytes by offset, without gaps.
pub(crate) type Runs = Vec<(u64, Cell)>;

impl State<'_, '_> {
    /// Up to 16 bytes. When all of them are one new symbol and a pointer is wanted, it is one of unknown origin.
    pub(crate) fn read(&mut self, address: TermId, size: u64, pointer: bool) -> Res<TermId> {
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
    pub(crate) fn write(&mut self, address: TermId, size: u64, value: TermId) -> Res<()> {
        let targets = self.resolve(address, size, true)?;
        let sole = targets.len() == 1;
        for target in &targets {
            let value = if sole {
                value
            } else {
                let old = self.read_target(target, size, false)?;
                self.terms.ite(target.guard, value, old)
            };
            self.write_target(target, size, value)?;
        }
        Ok(())
    }

    fn read_target(&mut self, target: &Target, size: u64, pointer: bool) -> Res<TermId> {
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

    fn read_spot(&mut self, spot: Spot, size: u64, pointer: bool) -> Res<TermId> {
        match spot {
            Spot::At(object, offset) => self.read_at(object, offset, size, pointer),
            Spot::Wild(address) => self.read_wild(address, size),
            Spot::Somewhere(object, offset) => match self.positions(object, offset, size)? {
                Some(positions) => {
                    let mut result = None;
                    for position in positions.into_iter().rev() {
                        let value = self.read_at(object, position, size, pointer)?;
                        let position = self.address(position);
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
                    self.read_array(object, offset, size)
                }
            },
        }
    }

    fn write_spot(&mut self, spot: Spot, size: u64, value: TermId) -> Res<()> {
        match spot {
            Spot::At(object, offset) => self.write_at(object, offset, size, value),
            Spot::Wild(address) => self.write_wild(address, size, value),
            Spot::Somewhere(object, offset) => match self.positions(object, offset, size)? {
                Some(positions) => {
                    // Values first: positions may overlap.
                    let mut old = Vec::with_capacity(positions.len());
                    for position in &positions {
                        old.push(self.read_at(object, *position, size, false)?);
                    }
                    let stride = positions.get(1).map_or(size, |second| second - positions[0]);
                    if stride < size {
                        self.make_array(object)?;
                        return self.write_array(object, offset, size, value);
                    }
                    for (position, old) in positions.into_iter().zip(old) {
                        let at = self.address(position);
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
        let first = constant as u64 % stride;
        if first > last || (last - first) / stride >= POSITIONS {
            return Ok(None);
        }
        let positions: Vec<u64> = (0..=(last - first) / stride).map(|i| first + i * stride).collect();
        let mut any = Vec::with_capacity(positions.len());
        for position in &positions {
            let position = self.address(*position);
            any.push(self.terms.eq(offset, position));
        }
        let any = self.terms.or(&any);
        self.require(any)?;
        Ok(Some(positions))
    }

    /// A number that divides a term, products taken as not wrapping around (an index that does is out of bounds).
    fn stride(&self, term: TermId) -> u64 {
        fn gcd(a: u64, b: u64) -> u64 {
            if b == 0 { a } else { gcd(b, a % b) }
        }
        match self.terms.op(term) {
            Op::BvMul => match self.terms.as_bits(self.terms.arg(term, 0)) {
                Some(factor) if factor > 0 && factor <= 1 << 20 => factor as u64,
                _ => 1,
            },
            Op::BvAdd => {
                let part = |t: TermId| match self.terms.op(t) {
                    Op::BvMul => self.terms.as_bits(self.terms.arg(t, 0)).map_or(1, |k| (k as u64).max(1)),
                    Op::BitVec(bits) => bits as u64,
                    _ => 1,
                };
                gcd(part(self.terms.arg(term, 0)), part(self.terms.arg(term, 1))).clamp(1, 1 << 20)
            }
            Op::Concat => {
                let mut low = self.terms.arg(term, 1);
                while self.terms.op(low) == Op::Concat {
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

    // --- cells

    pub(crate) fn read_at(&mut self, object: ObjectRef, offset: u64, size: u64, pointer: bool) -> Res<TermId> {
        let cells = match &self.objects.get(object).content {
            Content::Cells(cells) => cells,
            Content::Array { .. } => {
                let offset = self.address(offset);
                return self.read_array(object, offset, size);
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
    fn piece(&mut self, object: ObjectRef, at: u64, most: u64, whole: u64, pointer: bool) -> Res<(TermId, u64)> {
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
                let count = most.min(gap);
                let (ordinal, initial) = (of.ordinal, of.initial);
                let bits = count as u32 * 8;
                let term = match initial {
                    Initial::Zero => self.terms.bits(bits, 0),
                    Initial::Data(var) => {
                        let value = self.data(var, at, count);
                        self.terms.bits(bits, value)
                    }
                    Initial::Indeterminate => {
                        let symbol = self.symbols.indeterminate(&mut self.terms, ordinal, at, count);
                        if pointer && count == whole {
                            self.demand_unknown_pointer(symbol)?;
                        }
                        self.put(object, at, Cell { size: count, run: Run::Term(symbol) });
                        symbol
                    }
                };
                Ok((term, count))
            }
        }
    }

    /// Bytes of a variable's data.
    fn data(&self, var: cairn_ir::VarId, at: u64, count: u64) -> u128 {
        let data = self.program.vars[var].data.as_deref().unwrap_or(&[]);
        let byte = |i: u64| usize::try_from(at + i).ok().and_then(|i| data.get(i)).copied().unwrap_or(0);
        (0..count).rev().fold(0, |value, i| value << 8 | u128::from(byte(i)))
    }

    fn put(&mut self, object: ObjectRef, offset: u64, cell: Cell) {
        let terms = &mut self.terms;
        if let Content::Cells(cells) = &mut self.objects.get_mut(object).content {
            cells.put(terms, offset, cell);
        }
    }

    pub(crate) fn write_at(&mut self, object: ObjectRef, offset: u64, size: u64, value: TermId) -> Res<()> {
        if matches!(self.objects.get(object).content, Content::Array { .. }) {
            let offset = self.address(offset);
            return self.write_array(object, offset, size, value);
        }
        self.put(object, offset, Cell { size, run: Run::Term(value) });
        Ok(())
    }

    // --- arrays

    /// Makes the bytes of an object an SMT array.
    fn make_array(&mut self, object: ObjectRef) -> Res<()> {
        let of = self.objects.get(object);
        let Content::Cells(cells) = &of.content else { return Ok(()) };
        let cells: Cells = cells.clone();
        let (size, initial, ordinal) = (of.size, of.initial, of.ordinal);
        let index = Sort::BitVec(self.pointer_bits());
        let sort = self.terms.array_sort(index, Sort::BitVec(8));
        let zero = self.terms.bits(8, 0);
        let first = match initial {
            Initial::Indeterminate => self.terms.symbol(format!("object{}", ordinal.0), sort),
            Initial::Zero | Initial::Data(_) => self.terms.array_const(sort, zero),
        };
        let mut now = first;
        if let Initial::Data(var) = initial {
            let length = self.program.vars[var].data.as_deref().map_or(0, |data| data.len() as u64).min(size);
            now = self.store_run(now, 0, Cell { size: length, run: Run::Fill(0) }, Some(var))?;
        }
        for (at, cell) in cells.iter() {
            now = self.store_run(now, at, cell, None)?;
        }
        self.objects.get_mut(object).content = Content::Array { first, now };
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
            let index = self.address(at + i);
            now = self.terms.store(now, index, byte);
        }
        Ok(now)
    }

    fn read_array(&mut self, object: ObjectRef, offset: TermId, size: u64) -> Res<TermId> {
        let of = self.objects.get(object);
        let Content::Array { first, now } = of.content else { return Err(self.malformed("cells as an array")) };
        let noted = (of.initial == Initial::Indeterminate).then_some(of.ordinal);
        Ok(self.select(first, now, offset, size, |state, index, byte| {
            if let Some(ordinal) = noted {
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
            let step = self.address(i);
            let at = self.terms.bv_add(step, index);
            let byte = self.terms.select(now, at);
            // Only what may come from the first content is an input.
            if self.terms.op(byte) == Op::Select {
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
            let step = self.address(i);
            let at = self.terms.bv_add(step, index);
            let byte = bytes(&mut self.terms, value, i, 1);
            now = self.terms.store(now, at, byte);
        }
        now
    }

    fn write_array(&mut self, object: ObjectRef, offset: TermId, size: u64, value: TermId) -> Res<()> {
        let Content::Array { first, now } = self.objects.get(object).content else {
            return Err(self.malformed("cells as an array"));
        };
        let now = self.store_bytes(now, offset, size, value);
        self.objects.get_mut(object).content = Content::Array { first, now };
        Ok(())
    }

    // --- wild memory

    fn wild(&mut self) -> (TermId, TermId) {
        if let Some(wild) = self.wild {
            return wild;
        }
        let sort = self.terms.array_sort(Sort::BitVec(self.pointer_bits()), Sort::BitVec(8));
        let first = self.terms.symbol("wild", sort);
        self.wild_maps.insert(first);
        *self.wild.insert((first, first))
    }

    fn read_wild(&mut self, address: TermId, size: u64) -> Res<TermId> {
        let (first, now) = self.wild();
        Ok(self.select(first, now, address, size, |state, index, byte| state.symbols.read_at(None, index, byte)))
    }

    fn write_wild(&mut self, address: TermId, size: u64, value: TermId) -> Res<()> {
        if size == u64::from(self.pointer_bits() / 8) && self.terms.as_bits(value).is_some() {
            // An address of an object that is put there may be read back and followed.
            self.note_leak(value);
        }
        let (first, now) = self.wild();
        let now = self.store_bytes(now, address, size, value);
        let mut map = now;
        while self.wild_maps.insert(map) && self.terms.op(map) == Op::Store {
            map = self.terms.arg(map, 0);
        }
        self.wild = Some((first, now));
        Ok(())
    }

    // --- any number of bytes

    /// The runs of a range of bytes, offsets counted from its start.
    pub(crate) fn read_runs(&mut self, address: TermId, size: u64) -> Res<Runs> {
        let mut runs = Runs::new();
        if size == 0 {
            return Ok(runs);
        }
        if let Some(bits) = self.terms.as_bits(address)
            && let Ok(Spot::At(object, offset)) = self.concrete(bits as u64, size, false)
            && matches!(self.objects.get(object), Object { content: Content::Cells(_), bound: None, .. })
        {
            let mut at = offset;
            while at < offset + size {
                self.budget.tick()?;
                let most = offset + size - at;
                let of = self.objects.get(object);
                let Content::Cells(cells) = &of.content else { break };
                let cell = match (cells.at(at), of.initial) {
                    (Piece::Inside { skip: 0, cell }, _) if cell.size <= most => cell,
                    (Piece::Inside { skip, cell: Cell { size, run: Run::Fill(byte) } }, _) => {
                        Cell { size: most.min(size - skip), run: Run::Fill(byte) }
                    }
                    (Piece::Gap(gap), Initial::Zero) => Cell { size: most.min(gap), run: Run::Fill(0) },
                    (Piece::Gap(gap), _) => {
                        let count = most.min(gap).min(COPY);
                        let (term, count) = self.piece(object, at, count, 0, false)?;
                        Cell { size: count, run: Run::Term(term) }
                    }
                    (Piece::Inside { .. }, _) => {
                        let (term, count) = self.piece(object, at, most, 0, false)?;
                        Cell { size: count, run: Run::Term(term) }
                    }
                };
                runs.push((at - offset, cell));
                at += cell.size;
            }
            return Ok(runs);
        }
        if size > COPIED {
            return Err(self.unknown("a copy of more than 4 MB from an unknown address is not modelled"));
        }
        let word = u64::from(self.pointer_bits() / 8);
        let mut at = 0;
        while at < size {
            self.budget.tick()?;
            let count = word.min(size - at);
            let step = self.address(at);
            let from = self.terms.bv_add(step, address);
            let term = self.read(from, count, false)?;
            runs.push((at, Cell { size: count, run: Run::Term(term) }));
            at += count;
        }
        Ok(runs)
    }

    /// Writes runs.
    pub(crate) fn write_runs(&mut self, address: TermId, runs: &Runs) -> Res<()> {
        let size = runs.iter().map(|(at, cell)| at + cell.size).max().unwrap_or(0);
        if size == 0 {
            return Ok(());
        }
        if let Some(bits) = self.terms.as_bits(address)
            && let Ok(Spot::At(object, offset)) = self.concrete(bits as u64, size, true)
            && matches!(self.objects.get(object), Object { content: Content::Cells(_), bound: None, .. })
        {
            for (at, cell) in runs {
                self.budget.tick()?;
                self.put(object, offset + at, *cell);
            }
            return Ok(());
        }
        if size > COPIED {
            return Err(self.unknown("a copy of more than 4 MB to an unknown address is not modelled"));
        }
        for (at, cell) in runs {
            let mut done = 0;
            while done < cell.size {
                self.budget.tick()?;
                let count = (cell.size - done).min(16);
                let step = self.address(at + done);
                let to = self.terms.bv_add(step, address);
                let value = match cell.run {
                    Run::Term(term) => bytes(&mut self.terms, term, done, count),
                    Run::Fill(byte) => self.terms.bits(count as u32 * 8, fill(byte)),
                };
                self.write(to, count, value)?;
                done += count;
            }
        }
        Ok(())
    }
}

/// A byte sixteen times.
fn fill(byte: u8) -> u128 {
    u128::from_le_bytes([byte; 16])
}
