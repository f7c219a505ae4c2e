//! Formatted output (C17 7.21.6.1), as the GNU C library has it.

use super::call::{Call, unsupported};
use super::decimal::{Decimal, Parts, of_double, of_x87};
use crate::undefined::Res;

/// A conversion as it is written.
#[derive(Clone, Copy, Default, Debug)]
struct Conversion {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
    length: Length,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Length {
    Byte,
    Short,
    #[default]
    Plain,
    Long,
    LongLong,
    /// `z`, `t`.
    Word,
    /// `L`.
    Wide,
}

impl Length {
    /// Reads a length modifier; where the text goes on.
    pub fn read(format: &[u8], at: usize) -> (Self, usize) {
        let byte = |at: usize| format.get(at).copied().unwrap_or(0);
        match (byte(at), byte(at + 1)) {
            (b'h', b'h') => (Length::Byte, at + 2),
            (b'h', _) => (Length::Short, at + 1),
            (b'l', b'l') => (Length::LongLong, at + 2),
            (b'l', _) => (Length::Long, at + 1),
            (b'j' | b'q', _) => (Length::LongLong, at + 1),
            (b'z' | b't', _) => (Length::Word, at + 1),
            (b'L', _) => (Length::Wide, at + 1),
            _ => (Length::Plain, at),
        }
    }

    /// Bytes of an integer of this length.
    pub fn bytes(self, call: &Call<'_, '_, '_>) -> u64 {
        match self {
            Length::Byte => 1,
            Length::Short => 2,
            Length::Plain => 4,
            Length::Long | Length::Word => call.word(),
            Length::LongLong | Length::Wide => 8,
        }
    }
}

/// Output of a format and the arguments behind it.
pub(super) fn formatted(call: &mut Call<'_, '_, '_>, format: &[u8]) -> Res<Vec<u8>> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(&byte) = format.get(at) {
        at += 1;
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let (conversion, letter, next) = read(call, format, at)?;
        let text = &format[at - 1..next.min(format.len())];
        at = next;
        convert(call, &mut out, conversion, letter, text)?;
    }
    Ok(out)
}

/// Reads a conversion behind its `%`: what it says, its letter, and where the text goes on.
fn read(call: &mut Call<'_, '_, '_>, format: &[u8], mut at: usize) -> Res<(Conversion, u8, usize)> {
    let mut conversion = Conversion::default();
    loop {
        match format.get(at) {
            Some(b'-') => conversion.left = true,
            Some(b'+') => conversion.plus = true,
            Some(b' ') => conversion.space = true,
            Some(b'#') => conversion.alternate = true,
            Some(b'0') => conversion.zero = true,
            _ => break,
        }
        at += 1;
    }
    if format.get(at) == Some(&b'*') {
        let width = call.int()?;
        conversion.left |= width < 0;
        conversion.width = width.unsigned_abs() as usize;
        at += 1;
    } else {
        (conversion.width, at) = number(format, at);
    }
    if format.get(at) == Some(&b'.') {
        at += 1;
        if format.get(at) == Some(&b'*') {
            conversion.precision = usize::try_from(call.int()?).ok();
            at += 1;
        } else {
            let (precision, next) = number(format, at);
            (conversion.precision, at) = (Some(precision), next);
        }
    }
    if conversion.width.max(conversion.precision.unwrap_or(0)) > 1 << 24 {
        return unsupported("a width or a precision of millions of characters");
    }
    (conversion.length, at) = Length::read(format, at);
    Ok((conversion, format.get(at).copied().unwrap_or(0), at + 1))
}

/// A decimal number, 0 where there is none, and where the text goes on.
pub(super) fn number(text: &[u8], mut at: usize) -> (usize, usize) {
    let mut value = 0usize;
    while let Some(digit) = text.get(at).filter(|byte| byte.is_ascii_digit()) {
        value = value.saturating_mul(10).saturating_add(usize::from(digit - b'0'));
        at += 1;
    }
    (value, at)
}

