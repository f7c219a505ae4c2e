//! Engines that execute: random inputs, and all states of a program of few inputs. What they find is replayed by the checker.

use crate::check::Checker;
use crate::violation::Violation;
use cairn_base::Budget;
use cairn_cpa::{Engine, EngineOutcome, EngineTask};
use cairn_random_testing::{RandomTestingOptions, ViolatingExecution};

/// Executions with random inputs that follow from a seed.
pub(crate) struct RandomTesting {
    pub seed: u64,
}

impl<'c> Engine<Checker<'c>> for RandomTesting {
    fn run<'p>(self: Box<Self>, task: EngineTask<'_, 'p, Checker<'c>>) -> EngineOutcome<'p, Violation> {
        let EngineTask { specification, checker, budget, .. } = task;
        // The checker's, whose code is made once.
        let program = checker.program();
        let options = RandomTestingOptions { seed: self.seed, ..RandomTestingOptions::default() };
        let code = checker.code();
        // A violation that was found is confirmed at once, whoever's turn it is: nobody has an answer sooner.
        let mut confirm = |ViolatingExecution { inputs, steps }: ViolatingExecution| {
            let at_once = Budget::unlimited(budget.cancel_token().clone()).with_memory(budget.memory_limit());
            checker.replay(inputs, steps, &at_once.with_processor_time(budget.processor_left()))
        };
        cairn_random_testing::run(program, &code, specification, options, budget, &mut confirm).erased()
    }
}

/// All states at loop heads, one by one.
pub(crate) struct ExplicitStates;

impl<'c> Engine<Checker<'c>> for ExplicitStates {
    fn run<'p>(self: Box<Self>, task: EngineTask<'_, 'p, Checker<'c>>) -> EngineOutcome<'p, Violation> {
        let EngineTask { program, specification, checker, budget, .. } = task;
        let options = cairn_explicit::ExplicitOptions::default();
        let mut confirm = |inputs, steps| checker.replay(inputs, steps, budget);
        cairn_explicit::run(program, specification, options, budget, &mut confirm).erased()
    }
}
