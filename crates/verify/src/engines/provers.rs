//! Engines that look for an invariant at once and explore no paths: Horn clauses, polynomial equalities, property-directed
//! reachability, the memory domain.

use cairn_cpa::{Engine, EngineOutcome, EngineTask, PathChecker};
use cairn_domains::memory::SharedInvariants;

/// A prover, with what is known of the integers of the program.
pub(crate) enum Prover {
    HornClauses(SharedInvariants),
    PolynomialEqualities(SharedInvariants),
    PropertyDirected(SharedInvariants),
    Memory(SharedInvariants),
}

impl<K: PathChecker> Engine<K> for Prover {
    fn run<'p>(self: Box<Self>, task: EngineTask<'_, 'p, K>) -> EngineOutcome<'p, K::Counterexample> {
        let EngineTask { program, specification, checker, budget, observer } = task;
        match *self {
            Self::HornClauses(known) => cairn_bmc::horn::run(program, specification, &known, budget, observer).erased(),
            Self::PolynomialEqualities(known) => {
                cairn_bmc::polynomials::run(program, specification, &known, budget, observer).erased()
            }
            Self::PropertyDirected(known) => {
                cairn_bmc::property_directed::run(program, specification, &known, checker, budget, observer).erased()
            }
            Self::Memory(known) => cairn_domains::memory::run(program, specification, &known, budget).erased(),
        }
    }
}
