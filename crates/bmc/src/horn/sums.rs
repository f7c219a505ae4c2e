//! Sums of the first elements of arrays, as arguments of relations.
//!
//! `S(a, n)` is the sum of `n` elements, `a[0] + … + a[n - 1]` (from another first one where loops begin there), and 0 where `n` is not positive. It exists for every array, defined by
//! recursion, so that a state may be extended by it: each relation gets `S(a, n)` of its arrays and of the variables that are
//! indices or bounds of them, and each clause instances of the definition (ghost variables; Owicki and Gries, "Verifying
//! properties of parallel programs", CACM 1976). What a loop adds up is then an equation of variables.
//!
//! Invariant: a clause says no more than what follows from the definition. Sums below an index survive a clause only where
//! every write of the clause is known to be behind the last element of the sum, or before the first. The elements' type bounds them.

use super::candidates::indices;
use super::system::{ClauseCells, PrefixSum, System};
use cairn_term::{Rational, Sort, TermId, Terms};
use std::collections::BTreeMap;

/// Sums at one relation, at most.
const MOST_SUMS: usize = 6;
/// Wider elements have no sums that stay in the range of any type.
const WIDEST: i128 = 1 << 32;

impl System {
    /// The clauses with sums as arguments; `None` where there are none.
    pub(crate) fn with_sums(&self, terms: &mut Terms) -> Option<Self> {
        let indices = indices(terms, self);
        let mut shapes = self.shapes.clone();
        let mut relations = self.relations.clone();
        for (number, shape) in shapes.iter_mut().enumerate() {
            let is_summed =
                |array: &TermId| self.elements.get(array).is_some_and(|(low, high)| high.saturating_sub(*low) < WIDEST);
            for array in shape.arrays.iter().map(|cell| cell.array).filter(is_summed) {
                let first = first_index(terms, self, array);
                for below in shape.scalars.iter().copied().filter(|scalar| indices.contains(scalar)) {
                    if shape.sums.len() < MOST_SUMS && terms.sort(below) == Sort::Int {
                        let sum = terms.symbol(format!("sum of {array} below {below} in {number}"), Sort::Int);
                        shape.sums.push(PrefixSum { array, first, below, sum });
                        relations[number].push(sum);
                    }
                }
            }
        }
        if shapes.iter().all(|shape| shape.sums.is_empty()) {
            return None;
        }
        let mut clauses = self.clauses.clone();
        for (number, clause) in clauses.iter_mut().enumerate() {
            let mut parts = vec![clause.constraint];
            let mut before: Vec<PrefixSum> = Vec::new();
            for (relation, args) in &mut clause.body {
                before.clone_from(&shapes[*relation].sums);
                args.extend(before.iter().map(|sum| sum.sum));
            }
            definition(terms, self, &before, &mut parts);
            if let Some((relation, args)) = &mut clause.head {
                let mut after = Vec::new();
                for (at, sum) in shapes[*relation].sums.iter().enumerate() {
                    let Some(scalar) = shapes[*relation].scalars.iter().position(|scalar| *scalar == sum.below) else {
                        continue;
                    };
                    let new = terms.symbol(format!("sum {at} behind clause {number}"), Sort::Int);
                    after.push(PrefixSum { below: args[scalar], sum: new, ..*sum });
                }
                args.extend(after.iter().map(|sum| sum.sum));
                definition(terms, self, &after, &mut parts);
                for new in &after {
                    first_element(terms, &self.cells[number], new, &mut parts);
                    for old in before.iter().filter(|old| old.array == new.array) {
                        survives(terms, &self.cells[number], old, new, &mut parts);
                    }
                }
            }
            clause.constraint = terms.and(&parts);
        }
        let controls = self.controls.clone();
        Some(Self { relations, controls, clauses, shapes, cells: self.cells.clone(), elements: self.elements.clone() })
    }
}

