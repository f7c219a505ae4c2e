//! Evaluation of expressions and places in an abstract state: eval(exp, e) of BAM 4.4.1, with pointers.
//!
//! Constants go through [`cairn_ir::eval`], the one place that knows C's arithmetic; in here is only what deals with
//! addresses and with the unknown. A result that C leaves undefined is ⊤ where the machine's answer is not fixed
//! (division by zero, a shift by too much), and wraps otherwise: a superset of what any compiler does would be ⊤ too,
//! but the reference semantics is gcc -fwrapv, as in the interpreter.

// tidy: long because the evaluation of expressions and of places call each other.

use super::datum::Datum;
use super::object::AbstractObject;
use super::range::Interval;
use super::state::ValueState;
use super::symbolic_hook::{LazyInitialisation, SymbolicHook};
use super::symbolic_index::{self, Choice};
use cairn_ir::eval::{self, Undefined};
use cairn_ir::types::{BitField, Scalar};
use cairn_ir::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind, Program, TypeId, UnaryOp, Value, VarKind};
use std::cell::{Cell, RefCell};

/// Deeper nested expressions are ⊤: no stack is deep enough for any input.
const DEEPEST: u32 = 500;

/// Where a place is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryLocation {
    /// At this bit of an object.
    At {
        /// The object.
        object: AbstractObject,
        /// Bits from its start.
        bit: i64,
        /// Width in bits if it is a bit-field.
        field: Option<u32>,
    },
    /// Somewhere in these bits of an object.
    Within {
        /// The object.
        object: AbstractObject,
        /// First bit.
        from: i64,
        /// Past the last bit; `None` for the object's end.
        to: Option<i64>,
    },
    /// In the part of an object that a term chooses; only where someone knows terms.
    Chosen(Choice),
    /// Anywhere.
    Anywhere,
}

/// A range of bits of an object that an evaluation has looked at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ReadBits {
    /// The object.
    pub object: AbstractObject,
    /// First bit.
    pub at: u64,
    /// Number of bits.
    pub width: u64,
}

/// A state to evaluate in.
#[derive(Clone, Copy)]
pub struct View<'a> {
    state: &'a ValueState,
    depth: u32,
    program: &'a Program,
    reads: Option<&'a RefCell<Vec<ReadBits>>>,
    lazy: Option<&'a Cell<Option<LazyInitialisation>>>,
    /// Whether the pointer at hand meets no other.
    unaliased: bool,
    hook: Option<&'a dyn SymbolicHook>,
    nesting: u32,
}

