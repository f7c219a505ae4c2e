//! Confirmation of a violation: a model of the path formula becomes inputs, and the interpreter, which is told the inputs
//! and not the path, must reach the target with them. Only that is a violation; the formula alone never is.

use crate::check::{Cost, Feasibility, look};
use cairn_base::{Budget, Span, Stop};
use cairn_interp::{Code, Interpreter, InterpreterOptions, RecordedInputs, RunEnd, Trace};
use cairn_ir::{Step, VarId};

/// An execution that reaches the target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Execution {
    /// The inputs that lead there.
    pub inputs: RecordedInputs,
    /// The trace.
    pub trace: Trace,
    /// Where a null pointer is followed first that is taken to designate memory (see [`cairn_interp::Nulls`]).
    pub followed_null: Option<Span>,
    /// Where memory behind a variable is accessed first that is taken to be meant, and which variable.
    pub tolerated: Option<(VarId, Span)>,
}

/// Result for a path to a target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Confirmation {
    /// An execution reaches the target.
    Confirmed(Box<Execution>),
    /// No execution takes the first `prefix` steps of the path.
    Spurious {
        /// Length of a prefix that is infeasible already.
        prefix: usize,
    },
    /// Not decided: a sentence without a full stop, and the place in the source that it is about.
    Unconfirmed(String, Span),
}

/// Moves of control that the replay may take beyond the length of the path.
pub const SLACK: u64 = 1000;

/// Checks a path from the program's entry and replays its model until `is_target` says that the target is reached.
///
/// # Errors
/// When the budget is used up.
pub fn confirm(
    code: &Code<'_>,
    path: &[Step],
    budget: &Budget,
    is_target: impl FnMut(&Interpreter<'_, '_>, Step) -> bool,
) -> Result<(Confirmation, Cost), Stop> {
    let mut cost = Cost::default();
    let mut found = look(code, path, budget, &mut cost)?;
    let mut code = code;
    if found.out_of_bounds {
        code = code.roomy();
        found = look(code, path, budget, &mut cost)?;
    }
    let confirmation = match found.answer {
        Feasibility::Infeasible { prefix } => Confirmation::Spurious { prefix },
        Feasibility::Unknown(why, span) => Confirmation::Unconfirmed(why, span),
        Feasibility::Feasible { inputs, open } => {
            match (replay(code, path, budget, *inputs, found.tolerated, is_target)?, open) {
                (Confirmation::Unconfirmed(..), Some((what, span))) => {
                    Confirmation::Unconfirmed(format!("the path rests on {what}, which is not modelled"), span)
                }
                (confirmation, _) => confirmation,
            }
        }
    };
    Ok((confirmation, cost))
}

fn replay(
    code: &Code<'_>,
    path: &[Step],
    budget: &Budget,
    inputs: RecordedInputs,
    tolerated: Option<(VarId, Span)>,
    mut is_target: impl FnMut(&Interpreter<'_, '_>, Step) -> bool,
) -> Result<Confirmation, Stop> {
    let options = InterpreterOptions {
        steps: path.len() as u64 + SLACK,
        trace: true,
        null_is_memory: true,
        ..InterpreterOptions::default()
    };
    let mut interpreter = Interpreter::new(code, options);
    let mut given = inputs.clone();
    loop {
        budget.tick()?;
        match interpreter.step(&mut given) {
            Ok(step) if is_target(&interpreter, step) => {
                let (followed_null, trace) = (interpreter.followed_null(), interpreter.into_trace());
                let execution = Execution { inputs, trace, followed_null, tolerated };
                return Ok(Confirmation::Confirmed(Box::new(execution)));
            }
            // What was allowed on the path is a mistake of the program's elsewhere.
            Ok(step) if tolerated.is_some() && path.get(interpreter.steps() as usize - 1) != Some(&step) => {
                return Ok(unconfirmed(&RunEnd::Blocked { node: interpreter.node() }));
            }
            Ok(_) => {}
            Err(end) => return Ok(unconfirmed(&end)),
        }
    }
}

fn unconfirmed(end: &RunEnd) -> Confirmation {
    let (why, span) = match end {
        RunEnd::Undefined { what, span } => (format!("the replay met undefined behaviour: {what}"), *span),
        RunEnd::Unsupported { what, span } => (format!("the replay met what is not modelled: {what}"), *span),
        RunEnd::LimitReached(limit) => (format!("the replay reached a limit: {limit}"), Span::NONE),
        RunEnd::Malformed { what, span } => (format!("the replay met a malformed program: {what}"), *span),
        RunEnd::Halted { .. } | RunEnd::Returned(_) | RunEnd::Blocked { .. } => {
            ("the replay of the path formula's model left the path".to_owned(), Span::NONE)
        }
    };
    Confirmation::Unconfirmed(why, span)
}
