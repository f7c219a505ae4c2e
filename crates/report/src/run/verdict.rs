//! The verdict with what it stands on, or why there is none.

use super::sources::Sources;
use cairn_base::Severity;
use cairn_verify::violation::Violation;
use cairn_verify::{Assumed, Explanation, Report};
use serde_json::{Value, json};

const MOST_WARNINGS: usize = 200;

/// Where a violation is: at its undefined behaviour, else the last place of the execution in the user's text.
fn last(violation: &Violation, sources: &Sources<'_>) -> Option<(usize, u32)> {
    let own = violation.moments.iter().rev().filter(|moment| !moment.in_library).map(|moment| moment.span);
    violation.undefined.map(|(_, span)| span).into_iter().chain(own).find_map(|span| sources.place(span))
}

pub fn json(report: &Report, sources: &Sources<'_>) -> Value {
    let reason =
        |reason: &Explanation| json!({ "text": reason.text, "next": reason.next, "at": sources.place(reason.span) });
    let assumed = |assumed: &Assumed| json!({ "text": assumed.what.sentence(), "names": assumed.names });
    let diagnostics = report.program.iter().flat_map(|program| &program.diagnostics);
    let warnings = diagnostics.filter(|diagnostic| diagnostic.severity == Severity::Warning);
    let undefined = report.violation.as_ref().and_then(|violation| violation.undefined);
    json!({
        "word": report.answer.word(),
        "property": report.property,
        "violated": report.violated,
        "at": report.violation.as_ref().and_then(|violation| last(violation, sources)),
        "undefined": undefined.map(|(check, span)| json!({ "text": check.violation(), "at": sources.place(span) })),
        "reasons": report.reasons.iter().map(reason).collect::<Vec<_>>(),
        "bounded": report.bounded.as_ref().map(|bounded| json!({
            "iterations": bounded.iterations,
            "loops": bounded.loops.iter().map(|span| sources.place(*span)).collect::<Vec<_>>(),
        })),
        "assumptions": report.assumptions.iter().map(assumed).collect::<Vec<_>>(),
        "warnings": warnings
            .take(MOST_WARNINGS)
            .map(|warning| json!({ "text": warning.message, "at": sources.place(warning.span) }))
            .collect::<Vec<_>>(),
        "notes": report.warnings,
    })
}
