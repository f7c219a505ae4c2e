//! Work of a solver, in its own units: what a decision is limited by where a clock would give another answer on a busy
//! machine.
//!
//! A unit is one of Z3's `rlimit`: some steps of its search. The same question takes the same number of units on any
//! machine. How many there are to a second differs by theory; the measurement is in
//! `docs/design/terms-and-solver.md`.
//!
//! A [`Ledger`] belongs to a budget and goes with each question to a solver. It sums up the work, and it is told when a
//! question was stopped by the clock or the memory: from then on the budget is over, so that nothing is ever concluded
//! from where a clock happened to stop a question.

use crate::queries::{QueryBook, QueryKind};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::time::Duration;

/// An amount of work of a solver.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Work(u64);

impl Work {
    /// Nothing.
    pub const ZERO: Work = Work(0);

    /// So many thousands of units.
    pub const fn thousands(count: u64) -> Work {
        Work(count.saturating_mul(1_000))
    }
    /// So many units.
    pub const fn units(count: u64) -> Work {
        Work(count)
    }
    /// The number of units.
    pub const fn get(self) -> u64 {
        self.0
    }
    /// The sum.
    #[must_use]
    pub const fn plus(self, other: Work) -> Work {
        Work(self.0.saturating_add(other.0))
    }
    /// The difference; nothing when `other` is more.
    #[must_use]
    pub const fn minus(self, other: Work) -> Work {
        Work(self.0.saturating_sub(other.0))
    }
    /// So many times as much.
    #[must_use]
    pub const fn times(self, factor: u64) -> Work {
        Work(self.0.saturating_mul(factor))
    }
    /// One of so many parts.
    #[must_use]
    pub const fn part(self, of: u64) -> Work {
        match self.0.checked_div(of) {
            Some(part) => Work(part),
            None => self,
        }
    }
    /// What is done in some time at a rate, given as the work of a second.
    #[must_use]
    pub fn in_time(time: Duration, second: Work) -> Work {
        let units = time.as_millis().saturating_mul(u128::from(second.0)) / 1_000;
        Work(u64::try_from(units).unwrap_or(u64::MAX))
    }
}

impl fmt::Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// What stopped a question that was not at its end, and with it the budget.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expired {
    /// The time.
    Time,
    /// The memory.
    Memory,
}

/// What a budget's questions cost, and whether one of them found it used up. Cloning shares it.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    entries: Arc<Entries>,
    book: QueryBook,
}

#[derive(Debug, Default)]
struct Entries {
    spent: AtomicU64,
    expired: AtomicU8,
}

impl Ledger {
    /// The same sums, with the costs of queries by kind in another book.
    #[must_use]
    pub fn with_book(self, book: QueryBook) -> Ledger {
        Ledger { book, ..self }
    }
    /// Where queries note what they cost, by kind.
    pub fn book(&self) -> &QueryBook {
        &self.book
    }
    /// Notes work that was done for a query.
    pub fn add_for(&self, kind: QueryKind, work: Work) {
        self.add(work);
        self.book.note_work(kind, work);
    }
    /// Notes work that was done.
    pub fn add(&self, work: Work) {
        self.entries.spent.fetch_add(work.get(), Ordering::Relaxed);
    }
    /// All work so far.
    pub fn spent(&self) -> Work {
        Work(self.entries.spent.load(Ordering::Relaxed))
    }
    /// Notes that a question was stopped for another reason than its work. The first reason stays.
    pub fn expire(&self, why: Expired) {
        let code = match why {
            Expired::Time => 1,
            Expired::Memory => 2,
        };
        // Another one came first: that one stays.
        let _ = self.entries.expired.compare_exchange(0, code, Ordering::Relaxed, Ordering::Relaxed);
    }
    /// Why the budget is over, if a question found it so.
    pub fn expired(&self) -> Option<Expired> {
        match self.entries.expired.load(Ordering::Relaxed) {
            0 => None,
            1 => Some(Expired::Time),
            _ => Some(Expired::Memory),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ledger_is_shared_and_keeps_the_first_reason() {
        let ledger = Ledger::default();
        let other = ledger.clone();
        other.add(Work::units(3));
        other.add(Work::units(4));
        assert_eq!(ledger.spent(), Work::units(7));
        assert_eq!(ledger.expired(), None);
        other.expire(Expired::Memory);
        other.expire(Expired::Time);
        assert_eq!(ledger.expired(), Some(Expired::Memory));
    }

    #[test]
    fn work_never_wraps() {
        assert_eq!(Work::units(3).minus(Work::units(4)), Work::ZERO);
        assert_eq!(Work::units(u64::MAX).plus(Work::units(4)), Work::units(u64::MAX));
        assert_eq!(Work::in_time(Duration::MAX, Work::thousands(1)), Work::units(u64::MAX));
        assert_eq!(Work::in_time(Duration::from_millis(1_500), Work::thousands(2)), Work::thousands(3));
    }
}
