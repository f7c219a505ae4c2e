//! `cairn localize`: the lines of a program that a violation of its property is due to.
//!
//! The violation is found and replayed as `cairn verify` does; what is new begins with its execution (`cairn_faultloc`).

mod verifier;

use crate::arguments::{FaultFormat, Localize};
use crate::exit::{CommandEnd, Exit, InputError};
use crate::progress::ProgressBoard;
use crate::report::{text, trace};
use crate::watch::{Overdue, Watch};
use crate::{console, inputs, interrupt, requests};
use cairn_base::{Budget, CancelToken, Location, SourceMap};
use cairn_faultloc::{
    FaultLines, Localization, LocalizationOptions, LocalizationOutcome, Precondition, Technique, localize,
    localize_by_changes,
};
use cairn_options::Configuration;
use cairn_verify::{Report, ReportedVerdict, Violation};
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::Instant;

/// Finds a violation, and prints what it is due to.
pub fn run(arguments: &Localize) -> CommandEnd {
    let start = Instant::now();
    let more = [("time-limit", &arguments.time_limit), ("analysis", &arguments.analysis)];
    let more: Vec<_> = more.iter().filter_map(|(name, value)| Some((*name, value.as_deref()?))).collect();
    let wanted = inputs::select(&arguments.program, arguments.property.as_deref(), &more)?;
    wanted.refuse_termination("localize")?;
    let (cancel, board) = (CancelToken::new(), ProgressBoard::default());
    interrupt::listen(cancel.clone());
    let request = requests::request(wanted, start, &cancel)?;
    let give_up = |overdue: Overdue| {
        let (reason, exit) = overdue.outcome_text();
        console::err(&format!("error: {reason}\n"));
        std::process::exit(exit as i32);
    };
    refuse_without_effect(&request.configuration)?;
    let limits = request.limits;
    let is_text = arguments.format == FaultFormat::Text;
    let watch = Watch::start(limits, cancel.clone(), board.clone(), is_text, give_up);
    let report = cairn_verify::verify(&request, &mut board.clone())
        .map_err(|error| InputError::at(&error.diagnostics, &error.sources))?;
    let (Some(violation), Some(program)) = (&report.violation, &report.program) else {
        drop(watch);
        return Ok(without(&report));
    };
    let technique = request.configuration.localization_technique;
    let options = LocalizationOptions {
        technique,
        sets: usize::try_from(request.configuration.localization_sets).unwrap_or(usize::MAX),
        by_blocks: request.configuration.localization_blocks,
        skipping: request.configuration.localization_skipping,
        jobs: usize::try_from(request.configuration.jobs).unwrap_or(1),
    };
    let budget = Budget::unlimited(cancel)
        .with_time(start, limits.time)
        .with_processor_time(limits.processor)
        .with_memory(limits.memory)
        .with_work(limits.work);
    let begun = Instant::now();
    let outcome = match technique {
        Technique::Counterfactual => {
            let specification = cairn_verify::specification(&request.property);
            let execution = (&violation.trace, &violation.recorded);
            let mut verifier = verifier::Verifier::new(program, &request);
            localize_by_changes(program, &specification, execution, options, &mut verifier, &budget)
        }
        Technique::MaxSat | Technique::UnsatCore | Technique::ErrorInvariants => {
            localize(program, &violation.trace, options, &budget)
        }
    };
    let seconds = begun.elapsed().as_secs_f64();
    drop(watch);
    let unknown = match &outcome {
        LocalizationOutcome::Unknown(why) => Some(why.clone()),
        _ => None,
    };
    let shown = match arguments.format {
        FaultFormat::Json => format!("{}\n", value(&outcome, technique.word(), violation, &program.sources, seconds)),
        FaultFormat::Text => outcome_text(&outcome, violation, &program.sources),
    };
    console::out(&shown);
    if let Some(why) = unknown {
        console::err(&format!("error: the violation was found, but not what it is due to: {why}\n"));
        return Ok(Exit::Unknown);
    }
    Ok(Exit::Done)
}

/// Refuses options that the technique does not look at.
fn refuse_without_effect(configuration: &Configuration) -> Result<(), InputError> {
    let technique = configuration.localization_technique;
    let default = Configuration::defaults().map_err(InputError::new)?;
    let is_of_sets = matches!(technique, Technique::MaxSat | Technique::UnsatCore);
    let given = [
        (
            "blocks",
            configuration.localization_blocks != default.localization_blocks,
            technique == Technique::MaxSat,
            "max-sat",
        ),
        ("sets", configuration.localization_sets != default.localization_sets, is_of_sets, "max-sat or unsat-core"),
        (
            "skipping",
            configuration.localization_skipping != default.localization_skipping,
            is_of_sets,
            "max-sat or unsat-core",
        ),
    ];
    match given.iter().find(|(_, is_given, is_read, _)| *is_given && !is_read) {
        None => Ok(()),
        Some((name, .., needs)) => Err(InputError::new(format!(
            "option 'experiment.localization.{name}' has no effect with localization.technique={}; it needs {needs}",
            technique.word()
        ))),
    }
}

