//! By which addresses the program accesses an array: what an index of its elements is made from.
//!
//! Each read and each write is one of all arrays that its array may be made from, by stores and choices. How an index counts
//! (`pointer + base + stride * index`) is the prover's: over whole numbers sums are exact and an index may be any number, over
//! machine integers both are modulo a power of two.

use cairn_base::FastSet;
use cairn_formula::{Cell, Encoder};
use cairn_ir::Program;
use cairn_ir::mark_reachable;
use cairn_term::{TermId, TermOp, Terms};
use std::collections::{BTreeMap, BTreeSet};

/// The arrays that an array may be made from by stores and choices, itself where it is made from none.
pub(crate) fn bases(terms: &Terms, array: TermId) -> Vec<TermId> {
    let mut seen: FastSet<TermId> = FastSet::default();
    bases_where(terms, array, &mut |array| seen.insert(array))
}

/// The same of those ways only on which every array `is_new`.
fn bases_where(terms: &Terms, array: TermId, is_new: &mut dyn FnMut(TermId) -> bool) -> Vec<TermId> {
    let mut found = Vec::new();
    mark_reachable([array], is_new, |array, open| match terms.op(array) {
        TermOp::Store => open.push(terms.arg(array, 0)),
        TermOp::Ite => open.extend([terms.arg(array, 1), terms.arg(array, 2)]),
        _ => found.push(array),
    });
    found
}

/// The addresses of all reads and writes in some terms, by the arrays that are asked for.
pub(crate) fn accessed(
    terms: &Terms,
    roots: &[TermId],
    is_asked: &dyn Fn(TermId) -> bool,
) -> BTreeMap<TermId, BTreeSet<TermId>> {
    let mut addresses: BTreeMap<TermId, BTreeSet<TermId>> = BTreeMap::new();
    // Arrays are made from one another: what lies below one was seen with the address before.
    let mut seen: FastSet<(TermId, TermId)> = FastSet::default();
    for term in terms.below(roots) {
        if !matches!(terms.op(term), TermOp::Select | TermOp::Store) {
            continue;
        }
        let (array, address) = (terms.arg(term, 0), terms.arg(term, 1));
        for base in bases_where(terms, array, &mut |array| seen.insert((array, address))) {
            if is_asked(base) {
                addresses.entry(base).or_default().insert(address);
            }
        }
    }
    addresses
}

/// The pointer from which most addresses count: of the pointers that are a part of each.
pub(crate) fn most_counted(pointers: impl IntoIterator<Item = TermId>) -> Option<TermId> {
    let mut counted: BTreeMap<TermId, usize> = BTreeMap::new();
    for pointer in pointers {
        *counted.entry(pointer).or_default() += 1;
    }
    counted.into_iter().max_by_key(|(_, count)| *count).map(|(pointer, _)| pointer)
}

/// Whether a symbol is a pointer variable.
pub(crate) fn is_pointer(encoder: &Encoder, program: &Program, term: TermId) -> bool {
    let TermOp::Symbol(symbol) = encoder.terms.op(term) else { return false };
    match encoder.cell_of(symbol).and_then(|cell| encoder.cell(cell)) {
        Some(Cell::Scalar { var, .. }) => program.types.is_pointer(program.vars[var].ty),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_term::Sort;

    #[test]
    fn every_array_that_may_be_accessed_gets_the_address() {
        let mut terms = Terms::new();
        let sort = terms.array_sort(Sort::Int, Sort::Int);
        let (a, b) = (terms.symbol("a", sort), terms.symbol("b", sort));
        let [i, j, k] = ["i", "j", "k"].map(|name| terms.symbol(name, Sort::Int));
        let is_a = terms.symbol("is a", Sort::Bool);
        let written = terms.store(a, i, k);
        let either = terms.ite(is_a, written, b);
        let read = terms.select(either, j);
        let found = accessed(&terms, &[read], &|_| true);
        assert_eq!(found, BTreeMap::from([(a, BTreeSet::from([i, j])), (b, BTreeSet::from([j]))]));
        assert_eq!(accessed(&terms, &[read], &|array| array == b), BTreeMap::from([(b, BTreeSet::from([j]))]));
        assert_eq!(most_counted([a, b, b]), Some(b));
    }
}
