//! The quick rows of the corpus are solved by the portfolio. (Each result was checked where it was made.)

mod corpus;

use cairn_smt::Limits;
use cairn_smt::interpolation::{Outcome, Request, interpolate};
use std::time::Duration;

#[test]
fn the_portfolio_solves_the_corpus() {
    let mut unsolved = Vec::new();
    for mut problem in corpus::problems().into_iter().filter(|problem| problem.quick) {
        let limits = Limits { time: Some(Duration::from_secs(30)), ..Limits::default() };
        let parents = problem.parents.as_deref();
        let request = Request { parents, ..Request::sequence(&problem.groups, limits) };
        match interpolate(&mut problem.terms, &request) {
            Ok(Outcome::Interpolants(found)) => assert_eq!(found.terms.len() + 1, problem.groups.len()),
            other => unsolved.push(format!("{}: {other:?}", problem.name)),
        }
    }
    assert!(unsolved.is_empty(), "{unsolved:#?}");
}

#[test]
fn a_row_always_gives_the_same_interpolants() {
    let solve = |words: &str| {
        let mut problem = corpus::problems().into_iter().find(|problem| problem.name == words).expect("a row");
        let limits = Limits { time: Some(Duration::from_secs(30)), ..Limits::default() };
        let Ok(Outcome::Interpolants(found)) =
            interpolate(&mut problem.terms, &Request::sequence(&problem.groups, limits))
        else {
            panic!("{words} is not solved")
        };
        found.terms
    };
    for row in ["choices int 2", "lockstep bv32 3", "straight int 4"] {
        assert_eq!(solve(row), solve(row), "{row}");
    }
}
