//! `cairn check --format json`: `docs/schema/check.schema.json` describes it.

use super::View;
use crate::report::json::{assumed, counterexample, place};
use crate::report::text::located;
use cairn_verify::obligations::{Obligation, ObligationState, Obligations};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The object, on one line.
pub fn render(known: &Obligations, view: &View) -> String {
    let all: Vec<Value> = known.all.iter().map(|one| obligation(one, known, view)).collect();
    let mut kinds: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    for one in &known.all {
        *kinds.entry(&one.kind).or_default().entry(one.state.word()).or_default() += 1;
    }
    let states = ["proved", "violated", "unknown", "unreachable"];
    let sum: Map<String, Value> = states.into_iter().map(|word| (word.to_owned(), json!(known.count(word)))).collect();
    let object = json!({
        "tool": "cairn",
        "schema": crate::report::json::SCHEMA,
        "version": env!("CARGO_PKG_VERSION"),
        "sum": sum,
        "kinds": kinds,
        "assumptions": known.assumptions.iter().map(assumed).collect::<Vec<_>>(),
        "queries": known.queries,
        "obligations": all,
    });
    format!("{object}\n")
}

fn obligation(one: &Obligation, known: &Obligations, view: &View) -> Value {
    let sources = Some(&known.program.sources);
    let mut value = json!({
        "id": one.id, "kind": one.kind, "function": one.function, "at": place(one.span, sources),
        "text": one.text, "state": one.state.word(),
    });
    if let Some(baseline) = &view.baseline {
        value["change"] = json!(baseline.change(one));
    }
    match &one.state {
        ObligationState::Proved { by } => value["by"] = json!(by),
        ObligationState::Violated(violation) => value["counterexample"] = counterexample(violation, sources),
        ObligationState::Unknown(reasons) => {
            let reason = |reason: &cairn_verify::Explanation| {
                json!({ "text": reason.text, "at": place(reason.span, sources), "next": reason.next,
                        "line": located(reason, sources) })
            };
            value["reasons"] = json!(reasons.iter().map(reason).collect::<Vec<_>>());
        }
        ObligationState::Open | ObligationState::Unreachable => {}
    }
    value
}
