//! Executions of the edges between heads with inputs that are made up: examples of states at heads, for guesses.
//!
//! An execution begins at the entry, draws its inputs, takes the edge whose condition they meet and evaluates what the
//! variables hold then. Most inputs are small, so that nothing wraps around and relations of whole numbers show; others have all
//! bits at random, for relations modulo powers of two; others may be addresses of large objects.
//!
//! What is kept of a state is the prover's: a function is shown each visit of a head.
//!
//! Invariant: none is needed. What executions suggest is proved ([`super::houdini`]).

use super::flow::{Flow, HeadVariable};
use cairn_base::{Budget, FastMap};
use cairn_cpa::Res;
use cairn_term::{ArrayValue, Assignment, Sort, SymbolId, TermId, TermOp, TermValue, Terms};
use std::collections::{BTreeMap, BTreeSet};

/// So often other inputs are drawn where no edge can be taken.
const DRAWS: usize = 12;
const MORE_DRAWS: usize = 60;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum InputStyle {
    /// Numbers up to 8.
    Tiny,
    /// Numbers up to 59.
    Small,
    /// Numbers around zero, of both signs.
    Signed,
    /// Numbers up to 1,499.
    Medium,
    /// All bits at random.
    Wild,
    /// Half of them are tiny, the others may be addresses of large objects.
    Addresses,
}

/// How many executions there are, and of which inputs.
pub(crate) struct Plan {
    pub(crate) runs: u64,
    /// Edges of one execution, at most.
    pub(crate) steps: usize,
    /// The inputs of each execution, by turns.
    pub(crate) styles: &'static [InputStyle],
}

pub(crate) struct Visit<'v> {
    terms: &'v Terms,
    state: &'v mut FastMap<SymbolId, TermValue>,
    draw: &'v mut Draw,
    pub(crate) run: u64,
    pub(crate) style: InputStyle,
    pub(crate) head: usize,
}

impl Visit<'_> {
    /// Value of a symbol of the head, which is drawn where no edge gave it a value.
    pub(crate) fn value(&mut self, plain: TermId) -> Option<TermValue> {
        let TermOp::Symbol(symbol) = self.terms.op(plain) else { return None };
        let (sort, terms) = (self.terms.sort(plain), self.terms);
        Some(self.state.entry(symbol).or_insert_with(|| self.draw.value(sort, terms)).clone())
    }

    /// Values of some variables, as unsigned numbers.
    pub(crate) fn numbers(&mut self, variables: &[HeadVariable]) -> Vec<u128> {
        let value = |variable: &HeadVariable| self.value(variable.plain).and_then(|value| value.bits()).unwrap_or(0);
        variables.iter().map(value).collect()
    }
}

/// Executes the edges; each visit of a head is shown to `look`.
///
/// # Errors
/// The budget is used up.
pub(crate) fn execute(
    terms: &Terms,
    flow: &Flow,
    plan: &Plan,
    budget: &Budget,
    look: &mut dyn FnMut(Visit<'_>),
) -> Res<()> {
    let read = symbols_read(terms, flow);
    for (run, style) in (0..plan.runs).zip(plan.styles.iter().copied().cycle()) {
        let mut draw = Draw { state: run.wrapping_mul(0x9e37_79b9_7f4a_7c15), style };
        let mut state: FastMap<SymbolId, TermValue> = FastMap::default();
        let mut at = None;
        for _ in 0..plan.steps {
            budget.tick()?;
            let Some(head) = step(terms, flow, &read, at, &mut state, &mut draw) else { break };
            at = Some(head);
            look(Visit { terms, state: &mut state, draw: &mut draw, run, style, head });
        }
        budget.look()?;
    }
    Ok(())
}

/// The symbols that each edge reads.
fn symbols_read(terms: &Terms, flow: &Flow) -> Vec<Vec<SymbolId>> {
    let edges = flow.edges.iter();
    let roots = edges.map(|edge| edge.values.values().copied().chain([edge.condition]).collect::<Vec<TermId>>());
    roots.map(|roots| terms.symbols_of(&roots)).collect()
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
    for _ in 0..if draw.style == InputStyle::Addresses { MORE_DRAWS } else { DRAWS } {
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
    style: InputStyle,
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
        if let Sort::Array(id) = sort {
            // What was never written is no number that a program computes.
            let element = terms.array_parts(id).1;
            let default = TermValue::of_bits(u128::from(1_000 + drawn % 1_000_000), element);
            let default = default.unwrap_or_else(|| TermValue::zero(element, &|id| terms.array_parts(id)));
            return TermValue::Array(ArrayValue { default: Box::new(default), entries: BTreeMap::new() });
        }
        let number = match self.style {
            InputStyle::Tiny => u128::from(drawn % 9),
            InputStyle::Small => u128::from(drawn % 60),
            InputStyle::Signed => (drawn % 17) as u128 ^ if drawn >> 32 & 1 == 1 { u128::MAX } else { 0 },
            InputStyle::Medium => u128::from(drawn % 1_500),
            InputStyle::Addresses if drawn >> 40 & 1 == 0 => u128::from(drawn % 9),
            InputStyle::Addresses => {
                let half = if let Sort::BitVec(width) = sort { 1 << (width - 1) } else { 0 };
                half | u128::from(drawn & 0x000f_ff00)
            }
            InputStyle::Wild => u128::from(drawn),
        };
        TermValue::of_bits(number, sort).unwrap_or_else(|| TermValue::zero(sort, &|id| terms.array_parts(id)))
    }
}
