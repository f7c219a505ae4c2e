//! Copying, setting and freeing of memory; what makes objects is in [`super::allocation`].

use super::Action;
use crate::lower::assign::Want;
use crate::lower::operand::Operand;
use crate::lower::{Lower, Res};
use cairn_base::Span;
use cairn_ir::types::FunctionType;
use cairn_ir::{ExprId, Intrinsic, Op};

impl Lower<'_> {
    pub(super) fn memory_function(
        &mut self,
        action: Action,
        name: &str,
        ty: &FunctionType,
        args: &[ExprId],
        span: Span,
        want: Want,
    ) -> Res<Operand> {
        let size_t = self.basic.size_t;
        let pointers = args.iter().all(|arg| self.is_scalar(self.type_of(*arg)));
        if !pointers {
            return self.bad_arguments(name, ty.result, span, want);
        }
        match (action, args) {
            (Action::Free, [pointer]) => {
                let pointer = self.cast(*pointer, self.basic.void_ptr);
                self.emit(Op::Intrinsic { which: Intrinsic::Free, args: vec![pointer], result: None }, span);
                self.deliver_phantom(Operand::Void, ty.result, span, want)
            }
            (Action::MemCopy, [to, from, size, ..]) => {
                let (to_pointer, from) = (self.cast(*to, self.basic.void_ptr), self.cast(*from, self.basic.void_ptr));
                let size = self.cast(*size, size_t);
                let args = vec![to_pointer, from, size];
                // The result must outlive the copy, which may write the variable that `to` is read from.
                let saved = if want == Want::Nothing { to_pointer } else { self.save(to_pointer, span) };
                self.emit(Op::Intrinsic { which: Intrinsic::MemCopy, args, result: None }, span);
                self.deliver_as(saved, ty.result, span, want)
            }
            (Action::MemSet, [to, byte, size, ..]) => {
                let byte = self.cast(*byte, self.basic.int);
                self.set(*to, byte, *size, ty, span, want)
            }
            (Action::MemZero, [to, size]) => {
                let byte = self.zero(self.basic.int);
                self.set(*to, byte, *size, ty, span, want)
            }
            _ => self.bad_arguments(name, ty.result, span, want),
        }
    }

    fn set(
        &mut self,
        to: ExprId,
        byte: ExprId,
        size: ExprId,
        ty: &FunctionType,
        span: Span,
        want: Want,
    ) -> Res<Operand> {
        let to = self.cast(to, self.basic.void_ptr);
        let size = self.cast(size, self.basic.size_t);
        let saved = if want == Want::Nothing { to } else { self.save(to, span) };
        let args = vec![to, byte, size];
        self.emit(Op::Intrinsic { which: Intrinsic::MemSet, args, result: None }, span);
        self.deliver_as(saved, ty.result, span, want)
    }
}
