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

use cairn_base::Span;
use cairn_ir::effects::{self, Effect, Where};
use cairn_ir::expr::ExprKind;
use cairn_ir::ids::{EdgeId, FunctionId, NodeId, VarId};
use cairn_ir::op::{Intrinsic, NondetSource, Op};
use cairn_ir::program::{Body, Program, VarKind};
use cairn_ir::types::{IntKind, Type};
use cairn_ir::{BinaryOp, ExprId, UnaryOp};
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

/// Has handlers run at any point of a program that is linked and not yet resolved ([`crate::passes`]).
///
/// # Errors
/// A handler has no body, or takes arguments; a sentence.
pub fn splice(program: &mut Program, handlers: &[Handler]) -> Result<(), String> {
    if handlers.is_empty() {
        return Ok(());
    }
    let mut found = Vec::new();
    for handler in handlers {
        let name = &handler.function;
        let is_meant = |function: &cairn_ir::Function| function.name == *name && function.body.is_some();
        let Some((id, function)) = program.functions.iter_ids().find(|(_, function)| is_meant(function)) else {
            return Err(format!("the interrupt handler '{name}' has no body in the program"));
        };
        if !function.params.is_empty() {
            return Err(format!("the interrupt handler '{name}' takes arguments"));
        }
        found.push(id);
    }
    let calls = Calls::of(program);
    let inside = calls.closure(&found);
    let outside = calls.closure(&calls.begins);
    let touched = Touched::of(program, &calls, &inside);
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
    let mut points = Points::new(program, handlers, found, shares);
    for edge in behind {
        let target = points.program.edges[edge].target;
        let point = points.before(target);
        points.program.edges[edge].target = point;
    }
    for function in begins.into_iter().filter(|function| outside.contains(function)) {
        if let Some(body) = points.program.functions[function].body {
            let point = points.before(body.entry);
            points.program.functions[function].body = Some(Body { entry: point, ..body });
        }
    }
    points.declare();
    Ok(())
}

/// Which functions may call which.
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
        let mut open = roots.to_vec();
        let mut seen = BTreeSet::new();
        while let Some(function) = open.pop() {
            if !seen.insert(function) {
                continue;
            }
            open.extend(self.called.iter().filter(|(from, _)| *from == function).map(|(_, to)| *to));
            if self.through_pointers.contains(&function) {
                open.extend(self.taken.iter().copied());
            }
        }
        seen
    }
}

/// What handlers may touch.
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
        Effect::Follows(_) | Effect::Frees(_) | Effect::Allocates(_) | Effect::AsksForLifetimes => true,
        Effect::Reads(at) | Effect::Writes { at, .. } => matches!(at, Where::Behind(_) | Where::Reachable(_)),
        _ => false,
    }
}

/// Makes points.
struct Points<'p> {
    program: &'p mut Program,
    handlers: Vec<(FunctionId, Option<u32>, Option<VarId>)>,
    /// Set while a handler runs.
    runs: Option<VarId>,
    span: Span,
}

impl<'p> Points<'p> {
    fn new(program: &'p mut Program, handlers: &[Handler], found: Vec<FunctionId>, shares: bool) -> Self {
        let int = program.types.int(IntKind::Int);
        let span = found.first().map_or(Span::NONE, |function| program.functions[*function].span);
        let mut object = |name: String| program.add_var(&name, int, VarKind::Static, None);
        let runs = shares.then(|| object("in an interrupt".to_owned()));
        let handlers = handlers
            .iter()
            .zip(found)
            .map(|(handler, function)| {
                let count = handler.times.map(|_| object(format!("runs of {}", handler.function)));
                (function, handler.times, count)
            })
            .collect();
        Self { program, handlers, runs, span }
    }

    fn number(&mut self, number: u32) -> ExprId {
        let int = self.program.types.int(IntKind::Int);
        self.program.exprs.expr(ExprKind::Constant(u128::from(number)), int)
    }

