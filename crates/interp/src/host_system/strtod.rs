//! `strtod`: the floating number that a text begins with, decimal or hexadecimal, as the C standard has its syntax.

use super::errno;

/// Result of `strtod` at the beginning of a text: the value, how many bytes it is, and errno.
pub(super) fn leading_double(text: &[u8]) -> (f64, usize, i32) {
    let blank = text.iter().take_while(|byte| matches!(byte, b' ' | b'\t'..=b'\r')).count();
    let length = float_length(&text[blank..]);
    let Some(number) = text.get(blank..blank + length).filter(|number| !number.is_empty()) else { return (0.0, 0, 0) };
    let text = String::from_utf8_lossy(number).to_ascii_lowercase();
    let value: f64 = if text.contains("0x") { hexadecimal(&text) } else { text.parse().unwrap_or(0.0) };
    let named = text.contains("inf") || text.contains("nan");
    let digits = text.split('e').next().unwrap_or("");
    let lost = value == 0.0 || value.is_subnormal();
    let is_out = value.is_infinite() && !named || lost && digits.bytes().any(|digit| (b'1'..=b'9').contains(&digit));
    (value, blank + length, if is_out { errno::ERANGE } else { 0 })
}

/// How long the floating number is that a text begins with.
fn float_length(text: &[u8]) -> usize {
    let byte = |at: usize| text.get(at).copied().unwrap_or(0).to_ascii_lowercase();
    let start = usize::from(matches!(byte(0), b'+' | b'-'));
    let names = |name: &[u8]| (0..name.len()).all(|at| byte(start + at) == name[at]);
    for name in [b"infinity".as_slice(), b"inf", b"nan"] {
        if names(name) {
            return start + name.len();
        }
    }
    let is_hex = byte(start) == b'0'
        && byte(start + 1) == b'x'
        && (byte(start + 2).is_ascii_hexdigit() || byte(start + 2) == b'.' && byte(start + 3).is_ascii_hexdigit());
    let is_digit = |c: u8| if is_hex { c.is_ascii_hexdigit() } else { c.is_ascii_digit() };
    let mut at = if is_hex { start + 2 } else { start };
    let mut digits = 0;
    while is_digit(byte(at)) {
        (at, digits) = (at + 1, digits + 1);
    }
    if byte(at) == b'.' && (digits > 0 || is_digit(byte(at + 1))) {
        at += 1;
        while is_digit(byte(at)) {
            (at, digits) = (at + 1, digits + 1);
        }
    }
    if digits == 0 {
        return 0;
    }
    if byte(at) == if is_hex { b'p' } else { b'e' } {
        let sign = usize::from(matches!(byte(at + 1), b'+' | b'-'));
        if byte(at + 1 + sign).is_ascii_digit() {
            at += 1 + sign;
            while byte(at).is_ascii_digit() {
                at += 1;
            }
        }
    }
    at
}

/// The value of `0x1.8p3`; digits that a `double` has no room for are cut off.
fn hexadecimal(text: &str) -> f64 {
    let (negative, text) = match text.strip_prefix('-') {
        Some(text) => (true, text),
        None => (false, text.trim_start_matches('+')),
    };
    let (digits, power) = text[2..].split_once('p').unwrap_or((&text[2..], "0"));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let power: i32 = power.parse().unwrap_or(0);
    let mut value = 0.0;
    for digit in whole.bytes().chain(fraction.bytes()) {
        value = value * 16.0 + f64::from(char::from(digit).to_digit(16).unwrap_or(0));
    }
    let value = value * f64::powi(2.0, power - 4 * fraction.len() as i32);
    if negative { -value } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_at_the_beginning() {
        assert_eq!(leading_double(b" -1.5e2x"), (-150.0, 7, 0));
        assert_eq!(leading_double(b"1e"), (1.0, 1, 0));
        assert_eq!(leading_double(b".x"), (0.0, 0, 0));
        assert_eq!(leading_double(b"0x1.8p1"), (3.0, 7, 0));
        assert_eq!(leading_double(b"1e999"), (f64::INFINITY, 5, errno::ERANGE));
    }
}
