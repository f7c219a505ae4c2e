//! `--format sarif`: a run in the Static Analysis Results Interchange Format, version 2.1.0 (OASIS standard, 2020), which
//! code hosts and editors read.
//!
//! FALSE is one result of level `error`; its `codeFlows` hold the execution, a location a moment, with the variables that
//! changed in `state` and the depth of calls as `nestingLevel`. TRUE has no result. UNKNOWN has none either, because a
//! consumer would show it as a defect; its reasons are notifications of the invocation. The verdict itself is in the run's
//! `properties`.
//!
//! The obligations of `cairn check` are made of the same pieces in `check::sarif`. Why no crate that has the types: the object is written once, here, and only a test needs the types to check it.

use crate::explain::KindPage;
use crate::report::text::located;
use crate::report::{finding, json, trace};
use cairn_base::{Severity, SourceMap, Span};
use cairn_verify::violation::{Happening, Moment, Violation, thread_says};
use cairn_verify::{Cause, Explanation, Report, ReportedVerdict, source_text};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

/// Moments of an execution that are written; of a longer one, the first and the last of them.
pub const MOST_MOMENTS: usize = 5_000;

/// The log, on one line.
pub fn render(report: &Report) -> String {
    format!("{}\n", log(report))
}

fn log(report: &Report) -> Value {
    let sources = report.program.as_ref().map(|program| &program.sources);
    let property = report.violated.as_ref().unwrap_or(&report.property);
    let rule = report.violation.as_ref().and_then(|violation| violation.undefined);
    let rule = rule.map_or_else(|| property.clone(), |(check, _)| check.word().to_owned());
    let results: Vec<Value> =
        report.violation.iter().map(|violation| result(violation, &rule, property, sources)).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": tool(&[&rule]),
            "columnKind": "utf16CodeUnits",
            "invocations": [{
                "executionSuccessful": !report.ended(Cause::Internal),
                "exitCode": crate::exit::Exit::of(report) as i32,
                "toolExecutionNotifications": notifications(report, sources),
            }],
            "results": results,
            "properties": {
                "verdict": report.answer.word(),
                "property": report.property,
                "assumptions": report.assumptions.iter().map(json::assumed).collect::<Vec<_>>(),
            },
        }],
    })
}

/// The tool with the rules that its results name.
pub fn tool(rules: &[&str]) -> Value {
    let describe = |rule: &&str| {
        let page = KindPage::of(rule);
        json!({
            "id": rule,
            "shortDescription": { "text": page.title() },
            "fullDescription": { "text": page.summary() },
            "help": { "text": page.plain(), "markdown": page.text },
        })
    };
    json!({ "driver": {
        "name": "Cairn",
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": rules.iter().map(describe).collect::<Vec<_>>(),
    }})
}

/// Why it is not decided, and the warnings of the front end.
fn notifications(report: &Report, sources: Option<&SourceMap>) -> Vec<Value> {
    let notification = |level: &str, text: String, span: Span| {
        let mut value = json!({ "level": level, "message": { "text": text } });
        if let Some(at) = location(span, sources) {
            value["locations"] = json!([at]);
        }
        value
    };
    let reason = |reason: &Explanation| {
        let level = if reason.cause == Cause::Internal { "error" } else { "warning" };
        notification(level, format!("{}. Next: {}.", located(reason, sources), reason.next), reason.span)
    };
    let warnings = report.program.iter().flat_map(|program| &program.diagnostics);
    let warnings = warnings.filter(|warning| warning.severity == Severity::Warning);
    let reasons = report.reasons.iter().filter(|_| report.answer == ReportedVerdict::Unknown).map(reason);
    reasons.chain(warnings.map(|warning| notification("note", warning.message.clone(), warning.span))).collect()
}

