//! Handlers of signals: which functions the program registers, and when they may run.
//!
//! `signal(2, f)` sets a variable of signal 2 to the number of `f`; while it has that value, `f(2)` may run at any point. So
//! nothing runs before the call, nor after `signal(2, SIG_DFL)`. Where the function or the number is not in the text
//! (`sigaction` takes them from memory), all functions whose address is taken and whose parameters are those of a handler
//! may run from there on, on a choice on which no violation may rest ([`NondetSource`](cairn_ir::NondetSource)`::Unmodelled`).
//! The same for all handlers where the program blocks signals, which is not followed.
//!
//! A handler that another signal's may interrupt is not followed where that could show: where it does more than one operation
//! that touches what handlers may touch. The entry of such a handler has a branch that is not modelled beside it.

use super::points::Run;
use super::{Calls, Touched, goes_behind, variable};
use cairn_base::Span;
use cairn_ir::effects;
use cairn_ir::ids::{EdgeId, FunctionId, VarId};
use cairn_ir::op::{NondetSource, Op};
use cairn_ir::program::{Body, Program, VarKind};
use cairn_ir::reachable;
use cairn_ir::types::{IntKind, Type, TypeId};
use std::collections::BTreeSet;

/// Handlers that calls in the program register.
#[derive(Clone, Debug)]
pub struct Registered {
    /// The variable that says whether they may run.
    pub var: VarId,
    /// Its value then.
    pub value: u32,
    /// The function; any that may be one, when the text does not say which.
    pub function: Option<FunctionId>,
    /// The signal, where the text says which.
    pub number: Option<u32>,
    /// The assignments of the value.
    pub at: Vec<EdgeId>,
}

/// All handlers of signals of a program.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    /// Registered handlers.
    pub handlers: Vec<Registered>,
    /// A variable that is not zero when something was registered.
    pub on: Option<VarId>,
    /// The program blocks signals, or sets handlers in a way that is not followed: that one runs is not certain.
    pub uncertain: bool,
}

/// Registered handlers that may run. A registration of something that cannot be run here ends the path.
pub(super) fn runs(program: &mut Program, signals: &Signals) -> Vec<Run> {
    let mut all = Vec::new();
    for registered in &signals.handlers {
        let may_be: Vec<FunctionId> = match registered.function {
            Some(function) => vec![function],
            None => program.functions.ids().filter(|function| may_be_handler(program, *function)).collect(),
        };
        let uncertain = signals.uncertain || registered.function.is_none() || registered.number.is_none();
        let made: Option<Vec<Run>> =
            may_be.into_iter().map(|function| run(program, registered, function, uncertain)).collect();
        match made {
            Some(made) => all.extend(made),
            None => {
                for edge in &registered.at {
                    program.edges[*edge].op = Op::Unsupported("a handler of signals without a model".to_owned());
                }
            }
        }
    }
    all
}

fn run(program: &mut Program, registered: &Registered, function: FunctionId, uncertain: bool) -> Option<Run> {
    let data = &program.functions[function];
    data.body?;
    let (span, params) = (data.span, data.params.clone());
    let params: Vec<TypeId> = params.into_iter().map(|param| program.vars[param].ty).collect();
    let mut number_given = None;
    match params[..] {
        [] => {}
        [number] if is_int(program, number) => {}
        [number, info, context] if is_int(program, number) && program.types.pointee(context).is_some() => {
            let object = program.types.pointee(info)?;
            program.types.size_of(object).filter(|size| *size > 0)?;
            let var = program.add_var("what a handler is number_given", object, VarKind::Static, None);
            program.vars[var].address_taken = true;
            number_given = Some(var);
        }
        _ => return None,
    }
    let only = Some((registered.var, registered.value));
    Some(Run { function, times: None, only, number: registered.number, uncertain, number_given, span })
}

