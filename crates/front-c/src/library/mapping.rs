//! Mappings: `mmap` gives a new object of any content, or fails. What `munmap` ends is not modelled, only that it may fail.
//!
//! A mapping is an object like those of `malloc`, but `free` must not be given it ([`super::kept_memory`]).

use super::call::LibraryCall;
use crate::lower::operand::Operand;
use crate::lower::{Lower, Res};
use cairn_ir::{BinaryOp, Intrinsic, Op};

const PAGE: i128 = 4096;
/// The flag of a mapping of no file, whose bytes are zero.
const ANONYMOUS: i128 = 0x20;
/// The flag of a mapping at a given address.
const FIXED: i128 = 0x10;

impl Lower<'_> {
    /// `mmap`.
    pub(super) fn map(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        let LibraryCall { span, .. } = *call;
        let [_, size, _, flags, ..] = call.args[..] else { return self.bad_arguments(call) };
        let (size_t, int) = (self.basic.size_t, self.basic.int);
        let size = self.cast(size, size_t);
        let size = self.save(size, span);
        let flags = self.constant_integer(flags);
        if flags.is_none_or(|flags| flags & FIXED != 0) {
            self.unsupported("a mapping at an address that the program gives", span);
            return self.phantom_result(call);
        }
        self.keeps_memory(span);
        self.disturb_errno(call.undefined(), span);
        let result = self.temp(self.basic.void_ptr, span);
        let result = self.var_place(result);
        let (fails, may, works, end) = (self.node(), self.node(), self.node(), self.node());
        let largest = self.int_constant((1 << (self.scalar(size_t).bits() - 1)) - 1, size_t);
        let one = self.int_constant(1, size_t);
        let less = self.binary(BinaryOp::Sub, size, one, size_t);
        // No bytes, or more than an object has.
        let fits = self.binary(BinaryOp::Lt, less, largest, int);
        self.branch(fits, may, fails, span);
        self.resume(may);
        let does = self.any_of(self.basic.bool_, call.undefined(), span);
        self.branch(does, works, fails, span);
        self.resume(works);
        let zeroed = flags.is_some_and(|flags| flags & ANONYMOUS != 0);
        let page = self.int_constant(PAGE, size_t);
        let which = Intrinsic::Malloc;
        self.emit(Op::Intrinsic { which, args: vec![size, page], result: Some(result) }, span);
        let there = self.load(result);
        self.emit(Op::Assume { cond: there, truth: true }, span);
        let there = self.load(result);
        if zeroed {
            let zero = self.zero(self.basic.int);
            let args = vec![there, zero, size];
            self.emit(Op::Intrinsic { which: Intrinsic::MemSet, args, result: None }, span);
        } else if !self.fill_bytes(there, size, call.undefined(), span)? {
            self.unsupported("the content of a mapping", span);
        }
        self.note_kept(there, span);
        self.jump(end, span);
        self.resume(fails);
        let failed = self.int_constant(-1, self.basic.ptrdiff);
        let failed = self.cast(failed, self.basic.void_ptr);
        self.store(result, failed, span);
        self.jump(end, span);
        self.resume(end);
        let value = self.load(result);
        self.result(value, call)
    }

    /// `munmap`: whether a part of an object is left is not modelled.
    pub(super) fn unmap(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        let fails = self.any_of(self.basic.bool_, call.undefined(), call.span);
        let (ends, stays) = (self.node(), self.node());
        self.branch(fails, stays, ends, call.span);
        self.resume(ends);
        self.unsupported("the end of a mapping, by 'munmap',", call.span);
        self.resume(stays);
        self.disturb_errno(call.undefined(), call.span);
        let error = self.int_constant(-1, self.basic.int);
        self.result(error, call)
    }
}
