//! Copies what each instance of a thread runs into the function that starts threads.
//!
//! A node of the copy is a node of the text in a *context*, the calls around it in one instance, with how many atomic
//! blocks are open and whether other threads may run yet. The last two are known from the text alone, since each node is
//! copied for each of their values. A context has variables of its own for those of its function; a function is in no
//! context of its own, so one copy is enough for all times that the call runs.

use super::copied::{Copied, Spawn, Wait};
use super::counters::Counters;
use super::events::{Event, behind_end, gives};
use super::expressions::Substitution;
use super::functions::Functions;
use cairn_base::{FastMap, Span};
use cairn_ir::expr::{BinaryOp, ExprId, ExprKind};
use cairn_ir::ids::{EdgeId, FunctionId, NodeId, VarId};
use cairn_ir::op::{CallSiteId, Intrinsic, Op};
use cairn_ir::program::{Edge, Program, VarKind};
use cairn_ir::thread_mark::ThreadMark;
use cairn_ir::types::IntKind;

/// Atomic blocks within each other, at most.
const DEEPEST: u32 = 8;
/// Nodes of all copies, at most.
const MOST_NODES: usize = 60_000;

mod calls;

/// The calls around a node in one instance.
struct Context {
    instance: usize,
    function: FunctionId,
    /// The context of the caller, where the call returns to there, the variable that takes the result, the place.
    caller: Option<(usize, NodeId, Option<VarId>, Span)>,
    substitution: Substitution,
    /// All that runs in it is one step.
    atomic: bool,
    args: Vec<ExprId>,
    /// It has no variables of its own yet.
    is_new: bool,
}

/// A node of the text as it is copied.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    context: usize,
    node: NodeId,
    depth: u32,
    started: bool,
    /// The values of counters, by their number.
    counts: usize,
}

pub(super) struct Copies<'p> {
    pub program: &'p mut Program,
    pub functions: Functions,
    pub home: FunctionId,
    pub nodes: FastMap<NodeId, Copied>,
    /// Edges of the copies, in order.
    pub edges: Vec<EdgeId>,
    pub events: FastMap<EdgeId, Event>,
    /// Parameters of what threads run: written before the start, and the thread's own.
    pub passed: cairn_base::FastSet<VarId>,
    pub spawns: Vec<Spawn>,
    /// Some operation asks for a weaker order than sequential consistency while there are threads.
    pub is_weak: bool,
    /// Where instances wait, if that is asked about.
    pub waits: Vec<Wait>,
    /// Nodes at which an instance has come to its end, and whether its function has returned.
    pub ends: Vec<(NodeId, usize, bool)>,
    contexts: Vec<Context>,
    counters: Counters,
    inner: FastMap<(usize, CallSiteId, usize), usize>,
    made: FastMap<Key, NodeId>,
    open: Vec<Key>,
    /// Variable of each instance but main for one that each thread has for itself.
    pub own_of_threads: FastMap<(usize, VarId), VarId>,
}

impl<'p> Copies<'p> {
    pub fn new(program: &'p mut Program, functions: Functions, home: FunctionId) -> Self {
        let counters = Counters::of(program, &functions);
        Self {
            program,
            functions,
            home,
            nodes: FastMap::default(),
            edges: Vec::new(),
            events: FastMap::default(),
            passed: cairn_base::FastSet::default(),
            spawns: Vec::new(),
            is_weak: false,
            waits: Vec::new(),
            ends: Vec::new(),
            contexts: Vec::new(),
            counters,
            inner: FastMap::default(),
            made: FastMap::default(),
            open: Vec::new(),
            own_of_threads: FastMap::default(),
        }
    }

    /// The copy of the function that starts threads; its first node. Its variables stay.
    pub fn main(&mut self) -> NodeId {
        let substitution = self.substitution(0);
        self.contexts.push(Context {
            instance: 0,
            function: self.home,
            caller: None,
            substitution,
            atomic: false,
            args: Vec::new(),
            is_new: true,
        });
        let node = self.entry_of(self.home);
        let first = self.node(Key { context: self.contexts.len() - 1, node, depth: 0, started: false, counts: 0 });
        self.copy();
        first
    }

