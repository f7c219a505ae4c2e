//! The program unrolled over its loops: bounded model checking and k-induction, IMPACT.

use cairn_bmc::BmcOptions;
use cairn_cpa::{Engine, EngineOutcome, EngineTask, PathChecker};
use cairn_impact::ImpactOptions;

pub(crate) struct BoundedEngine(pub BmcOptions);

impl<K: PathChecker> Engine<K> for BoundedEngine {
    fn run<'p>(self: Box<Self>, task: EngineTask<'_, 'p, K>) -> EngineOutcome<'p, K::Counterexample> {
        let EngineTask { program, specification, checker, budget, observer } = task;
        cairn_bmc::run(program, specification, &self.0, checker, budget, observer).erased()
    }
}

pub(crate) struct ImpactEngine(pub ImpactOptions);

impl<K: PathChecker> Engine<K> for ImpactEngine {
    fn run<'p>(self: Box<Self>, task: EngineTask<'_, 'p, K>) -> EngineOutcome<'p, K::Counterexample> {
        let EngineTask { program, specification, checker, budget, observer } = task;
        cairn_impact::run(program, specification, &self.0, checker, budget, observer).erased()
    }
}
