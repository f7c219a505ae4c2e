//! One way to write arithmetic for every theory, so that a family is written once.

use cairn_term::{Rational, Sort, TermId, Terms};

/// What the variables of a family are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Number {
    /// Whole numbers.
    Int,
    /// Real numbers.
    Real,
    /// Bit-vectors of a width; comparisons are signed.
    Bits(u32),
}

impl Number {
    /// By its name in the table.
    pub fn of(name: &str) -> Option<Number> {
        Some(match name {
            "int" => Number::Int,
            "real" => Number::Real,
            _ => Number::Bits(name.strip_prefix("bv")?.parse().ok()?),
        })
    }
    pub fn sort(self) -> Sort {
        match self {
            Number::Int => Sort::Int,
            Number::Real => Sort::Real,
            Number::Bits(width) => Sort::BitVec(width),
        }
    }
    pub fn symbol(self, terms: &mut Terms, name: &str, at: usize) -> TermId {
        terms.symbol(format!("{name}@{at}"), self.sort())
    }
    pub fn value(self, terms: &mut Terms, value: i128) -> TermId {
        match self {
            Number::Int => terms.int(value),
            Number::Real => terms.real(Rational::from(value)),
            Number::Bits(width) => terms.bits(width, value as u128),
        }
    }
    pub fn add(self, terms: &mut Terms, a: TermId, b: TermId) -> TermId {
        match self {
            Number::Bits(_) => terms.bv_add(a, b),
            _ => terms.add(a, b),
        }
    }
    pub fn sub(self, terms: &mut Terms, a: TermId, b: TermId) -> TermId {
        match self {
            Number::Bits(_) => terms.bv_sub(a, b),
            _ => terms.sub(a, b),
        }
    }
    pub fn plus(self, terms: &mut Terms, a: TermId, value: i128) -> TermId {
        let value = self.value(terms, value);
        self.add(terms, a, value)
    }
    pub fn le(self, terms: &mut Terms, a: TermId, b: TermId) -> TermId {
        match self {
            Number::Bits(_) => terms.bv_sle(a, b),
            _ => terms.le(a, b),
        }
    }
    pub fn lt(self, terms: &mut Terms, a: TermId, b: TermId) -> TermId {
        let other = self.le(terms, b, a);
        terms.not(other)
    }
    pub fn is(self, terms: &mut Terms, a: TermId, value: i128) -> TermId {
        let value = self.value(terms, value);
        terms.eq(a, value)
    }
    pub fn at_most(self, terms: &mut Terms, a: TermId, value: i128) -> TermId {
        let value = self.value(terms, value);
        self.le(terms, a, value)
    }
    pub fn at_least(self, terms: &mut Terms, a: TermId, value: i128) -> TermId {
        let value = self.value(terms, value);
        self.le(terms, value, a)
    }
}
