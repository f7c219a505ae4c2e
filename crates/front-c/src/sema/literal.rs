//! Types and values of literals (C11 6.4.4, 6.4.5).

use crate::ast::{IntSuffix, LiteralEncoding};
use crate::lower::{Lower, Res};
use cairn_base::Span;
use cairn_ir::types::IntKind;
use cairn_ir::{TypeId, VarId, VarKind};

impl Lower<'_> {
    /// The type of an integer literal: the first of the standard's list that holds its value.
    pub fn int_literal_kind(&self, value: u128, suffix: IntSuffix, decimal: bool) -> IntKind {
        let model = self.model();
        let candidates = [
            (0, IntKind::Int, IntKind::UInt),
            (1, IntKind::Long, IntKind::ULong),
            (2, IntKind::LongLong, IntKind::ULongLong),
            (3, IntKind::Int128, IntKind::UInt128),
        ];
        for (rank, signed, unsigned) in candidates {
            if rank < suffix.long {
                continue;
            }
            if !suffix.unsigned && value >> (signed.bits(model) - 1) == 0 {
                return signed;
            }
            // A decimal literal without `u` is never unsigned.
            let allowed = suffix.unsigned || !decimal;
            if allowed && (unsigned.bits(model) == 128 || value >> unsigned.bits(model) == 0) {
                return unsigned;
            }
        }
        IntKind::UInt128
    }

    /// The type of a character of a literal.
    pub fn char_kind(&self, encoding: LiteralEncoding) -> IntKind {
        match encoding {
            LiteralEncoding::Plain | LiteralEncoding::Utf8 => IntKind::Char,
            LiteralEncoding::Utf16 => IntKind::UShort,
            LiteralEncoding::Utf32 => self.model().row().char32,
            LiteralEncoding::Wide => self.model().wchar(),
        }
    }

    /// The value of a character literal, as its type has it.
    pub fn char_literal(&self, units: &[u32], encoding: LiteralEncoding) -> i128 {
        match encoding {
            LiteralEncoding::Plain if units.len() == 1 && self.model().char_is_signed() => {
                i128::from(units[0] as u8 as i8)
            }
            LiteralEncoding::Plain if units.len() == 1 => i128::from(units[0] as u8),
            LiteralEncoding::Plain => {
                i128::from(units.iter().fold(0_u32, |value, unit| (value << 8) | (unit & 0xff)) as i32)
            }
            LiteralEncoding::Utf8 => i128::from(units.last().copied().unwrap_or(0) as u8),
            LiteralEncoding::Utf16 => i128::from(units.last().copied().unwrap_or(0) as u16),
            LiteralEncoding::Utf32 => i128::from(units.last().copied().unwrap_or(0)),
            LiteralEncoding::Wide => {
                let (unit, kind) = (units.last().copied().unwrap_or(0), self.model().wchar());
                match (kind.bits(self.model()), kind.is_signed(self.model())) {
                    (16, _) => i128::from(unit as u16),
                    (_, true) => i128::from(unit as i32),
                    (_, false) => i128::from(unit),
                }
            }
        }
    }

    /// Refuses a wide literal with a character that takes two units of a `wchar_t` of 16 bits.
    pub fn must_fit_units(&mut self, units: &[u32], encoding: LiteralEncoding, span: Span) -> Res<()> {
        let is_short = encoding == LiteralEncoding::Wide && self.model().wchar().bits(self.model()) == 16;
        if is_short && units.iter().any(|unit| *unit > 0xffff) {
            return self.error("a character above U+FFFF in a wide literal is not supported with -fshort-wchar", span);
        }
        Ok(())
    }

    /// The bytes of a string literal, without the final zero.
    pub fn string_bytes(&self, units: &[u32], encoding: LiteralEncoding) -> Vec<u8> {
        let width = (self.char_kind(encoding).bits(self.model()) / 8) as usize;
        let mut bytes = Vec::with_capacity(units.len() * width + width);
        for unit in units {
            bytes.extend_from_slice(&unit.to_le_bytes()[..width]);
        }
        bytes
    }

    /// The variable that holds a string literal; equal ones are one.
    pub fn string_literal(&mut self, units: &[u32], encoding: LiteralEncoding, span: Span) -> VarId {
        let kind = self.char_kind(encoding);
        let mut bytes = self.string_bytes(units, encoding);
        bytes.resize(bytes.len() + (kind.bits(self.model()) / 8) as usize, 0);
        let element = self.program.types.int(kind);
        self.literal_bytes(bytes, element, span)
    }

    /// The variable that holds bytes that are never written, as an array of `element`.
    pub fn literal_bytes(&mut self, bytes: Vec<u8>, element: TypeId, span: Span) -> VarId {
        let size = self.program.types.size_of(element).unwrap_or(1).max(1);
        let length = bytes.len() as u64 / size;
        let ty = self.program.types.array(element, Some(length));
        let key = (bytes.into_boxed_slice(), ty);
        if let Some(var) = self.strings.get(&key) {
            return *var;
        }
        let name = format!("<string {}>", self.strings.len() + 1);
        let var = self.variable(name, ty, VarKind::StringLiteral, span);
        self.program.vars[var].data = Some(key.0.clone());
        if self.quiet == 0 {
            self.statics.push((var, false));
            self.strings.insert(key, var);
        }
        var
    }
}
