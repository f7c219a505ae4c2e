//! The answers of library functions that ask the system, for who repeats an execution with the real library.

use super::{Action, Answer, Sink, lookup};

/// Parts of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answered {
    /// One input, which is the result.
    Number,
    /// One input that says whether there is a stream.
    Stream,
    /// A line of text where the first argument points, by a function of the prelude.
    Line,
    /// The address of a string or null, by a function of the prelude.
    Text,
    /// How many conversions were made, and then what each of them wrote.
    Scan,
    /// Output, and one input that says whether it failed.
    Output,
    /// No function of the system, but a choice of what is watched (see `requirement.rs`).
    Watched,
    /// No function of its own: a text that is part of [`Answered::Scan`].
    ScannedText,
}

/// Answer of a function; `None` for functions that do more, or do not ask the system.
pub fn answered(name: &str) -> Option<Answered> {
    match name {
        "fgets" | "fgets_unlocked" => return Some(Answered::Line),
        "getenv" | "secure_getenv" => return Some(Answered::Text),
        "time" => return Some(Answered::Number),
        "note_closed" | "note_open" => return Some(Answered::Watched),
        "scan_text" | "__cairn_scan_text" => return Some(Answered::ScannedText),
        "fopen" | "fopen64" | "popen" | "fdopen" => return Some(Answered::Stream),
        _ => {}
    }
    let effect = match lookup(name)?.action {
        Action::Effect(effect) => effect,
        Action::Print(print) if print.sink == Sink::Outside => return Some(Answered::Output),
        Action::Handler { .. } | Action::BlocksSignals | Action::OnlyZero(_) => return Some(Answered::Number),
        Action::Scan(scan) if !scan.list && !scan.wide && !scan.determined => return Some(Answered::Scan),
        _ => return None,
    };
    if let (Answer::ByteOrError(_), false) = (effect.answer, effect.determined) {
        return Some(Answered::Output);
    }
    let is_number = matches!(effect.answer, Answer::Any | Answer::Range(..) | Answer::From(_));
    (is_number && effect.writes.is_empty() && !effect.determined).then_some(Answered::Number)
}
