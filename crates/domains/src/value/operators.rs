//! The operators on data: eval(exp, e) of BAM 4.4.1, with pointers.
//!
//! Constants go through [`cairn_ir::eval`], the one place that knows C's arithmetic; in here is only what deals with
//! addresses and with the unknown. A result that C leaves undefined is ⊤ where the machine's answer is not fixed
//! (division by zero, a shift by too much), and wraps otherwise: a superset of what any compiler does would be ⊤ too,
//! but the reference semantics is gcc -fwrapv, as in the interpreter.

use super::bounded::{EndFact, LARGEST, ObjectEnd};
use super::datum::Datum;
use super::memory::Memory;
use super::object::AbstractObject;
use super::reach::{NullByte, Reach};
use super::symbolic_domain::SymbolicDomain;
use cairn_ir::eval::{self, Undefined};
use cairn_ir::interval::Interval;
use cairn_ir::types::Scalar;
use cairn_ir::{BinaryOp, UnaryOp, Value, VarKind};

impl<T: SymbolicDomain> Memory<'_, T> {
    /// Whether a datum is true as a condition.
    pub fn truth_of(&self, datum: Datum, of: Scalar) -> Option<bool> {
        match datum {
            Datum::Bits(bits) => Some(eval::is_true(Value(bits), of)),
            Datum::Function(_) => Some(true),
            // Nothing says that a pointer to unnamed memory is not null.
            Datum::Address(object, _) | Datum::Somewhere(object) if object.is_unnamed() => None,
            Datum::Address(object, offset) => self.is_in_bounds(object, offset, true).then_some(true),
            Datum::Somewhere(_) => Some(true),
            Datum::Reach(_) | Datum::Among(_) => {
                let is_somewhere = |reach: Reach| {
                    let ends = [reach.low, reach.high];
                    let is_in = |end: i32| self.is_in_bounds(reach.object, end.into(), true);
                    let is_string = reach.text > NullByte::UNKNOWN;
                    !reach.null && !reach.object.is_unnamed() && (is_string || ends.into_iter().all(is_in))
                };
                datum.reaches().into_iter().all(is_somewhere).then_some(true)
            }
            Datum::Range(range) if !range.interval().contains(0) => Some(true),
            Datum::Index(index) if index.value() == Some(0) => Some(false),
            Datum::Index(index) if !index.interval(of.bits()).contains(0) => Some(true),
            Datum::Range(_) | Datum::Index(_) | Datum::Unknown | Datum::Term(_) => None,
        }
    }

    pub(super) fn address_in(&self, object: AbstractObject, offset: i64) -> Datum {
        if object.is_summary() { Datum::Somewhere(object) } else { Datum::Address(object, offset) }
    }

    pub(super) fn unary_of(&self, op: UnaryOp, x: Datum, from: Scalar, to: Scalar) -> Datum {
        match (op, x) {
            (_, Datum::Bits(bits)) => defined(eval::unary(op, Value(bits), from, to)),
            (UnaryOp::LogicalNot, x) => match self.truth_of(x, from) {
                Some(truth) => Datum::Bits(u128::from(!truth)),
                None => Datum::of_interval(BOOLEAN, to),
            },
            (UnaryOp::Neg, x @ (Datum::Range(_) | Datum::Index(_))) => match x.interval(from) {
                Some(x) => Datum::of_interval(Interval { low: -x.high, high: -x.low }, to),
                None => Datum::Unknown,
            },
            (
                UnaryOp::FloatIsNan
                | UnaryOp::FloatIsInf
                | UnaryOp::FloatIsFinite
                | UnaryOp::FloatIsNormal
                | UnaryOp::FloatSignBit,
                _,
            ) => Datum::of_interval(BOOLEAN, to),
            _ => Datum::Unknown,
        }
    }

    pub(super) fn cast_of(&self, x: Datum, from: Scalar, to: Scalar) -> Datum {
        match x {
            Datum::Bits(bits) => {
                let outcome = eval::cast(Value(bits), from, to);
                if outcome.undefined == Some(Undefined::FloatToInteger) { Datum::Unknown } else { outcome.value.into() }
            }
            _ if to == Scalar::Bool => self.truth_of(x, from).map_or(Datum::Unknown, |t| Datum::Bits(u128::from(t))),
            Datum::Range(_) if matches!((from, to), (Scalar::Pointer { .. }, Scalar::Pointer { .. })) => x,
            Datum::Unknown | Datum::Range(_) | Datum::Index(_) | Datum::Term(_) => {
                match (x.interval(from), Interval::of_type(to)) {
                    (Some(values), Some(all)) if values.is_in(all) => {
                        Datum::of_interval(values, to).with_facts(x.facts().iter().copied(), to)
                    }
                    _ => Datum::Unknown,
                }
            }
            // An address survives in any integer that holds all of it.
            _ if from.bits() == to.bits() && !matches!(to, Scalar::Float(_)) => x,
            _ => Datum::Unknown,
        }
    }

    /// An operator with two operands; none of pointers and their differences.
    pub(super) fn binary_of(
        &self,
        op: BinaryOp,
        (x, l): (Datum, Scalar),
        (y, r): (Datum, Scalar),
        to: Scalar,
    ) -> Datum {
        match (x, y) {
            (Datum::Bits(a), Datum::Bits(b)) => defined(eval::binary(op, Value(a), Value(b), l, r, to)),
            _ if x.is_open() || y.is_open() => {
                self.or_term(self.open(op, (x, l), (y, r), to), |terms| terms.binary(op, (x, l), (y, r), to))
            }
            _ if op.is_comparison() => self.compare(op, x, y),
            // Addresses in disguise: integers as wide as a pointer.
            (Datum::Address(object, offset), Datum::Bits(bits)) if matches!(op, BinaryOp::Add | BinaryOp::Sub) => {
                let by = Value(bits).as_signed(l.bits()) as i64;
                let offset = if op == BinaryOp::Add { offset.checked_add(by) } else { offset.checked_sub(by) };
                offset.map_or(Datum::Unknown, |offset| self.address_in(object, offset))
            }
            (Datum::Bits(bits), Datum::Address(object, offset)) if op == BinaryOp::Add => {
                let by = Value(bits).as_signed(l.bits()) as i64;
                offset.checked_add(by).map_or(Datum::Unknown, |offset| self.address_in(object, offset))
            }
            (Datum::Address(a, i), Datum::Address(b, j)) if a == b && !a.is_several() && op == BinaryOp::Sub => {
                Value::from_i128(i128::from(i) - i128::from(j), to.bits()).into()
            }
            _ => Datum::Unknown,
        }
    }

    /// An operation of which not all operands are one value.
    fn open(&self, op: BinaryOp, (x, l): (Datum, Scalar), (y, r): (Datum, Scalar), to: Scalar) -> Datum {
        let of_integers = matches!(l, Scalar::Int { .. } | Scalar::Bool);
        if let Datum::Bits(bits) = if x.is_open() { y } else { x }
            && of_integers
        {
            match op {
                BinaryOp::Mul | BinaryOp::And if bits == 0 => return Datum::Bits(0),
                BinaryOp::Or if bits == cairn_ir::value::mask(l.bits()) => return Datum::Bits(bits),
                _ => {}
            }
        }
        if matches!(op, BinaryOp::Eq | BinaryOp::Ne)
            && let Scalar::Pointer { .. } = l
            && let (pointer, Datum::Bits(0)) | (Datum::Bits(0), pointer) = (x, y)
            && self.truth_of(pointer, l) == Some(true)
        {
            return Datum::Bits(u128::from(op == BinaryOp::Ne));
        }
        let facts = self.facts_of(op, (x, l), (y, r));
        match (self.integers(x, l), self.integers(y, r)) {
            (Some(x), Some(y)) if of_integers => {
                if op.is_comparison() {
                    return x
                        .compare(op, y)
                        .map_or(Datum::of_interval(BOOLEAN, to), |truth| Datum::Bits(u128::from(truth)));
                }
                if matches!(op, BinaryOp::Shl | BinaryOp::Shr) && y.high >= i128::from(l.bits()) {
                    return Datum::Unknown;
                }
                let Some(result) = x.apply(op, y) else { return Datum::Unknown };
                match Interval::of_type(to).is_some_and(|all| result.is_in(all)) {
                    true => Datum::of_interval(result, to).with_facts(facts, to),
                    false => Datum::Unknown,
                }
            }
            _ if op.is_comparison() => Datum::of_interval(BOOLEAN, to),
            _ => Datum::Unknown,
        }
    }

    pub(super) fn displaced_by(&self, pointer: Datum, index: Datum, of_index: Scalar, step: i64, to: Scalar) -> Datum {
        match (pointer, index) {
            (Datum::Address(object, offset), Datum::Bits(bits)) => {
                let index = i64::try_from(Value(bits).as_signed(of_index.bits())).ok();
                let moved = index.and_then(|i| i.checked_mul(step)).and_then(|by| offset.checked_add(by));
                moved.map_or(Datum::Unknown, |offset| self.address_in(object, offset))
            }
            (pointer, index) if T::JOINS && !pointer.reaches().is_empty() => {
                let Some(by) = index.interval(of_index) else { return Datum::Unknown };
                pointer.map_reaches(|reach| self.moved(reach, (index, by), step))
            }
            (Datum::Address(object, _) | Datum::Somewhere(object), _) => Datum::Somewhere(object),
            (Datum::Bits(base), Datum::Bits(bits)) => {
                let by = Value(bits).as_signed(of_index.bits()).wrapping_mul(i128::from(step));
                Value::from_i128((base as i128).wrapping_add(by), to.bits()).into()
            }
            _ => Datum::Unknown,
        }
    }

    /// A pointer so many elements further, with what the index says of the end of its object.
    pub(super) fn moved(&self, reach: Reach, (index, by): (Datum, Interval), step: i64) -> Option<Reach> {
        let mut moved = Reach { text: self.text_of(reach), ..reach }.moved(by, step)?;
        for (end, room) in self.seen_from(reach, index, step) {
            let Ok(room) = u32::try_from(room).map(|room| u16::try_from(room).unwrap_or(u16::MAX)) else { continue };
            match end {
                ObjectEnd::Size => moved.room = moved.room.max(room),
                _ => moved.text = moved.text.max(NullByte(room.saturating_add(1))),
            }
        }
        self.within_object(moved)
    }

    /// The difference of two pointers of so many bits, in elements of `step` bytes.
    pub(super) fn difference_of(&self, x: Datum, y: Datum, bits: u32, step: i128, to: Scalar) -> Datum {
        let difference = match (x, y) {
            (Datum::Address(a, i), Datum::Address(b, j)) if a == b && !a.is_several() => i128::from(i) - i128::from(j),
            (Datum::Bits(a), Datum::Bits(b)) => Value(a).as_signed(bits) - Value(b).as_signed(bits),
            _ => {
                let (Some(x), Some(y)) = (x.reach(), y.reach()) else { return Datum::Unknown };
                let is_one = x.object == y.object && x.is_beside(y) && !x.null && !y.null && y.is_bounded();
                let mut offsets = x.offsets();
                if !x.is_bounded() {
                    offsets.high = LARGEST;
                }
                let bytes = is_one.then(|| offsets.apply(BinaryOp::Sub, y.offsets())).flatten();
                let elements = bytes.and_then(|bytes| bytes.apply(BinaryOp::Div, Interval::point(step)));
                let Some(elements) = elements else { return Datum::Unknown };
                return Datum::of_interval(elements, to).with_facts(self.facts_of_difference(x, y, step), to);
            }
        };
        if difference % step != 0 { Datum::Unknown } else { Value::from_i128(difference / step, to.bits()).into() }
    }

    /// Facts about the end of the object by a difference to the start.
    fn facts_of_difference(&self, x: Reach, y: Reach, step: i128) -> Vec<EndFact> {
        // Division rounds towards zero.
        let is_behind = step == 1 || y.low == y.high && x.low >= y.low;
        let unit = u16::try_from(step).ok().filter(|_| T::JOINS && is_behind);
        let Some(unit) = unit else { return Vec::new() };
        let fact = |end, more: u16| {
            let from = move |(object, bytes): (AbstractObject, i32)| {
                let base = bytes.checked_add(i32::from(more))?;
                Some(EndFact { object, unit, end, base, exact: false })
            };
            y.origins().into_iter().filter_map(from)
        };
        let text = match self.text_of(x) {
            NullByte(bytes) if bytes > 0 && unit == 1 => Some(fact(ObjectEnd::LastNull, bytes - 1)),
            _ => None,
        };
        let room = Some(x.bytes_behind()).filter(|room| *room > 0).map(|room| fact(ObjectEnd::Size, room));
        text.into_iter().flatten().chain(room.into_iter().flatten()).collect()
    }

    /// Comparison of two data of which at least one is an address.
    fn compare(&self, op: BinaryOp, x: Datum, y: Datum) -> Datum {
        let equal = match (x, y) {
            (Datum::Address(a, i), Datum::Address(b, j)) if a == b && !a.is_several() => {
                let inside = self.is_in_bounds(a, i, true) && self.is_in_bounds(b, j, true);
                return match op {
                    BinaryOp::Eq | BinaryOp::Ne => Datum::Bits(u128::from((i == j) == (op == BinaryOp::Eq))),
                    BinaryOp::Lt if inside => Datum::Bits(u128::from(i < j)),
                    BinaryOp::Le if inside => Datum::Bits(u128::from(i <= j)),
                    BinaryOp::Gt if inside => Datum::Bits(u128::from(i > j)),
                    BinaryOp::Ge if inside => Datum::Bits(u128::from(i >= j)),
                    _ => Datum::Unknown,
                };
            }
            (Datum::Address(a, i), Datum::Address(b, j)) => {
                let distinct = self.is_alive(a) && self.is_alive(b) && !self.may_be_one(a, b);
                if distinct && self.is_in_bounds(a, i, false) && self.is_in_bounds(b, j, false) {
                    Some(false)
                } else {
                    None
                }
            }
            (
                Datum::Reach(_) | Datum::Among(_) | Datum::Address(..),
                Datum::Reach(_) | Datum::Among(_) | Datum::Address(..),
            ) => return self.compare_reaches(op, x, y),
            (Datum::Function(f), Datum::Function(g)) => Some(f == g),
            (Datum::Function(_), other) | (other, Datum::Function(_)) => {
                (!other.objects().iter().any(|object| object.is_unnamed())).then_some(false)
            }
            (address, Datum::Bits(0)) | (Datum::Bits(0), address) => match self.truth_of(address, Scalar::Bool) {
                Some(true) => Some(false),
                _ => None,
            },
            _ => None,
        };
        match (op, equal) {
            // (An address and a number that is not null, addresses in different objects by order: not known.)
            (BinaryOp::Eq, Some(equal)) => Datum::Bits(u128::from(equal)),
            (BinaryOp::Ne, Some(equal)) => Datum::Bits(u128::from(!equal)),
            _ => Datum::Unknown,
        }
    }

    /// Comparison of pointers into objects, of which one is not one address.
    fn compare_reaches(&self, op: BinaryOp, x: Datum, y: Datum) -> Datum {
        if matches!(op, BinaryOp::Eq | BinaryOp::Ne) && self.are_distinct(&x.reaches(), &y.reaches()) {
            return Datum::Bits(u128::from(op == BinaryOp::Ne));
        }
        let (Some(a), Some(b)) = (x.reach(), y.reach()) else { return Datum::Unknown };
        let ends = |reach: Reach| [reach.low, reach.high];
        let inside =
            |reach: Reach| ends(reach).into_iter().all(|end| self.is_in_bounds(reach.object, end.into(), true));
        let is_bounded = a.is_bounded() && b.is_bounded();
        if a.object != b.object || !a.is_beside(b) || a.null || b.null || !is_bounded || !inside(a) || !inside(b) {
            return Datum::Unknown;
        }
        let truth = a.offsets().compare(op, b.offsets());
        truth.map_or(Datum::Unknown, |truth| Datum::Bits(u128::from(truth)))
    }

    /// Whether no address of the one is one of the other: they go into objects that live and are others.
    fn are_distinct(&self, xs: &[Reach], ys: &[Reach]) -> bool {
        let is_in = |reach: &Reach| {
            let is_inside =
                reach.room > 0 || reach.is_bounded() && self.is_in_bounds(reach.object, reach.high.into(), false);
            reach.low >= 0 && is_inside && self.is_alive(reach.object)
        };
        let is_distinct = |a: &Reach, b: &Reach| a.object != b.object && !self.may_be_one(a.object, b.object);
        !(xs.iter().any(|reach| reach.null) && ys.iter().any(|reach| reach.null))
            && xs.iter().chain(ys).all(is_in)
            && xs.iter().all(|a| ys.iter().all(|b| is_distinct(a, b)))
    }

    /// Equal strings may share their memory.
    fn may_be_one(&self, a: AbstractObject, b: AbstractObject) -> bool {
        let is_literal =
            |o: AbstractObject| o.var().is_some_and(|v| self.program.vars[v].kind == VarKind::StringLiteral);
        let is_vague = |o: AbstractObject| o.is_summary() || o.is_unnamed() || o.is_one_of_constants();
        is_literal(a) && is_literal(b) || is_vague(a) || is_vague(b) || a.may_be(b)
    }
    pub(super) fn is_alive(&self, object: AbstractObject) -> bool {
        match object.frame() {
            Some(depth) => i64::from(depth) <= i64::from(self.depth),
            None => !object.is_on_heap() || self.state.content(object).is_some(),
        }
    }

    /// Size in bytes, when known.
    pub fn size(&self, object: AbstractObject) -> Option<u64> {
        super::text::size(&self.state, object, self.program)
    }
    fn is_in_bounds(&self, object: AbstractObject, offset: i64, end_too: bool) -> bool {
        match (u64::try_from(offset), self.size(object)) {
            (Ok(offset), Some(size)) => offset < size || end_too && offset == size,
            // An object of unknown size: its first byte is there, or the program did something undefined before.
            (Ok(offset), None) => offset == 0 || end_too,
            (Err(_), _) => false,
        }
    }
}

/// Range of a truth value.
const BOOLEAN: Interval = Interval { low: 0, high: 1 };

/// Result of the machine where it is one thing.
fn defined(outcome: Result<eval::Evaluated, Undefined>) -> Datum {
    match outcome {
        Ok(outcome) => match outcome.undefined {
            None | Some(Undefined::SignedOverflow | Undefined::ShiftOfNegative) => outcome.value.into(),
            Some(_) => Datum::Unknown,
        },
        Err(_) => Datum::Unknown,
    }
}
