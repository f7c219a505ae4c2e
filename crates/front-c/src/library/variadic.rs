//! `va_list` in ordinary operations: a list is a pointer to the next argument.
//!
//! The arguments lie in a record of the caller ([`cairn_transform::variadic`]), in steps of the machine's word. On i386 and ARM the list
//! is that pointer; on x86-64 the pointer is the member `overflow_arg_area` of the record that the machine's ABI has, so
//! that sizes, the decay of a list to a pointer, and copies byte by byte are as on the machine. `va_arg` reads what the
//! pointer points to and moves it on.

use crate::ast::SyntaxExpr;
use crate::lower::operand::{LValue, Operand};
use crate::lower::{Lower, Res};
use cairn_base::Span;
use cairn_ir::types::{FloatKind, Scalar};
use cairn_ir::{BinaryOp, ExprId, ExprKind as IrKind, Op, PlaceId, VarKind};

/// The member of x86-64's list that holds the pointer.
const NEXT: u32 = 2;

impl Lower<'_> {
    /// Where a list keeps its pointer.
    pub(super) fn list(&mut self, list: &SyntaxExpr) -> Res<PlaceId> {
        let operand = self.operand(list)?;
        if self.program.types.model().row().list_is_pointer {
            return match operand {
                Operand::Place(lvalue) if self.is_pointer(lvalue.ty.ty) => Ok(lvalue.place),
                _ => self.error("a 'va_list' is needed here", list.span),
            };
        }
        let record = self.va_list_record();
        let of = match operand {
            Operand::Place(lvalue) if lvalue.ty.ty == record => lvalue,
            Operand::Place(LValue { ty, .. }) if !self.is_array(ty.ty) && !self.is_pointer(ty.ty) => {
                return self.error("a 'va_list' is needed here", list.span);
            }
            // An array decays, and a parameter of the type is a pointer already.
            other => {
                let pointer = self.value(other, list.span)?;
                if self.program.types.pointee(self.type_of(pointer)) != Some(record) {
                    return self.error("a 'va_list' is needed here", list.span);
                }
                self.deref(pointer, list.span)?
            }
        };
        Ok(self.field(of, NEXT).place)
    }

    /// Makes a list go on at a pointer.
    pub(super) fn set_list(&mut self, list: PlaceId, pointer: ExprId, span: Span) {
        let ty = self.program.exprs[list].ty;
        let pointer = self.cast(pointer, ty);
        self.store(list, pointer, span);
    }

    /// The pointer to the first variadic argument of the function.
    pub(super) fn rest(&mut self, span: Span) -> ExprId {
        let function = self.fun.id;
        let rest = match self.program.functions[function].rest {
            Some(rest) => rest,
            None => {
                let rest = self.variable("<arguments>".into(), self.basic.void_ptr, VarKind::Param(0), span);
                if self.quiet == 0 {
                    self.program.functions[function].rest = Some(rest);
                }
                rest
            }
        };
        let place = self.var_place(rest);
        self.load(place)
    }

    /// `__builtin_va_arg(list, type)`.
    pub fn va_arg(&mut self, list: &SyntaxExpr, name: &crate::ast::TypeName, span: Span) -> Res<Operand> {
        let named = self.type_name_of(name)?;
        let ty = named.ty;
        let list = self.list(list)?;
        let is_function = self.is_function(ty);
        let Some(size) =
            cairn_transform::variadic::slot_size(&self.program, ty).filter(|_| !is_function && ty != self.basic.void)
        else {
            return self.error("'va_arg' of an incomplete type", span);
        };
        if self.is_array(ty) {
            self.unsupported("'va_arg' of an array".to_owned(), span);
            return Ok(self.phantom(ty, span));
        }
        if self.is_promoted(ty) {
            // No argument has such a type; gcc warns, and what it compiles traps here.
            self.stop(Op::Halt, span);
            return Ok(self.phantom(ty, span));
        }
        let pointer = self.load(list);
        let to = self.program.types.pointer(ty);
        let argument = self.cast(pointer, to);
        let argument = self.deref(argument, span)?;
        let temp = self.temp(ty, span);
        let lvalue = LValue { ty: named, ..self.var_lvalue(temp) };
        let value = self.load(argument.place);
        self.store(lvalue.place, value, span);
        let bytes = self.cast(pointer, self.basic.char_ptr);
        let size = self.int_constant(i128::from(size), self.basic.ptrdiff);
        let next = self.program.exprs.expr(IrKind::Binary(BinaryOp::PtrAdd, bytes, size), self.basic.char_ptr);
        self.set_list(list, next, span);
        Ok(if self.is_scalar(ty) { Operand::Value(self.load(lvalue.place)) } else { Operand::Place(lvalue) })
    }

    /// A type that the default promotions of an argument make another of.
    fn is_promoted(&self, ty: cairn_ir::TypeId) -> bool {
        match self.program.types.scalar(ty) {
            Some(Scalar::Bool | Scalar::Float(FloatKind::Float)) => true,
            Some(Scalar::Int { bits, .. }) => bits < 32,
            _ => false,
        }
    }
}
