//! The claims of states of the interval analysis, compared with executions.

use cairn_domains::interval::IntervalState;
use cairn_domains::interval::cell::KeyedCell;
use cairn_interp::Interpreter;
use cairn_ir::interval::Interval;
use cairn_ir::types::Scalar;
use cairn_ir::{Program, TypeId, Value};

/// The scalar (and width, for a bit-field) that is at a bit of a type.
pub fn scalar_at(program: &Program, ty: TypeId, bit: u64) -> Option<(Scalar, u32)> {
    if let Some(scalar) = program.types.scalar(ty) {
        return (bit == 0).then_some((scalar, scalar.bits()));
    }
    for field in program.types.fields(ty)?.iter().rev() {
        let first = 8 * field.offset + field.bits.map_or(0, |b| u64::from(b.first));
        if bit == first && field.bits.is_some() {
            return Some((program.types.scalar(field.ty)?, field.bits?.width));
        }
        if field.bits.is_none() && first <= bit {
            return scalar_at(program, field.ty, bit - first);
        }
    }
    None
}

/// Compares the ranges of a state with the memory; the number of ranges compared.
pub fn compare(
    state: &IntervalState,
    depth_of_frame: impl Fn(u32) -> u32,
    interpreter: &Interpreter<'_, '_>,
    program: &Program,
) -> Result<usize, String> {
    let mut compared = 0;
    let mut wrong = None;
    state.for_each_number(|KeyedCell { var, depth, bit }, Interval { low, high }| {
        let depth = depth.map_or(0, &depth_of_frame);
        let Some(base) = interpreter.address_of(depth as usize, var) else { return };
        let Some((scalar, width)) = scalar_at(program, program.vars[var].ty, u64::from(bit)) else {
            wrong = Some(format!("no scalar at bit {bit} of {}", program.vars[var].name));
            return;
        };
        let (first, last) = (u64::from(bit) / 8, (u64::from(bit) + u64::from(width) - 1) / 8);
        let mut whole = 0u128;
        for index in (first..=last).rev() {
            let Some(byte) = interpreter.byte_at(base + index) else { return };
            whole = whole << 8 | u128::from(byte);
        }
        let bits = Value::truncated(whole >> (bit % 8), width);
        let value = if scalar.is_signed() { bits.as_signed(width) } else { bits.0 as i128 };
        compared += 1;
        if value < low || value > high {
            wrong = Some(format!("{}+{bit} is {value}, not in {low}..={high}", program.vars[var].name));
        }
    });
    wrong.map_or(Ok(compared), Err)
}
