//! The obligations of a program of which nothing is decided, so that what a limit ended too early has its rows as well.
//!
//! Only the front end runs, and all checks are put in: what is known of ranges is what there was no time or memory for. So there may be rows that a
//! decision would leave out, and none is missing.

use super::find::{obligations, unseen_labels};
use super::{Obligation, ObligationState, Obligations};
use crate::figures::Figures;
use crate::request::Request;
use crate::unknown_cause::{Cause, Explanation};
use crate::{instrument, pipeline, read};
use cairn_base::{CancelToken, Span};
use cairn_front_c::CompileError;

/// All obligations of a request's program, unknown for a reason: `why`, and what to do `next`, sentences without a full stop.
///
/// # Errors
/// The program is no valid C, or has no entry function.
pub fn undecided(request: &Request, why: &str, next: &str) -> Result<Obligations, CompileError> {
    let terminates = request.property.terminates;
    let mut request = request.clone();
    request.property.terminates = false;
    // Ranges are not looked for.
    request.cancel = CancelToken::new();
    request.cancel.cancel();
    let mut program = read::program(&request)?;
    let answers = instrument::instrument_for_obligations(&mut program, &request, &mut Figures::default());
    let mut all = obligations(&program, &pipeline::specification(&request.property), &answers);
    all.extend(unseen_labels(&request));
    // What threads beside and what is not modelled make of a proof was not looked at.
    let is_proved =
        |one: &&mut Obligation| matches!(one.state, ObligationState::Proved { .. } | ObligationState::Unreachable);
    all.iter_mut().filter(is_proved).for_each(|one| one.state = ObligationState::Open);
    if terminates {
        all.push(ends(&request.front.entry));
    }
    let mut known = Obligations::new(all, program);
    known.give_up(&Explanation::new(Cause::Limit, why, next));
    Ok(known)
}

/// Whether executions end, where no loop was looked for.
fn ends(entry: &str) -> Obligation {
    let text = "every execution ends".to_owned();
    Obligation {
        id: format!("/{entry}/termination/{text}"),
        kind: "termination".to_owned(),
        function: entry.to_owned(),
        span: Span::NONE,
        text,
        edges: Vec::new(),
        known: Vec::new(),
        state: ObligationState::Open,
    }
}
