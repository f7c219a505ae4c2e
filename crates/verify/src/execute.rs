//! One execution of a program with inputs that a person gives: `cairn run`.

use crate::narrative;
use crate::violation::Violation;
use cairn_base::Span;
use cairn_interp::{Code, Host, InputRequest, Inputs, Interpreter, InterpreterOptions, Printed, RunEnd};
use cairn_ir::behaviour::Check;
use cairn_ir::eval::{self, parse_float};
use cairn_ir::types::Scalar;
use cairn_ir::{FloatKind, NondetSource, Op, Program, Step, UnaryOp, Value};
use cairn_task::Property;

/// An execution and how it ended.
#[derive(Clone, Debug)]
pub struct FinishedExecution {
    /// The events; empty unless asked for.
    pub narrative: Violation,
    /// How it ended.
    pub finish: Finish,
    /// How many moves of control there were.
    pub steps: u64,
}

/// How an execution ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finish {
    /// It came to its end; the value is what the entry function returned, when it did.
    Done(Option<i128>),
    /// It came to its end in a hosted run, with this status.
    Exited(i32),
    /// It violates the property, here; with the check where the property is about that.
    Violation(Option<Check>, Span),
    /// It does something that C leaves undefined.
    Undefined(String, Span),
    /// An assumption does not hold.
    Blocked,
    /// It cannot go on, for the reason given.
    Stuck(String, Span),
    /// An input cannot be used: a sentence without a full stop.
    Input(String),
}

/// Where goes what a program prints.
pub type Print<'a> = &'a mut dyn FnMut(Printed, &[u8]);

/// Extra inputs of a hosted run.
pub struct Hosting<'a> {
    /// The system.
    pub host: Host,
    /// Called as the program prints.
    pub print: Print<'a>,
}

/// Inputs as a person writes them; 0 where there are no more.
struct Written<'a> {
    texts: std::slice::Iter<'a, String>,
    mistake: Option<String>,
    print: Option<Print<'a>>,
}

impl Inputs for Written<'_> {
    fn havoc(&mut self, request: &InputRequest<'_>) -> Value {
        let Some(text) = self.texts.next() else { return Value(0) };
        let value = match request.scalar {
            Some(Scalar::Float(kind)) => float(text, kind),
            _ => integer(text).map(|value| Value(value as u128)),
        };
        value.unwrap_or_else(|| {
            let who = match request.source {
                NondetSource::Verifier(name) | NondetSource::Undefined(name) | NondetSource::Unmodelled(name) => name,
                NondetSource::Other(what) => what,
                NondetSource::Volatile(_) | NondetSource::Layout => "the program",
            };
            self.mistake
                .get_or_insert_with(|| format!("the input '{text}' is not whole, and {who} asks for an integer"));
            Value(0)
        })
    }
    fn print(&mut self, to: Printed, bytes: &[u8]) {
        if let Some(print) = &mut self.print {
            print(to, bytes);
        }
    }
}

/// Error of an input, whoever asks for it.
fn no_number(text: &str) -> Option<String> {
    let is_number = integer(text).is_some() || float(text, FloatKind::Double).is_some();
    (!is_number).then(|| format!("the input '{text}' is no number: write 5, -1, 0x10 or 0.5, with commas between them"))
}

fn float(text: &str, kind: FloatKind) -> Option<Value> {
    let Some(magnitude) = text.strip_prefix('-') else { return parse_float(text, kind) };
    let of = Scalar::Float(kind);
    eval::unary(UnaryOp::Neg, parse_float(magnitude, kind)?, of, of).ok().map(|outcome| outcome.value)
}

fn integer(text: &str) -> Option<i128> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let magnitude = match digits.strip_prefix("0x") {
        Some(hex) => i128::from_str_radix(hex, 16).ok()?,
        None => digits.parse().ok()?,
    };
    Some(sign * magnitude)
}

/// Executes a program.
pub fn execute(
    program: &Program,
    property: &Property,
    inputs: &[String],
    steps: u64,
    trace: bool,
) -> FinishedExecution {
    run(program, property, inputs, InterpreterOptions { steps, trace, ..InterpreterOptions::default() }, None)
}

