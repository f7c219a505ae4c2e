//! Calls through pointers become branches over the functions that the pointer may name.
//!
//! A `CallPointer` edge turns into a chain of comparisons `pointer == &f` over the functions whose address is taken in
//! reached code and whose type fits the call, in the order of their ids, each followed by a plain call. The rest, a
//! pointer that equals none of them, ends in a doubt ([`Op::mark_doubt`]) and an Unsupported edge. The doubt is a target of
//! every specification that is verified: a path to it is checked and refuted as one to the error location is. This is
//! sound because no checker confirms it and it is never passed: an analysis that proves it unreachable loses nothing, and
//! one that does not cannot say TRUE, whether the pointer is null, wild, or a function that is no candidate. So the filter
//! by type is only a matter of size: leaving out a function that a program does call through a wildly cast pointer costs a
//! verdict, never a wrong one.
//!
//! "Fits" is C's compatibility loosened to what the machine does anyway ([`argument_conversion`](crate::argument_conversion)): the same number of
//! parameters, each of the same class and width, pointers and integers of their width alike, records of the same layout.
//! Through an unprototyped type `f()` the promoted arguments are compared instead. A function that has no body is a
//! candidate all the same.
//!
//! Where a pointer was cast, a looser rule is asked as well: more arguments than the function takes, wider ones than it
//! takes, a variadic function called as one that is not and the other way round. Such a call is undefined in C and does
//! one thing on the machine. Functions that fit only so are candidates where none fits better, or where all together are
//! few: else every callback of a large program would be one at every call.
//!
//! Where a pointer may come from outside, one that is none of the program's functions leads to a function that the program
//! does not name ([`undefined`](mod@crate::undefined_functions)). That it is none of those that do not fit is asked first, where
//! one of them may be meant ([`indirect_call_targets`](mod@crate::indirect_call_targets)); where many may be, the rest stays unsupported.
//!
//! A call of fewer arguments than the function takes, or one whose result is used and which the function does not give,
//! fits nothing: what is read then is not known.

use crate::argument_conversion::{convert, passes, same_layout};
use crate::indirect_call_targets::IndirectCallTargets;
use crate::undefined_functions::{ExternalCallees, Site, Undefined};
use cairn_base::Span;
use cairn_ir::IntKind;
use cairn_ir::behaviour::NO_CANDIDATE;
use cairn_ir::expr::{BinaryOp, ExprId, ExprKind};
use cairn_ir::external::OF_LIBRARY;
use cairn_ir::ids::{EdgeId, FunctionId, NodeId};
use cairn_ir::op::{CallSiteId, Op};
use cairn_ir::program::{PointerCall, Program, VarKind};
use cairn_ir::types::{FunctionType, Scalar, Type, TypeId, Types};

/// Up to how many candidates of one call those that fit loosely are among them.
const FEW: usize = 8;

/// Up to how many functions that do not fit a call are told from one that the program does not name.
const UNFIT: usize = 16;

/// Turns calls of what is plainly a function's address (`(*f)(x)`, `(&f)(x)`) into plain calls. Before the addresses that
/// are taken are gathered: such an address is not kept anywhere. A plain call of a function that turned out to have no
/// body (`static int f(void);` that is never defined) makes its result any value.
pub(crate) fn resolve_constants(program: &mut Program, undefined: &mut Undefined) {
    for edge in program.edges.ids() {
        match program.edges[edge].op {
            Op::CallPointer { site, pointer } => {
                if let Some(function) = constant_function(program, pointer)
                    && fit(program, site, pointer, function) != Fit::None
                {
                    let (entry, target, span) = open_call(program, edge);
                    program.pointer_calls.push(PointerCall { node: entry, pointer });
                    add_call(program, Site { from: entry, to: target, span, early: true }, site, function, undefined);
                }
            }
            Op::Call(site) => {
                if let Some(function) = program.calls[site].callee
                    && program.functions[function].body.is_none()
                    && !program.outside.hosted.contains(&function)
                {
                    let (entry, target, span) = open_call(program, edge);
                    add_call(program, Site { from: entry, to: target, span, early: true }, site, function, undefined);
                }
            }
            _ => {}
        }
    }
}

