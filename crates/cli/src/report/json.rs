//! A report as one JSON object, for programs: `docs/schema/report.schema.json` describes it.
//!
//! Members are only ever added, never renamed; should one ever have to go or change its meaning, [`SCHEMA`] grows. A run that
//! ends with exit code 2 prints an object too ([`refusal`]), so that a program that reads the output has one case less.

use crate::report::text::{known, located};
use cairn_base::{Severity, SourceMap, Span};
use cairn_verify::violation::{Happening, Violation};
use cairn_verify::{Report, source_text};
use serde_json::{Value, json};

pub const SCHEMA: u32 = 1;

/// Output where the input or the options cannot be used, on one line; `text` is what a person reads.
pub fn refusal(text: &str) -> String {
    let error = json!({
        "tool": "cairn",
        "schema": SCHEMA,
        "version": env!("CARGO_PKG_VERSION"),
        "verdict": "ERROR",
        "error": { "text": text.trim_end() },
    });
    format!("{error}\n")
}

/// Error of an object without a verdict.
pub fn refused(object: &str) -> Option<String> {
    let object: Value = serde_json::from_str(object).ok()?;
    object["error"]["text"].as_str().map(str::to_owned)
}

/// The object, on one line.
pub fn render(report: &Report) -> String {
    format!("{}\n", value(report))
}

pub fn value(report: &Report) -> Value {
    let sources = report.program.as_ref().map(|program| &program.sources);
    let reason = |reason: &cairn_verify::Explanation| {
        json!({ "text": reason.text, "at": place(reason.span, sources), "next": reason.next,
                "line": located(reason, sources) })
    };
    let warnings: Vec<Value> = report
        .program
        .iter()
        .flat_map(|program| &program.diagnostics)
        .filter(|diagnostic| diagnostic.severity == Severity::Warning)
        .map(|warning| json!({ "text": warning.message, "at": place(warning.span, sources) }))
        .collect();
    let invariant = |known: &cairn_verify::Placed| {
        let kind = if known.is_entry { "entry" } else { "loop" };
        json!({ "location": kind, "function": known.function, "at": place(known.span, sources), "holds": known.text })
    };
    json!({
        "tool": "cairn",
        "schema": SCHEMA,
        "version": env!("CARGO_PKG_VERSION"),
        "verdict": report.answer.word(),
        "property": report.property,
        "violated": report.violated,
        "proof_check": report.proof_check,
        "assumptions": report.assumptions.iter().map(assumed).collect::<Vec<_>>(),
        "invariants": report.invariants.iter().map(invariant).collect::<Vec<_>>(),
        "ranking_functions": report.ranked.iter().map(|ranked| json!({
            "function": ranked.function, "at": place(ranked.span, sources), "cycle": if ranked.is_loop { "loop" } else { "recursion" },
            "ranking": ranked.ranking, "assumes_no_overflow": ranked.assumes_no_overflow,
        })).collect::<Vec<_>>(),
        "reasons": report.reasons.iter().map(reason).collect::<Vec<_>>(),
        "bounded": report.bounded.as_ref().map(|bounded| {
            let loops: Vec<Value> = bounded.loops.iter().map(|span| place(*span, sources)).collect();
            json!({ "iterations": bounded.iterations, "loops": loops, "text": known(bounded, sources) })
        }),
        "warnings": warnings,
        "counterexample": report.violation.as_ref().map(|violation| counterexample(violation, sources)),
        "statistics": report.figures.json(),
    })
}

pub fn assumed(assumed: &cairn_verify::Assumed) -> Value {
    json!({ "what": assumed.what.word(), "text": assumed.what.sentence(), "names": assumed.names })
}

/// The execution that violates the property, every moment of it.
pub fn counterexample(violation: &Violation, sources: Option<&SourceMap>) -> Value {
    let moments = violation.moments.iter().map(|moment| {
        let (what, truth) = match moment.what {
            Happening::Statement => ("statement", None),
            Happening::Decision(truth) => ("decision", Some(truth)),
            Happening::Enter => ("enter", None),
            Happening::Leave => ("leave", None),
            Happening::Undefined(check) => (check.word(), None),
            Happening::Omitted(_) => ("omitted", None),
            Happening::Thread(_) => ("thread", None),
            Happening::Waits(_) => ("waits", None),
        };
        let thread = match moment.what {
            Happening::Thread(thread) | Happening::Waits(thread) => Some(thread),
            _ => None,
        };
        let steps = if let Happening::Omitted(steps) = moment.what { Some(steps) } else { None };
        let changes = moment
            .changes
            .iter()
            .map(|change| json!({ "place": change.place, "value": change.value, "input": change.input, "readable": change.readable }));
        let mut shown = json!({
            "what": what, "truth": truth, "function": moment.function, "depth": moment.depth, "library": moment.in_library,
            "at": place(moment.span, sources), "source": sources.map(|sources| source_text::written(sources, moment.span)),
            "changes": changes.collect::<Vec<_>>(),
        });
        if let Some(thread) = thread {
            shown["thread"] = json!(thread);
        }
        if let Some(steps) = steps {
            shown["steps"] = json!(steps);
        }
        shown
    });
    let inputs = violation.inputs.iter().map(|(who, value)| json!({ "from": who, "value": value }));
    let endless = violation.endless.as_ref().map(|endless| {
        json!({
            "at": place(endless.span, sources), "first": endless.repeats.map(|(first, _)| first),
            "again": endless.repeats.map(|(_, again)| again),
        })
    });
    json!({
        "inputs": inputs.collect::<Vec<_>>(), "execution": moments.collect::<Vec<_>>(),
        "assumptions": violation.assumptions, "endless": endless,
    })
}

/// A place; null where there is none.
pub fn place(span: Span, sources: Option<&SourceMap>) -> Value {
    sources.and_then(|sources| sources.locate(span)).map_or(
        Value::Null,
        |location| json!({ "file": *location.file, "line": location.line, "column": location.column }),
    )
}
