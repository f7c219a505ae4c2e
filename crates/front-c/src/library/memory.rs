//! Allocation, copying and setting of memory.

use super::Action;
use crate::lower::assign::Want;
use crate::lower::operand::Operand;
use crate::lower::{Lower, Res};
use cairn_base::Span;
use cairn_ir::types::FunctionType;
use cairn_ir::{Assumption, BinaryOp, ExprId, Intrinsic, NondetSource, Op};

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
        if !matches!(action, Action::Alloca | Action::Free | Action::MemCopy | Action::MemSet | Action::MemZero) {
            self.assume_that(Assumption::AllocationSucceeds, "");
        }
        match (action, args) {
            (Action::Malloc | Action::Alloca, [size, ..]) => {
                let size = self.cast(*size, size_t);
                let which = if action == Action::Malloc { Intrinsic::Malloc } else { Intrinsic::Alloca };
                self.allocate(which, vec![size], ty, span, want)
            }
            (Action::AlignedAlloc, [_, size]) => {
                let size = self.cast(*size, size_t);
                self.allocate(Intrinsic::Malloc, vec![size], ty, span, want)
            }
            (Action::Calloc, [count, size]) => {
                let (count, size) = (self.cast(*count, size_t), self.cast(*size, size_t));
                let bytes = self.binary(BinaryOp::Mul, count, size, size_t);
                self.allocate(Intrinsic::Calloc, vec![bytes], ty, span, want)
            }
            (Action::Realloc, [pointer, size]) => {
                let size = self.cast(*size, size_t);
                let pointer = self.cast(*pointer, self.basic.void_ptr);
                self.allocate(Intrinsic::Realloc, vec![pointer, size], ty, span, want)
            }
            (Action::Free, [pointer]) => {
                let pointer = self.cast(*pointer, self.basic.void_ptr);
                self.emit(Op::Intrinsic { which: Intrinsic::Free, args: vec![pointer], result: None }, span);
                self.deliver_phantom(Operand::Void, ty.result, span, want)
            }
            (Action::MemAlign, [to, _, size]) => {
                let size = self.cast(*size, size_t);
                let pointer_to = self.program.types.pointer(self.basic.void_ptr);
                let to = self.cast(*to, pointer_to);
                let place = self.deref(to, span)?.place;
                let result = Some(place);
                self.emit(Op::Intrinsic { which: Intrinsic::Malloc, args: vec![size], result }, span);
                let zero = self.zero(self.basic.int);
                self.deliver_as(zero, ty.result, span, want)
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

    /// Null, or a new object.
    pub(super) fn kernel_allocation(
        &mut self,
        zeroed: bool,
        name: &str,
        ty: &FunctionType,
        args: &[ExprId],
        span: Span,
        want: Want,
    ) -> Res<Operand> {
        let Some(size) = args.first().copied().filter(|size| self.is_scalar(self.type_of(*size))) else {
            return self.bad_arguments(name, ty.result, span, want);
        };
        let size = self.cast(size, self.basic.size_t);
        let (works, result) = (self.temp(self.basic.int, span), self.temp(self.basic.void_ptr, span));
        let (works, result) = (self.var_place(works), self.var_place(result));
        self.emit(Op::Havoc { place: works, source: NondetSource::Undefined(name.into()) }, span);
        let works = self.load(works);
        let (yes, no, end) = (self.node(), self.node(), self.node());
        self.branch(works, yes, no, span);
        self.resume(yes);
        let which = if zeroed { Intrinsic::Calloc } else { Intrinsic::Malloc };
        self.emit(Op::Intrinsic { which, args: vec![size], result: Some(result) }, span);
        self.jump(end, span);
        self.resume(no);
        let null = self.zero(self.basic.void_ptr);
        self.emit(Op::Assign { place: result, value: null }, span);
        self.jump(end, span);
        self.resume(end);
        let value = self.load(result);
        self.deliver_as(value, ty.result, span, want)
    }

    fn allocate(
        &mut self,
        which: Intrinsic,
        args: Vec<ExprId>,
        ty: &FunctionType,
        span: Span,
        want: Want,
    ) -> Res<Operand> {
        if let Want::Into(to) = want
            && self.is_pointer(to.ty.ty)
        {
            self.emit(Op::Intrinsic { which, args, result: Some(to.place) }, span);
            return Ok(Operand::Place(to));
        }
        let temp = self.temp(self.basic.void_ptr, span);
        let place = self.var_place(temp);
        self.emit(Op::Intrinsic { which, args, result: Some(place) }, span);
        let value = self.load(place);
        self.deliver_as(value, ty.result, span, want)
    }
}
