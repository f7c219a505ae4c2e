//! The integration tests of this crate as one binary: each module is one subject (docs/design/builds-and-tests.md).

mod against_value;
mod arrays;
mod lemmas;
mod polynomials;
mod property_directed;
mod verdicts;

use cairn_bmc::{BmcOptions, Mode, ProofMethod, Unrolled, run};
use cairn_cpa::{NoObserver, Outcome, Specification};
use cairn_domains::memory::SharedInvariants;
use cairn_ir::Program;
use cairn_test_support::{ReplayChecker, budget};

/// Unrolls a program up to a bound, for about so many seconds.
fn bmc(program: &Program, mode: Mode, last_bound: u32, seconds: u64) -> Outcome<(), Unrolled> {
    let specification = Specification::default_reachability();
    let mut checker = ReplayChecker::new(program, &specification);
    let options = BmcOptions { mode, last_bound, ..BmcOptions::default() };
    run(program, &specification, &options, &mut checker, &budget(seconds), &mut NoObserver)
}

/// k-induction up to a bound, with what is known of a program.
fn induction(program: &Program, known: &SharedInvariants, last_bound: u32) -> Outcome<(), Unrolled> {
    let specification = Specification::default_reachability();
    let mut checker = ReplayChecker::new(program, &specification);
    let (mode, invariants) = (Mode::KInduction, Some(known.clone()));
    let options = BmcOptions { mode, last_bound, invariants, ..BmcOptions::default() };
    run(program, &specification, &options, &mut checker, &budget(2), &mut NoObserver)
}

/// Looks for invariants of loop heads, for about so many seconds.
fn prove(method: ProofMethod, program: &Program, seconds: u64) -> Outcome<(), Unrolled> {
    prove_with(method, program, &SharedInvariants::default(), seconds)
}

/// The same with what is known of the program, where lemmas are told.
fn prove_with(method: ProofMethod, program: &Program, known: &SharedInvariants, seconds: u64) -> Outcome<(), Unrolled> {
    let specification = Specification::default_reachability();
    let mut checker = ReplayChecker::new(program, &specification);
    cairn_bmc::prove(method, program, &specification, known, &mut checker, &budget(seconds), &mut NoObserver)
}

/// Looks for polynomial equalities.
fn polynomials(program: &Program, seconds: u64) -> Outcome<(), Unrolled> {
    prove(ProofMethod::PolynomialEqualities, program, seconds)
}

/// Solves the Horn clauses of a program.
fn horn(program: &Program, seconds: u64) -> Outcome<(), Unrolled> {
    prove(ProofMethod::HornClauses, program, seconds)
}

/// Property-directed reachability.
fn property_directed(program: &Program, seconds: u64) -> Outcome<(), Unrolled> {
    prove(ProofMethod::PropertyDirected, program, seconds)
}
