//! Bounds of ranges of indices, and the linear equations of what the rounds of a loop add.

use super::unwrapped;
use crate::horn::parameters::{is_bound, is_limit_of_addresses};
use crate::horn::system::System;
use cairn_base::{FastMap, FastSet};
use cairn_term::{Rational, TermId, TermOp, Terms};
use std::collections::BTreeSet;

/// More constants are no bounds of a range.
const MOST_BOUNDS: usize = 5;
/// More rounds that differ from the others are not told apart.
const MOST_SINGLE: usize = 2;
/// More sums are no bounds of a range.
const MOST_SUMS: usize = 4;

/// Bounds of ranges of indices.
pub(super) struct Ranges {
    /// Symbols that are in an index, or compared with one that is.
    pub(super) variables: FastSet<TermId>,
    pub(super) sums: Vec<TermId>,
    pub(super) bounds: Vec<i128>,
    /// What an index is compared with by `==`: one round of a loop differs from all others.
    pub(super) single: Vec<TermId>,
}

impl Ranges {
    pub(super) fn new(terms: &mut Terms, system: &System) -> Self {
        let (mut variables, mut sums): (FastSet<TermId>, Vec<TermId>) = (FastSet::default(), Vec::new());
        let mut factors: BTreeSet<i128> = BTreeSet::new();
        for cells in &system.cells {
            for access in cells.read.iter().chain(&cells.written) {
                let index = unwrapped(terms, access.index);
                let sum = terms.linear(index);
                variables.extend(sum.parts.iter().map(|(variable, _)| *variable));
                factors.extend(sum.parts.iter().filter_map(|(_, factor)| factor.whole()).filter(|factor| *factor > 1));
                if sum.parts.len() > 1 && !sums.contains(&index) {
                    sums.push(index);
                    // The row that a sum of a row and a column is in.
                    for (variable, factor) in &sum.parts {
                        let row = terms.multiple(*factor, *variable);
                        if factor.whole().is_some_and(|factor| factor > 1) && !sums.contains(&row) {
                            sums.push(row);
                        }
                    }
                }
            }
        }
        sums.truncate(MOST_SUMS);
        let constraints: Vec<TermId> = system.clauses.iter().map(|clause| clause.constraint).collect();
        let mut compared = Vec::new();
        for term in terms.below(&constraints) {
            if matches!(terms.op(term), TermOp::Le | TermOp::Eq) {
                let symbols: Vec<TermId> =
                    terms.symbols_of(&[term]).into_iter().map(|symbol| terms.symbol_term(symbol)).collect();
                if symbols.len() == 2 && symbols.iter().any(|symbol| variables.contains(symbol)) {
                    compared.extend(symbols);
                }
            }
        }
        variables.extend(compared);
        // Those that are compared come first: products with a factor are for rows.
        let mut bounds = bounds(terms, system);
        for factor in factors {
            bounds.extend(bounds.clone().into_iter().filter_map(|bound| bound.checked_mul(factor)));
        }
        let mut seen: FastSet<i128> = FastSet::default();
        bounds.retain(|bound| seen.insert(*bound));
        bounds.truncate(MOST_BOUNDS);
        let single = single(terms, system, &variables);
        Self { variables, sums, bounds, single }
    }
}

/// Constants behind which a comparison of a head's variable changes its truth.
fn bounds(terms: &Terms, system: &System) -> Vec<i128> {
    let constraints: Vec<TermId> = system.clauses.iter().map(|clause| clause.constraint).collect();
    let scalars: FastSet<TermId> = system.shapes.iter().flat_map(|shape| shape.scalars.iter().copied()).collect();
    let mut bounds: BTreeSet<i128> = BTreeSet::new();
    for term in terms.below(&constraints) {
        if terms.op(term) == TermOp::Le
            && let [x, y] = terms.get(term).args[..]
            && scalars.contains(&x)
            && let TermOp::Int(value) = terms.op(y)
            && is_bound(value + 1, 2)
            && !is_limit_of_addresses(value + 1)
        {
            bounds.insert(value + 1);
        }
    }
    bounds.into_iter().rev().collect()
}