    /// The copy of what an instance runs: the edges that give it its arguments, from `from` on, where they end, and its first node.
    pub fn thread(&mut self, instance: usize, spawn: usize, from: NodeId) -> (NodeId, NodeId) {
        let Spawn { run, ref args, span, .. } = self.spawns[spawn];
        let args = args.clone();
        let substitution = self.substitution(instance);
        self.contexts.push(Context {
            instance,
            function: run,
            caller: None,
            substitution,
            atomic: false,
            args: Vec::new(),
            is_new: true,
        });
        let context = self.contexts.len() - 1;
        let owner = self.nodes[&from];
        let passed = self.enter(context, &args, from, owner, span);
        for param in self.program.functions[run].params.clone() {
            let own = self.contexts[context].substitution.var(param);
            if own != param && !self.program.vars[own].address_taken {
                self.passed.insert(own);
            }
        }
        let node = self.entry_of(run);
        let first = self.node(Key { context, node, depth: 0, started: true, counts: 0 });
        self.copy();
        let first = self.thread_locals(instance, first);
        (passed, first)
    }

    pub(super) fn substitution(&mut self, instance: usize) -> Substitution {
        let mut substitution = Substitution::default();
        if let Some(var) = self.functions.this_thread {
            let ty = self.program.vars[var].ty;
            let number = self.program.exprs.expr(ExprKind::Constant(instance as u128), ty);
            substitution.values.insert(var, number);
        }
        self.substitute_thread_locals(instance, &mut substitution);
        substitution
    }

    fn entry_of(&self, function: FunctionId) -> NodeId {
        self.program.functions[function].body.expect("what is copied has a body").entry
    }

    fn node(&mut self, key: Key) -> NodeId {
        if let Some(node) = self.made.get(&key) {
            return *node;
        }
        let node = self.program.add_node(self.home);
        let instance = self.contexts[key.context].instance;
        let open = key.started && key.depth == 0;
        let loop_head = self.program.nodes[key.node].loop_head;
        let name = &self.program.functions[self.contexts[key.context].function].name;
        let library = name.starts_with("__cairn_t");
        let (started, atomic) = (key.started, key.depth > 0);
        let for_program = !atomic && gives(name);
        self.nodes
            .insert(node, Copied { instance, open, forced: false, loop_head, started, atomic, library, for_program });
        self.made.insert(key, node);
        self.open.push(key);
        node
    }

    /// A node that stands for none of the text.
    pub fn between(&mut self, like: Copied) -> NodeId {
        let node = self.program.add_node(self.home);
        self.nodes.insert(node, Copied { forced: false, loop_head: false, ..like });
        node
    }

    pub fn edge(&mut self, from: NodeId, to: NodeId, op: Op, span: Span) -> EdgeId {
        let edge = self.program.add_edge(from, to, op, span);
        self.edges.push(edge);
        edge
    }

    fn stop(&mut self, from: NodeId, what: &str, span: Span) {
        let end = self.program.add_node(self.home);
        self.edge(from, end, Op::Unsupported(what.to_owned()), span);
    }

    fn copy(&mut self) {
        while let Some(key) = self.open.pop() {
            let from = self.made[&key];
            if self.nodes.len() > MOST_NODES {
                self.stop(from, "a program whose threads are too large", Span::NONE);
                continue;
            }
            let body = self.program.functions[self.contexts[key.context].function].body;
            if body.is_some_and(|body| body.exit == key.node) {
                self.leave(key, from);
                continue;
            }
            for edge in self.program.nodes[key.node].leaving.clone() {
                let edge = self.program.edges[edge].clone();
                self.one(key, from, &edge);
            }
        }
    }

    /// Behind the last node of a function.
    fn leave(&mut self, key: Key, from: NodeId) {
        let Context { instance, function, caller, atomic, ref args, .. } = self.contexts[key.context];
        let event = args.first().and_then(|arg| behind_end(&self.program.functions[function].name, *arg));
        let Some((caller, target, result, span)) = caller else {
            self.nodes.get_mut(&from).expect("a node of the copies").forced = true;
            self.ends.push((from, instance, true));
            return;
        };
        let mut at = from;
        if let (Some(to), Some(value)) = (result, self.program.functions[function].result) {
            let to = self.contexts[caller].substitution.var(to);
            let value = self.contexts[key.context].substitution.var(value);
            let (place, value) = (self.program.var_place(to), self.program.var_value(value));
            let next = self.between(self.nodes[&at]);
            self.edge(at, next, Op::Assign { place, value }, span);
            at = next;
        }
        let function = &self.program.functions[function];
        let frame: Vec<VarId> = function.params.iter().chain(&function.locals).copied().collect();
        let owned: Vec<VarId> = frame.iter().map(|var| self.contexts[key.context].substitution.var(*var)).collect();
        for var in frame {
            let own = self.contexts[key.context].substitution.var(var);
            let is_static = self.program.vars[var].kind == VarKind::Static;
            let is_object = self.program.vars[own].kind == VarKind::Local && self.program.vars[own].address_taken;
            if own != var && !is_static && is_object {
                let next = self.between(self.nodes[&at]);
                self.edge(at, next, Op::EndScope(own), span);
                at = next;
            }
        }
        let depth = key.depth.saturating_sub(u32::from(atomic));
        let counts = self.counters.without(key.counts, &owned);
        let to = self.node(Key { context: caller, node: target, depth, counts, ..key });
        let edge = self.edge(at, to, Op::Skip, span);
        self.events.extend(event.map(|event| (edge, event)));
    }

