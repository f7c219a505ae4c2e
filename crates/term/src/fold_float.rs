//! Floating-point operations on values, by `rustc_apfloat` (LLVM's arithmetic), which covers all four formats of C.
//!
//! x87's format there carries its integer bit explicitly; encodings here do not (see [`FloatFormat`]), so the two
//! conversions below add it and take it out.

use crate::sort::{FloatFormat, Sort};
use crate::term::{Rounding, TermOp};
use crate::value::{TermValue, mask, signed};
use rustc_apfloat::ieee::{Double, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};
use std::cmp::Ordering;

/// True for the operations of this module.
pub(crate) fn is_float(op: TermOp) -> bool {
    matches!(
        op,
        TermOp::FloatOfBits
            | TermOp::BitsOfFloat
            | TermOp::FloatNeg
            | TermOp::FloatAbs
            | TermOp::FloatAdd(_)
            | TermOp::FloatSub(_)
            | TermOp::FloatMul(_)
            | TermOp::FloatDiv(_)
            | TermOp::FloatSqrt(_)
            | TermOp::FloatRem
            | TermOp::FloatRound(_)
            | TermOp::FloatOfFloat(_)
            | TermOp::FloatOfSigned(_)
            | TermOp::FloatOfUnsigned(_)
            | TermOp::SignedOfFloat(_)
            | TermOp::UnsignedOfFloat(_)
            | TermOp::FloatEq
            | TermOp::FloatLt
            | TermOp::FloatLe
            | TermOp::FloatIsNan
            | TermOp::FloatIsInf
            | TermOp::FloatIsZero
            | TermOp::FloatIsNormal
    )
}

/// The value of a floating-point operation.
pub(crate) fn fold_float(op: TermOp, args: &[TermValue], sorts: &[Sort], sort: Sort) -> Option<TermValue> {
    match op {
        TermOp::FloatOfBits => return TermValue::of_bits(args.first()?.bits()?, sort),
        TermOp::BitsOfFloat => return TermValue::of_bits(args.first()?.bits()?, sort),
        TermOp::FloatOfSigned(rounding) => {
            let value = signed(args.first()?.bits()?, sorts.first()?.width());
            return from_signed(value, rounding, format(sort)?);
        }
        TermOp::FloatOfUnsigned(rounding) => return from_unsigned(args.first()?.bits()?, rounding, format(sort)?),
        _ => {}
    }
    match format(*sorts.first()?)? {
        FloatFormat::Single => on::<Single>(op, args, FloatFormat::Single, sort),
        FloatFormat::Double => on::<Double>(op, args, FloatFormat::Double, sort),
        FloatFormat::Extended => on::<X87DoubleExtended>(op, args, FloatFormat::Extended, sort),
        FloatFormat::Quad => on::<Quad>(op, args, FloatFormat::Quad, sort),
    }
}

fn format(sort: Sort) -> Option<FloatFormat> {
    match sort {
        Sort::Float(format) => Some(format),
        _ => None,
    }
}

fn round(rounding: Rounding) -> Round {
    match rounding {
        Rounding::NearestEven => Round::NearestTiesToEven,
        Rounding::NearestAway => Round::NearestTiesToAway,
        Rounding::Up => Round::TowardPositive,
        Rounding::Down => Round::TowardNegative,
        Rounding::Zero => Round::TowardZero,
    }
}

fn decode<F: Float>(bits: u128, format: FloatFormat) -> F {
    if format != FloatFormat::Extended {
        return F::from_bits(bits);
    }
    let fraction = bits & mask(63);
    let exponent = bits >> 63 & mask(15);
    let integer = u128::from(exponent != 0);
    F::from_bits((bits >> 63) << 64 | integer << 63 | fraction)
}

fn encode<F: Float>(value: F, format: FloatFormat) -> TermValue {
    let bits = value.to_bits();
    let bits = if format == FloatFormat::Extended { (bits >> 64) << 63 | bits & mask(63) } else { bits };
    TermValue::Float(format.canonical(bits))
}

fn from_signed(value: i128, rounding: Rounding, format: FloatFormat) -> Option<TermValue> {
    let mode = round(rounding);
    Some(match format {
        FloatFormat::Single => encode(Single::from_i128_r(value, mode).value, format),
        FloatFormat::Double => encode(Double::from_i128_r(value, mode).value, format),
        FloatFormat::Extended => encode(X87DoubleExtended::from_i128_r(value, mode).value, format),
        FloatFormat::Quad => encode(Quad::from_i128_r(value, mode).value, format),
    })
}

