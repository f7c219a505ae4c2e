//! Thresholds of widening: constants of the program at which a growing range stops first.
//!
//! A loop `for (i = 0; i < n; i++)` with a constant `n` leaves `i` in `0..=n` without any narrowing. Constants of
//! comparisons come first, with their neighbours; when there are many, only the ones of comparisons that order are kept,
//! because each threshold may cost one more round of each loop. Memory takes fewer of them the longer a loop grows
//! ([`Thresholds::in_round`]): its rounds are dear, and descending rounds give back what is passed over.

use cairn_ir::{BinaryOp, ExprId, ExprKind, Program, Value};
use std::collections::BTreeSet;
use std::sync::Arc;

/// How many thresholds there are at most.
const MOST: usize = 64;

/// The precision of the interval analysis: in ascending order, where widening stops.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thresholds {
    few: Arc<[i128]>,
    /// Those of comparisons that order, then every fourth of those before.
    coarser: Arc<[Vec<i128>]>,
}

impl Thresholds {
    /// The thresholds of a program.
    pub fn of(program: &Program) -> Self {
        let (mut ordered, mut compared) = (BTreeSet::from([0]), BTreeSet::new());
        for (_, expr) in program.exprs.exprs() {
            let ExprKind::Binary(op, left, right) = expr.kind else { continue };
            if !op.is_comparison() {
                continue;
            }
            let is_order = !matches!(op, BinaryOp::Eq | BinaryOp::Ne);
            for value in [left, right].into_iter().filter_map(|side| constant(side, program)) {
                let near = [value - 1, value, value + 1];
                if is_order { ordered.extend(near) } else { compared.extend(near) }
            }
        }
        let mut all: Vec<i128> = ordered.iter().copied().collect();
        let mut coarser = Vec::new();
        while all.len() > 1 {
            let zero = all.iter().position(|value| *value == 0).unwrap_or(0);
            let next = all.iter().enumerate().filter(|(at, _)| at.abs_diff(zero).is_multiple_of(4));
            let next = next.map(|(_, value)| *value).collect();
            coarser.push(std::mem::replace(&mut all, next));
        }
        if ordered.len() + compared.len() <= MOST {
            ordered.append(&mut compared);
        }
        let step = ordered.len().div_ceil(MOST).max(1);
        Self { few: ordered.into_iter().step_by(step).collect(), coarser: coarser.into() }
    }
    /// In ascending order.
    pub fn as_slice(&self) -> &[i128] {
        &self.few
    }
    /// Those of a round, in ascending order: a quarter of them after each few rounds, so that a loop grows fast where it does not stop soon.
    pub fn in_round(&self, round: u32) -> &[i128] {
        /// So many rounds have the same ones.
        const ROUNDS: u32 = 4;
        self.coarser.get((round / ROUNDS) as usize).map_or(&[], Vec::as_slice)
    }
}

/// The integer that an expression is, through conversions that do not change it.
fn constant(mut expr: ExprId, program: &Program) -> Option<i128> {
    loop {
        match program.exprs[expr].kind {
            ExprKind::Constant(bits) => {
                let scalar = program.types.scalar(program.type_of(expr))?;
                super::shape::IntegerShape::of(scalar)?;
                return Some(if scalar.is_signed() { Value(bits).as_signed(scalar.bits()) } else { bits as i128 });
            }
            ExprKind::Cast(operand) => expr = operand,
            _ => return None,
        }
    }
}
