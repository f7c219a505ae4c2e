//! How much memory the process has, as the system tells: a limit on it is the budget's, and a worker's share of it is known from two looks.
//!
//! Why not what an allocator counts: solvers have allocators of their own. Invariant: nothing is read but `/proc/self`.

/// Resident memory of this process in bytes, where the system tells (Linux).
pub fn resident_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

/// Largest resident memory of this process so far in bytes, where the system tells (Linux).
pub fn peak_resident_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find(|l| l.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024)
}
