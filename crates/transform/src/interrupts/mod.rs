//! Interrupt handlers: functions that may run between any two operations of the program.
//!
//! A *point* is a loop that calls handlers as often as an input says. With a point everywhere the program would be what the
//! user means, and larger than it need be. So points stand only where a handler can meet the program: behind each operation
//! that reads or writes what a handler may touch, at the entry of functions whose arguments read that, and where the program
//! begins. Why that is enough: an operation that touches nothing of a handler's commutes with it, so a handler that runs
//! later may as well run at the last point before; and nothing that a handler does depends on how far the program came since.
//!
//! What a handler may touch is said by the text: the variables that it and the functions that it may call name, and, when one
//! of them follows a pointer, everything whose address is taken and everything behind pointers.
//!
//! Handlers do not interrupt each other. Where the program calls a function that a handler calls too, a flag keeps points in
//! it quiet while a handler runs. An operation is one step, also where a machine would take several.
//!
//! Handlers of signals, that the program itself registers, are such handlers as well: see [`signals`].

mod points;
pub mod signals;

use self::points::{Points, Run};
use self::signals::Signals;
use cairn_ir::reachable;

use cairn_ir::effects::{self, Effect, Where};
use cairn_ir::ids::{EdgeId, FunctionId, VarId};
use cairn_ir::op::{Intrinsic, Op};
use cairn_ir::program::Program;
use std::collections::BTreeSet;

/// A function that the environment calls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Handler {
    /// Its name; it has a body and no parameters.
    pub function: String,
    /// How often it runs at most; any number of times, when nothing is said.
    pub times: Option<u32>,
}

impl std::str::FromStr for Handler {
    type Err = String;
    /// `name` or `name=times`.
    fn from_str(text: &str) -> Result<Self, String> {
        let (function, times) = match text.split_once('=') {
            None => (text, None),
            Some((function, times)) => {
                let wrong = |_| format!("'{times}' is no number of times that '{function}' may run");
                (function, Some(times.trim().parse().map_err(wrong)?))
            }
        };
        match function.trim() {
            "" => Err("an interrupt handler without a name".to_owned()),
            function => Ok(Self { function: function.to_owned(), times }),
        }
    }
}

/// Has handlers run at any point of a program that is linked and not yet resolved ([`crate::passes`]): those that the user
/// names, and those of signals that the program registers.
///
/// # Errors
/// A handler that the user names has no body, or takes arguments; a sentence.
pub fn splice(program: &mut Program, handlers: &[Handler], signals: &Signals) -> Result<(), String> {
    let mut runs = Vec::new();
    for handler in handlers {
        let name = &handler.function;
        let is_meant = |function: &cairn_ir::Function| function.name == *name && function.body.is_some();
        let Some((id, function)) = program.functions.iter_ids().find(|(_, function)| is_meant(function)) else {
            return Err(format!("the interrupt handler '{name}' has no body in the program"));
        };
        if !function.params.is_empty() {
            return Err(format!("the interrupt handler '{name}' takes arguments"));
        }
        runs.push(Run::named(id, handler.times, function.span));
    }
    let by_signals = signals::runs(program, signals);
    let on = signals.on.filter(|_| runs.is_empty());
    let of_signals: Vec<FunctionId> = by_signals.iter().map(|run| run.function).collect();
    runs.extend(by_signals);
    if runs.is_empty() {
        return Ok(());
    }
    let found: Vec<FunctionId> = runs.iter().map(|run| run.function).collect();
    let calls = Calls::of(program);
    let inside = calls.closure(&found);
    let outside = calls.closure(&calls.begins);
    let mut touched = Touched::of(program, &calls, &inside);
    signals::refuse_nested(program, signals, &calls, &touched, &of_signals);
    // Where it is said which handlers may run, they may run from there on.
    touched.variables.extend(signals.on);
    let mut behind: Vec<EdgeId> = Vec::new();
    let mut begins: BTreeSet<FunctionId> = calls.begins.iter().copied().collect();
    for (id, edge) in program.edges.iter_ids() {
        if !outside.contains(&program.nodes[edge.source].function) || !touched.meets(program, &edge.op) {
            continue;
        }
        behind.push(id);
        match &edge.op {
            Op::Call(site) => begins.extend(program.calls[*site].callee),
            Op::CallPointer { .. } => begins.extend(calls.taken.iter().copied()),
            _ => {}
        }
    }
    let shares = inside.intersection(&outside).next().is_some();
    let mut points = Points::new(program, runs, on, shares);
    for edge in behind {
        points.behind(edge);
    }
    for function in begins.into_iter().filter(|function| outside.contains(function)) {
        points.at_entry(function);
    }
    points.declare();
    Ok(())
}

