//! The limits of this process, as the system says, and the default limits that follow: a run ends in an orderly UNKNOWN
//! before the system kills it.

use crate::system;
use cairn_options::quantity::Limit;
use cairn_options::values::Bytes;
use std::time::Duration;

/// Resident memory when nothing else limits it.
const MEMORY_BYTES: u64 = 3_000_000_000;

/// The limit on address space, in bytes.
pub fn address_space() -> Option<u64> {
    system::address_space()
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
        Limit::Auto => system::processor_seconds().map(|seconds| less_margin(Duration::from_secs(seconds))),
    }
}

/// How many threads the machine runs at once.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Leaves time to finish a step, write the statistics and end.
fn less_margin(limit: Duration) -> Duration {
    limit.saturating_sub((limit / 20).max(Duration::from_millis(1500)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_margin_is_left() {
        assert_eq!(less_margin(Duration::from_secs(30)), Duration::from_millis(28_500));
        assert_eq!(less_margin(Duration::from_secs(1)), Duration::ZERO);
        assert_eq!(less_margin(Duration::from_secs(900)), Duration::from_secs(855));
    }
}
