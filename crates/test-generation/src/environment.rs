//! The inputs that the environment gave to a program in an execution: the arguments of `main`, and what functions of the
//! library answered that ask the system.
//!
//! Numbers stand in the trace. Texts are bytes of memory that nothing was written to, which the execution asked for one by
//! one; so it is executed again, and what is asked is noted with the object that it is in. A byte that was not asked for may
//! be any but zero.
//!
//! Invariant: an answer is in the list once for each call, in the order of the calls of its function, so that a function
//! which hands them out one after the other repeats them.

use cairn_front_c::{Answered, answered};
use cairn_interp::trace::Trace;
use cairn_interp::{
    Accelerator, Code, InputRequest, Inputs, Interpreter, InterpreterOptions, ObjectOrdinal, Omission, Pointee,
    RecordedInputs,
};
use cairn_ir::types::Scalar;
use cairn_ir::{EdgeId, FunctionId, NondetSource, Op, PlaceId, PlaceKind, Program, Step, Value};
use std::collections::{BTreeMap, VecDeque};

/// A string that the environment keeps.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Text {
    /// The bytes before its end; `None`: any but zero.
    pub bytes: Vec<Option<u8>>,
    /// Its end was read before its last byte, which a string of the system does not have.
    pub ends_early: bool,
}

/// Answer of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CallAnswer {
    /// A number, in its type.
    Number(Scalar, Value),
    /// A line, that was written where the first argument points; `None` at the end of the input.
    Line(Option<Vec<u8>>),
    /// A string; `None` where there is none.
    Text(Option<Text>),
    /// A stream, or null.
    Stream(bool),
    /// How many conversions of a format were made, and the bytes that each wrote.
    Scanned(Value, Vec<Vec<u8>>),
}

/// A call of a function that asks the system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// The function.
    pub function: String,
    /// Its answer.
    pub answer: CallAnswer,
    /// Value of `errno` then, where the call changed it and the program looks at it.
    pub errno: Option<Value>,
}

/// Answers of the environment.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Environment {
    /// How many arguments there are, where `main` looks at it.
    pub count: Option<u64>,
    /// The strings of `main`'s vector that are objects of their own.
    pub arguments: Vec<Text>,
    /// The calls that answered, in order.
    pub answers: Vec<Call>,
    /// The values of all inputs that these answers are made of, by function, in order.
    pub values: BTreeMap<String, VecDeque<Value>>,
    /// Whether some output failed, which nobody can make the system do.
    pub output_fails: bool,
    /// The bytes of strings that were asked for.
    pub bytes: BTreeMap<(ObjectOrdinal, u64), u8>,
    /// Value of `errno` in the call that has not answered yet.
    errno: Option<Value>,
}

/// Where an input of a function of the library goes, unless that is `errno`.
fn place(program: &Program, edge: EdgeId) -> Option<PlaceId> {
    let Op::Havoc { place, .. } = program.edges[edge].op else { return None };
    let is_errno = matches!(program.exprs[place].kind, PlaceKind::Var(var) if Some(var) == program.outside.errno);
    (!is_errno).then_some(place)
}

impl Environment {
    fn answer(&mut self, function: &str, answer: CallAnswer) {
        let errno = self.errno.take();
        self.answers.push(Call { function: function.to_owned(), answer, errno });
    }

    /// Bytes of a conversion of the last call that reads by a format.
    fn scanned(&mut self, bytes: Vec<u8>) {
        let last = self.answers.iter_mut().rev().find_map(|call| match &mut call.answer {
            CallAnswer::Scanned(_, items) => Some(items),
            _ => None,
        });
        last.into_iter().for_each(|items| items.push(bytes.clone()));
    }
}

