//! A call of a function of the table that has no body in the program: what it asks for, and which function lowers it.
//!
//! One function lowers one action; it takes the call as one value. An action carries data (a position, an operation, what is
//! written), is compared in other places (`is_harmless`, `folds`, what a hosted run answers) and stands in constant tables. So
//! the row holds it as an enumeration, and [`Lower::action`] is the one place that says which function lowers which.

use super::{Action, Known, requirement};
use crate::ast::Symbol;
use crate::lower::assign::Want;
use crate::lower::operand::Operand;
use crate::lower::{Lower, Res};
use cairn_base::Span;
use cairn_ir::behaviour::Check;
use cairn_ir::types::FunctionType;
use cairn_ir::{ExprId, FunctionId, NondetSource};

/// A call of a known function.
pub(crate) struct LibraryCall<'a> {
    pub known: &'a Known,
    /// The name by which it is called.
    pub name: &'a str,
    pub symbol: Symbol,
    /// The function, where the program declares it.
    pub function: Option<FunctionId>,
    /// Its type as it is called.
    pub ty: &'a FunctionType,
    /// The arguments, of the types of the parameters.
    pub args: Vec<ExprId>,
    pub span: Span,
    pub want: Want,
}

impl LibraryCall<'_> {
    /// Where a value of this call comes from that nothing determines.
    pub(super) fn undefined(&self) -> NondetSource {
        NondetSource::Undefined(self.name.into())
    }
    /// Where a value of this call comes from that its arguments determine, but nobody computes.
    pub(super) fn unmodelled(&self) -> NondetSource {
        NondetSource::Unmodelled(self.name.into())
    }
}

