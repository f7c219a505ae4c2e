//! The states that were explored: a table with a row for each, and texts that are written once.

use super::sources::Sources;
use super::{Texts, cut};
use cairn_base::Span;
use cairn_base::id::Id;
use cairn_base::levels::VertexStatus;
use cairn_ir::Program;
use cairn_verify::ExplorationReport;
use serde_json::{Value, json};

/// Bytes of texts up to which they are told as they are, and characters of each beyond.
const MANY: usize = 1_200_000;
const SHORT: usize = 60;

/// The states. A row has numbers: of its location, function, place (-1 for none), how far its parent is before it (0 for none), step, what it
/// knows; and where it is no plain state its mark, and what covers it.
pub fn json(explored: &ExplorationReport, program: &Program, sources: &Sources<'_>) -> Value {
    let (mut texts, mut bytes) = (Texts::default(), 0);
    let mut number = |text: &str| {
        let text = if bytes > MANY { cut(text, SHORT) } else { text.to_owned() };
        let known = texts.all.len();
        let number = texts.number(&text);
        bytes += if number == known { text.len() } else { 0 };
        number
    };
    let mut places: Vec<(usize, u32)> = Vec::new();
    let rows: Vec<Value> = explored
        .snapshot
        .states
        .iter()
        .enumerate()
        .map(|(index, state)| {
            let node = &program.nodes[state.node];
            let span = node.leaving.first().map_or(Span::NONE, |edge| program.edges[*edge].span);
            let function = number(&program.functions[node.function].name);
            let mark = match state.mark {
                VertexStatus::Plain if state.is_waiting => 4,
                mark => mark as u8,
            };
            let place = sources.place(span).map_or(-1, |place| number_of(&mut places, place));
            let back = state.parent.map_or(0, |parent| index - parent as usize);
            let mut row = vec![json!(state.node.index()), json!(function), json!(place), json!(back)];
            row.extend([json!(number(&state.step)), json!(number(&state.knows))]);
            if mark != 0 {
                row.push(json!(mark));
                row.extend(state.covered_by.map(|by| json!(by)));
            }
            Value::Array(row)
        })
        .collect();
    json!({ "stage": explored.stage, "proof": explored.is_proof, "total": explored.snapshot.total, "rows": rows,
            "texts": texts.all, "places": places })
}

/// The number of a place, new or known. Places of neighbours are mostly the same.
fn number_of(places: &mut Vec<(usize, u32)>, place: (usize, u32)) -> i64 {
    let known = places.iter().rposition(|known| *known == place);
    known.unwrap_or_else(|| {
        places.push(place);
        places.len() - 1
    }) as i64
}