    fn one(&mut self, key: Key, from: NodeId, edge: &Edge) {
        let span = edge.span;
        match (&edge.op, edge.op.marked_thread()) {
            (_, Some(ThreadMark::AtomicBegin)) => {
                if key.depth == DEEPEST {
                    return self.stop(from, "an atomic block that is not closed", span);
                }
                self.nodes.get_mut(&from).expect("a node of the copies").forced = true;
                let to = self.node(Key { node: edge.target, depth: key.depth + 1, ..key });
                self.edge(from, to, Op::Skip, span);
            }
            (_, Some(ThreadMark::WeakOrder)) => {
                self.is_weak |= key.started;
                let to = self.node(Key { node: edge.target, ..key });
                self.edge(from, to, Op::Skip, span);
            }
            (_, Some(ThreadMark::AtomicEnd)) => {
                let to = self.node(Key { node: edge.target, depth: key.depth.saturating_sub(1), ..key });
                self.edge(from, to, Op::Skip, span);
            }
            (_, Some(ThreadMark::Exit)) => {
                let instance = self.contexts[key.context].instance;
                let end = self.between(self.nodes[&from]);
                self.edge(from, end, Op::Skip, span);
                // An end that is no return: main's too.
                self.ends.push((end, instance, false));
            }
            (Op::Call(site), _) => self.call(key, from, *site, edge.target, span),
            (Op::Intrinsic { which: Intrinsic::Alloca, .. }, _) if self.contexts[key.context].caller.is_some() => {
                self.stop(from, "memory of a frame ('alloca') in a function that others may run beside", span);
            }
            (op, _) => {
                if *op == Op::Halt {
                    self.nodes.get_mut(&from).expect("a node of the copies").forced = true;
                }
                // What the library decides is not shown.
                let is_shown = !(matches!(op, Op::Assume { .. }) && self.nodes[&from].library);
                let span = if is_shown { span } else { Span::NONE };
                let op = self.contexts[key.context].substitution.op(self.program, op);
                let op = self.counters.op(self.program, key.counts, &op);
                // A condition that is known in this context.
                if let Op::Assume { cond, truth } = op
                    && let Some(is) = crate::prune::constant_truth(self.program, cond)
                    && self.program.nodes[key.node].leaving.len() > 1
                {
                    if is == truth {
                        let to = self.node(Key { node: edge.target, ..key });
                        self.edge(from, to, Op::Skip, span);
                    }
                    return;
                }
                if op.ends_path() {
                    let end = self.program.add_node(self.home);
                    self.edge(from, end, op, span);
                    return;
                }
                let counts = self.counters.after(self.program, key.counts, &op);
                let to = self.node(Key { node: edge.target, counts, ..key });
                self.edge(from, to, op, span);
            }
        }
    }

    /// Whether some instance runs a function of the library.
    pub fn runs(&self, name: &str) -> bool {
        self.contexts.iter().any(|context| self.program.functions[context.function].name == name)
    }

    /// The value of a variable and one.
    pub fn one_more(&mut self, var: VarId) -> ExprId {
        let (value, one) = (self.program.var_value(var), self.number(1));
        let int = self.program.types.int(IntKind::Int);
        self.program.exprs.expr(ExprKind::Binary(BinaryOp::Add, value, one), int)
    }

    /// A number as an `int`.
    pub fn number(&mut self, number: usize) -> ExprId {
        let int = self.program.types.int(IntKind::Int);
        self.program.exprs.expr(ExprKind::Constant(number as u128), int)
    }
}
