//! Why a verdict is not more, for a person: a sentence, the place in the program's own text, and what to do about it.
//!
//! Stages leave many reasons. [`Cause`] orders them by what can be done: the first in this order is *the* cause, and its
//! next step the one that is worth a try. Invariant: no two explanations of a report are equal.

use crate::library::{Places, TextPosition};
use crate::panic_guard::tells_of_memory;
use cairn_base::{Span, Stop};
use cairn_cpa::Reason;
use cairn_ir::behaviour::NO_CANDIDATE;
use cairn_ir::{Op, Program};

/// Kind of end, the one that a user must know of first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Cause {
    /// An invariant of Cairn does not hold.
    Internal,
    /// The user interrupted.
    Interrupted,
    /// Something in the program is not modelled.
    NotModelled,
    /// The options ask for what cannot be done.
    Refused,
    /// Other machines are gone, or a solver program.
    Lost,
    /// A path to a violation could not be settled.
    Undecided,
    /// A limit is reached.
    Limit,
    /// The analysis is not precise enough.
    Imprecise,
    /// Too many paths could not be settled; why they could not is another reason.
    TooMany,
    /// Only some executions were tried.
    Sampled,
}

/// Why a verdict is not more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// A sentence without a full stop.
    pub text: String,
    /// The place that it is about, or [`Span::NONE`].
    pub span: Span,
    /// Next step of the user, a sentence without a full stop.
    pub next: String,
    /// Kind of end.
    pub cause: Cause,
}

impl Explanation {
    pub(crate) fn new(cause: Cause, text: impl Into<String>, next: impl Into<String>) -> Self {
        Self { text: text.into(), span: Span::NONE, next: next.into(), cause }
    }

    /// The system gave no more memory.
    pub(crate) fn out_of_memory() -> Self {
        let text = "the memory that this process may use is used up";
        Self::new(Cause::Limit, text, "allow more with ulimit -v")
    }

    pub(crate) fn interrupted() -> Self {
        Self::new(Cause::Interrupted, "interrupted", "run it again")
    }

    /// Labels of the property that modules may have lost.
    pub(crate) fn without_labels(labels: &[String]) -> Self {
        let names: Vec<String> = labels.iter().map(|label| format!("'{label}'")).collect();
        let names = names.join(" or ");
        let text = format!(
            "labels are not in bitcode that has no debug information or was optimised: the module does not say where the label \
             {names} of the property is"
        );
        let next = "compile it with debug information and without optimisation (clang -g -O0), which keeps labels, or \
                    verify the C text";
        Self::new(Cause::NotModelled, text, next)
    }

    /// An invariant of Cairn does not hold.
    pub(crate) fn internal(what: &str) -> Self {
        let next = "this is a bug in Cairn: please report it with the program and the command line";
        Self::new(Cause::Internal, format!("internal error: {what}"), next)
    }
}

/// The explanations of a run's reasons, the cause first, each once.
pub fn explain(reasons: &[Reason], program: &Program) -> Vec<Explanation> {
    let (places, mut all) = (Places::new(program), Vec::<Explanation>::new());
    for reason in reasons {
        let explanation = of(reason, program, &places);
        if !all.contains(&explanation) {
            all.push(explanation);
        }
    }
    all.sort_by_key(|explanation| explanation.cause);
    all
}

