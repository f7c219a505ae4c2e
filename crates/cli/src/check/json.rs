//! `cairn check --format json`: `docs/schema/check.schema.json` describes it.

use super::report::{CheckReport, CheckState};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The object, on one line.
pub fn render(report: &CheckReport) -> String {
    format!("{}\n", value(report))
}

pub fn value(report: &CheckReport) -> Value {
    let counts = |row: &BTreeMap<CheckState, usize>| {
        let cells = row.iter().map(|(state, count)| (state.word().to_owned(), json!(count)));
        Value::Object(cells.collect())
    };
    let kinds: Map<String, Value> =
        report.counts(|one| &one.kind).iter().map(|(kind, row)| ((*kind).to_owned(), counts(row))).collect();
    let sum: Map<String, Value> =
        CheckState::ALL.iter().map(|state| (state.word().to_owned(), json!(report.count(*state)))).collect();
    let mut object = json!({
        "tool": "cairn",
        "schema": crate::report::json::SCHEMA,
        "version": env!("CARGO_PKG_VERSION"),
        "sum": sum,
        "kinds": kinds,
    });
    if let (Value::Object(object), Ok(Value::Object(members))) = (&mut object, serde_json::to_value(report)) {
        object.extend(members);
    }
    object
}