    fn compared(&mut self, op: BinaryOp, var: VarId, number: u32) -> ExprId {
        let int = self.program.types.int(IntKind::Int);
        let (value, number) = (self.program.var_value(var), self.number(number));
        self.program.exprs.expr(ExprKind::Binary(op, value, number), int)
    }

    fn edge(&mut self, source: NodeId, op: Op) -> NodeId {
        let target = self.program.add_node(self.program.nodes[source].function);
        // Only the call has a place in the source: that of the handler.
        let span = if matches!(op, Op::Call(_)) { self.span } else { Span::NONE };
        self.program.add_edge(source, target, op, span);
        target
    }

    fn assign(&mut self, source: NodeId, var: VarId, value: ExprId) -> NodeId {
        let place = self.program.var_place(var);
        self.edge(source, Op::Assign { place, value })
    }

    /// A branch: where it goes on when the condition holds, and otherwise.
    fn branch(&mut self, source: NodeId, cond: ExprId, otherwise: NodeId) -> NodeId {
        let then = self.program.add_node(self.program.nodes[source].function);
        self.program.add_branch(source, cond, then, otherwise, Span::NONE);
        then
    }

    /// A node from where handlers run before control is at another.
    fn before(&mut self, node: NodeId) -> NodeId {
        let function = self.program.nodes[node].function;
        let point = self.program.add_node(function);
        let start = match self.runs {
            None => point,
            Some(runs) => {
                let int = self.program.types.int(IntKind::Int);
                let value = self.program.var_value(runs);
                let quiet = self.program.exprs.expr(ExprKind::Unary(UnaryOp::LogicalNot, value), int);
                self.branch(point, quiet, node)
            }
        };
        let int = self.program.types.int(IntKind::Int);
        let wanted = self.program.add_var("interrupt", int, VarKind::Temp, Some(function));
        let place = self.program.var_place(wanted);
        let mut at = self.edge(start, Op::Havoc { place, source: NondetSource::Other("interrupt".to_owned()) });
        for index in 0..self.handlers.len() {
            let (handler, times, count) = self.handlers[index];
            let is_last = index + 1 == self.handlers.len();
            let next = if is_last { node } else { self.program.add_node(function) };
            let chosen = self.compared(BinaryOp::Eq, wanted, index as u32 + 1);
            let mut then = self.branch(at, chosen, next);
            if let (Some(times), Some(count)) = (times, count) {
                let may = self.compared(BinaryOp::Lt, count, times);
                then = self.branch(then, may, node);
                let (value, one) = (self.program.var_value(count), self.number(1));
                let more = self.program.exprs.expr(ExprKind::Binary(BinaryOp::Add, value, one), int);
                then = self.assign(then, count, more);
            }
            if let Some(runs) = self.runs {
                let one = self.number(1);
                then = self.assign(then, runs, one);
            }
            let result = match self.program.types.get(self.program.functions[handler].ty) {
                Type::Function(ty) if !matches!(self.program.types.get(ty.result), Type::Void) => {
                    Some((ty.result, "result of an interrupt"))
                }
                _ => None,
            };
            let result = result.map(|(ty, name)| self.program.add_var(name, ty, VarKind::Temp, Some(function)));
            let call = self.program.add_call(Some(handler), Vec::new(), result);
            then = self.edge(then, Op::Call(call));
            if let Some(runs) = self.runs {
                let zero = self.number(0);
                then = self.assign(then, runs, zero);
            }
            self.program.add_edge(then, point, Op::Skip, Span::NONE);
            at = next;
        }
        point
    }

    /// The objects of the points begin with the program.
    fn declare(self) {
        let Some(body) = self.program.functions[self.program.start].body else { return };
        let objects = self.handlers.iter().filter_map(|(.., count)| *count).chain(self.runs);
        let mut entry = body.entry;
        for var in objects {
            let first = self.program.add_node(self.program.start);
            self.program.add_edge(first, entry, Op::Declare { var, zeroed: true }, Span::NONE);
            entry = first;
        }
        self.program.functions[self.program.start].body = Some(Body { entry, ..body });
    }
}
