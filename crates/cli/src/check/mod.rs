//! `cairn check`: each check of a program with its own answer.
//!
//! What is known so far is kept beside the run, so that it is printed where the user interrupts, or where a step that cannot be
//! stopped goes on past the limit.

mod baseline;
mod json;
mod text;

use crate::arguments::{CheckCommand, CheckFormat};
use crate::exit::{CommandEnd, Exit, InputError};
use crate::progress::ProgressBoard;
use crate::report::sarif;
use crate::watch::Watch;
use crate::{console, inputs, interrupt, report, requests};
use baseline::Baseline;
use cairn_base::CancelToken;
use cairn_options::quantity;
use cairn_verify::Cause;
use cairn_verify::obligations::{self, ObligationLimits, ObligationState, Obligations};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// The time limit where none is given: queries about single obligations would have no end.
const TIME: &str = "60s";

/// How the answers are shown.
#[derive(Clone)]
struct View {
    format: CheckFormat,
    executions: bool,
    list: bool,
    baseline: Option<Arc<Baseline>>,
}

/// Decides all obligations, and prints what is known of each.
pub fn run(arguments: &CheckCommand) -> CommandEnd {
    let start = Instant::now();
    let is_given = |name: &str| {
        let named = arguments.program.options.iter().any(|pair| pair.split('=').next() == Some(name));
        named || arguments.program.config.is_some()
    };
    let time = arguments.time_limit.as_deref().or_else(|| (!is_given("time-limit")).then_some(TIME));
    let more: Vec<_> = time.into_iter().map(|time| ("time-limit", time)).collect();
    let mut wanted = inputs::wanted(&arguments.program, arguments.property.as_deref(), &more)?;
    if arguments.property.is_none() && arguments.program.check.is_empty() {
        wanted.property = wanted.property.and_checks(["all"]).map_err(InputError::new)?;
    }
    let each =
        quantity::duration(&arguments.each_limit).map_err(|why| InputError::new(format!("--each-limit: {why}")))?;
    let baseline = arguments.baseline.as_deref().map(Baseline::read).transpose()?.map(Arc::new);
    let view = View { format: arguments.format, executions: arguments.executions, list: arguments.list, baseline };
    let (cancel, board) = (CancelToken::new(), ProgressBoard::default());
    interrupt::listen(cancel.clone());
    let request = requests::request(wanted, start, &cancel)?;
    let so_far: Arc<Mutex<Option<Obligations>>> = Arc::default();
    let (shown, kept) = (view.clone(), so_far.clone());
    let give_up = move |overdue: crate::watch::Overdue| {
        let (reason, exit) = overdue.outcome_text();
        match &*kept.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(known) => console::out(&render(known, &shown)),
            None if shown.format == CheckFormat::Json => console::out(&report::json::refusal(&reason)),
            None => {}
        }
        console::err(&format!("note: {reason}; what is open was not decided\n"));
        std::process::exit(exit as i32);
    };
    let is_text = arguments.format == CheckFormat::Text;
    let watch = Watch::start(request.limits, cancel.clone(), board.clone(), is_text, give_up);
    let mut tell = |known: &Obligations| {
        *so_far.lock().unwrap_or_else(PoisonError::into_inner) = Some(known.clone());
    };
    let limits = ObligationLimits { each, stop_at_first: arguments.stop_at_first };
    let known = obligations::decide(&request, limits, &mut board.clone(), &mut tell)
        .map_err(|error| InputError::at(&error.diagnostics, &error.sources))?;
    drop(watch);
    console::out(&render(&known, &view));
    Ok(exit(&known, &view))
}

fn render(known: &Obligations, view: &View) -> String {
    match view.format {
        CheckFormat::Text => text::render(known, view),
        CheckFormat::Json => json::render(known, view),
        CheckFormat::Sarif => sarif::obligations(known),
    }
}

/// The worst that counts.
fn exit(known: &Obligations, view: &View) -> Exit {
    let counts = |one: &&cairn_verify::obligations::Obligation| {
        view.baseline.as_ref().is_none_or(|baseline| baseline.is_worse(one))
    };
    let (mut is_violated, mut is_unknown, mut is_interrupted, mut is_broken) = (false, false, false, false);
    for one in known.all.iter().filter(counts) {
        match &one.state {
            ObligationState::Violated(_) => is_violated = true,
            ObligationState::Unknown(reasons) => {
                is_unknown = true;
                is_interrupted |= reasons.iter().any(|reason| reason.cause == Cause::Interrupted);
                is_broken |= reasons.iter().any(|reason| reason.cause == Cause::Internal);
            }
            ObligationState::Open => is_unknown = true,
            ObligationState::Proved { .. } | ObligationState::Unreachable => {}
        }
    }
    match (is_violated, is_broken, is_interrupted, is_unknown) {
        (true, ..) => Exit::Violation,
        (_, true, ..) => Exit::Internal,
        (_, _, true, _) => Exit::Interrupted,
        (.., true) => Exit::Unknown,
        _ => Exit::Done,
    }
}
