//! A body for each call of a library function: copies of the models, so that what is checked in one belongs to one call.
//!
//! A model of `strlen` is one automaton for all its calls. A check in it is then one edge for all of them, with one answer. Here each
//! call by the program gets an automaton of its own, and so does what that calls of the library itself; functions of the program that the
//! library calls back stay as they are, and so do static variables, which are one object for all calls. The first call keeps the
//! original.
//!
//! The copies are equal to the original and called instead of it, so the program has the same executions. What is gained beside the
//! rows: analyses that join all calls of a function keep the calls of the library apart. Why not a call string in each
//! analysis: every one of them would have to have it, and the answers would still be by edge.
//!
//! Invariant: afterwards each function for which `is_model` holds, and that touches memory, is reached from one call site of the rest
//! of the program at most.

use crate::prune;
use cairn_base::id::IdVec;
use cairn_base::{FastIndexMap, FastMap, FastSet};
use cairn_ir::expr::{Expr, ExprKind, Place, PlaceKind};
use cairn_ir::ids::{EdgeId, FunctionId, NodeId, VarId};
use cairn_ir::op::{CallSiteId, NondetSource, Op};
use cairn_ir::program::{Body, Edge, EdgeList, Node, PointerCall, Program};
use cairn_ir::reachable;
use cairn_ir::walk::ExprOrPlace;
use cairn_ir::{ExprId, PlaceId};

/// Gives each call of a model its own copy. All ids of nodes, edges and calls change; functions, variables and expressions are added.
pub fn separate(program: &mut Program, is_model: &IdVec<FunctionId, bool>) {
    let nodes = program.nodes_by_function();
    let models = Models { touches: touching_memory(program, is_model, &nodes), nodes };
    let from_outside = |edge: &&Edge| !is_model[program.nodes[edge.source].function];
    let sites: Vec<_> = program
        .edges
        .iter()
        .filter(from_outside)
        .filter_map(|edge| if let Op::Call(site) = edge.op { Some(site) } else { None })
        .collect();
    // Functions that an earlier call has.
    let mut taken = FastSet::default();
    let before = program.functions.len();
    let mut plans: Vec<(CallSiteId, FastIndexMap<FunctionId, FunctionId>)> = Vec::new();
    for site in sites {
        let Some(callee) = program.calls[site].callee.filter(|callee| models.is_one(*callee)) else { continue };
        let own = models.reached(program, callee).into_iter().map(|function| {
            let copy = if taken.insert(function) { function } else { declare(program, function) };
            (function, copy)
        });
        plans.push((site, own.collect()));
    }
    // All copies are of the originals as they were: calls in these are led elsewhere only behind.
    for (_, own) in &plans {
        for (&from, &to) in own.iter().filter(|(from, to)| from != to) {
            let (vars, parts) = (FastMap::default(), FastMap::default());
            Copy { program, own, from, to, vars, parts }.body(&models.nodes[from]);
        }
    }
    for (site, own) in &plans {
        for function in own.iter().filter(|(from, to)| from == to).map(|(from, _)| *from) {
            redirect(program, &models.nodes[function], own);
        }
        let callee = program.calls[*site].callee.and_then(|callee| own.get(&callee).copied());
        program.calls[*site].callee = callee.or(program.calls[*site].callee);
    }
    if program.functions.len() > before {
        let reached: IdVec<_, bool> = program.functions.iter().map(|function| function.body.is_some()).collect();
        prune::list_entering(program);
        prune::compact(program, &reached);
    }
}

struct Models {
    touches: IdVec<FunctionId, bool>,
    nodes: IdVec<FunctionId, Vec<NodeId>>,
}

impl Models {
    fn is_one(&self, function: FunctionId) -> bool {
        // What was added since is a copy, which nothing of the program calls yet.
        self.touches.get(function).copied().unwrap_or(false)
    }

    /// The models that a call of one leads to, in order.
    fn reached(&self, program: &Program, first: FunctionId) -> Vec<FunctionId> {
        let (mut found, mut next) = (vec![first], 0);
        while let Some(function) = found.get(next).copied() {
            next += 1;
            for node in &self.nodes[function] {
                for (_, edge) in program.leaving(*node) {
                    let Op::Call(site) = edge.op else { continue };
                    let Some(callee) = program.calls[site].callee else { continue };
                    if self.is_one(callee) && !found.contains(&callee) {
                        found.push(callee);
                    }
                }
            }
        }
        found
    }
}

