//! The parts of a program that are the check and the harness around the code that is checked: neither is blamed.
//!
//! Who asks what a violation is due to takes the check to be right. A heuristic in three parts, since C has no syntax for it:
//! - the condition that decides the violation (the post-condition of [`crate::statement`]), wherever the text has it;
//! - a function that returns nothing and writes nothing but its own variables, when the condition is in it;
//! - a loop around the condition that writes one variable of its function only, which steps through an array that is checked.
//!
//! The harness is the entry function, where another function with a body of the user's was executed. What a harness chooses
//! may be wrong, too: it is not left out, but comes after the rest.

use crate::statement::{Split, StepRole};
use cairn_base::FastSet;
use cairn_interp::Trace;
use cairn_ir::walk::ExprOrPlace;
use cairn_ir::{
    CallGraph, EdgeId, FunctionId, Loops, NodeId, NondetSource, Op, PlaceKind, Program, Step, VarId, VarKind,
};

/// The code of the check.
pub struct CheckCode {
    /// The branches that decide the violation.
    nodes: FastSet<NodeId>,
    /// The scalar variables of the check's function and of the program: what a check can look at.
    visible: Vec<VarId>,
    /// The first of them: each time that it is decided the check is made once.
    first: Option<NodeId>,
    /// The edges that belong to the check.
    edges: FastSet<EdgeId>,
    /// The functions that belong to the check as a whole.
    functions: FastSet<FunctionId>,
    /// Who calls whom.
    pub calls: CallGraph,
}

impl CheckCode {
    /// The check that an execution ran into.
    pub fn of(program: &Program, trace: &Trace, split: &Split) -> Self {
        let calls = CallGraph::new(program);
        let (mut nodes, mut first) = (FastSet::default(), None);
        for (entry, role) in trace.entries.iter().zip(&split.roles) {
            if let (StepRole::Post, Step::Edge(edge)) = (role, entry.step)
                && matches!(program.edges[edge].op, Op::Assume { .. })
            {
                first.get_or_insert(program.edges[edge].source);
                nodes.insert(program.edges[edge].source);
            }
        }
        let mut check = CheckCode {
            nodes,
            visible: Vec::new(),
            first,
            edges: FastSet::default(),
            functions: FastSet::default(),
            calls,
        };
        check.visible = first.map_or(Vec::new(), |first| visible(program, program.nodes[first].function));
        let mut at: Vec<NodeId> = check.nodes.iter().copied().collect();
        at.sort_unstable();
        let loops = Loops::new(program);
        for node in at {
            check.edges.extend(program.nodes[node].leaving.iter().copied());
            let function = program.nodes[node].function;
            if is_assertion_function(program, function) {
                check.functions.insert(function);
            }
            check.add_loop(program, &loops, node);
        }
        check
    }

    /// Variables visible to the check.
    pub fn visible(&self) -> &[VarId] {
        &self.visible
    }

    /// Whether the check begins at a node.
    pub fn begins_at(&self, node: NodeId) -> bool {
        self.first == Some(node)
    }

    /// Whether a function belongs to the check as a whole.
    pub fn is_check_function(&self, function: FunctionId) -> bool {
        self.functions.contains(&function)
    }

    /// Whether an edge belongs to the check.
    pub fn has(&self, program: &Program, edge: EdgeId) -> bool {
        let of = &program.edges[edge];
        self.edges.contains(&edge)
            || self.functions.contains(&program.nodes[of.source].function)
            || matches!(of.op, Op::Call(site) if program.calls[site].callee.is_some_and(|f| self.functions.contains(&f)))
    }

