//! Rational numbers of 128-bit numerator and denominator: constants of sort `Real`, and coefficients of linear sums
//! (for `Int` with denominator 1). Every operation is checked: what does not fit is `None`, never wrapped, and the
//! caller leaves the term unfolded.

use std::cmp::Ordering;

/// A reduced fraction with a positive denominator, so that equal numbers are equal values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Rational {
    num: i128,
    den: i128,
}

#[expect(clippy::should_implement_trait, reason = "checked: an operator would have to panic or wrap")]
impl Rational {
    /// Zero.
    pub const ZERO: Rational = Rational { num: 0, den: 1 };
    /// One.
    pub const ONE: Rational = Rational { num: 1, den: 1 };
    /// Minus one.
    pub const MINUS_ONE: Rational = Rational { num: -1, den: 1 };

    /// `num / den`; `None` when the denominator is zero or the fraction does not fit.
    pub fn new(num: i128, den: i128) -> Option<Rational> {
        if den == 1 {
            return Some(Rational { num, den });
        }
        if den == 0 {
            return None;
        }
        let common = i128::try_from(gcd(num, den)).ok()?;
        let (num, den) = (num.checked_div(common)?, den.checked_div(common)?);
        if den < 0 {
            Some(Rational { num: num.checked_neg()?, den: den.checked_neg()? })
        } else {
            Some(Rational { num, den })
        }
    }
    /// The numerator, which has the sign.
    pub const fn num(self) -> i128 {
        self.num
    }
    /// The denominator, positive.
    pub const fn den(self) -> i128 {
        self.den
    }
    /// The number when it is whole.
    pub const fn whole(self) -> Option<i128> {
        if self.den == 1 { Some(self.num) } else { None }
    }
    /// True for zero.
    pub const fn is_zero(self) -> bool {
        self.num == 0
    }
    /// True below zero.
    pub const fn is_negative(self) -> bool {
        self.num < 0
    }
    /// The sum.
    pub fn add(self, other: Rational) -> Option<Rational> {
        if self.den == other.den {
            return Rational::new(self.num.checked_add(other.num)?, self.den);
        }
        let (a, b) = (self.num.checked_mul(other.den)?, other.num.checked_mul(self.den)?);
        Rational::new(a.checked_add(b)?, self.den.checked_mul(other.den)?)
    }
    /// The product.
    pub fn mul(self, other: Rational) -> Option<Rational> {
        Rational::new(self.num.checked_mul(other.num)?, self.den.checked_mul(other.den)?)
    }
    /// The number with the other sign.
    pub fn neg(self) -> Option<Rational> {
        Some(Rational { num: self.num.checked_neg()?, den: self.den })
    }
    /// One over it.
    pub fn inverse(self) -> Option<Rational> {
        Rational::new(self.den, self.num)
    }
    /// How it compares.
    pub fn compare(self, other: Rational) -> Option<Ordering> {
        if self.den == other.den {
            return Some(self.num.cmp(&other.num));
        }
        Some(self.num.checked_mul(other.den)?.cmp(&other.num.checked_mul(self.den)?))
    }
}

impl From<i128> for Rational {
    fn from(num: i128) -> Self {
        Rational { num, den: 1 }
    }
}

/// The greatest common divisor; that of zero and zero is zero.
pub fn gcd(a: i128, b: i128) -> u128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