fn convert(call: &mut Call<'_, '_, '_>, out: &mut Vec<u8>, of: Conversion, letter: u8, text: &[u8]) -> Res<()> {
    match letter {
        b'%' => out.push(b'%'),
        b'd' | b'i' => {
            let value = match of.length {
                Length::Byte => i64::from(call.int()? as i8),
                Length::Short => i64::from(call.int()? as i16),
                Length::Plain => i64::from(call.int()?),
                Length::Long | Length::Word => call.long()?,
                Length::LongLong | Length::Wide => call.long_long()?,
            };
            let digits = value.unsigned_abs().to_string().into_bytes();
            of.integer(out, value == 0, sign(of, value < 0), digits);
        }
        b'u' | b'x' | b'X' | b'o' => {
            let value = match of.length {
                Length::Byte => u64::from(call.int()? as u8),
                Length::Short => u64::from(call.int()? as u16),
                Length::Plain => u64::from(call.int()? as u32),
                Length::Long | Length::Word => call.size()?,
                Length::LongLong | Length::Wide => call.long_long()? as u64,
            };
            let (before, mut digits) = match letter {
                b'x' if of.alternate && value != 0 => ("0x", format!("{value:x}")),
                b'X' if of.alternate && value != 0 => ("0X", format!("{value:X}")),
                b'x' => ("", format!("{value:x}")),
                b'X' => ("", format!("{value:X}")),
                b'o' => ("", format!("{value:o}")),
                _ => ("", value.to_string()),
            };
            if letter == b'o' && of.alternate && of.precision.unwrap_or(1) <= digits.len() && value != 0 {
                digits.insert(0, '0');
            }
            let empty = value == 0 && !(letter == b'o' && of.alternate);
            of.integer(out, empty, before.as_bytes(), digits.into_bytes());
        }
        b'c' if of.length == Length::Plain => {
            let byte = call.int()? as u8;
            Conversion { zero: false, ..of }.pad(out, b"", &[byte]);
        }
        b's' if of.length == Length::Plain => {
            let at = call.size()?;
            let bytes = match at {
                0 if of.precision.is_none_or(|most| most >= 6) => b"(null)".to_vec(),
                0 => Vec::new(),
                _ => call.text_up_to(at, of.precision.unwrap_or(1 << 28))?,
            };
            Conversion { zero: false, ..of }.pad(out, b"", &bytes);
        }
        b'p' => {
            let value = call.size()?;
            let text = if value == 0 { "(nil)".to_owned() } else { format!("{value:#x}") };
            Conversion { zero: false, ..of }.pad(out, b"", text.as_bytes());
        }
        b'n' => {
            let (to, count) = (call.size()?, out.len() as u128);
            call.store(to, count, of.length.bytes(call) as usize)?;
        }
        b'm' => {
            let number = call.errno()?;
            Conversion { zero: false, ..of }.pad(out, b"", super::strerror::error_text(number).as_bytes());
        }
        b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => {
            let (negative, parts) = match of.length {
                Length::Wide => of_x87(call.long_double()?),
                _ => of_double(call.double()?),
            };
            floating(out, of, letter, negative, parts)?;
        }
        _ => return unsupported(format!("the conversion '{}'", String::from_utf8_lossy(text))),
    }
    Ok(())
}

fn sign(of: Conversion, negative: bool) -> &'static [u8] {
    match () {
        () if negative => b"-",
        () if of.plus => b"+",
        () if of.space => b" ",
        () => b"",
    }
}

impl Conversion {
    /// Fills up to the width: with zeros behind what stands before the digits, or with blanks around.
    fn pad(self, out: &mut Vec<u8>, before: &[u8], text: &[u8]) {
        let missing = self.width.saturating_sub(before.len() + text.len());
        if !self.left && !self.zero {
            out.extend(std::iter::repeat_n(b' ', missing));
        }
        out.extend(before);
        if !self.left && self.zero {
            out.extend(std::iter::repeat_n(b'0', missing));
        }
        out.extend(text);
        if self.left {
            out.extend(std::iter::repeat_n(b' ', missing));
        }
    }

    fn integer(self, out: &mut Vec<u8>, is_zero: bool, before: &[u8], digits: Vec<u8>) {
        let digits = if is_zero && self.precision == Some(0) { Vec::new() } else { digits };
        let zeros = self.precision.unwrap_or(0).saturating_sub(digits.len());
        let text = [vec![b'0'; zeros], digits].concat();
        Conversion { zero: self.zero && self.precision.is_none(), ..self }.pad(out, before, &text);
    }
}

