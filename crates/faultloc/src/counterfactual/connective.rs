//! `&&` in place of `||`, and the other way round: in the automaton they are branches, one behind the other.
//!
//! `a || b` is a branch on `a` whose false way leads to one on `b`, and both true ways meet. It becomes `a && b` when the first
//! decides `a ? b : 0` and the second never holds; `a && b` becomes `a || b` when the first decides `a ? 1 : b` and the second
//! always holds. So no edge goes anywhere else, and expressions have no side effects that a second look could repeat.

use cairn_ir::{EdgeId, ExprId, ExprKind, NodeId, Op, Program, format_expr};

/// A branch: what it decides, and where each way leads.
struct Branch {
    cond: ExprId,
    edges: [EdgeId; 2],
    then: NodeId,
    otherwise: NodeId,
}

/// The other connective between the condition of a node and the next one: said in words, and the operations.
pub fn exchanged(program: &mut Program, node: NodeId) -> Option<(String, Vec<(EdgeId, Op)>)> {
    let first = branch(program, node)?;
    let is_or = branch(program, first.otherwise).is_some_and(|next| next.then == first.then);
    let next = branch(program, if is_or { first.otherwise } else { first.then })?;
    if !is_or && next.otherwise != first.otherwise {
        return None;
    }
    let int = program.types.int(cairn_ir::IntKind::Int);
    if program.exprs[first.cond].ty != int || program.exprs[next.cond].ty != int {
        return None;
    }
    let (a, b) = (format_expr(program, first.cond), format_expr(program, next.cond));
    let exprs = &mut program.exprs;
    let constant = exprs.expr(ExprKind::Constant(u128::from(!is_or)), int);
    let both = match is_or {
        true => ExprKind::Conditional(first.cond, next.cond, constant),
        false => ExprKind::Conditional(first.cond, constant, next.cond),
    };
    let both = exprs.expr(both, int);
    let (old, new) = if is_or { ("||", "&&") } else { ("&&", "||") };
    let text = format!("`{a} {old} {b}` becomes `{a} {new} {b}`");
    let decide = |edges: [EdgeId; 2], cond| {
        let [then, otherwise] = edges;
        [(then, Op::Assume { cond, truth: true }), (otherwise, Op::Assume { cond, truth: false })]
    };
    Some((text, decide(first.edges, both).into_iter().chain(decide(next.edges, constant)).collect()))
}

/// The branch at a node, or behind it where nothing happens in between.
fn branch(program: &Program, node: NodeId) -> Option<Branch> {
    let node = settled(program, node);
    let [one, two] = program.nodes[node].leaving[..] else { return None };
    let (Op::Assume { cond, truth }, Op::Assume { .. }) = (&program.edges[one].op, &program.edges[two].op) else {
        return None;
    };
    let (then, otherwise) = if *truth { (one, two) } else { (two, one) };
    let to = |edge: EdgeId| settled(program, program.edges[edge].target);
    Some(Branch { cond: *cond, edges: [then, otherwise], then: to(then), otherwise: to(otherwise) })
}

/// Where control gets from a node without anything happening.
fn settled(program: &Program, mut node: NodeId) -> NodeId {
    for _ in 0..8 {
        match program.nodes[node].leaving[..] {
            [edge] if matches!(program.edges[edge].op, Op::Skip) => node = program.edges[edge].target,
            _ => break,
        }
    }
    node
}
