//! `cairn verify`.

use crate::arguments::{ReportFormat, Verify};
use crate::exit::{CommandEnd, Exit, InputError};
use crate::inputs;
use crate::messages::Messages;
use crate::outputs::{self, Output, warn};
use crate::progress::ProgressBoard;
use crate::proof_check::ProofCheck;
use crate::report::page::Page;
use crate::report::text::Style;
use crate::report::trace::Telling;
use crate::report::{files as folder, github, json, sarif, slow_queries, text, violation_harness, witness};
use crate::watch::{Overdue, Watch};
use crate::{console, interrupt, machines, query, requests};
use cairn_base::{CancelToken, SlowestQueries};
use cairn_front_c::Input;
use cairn_ir::machine::Machine;
use cairn_options::values::TraceLength;
use cairn_task::Property;
use cairn_verify::{Report, Request};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Decides. Who asked for JSON gets an object whatever happens.
pub fn run(arguments: &Verify) -> CommandEnd {
    let ended = decide(arguments);
    if let (Err(error), ReportFormat::Json) = (&ended, arguments.format) {
        console::out(&json::refusal(error.text()));
    }
    ended
}

fn decide(arguments: &Verify) -> CommandEnd {
    let start = Instant::now();
    let more = [
        ("time-limit", &arguments.time_limit),
        ("memory-limit", &arguments.memory_limit),
        (
            "analysis",
            &arguments.analysis.clone().or_else(|| arguments.distributed.as_ref().map(|_| "distributed".to_owned())),
        ),
        ("jobs", &arguments.jobs),
    ];
    let more: Vec<_> = more.iter().filter_map(|(name, value)| Some((*name, value.as_deref()?))).collect();
    let wanted = inputs::select(&arguments.program, arguments.property.as_deref(), &more)?;
    refuse_with_termination(arguments, &wanted.property, wanted.configuration.trace)?;
    check_outputs(arguments)?;
    let files = wanted.files.clone();
    let assumed = wanted.project_file.assumptions.clone();
    let messages = Messages::new(arguments.message_log.as_deref(), arguments.serve, &wanted.configuration)?;
    let page = arguments.shown.report.as_deref().map(|path| Page::new(path, &wanted)).transpose()?;
    let has_page = page.is_some();
    let style = Style {
        page,
        format: arguments.format,
        telling: Telling { length: wanted.configuration.trace, variables: arguments.shown.trace_vars.clone() },
        figures: arguments.shown.stats,
        quiet: arguments.shown.quiet,
        // Who names a property, or follows the competition's conventions, knows what is asked.
        behaviour_unasked: wanted.property == Property::default_reachability() && !arguments.program.competition,
    };
    let interrupted = CancelToken::new();
    let cancel = interrupted.below();
    interrupt::listen(interrupted.clone());
    let proof = arguments.check_proof.then(|| ProofCheck::of(&wanted));
    let query = arguments.distributed.as_ref().map(|_| query::of(&wanted)).transpose()?;
    let mut request = Request {
        drawings: arguments.output_dir.is_some(),
        slowest: arguments.output_dir.as_ref().map(|_| SlowestQueries::default()),
        levels: arguments.pixel_tree.is_some() || has_page,
        explored: has_page,
        invariants: arguments.output_dir.is_some() || arguments.witness.is_some() || has_page || arguments.check_proof,
        messages: messages.recorder(),
        summaries: arguments.summaries.clone(),
        ..requests::request(wanted, start, &cancel)?
    };
    if let Some(url) = &arguments.distributed {
        request.machines = Some(machines::begin(url, &arguments.connection, query, &request)?);
    }
    let answered = answer(&request, &cancel, &style);
    // The run's log goes with its last owner, also when what follows fails.
    request.machines = None;
    let mut report = answered?;
    if let Some(proof) = &proof {
        report = proof.check(report, start.elapsed(), &interrupted);
    }
    report.warnings.extend(crate::llvm::optimised(&request.inputs, &request.property));
    for warning in &report.warnings {
        console::err(&format!("warning: {warning}\n"));
    }
    if report.answer == cairn_verify::ReportedVerdict::True && !arguments.shown.quiet {
        assumed.iter().for_each(|text| console::err(&format!("note: {text}\n")));
    }
    if let Some(program) = &report.program {
        console::err(&text::warnings(&program.diagnostics, &program.sources));
    }
    write_outputs(arguments, &style, &mut report, &request, &files);
    warn(messages.write());
    console::out(&shown(&report, &style));
    messages.stay(&interrupted);
    Ok(Exit::of(&report))
}

/// Options without meaning where it is asked whether a program ends.
fn refuse_with_termination(arguments: &Verify, property: &Property, trace: TraceLength) -> Result<(), InputError> {
    if !property.terminates {
        return Ok(());
    }
    if !property.is_termination_only() {
        let why =
            "termination is decided by itself: cairn verify --property termination, or cairn check --check termination";
        return Err(InputError::new(why));
    }
    let given = [
        ("--witness", arguments.witness.is_some(), "the format of witnesses has none of termination"),
        (
            "--harness",
            arguments.harness.is_some(),
            "an execution without end reaches nothing that a harness could look for",
        ),
        ("--summaries", arguments.summaries.is_some(), "kept results are about what is reached"),
        (
            "--option trace=relevant",
            trace == TraceLength::Relevant,
            "all of an execution without end shows that it has none",
        ),
        ("--pixel-tree", arguments.pixel_tree.is_some(), "each ranking function has an exploration of its own"),
        ("--message-log", arguments.message_log.is_some(), "each ranking function has a run of its own"),
        ("--check-proof", arguments.check_proof, "ranking functions are checked by the run that found them"),
        ("--distributed", arguments.distributed.is_some(), "termination is decided in one process"),
    ];
    match given.iter().find(|(_, is_given, _)| *is_given) {
        Some((option, _, why)) => Err(InputError::new(format!("{option} has no effect on termination: {why}"))),
        None => Ok(()),
    }
}

