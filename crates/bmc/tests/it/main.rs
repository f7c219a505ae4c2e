//! The integration tests of this crate as one binary: each module is one subject (docs/design/builds-and-tests.md).

mod against_value;
mod arrays;
mod polynomials;
mod property_directed;
mod verdicts;

use cairn_bmc::{BmcOptions, Mode, Unrolled, run};
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

/// Looks for polynomial equalities, for about so many seconds.
fn polynomials(program: &Program, seconds: u64) -> Outcome<(), Unrolled> {
    let specification = Specification::default_reachability();
    cairn_bmc::polynomials::run(
        program,
        &specification,
        &SharedInvariants::default(),
        &budget(seconds),
        &mut NoObserver,
    )
}

/// Solves the Horn clauses of a program, for about so many seconds.
fn horn(program: &Program, seconds: u64) -> Outcome<(), Unrolled> {
    let specification = Specification::default_reachability();
    cairn_bmc::horn::run(program, &specification, &SharedInvariants::default(), &budget(seconds), &mut NoObserver)
}

/// Property-directed reachability, for about so many seconds.
fn property_directed(program: &Program, seconds: u64) -> Outcome<(), Unrolled> {
    let specification = Specification::default_reachability();
    let mut checker = ReplayChecker::new(program, &specification);
    cairn_bmc::property_directed::run(
        program,
        &specification,
        &SharedInvariants::default(),
        &mut checker,
        &budget(seconds),
        &mut NoObserver,
    )
}
