//! The queries of a run that took longest, with their texts: for who wants to study what is hard for a solver.

use crate::query_kind::QueryKind;
use std::cmp::Reverse;
use std::sync::{Arc, Mutex};
use std::time::Duration;

const KEPT: usize = 10;

/// A query that took long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SlowQuery {
    /// The processor time that it took.
    pub time: Duration,
    /// Its purpose.
    pub kind: QueryKind,
    /// The stage of the run that asked.
    pub stage: String,
    /// Its result: `sat`, `unsat`, or why it is not known.
    pub answer: String,
    /// A script in SMT-LIB that asks the same.
    pub text: String,
}

/// The slowest queries of a run so far. Cloning shares them.
#[derive(Clone, Debug, Default)]
pub struct SlowestQueries(Arc<Mutex<Vec<SlowQuery>>>);

impl SlowestQueries {
    /// Whether a query that took so long is among them.
    pub fn takes(&self, time: Duration) -> bool {
        // After a panic of who added one, none is taken: these are only figures.
        self.0.lock().is_ok_and(|all| all.len() < KEPT || all.last().is_some_and(|last| last.time < time))
    }

    /// Adds one; the fastest leaves when there are too many.
    pub fn add(&self, query: SlowQuery) {
        let Ok(mut all) = self.0.lock() else { return };
        all.push(query);
        all.sort_by_key(|one| Reverse(one.time));
        all.truncate(KEPT);
    }

    /// All of them, the slowest first.
    pub fn all(&self) -> Vec<SlowQuery> {
        self.0.lock().map_or(Vec::new(), |all| all.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_are_kept_and_the_slowest_comes_first() {
        let slowest = SlowestQueries::default();
        let query = |time| SlowQuery {
            time: Duration::from_millis(time),
            kind: QueryKind::Other,
            stage: String::new(),
            answer: "sat".to_owned(),
            text: String::new(),
        };
        for time in [5, 17, 3, 8, 1, 12, 9, 20, 4, 2, 30, 7] {
            slowest.add(query(time));
        }
        let times: Vec<u128> = slowest.all().iter().map(|one| one.time.as_millis()).collect();
        assert_eq!(times, [30, 20, 17, 12, 9, 8, 7, 5, 4, 3]);
        assert!(!slowest.takes(Duration::from_millis(3)) && slowest.takes(Duration::from_millis(6)));
    }
}
