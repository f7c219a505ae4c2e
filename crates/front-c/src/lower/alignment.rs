//! `_Alignof`: of types, with what a typedef or `_Atomic` adds, and of variables and functions (GNU).

use super::operand::{LValue, Operand};
use super::{Lower, Res};
use crate::ast::{SyntaxExpr, TypeName};
use crate::sema::scope::Entity;
use cairn_base::Span;
use cairn_ir::TypeId;

impl Lower<'_> {
    /// `__alignof__ e`.
    pub fn alignof_expr(&mut self, of: &SyntaxExpr, span: Span) -> Res<Operand> {
        let operand = self.unevaluated(|this| this.operand(of))?;
        let ty = self.operand_type(operand).ty;
        let asked = match operand {
            Operand::Place(lvalue) => self.asked_of_variable(lvalue),
            Operand::Function(function) => self.function_alignments.get(&function).copied(),
            _ => None,
        };
        self.alignof(ty, asked, span)
    }

    /// `_Alignof(type)`.
    pub fn alignof_type(&mut self, name: &TypeName, span: Span) -> Res<Operand> {
        let align = match &name.specifiers.ty {
            crate::ast::TypeSpecifier::Name(symbol) => match self.scopes.name(*symbol) {
                Some(Entity::Typedef(_, align, _)) => align,
                _ => None,
            },
            _ => None,
        };
        let ty = self.unevaluated(|this| this.type_name_of(name))?.ty;
        // `_Alignof` and `_Alignas` mean what a member gets, `__alignof__` what a variable gets; they differ on
        // i386. The parser has one word for both.
        let in_record = !self.program.sources.snippet(span).starts_with("__");
        let align = align.filter(|_| name.declarator.derived.is_empty());
        let ty_of_base = self.unevaluated(|this| this.specifiers(&name.specifiers))?.ty.ty;
        let atomic = self.atomic_alignment(&name.specifiers, ty_of_base);
        let align = align.max(atomic.filter(|_| name.declarator.derived.is_empty()));
        let align = align.or_else(|| self.program.types.align_in_record(ty).filter(|_| in_record));
        self.alignof(ty, align, span)
    }

    fn alignof(&mut self, ty: TypeId, align: Option<u64>, span: Span) -> Res<Operand> {
        let align = match align {
            Some(align) => Some(align),
            None if self.is_function(ty) => Some(1),
            None => self.alignment_of(ty),
        };
        match align {
            Some(align) => Ok(Operand::Value(self.int_constant(i128::from(align), self.basic.size_t))),
            None => self.error("'_Alignof' of an incomplete type", span),
        }
    }

    /// The alignment that a variable's declaration asks for.
    fn asked_of_variable(&self, lvalue: LValue) -> Option<u64> {
        match self.program.exprs[lvalue.place].kind {
            cairn_ir::PlaceKind::Var(var) => self.program.vars[var].align,
            _ => None,
        }
    }

    fn alignment_of(&self, ty: TypeId) -> Option<u64> {
        self.program.types.align_of(ty)
    }
}
