//! Functions of the table that end the path, give any value, give a constant or an argument, or are not modelled; and those
//! that are modelled for some arguments only.

use super::call::LibraryCall;
use super::object_size::ObjectSize;
use crate::lower::assign::Want;
use crate::lower::operand::Operand;
use crate::lower::{Lower, Res};
use cairn_base::Span;
use cairn_ir::behaviour::Check;
use cairn_ir::{ExprId, Op};

impl Lower<'_> {
    /// A function whose call a specification looks for: it has a body that ends the program.
    pub(super) fn error_function(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        let LibraryCall { ty, span, want, .. } = *call;
        let function = call.function.unwrap_or_else(|| self.extern_function(call.symbol, ty, span));
        self.halting_body(function, span);
        let result = self.call_function(function, call.args.clone(), span, Want::Nothing)?;
        // Its result, if it is declared to have one, is never seen.
        self.deliver_phantom(result, ty.result, span, want)
    }

    pub(super) fn nondet(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        self.any_result(cairn_ir::NondetSource::Verifier(call.name.into()), call)
    }

    /// `abort`, `_exit`: ends the program at once.
    pub(super) fn halt(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        if call.name == "__builtin_unreachable" && self.asks_here(Check::Builtin) {
            self.emit(Op::mark_check(Check::Builtin), call.span);
        }
        self.stop(Op::Halt, call.span);
        self.phantom_result(call)
    }

    pub(super) fn exit(&mut self, quick: bool, call: &LibraryCall<'_>) -> Res<Operand> {
        self.end_program(quick, call.args.first().copied(), call.span)?;
        self.phantom_result(call)
    }

    pub(super) fn unsupported_function(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        self.unsupported(format!("a call of '{}'", call.name), call.span);
        self.phantom_result(call)
    }

    pub(super) fn assume_function(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        let Some(cond) = call.args.first() else { return self.bad_arguments(call) };
        self.emit(Op::Assume { cond: *cond, truth: true }, call.span);
        self.phantom_result(call)
    }

    pub(super) fn assert_function(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        let Some(cond) = call.args.first() else { return self.bad_arguments(call) };
        self.assert_call(*cond, call.span)?;
        self.phantom_result(call)
    }

    /// `assert(cond)` where the header is missing.
    fn assert_call(&mut self, cond: ExprId, span: Span) -> Res<()> {
        let (pass, fail) = (self.node(), self.node());
        self.branch(cond, pass, fail, span);
        self.resume(fail);
        let symbol = self.symbols.intern("__assert_fail");
        if let Some(known) = super::lookup("__assert_fail") {
            let ty = self.known_type(&known, None);
            let function = self.extern_function(symbol, &ty, span);
            self.halting_body(function, span);
            let declared = self.function_type(self.program.functions[function].ty);
            let args = declared.params.iter().map(|ty| self.zero(*ty)).collect();
            self.call_function(function, args, span, Want::Nothing)?;
        }
        self.jump(pass, span);
        self.resume(pass);
        Ok(())
    }

    /// A function that is modelled only where an argument is null or zero.
    pub(super) fn only_zero(&mut self, position: usize, call: &LibraryCall<'_>) -> Res<Operand> {
        let zero = call.args.get(position).and_then(|arg| self.constant_value(*arg)).is_some_and(|v| v.is_zero());
        if !zero {
            self.unsupported(format!("what '{}' does with its argument {}", call.name, position + 1), call.span);
            return self.phantom_result(call);
        }
        self.disturb_errno(call.undefined(), call.span);
        self.any_result(call.undefined(), call)
    }

    /// A function that is modelled only where no argument behind the named ones is a pointer.
    pub(super) fn only_numbers(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        let LibraryCall { ty, span, want, .. } = *call;
        // A number of the width of a pointer may be one.
        let pointer = call.args.iter().skip(2).any(|arg| {
            let ty = self.type_of(*arg);
            let bits = self.int_kind(ty).map_or(u32::MAX, |kind| kind.bits(self.model()));
            bits >= self.model().pointer_bits() && self.constant_value(*arg).is_none()
        });
        if pointer || (ty.variadic && call.args.len() == ty.params.len() && self.fun.name.is_none()) {
            self.unsupported(format!("what '{}' does with a pointer", call.name), span);
            return self.phantom_result(call);
        }
        self.disturb_errno(call.undefined(), span);
        if want == Want::Nothing || ty.result == self.basic.void {
            return Ok(Operand::Void);
        }
        self.any_result(call.undefined(), call)
    }

    /// `fesetround`.
    pub(super) fn rounding_mode(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        if call.args.first().and_then(|mode| self.constant_integer(*mode)) != Some(0) {
            self.unsupported("a rounding mode other than to the nearest", call.span);
            return self.phantom_result(call);
        }
        let zero = self.int_constant(0, self.basic.int);
        self.result(zero, call)
    }

    /// The result of a function that has none, where it is declared to have one, is whatever was there.
    pub(super) fn nothing(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        if call.ty.result == self.basic.void { Ok(Operand::Void) } else { self.any_result(call.unmodelled(), call) }
    }

    pub(super) fn first_argument(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        match call.args.first() {
            Some(first) => self.result(*first, call),
            None => self.bad_arguments(call),
        }
    }

    pub(super) fn number(&mut self, number: i32, call: &LibraryCall<'_>) -> Res<Operand> {
        let value = self.int_constant(i128::from(number), self.basic.int);
        self.result(value, call)
    }

    /// `__builtin_object_size`.
    pub(super) fn object_size_function(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        let kind = call.args.get(1).and_then(|kind| self.constant_integer(*kind)).unwrap_or(0);
        let Some(pointer) = call.args.first() else { return self.bad_arguments(call) };
        match self.object_size(*pointer, kind, call.name.contains("dynamic")) {
            ObjectSize::Bytes(bytes) => {
                let value = self.int_constant(bytes, self.basic.size_t);
                self.result(value, call)
            }
            ObjectSize::Open => self.any_result(call.unmodelled(), call),
        }
    }

    /// A builtin whose address is taken, or which is called through another name.
    pub(super) fn special_through_pointer(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        self.unsupported(format!("a call of '{}' through a pointer", call.name), call.span);
        self.phantom_result(call)
    }
}