/// Executes again, and notes what comes from the environment.
pub fn environment(program: &Program, code: &Code<'_>, inputs: &RecordedInputs, trace: &Trace) -> Environment {
    let mut found = Environment::default();
    let mut noting = Noting { given: inputs.clone(), asked: BTreeMap::new() };
    let options = InterpreterOptions { null_is_memory: true, ..InterpreterOptions::default() };
    let mut interpreter = Interpreter::new(code, options);
    // Strings: where the text goes, its object and the length of it.
    let mut arguments: Vec<(ObjectOrdinal, u64)> = Vec::new();
    let mut texts: Vec<(usize, ObjectOrdinal, u64)> = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let omitted = trace.omitted.clone().unwrap_or(Omission { entries: usize::MAX..usize::MAX, steps: 0 });
    for (at, entry) in trace.entries.iter().enumerate() {
        if omitted.entries.contains(&at) {
            among_omitted(program, entry, &mut open, &mut found);
            continue;
        }
        if at == omitted.entries.end {
            let until = at as u64 + omitted.steps;
            let mut accelerator = Accelerator::default();
            // As far as the trace goes again: where inputs are noted, nothing is skipped.
            interpreter.limit_skipping(until);
            while interpreter.steps() < until
                && let Ok(step) = interpreter.step(&mut noting)
            {
                accelerator.after(&mut interpreter, step, |_| true);
            }
        }
        if interpreter.step(&mut noting).is_err() {
            break;
        }
        match entry.step {
            Step::Edge(edge) => {
                let value = entry.changes.last().and_then(|change| Some((change.value?, change.ty)));
                number(program, edge, value, &mut found);
                if let Some(value) = errno(program, edge, entry, &open) {
                    found.errno = Some(value);
                }
                written(entry, &mut open);
            }
            Step::Enter(call, _) => {
                let callee = program.calls[call].callee;
                if arguments.is_empty() && callee.is_some() && callee == main(program) {
                    arguments = strings(&interpreter, program);
                }
                let name = callee.map_or("", |callee| program.functions[callee].name.as_str());
                let to = entry.changes.first().and_then(|change| change.value);
                open.push(Open { kind: answered(name), name: name.to_owned(), to, writes: false });
            }
            Step::Leave(..) => {
                let Some(left) = open.pop() else { continue };
                let value = entry.changes.last().and_then(|change| Some((change.value?, change.ty)));
                left.answer(&interpreter, value, &mut found, &mut texts);
            }
            Step::Hidden(_) => {}
        }
    }
    let mut text = |object: ObjectOrdinal, length: u64| {
        let asked = |at: u64| noting.asked.get(&(object, at)).copied();
        for at in 0..length {
            if let Some(byte) = asked(at) {
                found.bytes.insert((object, at), byte);
            }
        }
        let end = (0..length).find(|at| asked(*at) == Some(0));
        Text { bytes: (0..end.unwrap_or(length)).map(asked).collect(), ends_early: end.is_some() }
    };
    let arguments: Vec<Text> = arguments.into_iter().map(|(object, length)| text(object, length)).collect();
    let name = program.outside.vectors.first().map_or("", |vector| vector.name.as_str());
    for (number, text) in arguments.iter().enumerate() {
        // The string of a system ends at its first zero.
        if let Some(lengths) = found.values.get_mut(&format!("length of {name}[{number}]")) {
            *lengths = VecDeque::from([Value(text.bytes.len() as u128)]);
        }
    }
    for (at, object, length) in texts {
        let text = text(object, length);
        if let Some(Call { answer: CallAnswer::Text(answer), .. }) = found.answers.get_mut(at) {
            *answer = Some(text);
        }
    }
    found.arguments = arguments;
    found
}

/// A step of which only the input is known: what calls wrote is not.
fn among_omitted(program: &Program, entry: &cairn_interp::TraceEntry, open: &mut Vec<Open>, found: &mut Environment) {
    match entry.step {
        Step::Edge(edge) => {
            let value = entry.changes.last().and_then(|change| Some((change.value?, change.ty)));
            number(program, edge, value, found);
        }
        Step::Enter(call, _) => {
            let name = program.calls[call].callee.map_or("", |callee| program.functions[callee].name.as_str());
            open.push(Open { kind: answered(name), name: name.to_owned(), to: None, writes: false });
        }
        Step::Leave(..) => _ = open.pop(),
        Step::Hidden(_) => {}
    }
}

/// An input that is a number, or part of what a call answered.
fn number(program: &Program, edge: EdgeId, value: Option<(Value, cairn_ir::TypeId)>, found: &mut Environment) {
    let Some((value, ty)) = value else { return };
    if let Op::Havoc { source: NondetSource::Other(what), .. } = &program.edges[edge].op {
        // What the start function makes up: parameters, numbers of entries, lengths.
        let function = program.nodes[program.edges[edge].source].function;
        if function == program.start {
            found.values.entry(what.clone()).or_default().push_back(value);
            let is_count = main(program).and_then(|main| program.functions[main].params.first().copied());
            if is_count.is_some_and(|count| program.vars[count].name == *what) {
                found.count = u64::try_from(value.0).ok();
            }
        }
        return;
    }
    let Op::Havoc { source: NondetSource::Undefined(name), .. } = &program.edges[edge].op else { return };
    let Some(kind) = answered(name) else { return };
    found.values.entry(name.clone()).or_default().push_back(value);
    let Some(place) = place(program, edge) else { return };
    let is_written = matches!(program.exprs[place].kind, PlaceKind::Deref(_));
    match (kind, program.types.scalar(ty)) {
        (Answered::Number, Some(of)) => found.answer(name, CallAnswer::Number(of, value)),
        (Answered::Output, _) => found.output_fails |= value.0 & 1 != 0,
        (Answered::Scan, Some(of)) if is_written => {
            let bytes = value.0.to_le_bytes()[..of.bits().div_ceil(8) as usize].to_vec();
            found.scanned(bytes);
        }
        (Answered::Scan, _) => found.answer(name, CallAnswer::Scanned(value, Vec::new())),
        (Answered::Stream, _) => found.answer(name, CallAnswer::Stream(value.0 & 1 != 0)),
        _ => {}
    }
}