impl<'a> View<'a> {
    /// The state as the frame at `depth` sees it.
    pub fn new(state: &'a ValueState, depth: u32, program: &'a Program) -> Self {
        Self { state, depth, program, reads: None, lazy: None, unaliased: false, hook: None, nesting: 0 }
    }
    /// The same, noting what is read.
    pub fn noting(self, reads: Option<&'a RefCell<Vec<ReadBits>>>) -> Self {
        Self { reads, ..self }
    }
    /// The same, noting the last fresh pointer that was read, or unknown value of which more could be known.
    pub fn initialising(self, lazy: &'a Cell<Option<LazyInitialisation>>) -> Self {
        Self { lazy: Some(lazy), ..self }
    }
    /// The same, with someone who knows more than values.
    pub fn with(self, hook: Option<&'a dyn SymbolicHook>) -> Self {
        Self { hook, ..self }
    }
    pub(super) fn more(&self) -> Option<&'a dyn SymbolicHook> {
        self.hook
    }
    fn deeper(self) -> Option<Self> {
        (self.nesting < DEEPEST).then_some(Self { nesting: self.nesting + 1, ..self })
    }
    fn scalar(&self, ty: TypeId) -> Option<Scalar> {
        self.program.types.scalar(ty)
    }

    /// The value of a scalar expression.
    pub fn value(&self, expr: ExprId) -> Datum {
        let Some(inner) = self.deeper() else { return Datum::Unknown };
        let expression = &self.program.exprs[expr];
        match expression.kind {
            ExprKind::Constant(bits) => Datum::Bits(bits),
            ExprKind::Load(place) => match self.scalar(expression.ty) {
                Some(scalar) => inner.load_place(place, scalar),
                None => Datum::Unknown,
            },
            ExprKind::AddressOf(place) => match inner.locate(place) {
                MemoryLocation::At { object, bit, field: None } if bit % 8 == 0 => self.address(object, bit / 8),
                MemoryLocation::At { object, .. }
                | MemoryLocation::Within { object, .. }
                | MemoryLocation::Chosen(Choice { object, .. }) => Datum::Somewhere(object),
                MemoryLocation::Anywhere => Datum::Unknown,
            },
            ExprKind::FunctionAddress(function) => Datum::Function(function),
            ExprKind::Unary(op, operand) => {
                let of = self.program.type_of(operand);
                match (self.scalar(of), self.scalar(expression.ty)) {
                    (Some(from), Some(to)) => {
                        let x = inner.value(operand);
                        self.hook(self.unary(op, x, from, to), |hook| hook.unary(op, x, from, to))
                    }
                    _ => Datum::Unknown,
                }
            }
            ExprKind::Binary(op, left, right) => inner.binary(op, left, right, expression.ty),
            ExprKind::Cast(operand) => {
                let of = self.program.type_of(operand);
                match (self.scalar(of), self.scalar(expression.ty)) {
                    (Some(from), Some(to)) => {
                        let x = inner.value(operand);
                        self.hook(self.cast(x, from, to), |hook| hook.cast(x, from, to))
                    }
                    _ => Datum::Unknown,
                }
            }
            ExprKind::Conditional(cond, yes, no) => {
                let of = self.scalar(self.program.type_of(cond));
                let condition = of.map_or(Datum::Unknown, |_| inner.value(cond));
                match of.and_then(|of| self.truth(condition, of)) {
                    Some(true) => inner.value(yes),
                    Some(false) => inner.value(no),
                    None => {
                        let (yes, no) = (inner.value(yes), inner.value(no));
                        match (self.scalar(expression.ty), of) {
                            _ if yes == no => yes,
                            (Some(scalar), Some(of)) => {
                                let hull = match (Interval::of(yes, scalar), Interval::of(no, scalar)) {
                                    (Some(yes), Some(no)) => yes.hull(no).datum(scalar),
                                    _ => Datum::Unknown,
                                };
                                self.hook(hull, |hook| hook.choice((condition, of), yes, no, scalar))
                            }
                            _ => Datum::Unknown,
                        }
                    }
                }
            }
        }
    }

    /// Whether a datum is true as a condition.
    pub fn truth(&self, datum: Datum, of: Scalar) -> Option<bool> {
        match datum {
            Datum::Bits(bits) => Some(eval::is_true(Value(bits), of)),
            Datum::Function(_) => Some(true),
            // Nothing says that a pointer to unnamed memory is not null.
            Datum::Address(object, _) | Datum::Somewhere(object) if object.is_unnamed() => None,
            Datum::Address(object, offset) => self.is_in_bounds(object, offset, true).then_some(true),
            Datum::Somewhere(_) => Some(true),
            Datum::Range(range) if !range.interval().contains(0) => Some(true),
            Datum::Range(_) | Datum::Unknown | Datum::Term(_) => None,
        }
    }

    fn address(&self, object: AbstractObject, offset: i64) -> Datum {
        if object.is_summary() { Datum::Somewhere(object) } else { Datum::Address(object, offset) }
    }

    fn unary(&self, op: UnaryOp, x: Datum, from: Scalar, to: Scalar) -> Datum {
        match (op, x) {
            (_, Datum::Bits(bits)) => defined(eval::unary(op, Value(bits), from, to)),
            (UnaryOp::LogicalNot, x) => match self.truth(x, from) {
                Some(truth) => Datum::Bits(u128::from(!truth)),
                None => BOOLEAN.datum(to),
            },
            (UnaryOp::Neg, x @ Datum::Range(_)) => match Interval::of(x, from) {
                Some(x) => Interval { low: -x.high, high: -x.low }.datum(to),
                None => Datum::Unknown,
            },
            (
                UnaryOp::FloatIsNan
                | UnaryOp::FloatIsInf
                | UnaryOp::FloatIsFinite
                | UnaryOp::FloatIsNormal
                | UnaryOp::FloatSignBit,
                _,
            ) => BOOLEAN.datum(to),
            _ => Datum::Unknown,
        }
    }

    fn cast(&self, x: Datum, from: Scalar, to: Scalar) -> Datum {
        match x {
            Datum::Bits(bits) => {
                let outcome = eval::cast(Value(bits), from, to);
                if outcome.undefined == Some(Undefined::FloatToInteger) { Datum::Unknown } else { outcome.value.into() }
            }
            _ if to == Scalar::Bool => self.truth(x, from).map_or(Datum::Unknown, |t| Datum::Bits(u128::from(t))),
            Datum::Unknown | Datum::Range(_) | Datum::Term(_) => match (Interval::of(x, from), Interval::of_type(to)) {
                (Some(x), Some(_)) => x.datum(to),
                _ => Datum::Unknown,
            },
            // An address survives in any integer that holds all of it.
            _ if from.bits() == to.bits() && !matches!(to, Scalar::Float(_)) => x,
            _ => Datum::Unknown,
        }
    }

    fn binary(&self, op: BinaryOp, left: ExprId, right: ExprId, ty: TypeId) -> Datum {
        let types = &self.program.types;
        let (of_left, of_right) = (self.program.type_of(left), self.program.type_of(right));
        let (Some(l), Some(r), Some(to)) = (types.scalar(of_left), types.scalar(of_right), types.scalar(ty)) else {
            return Datum::Unknown;
        };
        let (x, y) = (self.value(left), self.value(right));
        match op {
            BinaryOp::PtrAdd => {
                let step = types.pointee(ty).and_then(|t| types.size_of(t)).or(Some(1));
                let Some(step) = step.and_then(|s| i64::try_from(s).ok()) else { return Datum::Unknown };
                self.displaced(x, y, r, step, to)
            }
            BinaryOp::PtrDiff => {
                let step = types.pointee(of_left).and_then(|t| types.size_of(t)).unwrap_or(1);
                let step = i128::from(step.max(1));
                let difference = match (x, y) {
                    (Datum::Address(a, i), Datum::Address(b, j)) if a == b => i128::from(i) - i128::from(j),
                    (Datum::Bits(a), Datum::Bits(b)) => Value(a).as_signed(l.bits()) - Value(b).as_signed(l.bits()),
                    _ => return Datum::Unknown,
                };
                if difference % step != 0 {
                    Datum::Unknown
                } else {
                    Value::from_i128(difference / step, to.bits()).into()
                }
            }
            _ => match (x, y) {
                (Datum::Bits(a), Datum::Bits(b)) => defined(eval::binary(op, Value(a), Value(b), l, r, to)),
                _ if x.is_open() || y.is_open() => {
                    self.hook(self.open(op, (x, l), (y, r), to), |hook| hook.binary(op, (x, l), (y, r), to))
                }
                _ if op.is_comparison() => self.compare(op, x, y),
                // Addresses in disguise: integers as wide as a pointer.
                (Datum::Address(object, offset), Datum::Bits(bits)) if matches!(op, BinaryOp::Add | BinaryOp::Sub) => {
                    let by = Value(bits).as_signed(l.bits()) as i64;
                    let offset = if op == BinaryOp::Add { offset.checked_add(by) } else { offset.checked_sub(by) };
                    offset.map_or(Datum::Unknown, |offset| self.address(object, offset))
                }
                (Datum::Bits(bits), Datum::Address(object, offset)) if op == BinaryOp::Add => {
                    let by = Value(bits).as_signed(l.bits()) as i64;
                    offset.checked_add(by).map_or(Datum::Unknown, |offset| self.address(object, offset))
                }
                (Datum::Address(a, i), Datum::Address(b, j)) if a == b && op == BinaryOp::Sub => {
                    Value::from_i128(i128::from(i) - i128::from(j), to.bits()).into()
                }
                _ => Datum::Unknown,
            },
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
        match (Interval::of(x, l), Interval::of(y, r)) {
            (Some(x), Some(y)) if of_integers => {
                if op.is_comparison() {
                    return x.compare(op, y).map_or(BOOLEAN.datum(to), |truth| Datum::Bits(u128::from(truth)));
                }
                if matches!(op, BinaryOp::Shl | BinaryOp::Shr) && y.high >= i128::from(l.bits()) {
                    return Datum::Unknown;
                }
                x.apply(op, y).map_or(Datum::Unknown, |result| result.datum(to))
            }
            _ if op.is_comparison() => BOOLEAN.datum(to),
            _ => Datum::Unknown,
        }
    }

    fn displaced(&self, pointer: Datum, index: Datum, of_index: Scalar, step: i64, to: Scalar) -> Datum {
        match (pointer, index) {
            (Datum::Address(object, offset), Datum::Bits(bits)) => {
                let index = i64::try_from(Value(bits).as_signed(of_index.bits())).ok();
                let moved = index.and_then(|i| i.checked_mul(step)).and_then(|by| offset.checked_add(by));
                moved.map_or(Datum::Unknown, |offset| self.address(object, offset))
            }
            (Datum::Address(object, _) | Datum::Somewhere(object), _) => Datum::Somewhere(object),
            (Datum::Bits(base), Datum::Bits(bits)) => {
                let by = Value(bits).as_signed(of_index.bits()).wrapping_mul(i128::from(step));
                Value::from_i128((base as i128).wrapping_add(by), to.bits()).into()
            }
            _ => Datum::Unknown,
        }
    }

    /// Comparison of two data of which at least one is an address.
    fn compare(&self, op: BinaryOp, x: Datum, y: Datum) -> Datum {
        let equal = match (x, y) {
            (Datum::Address(a, i), Datum::Address(b, j)) if a == b => {
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
                let apart = self.is_alive(a) && self.is_alive(b) && !self.may_be_one(a, b);
                if apart && self.is_in_bounds(a, i, false) && self.is_in_bounds(b, j, false) {
                    Some(false)
                } else {
                    None
                }
            }
            (Datum::Function(f), Datum::Function(g)) => Some(f == g),
            (Datum::Function(_), other) | (other, Datum::Function(_)) => {
                other.object().is_none_or(|object| !object.is_unnamed()).then_some(false)
            }
            (address, Datum::Bits(0)) | (Datum::Bits(0), address) => match self.truth(address, Scalar::Bool) {
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

    /// Equal strings may share their memory.
    fn may_be_one(&self, a: AbstractObject, b: AbstractObject) -> bool {
        let is_literal =
            |o: AbstractObject| o.var().is_some_and(|v| self.program.vars[v].kind == VarKind::StringLiteral);
        let is_vague = |o: AbstractObject| o.is_summary() || o.is_unnamed();
        is_literal(a) && is_literal(b) || is_vague(a) || is_vague(b)
    }
    fn is_alive(&self, object: AbstractObject) -> bool {
        match object.frame() {
            Some(depth) => i64::from(depth) <= i64::from(self.depth),
            None => !object.is_on_heap() || self.state.content(object).is_some(),
        }
    }

    /// Size in bytes, when known.
    pub fn size(&self, object: AbstractObject) -> Option<u64> {
        match object.var() {
            Some(var) => {
                let variable = &self.program.vars[var];
                let data = variable.data.as_ref().map_or(0, |d| d.len() as u64);
                self.program.types.size_of(variable.ty).map(|size| size.max(data))
            }
            None => self.state.content(object).and_then(|content| content.size),
        }
    }
    fn is_in_bounds(&self, object: AbstractObject, offset: i64, end_too: bool) -> bool {
        match (u64::try_from(offset), self.size(object)) {
            (Ok(offset), Some(size)) => offset < size || end_too && offset == size,
            // An object of unknown size: its first byte is there, or the program did something undefined before.
            (Ok(offset), None) => offset == 0 || end_too,
            (Err(_), _) => false,
        }
    }

    /// Where a place is.
    pub fn locate(&self, place: PlaceId) -> MemoryLocation {
        let Some(inner) = self.deeper() else { return MemoryLocation::Anywhere };
        let types = &self.program.types;
        let found = &self.program.exprs[place];
        match found.kind {
            PlaceKind::Var(var) => MemoryLocation::At {
                object: AbstractObject::of_var(var, self.depth, self.program),
                bit: 0,
                field: None,
            },
            PlaceKind::Deref(pointer) => match inner.value(pointer) {
                Datum::Address(object, offset) => match offset.checked_mul(8) {
                    Some(bit) => MemoryLocation::At { object, bit, field: None },
                    None => MemoryLocation::Anywhere,
                },
                Datum::Somewhere(object) => match inner.displaced_by_term(pointer) {
                    Some(choice) => MemoryLocation::Chosen(choice),
                    None => MemoryLocation::Within { object, from: 0, to: None },
                },
                // A constant address, mostly null: memory too, but none that the program names.
                Datum::Bits(bits) => match i64::try_from(bits).ok().and_then(|address| address.checked_mul(8)) {
                    Some(bit) => MemoryLocation::At { object: AbstractObject::ABSOLUTE, bit, field: None },
                    None => MemoryLocation::Anywhere,
                },
                _ => MemoryLocation::Anywhere,
            },
            PlaceKind::Field(record, index) => {
                let Some(field) = types.fields(self.program.type_of_place(record)).and_then(|f| f.get(index as usize))
                else {
                    return MemoryLocation::Anywhere;
                };
                match inner.locate(record) {
                    MemoryLocation::At { object, bit, .. } => {
                        let first = field.bits.map_or(0, |BitField { first, .. }| i64::from(first));
                        let at = i64::try_from(field.offset)
                            .ok()
                            .and_then(|offset| offset.checked_mul(8))
                            .and_then(|offset| bit.checked_add(offset)?.checked_add(first));
                        match at {
                            Some(bit) => MemoryLocation::At { object, bit, field: field.bits.map(|b| b.width) },
                            None => MemoryLocation::Anywhere,
                        }
                    }
                    MemoryLocation::Chosen(choice) => {
                        let first = field.bits.map_or(0, |BitField { first, .. }| i64::from(first));
                        let offset = i64::try_from(field.offset).ok().and_then(|offset| offset.checked_mul(8));
                        let further = offset.and_then(|offset| offset.checked_add(first));
                        let field = field.bits.map(|b| b.width);
                        let part = further.and_then(|further| choice.further(further, field));
                        part.map_or(choice.anywhere(), MemoryLocation::Chosen)
                    }
                    other => other,
                }
            }
            PlaceKind::Index(array, index) => {
                let element =
                    types.size_of(found.ty).and_then(|s| i64::try_from(s).ok()).and_then(|s| s.checked_mul(8));
                let Some(step) = element else { return MemoryLocation::Anywhere };
                let base = match inner.locate(array) {
                    MemoryLocation::Chosen(choice) => match inner.within_row(array, index, step) {
                        Some(further) => {
                            return choice.further(further, None).map_or(choice.anywhere(), MemoryLocation::Chosen);
                        }
                        None => choice.anywhere(),
                    },
                    base => base,
                };
                match base {
                    MemoryLocation::At { object, bit, .. } => {
                        let index_bits = self.scalar(self.program.type_of(index)).map_or(64, |s| s.bits());
                        match inner.value(index) {
                            Datum::Bits(bits) => {
                                let index = i64::try_from(Value(bits).as_signed(index_bits)).ok();
                                let at = index.and_then(|i| i.checked_mul(step)).and_then(|by| bit.checked_add(by));
                                at.map_or(MemoryLocation::Anywhere, |bit| MemoryLocation::At {
                                    object,
                                    bit,
                                    field: None,
                                })
                            }
                            datum => {
                                let length = types.element(self.program.type_of_place(array)).and_then(|(_, n)| n);
                                let length = length.and_then(|n| i64::try_from(n).ok());
                                let to = length.and_then(|n| n.checked_mul(step)).and_then(|n| bit.checked_add(n));
                                let stays = self.program.contained.contains(&place)
                                    || length.is_some_and(|n| self.is_below(index, datum, n));
                                let all = bit == 0 && self.size(object) == to.and_then(|to| u64::try_from(to / 8).ok());
                                if (stays || all)
                                    && let Some(length) = length
                                    && let Some(choice) = self.chosen((object, bit), step, length, (index, datum))
                                {
                                    return MemoryLocation::Chosen(choice);
                                }
                                // Memory is flat within an object: a subscript that leaves its array may be anywhere there.
                                match to {
                                    Some(to) if stays => MemoryLocation::Within { object, from: bit, to: Some(to) },
                                    _ => MemoryLocation::Within { object, from: 0, to: None },
                                }
                            }
                        }
                    }
                    MemoryLocation::Within { object, from, to } => {
                        let datum = inner.value(index);
                        let length = types.element(self.program.type_of_place(array)).and_then(|(_, n)| n);
                        let length = length.and_then(|n| i64::try_from(n).ok());
                        let stays = self.program.contained.contains(&place)
                            || length.is_some_and(|n| self.is_below(index, datum, n));
                        if stays {
                            MemoryLocation::Within { object, from, to }
                        } else {
                            MemoryLocation::Within { object, from: 0, to: None }
                        }
                    }
                    MemoryLocation::Anywhere | MemoryLocation::Chosen(_) => MemoryLocation::Anywhere,
                }
            }
        }
    }

    /// The bits from an array's start to an element, when the subscript is known and one of its elements'.
    fn within_row(&self, array: PlaceId, index: ExprId, step: i64) -> Option<i64> {
        let (_, length) = self.program.types.element(self.program.type_of_place(array))?;
        let bits = self.scalar(self.program.type_of(index))?.bits();
        let index = i64::try_from(self.value(index).bits()?.as_signed(bits)).ok()?;
        let length = i64::try_from(length?).ok()?;
        if (0..length).contains(&index) { index.checked_mul(step) } else { None }
    }

    /// The element of an array that a term chooses.
    fn chosen(
        &self,
        (object, bit): (AbstractObject, i64),
        step: i64,
        parts: i64,
        (index, datum): (ExprId, Datum),
    ) -> Option<Choice> {
        let of = self.scalar(self.program.type_of(index))?;
        let parts = u32::try_from(parts).ok().filter(|parts| (1..=symbolic_index::MOST).contains(parts))?;
        let is_term = matches!(datum, Datum::Term(_)) && self.hook.is_some() && !object.is_summary();
        is_term.then_some(Choice { object, bit, step, parts, first: 0, index: (datum, of), field: None })
    }

    /// What a known pointer and a term together point to: any part of the object at the pointer's distance from its start.
    fn displaced_by_term(&self, pointer: ExprId) -> Option<Choice> {
        let ExprKind::Binary(BinaryOp::PtrAdd, base, index) = self.program.exprs[pointer].kind else { return None };
        let types = &self.program.types;
        let step =
            i64::try_from(types.size_of(types.pointee(self.program.type_of(pointer))?)?).ok().filter(|s| *s > 0)?;
        let Datum::Address(object, offset) = self.value(base) else { return None };
        let size = i64::try_from(self.size(object)?).ok()?;
        let start = offset.rem_euclid(step);
        let choice = self.chosen(
            (object, start.checked_mul(8)?),
            step.checked_mul(8)?,
            (size - start) / step,
            (index, self.value(index)),
        )?;
        Some(Choice { first: -offset.div_euclid(step), ..choice })
    }

    /// Whether a subscript is one of so many elements.
    fn is_below(&self, index: ExprId, datum: Datum, length: i64) -> bool {
        let scalar = self.scalar(self.program.type_of(index));
        let range = scalar.and_then(|scalar| Interval::of(datum, scalar));
        range.is_some_and(|range| range.is_in(Interval { low: 0, high: i128::from(length) - 1 }))
    }

    /// The value of a scalar at a location.
    pub fn load(&self, location: MemoryLocation, scalar: Scalar) -> Datum {
        match location {
            MemoryLocation::At { object, bit, field } => {
                let width = field.unwrap_or_else(|| scalar.bits());
                let Some(at) = self.checked(object, bit, width) else { return Datum::Unknown };
                let datum = self.state.read(object, at, width, self.program);
                // What is not known has no part in any conclusion.
                if datum != Datum::Unknown
                    && let Some(reads) = self.reads
                {
                    reads.borrow_mut().push(ReadBits { object, at, width: u64::from(width) });
                }
                if datum == Datum::Unknown
                    && matches!(scalar, Scalar::Pointer { .. })
                    && let Some(lazy) = self.lazy
                    && self.unaliased
                    && self.state.content(object).is_some_and(|content| content.is_fresh(at, width))
                {
                    lazy.set(Some(LazyInitialisation::Memory(object, at)));
                } else if matches!(datum, Datum::Unknown | Datum::Range(_))
                    && let (Some(_), Some(lazy)) = (self.hook, self.lazy)
                    && self.stays(object)
                {
                    lazy.set(Some(LazyInitialisation::Symbol { object, at, width, of: scalar, known: datum }));
                }
                match datum {
                    // Two values only: anything else in a _Bool has no meaning.
                    Datum::Bits(bits) if scalar == Scalar::Bool && bits > 1 => Datum::Unknown,
                    Datum::Bits(bits) if width < scalar.bits() && scalar.is_signed() => {
                        Value::from_i128(Value(bits).as_signed(width), scalar.bits()).into()
                    }
                    // A bit-field reads wider than its cell.
                    Datum::Range(_) if width < scalar.bits() => Datum::Unknown,
                    Datum::Term(_) if width < scalar.bits() || scalar == Scalar::Bool => {
                        self.hook(Datum::Unknown, |hook| hook.loaded(datum, width, scalar))
                    }
                    datum => datum,
                }
            }
            MemoryLocation::Within { object, from, to } => self.load_within(object, from, to, scalar),
            MemoryLocation::Chosen(choice) => self.load_choice(choice, scalar),
            MemoryLocation::Anywhere => Datum::Unknown,
        }
    }

    fn load_place(&self, place: PlaceId, scalar: Scalar) -> Datum {
        // Memory of its own is only for a pointer that no other one meets.
        let unaliased = self.lazy.is_some() && self.program.exposure.is_unaliased(place);
        View { unaliased, ..*self }.load(self.locate(place), scalar)
    }

    /// Whether an object is there, writable and named by nothing else, so that what is unknown of it can be given a name.
    fn stays(&self, object: AbstractObject) -> bool {
        let is_literal = |var| self.program.vars[var].kind == VarKind::StringLiteral;
        match object.var() {
            Some(var) => !is_literal(var) && !object.is_older() && self.is_alive(object),
            None => !object.is_summary() && self.state.content(object).is_some() && self.is_alive(object),
        }
    }

    /// The one value that all of a range holds: zero, when it was never written.
    fn load_within(&self, object: AbstractObject, from: i64, to: Option<i64>, scalar: Scalar) -> Datum {
        let Some(content) = self.state.content(object) else { return Datum::Unknown };
        let end = to.or_else(|| self.size(object).and_then(|s| i64::try_from(s).ok()?.checked_mul(8)));
        let (Ok(at), Some(end)) = (u64::try_from(from), end.and_then(|e| u64::try_from(e).ok())) else {
            return Datum::Unknown;
        };
        let untouched = content.rest == super::object_content::Rest::Zero
            && end > at
            && content.overlapping(at, end - at).is_empty()
            && scalar.bits() <= 128;
        if !untouched {
            return Datum::Unknown;
        }
        if let Some(reads) = self.reads {
            reads.borrow_mut().push(ReadBits { object, at, width: end - at });
        }
        Datum::Bits(0)
    }

    /// The first bit, when the access is inside the object.
    pub fn checked(&self, object: AbstractObject, bit: i64, width: u32) -> Option<u64> {
        let at = u64::try_from(bit).ok()?;
        if object.is_summary() {
            return None;
        }
        match self.size(object) {
            Some(size) => (at + u64::from(width) <= size.saturating_mul(8)).then_some(at),
            None => Some(at),
        }
    }
}

/// What a truth value can be.
const BOOLEAN: Interval = Interval { low: 0, high: 1 };

/// What the machine computes where it is one thing.
fn defined(outcome: Result<eval::Evaluated, Undefined>) -> Datum {
    match outcome {
        Ok(outcome) => match outcome.undefined {
            None | Some(Undefined::SignedOverflow | Undefined::ShiftOfNegative) => outcome.value.into(),
            Some(_) => Datum::Unknown,
        },
        Err(_) => Datum::Unknown,
    }
}