/// Definition of the sums of one state: none below zero, bounds by the elements' type, equal sums below equal indices.
fn definition(terms: &mut Terms, system: &System, sums: &[PrefixSum], parts: &mut Vec<TermId>) {
    let zero = terms.int(0);
    for (at, sum) in sums.iter().enumerate() {
        let (is_empty, is_zero) = (terms.le(sum.below, zero), terms.eq(sum.sum, zero));
        parts.push(terms.implies(is_empty, is_zero));
        if let Some((low, high)) = system.elements.get(&sum.array)
            && let (Some(low), Some(high)) = (Rational::new(*low, 1), Rational::new(*high, 1))
        {
            let (low, high) = (terms.multiple(low, sum.below), terms.multiple(high, sum.below));
            let bounds = [terms.le(low, sum.sum), terms.le(sum.sum, high)];
            let bounded = terms.and(&bounds);
            parts.push(terms.or(&[is_empty, bounded]));
        }
        for other in sums[at + 1..].iter().filter(|other| other.array == sum.array) {
            let (same, equal) = (terms.eq(sum.below, other.below), terms.eq(sum.sum, other.sum));
            parts.push(terms.implies(same, equal));
        }
    }
}

/// Where sums of an array begin: what is most often added to a variable in the index of a read. An index counts from the least
/// address in the program, which is below the array where an element `a[n - 1]` is read or written.
fn first_index(terms: &Terms, system: &System, array: TermId) -> i128 {
    let mut counted: BTreeMap<i128, usize> = BTreeMap::new();
    for read in system.cells.iter().flat_map(|cells| &cells.read).filter(|read| read.array == array) {
        let sum = terms.linear(read.index);
        if let (1, Some(constant)) = (sum.parts.len(), sum.constant.whole()) {
            *counted.entry(constant).or_default() += 1;
        }
    }
    counted.into_iter().rev().max_by_key(|(_, count)| *count).map_or(0, |(constant, _)| constant)
}

/// That no write of a clause is to the cells below an index; `None` where that is not known.
fn outside(terms: &mut Terms, cells: &ClauseCells, new: &PrefixSum) -> Option<Vec<TermId>> {
    let zero = terms.int(0);
    let first = terms.int(new.first);
    let mut all = Vec::new();
    for index in cells.changed.get(&new.array)?.as_ref()? {
        let place = terms.sub(*index, first);
        let (above, below) = (terms.le(new.below, place), terms.lt(place, zero));
        all.push(terms.or(&[above, below]));
    }
    Some(all)
}

/// The sum below one is the first element.
fn first_element(terms: &mut Terms, cells: &ClauseCells, new: &PrefixSum, parts: &mut Vec<TermId>) {
    let Some(outside) = outside(terms, cells, new) else { return };
    let (first_place, one) = (terms.int(new.first), terms.int(1));
    for read in cells.read.iter().filter(|read| read.array == new.array) {
        let first = [terms.eq(new.below, one), terms.eq(read.index, first_place)];
        let first = terms.and_all(outside.iter().copied().chain(first));
        let equal = terms.eq(new.sum, read.value);
        parts.push(terms.implies(first, equal));
    }
}

/// Value of a sum behind a clause, by one before it: the same where no write is below the index and the index is the same; with
/// the element that was read where the index is one more.
fn survives(terms: &mut Terms, cells: &ClauseCells, old: &PrefixSum, new: &PrefixSum, parts: &mut Vec<TermId>) {
    let Some(outside) = outside(terms, cells, new) else { return };
    let zero = terms.int(0);
    let same = terms.eq(new.below, old.below);
    let kept = terms.and_all(outside.iter().copied().chain([same]));
    let equal = terms.eq(new.sum, old.sum);
    parts.push(terms.implies(kept, equal));
    for read in cells.read.iter().filter(|read| read.array == old.array) {
        let one = terms.int(1);
        let next = terms.add(old.below, one);
        let first = terms.int(old.first);
        let place = terms.add(old.below, first);
        let grown = [terms.eq(new.below, next), terms.le(zero, old.below), terms.eq(read.index, place)];
        let grown = terms.and_all(outside.iter().copied().chain(grown));
        let sum = terms.add(old.sum, read.value);
        let equal = terms.eq(new.sum, sum);
        parts.push(terms.implies(grown, equal));
    }
}
