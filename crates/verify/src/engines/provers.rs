//! Engines that look for an invariant at once and explore no paths: the provers over loop heads, the memory domain.

use cairn_bmc::ProofMethod;
use cairn_cpa::{Engine, EngineOutcome, EngineTask, PathChecker};
use cairn_domains::memory::SharedInvariants;

/// A prover over loop heads, with what is known of the integers of the program.
pub(crate) struct LoopHeadProver {
    pub method: ProofMethod,
    pub known: SharedInvariants,
}

impl<K: PathChecker> Engine<K> for LoopHeadProver {
    fn run<'p>(self: Box<Self>, task: EngineTask<'_, 'p, K>) -> EngineOutcome<'p, K::Counterexample> {
        let EngineTask { program, specification, checker, budget, observer } = task;
        cairn_bmc::prove(self.method, program, specification, &self.known, checker, budget, observer).erased()
    }
}

/// Abstract interpretation of the whole program with memory.
pub(crate) struct MemoryEngine(pub SharedInvariants);

impl<K: PathChecker> Engine<K> for MemoryEngine {
    fn run<'p>(self: Box<Self>, task: EngineTask<'_, 'p, K>) -> EngineOutcome<'p, K::Counterexample> {
        cairn_domains::memory::run(task.program, task.specification, &self.0, task.budget).erased()
    }
}
