//! Which subexpressions may change what a sibling evaluated before them has read. Asked of the syntax, before lowering.

use super::Lower;
use crate::ast::{
    Declarator, Derived, PrefixOperator, Specifiers, SyntaxExpr, SyntaxExprKind, TypeName, TypeSpecifier,
};
use crate::library;
use crate::sema::scope::Entity;

impl Lower<'_> {
    /// True when evaluating the expression changes nothing that another expression could read.
    pub fn quick(&self, expr: &SyntaxExpr) -> bool {
        cairn_base::deep(|| self.quick_in(expr))
    }

    fn quick_in(&self, expr: &SyntaxExpr) -> bool {
        match &expr.kind {
            SyntaxExprKind::Int { .. }
            | SyntaxExprKind::Float(..)
            | SyntaxExprKind::Char(..)
            | SyntaxExprKind::String(..)
            | SyntaxExprKind::Name(_)
            | SyntaxExprKind::AlignofExpr(_)
            | SyntaxExprKind::AlignofType(_)
            | SyntaxExprKind::LabelAddress(_)
            | SyntaxExprKind::Offsetof(..)
            | SyntaxExprKind::TypesCompatible(..) => true,
            SyntaxExprKind::Assign(..)
            | SyntaxExprKind::PostIncrement(..)
            | SyntaxExprKind::PreIncrement(..)
            | SyntaxExprKind::Statement(_)
            | SyntaxExprKind::VaArg(..)
            | SyntaxExprKind::CompoundLiteral(..)
            | SyntaxExprKind::Generic(..) => false,
            SyntaxExprKind::Call(callee, args) => {
                self.harmless_callee(callee) && args.iter().all(|arg| self.quick(arg))
            }
            SyntaxExprKind::Index(a, b) => self.quick(a) && self.quick(b),
            SyntaxExprKind::Binary(_, a, b) => self.quick(b) && self.quick(a),
            SyntaxExprKind::Member(a, _) | SyntaxExprKind::Arrow(a, _) => self.quick(a),
            SyntaxExprKind::Paren(a) | SyntaxExprKind::Whole(a) => self.quick(a),
            SyntaxExprKind::Cast(name, a) => self.quick_type(name) && self.quick(a),
            // Evaluated when the size is known at run time only, which the syntax does not say.
            SyntaxExprKind::SizeofExpr(a) => self.quick(a),
            SyntaxExprKind::SizeofType(name) => self.quick_type(name),
            SyntaxExprKind::Unary(PrefixOperator::AddressOf, a) | SyntaxExprKind::Unary(_, a) => self.quick(a),
            SyntaxExprKind::Conditional(c, a, b) => {
                self.quick(c) && a.as_ref().is_none_or(|a| self.quick(a)) && self.quick(b)
            }
            SyntaxExprKind::ChooseExpr(_, a, b) => self.quick(a) && self.quick(b),
        }
    }

    /// True when the sizes in a type name have no effects.
    fn quick_type(&self, name: &TypeName) -> bool {
        self.quick_specifiers(&name.specifiers) && self.quick_declarator(&name.declarator)
    }

    fn quick_specifiers(&self, specifiers: &Specifiers) -> bool {
        match &specifiers.ty {
            TypeSpecifier::TypeofExpr(of) => self.quick(of),
            TypeSpecifier::TypeofType(name) | TypeSpecifier::Atomic(name) => self.quick_type(name),
            // Members have sizes that are constants.
            _ => true,
        }
    }

    fn quick_declarator(&self, declarator: &Declarator) -> bool {
        declarator.derived.iter().all(|step| match step {
            Derived::Array { size: Some(size), .. } => self.quick(size),
            _ => true,
        })
    }

    /// A function that writes nothing that the program can read otherwise: inputs, arithmetic.
    fn harmless_callee(&self, callee: &SyntaxExpr) -> bool {
        let SyntaxExprKind::Name(name) = callee.kind else { return false };
        if matches!(self.scopes.name(name), Some(entity) if !matches!(entity, Entity::Function(_))) {
            return false;
        }
        !self.has_body(name) && library::is_harmless(self.text(name))
    }
}
