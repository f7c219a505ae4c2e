//! Loops: invariants are checked where control comes to the head, and what decreases is.
//!
//! Checked: `while (c) body` with the invariant `I` becomes `while ((I || fail), c) body`. With a measure `m`, the value that it had when
//! the head was passed before is kept; then `m` must be less, and that value at least 0.
//!
//! Replaced: what the loop may write gets any value, `I` is assumed, and one iteration from there must keep `I`. The loop stays a loop,
//! so that `break` and `continue` mean what they do, and ends behind its first iteration: `check I; any values; assume I;
//! for (; c; step, check I, assume 0) body`.

use super::build::{assign, binary, declaration, expr, int, name, sequence, specifiers, statement};
use super::frame::Frame;
use super::{ContractUse, Expander, build};
use crate::ast::{
    Attribute, BasicWords, BinaryOperator, BlockItem, ForInit, PrefixOperator, StatementKind, Symbol, SyntaxExpr,
    SyntaxStatement, TypeSpecifier,
};
use cairn_base::{Diagnostic, Span};

/// A wide type in which measures are kept: their order is that of whole numbers.
const WIDE: TypeSpecifier = TypeSpecifier::Basic(BasicWords {
    int128: true,
    void: false,
    bool_: false,
    char_: false,
    short: false,
    int: false,
    long: 0,
    signed: false,
    unsigned: false,
    float: false,
    double: false,
    float128: false,
    complex: false,
});

/// What the checks of a loop keep from one passing of its head to the next.
struct Measure {
    value: SyntaxExpr,
    is_later: Symbol,
    last: Symbol,
}

