//! Candidates about what a loop adds up: `total = c * whole + d * part`.
//!
//! `part` and `whole` are the counter of a loop and its bound, times a constant that is stored in a cell, or the sums of an
//! array's elements below them ([`crate::horn::sums`]). Loops that add an array several times and subtract it again have
//! such invariants: `total = 2 * S(n) - S(i)`.
//!
//! Invariant: none is needed. What is wrong about candidates is found by [`crate::ground::houdini`].

use super::ranges::Ranges;
use crate::horn::system::RelationShape;
use cairn_base::FastSet;
use cairn_term::{Rational, Sort, TermId, Terms};
use std::collections::BTreeSet;

/// So often the whole is added, at most.
const MOST_TIMES: i128 = 5;
/// More candidates of one relation are not tried.
const MOST_TOTALS: usize = 1_200;
/// More constants are no elements that are added up.
const MOST_ELEMENTS: usize = 3;
/// Larger elements are not added up.
const LARGEST_ELEMENT: i128 = 1_000;

/// The candidates of one relation.
pub(super) fn totals(
    terms: &mut Terms,
    shape: &RelationShape,
    ranges: &Ranges,
    values: &BTreeSet<i128>,
) -> Vec<TermId> {
    let numbers = || shape.scalars.iter().copied().filter(|symbol| terms.sort(*symbol) == Sort::Int);
    let (counters, totals): (Vec<TermId>, Vec<TermId>) =
        numbers().partition(|symbol| ranges.variables.contains(symbol));
    let mut elements: BTreeSet<i128> = BTreeSet::from([1]);
    let small = values.iter().filter(|value| **value != 0 && value.abs() <= LARGEST_ELEMENT);
    elements.extend(small.take(MOST_ELEMENTS));
    // Each group: measures of the same elements up to different indices.
    let mut groups: Vec<Vec<TermId>> = Vec::new();
    for array in shape.sums.iter().map(|sum| sum.array).collect::<BTreeSet<_>>() {
        groups.push(shape.sums.iter().filter(|sum| sum.array == array).map(|sum| sum.sum).collect());
    }
    for element in elements {
        let Some(element) = Rational::new(element, 1) else { continue };
        groups.push(counters.iter().map(|counter| terms.multiple(element, *counter)).collect());
    }
    let zero = terms.int(0);
    let mut right: Vec<TermId> = vec![zero];
    let mut seen: FastSet<TermId> = FastSet::default();
    for group in &groups {
        for (part, whole) in group.iter().flat_map(|part| group.iter().map(move |whole| (*part, *whole))) {
            for times in -MOST_TIMES..=MOST_TIMES {
                for sign in -1..=1 {
                    let (Some(times), Some(sign)) = (Rational::new(times, 1), Rational::new(sign, 1)) else { continue };
                    let (of_whole, of_part) = (terms.multiple(times, whole), terms.multiple(sign, part));
                    let sum = terms.add(of_whole, of_part);
                    if seen.insert(sum) {
                        right.push(sum);
                    }
                }
            }
        }
    }
    let mut all = Vec::new();
    for total in totals {
        all.extend(right.iter().map(|sum| terms.eq(total, *sum)));
    }
    all.truncate(MOST_TOTALS);
    all
}
