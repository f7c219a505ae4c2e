//! Makes points: the loops in which handlers run.

use cairn_base::Span;
use cairn_ir::expr::ExprKind;
use cairn_ir::ids::{EdgeId, FunctionId, NodeId, VarId};
use cairn_ir::op::{NondetSource, Op};
use cairn_ir::program::{Body, Program, VarKind};
use cairn_ir::types::{IntKind, Type, TypeId};
use cairn_ir::{BinaryOp, ExprId, UnaryOp};

/// A handler, and when it runs.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub function: FunctionId,
    /// How often it runs at most; any number of times, when nothing is said.
    pub times: Option<u32>,
    /// Runs only while this variable has this value.
    pub only: Option<(VarId, u32)>,
    /// The signal that it is given, where that is known.
    pub number: Option<u32>,
    /// It is not certain that it runs: no violation may rest on it.
    pub uncertain: bool,
    /// The object that the second parameter points to, which is any.
    pub number_given: Option<VarId>,
    pub span: Span,
}

impl Run {
    /// A handler that the user names.
    pub fn named(function: FunctionId, times: Option<u32>, span: Span) -> Self {
        Self { function, times, only: None, number: None, uncertain: false, number_given: None, span }
    }
}

pub(super) struct Points<'p> {
    program: &'p mut Program,
    /// Handlers, and the counters of those that run a limited number of times.
    runs: Vec<(Run, Option<VarId>)>,
    /// Zero as long as no handler may run at all.
    on: Option<VarId>,
    inside: Option<VarId>,
}

impl<'p> Points<'p> {
    pub fn new(program: &'p mut Program, runs: Vec<Run>, on: Option<VarId>, shares: bool) -> Self {
        let int = program.types.int(IntKind::Int);
        let inside = shares.then(|| program.add_var("in an interrupt", int, VarKind::Static, None));
        let counted = |run: Run| {
            let name = format!("runs of {}", program.functions[run.function].name);
            let count = run.times.map(|_| program.add_var(&name, int, VarKind::Static, None));
            (run, count)
        };
        let runs = runs.into_iter().map(counted).collect();
        Self { program, runs, on, inside }
    }

    pub fn behind(&mut self, edge: EdgeId) {
        let point = self.before(self.program.edges[edge].target);
        self.program.edges[edge].target = point;
    }

    /// Handlers run where a function begins.
    pub fn at_entry(&mut self, function: FunctionId) {
        if let Some(body) = self.program.functions[function].body {
            let point = self.before(body.entry);
            self.program.functions[function].body = Some(Body { entry: point, ..body });
        }
    }

    /// The objects of the points begin with the program.
    pub fn declare(self) {
        let Some(body) = self.program.functions[self.program.start].body else { return };
        let number_given = self.runs.iter().filter_map(|(run, _)| run.number_given);
        let objects = self.runs.iter().filter_map(|(_, count)| *count).chain(self.inside).chain(number_given);
        let mut entry = body.entry;
        for var in objects {
            let first = self.program.add_node(self.program.start);
            self.program.add_edge(first, entry, Op::Declare { var, zeroed: true }, Span::NONE);
            entry = first;
        }
        self.program.functions[self.program.start].body = Some(Body { entry, ..body });
    }

    fn int(&mut self) -> TypeId {
        self.program.types.int(IntKind::Int)
    }

    fn number(&mut self, number: u32) -> ExprId {
        let int = self.int();
        self.program.exprs.expr(ExprKind::Constant(u128::from(number)), int)
    }

    fn compared(&mut self, op: BinaryOp, var: VarId, number: u32) -> ExprId {
        let int = self.int();
        let (value, number) = (self.program.var_value(var), self.number(number));
        self.program.exprs.expr(ExprKind::Binary(op, value, number), int)
    }

    fn edge(&mut self, source: NodeId, op: Op, span: Span) -> NodeId {
        let target = self.program.add_node(self.program.nodes[source].function);
        self.program.add_edge(source, target, op, span);
        target
    }

    fn assign(&mut self, source: NodeId, var: VarId, value: ExprId) -> NodeId {
        let place = self.program.var_place(var);
        self.edge(source, Op::Assign { place, value }, Span::NONE)
    }