pub(crate) fn pointer_calls(program: &Program) -> Vec<EdgeId> {
    program.edges.iter_ids().filter(|(_, edge)| matches!(edge.op, Op::CallPointer { .. })).map(|(id, _)| id).collect()
}

/// Resolves all calls through pointers. `address_taken` of the functions must be set.
pub(crate) fn resolve(program: &mut Program, undefined: &mut Undefined, external_callees: &ExternalCallees) {
    let candidates: Vec<FunctionId> =
        program.functions.iter_ids().filter(|(_, f)| f.address_taken).map(|(id, _)| id).collect();
    let mut rests = Vec::new();
    for edge in pointer_calls(program) {
        if let Op::CallPointer { site, pointer } = program.edges[edge].op {
            rests.push(resolve_call(program, edge, site, pointer, &candidates, undefined));
        }
    }
    let call_targets =
        if external_callees.is_empty() { IndirectCallTargets::default() } else { IndirectCallTargets::of(program) };
    for rest in rests {
        let external_callee = external_callees.get(&rest.edge).copied();
        rest.end(program, external_callee, &candidates, &call_targets);
    }
}

/// A call through a pointer where the pointer is none of the functions that fit.
struct Rest {
    edge: EdgeId,
    pointer: ExprId,
    fitting: Vec<FunctionId>,
    at: NodeId,
    span: Span,
}

impl Rest {
    /// Operations there; `external_callee` leads to the call of a function that the program does not name.
    fn end(
        self,
        program: &mut Program,
        external_callee: Option<EdgeId>,
        candidates: &[FunctionId],
        call_targets: &IndirectCallTargets,
    ) {
        let Rest { edge, pointer, fitting, mut at, span } = self;
        let home = program.nodes[at].function;
        if let Some(external_callee) = external_callee {
            let from = program.edges[edge].source;
            program.nodes[from].leaving.retain(|leaving| *leaving != external_callee);
            let unfit = |f: &FunctionId| !fitting.contains(f) && call_targets.may_be(program, *f, pointer);
            let unfit: Vec<FunctionId> = candidates.iter().copied().filter(unfit).collect();
            if unfit.len() <= UNFIT {
                for function in unfit {
                    let cond = compare(program, pointer, function);
                    let (yes, no) = (program.add_node(home), program.add_node(home));
                    program.add_branch(at, cond, yes, no, span);
                    end_in_doubt(program, yes, span);
                    at = no;
                }
                program.edges[external_callee].source = at;
                program.nodes[at].leaving.push(external_callee);
                return;
            }
        }
        end_in_doubt(program, at, span);
    }
}

/// Ends executions in a doubt: what is called there is not known.
fn end_in_doubt(program: &mut Program, from: NodeId, span: Span) {
    let home = program.nodes[from].function;
    let [marked, end] = [(); 2].map(|()| program.add_node(home));
    program.add_edge(from, marked, Op::mark_doubt(NO_CANDIDATE), span);
    program.add_edge(marked, end, Op::Unsupported(NO_CANDIDATE.into()), span);
}

/// Takes the doubts off, for who asks by other means whether executions come there: what is unsupported stays so.
pub fn take_doubts_off(program: &mut Program) {
    for edge in program.edges.ids() {
        if program.edges[edge].op.marked_doubt() == Some(NO_CANDIDATE) {
            program.edges[edge].op = Op::Skip;
        }
    }
}

/// Makes the edge of a call a Skip to a new node, and returns that node and where the call is to return to. The edge
/// stays, so that it keeps its place in the list of its source.
fn open_call(program: &mut Program, edge: EdgeId) -> (NodeId, NodeId, Span) {
    let cairn_ir::Edge { source, target, span, .. } = program.edges[edge];
    program.nodes[target].entering.retain(|e| *e != edge);
    let entry = program.add_node(program.nodes[source].function);
    program.edges[edge].target = entry;
    program.edges[edge].op = Op::Skip;
    program.nodes[entry].entering.push(edge);
    (entry, target, span)
}

