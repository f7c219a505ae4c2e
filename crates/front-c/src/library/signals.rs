//! `signal`, `sigaction` and what blocks signals: the handlers that a program registers, which may run at any point from there
//! on ([`cairn_transform::interrupts::signals`]).
//!
//! Of each signal whose number is in the text, a variable says what was set last: 0 nothing yet, 1 none (`SIG_DFL`, `SIG_IGN`),
//! or the number of a handler. A handler whose signal or whose name is not in the text stays set.

use super::call::LibraryCall;
use super::{Amount, Answer, Effect, Write};
use crate::lower::operand::Operand;
use crate::lower::{Lower, Res};
use cairn_base::Span;
use cairn_base::id::Id;
use cairn_ir::{BinaryOp, EdgeId, ExprId, ExprKind, FunctionId, Op, VarId};
use cairn_transform::interrupts::signals::Registered;

/// `SIGKILL` and `SIGSTOP`, which have no handlers, and the two that the threads of the C library keep for themselves.
const WITHOUT: [i128; 4] = [9, 19, 32, 33];
/// The last signal.
const LAST: i128 = 64;
/// What was set is no handler.
const NONE: u32 = 1;

enum Set {
    Nothing,
    Function(FunctionId),
    /// Any handler, not in the text.
    Any,
}

