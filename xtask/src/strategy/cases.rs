//! From the table of times to cases, which the simulation takes, and the two halves of them.
//!
//! Invariant: which half a task is in depends on its name alone, so that more tasks or other analyses move none.

use super::Table;
use super::times::{End, READING, STRATEGY, Times};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::time::Duration;

/// A row alone on a task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Alone {
    /// The row's place in the table.
    pub row: usize,
    /// How it ended.
    pub end: End,
    /// Processor time without that of reading the program.
    pub took: Duration,
}

/// A task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// SET/FILE.
    pub name: String,
    /// What a run takes before the first analysis.
    pub reading: Duration,
    /// The rows that the strategy has for it, in the order of the table.
    pub rows: Vec<Alone>,
    /// The whole strategy as measured, where it was.
    pub measured: Option<(End, Duration)>,
}

/// All tasks.
pub struct Cases {
    /// Those without a wrong verdict, in the order of their names.
    pub cases: Vec<Case>,
    /// Task and row of each wrong verdict. Such a task is no case.
    pub wrong: Vec<(String, String)>,
}

/// The cases of a table of times.
///
/// # Errors
/// A run of a row that the table of weights does not have.
pub fn of(times: &Times, table: &Table) -> Result<Cases, String> {
    let mut tasks: BTreeMap<&str, Case> = BTreeMap::new();
    let mut wrong = Vec::new();
    for run in &times.runs {
        let case = tasks.entry(&run.task).or_insert_with(|| Case {
            name: run.task.clone(),
            reading: Duration::ZERO,
            rows: Vec::new(),
            measured: None,
        });
        if run.end == End::Wrong {
            wrong.push((run.task.clone(), run.row.clone()));
        }
        match run.row.as_str() {
            READING => case.reading = run.took,
            STRATEGY => case.measured = Some((run.end, run.took)),
            name => {
                let row = table.place(name).ok_or_else(|| format!("no row {name} in {}", super::WEIGHTS))?;
                case.rows.push(Alone { row, end: run.end, took: run.took });
            }
        }
    }
    let is_right = |case: &Case| wrong.iter().all(|(task, _)| *task != case.name);
    let mut cases: Vec<Case> = tasks.into_values().filter(|case| is_right(case) && !case.rows.is_empty()).collect();
    for case in &mut cases {
        case.rows.sort_by_key(|alone| alone.row);
        for alone in &mut case.rows {
            alone.took = alone.took.saturating_sub(case.reading);
        }
    }
    Ok(Cases { cases, wrong })
}

/// The two halves.
pub struct Halves<'c> {
    /// What weights are trained on.
    pub trained_on: Vec<&'c Case>,
    /// What they are checked on.
    pub held_out: Vec<&'c Case>,
}

/// The cases in two halves, by a hash of their names.
pub fn halves(cases: &[Case]) -> Halves<'_> {
    let (trained_on, held_out) = cases.iter().partition(|case| Sha256::digest(&case.name)[0] % 2 == 0);
    Halves { trained_on, held_out }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WEIGHTS: &str = "first,1,1,1\nsecond,2,2,1\n";
    const TIMES: &str = "# limit in seconds of processor time: 5
a.c,reading,ended,0.100
a.c,strategy,right,0.500
a.c,second,right,0.300
a.c,first,ended,0.050
b.c,first,right,1.000
b.c,second,wrong,1.000
c.c,reading,ended,0.100
";

    #[test]
    fn reading_is_taken_off_and_wrong_verdicts_are_no_cases() {
        let (times, table) = (Times::read(TIMES).unwrap(), Table::of(WEIGHTS).unwrap());
        let Cases { cases, wrong } = of(&times, &table).unwrap();
        let ms = Duration::from_millis;
        let alone = |row, end, took| Alone { row, end, took: ms(took) };
        let expected = Case {
            name: "a.c".to_owned(),
            reading: ms(100),
            rows: vec![alone(0, End::Ended, 0), alone(1, End::Right, 200)],
            measured: Some((End::Right, ms(500))),
        };
        assert_eq!(cases, [expected]);
        assert_eq!(wrong, [("b.c".to_owned(), "second".to_owned())]);
        let other = Table::of("first,1,1,1\n").unwrap();
        assert!(of(&times, &other).is_err_and(|message| message.contains("no row second")));
    }

    #[test]
    fn a_half_depends_on_the_name_alone() {
        let case = |number: usize| Case {
            name: format!("set/{number}.c"),
            reading: Duration::ZERO,
            rows: Vec::new(),
            measured: None,
        };
        let (few, many): (Vec<Case>, Vec<Case>) = ((0..20).map(case).collect(), (0..200).map(case).collect());
        let (of_few, of_many) = (halves(&few), halves(&many));
        assert!(of_few.trained_on.iter().all(|case| of_many.trained_on.contains(case)));
        assert!(of_few.held_out.iter().all(|case| of_many.held_out.contains(case)));
        assert!((70..130).contains(&of_many.trained_on.len()));
        assert_eq!(of_many.trained_on.len() + of_many.held_out.len(), 200);
    }
}
