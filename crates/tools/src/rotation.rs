//! The rotation of the tests: which part of a table of programs, configurations or seeds a run takes.
//!
//! A table of programs times configurations is cut into [`PARTS`] parts, and a run takes one of them: its *turn*, which
//! `cargo xtask test` reads from the commit (`.config/turn`). So the same commit runs the same tests on each machine, and all
//! parts have their turn in the course of the commits. `cargo xtask nightly` takes all parts at once. A program that was
//! added or changed lately is taken with every configuration, whatever the turn.
//!
//! Why not the same part each time: what the others would find is then found by a night that nobody runs.
//!
//! Invariant: the parts are disjoint and together they are the table, so that nothing is lost, whatever the number of
//! configurations.

use std::ops::Range;
use std::path::Path;

/// So many runs, one of each turn, take everything.
pub const PARTS: u64 = 18;

/// The environment variable with the turn of a run; without it a run takes the first part.
pub const TURN: &str = "CAIRN_TURN";

/// The environment variable with the files that were changed lately, relative to the root of the repository, a line each.
pub const CHANGED: &str = "CAIRN_CHANGED";

/// Whether tests take all parts: the environment variable `CAIRN_NIGHTLY` is set.
#[must_use]
pub fn is_nightly() -> bool {
    std::env::var_os("CAIRN_NIGHTLY").is_some()
}

/// The part that this run takes, below [`PARTS`].
#[must_use]
pub fn turn() -> u64 {
    std::env::var(TURN).ok().and_then(|text| text.parse::<u64>().ok()).unwrap_or(0) % PARTS
}

/// Whether this run takes a row of a table. A test that goes through programs and configurations gives the sum of their
/// indices, so that each program and each configuration has its turn in few runs.
#[must_use]
pub fn takes(index: usize) -> bool {
    is_nightly() || is_of_part(index, turn())
}

/// Whether this run takes a row of a table that is cut into fewer shares than [`PARTS`], which they divide: for tables
/// whose rows say different things, so that each has its turn soon.
#[must_use]
pub fn takes_share(index: usize, shares: u64) -> bool {
    is_nightly() || is_of_share(index, shares, turn())
}

/// The same for a row that is of a file: one that was changed lately is taken in any case.
#[must_use]
pub fn takes_share_of_file(file: &Path, index: usize, shares: u64) -> bool {
    takes_share(index, shares) || is_changed(file)
}

/// The same for a row of a table that is cut into all parts.
#[must_use]
pub fn takes_file(file: &Path, index: usize) -> bool {
    takes(index) || is_changed(file)
}

/// The seeds that this run takes of a test that generates programs: `each` of them a run, one after another, so that a
/// run that takes all parts has `PARTS * each`. The environment variable `CAIRN_GENERATED` asks for so many instead.
#[must_use]
pub fn seeds(each: u64) -> Range<u64> {
    if let Some(count) = std::env::var("CAIRN_GENERATED").ok().and_then(|text| text.parse().ok()) {
        return 0..count;
    }
    if is_nightly() { 0..PARTS * each } else { seeds_of_part(each, turn()) }
}

/// Whether what a test of `count` generated programs counted is as it should be. Rates mean nothing of a few programs:
/// they are asked for where there are a hundred or more, as in a run that takes all parts.
#[must_use]
pub fn has_rates(count: u64, are_right: bool) -> bool {
    count < 100 || are_right
}

fn seeds_of_part(each: u64, turn: u64) -> Range<u64> {
    turn * each..(turn + 1) * each
}

fn is_of_part(index: usize, turn: u64) -> bool {
    is_of_share(index, PARTS, turn)
}

fn is_of_share(index: usize, shares: u64, turn: u64) -> bool {
    assert_eq!(PARTS % shares, 0, "shares are of equal size");
    index as u64 % shares == turn % shares
}

fn is_changed(file: &Path) -> bool {
    is_listed(file, &std::env::var(CHANGED).unwrap_or_default())
}

fn is_listed(file: &Path, changed: &str) -> bool {
    changed.lines().any(|line| !line.is_empty() && file.ends_with(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_is_of_one_part() {
        for index in 0..100 {
            let runs = |shares| (0..PARTS).filter(|turn| is_of_share(index, shares, *turn)).count();
            assert_eq!((runs(PARTS), runs(3)), (1, 6), "{index}");
        }
    }

    #[test]
    fn each_pair_of_a_program_and_a_configuration_has_its_turn() {
        for configurations in [1_usize, 3, 12, 31] {
            let taken: usize = (0..PARTS)
                .map(|turn| {
                    let pairs = (0..20).flat_map(|program| (0..configurations).map(move |way| program + way));
                    pairs.filter(|index| is_of_part(*index, turn)).count()
                })
                .sum();
            assert_eq!(taken, 20 * configurations);
        }
    }

    #[test]
    fn seeds_of_the_parts_follow_each_other() {
        let all: Vec<u64> = (0..PARTS).flat_map(|turn| seeds_of_part(5, turn)).collect();
        assert_eq!(all, (0..PARTS * 5).collect::<Vec<_>>());
    }

    #[test]
    fn a_changed_file_is_known_by_its_place() {
        let file = Path::new("/somewhere/crates/verify/tests/semantics/a.c");
        assert!(is_listed(file, "README.md\ncrates/verify/tests/semantics/a.c\n"));
        assert!(!is_listed(file, "crates/verify/tests/semantics/b.c\n\n"));
    }
}
