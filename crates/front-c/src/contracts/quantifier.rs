//! Quantifiers: `__CPROVER_forall { T i; range ==> e }` and `__CPROVER_exists { T i; range && e }`.
//!
//! The parser makes a call of them: `__CPROVER_forall((T)i, e)`. Each becomes a statement expression. Where the formula as a whole holds only if the
//! quantifier does, and it is asserted, *for all* is one cell of any value: the execution in which it is the wrong one fails. So is *exists*
//! where it is assumed. Everywhere else it is a loop over all numbers that the text of the range allows, which is exact wherever it stands.
//!
//! Invariant: the numbers that the loop takes are all those that satisfy the range, and the range is asked again of each; a quantifier whose text has no bound on
//! both sides is refused, and one whose bounds are compared in a type that does not hold all numbers of `T` (`library::access_query`).

use super::Expander;
use super::build::{
    assign, binary, block, cast, child_exprs, declaration, expr, int, int_type, name, statement, unary, wide_type,
};
use crate::ast::{
    BinaryOperator, BlockItem, PrefixOperator, StatementKind, Symbol, SyntaxExpr, SyntaxExprKind, SyntaxStatement,
    TypeSpecifier,
};
use cairn_base::Span;

pub(super) const FORALL: &str = "__CPROVER_forall";
pub(super) const EXISTS: &str = "__CPROVER_exists";

/// Use of a formula, and whether it is more true where a part of it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    Asserted { positive: bool },
    Assumed { positive: bool },
    Value,
}

impl Use {
    fn negated(self) -> Self {
        match self {
            Use::Asserted { positive } => Use::Asserted { positive: !positive },
            Use::Assumed { positive } => Use::Assumed { positive: !positive },
            Use::Value => Use::Value,
        }
    }

    /// Whether one cell of any value stands for all numbers.
    fn takes_any(self, is_forall: bool) -> bool {
        match self {
            Use::Asserted { positive } => positive == is_forall,
            Use::Assumed { positive } => positive != is_forall,
            Use::Value => false,
        }
    }
}

/// A bound of the range, and whether it belongs to it.
struct Bound {
    value: SyntaxExpr,
    is_in: bool,
    /// It is compared with the cell as a whole number.
    is_whole: bool,
}

