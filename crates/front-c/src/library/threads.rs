//! Threads: `pthread_create`, `thrd_create` and their joins.
//!
//! A thread that is started runs to its end at once, or not at all. Both are schedules, so a violation that is found is one.
//! All other schedules are one branch that is not modelled beside them: nothing is proved behind the call
//! ([`cairn_ir::external::RUNS_BESIDE`]). A join of a thread that has not run would have it run, so executions end there.

use super::call::LibraryCall;
use super::{Amount, Write};
use crate::lower::assign::Want;
use crate::lower::operand::Operand;
use crate::lower::{Lower, Res};
use cairn_ir::external::RUNS_BESIDE;
use cairn_ir::types::FunctionType;
use cairn_ir::{CallSite, ExprId, Op, Type};

/// The variable that says that some thread was started and has not run.
const WAITS: &str = "<a thread has not run>";

impl Lower<'_> {
    /// Starts a thread.
    pub(super) fn thread_start(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        let LibraryCall { span, name, .. } = *call;
        let (start, arg) = match call.args[..] {
            [_, _, start, arg] | [_, start, arg] => (self.save(start, span), self.save(arg, span)),
            _ => return self.bad_arguments(call),
        };
        let to = [call.args[0]];
        let to_saved = [self.save(to[0], span)];
        let int = self.basic.int;
        let result = self.temp(int, span);
        let result = self.var_place(result);
        let (fails, works, end) = (self.node(), self.node(), self.node());
        let fail = self.any_of(self.basic.bool_, call.undefined(), span);
        self.branch(fail, fails, works, span);
        self.resume(fails);
        let error = self.any_in(int, Some(1), Some(4095), call.undefined(), span)?;
        self.store(result, error, span);
        self.jump(end, span);
        self.resume(works);
        let id = Write { to: 0, amount: Amount::Pointee };
        self.write_all(&[id], name, &to, &to_saved, &|| call.undefined(), span)?;
        // All other schedules.
        let (others, these) = (self.node(), self.node());
        let other = self.any_of(self.basic.bool_, call.undefined(), span);
        self.branch(other, others, these, span);
        self.resume(others);
        self.unsupported(format!("{RUNS_BESIDE}'{name}'"), span);
        self.resume(these);
        let (runs, waits, goes_on) = (self.node(), self.node(), self.node());
        let run = self.any_of(self.basic.bool_, call.undefined(), span);
        self.branch(run, runs, waits, span);
        self.resume(waits);
        let waiting = self.library_variable(WAITS.to_owned());
        self.assign_number(waiting, 1, span);
        self.jump(goes_on, span);
        self.resume(runs);
        self.run_thread(start, arg, call)?;
        self.jump(goes_on, span);
        self.resume(goes_on);
        let zero = self.zero(int);
        self.store(result, zero, span);
        self.jump(end, span);
        self.resume(end);
        let value = self.load(result);
        self.result(value, call)
    }

    /// Calls what a thread starts with.
    fn run_thread(&mut self, start: ExprId, arg: ExprId, call: &LibraryCall<'_>) -> Res<()> {
        if let Some(function) = self.named_function(call.args[call.args.len() - 2]) {
            let ty = self.function_type(self.program.functions[function].ty);
            if let ([param], false) = (&ty.params[..], ty.variadic) {
                let arg = self.convert(arg, *param, call.span)?;
                self.call_function(function, vec![arg], call.span, Want::Nothing)?;
                return Ok(());
            }
        }
        if self.dead() {
            return Ok(());
        }
        let result = if call.name.starts_with("thrd") { self.basic.int } else { self.basic.void_ptr };
        let ty = FunctionType { result, params: vec![self.basic.void_ptr], variadic: false, prototype: true };
        let ty = self.program.types.intern(Type::Function(ty));
        let pointer = self.program.types.pointer(ty);
        let pointer = self.cast(start, pointer);
        let arg = self.cast(arg, self.basic.void_ptr);
        let result = self.temp(result, call.span);
        let site = self.program.calls.push(CallSite { callee: None, args: vec![arg], result: Some(result) });
        self.emit(Op::CallPointer { site, pointer }, call.span);
        Ok(())
    }

    /// Waits for a thread, which gives any value.
    pub(super) fn thread_join(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        let LibraryCall { span, name, .. } = *call;
        let [_, to] = call.args[..] else { return self.bad_arguments(call) };
        let saved = self.save(to, span);
        let waiting = self.library_variable(WAITS.to_owned());
        let place = self.var_place(waiting);
        let waits = self.load(place);
        self.emit(Op::Assume { cond: waits, truth: false }, span);
        // The value is that of the thread, which is not followed.
        let given = Write { to: 0, amount: Amount::Pointee };
        self.write_all(&[given], name, &[to], &[saved], &|| call.unmodelled(), span)?;
        let zero = self.zero(self.basic.int);
        self.result(zero, call)
    }
}
