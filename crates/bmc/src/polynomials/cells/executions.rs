//! Values of variables and arrays at heads, from executions of the edges with small inputs.
//!
//! Invariant: none is needed. What they suggest is proved ([`super::inductive`]).

use super::super::samples::{ADDRESSES, Draw, step, symbols_read};
use crate::flow::Flow;
use cairn_base::{Budget, FastMap};
use cairn_cpa::Res;
use cairn_term::{ArrayValue, SymbolId, TermId, TermOp, TermValue, Terms};
use std::collections::{BTreeMap, BTreeSet};

/// Executions.
const RUNS: u64 = 90;
/// Edges of one execution, at most.
const STEPS: usize = 90;
/// States that are kept of one head, at most.
const MOST_STATES: usize = 260;

/// A state at a head.
pub(super) struct State {
    /// Of the head's variables, as unsigned numbers.
    pub(super) values: Vec<u128>,
    pub(super) arrays: BTreeMap<TermId, ArrayValue>,
}

/// States of each head.
pub(super) fn states(terms: &Terms, flow: &Flow, budget: &Budget) -> Res<Vec<Vec<State>>> {
    let mut found: Vec<Vec<State>> = flow.heads.iter().map(|_| Vec::new()).collect();
    let mut seen: BTreeSet<(usize, Vec<u128>, u64)> = BTreeSet::new();
    let read = symbols_read(terms, flow);
    for run in 0..RUNS {
        let mut draw = Draw { state: run.wrapping_mul(0x9e37_79b9_7f4a_7c15), style: ADDRESSES };
        let mut state: FastMap<SymbolId, TermValue> = FastMap::default();
        let mut at = None;
        for _ in 0..STEPS {
            budget.tick()?;
            let Some(next) = step(terms, flow, &read, at, &mut state, &mut draw) else { break };
            at = Some(next);
            let mut value = |plain: TermId, draw: &mut Draw| {
                let TermOp::Symbol(symbol) = terms.op(plain) else { return None };
                let value = state.entry(symbol).or_insert_with(|| draw.value(terms.sort(plain), terms));
                Some(value.clone())
            };
            let values: Vec<u128> = (flow.heads[next].iter())
                .map(|variable| value(variable.plain, &mut draw).and_then(|value| value.bits()).unwrap_or(0))
                .collect();
            // Twice the same variables, with other contents of arrays, is enough.
            if found[next].len() >= MOST_STATES || !seen.insert((next, values.clone(), run % 2)) {
                continue;
            }
            let mut arrays = BTreeMap::new();
            for plain in &flow.arrays[next] {
                if let Some(TermValue::Array(array)) = value(*plain, &mut draw) {
                    arrays.insert(*plain, array);
                }
            }
            found[next].push(State { values, arrays });
        }
        budget.look()?;
    }
    Ok(found)
}
