//! The format as data. What a reader does not need (who produced it) may be missing; what is not known is left unread.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write;

/// One entry of a file; a file may have several.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct WitnessEntry {
    /// `violation_sequence` or `invariant_set`; others are not read.
    pub entry_type: String,
    /// About what, and by whom.
    #[serde(default)]
    pub metadata: Metadata,
    /// Segments or invariants.
    #[serde(default)]
    pub content: Vec<WitnessContent>,
}

/// About what a witness is, and who wrote it.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug, Default)]
pub struct Metadata {
    /// `2.0` or `2.1`.
    pub format_version: String,
    /// Identifies the witness.
    #[serde(default)]
    pub uuid: String,
    /// ISO 8601.
    #[serde(default)]
    pub creation_time: String,
    /// The tool.
    #[serde(default)]
    pub producer: Producer,
    /// The program.
    #[serde(default)]
    pub task: Task,
}

/// A tool.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug, Default)]
pub struct Producer {
    /// Its name.
    #[serde(default)]
    pub name: String,
    /// Its version.
    #[serde(default)]
    pub version: String,
}

/// A program and what must hold of it.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug, Default)]
pub struct Task {
    /// Its files.
    #[serde(default)]
    pub input_files: Vec<String>,
    /// Their SHA-256.
    #[serde(default)]
    pub input_file_hashes: BTreeMap<String, String>,
    /// The property, as the competition writes it.
    #[serde(default)]
    pub specification: String,
    /// `ILP32` or `LP64`.
    #[serde(default)]
    pub data_model: String,
    /// `C`.
    #[serde(default)]
    pub language: String,
}

/// A part of a witness.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(untagged)]
pub enum WitnessContent {
    /// A stretch of the executions that are meant.
    Segment {
        /// Waypoints of it, passed or avoided.
        segment: Vec<WaypointItem>,
    },
    /// An invariant.
    Invariant {
        /// The invariant.
        invariant: WitnessInvariant,
    },
}

/// A waypoint in a list.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct WaypointItem {
    /// The waypoint.
    pub waypoint: Waypoint,
}

/// A place that executions pass, under a condition.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Waypoint {
    /// `assumption`, `branching`, `function_enter`, `function_return` or `target`.
    #[serde(rename = "type")]
    pub kind: String,
    /// `follow` or `avoid`.
    pub action: String,
    /// The condition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constraint: Option<Constraint>,
    /// The place.
    pub location: FileLocation,
}

/// A condition.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Constraint {
    /// Its text; other tools write `true` and `false` without quotes.
    #[serde(deserialize_with = "text")]
    pub value: String,
    /// `c_expression` or `ext_c_expression`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
}

/// Invariant whenever an execution is at a place.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct WitnessInvariant {
    /// `loop_invariant` or `location_invariant`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The place: a loop's keyword, or the first character of a statement.
    pub location: FileLocation,
    /// The condition.
    #[serde(deserialize_with = "text")]
    pub value: String,
    /// `c_expression`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
}

/// A place in a file: lines and columns from 1, columns in characters.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct FileLocation {
    /// The file.
    pub file_name: String,
    /// The line.
    pub line: u32,
    /// The column; the first that fits when it is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// The function.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
}

fn text<'de, D: serde::Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Any {
        Text(String),
        Truth(bool),
        Number(i64),
    }
    Ok(match Any::deserialize(from)? {
        Any::Text(text) => text,
        Any::Truth(truth) => truth.to_string(),
        Any::Number(number) => number.to_string(),
    })
}

/// Files larger than this are no witness.
const MOST_BYTES: usize = 50_000_000;

/// Reads a file.
///
/// # Errors
/// It is no witness, as a sentence without a full stop.
pub fn read(yaml: &str) -> Result<Vec<WitnessEntry>, String> {
    if yaml.len() > MOST_BYTES {
        return Err("the file is too large for a witness".to_owned());
    }
    serde_yaml_ng::from_str(yaml).map_err(|error| format!("no witness in format 2.0: {error}"))
}

/// Writes a file.
///
/// # Errors
/// YAML cannot be written, as a sentence without a full stop.
pub fn write(entries: &[WitnessEntry]) -> Result<String, String> {
    serde_yaml_ng::to_string(entries).map_err(|error| format!("the witness cannot be written: {error}"))
}

/// SHA-256 in hexadecimal digits.
pub fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// An entry about one file. The identifier is made of the content, so the same witness has the same one.
pub fn entry(kind: &str, content: Vec<WitnessContent>, task: Task, time: &str, version: &str) -> WitnessEntry {
    let digits = hash(format!("{kind} {content:?} {task:?} {version}").as_bytes());
    let part = |range: std::ops::Range<usize>| digits.get(range).unwrap_or("").to_owned();
    // A name-based identifier (RFC 4122, version 5 in its layout).
    let uuid = format!("{}-{}-5{}-8{}-{}", part(0..8), part(8..12), part(13..16), part(17..20), part(20..32));
    let producer = Producer { name: "Cairn".to_owned(), version: version.to_owned() };
    let metadata = Metadata { format_version: "2.0".to_owned(), uuid, creation_time: time.to_owned(), producer, task };
    WitnessEntry { entry_type: kind.to_owned(), metadata, content }
}