fn resolve_call(
    program: &mut Program,
    edge: EdgeId,
    site: CallSiteId,
    pointer: ExprId,
    candidates: &[FunctionId],
    undefined: &mut Undefined,
) -> Rest {
    let (entry, target, span) = open_call(program, edge);
    program.pointer_calls.push(PointerCall { node: entry, pointer });
    let home = program.nodes[entry].function;
    let mut at = entry;
    let fitting = fitting(program, site, pointer, candidates);
    for function in fitting.iter().copied() {
        let cond = compare(program, pointer, function);
        let (yes, no) = (program.add_node(home), program.add_node(home));
        program.add_branch(at, cond, yes, no, span);
        add_call(program, Site { from: yes, to: target, span, early: false }, site, function, undefined);
        at = no;
    }
    Rest { edge, pointer, fitting, at, span }
}

/// The function whose address an expression is, whatever it is cast to.
pub(crate) fn constant_function(program: &Program, mut expr: ExprId) -> Option<FunctionId> {
    loop {
        match program.exprs[expr].kind {
            ExprKind::FunctionAddress(function) => return Some(function),
            ExprKind::Cast(inner) if matches!(program.types.get(program.exprs[expr].ty), Type::Pointer(_)) => {
                expr = inner;
            }
            _ => return None,
        }
    }
}

pub(crate) fn compare(program: &mut Program, pointer: ExprId, function: FunctionId) -> ExprId {
    let int = program.types.int(IntKind::Int);
    let ty = program.exprs[pointer].ty;
    let own = program.types.pointer(program.functions[function].ty);
    let mut address = program.exprs.expr(ExprKind::FunctionAddress(function), own);
    if own != ty {
        address = program.exprs.expr(ExprKind::Cast(address), ty);
    }
    program.exprs.expr(ExprKind::Binary(BinaryOp::Eq, pointer, address), int)
}

fn function_type(types: &Types, ty: TypeId) -> Option<&FunctionType> {
    match types.get(ty) {
        Type::Function(function) => Some(function),
        Type::Pointer(to) => function_type(types, to.ty),
        _ => None,
    }
}

/// How well a function fits a call, as far as types tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fit {
    None,
    /// Only by what the machine does.
    Loose,
    /// As C has it, or nearly.
    Good,
}

/// The functions among `candidates` that a call may go to, in their order: see above.
pub(crate) fn fitting(
    program: &Program,
    site: CallSiteId,
    pointer: ExprId,
    candidates: &[FunctionId],
) -> Vec<FunctionId> {
    let mut all: Vec<(FunctionId, Fit)> = candidates.iter().map(|f| (*f, fit(program, site, pointer, *f))).collect();
    all.retain(|(_, fit)| *fit != Fit::None);
    let good = all.iter().filter(|(_, fit)| *fit == Fit::Good).count();
    if good > 0 && all.len() > FEW {
        all.retain(|(_, fit)| *fit == Fit::Good);
    }
    all.into_iter().map(|(function, _)| function).collect()
}

/// How well a function fits a call.
pub(crate) fn fit(program: &Program, site: CallSiteId, pointer: ExprId, function: FunctionId) -> Fit {
    let types = &program.types;
    let call = &program.calls[site];
    let Some(callee) = function_type(types, program.functions[function].ty) else { return Fit::None };
    let mut fit = Fit::Good;
    if let Some(var) = call.result {
        fit = fit.and(fit_value(types, callee.result, program.vars[var].ty));
    }
    // A definition in the old style has a body with parameters, but a type that says nothing of them.
    let params: Vec<TypeId> = match callee.prototype {
        true => callee.params.clone(),
        false => program.functions[function].params.iter().map(|v| program.vars[*v].ty).collect(),
    };
    if !callee.prototype && program.functions[function].body.is_none() {
        return fit;
    }
    let extra = match call.args.len().checked_sub(params.len()) {
        None => return Fit::None,
        Some(extra) => extra,
    };
    let caller = function_type(types, program.exprs[pointer].ty);
    let unprototyped = caller.is_some_and(|caller| !caller.prototype);
    if caller.is_some_and(|c| c.prototype && callee.prototype && c.variadic != callee.variadic) {
        fit = fit.and(Fit::Loose);
        // How many floats there are is told to variadic functions only, and what is promoted for them only.
        let is_as_promoted = |arg: &ExprId| match types.scalar(program.exprs[*arg].ty) {
            Some(Scalar::Int { bits, .. }) => bits >= 32,
            Some(Scalar::Pointer { .. }) => true,
            _ => false,
        };
        if callee.variadic && !call.args[params.len()..].iter().all(is_as_promoted) {
            return Fit::None;
        }
    }
    if extra > 0 && !callee.variadic && callee.prototype {
        fit = fit.and(Fit::Loose);
    }
    call.args.iter().zip(&params).fold(fit, |fit, (arg, param)| {
        let arg = program.exprs[*arg].ty;
        let old_float = !callee.prototype && is_promoted_float(types, arg, *param);
        match unprototyped && (promoted(types, arg, *param) || old_float) {
            true => fit,
            false => fit.and(fit_value(types, arg, *param)),
        }
    })
}

