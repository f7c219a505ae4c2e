//! Candidate invariants of relations, from what the clauses read, write and compare.
//!
//! Of cells they are `low <= k < high → φ(v)`: a loop over an array has done to the cells behind its counter what it does to
//! one of them. `φ` is a comparison of some clause in which a cell stands, or says that a cell holds what is stored in it;
//! the cell that was read at index `i` becomes the distinguished one, and `i` its index `k`. `low` and `high` are zero,
//! the variables at the head, and the bounds of comparisons. Of variables they are differences by at most one.
//!
//! Invariant: candidates are guesses. What is wrong about them is found by [`super::houdini`].

use super::system::{CellAccess, ClauseCells, RelationShape, System};
use cairn_base::{FastMap, FastSet};
use cairn_term::{Rational, Sort, TermId, TermOp, Terms};
use std::collections::BTreeSet;

/// More variables at a head are not compared.
const MOST_VARIABLES: usize = 8;
/// More constants are no bounds of a range.
const MOST_BOUNDS: usize = 4;
/// More sums are no bounds of a range.
const MOST_SUMS: usize = 4;
/// More comparisons of cells are not tried.
const MOST_FACTS: usize = 20;
/// More candidates of one relation are not tried.
const MOST_CANDIDATES: usize = 2_500;
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
    let ((facts, values), ranges) = (facts(terms, system), Ranges::new(terms, system));
    let mut all = Vec::new();
    for (relation, shape) in system.shapes.iter().enumerate() {
        let mut here = differences(terms, shape);
        here.extend(equations(terms, system, relation, &values));
        for fact in &facts {
            about_cells(terms, shape, fact, &ranges, &mut here);
        }
        let mut seen: FastSet<TermId> = FastSet::default();
        here.retain(|candidate| terms.as_bool(*candidate).is_none() && seen.insert(*candidate));
        here.truncate(MOST_CANDIDATES);
        all.push(here);
    }
    all
}

/// What ranges of indices begin and end with.
struct Ranges {
    /// Symbols that are in an index, or compared with one that is.
    variables: FastSet<TermId>,
    /// Sums that are an index.
    sums: Vec<TermId>,
    /// Constants.
    bounds: Vec<i128>,
}

impl Ranges {
    fn new(terms: &mut Terms, system: &System) -> Self {
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
        let mut bounds = bounds(terms, system);
        for factor in factors {
            bounds.extend(bounds.clone().into_iter().filter_map(|bound| bound.checked_mul(factor)));
        }
        bounds.sort_unstable();
        bounds.dedup();
        bounds.reverse();
        bounds.truncate(MOST_BOUNDS);
        Self { variables, sums, bounds }
    }
}

/// A number as it is where nothing wraps around: of two arms that are a power of two apart, the one nearer to zero.
fn unwrapped(terms: &mut Terms, term: TermId) -> TermId {
    let mut replace: FastMap<TermId, TermId> = FastMap::default();
    for part in terms.below(&[term]) {
        if terms.op(part) != TermOp::Ite || terms.sort(part) != Sort::Int {
            continue;
        }
        let arms = [terms.arg(part, 1), terms.arg(part, 2)];
        let [then, otherwise] = arms.map(|arm| terms.substitute(arm, &replace));
        let (x, y) = (terms.linear(then), terms.linear(otherwise));
        let Some(apart) = x.minus(&y) else { continue };
        let is_modulus = apart.parts.is_empty()
            && [8, 16, 32, 64].iter().any(|bits| apart.constant.whole().is_some_and(|by| by.abs() == 1 << bits));
        if is_modulus {
            let is_nearer = x.constant.num().abs() <= y.constant.num().abs();
            replace.insert(part, if is_nearer { then } else { otherwise });
        }
    }
    if replace.is_empty() { term } else { terms.substitute(term, &replace) }
}

