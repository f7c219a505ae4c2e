//! The functions that make objects: `malloc` and its kin.
//!
//! An object has at most `PTRDIFF_MAX` bytes, as for gcc and every C library of its targets: an allocation of more gives
//! null, `calloc(n, m)` whose product is more (or overflows) as well, and memory on the stack of more bytes is undefined
//! and thus refused. The comparison is an edge of the program and not a matter of the primitives, so that all analyses
//! agree on it; for a constant size there is none. Whether smaller allocations may fail is an option: then an input
//! decides, again on an edge.
//!
//! `realloc` to zero bytes frees its object and gives null or an object without bytes: glibc does the one, musl the other.
//! `malloc(0)` gives an object without bytes.

use super::Action;
use super::call::LibraryCall;
use crate::lower::assign::Want;
use crate::lower::operand::Operand;
use crate::lower::{Lower, Res};
use cairn_base::Span;
use cairn_ir::external::ALLOCATION_WORKS;
use cairn_ir::types::FunctionType;
use cairn_ir::{Assumption, BinaryOp, ExprId, Intrinsic, NodeId, NondetSource, Op, PlaceId, VarId};

/// `ENOMEM`: what `posix_memalign` returns when there is no memory, and what the others leave in `errno`.
const ENOMEM: i128 = 12;
/// `EINVAL`, which it returns of an alignment that is none.
const EINVAL: i128 = 22;
const PAGE: i128 = 4096;

/// One allocation on its way to primitives.
struct Request {
    which: Intrinsic,
    args: Vec<ExprId>,
    /// More than an object can have, when true.
    too_large: Option<ExprId>,
    /// Who says that it may fail, whatever the option says.
    may_fail: Option<NondetSource>,
}