    /// Any value of a new variable; the variable and where it goes on.
    fn any(&mut self, source: NodeId, name: &str, ty: TypeId, from: NondetSource) -> (VarId, NodeId) {
        let var = self.program.add_var(name, ty, VarKind::Temp, Some(self.program.nodes[source].function));
        let place = self.program.var_place(var);
        (var, self.edge(source, Op::Havoc { place, source: from }, Span::NONE))
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
        let mut start = point;
        if let Some(on) = self.on {
            let some = self.compared(BinaryOp::Ne, on, 0);
            start = self.branch(start, some, node);
        }
        if let Some(inside) = self.inside {
            let (int, value) = (self.int(), self.program.var_value(inside));
            let quiet = self.program.exprs.expr(ExprKind::Unary(UnaryOp::LogicalNot, value), int);
            start = self.branch(start, quiet, node);
        }
        let int = self.int();
        let (wanted, mut at) = self.any(start, "interrupt", int, NondetSource::Other("interrupt".to_owned()));
        for index in 0..self.runs.len() {
            let (run, count) = self.runs[index].clone();
            let is_last = index + 1 == self.runs.len();
            let next = if is_last { node } else { self.program.add_node(function) };
            let chosen = self.compared(BinaryOp::Eq, wanted, index as u32 + 1);
            let mut then = self.branch(at, chosen, next);
            if let Some((var, value)) = run.only {
                let may = self.compared(BinaryOp::Eq, var, value);
                then = self.branch(then, may, node);
            }
            if let (Some(times), Some(count)) = (run.times, count) {
                let may = self.compared(BinaryOp::Lt, count, times);
                then = self.branch(then, may, node);
                let (value, one) = (self.program.var_value(count), self.number(1));
                let more = self.program.exprs.expr(ExprKind::Binary(BinaryOp::Add, value, one), int);
                then = self.assign(then, count, more);
            }
            then = self.called(then, &run, node);
            self.program.add_edge(then, point, Op::Skip, Span::NONE);
            at = next;
        }
        point
    }

    /// Calls a handler; where it goes on.
    fn called(&mut self, mut at: NodeId, run: &Run, not: NodeId) -> NodeId {
        let name = self.program.functions[run.function].name.clone();
        let unmodelled = || NondetSource::Unmodelled(name.clone());
        if run.uncertain {
            let ty = self.program.types.int(IntKind::Bool);
            let (does, then) = self.any(at, "whether it runs", ty, unmodelled());
            let does = self.program.var_value(does);
            at = self.branch(then, does, not);
        }
        if let Some(inside) = self.inside {
            let one = self.number(1);
            at = self.assign(at, inside, one);
        }
        if let Some(number_given) = run.number_given {
            let place = self.program.var_place(number_given);
            at = self.edge(at, Op::Havoc { place, source: unmodelled() }, Span::NONE);
        }
        let mut args = Vec::new();
        let params = self.program.functions[run.function].params.clone();
        for (position, param) in params.into_iter().enumerate() {
            let ty = self.program.vars[param].ty;
            args.push(match (position, run.number, run.number_given) {
                (0, Some(number), _) => self.program.exprs.expr(ExprKind::Constant(u128::from(number)), ty),
                (1, _, Some(number_given)) => {
                    let place = self.program.var_place(number_given);
                    self.program.exprs.expr(ExprKind::AddressOf(place), ty)
                }
                _ => {
                    let (any, then) = self.any(at, "argument of a handler", ty, unmodelled());
                    at = then;
                    self.program.var_value(any)
                }
            });
        }
        let result = match self.program.types.get(self.program.functions[run.function].ty) {
            Type::Function(ty) if !matches!(self.program.types.get(ty.result), Type::Void) => Some(ty.result),
            _ => None,
        };
        let home = self.program.nodes[at].function;
        let result = result.map(|ty| self.program.add_var("result of an interrupt", ty, VarKind::Temp, Some(home)));
        let call = self.program.add_call(Some(run.function), args, result);
        // Only the call has a place in the source: that of the handler.
        at = self.edge(at, Op::Call(call), run.span);
        if let Some(inside) = self.inside {
            let zero = self.number(0);
            at = self.assign(at, inside, zero);
        }
        at
    }
}
