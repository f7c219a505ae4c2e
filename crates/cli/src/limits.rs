//! What this process may use, as the system says, and the default limits that follow: a run ends in an orderly UNKNOWN
//! before the system kills it.
//!
//! The files of /proc are read instead of calling getrlimit, which would need unsafe code. Elsewhere there is no limit.

use cairn_task::choice::Bytes;
use cairn_task::quantity::Limit;
use std::time::Duration;

/// Resident memory when nothing else limits it.
const MEMORY_BYTES: u64 = 3_000_000_000;
/// Ticks of the processor-time counters in /proc, a constant of Linux's interface to programs.
const TICKS_PER_SECOND: u64 = 100;

/// Reads the soft limits of `/proc/self/limits`: a line holds a name, the soft limit, the hard limit.
fn soft_limit(limits: &str, name: &str) -> Option<u64> {
    let line = limits.lines().find(|line| line.starts_with(name))?;
    line[name.len()..].split_ascii_whitespace().next()?.parse().ok()
}

fn own_limit(name: &str) -> Option<u64> {
    soft_limit(&std::fs::read_to_string("/proc/self/limits").ok()?, name)
}

/// The limit on address space, in bytes.
pub fn address_space() -> Option<u64> {
    own_limit("Max address space")
}

/// The resident memory that a run may use. An allocation beyond the address space aborts the process, and resident
/// memory is only a part of it: leave a quarter.
pub fn memory(wanted: Limit<Bytes>) -> Option<u64> {
    match wanted {
        Limit::At(Bytes(bytes)) => Some(bytes),
        Limit::Unlimited => None,
        Limit::Auto => {
            let space = address_space().map(|bytes| bytes / 4 * 3);
            Some(space.unwrap_or(MEMORY_BYTES).min(MEMORY_BYTES))
        }
    }
}

/// The wall time that a run may use.
pub fn time(wanted: Limit<Duration>) -> Option<Duration> {
    match wanted {
        Limit::At(time) => Some(time),
        Limit::Unlimited | Limit::Auto => None,
    }
}

/// The steps that a run may take, or the work of its solvers.
pub fn count(wanted: Limit<u64>) -> Option<u64> {
    match wanted {
        Limit::At(count) => Some(count),
        Limit::Unlimited | Limit::Auto => None,
    }
}

/// The processor time that a run may use.
pub fn cpu(wanted: Limit<Duration>) -> Option<Duration> {
    match wanted {
        Limit::At(time) => Some(time),
        Limit::Unlimited => None,
        Limit::Auto => own_limit("Max cpu time").map(|seconds| less_margin(Duration::from_secs(seconds))),
    }
}

/// Leaves time to finish a step, write the statistics and end.
fn less_margin(limit: Duration) -> Duration {
    limit.saturating_sub((limit / 20).max(Duration::from_millis(1500)))
}

/// The processor time that this process has used.
pub fn cpu_used() -> Option<Duration> {
    ticks_used(&std::fs::read_to_string("/proc/self/stat").ok()?)
        .map(|ticks| Duration::from_millis(ticks * 1000 / TICKS_PER_SECOND))
}

/// User and system time of `/proc/self/stat`: the 14th and 15th field; the second, a name in parentheses, may hold
/// blanks.
fn ticks_used(stat: &str) -> Option<u64> {
    let mut fields = stat.rsplit_once(')')?.1.split_ascii_whitespace().skip(11);
    Some(fields.next()?.parse::<u64>().ok()? + fields.next()?.parse::<u64>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_linux_are_understood() {
        let limits = "Limit                     Soft Limit           Hard Limit           Units     \n\
                      Max cpu time              30                   32                   seconds   \n\
                      Max address space         unlimited            unlimited            bytes     \n";
        assert_eq!(soft_limit(limits, "Max cpu time"), Some(30));
        assert_eq!(soft_limit(limits, "Max address space"), None);
        let stat = "12 (a b) c) R 1 2 3 4 5 6 7 8 9 10 250 50 0 0 20 0 1 0";
        assert_eq!(ticks_used(stat), Some(300));
    }

    #[test]
    fn a_margin_is_left() {
        assert_eq!(less_margin(Duration::from_secs(30)), Duration::from_millis(28_500));
        assert_eq!(less_margin(Duration::from_secs(1)), Duration::ZERO);
        assert_eq!(less_margin(Duration::from_secs(900)), Duration::from_secs(855));
    }
}
