//! Floating-point arithmetic in software, by LLVM's APFloat in Rust (`rustc_apfloat`); the square root, which that
//! lacks, digit by digit.
//!
//! Bit patterns that the x87 does not make itself (an explicit integer bit that contradicts the exponent) are read as
//! the processor reads them since the 80387: pseudo-denormals as numbers, all others as NaN.

use crate::expr::{BinaryOp, UnaryOp};
use crate::types::FloatKind;
use crate::value::Value;
use rustc_apfloat::ieee::{Double, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Category, Float, FloatConvert, Round};
use std::cmp::Ordering;

/// Formats that are read from bits; only the x87's has patterns to sort out first.
pub(super) trait Format: Float {
    /// The number behind the bits.
    fn read(bits: u128) -> Self {
        Self::from_bits(bits)
    }
}
impl Format for Single {}
impl Format for Double {}
impl Format for Quad {}
impl Format for X87DoubleExtended {
    fn read(bits: u128) -> Self {
        let integer_bit = bits >> 63 & 1 == 1;
        match (bits >> 64 & 0x7fff, integer_bit) {
            // A pseudo-denormal has the value of the normal number with exponent 1.
            (0, true) => Self::from_bits(bits | 1 << 64),
            (0, false) | (1.., true) => Self::from_bits(bits),
            (1.., false) => Self::NAN,
        }
    }
}

fn pack<F: Format>(x: F) -> Value {
    Value(if x.is_nan() { F::qnan(None).to_bits() } else { x.to_bits() })
}

fn truth(condition: bool) -> Option<Value> {
    Some(Value(u128::from(condition)))
}

pub(super) fn unary<F: Format>(op: UnaryOp, x: u128) -> Option<Value> {
    let x = F::read(x);
    let rounded = |round| Some(pack(x.round_to_integral(round).value));
    match op {
        UnaryOp::FloatSqrt => Some(pack(square_root(x))),
        UnaryOp::FloatFloor => rounded(Round::TowardNegative),
        UnaryOp::FloatCeil => rounded(Round::TowardPositive),
        UnaryOp::FloatTrunc => rounded(Round::TowardZero),
        UnaryOp::FloatRound => rounded(Round::NearestTiesToAway),
        UnaryOp::FloatRoundEven => rounded(Round::NearestTiesToEven),
        UnaryOp::FloatIsNan => truth(x.is_nan()),
        UnaryOp::FloatIsInf => truth(x.is_infinite()),
        UnaryOp::FloatIsFinite => truth(x.is_finite()),
        UnaryOp::FloatIsNormal => truth(x.is_normal()),
        _ => None,
    }
}

pub(super) fn binary<F: Format>(op: BinaryOp, x: u128, y: u128) -> Option<Value> {
    let (x, y) = (F::read(x), F::read(y));
    let order = x.partial_cmp(&y);
    match op {
        BinaryOp::Add => Some(pack((x + y).value)),
        BinaryOp::Sub => Some(pack((x - y).value)),
        BinaryOp::Mul => Some(pack((x * y).value)),
        BinaryOp::Div => Some(pack((x / y).value)),
        BinaryOp::FloatRem => Some(pack(x.c_fmod(y).value)),
        BinaryOp::FloatRemainder => Some(pack(x.ieee_rem(y).value)),
        BinaryOp::Eq => truth(order == Some(Ordering::Equal)),
        BinaryOp::Ne => truth(order != Some(Ordering::Equal)),
        BinaryOp::Lt => truth(order == Some(Ordering::Less)),
        BinaryOp::Le => truth(matches!(order, Some(Ordering::Less | Ordering::Equal))),
        BinaryOp::Gt => truth(order == Some(Ordering::Greater)),
        BinaryOp::Ge => truth(matches!(order, Some(Ordering::Greater | Ordering::Equal))),
        BinaryOp::FloatMin if order == Some(Ordering::Equal) => Some(pack(if x.is_negative() { x } else { y })),
        BinaryOp::FloatMax if order == Some(Ordering::Equal) => Some(pack(if x.is_negative() { y } else { x })),
        BinaryOp::FloatMin => Some(pack(x.min(y))),
        BinaryOp::FloatMax => Some(pack(x.max(y))),
        _ => None,
    }
}

