//! Which variables are cells: scalars of their own, without memory.

use super::constraints::Constraints;
use super::graph::Graph;
use super::partition::Storage;
use cairn_base::id::IdVec;
use cairn_ir::{ExprKind, PlaceId, PlaceKind, Program, VarId};

/// The variable that a place is in, and its first bit, when the way there is constant.
fn bit_of(program: &Program, place: PlaceId) -> Option<(VarId, u64)> {
    let mut bit = 0u64;
    let mut at = place;
    loop {
        match program.exprs[at].kind {
            PlaceKind::Var(var) => return Some((var, bit)),
            PlaceKind::Deref(_) => return None,
            PlaceKind::Field(record, field) => {
                let field = program.types.fields(program.exprs[record].ty)?.get(field as usize)?;
                let first = field.bits.map_or(0, |b| u64::from(b.first));
                bit = bit.checked_add(field.offset.checked_mul(8)?.checked_add(first)?)?;
                at = record;
            }
            PlaceKind::Index(array, index) => {
                let ExprKind::Constant(index) = program.exprs[index].kind else { return None };
                let size = program.types.size_of(program.exprs[at].ty)?;
                let offset = u64::try_from(index).ok()?.checked_mul(size)?.checked_mul(8)?;
                bit = bit.checked_add(offset)?;
                at = array;
            }
        }
    }
}

/// The bits of a scalar place.
fn width(program: &Program, place: PlaceId) -> Option<u64> {
    if let PlaceKind::Field(record, field) = program.exprs[place].kind
        && let Some(bits) = program.types.fields(program.exprs[record].ty)?.get(field as usize)?.bits
    {
        return Some(u64::from(bits.width));
    }
    Some(u64::from(program.types.scalar(program.exprs[place].ty)?.bits()))
}

pub(super) fn storage(from: &Constraints<'_>, graph: &Graph) -> IdVec<VarId, Storage> {
    let program = from.program;
    let mut storage: IdVec<VarId, Storage> = program
        .vars
        .ids()
        .map(|var| {
            let is_single = graph.objects(graph.find_in(from.vars[var]).node).len() == 1;
            if is_single && !from.taken[var] { Storage::Cells } else { Storage::Memory }
        })
        .collect();
    let mut bits: Vec<(VarId, u64, u64)> = Vec::new();
    for access in &from.accesses {
        let Some(place) = access.place else { continue };
        let Some(var) = program.exprs.root_variable(place) else { continue };
        match (bit_of(program, place), width(program, place)) {
            (Some((_, first)), Some(width)) => bits.push((var, first, width)),
            _ => storage[var] = Storage::Memory,
        }
    }
    bits.sort_unstable();
    bits.dedup();
    for pair in bits.windows(2) {
        let [(var, first, width), (other, next, _)] = pair else { continue };
        if var == other && first + width > *next {
            storage[*var] = Storage::Memory;
        }
    }
    for (var, variable) in program.vars.iter_ids() {
        // A variable as a whole that is a member of a union or the like is seen by its accesses; bytes given at the start are
        // the exception.
        let scalar = program.types.scalar(variable.ty).is_some();
        if variable.data.is_some() && !scalar {
            storage[var] = Storage::Memory;
        }
    }
    storage
}
