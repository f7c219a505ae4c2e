//! Formats of `printf` and `scanf`: a literal's text, cut into directives.
//!
//! What is not in the standard's grammar (`%1$d`, glibc's `%m` of `scanf`) makes the whole format unknown.

use crate::lower::Lower;
use cairn_ir::{ExprId, ExprKind, IntKind, PlaceKind, TypeId, VarKind};

/// How wide the object of a conversion is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Length {
    None,
    Char,
    Short,
    Long,
    LongLong,
    Max,
    Size,
    Ptrdiff,
    LongDouble,
}

/// A field width or a precision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Number {
    None,
    Fixed(u32),
    /// `*`: an argument in `printf`, no assignment in `scanf`.
    Star,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Part {
    Text(Vec<u8>),
    Conversion { flags: Vec<u8>, width: Number, precision: Number, length: Length, letter: u8 },
}

impl Part {
    /// Whether it is a string that is given.
    pub fn is_text(&self) -> bool {
        matches!(self, Part::Conversion { letter: b's' | b'S', .. })
    }
}

/// Cuts a format into its parts.
pub(super) fn parse(text: &[u8], scan: bool) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let mut plain = Vec::new();
    let mut rest = text.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            plain.push(byte);
            continue;
        }
        let mut flags = Vec::new();
        while let Some(flag) = rest.next_if(|b| !scan && b"-+ #0'".contains(b)) {
            flags.push(flag);
        }
        let number = |rest: &mut std::iter::Peekable<_>| {
            let mut value: Option<u32> = None;
            while let Some(digit) = rest.next_if(u8::is_ascii_digit) {
                value = Some(value.unwrap_or(0).checked_mul(10)?.checked_add(u32::from(digit - b'0'))?);
            }
            Some(value)
        };
        let mut width = match rest.next_if_eq(&b'*') {
            Some(_) => Number::Star,
            None => number(&mut rest)?.map_or(Number::None, Number::Fixed),
        };
        // `%*10d` of `scanf` assigns nothing whatever its width.
        if scan && width == Number::Star {
            number(&mut rest)?;
            width = Number::Star;
        }
        let mut precision = Number::None;
        if !scan && rest.next_if_eq(&b'.').is_some() {
            precision = match rest.next_if_eq(&b'*') {
                Some(_) => Number::Star,
                None => Number::Fixed(number(&mut rest)?.unwrap_or(0)),
            };
        }
        let length = match rest.peek() {
            Some(b'h') => {
                rest.next();
                if rest.next_if_eq(&b'h').is_some() { Length::Char } else { Length::Short }
            }
            Some(b'l') => {
                rest.next();
                if rest.next_if_eq(&b'l').is_some() { Length::LongLong } else { Length::Long }
            }
            Some(b'q') => length_of(&mut rest, Length::LongLong),
            Some(b'j') => length_of(&mut rest, Length::Max),
            Some(b'z' | b'Z') => length_of(&mut rest, Length::Size),
            Some(b't') => length_of(&mut rest, Length::Ptrdiff),
            Some(b'L') => length_of(&mut rest, Length::LongDouble),
            _ => Length::None,
        };
        let letter = rest.next()?;
        if letter == b'%' {
            plain.push(b'%');
            continue;
        }
        if scan && letter == b'[' {
            let mut first = true;
            rest.next_if_eq(&b'^');
            loop {
                let within = rest.next()?;
                if within == b']' && !first {
                    break;
                }
                first = false;
            }
        }
        let known: &[u8] = if scan { b"diouxXnaAeEfFgGcsp[CS" } else { b"diouxXnaAeEfFgGcspCSm" };
        if !known.contains(&letter) {
            return None;
        }
        if !plain.is_empty() {
            parts.push(Part::Text(std::mem::take(&mut plain)));
        }
        parts.push(Part::Conversion { flags, width, precision, length, letter });
    }
    if !plain.is_empty() {
        parts.push(Part::Text(plain));
    }
    Some(parts)
}

fn length_of(rest: &mut impl Iterator<Item = u8>, length: Length) -> Length {
    rest.next();
    length
}

impl Lower<'_> {
    /// The text of a string literal that a pointer plainly is, up to its end; of wide characters, their low bytes.
    pub(super) fn literal_text(&self, mut pointer: ExprId) -> Option<Vec<u8>> {
        while let ExprKind::Cast(inner) = self.program.exprs[pointer].kind {
            pointer = inner;
        }
        let ExprKind::AddressOf(place) = self.program.exprs[pointer].kind else { return None };
        let (place, from) = match self.program.exprs[place].kind {
            PlaceKind::Index(base, index) => (base, usize::try_from(self.constant_integer(index)?).ok()?),
            _ => (place, 0),
        };
        let PlaceKind::Var(var) = self.program.exprs[place].kind else { return None };
        let var = &self.program.vars[var];
        if var.kind != VarKind::StringLiteral {
            return None;
        }
        let (element, _) = self.program.types.element(var.ty)?;
        let width = usize::try_from(self.program.types.size_of(element)?).ok()?.max(1);
        let units = var.data.as_deref()?.chunks_exact(width).skip(from);
        units.map(|unit| unit[0]).take_while(|byte| *byte != 0).map(Some).collect()
    }

    /// The integer type that a conversion means.
    pub(super) fn integer_of(&mut self, length: Length, signed: bool) -> TypeId {
        let kind = match (length, signed) {
            (Length::Char, true) => IntKind::SChar,
            (Length::Char, false) => IntKind::UChar,
            (Length::Short, true) => IntKind::Short,
            (Length::Short, false) => IntKind::UShort,
            (Length::Long, true) => IntKind::Long,
            (Length::Long, false) => IntKind::ULong,
            (Length::LongLong | Length::Max | Length::LongDouble, true) => IntKind::LongLong,
            (Length::LongLong | Length::Max | Length::LongDouble, false) => IntKind::ULongLong,
            (Length::None, true) => IntKind::Int,
            (Length::None, false) => IntKind::UInt,
            (Length::Size, false) => return self.basic.size_t,
            (Length::Size | Length::Ptrdiff, true) => return self.basic.ptrdiff,
            (Length::Ptrdiff, false) => return self.basic.size_t,
        };
        self.program.types.int(kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_are_cut_out() {
        let parts = parse(b"a%%b%-08.3lldx%n", false).unwrap();
        assert_eq!(parts[0], Part::Text(b"a%b".to_vec()));
        let Part::Conversion { flags, width, precision, length, letter } = &parts[1] else { panic!("{parts:?}") };
        assert_eq!((flags.as_slice(), *letter), (&b"-0"[..], b'd'));
        assert_eq!((*width, *precision, *length), (Number::Fixed(8), Number::Fixed(3), Length::LongLong));
        assert_eq!(parts.len(), 4);
    }

    #[test]
    fn sets_of_scanf_end_behind_their_first_byte() {
        let parts = parse(b"%[]a]%*3d%hhd", true).unwrap();
        assert_eq!(parts.len(), 3);
        assert!(matches!(parts[1], Part::Conversion { width: Number::Star, letter: b'd', .. }));
        assert!(matches!(parts[2], Part::Conversion { length: Length::Char, .. }));
        assert!(parse(b"%1$d", false).is_none());
        assert!(parse(b"%", false).is_none());
    }
}
