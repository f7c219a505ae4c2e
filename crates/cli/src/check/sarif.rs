//! `cairn check --format sarif`: each obligation as a result of the Static Analysis Results Interchange Format.
//!
//! A violated one has level `error` and its execution; a proved one is `pass`, an unknown one `open`. The objects for places,
//! executions and the tool are those of [`crate::report::sarif`]. Why not there: the reports of `cairn verify` know nothing of
//! obligations, and only this command does.

use super::report::{CheckAssumption, CheckReport, CheckState, CheckedObligation};
use crate::report::sarif::{MOST_MOMENTS, location, place, result, tool};
use crate::report::trace;
use cairn_verify::obligations::{ObligationState, Obligations};
use serde_json::{Value, json};

/// The obligations of a program, each a result: `fail` with its execution, `pass`, or `open` where it is unknown.
pub fn obligations(known: &Obligations, report: &CheckReport) -> String {
    let sources = Some(&known.program.sources);
    let mut rules: Vec<&str> = known.all.iter().map(|one| &*one.kind).collect();
    rules.sort_unstable();
    rules.dedup();
    let results = known.all.iter().zip(&report.obligations).map(|(one, row)| {
        let mut value = match &one.state {
            ObligationState::Violated(violation) => result(violation, &one.kind, &one.kind, sources),
            state => {
                let (kind, text) = match state {
                    ObligationState::Proved { by } => ("pass", format!("proved by {by}")),
                    ObligationState::Unreachable => ("pass", "no execution comes here".to_owned()),
                    ObligationState::Unknown(reasons) => {
                        let reason = reasons.first().map(|reason| format!("{}. Next: {}.", reason.text, reason.next));
                        ("open", reason.unwrap_or_default())
                    }
                    _ => ("open", String::new()),
                };
                json!({ "ruleId": one.kind, "level": "none", "kind": kind, "message": { "text": text } })
            }
        };
        if let Some(at) = location(one.span, sources) {
            value["locations"] = json!([at]);
        }
        value["ruleIndex"] = json!(rules.iter().position(|rule| *rule == one.kind));
        value["partialFingerprints"] = json!({ "cairnObligation/v1": one.id });
        suppress(&mut value, row);
        value
    });
    written(&rules, results.collect(), &report.assumptions)
}

/// The obligations of a project, which other processes have checked: without the steps of executions.
pub fn rows(report: &CheckReport) -> String {
    let mut rules: Vec<&str> = report.obligations.iter().map(|one| &*one.kind).collect();
    rules.sort_unstable();
    rules.dedup();
    let results = report.obligations.iter().map(|one| {
        let because = one.reasons.first().map(|why| format!("{}. Next: {}.", why.line, why.next));
        let state = one.suppressed.as_ref().map_or(one.state, |suppressed| suppressed.state);
        let (kind, level, text) = match state {
            CheckState::Proved => ("pass", "none", format!("proved by {}", one.by.as_deref().unwrap_or_default())),
            CheckState::Unreachable => ("pass", "none", "no execution comes here".to_owned()),
            CheckState::Unknown => ("open", "none", because.unwrap_or_default()),
            // A level but none is of what fails (SARIF 3.27.10), and viewers show levels.
            CheckState::Needs => ("fail", "note", one.needs_sentence()),
            CheckState::Violated => ("fail", "error", one.steps.clone().unwrap_or_default()),
            CheckState::Suppressed => ("pass", "none", "suppressed".to_owned()),
        };
        let mut value = json!({
            "ruleId": one.kind, "level": level, "kind": kind, "message": { "text": text },
            "ruleIndex": rules.iter().position(|rule| *rule == one.kind),
            "partialFingerprints": { "cairnObligation/v1": one.id },
        });
        if let Some(at) = one.at.as_ref().filter(|at| !at.file.starts_with('<')) {
            value["locations"] = json!([place(&at.file, at.line, at.column)]);
        }
        let flow = one.counterexample.as_ref().map(execution_flow).filter(|steps| !steps.is_empty());
        if let Some(steps) = flow {
            value["codeFlows"] = json!([{ "threadFlows": [{ "locations": steps }] }]);
        }
        suppress(&mut value, one);
        value
    });
    written(&rules, results.collect(), &report.assumptions)
}

/// The moments of an execution that another process has found, as its JSON has them.
fn execution_flow(counterexample: &Value) -> Vec<Value> {
    let moments = counterexample["execution"].as_array().map(Vec::as_slice).unwrap_or_default();
    let step = |moment: &Value| {
        let at = &moment["at"];
        let number = |member: &str| at[member].as_u64().and_then(|number| u32::try_from(number).ok());
        let file = at["file"].as_str().filter(|file| !file.starts_with('<') && moment["library"] != true)?;
        let mut location = place(file, number("line")?, number("column")?);
        let name = moment["function"].as_str().unwrap_or_default();
        let mut said = match moment["what"].as_str() {
            Some("enter") => vec![format!("call of {name}")],
            Some("leave") => vec![format!("return from {name}")],
            Some("decision") => {
                let text = trace::one_line(moment["source"].as_str().unwrap_or_default(), 80);
                vec![format!("[{text}] is {}", moment["truth"])]
            }
            _ => Vec::new(),
        };
        for change in moment["changes"].as_array().into_iter().flatten() {
            let text = |member: &str| change[member].as_str().unwrap_or_default();
            said.push(format!("{} = {}", text("place"), text("readable")));
        }
        if !said.is_empty() {
            location["message"] = json!({ "text": said.join("; ") });
        }
        Some(json!({ "location": location, "nestingLevel": moment["depth"] }))
    };
    moments.iter().take(MOST_MOMENTS).filter_map(step).collect()
}

/// Says that the author allows a result.
fn suppress(result: &mut Value, row: &CheckedObligation) {
    if let Some(suppressed) = &row.suppressed {
        // Only a comment has a line.
        let kind = if suppressed.by.contains(':') { "inSource" } else { "external" };
        result["suppressions"] = json!([{ "kind": kind, "justification": suppressed.reason }]);
    }
}

fn written(rules: &[&str], results: Vec<Value>, assumptions: &[CheckAssumption]) -> String {
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": tool(rules),
            "columnKind": "utf16CodeUnits",
            "results": results,
            "properties": { "assumptions": assumptions },
        }],
    });
    format!("{log}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needs_are_notes() {
        let mut row = CheckedObligation::unchecked("a.c: f", crate::check::report::CheckReason::new("", ""));
        row.state = CheckState::Needs;
        let report = CheckReport { obligations: vec![row], ..CheckReport::default() };
        let log: Value = serde_json::from_str(&rows(&report)).unwrap_or_default();
        assert_eq!(log["runs"][0]["results"][0]["level"], "note");
    }
}
