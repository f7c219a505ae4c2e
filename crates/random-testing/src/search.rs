//! One execution after the other, until one violates the specification or the budget is used up.

use crate::STEPS_PER_TICK;
use crate::constants;
use crate::corpus::Corpus;
use crate::coverage::{Counts, Coverage};
use crate::only_execution;
use crate::sampler::Sampler;
use cairn_base::{Budget, Stop};
use cairn_cpa::{Conclusion, Failure, Outcome, Reason, RunStatistics, Specification, Statistics};
use cairn_interp::{Accelerator, Code, Interpreter, InterpreterOptions, RecordedInputs, RunEnd};
use cairn_ir::{Program, Step};
use fastrand::Rng;

/// Options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RandomTestingOptions {
    /// The inputs follow from it.
    pub seed: u64,
    /// Moves of control of an execution, at first.
    pub first_steps: u64,
    /// Moves of control of an execution with inputs at most, without those that are skipped. An execution without inputs may be
    /// longer: there is no other.
    pub most_steps: u64,
    /// A violation after more inputs is not told: told to a person, an input takes some 500 bytes.
    pub most_inputs: usize,
    /// Rounds of loops are skipped that are certain to take the same path ([`Accelerator`]).
    pub accelerates: bool,
    /// Bytes of memory of an execution at most.
    pub memory_bytes: u64,
}

impl Default for RandomTestingOptions {
    fn default() -> Self {
        Self {
            seed: 0,
            first_steps: 10_000,
            most_steps: 20_480_000,
            most_inputs: 1_000_000,
            memory_bytes: 256 << 20,
            accelerates: true,
        }
    }
}

/// An execution that violates the specification.
pub struct ViolatingExecution {
    /// Its inputs.
    pub inputs: RecordedInputs,
    /// Moves of control up to the violation.
    pub steps: u64,
}

/// Replays a violation, whoever's turn it is; what it returns is the violation that it saw.
pub type ConfirmExecution<'a, X> = dyn FnMut(ViolatingExecution) -> Result<Option<X>, Stop> + 'a;

/// After so many executions that did not come to their end they may be so many times as long: when others did, and when none
/// did, because then what is not executed to its end is in vain.
const DEADLINE: ((u64, u64), (u64, u64)) = ((16, 2), (2, 4));
/// One of so many executions starts without an earlier one.
const AFRESH: u32 = 4;

/// Behaviour of all executions together.
enum Seen {
    Violation(ViolatingExecution),
    /// The only execution there is.
    Whole,
    Part,
}

/// How one execution ended.
enum Ended {
    Violation(ViolatingExecution),
    /// By itself; true when it asked for inputs.
    Done {
        asked: bool,
    },
    /// By itself, and it is the only execution of the program.
    Only,
    /// At the limit of its length.
    Cut,
}

struct Search<'a, 'p> {
    program: &'p Program,
    code: &'a Code<'p>,
    specification: &'a Specification,
    options: RandomTestingOptions,
    budget: &'a Budget,
    constants: Vec<i128>,
    coverage: Coverage,
    corpus: Corpus,
    rng: Rng,
    steps: u64,
}

/// Executes the program until the specification is violated or the budget is used up. TRUE is of a program with one execution,
/// which was seen from its start to its end.
pub fn run<'p, X>(
    program: &'p Program,
    code: &Code<'p>,
    specification: &Specification,
    options: RandomTestingOptions,
    budget: &Budget,
    confirm: &mut ConfirmExecution<'_, X>,
) -> Outcome<X, ()> {
    let mut search = Search {
        program,
        code,
        specification,
        options,
        budget,
        constants: constants::of(program),
        coverage: Coverage::new(program, Counts::Exact),
        corpus: Corpus::default(),
        rng: Rng::with_seed(options.seed),
        steps: 0,
    };
    let mut executions = 0;
    let seen = search.all(&mut executions);
    let sampled = || Ok(cairn_cpa::Ended::Limit(Reason::Sampled(executions)));
    let ended = seen.and_then(|seen| match seen {
        Seen::Violation(found) => match confirm(found)? {
            Some(violation) => Ok(cairn_cpa::Ended::Violation(violation, Vec::new())),
            // What is found but not confirmed rests on something that is not modelled.
            None => sampled(),
        },
        Seen::Whole => Ok(cairn_cpa::Ended::Explored),
        Seen::Part => sampled(),
    });
    let mut counters = Statistics::default();
    counters.add("executions", executions);
    counters.add("executed-steps", search.steps);
    counters.add("covered-edges", search.coverage.edges() as u64);
    Conclusion::of(ended.map_err(Failure::Stopped)).outcome(RunStatistics::default(), counters, ())
}