/// Whether a function may be found in memory as a handler.
fn may_be_handler(program: &Program, function: FunctionId) -> bool {
    let data = &program.functions[function];
    if !data.address_taken {
        return false;
    }
    let Type::Function(ty) = program.types.get(data.ty) else { return false };
    if !matches!(program.types.get(ty.result), Type::Void) {
        return false;
    }
    match ty.params[..] {
        [] => !ty.prototype,
        [number] => is_int(program, number),
        [number, info, context] => {
            let is_pointer = |ty: TypeId| program.types.pointee(ty).is_some();
            is_int(program, number) && is_pointer(info) && is_pointer(context)
        }
        _ => false,
    }
}

fn is_int(program: &Program, ty: TypeId) -> bool {
    matches!(program.types.get(ty), Type::Int(IntKind::Int | IntKind::UInt))
}

/// Puts a branch that is not modelled at the entry of handlers that another one may interrupt where that shows.
pub(super) fn refuse_nested(
    program: &mut Program,
    signals: &Signals,
    calls: &Calls,
    touched: &Touched,
    handlers: &[FunctionId],
) {
    let numbers: BTreeSet<Option<u32>> = signals.handlers.iter().map(|registered| registered.number).collect();
    if numbers.len() < 2 && !numbers.contains(&None) && !signals.uncertain {
        // A signal is blocked while its own handler runs.
        return;
    }
    let handlers: BTreeSet<FunctionId> = handlers.iter().copied().collect();
    let seen: Vec<FunctionId> =
        handlers.into_iter().filter(|handler| shows_between(program, calls, touched, *handler)).collect();
    for function in seen {
        let registering = signals.handlers.iter().find(|one| one.function.is_none_or(|of| of == function));
        let span = registering.and_then(|one| one.at.first()).map_or(Span::NONE, |edge| program.edges[*edge].span);
        let name = program.functions[function].name.clone();
        let Some(body) = program.functions[function].body else { continue };
        let (entry, choice, stop) =
            (program.add_node(function), program.add_node(function), program.add_node(function));
        let ty = program.types.int(IntKind::Bool);
        let var = program.add_var("whether another signal comes", ty, VarKind::Temp, Some(function));
        let place = program.var_place(var);
        let source = NondetSource::Other("interrupt".to_owned());
        program.add_edge(entry, choice, Op::Havoc { place, source }, Span::NONE);
        let value = program.var_value(var);
        program.add_branch(choice, value, stop, body.entry, Span::NONE);
        let end = program.add_node(function);
        let what = format!("a signal that comes while '{name}' handles another,");
        program.add_edge(stop, end, Op::Unsupported(what), span);
        program.functions[function].body = Some(Body { entry, ..body });
    }
}

/// Whether what handlers touch can be seen half done in a handler: it has more than one operation on it, or one that may
/// come again.
fn shows_between(program: &Program, calls: &Calls, touched: &Touched, handler: FunctionId) -> bool {
    let closure = calls.closure(&[handler]);
    let meets = |op: &Op| {
        let is_call = matches!(op, Op::Call(_) | Op::CallPointer { .. });
        is_call
            || effects::all(program, op).into_iter().any(|effect| {
                let is_shared = |var: VarId| program.vars[var].frame().is_none() || touched.addressed.contains(&var);
                let var = effect.named().or_else(|| variable(program, effect));
                var.is_some_and(is_shared) || goes_behind(effect)
            })
    };
    let of_closure =
        program.edges.iter_ids().filter(|(_, edge)| closure.contains(&program.nodes[edge.source].function));
    let met: Vec<EdgeId> = of_closure.filter(|(_, edge)| meets(&edge.op)).map(|(id, _)| id).collect();
    match met[..] {
        [] => false,
        [only] => comes_again(program, only),
        _ => true,
    }
}

/// Whether control may come from behind an edge to it again, within its function.
fn comes_again(program: &Program, edge: EdgeId) -> bool {
    let edge = &program.edges[edge];
    reachable([edge.target], |node, open| open.extend(program.successors(node))).contains(&edge.source)
}
