//! The facts about a pointer behind an access by it: it is not null, and goes into its object; so an index that it is counted by ends before
//! the object does.
//!
//! An access elsewhere is undefined, so no execution goes on behind it (the interpreter ends there, too): what is left out of the state
//! is in none. So of several questions about one pointer the first decides.

use super::assume::not_null;
use super::bounded::{EndFact, ObjectEnd};
use super::datum::Datum;
use super::location::MemoryLocation;
use super::memory::Memory;
use super::reach::Reach;
use super::symbolic_domain::SymbolicDomain;
use cairn_ir::interval::Interval;
use cairn_ir::types::Scalar;
use cairn_ir::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind};

impl<T: SymbolicDomain> Memory<'_, T> {
    /// Learns that a pointer is not null; false for what is no pointer.
    pub(super) fn learn_not_null(&mut self, expr: ExprId) -> bool {
        match (self.value(expr), self.scalar(self.program.type_of(expr))) {
            (pointer @ (Datum::Reach(_) | Datum::Among(_)), _) => self.learn_pointer(expr, not_null(pointer)),
            (Datum::Unknown, Some(Scalar::Pointer { bits })) if T::JOINS => {
                self.learn_pointer(expr, Datum::not_null(bits));
            }
            (_, scalar) => return matches!(scalar, Some(Scalar::Pointer { .. })),
        }
        true
    }

    /// Learns from an access to so many bytes behind a pointer. False where no execution makes it.
    pub(crate) fn learn_followed(&mut self, expr: ExprId, bytes: u64) -> bool {
        let pointer = self.value(expr);
        if pointer == Datum::Bits(0) {
            return false;
        }
        let reaches = pointer.reaches();
        if reaches.is_empty() {
            self.learn_not_null(expr);
            return true;
        }
        let inside: Vec<Reach> = reaches.iter().filter_map(|reach| self.inside(*reach, bytes)).collect();
        if inside.is_empty() {
            return false;
        }
        let learnt = Datum::among(inside);
        if learnt != pointer && learnt != Datum::Unknown {
            self.learn_pointer(expr, learnt);
        }
        let program = self.program;
        let ExprKind::Binary(BinaryOp::PtrAdd, start, index) = program.exprs[expr].kind else { return true };
        let unit = program.types.pointee(program.type_of(expr)).and_then(|ty| program.types.size_of(ty));
        let starts = self.value(start).reaches();
        unit.is_none_or(|unit| self.learn_index(&starts, index, (unit, bytes)))
    }

    /// Learns from an access to so many bytes of an element of an array. False where no execution makes it.
    pub(crate) fn learn_element_followed(&mut self, element: PlaceId, bytes: u64) -> bool {
        let program = self.program;
        let PlaceKind::Index(array, index) = program.exprs[element].kind else { return true };
        let Some(unit) = program.types.size_of(program.type_of_place(element)) else { return true };
        let MemoryLocation::At { object, bit, field: None } = self.target(array) else { return true };
        let start = Reach::of(object, Interval::point(i128::from(bit / 8)), 0);
        self.learn_index(start.as_slice(), index, (unit, bytes))
    }

    /// Learns from an access to so many bytes that are `index` units behind one of some addresses.
    fn learn_index(&mut self, starts: &[Reach], index: ExprId, (unit, bytes): (u64, u64)) -> bool {
        /// Offsets have fewer bits.
        const FURTHEST: i128 = 1 << 62;
        let (unit, bytes) = (i128::from(unit), i128::from(bytes));
        let Some(scalar) = self.scalar(self.program.type_of(index)) else { return true };
        let Some(before) = self.value(index).interval(scalar) else { return true };
        if !T::JOINS || unit == 0 || starts.is_empty() || starts.iter().any(|start| start.object.is_unnamed()) {
            return true;
        }
        let first =
            |start: &Reach| if start.is_bounded() { -i128::from(start.high).div_euclid(unit) } else { -FURTHEST };
        let first = starts.iter().map(first).min().unwrap_or(0);
        // Where indices wrap around, one that is too large may be one before the start.
        let is_whole = before.low * unit >= -FURTHEST && before.high * unit <= FURTHEST;
        if !is_whole && (unit > 1 || first < 0 && !scalar.is_signed()) {
            return true;
        }
        let last = |start: &Reach| {
            let most = self.state.content(start.object).and_then(|content| content.most_size);
            let size = i128::from(self.size(start.object).or(most)?);
            Some((size - bytes - start.offsets().low).div_euclid(unit))
        };
        let last = starts.iter().map(last).collect::<Option<Vec<_>>>().and_then(|all| all.into_iter().max());
        let range = Interval { low: first, high: last.unwrap_or(FURTHEST) };
        if range.low > range.high || !self.learn_range(index, range, 0) {
            return false;
        }
        if let [start] = starts
            && !start.object.is_several()
            && let (Ok(unit), Ok(base)) = (u16::try_from(unit), i32::try_from(start.offsets().low + bytes))
        {
            let fact = EndFact { object: start.object, unit, end: ObjectEnd::Size, base, exact: false };
            self.learn_facts(index, &[fact], 0);
        }
        true
    }

    /// The offsets of a reach at which so many bytes are in the object; none where there are not.
    fn inside(&self, reach: Reach, bytes: u64) -> Option<Reach> {
        let reach = Reach { null: false, ..reach };
        if reach.object.is_unnamed() {
            return Some(reach);
        }
        let most = self.state.content(reach.object).and_then(|content| content.most_size);
        match self.size(reach.object).or(most) {
            Some(size) => reach.within(Interval { low: 0, high: i128::from(size) - i128::from(bytes) }),
            None => Some(reach),
        }
    }
}
