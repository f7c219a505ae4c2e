//! Threads: `pthread_create`, `thrd_create` and their joins.
//!
//! In a program that starts threads all of this is C of the prelude (`prelude/schedule.c`), and what a schedule is, is made by a
//! pass (`cairn_transform::threads`). Only a program that is run has what follows.
//!
//! A thread that is started runs to its end at once, or not at all. Both are schedules, so a violation that is found is one.
//! All other schedules are one branch that is not modelled beside them: nothing is proved behind the call
//! ([`cairn_ir::external::RUNS_BESIDE`]). A join of a thread that has not run would have it run, so executions end there.

use super::call::LibraryCall;
use super::prelude::SCHEDULE;
use super::{Amount, Write};
use crate::lower::assign::Want;
use crate::lower::operand::Operand;
use crate::lower::{Lower, Res};
use cairn_base::{FastSet, Span};
use cairn_ir::external::RUNS_BESIDE;
use cairn_ir::thread_mark::ThreadMark;
use cairn_ir::types::FunctionType;
use cairn_ir::{CallSite, ExprId, ExprKind, Op, PlaceId, PlaceKind, Type};
use std::sync::LazyLock;

/// The variable that says that some thread was started and has not run.
const WAITS: &str = "<a thread has not run>";

/// The beginning of the names that the prelude's functions of threads have.
const BODY: &str = "__cairn_t_";

/// Names of functions that have a body for programs with threads.
static BODIES: LazyLock<FastSet<&'static str>> = LazyLock::new(|| {
    let heads = SCHEDULE.lines().filter(|line| !line.starts_with(' ') && line.contains('('));
    let names = heads.filter_map(|line| line.split('(').next()?.rsplit([' ', '*']).next()?.strip_prefix(BODY));
    names.collect()
});

/// Whether a text calls, or names otherwise than to declare them, the functions that start threads.
pub(crate) fn starts_threads(text: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    ["pthread_create", "thrd_create"].iter().any(|name| {
        text.match_indices(name).any(|(at, _)| {
            let (before, behind) = (&text[..at], &text[at + name.len()..]);
            !before.ends_with(is_part) && !behind.starts_with(is_part) && !before.trim_end().ends_with("int")
        })
    })
}

impl Lower<'_> {
    /// The name of the body that a function has in a program that starts threads.
    pub(super) fn thread_body(&self, name: &str) -> Option<String> {
        (self.threads && BODIES.contains(name)).then(|| format!("{BODY}{name}"))
    }

    pub(super) fn call_thread_body(&mut self, body: String, call: &LibraryCall<'_>) -> Res<Operand> {
        let symbol = self.symbols.intern(&body);
        let ty = FunctionType { result: call.ty.result, params: Vec::new(), variadic: false, prototype: false };
        let function = self.extern_function(symbol, &ty, call.span);
        if self.quiet == 0 {
            self.demanded.insert(symbol);
            self.defined.insert(symbol);
        }
        self.call_function(function, call.args.clone(), call.span, call.want)
    }

    pub(super) fn thread_mark(&mut self, mark: ThreadMark, call: &LibraryCall<'_>) -> Res<Operand> {
        self.emit(Op::mark_thread(mark), call.span);
        Ok(Operand::Void)
    }

    /// Whether it is asked if threads wait for ever.
    pub(super) fn prelude_asks_deadlock(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        let asks = self.program.outside.asks_for_deadlocks;
        let value = self.int_constant(i128::from(asks), self.basic.int);
        self.result(value, call)
    }

    /// Begins a step that no other thread comes between.
    pub(crate) fn begin_step(&mut self, span: Span) {
        if self.threads && self.quiet == 0 && !self.dead() {
            self.emit(Op::mark_thread(ThreadMark::AtomicBegin), span);
        }
    }

    pub(crate) fn end_step(&mut self, span: Span) {
        if self.threads && self.quiet == 0 && !self.dead() {
            self.emit(Op::mark_thread(ThreadMark::AtomicEnd), span);
        }
    }

    /// Whether a place that is read and written at once is atomic (C17 6.5.16.2, 6.5.2.4). Only of variables it is known.
    pub(crate) fn is_atomic_place(&mut self, place: PlaceId, span: Span) -> bool {
        if !self.threads || self.in_prelude {
            return false;
        }
        match self.program.exprs.root_variable(place) {
            Some(var) if self.atomic_vars.contains(&var) => true,
            Some(_) if matches!(self.program.exprs[place].kind, PlaceKind::Var(_)) => false,
            _ if self.atomic_elsewhere => {
                self.unsupported("an object that is read and written at once, and that may be atomic", span);
                false
            }
            _ => false,
        }
    }

    /// A pointer that is cast to a type that is not atomic: whether an object is atomic is known by its name, so what is accessed through it is not.
    pub(crate) fn note_plain_pointer(&mut self, pointer: ExprId, span: Span) {
        let is_asked = self.threads && self.program.outside.asks_for_races;
        if is_asked && self.type_of(pointer) != self.basic.void_ptr && self.goes_to_atomic(pointer) {
            self.unsupported("an atomic object through a pointer to one that is not", span);
        }
    }

    /// Whether a value is the address of an atomic variable.
    fn goes_to_atomic(&self, value: ExprId) -> bool {
        match self.program.exprs[value].kind {
            ExprKind::Cast(inner) => self.goes_to_atomic(inner),
            ExprKind::AddressOf(place) => {
                self.program.exprs.root_variable(place).is_some_and(|var| self.atomic_vars.contains(&var))
            }
            _ => false,
        }
    }

    /// A value that is computed before a step begins.
    pub(crate) fn before_step(&mut self, value: ExprId, span: Span) -> ExprId {
        let loads = !self.program.exprs.loads(value).is_empty();
        if self.threads && loads && self.is_scalar(self.type_of(value)) { self.save(value, span) } else { value }
    }

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
