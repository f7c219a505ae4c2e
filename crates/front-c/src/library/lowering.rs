//! The lowering of calls of library functions, and of those that are named without a declaration.

use crate::ast::Symbol;
use crate::lower::assign::Want;
use crate::lower::operand::Operand;
use crate::lower::{Lower, Res};
use cairn_base::Span;
use cairn_ir::{ExprId, FunctionId, TypeId};

impl Lower<'_> {
    /// Converts a result to its declared type and delivers it.
    pub fn deliver_as(&mut self, value: ExprId, ty: TypeId, span: Span, want: Want) -> Res<Operand> {
        if ty == self.basic.void {
            return Ok(Operand::Void);
        }
        let value = self.convert(value, ty, span)?;
        self.deliver(Operand::Value(value), span, want)
    }

    /// A result that is never seen, or void.
    pub fn deliver_phantom(&mut self, operand: Operand, ty: TypeId, span: Span, want: Want) -> Res<Operand> {
        if operand != Operand::Void && ty != self.basic.void {
            return self.deliver(operand, span, want);
        }
        match want {
            Want::Nothing => Ok(Operand::Void),
            // Behind an end of the program, `x = exit(1)` is of no consequence.
            Want::Into(to) if ty != self.basic.void => {
                let operand = self.phantom(to.ty.ty, span);
                self.deliver(operand, span, want)
            }
            _ if ty == self.basic.void => Ok(Operand::Void),
            _ => Ok(self.phantom(ty, span)),
        }
    }

    /// A known function that is named without a declaration, other than in a call.
    pub fn implicit_builtin(&mut self, name: Symbol, span: Span) -> Option<FunctionId> {
        let text = self.text(name).to_string();
        let known = super::lookup(&text).filter(|_| text.starts_with("__builtin_"))?;
        let ty = self.known_type(&known, None);
        Some(self.extern_function(name, &ty, span))
    }
}
