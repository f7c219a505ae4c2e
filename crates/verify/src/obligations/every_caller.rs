//! Violations of a function by itself that every caller has (manifest errors: Le, Raad, Villard, Berdine, Dreyer, O'Hearn, "Finding real bugs
//! in big programs with incorrectness logic", OOPSLA 2022).
//!
//! Such a violation is shown with a caller that a harness makes up, of which there may be none like it. It is every caller's where nothing that
//! the harness chooses decides whether it happens: where what its check depends on, backwards over the dependence graph ([`cairn_slice`]), has
//! no operation of the harness but the call.
//!
//! Invariant: what is said to be so is so, since dependences over-approximate; of a violation that a choice does not matter for, though something
//! depends on it, it is not said. The checks of other rows end no execution here: who violates them has that violation first.

use super::{Obligation, ObligationState, Obligations};
use cairn_base::FastSet;
use cairn_ir::{CallGraph, EdgeId, FunctionId, NodeId, Op, Program};
use cairn_slice::{Criterion, Dependences, Passed, Vertex};
use std::sync::Arc;

/// The violated obligations that happen whoever calls, by their positions. `harness`: the functions whose operations are a caller's choices.
pub fn for_every_caller(known: &Obligations, harness: &FastSet<FunctionId>) -> Vec<usize> {
    let violated = |index: &usize| matches!(known.all[*index].state, ObligationState::Violated(_));
    let violated: Vec<usize> = (0..known.all.len()).filter(violated).collect();
    if violated.is_empty() {
        return violated;
    }
    let mut program = Program::clone(&known.program);
    known.all.iter().flat_map(|one| &one.edges).for_each(|edge| go_on(&mut program, *edge));
    let calls = CallGraph::new(&program);
    let program = Arc::new(program);
    let mut dependences = Dependences::new(&program);
    let mut is_every_callers = |one: &Obligation| {
        let marks = one.edges.iter().copied().filter(|edge| known.program.edges[*edge].op.marked_doubt().is_none());
        let criterion = Criterion::edges(&program, marks);
        let mut is_chosen = criterion.vertices.is_empty();
        cairn_ir::reachable(criterion.vertices, |vertex, open| match of_harness(&program, &calls, vertex, harness) {
            Choice::Chosen => is_chosen = true,
            Choice::Call => {}
            Choice::Inside => open.extend(dependences.of(vertex).iter().map(|dependence| dependence.on)),
        });
        !is_chosen
    };
    violated.into_iter().filter(|index| is_every_callers(&known.all[*index])).collect()
}

/// What a vertex has to do with the harness.
enum Choice {
    /// It is a choice of it, or depends on which calls it makes.
    Chosen,
    /// That it calls.
    Call,
    Inside,
}

fn of_harness(program: &Program, calls: &CallGraph, vertex: Vertex, harness: &FastSet<FunctionId>) -> Choice {
    let of_edge = |edge: EdgeId| program.nodes[program.edges[edge].source].function;
    let function = match vertex {
        Vertex::Edge(edge) | Vertex::After(edge, _) => Some(of_edge(edge)),
        Vertex::ActualIn(site, _) | Vertex::ActualOut(site, _) | Vertex::CallEnds(site) => {
            calls.edge_of(site).map(of_edge)
        }
        Vertex::FormalIn(function, _)
        | Vertex::FormalOut(function, _)
        | Vertex::Entry(function)
        | Vertex::Ends(function) => Some(function),
        Vertex::Merge(node, _) => Some(program.nodes[node].function),
    };
    match vertex {
        _ if !function.is_some_and(|function| harness.contains(&function)) => Choice::Inside,
        Vertex::Edge(edge) if matches!(program.edges[edge].op, Op::Call(_)) => Choice::Call,
        Vertex::ActualIn(_, Passed::Memory(_)) => Choice::Inside,
        _ => Choice::Chosen,
    }
}

/// Has executions go on behind an edge that violates an obligation as where it is not violated.
fn go_on(program: &mut Program, edge: EdgeId) {
    let Some(target) = other_way(program, program.edges[edge].source) else { return };
    let old = program.edges[edge].target;
    program.nodes[old].entering.retain(|entering| *entering != edge);
    program.edges[edge].op = Op::Skip;
    program.edges[edge].target = target;
    program.nodes[target].entering.push(edge);
}

/// Where the branch goes on the other way that a location stands behind; none where several ways lead to the location.
fn other_way(program: &Program, mut node: NodeId) -> Option<NodeId> {
    loop {
        let [entering] = program.nodes[node].entering[..] else { return None };
        let before = program.edges[entering].source;
        match program.nodes[before].leaving[..] {
            [_] => node = before,
            [one, other] => return Some(program.edges[if one == entering { other } else { one }].target),
            _ => return None,
        }
    }
}
