//! Which local scalars may be read before they are assigned: definite assignment, as Java has it, function by function.
//!
//! A local that always has a value when it is read holds no indeterminate pointer, however it is declared. Only variables
//! whose address is nowhere a value are looked at; for all others the answer is "may be".

use super::constraints::Constraints;
use cairn_base::FastMap;
use cairn_base::id::IdVec;
use cairn_ir::dataflow::{Direction, JoinSemiLattice, Worklist, iterate_to_fixpoint};
use cairn_ir::effects::{self, Effect, Where};
use cairn_ir::walk::ExprOrPlace;
use cairn_ir::{EdgeId, ExprKind, FunctionId, Op, PlaceId, PlaceKind, Program, VarId};

/// True for the variables of frames that may be read before they have a value.
pub(super) fn may_be_unassigned(from: &Constraints<'_>) -> IdVec<VarId, bool> {
    let program = from.program;
    let mut maybe: IdVec<VarId, bool> = program.vars.iter().map(|_| false).collect();
    let mut numbers: FastMap<VarId, usize> = FastMap::default();
    let mut of_function: IdVec<FunctionId, usize> = program.functions.iter().map(|_| 0).collect();
    for (var, variable) in program.vars.iter_ids() {
        let Some(function) = variable.frame() else { continue };
        if from.taken[var] || program.types.scalar(variable.ty).is_none() {
            maybe[var] = true;
        } else if program.types.pointee(variable.ty).is_some() {
            numbers.insert(var, of_function[function]);
            of_function[function] += 1;
        } else {
            maybe[var] = true;
        }
    }
    let mut edges: IdVec<FunctionId, Vec<EdgeId>> = program.functions.iter().map(|_| Vec::new()).collect();
    for (id, edge) in program.edges.iter_ids() {
        edges[program.nodes[edge.source].function].push(id);
    }
    for (function, edges) in edges.iter_ids() {
        if of_function[function] > 0 {
            look(program, function, edges, &numbers, of_function[function], &mut maybe);
        }
    }
    maybe
}

/// The variables that have a value, by their numbers.
#[derive(Clone)]
struct Bits(Vec<u64>);

impl JoinSemiLattice for Bits {
    fn join(&mut self, other: &Self) -> bool {
        let mut changed = false;
        for (known, new) in self.0.iter_mut().zip(&other.0) {
            changed |= *known & !new != 0;
            *known &= new;
        }
        changed
    }
}

fn look(
    program: &Program,
    function: FunctionId,
    edges: &[EdgeId],
    numbers: &FastMap<VarId, usize>,
    count: usize,
    maybe: &mut IdVec<VarId, bool>,
) {
    let Some(body) = program.functions[function].body else { return };
    let mut first = Bits(vec![0; count.div_ceil(64)]);
    for param in &program.functions[function].params {
        set(&mut first, numbers, *param, true);
    }
    let after = |edge: EdgeId, bits: &Bits| {
        let mut bits = bits.clone();
        transfer(&program.edges[edge].op, program, numbers, &mut bits);
        Some(bits)
    };
    let start = [(body.entry, first)];
    let at = iterate_to_fixpoint(program, Direction::Forward, Worklist::ReversePostorder, start, after);
    for edge in edges {
        let edge = &program.edges[*edge];
        let Some(bits) = at.get(&edge.source) else { continue };
        for part in program.parts_of(&edge.op) {
            if let ExprOrPlace::Expr(expr) = part
                && let ExprKind::Load(place) = program.exprs[expr].kind
                && let Some(var) = plain(program, place)
                && !get(bits, numbers, var)
            {
                maybe[var] = true;
            }
        }
    }
    if let (Some(result), Some(bits)) = (program.functions[function].result, at.get(&body.exit))
        && !get(bits, numbers, result)
    {
        maybe[result] = true;
    }
}

fn plain(program: &Program, place: PlaceId) -> Option<VarId> {
    match program.exprs[place].kind {
        PlaceKind::Var(var) => Some(var),
        _ => None,
    }
}

fn get(bits: &Bits, numbers: &FastMap<VarId, usize>, var: VarId) -> bool {
    numbers.get(&var).is_none_or(|n| bits.0[n / 64] >> (n % 64) & 1 == 1)
}

fn set(bits: &mut Bits, numbers: &FastMap<VarId, usize>, var: VarId, value: bool) {
    if let Some(n) = numbers.get(&var) {
        let bit = 1 << (n % 64);
        bits.0[n / 64] = if value { bits.0[n / 64] | bit } else { bits.0[n / 64] & !bit };
    }
}

fn transfer(op: &Op, program: &Program, numbers: &FastMap<VarId, usize>, bits: &mut Bits) {
    for effect in effects::own(program, op) {
        match effect {
            Effect::Writes { at: Where::Variable(var), .. } => set(bits, numbers, var, true),
            Effect::Begins { var, zeroed } => {
                set(bits, numbers, var, zeroed || program.vars[var].data.is_some());
            }
            Effect::Ends(var) => set(bits, numbers, var, false),
            _ => {}
        }
    }
}
