//! Workers that send each other states of an analysis, or of several together, in this process or on many machines.

use crate::analysis;
use crate::check::Checker;
use crate::violation::Violation;
use cairn_base::Work;
use cairn_cpa::{Engine, EngineOutcome, EngineTask};
use cairn_domains::memory::SharedInvariants;
use cairn_dss::remote::{Machines, ProcessRole, coordinate::coordinate, participate::take_part};
use cairn_options::Configuration;

pub(crate) struct Distributed<'s> {
    pub configuration: &'s Configuration,
    pub known: &'s SharedInvariants,
    /// The run over many machines, where it is one.
    pub machines: Option<&'s Machines>,
    pub messages: Option<cairn_dss::Recorder>,
    /// Whether invariants are wanted of a proof.
    pub invariants: bool,
}

impl<'c> Engine<Checker<'c>> for Distributed<'_> {
    /// Each worker has a checker of its own, so that their paths are not among those that the stage's checker counts.
    fn run<'p>(self: Box<Self>, task: EngineTask<'_, 'p, Checker<'c>>) -> EngineOutcome<'p, Violation> {
        let EngineTask { program, specification, checker, budget, .. } = task;
        let Self { configuration, known, machines, messages, invariants } = *self;
        let options = analysis::distributed(configuration, messages, invariants);
        let (limits, book) = (budget.limits(), budget.ledger().book().clone());
        let workshop = cairn_dss::Workshop {
            analysis: &|ends| analysis::distributed_analysis(configuration, known, ends, invariants),
            checker: &|| Checker::new(program, specification),
            budget: &|cancel| limits.budget(cancel).with_book(book.clone()),
        };
        let cancel = budget.cancel_token();
        let Some(machines) = machines else {
            let outcome = cairn_dss::run(&workshop, program, specification, &options, cancel);
            // Each worker has a budget of its own, and asks solvers on account of the stage.
            budget.ledger().add(Work::units(outcome.counters.get("dss-solver-work")));
            return outcome.erased();
        };
        match machines.role {
            ProcessRole::Coordinator => {
                coordinate(checker, program, specification, &options, machines, budget).erased()
            }
            ProcessRole::Worker(_) => take_part(&workshop, program, specification, &options, machines, cancel).erased(),
        }
    }
}
