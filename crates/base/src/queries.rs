//! The costs of queries to solvers, by what they are for: a [`QueryBook`] goes with the ledger of a budget
//! ([`crate::Ledger`]), so that each stage of a run has its own.
//!
//! The numbers and the work of queries are the same in each run; their times are figures, by which nothing is decided.

use crate::query_kind::QueryKind;
use crate::slowest::{SlowQuery, SlowestQueries};
use crate::solver_work::Work;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Cost of the queries of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct QueryCost {
    /// How many there were.
    pub queries: u64,
    /// The processor time that they took.
    pub time: Duration,
    /// The work that solvers did for them.
    pub work: Work,
}

/// Cost of queries, by kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct QueryCosts([QueryCost; QueryKind::ALL.len()]);

impl QueryCosts {
    /// The kinds of which there were queries.
    pub fn iter(&self) -> impl Iterator<Item = (QueryKind, QueryCost)> + '_ {
        QueryKind::ALL.into_iter().map(|kind| (kind, self.of(kind))).filter(|(_, cost)| *cost != QueryCost::default())
    }
    /// Cost of those of one kind.
    pub fn of(&self, kind: QueryKind) -> QueryCost {
        self.0[kind as usize]
    }
}

/// Where queries note what they cost. Cloning shares it.
#[derive(Clone, Debug, Default)]
pub struct QueryBook(Arc<Pages>);

#[derive(Debug, Default)]
struct Pages {
    by_kind: [Page; QueryKind::ALL.len()],
    /// The stage of the run, and where its slowest queries are kept.
    slowest: Option<(String, SlowestQueries)>,
}

#[derive(Debug, Default)]
struct Page {
    queries: AtomicU64,
    nanoseconds: AtomicU64,
    work: AtomicU64,
}

impl QueryBook {
    /// An empty one of a stage; where it is wanted, the slowest queries are kept with their texts.
    pub fn new(stage: String, slowest: Option<SlowestQueries>) -> Self {
        Self(Arc::new(Pages { slowest: slowest.map(|slowest| (stage, slowest)), ..Pages::default() }))
    }

    /// Notes work that was done for a query.
    pub fn note_work(&self, kind: QueryKind, work: Work) {
        self.0.by_kind[kind as usize].work.fetch_add(work.get(), Ordering::Relaxed);
    }

    /// Notes a query that is over. Its answer and its text are asked for only when it is one of the slowest so far and these
    /// are kept; without a text it is not.
    pub fn note_query(&self, kind: QueryKind, time: Duration, shown: impl FnOnce() -> Option<(String, String)>) {
        let page = &self.0.by_kind[kind as usize];
        page.queries.fetch_add(1, Ordering::Relaxed);
        page.nanoseconds.fetch_add(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
        if let Some((stage, slowest)) = &self.0.slowest
            && slowest.takes(time)
            && let Some((answer, text)) = shown()
        {
            slowest.add(SlowQuery { time, kind, stage: stage.clone(), answer, text });
        }
    }

    /// Cost of all queries so far.
    pub fn costs(&self) -> QueryCosts {
        let cost = |page: &Page| QueryCost {
            queries: page.queries.load(Ordering::Relaxed),
            time: Duration::from_nanos(page.nanoseconds.load(Ordering::Relaxed)),
            work: Work::units(page.work.load(Ordering::Relaxed)),
        };
        QueryCosts(self.0.by_kind.each_ref().map(cost))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_summed_by_kind_and_no_text_is_made_in_vain() {
        let book = QueryBook::default();
        let millisecond = Duration::from_millis(1);
        for _ in 0..3 {
            book.clone().note_query(QueryKind::Lemma, millisecond, || panic!("nobody keeps it"));
        }
        book.note_work(QueryKind::Lemma, Work::units(5));
        let cost = QueryCost { queries: 3, time: 3 * millisecond, work: Work::units(5) };
        assert_eq!(book.costs().iter().collect::<Vec<_>>(), [(QueryKind::Lemma, cost)]);
    }
}
