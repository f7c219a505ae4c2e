//! The facts that are learnt of integers and the ends of objects ([`super::bounded`]): from comparisons, from bytes that
//! are null or not, from allocations; and what arithmetic leaves of it.
//!
//! Over-approximation: each fact follows from the exact values of its operands; where an operation may leave its type nothing is said.

use super::bounded::{EndFact, EndFacts, LARGEST, ObjectEnd};
use super::cursor::Origins;
use super::datum::Datum;
use super::location::MemoryLocation;
use super::memory::Memory;
use super::object::AbstractObject;
use super::object_content::{ObjectContent, Rest};
use super::reach::Reach;
use super::symbolic_domain::SymbolicDomain;
use super::text;
use cairn_ir::interval::Interval;
use cairn_ir::types::Scalar;
use cairn_ir::walk::ExprOrPlace;
use cairn_ir::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind, Value};
use smallvec::SmallVec;

pub(super) type Found = SmallVec<[EndFact; 2]>;

/// Deeper expressions are not taken apart.
const DEEPEST: u32 = 8;

impl<T: SymbolicDomain> Memory<'_, T> {
    /// Learns facts of the value that an expression has.
    pub(super) fn learn_facts(&mut self, expr: ExprId, facts: &[EndFact], nesting: u32) {
        if !T::JOINS || facts.is_empty() || nesting > DEEPEST {
            return;
        }
        let program = self.program;
        let Some(scalar) = self.scalar(program.type_of(expr)) else { return };
        let datum = self.value(expr);
        let Some(interval) = datum.interval(scalar) else { return };
        let point = |memory: &mut Self, expr| {
            let of = memory.scalar(program.type_of(expr))?;
            let value = memory.value(expr);
            value.interval(of).filter(|interval| interval.low == interval.high).map(|interval| interval.low)
        };
        match program.exprs[expr].kind {
            ExprKind::Load(place) => {
                let mut high = interval.high.min(LARGEST);
                for fact in facts {
                    if let Some(end) = self.greatest_end(fact.object, fact.end) {
                        high = high.min((end - i128::from(fact.base)).div_euclid(fact.unit.into()));
                    }
                }
                let is_implied = |fact: &EndFact| {
                    let end = text::least_end(&self.state, fact.object, fact.end, program);
                    let at = interval.high.saturating_mul(fact.unit.into()) + i128::from(fact.base);
                    !fact.exact && end.is_some_and(|end| at <= end)
                };
                // Of a constant only what its value does not say.
                if high < interval.low || !datum.is_open() && facts.iter().all(is_implied) {
                    return;
                }
                let narrow = if high == interval.low {
                    datum
                } else {
                    Datum::of_interval(Interval { high, ..interval }, scalar)
                };
                let learnt = narrow.with_facts(datum.facts().iter().chain(facts).copied(), scalar);
                if learnt != datum {
                    let location = self.target(place);
                    self.learn(location, scalar, learnt);
                }
                self.learn_least(learnt, interval.low);
            }
            ExprKind::Cast(inner) => {
                let of = self.scalar(program.type_of(inner)).filter(|of| Interval::of_type(*of).is_some());
                let value = self.value(inner);
                let is_same = of.and_then(|of| value.interval(of)).is_some_and(|inner| {
                    Interval::of_type(scalar).is_some_and(|all| inner.is_in(all)) && scalar != Scalar::Bool
                });
                if is_same {
                    self.learn_facts(inner, facts, nesting + 1);
                }
            }
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul), left, right) => {
                let (x, y) = (point(self, left), point(self, right));
                let (inner, by) = match (op, x, y) {
                    (_, None, Some(by)) => (left, by),
                    (BinaryOp::Add | BinaryOp::Mul, Some(by), None) => (right, by),
                    (BinaryOp::Add, None, None) => return self.learn_summands((left, right), scalar, facts, nesting),
                    _ => return,
                };
                let value = self.value(inner);
                let Some(before) = value.interval(scalar) else { return };
                // The result is that of whole numbers.
                let result = before.apply(op, Interval::point(by));
                if !result.is_some_and(|result| Interval::of_type(scalar).is_some_and(|all| result.is_in(all))) {
                    return;
                }
                let of_inner = |fact: &EndFact| match op {
                    BinaryOp::Add => fact.shifted(-by),
                    BinaryOp::Sub => fact.shifted(by),
                    _ => {
                        let unit = i128::from(fact.unit).checked_mul(by)?;
                        Some(EndFact { unit: u16::try_from(unit).ok().filter(|unit| *unit > 0)?, ..*fact })
                    }
                };
                let facts: Found = facts.iter().filter_map(of_inner).collect();
                self.learn_facts(inner, &facts, nesting + 1);
            }
            _ => {}
        }
    }

    /// Learns facts of a sum of two integers: each of them is the sum less at least the least value of the other.
    fn learn_summands(&mut self, (left, right): (ExprId, ExprId), scalar: Scalar, facts: &[EndFact], nesting: u32) {
        let (x, y) = (self.value(left), self.value(right));
        let (Some(x), Some(y)) = (x.interval(scalar), y.interval(scalar)) else { return };
        let sum = x.apply(BinaryOp::Add, y);
        if !sum.is_some_and(|sum| Interval::of_type(scalar).is_some_and(|all| sum.is_in(all))) {
            return;
        }
        let less = |by: i128| facts.iter().filter_map(|fact| fact.not_above().shifted(-by)).collect::<Found>();
        self.learn_facts(left, &less(y.low), nesting + 1);
        self.learn_facts(right, &less(x.low), nesting + 1);
    }

    /// Learns from the least value of an integer that the size of an object is a multiple of.
    pub(super) fn learn_least(&mut self, datum: Datum, least: i128) {
        for fact in datum.facts().iter().filter(|fact| fact.exact && fact.end == ObjectEnd::Size) {
            let bytes = u64::try_from(least * i128::from(fact.unit) + i128::from(fact.base)).unwrap_or(0);
            if let Some(content) = self.state.content(fact.object).filter(|content| content.least_size < bytes).cloned()
            {
                self.state.set_content(fact.object, ObjectContent { least_size: bytes, ..content });
            }
        }
    }

    /// Learns from a comparison of integers that holds.
    pub(super) fn relate(&mut self, op: BinaryOp, left: ExprId, right: ExprId, nesting: u32) {
        if !T::JOINS {
            return;
        }
        let (x, y) = (self.value(left).facts(), self.value(right).facts());
        if x.is_empty() && y.is_empty() {
            return;
        }
        let below = |of: &[EndFact]| of.iter().filter_map(|fact| fact.below()).collect();
        let not_above = |of: &[EndFact]| of.iter().map(|fact| fact.not_above()).collect();
        // At most an end, and not equal to it.
        let beside = |of: &[EndFact], other: &[EndFact]| {
            let is_end = |fact: &EndFact| {
                let exact = EndFact { exact: true, ..*fact };
                fact.end == ObjectEnd::Size && other.contains(&exact)
            };
            of.iter().filter(|fact| is_end(fact)).filter_map(|fact| fact.below()).collect()
        };
        let (of_left, of_right): (Found, Found) = match op {
            BinaryOp::Lt => (below(y), Found::new()),
            BinaryOp::Le => (not_above(y), Found::new()),
            BinaryOp::Gt => (Found::new(), below(x)),
            BinaryOp::Ge => (Found::new(), not_above(x)),
            BinaryOp::Eq => (SmallVec::from_slice(y), SmallVec::from_slice(x)),
            BinaryOp::Ne => (beside(x, y), beside(y, x)),
            _ => return,
        };
        self.learn_facts(left, &of_left, nesting);
        self.learn_facts(right, &of_right, nesting);
    }

    /// Learns from a new object of so many bytes.
    pub(super) fn learn_size(&mut self, address: Datum, size: ExprId) {
        if let Datum::Address(object, 0) = address {
            let fact = EndFact { object, unit: 1, end: ObjectEnd::Size, base: 0, exact: true };
            let value = self.value(size);
            let of = self.scalar(self.program.type_of(size));
            let sizes = of.and_then(|of| value.interval(of));
            if sizes.is_some_and(|sizes| sizes.low >= 0 && sizes.high <= LARGEST) {
                self.learn_facts(size, &[fact], 0);
                // Where a null byte is, another one may be.
                let is_kept = |fact: &&EndFact| fact.exact && fact.object != object && fact.end != ObjectEnd::Null;
                let facts = self.value(size).facts().iter().filter(is_kept);
                let size_facts = EndFacts::of(facts.copied());
                if let Some(content) = self.state.content(object).filter(|_| size_facts.is_some()).cloned() {
                    self.state.set_content(object, ObjectContent { size_facts, ..content });
                }
            }
        }
    }

    /// Facts about an integer and the ends of an object: its own facts, and those that follow from what the size of the object is.
    pub(super) fn facts_about(&self, value: Datum, object: AbstractObject) -> Found {
        let sizes = self.state.content(object).and_then(|content| content.size_facts);
        let by_size = |fact: &EndFact| {
            // The integer and the size are bounded by the same end, and the size exactly.
            let is_same =
                |size: &&EndFact| (size.object, size.unit, size.end) == (fact.object, 1, fact.end) && fact.unit == 1;
            let size = sizes?.all().iter().find(is_same)?;
            let base = fact.base.checked_sub(size.base)?;
            Some(EndFact { object, unit: 1, end: ObjectEnd::Size, base, exact: false })
        };
        let facts = value.facts().iter();
        let own = facts.clone().filter(|fact| fact.object == object && fact.is_in_object()).copied();
        own.chain(facts.filter_map(by_size)).collect()
    }

    /// Where an array of bytes begins that a place is an element of, what facts about its object are counted from, and the subscript.
    fn start_and_subscript(&mut self, place: PlaceId) -> Option<(Datum, Origins, ExprId)> {
        match self.program.exprs[place].kind {
            PlaceKind::Deref(pointer) => match self.program.exprs[pointer].kind {
                ExprKind::Binary(BinaryOp::PtrAdd, start, index) => {
                    let origins = self.origins(start);
                    Some((self.value(start), origins, index))
                }
                _ => None,
            },
            PlaceKind::Index(array, index) => match self.target(array) {
                MemoryLocation::At { object, bit, field: None } if bit % 8 == 0 => {
                    let start = Datum::Address(object, bit / 8);
                    Some((start, start.origins(), index))
                }
                _ => None,
            },
            PlaceKind::Var(_) | PlaceKind::Field(..) => None,
        }
    }

    /// Learns from a byte being null, or not: where it is an element of a string, of the subscript.
    pub(super) fn learn_byte(&mut self, place: PlaceId, is_null: bool) {
        let Some((start, origins, index)) = self.start_and_subscript(place) else { return };
        let known = self.value(index);
        let reaches = start.reaches();
        if reaches.iter().any(|at| at.null) {
            return;
        }
        let goes_on = is_null || {
            let of = self.scalar(self.program.type_of(index)).and_then(|of| known.interval(of));
            let element = |at: &Reach| self.moved(*at, (known, of?), 1);
            let has_null = |element| self.text_of(element) != super::NullByte::UNKNOWN;
            !reaches.is_empty() && reaches.iter().all(|at| element(at).is_some_and(has_null))
        };
        let mut learnt = Found::new();
        for (object, bytes) in origins {
            let fact = |end, base, exact| EndFact { object, unit: 1, end, base, exact };
            let is_not_above =
                |one: &EndFact| EndFact { base: 0, exact: false, ..*one } == fact(ObjectEnd::FirstNull, 0, false);
            let is_first = known.bits().is_some_and(|value| value.0 == 0)
                || known.facts().iter().any(|one| is_not_above(one) && one.base >= 0);
            if is_null {
                learnt.push(fact(ObjectEnd::Null, bytes, true));
            } else if goes_on {
                learnt.extend(bytes.checked_add(1).map(|base| fact(ObjectEnd::LastNull, base, false)));
            }
            if is_first && bytes == 0 {
                learnt.push(fact(ObjectEnd::FirstNull, i32::from(!is_null), is_null));
            }
        }
        self.learn_facts(index, &learnt, 0);
    }

    /// Learns of the subscript from a null byte that was just written; where the write is to nothing that says
    /// which byte it is.
    pub(super) fn learn_null_written(&mut self, place: PlaceId) {
        let program = self.program;
        let is_not_written = |part: ExprOrPlace| match part {
            ExprOrPlace::Expr(expr) if let ExprKind::Load(place) = program.exprs[expr].kind => {
                matches!(program.exprs[place].kind, PlaceKind::Var(var) if !program.vars[var].address_taken)
            }
            _ => true,
        };
        if program.exprs.all_parts([place.into()]).into_iter().all(is_not_written) {
            self.learn_byte(place, true);
        }
    }

    /// Learns from an entry of a table having some bits of a mask: of the index, that it is one of those with such an entry. So
    /// `isspace(*s)` says that `s` does not end there, by the table of the characters.
    pub(super) fn learn_entry(&mut self, entry: ExprId, mask: Value) {
        /// Of larger tables nothing is learnt.
        const MOST: i128 = 1 << 10;
        let program = self.program;
        match program.exprs[entry].kind {
            ExprKind::Cast(inner) => self.learn_entry(inner, mask),
            ExprKind::Load(place) => {
                let PlaceKind::Deref(pointer) = program.exprs[place].kind else { return };
                let ExprKind::Binary(BinaryOp::PtrAdd, start, index) = program.exprs[pointer].kind else { return };
                let (Some(of), Some(of_index)) =
                    (self.scalar(program.type_of(entry)), self.scalar(program.type_of(index)))
                else {
                    return;
                };
                // What a conversion adds above has no bit of the mask.
                if of.bits() < 128 && mask.0 >> of.bits() != 0 {
                    return;
                }
                let value = self.value(index);
                let Some(indices) = value.interval(of_index).filter(|all| all.high - all.low < MOST) else {
                    return;
                };
                let Some(at) = self.value(start).reach().filter(|at| at.low == at.high && !at.null) else { return };
                let has_some = |index: &i128| {
                    let bit = 8 * i128::from(at.low) + index * i128::from(of.bits());
                    let datum = u64::try_from(bit).map(|bit| self.state.read(at.object, bit, of.bits(), program));
                    !matches!(datum, Ok(Datum::Bits(bits)) if bits & mask.0 == 0)
                };
                let first = (indices.low..=indices.high).find(has_some);
                let last = (indices.low..=indices.high).rev().find(has_some);
                let Some((low, high)) = first.zip(last) else { return };
                self.learn_range(index, Interval { low, high }, 0);
                if !(low..=high).contains(&0) {
                    self.learn_text(index, false);
                }
            }
            _ => {}
        }
    }

    /// Learns from an element of a table not being null: of the index, that it is not one of an element that is. So a loop up
    /// to the null pointer at the end of a table stays in it.
    pub(super) fn learn_element(&mut self, place: PlaceId, scalar: Scalar) {
        /// Of larger tables nothing is learnt.
        const MOST: i128 = 1 << 10;
        if let PlaceKind::Deref(pointer) = self.program.exprs[place].kind {
            let before = self.value(pointer);
            let learnt = before.map_reaches(|reach| self.at_no_null(reach, scalar));
            if learnt != before && !learnt.reaches().is_empty() {
                self.learn_pointer(pointer, learnt);
            }
        }
        let Some(index) = self.subscript_of(place) else { return };
        let Some(of) = self.scalar(self.program.type_of(index)) else { return };
        let value = self.value(index);
        let Some(indices) = value.interval(of) else { return };
        let MemoryLocation::Ranging { object, low, high, step, field: None, .. } = self.target(place) else { return };
        // The subscript alone says where.
        if i128::from(high) - i128::from(low) != (indices.high - indices.low) * i128::from(step) {
            return;
        }
        // Outside of the object no execution goes on.
        let Some(size) = self.size_bits(object) else { return };
        let inside =
            (i128::from(size) - i128::from(scalar.bits()) - i128::from(low)).div_euclid(i128::from(step.max(1)));
        let indices = Interval { high: indices.high.min(indices.low + inside), ..indices };
        if indices.high < indices.low || indices.high - indices.low >= MOST {
            return;
        }
        let may_be = |index: &i128| {
            let bit = i128::from(low) + (index - indices.low) * i128::from(step);
            let datum = u64::try_from(bit).map(|bit| self.state.read(object, bit, scalar.bits(), self.program));
            datum != Ok(Datum::Bits(0))
        };
        let first = (indices.low..=indices.high).find(may_be);
        let last = (indices.low..=indices.high).rev().find(may_be);
        if let Some((low, high)) = first.zip(last) {
            self.learn_range(index, Interval { low, high }, 0);
        }
    }

    /// A pointer to an element that is not null: where the last element of its object is null there is another one behind it.
    fn at_no_null(&self, at: Reach, scalar: Scalar) -> Option<Reach> {
        /// Of larger tables the elements are not looked at.
        const MOST: i32 = 1 << 10;
        let width = i32::try_from(scalar.bits() / 8).ok().filter(|width| *width > 0)?;
        let is_element = at.low >= 0 && at.low % width == 0 && at.step.is_multiple_of(width.unsigned_abs());
        let content = self.state.content(at.object).filter(|_| is_element);
        let is_null_last = content.is_some_and(|content| match content.rest {
            Rest::Each(elements) => elements.null_last && elements.width == scalar.bits(),
            _ => false,
        });
        if is_null_last {
            return Some(Reach { room: at.room.max(2 * width as u16), ..at });
        }
        if at.low == at.high || !is_element || !at.is_bounded() || at.high - at.low > MOST {
            return Some(at);
        }
        let may_be = |offset: &i32| {
            let bit = 8 * u64::from(offset.unsigned_abs());
            self.state.read(at.object, bit, scalar.bits(), self.program) != Datum::Bits(0)
        };
        let offsets = || (at.low..=at.high).step_by(at.step.max(1) as usize);
        let (low, high) = offsets().find(may_be).zip(offsets().filter(may_be).last())?;
        at.within(Interval { low: low.into(), high: high.into() })
    }

    /// So many bytes at least are from each address of a pointer to the end of its object; 0 where nothing is known.
    pub(super) fn room_behind(&self, at: Reach) -> i128 {
        let known = i128::from(Reach { text: self.text_of(at), ..at }.bytes_behind());
        let from_cursor = |(origin, bytes): (AbstractObject, i32)| {
            let end =
                text::least_end(&self.state, origin, ObjectEnd::Size, self.program).filter(|_| origin.is_cursor())?;
            Some(end - i128::from(bytes))
        };
        at.origins().into_iter().filter_map(from_cursor).max().map_or(known, |room| room.max(known))
    }

    /// The same pointer, no nearer to the end of its object than what is behind it; `None` where it goes nowhere then.
    pub(super) fn within_object(&self, at: Reach) -> Option<Reach> {
        let room = self.room_behind(at);
        let last = self.greatest_end(at.object, ObjectEnd::Size).map(|size| size - room);
        let at = Reach { room: at.room.max(u16::try_from(room).unwrap_or(u16::MAX)), ..at };
        match last.filter(|_| room > 0) {
            Some(last) => at.within(Interval { low: at.offsets().low.min(last), high: last }),
            None => Some(at),
        }
    }

    /// The one subscript of a place that is a member of an element of an array that is a variable.
    fn subscript_of(&self, place: PlaceId) -> Option<ExprId> {
        match self.program.exprs[place].kind {
            PlaceKind::Field(base, _) => self.subscript_of(base),
            PlaceKind::Index(_, index) => Some(index),
            PlaceKind::Deref(pointer) => match self.program.exprs[pointer].kind {
                ExprKind::Binary(BinaryOp::PtrAdd, _, index) => Some(index),
                _ => None,
            },
            PlaceKind::Var(_) => None,
        }
    }

    /// The facts of a result in a type that is that of whole numbers.
    pub(super) fn facts_of(&self, op: BinaryOp, (x, l): (Datum, Scalar), (y, r): (Datum, Scalar)) -> Found {
        let (a, b) = (x.facts(), y.facts());
        let (Some(i), Some(j)) = (x.interval(l), y.interval(r)) else { return Found::new() };
        if !T::JOINS || a.is_empty() && b.is_empty() {
            return Found::new();
        }
        let shifted = |facts: &[EndFact], by: i128| facts.iter().filter_map(|fact| fact.shifted(by)).collect();
        let not_above = |facts: &'static [EndFact]| facts.iter().map(|fact| fact.not_above());
        match op {
            BinaryOp::Add if j.low == j.high => shifted(a, j.low),
            BinaryOp::Add if i.low == i.high => shifted(b, i.low),
            BinaryOp::Sub if j.low == j.high => shifted(a, -j.low),
            BinaryOp::Sub if j.low >= 0 => not_above(a).collect(),
            BinaryOp::Mul if j.low == j.high => a.iter().filter_map(|fact| fact.scaled(j.low)).collect(),
            BinaryOp::Mul if i.low == i.high => b.iter().filter_map(|fact| fact.scaled(i.low)).collect(),
            BinaryOp::Div if i.low >= 0 && j.low > 0 => not_above(a).collect(),
            BinaryOp::Shr if i.low >= 0 && j.low >= 0 => not_above(a).collect(),
            BinaryOp::And if i.low >= 0 && j.low >= 0 => not_above(a).chain(not_above(b)).collect(),
            BinaryOp::Rem if i.low >= 0 && j.low > 0 => {
                not_above(a).chain(b.iter().filter_map(|fact| fact.below())).collect()
            }
            _ => Found::new(),
        }
    }

    /// The integers of a datum, as far as the objects go whose ends bound it.
    pub(super) fn integers(&self, value: Datum, of: Scalar) -> Option<Interval> {
        let interval = value.interval(of)?;
        let most = value.facts().iter().filter_map(|fact| {
            let end = self.greatest_end(fact.object, fact.end)?;
            Some((end - i128::from(fact.base)).div_euclid(fact.unit.into()))
        });
        let high = most.fold(interval.high, i128::min);
        Some(if high < interval.low { interval } else { Interval { high, ..interval } })
    }

    /// Where an end is at most, where that is known.
    fn greatest_end(&self, object: AbstractObject, end: ObjectEnd) -> Option<i128> {
        let size = self.size(object).or_else(|| self.state.content(object)?.most_size);
        let size = size.filter(|_| end != ObjectEnd::FirstNull)?;
        Some(i128::from(size) - i128::from(end != ObjectEnd::Size))
    }

    /// Whether an access of a size that is not one number is in an object, wherever it begins there.
    pub(super) fn fits(&self, at: Reach, size: (Datum, Scalar)) -> bool {
        let Some(bytes) = size.0.interval(size.1).filter(|_| !at.null && at.low >= 0) else { return false };
        // The null byte is one of the bytes.
        let is_in = |(end, bytes): &(ObjectEnd, i32)| *bytes >= 0 || *end != ObjectEnd::Size && *bytes >= -1;
        let least = text::least_end(&self.state, at.object, ObjectEnd::Size, self.program).unwrap_or(0);
        bytes.low >= 0
            && (self.seen_from(at, size.0, 1).iter().any(is_in)
                || bytes.high <= self.room_behind(at)
                || at.is_bounded() && i128::from(at.high) + bytes.high <= least)
    }
}
