//! Values of the variables at heads, from executions of the edges with inputs that are made up.
//!
//! An execution begins at the entry, draws its inputs, takes the edge whose condition they meet and evaluates what the
//! variables hold then. Most inputs are small, so that nothing wraps around and relations of whole numbers show; others have all
//! bits at random, for relations modulo powers of two.
//!
//! Invariant: none is needed. What samples suggest is proved ([`super::inductive`]).

use super::flow::Flow;
use cairn_base::{Budget, FastMap};
use cairn_cpa::Res;
use cairn_term::{Assignment, Sort, SymbolId, TermId, TermOp, TermValue, Terms, signed};
use std::collections::BTreeSet;

/// Executions.
const RUNS: u64 = 320;
/// Edges of one execution, at most.
const STEPS: usize = 24;
/// So often other inputs are drawn where no edge can be taken.
const DRAWS: usize = 12;
/// Distinct samples of one head, at most.
const MOST_SAMPLES: usize = 700;

/// The values of a head's variables, as unsigned numbers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Sample {
    pub(super) values: Vec<u128>,
    /// The inputs had all bits at random, or a number was large.
    pub(super) wild: bool,
}

/// Samples of each head.
pub(super) fn samples(terms: &Terms, flow: &Flow, budget: &Budget) -> Res<Vec<BTreeSet<Sample>>> {
    let mut found = vec![BTreeSet::new(); flow.heads.len()];
    let read: Vec<Vec<SymbolId>> = (flow.edges.iter())
        .map(|edge| {
            let roots: Vec<TermId> = edge.values.values().copied().chain([edge.condition]).collect();
            terms.symbols_of(&roots)
        })
        .collect();
    for run in 0..RUNS {
        let mut draw = Draw { state: run.wrapping_mul(0x9e37_79b9_7f4a_7c15), style: run % 5 };
        let mut state: FastMap<SymbolId, TermValue> = FastMap::default();
        let mut at = None;
        let mut wild = draw.style == 4;
        for _ in 0..STEPS {
            budget.tick()?;
            let Some(next) = step(terms, flow, &read, at, &mut state, &mut draw) else { break };
            at = Some(next);
            let values: Vec<u128> = (flow.heads[next].iter())
                .map(|variable| {
                    let TermOp::Symbol(symbol) = terms.op(variable.plain) else { return 0 };
                    let value = state.entry(symbol).or_insert_with(|| draw.value(terms.sort(variable.plain), terms));
                    value.bits().unwrap_or(0)
                })
                .collect();
            // Behind a large number it is not known whether something wrapped around.
            wild |= flow.heads[next].iter().zip(&values).any(|(variable, value)| {
                let width = terms.width(variable.plain);
                signed(*value, width).abs() >= 1 << (width * 5 / 8)
            });
            if found[next].len() < MOST_SAMPLES {
                found[next].insert(Sample { values, wild });
            }
        }
        budget.look()?;
    }
    Ok(found)
}

/// Takes an edge: the head where it ends.
fn step(
    terms: &Terms,
    flow: &Flow,
    read: &[Vec<SymbolId>],
    at: Option<usize>,
    state: &mut FastMap<SymbolId, TermValue>,
    draw: &mut Draw,
) -> Option<usize> {
    let plain: BTreeSet<SymbolId> = at.map_or(BTreeSet::new(), |_| state.keys().copied().collect());
    for _ in 0..DRAWS {
        let mut inputs: FastMap<SymbolId, TermValue> = FastMap::default();
        for (edge, symbols) in flow.edges.iter().zip(read).filter(|(edge, _)| edge.from == at) {
            let Some(to) = edge.to else { continue };
            let mut assignment = Assignment::new();
            for symbol in symbols {
                let value = match state.get(symbol).filter(|_| plain.contains(symbol)) {
                    Some(value) => value.clone(),
                    None => {
                        inputs.entry(*symbol).or_insert_with(|| draw.value(terms.symbol_sort(*symbol), terms)).clone()
                    }
                };
                assignment.set(*symbol, value);
            }
            if terms.evaluate(edge.condition, &assignment) != Some(TermValue::Bool(true)) {
                continue;
            }
            // What was drawn for a variable without a value is its value from now on.
            for (symbol, value) in inputs {
                state.entry(symbol).or_insert(value);
            }
            let roots: Vec<TermId> = edge.values.values().copied().collect();
            let values = terms.evaluate_all(&roots, &assignment);
            for (plain, value) in edge.values.keys().zip(values) {
                if let TermOp::Symbol(symbol) = terms.op(*plain) {
                    state.insert(symbol, value?);
                }
            }
            return Some(to);
        }
    }
    None
}

/// Random numbers (splitmix64), the same in every run.
struct Draw {
    state: u64,
    style: u64,
}

impl Draw {
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn value(&mut self, sort: Sort, terms: &Terms) -> TermValue {
        let drawn = self.next();
        let number = match self.style {
            0 => u128::from(drawn % 9),
            1 => u128::from(drawn % 60),
            2 => (drawn % 17) as u128 ^ if drawn >> 32 & 1 == 1 { u128::MAX } else { 0 },
            3 => u128::from(drawn % 1_500),
            _ => u128::from(drawn),
        };
        TermValue::of_bits(number, sort).unwrap_or_else(|| TermValue::zero(sort, &|id| terms.array_parts(id)))
    }
}
