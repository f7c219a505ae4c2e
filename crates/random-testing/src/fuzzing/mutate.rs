//! Changes of what a program is given: arguments, input, environment, files.

use super::corpus::CorpusEntry;
use super::dictionary::Dictionary;
use super::execution::TestCase;
use cairn_interp::RunInput;
use fastrand::Rng;

/// Arguments at most, the name of the program with them.
const MOST_ARGUMENTS: usize = 24;
/// Bytes of an argument, and of an input.
const LONGEST_ARGUMENT: usize = 1 << 12;
const LONGEST_INPUT: usize = 1 << 15;

/// The ends of the types that numbers in texts mostly have, and what overflows with them.
const EXTREMES: [i128; 8] =
    [-1, i32::MIN as i128, i32::MAX as i128, u32::MAX as i128, i64::MIN as i128, i64::MAX as i128, 1 << 31, 1 << 63];

pub struct Mutator<'a> {
    pub rng: &'a mut Rng,
    pub dictionary: &'a Dictionary,
}

/// A part of what a program is given.
enum Part {
    Arguments,
    Input,
    Environment,
    Files,
}

impl Mutator<'_> {
    /// A changed case; `other` is where parts may come from.
    pub fn changed(&mut self, base: &CorpusEntry, other: &CorpusEntry) -> TestCase {
        let mut case = base.case.clone();
        // One change most often: what an execution has reached is seldom kept by many.
        let changes = 1 + self.rng.u32(..).trailing_zeros().min(5);
        for _ in 0..changes {
            match self.part(base, &case.given) {
                Part::Arguments => self.arguments(base, &mut case.given, &other.case.given),
                Part::Input => {
                    let text = std::mem::take(&mut case.given.input);
                    case.given.input = self.text(text, &other.case.given.input, base, LONGEST_INPUT);
                }
                Part::Environment => self.environment(base, &mut case.given),
                Part::Files => self.files(base, &mut case.given, &other.case.given),
            }
        }
        case.failing = if self.rng.u8(..16) == 0 { 1 + self.rng.u32(..).trailing_zeros() } else { 0 };
        if self.rng.u8(..4) == 0 {
            case.watched = self.rng.u64(..);
        }
        if self.rng.u8(..8) == 0 {
            case.given.answers = Some(self.rng.u32(..));
        }
        case
    }

    /// Part to change, of what the program looks at.
    fn part(&mut self, base: &CorpusEntry, given: &RunInput) -> Part {
        let missing = &base.missing;
        let input = if missing.input { 6 } else { 0 };
        let has_files = !missing.files.is_empty() || !missing.made.is_empty() || !given.files.is_empty();
        let files = if has_files { 5 } else { 0 };
        let environment = if missing.variables.is_empty() && given.environment.is_empty() { 0 } else { 2 };
        match self.rng.u32(..4 + input + files + environment) {
            0..4 => Part::Arguments,
            at if at < 4 + input => Part::Input,
            at if at < 4 + input + files => Part::Files,
            _ => Part::Environment,
        }
    }

    fn arguments(&mut self, base: &CorpusEntry, given: &mut RunInput, other: &RunInput) {
        let arguments = &mut given.arguments;
        let count = arguments.len();
        match self.rng.u8(..9) {
            8 if count > 1 => {
                // Tables overflow by many arguments of one kind.
                let (at, times) = (self.rng.usize(1..count), 1 << self.rng.u32(..5));
                let more = self.alike(&arguments[at], times.min(MOST_ARGUMENTS.saturating_sub(count)));
                arguments.splice(at..at, more);
            }
            0..3 if count < MOST_ARGUMENTS => {
                let new = self.argument();
                arguments.insert(self.rng.usize(1..=count), new);
            }
            3 if count > 1 => _ = arguments.remove(self.rng.usize(1..count)),
            4 if count > 2 => {
                let (a, b) = (self.rng.usize(1..count), self.rng.usize(1..count));
                arguments.swap(a, b);
            }
            5 if other.arguments.len() > 1 && count < MOST_ARGUMENTS => {
                let from = other.arguments[self.rng.usize(1..other.arguments.len())].clone();
                arguments.insert(self.rng.usize(1..=count), from);
            }
            6 if count > 1 => {
                let new = self.argument();
                arguments[self.rng.usize(1..count)] = new;
            }
            _ if count > 1 => {
                let at = self.rng.usize(1..count);
                let text = std::mem::take(&mut arguments[at]);
                let mut text = self.text(text, &[], base, LONGEST_ARGUMENT);
                text.retain(|byte| *byte != 0);
                arguments[at] = text;
            }
            _ => arguments.push(self.argument()),
        }
    }

    /// Copies of a text: all the same, or each with another letter in one place, since a table may have room for different ones only.
    fn alike(&mut self, text: &[u8], times: usize) -> Vec<Vec<u8>> {
        let mut copies = vec![text.to_vec(); times];
        if !text.is_empty() && self.rng.bool() {
            let at = if self.rng.u8(..4) == 0 { self.rng.usize(..text.len()) } else { 0 };
            for (copy, letter) in copies.iter_mut().zip((b'a'..=b'z').cycle()) {
                copy[at] = letter;
            }
        }
        copies
    }

    fn argument(&mut self) -> Vec<u8> {
        let mut text = match self.rng.u8(..8) {
            0 | 1 => self.option(),
            2 => [self.option(), self.number()].concat(),
            3 => [self.option(), self.word()].concat(),
            4 | 5 => self.number(),
            6 => self.word(),
            _ => self.token(),
        };
        text.retain(|byte| *byte != 0);
        text
    }

    fn environment(&mut self, base: &CorpusEntry, given: &mut RunInput) {
        let names: Vec<&Vec<u8>> = base.missing.variables.iter().collect();
        let has = !given.environment.is_empty();
        if let Some(name) = self.rng.choice(&names).filter(|_| !has || self.rng.bool()) {
            let value = self.argument();
            given.environment.push([name.as_slice(), b"=", &value].concat());
        } else if has {
            let at = self.rng.usize(..given.environment.len());
            if self.rng.u8(..4) == 0 {
                given.environment.remove(at);
                return;
            }
            let entry = &mut given.environment[at];
            let from = entry.iter().position(|byte| *byte == b'=').map_or(entry.len(), |at| at + 1);
            let value = entry.split_off(from);
            let mut value = self.text(value, &[], base, LONGEST_ARGUMENT);
            value.retain(|byte| *byte != 0);
            given.environment[at].extend(value);
        }
    }

    fn files(&mut self, base: &CorpusEntry, given: &mut RunInput, other: &RunInput) {
        let made: Vec<&Vec<u8>> = base.missing.made.iter().filter(|name| !name.contains(&b'/')).collect();
        if let Some(name) = self.rng.choice(&made).filter(|_| self.rng.u8(..8) == 0) {
            given.files.remove(*name);
            given.folders.insert((*name).clone());
            return;
        }
        let names: Vec<&Vec<u8>> = base.missing.files.iter().filter(|name| !given.folders.contains(*name)).collect();
        let is_plain = |name: &&&Vec<u8>| {
            !name.is_empty() && !name.contains(&b'/') && name.as_slice() != b"." && name.as_slice() != b".."
        };
        let name = self.rng.choice(&names).filter(is_plain).map(|name| (*name).clone());
        let donor = other.files.values().next().unwrap_or(&other.input);
        match name {
            Some(name) if given.files.is_empty() || self.rng.bool() => {
                let text = if self.rng.bool() { donor.clone() } else { given.input.clone() };
                let text = self.text(text, donor, base, LONGEST_INPUT);
                given.files.insert(name, text);
            }
            _ => {
                let names: Vec<Vec<u8>> = given.files.keys().cloned().collect();
                let Some(name) = self.rng.choice(&names) else { return };
                let text = given.files.remove(name).unwrap_or_default();
                if self.rng.u8(..16) != 0 {
                    let text = self.text(text, donor, base, LONGEST_INPUT);
                    given.files.insert(name.clone(), text);
                }
            }
        }
    }

    fn text(&mut self, mut text: Vec<u8>, other: &[u8], base: &CorpusEntry, longest: usize) -> Vec<u8> {
        let length = text.len();
        match self.rng.u8(..18) {
            // Short texts show as much as long ones, and faster.
            16 => text.truncate(self.rng.usize(..=length)),
            17 => text = self.token(),
            0 | 1 => self.put(&mut text, Self::token),
            2 => {
                let range = self.range(length);
                let token = self.token();
                text.splice(range, token);
            }
            3 => {
                let range = self.range(length);
                text.drain(range);
            }
            4 if self.rng.u8(..4) == 0 => {
                // Tables overflow by many lines of one kind.
                let lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
                let Some(line) = self.rng.choice(&lines).map(|line| line.to_vec()) else { return text };
                let times = 1 << self.rng.u32(..6);
                let more = self.alike(&line, times).concat();
                text.splice(0..0, more);
            }
            4 => {
                // Buffers are overrun by what is long.
                let range = self.range(length);
                let times = 1 << self.rng.u32(..8);
                let part = text[range.clone()].repeat(times);
                text.splice(range.start..range.start, part);
            }
            5 if length > 0 => {
                let at = self.rng.usize(..length);
                text[at] = self.byte();
            }
            6 => {
                let byte = self.byte();
                text.insert(self.rng.usize(..=length), byte);
            }
            7 | 8 => self.change_number(&mut text),
            9 => match text.last() {
                Some(b'\n') if self.rng.bool() => _ = text.pop(),
                _ => text.push(b'\n'),
            },
            10 => {
                let range = self.range(other.len());
                let part = other[range].to_vec();
                let at = self.range(length);
                text.splice(at, part);
            }
            11 => self.resize(&mut text),
            12 => self.put(&mut text, Self::line),
            _ if !base.compared.is_empty() => self.put_compared(&mut text, &base.compared),
            _ => self.put(&mut text, Self::line),
        }
        text.truncate(longest);
        text
    }

    fn put(&mut self, text: &mut Vec<u8>, make: fn(&mut Self) -> Vec<u8>) {
        let new = make(self);
        let at = self.rng.usize(..=text.len());
        text.splice(at..at, new);
    }

    /// One side of a comparison in place of the other one, where that stands: in digits, or in bytes of either order.
    fn put_compared(&mut self, text: &mut Vec<u8>, compared: &[(i128, i128)]) {
        let Some(&(a, b)) = self.rng.choice(compared) else { return };
        let (is, wanted) = if self.rng.bool() { (a, b) } else { (b, a) };
        let wanted = wanted + if self.rng.u8(..4) == 0 { self.rng.i128(-1..=1) } else { 0 };
        let mut places: Vec<(usize, usize, Vec<u8>)> = Vec::new();
        let mut find = |is: &[u8], wanted: Vec<u8>| {
            let found = text.windows(is.len()).enumerate().filter(|(_, window)| *window == is);
            places.extend(found.map(|(at, _)| (at, at + is.len(), wanted.clone())));
        };
        find(is.to_string().as_bytes(), wanted.to_string().into_bytes());
        for width in [1, 2, 4, 8] {
            let (from, to) = (&is.to_le_bytes()[..width], &wanted.to_le_bytes()[..width]);
            find(from, to.to_vec());
            if width > 1 {
                let reversed = |bytes: &[u8]| bytes.iter().rev().copied().collect::<Vec<u8>>();
                find(&reversed(from), reversed(to));
            }
        }
        match self.rng.choice(&places) {
            Some((from, to, new)) => _ = text.splice(from..to, new.iter().copied()),
            None => {
                let new = match u8::try_from(wanted) {
                    Ok(byte) if self.rng.bool() => vec![byte],
                    _ => wanted.to_string().into_bytes(),
                };
                let at = self.rng.usize(..=text.len());
                text.splice(at..at, new);
            }
        }
    }

    /// A run of digits becomes another number, or changes by a little.
    fn change_number(&mut self, text: &mut Vec<u8>) {
        let starts: Vec<usize> = (0..text.len())
            .filter(|at| text[*at].is_ascii_digit() && (*at == 0 || !text[at - 1].is_ascii_digit()))
            .collect();
        let Some(&from) = self.rng.choice(&starts) else {
            let number = self.number();
            let at = self.rng.usize(..=text.len());
            text.splice(at..at, number);
            return;
        };
        if self.rng.u8(..8) == 0 {
            // All of them: what is summed up overflows by several.
            let number = self.number();
            let mut changed = Vec::new();
            for (at, byte) in text.iter().enumerate() {
                match byte.is_ascii_digit() {
                    true if starts.contains(&at) => changed.extend(&number),
                    true => {}
                    false => changed.push(*byte),
                }
            }
            *text = changed;
            return;
        }
        let to = from + text[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let known = std::str::from_utf8(&text[from..to]).ok().and_then(|digits| digits.parse::<i128>().ok());
        let new = match known {
            Some(known) if self.rng.bool() => known.saturating_add(self.rng.i128(-3..=3)).to_string().into_bytes(),
            _ => self.number(),
        };
        text.splice(from..to, new);
    }

    /// A line of the text becomes as long as an object of the program, one shorter, or one or two longer.
    fn resize(&mut self, text: &mut Vec<u8>) {
        let size = self.rng.choice(&self.dictionary.sizes).copied().unwrap_or(8);
        let size = (size + self.rng.usize(..4)).saturating_sub(1);
        let starts: Vec<usize> = std::iter::once(0)
            .chain(text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1))
            .collect();
        let from = self.rng.choice(&starts).copied().unwrap_or(0);
        let length = text[from..].iter().take_while(|byte| **byte != b'\n').count();
        let fill = text.get(from).copied().filter(|byte| *byte != b'\n').unwrap_or(b'a');
        match size.checked_sub(length) {
            Some(more) => _ = text.splice(from + length..from + length, std::iter::repeat_n(fill, more)),
            None => _ = text.drain(from + size..from + length),
        }
    }

    /// A range of a text, seldom a long one.
    fn range(&mut self, length: usize) -> std::ops::Range<usize> {
        let from = self.rng.usize(..=length);
        let most = (length - from).min(1 << self.rng.u32(..8));
        from..from + self.rng.usize(..=most)
    }

    fn line(&mut self) -> Vec<u8> {
        let mut line = Vec::new();
        for _ in 0..self.rng.usize(..5) {
            line.extend(self.token());
            let blank = self.rng.choice([b" ".as_slice(), b"", b",", b"\t", b"=", b":"]).unwrap_or(b" ");
            line.extend(blank);
        }
        line.push(b'\n');
        line
    }

    fn token(&mut self) -> Vec<u8> {
        match self.rng.u8(..8) {
            0 | 1 => self.word(),
            2 | 3 => self.number(),
            4 => vec![self.byte()],
            5 => self.rng.choice(&self.dictionary.letters).map_or_else(Vec::new, |letter| vec![*letter]),
            6 => (0..1 + self.rng.usize(..8)).map(|_| self.rng.u8(b'a'..=b'z')).collect(),
            _ => self.option(),
        }
    }

    fn word(&mut self) -> Vec<u8> {
        self.rng.choice(&self.dictionary.words).cloned().unwrap_or_else(|| b"a".to_vec())
    }

    fn option(&mut self) -> Vec<u8> {
        self.rng.choice(&self.dictionary.options).cloned().unwrap_or_else(|| b"-a".to_vec())
    }

    fn number(&mut self) -> Vec<u8> {
        let number = match self.rng.u8(..5) {
            0 => self.rng.i128(-10..=20),
            4 => self.rng.choice(EXTREMES).unwrap_or(-1),
            1 => {
                let bits = self.rng.u32(1..64);
                self.rng.i128(0..1 << bits)
            }
            _ => self.rng.choice(&self.dictionary.numbers).copied().unwrap_or(1),
        };
        number.to_string().into_bytes()
    }

    fn byte(&mut self) -> u8 {
        match self.rng.u8(..6) {
            0 => self.rng.u8(..),
            1 => self.rng.choice([0, 0x7f, 0x80, 0xc3, 0xff]).unwrap_or(0),
            2 => self.rng.choice(*b" \t\n\r,;:=/\\\"'-+.#%").unwrap_or(b' '),
            3 => self.rng.u8(b'0'..=b'9'),
            4 => self.rng.choice(&self.dictionary.letters).copied().unwrap_or(b'a'),
            _ => self.rng.u8(b'a'..=b'z'),
        }
    }
}
