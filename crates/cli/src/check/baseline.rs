//! The obligations of an earlier run, by their ids: what is new, what has changed.
//!
//! An id has no line in it, so an obligation whose line moved is the same.

use super::report::{CheckReport, CheckedObligation};
use crate::exit::InputError;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// The state of each obligation of an earlier run, by its id.
pub struct Baseline(BTreeMap<String, String>);

impl Baseline {
    /// Reads what `cairn check --format json` printed.
    ///
    /// # Errors
    /// The file cannot be read, or is something else, with a message for the user.
    pub fn read(file: &Path) -> Result<Self, InputError> {
        let name = file.display();
        let text = std::fs::read_to_string(file).map_err(|why| InputError::new(format!("{name}: {why}")))?;
        let value: Value = serde_json::from_str(&text).map_err(|why| InputError::new(format!("{name}: {why}")))?;
        let member = |one: &Value, member: &str| one[member].as_str().map(str::to_owned);
        let states = value["obligations"]
            .as_array()
            .map(|all| all.iter().map(|one| Some((member(one, "id")?, member(one, "state")?))).collect::<Option<_>>());
        let other = || InputError::new(format!("{name}: it is not what `cairn check --format json` prints"));
        Ok(Self(states.flatten().ok_or_else(other)?))
    }

    /// Says of each obligation what has become of it since that run.
    pub fn compare(&self, report: &mut CheckReport) {
        for one in &mut report.obligations {
            one.change = Some(self.change(one).to_owned());
        }
    }

    /// Change of an obligation: `new`, `mended`, `worse` or `same`.
    fn change(&self, one: &CheckedObligation) -> &'static str {
        let Some(before) = self.0.get(&one.id) else { return "new" };
        let (before, now) = (rank(before), rank(one.state.word()));
        match before.cmp(&now) {
            std::cmp::Ordering::Less => "worse",
            std::cmp::Ordering::Equal => "same",
            std::cmp::Ordering::Greater => "mended",
        }
    }
}

fn rank(state: &str) -> u8 {
    match state {
        "proved" | "unreachable" | "suppressed" => 0,
        "needs" => 1,
        "violated" => 3,
        _ => 2,
    }
}
