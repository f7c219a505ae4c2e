//! Exact decimal digits of binary floating values.
//!
//! A value is `mantissa * 2^exponent`, which has finitely many decimal digits: all of them are computed and rounded once,
//! to nearest, ties to even. `double` and the x87 format are the same then, and no digit is guessed.

use std::cmp::Ordering;

/// A magnitude, digit by digit: `digits` has the value of each, `point` of them are before the decimal point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Decimal {
    pub digits: Vec<u8>,
    pub point: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Parts {
    Infinite,
    Nan,
    /// `mantissa * 2^exponent`.
    Finite {
        mantissa: u64,
        exponent: i32,
    },
}

/// The sign and the parts of a `double`.
pub(crate) fn of_double(value: f64) -> (bool, Parts) {
    let bits = value.to_bits();
    let (exponent, fraction) = ((bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1));
    let parts = match (exponent, fraction) {
        (0x7ff, 0) => Parts::Infinite,
        (0x7ff, _) => Parts::Nan,
        (0, _) => Parts::Finite { mantissa: fraction, exponent: -1074 },
        _ => Parts::Finite { mantissa: fraction | 1 << 52, exponent: exponent - 1075 },
    };
    (value.is_sign_negative(), parts)
}

/// The sign and the parts of a value in the x87 format.
pub(crate) fn of_x87(bits: u128) -> (bool, Parts) {
    let (mantissa, top) = (bits as u64, (bits >> 64) as u16);
    let exponent = i32::from(top & 0x7fff);
    let parts = match (exponent, mantissa << 1) {
        (0x7fff, 0) => Parts::Infinite,
        (0x7fff, _) => Parts::Nan,
        _ => Parts::Finite { mantissa, exponent: exponent.max(1) - 16446 },
    };
    (top >> 15 != 0, parts)
}

/// Multiplies a number of limbs in base 2^32, the lowest first, and adds; what is carried out of the last limb.
fn multiply(limbs: &mut [u32], by: u32, plus: u32) -> u32 {
    let mut carry = u64::from(plus);
    for limb in limbs.iter_mut() {
        carry += u64::from(*limb) * u64::from(by);
        *limb = carry as u32;
        carry >>= 32;
    }
    carry as u32
}

impl Decimal {
    /// All digits of `mantissa * 2^exponent`; one before the point at least.
    pub fn exact(mantissa: u64, exponent: i32) -> Self {
        let shift = exponent.unsigned_abs() as usize;
        let mut limbs = vec![mantissa as u32, (mantissa >> 32) as u32, 0];
        let mut fraction = Vec::new();
        if exponent >= 0 {
            limbs.resize(3 + shift / 32 + 1, 0);
            let wide = u128::from(mantissa) << (shift % 32);
            limbs.fill(0);
            for part in 0..4 {
                if let Some(limb) = limbs.get_mut(shift / 32 + part) {
                    *limb = (wide >> (32 * part)) as u32;
                }
            }
        } else {
            // The bits below the point, at the top of their limbs.
            let count = shift.div_ceil(32);
            let mut below = vec![0u32; count];
            let up = count * 32 - shift;
            let whole = if shift < 64 { mantissa >> shift } else { 0 };
            let part = if shift < 64 { mantissa & ((1u64 << shift) - 1) } else { mantissa };
            let wide = u128::from(part) << up;
            for (at, limb) in below.iter_mut().enumerate().take(4) {
                *limb = (wide >> (32 * at)) as u32;
            }
            limbs = vec![whole as u32, (whole >> 32) as u32];
            let mut zeros = 0;
            while below[zeros..].iter().any(|limb| *limb != 0) {
                fraction.push(multiply(&mut below[zeros..], 10, 0) as u8);
                zeros += usize::from(below[zeros] == 0);
            }
        }
        let mut digits = Vec::new();
        while limbs.iter().any(|limb| *limb != 0) {
            let mut rest = 0u64;
            for limb in limbs.iter_mut().rev() {
                let value = rest << 32 | u64::from(*limb);
                *limb = (value / 1_000_000_000) as u32;
                rest = value % 1_000_000_000;
            }
            for _ in 0..9 {
                digits.push((rest % 10) as u8);
                rest /= 10;
            }
            while limbs.last() == Some(&0) {
                limbs.pop();
            }
        }
        while digits.last() == Some(&0) {
            digits.pop();
        }
        if digits.is_empty() {
            digits.push(0);
        }
        digits.reverse();
        let point = digits.len();
        digits.extend(fraction);
        Self { digits, point }
    }

    /// Rounded to so many digits, or filled with zeros. A carry may put one digit more before the point.
    pub fn rounded(mut self, count: usize) -> Self {
        if count >= self.digits.len() {
            self.digits.resize(count, 0);
            return self;
        }
        let rest = self.digits.split_off(count);
        let half = match rest[0].cmp(&5) {
            Ordering::Equal if rest[1..].iter().any(|digit| *digit != 0) => Ordering::Greater,
            order => order,
        };
        let is_odd = self.digits.last().is_some_and(|digit| digit % 2 == 1);
        if half == Ordering::Greater || half == Ordering::Equal && is_odd {
            let last = self.digits.iter().rposition(|digit| *digit != 9);
            match last {
                Some(at) => {
                    self.digits[at] += 1;
                    self.digits[at + 1..].fill(0);
                }
                None => {
                    self.digits.fill(0);
                    self.digits.insert(0, 1);
                    self.point += 1;
                }
            }
        }
        self
    }

    /// As `d.ddd` and a power of ten, with so many digits behind the point: the digits, and the power.
    pub fn scientific(self, behind: usize) -> (Vec<u8>, i32) {
        let Some(first) = self.digits.iter().position(|digit| *digit != 0) else { return (vec![0; behind + 1], 0) };
        let power = self.point as i32 - 1 - first as i32;
        let digits = self.digits[first..].to_vec();
        let rounded = Self { digits, point: 1 }.rounded(behind + 1);
        let carried = rounded.point as i32 - 1;
        (rounded.digits[..behind + 1].to_vec(), power + carried)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: f64, behind: usize) -> String {
        let (_, Parts::Finite { mantissa, exponent }) = of_double(value) else { return String::new() };
        let exact = Decimal::exact(mantissa, exponent);
        let count = exact.point + behind;
        let rounded = exact.rounded(count);
        let digits: String = rounded.digits.iter().map(|digit| char::from(b'0' + digit)).collect();
        format!("{}.{}", &digits[..rounded.point], &digits[rounded.point..])
    }

    #[test]
    fn digits_are_those_of_the_value() {
        for value in [0.0, 0.1, 0.5, 1.5, 2.5, 9.995, 123456.789, 1e22, 1e300, 5e-324, 2.2250738585072014e-308] {
            for behind in [1, 2, 6, 20] {
                assert_eq!(text(value, behind), format!("{value:.behind$}"), "{value} {behind}");
            }
        }
    }

    #[test]
    fn powers_of_ten() {
        let (_, Parts::Finite { mantissa, exponent }) = of_double(0.000_999_96) else { return };
        assert_eq!(Decimal::exact(mantissa, exponent).scientific(3), (vec![1, 0, 0, 0], -3));
    }
}
