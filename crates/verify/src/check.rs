//! The path checker of CEGAR: the bit-precise path formula, and the replay of its model by the interpreter.

use crate::narrative;
use crate::violation::Violation;
use cairn_cpa::specification::SpecificationState;
use cairn_cpa::{Cx, PathChecker, PathVerdict, Res, Specification};
use cairn_interp::{Code, Inputs, Interpreter, Options, RecordedInputs};
use cairn_ir::{Program, Step};

/// Steps of a replay at most: one that goes on is no replay of a finite path.
const STEPS_BEYOND: u64 = 1000;

/// Checks paths, and counts what that costs.
pub struct Checker<'p> {
    program: &'p Program,
    specification: &'p Specification,
    code: Code<'p>,
}

impl<'p> Checker<'p> {
    /// A checker for a program and what it must not do.
    pub fn new(program: &'p Program, specification: &'p Specification) -> Self {
        Self { program, specification, code: Code::new(program) }
    }

    /// Runs the program with inputs, without knowing the path; the execution, when it violates the specification within
    /// a number of steps.
    fn replay(&self, inputs: &mut dyn Inputs, steps: u64) -> Option<Violation> {
        let options = Options { steps, trace: true, ..Options::default() };
        let mut run = Interpreter::new(&self.code, options);
        let mut state: SpecificationState = self.specification.initial();
        let ended = run.run_until(inputs, |_, step| {
            state = self.specification.next(state, step, self.program);
            self.specification.is_violated(state)
        });
        ended.is_none().then(|| narrative::tell(self.program, run.trace()))
    }
}

impl PathChecker for Checker<'_> {
    type Counterexample = Violation;

    fn check(&mut self, steps: &[Step], _cx: &mut Cx<'_>) -> Res<PathVerdict<Violation>> {
        let most = steps.len() as u64 + STEPS_BEYOND;
        if let Some(violation) = self.replay(&mut RecordedInputs::default(), most) {
            return Ok(PathVerdict::Violation(violation));
        }
        Ok(PathVerdict::Unknown("it was found, but not confirmed".to_owned()))
    }
}
