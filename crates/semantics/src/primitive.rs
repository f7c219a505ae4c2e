//! The primitives of the memory model and of the C library: which operation of the machine each one is. How many arguments
//! there are, and which of them is an address that is written to, says the primitive's row ([`cairn_ir::primitive`]).

use crate::evaluate::value;
use crate::leaf::leaf;
use crate::machine::{Allocation, ObjectMachine, Operand};
use cairn_ir::effects::AllocationKind;
use cairn_ir::{EdgeId, ExprId, Intrinsic, PlaceId};

/// Executes a primitive.
///
/// # Errors
/// The machine cannot go on.
pub fn primitive<'p, M: ObjectMachine<'p>>(
    machine: &mut M,
    site: EdgeId,
    which: Intrinsic,
    args: &[ExprId],
    result: Option<PlaceId>,
) -> Result<(), M::Error> {
    let row = which.row();
    if !row.takes(args.len()) {
        return machine.no_step(WRONG_COUNT);
    }
    let mut operands = Vec::with_capacity(args.len());
    for (at, expr) in args.iter().enumerate() {
        let expr = *expr;
        let value = if row.writes_behind(at) { machine.target_value(expr)? } else { value(machine, expr)? };
        operands.push(Operand { expr, value });
    }
    let done = match which {
        Intrinsic::Malloc => first(operands).map(|[size]| machine.allocate(site, Allocation::Heap, size).map(Some)),
        Intrinsic::Calloc => first(operands).map(|[size]| machine.allocate(site, Allocation::Zeroed, size).map(Some)),
        Intrinsic::Alloca => first(operands).map(|[size]| machine.allocate(site, Allocation::Frame, size).map(Some)),
        Intrinsic::Realloc => first(operands).map(|[old, size]| machine.reallocate(site, old, size).map(Some)),
        Intrinsic::Free => first(operands).map(|[at]| machine.free(at, AllocationKind::Heap).map(|()| None)),
        Intrinsic::EndArray => first(operands).map(|[at]| machine.free(at, AllocationKind::Frame).map(|()| None)),
        Intrinsic::MemCopy => first(operands).map(|[to, from, size]| machine.copy(to, from, size).map(Some)),
        Intrinsic::MemSet => first(operands).map(|[to, byte, size]| machine.fill(to, byte, size).map(Some)),
        Intrinsic::Clobber => Some(machine.clobber(operands).map(|()| None)),
        Intrinsic::Escape => Some(machine.escape(operands).map(|()| None)),
        Intrinsic::ExternalCallee => first(operands).map(|[pointer]| machine.external_callee(pointer).map(|()| None)),
        Intrinsic::Access | Intrinsic::Freeable | Intrinsic::Unfreed | Intrinsic::Overlaps => {
            Some(machine.ask(which, operands).map(Some))
        }
    };
    let Some(done) = done else { return machine.no_step(WRONG_COUNT) };
    let (Some(value), Some(place)) = (done?, result) else { return Ok(()) };
    let Some(leaf) = leaf(machine.program(), place) else { return machine.no_step("a result that is no scalar") };
    let at = machine.target(place)?;
    machine.store(place, at, leaf, value)
}

const WRONG_COUNT: &str = "a primitive with a wrong number of arguments";

/// The first so many; those behind them are evaluated and say no more to a machine (an alignment).
fn first<T, const N: usize>(mut all: Vec<T>) -> Option<[T; N]> {
    all.truncate(N);
    all.try_into().ok()
}