impl Expander<'_> {
    /// A loop with clauses.
    pub(super) fn iteration(
        &mut self,
        clauses: Vec<Attribute>,
        inner: SyntaxStatement,
        frame: Result<Frame, String>,
    ) -> StatementKind {
        let span = inner.span;
        let invariants = self.of_clauses(&clauses, "loop_invariant");
        let measures: Vec<Measure> = self
            .of_clauses(&clauses, "decreases")
            .into_iter()
            .map(|value| Measure { value, is_later: self.fresh("is later"), last: self.fresh("last measure") })
            .collect();
        let mut items = Vec::new();
        for measure in &measures {
            items.push(declaration(WIDE, measure.is_later, Some(int(0, span)), span));
            items.push(declaration(WIDE, measure.last, Some(int(0, span)), span));
        }
        let replaces = self.mode == ContractUse::Replace && !invariants.is_empty();
        let kind = match (replaces, frame) {
            (true, Ok(frame)) if !has_label(&inner) => self.replaced(&invariants, &measures, inner, &frame, &mut items),
            (true, Err(why)) => {
                let message = format!("the invariant of the loop is checked, and does not replace the loop: {why}");
                self.warnings.push(Diagnostic::warning(message, span));
                self.checked_loop(&invariants, &measures, inner)
            }
            (true, Ok(_)) => {
                let message = "the invariant of the loop is checked, and does not replace the loop: it has a label";
                self.warnings.push(Diagnostic::warning(message, span));
                self.checked_loop(&invariants, &measures, inner)
            }
            (false, _) => self.checked_loop(&invariants, &measures, inner),
        };
        items.push(BlockItem::Statement(SyntaxStatement { kind, span }));
        StatementKind::Block(build::block(items, span))
    }

    /// What is checked at the head.
    fn at_head(&mut self, invariants: &[SyntaxExpr], measures: &[Measure]) -> Vec<SyntaxExpr> {
        let mut all: Vec<SyntaxExpr> =
            invariants.iter().map(|invariant| self.checked(invariant.clone(), "loop invariant")).collect();
        for measure in measures {
            let span = measure.value.span;
            let is_first = build::unary(PrefixOperator::LogicalNot, name(measure.is_later, span), span);
            let (now, last) = (measure.value.clone(), || name(measure.last, span));
            let wide = |value: SyntaxExpr| {
                // As a number of the wide type, whatever the measure's own.
                let declarator =
                    crate::ast::Declarator { name: None, span, derived: Vec::new(), attributes: Vec::new() };
                let ty = crate::ast::TypeName { specifiers: specifiers(WIDE, span), declarator, span };
                expr(crate::ast::SyntaxExprKind::Cast(Box::new(ty), Box::new(value)), span)
            };
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

    fn replaced(
        &mut self,
        invariants: &[SyntaxExpr],
        measures: &[Measure],
        mut inner: SyntaxStatement,
        frame: &Frame,
        items: &mut Vec<BlockItem>,
    ) -> StatementKind {
        let span = inner.span;
        let (init, cond, step, body, is_do) = match std::mem::replace(&mut inner.kind, StatementKind::Empty) {
            StatementKind::While(cond, body) => (None, Some(cond), None, body, false),
            StatementKind::For(init, cond, step, body) => (init, cond, step, body, false),
            StatementKind::DoWhile(body, cond) => (None, Some(cond), None, body, true),
            other => return other,
        };
        match init {
            Some(ForInit::Declaration(declaration)) => items.push(BlockItem::Declaration(*declaration)),
            Some(ForInit::Expr(first)) => items.push(BlockItem::Statement(statement(first))),
            None => {}
        }
        let mut push =
            |all: Vec<SyntaxExpr>| items.extend(all.into_iter().map(|one| BlockItem::Statement(statement(one))));
        push(invariants.iter().map(|one| self.checked(one.clone(), "loop invariant")).collect());
        push(frame.places(span).into_iter().map(|place| self.havoc(place)).collect());
        push(invariants.iter().map(|one| self.assumed(one.clone())).collect());
        // The measure where the iteration begins: `at_head` keeps it, and checks nothing the first time.
        let first = self.at_head(&[], measures);
        let mut last: Vec<SyntaxExpr> = step.into_iter().collect();
        if is_do {
            // Behind the body the condition decides whether there is a next iteration.
            return self.replaced_do(invariants, measures, cond, body, first, span);
        }
        last.extend(self.at_head(invariants, measures));
        last.push(self.assumed(int(0, span)));
        let cond = sequence(first.into_iter().chain([cond.unwrap_or_else(|| int(1, span))]).collect(), span);
        // `first` would run again at the head, where no execution comes.
        StatementKind::For(None, cond, sequence(last, span), body)
    }

    fn replaced_do(
        &mut self,
        invariants: &[SyntaxExpr],
        measures: &[Measure],
        cond: Option<SyntaxExpr>,
        body: Box<SyntaxStatement>,
        first: Vec<SyntaxExpr>,
        span: Span,
    ) -> StatementKind {
        let mut kept = self.at_head(invariants, measures);
        kept.push(self.assumed(int(0, span)));
        kept.push(int(0, span));
        let again = sequence(kept, span).unwrap_or_else(|| int(0, span));
        let cond = cond.unwrap_or_else(|| int(1, span));
        let cond = binary(BinaryOperator::LogicalAnd, cond, again, span);
        let before = first.into_iter().map(|one| BlockItem::Statement(statement(one)));
        let items = before.chain([BlockItem::Statement(*body)]).collect();
        let kind = StatementKind::Block(build::block(items, span));
        StatementKind::DoWhile(Box::new(SyntaxStatement { kind, span }), cond)
    }
}

/// Whether control may come into a loop from elsewhere: the labels of a `switch` in it are its own.
fn has_label(statement: &SyntaxStatement) -> bool {
    match &statement.kind {
        StatementKind::Label(..) => true,
        StatementKind::Case(..) | StatementKind::Default(_) => true,
        StatementKind::Switch(_, inner) => has_name(inner),
        _ => parts(statement).into_iter().any(has_label),
    }
}

/// Whether a statement has a label that `goto` may name.
fn has_name(statement: &SyntaxStatement) -> bool {
    matches!(statement.kind, StatementKind::Label(..)) || parts(statement).into_iter().any(has_name)
}

fn parts(statement: &SyntaxStatement) -> Vec<&SyntaxStatement> {
    match &statement.kind {
        StatementKind::Block(block) => {
            let inner = block.items.iter().filter_map(|item| match item {
                BlockItem::Statement(statement) => Some(statement),
                _ => None,
            });
            inner.collect()
        }
        StatementKind::If(_, yes, no) => std::iter::once(&**yes).chain(no.as_deref()).collect(),
        StatementKind::Switch(_, inner)
        | StatementKind::While(_, inner)
        | StatementKind::DoWhile(inner, _)
        | StatementKind::Contract(_, inner)
        | StatementKind::Label(_, inner)
        | StatementKind::Case(_, _, inner)
        | StatementKind::Default(inner)
        | StatementKind::For(_, _, _, inner) => vec![inner],
        _ => Vec::new(),
    }
}
