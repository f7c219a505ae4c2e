//! Closed forms of the cells of arrays: invariants `low <= k < high -> a[k] = p(k, variables)` of heads, where `p` is a polynomial.
//!
//! As for equalities of variables, executions suggest what a form may be ([`executions`], [`candidates`]) and a proof decides
//! ([`inductive`]). Each form speaks of one cell at any index, so that no query has a quantifier; what the other cells hold that
//! a path reads is taken from the forms, at the index that is read (Bradley, Manna and Sipma, "What's decidable about arrays?",
//! VMCAI 2006, of instances; Chakraborty, Gupta and Unadkat, "Verifying array manipulating programs with full-program
//! induction", TACAS 2020, of such programs).

mod bounds;
mod candidates;
mod cell_paths;
mod executions;
mod form;
mod indices;
mod inductive;

use super::equation::Equation;
use super::lemmas::Lemmas;
use crate::ground::addresses::is_pointer;
use crate::ground::flow::{Flow, HeadVariable};
use crate::ground::houdini;
use crate::unroll::Unroller;
use cairn_cpa::Res;
use cairn_term::{Sort, TermId};
use candidates::{Looked, candidates, element_width};
use cell_paths::{CellPath, EndCell, cell_paths};
use form::ClosedForm;
use indices::{INDEX, Indexing};
use inductive::{CellFact, Checker, forms as forms_among};
use std::collections::BTreeMap;

/// Programs with more arrays at a head are not looked at.
const MOST_ARRAYS: usize = 8;

/// Whether closed forms of cells, and equalities that hold at the heads, exclude all violations.
pub(super) fn prove(unroller: &mut Unroller<'_, '_>, flow: &Flow, known: &[Vec<Equation>]) -> Res<bool> {
    if flow.arrays.iter().all(Vec::is_empty) || flow.arrays.iter().any(|here| here.len() > MOST_ARRAYS) {
        return Ok(false);
    }
    let indexing = indices::indexing(&unroller.encoder, unroller.program, flow);
    let numbers: Vec<Vec<usize>> = (flow.heads.iter())
        .map(|variables| {
            let is_number = |at: &usize| !is_pointer(&unroller.encoder, unroller.program, variables[*at].plain);
            (0..variables.len()).filter(is_number).collect()
        })
        .collect();
    let (terms, budget) = (&mut unroller.encoder.terms, unroller.budget);
    let index = terms.symbol("index of a cell", Sort::BitVec(INDEX));
    let mut cells: BTreeMap<TermId, [HeadVariable; 2]> = BTreeMap::new();
    for array in indexing.keys() {
        if let Some(width) = element_width(terms, *array) {
            let value = terms.symbol(format!("cell of {array}"), Sort::BitVec(width));
            cells.insert(*array, [index, value].map(|plain| HeadVariable { plain, signed: true }));
        }
    }
    let states = executions::states(terms, flow, budget)?;
    let mut forms: Vec<Vec<ClosedForm>> = Vec::new();
    for (at, variables) in flow.heads.iter().enumerate() {
        let mut here = Vec::new();
        for array in &flow.arrays[at] {
            let (Some(indexing), Some(cell)) = (indexing.get(array), cells.get(array)) else { continue };
            if !is_tracked(indexing, variables) {
                continue;
            }
            let looked = Looked { array: *array, indexing, variables, numbers: &numbers[at], cell: *cell };
            here.extend(candidates(terms, &looked, &states[at], budget)?);
        }
        forms.push(here);
    }
    unroller.counters.add("cell-candidates", forms.iter().map(|here| here.len() as u64).sum());
    if forms.iter().all(Vec::is_empty) {
        return Ok(false);
    }
    let mut paths: Vec<CellPath> = Vec::new();
    for number in 0..flow.edges.len() {
        paths.extend(cell_paths(terms, number, flow, None, budget)?);
        let Some(to) = flow.edges[number].to else { continue };
        for array in flow.arrays[to].iter().filter(|array| forms[to].iter().any(|form| form.array == **array)) {
            let [index, value] = cells[array].map(|variable| variable.plain);
            let cell = EndCell { array: *array, indexing: &indexing[array], index, value };
            paths.extend(cell_paths(terms, number, flow, Some(cell), budget)?);
        }
    }
    let (heads, mut solver) = (&flow.heads[..], Lemmas::new());
    let bounds = bounds::bounds(terms, flow, budget)?;
    for path in &mut paths {
        let bounds = path.path.from.map_or(&[][..], |from| &bounds[from]);
        bounds::assume(terms, &mut path.path, bounds, &mut solver, budget)?;
    }
    unroller.counters.add("cell-paths", paths.len() as u64);
    let mut facts: Vec<Vec<CellFact>> = Vec::new();
    for (at, (variables, forms)) in flow.heads.iter().zip(forms).enumerate() {
        let mut known = known[at].clone();
        for equation in candidates::equalities(terms, variables, &numbers[at], &states[at]) {
            if !known.contains(&equation) {
                known.push(equation);
            }
        }
        facts.push(known.into_iter().map(CellFact::Equality).chain(forms.into_iter().map(CellFact::Form)).collect());
    }
    let mut checker = Checker { terms, heads, paths: &paths, indexing: &indexing, cells: &cells, solver, budget };
    let facts = houdini::inductive(&mut checker, facts)?;
    unroller.counters.add("cell-forms", facts.iter().map(|here| forms_among(here).count() as u64).sum());
    let mut excluded = true;
    for path in paths.iter().filter(|path| path.path.to.is_none()) {
        excluded = excluded && checker.is_excluded(path, &facts)?;
    }
    unroller.counters.add("cell-queries", checker.solver.asked());
    Ok(excluded)
}

/// Whether a head has the pointer that the elements of an array count from, so that its value at the end of paths is known.
fn is_tracked(indexing: &Indexing, variables: &[HeadVariable]) -> bool {
    indexing.pointer.is_none_or(|pointer| variables.iter().any(|variable| variable.plain == pointer))
}
