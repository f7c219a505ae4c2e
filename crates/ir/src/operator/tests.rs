//! The laws of the rows, against what [`crate::eval`] computes.

use super::*;
use crate::eval;
use crate::types::FloatKind;
use crate::value::{Value, mask};
use cairn_base::FastSet;

const INT: Scalar = Scalar::Int { bits: 32, signed: true };

/// The integers of some widths, pointers and `_Bool`.
fn integers() -> Vec<Scalar> {
    let widths = [1, 8, 16, 32, 64, 128];
    let ints = widths.into_iter().flat_map(|bits| [true, false].map(|signed| Scalar::Int { bits, signed }));
    ints.chain([Scalar::Pointer { bits: 64 }, Scalar::Pointer { bits: 32 }, Scalar::Bool]).collect()
}

fn floats() -> Vec<Scalar> {
    [FloatKind::Float, FloatKind::Double, FloatKind::LongDouble, FloatKind::Float128].map(Scalar::Float).to_vec()
}

/// Values of a type about which comparisons and arithmetic differ: around zero, the limits, a NaN.
fn samples(of: Scalar) -> Vec<Value> {
    let bits = of.bits();
    match of {
        Scalar::Float(_) => {
            let from = |x: f64| eval::cast(Value(u128::from(x.to_bits())), Scalar::Float(FloatKind::Double), of).value;
            [0.0, -0.0, 1.0, -1.5, 1e30, f64::INFINITY, f64::NEG_INFINITY, f64::NAN].map(from).to_vec()
        }
        Scalar::Bool => vec![Value(0), Value(1)],
        _ => {
            let half = 1u128 << (bits - 1);
            let all = [0, 1, 2, 5, half - 1, half, half.wrapping_add(1), mask(bits) - 1, mask(bits)];
            all.map(|x| Value::truncated(x, bits)).to_vec()
        }
    }
}

/// Truth of a comparison of two values of one type.
fn holds(op: BinaryOp, x: Value, y: Value, of: Scalar) -> bool {
    eval::binary(op, x, y, of, of, INT).map(|evaluated| evaluated.value) == Ok(Value(1))
}

fn pairs(of: Scalar) -> Vec<(Value, Value)> {
    samples(of).into_iter().flat_map(|x| samples(of).into_iter().map(move |y| (x, y))).collect()
}

fn comparisons() -> impl Iterator<Item = (BinaryOp, Comparison)> {
    BinaryOp::ALL.iter().filter_map(|op| op.comparison().map(|comparison| (*op, comparison)))
}

#[test]
fn a_negation_holds_where_the_comparison_does_not() {
    for of in integers().into_iter().chain(floats()) {
        for (op, _) in comparisons() {
            let Some(negated) = op.negated(of) else { continue };
            for (x, y) in pairs(of) {
                assert_ne!(holds(op, x, y, of), holds(negated, x, y, of), "{op:?} {of:?} {x:?} {y:?}");
            }
            assert_eq!(negated.negated(of), Some(op), "{op:?} {of:?}");
        }
    }
}

#[test]
fn only_ordered_comparisons_of_floats_have_no_negation() {
    for of in integers() {
        assert!(comparisons().all(|(op, comparison)| op.negated(of) == Some(comparison.negated().into())), "{of:?}");
    }
    for of in floats() {
        let nan = samples(of)[7];
        for (op, comparison) in comparisons() {
            // The candidate fails for a NaN, or it is the negation.
            let candidate: BinaryOp = comparison.negated().into();
            let fails = holds(op, nan, nan, of) == holds(candidate, nan, nan, of);
            assert_eq!(op.negated(of), (!fails).then_some(candidate), "{op:?} {of:?}");
        }
    }
}

#[test]
fn a_mirror_image_holds_of_the_operands_the_other_way_round() {
    for of in integers().into_iter().chain(floats()) {
        for (op, _) in comparisons() {
            let mirrored = op.mirrored().expect("a comparison");
            for (x, y) in pairs(of) {
                assert_eq!(holds(op, x, y, of), holds(mirrored, y, x, of), "{op:?} {of:?} {x:?} {y:?}");
            }
            assert_eq!(mirrored.mirrored(), Some(op), "{op:?}");
        }
    }
}

