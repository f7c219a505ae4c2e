//! Against Rust's own arithmetic, and against numbers worked out by hand.

use super::*;
use crate::types::FloatKind;
use proptest::prelude::*;

const fn int(bits: u32, signed: bool) -> Scalar {
    Scalar::Int { bits, signed }
}
const INT: Scalar = int(32, true);
const F32: Scalar = Scalar::Float(FloatKind::Float);
const F64: Scalar = Scalar::Float(FloatKind::Double);
const X87: Scalar = Scalar::Float(FloatKind::LongDouble);
const F128: Scalar = Scalar::Float(FloatKind::Float128);

fn of_f64(x: f64) -> Value {
    Value(u128::from(x.to_bits()))
}
fn to_f64(x: Value) -> f64 {
    f64::from_bits(x.0 as u64)
}
fn value(op: BinaryOp, x: Value, y: Value, of: Scalar, to: Scalar) -> Value {
    binary(op, x, y, of, of, to).unwrap().value
}

/// Numbers that sit on edges more often than chance would have them.
fn edgy() -> impl Strategy<Value = i128> {
    prop_oneof![
        any::<i128>(),
        (-3i128..4),
        (0u32..128, -2i128..3).prop_map(|(shift, off)| (1i128 << shift).wrapping_add(off)),
        (0u32..128, -2i128..3).prop_map(|(shift, off)| (-1i128 << shift).wrapping_add(off)),
    ]
}

macro_rules! integers_agree {
    ($name:ident, $ty:ty, $signed:expr) => {
        proptest! {
            #[test]
            fn $name(x in edgy(), y in edgy()) {
                let (x, y) = (x as $ty, y as $ty);
                let of = int(<$ty>::BITS, $signed);
                let pack = |x: $ty| Value::truncated(x as u128, <$ty>::BITS);
                let check = |op, wrapped: $ty, overflow: bool| {
                    let outcome = binary(op, pack(x), pack(y), of, of, of).unwrap();
                    assert_eq!(outcome.value, pack(wrapped), "{x} {op:?} {y}");
                    assert_eq!(outcome.undefined == Some(Undefined::SignedOverflow), overflow && $signed, "{x} {op:?} {y}");
                };
                check(BinaryOp::Add, x.wrapping_add(y), x.checked_add(y).is_none());
                check(BinaryOp::Sub, x.wrapping_sub(y), x.checked_sub(y).is_none());
                check(BinaryOp::Mul, x.wrapping_mul(y), x.checked_mul(y).is_none());
                check(BinaryOp::And, x & y, false);
                check(BinaryOp::Or, x | y, false);
                check(BinaryOp::Xor, x ^ y, false);
                let stops = if y == 0 { Some(Undefined::DivisionByZero) }
                    else { x.checked_div(y).is_none().then_some(Undefined::DivisionOverflow) };
                if let Some(why) = stops {
                    for op in [BinaryOp::Div, BinaryOp::Rem] {
                        assert_eq!(binary(op, pack(x), pack(y), of, of, of), Err(why));
                    }
                } else {
                    check(BinaryOp::Div, x.wrapping_div(y), false);
                    check(BinaryOp::Rem, x.wrapping_rem(y), false);
                }
                for (op, expected) in [
                    (BinaryOp::Eq, x == y), (BinaryOp::Ne, x != y), (BinaryOp::Lt, x < y),
                    (BinaryOp::Le, x <= y), (BinaryOp::Gt, x > y), (BinaryOp::Ge, x >= y),
                ] {
                    assert_eq!(value(op, pack(x), pack(y), of, INT), truth(expected), "{x} {op:?} {y}");
                }
                let amount = Value::truncated(y as u128 & u128::from(<$ty>::BITS - 1), 32);
                let by = amount.0 as u32;
                let left = binary(BinaryOp::Shl, pack(x), amount, of, INT, of).unwrap();
                assert_eq!(left.value, pack(x.wrapping_shl(by)));
                let lossless = x >= 0 as $ty && x.wrapping_shl(by) >> by == x;
                assert_eq!(left.undefined == Some(Undefined::ShiftOfNegative), $signed && !lossless, "{x} << {by}");
                assert_eq!(value(BinaryOp::Shr, pack(x), pack(by as $ty), of, of), pack(x >> by));
                let one = |op, to| unary(op, pack(x), of, to).map(|o| o.value);
                assert_eq!(one(UnaryOp::Neg, of), Ok(pack(x.wrapping_neg())));
                assert_eq!(one(UnaryOp::BitNot, of), Ok(pack(!x)));
                assert_eq!(one(UnaryOp::ByteSwap, of), Ok(pack(x.swap_bytes())));
                assert_eq!(one(UnaryOp::PopCount, INT), Ok(Value(u128::from(x.count_ones()))));
                if x == 0 {
                    assert_eq!(one(UnaryOp::CountLeadingZeros, INT), Err(Undefined::CountOfZero));
                } else {
                    assert_eq!(one(UnaryOp::CountLeadingZeros, INT), Ok(Value(u128::from(x.leading_zeros()))));
                    assert_eq!(one(UnaryOp::CountTrailingZeros, INT), Ok(Value(u128::from(x.trailing_zeros()))));
                }
                assert_eq!(cast(pack(x), of, int(128, true)).value.0, x as i128 as u128);
                assert_eq!(cast(pack(x), of, int(16, false)).value.0, u128::from(x as u16));
                assert_eq!(cast(pack(x), of, Scalar::Bool).value, truth(x != 0));
                assert_eq!(cast(pack(x), of, F64).value, of_f64(x as f64));
                assert_eq!(cast(pack(x), of, F32).value, Value(u128::from((x as f32).to_bits())));
            }
        }
    };
}
integers_agree!(signed_8, i8, true);
integers_agree!(signed_16, i16, true);
integers_agree!(signed_32, i32, true);
integers_agree!(signed_64, i64, true);
integers_agree!(signed_128, i128, true);
integers_agree!(unsigned_8, u8, false);
integers_agree!(unsigned_32, u32, false);
integers_agree!(unsigned_64, u64, false);
integers_agree!(unsigned_128, u128, false);