impl Expander<'_> {
    /// Makes statement expressions of the quantifiers in a formula.
    pub(super) fn quantified(&mut self, of: &mut SyntaxExpr, used: Use) {
        if let Some((called, _)) = self.called(of)
            && (called == FORALL || called == EXISTS)
        {
            let is_forall = called == FORALL;
            *of = self.quantifier(of, is_forall, used);
            return;
        }
        match &mut of.kind {
            SyntaxExprKind::Paren(inner) | SyntaxExprKind::Whole(inner) => self.quantified(inner, used),
            SyntaxExprKind::Binary(BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr, one, other) => {
                self.quantified(one, used);
                self.quantified(other, used);
            }
            SyntaxExprKind::Unary(PrefixOperator::LogicalNot, inner) => self.quantified(inner, used.negated()),
            SyntaxExprKind::Binary(BinaryOperator::Eq | BinaryOperator::Ne, one, other) => {
                self.quantified(one, Use::Value);
                self.quantified(other, Use::Value);
            }
            SyntaxExprKind::Conditional(cond, yes, no) => {
                self.quantified(cond, Use::Value);
                yes.iter_mut().for_each(|yes| self.quantified(yes, used));
                self.quantified(no, used);
            }
            // What stands anywhere else is refused by its name.
            _ => {}
        }
    }

    fn quantifier(&mut self, of: &SyntaxExpr, is_forall: bool, used: Use) -> SyntaxExpr {
        let span = of.span;
        let refused = int(0, span);
        let Some((_, [cell, body])) = self.called(of) else { return refused };
        let SyntaxExprKind::Cast(ty, of) = &cell.kind else { return refused };
        let SyntaxExprKind::Name(cell) = of.kind else { return refused };
        let (mut ty, mut body) = (ty.specifiers.ty.clone(), body.clone());
        let mut all = Vec::new();
        match (is_forall, &body.kind) {
            (true, SyntaxExprKind::Binary(BinaryOperator::LogicalOr, not, _)) => {
                if let SyntaxExprKind::Unary(PrefixOperator::LogicalNot, range) = &not.kind {
                    conjuncts(range, &mut all);
                }
            }
            (true, _) => {}
            (false, _) => conjuncts(&body, &mut all),
        }
        let (low, high) = bounds(&all, cell);
        let (Some(low), Some(high)) = (low, high) else {
            self.refuse("a quantifier needs a range: 'low <= i && i < high ==> …', or '&&' of 'exists'", span);
            return refused;
        };
        if low.is_whole && high.is_whole && is_integer(&ty) {
            // All numbers of the range are between the bounds: the type that has those has all.
            let either = SyntaxExprKind::Conditional(
                Box::new(int(1, span)),
                Some(Box::new(low.value.clone())),
                Box::new(high.value.clone()),
            );
            ty = TypeSpecifier::TypeofExpr(Box::new(expr(SyntaxExprKind::Whole(Box::new(expr(either, span))), span)));
        }
        self.quantified(&mut body, used);
        self.refuse_unknown(&body);
        let items = match used.takes_any(is_forall) {
            true => self.any_cell(ty, cell, body, span),
            false => self.all_cells(ty, cell, body, (low, high), is_forall),
        };
        expr(SyntaxExprKind::Statement(Box::new(block(items, span))), span)
    }

    /// `T i; any value; body`
    fn any_cell(&mut self, ty: TypeSpecifier, cell: Symbol, body: SyntaxExpr, span: Span) -> Vec<BlockItem> {
        let address = unary(PrefixOperator::AddressOf, name(cell, span), span);
        let size = expr(SyntaxExprKind::SizeofExpr(Box::new(name(cell, span))), span);
        let whole = self.call("__CPROVER_is_whole", vec![name(cell, span)], span);
        let any = self.call("__VERIFIER_nondet_memory", vec![address, size], span);
        let truth = unary(PrefixOperator::LogicalNot, unary(PrefixOperator::LogicalNot, body, span), span);
        vec![
            declaration(ty, cell, None, span),
            BlockItem::Statement(statement(whole)),
            BlockItem::Statement(statement(any)),
            BlockItem::Statement(statement(truth)),
        ]
    }

    /// `T i; int r = 1; wide k = low, end = high; while (k < end) { i = k; if (!body) { r = 0; break; } k = k + 1; } r`
    fn all_cells(
        &mut self,
        ty: TypeSpecifier,
        cell: Symbol,
        body: SyntaxExpr,
        (low, high): (Bound, Bound),
        is_forall: bool,
    ) -> Vec<BlockItem> {
        let span = body.span;
        let [result, at, end] = ["quantified", "number", "last number"].map(|what| self.fresh(what));
        let bound = |this: &mut Self, called: &str, of: Bound, step: BinaryOperator| {
            // As a whole number it is what it is; in C what it is in the type that both have in common.
            let value = match of.is_whole {
                true => cast(wide_type(), of.value, span),
                false => this.call(called, vec![name(cell, span), of.value], span),
            };
            if of.is_in { value } else { binary(step, value, int(1, span), span) }
        };
        let first = bound(self, "__CPROVER_lower_bound", low, BinaryOperator::Add);
        let last = bound(self, "__CPROVER_upper_bound", high, BinaryOperator::Sub);
        let plain = |kind: StatementKind| SyntaxStatement { kind, span };
        let stop = vec![
            BlockItem::Statement(statement(assign(name(result, span), int(u128::from(!is_forall), span), span))),
            BlockItem::Statement(plain(StatementKind::Break)),
        ];
        let stop = plain(StatementKind::Block(block(stop, span)));
        let found = if is_forall { unary(PrefixOperator::LogicalNot, body, span) } else { body };
        let next = binary(BinaryOperator::Add, name(at, span), int(1, span), span);
        let inner = vec![
            BlockItem::Statement(statement(assign(name(cell, span), name(at, span), span))),
            BlockItem::Statement(plain(StatementKind::If(found, Box::new(stop), None))),
            BlockItem::Statement(statement(assign(name(at, span), next, span))),
        ];
        let goes_on = binary(BinaryOperator::Le, name(at, span), name(end, span), span);
        let inner = Box::new(plain(StatementKind::Block(block(inner, span))));
        let whole = self.call("__CPROVER_is_whole", vec![name(cell, span)], span);
        vec![
            declaration(ty, cell, None, span),
            BlockItem::Statement(statement(whole)),
            declaration(int_type(), result, Some(int(u128::from(is_forall), span)), span),
            declaration(wide_type(), at, Some(first), span),
            declaration(wide_type(), end, Some(last), span),
            BlockItem::Statement(plain(StatementKind::While(goes_on, inner))),
            BlockItem::Statement(statement(name(result, span))),
        ]
    }

    /// Refuses old values of what a quantifier binds: those are taken before there is any.
    pub(super) fn refuse_old_of_bound(&mut self, of: &SyntaxExpr, bound: &mut Vec<Symbol>) {
        let depth = bound.len();
        let mut is_old = false;
        if let Some((called, args)) = self.called(of) {
            is_old = called == "__CPROVER_old";
            if let (FORALL | EXISTS, [cell, _]) = (called, args)
                && let SyntaxExprKind::Cast(_, cell) = &cell.kind
                && let SyntaxExprKind::Name(cell) = cell.kind
            {
                bound.push(cell);
            }
        }
        if is_old && bound.iter().any(|cell| mentions(of, *cell)) {
            self.refuse("an old value of what a quantifier is about is not supported", of.span);
        }
        child_exprs(of).into_iter().for_each(|inner| self.refuse_old_of_bound(inner, bound));
        bound.truncate(depth);
    }
}

