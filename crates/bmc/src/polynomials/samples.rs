//! Values of the variables at heads, from executions of the edges with inputs that are made up.
//!
//! An execution begins at the entry, draws its inputs, takes the edge whose condition they meet and evaluates what the
//! variables hold then. Most inputs are small, so that nothing wraps around and relations of whole numbers show; others have all
//! bits at random, for relations modulo powers of two.
//!
//! Invariant: none is needed. What samples suggest is proved ([`super::inductive`]).

use crate::flow::Flow;
use cairn_base::{Budget, FastMap};
use cairn_cpa::Res;
use cairn_term::{ArrayValue, Assignment, Sort, SymbolId, TermId, TermOp, TermValue, Terms, signed};
use std::collections::{BTreeMap, BTreeSet};

/// Executions.
const RUNS: u64 = 320;
/// Edges of one execution, at most.
const STEPS: usize = 24;
/// So often other inputs are drawn where no edge can be taken.
const DRAWS: usize = 12;
const MORE_DRAWS: usize = 60;
/// The style in which half of the inputs are small, and the others may be addresses of large objects.
pub(super) const ADDRESSES: u64 = 5;
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
    let read = symbols_read(terms, flow);
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

/// The symbols that each edge reads.
pub(super) fn symbols_read(terms: &Terms, flow: &Flow) -> Vec<Vec<SymbolId>> {
    let edges = flow.edges.iter();
    let roots = edges.map(|edge| edge.values.values().copied().chain([edge.condition]).collect::<Vec<TermId>>());
    roots.map(|roots| terms.symbols_of(&roots)).collect()
}

/// Takes an edge: the head where it ends.
pub(super) fn step(
    terms: &Terms,
    flow: &Flow,
    read: &[Vec<SymbolId>],
    at: Option<usize>,
    state: &mut FastMap<SymbolId, TermValue>,
    draw: &mut Draw,
) -> Option<usize> {
    let plain: BTreeSet<SymbolId> = at.map_or(BTreeSet::new(), |_| state.keys().copied().collect());
    for _ in 0..if draw.style == ADDRESSES { MORE_DRAWS } else { DRAWS } {
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
pub(super) struct Draw {
    pub(super) state: u64,
    pub(super) style: u64,
}

impl Draw {
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(super) fn value(&mut self, sort: Sort, terms: &Terms) -> TermValue {
        let drawn = self.next();
        if let Sort::Array(id) = sort {
            // What was never written is no number that a program computes.
            let element = terms.array_parts(id).1;
            let default = TermValue::of_bits(u128::from(1_000 + drawn % 1_000_000), element);
            let default = default.unwrap_or_else(|| TermValue::zero(element, &|id| terms.array_parts(id)));
            return TermValue::Array(ArrayValue { default: Box::new(default), entries: BTreeMap::new() });
        }
        let number = match self.style {
            0 => u128::from(drawn % 9),
            1 => u128::from(drawn % 60),
            2 => (drawn % 17) as u128 ^ if drawn >> 32 & 1 == 1 { u128::MAX } else { 0 },
            3 => u128::from(drawn % 1_500),
            ADDRESSES if drawn >> 40 & 1 == 0 => u128::from(drawn % 9),
            ADDRESSES => {
                let half = if let Sort::BitVec(width) = sort { 1 << (width - 1) } else { 0 };
                half | u128::from(drawn & 0x000f_ff00)
            }
            _ => u128::from(drawn),
        };
        TermValue::of_bits(number, sort).unwrap_or_else(|| TermValue::zero(sort, &|id| terms.array_parts(id)))
    }
}
