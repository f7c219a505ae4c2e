//! Format 1.0 of a violation witness: an automaton in GraphML, for validators that read no YAML (Beyer, Dangl, Dietsch,
//! Heizmann, Stahlbauer: *Witness Validation and Stepwise Testification across Software Verifiers*, FSE 2015).
//!
//! It is made of the witness in format 2.0, so both say the same: a chain of states, from one to the next where an input
//! function returns its value, and to the violation at the line of the target. At every state all else stays there. Why
//! only violations: whoever checks proofs today reads format 2.0.

use crate::model::{Waypoint, WitnessContent, WitnessEntry};
use crate::source::Source;
use std::fmt::Write;

/// Data of a graph, its nodes and its edges: name, of what, type.
const KEYS: &[(&str, &str)] = &[
    ("witness-type", "graph"),
    ("sourcecodelang", "graph"),
    ("producer", "graph"),
    ("specification", "graph"),
    ("programfile", "graph"),
    ("programhash", "graph"),
    ("architecture", "graph"),
    ("creationtime", "graph"),
    ("entry", "node"),
    ("violation", "node"),
    ("startline", "edge"),
    ("enterFunction", "edge"),
    ("assumption", "edge"),
    ("assumption.scope", "edge"),
    ("assumption.resultfunction", "edge"),
];

/// The witness of a violation; `None` for one of a proof. `source` is the program's text, `start` the function where it
/// begins.
pub fn write(entry: &WitnessEntry, source: &Source, start: &str) -> Option<String> {
    if entry.entry_type != "violation_sequence" {
        return None;
    }
    let task = &entry.metadata.task;
    let file = task.input_files.first()?;
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
         <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" \
         xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n"
        .to_owned();
    for (name, of) in KEYS {
        let ty = if *of == "node" { "boolean" } else { "string" };
        let _ = writeln!(text, "  <key attr.name=\"{name}\" attr.type=\"{ty}\" for=\"{of}\" id=\"{name}\"/>");
    }
    text += "  <graph edgedefault=\"directed\">\n";
    let hash = task.input_file_hashes.get(file).map_or("", |hash| hash);
    let producer = format!("{} {}", entry.metadata.producer.name, entry.metadata.producer.version);
    let about = [
        ("witness-type", "violation_witness"),
        ("sourcecodelang", "C"),
        ("producer", &producer),
        ("specification", &task.specification),
        ("programfile", file),
        ("programhash", hash),
        ("architecture", if task.data_model == "ILP32" { "32bit" } else { "64bit" }),
        ("creationtime", &entry.metadata.creation_time),
    ];
    about.iter().for_each(|(key, value)| data(&mut text, "    ", key, value));
    text += "    <node id=\"N0\">\n      <data key=\"entry\">true</data>\n    </node>\n";
    let followed = entry.content.iter().flat_map(|content| match content {
        WitnessContent::Segment { segment } => segment.as_slice(),
        WitnessContent::Invariant { .. } => &[],
    });
    let followed: Vec<&Waypoint> = followed.map(|item| &item.waypoint).filter(|way| way.action == "follow").collect();
    for (number, waypoint) in followed.iter().enumerate() {
        let next = number + 1;
        match waypoint.kind.as_str() {
            "target" => {
                let _ =
                    write!(text, "    <node id=\"N{next}\">\n      <data key=\"violation\">true</data>\n    </node>\n");
            }
            _ => {
                let _ = writeln!(text, "    <node id=\"N{next}\"/>");
            }
        }
        let _ = writeln!(text, "    <edge source=\"N{number}\" target=\"N{next}\">");
        data(&mut text, "      ", "startline", &waypoint.location.line.to_string());
        if number == 0 {
            data(&mut text, "      ", "enterFunction", start);
        }
        if let Some(constraint) = waypoint.constraint.as_ref().filter(|_| waypoint.kind == "function_return") {
            data(&mut text, "      ", "assumption", &format!("{};", constraint.value));
            if let Some(scope) = &waypoint.location.function {
                data(&mut text, "      ", "assumption.scope", scope);
            }
            if let Some(function) = called(waypoint, source) {
                data(&mut text, "      ", "assumption.resultfunction", function);
            }
        }
        text += "    </edge>\n";
    }
    Some(text + "  </graph>\n</graphml>\n")
}

/// The function whose call ends at the waypoint.
fn called<'s>(waypoint: &Waypoint, source: &'s Source) -> Option<&'s str> {
    let close = source.offset(waypoint.location.line, waypoint.location.column)?;
    let name = source.word_before(source.opening(close)?)?;
    Some(source.word(name)).filter(|word| !word.is_empty())
}

fn data(text: &mut String, indent: &str, key: &str, value: &str) {
    let value = value.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let _ = writeln!(text, "{indent}<data key=\"{key}\">{value}</data>");
}
