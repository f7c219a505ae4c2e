//! The states that were explored: a table with a row for each, and texts that are written once.

use super::sources::Sources;
use super::{Texts, cut};
use cairn_base::Span;
use cairn_base::levels::Mark;
use cairn_ir::Program;
use cairn_verify::Explored;
use serde_json::{Value, json};

/// Bytes of texts up to which they are told as they are, and characters of each beyond.
const MANY: usize = 1_200_000;
const SHORT: usize = 60;

/// The states. A row: location, function, place in the source, parent, step, what it knows, mark, what covers it, open calls.
pub fn json(explored: &Explored, program: &Program, sources: &Sources<'_>) -> Value {
    let (mut texts, mut bytes) = (Texts::default(), 0);
    let mut number = |text: &str| {
        let text = if bytes > MANY { cut(text, SHORT) } else { text.to_owned() };
        let known = texts.all.len();
        let number = texts.number(&text);
        bytes += if number == known { text.len() } else { 0 };
        number
    };
    let rows: Vec<Value> = explored
        .snapshot
        .states
        .iter()
        .map(|state| {
            let node = &program.nodes[state.node];
            let span = node.leaving.first().map_or(Span::NONE, |edge| program.edges[*edge].span);
            let function = number(&program.functions[node.function].name);
            let mark = match state.mark {
                Mark::Plain if state.is_waiting => 4,
                mark => mark as u8,
            };
            json!([
                state.node.to_string(),
                function,
                sources.place(span),
                state.parent,
                number(&state.step),
                number(&state.knows),
                mark,
                state.covered_by,
                state.depth
            ])
        })
        .collect();
    json!({ "stage": explored.stage, "proof": explored.is_proof, "total": explored.snapshot.total, "rows": rows,
            "texts": texts.all })
}
