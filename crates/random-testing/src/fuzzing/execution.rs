//! One execution: what it is given, and how it ends.

use crate::STEPS_PER_TICK;
use crate::coverage::Coverage;
use cairn_base::{Budget, FastSet, Span, Stop};
use cairn_cpa::Specification;
use cairn_interp::{
    Code, Host, InputRequest, Inputs, Interpreter, InterpreterOptions, Misbehaviour, Missing, RunEnd, RunInput,
};
use cairn_ir::behaviour::Check;
use cairn_ir::external::ALLOCATION_WORKS;
use cairn_ir::{FunctionId, NondetSource, Program, Step, Value};
use fastrand::Rng;

/// Inputs of an execution. It determines the execution.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct TestCase {
    /// The command line, the input, the environment and the files.
    pub given: RunInput,
    /// The number of the allocation that gives no memory, from 1 on; 0 where all do.
    pub failing: u32,
    /// What is watched of several streams follows from it: no input of the program.
    pub watched: u64,
}

/// The undefined behaviour at the end of an execution.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Finding {
    /// Which check is violated; `None` for an assertion.
    pub check: Option<Check>,
    /// The function of the program in which it happens, or which called the library that does it.
    pub function: FunctionId,
    /// The operation, or the call of the library.
    pub span: Span,
}

/// An execution that violates the specification.
#[derive(Clone, Debug)]
pub struct FoundExecution {
    /// Its inputs.
    pub case: TestCase,
    /// Its end.
    pub finding: Finding,
}

impl TestCase {
    /// The answers to what no system gives.
    pub fn inputs(&self) -> Choices {
        Choices { failing: self.failing, allocations: 0, watched: Rng::with_seed(self.watched) }
    }

    /// A run at its beginning that is given this.
    pub fn start<'c, 'p>(&self, code: &'c Code<'p>, options: InterpreterOptions) -> Interpreter<'c, 'p> {
        let mut run = Interpreter::new(code, options);
        run.set_host(Host::new(self.given.clone()));
        run
    }
}

/// Answers to what no system gives: which allocation works, and what is watched.
#[derive(Clone, Debug)]
pub struct Choices {
    failing: u32,
    allocations: u32,
    watched: Rng,
}

impl Inputs for Choices {
    fn havoc(&mut self, request: &InputRequest<'_>) -> Value {
        Value(u128::from(match request.source {
            NondetSource::Other(what) if what == ALLOCATION_WORKS => {
                self.allocations += 1;
                self.allocations != self.failing
            }
            NondetSource::Undefined(name) if name.contains("alloc") => {
                self.allocations += 1;
                self.allocations != self.failing
            }
            NondetSource::Undefined(name) if WATCHED.contains(&name.as_str()) => self.watched.bool(),
            _ => false,
        }))
    }
}

/// Functions of the prelude that choose what is watched.
const WATCHED: [&str; 2] = ["note_open", "note_closed"];

pub(super) struct Ended {
    pub finding: Option<Finding>,
    pub missing: Missing,
    pub steps: u64,
    /// At the limit of its length.
    pub is_cut: bool,
}

#[derive(Clone, Copy)]
pub(super) struct Target<'a, 'p> {
    pub program: &'p Program,
    pub code: &'a Code<'p>,
    pub specification: &'a Specification,
}

/// Bytes of memory of an execution at most.
const MEMORY: u64 = 64 << 20;
/// Frames of an execution at most: a recursion without end is no violation here.
const DEPTH: usize = 1 << 14;

impl Target<'_, '_> {
    /// How an execution of so many steps at most is run.
    pub fn options(steps: u64) -> InterpreterOptions {
        InterpreterOptions { memory: MEMORY, depth: DEPTH, steps, ..InterpreterOptions::default() }
    }

    /// Executes a case, with so many steps at most. `each` sees the run before each step.
    ///
    /// # Errors
    /// The budget is used up.
    pub fn execute(
        &self,
        case: &TestCase,
        limit: u64,
        coverage: &mut Coverage,
        budget: &Budget,
        mut each: impl FnMut(&mut Interpreter<'_, '_>),
    ) -> Result<Ended, Stop> {
        let mut run = case.start(self.code, Target::options(limit));
        let mut inputs = case.inputs();
        let mut state = self.specification.initial();
        let (mut executed, mut is_cut) = (0_u64, false);
        let finding = loop {
            if executed.is_multiple_of(STEPS_PER_TICK) {
                budget.tick()?;
            }
            executed += 1;
            each(&mut run);
            match run.step(&mut inputs) {
                Ok(step) => {
                    if let Step::Edge(edge) = step {
                        coverage.take(edge);
                    }
                    if cairn_ir::behaviour::doubt(self.program, step).is_some() {
                        // The only doubt that is left in such a program is about memory that is not freed, which a run can look at.
                        let check = Check::ValidMemtrack;
                        let is_lost = self.specification.checks().contains(&check) && run.has_lost_memory();
                        break if is_lost { self.ended_at(&run, step, Some(check)) } else { None };
                    }
                    state = self.specification.next(state, step, self.program);
                    if self.specification.is_violated(state) {
                        break self.violated(&run, step);
                    }
                }
                Err(RunEnd::Undefined { what, span }) => break self.undefined(&run, what, span),
                Err(RunEnd::LimitReached(_)) => {
                    is_cut = true;
                    break None;
                }
                Err(_) => break None,
            }
        };
        let missing = run.host().map(Host::missing).unwrap_or_default();
        Ok(Ended { finding, missing, steps: executed, is_cut })
    }

    fn violated(&self, run: &Interpreter<'_, '_>, step: Step) -> Option<Finding> {
        let check = match step {
            Step::Edge(edge) => self.program.edges[edge].op.marked_check(),
            _ => None,
        };
        self.ended_at(run, step, check)
    }

    fn ended_at(&self, run: &Interpreter<'_, '_>, step: Step, check: Option<Check>) -> Option<Finding> {
        let edge = match step {
            Step::Edge(edge) => edge,
            Step::Enter(..) => run.calls().next_back()?.1,
            _ => return None,
        };
        let edge = &self.program.edges[edge];
        Some(self.at(run, check, self.program.nodes[edge.source].function, edge.span))
    }

    /// What the interpreter itself ends at: a call of the host, which has no checks of its own, or what was not asked about.
    fn undefined(&self, run: &Interpreter<'_, '_>, what: Misbehaviour, span: Span) -> Option<Finding> {
        let check = what.check()?;
        let function = run.function(run.top())?;
        self.specification.checks().contains(&check).then(|| self.at(run, Some(check), function, span))
    }

    /// In the library, what happens is its caller's.
    fn at(&self, run: &Interpreter<'_, '_>, check: Option<Check>, function: FunctionId, span: Span) -> Finding {
        match run.call_of_library() {
            Some(edge) => {
                let function = self.program.nodes[self.program.edges[edge].source].function;
                Finding { check, function, span: self.program.edges[edge].span }
            }
            None => Finding { check, function, span },
        }
    }
}

/// Earlier findings, which end executions and are not reported again.
pub(super) type Found = FastSet<Finding>;
