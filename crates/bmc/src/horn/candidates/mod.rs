//! Candidate invariants of relations, from what the clauses read, write and compare.
//!
//! Of cells they are `low <= k < high → φ(v)`: a loop over an array has done to the cells behind its counter what it does to
//! one of them. `φ` is a comparison of some clause in which a cell stands, or says that a cell holds what is stored in it;
//! the cell that was read at index `i` becomes the distinguished one, and `i` its index `k`. `low` and `high` are zero,
//! the variables at the head, and the bounds of comparisons. Of variables they are differences by at most one.
//!
//! Invariant: candidates are guesses. What is wrong about them is found by [`crate::ground::houdini`].

mod facts;
mod ranges;
mod totals;

use super::system::{RelationShape, System};
use cairn_base::{Budget, FastMap, FastSet};
use cairn_cpa::Res;
use cairn_term::{Sort, TermId, TermOp, Terms};
use facts::{Fact, facts};
use ranges::{Ranges, equations};

/// More variables at a head are not compared.
const MOST_VARIABLES: usize = 8;
/// More candidates of one relation are not tried.
const MOST_CANDIDATES: usize = 2_500;

/// Indices of more parts are left as they are: each part is looked at with all below it.
const LARGEST_INDEX: usize = 200;

/// The candidates of each relation.
///
/// # Errors
/// The budget is used up.
pub(crate) fn candidates(terms: &mut Terms, system: &System, budget: &Budget) -> Res<Vec<Vec<TermId>>> {
    let ((facts, values), ranges) = (facts(terms, system, budget)?, Ranges::new(terms, system));
    let mut all = Vec::new();
    for (relation, shape) in system.shapes.iter().enumerate() {
        let mut here = differences(terms, shape);
        here.extend(equations(terms, system, relation, &values));
        for fact in &facts {
            budget.look()?;
            about_cells(terms, shape, fact, &ranges, &mut here);
        }
        let mut seen: FastSet<TermId> = FastSet::default();
        here.retain(|candidate| terms.as_bool(*candidate).is_none() && seen.insert(*candidate));
        here.truncate(MOST_CANDIDATES);
        // Most programs need none, and they are many.
        if !shape.sums.is_empty() {
            here.extend(totals::totals(terms, shape, &ranges, &values));
        }
        all.push(here);
    }
    Ok(all)
}

/// Variables that are an index, or compared with one.
pub(crate) fn indices(terms: &mut Terms, system: &System) -> FastSet<TermId> {
    Ranges::new(terms, system).variables
}

/// A number as it is where nothing wraps around: of two arms that are a power of two apart, the one nearer to zero; instead of a
/// remainder by such a power, what is divided.
fn unwrapped(terms: &mut Terms, term: TermId) -> TermId {
    let mut replace: FastMap<TermId, TermId> = FastMap::default();
    let parts = terms.below(&[term]);
    if parts.len() > LARGEST_INDEX {
        return term;
    }
    let is_size = |number: i128| [8, 16, 32, 64].iter().any(|bits| number == 1 << bits);
    for part in parts {
        if terms.sort(part) != Sort::Int || !matches!(terms.op(part), TermOp::Ite | TermOp::IntMod) {
            continue;
        }
        if terms.op(part) == TermOp::IntMod {
            if terms.as_int(terms.arg(part, 1)).is_some_and(is_size) {
                let number = terms.arg(part, 0);
                let number = terms.substitute(number, &replace);
                replace.insert(part, number);
            }
            continue;
        }
        let arms = [terms.arg(part, 1), terms.arg(part, 2)];
        let [then, otherwise] = arms.map(|arm| terms.substitute(arm, &replace));
        let (x, y) = (terms.linear(then), terms.linear(otherwise));
        let Some(difference) = x.minus(&y) else { continue };
        if difference.parts.is_empty() && difference.constant.whole().is_some_and(|by| is_size(by.abs())) {
            let is_nearer = x.constant.num().abs() <= y.constant.num().abs();
            replace.insert(part, if is_nearer { then } else { otherwise });
        }
    }
    if replace.is_empty() { term } else { terms.substitute(term, &replace) }
}

