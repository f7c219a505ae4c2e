//! Formatted input (C17 7.21.6.2).
//!
//! A conversion takes the longest beginning of a number that could go on; one byte is looked at ahead. Where what it took is
//! no number after all (`1e+`), it fails, as the GNU C library has it.

use super::call::{Call, unsupported};
use super::format::{Length, number};
use super::strtod::leading_double;
use crate::undefined::Res;
use cairn_ir::FloatKind;

/// Where a byte comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// A byte of a file's content, or of the standard input.
    Stream(Option<usize>, usize),
    Memory(u64),
}

/// Bytes read in one piece, as [`super::Transfer`] has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Conversion {
    pub from: Place,
    pub count: usize,
    pub to: Option<u64>,
    pub number: Option<u64>,
}

/// Where the bytes come from, one at a time.
pub(super) trait Bytes {
    fn next(&mut self) -> Option<u8>;
    fn back(&mut self, byte: u8);
    /// The place of the next byte.
    fn place(&mut self) -> Option<Place>;
}

pub(super) struct Text {
    pub bytes: Vec<u8>,
    pub at: usize,
    /// The address of the first byte.
    pub address: u64,
}

impl Bytes for Text {
    fn next(&mut self) -> Option<u8> {
        self.at += 1;
        self.bytes.get(self.at - 1).copied()
    }
    fn back(&mut self, _: u8) {
        self.at -= 1;
    }
    fn place(&mut self) -> Option<Place> {
        Some(Place::Memory(self.address + self.at as u64))
    }
}

struct Scanner<'b> {
    from: &'b mut dyn Bytes,
    read: usize,
}