/// The models that touch memory themselves, or by those that they call.
fn touching_memory(
    program: &Program,
    is_model: &IdVec<FunctionId, bool>,
    nodes: &IdVec<FunctionId, Vec<NodeId>>,
) -> IdVec<FunctionId, bool> {
    let mut touches: IdVec<FunctionId, bool> = program.functions.iter().map(|_| false).collect();
    let mut callers: FastMap<FunctionId, Vec<FunctionId>> = FastMap::default();
    let mut open = Vec::new();
    for function in program.functions.ids().filter(|function| is_model[*function]) {
        for (_, edge) in nodes[function].iter().flat_map(|node| program.leaving(*node)) {
            if let Op::Call(site) = edge.op
                && let Some(callee) = program.calls[site].callee
            {
                callers.entry(callee).or_default().push(function);
            }
            if follows_pointer(program, &edge.op) {
                open.push(function);
            }
        }
    }
    for function in reachable(open, |function, open| open.extend(callers.get(&function).into_iter().flatten())) {
        touches[function] = true;
    }
    touches
}

/// Whether an operation follows a pointer, or does something to memory or to the program's end that is checked.
fn follows_pointer(program: &Program, op: &Op) -> bool {
    if matches!(op, Op::Intrinsic { .. } | Op::Label(_) | Op::Unsupported(_)) {
        return true;
    }
    program.parts_of(op).into_iter().any(|part| {
        matches!(part, ExprOrPlace::Place(place)
            if matches!(program.exprs[place].kind, PlaceKind::Deref(_) | PlaceKind::Index(..)))
    })
}

/// A function like another one, without a body and variables.
fn declare(program: &mut Program, of: FunctionId) -> FunctionId {
    let mut copy = program.functions[of].clone();
    (copy.params, copy.locals) = (Vec::new(), Vec::new());
    (copy.result, copy.rest, copy.body) = (None, None, None);
    (copy.address_taken, copy.external) = (false, false);
    program.functions.push(copy)
}

/// Calls of models in a body go to those of the same call.
fn redirect(program: &mut Program, nodes: &[NodeId], own: &FastIndexMap<FunctionId, FunctionId>) {
    let edges: Vec<EdgeId> = nodes.iter().flat_map(|node| program.nodes[*node].leaving.iter().copied()).collect();
    for edge in edges {
        if let Op::Call(site) = program.edges[edge].op
            && let Some(copy) = program.calls[site].callee.and_then(|callee| own.get(&callee))
        {
            program.calls[site].callee = Some(*copy);
        }
    }
}

/// The body of one function becomes that of another.
struct Copy<'a> {
    program: &'a mut Program,
    own: &'a FastIndexMap<FunctionId, FunctionId>,
    from: FunctionId,
    to: FunctionId,
    vars: FastMap<VarId, VarId>,
    parts: FastMap<ExprOrPlace, ExprOrPlace>,
}