pub(super) fn convert_to<F>(x: u128, to: FloatKind) -> Value
where
    F: Format + FloatConvert<Single> + FloatConvert<Double> + FloatConvert<X87DoubleExtended> + FloatConvert<Quad>,
{
    fn to_format<F: Format + FloatConvert<T>, T: Format>(x: F) -> Value {
        let mut loses_info = false;
        pack::<T>(x.convert(&mut loses_info).value)
    }
    let x = F::read(x);
    match to {
        FloatKind::Float => to_format::<F, Single>(x),
        FloatKind::Double => to_format::<F, Double>(x),
        FloatKind::LongDouble => to_format::<F, X87DoubleExtended>(x),
        FloatKind::Float128 => to_format::<F, Quad>(x),
    }
}

pub(super) fn to_integer<F: Format>(x: u128, bits: u32, signed: bool) -> Option<Value> {
    let truncated = F::read(x).round_to_integral(Round::TowardZero).value;
    if truncated.is_nan() {
        return None;
    }
    let width = bits.clamp(1, 128) as usize;
    let (value, status) = if signed {
        let result = truncated.to_i128(width);
        (result.value as u128, result.status)
    } else {
        let result = truncated.to_u128(width);
        (result.value, result.status)
    };
    (!status.contains(rustc_apfloat::Status::INVALID_OP)).then(|| Value::truncated(value, bits))
}

pub(super) fn from_integer<F: Format>(x: u128, signed: bool) -> Value {
    pack::<F>(if signed { F::from_i128(x as i128).value } else { F::from_u128(x).value })
}

/// The square root, correctly rounded: two digits more than the format holds, and the last one set when anything is
/// left of the radicand, decide the rounding of every format of up to 113 digits.
fn square_root<F: Format>(x: F) -> F {
    match x.category() {
        Category::NaN | Category::Zero => return x,
        _ if x.is_negative() => return F::NAN,
        Category::Infinity => return x,
        Category::Normal => {}
    }
    let precision = F::PRECISION as i32;
    let mut exponent = x.ilogb() - (precision - 1);
    let mut significand = x.scalbn(-exponent).to_u128(128).value;
    if exponent % 2 != 0 {
        significand <<= 1;
        exponent -= 1;
    }
    // One digit for a significand of odd length, one to round by, one to hold what is left.
    let digits = precision + 3;
    // The radicand is the significand followed by `shift` (an even number of) zeros, 2 * digits bits in all.
    let shift = 2 * digits - 2 * ((precision + 2) / 2);
    let (mut root, mut rest) = (0u128, 0u128);
    for step in (0..digits).rev() {
        let place = 2 * step - shift;
        rest = rest << 2 | if place >= 0 { significand >> place & 3 } else { 0 };
        root <<= 1;
        if rest > root << 1 {
            rest -= root << 1 | 1;
            root |= 1;
        }
    }
    F::from_u128(root | u128::from(rest != 0)).value.scalbn((exponent - shift) / 2)
}

pub(super) fn parse<F: Format>(text: &str) -> Option<Value> {
    F::from_str_r(text, Round::NearestTiesToEven).ok().map(|parsed| pack(parsed.value))
}

pub(super) fn format<F: Format>(x: u128) -> String {
    let x = F::read(x);
    match x.category() {
        Category::NaN => "NaN".to_string(),
        Category::Infinity if x.is_negative() => "-inf".to_string(),
        Category::Infinity => "inf".to_string(),
        Category::Zero if x.is_negative() => "-0.0".to_string(),
        Category::Zero => "0.0".to_string(),
        Category::Normal => {
            let text = x.to_string();
            if text.contains(['.', 'E', 'e']) { text } else { text + ".0" }
        }
    }
}
