//! A program that says what a witness says.
//!
//! For a violation: a variable counts the segments that an execution has followed. It goes on where a waypoint is passed whose
//! condition holds; an execution that passes what it must avoid ends; the target counts only after the last segment. So the
//! executions of the new program that violate the property are executions of the old one, as the witness describes them.
//!
//! For a proof: at the place of each invariant a function is called when it does not hold, which the property then forbids. A
//! proof of the new program is one of the old program, and of all invariants.
//!
//! Everything is put in within the line, so that places stay what they are.

use crate::condition;
use crate::model::{FileLocation, Waypoint, WitnessContent, WitnessInvariant};
use crate::source::Source;
use std::collections::BTreeMap;

const SEGMENT: &str = "cairn_witness_segment";

/// The function that is called where the invariant of this number does not hold.
pub fn broken(number: usize) -> String {
    format!("cairn_witness_invariant_{number}_is_broken")
}

/// A refusal, and where.
pub type NotAccepted = (FileLocation, String);

/// Texts to be put in, by place; at one place in the order in which they came.
#[derive(Default)]
struct Edits(BTreeMap<usize, String>);

impl Edits {
    fn put(&mut self, at: usize, text: &str) {
        self.0.entry(at).or_default().push_str(text);
    }

    fn applied(self, text: &str, head: &str, name: &str) -> String {
        let name = name.replace('\\', "\\\\").replace('"', "\\\"");
        let mut out = format!("{head}\n# 1 \"{name}\"\n");
        let mut last = 0;
        for (at, put) in self.0 {
            out.push_str(text.get(last..at).unwrap_or(""));
            out.push_str(&put);
            last = at;
        }
        out.push_str(text.get(last..).unwrap_or(""));
        out
    }
}

/// The program with the invariants.
///
/// # Errors
/// An invariant that is not accepted.
pub fn invariants(source: &Source, name: &str, invariants: &[&WitnessInvariant]) -> Result<String, NotAccepted> {
    let (mut edits, mut head) = (Edits::default(), String::new());
    for (number, invariant) in invariants.iter().enumerate() {
        let refused = |why: &str| (invariant.location.clone(), why.to_owned());
        condition::accepted(&invariant.value, false, &|word| source.names(word)).map_err(|why| refused(&why))?;
        let at = source.offset(invariant.location.line, invariant.location.column);
        let at = at.ok_or_else(|| refused("there is no such place"))?;
        let broken = broken(number);
        head += &format!("extern void {broken}(void); ");
        let check = format!("(({}) ? (void)0 : {broken}())", invariant.value);
        let put = match invariant.kind.as_str() {
            "loop_invariant" => at_loop(source, at, &check, &mut edits),
            "location_invariant" if source.begins_statement(at) => {
                edits.put(at, &format!("{check}; "));
                Some(())
            }
            "location_invariant" => return Err(refused("no statement that stands by itself begins there")),
            _ => return Err(refused("an invariant of an unknown kind")),
        };
        put.ok_or_else(|| refused("no loop begins there"))?;
    }
    Ok(edits.applied(source.text(), &head, name))
}

/// Puts a check where the condition of a loop is evaluated.
fn at_loop(source: &Source, at: usize, check: &str, edits: &mut Edits) -> Option<()> {
    let word = source.word(at);
    let (open, byte) = source.next(at + word.len())?;
    match (word, byte) {
        ("while", b'(') => {
            edits.put(open + 1, &format!("{check}, ("));
            edits.put(source.closing(open)?, ")");
        }
        ("for", b'(') => {
            let close = source.closing(open)?;
            let [first, second] = source.semicolons(open, close)[..] else { return None };
            let is_empty = source.next(first + 1).is_some_and(|(at, _)| at == second);
            edits.put(first + 1, &format!(" {check}, ({}", if is_empty { "1" } else { "" }));
            edits.put(second, ")");
        }
        ("do", b'{') => edits.put(open + 1, &format!(" {check};")),
        _ => return None,
    }
    Some(())
}

