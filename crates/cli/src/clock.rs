//! The time of day for what is written into files. `SOURCE_DATE_EPOCH` sets it, so that a file can be made again bit by bit.

use std::time::{SystemTime, UNIX_EPOCH};

/// The time, as ISO 8601 has it, in UTC.
pub fn now() -> String {
    let set = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|seconds| seconds.parse::<u64>().ok());
    let since = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let seconds = set.unwrap_or_else(since);
    let at = i64::try_from(seconds).ok().and_then(|seconds| time::OffsetDateTime::from_unix_timestamp(seconds).ok());
    let at = at.unwrap_or(time::OffsetDateTime::UNIX_EPOCH);
    let (year, month, day) = at.to_calendar_date();
    let (hour, minute, second) = at.to_hms();
    format!("{year:04}-{:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z", u8::from(month))
}
