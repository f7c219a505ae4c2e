//! What candidates say of cells: comparisons that clauses make, what they store, and what follows from that through copies.
//!
//! A fact is about one cell of each of some arrays. The index of the first is free; those of the others are terms over it.

use super::unwrapped;
use crate::horn::parameters::is_limit_of_type;
use crate::horn::system::{CellAccess, ClauseCells, System};
use cairn_base::{Budget, FastMap, FastSet};
use cairn_cpa::Res;
use cairn_term::{Sort, TermId, TermOp, Terms};
use std::collections::BTreeSet;

/// More comparisons of cells are not tried.
const MOST_FACTS: usize = 20;
/// Larger comparisons are not tried.
const LARGEST: usize = 40;
/// A case distinction of more values is left as it is.
const MOST_ARMS: usize = 4;
/// More arrays that are copies of each other are not compared.
const MOST_COPIES: usize = 8;

/// A fact about cells: of each array one, at an index; the first array's index is free, the others' are terms over it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Fact {
    /// Over the accesses' value symbols and plain symbols.
    pub(super) truth: TermId,
    pub(super) accesses: Vec<CellAccess>,
}

pub(super) fn facts(terms: &mut Terms, system: &System, budget: &Budget) -> Res<(Vec<Fact>, BTreeSet<i128>)> {
    let mut facts: Vec<Fact> = Vec::new();
    let mut values: BTreeSet<i128> = BTreeSet::new();
    let mut seen: FastSet<Fact> = FastSet::default();
    // What is violated comes first.
    let mut order: Vec<usize> = (0..system.clauses.len()).collect();
    order.sort_by_key(|at| system.clauses[*at].head.is_some());
    for at in order {
        budget.look()?;
        let clause = &system.clauses[at];
        let mut cells = system.cells[at].clone();
        for access in cells.read.iter_mut().chain(&mut cells.written) {
            budget.look()?;
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
            for arm in arms(terms, store.value) {
                let holds = terms.eq(stored, arm);
                push(terms, &mut facts, &mut seen, holds, std::iter::once(of).chain(read()));
            }
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
            budget.look()?;
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
    let elsewhere = elsewhere(system, &facts);
    facts.extend(elsewhere);
    facts.extend(copies);
    Ok((facts, values))
}

/// Facts about one array, of the others: it may hold of the array that this one was copied from.
fn elsewhere(system: &System, facts: &[Fact]) -> Vec<Fact> {
    let arrays: BTreeSet<TermId> =
        system.shapes.iter().flat_map(|shape| shape.arrays.iter().map(|cell| cell.array)).collect();
    let mut all: Vec<Fact> = Vec::new();
    for Fact { truth, accesses } in facts {
        let [access] = accesses[..] else { continue };
        for array in arrays.iter().copied().filter(|array| *array != access.array) {
            let fact = Fact { truth: *truth, accesses: vec![CellAccess { array, ..access }] };
            if !facts.contains(&fact) && !all.contains(&fact) {
                all.push(fact);
            }
        }
    }
    all.truncate(MOST_FACTS);
    all
}

/// That arrays are equal which are copies of each other through others.
fn copies(terms: &mut Terms, facts: &[Fact]) -> Vec<Fact> {
    let mut groups: Vec<BTreeSet<TermId>> = Vec::new();
    for Fact { truth, accesses } in facts {
        if let (TermOp::Eq, [x, y]) = (terms.op(*truth), &accesses[..])
            && x.index == y.index
            && terms.get(*truth).args.iter().all(|side| *side == x.value || *side == y.value)
        {
            let (joined, mut others): (Vec<_>, Vec<_>) =
                groups.into_iter().partition(|group| group.contains(&x.array) || group.contains(&y.array));
            others.push(joined.into_iter().flatten().chain([x.array, y.array]).collect());
            groups = others;
        }
    }
    let index = terms.symbol("index of copies".to_owned(), Sort::Int);
    let mut all = Vec::new();
    for group in groups.iter().filter(|group| group.len() > 2) {
        let mut cells = Vec::new();
        for array in group.iter().copied().take(MOST_COPIES) {
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

/// The values that a case distinction is made of, where it is one.
fn arms(terms: &Terms, value: TermId) -> Vec<TermId> {
    let (mut open, mut found) = (vec![value], Vec::new());
    while let Some(term) = open.pop() {
        match terms.op(term) {
            TermOp::Ite if open.len() + found.len() < MOST_ARMS => {
                open.extend([terms.arg(term, 2), terms.arg(term, 1)])
            }
            _ => found.push(term),
        }
    }
    found.retain(|arm| *arm != value);
    found
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
        TermOp::Int(value) => is_limit_of_type(if value < 0 { -1 - value } else { value }),
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