    /// Adds the loop around a condition, when all that it does is to step through what is checked.
    fn add_loop(&mut self, program: &Program, loops: &Loops, node: NodeId) {
        let Some(id) = loops.innermost(node) else { return };
        let body: FastSet<NodeId> = loops.body(id).into_iter().collect();
        let within = || program.edges.iter_ids().filter(|(_, edge)| body.contains(&edge.source));
        let mut counters = FastSet::default();
        for (_, edge) in within() {
            match edge.op {
                Op::Assign { place, .. } => match program.exprs[place].kind {
                    PlaceKind::Var(var) if is_own_local(program, var, edge.source) => _ = counters.insert(var),
                    _ => return,
                },
                Op::Call(_) | Op::Intrinsic { .. } | Op::Havoc { .. } => return,
                _ => {}
            }
        }
        let reads_array = program.leaving(node).any(|(_, edge)| match edge.op {
            Op::Assume { cond, .. } => reads_memory(program, cond.into()),
            _ => false,
        });
        if counters.len() > 1 || !reads_array {
            return;
        }
        let edges: Vec<EdgeId> = within().map(|(id, _)| id).collect();
        let entering = loops.loops[id].heads.iter().flat_map(|head| program.nodes[*head].entering.iter().copied());
        // The first value of the counter, which is written just before the loop.
        let first: Vec<EdgeId> = entering
            .filter(|edge| match program.edges[*edge].op {
                Op::Assign { place, .. } => {
                    program.exprs.root_variable(place).is_some_and(|var| counters.contains(&var))
                }
                _ => false,
            })
            .collect();
        self.edges.extend(edges.into_iter().chain(first));
    }
}

/// So many variables are compared at most.
const MOST_VISIBLE: usize = 32;

/// The scalar variables of a function, and static ones, as far as the source names them.
fn visible(program: &Program, function: FunctionId) -> Vec<VarId> {
    let is_meant = |of: &cairn_ir::Variable| {
        let is_here = of.function == Some(function) && matches!(of.kind, VarKind::Local | VarKind::Param(_));
        (is_here || of.kind == VarKind::Static) && !of.span.is_none() && program.types.scalar(of.ty).is_some()
    };
    program.vars.iter_ids().filter(|(_, of)| is_meant(of)).map(|(id, _)| id).take(MOST_VISIBLE).collect()
}

/// A local variable of the function of a node.
fn is_own_local(program: &Program, var: VarId, node: NodeId) -> bool {
    let of = &program.vars[var];
    of.function == Some(program.nodes[node].function)
        && matches!(of.kind, VarKind::Local | VarKind::Param(_) | VarKind::Temp)
}

/// Whether an expression reads through a subscript or a pointer.
fn reads_memory(program: &Program, root: ExprOrPlace) -> bool {
    program.exprs.all_parts([root]).into_iter().any(|part| {
        matches!(part, ExprOrPlace::Place(place)
            if matches!(program.exprs[place].kind, PlaceKind::Deref(_) | PlaceKind::Index(..)))
    })
}

/// Whether a function returns nothing and writes nothing but its own variables.
fn is_assertion_function(program: &Program, function: FunctionId) -> bool {
    if program.functions[function].result.is_some() || is_entry(program, function) {
        return false;
    }
    let edges = program.edges.iter().filter(|edge| program.nodes[edge.source].function == function);
    edges.into_iter().all(|edge| match &edge.op {
        Op::Assign { place, .. } | Op::Havoc { place, source: NondetSource::Other(_) | NondetSource::Layout } => {
            matches!(program.exprs[*place].kind, PlaceKind::Var(var) if is_own_local(program, var, edge.source))
        }
        Op::Havoc { .. } | Op::CallPointer { .. } => false,
        Op::Intrinsic { which, .. } => which.row().written().is_none() && which.row().frees().is_none(),
        _ => true,
    })
}

/// Whether a function is the program's entry, or calls it.
pub fn is_entry(program: &Program, function: FunctionId) -> bool {
    let is_called = |edge: &cairn_ir::Edge| match edge.op {
        Op::Call(site) if program.nodes[edge.source].function == program.start => {
            program.calls[site].callee == Some(function)
        }
        _ => false,
    };
    function == program.start || program.edges.iter().any(is_called)
}
