//! When an operation is undefined, as a condition over its operands: an `int` that is 1 then.
//!
//! A constant operand leaves a comparison of the other one with a constant, which is what analyses know best (`x + 1`
//! overflows where `x > INT_MAX - 1`). Otherwise the operation is done in a type twice as wide and its result compared with
//! the limits; of 128 bits there is no wider type, and division undoes the multiplication.

use cairn_ir::ExprId;
use cairn_ir::eval;
use cairn_ir::expr::{BinaryOp, ExprKind, PlaceKind, UnaryOp};
use cairn_ir::ids::VarId;
use cairn_ir::program::Program;
use cairn_ir::types::{IntKind, Scalar, TypeId};
use cairn_ir::value::Value;

/// Why a path ends where an access may be one of less alignment than its type has elsewhere.
pub(super) const UNDERALIGNED: &str = "an access to a type that the program also has with a smaller alignment";

/// Conditions in the making. None is made where the operation is always defined.
pub(super) struct Conditions<'p> {
    pub(super) program: &'p mut Program,
    pub(super) made: Vec<ExprId>,
}

/// The limits of a signed type.
#[derive(Clone, Copy)]
struct Limits {
    bits: u32,
    low: i128,
    high: i128,
}

impl Conditions<'_> {
    fn of(&self, expr: ExprId) -> TypeId {
        self.program.exprs[expr].ty
    }
    fn int(&mut self) -> TypeId {
        self.program.types.int(IntKind::Int)
    }
    fn constant(&mut self, value: i128, ty: TypeId) -> ExprId {
        let bits = self.program.types.scalar(ty).map_or(64, |scalar| scalar.bits());
        self.program.exprs.expr(ExprKind::Constant(Value::from_i128(value, bits).0), ty)
    }
    fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId, ty: TypeId) -> ExprId {
        self.program.exprs.expr(ExprKind::Binary(op, a, b), ty)
    }
    fn compared(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        let int = self.int();
        self.binary(op, a, b, int)
    }
    /// A comparison with a constant of the expression's type.
    fn is(&mut self, op: BinaryOp, a: ExprId, value: i128) -> ExprId {
        let ty = self.of(a);
        let value = self.constant(value, ty);
        self.compared(op, a, value)
    }
    fn cast(&mut self, a: ExprId, ty: TypeId) -> ExprId {
        if self.of(a) == ty { a } else { self.program.exprs.expr(ExprKind::Cast(a), ty) }
    }
    /// `condition && then`.
    pub(super) fn both(&mut self, condition: ExprId, then: ExprId) -> ExprId {
        let int = self.int();
        let no = self.constant(0, int);
        self.program.exprs.expr(ExprKind::Conditional(condition, then, no), int)
    }
    /// `!condition && then`.
    pub(super) fn otherwise(&mut self, condition: ExprId, then: ExprId) -> ExprId {
        let int = self.int();
        let no = self.constant(0, int);
        self.program.exprs.expr(ExprKind::Conditional(condition, no, then), int)
    }
    fn known(&self, expr: ExprId) -> Option<i128> {
        let ExprKind::Constant(bits) = self.program.exprs[expr].kind else { return None };
        match self.program.types.scalar(self.of(expr))? {
            Scalar::Int { bits: width, signed: true } => Some(Value(bits).as_signed(width)),
            Scalar::Int { .. } | Scalar::Bool => i128::try_from(bits).ok(),
            _ => None,
        }
    }
    fn limits(&self, ty: TypeId) -> Option<Limits> {
        match self.program.types.scalar(ty)? {
            Scalar::Int { bits, signed: true } => {
                let high = if bits >= 128 { i128::MAX } else { (1 << (bits - 1)) - 1 };
                Some(Limits { bits, low: -high - 1, high })
            }
            _ => None,
        }
    }
    /// A type in which the operation on values of so many bits does not overflow.
    fn wider(&mut self, bits: u32) -> Option<TypeId> {
        match bits {
            0..=32 => Some(self.program.types.int(IntKind::LongLong)),
            33..=64 => Some(self.program.types.int(IntKind::Int128)),
            _ => None,
        }
    }
    fn width(&self, expr: ExprId) -> Option<u32> {
        match self.program.types.scalar(self.of(expr))? {
            Scalar::Int { bits, .. } => Some(bits),
            _ => None,
        }
    }

    /// So many bits hold each result of an operation, by the types that its operands were converted from.
    fn digits_of(&self, op: BinaryOp, a: ExprId, b: ExprId) -> Option<u32> {
        let (a, b) = (self.digits(a)?, self.digits(b)?);
        match op {
            BinaryOp::Add | BinaryOp::Sub => a.max(b).checked_add(1),
            BinaryOp::Mul => a.checked_add(b),
            _ => None,
        }
    }

    /// So many bits, one for the sign, hold each value of an integer.
    fn digits(&self, value: ExprId) -> Option<u32> {
        let Scalar::Int { bits, signed } = self.program.types.scalar(self.of(value))? else { return None };
        // What is negative, or wraps, is another number in a type without sign.
        if !signed {
            return Some(bits + 1);
        }
        let digits = match self.program.exprs[value].kind {
            ExprKind::Cast(inner) => self.digits(inner),
            ExprKind::Binary(op, a, b) => self.digits_of(op, a, b),
            _ => None,
        };
        Some(digits.filter(|digits| *digits < bits).unwrap_or(bits))
    }

    /// The result of `a op b`, of a signed type, does not fit it.
    pub(super) fn overflow(&mut self, op: BinaryOp, a: ExprId, b: ExprId, ty: TypeId) {
        let Some(limits) = self.limits(ty) else { return };
        if self.digits_of(op, a, b).is_some_and(|digits| digits <= limits.bits) {
            return;
        }
        match (op, self.known(a), self.known(b)) {
            (BinaryOp::Add, _, Some(c)) => self.added(a, c, limits),
            (BinaryOp::Add, Some(c), _) => self.added(b, c, limits),
            (BinaryOp::Sub, _, Some(c)) if c != i128::MIN => self.added(a, -c, limits),
            (BinaryOp::Mul, _, Some(c)) => self.multiplied(a, c, limits),
            (BinaryOp::Mul, Some(c), _) => self.multiplied(b, c, limits),
            (BinaryOp::Div | BinaryOp::Rem, _, Some(c)) if c != -1 => {}
            (BinaryOp::Div | BinaryOp::Rem, ..) => {
                let least = self.is(BinaryOp::Eq, a, limits.low);
                let minus = self.is(BinaryOp::Eq, b, -1);
                let bad = self.both(minus, least);
                self.made.push(bad);
            }
            (BinaryOp::Shl, ..) => self.shifted_out(a, b, limits),
            (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, ..) => match self.wider(limits.bits) {
                Some(wide) => {
                    let (x, y) = (self.cast(a, wide), self.cast(b, wide));
                    let result = self.binary(op, x, y, wide);
                    self.outside(result, limits);
                }
                None => self.widest(op, a, b, ty, limits),
            },
            _ => {}
        }
    }

    /// `-a` does not fit.
    pub(super) fn negated(&mut self, a: ExprId, ty: TypeId) {
        let Some(limits) = self.limits(ty) else { return };
        let bad = self.is(BinaryOp::Eq, a, limits.low);
        self.made.push(bad);
    }

    fn outside(&mut self, result: ExprId, limits: Limits) {
        for (op, limit) in [(BinaryOp::Gt, limits.high), (BinaryOp::Lt, limits.low)] {
            let bad = self.is(op, result, limit);
            self.made.push(bad);
        }
    }

    fn added(&mut self, a: ExprId, c: i128, limits: Limits) {
        let bad = match c {
            0 => return,
            1.. => self.is(BinaryOp::Gt, a, limits.high - c),
            _ => self.is(BinaryOp::Lt, a, limits.low - c),
        };
        self.made.push(bad);
    }

    fn multiplied(&mut self, a: ExprId, c: i128, limits: Limits) {
        match c {
            0 | 1 => {}
            -1 => {
                let bad = self.is(BinaryOp::Eq, a, limits.low);
                self.made.push(bad);
            }
            _ => {
                let (one, other) = (limits.high / c, limits.low / c);
                let (high, low) = if c > 0 { (one, other) } else { (other, one) };
                for (op, limit) in [(BinaryOp::Gt, high), (BinaryOp::Lt, low)] {
                    let bad = self.is(op, a, limit);
                    self.made.push(bad);
                }
            }
        }
    }

    /// `a << b` does not fit, where `b` is a valid amount.
    fn shifted_out(&mut self, a: ExprId, b: ExprId, limits: Limits) {
        if let Some(by) = self.known(b) {
            if (0..i128::from(limits.bits)).contains(&by) {
                for (op, limit) in [(BinaryOp::Gt, limits.high >> by), (BinaryOp::Lt, limits.low >> by)] {
                    let bad = self.is(op, a, limit);
                    self.made.push(bad);
                }
            }
            return;
        }
        let Some(invalid) = self.invalid_amount(b, limits.bits) else { return };
        let mut bad = Vec::new();
        match (self.known(a), self.wider(limits.bits)) {
            (Some(0), _) => {}
            (Some(c), _) => {
                let most =
                    (0..limits.bits).take_while(|by| (limits.low >> by..=limits.high >> by).contains(&c)).count();
                bad.push(self.is(BinaryOp::Ge, b, most as i128));
            }
            (None, Some(wide)) => {
                let x = self.cast(a, wide);
                let result = self.binary(BinaryOp::Shl, x, b, wide);
                bad.push(self.is(BinaryOp::Gt, result, limits.high));
                bad.push(self.is(BinaryOp::Lt, result, limits.low));
            }
            (None, None) => {
                let ty = self.of(a);
                let result = self.binary(BinaryOp::Shl, a, b, ty);
                let back = self.binary(BinaryOp::Shr, result, b, ty);
                bad.push(self.compared(BinaryOp::Ne, back, a));
            }
        }
        for bad in bad {
            let bad = self.otherwise(invalid, bad);
            self.made.push(bad);
        }
    }

    /// The same on 128 bits.
    fn widest(&mut self, op: BinaryOp, a: ExprId, b: ExprId, ty: TypeId, limits: Limits) {
        let (int, least) = (self.int(), self.constant(limits.low, ty));
        let most = self.constant(limits.high, ty);
        let choose = |of: &mut Self, c, yes, no| of.program.exprs.expr(ExprKind::Conditional(c, yes, no), int);
        let bad = match op {
            BinaryOp::Mul => {
                let product = self.binary(op, a, b, ty);
                let back = self.binary(BinaryOp::Div, product, a, ty);
                let differs = self.compared(BinaryOp::Ne, back, b);
                let (minus, least) = (self.is(BinaryOp::Eq, a, -1), self.is(BinaryOp::Eq, b, limits.low));
                let bad = choose(self, minus, least, differs);
                let zero = self.is(BinaryOp::Eq, a, 0);
                return self.push_otherwise(zero, bad);
            }
            BinaryOp::Add => {
                let (above, below) =
                    (self.binary(BinaryOp::Sub, most, b, ty), self.binary(BinaryOp::Sub, least, b, ty));
                let (above, below) = (self.compared(BinaryOp::Gt, a, above), self.compared(BinaryOp::Lt, a, below));
                let positive = self.is(BinaryOp::Gt, b, 0);
                choose(self, positive, above, below)
            }
            _ => {
                let (above, below) =
                    (self.binary(BinaryOp::Add, most, b, ty), self.binary(BinaryOp::Add, least, b, ty));
                let (above, below) = (self.compared(BinaryOp::Gt, a, above), self.compared(BinaryOp::Lt, a, below));
                let negative = self.is(BinaryOp::Lt, b, 0);
                choose(self, negative, above, below)
            }
        };
        self.made.push(bad);
    }

    fn push_otherwise(&mut self, condition: ExprId, bad: ExprId) {
        let bad = self.otherwise(condition, bad);
        self.made.push(bad);
    }

    /// `b` is zero.
    pub(super) fn zero(&mut self, b: ExprId) {
        if matches!(self.known(b), None | Some(0)) && self.width(b).is_some() {
            let bad = self.is(BinaryOp::Eq, b, 0);
            self.made.push(bad);
        }
    }

    /// A shift by `b` of a value of so many bits.
    fn invalid_amount(&mut self, b: ExprId, bits: u32) -> Option<ExprId> {
        let kind = match self.width(b)? {
            0..=32 => IntKind::UInt,
            33..=64 => IntKind::ULongLong,
            _ => IntKind::UInt128,
        };
        let unsigned = self.program.types.int(kind);
        let amount = self.cast(b, unsigned);
        Some(self.is(BinaryOp::Ge, amount, i128::from(bits)))
    }

    /// The amount of a shift, or what is shifted to the left, is none that C defines.
    pub(super) fn shift(&mut self, op: BinaryOp, a: ExprId, b: ExprId, ty: TypeId) {
        let Some(bits) = self.width(a) else { return };
        if !self.known(b).is_some_and(|by| (0..i128::from(bits)).contains(&by)) {
            let bad = self.invalid_amount(b, bits);
            self.made.extend(bad);
        }
        if op == BinaryOp::Shl && self.limits(ty).is_some() && self.known(a).is_none_or(|a| a < 0) {
            let bad = self.is(BinaryOp::Lt, a, 0);
            self.made.push(bad);
        }
    }

    /// A floating value does not fit an integer type.
    pub(super) fn float_conversion(&mut self, a: ExprId, to: TypeId) {
        let types = &self.program.types;
        let (Some(from @ Scalar::Float(_)), Some(Scalar::Int { bits, signed })) =
            (types.scalar(self.of(a)), types.scalar(to))
        else {
            return;
        };
        let (low, end) = match (signed, bits) {
            (false, 128..) => return,
            (false, _) => (0, 1i128 << bits),
            (true, 128..) => return,
            (true, _) => (-(1i128 << (bits - 1)), 1i128 << (bits - 1)),
        };
        let wide = Scalar::Int { bits: 128, signed: true };
        let as_float = |value: i128| eval::cast(Value::from_i128(value, 128), wide, from).value;
        let exact = |value: i128| eval::cast(as_float(value), from, wide).value.as_signed(128) == value;
        // What lies between the least number and the one below is cut off to the least.
        let (op, least) = if exact(low - 1) { (BinaryOp::Gt, low - 1) } else { (BinaryOp::Ge, low) };
        let ty = self.of(a);
        for (op, limit) in [(op, least), (BinaryOp::Lt, end)] {
            let limit = self.program.exprs.expr(ExprKind::Constant(as_float(limit).0), ty);
            let fits = self.compared(op, a, limit);
            let int = self.int();
            // So that a NaN does not fit.
            let bad = self.program.exprs.expr(ExprKind::Unary(UnaryOp::LogicalNot, fits), int);
            self.made.push(bad);
        }
    }

    /// An integer does not fit a signed type that it is converted to.
    pub(super) fn conversion(&mut self, a: ExprId, to: TypeId) {
        let Some(limits) = self.limits(to) else { return };
        let Some(Scalar::Int { bits, signed }) = self.program.types.scalar(self.of(a)) else { return };
        let fits = if signed { bits <= limits.bits } else { bits < limits.bits };
        if fits || self.known(a).is_some_and(|a| (limits.low..=limits.high).contains(&a)) {
            return;
        }
        let bad = self.is(BinaryOp::Gt, a, limits.high);
        self.made.push(bad);
        if signed {
            let bad = self.is(BinaryOp::Lt, a, limits.low);
            self.made.push(bad);
        }
    }

    /// A step that is not zero leaves null, from which there are none (C17 6.5.6p8).
    pub(super) fn step_from_null(&mut self, from: ExprId, index: ExprId) {
        if matches!(self.program.exprs[from].kind, ExprKind::AddressOf(_)) || self.known(index) == Some(0) {
            return;
        }
        let null = self.is(BinaryOp::Eq, from, 0);
        let bad = match self.known(index) {
            Some(_) => null,
            None => {
                let moves = self.is(BinaryOp::Ne, index, 0);
                self.both(null, moves)
            }
        };
        self.made.push(bad);
    }

    /// A flag is not set.
    pub(super) fn unset(&mut self, flag: VarId) {
        let value = self.program.var_value(flag);
        let bad = self.is(BinaryOp::Eq, value, 0);
        self.made.push(bad);
    }

    pub(super) fn always(&mut self) {
        let int = self.int();
        let yes = self.constant(1, int);
        self.made.push(yes);
    }

    /// A subscript is not below a length, or not at most the length.
    pub(super) fn index(&mut self, index: ExprId, length: u64, end_too: bool) {
        let most = i128::from(length) - i128::from(!end_too);
        if self.known(index).is_some_and(|index| (0..=most).contains(&index)) {
            return;
        }
        let Some(Scalar::Int { bits, signed }) = self.program.types.scalar(self.of(index)) else { return };
        let high = if signed { 1i128 << (bits.min(127) - 1) } else { 1i128 << bits.min(126) };
        if most < high {
            let bad = self.is(BinaryOp::Gt, index, most);
            self.made.push(bad);
        }
        if signed {
            let bad = self.is(BinaryOp::Lt, index, 0);
            self.made.push(bad);
        }
    }

    /// A subscript is not below a length that is known at run time; both are signed and of one type.
    pub(super) fn variable_index(&mut self, index: ExprId, length: ExprId) {
        let too_large = self.compared(BinaryOp::Ge, index, length);
        let below = self.is(BinaryOp::Lt, index, 0);
        self.made.extend([too_large, below]);
    }

    /// A pointer is no multiple of an alignment: what it was computed from by multiples of that is not. The latter.
    pub(super) fn misaligned(&mut self, pointer: ExprId, align: u64) -> Option<ExprId> {
        let pointer = self.unsteady(pointer, align)?;
        let number = self.program.types.size_t();
        let (address, align) = (self.cast(pointer, number), self.constant(i128::from(align), number));
        let rest = self.binary(BinaryOp::Rem, address, align, number);
        let bad = self.is(BinaryOp::Ne, rest, 0);
        self.made.push(bad);
        Some(pointer)
    }

    /// A pointer without the steps by multiples of an alignment; `None` where it is one itself.
    fn unsteady(&self, mut pointer: ExprId, align: u64) -> Option<ExprId> {
        let (exprs, types) = (&self.program.exprs, &self.program.types);
        let is_multiple = |ty: TypeId| types.size_of(ty).is_some_and(|size| size.is_multiple_of(align));
        loop {
            match exprs[pointer].kind {
                ExprKind::Binary(BinaryOp::PtrAdd, from, _)
                    if types.pointee(self.of(pointer)).is_some_and(is_multiple) =>
                {
                    pointer = from;
                }
                ExprKind::Cast(from) if types.pointee(self.of(from)).is_some() => pointer = from,
                ExprKind::AddressOf(mut place) => loop {
                    match exprs[place].kind {
                        PlaceKind::Index(base, _) if is_multiple(exprs[place].ty) => place = base,
                        PlaceKind::Field(base, index) => {
                            let field = types.fields(exprs[base].ty).and_then(|fields| fields.get(index as usize));
                            if !field.is_some_and(|field| field.offset.is_multiple_of(align)) {
                                return Some(pointer);
                            }
                            place = base;
                        }
                        PlaceKind::Var(var) => {
                            let of = &self.program.vars[var];
                            let own = types.align_of(of.ty).max(of.align);
                            return (!own.is_some_and(|own| own.is_multiple_of(align))).then_some(pointer);
                        }
                        PlaceKind::Deref(from) => {
                            pointer = from;
                            break;
                        }
                        PlaceKind::Index(..) => return Some(pointer),
                    }
                },
                _ => return Some(pointer),
            }
        }
    }

    /// A pointer is null.
    pub(super) fn null(&mut self, pointer: ExprId) {
        if matches!(self.program.exprs[pointer].kind, ExprKind::AddressOf(_)) {
            return;
        }
        let bad = self.is(BinaryOp::Eq, pointer, 0);
        self.made.push(bad);
    }
}
