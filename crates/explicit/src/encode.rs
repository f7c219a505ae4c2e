//! States as bytes: the number of the loop head, and what its live cells hold. Equal states are equal bytes: unknowns are
//! numbered in the order in which they appear.
//!
//! A cell takes one byte when its number is small, as most are. Else the first byte says what follows.

use crate::instruction::Code;
use crate::path::Path;
use crate::set::Set;

/// The state before the program's first instruction.
pub(crate) const START: u32 = u32::MAX;

/// Numbers of one byte are at least this.
const LEAST: i64 = -120;
const NUMBER_32: u8 = 0x80;
const NUMBER_64: u8 = 0x81;
/// An unknown that is new: its set follows.
const NEW: u8 = 0x82;
/// An unknown that was there: its number follows.
const KNOWN: u8 = 0x83;

/// Writes the state of a path at a loop head.
pub(crate) fn encode(path: &Path, head: u32, code: &Code, out: &mut Vec<u8>) {
    out.clear();
    out.extend_from_slice(&head.to_le_bytes());
    // Few paths have unknowns at a loop head.
    let mut numbers: Vec<u32> = Vec::new();
    for reg in &code.heads[head as usize].live {
        let (tag, value) = (path.tags[*reg as usize], path.values[*reg as usize]);
        if tag == 0 {
            match value {
                LEAST..=127 => out.push(value as i8 as u8),
                _ => match i32::try_from(value) {
                    Ok(value) => {
                        out.push(NUMBER_32);
                        out.extend_from_slice(&value.to_le_bytes());
                    }
                    Err(_) => {
                        out.push(NUMBER_64);
                        out.extend_from_slice(&value.to_le_bytes());
                    }
                },
            }
            continue;
        }
        if let Some(at) = numbers.iter().position(|known| *known == tag) {
            out.push(KNOWN);
            out.extend_from_slice(&(at as u32).to_le_bytes());
            continue;
        }
        numbers.push(tag);
        let Set { lo, hi, holes } = &path.sets[tag as usize - 1];
        out.push(NEW);
        out.extend_from_slice(&(holes.len() as u32).to_le_bytes());
        for bound in [lo, hi].into_iter().chain(holes) {
            out.extend_from_slice(&bound.to_le_bytes());
        }
    }
}

struct Reader<'b>(&'b [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        match self.0.split_first_chunk::<N>() {
            Some((first, rest)) => {
                self.0 = rest;
                *first
            }
            None => [0; N],
        }
    }
}

/// Makes a path be in a state.
pub(crate) fn decode(bytes: &[u8], code: &Code, path: &mut Path) {
    path.restart(code);
    let mut bytes = Reader(bytes);
    let head = u32::from_le_bytes(bytes.take());
    if head == START {
        return;
    }
    let head = &code.heads[head as usize];
    path.pc = head.pc + 1;
    for reg in &head.live {
        let [first] = bytes.take();
        match first {
            NUMBER_32 => path.values[*reg as usize] = i64::from(i32::from_le_bytes(bytes.take())),
            NUMBER_64 => path.values[*reg as usize] = i64::from_le_bytes(bytes.take()),
            NEW => {
                let holes = u32::from_le_bytes(bytes.take());
                let mut next = || i64::from_le_bytes(bytes.take());
                let (lo, hi) = (next(), next());
                let holes = (0..holes).map(|_| next()).collect();
                path.set_any(*reg, Set { lo, hi, holes });
            }
            KNOWN => {
                let at = u32::from_le_bytes(bytes.take());
                path.tag(*reg, at + 1);
            }
            small => path.values[*reg as usize] = i64::from(small as i8),
        }
    }
}