/// `errno` after a library function.
fn errno(program: &Program, edge: EdgeId, entry: &cairn_interp::TraceEntry, open: &[Open]) -> Option<Value> {
    let var = program.outside.errno?;
    let (at, by_library) = match &program.edges[edge].op {
        Op::Havoc { place, source: NondetSource::Undefined(_) } => (place, true),
        Op::Assign { place, .. } => (place, open.last().is_some_and(|open| open.kind.is_some())),
        _ => return None,
    };
    let is_it = by_library && program.exprs[*at].kind == PlaceKind::Var(var);
    is_it.then(|| entry.changes.last()?.value).flatten()
}

/// A call of a function of the library that is C of its own.
struct Open {
    kind: Option<Answered>,
    name: String,
    to: Option<Value>,
    writes: bool,
}

fn written(entry: &cairn_interp::TraceEntry, open: &mut [Open]) {
    if let Some(open) = open.last_mut() {
        open.writes |= entry.changes.iter().any(|change| change.name.starts_with("to["));
    }
}

impl Open {
    fn answer(
        self,
        interpreter: &Interpreter<'_, '_>,
        value: Option<(Value, cairn_ir::TypeId)>,
        found: &mut Environment,
        texts: &mut Vec<(usize, ObjectOrdinal, u64)>,
    ) {
        match self.kind {
            Some(Answered::Line) => {
                let line = self.to.filter(|_| self.writes).and_then(|to| u64::try_from(to.0).ok()).map(|to| {
                    let bytes = (0..).map_while(|at| interpreter.byte_at(to + at));
                    bytes.take_while(|byte| *byte != 0).collect()
                });
                found.answer(&self.name, CallAnswer::Line(line));
            }
            Some(Answered::Text) => {
                let address = value.and_then(|(value, _)| u64::try_from(value.0).ok()).filter(|address| *address != 0);
                if let Some(Pointee::Object(object)) = address.map(|address| interpreter.pointee(address)) {
                    texts.push((found.answers.len(), object.ordinal, object.size.saturating_sub(1)));
                }
                found.answer(&self.name, CallAnswer::Text(None));
            }
            Some(Answered::ScannedText) => {
                let to = self.to.and_then(|to| u64::try_from(to.0).ok()).unwrap_or_default();
                let mut bytes: Vec<u8> =
                    (0..).map_while(|at| interpreter.byte_at(to + at)).take_while(|byte| *byte != 0).collect();
                bytes.push(0);
                found.scanned(bytes);
            }
            Some(Answered::Number | Answered::Stream | Answered::Scan | Answered::Output | Answered::Watched)
            | None => {}
        }
    }
}

/// `main`, where the program starts with it.
fn main(program: &Program) -> Option<FunctionId> {
    program.function_named("main").filter(|main| program.functions[*main].body.is_some())
}

/// The strings of the arguments of `main` as objects, with their lengths.
fn strings(interpreter: &Interpreter<'_, '_>, program: &Program) -> Vec<(ObjectOrdinal, u64)> {
    const START: usize = 0;
    let bits = program.types.model().pointer_bits();
    let pointer = Scalar::Int { bits, signed: false };
    let Some(vector) = program.outside.vectors.first() else { return Vec::new() };
    let Some(start) = interpreter.variable(START, vector.var) else { return Vec::new() };
    let mut found = Vec::new();
    for number in 0..vector.modelled {
        let at = start.0 as u64 + number * u64::from(bits / 8);
        let Some(string) = interpreter.scalar_at(at, pointer).filter(|string| string.0 != 0) else { break };
        let is_it = |object: &&cairn_interp::Object| u128::from(object.address) == string.0;
        let Some(object) = interpreter.stack_objects().iter().find(is_it) else { break };
        found.push((object.ordinal, object.size.saturating_sub(1)));
    }
    found
}

/// Inputs that note which indeterminate bytes are asked for.
struct Noting {
    given: RecordedInputs,
    asked: BTreeMap<(ObjectOrdinal, u64), u8>,
}

impl Inputs for Noting {
    fn havoc(&mut self, request: &InputRequest<'_>) -> Value {
        self.given.havoc(request)
    }
    fn havoc_bytes(&mut self, request: &InputRequest<'_>, bytes: &mut [u8]) {
        self.given.havoc_bytes(request, bytes);
    }
    fn memory_byte(&mut self, object: ObjectOrdinal, offset: u64) -> u8 {
        let byte = self.given.memory_byte(object, offset);
        self.asked.insert((object, offset), byte);
        byte
    }
    fn wild_byte(&mut self, address: u64) -> u8 {
        self.given.wild_byte(address)
    }
    fn changed_outside(&mut self, time: u32, range: std::ops::Range<u64>) -> Vec<(u64, u8)> {
        self.given.changed_outside(time, range)
    }
}
