//! The processor time that a thread, or the process, has used.
//!
//! What a part of a run may use is counted in it, because on a busy machine wall time passes while others work: the same
//! program would be given up in an earlier stage than on a quiet one. Where the system does not tell, wall time stands in.

use std::time::Duration;

#[cfg(unix)]
use rustix::time::ClockId;

/// Processor time that the calling thread has used so far. Only differences mean something.
#[cfg(unix)]
pub fn thread_time() -> Duration {
    read(ClockId::ThreadCPUTime)
}

/// Processor time that all threads of this process have used so far. Only differences mean something.
#[cfg(unix)]
pub fn process_time() -> Duration {
    read(ClockId::ProcessCPUTime)
}

#[cfg(unix)]
fn read(clock: ClockId) -> Duration {
    let time = rustix::time::clock_gettime(clock);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// Wall time since the first call.
#[cfg(not(unix))]
pub fn process_time() -> Duration {
    thread_time()
}

/// Wall time since the first call.
#[cfg(not(unix))]
pub fn thread_time() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}
