//! The value of what an expression denotes: lvalue conversion, decay of arrays and functions (C11 6.3.2.1).

use super::operand::{LValue, Operand};
use super::{Lower, Res};
use crate::ast::SyntaxExpr;
use crate::sema::scope::Entity;
use cairn_base::Span;
use cairn_base::deep;
use cairn_ir::types::Type;
use cairn_ir::{ExprId, ExprKind, FunctionId, PlaceKind};

impl Lower<'_> {
    /// The value of an expression: places are read, arrays and functions decay to pointers.
    pub fn rvalue(&mut self, expr: &SyntaxExpr) -> Res<ExprId> {
        let operand = self.operand(expr)?;
        self.value(operand, expr.span)
    }

    pub fn operand(&mut self, expr: &SyntaxExpr) -> Res<Operand> {
        deep(|| self.expression(expr))
    }

    /// The value of what an expression denotes.
    pub fn value(&mut self, operand: Operand, span: Span) -> Res<ExprId> {
        match operand {
            Operand::Void => self.error("a void expression is used as a value", span),
            Operand::Value(expr) => Ok(expr),
            Operand::Function(function) => Ok(self.function_address(function)),
            Operand::Place(lvalue) => match self.program.types.get(lvalue.ty.ty) {
                Type::Array(..) | Type::VariableArray(..) | Type::Function(_) => Ok(self.decay(lvalue)),
                Type::Void => self.error("a void expression is used as a value", span),
                Type::Record(id) if self.program.types.records[*id].fields.is_none() => {
                    let name = self.type_name(lvalue.ty.ty);
                    self.error(format!("the type '{name}' is incomplete"), span)
                }
                _ => Ok(self.read_place(lvalue, span)),
            },
        }
    }

    /// An operand that is no longer an array or a function: the result of a comma or of a statement expression, also where only its
    /// type is asked for (C11 6.3.2.1p3; `sizeof (0, a)` is the size of a pointer). Other places stay: a member of a record may
    /// follow. A function stays where it may be called, which needs no pointer.
    pub fn decayed(&mut self, operand: Operand) -> Operand {
        match operand {
            Operand::Place(lvalue)
                if matches!(self.program.types.get(lvalue.ty.ty), Type::Array(..) | Type::VariableArray(..)) =>
            {
                Operand::Value(self.decay(lvalue))
            }
            Operand::Function(function) if self.quiet > 0 => Operand::Value(self.function_address(function)),
            other => other,
        }
    }

    pub fn function_address(&mut self, function: FunctionId) -> ExprId {
        let span = self.program.functions[function].span;
        if let Some(var) = self.missing_address(Entity::Function(function), span) {
            let place = self.var_place(var);
            return self.load(place);
        }
        self.program.functions[function].address_taken = true;
        let ty = self.program.functions[function].ty;
        let ty = self.program.types.pointer(ty);
        self.program.exprs.expr(ExprKind::FunctionAddress(function), ty)
    }

    /// A scalar value, for a condition.
    pub fn scalar_value(&mut self, expr: &SyntaxExpr) -> Res<ExprId> {
        let value = self.rvalue(expr)?;
        if !self.is_scalar(self.type_of(value)) {
            return self.error("a scalar is needed here", expr.span);
        }
        Ok(value)
    }

    /// A place that can be written or whose address can be taken.
    pub fn lvalue(&mut self, expr: &SyntaxExpr) -> Res<LValue> {
        match self.operand(expr)? {
            Operand::Place(lvalue) => Ok(lvalue),
            _ => self.error("an lvalue is needed here", expr.span),
        }
    }

    /// A stand-in for a value of a type where nothing is computed: after what is not modelled, or in `sizeof`.
    pub fn phantom(&mut self, ty: cairn_ir::TypeId, span: Span) -> Operand {
        match self.program.types.get(ty) {
            Type::Void => Operand::Void,
            _ if self.is_scalar(ty) => {
                if self.constant > 0 {
                    // Not a constant: a read of something.
                    let temp = self.temp(ty, span);
                    let place = self.var_place(temp);
                    return Operand::Value(self.load(place));
                }
                Operand::Value(self.zero(ty))
            }
            _ => {
                let pointer = self.program.types.pointer(ty);
                let null = self.zero(pointer);
                let place = self.program.exprs.place(PlaceKind::Deref(null), ty);
                Operand::Place(LValue { place, ty: ty.into() })
            }
        }
    }
}
