//! Times and sizes as people write them: `60`, `60s`, `1.5min`, `500ms`, `2h`; `3000`, `3000MB`, `2GiB`.
//!
//! A bare number is seconds, or megabytes, as the options of other verifiers have it.

use std::time::Duration;

/// A limit: taken from the system, none, or given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit<T> {
    /// What the system allows this process, less a margin that suffices to end in an orderly way.
    Auto,
    /// No limit.
    Unlimited,
    /// This much.
    At(T),
}

/// Splits a number from the unit behind it.
fn split(text: &str) -> (Option<f64>, &str) {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number = text[..end].parse().ok().filter(|number: &f64| number.is_finite());
    (number, text[end..].trim())
}

/// Reads a duration.
///
/// # Errors
/// A sentence that says what is understood.
pub fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text);
    let seconds = match unit {
        "" | "s" | "sec" => 1.0,
        "ms" => 1e-3,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("'{text}' is not a time: write 90, 90s, 1.5min, 2h or 500ms")),
    };
    number
        .and_then(|number| Duration::try_from_secs_f64(number * seconds).ok())
        .ok_or_else(|| format!("'{text}' is not a time: write 90, 90s, 1.5min, 2h or 500ms"))
}

/// Reads a size in bytes; a bare number is megabytes.
///
/// # Errors
/// A sentence that says what is understood.
pub fn size(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text);
    let factor = match unit.to_ascii_lowercase().as_str() {
        "b" => 1.0,
        "k" | "kb" => 1e3,
        "" | "m" | "mb" => 1e6,
        "g" | "gb" => 1e9,
        "kib" => 1024.0,
        "mib" => 1024.0 * 1024.0,
        "gib" => 1024.0 * 1024.0 * 1024.0,
        _ => return Err(format!("'{text}' is not a size: write 3000, 3000MB, 3GB or 2GiB")),
    };
    match number.map(|number| number * factor) {
        // Above 2^63 nothing is a memory size; the bound keeps the conversion exact enough.
        Some(bytes) if bytes < 9.2e18 => Ok(bytes as u64),
        _ => Err(format!("'{text}' is not a size: write 3000, 3000MB, 3GB or 2GiB")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        assert_eq!(duration("60"), Ok(Duration::from_secs(60)));
        assert_eq!(duration("60s"), Ok(Duration::from_secs(60)));
        assert_eq!(duration("1.5min"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("250 ms"), Ok(Duration::from_millis(250)));
        for bad in ["", "s", "-1", "1e400", "1 day", "99999999999999999999999999h", "1.2.3"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(size("3000"), Ok(3_000_000_000));
        assert_eq!(size("2GiB"), Ok(2 << 30));
        assert_eq!(size("0.5 gb"), Ok(500_000_000));
        for bad in ["", "MB", "-3", "3 acres", "99999999999999999999GB"] {
            assert!(size(bad).is_err(), "{bad}");
        }
    }
}
