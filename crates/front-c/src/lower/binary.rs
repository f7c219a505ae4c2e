//! Binary operators without control flow (C11 6.5.5 to 6.5.12).
//!
//! The left operand is evaluated first and saved when the right one has effects, as gcc does; except that gcc swaps the
//! operands of a commutative operator or comparison when the left one is a plain variable that needs no promotion, and so
//! reads it last.

use super::{Lower, Res};
use crate::ast::strip;
use crate::ast::{self, SyntaxExpr, SyntaxExprKind};
use crate::sema::scope::Entity;
use cairn_base::Span;
use cairn_ir::types::Scalar;
use cairn_ir::{BinaryOp, ExprId, PlaceKind, TypeId};

impl Lower<'_> {
    pub fn binary_operation(
        &mut self,
        op: ast::BinaryOperator,
        a: &SyntaxExpr,
        b: &SyntaxExpr,
        span: Span,
    ) -> Res<ExprId> {
        // A chain a + b + c … is as deep as it is long: go down its left side in a loop.
        let mut chain = vec![(op, b, span)];
        let mut first = a;
        while let SyntaxExprKind::Binary(op, left, right) = &first.kind {
            if matches!(
                op,
                ast::BinaryOperator::LogicalAnd | ast::BinaryOperator::LogicalOr | ast::BinaryOperator::Comma
            ) {
                break;
            }
            chain.push((*op, right, first.span));
            first = left;
        }
        let mut left: Option<ExprId> = None;
        for (op, right, span) in chain.into_iter().rev() {
            let (x, y) = self.operands(op, left.is_none().then_some(first), left, right)?;
            left = Some(self.arithmetic_operation(op, x, y, span)?);
        }
        match left {
            Some(value) => Ok(value),
            None => self.rvalue(a),
        }
    }

    /// Evaluates the two operands in gcc's order.
    fn operands(
        &mut self,
        op: ast::BinaryOperator,
        tree: Option<&SyntaxExpr>,
        value: Option<ExprId>,
        right: &SyntaxExpr,
    ) -> Res<(ExprId, ExprId)> {
        let right_is_quick = self.quick(right);
        if let Some(left) = tree
            && !right_is_quick
            && swaps(op)
            && self.is_variable(left)
        {
            let y = self.rvalue(right)?;
            let x = self.rvalue(left)?;
            return Ok((x, y));
        }
        let x = match (tree, value) {
            (Some(tree), _) => self.rvalue(tree)?,
            (None, Some(value)) => value,
            (None, None) => return self.error("an operator without an operand", right.span),
        };
        let x = if right_is_quick { x } else { self.save_promoted(x, right.span) };
        let y = self.rvalue(right)?;
        Ok((x, y))
    }

    /// A plain variable that is no narrower than `int`: one that is has to be converted, which gcc does at once.
    fn is_variable(&self, expr: &SyntaxExpr) -> bool {
        let SyntaxExprKind::Name(name) = strip(expr).kind else { return false };
        let Some(Entity::Var(_, of)) = self.scopes.name(name) else { return false };
        match self.program.types.scalar(of.ty) {
            Some(Scalar::Int { bits, .. }) => bits >= 32,
            Some(Scalar::Float(_)) => true,
            _ => false,
        }
    }

    /// Saves a value; a bit-field is promoted first, while its width is known.
    pub fn save_promoted(&mut self, value: ExprId, span: Span) -> ExprId {
        if self.is_wide_bit_field(value) {
            return self.save_wide(value, span);
        }
        let value = if let cairn_ir::ExprKind::Load(place) = self.program.exprs[value].kind
            && matches!(self.program.exprs[place].kind, PlaceKind::Field(..))
            && self.is_integer(self.type_of(value))
        {
            self.promote(value)
        } else {
            value
        };
        self.save(value, span)
    }

    /// An operator on two values, conversions included.
    pub fn arithmetic_operation(&mut self, op: ast::BinaryOperator, x: ExprId, y: ExprId, span: Span) -> Res<ExprId> {
        use ast::BinaryOperator as B;
        let (tx, ty) = (self.type_of(x), self.type_of(y));
        let (px, py) = (self.is_pointer(tx), self.is_pointer(ty));
        if !px
            && !py
            && (self.is_wide_bit_field(x) || self.is_wide_bit_field(y))
            && let Some(value) = self.wide_operation(op, x, y)
        {
            return Ok(value);
        }
        match op {
            B::Add if px && self.is_integer(ty) => {
                let y = self.promote(y);
                self.pointer_add(x, y, span)
            }
            B::Add if py && self.is_integer(tx) => {
                let x = self.promote(x);
                self.pointer_add(y, x, span)
            }
            B::Sub if px && self.is_integer(ty) => {
                let y = self.promote(y);
                self.pointer_sub(x, y, span)
            }
            B::Sub if px && py => self.pointer_difference(x, y, span),
            B::Lt | B::Gt | B::Le | B::Ge | B::Eq | B::Ne => self.comparison(op, x, y, span),
            B::Shl | B::Shr => {
                if !self.is_integer(tx) || !self.is_integer(ty) {
                    return self.operands_error(tx, ty, span);
                }
                let (x, y) = (self.promote(x), self.promote(y));
                let ty = self.type_of(x);
                let op = if op == B::Shl { BinaryOp::Shl } else { BinaryOp::Shr };
                Ok(self.binary(op, x, y, ty))
            }
            B::Rem | B::BitAnd | B::BitXor | B::BitOr | B::Mul | B::Div | B::Add | B::Sub => {
                let integers = self.is_integer(tx) && self.is_integer(ty);
                let fits = match op {
                    B::Rem | B::BitAnd | B::BitXor | B::BitOr => integers,
                    _ => self.arithmetic(tx).is_some() && self.arithmetic(ty).is_some(),
                };
                if !fits {
                    return self.operands_error(tx, ty, span);
                }
                let (x, y, ty) = self.usual(x, y);
                let op = match op {
                    B::Rem => BinaryOp::Rem,
                    B::BitAnd => BinaryOp::And,
                    B::BitXor => BinaryOp::Xor,
                    B::BitOr => BinaryOp::Or,
                    B::Mul => BinaryOp::Mul,
                    B::Div => BinaryOp::Div,
                    B::Add => BinaryOp::Add,
                    _ => BinaryOp::Sub,
                };
                if matches!(op, BinaryOp::Div | BinaryOp::Rem) && self.constant_integer(y) == Some(-1) {
                    // Compilers negate; only a division stops the machine at the least number. What is undefined about the
                    // remainder stays in sight.
                    let zero = self.zero(ty);
                    let negated = self.binary(BinaryOp::Sub, zero, x, ty);
                    return Ok(match op {
                        BinaryOp::Div => negated,
                        _ => self.binary(BinaryOp::And, negated, zero, ty),
                    });
                }
                Ok(self.binary(op, x, y, ty))
            }
            B::LogicalAnd | B::LogicalOr | B::Comma => self.error("an operator of control flow among values", span),
        }
    }

    fn operands_error<T>(&self, x: TypeId, y: TypeId, span: Span) -> Res<T> {
        let (x, y) = (self.type_name(x), self.type_name(y));
        self.error(format!("operands of types '{x}' and '{y}' do not fit this operator"), span)
    }

    /// The usual arithmetic conversions of two values.
    pub fn usual(&mut self, x: ExprId, y: ExprId) -> (ExprId, ExprId, TypeId) {
        let (a, b) = (self.promoted_value_type(x), self.promoted_value_type(y));
        let ty = self.common(a, b).unwrap_or(self.basic.int);
        // A bit-field promotes to int before it converts to a wider type: the value is the same.
        (self.cast(x, ty), self.cast(y, ty), ty)
    }

    /// The promoted type of a value.
    pub fn promoted_value_type(&mut self, value: ExprId) -> TypeId {
        let ty = self.type_of(value);
        let width = match self.program.exprs[value].kind {
            cairn_ir::ExprKind::Load(place) => self.bit_width(place),
            _ => None,
        };
        self.promoted(ty, width)
    }

    fn comparison(&mut self, op: ast::BinaryOperator, x: ExprId, y: ExprId, span: Span) -> Res<ExprId> {
        use ast::BinaryOperator as B;
        let op = match op {
            B::Lt => BinaryOp::Lt,
            B::Gt => BinaryOp::Gt,
            B::Le => BinaryOp::Le,
            B::Ge => BinaryOp::Ge,
            B::Eq => BinaryOp::Eq,
            _ => BinaryOp::Ne,
        };
        let (tx, ty) = (self.type_of(x), self.type_of(y));
        let (x, y) = match (self.is_pointer(tx), self.is_pointer(ty)) {
            (false, false) if self.arithmetic(tx).is_some() && self.arithmetic(ty).is_some() => {
                let (x, y, _) = self.usual(x, y);
                (x, y)
            }
            (true, true) => {
                // `void *` and null give way to the other's type.
                let void = self.program.types.pointee(tx) == Some(self.basic.void) || self.is_null(x);
                if void { (self.cast(x, ty), y) } else { (x, self.cast(y, tx)) }
            }
            (true, false) if self.is_integer(ty) => (x, self.cast(y, tx)),
            (false, true) if self.is_integer(tx) => (self.cast(x, ty), y),
            _ => return self.operands_error(tx, ty, span),
        };
        Ok(self.binary(op, x, y, self.basic.int))
    }

    fn pointer_difference(&mut self, x: ExprId, y: ExprId, span: Span) -> Res<ExprId> {
        let ty = self.type_of(x);
        let ptrdiff = self.basic.ptrdiff;
        let Some(to) = self.program.types.pointee(ty) else { return self.error("no pointer", span) };
        if self.size_varies(to) {
            let (x, y) = (self.cast(x, self.basic.char_ptr), self.cast(y, self.basic.char_ptr));
            let bytes = self.program.exprs.expr(cairn_ir::ExprKind::Binary(BinaryOp::PtrDiff, x, y), ptrdiff);
            let size = self.size_expr(to, span)?;
            let size = self.cast(size, ptrdiff);
            return Ok(self.binary(BinaryOp::Div, bytes, size, ptrdiff));
        }
        if !self.is_function(to) && self.program.types.size_of(to).is_none() {
            let name = self.type_name(to);
            return self.error(format!("pointer arithmetic over the incomplete type '{name}'"), span);
        }
        if let (Some(a), Some(b)) = (self.constant_value(x), self.constant_value(y)) {
            let size = self.program.types.size_of(to).unwrap_or(1).max(1);
            let difference = (a.0 as i128).wrapping_sub(b.0 as i128) / i128::from(size);
            return Ok(self.int_constant(difference, ptrdiff));
        }
        let y = self.cast(y, ty);
        Ok(self.program.exprs.expr(cairn_ir::ExprKind::Binary(BinaryOp::PtrDiff, x, y), ptrdiff))
    }
}

fn swaps(op: ast::BinaryOperator) -> bool {
    use ast::BinaryOperator as B;
    matches!(op, B::Add | B::Mul | B::BitAnd | B::BitOr | B::BitXor | B::Lt | B::Gt | B::Le | B::Ge | B::Eq | B::Ne)
}
