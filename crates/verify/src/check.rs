//! The path checker of CEGAR: the bit-precise path formula, and the replay of its model by the interpreter
//! (`cairn-feasibility`), with the specification as the target and the costs added up.

use crate::arguments;
use crate::figures::{Figure, Figures};
use crate::library;
use crate::narrative;
use crate::violation::Violation;
use cairn_base::{Budget, Span, Stop};
use cairn_cpa::{Cx, PathChecker, PathVerdict, Res, Specification};
use cairn_feasibility::{Confirmation, Execution, SLACK, confirm};
use cairn_interp::layout::Arrangement;
use cairn_interp::trace::Trace;
use cairn_interp::{Accelerator, Code, Interpreter, InterpreterOptions, RecordedInputs, RunEnd};
use cairn_ir::behaviour;
use cairn_ir::{NondetSource, Op, Program, Step, Value};
use std::cell::OnceCell;
use std::rc::Rc;
use std::time::Duration;

/// An execution of at most so many steps has a whole trace. Of a longer one the first and the last steps are told, and all
/// inputs: the execution follows from these.
const WHOLE: u64 = 400_000;
const FIRST: u64 = 20_000;
const LAST: u64 = 80_000;

/// Checks paths, and counts what that costs.
pub struct Checker<'p> {
    program: &'p Program,
    specification: &'p Specification,
    /// Made for the first path: many a run that ends in TRUE meets none.
    code: OnceCell<Rc<Code<'p>>>,
    paths: u64,
    queries: u64,
    solver: Duration,
    largest: usize,
    /// The inputs of the last violation, and how many steps it took.
    confirmed: Option<(RecordedInputs, u64)>,
}

impl<'p> Checker<'p> {
    /// A checker for a program and what it must not do.
    pub fn new(program: &'p Program, specification: &'p Specification) -> Self {
        let code = OnceCell::new();
        Self { program, specification, code, paths: 0, queries: 0, solver: Duration::ZERO, largest: 0, confirmed: None }
    }

    /// The inputs that lead to the violation that was found, and how many steps it takes; none when it needs more than
    /// inputs.
    pub fn confirmed(&self) -> Option<(&RecordedInputs, u64)> {
        self.confirmed.as_ref().map(|(inputs, steps)| (inputs, *steps))
    }

