//! Objects that are not published: allocated by an instance, their address in variables that it has for itself. No other
//! thread goes there, whatever the allocation is called.
//!
//! Forward: which of these variables hold the address of such an object, each with the place of its allocation. Where an address goes
//! anywhere else (to memory, to a call, to another thread), all variables of that allocation are given up, those of an earlier round of a
//! loop too. So the state under-approximates what is not published. Invariant: all variables that may hold the address of an object of the state
//! are in it, so at a join an allocation is given up together with the first variable on which the ways do not agree. What is published later is ordered by what publishes it: if that is no
//! synchronisation, there is a race at the memory through which the address goes.

use super::copies::Copies;
use super::private_variables::PrivateVariables;
use cairn_base::FastMap;
use cairn_ir::dataflow::{Direction, JoinSemiLattice, Worklist, iterate_to_fixpoint};
use cairn_ir::effects::{self, Effect, Where};
use cairn_ir::expr::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind};
use cairn_ir::ids::{EdgeId, NodeId, VarId};
use cairn_ir::op::Op;
use cairn_ir::program::Program;
use std::collections::{BTreeMap, BTreeSet};

/// The allocation of the object that each variable points into.
#[derive(Clone, Default)]
struct State(BTreeMap<VarId, EdgeId>);

impl JoinSemiLattice for State {
    fn join(&mut self, other: &Self) -> bool {
        let before = self.0.len();
        let is_common = |one: &Self, (var, of): (&VarId, &EdgeId)| one.0.get(var) == Some(of);
        let left = self.0.iter().filter(|known| !is_common(other, *known)).map(|(_, of)| *of);
        let right = other.0.iter().filter(|known| !is_common(self, *known)).map(|(_, of)| *of);
        let given_up: BTreeSet<EdgeId> = left.chain(right).collect();
        self.0.retain(|_, of| !given_up.contains(of));
        self.0.len() != before
    }
}

pub(super) struct FreshObjects(FastMap<NodeId, State>);

impl FreshObjects {
    pub fn of(copies: &Copies<'_>, firsts: &[NodeId], private: &PrivateVariables) -> Self {
        let program = &*copies.program;
        let mut all = FastMap::default();
        for (instance, first) in firsts.iter().enumerate() {
            let is_private = |var: VarId| private.is_of(var, instance);
            let transfer = |edge: EdgeId, state: &State| Some(after(program, state, edge, &is_private));
            let start = [(*first, State::default())];
            let states = iterate_to_fixpoint(program, Direction::Forward, Worklist::LastFirst, start, transfer);
            all.extend(states.into_iter().filter(|(_, state)| !state.0.is_empty()));
        }
        Self(all)
    }

    /// Whether what is behind a pointer at a node is such an object.
    pub fn is_behind(&self, program: &Program, node: NodeId, pointer: ExprId) -> bool {
        let of = self.0.get(&node).zip(base(program, pointer));
        of.is_some_and(|(state, var)| state.0.contains_key(&var))
    }

    /// Whether a place is a part of one.
    pub fn is_in(&self, program: &Program, node: NodeId, place: PlaceId) -> bool {
        self.0.contains_key(&node) && behind(program, place).is_some_and(|of| self.is_behind(program, node, of))
    }
}

/// The pointer that a place is behind.
fn behind(program: &Program, place: PlaceId) -> Option<ExprId> {
    match program.exprs[place].kind {
        PlaceKind::Var(_) => None,
        PlaceKind::Field(base, _) | PlaceKind::Index(base, _) => behind(program, base),
        PlaceKind::Deref(pointer) => Some(pointer),
    }
}

/// The variable whose value a pointer is an offset from.
fn base(program: &Program, pointer: ExprId) -> Option<VarId> {
    match program.exprs[pointer].kind {
        ExprKind::Load(place) => match program.exprs[place].kind {
            PlaceKind::Var(var) => Some(var),
            _ => None,
        },
        ExprKind::Cast(inner) if program.types.is_pointer(program.exprs[inner].ty) => base(program, inner),
        ExprKind::Binary(BinaryOp::PtrAdd, from, _) => base(program, from),
        ExprKind::AddressOf(place) => base(program, behind(program, place)?),
        _ => None,
    }
}

/// The variables whose value is in that of an expression.
fn carried(program: &Program, expr: ExprId, found: &mut Vec<VarId>) {
    match program.exprs[expr].kind {
        ExprKind::Constant(_) | ExprKind::FunctionAddress(_) => {}
        ExprKind::Load(place) => {
            if let PlaceKind::Var(var) = program.exprs[place].kind {
                found.push(var);
            }
        }
        ExprKind::AddressOf(place) => {
            if let Some(pointer) = behind(program, place) {
                carried(program, pointer, found);
            }
        }
        ExprKind::Unary(_, x) | ExprKind::Cast(x) => carried(program, x, found),
        ExprKind::Binary(op, ..) if op.is_comparison() => {}
        ExprKind::Binary(_, x, y) => {
            carried(program, x, found);
            carried(program, y, found);
        }
        ExprKind::Conditional(_, x, y) => {
            carried(program, x, found);
            carried(program, y, found);
        }
    }
}

/// What a value is made of is published, but for an object.
fn publish(program: &Program, state: &mut State, value: ExprId, kept: Option<EdgeId>) {
    let mut found = Vec::new();
    carried(program, value, &mut found);
    let objects: Vec<EdgeId> = found.iter().filter_map(|var| state.0.get(var).copied()).collect();
    state.0.retain(|_, of| kept == Some(*of) || !objects.contains(of));
}

fn after(program: &Program, before: &State, edge: EdgeId, is_private: &impl Fn(VarId) -> bool) -> State {
    let mut state = before.clone();
    let op = &program.edges[edge].op;
    let written = |place: PlaceId| match program.exprs[place].kind {
        PlaceKind::Var(var) => Some(var),
        _ => None,
    };
    match op {
        Op::Assign { place, value } => {
            let to = written(*place).filter(|var| is_private(*var));
            let of = base(program, *value).and_then(|var| state.0.get(&var).copied()).filter(|_| to.is_some());
            publish(program, &mut state, *value, of);
            if let Some(var) = written(*place) {
                state.0.remove(&var);
            }
            state.0.extend(to.zip(of));
        }
        Op::Intrinsic { args, result, .. } => {
            let all = effects::own(program, op);
            let allocates = all.iter().any(|effect| matches!(effect, Effect::Allocates(_)));
            let is_memory = |effect: &Effect| {
                !matches!(effect, Effect::Exposes(_) | Effect::Writes { at: Where::Reachable(_), .. })
            };
            if result.is_some() || !all.iter().all(is_memory) {
                args.iter().for_each(|arg| publish(program, &mut state, *arg, None));
            }
            if let Some(var) = result.and_then(written) {
                state.0.remove(&var);
                state.0.extend(Some((var, edge)).filter(|_| allocates && is_private(var)));
            }
        }
        Op::Call(site) | Op::CallPointer { site, .. } => {
            program.calls[*site].args.iter().for_each(|arg| publish(program, &mut state, *arg, None));
            if let Some(var) = program.calls[*site].result {
                state.0.remove(&var);
            }
        }
        Op::Havoc { place, .. } => {
            if let Some(var) = written(*place) {
                state.0.remove(&var);
            }
        }
        Op::Declare { var, .. } | Op::EndScope(var) => {
            state.0.remove(var);
        }
        Op::Skip | Op::Label(_) | Op::Assume { .. } | Op::Halt | Op::Unsupported(_) => {}
    }
    state
}
