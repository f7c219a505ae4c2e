//! Reading and writing any number of bytes: whole records and arrays, copies of memory. Between known places cells are
//! copied as they are; elsewhere a word at a time.

use crate::cells::{Cell, Piece, Run, bytes};
use crate::memory::fill;
use crate::object::{Content, Initial, Object};
use crate::state::{Res, State};
use crate::target::AccessTarget;
use cairn_term::TermId;

/// Bytes of a copy that is done piece by piece, at most.
pub(crate) const COPIED: u64 = 1 << 22;
/// Bytes of a symbol for indeterminate memory that is copied.
const COPY: u64 = 8;

/// Runs of bytes by offset, without gaps.
pub(crate) type Runs = Vec<(u64, Cell)>;

impl State<'_, '_> {
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
