//! Work of a solver, in its own units: what a decision is limited by where a clock would give another answer on a busy
//! machine.
//!
//! A unit is one of Z3's `rlimit`: some steps of its search. The same question takes the same number of units on any
//! machine. How many there are to a second differs by theory; the measurement is in
//! `docs/design/terms-and-solver.md`.

use std::fmt;
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
    /// Work in some time at a rate, given as the work of a second.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_never_wraps() {
        assert_eq!(Work::units(3).minus(Work::units(4)), Work::ZERO);
        assert_eq!(Work::units(u64::MAX).plus(Work::units(4)), Work::units(u64::MAX));
        assert_eq!(Work::in_time(Duration::MAX, Work::thousands(1)), Work::units(u64::MAX));
        assert_eq!(Work::in_time(Duration::from_millis(1_500), Work::thousands(2)), Work::thousands(3));
    }
}
