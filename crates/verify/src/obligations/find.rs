//! The obligations of a program: the edges that violate its property, put together by kind and place.
//!
//! An edge behind which it is not known whether a check is violated belongs to the check that it stands beside, as the pass that puts
//! checks in has arranged them: the other way of the branch before it leads to the mark of the check
//! (`cairn_transform::instrumentation`). One that stands beside none is an obligation of its own.
//!
//! Invariant: every target edge of the specification belongs to exactly one obligation, so that what is proved of all of them is what
//! `cairn verify` would call TRUE.

use super::{Obligation, ObligationState};
use crate::instrument::FirstAnswers;
use crate::library::{Places, is_model};
use crate::read;
use crate::request::Request;
use crate::unknown_cause::{self, Explanation};
use cairn_base::{FastMap, Span};
use cairn_cpa::Specification;
use cairn_front_c::contracts::own_name;
use cairn_ir::{EdgeId, FunctionId, Op, Program};

/// The kind of places where executions end because nothing is known of what comes.
pub(super) const NOT_MODELLED: &str = "not-modelled";

type Key = (String, String, Span);

/// All obligations, in the order of the text.
pub(super) fn obligations(program: &Program, specification: &Specification, answers: &FirstAnswers) -> Vec<Obligation> {
    let places = Places::new(program);
    let mut all: Vec<Obligation> = Vec::new();
    let mut known: FastMap<Key, usize> = FastMap::default();
    let mut of = |key: Key, all: &mut Vec<Obligation>| {
        *known.entry(key.clone()).or_insert_with(|| {
            let (kind, function, span) = key;
            let state = ObligationState::Open;
            let text = text(program, span);
            let id = String::new();
            all.push(Obligation { id, kind, function, span, text, edges: Vec::new(), known: Vec::new(), state });
            all.len() - 1
        })
    };
    for edge in specification.targets(program) {
        let of_check = beside(program, edge).unwrap_or(edge);
        let key = key(program, of_check, &places);
        let index = of(key, &mut all);
        all[index].edges.push(edge);
    }
    for check in &answers.proved {
        let place = places.of_function(check.function, check.span);
        // What is in a model of the library that no text of the user calls is no obligation of the user's.
        if is_model(program, place.span) {
            continue;
        }
        let function = shown_name(program, place.caller.unwrap_or(check.function));
        let index = of((check.check.word().to_owned(), function, place.span), &mut all);
        // Where some edges are left, these decide.
        if all[index].edges.is_empty() {
            let by = "memory".to_owned();
            let is_proved = check.is_reached || matches!(all[index].state, ObligationState::Proved { .. });
            all[index].state = if is_proved { ObligationState::Proved { by } } else { ObligationState::Unreachable };
        }
    }
    for (edge, what) in unmodelled(program) {
        let reason = unknown_cause::not_modelled(what, program.edges[edge].span, program);
        let function = program.functions[program.nodes[program.edges[edge].source].function].name.clone();
        let index = of((NOT_MODELLED.to_owned(), function, reason.span), &mut all);
        all[index].edges.push(edge);
        all[index].state = ObligationState::Unknown(vec![reason]);
    }
    for alarm in &answers.alarms {
        let place = places.of_function(alarm.function, alarm.span);
        let function = shown_name(program, place.caller.unwrap_or(alarm.function));
        if let Some(index) = known.get(&(alarm.check.word().to_owned(), function, place.span)) {
            let of_row = &mut all[*index].known;
            of_row.extend(alarm.known.iter().filter(|known| !of_row.contains(known)).cloned().collect::<Vec<_>>());
        }
    }
    let place = |span: Span| {
        let at = program.sources.locate(span);
        at.map(|at| (at.file.to_string(), at.line, at.column))
    };
    all.sort_by_cached_key(|one| (place(one.span), one.kind.clone(), one.function.clone()));
    name(program, &mut all);
    all
}

/// The row of labels of the property that modules may have lost: nothing is proved of them.
pub(super) fn unseen_labels(request: &Request) -> Option<Obligation> {
    let labels = read::unseen_labels(request).labels;
    let reason = (!labels.is_empty()).then(|| Explanation::without_labels(&labels))?;
    let text = format!("label {}", labels.join(", "));
    let function = request.front.entry.clone();
    let id = format!("/{function}/assertion/{text}");
    let state = ObligationState::Unknown(vec![reason]);
    Some(Obligation {
        id,
        kind: "assertion".to_owned(),
        function,
        span: Span::NONE,
        text,
        edges: Vec::new(),
        known: Vec::new(),
        state,
    })
}

