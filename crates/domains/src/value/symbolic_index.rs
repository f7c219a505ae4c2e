//! A part of an object that a term chooses: `a[i]` where `i` is a term of symbolic execution (the paper SLICE, 2.3).
//!
//! What is read there is a case distinction over the parts, `i == 0 ? a[0] : i == 1 ? a[1] : …`; a write gives each part
//! the new value or its own, by the same comparison. Few parts are told apart that way, and only those of an object
//! that the analysis knows exactly: else the place is somewhere in the object ([`MemoryLocation::Within`]), as for values.
//!
//! Over-approximation: the index is one of the parts' numbers, or the access leaves the object, which is undefined and where
//! the interpreter ends. So the last case needs no comparison. A part that has no term makes the whole read unknown.

use super::datum::Datum;
use super::location::Choice;
use super::memory::Memory;
use super::symbolic_domain::SymbolicDomain;
use cairn_ir::types::Scalar;
use cairn_ir::{BinaryOp, Value};

/// Objects of more parts are not told apart: terms and questions grow with each.
pub(super) const MOST: u32 = 64;

impl Choice {
    /// Whether the index is this number; nothing when that is not known as a term.
    fn is(self, number: i64, terms: &impl SymbolicDomain) -> Option<(Datum, Scalar)> {
        let (index, of) = self.index;
        let bits = Value::from_i128(i128::from(number), of.bits());
        let is_one = if of.is_signed() { bits.as_signed(of.bits()) } else { bits.0 as i128 } == i128::from(number);
        let number = Datum::Bits(bits.0);
        // An index of few bits is never a great number.
        let truth = if is_one { terms.binary(BinaryOp::Eq, (index, of), (number, of), of) } else { Datum::Bits(0) };
        (truth != Datum::Unknown).then_some((truth, of))
    }
}

impl<T: SymbolicDomain> Memory<'_, T> {
    /// The value of a scalar in the part that is chosen.
    pub(super) fn load_choice(&mut self, choice: Choice, scalar: Scalar) -> Datum {
        if !T::KNOWN {
            return Datum::Unknown;
        }
        let mut values: Vec<(i64, Datum)> = Vec::new();
        for (index, part) in choice.parts() {
            match self.load_at(part, scalar, false) {
                value @ (Datum::Bits(_) | Datum::Term(_)) => values.push((index, value)),
                _ => return Datum::Unknown,
            }
        }
        // What most parts hold is what is left when no other is chosen.
        let count = |of: Datum| values.iter().filter(|(_, value)| *value == of).count();
        let most = values.iter().map(|(_, value)| *value).max_by_key(|value| count(*value));
        let Some(mut chosen) = most else { return Datum::Unknown };
        for (index, value) in values.into_iter().rev().filter(|(_, value)| Some(*value) != most) {
            chosen = match choice.is(index, self.terms) {
                Some((Datum::Bits(0), _)) => chosen,
                Some(condition) => self.terms.choice(condition, value, chosen, scalar),
                None => Datum::Unknown,
            };
            if chosen == Datum::Unknown {
                return Datum::Unknown;
            }
        }
        chosen
    }

    /// Writes a scalar to the part that is chosen.
    pub(super) fn store_choice(&mut self, choice: Choice, scalar: Scalar, datum: Datum) {
        if !T::KNOWN || !matches!(datum, Datum::Bits(_) | Datum::Term(_)) {
            return self.forget(choice.anywhere(), 0);
        }
        let mut written = Vec::new();
        for (index, part) in choice.parts() {
            let old = self.load_at(part, scalar, false);
            let new = match choice.is(index, self.terms) {
                Some((Datum::Bits(0), _)) => continue,
                Some(condition) if matches!(old, Datum::Bits(_) | Datum::Term(_)) => {
                    self.terms.choice(condition, datum, old, scalar)
                }
                _ => Datum::Unknown,
            };
            written.push((part, new));
        }
        for (part, new) in written {
            self.store_at(part, scalar, new);
        }
    }
}