impl Lower<'_> {
    /// `signal` and its kin: a handler may run at any time.
    pub(super) fn signal_handler(&mut self, once: bool, call: &LibraryCall<'_>) -> Res<Operand> {
        let LibraryCall { span, .. } = *call;
        let [number, handler] = call.args[..] else { return self.bad_arguments(call) };
        let set = match self.constant_value(handler).map(|value| value.0 as i32) {
            Some(0 | 1) => Set::Nothing,
            // `SIG_ERR` is refused by the system, and `SIG_HOLD` is no handler.
            Some(-1) => {
                self.disturb_errno(call.undefined(), span);
                return self.any_result(call.undefined(), call);
            }
            Some(_) => {
                self.unsupported(format!("a handler of signals, set by '{}'", call.name), span);
                return self.phantom_result(call);
            }
            None => self.named_function(handler).map_or(Set::Any, Set::Function),
        };
        if !self.is_scalar(call.ty.result) {
            return self.bad_arguments(call);
        }
        let number = match self.constant_integer(number) {
            Some(number) if number <= 0 || number > LAST || WITHOUT.contains(&number) => {
                self.disturb_errno(call.undefined(), span);
                let error = self.int_constant(-1, self.basic.ptrdiff);
                let error = self.cast(error, call.ty.result);
                return self.result(error, call);
            }
            // Where it is reset before the handler runs, a second signal may come at once: all that is known is that it was set.
            number => number.filter(|_| !once).and_then(|number| u32::try_from(number).ok()),
        };
        self.disturb_errno(call.undefined(), span);
        let result = self.temp(call.ty.result, span);
        let result = self.var_place(result);
        let end = self.node();
        let slot = number.map(|number| self.slot(number));
        // What was set before is the result, so that it is any only the first time.
        if let Some(slot) = slot {
            let (again, first, both) = (self.node(), self.node(), self.node());
            let place = self.var_place(slot);
            let before = self.load(place);
            self.branch(before, again, first, span);
            self.resume(again);
            self.emit(Op::Havoc { place: result, source: call.unmodelled() }, span);
            self.jump(both, span);
            self.resume(first);
            self.emit(Op::Havoc { place: result, source: call.undefined() }, span);
            self.jump(both, span);
            self.resume(both);
        } else {
            self.emit(Op::Havoc { place: result, source: call.undefined() }, span);
        }
        let error = self.int_constant(-1, self.basic.ptrdiff);
        let error = self.cast(error, call.ty.result);
        let given = self.load(result);
        let fails = self.binary(BinaryOp::Eq, given, error, self.basic.int);
        let works = self.node();
        self.branch(fails, end, works, span);
        self.resume(works);
        match (slot, set) {
            (Some(slot), Set::Function(function)) => self.register(slot, number, Some(function), span),
            (Some(slot), set) => {
                self.assign_number(slot, NONE, span);
                if let Set::Any = set {
                    self.register_any(span);
                }
            }
            (None, Set::Function(function)) => self.register_unnumbered(function, span),
            (None, Set::Any) => self.register_any(span),
            // Of which signal there is none now is not known.
            (None, Set::Nothing) => self.signals_are_uncertain(),
        }
        self.jump(end, span);
        self.resume(end);
        let given = self.load(result);
        self.result(given, call)
    }

    /// `sigaction`: the handler is in memory.
    pub(super) fn signal_action(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        let [_, action, _] = call.args[..] else { return self.bad_arguments(call) };
        let only_asks = self.constant_value(action).is_some_and(|value| value.is_zero());
        if !only_asks {
            self.register_any(call.span);
        }
        self.status_with_old(2, call)
    }

    /// `sigprocmask` and its kin: which signals are blocked is not followed.
    pub(super) fn blocks_signals(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        self.signals_are_uncertain();
        if call.args.len() == 3 { self.status_with_old(2, call) } else { self.status_with_old(usize::MAX, call) }
    }

    /// 0 or an error, and any value of what was set before, where a third argument says.
    fn status_with_old(&mut self, old: usize, call: &LibraryCall<'_>) -> Res<Operand> {
        const OLD: &[Write] = &[Write { to: 2, amount: Amount::Pointee }];
        // `pthread_sigmask` gives the number of the error.
        let answer = if call.name == "pthread_sigmask" { Answer::Range(0, 4095) } else { Answer::Range(-1, 0) };
        let writes = if old == 2 { OLD } else { &[] };
        self.effect(&Effect { writes, answer, writes_failing: false, errno: true, determined: false }, call)
    }

    fn signals_are_uncertain(&mut self) {
        if self.quiet == 0 {
            self.environment.signals.uncertain = true;
        }
    }

    /// The function that an expression designates.
    pub(super) fn named_function(&self, mut expr: ExprId) -> Option<FunctionId> {
        loop {
            match self.program.exprs[expr].kind {
                ExprKind::Cast(inner) => expr = inner,
                ExprKind::FunctionAddress(function) => return Some(function),
                _ => return None,
            }
        }
    }

    fn slot(&mut self, number: u32) -> VarId {
        self.library_variable(format!("<handler of signal {number}>"))
    }

    /// A variable of the library that is zero at first.
    pub(super) fn library_variable(&mut self, name: String) -> VarId {
        if let Some(var) = self.environment.variables.get(&name) {
            return *var;
        }
        let var = self.hidden_static(&name, self.basic.int);
        if self.quiet == 0 {
            self.statics.push((var, true));
            self.environment.variables.insert(name, var);
        }
        var
    }

    fn register_any(&mut self, span: Span) {
        let var = self.library_variable("<handlers in memory>".to_owned());
        self.register(var, None, None, span);
    }

    fn register_unnumbered(&mut self, function: FunctionId, span: Span) {
        let var = self.library_variable(format!("<handler {}>", function.index()));
        self.register(var, None, Some(function), span);
    }

    /// From here on a function may run when a signal comes.
    fn register(&mut self, var: VarId, number: Option<u32>, function: Option<FunctionId>, span: Span) {
        if self.dead() {
            return;
        }
        if number.is_none() {
            self.environment.signals.uncertain = true;
        }
        let handlers = &self.environment.signals.handlers;
        let is_this = |one: &Registered| one.var == var && one.function == function;
        let (index, value) = match handlers.iter().position(is_this) {
            Some(index) => (index, handlers[index].value),
            None => {
                let of_var = handlers.iter().filter(|one| one.var == var).count();
                let value = u32::try_from(of_var).unwrap_or(u32::MAX - 2) + 1 + NONE;
                self.environment.signals.handlers.push(Registered { var, value, function, number, at: Vec::new() });
                (self.environment.signals.handlers.len() - 1, value)
            }
        };
        let edge = EdgeId::from_index(self.program.edges.len());
        self.assign_number(var, value, span);
        self.environment.signals.handlers[index].at.push(edge);
        let on = self.library_variable("<signals are handled>".to_owned());
        self.environment.signals.on = Some(on);
        self.assign_number(on, 1, span);
    }

    pub(super) fn assign_number(&mut self, var: VarId, number: u32, span: Span) {
        let number = self.int_constant(i128::from(number), self.basic.int);
        let place = self.var_place(var);
        self.store(place, number, span);
    }
}