impl Copy<'_> {
    fn body(mut self, nodes: &[NodeId]) {
        let function = self.program.functions[self.from].clone();
        let params = function.params.iter().map(|var| self.var(*var)).collect();
        let locals = function.locals.iter().map(|var| self.var(*var)).collect();
        let (result, rest) = (function.result.map(|var| self.var(var)), function.rest.map(|var| self.var(var)));
        let mut at: FastMap<NodeId, NodeId> = FastMap::default();
        for node in nodes {
            let new = Node {
                function: self.to,
                leaving: EdgeList::new(),
                entering: EdgeList::new(),
                ..self.program.nodes[*node]
            };
            at.insert(*node, self.program.nodes.push(new));
        }
        for node in nodes {
            for edge in self.program.nodes[*node].leaving.clone() {
                let Edge { target, span, ref op, .. } = self.program.edges[edge];
                let op = self.op(op.clone());
                self.program.add_edge(at[node], at[&target], op, span);
            }
        }
        let calls: Vec<PointerCall> =
            self.program.pointer_calls.iter().filter(|call| at.contains_key(&call.node)).copied().collect();
        for call in calls {
            let pointer = self.expr(call.pointer);
            self.program.pointer_calls.push(PointerCall { node: at[&call.node], pointer });
        }
        let to = &mut self.program.functions[self.to];
        (to.params, to.locals, to.result, to.rest) = (params, locals, result, rest);
        to.body = function.body.map(|body| Body { entry: at[&body.entry], exit: at[&body.exit] });
    }

    /// A variable of the frame; others are the same for all.
    fn var(&mut self, var: VarId) -> VarId {
        if self.program.vars[var].frame() != Some(self.from) {
            return var;
        }
        if let Some(copy) = self.vars.get(&var) {
            return *copy;
        }
        let mut new = self.program.vars[var].clone();
        new.function = Some(self.to);
        let copy = self.program.vars.push(new);
        self.vars.insert(var, copy);
        copy
    }

    fn op(&mut self, op: Op) -> Op {
        match op {
            Op::Assume { cond, truth } => Op::Assume { cond: self.expr(cond), truth },
            Op::Assign { place, value } => Op::Assign { place: self.place(place), value: self.expr(value) },
            Op::Havoc { place, source } => {
                let source = match source {
                    NondetSource::Volatile(load) => NondetSource::Volatile(self.expr(load)),
                    other => other,
                };
                Op::Havoc { place: self.place(place), source }
            }
            Op::Call(site) => Op::Call(self.site(site)),
            Op::CallPointer { site, pointer } => Op::CallPointer { site: self.site(site), pointer: self.expr(pointer) },
            Op::Intrinsic { which, args, result } => Op::Intrinsic {
                which,
                args: args.into_iter().map(|arg| self.expr(arg)).collect(),
                result: result.map(|result| self.place(result)),
            },
            Op::Declare { var, zeroed } => Op::Declare { var: self.var(var), zeroed },
            Op::EndScope(var) => Op::EndScope(self.var(var)),
            op @ (Op::Skip | Op::Label(_) | Op::Halt | Op::Unsupported(_)) => op,
        }
    }

    fn site(&mut self, site: CallSiteId) -> CallSiteId {
        let call = self.program.calls[site].clone();
        let callee = call.callee.map(|callee| self.own.get(&callee).copied().unwrap_or(callee));
        let args = call.args.into_iter().map(|arg| self.expr(arg)).collect();
        let result = call.result.map(|var| self.var(var));
        self.program.add_call(callee, args, result)
    }

    fn expr(&mut self, expr: ExprId) -> ExprId {
        match self.part(expr.into()) {
            ExprOrPlace::Expr(expr) => expr,
            ExprOrPlace::Place(_) => expr,
        }
    }

    fn place(&mut self, place: PlaceId) -> PlaceId {
        match self.part(place.into()) {
            ExprOrPlace::Place(place) => place,
            ExprOrPlace::Expr(_) => place,
        }
    }

    /// The same of the variables of the copy, from the inside out.
    fn part(&mut self, root: ExprOrPlace) -> ExprOrPlace {
        let mut open = vec![root];
        while let Some(part) = open.last().copied() {
            if self.parts.contains_key(&part) {
                open.pop();
                continue;
            }
            let inner = self.program.exprs.parts(part);
            let left = open.len();
            open.extend(inner.into_iter().filter(|inner| !self.parts.contains_key(inner)));
            if open.len() > left {
                continue;
            }
            let copy = match part {
                ExprOrPlace::Expr(expr) => self.made(expr).into(),
                ExprOrPlace::Place(place) => self.placed(place).into(),
            };
            self.parts.insert(part, copy);
            open.pop();
        }
        self.parts[&root]
    }

    fn known_expr(&self, expr: ExprId) -> ExprId {
        match self.parts.get(&expr.into()) {
            Some(ExprOrPlace::Expr(copy)) => *copy,
            _ => expr,
        }
    }

    fn known_place(&self, place: PlaceId) -> PlaceId {
        match self.parts.get(&place.into()) {
            Some(ExprOrPlace::Place(copy)) => *copy,
            _ => place,
        }
    }

    /// An expression whose parts are known.
    fn made(&mut self, expr: ExprId) -> ExprId {
        let Expr { kind, ty } = self.program.exprs[expr].clone();
        let kind = match kind {
            ExprKind::Constant(_) | ExprKind::FunctionAddress(_) => return expr,
            ExprKind::Load(place) => ExprKind::Load(self.known_place(place)),
            ExprKind::AddressOf(place) => ExprKind::AddressOf(self.known_place(place)),
            ExprKind::Unary(op, x) => ExprKind::Unary(op, self.known_expr(x)),
            ExprKind::Cast(x) => ExprKind::Cast(self.known_expr(x)),
            ExprKind::Binary(op, x, y) => ExprKind::Binary(op, self.known_expr(x), self.known_expr(y)),
            ExprKind::Conditional(c, x, y) => {
                ExprKind::Conditional(self.known_expr(c), self.known_expr(x), self.known_expr(y))
            }
        };
        self.program.exprs.expr(kind, ty)
    }

    /// A place whose parts are known; what is known of it is known of its copy.
    fn placed(&mut self, place: PlaceId) -> PlaceId {
        let Place { kind, ty } = self.program.exprs[place].clone();
        let kind = match kind {
            PlaceKind::Var(var) => PlaceKind::Var(self.var(var)),
            PlaceKind::Deref(pointer) => PlaceKind::Deref(self.known_expr(pointer)),
            PlaceKind::Field(base, field) => PlaceKind::Field(self.known_place(base), field),
            PlaceKind::Index(base, index) => PlaceKind::Index(self.known_place(base), self.known_expr(index)),
        };
        let copy = self.program.exprs.place(kind, ty);
        if self.program.facts.contained.contains(&place) {
            self.program.facts.contained.insert(copy);
        }
        if let Some((index, length)) = self.program.subscripts.get(&place).copied() {
            let (index, length) = (self.expr(index), self.expr(length));
            self.program.subscripts.insert(copy, (index, length));
        }
        copy
    }
}
