//! Closed forms that all executions met.
//!
//! Ranges are made of the variables of a head and small constants. Of ranges that cover the same cells in all states one is
//! kept, and of ranges with the same equation those that no other contains.

use super::super::equation::Equation;
use super::super::null_space::{closed_form, relations};
use super::super::samples::Sample;
use super::executions::State;
use super::form::{Bound, ClosedForm};
use super::indices::{INDEX, Indexing};
use crate::ground::flow::HeadVariable;
use cairn_base::Budget;
use cairn_cpa::Res;
use cairn_term::{Sort, TermId, TermValue, Terms, signed};
use std::collections::BTreeSet;

/// The degrees that are tried, one after the other.
const DEGREES: [u32; 4] = [0, 1, 2, 3];
/// More variables of a head are not looked at.
const MOST_VARIABLES: usize = 5;
/// Cells of one state, at most, and samples of one range.
const MOST_CELLS: i128 = 10;
const MOST_SAMPLES: usize = 260;

/// The array of a head whose cells are looked at.
pub(super) struct Looked<'a> {
    pub(super) array: TermId,
    pub(super) indexing: &'a Indexing,
    pub(super) variables: &'a [HeadVariable],
    /// Which of the variables are no pointers.
    pub(super) numbers: &'a [usize],
    /// The index of a cell, and what it holds.
    pub(super) cell: [HeadVariable; 2],
}

/// The closed forms that an array of a head has in all states.
pub(super) fn candidates(
    terms: &Terms,
    looked: &Looked<'_>,
    states: &[State],
    budget: &Budget,
) -> Res<Vec<ClosedForm>> {
    let numbers = &looked.numbers[..looked.numbers.len().min(MOST_VARIABLES)];
    let mut lows: Vec<Bound> = [0, 1].map(|offset| Bound { variable: None, offset }).into();
    let mut highs = vec![Bound { variable: None, offset: 1 }];
    for at in numbers {
        lows.extend([0, 1].map(|offset| Bound { variable: Some(*at), offset }));
        highs.extend([0, 1, -1].map(|offset| Bound { variable: Some(*at), offset }));
    }
    let number = |bound: &Bound, state: &State| {
        let value = bound.variable.map_or(0, |at| {
            let variable = &looked.variables[at];
            let width = terms.width(variable.plain);
            if variable.signed { signed(state.values[at], width) } else { state.values[at] as i128 }
        });
        value + i128::from(bound.offset)
    };
    let mut seen: BTreeSet<Vec<(i128, i128)>> = BTreeSet::new();
    let mut found: Vec<(Vec<(i128, i128)>, ClosedForm)> = Vec::new();
    for (low, high) in lows.iter().flat_map(|low| highs.iter().map(move |high| (low, high))) {
        budget.look()?;
        let ranges: Vec<(i128, i128)> = (states.iter())
            .map(|state| (number(low, state), number(high, state)))
            .map(|(low, high)| if low < high { (low, high) } else { (0, 0) })
            .collect();
        if ranges.iter().all(|(low, high)| low == high) || !seen.insert(ranges.clone()) {
            continue;
        }
        let Some(equation) = equation(terms, looked, numbers, states, &ranges) else { continue };
        found.push((ranges, ClosedForm { array: looked.array, low: *low, high: *high, equation }));
    }
    let contains = |outer: &[(i128, i128)], inner: &[(i128, i128)]| {
        outer.iter().zip(inner).all(|(outer, inner)| inner.0 == inner.1 || (outer.0 <= inner.0 && inner.1 <= outer.1))
    };
    let is_covered = |(ranges, form): &(Vec<(i128, i128)>, ClosedForm)| {
        let mut others = found.iter().filter(|(other, _)| other != ranges);
        others.any(|(other, held)| held.equation == form.equation && contains(other, ranges))
    };
    let kept = found.iter().filter(|each| !is_covered(each));
    Ok(kept.map(|(_, form)| form.clone()).collect())
}

/// The equation of least degree that the cells in the range of each state meet.
fn equation(
    terms: &Terms,
    looked: &Looked<'_>,
    numbers: &[usize],
    states: &[State],
    ranges: &[(i128, i128)],
) -> Option<Equation> {
    let mut samples: BTreeSet<Sample> = BTreeSet::new();
    let pointer = looked.indexing.pointer;
    let pointer = pointer.and_then(|pointer| looked.variables.iter().position(|variable| variable.plain == pointer));
    let width = terms.width(looked.cell[1].plain);
    for (state, (low, high)) in states.iter().zip(ranges) {
        let array = state.arrays.get(&looked.array)?;
        for index in *low..(*high).min(low + MOST_CELLS) {
            let address = looked.indexing.address_of(index, pointer.map_or(0, |at| state.values[at]));
            let held = array.select(&TermValue::BitVec(address)).bits()?;
            let mut values: Vec<u128> = numbers.iter().map(|at| state.values[*at]).collect();
            values.extend([index as u128 & cairn_term::mask(INDEX), held]);
            samples.insert(Sample { values, wild: false });
        }
    }
    let step = samples.len() / MOST_SAMPLES + 1;
    let samples: Vec<Sample> = samples.into_iter().step_by(step).collect();
    let mut variables: Vec<HeadVariable> = numbers.iter().map(|at| looked.variables[*at]).collect();
    variables.extend(looked.cell);
    let mut found = DEGREES.iter().find_map(|degree| closed_form(terms, &variables, &samples, width, *degree))?;
    // Variables by their numbers at the head.
    let number = |at: usize| match numbers.get(at) {
        Some(number) => *number,
        None => looked.variables.len() + at - numbers.len(),
    };
    for (at, _) in found.parts.iter_mut().flat_map(|(monomial, _)| monomial) {
        *at = number(*at);
    }
    Some(found)
}

/// Equalities of a head's variables, which may rest on what cells hold.
pub(super) fn equalities(
    terms: &Terms,
    variables: &[HeadVariable],
    numbers: &[usize],
    states: &[State],
) -> Vec<Equation> {
    let numbers = &numbers[..numbers.len().min(MOST_VARIABLES)];
    let own: Vec<HeadVariable> = numbers.iter().map(|at| variables[*at]).collect();
    let values = |state: &State| numbers.iter().map(|at| state.values[*at]).collect();
    let samples: BTreeSet<Sample> = states.iter().map(|state| Sample { values: values(state), wild: false }).collect();
    let widths: BTreeSet<u32> = own.iter().map(|variable| terms.width(variable.plain)).collect();
    let mut found = Vec::new();
    for width in widths.into_iter().filter(|width| *width >= 32) {
        for mut equation in relations(terms, &own, &samples, width, 2) {
            for (at, _) in equation.parts.iter_mut().flat_map(|(monomial, _)| monomial) {
                *at = numbers[*at];
            }
            found.push(equation);
        }
    }
    found
}

/// The width of the elements of an array of machine integers.
pub(super) fn element_width(terms: &Terms, array: TermId) -> Option<u32> {
    let Sort::Array(id) = terms.sort(array) else { return None };
    match terms.array_parts(id) {
        (Sort::BitVec(address), Sort::BitVec(element)) => {
            (address <= INDEX && (8..=64).contains(&element)).then_some(element)
        }
        _ => None,
    }
}