/// `a*x - b*y = c` where each round of a loop adds `b` to `x` and `a` to `y`, and the loop begins with constants. What a round
/// adds that is no constant may be any constant that is stored in a cell.
fn equations(terms: &mut Terms, system: &System, relation: usize, values: &BTreeSet<i128>) -> Vec<TermId> {
    let scalars = system.shapes[relation].scalars.clone();
    let (mut steps, mut first): (Option<Vec<Option<i128>>>, Option<Vec<Option<i128>>>) = (None, None);
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
        let mut known: Vec<Option<i128>> = Vec::new();
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

/// Constants behind which a comparison changes its truth.
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
    bounds
}

fn facts(terms: &mut Terms, system: &System) -> (Vec<Fact>, BTreeSet<i128>) {
    let mut facts: Vec<Fact> = Vec::new();
    let mut values: BTreeSet<i128> = BTreeSet::new();
    let mut seen: FastSet<Fact> = FastSet::default();
    // What is violated comes first.
    let mut order: Vec<usize> = (0..system.clauses.len()).collect();
    order.sort_by_key(|at| system.clauses[*at].head.is_some());
    for at in order {
        let clause = &system.clauses[at];
        let mut cells = system.cells[at].clone();
        for access in cells.read.iter_mut().chain(&mut cells.written) {
            access.index = unwrapped(terms, access.index);
        }
        let cells = &cells;
        let read = || cells.read.iter().copied();
        if clause.head.is_none() {
            let parts: Vec<TermId> = (terms.conjuncts(clause.constraint).into_iter())
                .filter(|part| !is_about_type(terms, *part) && !is_congruence(terms, *part))
                .collect();
            let violated = terms.and(&parts);
            let holds = terms.not(violated);
            push(terms, &mut facts, &mut seen, holds, read());
        }
        for store in &cells.written {
            // The cell has no symbol of its own before it is read.
            let stored = terms.symbol(format!("stored in {} by {at}", store.array), Sort::Int);
            let of = CellAccess { value: stored, ..*store };
            let holds = terms.eq(stored, store.value);
            push(terms, &mut facts, &mut seen, holds, std::iter::once(of).chain(read()));
            for constant in constants(terms, store.value) {
                values.insert(constant);
                let constant = terms.int(constant);
                let holds = terms.eq(stored, constant);
                push(terms, &mut facts, &mut seen, holds, std::iter::once(of));
            }
            for said in closed_forms(terms, system, store, cells) {
                let holds = terms.eq(stored, said);
                push(terms, &mut facts, &mut seen, holds, std::iter::once(of));
            }
        }
        for term in terms.below(&[clause.constraint]) {
            let is_number = |term: TermId| terms.sort(term) == Sort::Int;
            let compares = matches!(terms.op(term), TermOp::Le | TermOp::Eq) && is_number(terms.arg(term, 0));
            if compares && !is_about_type(terms, term) {
                let not = terms.not(term);
                for truth in [term, not] {
                    push(terms, &mut facts, &mut seen, truth, read());
                }
            }
        }
    }
    let copies = copies(terms, &facts);
    facts.truncate(MOST_FACTS);
    facts.extend(copies);
    (facts, values)
}

/// That arrays are equal which are copies of each other through others.
fn copies(terms: &mut Terms, facts: &[Fact]) -> Vec<Fact> {
    let mut groups: Vec<BTreeSet<TermId>> = Vec::new();
    for Fact { truth, accesses } in facts {
        if let (TermOp::Eq, [x, y]) = (terms.op(*truth), &accesses[..])
            && x.index == y.index
            && terms.get(*truth).args.iter().all(|side| *side == x.value || *side == y.value)
        {
            let (joined, mut apart): (Vec<_>, Vec<_>) =
                groups.into_iter().partition(|group| group.contains(&x.array) || group.contains(&y.array));
            apart.push(joined.into_iter().flatten().chain([x.array, y.array]).collect());
            groups = apart;
        }
    }
    let index = terms.symbol("index of copies".to_owned(), Sort::Int);
    let mut all = Vec::new();
    for group in groups.iter().filter(|group| group.len() > 2) {
        let mut cells = Vec::new();
        for array in group.iter().copied().take(MOST_VARIABLES) {
            cells.push(CellAccess { array, index, value: terms.symbol(format!("copy of {array}"), Sort::Int) });
        }
        for (at, x) in cells.iter().enumerate() {
            for y in &cells[at + 1..] {
                all.push(Fact { truth: terms.eq(x.value, y.value), accesses: vec![*x, *y] });
            }
        }
    }
    all.truncate(MOST_FACTS);
    all
}