impl Lower<'_> {
    /// A call of `malloc` or its kin.
    pub(super) fn allocation(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        let LibraryCall { ty, span, want, .. } = *call;
        let (action, args) = (call.known.action, &call.args);
        if !args.iter().all(|arg| self.is_scalar(self.type_of(*arg))) {
            return self.bad_arguments(call);
        }
        let size_t = self.basic.size_t;
        let mut sizes: Vec<ExprId> = args.iter().map(|arg| self.cast(*arg, size_t)).collect();
        let (which, align) = match (action, &mut sizes[..]) {
            (Action::Malloc, [_]) => (Intrinsic::Malloc, None),
            (Action::KernelAlloc { zeroed }, [_, ..]) => {
                (if zeroed { Intrinsic::Calloc } else { Intrinsic::Malloc }, None)
            }
            (Action::PageAlloc, [_]) => (Intrinsic::Malloc, Some(self.int_constant(PAGE, size_t))),
            (Action::Calloc, [_, _]) => (Intrinsic::Calloc, None),
            (Action::AlignedAlloc, &mut [align, size]) => {
                sizes = vec![size];
                (Intrinsic::Malloc, Some(align))
            }
            (Action::Alloca, [size, ..]) => {
                let size = *size;
                return self.stack_memory(size, ty, span, want);
            }
            (Action::Realloc, &mut [_, size]) => {
                let pointer = self.cast(args[0], self.basic.void_ptr);
                return self.reallocation(pointer, size, ty, span, want);
            }
            (Action::MemAlign, &mut [_, align, size]) => {
                return self.aligned_result(args[0], align, size, ty, span, want);
            }
            _ => return self.bad_arguments(call),
        };
        let Some(mut request) = self.request(which, &sizes, align, span) else {
            return Ok(self.phantom(ty.result, span));
        };
        if matches!(action, Action::KernelAlloc { .. }) {
            request.may_fail = Some(call.undefined());
        }
        self.allocate(request, ty, span, want)
    }

    /// A size, or a count and a size, with an alignment that must be a constant; `None` when that is not modelled.
    fn request(&mut self, which: Intrinsic, sizes: &[ExprId], align: Option<ExprId>, span: Span) -> Option<Request> {
        let (bytes, too_large) = match *sizes {
            [count, size] if which == Intrinsic::Calloc => self.product(count, size),
            [size, ..] => (size, self.exceeds(size)),
            [] => return None,
        };
        let mut args = vec![bytes];
        if let Some(align) = align {
            match self.constant_integer(align) {
                Some(bytes) if bytes > 0 && bytes & (bytes - 1) == 0 && bytes <= 1 << 20 => args.push(align),
                _ => {
                    self.unsupported("an allocation with an alignment that is no constant power of two", span);
                    return None;
                }
            }
        }
        Some(Request { which, args, too_large: Some(too_large), may_fail: None })
    }

    /// The most bytes that an object has.
    fn largest(&self) -> i128 {
        let bits = self.scalar(self.basic.size_t).bits();
        (1 << (bits - 1)) - 1
    }

    /// Whether a size is more than an object has.
    fn exceeds(&mut self, size: ExprId) -> ExprId {
        let largest = self.int_constant(self.largest(), self.basic.size_t);
        self.binary(BinaryOp::Gt, size, largest, self.basic.int)
    }

    /// The product of a count and a size, and whether it is more than an object has.
    pub(crate) fn product(&mut self, count: ExprId, size: ExprId) -> (ExprId, ExprId) {
        let (size_t, int) = (self.basic.size_t, self.basic.int);
        let bytes = self.binary(BinaryOp::Mul, count, size, size_t);
        // The constant factor, when there is one, makes the bound of the other.
        let (factor, other) = if self.constant_value(count).is_some() { (count, size) } else { (size, count) };
        let largest = self.int_constant(self.largest(), size_t);
        let too_large = match self.constant_integer(factor) {
            Some(0) => self.zero(int),
            Some(_) => {
                let most = self.binary(BinaryOp::Div, largest, factor, size_t);
                self.binary(BinaryOp::Gt, other, most, int)
            }
            None => {
                let zero = self.zero(size_t);
                let some = self.binary(BinaryOp::Ne, factor, zero, int);
                let most = self.binary(BinaryOp::Div, largest, factor, size_t);
                let exceeds = self.binary(BinaryOp::Gt, other, most, int);
                let no = self.zero(int);
                self.choose(some, exceeds, no)
            }
        };
        (bytes, too_large)
    }

    /// An allocation whose result is its address or null.
    fn allocate(&mut self, request: Request, ty: &FunctionType, span: Span, want: Want) -> Res<Operand> {
        if let Want::Into(to) = want
            && self.is_pointer(to.ty.ty)
        {
            self.allocate_into(request, to.place, span);
            return Ok(Operand::Place(to));
        }
        let place = self.result_place(span);
        self.allocate_into(request, place, span);
        let value = self.load(place);
        self.deliver_as(value, ty.result, span, want)
    }

    fn result_place(&mut self, span: Span) -> PlaceId {
        let temp: VarId = self.temp(self.basic.void_ptr, span);
        self.var_place(temp)
    }

    fn allocate_into(&mut self, request: Request, place: PlaceId, span: Span) {
        let (fail, end) = (self.node(), self.node());
        self.unless_it_fails(&request, fail, span);
        let Request { which, args, .. } = request;
        self.emit(Op::Intrinsic { which, args, result: Some(place) }, span);
        self.jump(end, span);
        self.resume(fail);
        self.no_memory(span);
        let null = self.zero(self.program.type_of_place(place));
        self.emit(Op::Assign { place, value: null }, span);
        self.jump(end, span);
        self.resume(end);
    }

    /// Effect of a failed allocation on `errno`.
    fn no_memory(&mut self, span: Span) {
        let error = self.int_constant(ENOMEM, self.basic.int);
        self.set_errno(error, span);
    }

    /// Branches to `fail` when the allocation is too large, or may fail and does.
    fn unless_it_fails(&mut self, request: &Request, fail: NodeId, span: Span) {
        if let Some(too_large) = request.too_large {
            let fits = self.node();
            self.branch(too_large, fail, fits, span);
            self.resume(fits);
        }
        let option = self.malloc_may_fail.then(|| NondetSource::Other(ALLOCATION_WORKS.into()));
        if let Some(source) = request.may_fail.clone().or(option) {
            let works = self.any_of(self.basic.bool_, source, span);
            let goes_on = self.node();
            self.branch(works, goes_on, fail, span);
            self.resume(goes_on);
        } else if !self.dead() {
            self.assume_that(Assumption::AllocationSucceeds, "");
        }
    }

    /// `alloca`.
    fn stack_memory(&mut self, size: ExprId, ty: &FunctionType, span: Span, want: Want) -> Res<Operand> {
        let too_large = self.exceeds(size);
        self.refuse_large(too_large, span);
        let place = match want {
            Want::Into(to) if self.is_pointer(to.ty.ty) => to.place,
            _ => self.result_place(span),
        };
        self.emit(Op::Intrinsic { which: Intrinsic::Alloca, args: vec![size], result: Some(place) }, span);
        match want {
            Want::Into(to) if self.is_pointer(to.ty.ty) => Ok(Operand::Place(to)),
            _ => {
                let value = self.load(place);
                self.deliver_as(value, ty.result, span, want)
            }
        }
    }

    /// Goes on only where an object on the stack is not too large.
    pub(crate) fn refuse_large(&mut self, too_large: ExprId, span: Span) {
        let (refused, fits) = (self.node(), self.node());
        self.branch(too_large, refused, fits, span);
        self.resume(refused);
        self.unsupported("an object on the stack that is too large, or of negative size", span);
        self.jump(fits, span);
        self.resume(fits);
    }

    /// Goes on only where an array of variable length fits on the stack. `length`: of one of its dimensions, a size. Where allocations
    /// are assumed to succeed, one that does not fit ends the execution; a length that was negative is not modelled.
    pub(crate) fn refuse_large_array(&mut self, length: ExprId, too_large: ExprId, span: Span) {
        if !self.malloc_may_fail {
            let negative = self.exceeds(length);
            self.refuse_large(negative, span);
            let (ends, fits) = (self.node(), self.node());
            self.branch(too_large, ends, fits, span);
            self.resume(ends);
            if !self.dead() {
                self.assume_that(Assumption::AllocationSucceeds, "");
            }
            self.stop(Op::Halt, span);
            self.resume(fits);
        } else {
            self.refuse_large(too_large, span);
        }
    }

    fn reallocation(
        &mut self,
        pointer: ExprId,
        size: ExprId,
        ty: &FunctionType,
        span: Span,
        want: Want,
    ) -> Res<Operand> {
        let pointer = self.not_kept(pointer, span);
        // The place of the result may be that of the pointer, and a size may depend on it.
        let (pointer, size) = (self.save(pointer, span), self.save(size, span));
        let place = self.result_place(span);
        let (void_ptr, int) = (self.basic.void_ptr, self.basic.int);
        let (null, zero) = (self.zero(void_ptr), self.zero(self.basic.size_t));
        let (fail, none, fresh, old, end) = (self.node(), self.node(), self.node(), self.node(), self.node());
        let too_large = self.exceeds(size);
        let mut request = Request {
            which: Intrinsic::Realloc,
            args: vec![pointer, size],
            too_large: Some(too_large),
            may_fail: None,
        };
        let is_null = self.binary(BinaryOp::Eq, pointer, null, int);
        let is_empty = self.binary(BinaryOp::Eq, size, zero, int);
        let (empty, filled) = (self.node(), self.node());
        self.branch(is_null, fresh, old, span);
        self.resume(old);
        self.branch(is_empty, empty, filled, span);
        // To no bytes.
        self.resume(empty);
        self.emit(Op::Intrinsic { which: Intrinsic::Free, args: vec![pointer], result: None }, span);
        let source = NondetSource::Unmodelled("realloc to zero bytes".into());
        let gives_object = self.any_of(self.basic.bool_, source, span);
        let object = self.node();
        self.branch(gives_object, object, none, span);
        self.resume(object);
        self.emit(Op::Intrinsic { which: Intrinsic::Malloc, args: vec![zero], result: Some(place) }, span);
        self.jump(end, span);
        // To some bytes.
        self.resume(filled);
        self.unless_it_fails(&request, fail, span);
        let args = std::mem::take(&mut request.args);
        self.emit(Op::Intrinsic { which: Intrinsic::Realloc, args, result: Some(place) }, span);
        self.jump(end, span);
        // Of nothing.
        self.resume(fresh);
        self.unless_it_fails(&request, fail, span);
        self.emit(Op::Intrinsic { which: Intrinsic::Malloc, args: vec![size], result: Some(place) }, span);
        self.jump(end, span);
        self.resume(fail);
        self.no_memory(span);
        self.jump(none, span);
        // That an object was freed and there is none now is no error.
        self.resume(none);
        self.emit(Op::Assign { place, value: null }, span);
        self.jump(end, span);
        self.resume(end);
        let value = self.load(place);
        self.deliver_as(value, ty.result, span, want)
    }

    /// `posix_memalign`: the address goes where the first argument points to, unless the allocation fails.
    fn aligned_result(
        &mut self,
        to: ExprId,
        align: ExprId,
        size: ExprId,
        ty: &FunctionType,
        span: Span,
        want: Want,
    ) -> Res<Operand> {
        let pointer = i128::from(self.model().pointer_bits() / 8);
        if self
            .constant_integer(align)
            .is_some_and(|align| align <= 0 || align % pointer != 0 || align & (align - 1) != 0)
        {
            let invalid = self.int_constant(EINVAL, self.basic.int);
            return self.deliver_as(invalid, ty.result, span, want);
        }
        let Some(request) = self.request(Intrinsic::Malloc, &[size], Some(align), span) else {
            return Ok(self.phantom(ty.result, span));
        };
        let pointer_to = self.program.types.pointer(self.basic.void_ptr);
        let to = self.cast(to, pointer_to);
        let to = self.deref(to, span)?.place;
        let error = self.temp(self.basic.int, span);
        let error = self.var_place(error);
        let (fail, end) = (self.node(), self.node());
        self.unless_it_fails(&request, fail, span);
        let (none, no_memory) = (self.zero(self.basic.int), self.int_constant(ENOMEM, self.basic.int));
        self.emit(Op::Intrinsic { which: request.which, args: request.args, result: Some(to) }, span);
        self.emit(Op::Assign { place: error, value: none }, span);
        self.jump(end, span);
        self.resume(fail);
        self.emit(Op::Assign { place: error, value: no_memory }, span);
        self.jump(end, span);
        self.resume(end);
        let value = self.load(error);
        self.deliver_as(value, ty.result, span, want)
    }
}