impl Lower<'_> {
    /// Lowers the call, after what the function requires of its arguments.
    pub fn known_function(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        let span = call.span;
        self.mark_call(call.name, span);
        self.requirements(call.known.signature, &call.args, span);
        self.reads(call)?;
        if requirement::opens(call.known.signature) && self.asks_here(Check::Resources) {
            let of_value = LibraryCall { args: call.args.clone(), want: Want::Value, ..*call };
            let opened = self.meaning(&of_value)?;
            let opened = self.value(opened, span)?;
            let opened = self.save(opened, span);
            self.opened(opened, span);
            return self.deliver_as(opened, call.ty.result, span, call.want);
        }
        self.meaning(call)
    }

    /// Meaning of the function, of whose arguments all that it requires holds.
    fn meaning(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        // The condition of an assumption is used as it is, and so are the arguments of a function of Cairn's own.
        if !matches!(call.known.action, Action::Assert | Action::Assume | Action::Error | Action::Prelude) {
            self.evaluated(&call.args, true, call.span);
        }
        match self.in_hosted_run(call)? {
            Some(answered) => Ok(answered),
            None => self.action(call),
        }
    }

    fn action(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        let (model, wide) = (self.model(), self.model().wchar());
        if !(wide.is_signed(model) && wide.bits(model) == 32) && super::is_wide(call.name) {
            return self.unsupported_function(call);
        }
        if let Some(body) = self.thread_body(call.name) {
            return self.call_thread_body(body, call);
        }
        match call.known.action {
            Action::Error => self.error_function(call),
            Action::Prelude => self.prelude_body(call),
            Action::Nondet => self.nondet(call),
            Action::Halt => self.halt(call),
            Action::Exit { quick } => self.exit(quick, call),
            Action::Unsupported => self.unsupported_function(call),
            Action::Assume => self.assume_function(call),
            Action::Assert => self.assert_function(call),
            Action::Effect(effect) => self.effect(&effect, call),
            Action::Print(print) => self.print(print, call),
            Action::Scan(scan) => self.scan_input(scan, call),
            Action::ErrnoLocation => self.errno_location(call.ty.result, call.span, call.want),
            Action::PreludeAsksDeadlock => self.prelude_asks_deadlock(call),
            Action::SetErrno => self.prelude_set_errno(call),
            Action::PreludeAny { determined } => self.prelude_any(determined, call),
            Action::PreludeFill => self.prelude_fill(call),
            Action::PreludeUnspecified => self.prelude_unspecified(call),
            Action::PreludeKeepsMemory => self.prelude_keeps_memory(call),
            Action::PreludeOverlaps => self.prelude_overlaps(call),
            Action::PreludeAccess { writes } => self.prelude_access(writes, call),
            Action::PreludeFits => self.prelude_fits(call),
            Action::FrameEnter => self.frame_enter(call),
            Action::FrameLeave => self.frame_leave(call),
            Action::FrameTarget => self.frame_target(call),
            Action::PreludeAsked => self.prelude_asked(call),
            Action::PreludeUnsupported => self.prelude_unsupported(call),
            Action::Handler { once } => self.signal_handler(once, call),
            Action::HandlerInMemory => self.signal_action(call),
            Action::BlocksSignals => self.blocks_signals(call),
            Action::OnlyZero(position) => self.only_zero(position, call),
            Action::OnlyNumbers => self.only_numbers(call),
            Action::ThreadStart => self.thread_start(call),
            Action::ThreadJoin => self.thread_join(call),
            Action::ThreadMark(mark) => self.thread_mark(mark, call),
            Action::Map => self.map(call),
            Action::Unmap => self.unmap(call),
            Action::RoundingMode => self.rounding_mode(call),
            Action::Nothing => self.nothing(call),
            Action::First => self.first_argument(call),
            Action::Number(number) => self.number(number, call),
            Action::ObjectSize => self.object_size_function(call),
            Action::KernelAlloc { .. }
            | Action::Malloc
            | Action::Calloc
            | Action::Realloc
            | Action::Alloca
            | Action::AlignedAlloc
            | Action::PageAlloc
            | Action::MemAlign => self.allocation(call),
            Action::Free => self.free(call),
            Action::MemCopy => self.memory_copy(call),
            Action::MemSet => self.memory_set(call),
            Action::MemZero => self.memory_zero(call),
            Action::Unary(_)
            | Action::Binary(_)
            | Action::RoundTo(_)
            | Action::InfSign
            | Action::Unordered
            | Action::LessGreater
            | Action::Infinity
            | Action::Nan => self.float_call(call),
            Action::ByteSwap => self.bits(call, Self::byte_swap),
            Action::BitReverse => self.bits(call, Self::bit_reverse),
            Action::CountLeading => self.bits(call, Self::leading_zeros),
            Action::CountTrailing => self.bits(call, Self::trailing_zeros),
            Action::PopCount => self.bits(call, Self::pop_count),
            Action::Parity => self.bits(call, Self::parity),
            Action::FindFirst => self.bits(call, Self::find_first),
            Action::Overflow(op, predicate) => self.checked_arithmetic(op, predicate, call),
            Action::Atomic(atomic) => self.atomic_call(atomic, call),
            Action::Special(_) => self.special_through_pointer(call),
        }
    }

    /// A declaration of a known function that does not fit what it does.
    pub(super) fn bad_arguments(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        self.unsupported(format!("a call of '{}' with other arguments than it has", call.name), call.span);
        self.phantom_result(call)
    }

    /// A result that is never seen: behind an end of the path, or of a function without one.
    pub(super) fn phantom_result(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        self.deliver_phantom(Operand::Void, call.ty.result, call.span, call.want)
    }

    pub(super) fn any_result(&mut self, source: NondetSource, call: &LibraryCall<'_>) -> Res<Operand> {
        self.any_value(call.ty.result, source, call.span, call.want)
    }

    /// Converts a result to its declared type and delivers it.
    pub(super) fn result(&mut self, value: ExprId, call: &LibraryCall<'_>) -> Res<Operand> {
        self.deliver_as(value, call.ty.result, call.span, call.want)
    }
}
