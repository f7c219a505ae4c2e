//! Whether the arguments of a formatted function are what its format says (C17 7.21.6.1p9, 7.21.6.2p10).
//!
//! What does not fit is undefined wherever the call is reached, so the violation has no condition. Types fit that every
//! system passes alike: integers of one width, signed or not, and any pointer for `%p`. Arguments beyond the format's are
//! evaluated and ignored (7.21.6.1p2).

use super::format::{Length, Number, Part};
use crate::lower::{Lower, Res};
use cairn_base::Span;
use cairn_ir::behaviour::Check;
use cairn_ir::types::{FloatKind, Scalar, Type};
use cairn_ir::{BinaryOp, ExprId, IntKind, TypeId};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Taken {
    /// An integer of so many bits.
    Integer(u32),
    Floating(FloatKind),
    /// A pointer to what has so many bytes, or to `void`.
    PointerTo(u64),
    Pointer,
}

impl Lower<'_> {
    /// Checks the arguments of `printf` and its kin. `reads`: strings are read here, since what is printed is not seen.
    pub(super) fn formatted(&mut self, parts: &[Part], values: &[ExprId], reads: bool, span: Span) -> Res<()> {
        const CHECKS: [Check; 3] = [Check::Library, Check::NullDereference, Check::ValidDeref];
        if !CHECKS.iter().any(|check| self.asks_here(*check)) && !self.reads_beside_threads() {
            return Ok(());
        }
        let given = values;
        let mut values = values.iter().copied();
        let mut fits = true;
        for part in parts {
            let Part::Conversion { width, precision, length, letter, .. } = part else { continue };
            let mut star = |this: &Self, number: &Number| {
                let value = (*number == Number::Star).then(|| values.next());
                fits &= value.is_none_or(|value| value.is_some_and(|value| this.is_taken(value, Taken::Integer(32))));
                value.flatten()
            };
            star(self, width);
            let most = star(self, precision);
            let Some(taken) = self.printed_type(*length, *letter) else { continue };
            let Some(value) = values.next().filter(|value| self.is_taken(*value, taken)) else {
                fits = false;
                break;
            };
            if *letter == b's' && *length == Length::None {
                let most = match precision {
                    Number::None => None,
                    Number::Fixed(most) => Some(self.int_constant(i128::from(*most), self.basic.size_t)),
                    Number::Star => most.map(|most| self.precision(most)),
                };
                self.printed(value, most, reads, span);
            } else if matches!(letter, b's' | b'S') {
                self.reads_some(&[value], false, span)?;
            }
        }
        if !fits {
            self.reads_some(given, false, span)?;
            self.does_not_fit(span);
        }
        Ok(())
    }

    /// Checks the arguments of `scanf` and its kin.
    pub(super) fn scanned(&mut self, parts: &[Part], targets: &[ExprId], span: Span) {
        if !self.asks_here(Check::Library) {
            return;
        }
        let mut targets = targets.iter().copied();
        for part in parts {
            let Part::Conversion { width, length, letter, .. } = part else { continue };
            if *width == Number::Star {
                continue;
            }
            let fits = match (self.scanned_type(*length, *letter), targets.next()) {
                (_, None) => false,
                (Some(taken), Some(target)) => self.points_to(target, taken),
                (None, Some(_)) => true,
            };
            if !fits {
                return self.does_not_fit(span);
            }
        }
    }

    fn does_not_fit(&mut self, span: Span) {
        if self.asks_here(Check::Library) {
            let (always, next) = (self.int_constant(1, self.basic.int), self.node());
            self.violated_if(always, Check::Library, next, span);
        }
    }

    /// A precision that is an argument: a negative one is none.
    fn precision(&mut self, most: ExprId) -> ExprId {
        let (size_t, zero) = (self.basic.size_t, self.zero(self.basic.int));
        let most = self.cast(most, self.basic.int);
        let is_none = self.binary(BinaryOp::Lt, most, zero, self.basic.int);
        let (unlimited, most) = (self.int_constant(-1, size_t), self.cast(most, size_t));
        self.choose(is_none, unlimited, most)
    }

    fn integer_bits(&mut self, length: Length) -> u32 {
        let ty = self.integer_of(length, true);
        self.int_kind(ty).map_or(0, |kind| kind.bits(self.model()))
    }

    /// Type of a conversion of `printf`; `None` for one that takes nothing, or is not known.
    fn printed_type(&mut self, length: Length, letter: u8) -> Option<Taken> {
        let bits = self.integer_bits(length);
        Some(match letter {
            // Narrower arguments are promoted.
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' => Taken::Integer(bits.max(32)),
            b'c' | b'C' => Taken::Integer(32),
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' if length == Length::LongDouble => {
                Taken::Floating(self.model().format(FloatKind::LongDouble))
            }
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => Taken::Floating(FloatKind::Double),
            b's' if length == Length::None => Taken::PointerTo(1),
            b's' | b'S' => Taken::PointerTo(u64::from(self.model().wchar().bits(self.model()) / 8)),
            b'n' => Taken::PointerTo(u64::from(bits / 8)),
            b'p' => Taken::Pointer,
            _ => return None,
        })
    }

    /// Type of the object of a conversion of `scanf`.
    fn scanned_type(&mut self, length: Length, letter: u8) -> Option<Taken> {
        Some(match letter {
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' | b'n' => Taken::Integer(self.integer_bits(length)),
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => Taken::Floating(match length {
                Length::LongDouble => self.model().format(FloatKind::LongDouble),
                Length::Long => FloatKind::Double,
                _ => FloatKind::Float,
            }),
            b'c' | b's' | b'[' if length == Length::None => Taken::Integer(8),
            b'c' | b's' | b'[' | b'C' | b'S' => Taken::Integer(self.model().wchar().bits(self.model())),
            b'p' => Taken::Pointer,
            _ => return None,
        })
    }

    fn is_taken(&self, value: ExprId, taken: Taken) -> bool {
        self.is_of(self.type_of(value), taken)
    }

    fn is_of(&self, ty: TypeId, taken: Taken) -> bool {
        let types = &self.program.types;
        match (types.scalar(ty), taken) {
            (Some(Scalar::Int { bits, .. }), Taken::Integer(wanted)) => bits == wanted,
            (Some(Scalar::Bool), Taken::Integer(wanted)) => wanted == 8,
            (Some(Scalar::Float(kind)), Taken::Floating(wanted)) => kind == wanted,
            (Some(Scalar::Pointer { .. }), Taken::Pointer) => true,
            (Some(Scalar::Pointer { .. }), Taken::PointerTo(bytes)) => types.pointee(ty).is_none_or(|to| {
                matches!(types.get(to), Type::Void)
                    || (types.size_of(to) == Some(bytes) && matches!(types.scalar(to), Some(Scalar::Int { .. })))
            }),
            _ => false,
        }
    }

    /// Whether a pointer goes to what a conversion writes.
    fn points_to(&self, target: ExprId, taken: Taken) -> bool {
        let types = &self.program.types;
        let Some(to) = types.pointee(self.type_of(target)) else { return false };
        let is_char = taken == Taken::Integer(8) && matches!(types.get(to), Type::Int(IntKind::Char));
        is_char || matches!(types.get(to), Type::Void) || self.is_of(to, taken)
    }
}
