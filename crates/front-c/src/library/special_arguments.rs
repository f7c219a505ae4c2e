//! Calls whose arguments are not simply evaluated: hints, `va_start`, assumptions. What lists of arguments are is in
//! `variadic`.

use super::{Action, Known, Special};
use crate::ast::strip;
use crate::ast::{SyntaxExpr, SyntaxExprKind};
use crate::lower::operand::Operand;
use crate::lower::{Lower, Res};
use cairn_base::Span;
use cairn_ir::behaviour::How;
use cairn_ir::{BinaryOp, ExprId, ExprKind as IrKind, IntKind, UnaryOp};

impl Lower<'_> {
    /// Lowers a special call; `None` when it is an ordinary one.
    pub fn special_form(&mut self, known: &Known, name: &str, args: &[SyntaxExpr], span: Span) -> Res<Option<Operand>> {
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

    fn special(&mut self, special: Special, name: &str, args: &[SyntaxExpr], span: Span) -> Res<Operand> {
        let Some(first) = args.first() else { return self.error(format!("'{name}' needs an argument"), span) };
        match special {
            Special::MayAccess { writes, decides } => {
                self.may_access(name, args, How { writes, decides, ..How::default() }, span)
            }
            Special::Quantifier => self.error("a quantifier is supported in clauses only", span),
            Special::Bound { lower } => self.bound(name, args, lower, span),
            Special::IsWhole => {
                self.quantified_type(first)?;
                Ok(Operand::Value(self.int_constant(1, self.basic.int)))
            }
            Special::Separated => self.separated(name, args, span),
            Special::Expect => self.expect(first, &args[1..]),
            Special::ConstantP => self.constant_p(first),
            Special::ClassifyType => self.classify_type(first),
            Special::Fpclassify => self.fpclassify(name, args, span),
            Special::VaStart => self.va_start(first, &args[1..], span),
            Special::VaEnd => {
                self.list(first)?;
                Ok(Operand::Void)
            }
            Special::VaCopy => {
                let Some(second) = args.get(1) else {
                    return self.error(format!("'{name}' takes two arguments"), span);
                };
                let to = self.list(first)?;
                let from = self.list(second)?;
                let from = self.load(from);
                self.set_list(to, from, span);
                Ok(Operand::Void)
            }
        }
    }

    /// `__builtin_expect`: its first argument; the others are evaluated.
    fn expect(&mut self, first: &SyntaxExpr, rest: &[SyntaxExpr]) -> Res<Operand> {
        let value = self.rvalue(first)?;
        let long = self.program.types.int(IntKind::Long);
        let mut value = self.convert(value, long, first.span)?;
        if !rest.iter().all(|other| self.quick(other)) {
            value = self.save(value, first.span);
        }
        for other in rest {
            self.discard(other)?;
        }
        Ok(Operand::Value(value))
    }

    /// `__builtin_constant_p`.
    fn constant_p(&mut self, first: &SyntaxExpr) -> Res<Operand> {
        self.constant += 1;
        let value = self.unevaluated(|this| this.rvalue(first));
        self.constant -= 1;
        let value = value?;
        let known = self.constant_value(value).is_some() && !self.is_pointer(self.type_of(value));
        let known = known || matches!(strip(first).kind, SyntaxExprKind::String(..));
        Ok(Operand::Value(self.int_constant(i128::from(known), self.basic.int)))
    }

    /// `__builtin_classify_type`, with the numbers of gcc.
    fn classify_type(&mut self, first: &SyntaxExpr) -> Res<Operand> {
        let value = self.unevaluated(|this| this.rvalue(first))?;
        let ty = self.type_of(value);
        let class = match self.program.types.scalar(ty) {
            Some(cairn_ir::types::Scalar::Float(_)) => 8,
            Some(cairn_ir::types::Scalar::Pointer { .. }) => 5,
            Some(_) => 1,
            None => 12,
        };
        Ok(Operand::Value(self.int_constant(class, self.basic.int)))
    }

    /// `__builtin_fpclassify`.
    fn fpclassify(&mut self, name: &str, args: &[SyntaxExpr], span: Span) -> Res<Operand> {
        let int = self.basic.int;
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

    /// `va_start`: the list begins at the first argument without a parameter.
    fn va_start(&mut self, first: &SyntaxExpr, others: &[SyntaxExpr], span: Span) -> Res<Operand> {
        let list = self.list(first)?;
        if !self.fun.variadic && self.quiet == 0 {
            return self.error("'va_start' in a function without variable arguments", span);
        }
        for other in others {
            self.unevaluated(|this| this.operand(other))?;
        }
        let rest = self.rest(span);
        self.set_list(list, rest, span);
        Ok(Operand::Void)
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
}