/// The constants that a value may be: its arms, each with what its condition says that a symbol is.
fn constants(terms: &mut Terms, value: TermId) -> Vec<i128> {
    let (mut open, mut found) = (vec![value], Vec::new());
    while let Some(term) = open.pop() {
        match terms.op(term) {
            TermOp::Int(constant) => found.push(constant),
            TermOp::Ite if open.len() < MOST_FACTS => {
                let [condition, mut then, otherwise] = terms.get(term).args[..] else { continue };
                if let (TermOp::Eq, [x, y]) = (terms.op(condition), &terms.get(condition).args[..]) {
                    let (x, y) = (*x, *y);
                    for (symbol, constant) in [(x, y), (y, x)] {
                        if matches!(terms.op(symbol), TermOp::Symbol(_)) {
                            let replace = FastMap::from_iter([(symbol, constant)]);
                            then = terms.substitute(then, &replace);
                        }
                    }
                }
                open.extend([then, otherwise]);
            }
            _ => {}
        }
    }
    found
}

/// `c*i + d` of a store `a[i] = a[i - 1] + c`, where a constant is stored at a constant index.
fn closed_forms(terms: &mut Terms, system: &System, store: &CellAccess, cells: &ClauseCells) -> Vec<TermId> {
    let mut all = Vec::new();
    let before: Vec<CellAccess> = cells.read.iter().copied().filter(|read| read.array == store.array).collect();
    for read in before {
        let step = terms.linear(store.index).minus(&terms.linear(read.index));
        let added = terms.linear(store.value).minus(&terms.linear(read.value));
        let (Some(step), Some(added)) = (step, added) else { continue };
        if !step.parts.is_empty() || step.constant.whole() != Some(1) || !added.parts.is_empty() {
            continue;
        }
        for first in system.cells.iter().flat_map(|cells| &cells.written).filter(|first| first.array == store.array) {
            let (at, value) = (terms.linear(first.index), terms.linear(first.value));
            if !at.parts.is_empty() || !value.parts.is_empty() {
                continue;
            }
            let start = added.constant.mul(at.constant).and_then(|so_far| value.constant.add(so_far.neg()?));
            if let Some(start) = start {
                let (scaled, start) = (terms.multiple(added.constant, store.index), terms.number(start, Sort::Int));
                all.push(terms.add(scaled, start));
            }
        }
    }
    all
}

/// Whether a truth says no more than the range of a type.
fn is_about_type(terms: &Terms, truth: TermId) -> bool {
    let inner = if terms.op(truth) == TermOp::Not { terms.arg(truth, 0) } else { truth };
    let is_limit = |term: &TermId| match terms.op(*term) {
        TermOp::Int(value) => [7, 8, 15, 16, 31, 32, 63, 64].iter().any(|bits| {
            let limit = 1_i128 << bits;
            [limit, limit - 1, -limit, -limit - 1].contains(&value)
        }),
        _ => false,
    };
    terms.op(inner) == TermOp::Le && terms.get(inner).args.iter().any(is_limit)
}

/// Whether a truth is that equal indices read equal values.
fn is_congruence(terms: &Terms, truth: TermId) -> bool {
    let is_equation = |term: TermId| terms.op(term) == TermOp::Eq;
    let is_inequation = |term: TermId| terms.op(term) == TermOp::Not && is_equation(terms.arg(term, 0));
    terms.op(truth) == TermOp::Or
        && terms.get(truth).args.len() == 2
        && terms.get(truth).args.iter().any(|part| is_equation(*part))
        && terms.get(truth).args.iter().any(|part| is_inequation(*part))
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
    let fact = Fact { truth: unwrapped(terms, truth), accesses: about };
    if !fact.accesses.is_empty() && seen.insert(fact.clone()) {
        facts.push(fact);
    }
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
    for low in &lows {
        for high in &highs {
            let guard = terms.and(&[same, *low, *high]);
            out.push(terms.implies(guard, truth));
        }
    }
}
