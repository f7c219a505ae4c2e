//! Making syntax: names, calls and declarations.

use super::Expander;
use crate::ast::{
    Attribute, BasicWords, BinaryOperator, BlockItem, CompoundStatement, Declaration, Declarator, InitDeclarator,
    Initializer, IntSuffix, PrefixOperator, Qualifiers, Specifiers, StatementKind, Symbol, SyntaxExpr, SyntaxExprKind,
    SyntaxStatement, TypeName, TypeSpecifier,
};
use cairn_base::{Diagnostic, Span};
use cairn_ir::types::IntKind;

pub(super) fn expr(kind: SyntaxExprKind, span: Span) -> SyntaxExpr {
    SyntaxExpr { kind, span }
}

pub(super) fn int(value: u128, span: Span) -> SyntaxExpr {
    expr(SyntaxExprKind::Int { value, suffix: IntSuffix::default(), decimal: true }, span)
}

pub(super) fn name(symbol: Symbol, span: Span) -> SyntaxExpr {
    expr(SyntaxExprKind::Name(symbol), span)
}

pub(super) fn binary(op: BinaryOperator, left: SyntaxExpr, right: SyntaxExpr, span: Span) -> SyntaxExpr {
    expr(SyntaxExprKind::Binary(op, Box::new(left), Box::new(right)), span)
}

pub(super) fn unary(op: PrefixOperator, of: SyntaxExpr, span: Span) -> SyntaxExpr {
    expr(SyntaxExprKind::Unary(op, Box::new(of)), span)
}

pub(super) fn assign(to: SyntaxExpr, value: SyntaxExpr, span: Span) -> SyntaxExpr {
    expr(SyntaxExprKind::Assign(None, Box::new(to), Box::new(value)), span)
}

/// Several expressions, one after the other; the value is that of the last.
pub(super) fn sequence(all: Vec<SyntaxExpr>, span: Span) -> Option<SyntaxExpr> {
    all.into_iter().reduce(|before, next| binary(BinaryOperator::Comma, before, next, span))
}

pub(super) fn statement(of: SyntaxExpr) -> SyntaxStatement {
    SyntaxStatement { span: of.span, kind: StatementKind::Expr(of) }
}

pub(super) fn block(items: Vec<BlockItem>, span: Span) -> CompoundStatement {
    CompoundStatement { items, span }
}

/// `TYPE NAME = VALUE;`
pub(super) fn declaration(ty: TypeSpecifier, called: Symbol, value: Option<SyntaxExpr>, span: Span) -> BlockItem {
    let declarator = Declarator { name: Some(called), span, derived: Vec::new(), attributes: Vec::new() };
    let init = value.map(Initializer::Expr);
    let declarators = vec![InitDeclarator { declarator, init, span }];
    BlockItem::Declaration(Declaration { specifiers: specifiers(ty, span), declarators, span })
}

pub(super) fn specifiers(ty: TypeSpecifier, span: Span) -> Specifiers {
    Specifiers {
        storage: None,
        thread_local: false,
        inline: false,
        noreturn: false,
        qualifiers: Qualifiers::default(),
        ty,
        alignas: Vec::new(),
        attributes: Vec::new(),
        span,
    }
}

/// `int`.
pub(super) fn int_type() -> TypeSpecifier {
    TypeSpecifier::Basic(BasicWords { int: true, ..BasicWords::default() })
}

/// A type so wide that sums and products of numbers of 64 bits are those of whole numbers.
pub(super) fn wide_type() -> TypeSpecifier {
    TypeSpecifier::Basic(BasicWords { int128: true, ..BasicWords::default() })
}

/// A value as one of another type.
pub(super) fn cast(ty: TypeSpecifier, value: SyntaxExpr, span: Span) -> SyntaxExpr {
    let declarator = Declarator { name: None, span, derived: Vec::new(), attributes: Vec::new() };
    let ty = TypeName { specifiers: specifiers(ty, span), declarator, span };
    expr(SyntaxExprKind::Cast(Box::new(ty), Box::new(value)), span)
}

/// A value as one of the types that whole numbers are computed in.
pub(crate) fn whole_cast(kind: IntKind, value: SyntaxExpr) -> SyntaxExpr {
    let span = value.span;
    let words = match kind {
        IntKind::Int128 => return cast(wide_type(), value, span),
        IntKind::LongLong => BasicWords { long: 2, ..BasicWords::default() },
        _ => return cast(int_type(), value, span),
    };
    cast(TypeSpecifier::Basic(words), value, span)
}

/// The expressions that are parts of one; what is in the blocks of a statement expression is not.
pub(super) fn child_exprs(of: &SyntaxExpr) -> Vec<&SyntaxExpr> {
    use SyntaxExprKind as K;
    match &of.kind {
        K::Call(function, args) => [&**function].into_iter().chain(args).collect(),
        K::Index(one, other) | K::Binary(_, one, other) | K::Assign(_, one, other) => vec![one, other],
        K::Member(inner, _)
        | K::Arrow(inner, _)
        | K::PostIncrement(inner, _)
        | K::PreIncrement(inner, _)
        | K::Unary(_, inner)
        | K::Cast(_, inner)
        | K::SizeofExpr(inner)
        | K::AlignofExpr(inner)
        | K::VaArg(inner, _)
        | K::Paren(inner)
        | K::Whole(inner) => vec![inner],
        K::Conditional(cond, yes, no) => [&**cond].into_iter().chain(yes.as_deref()).chain([&**no]).collect(),
        K::Generic(inner, cases) => [&**inner].into_iter().chain(cases.iter().map(|(_, case)| case)).collect(),
        K::ChooseExpr(cond, yes, no) => vec![cond, yes, no],
        K::Int { .. }
        | K::Float(..)
        | K::Char(..)
        | K::String(..)
        | K::Name(_)
        | K::CompoundLiteral(..)
        | K::SizeofType(_)
        | K::AlignofType(_)
        | K::Statement(_)
        | K::LabelAddress(_)
        | K::Offsetof(..)
        | K::TypesCompatible(..) => Vec::new(),
    }
}

impl Expander<'_> {
    pub(super) fn call(&mut self, function: &str, args: Vec<SyntaxExpr>, span: Span) -> SyntaxExpr {
        let called = name(self.symbols.intern(function), span);
        expr(SyntaxExprKind::Call(Box::new(called), args), span)
    }

    /// A name that no program has.
    pub(super) fn fresh(&mut self, what: &str) -> Symbol {
        self.fresh += 1;
        self.symbols.intern(&format!("{what} {}", self.fresh))
    }

    /// Says once that something is not supported.
    pub(super) fn refuse(&mut self, message: impl Into<String>, span: Span) {
        let error = Diagnostic::error(message, span);
        if !self.errors.contains(&error) {
            self.errors.push(error);
        }
    }

    /// Whether there is a clause of a name.
    pub(super) fn has_clause(&self, clauses: &[Attribute], named: &str) -> bool {
        clauses.iter().any(|clause| self.symbols.name(clause.name) == named)
    }

    /// The expressions of the clauses of a name.
    pub(super) fn of_clauses(&self, clauses: &[Attribute], named: &str) -> Vec<SyntaxExpr> {
        let all = clauses.iter().filter(|clause| self.symbols.name(clause.name) == named);
        all.flat_map(|clause| clause.args.iter().cloned()).collect()
    }
}
