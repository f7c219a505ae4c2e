//! A component with any coefficients, by linear programming: no transition makes it larger, and as many as possible make it
//! smaller by one (Alias, Darte, Feautrier and Gonnord, SAS 2010).
//!
//! The solver's numbers are floating. They are scaled to small integers, and whoever takes the component looks at all transitions again with these, so nothing
//! rests on rounding.

use crate::component::Component;
use crate::samples::CycleTransition;
use cairn_base::FastSet;
use microlp::{ComparisonOp, OptimizationDirection, Problem};

/// More differences are not given to the solver.
const MOST: usize = 120;
const LARGEST: i32 = 100;

/// A component over the first `count` atoms; none where the solver finds none that is not constant.
pub fn component(left: &[&CycleTransition], count: usize) -> Option<Component> {
    let count = count.min(8);
    let mut seen = FastSet::default();
    let mut differences: Vec<Vec<i128>> = Vec::new();
    for (old, new) in left {
        let difference: Vec<i128> = old.iter().zip(new).take(count).map(|(old, new)| old - new).collect();
        let is_small = difference.iter().all(|by| by.unsigned_abs() < 1_000_000);
        if is_small && differences.len() < MOST && seen.insert(difference.clone()) {
            differences.push(difference);
        }
    }
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let bound = f64::from(LARGEST);
    // Of several the one with the smallest coefficients: each is the difference of two that cost a little.
    const COST: f64 = -1e-4;
    let coefficients: Vec<_> =
        (0..count).map(|_| [problem.add_var(COST, (0.0, bound)), problem.add_var(COST, (0.0, bound))]).collect();
    for difference in &differences {
        let smaller = problem.add_var(1.0, (0.0, 1.0));
        let terms = coefficients.iter().zip(difference);
        let mut row: Vec<(microlp::Variable, f64)> =
            terms.flat_map(|([plus, minus], by)| [(*plus, *by as f64), (*minus, -*by as f64)]).collect();
        row.push((smaller, -1.0));
        problem.add_constraint(&row[..], ComparisonOp::Ge, 0.0);
    }
    let solution = problem.solve().ok()?.into_solution().ok()?;
    let values: Vec<f64> =
        coefficients.iter().map(|[plus, minus]| solution.var_value(*plus) - solution.var_value(*minus)).collect();
    let is_whole = |value: f64| (value - value.round()).abs() < 1e-6;
    let scale = (1..=60).map(f64::from).find(|scale| values.iter().all(|value| is_whole(value * scale)))?;
    let whole: Vec<i64> = values.iter().map(|value| (value * scale).round() as i64).collect();
    let divisor = whole.iter().fold(0_i64, |divisor, value| gcd(divisor, value.abs()));
    if divisor == 0 {
        return None;
    }
    let terms: Vec<(i64, usize)> =
        whole.iter().enumerate().filter(|(_, of)| **of != 0).map(|(at, of)| (of / divisor, at)).collect();
    Some(Component { terms, constant: 0, clamped: false })
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
