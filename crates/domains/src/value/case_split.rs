//! Case distinction: where an assumption leaves a variable a few values, a state for each.
//!
//! `0 <= n <= 20` says little to an analysis that knows single values: `n * n` is unknown, and a path that depends on it is
//! beyond it. Twenty-one states, each with one `n`, say everything; programs with bounded inputs are decided by going
//! through them, which for nonlinear arithmetic is far cheaper than any formula. The union of the states is the state
//! that is split, so nothing is lost. Only where everything is tracked: a precision that grows would split again and
//! again what an earlier one had split.

use super::datum::Datum;
use super::location::MemoryLocation;
use super::memory::Memory;
use super::precision::ValuePrecision;
use super::state::ValueState;
use cairn_cpa::{Move, Successors};
use cairn_ir::interval::Interval;
use cairn_ir::{ExprKind, Op, Value};

/// Replaces the successor of a step by one for each value of the first variable that the step assumes something of and
/// that has from 2 to `most` values.
pub fn split(
    state: ValueState,
    precision: &ValuePrecision,
    at: &Move<'_>,
    most: u64,
    out: &mut Successors<ValueState>,
) {
    let program = at.program;
    if let Some(&Op::Assume { cond, .. }) = at.op() {
        let memory = |state: ValueState| Memory::new(state, at.depth, program, precision);
        for load in program.exprs.loads(cond) {
            let ExprKind::Load(place) = program.exprs[load].kind else { continue };
            let mut probe = memory(state.clone());
            let Some(scalar) = probe.scalar(program.type_of(load)) else { continue };
            let datum @ Datum::Range(_) = probe.value(load) else { continue };
            let location @ MemoryLocation::At { .. } = probe.target(place) else { continue };
            let Some(Interval { low, high }) = datum.interval(scalar) else { continue };
            if high - low >= i128::from(most) {
                continue;
            }
            let of = |value: i128| {
                let mut one = memory(state.clone());
                one.learn(location, scalar, Datum::Bits(Value::from_i128(value, scalar.bits()).0));
                one.state
            };
            out.extend((low..=high).map(of));
            return;
        }
    }
    out.push(state);
}
