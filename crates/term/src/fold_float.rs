//! Floating-point operations on values, by `rustc_apfloat` (LLVM's arithmetic), which covers all four formats of C.
//!
//! x87's format there carries its integer bit explicitly; encodings here do not (see [`FloatFormat`]), so the two
//! conversions below add it and take it out.

use crate::sort::{FloatFormat, Sort};
use crate::term::{Op, Rounding};
use crate::value::{Value, mask, signed};
use rustc_apfloat::ieee::{Double, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};
use std::cmp::Ordering;

/// True for the operations of this module.
pub(crate) fn is_float(op: Op) -> bool {
    matches!(
        op,
        Op::FloatOfBits
            | Op::BitsOfFloat
            | Op::FloatNeg
            | Op::FloatAbs
            | Op::FloatAdd(_)
            | Op::FloatSub(_)
            | Op::FloatMul(_)
            | Op::FloatDiv(_)
            | Op::FloatSqrt(_)
            | Op::FloatRem
            | Op::FloatRound(_)
            | Op::FloatOfFloat(_)
            | Op::FloatOfSigned(_)
            | Op::FloatOfUnsigned(_)
            | Op::SignedOfFloat(_)
            | Op::UnsignedOfFloat(_)
            | Op::FloatEq
            | Op::FloatLt
            | Op::FloatLe
            | Op::FloatIsNan
            | Op::FloatIsInf
            | Op::FloatIsZero
            | Op::FloatIsNormal
    )
}

/// The value of a floating-point operation.
pub(crate) fn fold_float(op: Op, args: &[Value], sorts: &[Sort], sort: Sort) -> Option<Value> {
    match op {
        Op::FloatOfBits => return Value::of_bits(args.first()?.bits()?, sort),
        Op::BitsOfFloat => return Value::of_bits(args.first()?.bits()?, sort),
        Op::FloatOfSigned(rounding) => {
            let value = signed(args.first()?.bits()?, sorts.first()?.width());
            return from_signed(value, rounding, format(sort)?);
        }
        Op::FloatOfUnsigned(rounding) => return from_unsigned(args.first()?.bits()?, rounding, format(sort)?),
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

fn encode<F: Float>(value: F, format: FloatFormat) -> Value {
    let bits = value.to_bits();
    let bits = if format == FloatFormat::Extended { (bits >> 64) << 63 | bits & mask(63) } else { bits };
    Value::Float(format.canonical(bits))
}

fn from_signed(value: i128, rounding: Rounding, format: FloatFormat) -> Option<Value> {
    let mode = round(rounding);
    Some(match format {
        FloatFormat::Single => encode(Single::from_i128_r(value, mode).value, format),
        FloatFormat::Double => encode(Double::from_i128_r(value, mode).value, format),
        FloatFormat::Extended => encode(X87DoubleExtended::from_i128_r(value, mode).value, format),
        FloatFormat::Quad => encode(Quad::from_i128_r(value, mode).value, format),
    })
}

fn from_unsigned(value: u128, rounding: Rounding, format: FloatFormat) -> Option<Value> {
    let mode = round(rounding);
    Some(match format {
        FloatFormat::Single => encode(Single::from_u128_r(value, mode).value, format),
        FloatFormat::Double => encode(Double::from_u128_r(value, mode).value, format),
        FloatFormat::Extended => encode(X87DoubleExtended::from_u128_r(value, mode).value, format),
        FloatFormat::Quad => encode(Quad::from_u128_r(value, mode).value, format),
    })
}

fn on<F>(op: Op, args: &[Value], format: FloatFormat, sort: Sort) -> Option<Value>
where
    F: Float + FloatConvert<Single> + FloatConvert<Double> + FloatConvert<X87DoubleExtended> + FloatConvert<Quad>,
{
    let x: F = decode(args.first()?.bits()?, format);
    if let Some(second) = args.get(1) {
        let y: F = decode(second.bits()?, format);
        let order = x.partial_cmp(&y);
        return Some(match op {
            Op::FloatAdd(rounding) => encode(x.add_r(y, round(rounding)).value, format),
            Op::FloatSub(rounding) => encode(x.sub_r(y, round(rounding)).value, format),
            Op::FloatMul(rounding) => encode(x.mul_r(y, round(rounding)).value, format),
            Op::FloatDiv(rounding) => encode(x.div_r(y, round(rounding)).value, format),
            Op::FloatRem => encode(x.ieee_rem(y).value, format),
            Op::FloatEq => Value::Bool(order == Some(Ordering::Equal)),
            Op::FloatLt => Value::Bool(order == Some(Ordering::Less)),
            Op::FloatLe => Value::Bool(matches!(order, Some(Ordering::Less | Ordering::Equal))),
            _ => return None,
        });
    }
    Some(match op {
        Op::FloatNeg => encode(-x, format),
        Op::FloatAbs => encode(x.abs(), format),
        Op::FloatRound(rounding) => encode(x.round_to_integral(round(rounding)).value, format),
        Op::FloatSqrt(Rounding::NearestEven) => return square_root(args.first()?.bits()?, format),
        Op::FloatIsNan => Value::Bool(x.is_nan()),
        Op::FloatIsInf => Value::Bool(x.is_infinite()),
        Op::FloatIsZero => Value::Bool(x.is_zero()),
        Op::FloatIsNormal => Value::Bool(x.is_normal()),
        Op::FloatOfFloat(rounding) => convert(x, round(rounding), sort)?,
        Op::SignedOfFloat(rounding) => {
            let result = x.to_i128_r(sort.width() as usize, round(rounding), &mut false);
            if result.status.contains(rustc_apfloat::Status::INVALID_OP) {
                return None;
            }
            Value::BitVec(result.value as u128 & mask(sort.width()))
        }
        Op::UnsignedOfFloat(rounding) => {
            let result = x.to_u128_r(sort.width() as usize, round(rounding), &mut false);
            if result.status.contains(rustc_apfloat::Status::INVALID_OP) {
                return None;
            }
            Value::BitVec(result.value & mask(sort.width()))
        }
        _ => return None,
    })
}

fn convert<F>(x: F, mode: Round, sort: Sort) -> Option<Value>
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
fn square_root(bits: u128, format: FloatFormat) -> Option<Value> {
    match format {
        FloatFormat::Single => {
            let root = f32::from_bits(bits as u32).sqrt();
            Some(Value::Float(format.canonical(u128::from(root.to_bits()))))
        }
        FloatFormat::Double => {
            let root = f64::from_bits(bits as u64).sqrt();
            Some(Value::Float(format.canonical(u128::from(root.to_bits()))))
        }
        FloatFormat::Extended | FloatFormat::Quad => None,
    }
}
