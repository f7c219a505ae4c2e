//! Copying, setting and freeing of memory; what makes objects is in [`super::allocation`].

use super::call::LibraryCall;
use crate::lower::assign::Want;
use crate::lower::operand::Operand;
use crate::lower::{Lower, Res};
use cairn_ir::{ExprId, Intrinsic, Op};

impl Lower<'_> {
    /// The arguments, where they are so many and all scalars.
    fn scalars<const N: usize>(&self, call: &LibraryCall<'_>) -> Option<[ExprId; N]> {
        let scalars = call.args.iter().all(|arg| self.is_scalar(self.type_of(*arg)));
        call.args.get(..N).filter(|_| scalars).and_then(|args| args.try_into().ok())
    }

    pub(super) fn free(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        let Some([pointer]) = self.scalars(call).filter(|_| call.args.len() == 1) else {
            return self.bad_arguments(call);
        };
        let pointer = self.cast(pointer, self.basic.void_ptr);
        let pointer = self.not_kept(pointer, call.span);
        self.emit(Op::Intrinsic { which: Intrinsic::Free, args: vec![pointer], result: None }, call.span);
        self.phantom_result(call)
    }

    pub(super) fn memory_copy(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        let Some([to, from, size]) = self.scalars(call) else { return self.bad_arguments(call) };
        let (to_pointer, from) = (self.cast(to, self.basic.void_ptr), self.cast(from, self.basic.void_ptr));
        let size = self.cast(size, self.basic.size_t);
        let args = vec![to_pointer, from, size];
        // The result must outlive the copy, which may write the variable that `to` is read from.
        let saved = if call.want == Want::Nothing { to_pointer } else { self.save(to_pointer, call.span) };
        self.emit(Op::Intrinsic { which: Intrinsic::MemCopy, args, result: None }, call.span);
        self.result(saved, call)
    }

    pub(super) fn memory_set(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        let Some([to, byte, size]) = self.scalars(call) else { return self.bad_arguments(call) };
        let byte = self.cast(byte, self.basic.int);
        self.set(to, byte, size, call)
    }

    pub(super) fn memory_zero(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        let Some([to, size]) = self.scalars(call).filter(|_| call.args.len() == 2) else {
            return self.bad_arguments(call);
        };
        let byte = self.zero(self.basic.int);
        self.set(to, byte, size, call)
    }

    fn set(&mut self, to: ExprId, byte: ExprId, size: ExprId, call: &LibraryCall<'_>) -> Res<Operand> {
        let to = self.cast(to, self.basic.void_ptr);
        let size = self.cast(size, self.basic.size_t);
        let saved = if call.want == Want::Nothing { to } else { self.save(to, call.span) };
        let args = vec![to, byte, size];
        self.emit(Op::Intrinsic { which: Intrinsic::MemSet, args, result: None }, call.span);
        self.result(saved, call)
    }
}
