//! Calls of functions without a body, made of the operations that a program has.
//!
//! ```text
//! call f      a label that specifications look at, when one watches `f`
//!       escape(c)                            pointers to const: what they reach is known outside, and stays
//! head: clobber(p, q, r, s)                  what the other arguments reach takes any value
//!       if (any) { r = g(s = any…); goto head }   functions that it is given, any number of times
//!       result = any                         or the program ends, when `f` does not return
//! ```
//!
//! A function that is given plainly is called with any arguments. What it gives back (`r`), and what it leaves behind
//! pointers that it is given (`s`), code outside has from then on. One that lies somewhere in the memory that is given is
//! not known for certain: all functions whose address the program mentions are called instead, on a choice that shows
//! nothing ([`NondetSource::Unmodelled`]), so that TRUE covers it and FALSE never rests on it.
//!
//! Not followed, and stated as an assumption: that `f` keeps a pointer for a later call, that it casts `const` away, and
//! that an integer which it is given is an address, unless it is cast from a pointer at the call.

use crate::assumption::Assumption;
use crate::expr::{ExprId, ExprKind, PlaceId, PlaceKind};
use crate::op::{Intrinsic, NondetSource, Op};
use crate::outside::Treatment;
use crate::program::{FunctionId, NodeId, Program, VarKind};
use crate::types::{Type, TypeId};
use crate::{IntKind, VarId};
use cairn_base::id::Id;
use cairn_base::{Diagnostic, FastSet, Span};
use std::collections::BTreeSet;

/// Elements of an array of pointers that an argument may hold.
const MOST_ELEMENTS: u64 = 64;

/// Where a call is.
#[derive(Clone, Copy)]
pub(crate) struct Site {
    pub from: NodeId,
    pub to: NodeId,
    pub span: Span,
    /// Whether calls through pointers that are added now are still resolved.
    pub early: bool,
}

/// What the lowering of these calls keeps from one to the next.
#[derive(Default)]
pub(crate) struct Undefined {
    warned: FastSet<FunctionId>,
    /// The function that calls any function whose address is mentioned, once it is made: none, when there is none.
    any: Option<Option<FunctionId>>,
}

/// What a call hands over.
#[derive(Default)]
struct Given {
    pointers: Vec<ExprId>,
    /// Pointers to what stays: the function may still give their addresses back.
    shown: Vec<ExprId>,
    functions: Vec<ExprId>,
    /// Memory that may hold addresses of functions.
    tables: bool,
    /// More than is looked through.
    too_much: bool,
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
        let home = program.nodes[site.from].function;
        let mut at = site.from;
        if program.outside.watches(&name).is_some() {
            at = step(program, at, Op::mark_call(&name), site.span);
        }
        let treatment = program.outside.treatment;
        if treatment == Treatment::Refuse {
            return end(program, at, Op::Unsupported(format!("a call of '{name}', which has no body,")), site.span);
        }
        self.warn(program, function, &name, site.span);
        let effects = !program.outside.effect_free.contains(&function);
        if treatment == Treatment::Pure || !effects {
            program.assume(Assumption::FunctionsPure, &name, home);
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
            program.assume(what, &name, home);
            at = self.effects(program, Site { from: at, ..site }, &name, args);
        }
        if let Some(var) = result {
            let place = program.var_place(var);
            at = step(program, at, Op::Havoc { place, source: NondetSource::Undefined(name.clone()) }, site.span);
        }
        if program.outside.noreturn.contains(&function) {
            program.assume(Assumption::FunctionsEnd, &name, home);
            return end(program, at, Op::Halt, site.span);
        }
        program.add_edge(at, site.to, Op::Skip, site.span);
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
        if !given.shown.is_empty() {
            let args = std::mem::take(&mut given.shown);
            site.from =
                step(program, site.from, Op::Intrinsic { which: Intrinsic::Escape, args, result: None }, site.span);
        }
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
        let any = if given.tables && site.early { self.any(program) } else { None };
        // Which functions run is settled by now: none is added to them.
        let late = !site.early && (!given.functions.is_empty() || given.tables && !mentioned(program).is_empty());
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
        // They are null until a function was called back.
        let mut start = site.from;
        for var in &kept {
            start = step(program, start, Op::Declare { var: *var, zeroed: true }, site.span);
        }
        program.add_edge(start, head, Op::Skip, site.span);
        let clobbered = hand_over(program, head, &kept, given.pointers, site.span);
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

    /// The made-up function that calls one of the functions whose address the program mentions.
    fn any(&mut self, program: &mut Program) -> Option<FunctionId> {
        if let Some(known) = self.any {
            return known;
        }
        let targets = mentioned(program);
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
        for target in targets {
            let next = program.add_node(home);
            let from = choice(program, at, next, source.clone(), Span::NONE);
            let after = program.add_node(home);
            let site = Site { from, to: after, span: program.functions[target].span, early: true };
            let mut kept = Vec::new();
            call_with_any(program, site, target, &source, &mut kept);
            let handed = hand_over(program, after, &kept, Vec::new(), site.span);
            program.add_edge(handed, body.exit, Op::Skip, site.span);
            at = next;
        }
        program.add_edge(at, body.exit, Op::Skip, Span::NONE);
        Some(home)
    }
}