impl Fit {
    fn and(self, other: Fit) -> Fit {
        match (self, other) {
            (Fit::None, _) | (_, Fit::None) => Fit::None,
            (Fit::Loose, _) | (_, Fit::Loose) => Fit::Loose,
            (Fit::Good, Fit::Good) => Fit::Good,
        }
    }
}

fn fit_value(types: &Types, from: TypeId, to: TypeId) -> Fit {
    match () {
        () if same_layout(types, from, to) => Fit::Good,
        () if passes(types, from, to) => Fit::Loose,
        () => Fit::None,
    }
}

/// Whether an argument's type is what the default promotions make of an integer parameter's.
fn promoted(types: &Types, arg: TypeId, param: TypeId) -> bool {
    match (types.scalar(arg), types.scalar(param)) {
        (Some(Scalar::Int { bits: 32, .. }), Some(Scalar::Int { bits, .. })) => bits < 32,
        _ => false,
    }
}

/// A float of a definition in the old style is passed as a double; one of a prototype is not.
fn is_promoted_float(types: &Types, arg: TypeId, param: TypeId) -> bool {
    let float = |kind| Some(Scalar::Float(kind));
    (types.scalar(arg), types.scalar(param)) == (float(cairn_ir::FloatKind::Double), float(cairn_ir::FloatKind::Float))
}

/// The plain call of one candidate, from `from` to `to`.
fn add_call(program: &mut Program, at: Site, site: CallSiteId, function: FunctionId, undefined: &mut Undefined) {
    let Site { mut from, to, span, .. } = at;
    let call = program.calls[site].clone();
    if program.functions[function].body.is_none() {
        undefined.call(program, at, function, &call.args, call.result);
        return;
    }
    if let Some(name) = program.functions[function].name.strip_suffix(OF_LIBRARY)
        && program.outside.watched.contains_key(name)
    {
        let mark = Op::mark_call(name);
        let marked = program.add_node(program.nodes[from].function);
        program.add_edge(from, marked, mark, span);
        from = marked;
    }
    let params: Vec<TypeId> = program.functions[function].params.iter().map(|v| program.vars[*v].ty).collect();
    let own_type = function_type(&program.types, program.functions[function].ty);
    let own_result = own_type.map(|f| f.result);
    let taken = if own_type.is_some_and(|f| f.variadic) { call.args.len() } else { params.len() };
    let args = call.args.iter().take(taken).enumerate().map(|(i, arg)| match params.get(i) {
        Some(param) => convert(program, *arg, *param),
        None => *arg,
    });
    let args: Vec<ExprId> = args.collect();
    match (call.result, own_result) {
        (Some(result), Some(own)) if program.vars[result].ty != own => {
            let home = program.nodes[from].function;
            let temp = program.add_var("call", own, VarKind::Temp, Some(home));
            let new = program.add_call(Some(function), args, Some(temp));
            let returned = program.add_node(home);
            program.add_edge(from, returned, Op::Call(new), span);
            let value = program.var_value(temp);
            let value = convert(program, value, program.vars[result].ty);
            let place = program.var_place(result);
            program.add_edge(returned, to, Op::Assign { place, value }, span);
        }
        _ => {
            let new = program.add_call(Some(function), args, call.result);
            program.add_edge(from, to, Op::Call(new), span);
        }
    }
}
