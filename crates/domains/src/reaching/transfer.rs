//! The transfer relation: what a step defines, and what it kills.
//!
//! What an operation writes is [`cairn_ir::effects`]; this module only says which definitions that means. A call's edge
//! defines the callee's parameters when it is entered, and the caller's result when it is left.

use super::state::{DefinedObject, ReachingState};
use cairn_cpa::{Failure, Move, Res};
use cairn_ir::effects::{self, Effect, Where};
use cairn_ir::{CallSiteId, EdgeId, Op, Program, Step, VarId, VarKind};
use std::sync::Arc;

/// The static variables that a pointer may point to. They need no entry in a state for this.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exposed(Arc<[VarId]>);

impl Exposed {
    /// Those of a program. String literals are never written.
    pub fn of(program: &Program) -> Self {
        let is_meant = |(_, var): &(VarId, &cairn_ir::Variable)| {
            var.address_taken && var.frame().is_none() && var.kind != VarKind::StringLiteral
        };
        Self(program.vars.iter_ids().filter(is_meant).map(|(id, _)| id).collect())
    }
}

/// The successor of a state. Every step has one.
///
/// # Errors
/// The program has a call without its edge: an invariant of Cairn does not hold.
pub fn step(state: &ReachingState, exposed: &Exposed, at: &Move<'_>) -> Res<ReachingState> {
    let (program, mut next) = (at.program, state.clone());
    match at.step {
        Step::Hidden(_) => {}
        Step::Edge(edge) => {
            for effect in effects::own(program, &program.edges[edge].op) {
                apply(&mut next, exposed, effect, edge, at);
            }
        }
        Step::Enter(call, _) => {
            let edge = edge_of(call, &program.nodes[at.source].leaving, program)?;
            effects::passed(program, call)
                .for_each(|(param, _)| next.define(DefinedObject::Local(at.depth + 1, param), edge));
        }
        Step::Leave(call, _) => {
            next.end_frames(at.depth);
            if let Some(result) = program.calls[call].result {
                let edge = edge_of(call, &program.nodes[at.target].entering, program)?;
                next.define(DefinedObject::of(result, at.depth.saturating_sub(1), program), edge);
            }
        }
    }
    Ok(next)
}

fn apply(next: &mut ReachingState, exposed: &Exposed, effect: Effect, by: EdgeId, at: &Move<'_>) {
    let spot = |var: VarId| DefinedObject::of(var, at.depth, at.program);
    match effect {
        Effect::Begins { var, .. } | Effect::Writes { at: Where::Variable(var), .. } => next.define(spot(var), by),
        Effect::Writes { at: to, .. } => match to.variable(at.program) {
            Some(var) => next.may_define(spot(var), by),
            None => through_pointer(next, exposed, by, at.program),
        },
        Effect::Ends(var) => next.end(spot(var)),
        // Before, no pointer points there.
        Effect::Allocates(_) => next.may_define(DefinedObject::Nameless, by),
        // Code outside writes on edges of its own.
        Effect::Exposes(_) | Effect::Frees(..) => {}
        Effect::Names(_)
        | Effect::Reads(_)
        | Effect::Follows(_)
        | Effect::TakesAddress(_)
        | Effect::TakesFunction(_)
        | Effect::AsksForLifetimes => {}
    }
}

/// All variables that a pointer may point to: of frames those that live, which have an entry since their lifetime began.
fn through_pointer(next: &mut ReachingState, exposed: &Exposed, by: EdgeId, program: &Program) {
    let is_taken = |spot: &DefinedObject| match spot {
        DefinedObject::Local(_, var) => program.vars[*var].address_taken,
        DefinedObject::Nameless | DefinedObject::Static(_) => false,
    };
    let locals: Vec<DefinedObject> = next.spots().filter(is_taken).collect();
    let statics = exposed.0.iter().map(|var| DefinedObject::Static(*var));
    locals.into_iter().chain(statics).chain([DefinedObject::Nameless]).for_each(|spot| next.may_define(spot, by));
}

fn edge_of(call: CallSiteId, among: &[EdgeId], program: &Program) -> Res<EdgeId> {
    let is_it = |edge: &&EdgeId| program.edges[**edge].op == Op::Call(call);
    among.iter().find(is_it).copied().ok_or_else(|| Failure::Internal(format!("{call} has no edge")))
}
