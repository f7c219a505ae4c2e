//! Integer and floating literals: from their text to a value.
//!
//! A floating literal keeps its text, because its value depends on the format that its type has on the target.

use crate::ast::{FloatSuffix, IntSuffix};

/// A number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Number<'t> {
    /// An integer: value, suffix, and whether it is written in base 10.
    Int(u128, IntSuffix, bool),
    /// A floating number: its text without suffix.
    Float(&'t str, FloatSuffix),
}

/// Decodes a literal (a `pp-number` of the standard).
///
/// # Errors
/// What is wrong with it, in a sentence.
pub fn number(text: &str) -> Result<Number<'_>, String> {
    let bytes = text.as_bytes();
    let prefixed = |letter: u8| bytes.len() > 1 && bytes[0] == b'0' && bytes[1].to_ascii_lowercase() == letter;
    let (radix, from) = match () {
        () if prefixed(b'x') => (16, 2),
        () if prefixed(b'b') => (2, 2),
        () => (10, 0),
    };
    let digits_end = |from: usize| {
        let is_digit = |b: &u8| if radix == 16 { b.is_ascii_hexdigit() } else { b.is_ascii_digit() };
        bytes[from..].iter().position(|b| !is_digit(b)).map_or(bytes.len(), |n| from + n)
    };
    let mut end = digits_end(from);
    let exponent = if radix == 16 { b'p' } else { b'e' };
    let has_point = bytes.get(end) == Some(&b'.');
    let has_exponent = |end: usize| bytes.get(end).is_some_and(|b| b.to_ascii_lowercase() == exponent);
    if radix != 2 && (has_point || has_exponent(end)) {
        let mut digits = end - from;
        if has_point {
            let fraction = digits_end(end + 1);
            digits += fraction - end - 1;
            end = fraction;
        }
        if digits == 0 {
            return Err(format!("no digits in floating constant '{text}'"));
        }
        if has_exponent(end) {
            let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
            let first = end + 1 + sign;
            end = bytes[first.min(bytes.len())..]
                .iter()
                .position(|b| !b.is_ascii_digit())
                .map_or(bytes.len(), |n| first + n);
            if end <= first {
                return Err(format!("exponent of floating constant '{text}' has no digits"));
            }
        } else if radix == 16 {
            return Err(format!("hexadecimal floating constant '{text}' requires an exponent"));
        }
        return Ok(Number::Float(&text[..end], float_suffix(&text[end..], text)?));
    }
    let decimal = radix == 10 && bytes[0] != b'0';
    let radix = if radix == 10 && !decimal { 8 } else { radix };
    let digits = &text[from..end];
    if digits.is_empty() {
        return Err(format!("no digits in integer constant '{text}'"));
    }
    if let Some(digit) = digits.bytes().find(|b| !(*b as char).is_digit(radix)) {
        let kind = if radix == 8 { "octal" } else { "binary" };
        return Err(format!("invalid digit '{}' in {kind} constant '{text}'", digit as char));
    }
    let value = u128::from_str_radix(digits, radix).map_err(|_| format!("integer constant '{text}' is too large"))?;
    Ok(Number::Int(value, int_suffix(&text[end..], text)?, decimal))
}

fn int_suffix(suffix: &str, text: &str) -> Result<IntSuffix, String> {
    let mut result = IntSuffix::default();
    let mut rest = suffix;
    while let Some(letter) = rest.chars().next() {
        let long = if rest.starts_with("ll") || rest.starts_with("LL") { 2 } else { 1 };
        match letter {
            'u' | 'U' if !result.unsigned => result.unsigned = true,
            'l' | 'L' if result.long == 0 => result.long = long,
            'i' | 'I' | 'j' | 'J' if !result.imaginary => result.imaginary = true,
            _ => return Err(format!("invalid suffix '{suffix}' on integer constant '{text}'")),
        }
        let taken = if matches!(letter, 'l' | 'L') { long as usize } else { letter.len_utf8() };
        rest = &rest[taken..];
    }
    Ok(result)
}

fn float_suffix(suffix: &str, text: &str) -> Result<FloatSuffix, String> {
    match suffix {
        "" | "d" | "D" | "f64" | "F64" | "f32x" | "F32x" => Ok(FloatSuffix::None),
        "f" | "F" | "f32" | "F32" => Ok(FloatSuffix::F),
        "l" | "L" | "w" | "W" | "f64x" | "F64x" => Ok(FloatSuffix::L),
        "q" | "Q" | "f128" | "F128" => Ok(FloatSuffix::Q),
        _ if suffix.len() <= 3 && suffix.contains(['i', 'I', 'j', 'J']) => {
            Err(format!("imaginary floating constant '{text}' is not supported"))
        }
        "df" | "DF" | "dd" | "DD" | "dl" | "DL" => Err(format!("decimal floating constant '{text}' is not supported")),
        _ => Err(format!("invalid suffix '{suffix}' on floating constant '{text}'")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(text: &str) -> (u128, IntSuffix, bool) {
        match number(text) {
            Ok(Number::Int(value, suffix, decimal)) => (value, suffix, decimal),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn integers() {
        let suffix = |unsigned, long, imaginary| IntSuffix { unsigned, long, imaginary };
        assert_eq!(int("0"), (0, suffix(false, 0, false), false));
        assert_eq!(int("10"), (10, suffix(false, 0, false), true));
        assert_eq!(int("017ul"), (15, suffix(true, 1, false), false));
        assert_eq!(int("0xFFFFFFFFFFFFFFFFllU"), (u64::MAX.into(), suffix(true, 2, false), false));
        assert_eq!(int("0b101"), (5, suffix(false, 0, false), false));
        assert_eq!(int("3LLUi"), (3, suffix(true, 2, true), true));
        assert_eq!(int("0xE"), (14, suffix(false, 0, false), false));
    }

    #[test]
    fn floats() {
        for (text, body, suffix) in [
            ("1.", "1.", FloatSuffix::None),
            (".5f", ".5", FloatSuffix::F),
            ("1e+10L", "1e+10", FloatSuffix::L),
            ("089.5", "089.5", FloatSuffix::None),
            ("0x1.8p-3", "0x1.8p-3", FloatSuffix::None),
            ("0x.8P3f", "0x.8P3", FloatSuffix::F),
            ("1.0q", "1.0", FloatSuffix::Q),
            ("1.5f128", "1.5", FloatSuffix::Q),
        ] {
            assert_eq!(number(text), Ok(Number::Float(body, suffix)), "{text}");
        }
    }

    #[test]
    fn what_is_no_number() {
        for text in ["08", "0b12", "0x", "1e", "0x1.8", "12lul", "1.5x", "0x1e+1", "1.0i", "1.0dd", "1lL", "0x.p1"] {
            assert!(number(text).is_err(), "{text}: {:?}", number(text));
        }
        assert!(number(&"9".repeat(50)).is_err());
    }
}
