//! The primitives of the memory model and of the C library: their arguments, in order, and their result.

use crate::evaluate::value;
use crate::leaf::leaf;
use crate::machine::{Allocation, ObjectMachine, Operand};
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
    let result_of = match (which, args) {
        (Intrinsic::Malloc, [size]) => allocate(machine, site, Allocation::Heap, *size)?,
        (Intrinsic::Malloc, [size, alignment]) => {
            let size = operand(machine, *size)?;
            value(machine, *alignment)?;
            machine.allocate(site, Allocation::Heap, size)?
        }
        (Intrinsic::Calloc, [size]) => allocate(machine, site, Allocation::Zeroed, *size)?,
        (Intrinsic::Alloca, [size]) => allocate(machine, site, Allocation::Frame, *size)?,
        (Intrinsic::Realloc, [old, size]) => {
            let (old, size) = (operand(machine, *old)?, operand(machine, *size)?);
            machine.reallocate(site, old, size)?
        }
        (Intrinsic::Free, [pointer]) => {
            let pointer = operand(machine, *pointer)?;
            return machine.free(pointer);
        }
        (Intrinsic::MemCopy, [to, from, size]) => {
            let (to, from, size) = (target(machine, *to)?, operand(machine, *from)?, operand(machine, *size)?);
            machine.copy(to, from, size)?
        }
        (Intrinsic::MemSet, [to, byte, size]) => {
            let (to, byte, size) = (target(machine, *to)?, operand(machine, *byte)?, operand(machine, *size)?);
            machine.fill(to, byte, size)?
        }
        (Intrinsic::Clobber, pointers) => {
            let pointers = pointers.iter().map(|p| target(machine, *p)).collect::<Result<_, _>>()?;
            return machine.clobber(pointers);
        }
        (Intrinsic::Escape, pointers) => {
            let pointers = operands(machine, pointers)?;
            return machine.escape(pointers);
        }
        (Intrinsic::ExternalCallee, [pointer]) => {
            let pointer = operand(machine, *pointer)?;
            return machine.external_callee(pointer);
        }
        (Intrinsic::Access, [_, _, _, _])
        | (Intrinsic::Freeable, [_])
        | (Intrinsic::Unfreed, [])
        | (Intrinsic::Overlaps, [_, _, _, _]) => {
            let operands = operands(machine, args)?;
            machine.ask(which, operands)?
        }
        (
            Intrinsic::Malloc
            | Intrinsic::Calloc
            | Intrinsic::Alloca
            | Intrinsic::Realloc
            | Intrinsic::Free
            | Intrinsic::MemCopy
            | Intrinsic::MemSet
            | Intrinsic::ExternalCallee
            | Intrinsic::Access
            | Intrinsic::Freeable
            | Intrinsic::Unfreed
            | Intrinsic::Overlaps,
            _,
        ) => return machine.no_step("a primitive with a wrong number of arguments"),
    };
    let Some(place) = result else { return Ok(()) };
    let Some(leaf) = leaf(machine.program(), place) else { return machine.no_step("a result that is no scalar") };
    let at = machine.target(place)?;
    machine.store(place, at, leaf, result_of)
}

fn allocate<'p, M: ObjectMachine<'p>>(
    machine: &mut M,
    site: EdgeId,
    how: Allocation,
    size: ExprId,
) -> Result<M::Value, M::Error> {
    let size = operand(machine, size)?;
    machine.allocate(site, how, size)
}

fn operand<'p, M: ObjectMachine<'p>>(machine: &mut M, expr: ExprId) -> Result<Operand<M::Value>, M::Error> {
    Ok(Operand { expr, value: value(machine, expr)? })
}
fn operands<'p, M: ObjectMachine<'p>>(machine: &mut M, exprs: &[ExprId]) -> Result<Vec<Operand<M::Value>>, M::Error> {
    exprs.iter().map(|expr| operand(machine, *expr)).collect()
}
/// An address that is written to.
fn target<'p, M: ObjectMachine<'p>>(machine: &mut M, expr: ExprId) -> Result<Operand<M::Value>, M::Error> {
    Ok(Operand { expr, value: machine.target_value(expr)? })
}
