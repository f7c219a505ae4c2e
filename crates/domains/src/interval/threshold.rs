//! Thresholds of widening: constants of the program at which a growing range stops first.
//!
//! A loop `for (i = 0; i < n; i++)` with a constant `n` leaves `i` in `0..=n` without any narrowing. Constants of
//! comparisons come first, with their neighbours; when there are many, only the ones of comparisons that order are kept,
//! because each threshold may cost one more round of each loop. Memory takes fewer of them the longer a loop grows
//! ([`Thresholds::in_round`]): its rounds are dear, and descending rounds give back what is passed over.

use super::state::IntervalState;
use cairn_ir::interval::Interval;
use cairn_ir::{BinaryOp, ExprId, ExprKind, Program, Value, VarId};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// How many thresholds there are at most.
const MOST: usize = 64;

/// The precision of the interval analysis: in ascending order, where widening stops.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thresholds {
    few: Arc<[i128]>,
    /// All: where comparisons with constants change.
    every: Arc<[i128]>,
    /// What refinements have added, for single variables.
    learnt: Arc<BTreeMap<VarId, BTreeSet<i128>>>,
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
        let every = ordered.union(&compared).copied().collect();
        if ordered.len() + compared.len() <= MOST {
            ordered.append(&mut compared);
        }
        let step = ordered.len().div_ceil(MOST).max(1);
        let few = ordered.into_iter().step_by(step).collect();
        Self { few, every, learnt: Arc::default(), coarser: coarser.into() }
    }
    /// The class of a range of a variable, which `all` its values are: from the nearest end below to the nearest above.
    pub(crate) fn class(&self, var: VarId, range: Interval, all: Interval) -> Interval {
        let (below, above) = (
            self.every.partition_point(|end| *end <= range.low).checked_sub(1),
            self.every.partition_point(|end| *end < range.high),
        );
        let learnt = self.learnt.get(&var);
        let low = learnt.and_then(|ends| ends.range(..=range.low).next_back()).copied();
        let high = learnt.and_then(|ends| ends.range(range.high..).next()).copied();
        Interval {
            low: below.map(|at| self.every[at]).max(low).unwrap_or(all.low).max(all.low),
            high: self.every.get(above).copied().into_iter().chain(high).min().unwrap_or(all.high).min(all.high),
        }
    }
    /// A state with each range in its class.
    pub(crate) fn rounded(&self, state: &IntervalState) -> IntervalState {
        state.in_classes(|var, range, all| self.class(var, range, all))
    }
    /// The same with more ends of classes.
    pub(crate) fn with_ends(&self, more: &BTreeMap<VarId, BTreeSet<i128>>) -> Self {
        let mut learnt = (*self.learnt).clone();
        for (var, ends) in more {
            learnt.entry(*var).or_default().extend(ends);
        }
        Self { learnt: learnt.into(), ..self.clone() }
    }
    /// What refinements have added.
    pub(crate) fn learnt(&self) -> &BTreeMap<VarId, BTreeSet<i128>> {
        &self.learnt
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
