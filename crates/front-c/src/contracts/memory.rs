//! The meaning of clauses about memory: that it may be accessed, and that an argument is an object of its own.
//!
//! `__CPROVER_is_fresh(p, n)`, a conjunct of what is required: where the body is proved, `p` is given an object of exactly `n` bytes of any value; where
//! the function is called, as many bytes may be written there, and they are separated from those of the conjuncts of this kind before it.
//!
//! A question that is asserted by itself is written so that the engines know that an execution with the answer *no* ends there: one that follows
//! one object of many may then take the others to be there ([`cairn_ir::behaviour::How`]).

use super::Expander;
use super::build::{assign, binary, child_exprs, name, statement};
use super::quantifier::mentions;
use crate::ast::{Attribute, BinaryOperator, BlockItem, PrefixOperator, Symbol, SyntaxExpr, SyntaxExprKind};
use cairn_base::Span;

const FRESH: &str = "__CPROVER_is_fresh";
/// `(p, n, q, m)`: of Cairn's own, for ACSL.
const SEPARATED: &str = "__CPROVER_separated";
/// Queries that may be written anywhere, and how they are asserted.
const QUERIES: [(&str, &str); 3] = [
    ("__CPROVER_r_ok", "__cairn_asserts_r_ok"),
    ("__CPROVER_w_ok", "__cairn_asserts_w_ok"),
    ("__CPROVER_rw_ok", "__cairn_asserts_w_ok"),
];

/// The pointer and the size of one that is an object of its own.
#[derive(Clone)]
struct Fresh {
    pointer: SyntaxExpr,
    size: SyntaxExpr,
    span: Span,
}

