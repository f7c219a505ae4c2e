//! A test out of an execution that violates a property: the values that functions returned in it, and whether they are
//! enough for it to come back.
//!
//! A test can only answer calls, and a harness can give what the environment gave beside. An execution may need more: what
//! an uninitialised variable holds, an interrupt at a certain point. So the test is executed by the interpreter with everything else as a test has it (0, and
//! one argument of `main`), up to the step at which the recorded execution violates the property, and what it asks for on
//! the way is noted.

use crate::environment::Environment;
use crate::replay::Given;
use cairn_interp::trace::Trace;
use cairn_interp::{Accelerator, Code, InputRequest, Inputs, Interpreter, InterpreterOptions, ObjectOrdinal, RunEnd};
use cairn_ir::{NondetSource, Op, Program, Step, Value};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Moves of control beyond those of the recorded execution: another value at a read that decides nothing may cost a few.
const MORE_STEPS: u64 = 10_000;

/// Results of the functions that a test answers for, in the order in which the program asked.
pub fn given(program: &Program, trace: &Trace) -> Vec<Given> {
    let without_body = without_body(program);
    let value = |step: Step, value: Option<(Value, cairn_ir::TypeId)>| {
        let Step::Edge(edge) = step else { return None };
        let Op::Havoc { source, .. } = &program.edges[edge].op else { return None };
        let (value, ty) = value?;
        let function = answered(source, &without_body)?.to_owned();
        Some(Given { function, of: program.types.scalar(ty)?, value })
    };
    let entries = trace.entries.iter();
    entries.filter_map(|entry| value(entry.step, entry.changes.last().and_then(|c| Some((c.value?, c.ty))))).collect()
}

/// Result of an execution with these values, and with 0 for all else that is not fixed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Again {
    /// It passes the last step of the recorded execution.
    pub comes_back: bool,
    /// It read memory that nothing was written to, where there is 0.
    pub reads_unwritten: bool,
    /// Why it does not come back, in words, where something ended it before.
    pub ended: Option<String>,
    /// Requests beyond the values, in words; a real run may answer otherwise.
    pub open: BTreeSet<String>,
}

/// Executes with these values, up to the step at which the recorded execution ends.
pub fn again(program: &Program, given: &[Given], environment: &Environment, trace: &Trace) -> Again {
    let Some(last) = trace.entries.last() else { return Again::default() };
    let mut fresh = Answers {
        values: BTreeMap::new(),
        without_body: without_body(program),
        environment: environment.clone(),
        is_started: false,
        again: Again::default(),
    };
    for Given { function, value, .. } in given {
        fresh.values.entry(function).or_default().push_back(*value);
    }
    let steps = trace.steps() + MORE_STEPS;
    let code = Code::new(program);
    let run = |code: &Code<'_>, mut answers: Answers<'_>| {
        let mut interpreter = Interpreter::new(code, InterpreterOptions { steps, ..InterpreterOptions::default() });
        let mut accelerator = Accelerator::default();
        loop {
            match interpreter.step(&mut answers) {
                Ok(step) if step == last.step => {
                    answers.again.comes_back = true;
                    return (answers.again, false);
                }
                Ok(step) => {
                    answers.is_started |= matches!(step, Step::Enter(..));
                    accelerator.after(&mut interpreter, step, |_| true);
                }
                Err(end) => {
                    answers.again.ended = ended(&end);
                    return (answers.again, matches!(end, RunEnd::Undefined { .. }));
                }
            }
        }
    };
    let (found, is_undefined) = run(&code, fresh.clone());
    if !is_undefined {
        return found;
    }
    // An access behind a variable: what is there depends on the compiler.
    let (mut roomy, _) = run(code.roomy(), fresh);
    if roomy.comes_back {
        roomy.open.insert("memory behind a variable".to_owned());
        return roomy;
    }
    found
}

/// End of an execution, where it is not the program's own doing.
fn ended(end: &RunEnd) -> Option<String> {
    match end {
        RunEnd::Undefined { what, .. } => Some(what.to_string()),
        RunEnd::Unsupported { what, .. } => Some(format!("{what}, which is not modelled")),
        RunEnd::LimitReached(limit) => Some(format!("the limit: {limit}")),
        RunEnd::Halted { .. } | RunEnd::Returned(_) | RunEnd::Blocked { .. } | RunEnd::Malformed { .. } => None,
    }
}

/// The functions of the program that have no body, and that no system has.
fn without_body(program: &Program) -> BTreeSet<&str> {
    program.assumptions.iter().flat_map(|(_, names)| names).collect()
}

fn answered<'s>(source: &'s NondetSource, without_body: &BTreeSet<&str>) -> Option<&'s str> {
    match source {
        NondetSource::Verifier(name) => Some(name),
        NondetSource::Undefined(name) => without_body.contains(name.as_str()).then_some(name),
        _ => None,
    }
}

#[derive(Clone)]
struct Answers<'a> {
    values: BTreeMap<&'a str, VecDeque<Value>>,
    without_body: BTreeSet<&'a str>,
    environment: Environment,
    is_started: bool,
    again: Again,
}

impl Inputs for Answers<'_> {
    fn havoc(&mut self, request: &InputRequest<'_>) -> Value {
        if let NondetSource::Other(name) | NondetSource::Undefined(name) = request.source
            && let Some(value) = self.environment.values.get_mut(name).and_then(VecDeque::pop_front)
        {
            return value;
        }
        match request.source {
            NondetSource::Other(what) if what == "argc" => Value(1),
            // A choice of what is asked about, and not one of the program.
            NondetSource::Other(what) if what.contains("is watched") => Value(0),
            // Whether something exists or works, and what the system answers, no test can say.
            NondetSource::Other(what) => self.left_open(what.clone()),
            NondetSource::Volatile(_) => self.left_open("a volatile object".to_owned()),
            NondetSource::Layout => Value(0),
            source
            @ (NondetSource::Verifier(name) | NondetSource::Undefined(name) | NondetSource::Unmodelled(name)) => {
                match answered(source, &self.without_body).and_then(|name| self.values.get_mut(name)) {
                    Some(values) => values.pop_front().unwrap_or(Value(0)),
                    None => self.left_open(format!("{name}()")),
                }
            }
        }
    }
    fn memory_byte(&mut self, object: ObjectOrdinal, at: u64) -> u8 {
        if let Some(byte) = self.environment.bytes.get(&(object, at)) {
            return *byte;
        }
        // The library's own objects (`stderr`) hold something, no two of them the same.
        if !self.is_started {
            return 1 + (object.0 % 255) as u8;
        }
        self.again.reads_unwritten = true;
        0
    }
    fn wild_byte(&mut self, _: u64) -> u8 {
        self.again.open.insert("memory outside of the program".to_owned());
        0
    }
}

impl Answers<'_> {
    fn left_open(&mut self, what: String) -> Value {
        self.again.open.insert(what);
        Value(0)
    }
}