/// Writes the files that the command line asks for; what cannot be written is a warning.
fn write_outputs(arguments: &Verify, style: &Style, report: &mut Report, request: &Request, files: &[PathBuf]) {
    if let Some(folder) = &arguments.output_dir {
        warn(folder::write(folder, report));
        warn(slow_queries::write(folder, &request.slowest.as_ref().map_or(Vec::new(), SlowestQueries::all)));
    }
    if let Some(page) = &style.page {
        warn(page.write(report));
    }
    if let Some(path) = &arguments.pixel_tree {
        match report.levels.take() {
            Some(levels) => warn(crate::pixels::of(path, levels)),
            None => console::err("warning: no pixel tree is written: the analysis keeps no graph of states\n"),
        }
    }
    if let Some(path) = &arguments.witness {
        warn(witness::write(path, report, files, &request.configuration.entry));
    }
    if let Some(path) = &arguments.harness {
        warn(write_harness(path, report, &request.inputs));
    }
}

/// Looks whether all that is to be written can be.
fn check_outputs(arguments: &Verify) -> Result<(), InputError> {
    let files = [
        &arguments.shown.report,
        &arguments.pixel_tree,
        &arguments.witness,
        &arguments.harness,
        &arguments.message_log,
        &arguments.summaries,
    ];
    arguments.pixel_tree.as_deref().map_or(Ok(()), crate::pixels::check_form)?;
    outputs::check(files.map(|path| (path.as_deref(), Output::File)))?;
    outputs::check([(arguments.output_dir.as_deref(), Output::Folder)])
}

fn write_harness(path: &Path, report: &Report, inputs: &[Input]) -> Result<(), String> {
    let (Some(violation), Some(program)) = (&report.violation, &report.program) else {
        console::err("note: no harness is written: there is no violation\n");
        return Ok(());
    };
    let model = program.types.model();
    if model.machine() == Machine::Arm32 {
        let why = format!(
            "no harness is written: it would be compiled for this machine, and the program is for {}",
            model.word()
        );
        console::err(&format!("warning: {}: {why}\n", path.display()));
        return Ok(());
    }
    let property = report.violated.as_ref().unwrap_or(&report.property);
    let files: Vec<&str> = inputs.iter().map(|input| &*input.name).collect();
    let (text, warning) = violation_harness::render(program, violation, &files, property);
    if let Some(warning) = warning {
        console::err(&format!("warning: {}: {warning}\n", path.display()));
    }
    std::fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// Decides, with a watch beside that shows progress, knows the processor time and ends the process where a step does not end.
///
/// # Errors
/// The program cannot be used, with a message for the user.
pub fn answer(request: &Request, cancel: &CancelToken, style: &Style) -> Result<Report, InputError> {
    let (cancel, board) = (cancel.clone(), ProgressBoard::default());
    let (property, style, show) = (request.property.name.clone(), style.clone(), style.shows_progress());
    let give_up = move |overdue: Overdue| {
        let (reason, exit) = overdue.outcome_text();
        let report = Report::stopped(&property, &reason);
        if let Some(Err(error)) = style.page.as_ref().map(|page| page.write(&report)) {
            console::err(&format!("warning: {error}\n"));
        }
        console::out(&shown(&report, &style));
        std::process::exit(exit as i32);
    };
    let watch = Watch::start(request.limits, cancel, board.clone(), show, give_up);
    let answered = cairn_verify::verify(request, &mut board.clone());
    let out_of_time = watch.out_of_time();
    drop(watch);
    let mut report = answered.map_err(|error| InputError::at(&error.diagnostics, &error.sources))?;
    if out_of_time && let Some(limit) = request.limits.processor {
        report.ran_out_of_processor_time(limit);
    }
    Ok(report)
}

/// Answer of a run whose process ended without one: `report` makes it of the property's name.
pub fn unanswered(arguments: &Verify, report: impl Fn(&str) -> Report) -> Exit {
    let wanted = inputs::select(&arguments.program, arguments.property.as_deref(), &[]);
    let property = wanted.map_or_else(|_| "unreach-call".to_owned(), |wanted| wanted.property.name);
    let report = report(&property);
    let path = arguments.shown.report.as_deref();
    let page = path.map(|path| Page::unread(path, &arguments.program.files).and_then(|page| page.write(&report)));
    if let Some(Err(error)) = page {
        console::err(&format!("warning: {error}\n"));
    }
    console::out(&shown(&report, &Style::of(arguments.format)));
    Exit::of(&report)
}

fn shown(report: &Report, style: &Style) -> String {
    match style.format {
        ReportFormat::Json => json::render(report),
        ReportFormat::Sarif => sarif::render(report),
        ReportFormat::Github => github::render(report, style),
        ReportFormat::Full | ReportFormat::Concise => text::render(report, style),
    }
}
