//! The invariants that other engines start from: the ranges of the interval analysis, with what memory knows beside them.
//!
//! A range holds in every execution that comes to a location, in whatever frame, as those of [`crate::interval::invariants`] do:
//! of a location's states the hull. So a meet of both is above every execution, and a location that either of them shows to be
//! unreachable is. Only cells that the interval analysis tracks are said: engines rest on nobody changing these through a pointer.

use super::contexts::STEPS;
use super::fixpoint::interpret;
use super::knowledge::MemoryInvariants;
use super::undefined::UndefinedAccess;
use crate::interval::cell::{key_of_var, keys_of_bits};
use crate::interval::shape::IntegerShape;
use crate::interval::{self, IntervalInvariants, IntervalState};
use crate::value::{AbstractObject, ValueState};
use cairn_base::Budget;
use cairn_cpa::Res;
use cairn_ir::types::Scalar;
use cairn_ir::{Program, Type, TypeId};

/// Of programs with more operations ranges by themselves are not computed beside memory: they cost more than memory does, since what a
/// call brings to a static goes to all callers.
const MOST_OPERATIONS: usize = 5_000;

/// Ranges of integers at each location: by ranges alone, and by what memory knows.
///
/// # Errors
/// The budget is used up.
pub fn invariants(program: &Program, undefined: UndefinedAccess, budget: &Budget) -> Res<IntervalInvariants> {
    let memory = interpret(program, STEPS, undefined, budget)?;
    with_memory(memory.as_ref(), program, budget)
}

/// The same, where memory was interpreted already, with an answer or without.
///
/// # Errors
/// The budget is used up.
pub fn with_memory(memory: Option<&MemoryInvariants>, program: &Program, budget: &Budget) -> Res<IntervalInvariants> {
    Ok(match memory.map(|memory| memory.ranges(program)) {
        Some(by_memory) if program.edges.len() > MOST_OPERATIONS => by_memory,
        Some(by_memory) => interval::invariants(program, budget)?.meet(&by_memory),
        None => interval::invariants(program, budget)?,
    })
}

impl MemoryInvariants {
    /// Ranges of the integers that the interval analysis tracks.
    pub fn ranges(&self, program: &Program) -> IntervalInvariants {
        let at = program.nodes.ids().map(|node| {
            let states = self.at(node).map(|(depth, state)| of_state(state, depth, program));
            states.reduce(|one, other| one.join(&other))
        });
        IntervalInvariants::new(at.collect())
    }
}

/// The ranges of a state, seen from the frame at a depth, which becomes frame 0.
fn of_state(state: &ValueState, depth: u32, program: &Program) -> IntervalState {
    let mut ranges = IntervalState::new();
    state.for_each(|object, content| {
        let Some(var) = object.var() else { return };
        let is_seen = object == AbstractObject::of_var(var, depth, program);
        let Some(key) = key_of_var(var, 0, program).filter(|_| is_seen) else { return };
        content.cells.for_each(|bit, cell| {
            let Some((scalar, shape)) = member(program.vars[var].ty, bit, cell.width, program) else { return };
            let key = key.checked_add(bit).filter(|at| keys_of_bits(key, u64::MAX).contains(at));
            if let (Some(key), Some(range)) = (key, cell.datum.interval(scalar)) {
                ranges.set(key, range, shape);
            }
        });
    });
    ranges
}

/// The integer that is so many bits from the start of a type, by members of records only; what the interval analysis calls a cell.
fn member(ty: TypeId, bit: u64, width: u32, program: &Program) -> Option<(Scalar, IntegerShape)> {
    if let Some(scalar) = program.types.scalar(ty) {
        let shape = IntegerShape::of(scalar).filter(|shape| !shape.is_pointer())?;
        return (bit == 0 && width == scalar.bits()).then_some((scalar, shape));
    }
    if matches!(program.types.get(ty), Type::Record(record) if program.types.records[*record].is_union) {
        return None;
    }
    program.types.fields(ty)?.iter().filter(|field| field.bits.is_none()).find_map(|field| {
        let first = field.offset.checked_mul(8)?;
        let inside = bit.checked_sub(first)?;
        let fits = inside < program.types.size_of(field.ty)?.checked_mul(8)?;
        fits.then(|| member(field.ty, inside, width, program))?
    })
}