impl Given {
    fn argument(&mut self, program: &mut Program, arg: ExprId) {
        let ty = program.exprs[arg].ty;
        match program.types.get(ty) {
            Type::Pointer(to) => {
                let to = *to;
                if matches!(program.types.get(to.ty), Type::Function(_)) {
                    self.functions.push(arg);
                } else {
                    self.pointer(program, arg, !to.is_const);
                }
            }
            Type::Record(_) => {
                if let ExprKind::Load(place) = program.exprs[arg].kind {
                    self.members(program, place);
                }
            }
            _ => {
                // An address that travels as a number.
                let mut inner = arg;
                while let ExprKind::Cast(of) = program.exprs[inner].kind {
                    inner = of;
                    if program.types.pointee(program.exprs[inner].ty).is_some() {
                        return self.argument(program, inner);
                    }
                }
            }
        }
    }

    /// What is found behind a pointer; what is not `const` may change.
    fn pointer(&mut self, program: &mut Program, arg: ExprId, changes: bool) {
        let mut inner = arg;
        loop {
            if let Some(to) = program.types.pointee(program.exprs[inner].ty) {
                if matches!(program.types.get(to), Type::Function(_)) {
                    return self.functions.push(inner);
                }
                self.tables |= leads_to_function(program, to);
            }
            match program.exprs[inner].kind {
                ExprKind::Cast(of) => inner = of,
                ExprKind::Constant(_) => return,
                ExprKind::AddressOf(place) => {
                    if let Some(var) = program.exprs.root_variable(place) {
                        let variable = &program.vars[var];
                        if variable.kind == VarKind::StringLiteral {
                            return;
                        }
                        self.tables |= leads_to_function(program, variable.ty);
                    }
                    break;
                }
                _ => break,
            }
        }
        let known = if changes { &mut self.pointers } else { &mut self.shown };
        if !known.contains(&arg) {
            known.push(arg);
        }
    }

    /// The pointers in a record that is passed by value.
    fn members(&mut self, program: &mut Program, place: PlaceId) {
        let ty = program.exprs[place].ty;
        match program.types.get(ty).clone() {
            Type::Record(_) => {
                let fields = program.types.fields(ty).unwrap_or(&[]).to_vec();
                for (index, field) in fields.iter().enumerate().filter(|(_, field)| field.bits.is_none()) {
                    let member = program.exprs.place(PlaceKind::Field(place, index as u32), field.ty);
                    self.members(program, member);
                }
            }
            Type::Array(of, length) if holds_pointer(program, of.ty) => {
                let length = length.unwrap_or(0);
                self.too_much |= length > MOST_ELEMENTS;
                let index_type = program.types.ptrdiff_t();
                for index in 0..length.min(MOST_ELEMENTS) {
                    let index = program.exprs.expr(ExprKind::Constant(u128::from(index)), index_type);
                    let element = program.exprs.place(PlaceKind::Index(place, index), of.ty);
                    self.members(program, element);
                }
            }
            Type::Pointer(_) => {
                let value = program.exprs.expr(ExprKind::Load(place), ty);
                self.argument(program, value);
            }
            _ => {}
        }
    }
}

/// The functions with a body whose address some expression is.
fn mentioned(program: &Program) -> BTreeSet<FunctionId> {
    let address = |expr: ExprId| match program.exprs[expr].kind {
        ExprKind::FunctionAddress(function) => program.functions[function].body.map(|_| function),
        _ => None,
    };
    (0..program.exprs.expr_count()).map(ExprId::from_index).filter_map(address).collect()
}

/// An operation without a successor.
fn end(program: &mut Program, from: NodeId, op: Op, span: Span) {
    let to = program.add_node(program.nodes[from].function);
    program.add_edge(from, to, op, span);
}

/// Whether a value of a type has pointers in it.
fn holds_pointer(program: &Program, ty: TypeId) -> bool {
    match program.types.get(ty) {
        Type::Pointer(_) => true,
        Type::Array(of, _) => holds_pointer(program, of.ty),
        Type::Record(_) => program.types.fields(ty).unwrap_or(&[]).iter().any(|field| holds_pointer(program, field.ty)),
        _ => false,
    }
}

/// Whether a pointer may be stored in an object of a type, as far as is known of it.
fn may_take_pointer(program: &Program, ty: TypeId) -> bool {
    match program.types.get(ty) {
        Type::Void => true,
        Type::Record(_) if program.types.fields(ty).is_none() => true,
        _ => holds_pointer(program, ty),
    }
}