fn doubles() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<u64>().prop_map(f64::from_bits),
        any::<i32>().prop_map(f64::from),
        (-1000i32..1000).prop_map(|x| f64::from(x) / 8.0),
        Just(0.0),
        Just(-0.0),
        Just(f64::INFINITY),
        Just(f64::NAN),
        Just(f64::MIN_POSITIVE / 8.0),
    ]
}

fn same(x: f64, y: f64) -> bool {
    x.to_bits() == y.to_bits() || x.is_nan() && y.is_nan()
}

proptest! {
    /// The software formats agree with the machine: an operation on doubles done in binary128 and rounded once more is
    /// exact for these (binary128 has more than twice the digits).
    #[test]
    fn wide_formats_round_like_the_machine(x in doubles(), y in doubles()) {
        for op in [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div] {
            let native = value(op, of_f64(x), of_f64(y), F64, F64);
            let wide = |x: f64| cast(of_f64(x), F64, F128).value;
            let narrowed = cast(value(op, wide(x), wide(y), F128, F128), F128, F64).value;
            // A subnormal result may round twice.
            if !to_f64(native).is_normal() && to_f64(native).is_finite() { continue; }
            assert!(same(to_f64(native), to_f64(narrowed)), "{x} {op:?} {y}: {native:?} {narrowed:?}");
        }
    }

    #[test]
    fn square_roots_agree(x in doubles()) {
        for kind in [X87, F128] {
            let wide = cast(of_f64(x), F64, kind).value;
            let root = unary(UnaryOp::FloatSqrt, wide, kind, kind).unwrap().value;
            // Twice rounded is once rounded for square roots of doubles in formats this wide.
            if kind == F128 {
                assert!(same(to_f64(cast(root, kind, F64).value), x.sqrt()), "{x}");
            }
            // Squares come back.
            let small = f64::from(x as i32);
            let square = cast(of_f64(small * small), F64, kind).value;
            let back = unary(UnaryOp::FloatSqrt, square, kind, kind).unwrap().value;
            assert_eq!(to_f64(cast(back, kind, F64).value), small.abs());
        }
    }

    #[test]
    fn float_to_integer_agrees(x in doubles()) {
        for (bits, signed) in [(8, true), (8, false), (32, true), (32, false), (64, true), (64, false), (128, true)] {
            let outcome = cast(of_f64(x), F64, int(bits, signed));
            let wide = cast(cast(of_f64(x), F64, X87).value, X87, int(bits, signed));
            assert_eq!(outcome, wide, "{x}");
            let exact = x.trunc();
            if outcome.undefined.is_none() {
                let back = if signed { outcome.value.as_signed(bits) as f64 } else { outcome.value.0 as f64 };
                assert_eq!(back, exact);
            } else {
                let (low, high) = if signed { (-2f64.powi(bits as i32 - 1), 2f64.powi(bits as i32 - 1)) } else { (0.0, 2f64.powi(bits as i32)) };
                assert!(!(exact >= low && exact < high), "{x} to {bits} {signed}");
            }
        }
    }

    #[test]
    fn rounding_agrees(x in doubles()) {
        for (op, native) in [
            (UnaryOp::FloatFloor, x.floor()), (UnaryOp::FloatCeil, x.ceil()), (UnaryOp::FloatTrunc, x.trunc()),
            (UnaryOp::FloatRound, x.round()), (UnaryOp::FloatRoundEven, x.round_ties_even()),
        ] {
            for kind in [F64, X87, F128] {
                let result = unary(op, cast(of_f64(x), F64, kind).value, kind, kind).unwrap().value;
                assert!(same(to_f64(cast(result, kind, F64).value), native), "{op:?} {x}");
            }
        }
    }

    #[test]
    fn remainders_agree(x in doubles(), y in doubles()) {
        for kind in [X87, F128] {
            let wide = |x: f64| cast(of_f64(x), F64, kind).value;
            let result = value(BinaryOp::FloatRem, wide(x), wide(y), kind, kind);
            assert!(same(to_f64(cast(result, kind, F64).value), x % y), "fmod({x}, {y})");
        }
    }

    #[test]
    fn ieee_remainder_is_the_nearest(x in -100_000i32..100_000, y in 1i32..1000) {
        let result = to_f64(value(BinaryOp::FloatRemainder, of_f64(f64::from(x)), of_f64(f64::from(y)), F64, F64));
        let mut expected = x.rem_euclid(y);
        let quotient = x.div_euclid(y);
        if 2 * expected > y || 2 * expected == y && quotient % 2 != 0 { expected -= y; }
        assert_eq!(result, f64::from(expected));
    }

    #[test]
    fn shortest_text_reads_back(x in doubles()) {
        prop_assume!(x.is_finite() && x.is_sign_positive());
        for (kind, scalar) in [(FloatKind::Float, F32), (FloatKind::Double, F64), (FloatKind::LongDouble, X87), (FloatKind::Float128, F128)] {
            let v = cast(of_f64(x), F64, scalar).value;
            let text = format_value(v, scalar);
            if text != "inf" {
                assert_eq!(parse_float(&text, kind), Some(v), "{text}");
            }
        }
    }

    #[test]
    fn parsing_never_panics(text in "[0-9a-fA-FxXpPeE.+-]{0,20}") {
        for kind in [FloatKind::Float, FloatKind::Double, FloatKind::LongDouble, FloatKind::Float128] {
            let _ = parse_float(&text, kind);
        }
    }
}