/// Says why there is no execution to look at.
fn without(report: &Report) -> Exit {
    if report.answer == ReportedVerdict::True {
        console::err("error: no violation to localise: no execution of the program violates the property\n");
        return Exit::Input;
    }
    let sources = report.program.as_ref().map(|program| &program.sources);
    console::err("error: no violation to localise was found, nor shown that there is none\n");
    for reason in &report.reasons {
        console::err(&format!("Reason: {}. Next: {}.\n", text::located(reason, sources), reason.next));
    }
    Exit::of(report)
}

fn outcome_text(outcome: &LocalizationOutcome, violation: &Violation, sources: &SourceMap) -> String {
    let mut out = trace::inputs(violation);
    match outcome {
        LocalizationOutcome::Unknown(_) => {}
        LocalizationOutcome::NotLocalizable(why, span) => {
            let place = sources.locate(*span).map(|at| format!("{at}: ")).unwrap_or_default();
            let _ = writeln!(out, "{place}{why}.");
        }
        LocalizationOutcome::Localized(found) => {
            let conditions = found.post.iter().map(|one| format!("`{one}`")).collect::<Vec<_>>().join(", ");
            let place = found.at.as_ref().map(|at| format!("{at}: ")).unwrap_or_default();
            let _ = writeln!(out, "{place}the violation follows where {conditions} is decided.");
            if let Some(more) = known(found.precondition) {
                let _ = writeln!(out, "Note: {more}.");
            }
            out.push('\n');
            for fault in &found.faults {
                one(&mut out, fault);
            }
            if found.faults.is_empty() {
                out += "No statement was found that it is due to.\n";
            }
            if let Some((changes, violating, others)) = found.changes {
                let _ = writeln!(
                    out,
                    "Note: {changes} changes were tried, each by executions: {violating} that violate and {others} that do not."
                );
            }
            if let Some(why) = &found.incomplete {
                let _ = writeln!(out, "Note: there may be more: {why}.");
            }
        }
    }
    out
}

/// Assumption about the inputs, where it is not just their values.
fn known(precondition: Precondition) -> Option<&'static str> {
    match precondition {
        Precondition::Values => None,
        Precondition::Model => {
            Some("memory that nobody wrote is taken to hold what one execution along this path finds")
        }
        Precondition::Any => Some("the inputs alone decide it, so any inputs along this path are considered"),
    }
}

fn one(out: &mut String, fault: &FaultLines) {
    for (position, suspect) in fault.lines.iter().enumerate() {
        let rank = if position == 0 { format!("{}.", fault.rank) } else { String::new() };
        let rounds = match suspect.executions {
            0 | 1 => String::new(),
            many => format!("   (executed {many} times)"),
        };
        let _ = writeln!(out, "{rank:>4} line {}: {}{rounds}", suspect.at.line, suspect.source);
    }
    let _ = writeln!(out, "       {}.", fault.reason);
}

fn value(
    outcome: &LocalizationOutcome,
    technique: &str,
    violation: &Violation,
    sources: &SourceMap,
    seconds: f64,
) -> Value {
    let inputs = violation.inputs.iter().map(|(who, value)| json!({ "from": who, "value": value }));
    let mut object = json!({
        "tool": "cairn", "version": env!("CARGO_PKG_VERSION"), "technique": technique,
        "inputs": inputs.collect::<Vec<_>>(),
    });
    let more = match outcome {
        LocalizationOutcome::Localized(found) => localized(found, seconds),
        LocalizationOutcome::NotLocalizable(why, span) => {
            json!({ "outcome": "not-localizable", "reason": why, "at": sources.locate(*span).as_ref().map(place) })
        }
        LocalizationOutcome::Unknown(why) => json!({ "outcome": "unknown", "reason": why }),
    };
    if let (Some(object), Value::Object(more)) = (object.as_object_mut(), more) {
        object.extend(more);
    }
    object
}

fn localized(found: &Localization, seconds: f64) -> Value {
    let precondition = match found.precondition {
        Precondition::Values => "values",
        Precondition::Model => "model",
        Precondition::Any => "any",
    };
    let fault = |fault: &FaultLines| {
        let lines = fault.lines.iter().map(|suspect| {
            json!({
                "at": place(&suspect.at), "source": suspect.source, "statements": suspect.statements,
                "executions": suspect.executions,
            })
        });
        let change = fault.change.as_ref().map(|change| json!({ "text": change.text, "proved": change.is_proved }));
        json!({ "rank": fault.rank, "lines": lines.collect::<Vec<_>>(), "reason": fault.reason, "change": change })
    };
    json!({
        "outcome": "localized",
        "violation": { "at": found.at.as_ref().map(place), "conditions": found.post },
        "precondition": precondition,
        "faults": found.faults.iter().map(fault).collect::<Vec<_>>(),
        "complete": found.incomplete.is_none(),
        "incomplete": found.incomplete,
        "statistics": {
            "changes": found.changes.map(|(changes, ..)| changes),
            "violating-executions": found.changes.map(|(_, violating, _)| violating),
            "other-executions": found.changes.map(|(_, _, others)| others),
            "statements": found.statements.iter().sum::<usize>(), "parts": found.statements, "workers": found.workers, "steps": found.steps, "solver-queries": found.queries, "seconds": seconds,
        },
    })
}

fn place(at: &Location) -> Value {
    json!({ "file": *at.file, "line": at.line, "column": at.column })
}
