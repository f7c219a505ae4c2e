//! Expressions and places: operands from left to right, each of its type.

use crate::leaf::leaf;
use crate::machine::{Evaluation, Subscript};
use cairn_base::deep;
use cairn_ir::types::Scalar;
use cairn_ir::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind, Program, Type, TypeId};

/// The value of a scalar expression.
///
/// # Errors
/// The machine cannot go on.
pub fn value<'p, M: Evaluation<'p>>(machine: &mut M, expr: ExprId) -> Result<M::Value, M::Error> {
    deep(|| evaluate(machine, expr))
}

/// Whether a scalar expression is not zero, by its value: what [`Evaluation::condition`] is unless a machine says otherwise.
///
/// # Errors
/// The machine cannot go on.
pub fn truth<'p, M: Evaluation<'p>>(machine: &mut M, cond: ExprId) -> Result<M::Truth, M::Error> {
    let Some(of) = scalar(machine.program(), cond) else {
        let value = machine.no_value(NO_SCALAR)?;
        return machine.truth(value, Scalar::Bool);
    };
    let value = value(machine, cond)?;
    machine.truth(value, of)
}

/// Where a place is.
///
/// # Errors
/// The machine cannot go on.
pub fn locate<'p, M: Evaluation<'p>>(machine: &mut M, place: PlaceId) -> Result<M::Location, M::Error> {
    deep(|| find(machine, place))
}

fn scalar(program: &Program, expr: ExprId) -> Option<Scalar> {
    program.types.scalar(program.exprs[expr].ty)
}

/// Bytes of what a pointer of this type points to, as gcc counts: functions and `void` have 1.
fn element_size(program: &Program, pointer: TypeId) -> Option<u64> {
    let pointee = program.types.pointee(pointer)?;
    match program.types.get(pointee) {
        Type::Function(_) => Some(1),
        _ => program.types.size_of(pointee),
    }
}

const NO_SCALAR: &str = "an operand that is no scalar";
const NO_SIZE: &str = "arithmetic on a pointer to an incomplete type";

fn evaluate<'p, M: Evaluation<'p>>(machine: &mut M, expr: ExprId) -> Result<M::Value, M::Error> {
    if let Some(value) = machine.shortcut(expr)? {
        return Ok(value);
    }
    let program = machine.program();
    let Some(to) = scalar(program, expr) else { return machine.no_value(NO_SCALAR) };
    match program.exprs[expr].kind {
        ExprKind::Constant(bits) => machine.constant(bits, to),
        ExprKind::Load(place) => {
            let Some(leaf) = leaf(program, place) else {
                return machine.no_value("a whole record or array as an operand");
            };
            let at = locate(machine, place)?;
            machine.load(place, at, leaf)
        }
        ExprKind::AddressOf(place) => match program.exprs[place].kind {
            // Neither operator is evaluated (C11 6.5.3.2).
            PlaceKind::Deref(pointer) => value(machine, pointer),
            _ => {
                let at = locate(machine, place)?;
                machine.address(at)
            }
        },
        ExprKind::FunctionAddress(function) => machine.function(function),
        ExprKind::Unary(op, x) => {
            let Some(from) = scalar(program, x) else { return machine.no_value(NO_SCALAR) };
            let x = value(machine, x)?;
            machine.unary(op, x, from, to)
        }
        ExprKind::Binary(BinaryOp::PtrAdd, x, y) => {
            let Some(size) = element_size(program, program.exprs[expr].ty) else { return machine.no_value(NO_SIZE) };
            let Some(of) = scalar(program, y) else { return machine.no_value(NO_SCALAR) };
            let (x, y) = (value(machine, x)?, value(machine, y)?);
            machine.displaced(expr, x, (y, of), size)
        }
        ExprKind::Binary(BinaryOp::PtrDiff, x, y) => {
            let Some(size) = element_size(program, program.exprs[x].ty) else { return machine.no_value(NO_SIZE) };
            let (x, y) = (value(machine, x)?, value(machine, y)?);
            machine.difference(x, y, size, to)
        }
        ExprKind::Binary(op, x, y) => {
            let (Some(l), Some(r)) = (scalar(program, x), scalar(program, y)) else {
                return machine.no_value(NO_SCALAR);
            };
            let (x, y) = (value(machine, x)?, value(machine, y)?);
            machine.binary(op, (x, l), (y, r), to)
        }
        ExprKind::Cast(x) => {
            let Some(from) = scalar(program, x) else { return machine.no_value(NO_SCALAR) };
            let x = value(machine, x)?;
            machine.cast(x, from, to)
        }
        ExprKind::Conditional(cond, yes, no) => {
            let arms = (cond, yes, no);
            conditional(machine, arms, value, |machine, truth, yes, no| machine.either(truth, yes, no, to))
        }
    }
}

/// `cond ? yes : no`, each arm as `arm` has it: one of them where the condition is decided, otherwise both, each under
/// its condition ([`Evaluation::arm`]), and `either` puts them together.
///
/// # Errors
/// The machine cannot go on.
pub fn conditional<'p, M: Evaluation<'p>, T>(
    machine: &mut M,
    (cond, yes, no): (ExprId, ExprId, ExprId),
    arm: fn(&mut M, ExprId) -> Result<T, M::Error>,
    either: impl FnOnce(&mut M, M::Truth, T, T) -> Result<T, M::Error>,
) -> Result<T, M::Error> {
    let truth = machine.condition(cond)?;
    match machine.decided(&truth) {
        Some(true) => arm(machine, yes),
        Some(false) => arm(machine, no),
        None => {
            let yes = machine.arm(&truth, true, |machine| arm(machine, yes))?;
            let no = machine.arm(&truth, false, |machine| arm(machine, no))?;
            either(machine, truth, yes, no)
        }
    }
}

fn find<'p, M: Evaluation<'p>>(machine: &mut M, place: PlaceId) -> Result<M::Location, M::Error> {
    let program = machine.program();
    match program.exprs[place].kind {
        PlaceKind::Var(var) => machine.variable(var),
        PlaceKind::Deref(pointer) => machine.pointed(pointer),
        PlaceKind::Field(record, index) => {
            let fields = program.types.fields(program.exprs[record].ty);
            let Some(field) = fields.and_then(|fields| fields.get(index as usize)) else {
                return machine.no_location("an unknown member");
            };
            let base = locate(machine, record)?;
            machine.member(base, record, field)
        }
        PlaceKind::Index(array, index) => {
            let Some(size) = program.types.size_of(program.exprs[place].ty) else {
                return machine.no_location("an element without size");
            };
            let base = locate(machine, array)?;
            machine.element(base, Subscript { place, array, index, size })
        }
    }
}
