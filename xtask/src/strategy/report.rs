//! The results of training, in two tables: how many tasks are decided in what time, for both halves; and what each row is for.

use super::Table;
use super::cases::{Alone, Case, Halves};
use super::simulate::{self, Score};
use super::times::{End, Times};
use super::train;
use cairn_base::schedule::Member;
use std::fmt::Write;
use std::time::Duration;

/// The weights that are there.
const OLD: &str = "old weights";
/// The trained ones.
const NEW: &str = "new weights";

/// A way to share the time, and its score on both halves.
struct Line {
    name: String,
    scores: [Score; 2],
}

/// What a row is for.
struct Use {
    name: String,
    old: Member,
    new: Member,
    /// Tasks that have it.
    tasks: usize,
    /// Tasks that it decides first under the new weights.
    first: usize,
    /// Tasks that no other row decides alone.
    only: usize,
}

/// The tables.
pub struct Report {
    lines: Vec<Line>,
    uses: Vec<Use>,
    wrong: Vec<(String, String)>,
    limit: Duration,
}

/// The time of a row alone on a task, if it decides it.
fn alone(case: &Case, wanted: impl Fn(&Alone) -> bool) -> Option<Duration> {
    let rights = case.rows.iter().filter(|alone| alone.end == End::Right && wanted(alone));
    rights.map(|alone| case.reading + alone.took).min()
}

impl Report {
    /// The tables for new weights.
    pub fn new(table: &Table, new: &[Member], halves: &Halves<'_>, times: &Times, wrong: &[(String, String)]) -> Self {
        let limit = times.limit;
        let parts = [&halves.trained_on[..], &halves.held_out[..]];
        let of = |time: &dyn Fn(&Case) -> Option<Duration>| {
            parts.map(|cases| Score::of(cases.iter().map(|case| time(case).filter(|time| *time <= limit))))
        };
        let with = |weights: &[Member]| parts.map(|cases| Score::with(cases, weights, limit));
        let row_alone = |row: usize| of(&|case| alone(case, |alone| alone.row == row));
        let best_row = (0..table.names.len()).min_by_key(|row| row_alone(*row)[0].cost(limit)).unwrap_or(0);
        let line = |name: &str, scores| Line { name: name.to_owned(), scores };
        let mut lines = vec![
            line(OLD, with(&table.members)),
            line(NEW, with(new)),
            line("equal weights", with(&train::equal(new.len()))),
            line(&format!("{} alone", table.names.get(best_row).map_or("", String::as_str)), row_alone(best_row)),
            line("best row of each task", of(&|case| alone(case, |_| true))),
        ];
        let right = |case: &Case| case.measured.filter(|(end, _)| *end == End::Right).map(|(_, took)| took);
        if parts.iter().any(|cases| cases.iter().any(|case| case.measured.is_some())) {
            lines.push(line("measured strategy", of(&right)));
        }
        let cases: Vec<&Case> = parts.concat();
        let firsts: Vec<usize> =
            cases.iter().filter_map(|case| simulate::decided(case, new, limit)).map(|decided| decided.row).collect();
        let count = |is_so: &dyn Fn(&Case) -> bool| cases.iter().filter(|case| is_so(case)).count();
        let used = |(row, name): (usize, &String)| Use {
            name: name.clone(),
            old: table.members[row],
            new: new[row],
            tasks: count(&|case| case.rows.iter().any(|alone| alone.row == row)),
            first: firsts.iter().filter(|first| **first == row).count(),
            only: count(&|case| {
                alone(case, |alone| alone.row == row).is_some() && alone(case, |alone| alone.row != row).is_none()
            }),
        };
        let uses = table.names.iter().enumerate().map(used).collect();
        Self { lines, uses, wrong: wrong.to_vec(), limit }
    }

    /// Whether the new weights cost more than the old ones on the tasks that are held out.
    pub fn is_worse_held_out(&self) -> bool {
        let [old, new] = [OLD, NEW].map(|name| self.lines.iter().find(|line| line.name == name));
        let cost = |line: &Line| line.scores[1].cost(self.limit);
        new.map(cost) > old.map(cost)
    }