/// The result of a violation: its place, its execution and its fingerprint.
pub fn result(violation: &Violation, rule: &str, property: &str, sources: Option<&SourceMap>) -> Value {
    let span = sources.map_or(Span::NONE, |sources| finding::span(violation, sources));
    let mut result = json!({
        "ruleId": rule, "ruleIndex": 0, "level": "error", "kind": "fail",
        "message": { "text": finding::sentence(violation, property) },
        "partialFingerprints": { "cairnViolation/v1": fingerprint(violation, rule, span, sources) },
    });
    if let Some(at) = location(span, sources) {
        result["locations"] = json!([at]);
    }
    let moments = &violation.moments;
    let left_out = moments.len().saturating_sub(MOST_MOMENTS);
    let (head, tail) = match left_out {
        0 => (&moments[..], &moments[..0]),
        _ => (&moments[..MOST_MOMENTS / 2], &moments[moments.len() - MOST_MOMENTS / 2..]),
    };
    let steps: Vec<Value> = head.iter().chain(tail).filter_map(|moment| step(moment, sources)).collect();
    if !steps.is_empty() {
        let mut flow = json!({ "threadFlows": [{ "locations": steps }] });
        if left_out > 0 {
            let text = format!("{left_out} moments in the middle are left out; --output-dir DIR writes all");
            flow["message"] = json!({ "text": text });
        }
        result["codeFlows"] = json!([flow]);
    }
    result
}

/// A moment of the execution; none for what the text of the program does not show.
fn step(moment: &Moment, sources: Option<&SourceMap>) -> Option<Value> {
    if moment.in_library {
        return None;
    }
    let mut at = location(moment.span, sources)?;
    let mut said: Vec<String> = Vec::new();
    match moment.what {
        Happening::Enter => said.push(format!("call of {}", moment.function)),
        Happening::Leave => said.push(format!("return from {}", moment.function)),
        Happening::Decision(truth) => {
            let text = sources.map_or_else(String::new, |sources| source_text::written(sources, moment.span));
            said.push(format!("[{}] is {truth}", trace::one_line(&text, 80)));
        }
        Happening::Undefined(check) => said.push(check.violation().to_owned()),
        Happening::Omitted(steps) => said.push(trace::omitted(steps)),
        Happening::Thread(thread) => said.push(thread_says(thread, "goes on")),
        Happening::Waits(thread) => said.push(thread_says(thread, "waits")),
        Happening::Statement => {}
    }
    let mut state = Map::new();
    for change in &moment.changes {
        let input = if change.input { " (input)" } else { "" };
        said.push(format!("{} = {}{input}", change.place, change.readable));
        state.insert(change.place.clone(), json!({ "text": change.readable }));
    }
    if !said.is_empty() {
        at["message"] = json!({ "text": said.join("; ") });
    }
    let importance = if matches!(moment.what, Happening::Undefined(_)) { "essential" } else { "important" };
    let mut step = json!({ "location": at, "nestingLevel": moment.depth, "importance": importance });
    if !state.is_empty() {
        step["state"] = Value::Object(state);
    }
    Some(step)
}

/// The location of a span of the program; none outside its files.
pub fn location(span: Span, sources: Option<&SourceMap>) -> Option<Value> {
    let sources = sources?;
    let at = sources.locate(span).filter(|at| !at.file.starts_with('<'))?;
    Some(place(&at.file, at.line, finding::column(span, &at, sources)))
}

/// The location of a line and column of a file.
pub fn place(file: &str, line: u32, column: u32) -> Value {
    let mut artifact = json!({ "uri": uri(file) });
    if !file.starts_with('/') {
        artifact["uriBaseId"] = json!("%SRCROOT%");
    }
    json!({ "physicalLocation": {
        "artifactLocation": artifact, "region": { "startLine": line, "startColumn": column },
    }})
}

/// A path as a relative reference (RFC 3986), or as a `file` URI where it is absolute.
fn uri(path: &str) -> String {
    let mut uri = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(byte as char),
            _ => uri += &format!("%{byte:02X}"),
        }
    }
    if path.starts_with('/') { format!("file://{uri}") } else { uri }
}

/// Fingerprint that stays when lines are added above: the rule, the function and the text of the line.
fn fingerprint(violation: &Violation, rule: &str, span: Span, sources: Option<&SourceMap>) -> String {
    let function = violation.moments.iter().rev().find(|moment| moment.span == span);
    let function = function.map_or("", |moment| moment.function.as_str());
    let line = sources.map_or("", |sources| sources.line_text(span).trim());
    let hash = Sha256::digest(format!("{rule}\n{function}\n{line}"));
    hash[..16].iter().map(|byte| format!("{byte:02x}")).collect()
}