fn floating(out: &mut Vec<u8>, of: Conversion, letter: u8, negative: bool, parts: Parts) -> Res<()> {
    let capital = letter.is_ascii_uppercase();
    let before = sign(of, negative);
    let (mantissa, exponent) = match parts {
        Parts::Finite { mantissa, exponent } => (mantissa, exponent),
        Parts::Infinite | Parts::Nan => {
            let text = if parts == Parts::Nan { "nan" } else { "inf" };
            let text = if capital { text.to_uppercase() } else { text.to_owned() };
            Conversion { zero: false, ..of }.pad(out, before, text.as_bytes());
            return Ok(());
        }
    };
    let mut text = match letter.to_ascii_lowercase() {
        b'a' if of.length == Length::Wide => return unsupported("the conversion '%La'"),
        b'a' => {
            let text = hexadecimal(mantissa, exponent, of.precision, of.alternate);
            let before = [before, if capital { b"0X" } else { b"0x" }].concat();
            let text = if capital { text.to_uppercase() } else { text };
            of.pad(out, &before, text.as_bytes());
            return Ok(());
        }
        b'f' => plain(Decimal::exact(mantissa, exponent), of.precision.unwrap_or(6), of.alternate),
        b'e' => {
            let (digits, power) = Decimal::exact(mantissa, exponent).scientific(of.precision.unwrap_or(6));
            scientific(&digits, power, of.alternate)
        }
        _ => {
            let wanted = of.precision.unwrap_or(6).max(1);
            let exact = Decimal::exact(mantissa, exponent);
            let (mut digits, power) = exact.clone().scientific(wanted - 1);
            if (-4..wanted as i32).contains(&power) {
                let text = plain(exact, (wanted as i32 - 1 - power) as usize, of.alternate);
                let is_fraction = text.contains('.') && !of.alternate;
                if is_fraction { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
            } else {
                while !of.alternate && digits.len() > 1 && digits.last() == Some(&0) {
                    digits.pop();
                }
                scientific(&digits, power, of.alternate)
            }
        }
    };
    if capital {
        text.make_ascii_uppercase();
    }
    of.pad(out, before, text.as_bytes());
    Ok(())
}

fn digits_of(digits: &[u8]) -> String {
    digits.iter().map(|digit| char::from(b'0' + digit)).collect()
}

fn plain(exact: Decimal, behind: usize, point: bool) -> String {
    let count = exact.point + behind;
    let rounded = exact.rounded(count);
    let (whole, fraction) = rounded.digits.split_at(rounded.point);
    let fraction = &fraction[..behind.min(fraction.len())];
    let dot = if point || behind > 0 { "." } else { "" };
    format!("{}{dot}{}", digits_of(whole), digits_of(fraction))
}

fn scientific(digits: &[u8], power: i32, point: bool) -> String {
    let dot = if point || digits.len() > 1 { "." } else { "" };
    let sign = if power < 0 { '-' } else { '+' };
    format!("{}{dot}{}e{sign}{:02}", digits_of(&digits[..1]), digits_of(&digits[1..]), power.unsigned_abs())
}

/// Behind `0x`: of a `double`, whose first digit is 1 but for zero and the subnormal.
fn hexadecimal(mantissa: u64, exponent: i32, precision: Option<usize>, point: bool) -> String {
    let mut power = if mantissa == 0 { 0 } else { exponent + 52 };
    let mut bits = mantissa;
    let mut count = 13;
    if let Some(wanted) = precision.filter(|wanted| *wanted < 13) {
        let drop = 4 * (13 - wanted);
        let (rest, half) = (bits & ((1 << drop) - 1), 1u64 << (drop - 1));
        bits >>= drop;
        if rest > half || rest == half && bits & 1 == 1 {
            bits += 1;
        }
        count = wanted;
    }
    if mantissa >> 52 == 0 && mantissa != 0 {
        power = -1022;
    }
    let (first, fraction) = (bits >> (4 * count), bits & ((1u64 << (4 * count)) - 1));
    let mut text = if count == 0 { String::new() } else { format!("{fraction:0count$x}") };
    match precision {
        None => text.truncate(text.trim_end_matches('0').len()),
        Some(wanted) => text.extend(std::iter::repeat_n('0', wanted.saturating_sub(13))),
    }
    let dot = if point || !text.is_empty() { "." } else { "" };
    let sign = if power < 0 { '-' } else { '+' };
    format!("{first:x}{dot}{text}p{sign}{}", power.unsigned_abs())
}