/// Whether a type is `integer`, which the clauses of ACSL write as that of 128 bits.
fn is_integer(ty: &TypeSpecifier) -> bool {
    matches!(ty, TypeSpecifier::Basic(words) if words.int128)
}

fn conjuncts<'e>(of: &'e SyntaxExpr, all: &mut Vec<&'e SyntaxExpr>) {
    match &of.kind {
        SyntaxExprKind::Paren(inner) => conjuncts(inner, all),
        SyntaxExprKind::Binary(BinaryOperator::LogicalAnd, one, other) => {
            conjuncts(one, all);
            conjuncts(other, all);
        }
        _ => all.push(of),
    }
}

/// The first bounds of a cell on both sides.
fn bounds(all: &[&SyntaxExpr], cell: Symbol) -> (Option<Bound>, Option<Bound>) {
    use BinaryOperator::{Ge, Gt, Le, Lt};
    let is_cell = |of: &SyntaxExpr| matches!(of.kind, SyntaxExprKind::Name(name) if name == cell);
    let (mut low, mut high) = (None, None);
    for one in all {
        let (one, is_whole) = match &one.kind {
            SyntaxExprKind::Whole(inner) => (&**inner, true),
            _ => (*one, false),
        };
        let SyntaxExprKind::Binary(op @ (Lt | Le | Gt | Ge), left, right) = &one.kind else { continue };
        let (value, is_high) = match (is_cell(left), is_cell(right)) {
            (true, false) => (right, matches!(op, Lt | Le)),
            (false, true) => (left, matches!(op, Gt | Ge)),
            _ => continue,
        };
        if mentions(value, cell) || !is_plain(value) {
            continue;
        }
        let side = if is_high { &mut high } else { &mut low };
        side.get_or_insert(Bound { value: (**value).clone(), is_in: matches!(op, Le | Ge), is_whole });
    }
    (low, high)
}

/// Whether computing an expression once more changes nothing.
fn is_plain(of: &SyntaxExpr) -> bool {
    use SyntaxExprKind as K;
    let is_one = matches!(
        of.kind,
        K::Int { .. }
            | K::Char(..)
            | K::Name(_)
            | K::Unary(..)
            | K::Binary(..)
            | K::Paren(_)
            | K::Whole(_)
            | K::Cast(..)
            | K::Index(..)
            | K::Member(..)
            | K::Arrow(..)
            | K::SizeofExpr(_)
            | K::SizeofType(_)
    );
    is_one && child_exprs(of).into_iter().all(is_plain)
}

/// Whether a name stands in an expression.
pub(super) fn mentions(of: &SyntaxExpr, symbol: Symbol) -> bool {
    matches!(of.kind, SyntaxExprKind::Name(name) if name == symbol)
        || child_exprs(of).into_iter().any(|inner| mentions(inner, symbol))
}
