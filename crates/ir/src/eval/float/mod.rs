//! Floating-point operators in the type's own format, rounding to nearest, ties to even.
//!
//! binary32 and binary64 go to the machine ([`native`]), the x87 extended format and binary128 to software ([`soft`]).
//! Both halves offer the same functions, which work on bits.

mod native;
mod soft;

use crate::expr::{BinaryOp, UnaryOp};
use crate::types::FloatKind;
use crate::value::{Value, mask};
use rustc_apfloat::ieee::{Double, Quad, Single, X87DoubleExtended};

/// The sign bit of a format.
pub(super) const fn sign_bit(kind: FloatKind) -> u128 {
    1 << (kind.bits() - 1)
}

/// The operators that only look at or move bits are done here, for all formats at once.
pub(super) fn unary(op: UnaryOp, x: Value, kind: FloatKind) -> Option<Value> {
    match op {
        UnaryOp::Neg => return Some(Value(x.0 ^ sign_bit(kind))),
        UnaryOp::FloatAbs => return Some(Value(x.0 & !sign_bit(kind) & mask(kind.bits()))),
        UnaryOp::FloatSignBit => return Some(Value(u128::from(x.0 & sign_bit(kind) != 0))),
        _ => {}
    }
    match kind {
        FloatKind::Float => native::unary_f32(op, x.0 as u32),
        FloatKind::Double => native::unary_f64(op, x.0 as u64),
        FloatKind::LongDouble => soft::unary::<X87DoubleExtended>(op, x.0),
        FloatKind::Float128 => soft::unary::<Quad>(op, x.0),
    }
}

pub(super) fn binary(op: BinaryOp, x: Value, y: Value, kind: FloatKind) -> Option<Value> {
    match op {
        BinaryOp::FloatCopySign => {
            return Some(Value(x.0 & !sign_bit(kind) & mask(kind.bits()) | y.0 & sign_bit(kind)));
        }
        // The machine has no IEEE remainder that Rust offers.
        BinaryOp::FloatRemainder => {
            return match kind {
                FloatKind::Float => soft::binary::<Single>(op, x.0, y.0),
                FloatKind::Double => soft::binary::<Double>(op, x.0, y.0),
                FloatKind::LongDouble => soft::binary::<X87DoubleExtended>(op, x.0, y.0),
                FloatKind::Float128 => soft::binary::<Quad>(op, x.0, y.0),
            };
        }
        _ => {}
    }
    match kind {
        FloatKind::Float => native::binary_f32(op, x.0 as u32, y.0 as u32),
        FloatKind::Double => native::binary_f64(op, x.0 as u64, y.0 as u64),
        FloatKind::LongDouble => soft::binary::<X87DoubleExtended>(op, x.0, y.0),
        FloatKind::Float128 => soft::binary::<Quad>(op, x.0, y.0),
    }
}

/// From one format to another.
pub(super) fn convert(x: Value, from: FloatKind, to: FloatKind) -> Value {
    match (from, to) {
        (FloatKind::Float, FloatKind::Double) => native::bits_f64(f64::from(f32::from_bits(x.0 as u32))),
        (FloatKind::Double, FloatKind::Float) => native::bits_f32(f64::from_bits(x.0 as u64) as f32),
        (FloatKind::Float, _) => soft::convert_to::<Single>(x.0, to),
        (FloatKind::Double, _) => soft::convert_to::<Double>(x.0, to),
        (FloatKind::LongDouble, _) => soft::convert_to::<X87DoubleExtended>(x.0, to),
        (FloatKind::Float128, _) => soft::convert_to::<Quad>(x.0, to),
    }
}

/// Toward zero; `None` when the integer type does not hold the result.
pub(super) fn to_integer(x: Value, kind: FloatKind, bits: u32, signed: bool) -> Option<Value> {
    match kind {
        FloatKind::Float => native::to_integer(f64::from(f32::from_bits(x.0 as u32)), bits, signed),
        FloatKind::Double => native::to_integer(f64::from_bits(x.0 as u64), bits, signed),
        FloatKind::LongDouble => soft::to_integer::<X87DoubleExtended>(x.0, bits, signed),
        FloatKind::Float128 => soft::to_integer::<Quad>(x.0, bits, signed),
    }
}

/// From an integer extended to 128 bits by its signedness.
pub(super) fn from_integer(x: u128, signed: bool, kind: FloatKind) -> Value {
    match (kind, signed) {
        (FloatKind::Float, true) => native::bits_f32(x as i128 as f32),
        (FloatKind::Float, false) => native::bits_f32(x as f32),
        (FloatKind::Double, true) => native::bits_f64(x as i128 as f64),
        (FloatKind::Double, false) => native::bits_f64(x as f64),
        (FloatKind::LongDouble, _) => soft::from_integer::<X87DoubleExtended>(x, signed),
        (FloatKind::Float128, _) => soft::from_integer::<Quad>(x, signed),
    }
}

pub(super) fn is_zero(x: Value, kind: FloatKind) -> bool {
    x.0 & mask(kind.bits()) & !sign_bit(kind) == 0
}

/// Decimal digits that read back as the same number.
pub(super) fn format(x: Value, kind: FloatKind) -> String {
    match kind {
        FloatKind::Float => format!("{:?}", f32::from_bits(x.0 as u32)),
        FloatKind::Double => format!("{:?}", f64::from_bits(x.0 as u64)),
        FloatKind::LongDouble => soft::format::<X87DoubleExtended>(x.0),
        FloatKind::Float128 => soft::format::<Quad>(x.0),
    }
}

/// Reads a literal that [`super::parse_float`] found well formed.
pub(super) fn parse(text: &str, hexadecimal: bool, kind: FloatKind) -> Option<Value> {
    match (kind, hexadecimal) {
        (FloatKind::Float, false) => text.parse().ok().map(native::bits_f32),
        (FloatKind::Double, false) => text.parse().ok().map(native::bits_f64),
        (FloatKind::Float, true) => soft::parse::<Single>(text),
        (FloatKind::Double, true) => soft::parse::<Double>(text),
        (FloatKind::LongDouble, _) => soft::parse::<X87DoubleExtended>(text),
        (FloatKind::Float128, _) => soft::parse::<Quad>(text),
    }
}