fn differences(terms: &mut Terms, shape: &RelationShape) -> Vec<TermId> {
    let variables = variables(terms, shape);
    let mut all = Vec::new();
    for (at, x) in variables.iter().enumerate() {
        for constant in 0..=1 {
            let constant = terms.int(constant);
            all.extend([terms.le(*x, constant), terms.le(constant, *x)]);
        }
        for y in &variables[at + 1..] {
            for (low, high) in [(*x, *y), (*y, *x)] {
                all.extend([terms.le(low, high), terms.lt(low, high)]);
                let one = terms.int(1);
                let above = terms.add(high, one);
                all.push(terms.le(low, above));
            }
        }
    }
    all
}

fn variables(terms: &Terms, shape: &RelationShape) -> Vec<TermId> {
    let numbers = shape.scalars.iter().copied().filter(|symbol| terms.sort(*symbol) == Sort::Int);
    numbers.take(MOST_VARIABLES).collect()
}

/// A fact about the distinguished cells of a relation, in all ranges.
fn about_cells(terms: &mut Terms, shape: &RelationShape, fact: &Fact, ranges: &Ranges, out: &mut Vec<TermId>) {
    let mut replace: FastMap<TermId, TermId> = FastMap::default();
    let mut places = Vec::new();
    for access in &fact.accesses {
        let Some(cell) = shape.arrays.iter().find(|cell| cell.array == access.array) else { return };
        replace.insert(access.value, cell.value);
        places.push((cell.index, access.index));
    }
    // The free index is one that a variable can be said by.
    let is_variable = |at: &TermId| matches!(terms.linear(*at).parts[..], [(_, factor)] if factor.whole() == Some(1));
    if let Some(free) = places.iter().position(|(_, at)| is_variable(at)) {
        places.swap(0, free);
    }
    let (first, at) = places[0];
    // Where the index is a variable and a constant, the variable is said by the index.
    let sum = terms.linear(at);
    if let [(variable, factor)] = sum.parts[..]
        && factor.whole() == Some(1)
    {
        let offset = terms.number(sum.constant, Sort::Int);
        let said = terms.sub(first, offset);
        replace.insert(variable, said);
    }
    let mut guards = Vec::new();
    for (index, at) in &places[1..] {
        let at = terms.substitute(*at, &replace);
        guards.push(terms.eq(*index, at));
    }
    let truth = terms.substitute(fact.truth, &replace);
    let variables = variables(terms, shape);
    let mut known: FastSet<TermId> = shape.scalars.iter().copied().collect();
    for cell in &shape.arrays {
        known.extend([cell.index, cell.value]);
    }
    let mut said = guards.clone();
    said.push(truth);
    if !terms.symbols_of(&said).into_iter().all(|symbol| known.contains(&terms.symbol_term(symbol))) {
        return;
    }
    let same = terms.and(&guards);
    let mut lows = vec![terms.bool(true)];
    let mut highs = vec![terms.bool(true)];
    for low in 0..2 {
        let low = terms.int(low);
        lows.push(terms.le(low, first));
    }
    for variable in variables.into_iter().filter(|variable| ranges.variables.contains(variable)) {
        lows.extend([terms.le(variable, first), terms.lt(variable, first)]);
        highs.extend([terms.le(first, variable), terms.lt(first, variable)]);
    }
    for sum in &ranges.sums {
        let are_here = terms.symbols_of(&[*sum]).into_iter().all(|symbol| known.contains(&terms.symbol_term(symbol)));
        if are_here {
            highs.push(terms.lt(first, *sum));
        }
    }
    for bound in &ranges.bounds {
        let bound = terms.int(*bound);
        for (index, _) in &places {
            highs.push(terms.lt(*index, bound));
        }
    }
    for other in &ranges.single {
        if !matches!(terms.op(*other), TermOp::Int(_)) && !known.contains(other) {
            continue;
        }
        let (zero, is_single) = (terms.int(0), terms.eq(first, *other));
        let (is_index, differs) = (terms.le(zero, first), terms.not(is_single));
        lows.extend([is_single, terms.and(&[is_index, differs])]);
    }
    for low in &lows {
        for high in &highs {
            let guard = terms.and(&[same, *low, *high]);
            out.push(terms.implies(guard, truth));
        }
    }
}
