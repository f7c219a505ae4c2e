//! Loops: invariants are checked where control comes to the head, and what decreases is.
//!
//! Checked: `while (c) body` with the invariant `I` becomes `while ((I || fail), c) body`. With a measure `m`, the value that it had when
//! the head was passed before is kept; then `m` must be less, and that value at least 0.

use super::build::{assign, binary, declaration, int, name, sequence, statement, wide_type};
use super::{Expander, build};
use crate::ast::{
    Attribute, BinaryOperator, BlockItem, PrefixOperator, StatementKind, Symbol, SyntaxExpr, SyntaxStatement,
};
use cairn_base::Diagnostic;

/// State of a loop's checks from one passing of its head to the next.
struct Measure {
    value: SyntaxExpr,
    is_later: Symbol,
    last: Symbol,
}

impl Expander<'_> {
    pub(super) fn iteration(&mut self, clauses: Vec<Attribute>, inner: SyntaxStatement) -> StatementKind {
        let span = inner.span;
        if self.has_clause(&clauses, "assigns") {
            let message = "the clause 'assigns' of a loop is neither checked nor relied on";
            self.warnings.push(Diagnostic::warning(message, span));
        }
        let invariants = self.of_clauses(&clauses, "loop_invariant");
        let measures: Vec<Measure> = self
            .of_clauses(&clauses, "decreases")
            .into_iter()
            .map(|value| Measure { value, is_later: self.fresh("is later"), last: self.fresh("last measure") })
            .collect();
        let mut items = Vec::new();
        for measure in &measures {
            items.push(declaration(wide_type(), measure.is_later, Some(int(0, span)), span));
            items.push(declaration(wide_type(), measure.last, Some(int(0, span)), span));
        }
        let kind = self.checked_loop(&invariants, &measures, inner);
        items.push(BlockItem::Statement(SyntaxStatement { kind, span }));
        StatementKind::Block(build::block(items, span))
    }

    /// Checks at the head.
    fn at_head(&mut self, invariants: &[SyntaxExpr], measures: &[Measure]) -> Vec<SyntaxExpr> {
        let mut all: Vec<SyntaxExpr> =
            invariants.iter().map(|invariant| self.checked(invariant.clone(), "loop invariant")).collect();
        for measure in measures {
            let span = measure.value.span;
            let is_first = build::unary(PrefixOperator::LogicalNot, name(measure.is_later, span), span);
            let (now, last) = (measure.value.clone(), || name(measure.last, span));
            let wide = |value: SyntaxExpr| build::cast(wide_type(), value, span);
            let less = binary(BinaryOperator::Lt, wide(now.clone()), last(), span);
            let bounded = binary(BinaryOperator::Ge, last(), int(0, span), span);
            let holds = binary(BinaryOperator::LogicalAnd, bounded, less, span);
            let holds = binary(BinaryOperator::LogicalOr, is_first, holds, span);
            all.push(self.checked(holds, "decreases"));
            all.push(assign(name(measure.is_later, span), int(1, span), span));
            all.push(assign(last(), wide(now), span));
        }
        all
    }

    fn checked_loop(
        &mut self,
        invariants: &[SyntaxExpr],
        measures: &[Measure],
        mut inner: SyntaxStatement,
    ) -> StatementKind {
        let span = inner.span;
        let head = self.at_head(invariants, measures);
        let before = |cond: SyntaxExpr| {
            let span = cond.span;
            sequence(head.iter().cloned().chain([cond]).collect(), span).unwrap_or_else(|| int(1, span))
        };
        match std::mem::replace(&mut inner.kind, StatementKind::Empty) {
            StatementKind::While(cond, body) => StatementKind::While(before(cond), body),
            StatementKind::For(init, cond, step, body) => {
                StatementKind::For(init, Some(before(cond.unwrap_or_else(|| int(1, span)))), step, body)
            }
            StatementKind::DoWhile(body, cond) => {
                let checks = head.into_iter().map(|check| BlockItem::Statement(statement(check)));
                let items = checks.chain([BlockItem::Statement(*body)]).collect();
                let kind = StatementKind::Block(build::block(items, span));
                StatementKind::DoWhile(Box::new(SyntaxStatement { kind, span }), cond)
            }
            other => other,
        }
    }
}
