//! Expressions made with constants folded.
//!
//! What C leaves undefined is not folded (the operation stays as the mark), unless C wants a constant here.

use super::{Lower, Res};
use crate::ast;
use cairn_base::Span;
use cairn_ir::behaviour::Check;
use cairn_ir::eval;
use cairn_ir::types::{FloatKind, Scalar, Type};
use cairn_ir::{BinaryOp, ExprId, ExprKind, PlaceKind, TypeId, UnaryOp, Value};

impl Lower<'_> {
    pub fn scalar(&self, ty: TypeId) -> Scalar {
        self.program.types.scalar(ty).unwrap_or(Scalar::Int { bits: 32, signed: true })
    }

    /// A constant from its bits.
    pub fn constant_bits(&mut self, bits: u128, ty: TypeId) -> ExprId {
        self.program.exprs.expr(ExprKind::Constant(bits), ty)
    }

    /// A constant of an integer or pointer type.
    pub fn int_constant(&mut self, value: i128, ty: TypeId) -> ExprId {
        let scalar = self.scalar(ty);
        let value = if scalar == Scalar::Bool { i128::from(value != 0) } else { value };
        self.constant_bits(Value::from_i128(value, scalar.bits()).0, ty)
    }

    pub fn zero(&mut self, ty: TypeId) -> ExprId {
        self.constant_bits(0, ty)
    }

    pub fn constant_value(&self, expr: ExprId) -> Option<Value> {
        match self.program.exprs[expr].kind {
            ExprKind::Constant(bits) => Some(Value(bits)),
            _ => None,
        }
    }

    /// The value of an integer constant, by its type's sign.
    pub fn constant_integer(&self, expr: ExprId) -> Option<i128> {
        let value = self.constant_value(expr)?;
        match self.scalar(self.type_of(expr)) {
            Scalar::Int { bits, signed: true } => Some(value.as_signed(bits)),
            Scalar::Float(_) => None,
            _ => i128::try_from(value.as_unsigned()).ok(),
        }
    }

    /// Whether a value is known to be nonzero or zero: constants, and addresses of objects.
    pub fn truth(&self, expr: ExprId) -> Option<bool> {
        let e = &self.program.exprs[expr];
        match e.kind {
            ExprKind::Constant(bits) => Some(eval::is_true(Value(bits), self.scalar(e.ty))),
            ExprKind::FunctionAddress(_) => Some(true),
            ExprKind::AddressOf(place) => {
                let mut place = place;
                loop {
                    match self.program.exprs[place].kind {
                        PlaceKind::Var(_) => return Some(true),
                        PlaceKind::Deref(_) => return None,
                        PlaceKind::Field(base, _) => place = base,
                        PlaceKind::Index(base, index) => {
                            if self.constant_integer(index) != Some(0) {
                                return None;
                            }
                            place = base;
                        }
                    }
                }
            }
            _ => None,
        }
    }

    pub fn unary(&mut self, op: UnaryOp, x: ExprId, ty: TypeId) -> ExprId {
        if let Some(value) = self.constant_value(x) {
            let (from, to) = (self.scalar(self.type_of(x)), self.scalar(ty));
            if let Ok(outcome) = eval::unary(op, value, from, to)
                && (outcome.undefined.is_none() || self.constant > 0)
            {
                return self.constant_bits(outcome.value.0, ty);
            }
        }
        if op == UnaryOp::LogicalNot
            && let Some(truth) = self.truth(x)
        {
            return self.int_constant(i128::from(!truth), ty);
        }
        self.program.exprs.expr(ExprKind::Unary(op, x), ty)
    }

    pub fn binary(&mut self, op: BinaryOp, x: ExprId, y: ExprId, ty: TypeId) -> ExprId {
        if let (Some(a), Some(b)) = (self.constant_value(x), self.constant_value(y))
            && !matches!(op, BinaryOp::PtrAdd | BinaryOp::PtrDiff)
        {
            let (left, right) = (self.scalar(self.type_of(x)), self.scalar(self.type_of(y)));
            if let Ok(outcome) = eval::binary(op, a, b, left, right, self.scalar(ty))
                && (outcome.undefined.is_none() || self.constant > 0)
            {
                return self.constant_bits(outcome.value.0, ty);
            }
        }
        if matches!(op, BinaryOp::Eq | BinaryOp::Ne) {
            // An object's address is not null.
            let other = match (self.constant_value(x), self.constant_value(y)) {
                (Some(Value(0)), None) => Some(y),
                (None, Some(Value(0))) => Some(x),
                _ => None,
            };
            if let Some(other) = other
                && self.is_pointer(self.type_of(other))
                && self.truth(other) == Some(true)
            {
                return self.int_constant(i128::from(op == BinaryOp::Ne), ty);
            }
        }
        self.program.exprs.expr(ExprKind::Binary(op, x, y), ty)
    }

    pub fn cast(&mut self, x: ExprId, to: TypeId) -> ExprId {
        let from = self.type_of(x);
        if from == to {
            return x;
        }
        // gcc extends a pointer by its sign when the integer is wider.
        let pointer_bits = self.model().pointer_bits();
        if self.is_pointer(from) && self.int_kind(to).is_some_and(|kind| kind.bits(self.model()) > pointer_bits) {
            let word = self.program.types.ptrdiff_t();
            let word = self.cast(x, word);
            return self.cast(word, to);
        }
        if let Some(value) = self.constant_value(x) {
            let outcome = eval::cast(value, self.scalar(from), self.scalar(to));
            if outcome.undefined.is_none() {
                return self.constant_bits(outcome.value.0, to);
            }
            let to_integer = matches!((self.scalar(from), self.scalar(to)), (Scalar::Float(_), Scalar::Int { .. }));
            if to_integer && self.keeps_conversions() {
                return self.program.exprs.expr(ExprKind::Cast(x), to);
            }
            if to_integer {
                return self.saturated(value, from, to);
            }
            if self.constant > 0 {
                return self.constant_bits(outcome.value.0, to);
            }
        }
        if let (Scalar::Float(kind), Scalar::Int { bits, signed }) = (self.scalar(from), self.scalar(to))
            && !self.keeps_conversions()
            && let Some(number) = self.float_to_integer(x, kind, (bits, signed), to)
        {
            return number;
        }
        if to == self.basic.bool_
            && let Some(truth) = self.truth(x)
        {
            return self.int_constant(i128::from(truth), to);
        }
        // A pointer to a pointer is a change of name only; keep one cast.
        if let ExprKind::Cast(inner) = self.program.exprs[x].kind
            && self.is_pointer(to)
            && self.is_pointer(from)
            && self.is_pointer(self.type_of(inner))
        {
            return self.cast(inner, to);
        }
        self.program.exprs.expr(ExprKind::Cast(x), to)
    }

    /// Whether a floating value is converted as C says, not as the machine does it by way of a wider type: where what C
    /// leaves undefined is a violation. Constant expressions have to have a value.
    fn keeps_conversions(&self) -> bool {
        self.constant == 0 && self.checks.contains(&Check::FloatConversion)
    }

    /// `x != 0` as an `int`.
    pub fn nonzero(&mut self, x: ExprId) -> ExprId {
        let int = self.basic.int;
        if let Some(truth) = self.truth(x) {
            return self.int_constant(i128::from(truth), int);
        }
        match self.program.exprs[x].kind {
            ExprKind::Binary(op, ..) if op.is_comparison() => x,
            ExprKind::Unary(UnaryOp::LogicalNot, _) => x,
            _ => {
                let ty = self.type_of(x);
                let zero = self.zero(ty);
                self.binary(BinaryOp::Ne, x, zero, int)
            }
        }
    }

    /// Size of a type in bytes as a `size_t`: a constant, or what was computed when the array type was met.
    pub fn size_expr(&mut self, ty: TypeId, span: Span) -> Res<ExprId> {
        let size_t = self.basic.size_t;
        match self.program.types.get(ty) {
            Type::VariableArray(_, number) => Ok(self.vla_sizes[*number as usize].1),
            Type::Array(of, Some(length)) if self.size_varies(of.ty) => {
                let (of, length) = (of.ty, *length);
                let element = self.size_expr(of, span)?;
                let length = self.int_constant(i128::from(length), size_t);
                Ok(self.binary(BinaryOp::Mul, element, length, size_t))
            }
            Type::Function(_) => Ok(self.int_constant(1, size_t)),
            _ => match self.program.types.size_of(ty) {
                Some(size) => Ok(self.int_constant(i128::from(size), size_t)),
                None => {
                    let name = self.type_name(ty);
                    self.error(format!("the type '{name}' is incomplete"), span)
                }
            },
        }
    }

    pub fn constant_int(&mut self, expr: &ast::SyntaxExpr) -> Res<i128> {
        match self.try_constant_int(expr)? {
            Some(value) => Ok(value),
            None => self.error("an integer constant expression is needed here", expr.span),
        }
    }

    /// The value of an expression when it is an integer constant expression, as gcc folds it.
    pub fn try_constant_int(&mut self, expr: &ast::SyntaxExpr) -> Res<Option<i128>> {
        self.constant += 1;
        let value = self.unevaluated(|this| this.rvalue(expr));
        self.constant -= 1;
        let value = value?;
        let ty = self.type_of(value);
        Ok(if self.is_integer(ty) { self.constant_integer(value) } else { None })
    }

    pub fn float_constant(&mut self, text: &str, kind: FloatKind) -> Option<ExprId> {
        let value = eval::parse_float(text, self.model().format(kind))?;
        let ty = self.program.types.float(kind);
        Some(self.constant_bits(value.0, ty))
    }
}