/// The edges at which executions end because nothing is known of what comes, and what it is. Those behind a doubt about a check are
/// of that check.
fn unmodelled(program: &Program) -> impl Iterator<Item = (EdgeId, &str)> {
    program.edges.iter_ids().filter_map(|(id, edge)| {
        let Op::Unsupported(what) = &edge.op else { return None };
        let mut before = program.nodes[edge.source].entering.iter().map(|edge| &program.edges[*edge].op);
        (!before.any(|op| op.marked_doubt().is_some())).then_some((id, what.as_str()))
    })
}

fn name(program: &Program, all: &mut [Obligation]) {
    let mut times: FastMap<String, usize> = FastMap::default();
    for one in all {
        let file = program.sources.locate(one.span).map_or(String::new(), |at| at.file.to_string());
        let id = format!("{file}/{}/{}/{}", one.function, one.kind, one.text);
        let time = times.entry(id.clone()).or_insert(0);
        *time += 1;
        one.id = if *time == 1 { id } else { format!("{id}#{time}") };
    }
}

/// Kind, function and place; what is in a model of the library is where the user's text calls it.
fn key(program: &Program, edge: EdgeId, places: &Places<'_>) -> Key {
    let data = &program.edges[edge];
    let kind = match (data.op.marked_check(), data.op.marked_doubt()) {
        (Some(check), _) => check.word().to_owned(),
        (None, Some(why)) => why.to_owned(),
        (None, None) => "assertion".to_owned(),
    };
    let inside = program.nodes[data.source].function;
    let place = places.of_function(inside, data.span);
    let function = place.caller.unwrap_or(inside);
    (kind, shown_name(program, function), place.span)
}

/// The function that a row is in, as the user knows it: what the start of the program does is `main`'s.
pub(super) fn shown_name(program: &Program, function: FunctionId) -> String {
    let name = own_name(&program.functions[function].name);
    if function == program.start { "main".to_owned() } else { name.to_owned() }
}

/// The text of a place on one line, without what the preprocessor adds; of a failing `assert` what it asserts.
pub(super) fn text(program: &Program, span: Span) -> String {
    let snippet = program.sources.snippet(span);
    let lines = snippet.lines().filter(|line| !line.trim_start().starts_with('#'));
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    let text = words.join(" ");
    match text.strip_prefix("__assert").and_then(first_string) {
        Some(asserted) => format!("assert({asserted})"),
        None => text,
    }
}

/// The first string literal of a text, without its quotes; quotes in it lose their backslashes.
fn first_string(text: &str) -> Option<String> {
    let mut letters = text.split_once('"')?.1.chars();
    let mut string = String::new();
    loop {
        match letters.next()? {
            '"' => return Some(string),
            '\\' => match letters.next()? {
                quote @ ('"' | '\\') => string.push(quote),
                other => string.extend(['\\', other]),
            },
            other => string.push(other),
        }
    }
}

/// The edge that marks the violation of the check about which an edge is in doubt.
fn beside(program: &Program, edge: EdgeId) -> Option<EdgeId> {
    program.edges[edge].op.marked_doubt()?;
    let mut node = program.edges[edge].source;
    // The branch on the doubt, and before it the branch on the violation.
    for _ in 0..2 {
        let [entering] = program.nodes[node].entering[..] else { return None };
        let branch = program.edges[entering].source;
        let marks = |edge: &EdgeId| program.edges[*edge].op.marked_check().is_some();
        let ways = program.successors(branch);
        let mark =
            ways.filter(|way| *way != node).flat_map(|way| program.nodes[way].leaving.iter().copied()).find(marks);
        if mark.is_some() {
            return mark;
        }
        node = branch;
    }
    None
}

/// The obligation that an execution violates, by its last step.
pub(super) fn violated(program: &Program, all: &[Obligation], last: cairn_ir::Step) -> Option<usize> {
    let edge = match last {
        cairn_ir::Step::Edge(edge) => edge,
        cairn_ir::Step::Enter(site, _) => {
            program.edges.iter_ids().find(|(_, edge)| edge.op == Op::Call(site)).map(|(id, _)| id)?
        }
        _ => return None,
    };
    all.iter().position(|one| one.edges.contains(&edge))
}

#[cfg(test)]
mod tests {
    use super::first_string;

    #[test]
    fn an_asserted_text_may_have_strings() {
        let of = |text: &str| first_string(text);
        assert_eq!(of(r#"_fail ("0 && \"no \\n\"", "a.c", 3)"#).as_deref(), Some(r#"0 && "no \n""#));
        assert_eq!((of("_fail (x)"), of(r#"_fail ("x"#)), (None, None));
    }
}
