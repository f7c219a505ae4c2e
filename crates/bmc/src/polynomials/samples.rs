//! Values of the variables at heads, from executions of the edges ([`crate::ground::executions`]).
//!
//! Invariant: none is needed. What samples suggest is proved ([`super::inductive`]).

use crate::ground::executions::{InputStyle, Plan, execute};
use crate::ground::flow::Flow;
use cairn_base::Budget;
use cairn_cpa::Res;
use cairn_term::{Terms, signed};
use std::collections::BTreeSet;

const PLAN: Plan = Plan {
    runs: 320,
    steps: 24,
    styles: &[InputStyle::Tiny, InputStyle::Small, InputStyle::Signed, InputStyle::Medium, InputStyle::Wild],
};
/// Distinct samples of one head, at most.
const MOST_SAMPLES: usize = 700;

/// The values of a head's variables, as unsigned numbers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Sample {
    pub(super) values: Vec<u128>,
    /// The inputs had all bits at random, or a number was large.
    pub(super) wild: bool,
}

pub(super) fn samples(terms: &Terms, flow: &Flow, budget: &Budget) -> Res<Vec<BTreeSet<Sample>>> {
    let mut found = vec![BTreeSet::new(); flow.heads.len()];
    // The last execution in which a number was large.
    let mut large = None;
    execute(terms, flow, &PLAN, budget, &mut |mut visit| {
        let variables = &flow.heads[visit.head];
        let values = visit.numbers(variables);
        // Behind a large number it is not known whether something wrapped around.
        let is_large = variables.iter().zip(&values).any(|(variable, value)| {
            let width = terms.width(variable.plain);
            signed(*value, width).abs() >= 1 << (width * 5 / 8)
        });
        if is_large {
            large = Some(visit.run);
        }
        let wild = visit.style == InputStyle::Wild || large == Some(visit.run);
        if found[visit.head].len() < MOST_SAMPLES {
            found[visit.head].insert(Sample { values, wild });
        }
    })?;
    Ok(found)
}