fn of(reason: &Reason, program: &Program, places: &Places<'_>) -> Explanation {
    let new = |cause, next: &str| Explanation::new(cause, reason.to_string(), next);
    match reason {
        Reason::Internal(what) if tells_of_memory(what) => Explanation::out_of_memory(),
        Reason::Internal(why) | Reason::Unchecked { why, .. } if tells_of_solver_program(why) => {
            Explanation::new(Cause::Lost, why.clone(), "choose another solver with --option solver")
        }
        Reason::Internal(what) => Explanation::internal(what),
        Reason::Stopped(Stop::Cancelled) => new(Cause::Interrupted, "run it again"),
        Reason::Stopped(Stop::TimeLimit(_)) => new(Cause::Limit, "allow more with --time-limit"),
        Reason::Stopped(Stop::MemoryLimit(_)) => new(Cause::Limit, "allow more with --memory-limit"),
        Reason::Stopped(Stop::TickLimit(_)) => new(Cause::Limit, "allow more with --option step-limit=none"),
        Reason::Stopped(Stop::WorkLimit(_)) => new(Cause::Limit, "allow more with --option solver-limit=none"),
        // Nothing of the text: a depth or a number that is beyond what an analysis can follow.
        Reason::LeftOut { span, .. } if span.is_none() => new(Cause::Limit, "try --analysis auto"),
        Reason::LeftOut { what, span, .. } if is_of_program(what, program) => left_out(what, places.of(*span), program),
        // The analysis has no way to follow it, and others may have one.
        Reason::LeftOut { what, span, .. } => Explanation {
            text: format!("{what} is not followed by an analysis that was tried"),
            span: places.of(*span).span,
            next: "try another analysis with --analysis".to_owned(),
            cause: Cause::Imprecise,
        },
        Reason::Unchecked { why, .. } => unchecked(why),
        Reason::Unrefuted { .. } => new(
            Cause::Imprecise,
            "try --analysis auto, or state what is known of the program's inputs with __VERIFIER_assume",
        ),
        Reason::UnrefutedLimit(_) => new(Cause::TooMany, "allow more with --option engine.unrefuted-limit=1000"),
        Reason::RefinementLimit(_) => {
            new(Cause::Limit, "allow more with --option experiment.engine.refinement-limit=none")
        }
        Reason::Sampled(_) => new(Cause::Sampled, "choose an analysis that can prove it: --analysis auto"),
        Reason::Refused(_) => new(Cause::Refused, "choose another configuration"),
        Reason::Lost(_) => new(Cause::Lost, "start the run again"),
    }
}

/// Whether the program itself says that something is not modelled.
fn is_of_program(what: &str, program: &Program) -> bool {
    program.edges.iter().any(|edge| matches!(&edge.op, Op::Unsupported(known) if known == what))
}

/// Something in the text of a program that is not modelled.
pub(crate) fn not_modelled(what: &str, span: Span, program: &Program) -> Explanation {
    left_out(what, Places::new(program).of(span), program)
}

/// Something that is not modelled, at the place in the user's text that leads to it.
fn left_out(what: &str, place: TextPosition, program: &Program) -> Explanation {
    let next = match place.function.as_deref() {
        Some(function) => defining(function),
        None => match quoted(what) {
            // What is defined already is not what is missing.
            Some(function) if program.functions.iter().any(|known| known.name == function && known.body.is_none()) => {
                defining(function)
            }
            _ if what == NO_CANDIDATE => NAME_FUNCTION.to_owned(),
            _ => {
                "replace it by a function that does the same, or check the functions around it by themselves".to_owned()
            }
        },
    };
    Explanation { text: format!("{what} is not supported"), span: place.span, next, cause: Cause::NotModelled }
}

/// Next step where a pointer is none of the functions that may be meant.
const NAME_FUNCTION: &str =
    "give the pointer a function that is in the program, or say with a contract which it may be";

/// Next step where a path does something undefined.
pub const MEND: &str = "mend what is undefined at that place";

/// Whether an error is of a program that the user has named, so that it is no bug of Cairn.
fn tells_of_solver_program(why: &str) -> bool {
    why.contains("the solver program")
}

/// A path that the checker cannot settle.
fn unchecked(why: &str) -> Explanation {
    let text = format!("an error path could not be checked: {why}");
    match quoted(why).filter(|_| why.ends_with("which is not modelled")) {
        Some(function) => Explanation::new(Cause::NotModelled, text, defining(function)),
        None => {
            let next = match why {
                _ if why.contains(NO_CANDIDATE) => NAME_FUNCTION,
                _ if why.contains("undefined") => MEND,
                _ if why.contains("which is not followed") => "give it one value there: more time does not help",
                _ => "allow more with --time-limit",
            };
            Explanation::new(Cause::Undecided, text, next)
        }
    }
}

fn defining(function: &str) -> String {
    format!("define '{function}' in the program, with __VERIFIER_nondet and __VERIFIER_assume for what is known of it")
}

/// The first name in quotes.
fn quoted(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once('\'')?;
    let (name, _) = rest.split_once('\'')?;
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_').then_some(name)
}
