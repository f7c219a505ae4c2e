//! Calls whose arguments are not simply evaluated: hints, `va_start`, assumptions.

use super::{Action, Known, Special};
use crate::ast::{Expr, ExprKind};
use crate::lower::expression::strip;
use crate::lower::operand::{LValue, Operand};
use crate::lower::{Lower, Res};
use cairn_base::Span;
use cairn_ir::{BinaryOp, ExprId, ExprKind as IrKind, IntKind, Intrinsic, Op, UnaryOp};

impl Lower<'_> {
    /// Lowers a special call; `None` when it is an ordinary one.
    pub fn special_form(&mut self, known: &Known, name: &str, args: &[Expr], span: Span) -> Res<Option<Operand>> {
        match known.action {
            Action::Assume => {
                let [cond] = args else { return self.error(format!("'{name}' takes one argument"), span) };
                self.assume(cond)?;
                Ok(Some(Operand::Void))
            }
            Action::Special(special) => self.special(special, name, args, span).map(Some),
            _ => Ok(None),
        }
    }

    fn special(&mut self, special: Special, name: &str, args: &[Expr], span: Span) -> Res<Operand> {
        let Some(first) = args.first() else { return self.error(format!("'{name}' needs an argument"), span) };
        let int = self.basic.int;
        match special {
            Special::Expect => {
                let value = self.rvalue(first)?;
                let long = self.program.types.int(IntKind::Long);
                let value = self.convert(value, long, first.span)?;
                for rest in &args[1..] {
                    self.discard(rest)?;
                }
                Ok(Operand::Value(value))
            }
            Special::ConstantP => {
                self.constant += 1;
                let value = self.unevaluated(|this| this.rvalue(first));
                self.constant -= 1;
                let value = value?;
                let known = self.constant_value(value).is_some() && !self.is_pointer(self.type_of(value));
                let known = known || matches!(strip(first).kind, ExprKind::String(..));
                Ok(Operand::Value(self.int_constant(i128::from(known), int)))
            }
            Special::ClassifyType => {
                let value = self.unevaluated(|this| this.rvalue(first))?;
                let ty = self.type_of(value);
                let class = match self.program.types.scalar(ty) {
                    Some(cairn_ir::types::Scalar::Float(_)) => 8,
                    Some(cairn_ir::types::Scalar::Pointer { .. }) => 5,
                    Some(_) => 1,
                    None => 12,
                };
                Ok(Operand::Value(self.int_constant(class, int)))
            }
            Special::Fpclassify => {
                let [nan, infinite, normal, subnormal, zero, x] = args else {
                    return self.error(format!("'{name}' takes six arguments"), span);
                };
                let x = self.rvalue(x)?;
                let mut answers = [x; 5];
                for (slot, arg) in answers.iter_mut().zip([nan, infinite, normal, subnormal, zero]) {
                    let value = self.rvalue(arg)?;
                    *slot = self.convert(value, int, arg.span)?;
                }
                let [nan, infinite, normal, subnormal, zero] = answers;
                let is_nan = self.unary(UnaryOp::FloatIsNan, x, int);
                let is_infinite = self.unary(UnaryOp::FloatIsInf, x, int);
                let is_normal = self.unary(UnaryOp::FloatIsNormal, x, int);
                let zero_value = self.zero(self.type_of(x));
                let is_zero = self.binary(BinaryOp::Eq, x, zero_value, int);
                let rest = self.choose(is_zero, zero, subnormal);
                let rest = self.choose(is_normal, normal, rest);
                let rest = self.choose(is_infinite, infinite, rest);
                Ok(Operand::Value(self.choose(is_nan, nan, rest)))
            }
            Special::VaStart => {
                let list = self.list_pointer(first)?;
                if !self.fun.variadic && self.quiet == 0 {
                    return self.error("'va_start' in a function without variable arguments", span);
                }
                self.emit(Op::Intrinsic { which: Intrinsic::VaStart, args: vec![list], result: None }, span);
                Ok(Operand::Void)
            }
            Special::VaEnd => {
                let list = self.list_pointer(first)?;
                self.emit(Op::Intrinsic { which: Intrinsic::VaEnd, args: vec![list], result: None }, span);
                Ok(Operand::Void)
            }
            Special::VaCopy => {
                let Some(second) = args.get(1) else {
                    return self.error(format!("'{name}' takes two arguments"), span);
                };
                let to = self.list_pointer(first)?;
                let from = self.list_pointer(second)?;
                self.emit(Op::Intrinsic { which: Intrinsic::VaCopy, args: vec![to, from], result: None }, span);
                Ok(Operand::Void)
            }
        }
    }

    /// `c ? a : b` of values that are free of undefined behaviour.
    pub fn choose(&mut self, c: ExprId, a: ExprId, b: ExprId) -> ExprId {
        match self.truth(c) {
            Some(true) => a,
            Some(false) => b,
            None => {
                let ty = self.type_of(a);
                self.program.exprs.expr(IrKind::Conditional(c, a, b), ty)
            }
        }
    }

    /// A pointer to a `va_list`: the array decays on x86-64, and a parameter of its type is a pointer already.
    fn list_pointer(&mut self, list: &Expr) -> Res<ExprId> {
        let operand = self.operand(list)?;
        let va_list = self.va_list();
        match operand {
            Operand::Place(lvalue) if self.is_array(lvalue.ty.ty) => Ok(self.decay(lvalue)),
            Operand::Place(lvalue) if lvalue.ty.ty == va_list => self.address_of(lvalue, list.span),
            Operand::Place(LValue { ty, .. }) if self.program.types.pointee(ty.ty).is_none() => {
                self.error("a 'va_list' is needed here", list.span)
            }
            other => self.value(other, list.span),
        }
    }

    /// `__builtin_va_arg(list, type)`.
    pub fn va_arg(&mut self, list: &Expr, name: &crate::ast::TypeName, span: Span) -> Res<Operand> {
        let ty = self.type_name_of(name)?.ty;
        let list = self.list_pointer(list)?;
        if self.program.types.size_of(ty).is_none() || self.is_function(ty) || ty == self.basic.void {
            return self.error("'va_arg' of an incomplete type", span);
        }
        let temp = self.temp(ty, span);
        let lvalue = self.var_lvalue(temp);
        let result = Some(lvalue.place);
        self.emit(Op::Intrinsic { which: Intrinsic::VaArg, args: vec![list], result }, span);
        Ok(if self.is_scalar(ty) { Operand::Value(self.load(lvalue.place)) } else { Operand::Place(lvalue) })
    }
}
