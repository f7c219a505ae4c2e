//! Calls of functions without a body, made of the operations that a program has.
//!
//! ```text
//! call f      a label that specifications look at, when one watches `f`
//!       escape(c)                            pointers to const: what they reach is known outside, and stays
//! head: r, s = any; clobber(p, q, r, s)      what the other arguments reach takes any value
//!       if (any) { r = g(s = any…); escape(r); goto head }   functions that it is given, any number of times
//!       result = any                         or the program ends, when `f` does not return
//! ```
//!
//! A function that is given plainly is called with any arguments. What it gives back (`r`), and what it leaves behind
//! pointers that it is given (`s`), code outside has from then on: at the head `r` and `s` are any value from outside, for
//! `f` may have kept what an earlier call gave. A function that lies somewhere in the memory that is given is not known
//! for certain: all functions whose address the program stores somewhere are called instead, on a choice that shows nothing
//! ([`NondetSource::Unmodelled`]), so that TRUE covers it and FALSE never rests on it. The same where a function that is
//! given may give others.
//!
//! Not followed, and stated as an assumption: that `f` keeps a pointer for a later call, that it casts `const` away, and
//! that an integer which it is given is an address, unless it is cast from a pointer at the call.

mod arguments_of_external_calls;
mod callback;
mod external_callee;

use self::arguments_of_external_calls::{Given, gives_function, holds_pointer, leads_to_function};
use self::callback::{call_back, call_with_any, hand_over, kept_value, primitive};
pub(crate) use self::external_callee::{ExternalCallees, prepare};
use crate::threads;
use cairn_base::{Diagnostic, FastSet, Span};
use cairn_ir::assumption::Assumption;
use cairn_ir::effects::{self, Effect};
use cairn_ir::expr::{ExprId, ExprKind};
use cairn_ir::external::Treatment;
use cairn_ir::ids::{FunctionId, NodeId};
use cairn_ir::op::{Intrinsic, NondetSource, Op};
use cairn_ir::program::{Program, VarKind};
use cairn_ir::walk::{ExprOrPlace, Walk};
use cairn_ir::{IntKind, Type, VarId};
use std::collections::BTreeSet;
use std::rc::Rc;

/// A variable for a result that nobody looks at: that there is one shows in an execution, and so which call gave which.
fn unread(program: &mut Program, function: FunctionId, home: FunctionId) -> Option<VarId> {
    let Type::Function(ty) = program.types.get(program.functions[function].ty) else { return None };
    let ty = ty.result;
    program.types.scalar(ty)?;
    Some(program.add_var("<unread>", ty, VarKind::Temp, Some(home)))
}

#[derive(Clone, Copy)]
pub(crate) struct Site {
    pub from: NodeId,
    pub to: NodeId,
    pub span: Span,
    /// Whether calls through pointers that are added now are still resolved.
    pub early: bool,
}

/// Shared state of the lowering of these calls.
#[derive(Default)]
pub(crate) struct Undefined {
    warned: FastSet<FunctionId>,
    /// The functions whose address is stored somewhere, once somebody asked.
    stored: Option<Rc<[FunctionId]>>,
    /// The function that calls any of these, once it is made: none, when there is none.
    any: Option<Option<FunctionId>>,
}

impl Undefined {
    /// Puts what a call of a function without a body does between two nodes.
    pub fn call(
        &mut self,
        program: &mut Program,
        site: Site,
        function: FunctionId,
        args: &[ExprId],
        result: Option<VarId>,
    ) {
        let name = program.functions[function].name.clone();
        let mut at = site.from;
        if program.outside.watches(&name).is_some() {
            at = step(program, at, Op::mark_call(&name), site.span);
        }
        if program.outside.treatment == Treatment::Refuse {
            return end(program, at, Op::Unsupported(format!("a call of '{name}', which has no body,")), site.span);
        }
        self.warn(program, function, &name, site.span);
        at = reads_beside_threads(program, at, &name, args, site.span);
        let pure = program.outside.effect_free.contains(&function);
        let result = result.or_else(|| unread(program, function, program.nodes[site.from].function));
        at = self.acts(program, Site { from: at, ..site }, &name, pure, args, result);
        if program.outside.noreturn.contains(&function) {
            let home = program.nodes[site.from].function;
            program.assume(Assumption::FunctionsEnd, &name, home);
            return end(program, at, Op::Halt, site.span);
        }
        program.add_edge(at, site.to, Op::Skip, site.span);
    }