#[test]
fn literals() {
    let d = |text| parse_float(text, FloatKind::Double).map(to_f64);
    assert_eq!(d("1."), Some(1.0));
    assert_eq!(d(".5e1"), Some(5.0));
    assert_eq!(d("0x1.8p3"), Some(12.0));
    assert_eq!(d("0X.8P+1"), Some(1.0));
    assert_eq!(d("1e999999999999999999999"), Some(f64::INFINITY));
    assert_eq!(d("0x1p-99999999999"), Some(0.0));
    assert_eq!(d("0e99999999999"), Some(0.0));
    for bad in ["", ".", "1e", "0x1.8", "inf", "nan", "1.5f", "0x", "0xp1", "1e+", "+1", "1_0"] {
        assert_eq!(d(bad), None, "{bad}");
    }
    // 0.1 in the x87 format: 0x3ffb cccccccccccccccd.
    assert_eq!(parse_float("0.1", FloatKind::LongDouble), Some(Value(0x3ffb_cccc_cccc_cccc_cccd)));
    assert_eq!(parse_float("0.1", FloatKind::Float), Some(Value(0x3dcc_cccd)));
    // sqrt(2) in binary128 and x87.
    let two = parse_float("2", FloatKind::Float128).unwrap();
    let root = unary(UnaryOp::FloatSqrt, two, F128, F128).unwrap().value;
    assert_eq!(root, Value(0x3fff_6a09_e667_f3bc_c908_b2fb_1366_ea95));
    let two = parse_float("2", FloatKind::LongDouble).unwrap();
    assert_eq!(unary(UnaryOp::FloatSqrt, two, X87, X87).unwrap().value, Value(0x3fff_b504_f333_f9de_6484));
}

#[test]
fn odd_corners() {
    let max = Value(i32::MAX as u128);
    assert_eq!(binary(BinaryOp::Shl, max, Value(32), INT, INT, INT).unwrap().undefined, Some(Undefined::ShiftAmount));
    let minus_one = Value::from_i128(-1, 32);
    assert_eq!(binary(BinaryOp::Shr, max, minus_one, INT, INT, INT).unwrap().undefined, Some(Undefined::ShiftAmount));
    assert_eq!(binary(BinaryOp::Add, Value(0), Value(0), F64, F64, F64).unwrap().value, Value(0));
    assert_eq!(unary(UnaryOp::BitNot, Value(0), F64, F64), Err(Undefined::NotApplicable));
    assert_eq!(binary(BinaryOp::Rem, Value(1), Value(1), F64, F64, F64), Err(Undefined::NotApplicable));
    assert_eq!(cast(of_f64(1e10), F64, INT), Evaluated::undefined(Value(0x8000_0000), Undefined::FloatToInteger));
    assert_eq!(cast(of_f64(-0.5), F64, int(8, false)), Value(0).into());
    assert!(!is_true(of_f64(-0.0), F64) && is_true(of_f64(f64::NAN), F64));
    assert_eq!(format_value(minus_one, INT), "-1");
    assert_eq!(format_value(Value(0x1000), Scalar::Pointer { bits: 32 }), "0x1000");
    // A pseudo-denormal and an unnormal of the x87.
    assert_eq!(value(BinaryOp::Add, Value(1 << 63), Value(0), X87, X87), Value(1 << 64 | 1 << 63));
    assert_eq!(unary(UnaryOp::FloatIsNan, Value(0x4000 << 64), X87, INT).unwrap().value, Value(1));
}