fn from_unsigned(value: u128, rounding: Rounding, format: FloatFormat) -> Option<TermValue> {
    let mode = round(rounding);
    Some(match format {
        FloatFormat::Single => encode(Single::from_u128_r(value, mode).value, format),
        FloatFormat::Double => encode(Double::from_u128_r(value, mode).value, format),
        FloatFormat::Extended => encode(X87DoubleExtended::from_u128_r(value, mode).value, format),
        FloatFormat::Quad => encode(Quad::from_u128_r(value, mode).value, format),
    })
}

fn on<F>(op: TermOp, args: &[TermValue], format: FloatFormat, sort: Sort) -> Option<TermValue>
where
    F: Float + FloatConvert<Single> + FloatConvert<Double> + FloatConvert<X87DoubleExtended> + FloatConvert<Quad>,
{
    let x: F = decode(args.first()?.bits()?, format);
    if let Some(second) = args.get(1) {
        let y: F = decode(second.bits()?, format);
        let order = x.partial_cmp(&y);
        return Some(match op {
            TermOp::FloatAdd(rounding) => encode(x.add_r(y, round(rounding)).value, format),
            TermOp::FloatSub(rounding) => encode(x.sub_r(y, round(rounding)).value, format),
            TermOp::FloatMul(rounding) => encode(x.mul_r(y, round(rounding)).value, format),
            TermOp::FloatDiv(rounding) => encode(x.div_r(y, round(rounding)).value, format),
            TermOp::FloatRem => encode(x.ieee_rem(y).value, format),
            TermOp::FloatEq => TermValue::Bool(order == Some(Ordering::Equal)),
            TermOp::FloatLt => TermValue::Bool(order == Some(Ordering::Less)),
            TermOp::FloatLe => TermValue::Bool(matches!(order, Some(Ordering::Less | Ordering::Equal))),
            _ => return None,
        });
    }
    Some(match op {
        TermOp::FloatNeg => encode(-x, format),
        TermOp::FloatAbs => encode(x.abs(), format),
        TermOp::FloatRound(rounding) => encode(x.round_to_integral(round(rounding)).value, format),
        TermOp::FloatSqrt(Rounding::NearestEven) => return square_root(args.first()?.bits()?, format),
        TermOp::FloatIsNan => TermValue::Bool(x.is_nan()),
        TermOp::FloatIsInf => TermValue::Bool(x.is_infinite()),
        TermOp::FloatIsZero => TermValue::Bool(x.is_zero()),
        TermOp::FloatIsNormal => TermValue::Bool(x.is_normal()),
        TermOp::FloatOfFloat(rounding) => convert(x, round(rounding), sort)?,
        TermOp::SignedOfFloat(rounding) => {
            let result = x.to_i128_r(sort.width() as usize, round(rounding), &mut false);
            if result.status.contains(rustc_apfloat::Status::INVALID_OP) {
                return None;
            }
            TermValue::BitVec(result.value as u128 & mask(sort.width()))
        }
        TermOp::UnsignedOfFloat(rounding) => {
            let result = x.to_u128_r(sort.width() as usize, round(rounding), &mut false);
            if result.status.contains(rustc_apfloat::Status::INVALID_OP) {
                return None;
            }
            TermValue::BitVec(result.value & mask(sort.width()))
        }
        _ => return None,
    })
}

fn convert<F>(x: F, mode: Round, sort: Sort) -> Option<TermValue>
where
    F: FloatConvert<Single> + FloatConvert<Double> + FloatConvert<X87DoubleExtended> + FloatConvert<Quad>,
{
    let mut lost = false;
    Some(match format(sort)? {
        to @ FloatFormat::Single => encode(FloatConvert::<Single>::convert_r(x, mode, &mut lost).value, to),
        to @ FloatFormat::Double => encode(FloatConvert::<Double>::convert_r(x, mode, &mut lost).value, to),
        to @ FloatFormat::Extended => {
            encode(FloatConvert::<X87DoubleExtended>::convert_r(x, mode, &mut lost).value, to)
        }
        to @ FloatFormat::Quad => encode(FloatConvert::<Quad>::convert_r(x, mode, &mut lost).value, to),
    })
}

/// The machine's square root is correctly rounded to nearest even in the two formats that it has.
fn square_root(bits: u128, format: FloatFormat) -> Option<TermValue> {
    match format {
        FloatFormat::Single => {
            let root = f32::from_bits(bits as u32).sqrt();
            Some(TermValue::Float(format.canonical(u128::from(root.to_bits()))))
        }
        FloatFormat::Double => {
            let root = f64::from_bits(bits as u64).sqrt();
            Some(TermValue::Float(format.canonical(u128::from(root.to_bits()))))
        }
        FloatFormat::Extended | FloatFormat::Quad => None,
    }
}
