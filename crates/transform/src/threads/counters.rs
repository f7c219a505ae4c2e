//! Counters of loops in which threads are started or joined: `for (i = 0; i < 4; i++) pthread_create(&all[i], …)`.
//!
//! A node of the copies has the values of counters as well, so such a loop is copied once for each round, each start is a place of its
//! own, and what is joined is an element by its number. That is constant propagation with a state for each value (polyvariant): a counter is a
//! variable of a frame whose address is nobody's, that is written constants and sums of counters only, and that a condition in
//! such a loop reads.
//!
//! Nothing is lost or gained: a value is known where all executions have it there. Where a counter has more values than few, it is followed no
//! more, and the loop stays one.

use super::expressions::Substitution;
use super::functions::{Functions, is_run};
use cairn_base::{FastIndexSet, FastMap, FastSet};
use cairn_ir::effects::{self, Effect};
use cairn_ir::expr::{BinaryOp, ExprId, ExprKind, PlaceKind};
use cairn_ir::ids::{FunctionId, NodeId, VarId};
use cairn_ir::op::Op;
use cairn_ir::program::{Program, VarKind};
use std::collections::{BTreeMap, BTreeSet};

/// Values of a counter, at most.
const MOST_VALUES: usize = 16;
/// Starts of threads in all rounds, at most.
const MOST_STARTS: usize = 15;
/// Nodes with values, at most, of a function.
const MOST_NODES: usize = 20_000;

type Values = BTreeMap<VarId, ExprId>;

/// Variables followed, and the values that nodes of the copies have, by numbers: 0 for none.
pub(super) struct Counters {
    followed: FastSet<VarId>,
    values: Vec<Values>,
    numbers: FastMap<Values, usize>,
    substitutions: Vec<Substitution>,
}

impl Counters {
    fn new(followed: FastSet<VarId>) -> Self {
        let none = Values::new();
        let numbers = std::iter::once((none.clone(), 0)).collect();
        Self { followed, values: vec![none], numbers, substitutions: vec![Substitution::default()] }
    }

    pub fn of(program: &mut Program, functions: &Functions) -> Self {
        let all: Vec<FunctionId> = program.functions.ids().collect();
        let (mut followed, mut starts) = (FastSet::default(), 0);
        for function in all {
            let mut own = candidates(program, functions, function);
            while !own.is_empty() {
                match rounds(program, function, &own) {
                    Ok(count) => {
                        starts += count;
                        break;
                    }
                    Err(most) => _ = own.remove(&most),
                }
            }
            followed.extend(own);
            followed.extend(named_arguments(program, function));
        }
        Self::new(if starts > MOST_STARTS { FastSet::default() } else { followed })
    }

    /// A variable of a context stands for one of the text.
    pub fn follow(&mut self, var: VarId, own: VarId) {
        if self.followed.contains(&var) {
            self.followed.insert(own);
        }
    }

    /// An operation with the values of counters.
    pub fn op(&mut self, program: &mut Program, counts: usize, op: &Op) -> Op {
        if counts == 0 { op.clone() } else { self.substitutions[counts].op(program, op) }
    }

    pub fn expr(&mut self, program: &mut Program, counts: usize, expr: ExprId) -> ExprId {
        if counts == 0 { expr } else { self.substitutions[counts].expr(program, expr) }
    }

    /// The values behind an operation that has its values.
    pub fn after(&mut self, program: &Program, counts: usize, op: &Op) -> usize {
        match op {
            Op::Assign { place, value } => {
                let PlaceKind::Var(var) = program.exprs[*place].kind else { return counts };
                if !self.followed.contains(&var) {
                    return counts;
                }
                let mut values = self.values[counts].clone();
                match program.exprs[*value].kind {
                    ExprKind::Constant(_) => values.insert(var, *value),
                    _ => values.remove(&var),
                };
                self.number(values)
            }
            Op::Declare { var, .. } | Op::EndScope(var) => self.without(counts, &[*var]),
            _ => counts,
        }
    }

