//! The turns of given weights on a task, simulated from what each row needs alone.
//!
//! Who has the next turn, and for how long, is the schedule that Cairn itself uses (`cairn_base::schedule`). A row that needs
//! a time alone is taken to need the same in the turns. Left out: that an analysis overruns its slice, that a call of a solver is made
//! again, that analyses share memory, and noise.

use super::cases::{Alone, Case};
use super::times::End;
use cairn_base::schedule::{FIRST_SLICE, Member, Schedule, Standing};
use std::time::Duration;

/// The first right verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decided {
    /// Whose, as the row's place in the table.
    pub row: usize,
    /// Processor time of the whole run.
    pub time: Duration,
}

/// The first verdict under these weights, one for each row of the table; `None` when there is none within the limit.
pub fn decided(case: &Case, weights: &[Member], limit: Duration) -> Option<Decided> {
    let members: Vec<Member> = case.rows.iter().map(|alone| weights[alone.row]).collect();
    let mut schedule = Schedule::new(&members, FIRST_SLICE);
    let mut standing = vec![Standing::Waits { used: Duration::ZERO }; members.len()];
    let mut total = case.reading;
    while let Some((place, until)) = schedule.next(|place| standing[place]) {
        let Standing::Waits { used } = standing[place] else { return None };
        let Alone { row, end, took } = case.rows[place];
        // What it does beyond the limit is not known, and nobody waits for it.
        let needs = if end == End::Limit { Duration::MAX } else { took };
        let is_over = until.is_none_or(|until| needs <= until);
        let now = if is_over { needs } else { until.unwrap_or(needs) };
        total = total.saturating_add(now.saturating_sub(used));
        if total > limit {
            return None;
        }
        standing[place] = match end {
            End::Right if is_over => return Some(Decided { row, time: total }),
            _ if is_over => Standing::Ended,
            _ => Standing::Waits { used: now },
        };
    }
    None
}

/// How many tasks are decided, and in what time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Tasks.
    pub tasks: u32,
    /// Those with a verdict within the limit.
    pub decided: u32,
    /// The sum of their times.
    pub time: Duration,
}

impl Score {
    /// The sum over tasks, each with the time to its verdict if there is one.
    pub fn of(times: impl IntoIterator<Item = Option<Duration>>) -> Self {
        times.into_iter().fold(Self::default(), |sum, time| Self {
            tasks: sum.tasks + 1,
            decided: sum.decided + u32::from(time.is_some()),
            time: sum.time + time.unwrap_or_default(),
        })
    }

    /// The same with weights.
    pub fn with(cases: &[&Case], weights: &[Member], limit: Duration) -> Self {
        Self::of(cases.iter().map(|case| decided(case, weights, limit).map(|decided| decided.time)))
    }

    /// What training makes small: the time of what is decided, and the limit for each task that is not.
    pub fn cost(&self, limit: Duration) -> Duration {
        self.time + limit * (self.tasks - self.decided)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);
    const LIMIT: Duration = Duration::from_secs(5);

    fn case(rows: &[(End, u32)]) -> Case {
        let alone = |(row, (end, took)): (usize, &(End, u32))| Alone { row, end: *end, took: *took * MS };
        let rows = rows.iter().enumerate().map(alone).collect();
        Case { name: "a.c".to_owned(), reading: 7 * MS, rows, measured: None }
    }

    fn member(weight: u32, later: u32, from_round: u32) -> Member {
        Member { weight, later, from_round }
    }

    fn result(rows: &[(End, u32)], weights: &[Member]) -> Option<(usize, u128)> {
        decided(&case(rows), weights, LIMIT).map(|decided| (decided.row, decided.time.as_millis()))
    }

    #[test]
    fn slices_double_until_one_decides() {
        let even = [member(1, 1, 1); 2];
        // 10 and 10, 20 and 20, 40, and then 5 of the second one's third slice.
        assert_eq!(result(&[(End::Limit, 5_000), (End::Right, 35)], &even), Some((1, 7 + 10 + 10 + 20 + 20 + 40 + 5)));
        // What it needs is the whole slice.
        assert_eq!(result(&[(End::Limit, 5_000), (End::Right, 30)], &even), Some((1, 7 + 60)));
        // A larger weight has it done in the second slice.
        assert_eq!(
            result(&[(End::Limit, 5_000), (End::Right, 35)], &[member(1, 1, 1), member(2, 2, 1)]),
            Some((1, 7 + 10 + 20 + 20 + 15))
        );
    }

    #[test]
    fn who_ends_takes_no_more_turns_and_the_last_one_has_no_end() {
        let even = [member(1, 1, 1); 2];
        assert_eq!(result(&[(End::Ended, 3), (End::Right, 900)], &even), Some((1, 7 + 3 + 900)));
        assert_eq!(result(&[(End::Ended, 3), (End::Ended, 900)], &even), None);
        assert_eq!(result(&[(End::Limit, 5_000), (End::Limit, 5_000)], &even), None);
    }

    #[test]
    fn later_weights_and_first_rounds_are_those_of_the_schedule() {
        // 70 ms in three rounds, then 2 * 80 ms: with weight 3 from the fourth round on all of its 250 ms are in the fourth.
        let rows = [(End::Limit, 5_000), (End::Right, 250)];
        assert_eq!(result(&rows, &[member(1, 1, 1), member(1, 3, 1)]), Some((1, 7 + 70 + 80 + 250)));
        // From the third round on: 40 ms there.
        assert_eq!(
            result(&[(End::Limit, 5_000), (End::Right, 40)], &[member(1, 1, 1), member(1, 1, 3)]),
            Some((1, 7 + 110))
        );
    }

    #[test]
    fn a_verdict_behind_the_limit_is_none() {
        let rows = [(End::Limit, 5_000), (End::Right, 4_900)];
        assert_eq!(result(&rows, &[member(1, 1, 1); 2]), None);
        assert_eq!(Score::of([Some(MS), None, Some(3 * MS)]), Score { tasks: 3, decided: 2, time: 4 * MS });
        assert_eq!(Score { tasks: 3, decided: 2, time: 4 * MS }.cost(LIMIT), LIMIT + 4 * MS);
    }
}
