//! The value of an assertion in one state.

use super::{Assertion, AssertionCell, WholeNumber};

/// Reads what assertions name. `None`: not known, or there is no value.
pub trait AssertionReader {
    /// Content of a cell.
    fn cell(&mut self, cell: &AssertionCell) -> Option<i128>;
    /// An input of the path.
    fn input(&mut self, number: u32) -> Option<i128> {
        let _ = number;
        None
    }
}

/// The integer of so many bits that differs from a number by a multiple of 2^bits.
pub fn wrapped(number: i128, bits: u32, signed: bool) -> i128 {
    let size = 1i128 << bits;
    let rest = number.rem_euclid(size);
    if signed && rest >= size / 2 { rest - size } else { rest }
}

impl Assertion {
    /// Whether it holds; `None` when that depends on what is not known, or a number leaves 128 bits.
    pub fn holds(&self, reader: &mut dyn AssertionReader) -> Option<bool> {
        match self {
            Assertion::Constant(value) => Some(*value),
            Assertion::All(parts) => decided(parts, false, reader),
            Assertion::Any(parts) => decided(parts, true, reader),
            Assertion::Equal(a, b) => Some(a.value(reader)? == b.value(reader)?),
            Assertion::Differs(a, b) => Some(a.value(reader)? != b.value(reader)?),
            Assertion::AtMost(a, b) => Some(a.value(reader)? <= b.value(reader)?),
            Assertion::Below(a, b) => Some(a.value(reader)? < b.value(reader)?),
        }
    }
}

/// The value of a conjunction (`by` is false) or a disjunction (`by` is true): a part that has `by` decides.
fn decided(parts: &[Assertion], by: bool, reader: &mut dyn AssertionReader) -> Option<bool> {
    let mut known = true;
    for part in parts {
        match part.holds(reader) {
            Some(value) if value == by => return Some(by),
            Some(_) => {}
            None => known = false,
        }
    }
    known.then_some(!by)
}

impl WholeNumber {
    /// The number; `None` when it depends on what is not known, is undefined, or leaves 128 bits.
    pub fn value(&self, reader: &mut dyn AssertionReader) -> Option<i128> {
        match self {
            WholeNumber::Constant(value) => Some(*value),
            WholeNumber::Cell(cell) => reader.cell(cell),
            WholeNumber::Input(number) => reader.input(*number),
            WholeNumber::Sum(parts) => parts.iter().try_fold(0i128, |sum, part| sum.checked_add(part.value(reader)?)),
            WholeNumber::Product(parts) => {
                parts.iter().try_fold(1i128, |all, part| all.checked_mul(part.value(reader)?))
            }
            WholeNumber::Quotient(a, b) => a.value(reader)?.checked_div_euclid(b.value(reader)?),
            WholeNumber::Remainder(a, b) => a.value(reader)?.checked_rem_euclid(b.value(reader)?),
            WholeNumber::Wrapped { of, bits, signed } => Some(wrapped(of.value(reader)?, *bits, *signed)),
            WholeNumber::Choice(condition, a, b) => match condition.holds(reader)? {
                true => a.value(reader),
                false => b.value(reader),
            },
        }
    }
}