    /// Without the values of some variables.
    pub fn without(&mut self, counts: usize, vars: &[VarId]) -> usize {
        if !vars.iter().any(|var| self.values[counts].contains_key(var)) {
            return counts;
        }
        let mut values = self.values[counts].clone();
        vars.iter().for_each(|var| _ = values.remove(var));
        self.number(values)
    }

    fn number(&mut self, values: Values) -> usize {
        if let Some(known) = self.numbers.get(&values) {
            return *known;
        }
        let number = self.values.len();
        let mut substitution = Substitution::default();
        substitution.values.extend(values.iter().map(|(var, value)| (*var, *value)));
        self.substitutions.push(substitution);
        self.values.push(values.clone());
        self.numbers.insert(values, number);
        number
    }
}

/// Whether an operation starts or joins a thread, or calls what starts one.
fn is_about_threads(program: &Program, functions: &Functions, op: &Op) -> bool {
    let Op::Call(site) = op else { return false };
    program.calls[*site].callee.is_some_and(|callee| {
        let name = &program.functions[callee].name;
        is_run(program, callee)
            || functions.spawns[callee]
            || name == "__cairn_t_pthread_join"
            || name == "__cairn_t_thrd_join"
    })
}

/// The variables of a function that may be counters of its loops about threads.
fn candidates(program: &Program, functions: &Functions, function: FunctionId) -> BTreeSet<VarId> {
    let Some(body) = program.functions[function].body else { return BTreeSet::new() };
    let nodes = reachable(program, body.entry);
    let edges = || nodes.iter().flat_map(|node| program.nodes[*node].leaving.iter().map(|edge| &program.edges[*edge]));
    let mut found = BTreeSet::new();
    for edge in edges().filter(|edge| is_about_threads(program, functions, &edge.op)) {
        let (behind, before) = (reachable(program, edge.target), leading_to(program, edge.source));
        for node in behind.into_iter().filter(|node| before.contains(node)) {
            for edge in &program.nodes[node].leaving {
                let Op::Assume { cond, .. } = program.edges[*edge].op else { continue };
                for load in program.exprs.loads(cond) {
                    if let ExprKind::Load(place) = program.exprs[load].kind
                        && let PlaceKind::Var(var) = program.exprs[place].kind
                    {
                        found.insert(var);
                    }
                }
            }
        }
    }
    let is_plain = |var: &VarId| {
        let data = &program.vars[*var];
        matches!(data.kind, VarKind::Local | VarKind::Temp) && !data.address_taken && data.frame() == Some(function)
    };
    found.retain(is_plain);
    loop {
        let before = found.len();
        for edge in edges() {
            let value = match &edge.op {
                Op::Assign { place, value } => match program.exprs[*place].kind {
                    PlaceKind::Var(var) => Some((var, *value)),
                    _ => None,
                },
                _ => None,
            };
            if let Some((var, value)) = value {
                if !is_sum(program, value, &found) {
                    found.remove(&var);
                }
                continue;
            }
            for effect in effects::all(program, &edge.op) {
                if let Effect::Writes { at, .. } = effect
                    && let Some(var) = at.variable(program)
                {
                    found.remove(&var);
                }
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

/// Whether a value is made of constants and counters.
fn is_sum(program: &Program, value: ExprId, counters: &BTreeSet<VarId>) -> bool {
    match program.exprs[value].kind {
        ExprKind::Constant(_) => program.types.scalar(program.exprs[value].ty).is_some(),
        ExprKind::Load(place) => matches!(program.exprs[place].kind, PlaceKind::Var(var) if counters.contains(&var)),
        ExprKind::Cast(inner) => is_sum(program, inner, counters),
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, a, b) => {
            is_sum(program, a, counters) && is_sum(program, b, counters)
        }
        _ => false,
    }
}

/// The variables that a function gives values of its parameters before anything else, and that are written nowhere else: `int i = (int)(long)arg;`.
fn named_arguments(program: &Program, function: FunctionId) -> Vec<VarId> {
    let data = &program.functions[function];
    let Some(body) = data.body else { return Vec::new() };
    let mut found: Vec<VarId> = Vec::new();
    let mut at = body.entry;
    // Up to the first branch, or the first node where ways meet.
    while let [edge] = program.nodes[at].leaving[..] {
        let edge = &program.edges[edge];
        if let Op::Assign { place, value } = edge.op
            && let PlaceKind::Var(var) = program.exprs[place].kind
            && program.vars[var].kind == VarKind::Local
            && !program.vars[var].address_taken
            && is_of_parameters(program, value, &data.params)
        {
            found.push(var);
        }
        if edge.target == body.exit || program.nodes[edge.target].loop_head || edge.target == body.entry {
            break;
        }
        at = edge.target;
    }
    if found.is_empty() {
        return found;
    }
    let mut writes: FastMap<VarId, usize> = FastMap::default();
    for edge in reachable(program, body.entry).into_iter().flat_map(|node| &program.nodes[node].leaving) {
        for effect in effects::all(program, &program.edges[*edge].op) {
            if let Effect::Writes { at, .. } = effect
                && let Some(var) = at.variable(program)
            {
                *writes.entry(var).or_default() += 1;
            }
        }
    }
    found.retain(|var| writes.get(var) == Some(&1));
    found
}

fn is_of_parameters(program: &Program, value: ExprId, params: &[VarId]) -> bool {
    match program.exprs[value].kind {
        ExprKind::Load(place) => matches!(program.exprs[place].kind, PlaceKind::Var(var) if params.contains(&var)),
        ExprKind::Cast(inner) => is_of_parameters(program, inner, params),
        _ => false,
    }
}

fn reachable(program: &Program, from: NodeId) -> FastIndexSet<NodeId> {
    cairn_ir::reachable([from], |node, open| open.extend(program.successors(node)))
}

fn leading_to(program: &Program, to: NodeId) -> FastIndexSet<NodeId> {
    cairn_ir::reachable([to], |node, open| open.extend(program.predecessors(node)))
}

/// How many starts of threads a function has in all rounds of its loops, where its counters have few values.
///
/// # Errors
/// A counter that has more.
fn rounds(program: &mut Program, function: FunctionId, followed: &BTreeSet<VarId>) -> Result<usize, VarId> {
    let Some(body) = program.functions[function].body else { return Ok(0) };
    let mut counters = Counters::new(followed.iter().copied().collect());
    let mut values: FastMap<VarId, BTreeSet<ExprId>> = FastMap::default();
    let (mut seen, mut open, mut starts): (FastSet<(NodeId, usize)>, _, _) =
        (FastSet::default(), vec![(body.entry, 0)], 0);
    while let Some((node, counts)) = open.pop() {
        if !seen.insert((node, counts)) {
            continue;
        }
        for (var, value) in &counters.values[counts] {
            let of = values.entry(*var).or_default();
            of.insert(*value);
            if of.len() > MOST_VALUES {
                return Err(*var);
            }
        }
        if seen.len() > MOST_NODES {
            return Err(*followed.first().expect("one is followed"));
        }
        for edge in program.nodes[node].leaving.clone() {
            let (target, op) = (program.edges[edge].target, program.edges[edge].op.clone());
            if let Op::Call(site) = op {
                starts += usize::from(program.calls[site].callee.is_some_and(|callee| is_run(program, callee)));
            }
            let op = counters.op(program, counts, &op);
            if let Op::Assume { cond, truth } = op
                && crate::prune::constant_truth(program, cond).is_some_and(|is| is != truth)
            {
                continue;
            }
            open.push((target, counters.after(program, counts, &op)));
        }
    }
    Ok(starts)
}
