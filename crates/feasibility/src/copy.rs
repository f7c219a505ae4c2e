//! Reading and writing any number of bytes: whole records and arrays, copies of memory. Between known places cells are
//! copied as they are; elsewhere a word at a time.
//!
//! **Copies of an unknown size** ([`State::open_size`]). Where no more bytes can be meant than a few, by the objects or by what the path demands,
//! each piece is copied where the size says so, as a choice between what is copied and what was there. Else larger ones are left out.

use crate::cells::{Cell, Piece, Run, bytes};
use crate::memory::fill;
use crate::object::{Content, Initial, Object};
use crate::state::{Res, State};
use crate::target::AccessTarget;
use cairn_term::TermId;

/// Bytes of a copy that is done piece by piece, at most.
pub(crate) const COPIED: u64 = 1 << 22;
/// Bytes of a copy of unknown size, at most.
const OPEN: u64 = 64;
/// Bytes of a symbol for indeterminate memory that is copied.
const COPY: u64 = 8;

/// Runs of bytes by offset, without gaps.
pub(crate) type Runs = Vec<(u64, Cell)>;

/// A copy of which the size is a term.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenSize {
    size: TermId,
    most: u64,
    /// Bytes that are copied together or not at all.
    piece: u64,
}

impl State<'_, '_> {
    /// How many bytes are copied from and to such places where that is not a constant; `None` where it is to be one.
    pub(crate) fn open_size(&mut self, size: TermId, places: &[TermId]) -> Res<Option<OpenSize>> {
        if self.terms.as_bits(size).is_some() {
            return Ok(None);
        }
        let mut most = OPEN + 1;
        for place in places {
            let Some(address) = self.terms.as_bits(*place).map(|bits| bits as u64) else { return Ok(None) };
            let Some(object) = self.objects.holding(address) else { return Ok(None) };
            most = most.min(self.objects.get(object).end() - address);
        }
        if most > OPEN {
            most = OPEN;
            let is_few = self.is_at_most(size, most);
            let are_many = self.terms.not(is_few);
            let fits = |value: Option<u128>| value.is_none_or(|value| value <= u128::from(OPEN));
            if !fits(self.some_value(size, Some(are_many), "the size of a copy")?) {
                if !fits(self.some_value(size, Some(is_few), "the size of a copy")?) {
                    return Ok(None);
                }
                self.leave_out("the size of a copy");
            }
        }
        let fits = self.is_at_most(size, most);
        self.require(fits)?;
        let piece = 1 << self.stride(size).trailing_zeros().min(u64::from(self.pointer_bits() / 8).trailing_zeros());
        Ok(Some(OpenSize { size, most, piece }))
    }

    /// Copies what a piece at an offset is told to be, as far as the size goes.
    pub(crate) fn copy_open(
        &mut self,
        to: TermId,
        size: OpenSize,
        mut read: impl FnMut(&mut Self, TermId, u64) -> Res<TermId>,
    ) -> Res<()> {
        let mut pieces = Vec::new();
        let each = |state: &mut Self, offset: u64, act: &mut dyn FnMut(&mut Self, TermId) -> Res<()>| {
            let (at, last) = (state.address_term(offset), state.is_at_most(size.size, offset));
            state.budget.tick()?;
            let copied = state.terms.not(last);
            state.guards.push(copied);
            let done = act(state, at);
            state.guards.pop();
            done
        };
        let offsets = || (0..size.most / size.piece).map(|i| i * size.piece);
        for offset in offsets() {
            each(self, offset, &mut |state, at| read(state, at, size.piece).map(|value| pieces.push(value)))?;
        }
        for (offset, value) in offsets().zip(pieces) {
            each(self, offset, &mut |state, at| {
                let to = state.terms.bv_add(at, to);
                let (old, copied) = (state.read_memory(to, size.piece, None)?, state.guards.last().copied());
                let value = copied.map_or(value, |copied| state.terms.ite(copied, value, old));
                state.write_memory(to, size.piece, value)
            })?;
        }
        Ok(())
    }

    /// The runs of a range of bytes, offsets counted from its start.
    pub(crate) fn read_runs(&mut self, address: TermId, size: u64) -> Res<Runs> {
        let mut runs = Runs::new();
        if size == 0 {
            return Ok(runs);
        }
        if let Some(bits) = self.terms.as_bits(address)
            && let Ok(AccessTarget::At(object, offset)) = self.concrete(bits as u64, size, false)
            && matches!(self.objects.get(object), Object { content: Content::Cells(_), bound: None, .. })
        {
            let mut at = offset;
            while at < offset + size {
                self.budget.tick()?;
                let most = offset + size - at;
                let of = self.objects.get(object);
                let Content::Cells(cells) = &of.content else { break };
                let (initial, alike) = of.initial_at(at);
                let cell = match (cells.at(at), initial) {
                    (Piece::Inside { skip: 0, cell }, _) if cell.size <= most => cell,
                    (Piece::Inside { skip, cell: Cell { size, run: Run::Fill(byte) } }, _) => {
                        Cell { size: most.min(size - skip), run: Run::Fill(byte) }
                    }
                    (Piece::Gap(gap), Initial::Zero) => Cell { size: most.min(gap).min(alike), run: Run::Fill(0) },
                    (Piece::Gap(gap), _) => {
                        let count = most.min(gap).min(COPY);
                        let (term, count) = self.piece(object, at, count, 0, None)?;
                        Cell { size: count, run: Run::Term(term) }
                    }
                    (Piece::Inside { .. }, _) => {
                        let (term, count) = self.piece(object, at, most, 0, None)?;
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
            let step = self.address_term(at);
            let from = self.terms.bv_add(step, address);
            let term = self.read_memory(from, count, None)?;
            runs.push((at, Cell { size: count, run: Run::Term(term) }));
            at += count;
        }
        Ok(runs)
    }

    pub(crate) fn write_runs(&mut self, address: TermId, runs: &Runs) -> Res<()> {
        let size = runs.iter().map(|(at, cell)| at + cell.size).max().unwrap_or(0);
        if size == 0 {
            return Ok(());
        }
        if let Some(bits) = self.terms.as_bits(address)
            && let Ok(AccessTarget::At(object, offset)) = self.concrete(bits as u64, size, true)
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
                let step = self.address_term(at + done);
                let to = self.terms.bv_add(step, address);
                let value = match cell.run {
                    Run::Term(term) => bytes(&mut self.terms, term, done, count),
                    Run::Fill(byte) => self.terms.bits(count as u32 * 8, fill(byte)),
                };
                self.write_memory(to, count, value)?;
                done += count;
            }
        }
        Ok(())
    }
}