impl Search<'_, '_> {
    fn all(&mut self, executions: &mut u64) -> Result<Seen, Stop> {
        let (mut limit, mut cut, mut any_done) = (self.options.first_steps, 0, false);
        loop {
            *executions += 1;
            match self.one(limit)? {
                Ended::Violation(found) => return Ok(Seen::Violation(found)),
                Ended::Done { asked: false } => return Ok(Seen::Part),
                Ended::Only => return Ok(Seen::Whole),
                Ended::Done { asked: true } => any_done = true,
                Ended::Cut => {
                    cut += 1;
                    let (deadline, factor) = if any_done { DEADLINE.0 } else { DEADLINE.1 };
                    if cut >= deadline {
                        cut = 0;
                        limit = limit.saturating_mul(factor).min(self.options.most_steps);
                    }
                }
            }
        }
    }

    fn one(&mut self, limit: u64) -> Result<Ended, Stop> {
        let memory = self.options.memory_bytes;
        // Without inputs there is no other execution to try before this one has ended.
        let options = InterpreterOptions { memory, ..InterpreterOptions::default() };
        let base = if self.rng.u32(..AFRESH) == 0 { None } else { self.corpus.pick(&mut self.rng) };
        let mut inputs = Sampler::new(&mut self.rng, &self.constants, base);
        let mut interpreter = Interpreter::new(self.code, options);
        let mut state = self.specification.initial();
        let mut end = None;
        let mut accelerator = Accelerator::default();
        let mut executed = 0_u64;
        while end.is_none() && !inputs.is_spoiled {
            // The first step of each execution is looked at: there may be many short ones.
            if executed.is_multiple_of(STEPS_PER_TICK) {
                self.budget.tick()?;
                let too_many = inputs.given.sequence.len() > self.options.most_inputs;
                if too_many || executed >= limit && inputs.was_asked() {
                    end = Some(RunEnd::LimitReached("the number of steps"));
                    break;
                }
            }
            executed += 1;
            match interpreter.step(&mut inputs) {
                Ok(step) => {
                    if let Step::Edge(edge) = step {
                        self.coverage.take(edge);
                    }
                    state = self.specification.next(state, step, self.program);
                    if cairn_ir::behaviour::doubt(self.program, step).is_some() {
                        return Ok(Ended::Cut);
                    }
                    if self.specification.is_violated(state) && !inputs.is_spoiled {
                        let steps = interpreter.steps();
                        if inputs.given.sequence.len() > self.options.most_inputs {
                            return Ok(Ended::Done { asked: inputs.was_asked() });
                        }
                        return Ok(Ended::Violation(ViolatingExecution { inputs: inputs.given, steps }));
                    }
                    if self.options.accelerates {
                        let repeats = |path: &[Step]| self.specification.is_unmoved(state, path, self.program);
                        accelerator.after(&mut interpreter, step, repeats);
                    }
                }
                Err(reached) => end = Some(reached),
            }
        }
        self.steps += executed;
        let asked = inputs.was_asked();
        if self.coverage.finish() && asked {
            self.corpus.keep(inputs.given.sequence);
        }
        match end {
            Some(RunEnd::LimitReached(_)) if asked => Ok(Ended::Cut),
            Some(end) if !asked && only_execution::is_whole(&end) => {
                let is_only =
                    only_execution::is_only(self.program, self.code, memory, self.options.accelerates, self.budget)?;
                Ok(if is_only { Ended::Only } else { Ended::Done { asked } })
            }
            _ => Ok(Ended::Done { asked }),
        }
    }
}