#[test]
fn comparisons_are_the_operators_of_their_name() {
    let found: Vec<Comparison> = comparisons().map(|(_, comparison)| comparison).collect();
    assert_eq!(found, Comparison::ALL);
    let signed = Scalar::Int { bits: 64, signed: true };
    for (op, comparison) in comparisons() {
        assert!(op.is_comparison());
        assert_eq!(BinaryOp::from(comparison), op);
        assert_eq!((comparison.negated().negated(), comparison.mirrored().mirrored()), (comparison, comparison));
        for (x, y) in pairs(signed) {
            let expected = holds(op, x, y, signed);
            assert_eq!(comparison.holds(x.as_signed(64), y.as_signed(64)), expected, "{op:?} {x:?} {y:?}");
        }
    }
    let others = BinaryOp::ALL.iter().filter(|op| !op.is_comparison());
    assert!(others.into_iter().all(|op| op.comparison().is_none() && op.negated(signed).is_none()));
}

/// Nothing else is undefined in evaluation, and each of them somewhere.
#[test]
fn what_may_be_undefined_is_what_evaluation_finds() {
    for op in BinaryOp::ALL {
        let row = op.row();
        let types = match row.typing {
            BinaryTyping::Arithmetic => [integers(), floats()].concat(),
            BinaryTyping::Integer | BinaryTyping::Shift => integers(),
            BinaryTyping::Float => floats(),
            BinaryTyping::Comparison | BinaryTyping::PointerStep | BinaryTyping::PointerDistance => continue,
        };
        let mut found = FastSet::default();
        for of in types {
            for (x, y) in pairs(of) {
                match eval::binary(*op, x, y, of, of, of) {
                    Ok(evaluated) => found.extend(evaluated.undefined),
                    Err(why) => _ = found.insert(why),
                }
            }
        }
        assert_eq!(found, row.undefined.iter().copied().collect(), "{op:?}");
    }
    for op in UnaryOp::ALL {
        let row = op.row();
        let (types, to) = match row.typing {
            UnaryTyping::Arithmetic => ([integers(), floats()].concat(), None),
            UnaryTyping::Integer => (integers(), None),
            UnaryTyping::Float => (floats(), None),
            UnaryTyping::AnyToInt => ([integers(), floats()].concat(), Some(INT)),
            UnaryTyping::IntegerToInt => (integers(), Some(INT)),
            UnaryTyping::FloatToInt => (floats(), Some(INT)),
            UnaryTyping::FloatToInteger => (vec![floats()[1]], Some(Scalar::Int { bits: 64, signed: false })),
            UnaryTyping::IntegerToFloat => {
                (vec![Scalar::Int { bits: 64, signed: false }], Some(Scalar::Float(FloatKind::Double)))
            }
        };
        let mut found = FastSet::default();
        for of in types {
            for x in samples(of) {
                match eval::unary(*op, x, of, to.unwrap_or(of)) {
                    Ok(evaluated) => found.extend(evaluated.undefined),
                    Err(why) => _ = found.insert(why),
                }
            }
        }
        assert_eq!(found, row.undefined.iter().copied().collect(), "{op:?}");
    }
}

#[test]
fn a_notation_says_which_operator_it_is() {
    let mut seen = FastSet::default();
    for op in BinaryOp::ALL {
        let row = op.row();
        // Of pointers C has the same signs, and their types say which is meant.
        let is_shared = matches!(row.typing, BinaryTyping::PointerStep | BinaryTyping::PointerDistance);
        let (Notation::Sign(text, _) | Notation::Call(text)) = row.notation;
        assert!(is_shared || seen.insert((text, true)), "{op:?}");
    }
    for op in UnaryOp::ALL {
        // `-` is written before one operand and between two.
        let (text, is_call) = match op.row().notation {
            Notation::Sign(text, _) => (text, false),
            Notation::Call(text) => (text, true),
        };
        assert!(seen.insert((text, is_call)), "{op:?}");
    }
}
