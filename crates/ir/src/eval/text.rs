//! Numbers as people write and read them: floating literals in, values out.

use super::float;
use crate::types::{FloatKind, Scalar};
use crate::value::Value;

/// Largest exponent that is passed on: far beyond every format, far below where a parser's own counting ends.
const EXPONENT_LIMIT: u32 = 100_000;

/// Longest literal that is read; C compilers have no limit, but no program comes near it.
const LENGTH_LIMIT: usize = 20_000;

/// The value of a floating literal without its suffix, rounded to nearest even: decimal (`1.5e3`, `.5`, `1.`) or
/// hexadecimal (`0x1.8p3`). `None` when the text is not such a literal.
pub fn parse_float(text: &str, kind: FloatKind) -> Option<Value> {
    if text.len() > LENGTH_LIMIT {
        return None;
    }
    let hexadecimal = text.get(..2).is_some_and(|prefix| prefix.eq_ignore_ascii_case("0x"));
    let (digits, marker) = if hexadecimal { (&text[2..], ['p', 'P']) } else { (text, ['e', 'E']) };
    let (mantissa, exponent) = match digits.split_once(marker) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None if hexadecimal => return None,
        None => (digits, None),
    };
    let radix = if hexadecimal { 16 } else { 10 };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.len() + fraction.len() == 0 || !whole.chars().chain(fraction.chars()).all(|c| c.is_digit(radix)) {
        return None;
    }
    let exponent = match exponent {
        Some(text) => read_exponent(text)?,
        None => 0,
    };
    let whole = if whole.is_empty() { "0" } else { whole };
    let fraction = if fraction.is_empty() { "0" } else { fraction };
    if whole.bytes().chain(fraction.bytes()).all(|b| b == b'0') {
        return Some(Value(0));
    }
    let prefix = if hexadecimal { "0x" } else { "" };
    float::parse(&format!("{prefix}{whole}.{fraction}{}{exponent}", marker[0]), hexadecimal, kind)
}

fn read_exponent(text: &str) -> Option<i64> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    // More digits than the limit has can only be zeros in front, or beyond it.
    let size = digits.parse::<u32>().unwrap_or(EXPONENT_LIMIT).min(EXPONENT_LIMIT);
    Some(if negative { -i64::from(size) } else { i64::from(size) })
}

/// A value as a person reads it: integers in decimal, pointers in hexadecimal, floats with the fewest digits that read
/// back as the same number.
pub fn format_value(value: Value, of: Scalar) -> String {
    match of {
        Scalar::Int { bits, signed: true } => value.as_signed(bits).to_string(),
        Scalar::Int { .. } | Scalar::Bool => value.0.to_string(),
        Scalar::Pointer { .. } if value.is_zero() => "0".to_string(),
        Scalar::Pointer { .. } => format!("{:#x}", value.0),
        Scalar::Float(kind) => float::format(value, kind),
    }
}
