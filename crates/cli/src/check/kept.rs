//! Reports that are kept from run to run (`cairn check --summaries FILE`), so that what has not changed is not checked again.
//!
//! A report is used when all that it rests on is the same: Cairn, the options, the checks, the limits, and the text of all that the
//! program uses. Of a project that is, function by function, what its entry can reach; a function that has only moved to other
//! lines is the same, and places are moved with it. Why not with an execution in it: each of its steps is a place, so such
//! a report is used only where nothing moved.

use super::report::{CheckReport, CheckedPlace};
use cairn_summaries::{Key, Store};
use cairn_verify::Request;
use cairn_verify::obligations::ObligationLimits;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A function that a report rests on: where it begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KeptPlace {
    pub file: String,
    pub function: String,
    /// Its first line.
    pub line: u32,
}

#[derive(Serialize, Deserialize)]
struct KeptReport {
    places: Vec<KeptPlace>,
    report: CheckReport,
}

pub struct KeptReports(Store);

impl KeptReports {
    /// Opens the file, which is made when something is kept.
    pub fn open(path: PathBuf) -> Self {
        let mut store = Store::in_file(path);
        store.fetch(&[prefix()]);
        Self(store)
    }

    /// Reports that are kept as long as the process runs.
    pub fn in_memory() -> Self {
        Self(Store::in_memory())
    }

    /// The report of a key, with its places moved to where the functions are now.
    pub fn get(&self, key: &[u8], now: &[KeptPlace]) -> Option<CheckReport> {
        let KeptReport { places, mut report } = serde_json::from_slice(self.0.get(key)?).ok()?;
        if places == now {
            return Some(report);
        }
        let is_same = |(one, other): (&KeptPlace, &KeptPlace)| one.file == other.file && one.function == other.function;
        let has_execution = report.obligations.iter().any(|one| one.counterexample.is_some());
        if has_execution || places.len() != now.len() || !places.iter().zip(now).all(is_same) {
            return None;
        }
        let moved = |file: &str, line: u32| {
            let before = places.iter().zip(now).filter(|(place, _)| place.file == file && place.line <= line);
            before.max_by_key(|(place, _)| place.line).map_or(line, |(old, new)| line - old.line + new.line)
        };
        let move_place = |at: &mut Option<CheckedPlace>| {
            if let Some(at) = at {
                at.line = moved(&at.file, at.line);
            }
        };
        for one in &mut report.obligations {
            move_place(&mut one.at);
            for reason in &mut one.reasons {
                move_place(&mut reason.at);
                if let Some(at) = &reason.at {
                    reason.line = format!("{at}: {}", reason.text);
                }
            }
        }
        for blocked in &mut report.coverage.blocked {
            move_place(&mut blocked.at);
        }
        for (file, lines) in &mut report.coverage.lines {
            *lines = lines.iter().map(|(line, is_reached)| (moved(file, *line), *is_reached)).collect();
        }
        for (file, lines) in &mut report.coverage.not_looked_at {
            *lines = lines.iter().map(|(line, function)| (moved(file, *line), function.clone())).collect();
        }
        Some(report)
    }

    /// Keeps a report, but for one that says less than a run of Cairn does.
    pub fn put(&mut self, key: &[u8], report: &CheckReport, places: &[KeptPlace]) {
        if report.is_interrupted || report.is_broken {
            return;
        }
        let kept = KeptReport { places: places.to_vec(), report: report.clone() };
        if let Ok(value) = serde_json::to_vec(&kept) {
            self.0.put(key.to_vec(), value);
        }
    }

    /// Writes what is new, and says what was wrong with the file.
    pub fn commit(&mut self) {
        self.0.commit();
        for warning in self.0.warnings() {
            crate::console::err(&format!("warning: {warning}\n"));
        }
    }
}

fn prefix() -> Vec<u8> {
    b"check".to_vec()
}

/// A key, but for the text: options, checks and limits.
pub fn key_of_options(options: &[(String, String)], checks: &[&str], limits: ObligationLimits) -> Key {
    let mut key = Key::new("check").with(format!("{limits:?} {checks:?}").as_bytes());
    for (name, value) in options {
        key = key.with(name.as_bytes()).with(value.as_bytes());
    }
    key
}

pub fn key_bytes(key: Key) -> Vec<u8> {
    [prefix(), key.digest().to_vec()].concat()
}

/// The key of a program, by its whole text.
pub fn key_of_texts(request: &Request, options: &[(String, String)], limits: ObligationLimits) -> Vec<u8> {
    let checks: Vec<&str> = request.property.checks.iter().map(|check| check.word()).collect();
    let mut key = key_of_options(options, &checks, limits).with(format!("{:?}", request.property).as_bytes());
    for input in &request.inputs {
        key = key.with(input.name.as_bytes()).with(input.text.as_bytes());
    }
    key_bytes(key)
}
