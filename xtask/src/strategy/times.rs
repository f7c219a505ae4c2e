//! The table of times: what each row of the strategy alone made of each task, as CSV: task, row, verdict, seconds of
//! processor time. Lines that begin with `#` say how it was measured.
//!
//! Two rows are none of the strategy: `reading`, what a run takes before its first analysis begins, and `strategy`, the whole
//! strategy as it was when the table was measured.
//!
//! Invariant: what [`Times::text`] makes, [`Times::read`] reads again.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::time::Duration;

/// What a run takes before the first analysis: to start, to read the program.
pub const READING: &str = "reading";
/// The whole strategy.
pub const STRATEGY: &str = "strategy";
/// What the line with the limit begins with.
const LIMIT: &str = "# limit in seconds of processor time: ";
/// The names of the columns.
const HEADER: &str = "task,row,verdict,seconds";

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// With the verdict that the benchmark expects.
    Right,
    /// With the other one.
    Wrong,
    /// By itself, without a verdict.
    Ended,
    /// At the limit.
    Limit,
}

impl End {
    const ALL: [(End, &str); 4] =
        [(End::Right, "right"), (End::Wrong, "wrong"), (End::Ended, "ended"), (End::Limit, "limit")];

    fn word(self) -> &'static str {
        Self::ALL.iter().find(|(end, _)| *end == self).map_or("", |(_, word)| word)
    }

    fn of(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, of)| *of == word).map(|(end, _)| *end)
    }
}

/// One run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// The task, as SET/FILE.
    pub task: String,
    /// The row.
    pub row: String,
    /// How it ended.
    pub end: End,
    /// Processor time.
    pub took: Duration,
}

impl Run {
    fn key(&self) -> (&str, &str) {
        (&self.task, &self.row)
    }
}

/// All runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Times {
    /// How they were measured, in lines.
    pub facts: Vec<String>,
    /// Processor time at which a run was ended.
    pub limit: Duration,
    /// The runs.
    pub runs: Vec<Run>,
}

impl Times {
    /// The table as CSV.
    pub fn text(&self) -> String {
        let mut text: String = self.facts.iter().map(|fact| format!("# {fact}\n")).collect();
        // A string takes all that is written.
        let _ = writeln!(text, "{LIMIT}{}\n{HEADER}", self.limit.as_secs());
        for Run { task, row, end, took } in &self.runs {
            let _ = writeln!(text, "{task},{row},{},{:.3}", end.word(), took.as_secs_f64());
        }
        text
    }

    /// These runs and those of another table, which replace those of the same task and row.
    ///
    /// # Errors
    /// The limits differ.
    pub fn and(mut self, other: Self) -> Result<Self, String> {
        if self.limit != other.limit {
            return Err("the tables of times have different limits".to_owned());
        }
        let replaced: BTreeSet<(&str, &str)> = other.runs.iter().map(Run::key).collect();
        self.runs.retain(|run| !replaced.contains(&run.key()));
        self.runs.extend(other.runs);
        self.facts.extend(other.facts);
        Ok(self)
    }

    /// The table that a text is.
    ///
    /// # Errors
    /// A message that names the line.
    pub fn read(text: &str) -> Result<Self, String> {
        let (mut facts, mut limit, mut runs) = (Vec::new(), None, Vec::new());
        for (number, line) in (1..).zip(text.lines()) {
            if let Some(seconds) = line.strip_prefix(LIMIT) {
                limit = seconds.trim().parse().ok().map(Duration::from_secs);
            } else if let Some(fact) = line.strip_prefix("# ") {
                facts.push(fact.to_owned());
            } else if line != HEADER && !line.is_empty() {
                runs.push(run(line).ok_or_else(|| format!("line {number} of the table of times is no run: {line}"))?);
            }
        }
        let limit = limit.ok_or_else(|| format!("the table of times has no line '{LIMIT}…'"))?;
        Ok(Self { facts, limit, runs })
    }
}

fn run(line: &str) -> Option<Run> {
    // The name of a file may have commas, no other field has.
    let mut fields = line.rsplitn(4, ',');
    let took = Duration::try_from_secs_f64(fields.next()?.parse().ok()?).ok()?;
    let end = End::of(fields.next()?)?;
    let (row, task) = (fields.next()?.to_owned(), fields.next()?.to_owned());
    Some(Run { task, row, end, took })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let run = |task: &str, row: &str, end, ms| Run {
            task: task.to_owned(),
            row: row.to_owned(),
            end,
            took: Duration::from_millis(ms),
        };
        let runs = vec![
            run("set/a.c", READING, End::Ended, 12),
            run("set/a,b.c", "horn-clauses/other", End::Right, 1_234),
            run("set/c.c", "value", End::Limit, 15_010),
            run("set/c.c", "split", End::Wrong, 0),
        ];
        let facts = vec!["command: cargo xtask strategy".to_owned()];
        let times = Times { facts, limit: Duration::from_secs(15), runs };
        assert_eq!(Times::read(&times.text()), Ok(times));
    }

    #[test]
    fn a_later_table_replaces_runs_of_an_earlier_one() {
        let table = |limit: u64, rows: &str| Times::read(&format!("# a fact\n{LIMIT}{limit}\n{rows}")).unwrap();
        let first = table(5, "a.c,value,right,1.000\na.c,split,limit,5.000\n");
        let both = first.clone().and(table(5, "a.c,value,right,0.500\n")).unwrap();
        assert_eq!(both.runs.iter().map(|run| run.took.as_millis()).collect::<Vec<_>>(), [5_000, 500]);
        assert!(first.and(table(6, "")).is_err());
    }

    #[test]
    fn what_is_no_run_is_named() {
        let read = |line: &str| Times::read(&format!("{LIMIT}5\n{HEADER}\n{line}\n")).map(|times| times.runs.len());
        assert_eq!(read("a.c,value,right,1.5"), Ok(1));
        for line in ["a.c,value,true,1.5", "a.c,value,right,-1", "value,right,1", "a.c,value,right,soon"] {
            assert!(read(line).unwrap_err().starts_with("line 3 "), "{line}");
        }
        assert!(Times::read("a.c,value,right,1.5\n").unwrap_err().contains("no line"));
    }
}
