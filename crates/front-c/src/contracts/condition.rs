//! The condition of a clause as an expression of the program: one that fails where it does not hold, or one that is assumed.
//!
//! Invariant: quantifiers become executable first, each by how it is used; what is left and unknown is refused.

use super::Expander;
use super::build::{binary, expr, int, unary};
use super::quantifier::Use;
use crate::ast::{BinaryOperator, LiteralEncoding, PrefixOperator, SyntaxExpr, SyntaxExprKind};

impl Expander<'_> {
    /// A condition is checked: `cond || (__assert_fail(…), 0)`. The place is that of the condition.
    pub(super) fn checked(&mut self, mut cond: SyntaxExpr, clause: &str) -> SyntaxExpr {
        let span = cond.span;
        self.quantified(&mut cond, Use::Asserted { positive: true });
        self.refuse_unknown(&cond);
        self.asserts(&mut cond);
        let text = |text: &str| {
            expr(SyntaxExprKind::String(text.bytes().map(u32::from).collect(), LiteralEncoding::Plain), span)
        };
        let args = vec![text(clause), text(""), int(0, span), text("")];
        let fails = self.call("__assert_fail", args, span);
        let fails = binary(BinaryOperator::Comma, fails, int(0, span), span);
        binary(BinaryOperator::LogicalOr, cond, fails, span)
    }

    pub(super) fn assumed(&mut self, mut cond: SyntaxExpr) -> SyntaxExpr {
        let span = cond.span;
        self.quantified(&mut cond, Use::Assumed { positive: true });
        self.refuse_unknown(&cond);
        let truth = unary(PrefixOperator::LogicalNot, unary(PrefixOperator::LogicalNot, cond, span), span);
        self.call("__VERIFIER_assume", vec![truth], span)
    }
}