/// Executes a program on a system.
pub fn execute_hosted(
    program: &Program,
    property: &Property,
    inputs: &[String],
    options: InterpreterOptions,
    hosting: Hosting<'_>,
) -> FinishedExecution {
    run(program, property, inputs, options, Some(hosting))
}

fn run(
    program: &Program,
    property: &Property,
    inputs: &[String],
    options: InterpreterOptions,
    hosting: Option<Hosting<'_>>,
) -> FinishedExecution {
    if let Some(mistake) = inputs.iter().find_map(|text| no_number(text)) {
        return FinishedExecution { narrative: Violation::default(), finish: Finish::Input(mistake), steps: 0 };
    }
    let code = Code::new(program);
    let mut run = Interpreter::new(&code, options);
    let print = hosting.map(|hosting| {
        run.set_host(hosting.host);
        hosting.print
    });
    let hosted = print.is_some();
    let specification = crate::pipeline::specification(property);
    let mut state = specification.initial();
    let mut inputs = Written { texts: inputs.iter(), mistake: None, print };
    let mut violation = None;
    let end = run.run_until(&mut inputs, |_, step| {
        state = specification.next(state, step, program);
        let is_violated = specification.is_violated(state) && cairn_ir::behaviour::doubt(program, step).is_none();
        violation = is_violated.then_some(step);
        is_violated
    });
    let result = program.function_named("main").and_then(|main| program.functions[main].result);
    let scalar = result.and_then(|var| program.types.scalar(program.vars[var].ty));
    let status = run.host().and_then(Host::status);
    let at = |run: &Interpreter<'_, '_>, span| if hosted { run.place_of_call().unwrap_or(span) } else { span };
    let finish = match (inputs.mistake, end) {
        (Some(mistake), _) => Finish::Input(mistake),
        (None, None) => {
            let (check, span) = violation.map_or((None, Span::NONE), |step| violated(program, step));
            Finish::Violation(check, run.place_of_call().unwrap_or(span))
        }
        (None, Some(RunEnd::Halted { .. } | RunEnd::Returned(_))) if status.is_some() => {
            Finish::Exited(status.unwrap_or(0))
        }
        (None, Some(RunEnd::Returned(Some(value)))) if hosted => Finish::Exited(value.0 as i32 & 0xff),
        (None, Some(RunEnd::Halted { .. })) => Finish::Done(None),
        (None, Some(RunEnd::Returned(value))) => {
            Finish::Done(value.zip(scalar).map(|(value, of)| value.as_signed(of.bits())))
        }
        (None, Some(RunEnd::Blocked { .. })) => Finish::Blocked,
        (None, Some(RunEnd::Undefined { what, span })) => Finish::Undefined(what.to_string(), at(&run, span)),
        (None, Some(RunEnd::Unsupported { what, span })) => {
            Finish::Stuck(format!("{what} is not supported"), at(&run, span))
        }
        (None, Some(RunEnd::LimitReached(what))) => Finish::Stuck(format!("{what} is used up"), Span::NONE),
        (None, Some(RunEnd::Malformed { what, span })) => Finish::Stuck(format!("internal error: {what}"), span),
    };
    let narrative = if options.trace { narrative::tell(program, run.trace()) } else { Violation::default() };
    FinishedExecution { narrative, finish, steps: run.steps() }
}

/// The check that a step violates, if it is about one, and where.
fn violated(program: &Program, step: Step) -> (Option<Check>, Span) {
    match step {
        Step::Edge(edge) => (program.edges[edge].op.marked_check(), program.edges[edge].span),
        Step::Enter(call, _) | Step::Leave(call, _) => {
            let of_call = program.edges.iter().find(|edge| matches!(edge.op, Op::Call(id) if id == call));
            (None, of_call.map_or(Span::NONE, |edge| edge.span))
        }
        Step::Hidden(_) => (None, Span::NONE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_as_people_write_them() {
        assert_eq!(integer("-12"), Some(-12));
        assert_eq!(integer("0xff"), Some(255));
        assert_eq!(integer("-0x80"), Some(-128));
        assert_eq!(integer("twelve"), None);
        assert_eq!(integer(""), None);
    }
}