/// Constants and variables that an index is compared with by `==` where arms of a value or an array differ.
fn single(terms: &mut Terms, system: &System, variables: &FastSet<TermId>) -> Vec<TermId> {
    let constraints: Vec<TermId> = system.clauses.iter().map(|clause| clause.constraint).collect();
    let scalars: FastSet<TermId> = system.shapes.iter().flat_map(|shape| shape.scalars.iter().copied()).collect();
    let mut found: Vec<TermId> = Vec::new();
    for term in terms.below(&constraints) {
        let (TermOp::Eq, [x, y]) = (terms.op(term), &terms.get(term).args[..]) else { continue };
        for (index, other) in [(*x, *y), (*y, *x)] {
            let is_said =
                scalars.contains(&other) || matches!(terms.op(other), TermOp::Int(value) if is_bound(value, 2));
            if variables.contains(&index) && scalars.contains(&index) && is_said && !found.contains(&other) {
                found.push(other);
            }
        }
    }
    found.truncate(MOST_SINGLE);
    found
}

/// A constant for each variable, where there is one.
type Known = Vec<Option<i128>>;

/// `a*x - b*y = c` where each round of a loop adds `b` to `x` and `a` to `y`, and the loop begins with constants. What a round
/// adds that is no constant may be any constant that is stored in a cell.
pub(super) fn equations(terms: &mut Terms, system: &System, relation: usize, values: &BTreeSet<i128>) -> Vec<TermId> {
    let scalars = system.shapes[relation].scalars.clone();
    let (mut steps, mut first): (Option<Known>, Option<Known>) = (None, None);
    for clause in &system.clauses {
        let Some((_, args)) = clause.head.as_ref().filter(|head| head.0 == relation) else { continue };
        let mut defined: FastMap<TermId, TermId> = FastMap::default();
        for part in terms.conjuncts(clause.constraint) {
            if let (TermOp::Eq, [x, y]) = (terms.op(part), &terms.get(part).args[..]) {
                for (name, value) in [(*x, *y), (*y, *x)] {
                    if matches!(terms.op(name), TermOp::Symbol(_)) {
                        defined.entry(name).or_insert(value);
                    }
                }
            }
        }
        let is_round = clause.body.iter().any(|(body, _)| *body == relation);
        let mut known = Known::new();
        for (plain, arg) in scalars.iter().zip(args) {
            let value = unwrapped(terms, defined.get(arg).copied().unwrap_or(*arg));
            let mut value = terms.linear(value);
            if is_round {
                value = value.minus(&terms.linear(*plain)).unwrap_or(value);
            }
            known.push(value.parts.is_empty().then(|| value.constant.whole()).flatten());
        }
        let into = if is_round { &mut steps } else { &mut first };
        into.get_or_insert(known);
    }
    let (Some(steps), Some(first)) = (steps, first) else { return Vec::new() };
    let mut all = Vec::new();
    for x in 0..scalars.len() {
        for y in x + 1..scalars.len() {
            let (Some(x0), Some(y0)) = (first[x], first[y]) else { continue };
            let guesses: Vec<i128> = values.iter().copied().take(MOST_SUMS).collect();
            let added = |known: Option<i128>| known.map_or_else(|| guesses.clone(), |known| vec![known]);
            for (a, b) in added(steps[y]).into_iter().flat_map(|a| added(steps[x]).into_iter().map(move |b| (a, b))) {
                let (Some(ra), Some(rb)) = (Rational::new(a, 1), Rational::new(b, 1)) else { continue };
                let (left, right) = (terms.multiple(ra, scalars[x]), terms.multiple(rb, scalars[y]));
                let difference = terms.sub(left, right);
                let constant = a.checked_mul(x0).zip(b.checked_mul(y0)).and_then(|(ax, by)| ax.checked_sub(by));
                let Some(constant) = constant.map(|constant| terms.int(constant)) else { continue };
                all.push(terms.eq(difference, constant));
            }
        }
    }
    all.truncate(MOST_SUMS * 4);
    all
}