    /// Effects of a call of a function without a body, and its result; the node behind them.
    fn acts(
        &mut self,
        program: &mut Program,
        site: Site,
        name: &str,
        pure: bool,
        args: &[ExprId],
        result: Option<VarId>,
    ) -> NodeId {
        let home = program.nodes[site.from].function;
        let mut at = site.from;
        let treatment = program.outside.treatment;
        if treatment == Treatment::Pure || pure {
            program.assume(Assumption::FunctionsPure, name, home);
            // What it gives back may still be what it was given.
            if result.is_some_and(|var| holds_pointer(program, program.vars[var].ty)) {
                let mut given = Given::default();
                args.iter().for_each(|arg| given.argument(program, *arg));
                let shown = [given.pointers, given.shown].concat();
                at =
                    step(program, at, Op::Intrinsic { which: Intrinsic::Escape, args: shown, result: None }, site.span);
            }
        } else {
            let what = match treatment {
                Treatment::Everything => Assumption::FunctionsChangeEverything,
                _ => Assumption::FunctionsChangeArguments,
            };
            program.assume(what, name, home);
            at = self.effects(program, Site { from: at, ..site }, name, args);
        }
        let Some(var) = result else { return at };
        let place = program.var_place(var);
        step(program, at, Op::Havoc { place, source: NondetSource::Undefined(name.to_owned()) }, site.span)
    }

    fn warn(&mut self, program: &mut Program, function: FunctionId, name: &str, span: Span) {
        if !self.warned.insert(function) {
            return;
        }
        let memory = match program.outside.treatment {
            _ if program.outside.effect_free.contains(&function) => "as its declaration says it changes no memory",
            Treatment::Pure | Treatment::Refuse => "the memory that it can reach to be unchanged",
            Treatment::Arguments => "what its arguments point to, unless to const, to be changed",
            Treatment::Everything => "what its arguments and global variables reach to be changed",
        };
        let message = format!("'{name}' has no body: its result is taken to be any value, and {memory}");
        program.diagnostics.push(Diagnostic::warning(message, span));
    }

    /// Changes of memory and calls back; the node behind them.
    fn effects(&mut self, program: &mut Program, site: Site, name: &str, args: &[ExprId]) -> NodeId {
        let mut given = Given::default();
        args.iter().for_each(|arg| given.argument(program, *arg));
        let mut site = site;
        for value in std::mem::take(&mut given.copied) {
            let (from, pointer) = copy(program, site.from, value, site.span);
            site.from = from;
            given.pointers.push(pointer);
        }
        let shown = std::mem::take(&mut given.shown);
        site.from = primitive(program, site.from, Intrinsic::Escape, shown, site.span);
        for var in program.objects_known_outside() {
            let (place, ty) = (program.var_place(var), program.vars[var].ty);
            given.tables |= leads_to_function(program, ty);
            let pointer = program.types.pointer(ty);
            given.pointers.push(program.exprs.expr(ExprKind::AddressOf(place), pointer));
        }
        let home = program.nodes[site.from].function;
        let end = program.add_node(home);
        if given.too_much {
            let what = format!("an argument of '{name}', which has no body, that holds many pointers,");
            self::end(program, site.from, Op::Unsupported(what), site.span);
            return end;
        }
        given.tables |= given.functions.iter().any(|pointer| gives_function(program, *pointer));
        let any = if given.tables && site.early { self.any(program) } else { None };
        // Which functions run is settled by now: none is added to them.
        let late = !site.early && (!given.functions.is_empty() || given.tables && !self.stored(program).is_empty());
        let clobber = Op::Intrinsic { which: Intrinsic::Clobber, args: given.pointers.clone(), result: None };
        let clobber = if given.pointers.is_empty() { Op::Skip } else { clobber };
        if given.functions.is_empty() && any.is_none() && !late {
            program.add_edge(site.from, end, clobber, site.span);
            return end;
        }
        let source = NondetSource::Undefined(name.to_owned());
        if late {
            let from = choice(program, site.from, end, source, site.span);
            let what =
                format!("a function that '{name}', which has no body and is called through a pointer, is given,");
            self::end(program, from, Op::Unsupported(what), site.span);
            let clobbered = program.add_node(home);
            program.add_edge(end, clobbered, clobber, site.span);
            return clobbered;
        }
        let (head, calls) = (program.add_node(home), program.add_node(home));
        let mut at = calls;
        let mut kept = Vec::new();
        for pointer in given.functions {
            let after = program.add_node(home);
            let from = choice(program, at, after, source.clone(), site.span);
            call_back(program, Site { from, to: after, ..site }, pointer, &source, &mut kept);
            at = after;
        }
        if any.is_some() {
            // What the made-up function calls may give something as well.
            for target in self.stored(program).iter() {
                let given = program.functions[*target].result.map(|var| program.vars[var].ty);
                given.and_then(|ty| kept_value(program, home, ty, &mut kept));
            }
        }
        program.add_edge(site.from, head, Op::Skip, site.span);
        let clobbered = hand_over(program, head, &kept, given.pointers, &source, site.span);
        let chosen = choice(program, clobbered, end, source.clone(), site.span);
        program.add_edge(chosen, calls, Op::Skip, site.span);
        if let Some(any) = any {
            let after = program.add_node(home);
            let unmodelled = NondetSource::Unmodelled(name.to_owned());
            let from = choice(program, at, after, unmodelled, site.span);
            let call = program.add_call(Some(any), Vec::new(), None);
            program.add_edge(from, after, Op::Call(call), site.span);
            at = after;
        }
        program.add_edge(at, head, Op::Skip, site.span);
        end
    }