/// Whether the address of a function may be found in memory of a type, or behind pointers in it.
fn leads_to_function(program: &Program, ty: TypeId) -> bool {
    let (mut open, mut seen) = (vec![ty], FastSet::default());
    while let Some(ty) = open.pop() {
        if !seen.insert(ty) {
            continue;
        }
        match program.types.get(ty) {
            Type::Function(_) => return true,
            Type::Pointer(to) => {
                // What is behind `void *`, or a type that is not known here, may be anything.
                if matches!(program.types.get(to.ty), Type::Void) {
                    return true;
                }
                open.push(to.ty);
            }
            Type::Array(of, _) => open.push(of.ty),
            Type::Record(_) => match program.types.fields(ty) {
                Some(fields) => open.extend(fields.iter().map(|field| field.ty)),
                None => return true,
            },
            _ => {}
        }
    }
    false
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

/// Calls a function that was given, with any arguments.
fn call_back(program: &mut Program, site: Site, pointer: ExprId, source: &NondetSource, kept: &mut Vec<VarId>) {
    let mut inner = pointer;
    while let ExprKind::Cast(of) = program.exprs[inner].kind {
        inner = of;
    }
    match program.exprs[inner].kind {
        ExprKind::FunctionAddress(function) => call_with_any(program, site, function, source, kept),
        ExprKind::Constant(_) => {
            program.add_edge(site.from, site.to, Op::Skip, site.span);
        }
        _ => {
            let home = program.nodes[site.from].function;
            // A null pointer is not called.
            let given = program.add_node(home);
            program.add_branch(site.from, pointer, given, site.to, site.span);
            let to = program.types.pointee(program.exprs[pointer].ty);
            let Some(Type::Function(ty)) = to.map(|to| program.types.get(to).clone()) else { return };
            let (from, args) = any_arguments(program, given, &ty.params, source, site.span, kept);
            let result = kept_result(program, from, ty.result, kept);
            let call = program.add_call(None, args, result);
            program.add_edge(from, site.to, Op::CallPointer { site: call, pointer }, site.span);
        }
    }
}

/// Calls a function with any arguments. One without a body does nothing that this program would see.
fn call_with_any(
    program: &mut Program,
    site: Site,
    function: FunctionId,
    source: &NondetSource,
    kept: &mut Vec<VarId>,
) {
    if program.functions[function].body.is_none() {
        let name = program.functions[function].name.clone();
        let op = match program.outside.watches(&name) {
            Some(name) => Op::mark_call(&name),
            None => Op::Skip,
        };
        program.add_edge(site.from, site.to, op, site.span);
        return;
    }
    let params: Vec<TypeId> = program.functions[function].params.iter().map(|var| program.vars[*var].ty).collect();
    let (from, args) = any_arguments(program, site.from, &params, source, site.span, kept);
    let given = program.functions[function].result.map(|var| program.vars[var].ty);
    let result = given.and_then(|ty| kept_result(program, from, ty, kept));
    let call = program.add_call(Some(function), args, result);
    program.add_edge(from, site.to, Op::Call(call), site.span);
}

/// A variable for the result of a function that is called back, when addresses may be in it.
fn kept_result(program: &mut Program, at: NodeId, ty: TypeId, kept: &mut Vec<VarId>) -> Option<VarId> {
    holds_pointer(program, ty).then(|| {
        let home = program.nodes[at].function;
        let var = program.add_var("<returned>", ty, VarKind::Temp, Some(home));
        kept.push(var);
        var
    })
}

/// Code outside has what these variables and pointers reach, and changes what is not `const`; the node behind.
fn hand_over(program: &mut Program, mut at: NodeId, kept: &[VarId], pointers: Vec<ExprId>, span: Span) -> NodeId {
    let mut given = Given { pointers, ..Given::default() };
    for var in kept {
        let value = program.var_value(*var);
        given.argument(program, value);
    }
    for (which, args) in [(Intrinsic::Escape, given.shown), (Intrinsic::Clobber, given.pointers)] {
        if !args.is_empty() {
            at = step(program, at, Op::Intrinsic { which, args, result: None }, span);
        }
    }
    at
}

fn any_arguments(
    program: &mut Program,
    mut at: NodeId,
    params: &[TypeId],
    source: &NondetSource,
    span: Span,
    kept: &mut Vec<VarId>,
) -> (NodeId, Vec<ExprId>) {
    let home = program.nodes[at].function;
    let mut args = Vec::with_capacity(params.len());
    for ty in params {
        let var = program.add_var("<argument>", *ty, VarKind::Temp, Some(home));
        let place = program.var_place(var);
        at = step(program, at, Op::Havoc { place, source: source.clone() }, span);
        args.push(program.var_value(var));
        // An address may be left behind it.
        if program.types.pointee(*ty).is_some_and(|to| may_take_pointer(program, to)) {
            kept.push(var);
        }
    }
    (at, args)
}
