//! Candidate invariants of relations, from what the clauses read, write and compare.
//!
//! Of cells they are `low <= k < high → φ(v)`: a loop over an array has done to the cells behind its counter what it does to
//! one of them. `φ` is a comparison of some clause in which a cell stands, or says that a cell holds what is stored in it;
//! the cell that was read at index `i` becomes the distinguished one, and `i` its index `k`. `low` and `high` are zero,
//! the variables at the head, and the bounds of comparisons. Of variables they are differences by at most one.
//!
//! Invariant: candidates are guesses. What is wrong about them is found by [`super::houdini`].

use super::system::{CellAccess, RelationShape, System};
use cairn_base::{FastMap, FastSet};
use cairn_term::{Sort, TermId, TermOp, Terms};

/// More variables at a head are not compared.
const MOST_VARIABLES: usize = 8;
/// More constants are no bounds of a range.
const MOST_BOUNDS: usize = 3;
/// More comparisons of cells are not tried.
const MOST_FACTS: usize = 16;
/// Larger comparisons are not tried.
const LARGEST: usize = 40;

/// A fact about cells: of each array one, at an index; the first array's index is free, the others' are terms over it.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Fact {
    /// Over the accesses' value symbols and plain symbols.
    truth: TermId,
    accesses: Vec<CellAccess>,
}

/// The candidates of each relation.
pub(crate) fn candidates(terms: &mut Terms, system: &System) -> Vec<Vec<TermId>> {
    let (facts, bounds) = (facts(terms, system), bounds(terms, system));
    let mut all = Vec::new();
    for shape in &system.shapes {
        let mut here = differences(terms, shape);
        for fact in &facts {
            about_cells(terms, shape, fact, &bounds, &mut here);
        }
        let mut seen: FastSet<TermId> = FastSet::default();
        here.retain(|candidate| terms.as_bool(*candidate).is_none() && seen.insert(*candidate));
        all.push(here);
    }
    all
}

fn differences(terms: &mut Terms, shape: &RelationShape) -> Vec<TermId> {
    let variables = variables(terms, shape);
    let mut all = Vec::new();
    for (at, x) in variables.iter().enumerate() {
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

/// Constants behind which a comparison changes its truth, the largest first.
fn bounds(terms: &Terms, system: &System) -> Vec<i128> {
    let constraints: Vec<TermId> = system.clauses.iter().map(|clause| clause.constraint).collect();
    let mut bounds: Vec<i128> = Vec::new();
    for term in terms.below(&constraints) {
        if terms.op(term) == TermOp::Le
            && let [x, y] = terms.get(term).args[..]
            && matches!(terms.op(x), TermOp::Symbol(_))
            && let TermOp::Int(value) = terms.op(y)
            && super::parameters::is_bound(value + 1, 2)
        {
            bounds.push(value + 1);
        }
    }
    bounds.sort_unstable();
    bounds.dedup();
    bounds.reverse();
    bounds.truncate(MOST_BOUNDS);
    bounds
}

fn facts(terms: &mut Terms, system: &System) -> Vec<Fact> {
    let mut facts: Vec<Fact> = Vec::new();
    let mut seen: FastSet<Fact> = FastSet::default();
    // What is violated comes first.
    let mut order: Vec<usize> = (0..system.clauses.len()).collect();
    order.sort_by_key(|at| system.clauses[*at].head.is_some());
    for at in order {
        let (clause, cells) = (&system.clauses[at], &system.cells[at]);
        let mut found: Vec<TermId> = Vec::new();
        for store in &cells.written {
            // The cell has no symbol of its own before it is read.
            let stored = terms.symbol(format!("stored in {} by {at}", store.array), Sort::Int);
            let holds = terms.eq(stored, store.value);
            let of = CellAccess { value: stored, ..*store };
            push(terms, &mut facts, &mut seen, holds, std::iter::once(of).chain(cells.read.iter().copied()));
        }
        for term in terms.below(&[clause.constraint]) {
            if matches!(terms.op(term), TermOp::Le | TermOp::Eq) && terms.sort(terms.arg(term, 0)) == Sort::Int {
                found.push(term);
            }
        }
        for term in found {
            let not = terms.not(term);
            for truth in [term, not] {
                push(terms, &mut facts, &mut seen, truth, cells.read.iter().copied());
            }
        }
    }
    facts.truncate(MOST_FACTS);
    facts
}

/// Adds a fact where it is about at most one cell of each array, and at least one in all.
fn push(
    terms: &mut Terms,
    facts: &mut Vec<Fact>,
    seen: &mut FastSet<Fact>,
    truth: TermId,
    accesses: impl Iterator<Item = CellAccess>,
) {
    if terms.size(truth) > LARGEST {
        return;
    }
    let symbols: FastSet<TermId> =
        terms.symbols_of(&[truth]).into_iter().map(|symbol| terms.symbol_term(symbol)).collect();
    let mut about: Vec<CellAccess> = Vec::new();
    for access in accesses.filter(|access| symbols.contains(&access.value)) {
        if about.iter().any(|other| other.array == access.array) {
            return;
        }
        about.push(access);
    }
    let fact = Fact { truth, accesses: about };
    if !fact.accesses.is_empty() && seen.insert(fact.clone()) {
        facts.push(fact);
    }
}

/// A fact about the distinguished cells of a relation, in all ranges.
fn about_cells(terms: &mut Terms, shape: &RelationShape, fact: &Fact, bounds: &[i128], out: &mut Vec<TermId>) {
    let mut replace: FastMap<TermId, TermId> = FastMap::default();
    let mut places = Vec::new();
    for access in &fact.accesses {
        let Some(cell) = shape.arrays.iter().find(|cell| cell.array == access.array) else { return };
        replace.insert(access.value, cell.value);
        places.push((cell.index, access.index));
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
    for variable in variables {
        lows.extend([terms.le(variable, first), terms.lt(variable, first)]);
        highs.extend([terms.le(first, variable), terms.lt(first, variable)]);
    }
    for bound in bounds {
        let bound = terms.int(*bound);
        highs.push(terms.lt(first, bound));
    }
    for low in &lows {
        for high in &highs {
            let guard = terms.and(&[same, *low, *high]);
            out.push(terms.implies(guard, truth));
        }
    }
}
