//! The sorts of terms.

use cairn_base::define_id;

define_id!(
    /// A sort of arrays, interned in a [`crate::Terms`].
    pub ArraySortId, "array"
);

/// The sort of a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Bit-vectors of 1 to 128 bits.
    BitVec(u32),
    /// IEEE 754 numbers with one NaN.
    Float(FloatFormat),
    /// Whole numbers.
    Int,
    /// Real numbers.
    Real,
    /// Total maps; see [`crate::Terms::array_sort`].
    Array(ArraySortId),
}

impl Sort {
    /// Width of a bit-vector; 0 for any other sort.
    pub const fn width(self) -> u32 {
        match self {
            Sort::BitVec(width) => width,
            _ => 0,
        }
    }
}

/// The formats of C's floating types. Constants are the bits of the interchange encoding, the leading significand bit
/// hidden: for [`FloatFormat::Extended`] that is 79 bits, x87's explicit integer bit taken out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum FloatFormat {
    /// binary32.
    Single,
    /// binary64.
    Double,
    /// x87's 64-bit significand.
    Extended,
    /// binary128.
    Quad,
}

impl FloatFormat {
    /// Bits of the exponent.
    pub const fn exponent(self) -> u32 {
        match self {
            FloatFormat::Single => 8,
            FloatFormat::Double => 11,
            FloatFormat::Extended | FloatFormat::Quad => 15,
        }
    }
    /// Bits of the significand, the hidden one counted.
    pub const fn significand(self) -> u32 {
        match self {
            FloatFormat::Single => 24,
            FloatFormat::Double => 53,
            FloatFormat::Extended => 64,
            FloatFormat::Quad => 113,
        }
    }
    /// Bits of the encoding.
    pub const fn bits(self) -> u32 {
        self.exponent() + self.significand()
    }
    /// The one NaN that constants use.
    pub const fn nan(self) -> u128 {
        self.infinity() | 1 << (self.significand() - 2)
    }
    /// Positive infinity.
    pub const fn infinity(self) -> u128 {
        ((1 << self.exponent()) - 1) << (self.significand() - 1)
    }
    /// The sign bit.
    pub const fn sign(self) -> u128 {
        1 << (self.bits() - 1)
    }
    /// True for an encoding of NaN.
    pub const fn is_nan(self, bits: u128) -> bool {
        bits & !self.sign() > self.infinity()
    }
    /// The encoding with every NaN made the one that constants use.
    pub const fn canonical(self, bits: u128) -> u128 {
        if self.is_nan(bits) { self.nan() } else { bits }
    }
}