impl Expander<'_> {
    /// The name of the function that an expression calls, and the arguments.
    pub(super) fn called<'e>(&self, of: &'e SyntaxExpr) -> Option<(&str, &'e [SyntaxExpr])> {
        let SyntaxExprKind::Call(function, args) = &of.kind else { return None };
        let SyntaxExprKind::Name(called) = function.kind else { return None };
        Some((self.symbols.name(called), args))
    }

    /// Requirements, conjunct by conjunct.
    pub(super) fn conjuncts(&self, clauses: &[Attribute], named: &str) -> Vec<SyntaxExpr> {
        let (mut all, mut open) = (Vec::new(), self.of_clauses(clauses, named));
        open.reverse();
        while let Some(one) = open.pop() {
            match &one.kind {
                SyntaxExprKind::Binary(BinaryOperator::LogicalAnd, left, right) => {
                    open.extend([(**right).clone(), (**left).clone()]);
                }
                SyntaxExprKind::Paren(inner) => open.push((**inner).clone()),
                _ => all.push(one),
            }
        }
        all
    }

    fn fresh_object(&self, of: &SyntaxExpr) -> Option<Fresh> {
        match self.called(of)? {
            (FRESH, [pointer, size]) => Some(Fresh { pointer: pointer.clone(), size: size.clone(), span: of.span }),
            _ => None,
        }
    }

    /// Whether any function requires an object of its own.
    pub(super) fn requires_fresh(&self, clauses: &[Attribute]) -> bool {
        self.conjuncts(clauses, "requires").iter().any(|one| self.fresh_object(one).is_some())
    }

    /// Where the body is proved: what is required of other things than the objects is assumed, each object is made, and all that is required
    /// is assumed.
    pub(super) fn assumed_with_objects(&mut self, clauses: &[Attribute], parameters: &[Symbol]) -> Vec<BlockItem> {
        let all = self.conjuncts(clauses, "requires");
        let objects: Vec<Fresh> = all.iter().filter_map(|one| self.fresh_object(one)).collect();
        let mut roots: Vec<Symbol> = Vec::new();
        let mut items = Vec::new();
        let mut made = Vec::new();
        for Fresh { pointer, size, span } in objects {
            let root = root(&pointer).filter(|root| parameters.contains(root));
            let is_made = root.is_some_and(|root| roots.contains(&root));
            let is_itself = matches!(pointer.kind, SyntaxExprKind::Name(_));
            let Some(root) = root.filter(|_| is_made != is_itself) else {
                self.refuse("an object of its own is a parameter, once, or is pointed to from one such", span);
                continue;
            };
            roots.push(root);
            let object = self.call("__builtin_alloca", vec![size.clone()], span);
            made.push(statement(assign(pointer.clone(), object, span)));
            made.push(statement(self.call("__VERIFIER_nondet_memory", vec![pointer, size], span)));
        }
        let others: Vec<SyntaxExpr> = all.into_iter().filter(|one| self.fresh_object(one).is_none()).collect();
        for one in &others {
            if !roots.iter().any(|root| mentions(one, *root)) && self.is_of_values(one) {
                items.push(BlockItem::Statement(statement(self.assumed(one.clone()))));
            }
        }
        items.extend(made.into_iter().map(BlockItem::Statement));
        for one in others {
            items.push(BlockItem::Statement(statement(self.assumed(one))));
        }
        items
    }

    /// Whether an expression can be computed twice.
    fn is_of_values(&self, of: &SyntaxExpr) -> bool {
        use SyntaxExprKind::{Binary, Int, Name, Paren, SizeofExpr, SizeofType, Unary, Whole};
        match &of.kind {
            Int { .. } | Name(_) | SizeofType(_) | SizeofExpr(_) => true,
            Unary(_, inner) | Paren(inner) | Whole(inner) => self.is_of_values(inner),
            Binary(_, one, other) => self.is_of_values(one) && self.is_of_values(other),
            _ => false,
        }
    }

    /// Checks at a call in place of each object of its own.
    pub(super) fn required_at_call(&mut self, clauses: &[Attribute]) -> Vec<SyntaxExpr> {
        let mut before: Vec<Fresh> = Vec::new();
        let mut all = self.conjuncts(clauses, "requires");
        for one in &mut all {
            let Some(now) = self.fresh_object(one) else { continue };
            let span = now.span;
            let mut holds = self.call("__CPROVER_rw_ok", vec![now.pointer.clone(), now.size.clone()], span);
            for other in &before {
                let args = vec![now.pointer.clone(), now.size.clone(), other.pointer.clone(), other.size.clone()];
                let separated = self.call(SEPARATED, args, span);
                holds = binary(BinaryOperator::LogicalAnd, holds, separated, span);
            }
            before.push(now);
            *one = holds;
        }
        all
    }

    /// Says of the questions that are asserted by themselves that they are: where the answer is no, the whole fails.
    pub(super) fn asserts(&mut self, cond: &mut SyntaxExpr) {
        if let Some((called, _)) = self.called(cond) {
            let asserted = QUERIES.iter().find(|(query, _)| *query == called).map(|(_, asserted)| *asserted);
            if let (Some(asserted), SyntaxExprKind::Call(function, _)) = (asserted, &mut cond.kind) {
                **function = name(self.symbols.intern(asserted), function.span);
            }
            return;
        }
        match &mut cond.kind {
            SyntaxExprKind::Paren(inner) | SyntaxExprKind::Whole(inner) => self.asserts(inner),
            SyntaxExprKind::Binary(BinaryOperator::LogicalAnd, one, other) => {
                self.asserts(one);
                self.asserts(other);
            }
            SyntaxExprKind::Binary(BinaryOperator::LogicalOr, one, other) => match (self.asks(one), self.asks(other)) {
                (false, _) => self.asserts(other),
                (true, false) => self.asserts(one),
                (true, true) => {}
            },
            SyntaxExprKind::Unary(PrefixOperator::LogicalNot, inner) => {
                if let SyntaxExprKind::Unary(PrefixOperator::LogicalNot, inner) = &mut inner.kind {
                    self.asserts(inner);
                }
            }
            _ => {}
        }
    }

    /// Whether something in an expression asks of memory.
    fn asks(&self, of: &SyntaxExpr) -> bool {
        let asks = |(called, _): (&str, _)| QUERIES.iter().any(|(query, _)| *query == called);
        self.called(of).is_some_and(asks) || child_exprs(of).into_iter().any(|inner| self.asks(inner))
    }

    /// Refuses what is not known by a name of these clauses, where it would be taken for a call of some function.
    pub(super) fn refuse_unknown(&mut self, of: &SyntaxExpr) {
        if let Some((called, _)) = self.called(of)
            && called.starts_with("__CPROVER_")
            && called != SEPARATED
            && !QUERIES.iter().any(|(query, _)| *query == called)
        {
            let message = format!("'{called}' is not supported here");
            self.refuse(message, of.span);
        }
        child_exprs(of).into_iter().for_each(|inner| self.refuse_unknown(inner));
    }
}

/// The variable that an expression begins with.
fn root(of: &SyntaxExpr) -> Option<Symbol> {
    match &of.kind {
        SyntaxExprKind::Name(name) => Some(*name),
        SyntaxExprKind::Arrow(inner, _)
        | SyntaxExprKind::Member(inner, _)
        | SyntaxExprKind::Index(inner, _)
        | SyntaxExprKind::Paren(inner)
        | SyntaxExprKind::Unary(PrefixOperator::Deref, inner) => root(inner),
        _ => None,
    }
}
