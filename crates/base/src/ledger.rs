//! A [`Ledger`] belongs to a budget and goes with each question to a solver. It sums up the work, and it is told when a
//! question was stopped by the clock or the memory.
//!
//! Invariant: from then on the budget is over, so that nothing is ever concluded from where a clock happened to stop a question.

use crate::queries::QueryBook;
use crate::query_kind::QueryKind;
use crate::solver_work::Work;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// Reason that ended a question early, and with it the budget.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expired {
    /// The time.
    Time,
    /// The memory.
    Memory,
}

/// Cost of a budget's questions, and whether one of them found it used up. Cloning shares it.
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
        Work::units(self.entries.spent.load(Ordering::Relaxed))
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
}
