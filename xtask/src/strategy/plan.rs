//! Which rows of the strategy a program gets, asked of Cairn itself: the statistics of a run of the default strategy have each row
//! of the program with its options, whatever decides it. A limit of a second keeps that short.

use crate::bench::measure::{self, Answered};
use crate::bench::task::Task;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// What the names of rows begin with in statistics.
const PREFIX: &str = "row/";
/// How often Cairn is started to measure that: processor time is counted in ticks of 10 ms.
const STARTS: u32 = 30;

/// The rows of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Processor time for reading the program.
    pub reading: Duration,
    /// Name and options of each row, `NAME=VALUE` each.
    pub rows: Vec<(String, Vec<String>)>,
}

impl Plan {
    /// The rows of a task; `None` where no strategy was chosen for it.
    ///
    /// # Errors
    /// Cairn cannot be started.
    pub fn of(cairn: &Path, task: &Task) -> Result<Option<Self>, String> {
        let Answered { answer, .. } = measure::answer(cairn, "verify", task, &[], 1)?;
        Ok(Self::read(&answer["statistics"]))
    }

    fn read(statistics: &Value) -> Option<Self> {
        let row = |(name, options): (&String, &Value)| {
            let options = options.as_str()?.split(' ').map(str::to_owned).collect();
            Some((name.strip_prefix(PREFIX)?.to_owned(), options))
        };
        let rows = statistics["strategy"].as_object()?.iter().filter_map(row).collect();
        let reading = statistics["resources"]["compiling-seconds"].as_f64().unwrap_or(0.0);
        Some(Self { reading: Duration::try_from_secs_f64(reading).unwrap_or_default(), rows })
    }
}

/// Processor time of a start of Cairn that does nothing.
///
/// # Errors
/// Cairn cannot be started.
pub fn start_of(cairn: &Path) -> Result<Duration, String> {
    let before = measure::waited_for();
    for _ in 0..STARTS {
        let status = Command::new(cairn).arg("--version").stdout(Stdio::null()).status();
        status.map_err(|error| format!("cannot run {}: {error}", cairn.display()))?;
    }
    let all = Duration::try_from_secs_f64(measure::waited_for() - before).unwrap_or_default();
    Ok(all / STARTS)
}

/// Whether a stage beside the one that was asked for decided a task: predicates over whole numbers that are asked for by name
/// are followed by those over bit-vectors, which are a row of their own in the strategy.
///
/// # Errors
/// Cairn cannot be started.
pub fn was_second_stage(cairn: &Path, task: &Task, options: &[String], seconds: u64) -> Result<bool, String> {
    let arguments: Vec<String> = options.iter().map(|option| format!("--option={option}")).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let Answered { answer, .. } = measure::answer(cairn, "verify", task, &arguments, seconds)?;
    Ok(!answer["statistics"]["stage 1"].is_null())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn rows_are_read_from_statistics() {
        let strategy =
            json!({"row/value": "analysis=value", "row/split": "analysis=value value.split=256", "other": "x"});
        let statistics = json!({"strategy": strategy, "resources": {"compiling-seconds": 0.25}});
        let row = |name: &str, options: &[&str]| (name.to_owned(), options.iter().map(|&o| o.to_owned()).collect());
        let rows = vec![row("value", &["analysis=value"]), row("split", &["analysis=value", "value.split=256"])];
        assert_eq!(Plan::read(&statistics), Some(Plan { reading: Duration::from_millis(250), rows }));
        assert_eq!(Plan::read(&json!({"program": {}})), None);
    }
}
