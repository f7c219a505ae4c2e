//! The strengthening of the path formula by what a peer knows (the operator ↓; SLICE 2.6.3): the explicit values of the
//! variables that a branch or an assignment reads.
//!
//! So the abstraction at the end of a block sees `mode = 3` without a predicate for it, and a path that both analyses
//! exclude only together is found out by the solver that is asked anyway. What a step does not read is left out: it would
//! only make the formulas longer. Only inside a block: where one has just ended, a state is its abstraction, and coverage
//! compares nothing else.
//!
//! Both sides speak of the state after the step, so a variable that the step itself changes makes no difference.

use super::state::PredicateState;
use super::workspace::Workspace;
use cairn_cpa::{Facts, Move};
use cairn_ir::{ExprId, ExprKind, Op, PlaceId, PlaceKind, Program, Value};

/// The loads of variables, or of fields of variables, in an expression. Others may be undefined where they stand guarded.
fn loads(program: &Program, root: ExprId) -> Vec<ExprId> {
    let mut found = program.exprs.loads(root);
    found.retain(|load| matches!(program.exprs[*load].kind, ExprKind::Load(place) if is_variable(program, place)));
    found.sort_unstable();
    found.dedup();
    found
}

fn is_variable(program: &Program, mut place: PlaceId) -> bool {
    loop {
        match program.exprs[place].kind {
            PlaceKind::Var(_) => return true,
            PlaceKind::Field(base, _) => place = base,
            PlaceKind::Deref(_) | PlaceKind::Index(..) => return false,
        }
    }
}

/// Adds what the peers know. False when no execution is left.
pub fn strengthen(workspace: &mut Workspace, state: &mut PredicateState, peers: &[&dyn Facts], at: &Move<'_>) -> bool {
    let Some(&(Op::Assume { cond: read, .. } | Op::Assign { value: read, .. })) = at.op() else { return true };
    if state.at_end {
        return true;
    }
    let known: Vec<(ExprId, Value)> = loads(at.program, read)
        .into_iter()
        .filter_map(|load| {
            let value = peers.iter().find_map(|peer| peer.value_of(load, at.depth, at.program))?;
            Some((load, value))
        })
        .collect();
    if known.is_empty() {
        return true;
    }
    // What the encoder does not model is left unsaid.
    if let Ok(path) = workspace.encoder.strengthen(at.program, &state.path, &known, at.depth) {
        state.path = path;
    }
    workspace.encoder.terms.as_bool(state.path.condition) != Some(false)
}
