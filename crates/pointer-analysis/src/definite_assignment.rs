//! Which local scalars may be read before they are assigned: definite assignment, as Java has it, function by function.
//!
//! A local that always has a value when it is read holds no indeterminate pointer, however it is declared. Only variables
//! whose address is nowhere a value are looked at; for all others the answer is "may be".

use super::constraints::Constraints;
use cairn_base::id::IdVec;
use cairn_base::{FastMap, FastSet};
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

type Bits = Vec<u64>;

fn look(
    program: &Program,
    function: FunctionId,
    edges: &[EdgeId],
    numbers: &FastMap<VarId, usize>,
    count: usize,
    maybe: &mut IdVec<VarId, bool>,
) {
    let Some(body) = program.functions[function].body else { return };
    let mut edges: Vec<EdgeId> = edges.to_vec();
    edges.sort_by_key(|edge| program.nodes[program.edges[*edge].source].order);
    let words = count.div_ceil(64);
    let mut at: FastMap<cairn_ir::NodeId, Bits> = FastMap::default();
    let mut first = vec![0; words];
    for param in &program.functions[function].params {
        set(&mut first, numbers, *param, true);
    }
    at.insert(body.entry, first);
    loop {
        let mut changed = false;
        for edge in &edges {
            let edge = &program.edges[*edge];
            let Some(mut bits) = at.get(&edge.source).cloned() else { continue };
            transfer(&edge.op, program, numbers, &mut bits);
            match at.get_mut(&edge.target) {
                None => {
                    at.insert(edge.target, bits);
                    changed = true;
                }
                Some(known) => {
                    for (known, new) in known.iter_mut().zip(&bits) {
                        changed |= *known & !new != 0;
                        *known &= new;
                    }
                }
            }
        }
        if !changed {
            break;
        }
    }
    let mut open = Vec::new();
    let mut seen: FastSet<ExprOrPlace> = FastSet::default();
    for edge in &edges {
        let edge = &program.edges[*edge];
        let Some(bits) = at.get(&edge.source) else { continue };
        seen.clear();
        edge.op.roots(&program.calls, &mut open);
        while let Some(part) = open.pop() {
            if !seen.insert(part) {
                continue;
            }
            if let ExprOrPlace::Expr(expr) = part
                && let ExprKind::Load(place) = program.exprs[expr].kind
                && let Some(var) = plain(program, place)
                && !get(bits, numbers, var)
            {
                maybe[var] = true;
            }
            open.extend(program.exprs.parts(part));
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
    numbers.get(&var).is_none_or(|n| bits[n / 64] >> (n % 64) & 1 == 1)
}

fn set(bits: &mut Bits, numbers: &FastMap<VarId, usize>, var: VarId, value: bool) {
    if let Some(n) = numbers.get(&var) {
        let bit = 1 << (n % 64);
        bits[n / 64] = if value { bits[n / 64] | bit } else { bits[n / 64] & !bit };
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