    /// The functions that may be found in memory, in order. No call that is lowered stores another.
    fn stored(&mut self, program: &Program) -> Rc<[FunctionId]> {
        Rc::clone(self.stored.get_or_insert_with(|| stored(program).into_iter().collect()))
    }

    /// The made-up function that calls one of the functions whose address the program stores somewhere.
    fn any(&mut self, program: &mut Program) -> Option<FunctionId> {
        if let Some(known) = self.any {
            return known;
        }
        let targets = self.stored(program);
        if targets.is_empty() {
            self.any = Some(None);
            return None;
        }
        let void = program.types.void();
        let home = program.add_function("<outside>", void);
        self.any = Some(Some(home));
        let body = program.add_body(home);
        let source = NondetSource::Unmodelled("a function without a body".to_owned());
        let mut at = body.entry;
        for target in targets.iter().copied() {
            let next = program.add_node(home);
            let from = choice(program, at, next, source.clone(), Span::NONE);
            let site = Site { from, to: body.exit, span: program.functions[target].span, early: true };
            // What it gives is changed where this function is called.
            call_with_any(program, site, target, &source, &mut Vec::new());
            at = next;
        }
        program.add_edge(at, body.exit, Op::Skip, Span::NONE);
        Some(home)
    }
}

/// The functions with a body whose address is more than an argument of functions without one: it is assigned, or given to
/// a function with a body. Only these may be found in memory, or be given by a function that is called back.
fn stored(program: &Program) -> BTreeSet<FunctionId> {
    let (mut walk, mut found) = (Walk::new(), BTreeSet::new());
    let mut look = |root: ExprId| {
        walk.visit(&program.exprs, ExprOrPlace::Expr(root), &mut |part| {
            if let Some(Effect::TakesFunction(function)) = effects::of_part(program, part)
                && program.functions[function].body.is_some()
            {
                found.insert(function);
            }
        });
    };
    for edge in program.edges.iter() {
        match &edge.op {
            Op::Assign { value, .. } => look(*value),
            Op::Call(site) | Op::CallPointer { site, .. } => {
                let site = &program.calls[*site];
                if site.callee.is_none_or(|callee| program.functions[callee].body.is_some()) {
                    site.args.iter().for_each(|arg| look(*arg));
                }
            }
            _ => {}
        }
    }
    found
}

/// A copy of a value, of its own, and a pointer to it: what is found there may change, and the value itself does not.
fn copy(program: &mut Program, at: NodeId, value: ExprId, span: Span) -> (NodeId, ExprId) {
    let (home, ty) = (program.nodes[at].function, program.exprs[value].ty);
    let var = program.add_var("<passed>", ty, VarKind::Local, Some(home));
    program.vars[var].address_taken = true;
    let place = program.var_place(var);
    let pointer = program.types.pointer(ty);
    let pointer = program.exprs.expr(ExprKind::AddressOf(place), pointer);
    let declared = step(program, at, Op::Declare { var, zeroed: false }, span);
    (step(program, declared, Op::Assign { place, value }, span), pointer)
}

/// What such a function reads behind a pointer beside other threads is not known: where races are asked about, no proof stands.
fn reads_beside_threads(program: &mut Program, at: NodeId, name: &str, args: &[ExprId], span: Span) -> NodeId {
    let is_given = args.iter().any(|arg| holds_pointer(program, program.exprs[*arg].ty));
    let has_threads = || program.functions.ids().any(|function| threads::is_run(program, function));
    if !is_given || !program.outside.asks_for_races || !has_threads() {
        return at;
    }
    let next = program.add_node(program.nodes[at].function);
    let source = NondetSource::Other(format!("whether what '{name}' reads is asked about"));
    let taken = choice(program, at, next, source, span);
    end(
        program,
        taken,
        Op::Unsupported(format!("what '{name}' reads behind its arguments beside other threads")),
        span,
    );
    next
}

fn end(program: &mut Program, from: NodeId, op: Op, span: Span) {
    let to = program.add_node(program.nodes[from].function);
    program.add_edge(from, to, op, span);
}

fn step(program: &mut Program, from: NodeId, op: Op, span: Span) -> NodeId {
    let to = program.add_node(program.nodes[from].function);
    program.add_edge(from, to, op, span);
    to
}

/// A choice of an input; the node where it is taken. The other way leads to `otherwise`.
fn choice(program: &mut Program, from: NodeId, otherwise: NodeId, source: NondetSource, span: Span) -> NodeId {
    let home = program.nodes[from].function;
    let ty = program.types.int(IntKind::Bool);
    let var = program.add_var("<chosen>", ty, VarKind::Temp, Some(home));
    let place = program.var_place(var);
    let chosen = step(program, from, Op::Havoc { place, source }, span);
    let value = program.var_value(var);
    let taken = program.add_node(home);
    program.add_branch(chosen, value, taken, otherwise, span);
    taken
}