    pub fn program(&self) -> &'p Program {
        self.program
    }
    /// The program as the interpreter runs it.
    pub fn code(&self) -> Rc<Code<'p>> {
        self.code.get_or_init(|| Rc::new(Code::new(self.program))).clone()
    }

    /// Runs the program with inputs; the violation, if there is one.
    ///
    /// # Errors
    /// The budget is used up.
    pub fn replay(&mut self, inputs: RecordedInputs, steps: u64, budget: &Budget) -> Result<Option<Violation>, Stop> {
        let found = self.run(&self.code(), inputs, steps, || budget.tick())?;
        Ok(found.and_then(|execution| self.violation(execution).ok()))
    }

    /// The execution with these inputs, up to the violation, if there is one.
    fn run(
        &self,
        code: &Code<'p>,
        inputs: RecordedInputs,
        steps: u64,
        mut tick: impl FnMut() -> Result<(), Stop>,
    ) -> Result<Option<Execution>, Stop> {
        let limits = InterpreterOptions { steps, null_is_memory: true, ..InterpreterOptions::default() };
        let mut omits = None;
        if steps > WHOLE {
            // How long it is shows which of its steps are the last ones.
            let mut interpreter = Interpreter::new(code, limits);
            if !self.until_violation(&mut interpreter, &inputs, &mut tick)? {
                return Ok(None);
            }
            let steps = interpreter.steps();
            omits = (steps > WHOLE).then(|| (FIRST + 1, steps - LAST));
        }
        let mut interpreter = Interpreter::new(code, InterpreterOptions { trace: true, omits, ..limits });
        Ok(self.until_violation(&mut interpreter, &inputs, tick)?.then(|| {
            let (followed_null, trace) = (interpreter.followed_null(), interpreter.into_trace());
            Execution { inputs, trace, followed_null, tolerated: None }
        }))
    }

    /// Runs with these inputs to where the specification is violated; false when it never is.
    fn until_violation(
        &self,
        interpreter: &mut Interpreter<'_, '_>,
        inputs: &RecordedInputs,
        mut tick: impl FnMut() -> Result<(), Stop>,
    ) -> Result<bool, Stop> {
        let mut given = inputs.clone();
        let mut state = self.specification.initial();
        let mut accelerator = Accelerator::default();
        while let Ok(step) = interpreter.step(&mut given) {
            tick()?;
            state = self.specification.next(state, step, self.program);
            if self.specification.is_violated(state) {
                return Ok(true);
            }
            accelerator.after(interpreter, step, |path| self.specification.is_unmoved(state, path, self.program));
        }
        Ok(false)
    }

    /// Violation for a person; or why it is none.
    fn violation(&mut self, execution: Execution) -> Result<Violation, String> {
        let last = execution.trace.entries.last().map(|entry| entry.step);
        if let Some(why) = last.and_then(|step| behaviour::doubt(self.program, step)) {
            let at = if let Some(Step::Edge(edge)) = last { self.program.edges[edge].span } else { Span::NONE };
            let steps = execution.trace.entries.iter().map(|entry| entry.step);
            let at = library::users_place_on(self.program, steps, at).span;
            return Err(format!("{}an execution has {why}", place(self.program, at)));
        }
        if let Some(why) = self.reads_unmodelled_arguments(&execution) {
            return Err(why);
        }
        if let Some(why) = unmodelled(self.program, &execution.trace) {
            return Err(why);
        }
        if let Some(why) = self.rests_on_layout(&execution) {
            return Err(why);
        }
        let mut violation = narrative::tell(self.program, &execution.trace);
        violation.assumptions = assumptions(self.program, &execution);
        let steps = execution.trace.steps();
        (violation.trace, violation.steps) = (execution.trace, steps);
        violation.recorded = execution.inputs.clone();
        self.confirmed = execution.tolerated.is_none().then_some((execution.inputs, steps));
        Ok(violation)
    }

    /// Why an execution shows nothing that reads arguments of `main` which are not modelled.
    fn reads_unmodelled_arguments(&self, execution: &Execution) -> Option<String> {
        let code = self.code();
        let code = if execution.tolerated.is_some() { code.roomy() } else { &code };
        arguments::not_modelled(code, &execution.inputs, execution.trace.steps())
    }

    /// Why an execution shows nothing that computes something from where objects are in memory, or goes from one object
    /// into another: with objects elsewhere its inputs do not lead to a violation.
    fn rests_on_layout(&self, execution: &Execution) -> Option<String> {
        let observed = execution.trace.entries.iter().find_map(|entry| {
            let Step::Edge(edge) = entry.step else { return None };
            let edge = &self.program.edges[edge];
            matches!(edge.op, Op::Havoc { source: NondetSource::Layout, .. }).then_some(edge.span)
        });
        let at = match (observed, self.left_object(execution)) {
            (_, Err(why)) => return Some(why),
            (observed, Ok(left)) => observed.or(left)?,
        };
        // With objects elsewhere it may take another way, but not a much longer one.
        let steps = 4 * execution.trace.steps() + 10_000;
        let fails = Arrangement::OTHERS.into_iter().all(|arrangement| {
            let code = Code::arranged(self.program, arrangement);
            let options = InterpreterOptions { steps, null_is_memory: true, ..InterpreterOptions::default() };
            let mut interpreter = Interpreter::new(&code, options);
            self.until_violation(&mut interpreter, &execution.inputs, || Ok(())) == Ok(true)
        });
        (!fails).then(|| format!("{}the path depends on {}", place(self.program, at), cairn_ir::op::LAYOUT))
    }

    /// Where an execution computes an address that is outside of the object it is computed from. An error, when it is none
    /// to who looks at addresses closely.
    fn left_object(&self, execution: &Execution) -> Result<Option<Span>, String> {
        let code = self.code();
        let code = if execution.tolerated.is_some() { code.roomy() } else { &code };
        let steps = execution.trace.steps();
        let options = InterpreterOptions {
            steps,
            null_is_memory: true,
            watches_addresses: true,
            ..InterpreterOptions::default()
        };
        let mut interpreter = Interpreter::new(code, options);
        match self.until_violation(&mut interpreter, &execution.inputs, || Ok(())) {
            Ok(true) => Ok(interpreter.left_object()),
            _ => Err(match interpreter.end() {
                Some(RunEnd::Undefined { what, span }) => {
                    format!("{}the path rests on {what}", place(self.program, *span))
                }
                _ => "the path is not repeated by its inputs".to_owned(),
            }),
        }
    }

    /// Cost of the checks so far.
    pub fn figures(&self, figures: &mut Figures) {
        let heading = "Path checks";
        figures.add(heading, "paths", Figure::Count(self.paths));
        figures.add(heading, "solver-queries", Figure::Count(self.queries));
        figures.count(heading, "largest-formula", self.largest);
        figures.add(heading, "solver", Figure::Time(self.solver));
    }
}

