//! The budget of the tests: how much processor time those of each crate may take (`.config/test-budget.tsv`).
//!
//! What a suite costs grows a little with every change, and nobody takes it back. So with `CI` set a crate that is over its
//! budget fails the run, and its dearest tests are named. A new test that costs pays by what it replaces, or by being a
//! part of the rotation (`cairn_tools::takes`).
//!
//! The seconds are those of one machine. On another one, or on a busy one, a fixed workload is timed before the tests and
//! after them, and the budget is stretched by what it took longer. Why processor time: the time on the clock is that of
//! whatever else runs. Why a workload all the same: the processor time of the same test is half as long again where two
//! tests share a core.

use std::collections::BTreeMap;
use std::path::Path;

/// The file, relative to the root.
pub const FILE: &str = ".config/test-budget.tsv";

/// All crates together.
const MOST: f64 = 500.0;

/// One part of the rotation may cost so many times as much as another: of a crate alone, not of all together.
const SWING: f64 = 1.5;

/// Seconds that a crate may cost beyond that. Why: a test of half a second takes a second where its core was shared, and a
/// crate with few tests has no others over which that evens out. What all crates may cost together has no such part.
const NOISE: f64 = 4.0;

/// What the workload takes on the machine that the budget is for, in seconds of processor time.
const REFERENCE: f64 = 1.53;

/// Seconds for the tests of each crate.
#[derive(Debug, PartialEq)]
pub struct Budget(BTreeMap<String, f64>);

impl Budget {
    /// The table of a checkout.
    pub fn read(root: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(root.join(FILE)).map_err(|error| format!("cannot read {FILE}: {error}"))?;
        Self::parse(&text)
    }

    /// A crate and its seconds a line, separated by a tab; lines with `#` are for people.
    fn parse(text: &str) -> Result<Self, String> {
        let mut rows = BTreeMap::new();
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            let row = line.split_once('\t').and_then(|(name, seconds)| Some((name, seconds.parse::<f64>().ok()?)));
            let (name, seconds) = row.ok_or_else(|| format!("{FILE}: not a crate, a tab and seconds: {line}"))?;
            if rows.insert(name.to_owned(), seconds).is_some() {
                return Err(format!("{FILE} has {name} twice"));
            }
        }
        let sum: f64 = rows.values().sum();
        if sum > MOST {
            return Err(format!("{FILE} has {sum:.0} s in all; {MOST:.0} is the most"));
        }
        Ok(Self(rows))
    }

    /// What is over the budget, a text a crate. `times`: seconds and names of tests, the crate's name first; `slower`:
    /// so many times as long everything takes here.
    pub fn over(&self, times: &[(f64, String)], slower: f64) -> Vec<String> {
        let mut spent: BTreeMap<&str, f64> = BTreeMap::new();
        for (seconds, name) in times {
            *spent.entry(of_crate(name)).or_default() += seconds;
        }
        let complaint = |(name, seconds): (&str, f64)| {
            let Some(budget) = self.0.get(name) else { return Some(format!("{name} has no row in {FILE}")) };
            let most = budget * slower * SWING + NOISE;
            (seconds > most).then(|| {
                let mut tests: Vec<_> = times.iter().filter(|(_, test)| of_crate(test) == name).collect();
                tests.sort_by(|a, b| b.0.total_cmp(&a.0));
                let dearest = tests.iter().take(5).map(|(seconds, test)| format!("\n{seconds:>8.1} s  {test}"));
                let dearest: String = dearest.collect();
                format!(
                    "the tests of {name} took {seconds:.0} s of processor time, and may take {most:.0} ({budget} s in \
                     {FILE}, times {slower:.2} for this machine, half as much again, and {NOISE} s); the dearest:{dearest}"
                )
            })
        };
        let all: f64 = spent.values().sum();
        let whole = (all > MOST * slower).then(|| {
            format!("all tests took {all:.0} s of processor time, and may take {:.0} ({MOST} s, times {slower:.2} for this machine)", MOST * slower)
        });
        spent.into_iter().filter_map(complaint).chain(whole).collect()
    }
}

/// The crate that a test is of.
fn of_crate(name: &str) -> &str {
    name.split(' ').next().unwrap_or(name)
}

/// How many times as long as on the reference machine this one takes now; 1 where it is faster.
pub fn slowness() -> f64 {
    // Two at once, as tests run.
    let both = std::thread::scope(|scope| {
        let threads = [scope.spawn(|| workload(ROUNDS)), scope.spawn(|| workload(ROUNDS))];
        threads.map(|thread| thread.join().unwrap_or(REFERENCE))
    });
    (both.iter().sum::<f64>() / 2.0 / REFERENCE).max(1.0)
}

/// Keys that are put in order, looked up and written as text: what tests do, as far as the processor is concerned. Its seconds.
fn workload(rounds: u64) -> f64 {
    let before = thread_seconds();
    let (mut map, mut word, mut length) = (BTreeMap::new(), 1u64, 0);
    for round in 0..rounds {
        word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        map.insert(word >> 20, round);
        if let Some((key, value)) = map.range(word >> 21..).next() {
            length += format!("{key:x}{value}").len();
        }
    }
    std::hint::black_box(length);
    thread_seconds() - before
}

/// So many that the workload takes [`REFERENCE`].
const ROUNDS: u64 = 2_000_000;

/// Processor time of this thread.
fn thread_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(rows: &[(f64, &str)]) -> Vec<(f64, String)> {
        rows.iter().map(|(seconds, name)| (*seconds, (*name).to_owned())).collect()
    }

    #[test]
    fn a_crate_over_its_budget_is_named_with_its_dearest_tests() {
        let budget = Budget::parse("# for people\ncairn-a\t10\ncairn-b\t5\n").unwrap();
        let times = times(&[(6.0, "cairn-a it x"), (14.0, "cairn-a it y"), (11.0, "cairn-b it z")]);
        let found = budget.over(&times, 1.0);
        assert!(
            matches!(&found[..], [one] if one.contains("cairn-a") && one.ends_with("6.0 s  cairn-a it x")),
            "{found:?}"
        );
        assert!(found[0].find("it y") < found[0].find("it x"));
        // A machine on which everything takes longer.
        assert_eq!(budget.over(&times, 1.2), Vec::<String>::new());
    }

    #[test]
    fn all_together_have_no_swing() {
        let budget = Budget::parse("cairn-a\t400\ncairn-b\t100\n").unwrap();
        let times = times(&[(420.0, "cairn-a it x"), (90.0, "cairn-b it y")]);
        assert!(matches!(&budget.over(&times, 1.0)[..], [one] if one.starts_with("all tests took 510 s")));
        assert_eq!(budget.over(&times, 1.1), Vec::<String>::new());
    }

    #[test]
    fn a_crate_without_a_row_is_named() {
        let budget = Budget::parse("cairn-a\t10\n").unwrap();
        assert_eq!(budget.over(&times(&[(0.1, "cairn-new")]), 1.0), [format!("cairn-new has no row in {FILE}")]);
    }

    #[test]
    fn the_sum_is_bounded() {
        assert!(Budget::parse("a\t400\nb\t100\n").is_ok());
        assert!(Budget::parse("a\t400\nb\t101\n").unwrap_err().contains("501 s in all"));
        assert!(Budget::parse("a 1\n").is_err() && Budget::parse("a\t1\na\t2\n").is_err());
    }

    #[test]
    fn the_workload_takes_time() {
        assert!(workload(20_000) > 0.0);
    }
}