/// The program with the waypoints; with `target`, the violation counts only there.
///
/// # Errors
/// A waypoint that is not accepted.
pub fn waypoints(source: &Source, name: &str, content: &[WitnessContent]) -> Result<String, NotAccepted> {
    let mut by_place: BTreeMap<usize, Vec<(usize, &Waypoint)>> = BTreeMap::new();
    let segments = content.iter().filter_map(|content| match content {
        WitnessContent::Segment { segment } => Some(segment),
        WitnessContent::Invariant { .. } => None,
    });
    let mut last = 0;
    for (number, segment) in segments.enumerate() {
        for item in segment {
            let waypoint = &item.waypoint;
            let refused = |why: &str| (waypoint.location.clone(), why.to_owned());
            if let Some(constraint) = &waypoint.constraint {
                let of_result = waypoint.kind == "function_return";
                condition::accepted(&constraint.value, of_result, &|word| source.names(word))
                    .map_err(|why| refused(&why))?;
            }
            let at = source.offset(waypoint.location.line, waypoint.location.column);
            by_place.entry(at.ok_or_else(|| refused("there is no such place"))?).or_default().push((number, waypoint));
        }
        last = number;
    }
    let mut edits = Edits::default();
    for (at, waypoints) in by_place {
        place(source, at, &waypoints, last, &mut edits)?;
    }
    let head = format!("static unsigned {SEGMENT}; extern void abort(void);");
    Ok(edits.applied(source.text(), &head, name))
}

fn place(
    source: &Source,
    at: usize,
    all: &[(usize, &Waypoint)],
    last: usize,
    edits: &mut Edits,
) -> Result<(), NotAccepted> {
    let Some((_, first)) = all.first() else { return Ok(()) };
    let refused = |why: &str| (first.location.clone(), why.to_owned());
    if all.iter().any(|(_, other)| other.kind != first.kind) {
        return Err(refused("waypoints of several kinds at one place"));
    }
    let steps = |condition: &dyn Fn(&str) -> String| {
        let one = |(number, waypoint): &(usize, &Waypoint)| {
            let value = waypoint.constraint.as_ref().map_or("1", |constraint| &constraint.value);
            let act =
                if waypoint.action == "avoid" { "abort()".to_owned() } else { format!("{SEGMENT} = {}", number + 1) };
            format!("if ({SEGMENT} == {number} && ({})) {act}; ", condition(value))
        };
        all.iter().map(one).collect::<Vec<_>>().join("else ")
    };
    match first.kind.as_str() {
        "assumption" | "function_enter" if source.begins_statement(at) => edits.put(at, &steps(&str::to_owned)),
        "target" if source.begins_statement(at) => {
            edits.put(at, &format!("if ({SEGMENT} != {last}) abort(); "));
        }
        // A statement that belongs to another one, and is an expression.
        "target" if source.begins_expression(at) => {
            edits.put(at, &format!("(({SEGMENT} != {last}) ? abort() : (void)0), "));
        }
        "assumption" if source.begins_expression(at) => {
            let steps = steps(&str::to_owned);
            edits.put(at, &format!("({{ {steps} }}), "));
        }
        // Within a larger statement the place of what is found is looked at instead.
        "target" => {}
        "function_return" => {
            let open = source.opening(at).ok_or_else(|| refused("no call ends there"))?;
            let start = source.word_before(open).ok_or_else(|| refused("no call ends there"))?;
            let call = source.text().get(start..=at).ok_or_else(|| refused("no call ends there"))?;
            let steps = steps(&|value| value.replace("\\result", "cairn_witness_result"));
            edits.put(start, &format!("({{ __typeof__({call}) cairn_witness_result = "));
            edits.put(at + 1, &format!("; {steps} cairn_witness_result; }})"));
        }
        "branching" => {
            let word = source.word(at);
            let open =
                source.next(at + word.len()).filter(|(_, byte)| *byte == b'(' && ["if", "while"].contains(&word));
            let (open, _) = open.ok_or_else(|| refused("no 'if' or 'while' begins there"))?;
            let close = source.closing(open).ok_or_else(|| refused("brackets do not match"))?;
            let steps = steps(&|value| match value {
                "true" => "cairn_witness_condition".to_owned(),
                "false" => "!cairn_witness_condition".to_owned(),
                number => format!("cairn_witness_condition == !!({number})"),
            });
            edits.put(open + 1, "({ int cairn_witness_condition = !!(");
            edits.put(close, &format!("); {steps} cairn_witness_condition; }})"));
        }
        _ => return Err(refused("a waypoint that is not followed there")),
    }
    Ok(())
}
