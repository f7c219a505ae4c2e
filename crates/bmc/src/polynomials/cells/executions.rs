//! Values of variables and arrays at heads, from executions of the edges with small inputs ([`crate::ground::executions`]).
//!
//! Invariant: none is needed. What they suggest is proved ([`super::inductive`]).

use crate::ground::executions::{InputStyle, Plan, execute};
use crate::ground::flow::Flow;
use cairn_base::Budget;
use cairn_cpa::Res;
use cairn_term::{ArrayValue, TermId, TermValue, Terms};
use std::collections::{BTreeMap, BTreeSet};

const PLAN: Plan = Plan { runs: 90, steps: 90, styles: &[InputStyle::Addresses] };
/// States that are kept of one head, at most.
const MOST_STATES: usize = 260;

pub(super) struct State {
    /// Of the head's variables, as unsigned numbers.
    pub(super) values: Vec<u128>,
    pub(super) arrays: BTreeMap<TermId, ArrayValue>,
}

pub(super) fn states(terms: &Terms, flow: &Flow, budget: &Budget) -> Res<Vec<Vec<State>>> {
    let mut found: Vec<Vec<State>> = flow.heads.iter().map(|_| Vec::new()).collect();
    let mut seen: BTreeSet<(usize, Vec<u128>, u64)> = BTreeSet::new();
    execute(terms, flow, &PLAN, budget, &mut |mut visit| {
        let (head, run) = (visit.head, visit.run);
        let values = visit.numbers(&flow.heads[head]);
        // Twice the same variables, with other contents of arrays, is enough.
        if found[head].len() >= MOST_STATES || !seen.insert((head, values.clone(), run % 2)) {
            return;
        }
        let mut arrays = BTreeMap::new();
        for plain in &flow.arrays[head] {
            if let Some(TermValue::Array(array)) = visit.value(*plain) {
                arrays.insert(*plain, array);
            }
        }
        found[head].push(State { values, arrays });
    })?;
    Ok(found)
}
