//! The bytes that a system gives a program, each of them a symbol.

use crate::fuzzing::execution::TestCase;

/// A byte of what an execution is given.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum InputByte {
    /// Of an argument; the one behind the last is its end.
    Argument(usize, usize),
    Input(usize),
    File(Vec<u8>, usize),
    /// Of an entry of the environment; the one behind the last is its end.
    Variable(usize, usize),
}

impl InputByte {
    /// Puts bytes into a case. A string that gets a zero ends there, and one whose end becomes another byte is longer.
    pub fn put_all(case: &mut TestCase, bytes: &[(Self, u8)]) {
        let mut sorted: Vec<&(Self, u8)> = bytes.iter().collect();
        // From the front, so that what is longer grows byte by byte.
        sorted.sort();
        for (place, byte) in &sorted {
            let (text, at) = match place {
                Self::Argument(number, at) => (case.given.arguments.get_mut(*number), at),
                Self::Variable(number, at) => (case.given.environment.get_mut(*number), at),
                Self::Input(at) => (Some(&mut case.given.input), at),
                Self::File(name, at) => (case.given.files.get_mut(name), at),
            };
            match text {
                Some(text) if *at < text.len() => text[*at] = *byte,
                Some(text) if *at == text.len() && place.ends_at_zero() && *byte != 0 => text.push(*byte),
                _ => {}
            }
        }
        let strings = case.given.arguments.iter_mut().chain(&mut case.given.environment);
        for text in strings {
            if let Some(end) = text.iter().position(|byte| *byte == 0) {
                text.truncate(end);
            }
        }
    }

    /// Byte of a case there; zero where it ends.
    pub fn of(&self, case: &TestCase) -> u8 {
        let (text, at) = match self {
            Self::Argument(number, at) => (case.given.arguments.get(*number), at),
            Self::Variable(number, at) => (case.given.environment.get(*number), at),
            Self::Input(at) => (Some(&case.given.input), at),
            Self::File(name, at) => (case.given.files.get(name), at),
        };
        text.and_then(|text| text.get(*at)).copied().unwrap_or(0)
    }

    fn ends_at_zero(&self) -> bool {
        matches!(self, Self::Argument(..) | Self::Variable(..))
    }
}

/// Digits of a number that has room for all values of 32 bits.
const DIGITS: usize = 10;
/// More numbers of one text are not made longer.
const NUMBERS: usize = 8;

/// Puts zeros before the numbers of a case: a path reads as many digits as there are, so the values that it allows are those of so many digits.
pub(in crate::fuzzing) fn pad_numbers(case: &mut TestCase) {
    let given = &mut case.given;
    let texts = given.arguments.iter_mut().skip(1).chain(&mut given.environment).chain(given.files.values_mut());
    for text in texts.chain([&mut given.input]) {
        let (mut padded, mut left) = (Vec::new(), NUMBERS);
        for run in text.chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit()) {
            if run[0].is_ascii_digit() && run.len() < DIGITS && left > 0 {
                left -= 1;
                padded.resize(padded.len() + DIGITS - run.len(), b'0');
            }
            padded.extend_from_slice(run);
        }
        *text = padded;
    }
}
