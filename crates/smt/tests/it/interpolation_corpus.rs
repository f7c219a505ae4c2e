//! The quick rows of the corpus are solved by the portfolio, and each result is checked here once more: nothing in this
//! file trusts the check that the interpolants went through where they were made.
//!
//! `corpus/expected.txt` says of each row how many atoms its interpolants may have together. Work is limited and time is
//! not, so a row gives the same on every machine; one that gets larger has to be looked at. Where one gets smaller, the
//! test prints the new line.
#![allow(clippy::print_stdout)] // The new lines.

use crate::corpus;

use cairn_smt::interpolation::{InterpolationOutcome, InterpolationRequest, interpolate};
use cairn_smt::{Answer, Solver, SolverLimits, Z3Solver, work};
use cairn_term::{SymbolId, TermId, Terms};
use std::collections::{BTreeMap, BTreeSet};

const EXPECTED: &str = include_str!("../corpus/expected.txt");

fn expected() -> BTreeMap<&'static str, usize> {
    let lines = EXPECTED.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let read = |line: &'static str| line.split_once(": ").and_then(|(name, atoms)| Some((name, atoms.parse().ok()?)));
    lines.map(|line| read(line).unwrap_or_else(|| panic!("ill-formed line '{line}'"))).collect()
}

/// A solver is asked whether the terms contradict each other.
fn contradict(terms: &Terms, all: &[TermId]) -> bool {
    let mut solver = Z3Solver::new().expect("a solver");
    for term in all {
        solver.assert(terms, *term).expect("a Boolean");
    }
    solver.check(terms, &[], &SolverLimits::work(work::INTERPOLATION)).expect("no error") == Answer::Unsat
}

/// What keeps terms from being interpolants of groups: of a tree, where a sequence is a tree in which each group is the
/// only child of the next.
fn wrong(terms: &mut Terms, groups: &[TermId], parents: Option<&[Option<usize>]>, found: &[TermId]) -> Option<String> {
    let sequence: Vec<Option<usize>> = (1..groups.len()).map(Some).chain([None]).collect();
    let parents = parents.unwrap_or(&sequence);
    let symbols: Vec<BTreeSet<SymbolId>> =
        groups.iter().map(|group| terms.symbols_of(&[*group]).into_iter().collect()).collect();
    for node in 0..groups.len() {
        // The nodes of the subtree: a parent is greater than its children.
        let mut below = BTreeSet::from([node]);
        for child in (0..node).rev() {
            if parents[child].is_some_and(|parent| below.contains(&parent)) {
                below.insert(child);
            }
        }
        let symbols_of = |inside: bool| -> BTreeSet<SymbolId> {
            let chosen = (0..groups.len()).filter(|other| below.contains(other) == inside);
            chosen.flat_map(|other| symbols[other].iter().copied()).collect()
        };
        if let Some(interpolant) = found.get(node) {
            let shared: BTreeSet<SymbolId> = symbols_of(true).intersection(&symbols_of(false)).copied().collect();
            if let Some(symbol) = terms.symbols_of(&[*interpolant]).into_iter().find(|s| !shared.contains(s)) {
                return Some(format!("{} is not shared at {node}", terms.symbol_name(symbol)));
            }
        }
        let mut all = vec![groups[node]];
        all.extend((0..node).filter(|child| parents[*child] == Some(node)).map(|child| found[child]));
        if let Some(interpolant) = found.get(node) {
            all.push(terms.not(*interpolant));
        }
        if !contradict(terms, &all) {
            return Some(format!("it is not implied at {node}"));
        }
    }
    None
}

#[test]
fn the_portfolio_solves_the_corpus() {
    let mut expected = expected();
    let mut failures = Vec::new();
    let problems = corpus::problems().into_iter().filter(|problem| problem.quick).enumerate();
    for (index, mut problem) in problems {
        if !cairn_tools::takes(index) {
            expected.remove(problem.name.as_str());
            continue;
        }
        let name = problem.name.as_str();
        let parents = problem.parents.as_deref();
        let request = InterpolationRequest {
            parents,
            ..InterpolationRequest::sequence(&problem.groups, SolverLimits::work(work::INTERPOLATION))
        };
        let found = match interpolate(&mut problem.terms, &request) {
            Ok(InterpolationOutcome::Interpolants(found)) => found.terms,
            other => {
                failures.push(format!("{name}: not solved: {other:?}"));
                continue;
            }
        };
        assert_eq!(found.len() + 1, problem.groups.len(), "{name}");
        let all = problem.terms.and(&found);
        let atoms = problem.terms.atoms(all).len();
        match expected.remove(name) {
            Some(most) if atoms < most => println!("smaller: {name}: {atoms}"),
            Some(most) if atoms == most => {}
            Some(most) => failures.push(format!("{name}: {atoms} atoms, {most} expected")),
            None => failures.push(format!("not in expected.txt: {name}: {atoms}")),
        }
        if let Some(why) = wrong(&mut problem.terms, &problem.groups, parents, &found) {
            failures.push(format!("{name}: {why}"));
        }
    }
    failures.extend(expected.into_keys().map(|name| format!("{name} is expected and no quick row")));
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn what_is_no_interpolant_is_seen() {
    let mut problem = corpus::problems().into_iter().find(|problem| problem.name == "lockstep bv32 3").expect("a row");
    let request = InterpolationRequest::sequence(&problem.groups, SolverLimits::work(work::INTERPOLATION));
    let Ok(InterpolationOutcome::Interpolants(found)) = interpolate(&mut problem.terms, &request) else {
        panic!("not solved")
    };
    let (terms, groups) = (&mut problem.terms, &problem.groups);
    assert_eq!(wrong(terms, groups, None, &found.terms), None);
    // Too weak at the end, too strong at the start, and about what only one side knows.
    let weak: Vec<TermId> = found.terms.iter().map(|_| terms.bool(true)).collect();
    assert!(wrong(terms, groups, None, &weak).is_some());
    let strong: Vec<TermId> = found.terms.iter().map(|_| terms.bool(false)).collect();
    assert!(wrong(terms, groups, None, &strong).is_some());
    let foreign: Vec<TermId> = found.terms.iter().map(|term| terms.and(&[*term, groups[0]])).collect();
    assert!(wrong(terms, groups, None, &foreign).is_some_and(|why| why.contains("not shared")));
}

#[test]
fn a_row_always_gives_the_same_interpolants() {
    let solve = |words: &str| {
        let mut problem = corpus::problems().into_iter().find(|problem| problem.name == words).expect("a row");
        let request = InterpolationRequest::sequence(&problem.groups, SolverLimits::work(work::INTERPOLATION));
        let Ok(InterpolationOutcome::Interpolants(found)) = interpolate(&mut problem.terms, &request) else {
            panic!("{words} is not solved")
        };
        found.terms
    };
    for row in ["choices int 2", "lockstep bv32 3", "straight int 4"] {
        assert_eq!(solve(row), solve(row), "{row}");
    }
}
