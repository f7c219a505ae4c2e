//! The known answers of the primitives that ask about objects ([`Access`]).
//!
//! An answer is given only where the object is known, and the bytes in it; otherwise it is any. A pointer to an object that
//! was freed is unknown here, and one to a variable whose place another may have is said by the primitive's argument; so an
//! address that is known is one of a living object.

use super::bounded::ObjectEnd;
use super::datum::Datum;
use super::memory::Memory;
use super::object::AbstractObject;
use super::reach::Reach;
use super::symbolic_domain::SymbolicDomain;
use super::text;
use cairn_ir::Intrinsic;
use cairn_ir::behaviour::{Access, How, NEAR};
use cairn_ir::types::Scalar;

impl<T: SymbolicDomain> Memory<'_, T> {
    /// The answer of a primitive; `None` where it is not known.
    pub(crate) fn answer(&self, which: Intrinsic, values: &[Datum]) -> Option<Access> {
        match (which, values) {
            (Intrinsic::Access, [from, to, size, how]) => {
                let how = How::of(how.bits()?.0);
                match size.bits() {
                    Some(size) => self.access(*from, *to, i128::try_from(size.0).ok()?, how),
                    None => self.access_of_some(*from, *to, *size, how),
                }
            }
            (Intrinsic::Freeable, [pointer]) => match *pointer {
                Datum::Bits(0) => Some(Access::Yes),
                Datum::Address(object, _) if object.is_unnamed() || object.is_summary() => None,
                Datum::Address(object, offset) => {
                    let starts = object.is_on_heap() && offset == 0 && self.state.content(object).is_some();
                    let is_wrong = !object.is_on_heap() || offset != 0;
                    starts.then_some(Access::Yes).or(is_wrong.then_some(Access::No))
                }
                Datum::Function(_) => Some(Access::No),
                // Null may be freed too.
                Datum::Reach(_) | Datum::Among(_) => {
                    let may_be = |reach: &Reach| {
                        let starts = reach.low == 0 && reach.high == 0;
                        starts && self.answer(which, &[Datum::Address(reach.object, 0)]) == Some(Access::Yes)
                    };
                    pointer.reaches().iter().all(may_be).then_some(Access::Yes)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether so many bytes at two addresses share one; `None` where it is not known.
    pub(super) fn overlaps(&self, values: &[Datum]) -> Option<bool> {
        let [one, other, size_a, size_b] = *values else { return None };
        let has_its_own_name =
            |at: &Reach| !(at.object.is_unnamed() || at.object.is_summary() || at.object.is_older() || at.null);
        let (mine, theirs) = (one.reaches(), other.reaches());
        if mine.is_empty() || theirs.is_empty() || !mine.iter().chain(&theirs).all(has_its_own_name) {
            return None;
        }
        if !mine.iter().any(|a| theirs.iter().any(|b| a.object.may_be(b.object))) {
            return Some(false);
        }
        let (Datum::Address(a, first), Datum::Address(b, second)) = (one, other) else { return None };
        if a != b || a.is_several() {
            return None;
        }
        let (size_a, size_b) = (i128::try_from(size_a.bits()?.0).ok()?, i128::try_from(size_b.bits()?.0).ok()?);
        let (first, second) = (i128::from(first), i128::from(second));
        Some(a == b && first < second + size_b && second < first + size_a)
    }

    fn access(&self, from: Datum, to: Datum, size: i128, how: How) -> Option<Access> {
        match (from, to) {
            (Datum::Bits(from), Datum::Bits(to)) if from == to && from == 0 => {
                return Some(if size == 0 { Access::Yes } else { Access::No });
            }
            (Datum::Bits(0), _) if size > 0 => return Some(Access::No),
            _ => {}
        }
        let near = from.reaches();
        let mut answers = to.reaches().into_iter().map(|at| {
            // A pointer that the address was computed from goes where that goes; another one may go elsewhere at the same time.
            if how.unrelated && near.iter().any(|near| near.object != at.object) {
                return None;
            }
            let near = near.iter().find(|near| near.object == at.object)?;
            self.access_in_object(*near, at, size, how)
        });
        let first = answers.next()??;
        answers.all(|answer| answer == Some(first)).then_some(first)
    }

    /// The answer about one object.
    fn access_in_object(&self, near: Reach, at: Reach, size: i128, how: How) -> Option<Access> {
        let object = at.object;
        if near.null || at.null {
            return None;
        }
        if !self.is_there(object, how) {
            return None;
        }
        let whole = self.size_of_object(object);
        let belongs = self.belongs(near);
        let is_constant = self.is_constant(object);
        // Up to its null byte a string is in its object.
        let least = text::least_end(&self.state, object, ObjectEnd::Size, self.program).unwrap_or(0);
        let is_short = at.is_bounded() && i128::from(at.high) + size <= least;
        let room = self.room_behind(at);
        let has_room = at.low >= 0 && (is_short || room > 0 && size <= room);
        // So is what has bytes of it behind itself.
        let is_inside = belongs || near.low >= 0 && self.room_behind(near) > 0;
        if !(how.writes && is_constant) && is_inside && has_room {
            return Some(Access::Yes);
        }
        let whole = whole.filter(|_| belongs && at.is_bounded())?;
        let first = self.answer_at(object, i128::from(at.low), whole, size, how);
        let is_one = at.low == at.high || first == Access::Yes;
        // The frame of the object may be left, as far as the one who asks knows: then the answer is not known, and a `no` would contradict that, so
        // that both together would leave no execution.
        let is_doubtful = first == Access::No && how.dangles && object.frame().is_some();
        let is_same = first == self.answer_at(object, i128::from(at.high), whole, size, how);
        (is_one && is_same && !is_doubtful).then_some(first)
    }

    /// Whether an object must not be written.
    fn is_constant(&self, object: AbstractObject) -> bool {
        object.is_one_of_constants() || object.var().is_some_and(|var| self.program.is_constant(var))
    }

    /// Whether an object that a pointer goes to is known to live.
    fn is_there(&self, object: AbstractObject, how: How) -> bool {
        // Where states are joined, pointers to what is over are unknown.
        let may_be_over = how.dangles && object.frame().is_some() && !T::JOINS;
        let is_known = object.var().is_some() || self.state.content(object).is_some();
        is_known && !(object.is_unnamed() || object.is_summary() || object.is_older() || may_be_over)
    }

    /// Whether a pointer is in its object or near it; elsewhere it would belong to another.
    fn belongs(&self, near: Reach) -> bool {
        let end = self.size_of_object(near.object).unwrap_or(0).saturating_add(NEAR_OF);
        near.is_bounded() && i128::from(near.low) >= -NEAR_OF && i128::from(near.high) < end
    }

    /// The answer for a number of bytes that is not known.
    fn access_of_some(&self, from: Datum, to: Datum, size: Datum, how: How) -> Option<Access> {
        let near = from.reaches();
        let size_t = Scalar::Int { bits: self.program.types.model().pointer_bits(), signed: false };
        let is_in = |at: &Reach| {
            let belongs = near.iter().any(|near| near.object == at.object && !near.null && self.belongs(*near));
            let is_constant = self.is_constant(at.object);
            let is_there = belongs && !(how.writes && is_constant) && self.is_there(at.object, how);
            is_there && self.fits(Reach { text: self.text_of(*at), ..*at }, (size, size_t))
        };
        let to = to.reaches();
        (!to.is_empty() && to.iter().all(is_in)).then_some(Access::Yes)
    }

    /// The answer at one offset of an object of so many bytes. Where it is yes at two offsets it is yes between them.
    fn answer_at(&self, object: AbstractObject, first: i128, whole: i128, size: i128, how: How) -> Access {
        let is_constant = self.is_constant(object);
        match size {
            _ if size > 0 && how.writes && is_constant => Access::No,
            0 if how.within && (first < 0 || first > whole) => Access::No,
            0 if first >= -NEAR_OF && first < whole + NEAR_OF => Access::Yes,
            0 => Access::Unknown,
            _ if first >= 0 && first + size <= whole => Access::Yes,
            _ => Access::No,
        }
    }

    fn size_of_object(&self, object: AbstractObject) -> Option<i128> {
        self.size(object).map(i128::from)
    }
}

const NEAR_OF: i128 = NEAR as i128;