impl PathChecker for Checker<'_> {
    type Counterexample = Violation;

    fn check_with(&mut self, steps: &[Step], inputs: &[Value], cx: &mut Cx<'_>) -> Res<PathVerdict<Violation>> {
        let inputs = RecordedInputs::of(inputs.iter().copied());
        match self.replay(inputs, steps.len() as u64 + SLACK, cx.budget)? {
            Some(violation) => {
                self.paths += 1;
                Ok(PathVerdict::Violation(violation))
            }
            None => self.check(steps, cx),
        }
    }

    fn check(&mut self, steps: &[Step], cx: &mut Cx<'_>) -> Res<PathVerdict<Violation>> {
        let code = self.code.get_or_init(|| Rc::new(Code::new(self.program)));
        let mut state = self.specification.initial();
        let (confirmation, cost) = confirm(code, steps, cx.budget, |_, step| {
            state = self.specification.next(state, step, self.program);
            self.specification.is_violated(state)
        })?;
        self.paths += 1;
        self.queries += cost.queries;
        self.solver += cost.solver;
        self.largest = self.largest.max(cost.terms);
        Ok(match confirmation {
            Confirmation::Confirmed(execution) => match self.violation(*execution) {
                Ok(violation) => PathVerdict::Violation(violation),
                Err(why) => PathVerdict::Unknown(why),
            },
            Confirmation::Spurious { prefix } => PathVerdict::Infeasible { prefix: Some(prefix) },
            Confirmation::Unconfirmed(why, span) => {
                let at = library::users_place_on(self.program, up_to(self.program, steps, span), span).span;
                PathVerdict::Unknown(place(self.program, at) + &why)
            }
        })
    }
}

/// Prefix of a message about a place; nothing without one.
fn place(program: &Program, span: Span) -> String {
    program.sources.locate(span).map_or(String::new(), |at| format!("{at}: "))
}

/// Assumptions of an execution beyond the program's text.
fn assumptions(program: &Program, execution: &Execution) -> Vec<String> {
    let at = |span| program.sources.locate(span).map_or(String::new(), |place| format!(" at {place}"));
    let null = execution.followed_null.map(|span| {
        let place = at(span);
        format!("the path follows a null pointer{place}, which is taken to be memory")
    });
    let tolerated = execution.tolerated.map(|(var, span)| {
        let (name, place) = (&program.vars[var].name, at(span));
        format!("the path accesses memory behind '{name}'{place}, which is taken to belong to it")
    });
    null.into_iter().chain(tolerated).collect()
}

/// Why an execution shows nothing: it takes a value that a library function may never return.
fn unmodelled(program: &Program, trace: &Trace) -> Option<String> {
    trace.entries.iter().find_map(|entry| {
        let Step::Edge(edge) = entry.step else { return None };
        let Op::Havoc { source: NondetSource::Unmodelled(name), .. } = &program.edges[edge].op else { return None };
        let span = program.edges[edge].span;
        let steps: Vec<Step> = trace.entries.iter().map(|entry| entry.step).collect();
        let at = library::users_place_on(program, up_to(program, &steps, span), span);
        let (place, name) = (place(program, at.span), at.function.as_ref().unwrap_or(name));
        Some(format!("{place}the path rests on a result of '{name}', which is not modelled"))
    })
}

/// The steps of a path before it comes to a place; all, when it never does.
fn up_to<'s>(program: &'s Program, steps: &'s [Step], span: Span) -> impl Iterator<Item = Step> + 's {
    let is_before = move |step: &Step| !matches!(step, Step::Edge(edge) if program.edges[*edge].span == span);
    steps.iter().copied().take_while(is_before)
}