impl Scanner<'_> {
    fn next(&mut self) -> Option<u8> {
        let byte = self.from.next();
        self.read += usize::from(byte.is_some());
        byte
    }

    /// The next byte, if it is one of these.
    fn take(&mut self, wanted: impl Fn(u8) -> bool) -> Option<u8> {
        let byte = self.next()?;
        if wanted(byte) {
            return Some(byte);
        }
        self.from.back(byte);
        self.read -= 1;
        None
    }

    fn skip_blanks(&mut self) {
        while self.take(is_blank).is_some() {}
    }

    fn is_at_end(&mut self) -> bool {
        match self.next() {
            Some(byte) => {
                self.from.back(byte);
                self.read -= 1;
                false
            }
            None => true,
        }
    }

    /// An integer in a base (0: as C writes it); `None` where there is none.
    fn integer(&mut self, mut base: u32, mut room: usize) -> Option<i128> {
        let mut one = |this: &mut Self, wanted: &dyn Fn(u8) -> bool| {
            let byte = if room == 0 { None } else { this.take(wanted) };
            room -= usize::from(byte.is_some());
            byte
        };
        let negative = one(self, &|byte| matches!(byte, b'+' | b'-')) == Some(b'-');
        let mut digits = 0;
        if (base == 0 || base == 16) && one(self, &|byte| byte == b'0').is_some() {
            digits = 1;
            if one(self, &|byte| matches!(byte, b'x' | b'X')).is_some() {
                (base, digits) = (16, 0);
            } else if base == 0 {
                base = 8;
            }
        }
        let base = if base == 0 { 10 } else { base };
        let mut value = 0i128;
        while let Some(digit) = one(self, &|byte| char::from(byte).is_digit(base)) {
            digits += 1;
            let digit = i128::from(char::from(digit).to_digit(base).unwrap_or(0));
            value = (value * i128::from(base) + digit).min(1 << 100);
        }
        (digits > 0).then_some(if negative { -value } else { value })
    }

    fn float(&mut self, room: usize) -> Option<f64> {
        let mut text = Vec::new();
        let (mut seen_digit, mut seen_point, mut seen_power) = (false, false, false);
        while text.len() < room {
            let after_power = text.last().is_some_and(|last: &u8| matches!(last, b'e' | b'E'));
            let start = text.is_empty();
            let byte = self.take(|byte| match byte {
                b'+' | b'-' => start || after_power,
                b'0'..=b'9' => true,
                b'.' => !seen_point && !seen_power,
                b'e' | b'E' => seen_digit && !seen_power,
                _ => false,
            });
            let Some(byte) = byte else { break };
            seen_digit |= byte.is_ascii_digit();
            seen_point |= byte == b'.';
            seen_power |= matches!(byte, b'e' | b'E');
            text.push(byte);
        }
        let (value, length, _) = leading_double(&text);
        (length == text.len() && length > 0).then_some(value)
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Scans; the number of objects that were written, or -1 where the input ended first.
pub(super) fn scan(call: &mut Call<'_, '_, '_>, format: &[u8], from: &mut dyn Bytes) -> Res<i32> {
    let mut scanner = Scanner { from, read: 0 };
    let (mut at, mut done, mut converted) = (0, 0, false);
    while let Some(&byte) = format.get(at) {
        at += 1;
        if is_blank(byte) {
            scanner.skip_blanks();
            continue;
        }
        if byte != b'%' {
            if scanner.take(|next| next == byte).is_none() {
                let ended = !converted && scanner.is_at_end();
                return Ok(if ended { -1 } else { done });
            }
            continue;
        }
        let skips = format.get(at) == Some(&b'*');
        at += usize::from(skips);
        let (width, next) = number(format, at);
        let (length, next) = Length::read(format, next);
        let letter = format.get(next).copied().unwrap_or(0);
        at = next + 1;
        if !matches!(letter, b'c' | b'[' | b'n') {
            scanner.skip_blanks();
        }
        if letter == b'n' {
            let to = call.size()?;
            call.store(to, scanner.read as u128, length.bytes(call) as usize)?;
            continue;
        }
        if letter == b'%' {
            match scanner.take(|next| next == b'%') {
                Some(_) => continue,
                None => return Ok(done),
            }
        }
        if scanner.is_at_end() {
            return Ok(if converted { done } else { -1 });
        }
        let room = if width == 0 { usize::MAX } else { width };
        let (from, before) = (scanner.from.place(), scanner.read);
        let note = |call: &mut Call<'_, '_, '_>, to: u64, read: usize, number: Option<u64>| {
            let new = from.map(|from| Conversion { from, count: read - before, to: Some(to), number });
            call.conversions.extend(new);
        };
        let matched = match letter {
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'p' => {
                let base = match letter {
                    b'i' => 0,
                    b'x' | b'X' | b'p' => 16,
                    b'o' => 8,
                    _ => 10,
                };
                let value = scanner.integer(base, room);
                if let (Some(value), false) = (value, skips) {
                    let to = call.size()?;
                    let bytes = if letter == b'p' { call.word() } else { length.bytes(call) };
                    let value = limited(value, matches!(letter, b'd' | b'i'), bytes.max(call.word()) as u32 * 8);
                    let mask = u128::MAX >> (128 - 8 * bytes);
                    call.store(to, value as u128 & mask, bytes as usize)?;
                    if base == 10 {
                        note(call, to, scanner.read, Some(bytes));
                    }
                }
                value.is_some()
            }
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => {
                let kind = match length {
                    Length::Plain => FloatKind::Float,
                    Length::Long => FloatKind::Double,
                    _ => return unsupported("the conversion '%Lf' of scanf"),
                };
                let value = scanner.float(room);
                if let (Some(value), false) = (value, skips) {
                    let to = call.size()?;
                    call.store_float(to, value, kind)?;
                }
                value.is_some()
            }
            b'c' | b's' | b'[' if length == Length::Plain => {
                let (set, next) = if letter == b'[' { set(format, at) } else { (Vec::new(), at) };
                at = next;
                let wanted = |byte: u8| match letter {
                    b'c' => true,
                    b's' => !is_blank(byte),
                    _ => set.contains(&byte),
                };
                let room = if letter == b'c' { width.max(1) } else { room };
                let mut text = Vec::new();
                while text.len() < room
                    && let Some(byte) = scanner.take(wanted)
                {
                    text.push(byte);
                }
                let matched = !text.is_empty() && (letter != b'c' || text.len() == room);
                if matched && !skips {
                    let to = call.size()?;
                    note(call, to, scanner.read, None);
                    if letter != b'c' {
                        text.push(0);
                    }
                    call.put_bytes(to, &text)?;
                }
                matched
            }
            _ => return unsupported(format!("the conversion '%{}' of scanf", char::from(letter))),
        };
        if !matched {
            return Ok(done);
        }
        converted = true;
        done += i32::from(!skips);
    }
    Ok(done)
}

/// The nearest value that the widest integer of the conversion has, as `strtol` and `strtoul` give it.
fn limited(value: i128, signed: bool, bits: u32) -> i128 {
    if signed {
        return value.clamp(-(1 << (bits - 1)), (1 << (bits - 1)) - 1);
    }
    if value.abs() >= 1 << bits { (1 << bits) - 1 } else { value }
}

/// The bytes of a set behind its `[`, and where the format goes on.
fn set(format: &[u8], mut at: usize) -> (Vec<u8>, usize) {
    let negated = format.get(at) == Some(&b'^');
    at += usize::from(negated);
    let start = at;
    let mut listed = [false; 256];
    while let Some(&byte) = format.get(at).filter(|byte| **byte != b']' || at == start) {
        match (format.get(at + 1), format.get(at + 2)) {
            (Some(b'-'), Some(&last)) if last != b']' => {
                (byte..=last).for_each(|byte| listed[usize::from(byte)] = true);
                at += 3;
            }
            _ => {
                listed[usize::from(byte)] = true;
                at += 1;
            }
        }
    }
    ((0..=255u8).filter(|byte| listed[usize::from(*byte)] != negated).collect(), at + 1)
}
