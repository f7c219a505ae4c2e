//! The integration tests of this crate as one binary: each module is one subject (docs/design/builds-and-tests.md).

mod against_value;
mod verdicts;

use cairn_cpa::{NoObserver, Outcome, Specification};
use cairn_impact::{ImpactOptions, Unwound, run};
use cairn_ir::Program;
use cairn_test_support::{ReplayChecker, budget};

/// Runs IMPACT for about so many seconds.
fn impact<'p>(
    program: &'p Program,
    specification: &'p Specification,
    options: &ImpactOptions,
    seconds: u64,
) -> Outcome<(), Unwound<'p>> {
    let mut checker = ReplayChecker::new(program, specification);
    run(program, specification, options, &mut checker, &budget(seconds), &mut NoObserver)
}