struct Calls {
    called: Vec<(FunctionId, FunctionId)>,
    through_pointers: BTreeSet<FunctionId>,
    /// Functions whose address is a value somewhere.
    taken: BTreeSet<FunctionId>,
    /// Functions that the program begins with.
    begins: Vec<FunctionId>,
}

impl Calls {
    fn of(program: &Program) -> Self {
        let (mut called, mut through_pointers, mut taken) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
        for edge in program.edges.iter() {
            let function = program.nodes[edge.source].function;
            match &edge.op {
                Op::Call(site) => called.extend(program.calls[*site].callee.map(|callee| (function, callee))),
                Op::CallPointer { .. } | Op::Intrinsic { which: Intrinsic::ExternalCallee, .. } => {
                    through_pointers.insert(function);
                }
                _ => {}
            }
            let effects = effects::all(program, &edge.op).into_iter();
            taken.extend(effects.filter_map(|effect| match effect {
                Effect::TakesFunction(function) => Some(function),
                _ => None,
            }));
        }
        let begins = called.iter().filter(|(from, _)| *from == program.start).map(|(_, to)| *to).collect();
        Self { called, through_pointers, taken, begins }
    }

    fn closure(&self, roots: &[FunctionId]) -> BTreeSet<FunctionId> {
        reachable(roots.iter().copied(), |function, open| {
            open.extend(self.called.iter().filter(|(from, _)| *from == function).map(|(_, to)| *to));
            if self.through_pointers.contains(&function) {
                open.extend(self.taken.iter().copied());
            }
        })
        .into_iter()
        .collect()
    }
}

struct Touched {
    variables: BTreeSet<VarId>,
    /// Variables whose address is a value somewhere.
    addressed: BTreeSet<VarId>,
    follows: bool,
}

impl Touched {
    fn of(program: &Program, calls: &Calls, inside: &BTreeSet<FunctionId>) -> Self {
        let (mut variables, mut addressed) = (BTreeSet::new(), BTreeSet::new());
        let mut follows = inside.iter().any(|function| calls.through_pointers.contains(function));
        for edge in program.edges.iter() {
            let is_inside = inside.contains(&program.nodes[edge.source].function);
            for effect in effects::all(program, &edge.op) {
                if let Effect::TakesAddress(place) = effect {
                    addressed.extend(program.exprs.root_variable(place));
                }
                if is_inside {
                    variables.extend(effect.named());
                    variables.extend(variable(program, effect));
                    follows |= goes_behind(effect);
                }
            }
        }
        Self { variables, addressed, follows }
    }

    /// Whether an operation touches something of a handler's.
    fn meets(&self, program: &Program, op: &Op) -> bool {
        let behind = self.follows || self.variables.iter().any(|var| self.addressed.contains(var));
        let is_met = |var: VarId| self.variables.contains(&var) || self.follows && self.addressed.contains(&var);
        // What a function without a body does is not in the text.
        let is_external_callee = match op {
            Op::Call(site) => program.calls[*site].callee.is_none_or(|callee| program.functions[callee].body.is_none()),
            Op::Intrinsic { which: Intrinsic::ExternalCallee, .. } => true,
            _ => false,
        };
        is_external_callee
            || effects::all(program, op).into_iter().any(|effect| {
                effect.named().is_some_and(is_met)
                    || variable(program, effect).is_some_and(is_met)
                    || behind && goes_behind(effect)
            })
    }
}

fn variable(program: &Program, effect: Effect) -> Option<VarId> {
    match effect {
        Effect::Reads(at) | Effect::Writes { at, .. } => at.variable(program),
        _ => None,
    }
}

/// Whether something behind a pointer is touched, or the set of living objects.
fn goes_behind(effect: Effect) -> bool {
    match effect {
        Effect::Follows(_) | Effect::Frees(..) | Effect::Allocates(_) | Effect::AsksForLifetimes => true,
        Effect::Reads(at) | Effect::Writes { at, .. } => matches!(at, Where::Behind(_) | Where::Reachable(_)),
        _ => false,
    }
}