    /// How many tasks are decided in what time, in lines.
    pub fn scores(&self) -> Vec<String> {
        let tasks = self.lines.first().map_or([0; 2], |line| line.scores.map(|score| score.tasks));
        let title = format!(
            "simulated, {} s for each task: trained on {} tasks: decided, seconds; held out {}: decided, seconds",
            self.limit.as_secs(),
            tasks[0],
            tasks[1]
        );
        let line = |Line { name, scores }: &Line| {
            let [trained_on, held_out] =
                scores.map(|score| format!("{:5} {:9.1}", score.decided, score.time.as_secs_f64()));
            format!("{name:32} {trained_on}   {held_out}")
        };
        [title].into_iter().chain(self.lines.iter().map(line)).collect()
    }

    /// All of it.
    pub fn text(&self) -> String {
        let mut text = self.scores().join("\n") + "\n\n";
        // A string takes all that is written.
        let _ = writeln!(text, "{:32} {:>9} {:>9} {:>6} {:>6} {:>6}", "row", "old", "new", "tasks", "first", "only");
        let shown = |Member { weight, later, from_round }: Member| format!("{weight},{later},{from_round}");
        for Use { name, old, new, tasks, first, only } in &self.uses {
            let (old, new) = (shown(*old), shown(*new));
            let _ = writeln!(text, "{name:32} {old:>9} {new:>9} {tasks:6} {first:6} {only:6}");
        }
        for (task, row) in &self.wrong {
            let _ = writeln!(text, "WRONG {task}: {row}; the task is not counted");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::super::cases;
    use super::*;

    const TIMES: &str = "# limit in seconds of processor time: 5
a.c,reading,ended,0.010
a.c,first,right,0.050
a.c,second,right,0.400
a.c,strategy,right,0.080
b.c,first,limit,5.000
b.c,second,right,1.000
b.c,strategy,limit,5.000
c.c,first,wrong,0.100
c.c,second,right,0.100
";

    #[test]
    fn weights_that_are_worse_on_what_is_held_out_are_told() {
        let (table, times) = (Table::of("first,1,1,1\nsecond,1,1,1\n").unwrap(), Times::read(TIMES).unwrap());
        let all = cases::of(&times, &table).unwrap();
        let halves = Halves { trained_on: vec![&all.cases[0]], held_out: vec![&all.cases[1]] };
        let member = |weight| Member { weight, later: weight, from_round: 1 };
        let is_worse = |new: [Member; 2]| Report::new(&table, &new, &halves, &times, &[]).is_worse_held_out();
        assert!(!is_worse([member(1), member(1)]));
        assert!(!is_worse([member(1), member(4)]));
        // For the first task alone this is better.
        assert!(is_worse([member(4), member(1)]));
    }

    #[test]
    fn rows_are_counted_by_what_they_decide_first_and_alone() {
        let (table, times) = (Table::of("first,1,1,1\nsecond,1,1,1\n").unwrap(), Times::read(TIMES).unwrap());
        let all = cases::of(&times, &table).unwrap();
        let halves = Halves { trained_on: vec![&all.cases[0]], held_out: vec![&all.cases[1]] };
        let report = Report::new(&table, &table.members, &halves, &times, &all.wrong);
        let counts: Vec<[usize; 3]> = report.uses.iter().map(|used| [used.tasks, used.first, used.only]).collect();
        assert_eq!(counts, [[2, 1, 0], [2, 1, 1]]);
        let decided = |name: &str| {
            let line = report.lines.iter().find(|line| line.name == name).unwrap();
            line.scores.map(|score| (score.decided, score.time.as_millis()))
        };
        // 10 and 10 and then 20 and 20 of the next round for the 40 ms of the first row.
        assert_eq!(decided("old weights")[0], (1, 10 + 10 + 10 + 20 + 20 + 10));
        assert_eq!(decided("first alone"), [(1, 50), (0, 0)]);
        assert_eq!(decided("best row of each task"), [(1, 50), (1, 1_000)]);
        assert_eq!(decided("measured strategy"), [(1, 80), (0, 0)]);
        assert!(report.text().contains("WRONG c.c: first"));
    }
}
