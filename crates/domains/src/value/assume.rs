//! Assumptions: refuted when the condition has the other value, and a source of values (`x == 3`) otherwise.
//!
//! The condition is taken apart from outside in. What cannot be solved for a place is left: learning less is sound.

use super::datum::Datum;
use super::location::MemoryLocation;
use super::memory::Memory;
use super::object_content::ObjectContent;
use super::reach::{NullByte, Reach};
use super::symbolic_domain::SymbolicDomain;
use cairn_ir::eval;
use cairn_ir::interval::Interval;
use cairn_ir::types::Scalar;
use cairn_ir::{BinaryOp, ExprId, ExprKind, PlaceKind, UnaryOp, Value};

/// Deeper conditions are not taken apart.
const DEEPEST: u32 = 100;

impl<T: SymbolicDomain> Memory<'_, T> {
    /// Assumes that a condition holds, or not. False when it cannot be.
    pub(super) fn refine(&mut self, cond: ExprId, truth: bool) -> bool {
        let Some(scalar) = self.scalar(self.program.type_of(cond)) else { return true };
        let datum = self.value(cond);
        match self.truth_of(datum, scalar) {
            Some(known) => known == truth,
            None => self.learn_truth(cond, truth, 0),
        }
    }

    /// Learns from an expression being nonzero, or zero. False when it cannot be.
    pub(crate) fn learn_truth(&mut self, expr: ExprId, truth: bool, nesting: u32) -> bool {
        if nesting > DEEPEST {
            return true;
        }
        let program = self.program;
        let Some(scalar) = self.scalar(program.type_of(expr)) else { return true };
        if T::JOINS {
            self.learn_text(expr, !truth);
        }
        match program.exprs[expr].kind {
            ExprKind::Unary(UnaryOp::LogicalNot, inner) => self.learn_truth(inner, !truth, nesting + 1),
            ExprKind::Cast(inner) if self.keeps_truth(inner, scalar) => self.learn_truth(inner, truth, nesting + 1),
            ExprKind::Binary(op, left, right) if op.is_comparison() => {
                self.learn_comparison(op, truth, left, right, nesting + 1)
            }
            // Bit operations: an `or` of zero has two zeros, a nonzero `and` has none.
            ExprKind::Binary(BinaryOp::Or, left, right) if !truth => {
                self.learn_truth(left, false, nesting + 1) && self.learn_truth(right, false, nesting + 1)
            }
            ExprKind::Binary(BinaryOp::And, left, right) if truth => {
                self.learn_truth(left, true, nesting + 1) && self.learn_truth(right, true, nesting + 1)
            }
            _ if !truth && !matches!(scalar, Scalar::Float(_)) => self.learn_value(expr, Datum::Bits(0), nesting + 1),
            _ if truth && scalar == Scalar::Bool => self.learn_value(expr, Datum::Bits(1), nesting + 1),
            _ if truth && matches!(scalar, Scalar::Pointer { .. }) => {
                self.learn_not_null(expr);
                true
            }
            _ if truth => {
                let Some(interval) = self.value(expr).interval(scalar) else { return true };
                match interval.restricted(BinaryOp::Ne, Interval::point(0)) {
                    Some(interval) => self.learn_range(expr, interval, nesting + 1),
                    None => false,
                }
            }
            _ => true,
        }
    }

    /// Learns from a comparison that holds, or does not.
    fn learn_comparison(&mut self, op: BinaryOp, truth: bool, left: ExprId, right: ExprId, nesting: u32) -> bool {
        let scalars = (self.scalar(self.program.type_of(left)), self.scalar(self.program.type_of(right)));
        let (Some(l), Some(r)) = scalars else { return true };
        let is_equality = matches!((op, truth), (BinaryOp::Eq, true) | (BinaryOp::Ne, false));
        let holds = if truth { Some(op) } else { op.negated(l) };
        let Some((op, mirrored)) = holds.and_then(|op| Some((op, op.mirrored()?))) else { return true };
        let (x, y) = (self.value(left), self.value(right));
        if T::JOINS {
            let is_not_null = |datum| match datum {
                Datum::Bits(bits) => (bits == 0) == (op == BinaryOp::Ne) && matches!(op, BinaryOp::Eq | BinaryOp::Ne),
                _ => false,
            };
            let is_null = |datum| op == BinaryOp::Eq && datum == Datum::Bits(0);
            for (expr, other) in [(left, y), (right, x)] {
                if is_not_null(other) || is_null(other) {
                    self.learn_text(expr, is_null(other));
                }
            }
        }
        if let Some(holds) = self.learn_reaches(op, (left, x), (right, y)) {
            return holds;
        }
        if is_equality && (!x.is_open() || !y.is_open()) {
            return self.learn_equality((left, x), (right, y), nesting);
        }
        let (Some(i), Some(j)) = (x.interval(l), y.interval(r)) else { return true };
        let (Some(new_i), Some(new_j)) = (i.restricted(op, j), j.restricted(mirrored, i)) else { return false };
        if T::JOINS {
            for (expr, new) in [(left, new_i), (right, new_j)] {
                if !new.contains(0) {
                    self.learn_text(expr, false);
                }
            }
        }
        let holds = (new_i == i || self.learn_range(left, new_i, nesting))
            && (new_j == j || self.learn_range(right, new_j, nesting));
        if holds {
            self.relate(op, left, right, nesting);
        }
        holds
    }

    /// Learns from a comparison of pointers into one object, or of one with null; `None` of others.
    fn learn_reaches(&mut self, op: BinaryOp, (left, x): (ExprId, Datum), (right, y): (ExprId, Datum)) -> Option<bool> {
        match (x, y) {
            (Datum::Reach(_) | Datum::Among(_) | Datum::Unknown, Datum::Bits(0)) if op == BinaryOp::Ne => {
                self.learn_not_null(left).then_some(true)
            }
            (Datum::Bits(0), Datum::Reach(_) | Datum::Among(_) | Datum::Unknown) if op == BinaryOp::Ne => {
                self.learn_not_null(right).then_some(true)
            }
            _ => {
                let (a, b) = (x.reach()?, y.reach()?);
                let is_one = a.object == b.object
                    && a.is_beside(b)
                    && !(a.null || b.null || a.object.is_unnamed())
                    && (a.is_bounded() && b.is_bounded());
                if !is_one || a.low == a.high && b.low == b.high {
                    return None;
                }
                let mirrored = op.mirrored()?;
                let (left_is, right_is) =
                    (a.offsets().restricted(op, b.offsets()), b.offsets().restricted(mirrored, a.offsets()));
                let (Some(left_is), Some(right_is)) = (left_is, right_is) else { return Some(false) };
                for (expr, old, new) in [(left, a, left_is), (right, b, right_is)] {
                    if new != old.offsets()
                        && let Some(new) = old.within(new)
                    {
                        self.learn_pointer(expr, new.into());
                    }
                }
                Some(true)
            }
        }
    }

    /// Learns from a byte behind a pointer not being null: that the string goes on behind it. Or from being null.
    pub(super) fn learn_text(&mut self, expr: ExprId, is_null: bool) {
        let program = self.program;
        match program.exprs[expr].kind {
            // A conversion to a wider integer is null where the byte is.
            ExprKind::Cast(inner) => {
                let bits = |expr| match self.scalar(program.type_of(expr)) {
                    Some(Scalar::Int { bits, .. }) => Some(bits),
                    _ => None,
                };
                if let (Some(from), Some(to)) = (bits(inner), bits(expr))
                    && from <= to
                {
                    self.learn_text(inner, is_null);
                }
            }
            ExprKind::Binary(BinaryOp::And, left, right) if !is_null => {
                if let Some(mask) = self.value(right).bits() {
                    self.learn_entry(left, mask);
                }
            }
            ExprKind::Load(place) => {
                let is_byte = matches!(self.scalar(program.type_of_place(place)), Some(Scalar::Int { bits: 8, .. }));
                if is_byte {
                    self.learn_byte(place, is_null);
                }
                let PlaceKind::Deref(pointer) = program.exprs[place].kind else { return };
                if is_null {
                    return;
                }
                let datum = self.value(pointer);
                let goes_on = |reach: Reach| match self.text_of(reach) {
                    NullByte::UNKNOWN => reach,
                    text => Reach { text: text.max(NullByte::BEHIND), ..reach },
                };
                let learnt = datum.map_reaches(|reach| Some(goes_on(reach)));
                if is_byte && learnt != datum && !datum.reaches().is_empty() {
                    self.learn_pointer(pointer, not_null(learnt));
                }
                if is_byte {
                    // Before a loop counts from there: what it counts is bounded from its first round on.
                    self.origins(pointer);
                    if let Some(reach) = learnt.reach() {
                        self.learn_null_byte(reach);
                    }
                }
            }
            _ => {}
        }
    }

    /// Learns from a pointer to one place that a null byte is behind it in its object.
    fn learn_null_byte(&mut self, at: Reach) {
        let is_one = at.low == at.high && !at.null && !at.object.is_several() && at.text != NullByte::UNKNOWN;
        let byte = u64::try_from(at.low).map(|low| low + u64::from(at.text.0.saturating_sub(1)));
        if let (true, Ok(byte), Some(content)) = (is_one, byte, self.state.content(at.object).cloned())
            && content.null_byte.is_none_or(|known| known < byte)
        {
            self.state.set_content(at.object, ObjectContent { null_byte: Some(byte), ..content });
        }
    }

    /// Learns where a pointer goes.
    pub(super) fn learn_pointer(&mut self, expr: ExprId, pointer: Datum) {
        match self.program.exprs[expr].kind {
            ExprKind::Load(place) => {
                if let Some(scalar) = self.scalar(self.program.type_of(expr)) {
                    if !pointer.reaches().iter().any(|reach| reach.null) {
                        self.learn_element(place, scalar);
                    }
                    let location = self.target(place);
                    self.learn(location, scalar, pointer);
                }
            }
            ExprKind::Cast(inner) => {
                let bits = |expr| self.scalar(self.program.type_of(expr)).map(Scalar::bits);
                if bits(inner) == bits(expr) {
                    self.learn_pointer(inner, pointer);
                }
            }
            ExprKind::Binary(BinaryOp::PtrAdd, start, index) => {
                // The same of the pointer so many bytes before.
                let step = self
                    .program
                    .types
                    .pointee(self.program.type_of(expr))
                    .and_then(|ty| self.program.types.size_of(ty));
                let of = self.scalar(self.program.type_of(index));
                let value = self.value(index);
                let by = of.and_then(|of| value.interval(of)).filter(|by| by.low == by.high && step == Some(1));
                let Some(by) = by else { return };
                let before = self.value(start);
                let learnt = before.map_reaches(|reach| {
                    let there = pointer.reaches().into_iter().find(|there| there.object == reach.object);
                    let text = there.and_then(|there| u16::try_from(i128::from(there.text.0) + by.low).ok());
                    let text =
                        text.filter(|text| *text > 0 && by.low >= 0 && there.is_some_and(|there| there.text.0 > 0));
                    Some(Reach { text: reach.text.max(NullByte(text.unwrap_or(0))), ..reach })
                });
                if by.low >= 0 && learnt != before && !before.reaches().is_empty() {
                    self.learn_pointer(start, not_null(learnt));
                }
            }
            ExprKind::AddressOf(place) if let PlaceKind::Deref(inner) = self.program.exprs[place].kind => {
                self.learn_pointer(inner, pointer);
            }
            _ => {}
        }
    }

    /// Learns from an integer expression being in a range. False when it cannot be.
    pub(super) fn learn_range(&mut self, expr: ExprId, interval: Interval, nesting: u32) -> bool {
        if nesting > DEEPEST {
            return true;
        }
        let program = self.program;
        let Some(scalar) = self.scalar(program.type_of(expr)) else { return true };
        let Some(all) = Interval::of_type(scalar) else { return true };
        let Some(interval) = interval.meet(all) else { return false };
        if interval.low == interval.high {
            let datum = Value::from_i128(interval.low, scalar.bits()).into();
            return self.learn_value(expr, datum, nesting);
        }
        match program.exprs[expr].kind {
            ExprKind::Load(place) => {
                let datum = self.value(expr);
                let Some(old) = datum.interval(scalar) else { return true };
                let Some(new) = old.meet(interval) else { return false };
                if new != old {
                    let location = self.target(place);
                    let learnt = Datum::of_interval(new, scalar).with_facts(datum.facts().iter().copied(), scalar);
                    self.learn(location, scalar, learnt);
                    self.learn_least(learnt, new.low);
                }
                true
            }
            ExprKind::Cast(inner) => {
                let Some(from) = self.scalar(program.type_of(inner)) else { return true };
                let Some(inner_all) = Interval::of_type(from) else { return true };
                // From a type that is not wider, conversion is one-to-one: what the new type does not have goes up or down by 2^width.
                if scalar.bits() < from.bits() || scalar == Scalar::Bool {
                    return true;
                }
                let by = 1i128 << scalar.bits().min(64);
                let is_kept = inner_all.is_in(all) || self.value(inner).interval(from).is_some_and(|i| i.is_in(all));
                let back = if is_kept {
                    interval
                } else if from.is_signed() {
                    match (interval.high <= inner_all.high, interval.low > inner_all.high) {
                        (true, _) => interval,
                        (_, true) => Interval { low: interval.low - by, high: interval.high - by },
                        _ => return true,
                    }
                } else {
                    match (interval.low >= 0, interval.high < 0) {
                        (true, _) => interval,
                        (_, true) => Interval { low: interval.low + by, high: interval.high + by },
                        _ => return true,
                    }
                };
                match back.meet(inner_all) {
                    Some(back) => self.learn_range(inner, back, nesting + 1),
                    None => false,
                }
            }
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), left, right) => {
                let point = |datum: Datum| datum.interval(scalar).filter(|i| i.low == i.high).map(|i| i.low);
                let (x, y) = (self.value(left), self.value(right));
                let (unknown, back) = match (op, point(x), point(y)) {
                    (BinaryOp::Add, None, Some(c)) => {
                        (left, Interval { low: interval.low - c, high: interval.high - c })
                    }
                    (BinaryOp::Add, Some(c), None) => {
                        (right, Interval { low: interval.low - c, high: interval.high - c })
                    }
                    (BinaryOp::Sub, None, Some(c)) => {
                        (left, Interval { low: interval.low + c, high: interval.high + c })
                    }
                    (BinaryOp::Sub, Some(c), None) => {
                        (right, Interval { low: c - interval.high, high: c - interval.low })
                    }
                    _ => return true,
                };
                // Modulo 2^width the operation is one-to-one; a range that wraps around is not one range.
                if back.is_in(all) { self.learn_range(unknown, back, nesting + 1) } else { true }
            }
            _ => true,
        }
    }

    /// Whether a value and its conversion to `to` are zero together.
    fn keeps_truth(&self, inner: ExprId, to: Scalar) -> bool {
        match self.scalar(self.program.type_of(inner)) {
            Some(_) if to == Scalar::Bool => true,
            Some(Scalar::Float(_)) | None => false,
            Some(from) => matches!(to, Scalar::Float(_)) || to.bits() >= from.bits(),
        }
    }

    fn learn_equality(&mut self, (left, x): (ExprId, Datum), (right, y): (ExprId, Datum), nesting: u32) -> bool {
        match (x, y) {
            (x, known) if x.is_open() => self.learn_value(left, known, nesting),
            (known, y) if y.is_open() => self.learn_value(right, known, nesting),
            // A pointer to unnamed memory gives way to what is known better.
            (Datum::Address(object, _), known) if object.is_unnamed() => self.learn_value(left, known, nesting),
            (known, Datum::Address(object, _)) if object.is_unnamed() => self.learn_value(right, known, nesting),
            _ => true,
        }
    }

    /// Learns from an expression having a value. False when it cannot have it.
    fn learn_value(&mut self, expr: ExprId, datum: Datum, nesting: u32) -> bool {
        if nesting > DEEPEST {
            return true;
        }
        let program = self.program;
        let Some(scalar) = self.scalar(program.type_of(expr)) else { return true };
        if let (Scalar::Float(kind), Datum::Bits(bits)) = (scalar, datum) {
            // Equal numbers with different bits: the zeros, and what is not a number at all.
            let sure = kind.bits() <= 64 && eval::is_true(Value(bits), scalar) && !self.is_nan(bits, scalar);
            if !sure {
                return true;
            }
        }
        match program.exprs[expr].kind {
            ExprKind::Load(place) => {
                let fits = match datum {
                    Datum::Bits(bits) => scalar != Scalar::Bool || bits <= 1,
                    _ => true,
                };
                // What is known already may exclude it.
                let excluded = match (self.value(expr), datum) {
                    (Datum::Range(range), Datum::Bits(bits)) => !range.contains_bits(bits, scalar.bits()),
                    (known @ Datum::Index(_), Datum::Bits(_)) => {
                        let range = known.interval(scalar).zip(datum.interval(scalar));
                        range.is_some_and(|(known, one)| !one.is_in(known))
                    }
                    _ => false,
                };
                if !fits || excluded {
                    return false;
                }
                let location = self.target(place);
                let narrow = match location {
                    MemoryLocation::At { field: Some(width), .. } => Some(width),
                    _ => None,
                };
                if let (Some(width), Datum::Bits(bits)) = (narrow, datum) {
                    let value = Value::truncated(bits, width);
                    let back = if scalar.is_signed() {
                        Value::from_i128(value.as_signed(width), scalar.bits())
                    } else {
                        value
                    };
                    if back != Value(bits) {
                        return false;
                    }
                }
                self.learn(location, scalar, datum);
                true
            }
            ExprKind::Cast(inner) => {
                let Some(from) = self.scalar(program.type_of(inner)) else { return true };
                match datum {
                    Datum::Bits(bits) if scalar == Scalar::Bool => {
                        bits <= 1 && self.learn_truth(inner, bits == 1, nesting + 1)
                    }
                    Datum::Bits(bits) => {
                        let whole = !matches!(scalar, Scalar::Float(_)) && !matches!(from, Scalar::Float(_));
                        if !whole || scalar.bits() < from.bits() {
                            return true;
                        }
                        let value = Value::truncated(bits, from.bits());
                        if from == Scalar::Bool && value.0 > 1 {
                            return false;
                        }
                        let back = eval::cast(value, from, scalar).value;
                        back == Value(bits) && self.learn_value(inner, value.into(), nesting + 1)
                    }
                    _ if from.bits() == scalar.bits() => self.learn_value(inner, datum, nesting + 1),
                    _ => true,
                }
            }
            ExprKind::Unary(op, inner) => match (op, datum) {
                (UnaryOp::LogicalNot, Datum::Bits(bits)) => {
                    bits <= 1 && self.learn_truth(inner, bits == 0, nesting + 1)
                }
                (UnaryOp::Neg | UnaryOp::BitNot, Datum::Bits(bits)) if matches!(scalar, Scalar::Int { .. }) => {
                    match eval::unary(op, Value(bits), scalar, scalar) {
                        Ok(outcome) => self.learn_value(inner, outcome.value.into(), nesting + 1),
                        Err(_) => true,
                    }
                }
                _ => true,
            },
            ExprKind::Binary(op, ..) if op.is_comparison() => match datum {
                Datum::Bits(bits) => bits <= 1 && self.learn_truth(expr, bits == 1, nesting + 1),
                _ => true,
            },
            ExprKind::Binary(op, left, right) if matches!(scalar, Scalar::Int { .. }) => {
                let Datum::Bits(bits) = datum else { return true };
                let inverse = |op, x, y| eval::binary(op, x, y, scalar, scalar, scalar).ok().map(|o| o.value.into());
                let (x, y) = (self.value(left), self.value(right));
                let open = |datum: Datum| if datum.is_open() { Datum::Unknown } else { datum };
                let (unknown, solved): (ExprId, Option<Datum>) = match (op, open(x), open(y)) {
                    (BinaryOp::Add, Datum::Unknown, Datum::Bits(c)) => {
                        (left, inverse(BinaryOp::Sub, Value(bits), Value(c)))
                    }
                    (BinaryOp::Add, Datum::Bits(c), Datum::Unknown) => {
                        (right, inverse(BinaryOp::Sub, Value(bits), Value(c)))
                    }
                    (BinaryOp::Sub, Datum::Unknown, Datum::Bits(c)) => {
                        (left, inverse(BinaryOp::Add, Value(bits), Value(c)))
                    }
                    (BinaryOp::Sub, Datum::Bits(c), Datum::Unknown) => {
                        (right, inverse(BinaryOp::Sub, Value(c), Value(bits)))
                    }
                    (BinaryOp::Xor, Datum::Unknown, Datum::Bits(c)) => {
                        (left, inverse(BinaryOp::Xor, Value(bits), Value(c)))
                    }
                    (BinaryOp::Xor, Datum::Bits(c), Datum::Unknown) => {
                        (right, inverse(BinaryOp::Xor, Value(bits), Value(c)))
                    }
                    _ => return true,
                };
                solved.is_none_or(|datum| self.learn_value(unknown, datum, nesting + 1))
            }
            _ => true,
        }
    }

    fn is_nan(&self, bits: u128, scalar: Scalar) -> bool {
        let int = Scalar::Int { bits: 32, signed: true };
        eval::unary(UnaryOp::FloatIsNan, Value(bits), scalar, int).is_ok_and(|outcome| !outcome.value.is_zero())
    }
}

/// The same pointer, which is not null.
pub(super) fn not_null(pointer: Datum) -> Datum {
    pointer.map_reaches(|reach| Some(Reach { null: false, ..reach }))
}
