//! The text that is left when units are chosen: what must stay with them, and the text itself.

use super::pieces::{Kind, Piece};
use super::{Function, Outline, Unit};
use cairn_base::Span;
use cairn_base::deep;
use cairn_base::id::Id;
use std::collections::BTreeSet;

/// Adds what must be kept, and answers with the text.
pub(super) fn select(outline: &Outline, kept: &mut BTreeSet<Unit>, returns_scalar: &dyn Fn(&str) -> bool) -> String {
    loop {
        let before = kept.len();
        let mut left = Left { outline, kept, text: outline.text.as_bytes().to_vec() };
        left.all(returns_scalar);
        let text = String::from_utf8_lossy(&left.text).into_owned();
        if kept.len() == before {
            return text;
        }
    }
}

struct Left<'o> {
    outline: &'o Outline,
    kept: &'o mut BTreeSet<Unit>,
    text: Vec<u8>,
}

impl Left<'_> {
    fn all(&mut self, returns_scalar: &dyn Fn(&str) -> bool) {
        let outline = self.outline;
        let mut names: BTreeSet<String> = BTreeSet::new();
        outline.naming.iter().for_each(|span| self.read(*span, &mut names));
        let mut done = vec![false; outline.functions.len()];
        loop {
            let is_next = |(at, function): (usize, &Function)| {
                let units = outline.pieces.all[function.body].units;
                let stays = function.is_root || self.has(units) || names.contains(&function.name);
                (stays && !done[at]).then_some(at)
            };
            let Some(at) = outline.functions.iter().enumerate().find_map(is_next) else { break };
            done[at] = true;
            let function = &outline.functions[at];
            let body = &outline.pieces.all[function.body];
            if function.is_whole {
                self.kept.extend((body.units.0..body.units.1).map(Unit::from_index));
            }
            let scalar = returns_scalar(&function.name);
            body.children.iter().for_each(|child| self.piece(*child, scalar));
            self.read(function.span, &mut names);
        }
        for (function, done) in outline.functions.iter().zip(done) {
            if !done {
                self.replace(function.span, "");
            }
        }
    }

    fn has(&self, units: (usize, usize)) -> bool {
        units.0 < units.1 && self.kept.range(Unit::from_index(units.0)..Unit::from_index(units.1)).next().is_some()
    }

    fn piece(&mut self, at: usize, scalar: bool) {
        deep(|| {
            let piece = &self.outline.pieces.all[at];
            let is_declaration = matches!(piece.kind, Kind::Declaration);
            if !is_declaration && !piece.ways.any() && !self.has(piece.units) {
                return self.leave_out(piece);
            }
            match piece.kind {
                Kind::Return if !piece.unit.is_some_and(|unit| self.kept.contains(&unit)) => {
                    if scalar {
                        self.replace(piece.span, "return 0;");
                    } else {
                        self.kept.extend(piece.unit);
                    }
                }
                _ => self.kept.extend(piece.unit),
            }
            piece.children.iter().for_each(|child| self.piece(*child, scalar));
        });
    }

    fn leave_out(&mut self, piece: &Piece) {
        match piece.kind {
            Kind::Statement => self.replace(piece.span, ";"),
            Kind::Expression => self.replace(piece.span, "0"),
            Kind::Initializer(of) => self.replace(of, ""),
            Kind::Return | Kind::Declaration => {}
            Kind::Fixed => self.kept.extend(piece.unit),
        }
    }

    /// Puts something in the place of a part. Its lines stay, and so do the lines that a preprocessor left.
    fn replace(&mut self, span: Span, by: &str) {
        let base = self.outline.pieces.base;
        let (start, end) = ((span.start - base) as usize, (span.end - base) as usize);
        let mut in_marker = false;
        let mut begins = start == 0 || self.text.get(start - 1) == Some(&b'\n');
        for byte in self.text.get_mut(start..end).unwrap_or_default() {
            in_marker = (in_marker || (begins && *byte == b'#')) && *byte != b'\n';
            begins = *byte == b'\n' || (begins && byte.is_ascii_whitespace());
            if *byte != b'\n' && !in_marker {
                *byte = b' ';
            }
        }
        let to = self.text.get_mut(start..(start + by.len()).min(end)).unwrap_or_default();
        to.copy_from_slice(&by.as_bytes()[..to.len()]);
    }

    /// The names in a part of what is left.
    fn read(&self, span: Span, names: &mut BTreeSet<String>) {
        let base = self.outline.pieces.base;
        let part = self.text.get((span.start - base) as usize..(span.end - base) as usize).unwrap_or_default();
        let words = part.split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_');
        names.extend(words.filter(|word| !word.is_empty()).map(|word| String::from_utf8_lossy(word).into_owned()));
    }
}
