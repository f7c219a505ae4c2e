//! Every operator of the formula is the interpreter's. A program reads inputs, pins them by assumptions, and computes; the
//! formula must agree with the interpreter on the only value that the result can have: `result == value` is feasible,
//! `result != value` is not. The inputs are pinned by constraints and not constants, so that the solver does the work.

use crate::build;

use build::{Build, steps_of};
use cairn_base::{Budget, CancelToken};
use cairn_feasibility::{Feasibility, check};
use cairn_interp::{Code, Interpreter, RecordedInputs};
use cairn_ir::types::{FloatKind, Scalar};
use cairn_ir::*;
use cairn_test_support::Random;
use cairn_test_support::terms::RandomNumbers;

const INTEGERS: [IntKind; 14] = [
    IntKind::Bool,
    IntKind::Char,
    IntKind::SChar,
    IntKind::UChar,
    IntKind::Short,
    IntKind::UShort,
    IntKind::Int,
    IntKind::UInt,
    IntKind::Long,
    IntKind::ULong,
    IntKind::LongLong,
    IntKind::ULongLong,
    IntKind::Int128,
    IntKind::UInt128,
];

/// An input with its value.
struct Known {
    expr: ExprId,
    bits: u128,
}

fn input(b: &mut Build, random: &mut Random, ty: TypeId) -> Known {
    let of = b.p.types.scalar(ty).unwrap();
    let bits = match of {
        Scalar::Bool => u128::from(random.below(2) == 0),
        Scalar::Float(kind) => float(random, kind),
        _ => random.bits(of.bits()),
    };
    let var = b.local("x", ty);
    b.havoc(var);
    let expr = b.p.var_value(var);
    Known { expr, bits }
}

/// A float that is often a small number.
fn float(random: &mut Random, kind: FloatKind) -> u128 {
    let small = [0.0, -0.0, 1.0, -1.0, 0.5, 1.5, -2.5, 3.0, 100.25, 1e10, f64::INFINITY, f64::NAN, 2147483648.0];
    let double = Scalar::Float(FloatKind::Double);
    if random.below(3) > 0 {
        let value = Value(u128::from(small[random.below(small.len())].to_bits()));
        return eval::cast(value, double, Scalar::Float(kind)).value.0;
    }
    match kind {
        FloatKind::LongDouble => {
            let value = Value(u128::from(random.word()));
            eval::cast(value, double, Scalar::Float(kind)).value.0
        }
        _ => random.bits(kind.bits()),
    }
}

/// Assumes that an expression has a value, by its bits.
fn pin(b: &mut Build, known: &Known, equal: bool) {
    let ty = b.p.type_of(known.expr);
    let of = b.p.types.scalar(ty).unwrap();
    let int = b.int();
    let (bits, constant) = match of {
        Scalar::Float(kind) => {
            let unsigned = match kind {
                FloatKind::Float => b.p.types.int(IntKind::UInt),
                FloatKind::Double => b.p.types.int(IntKind::ULongLong),
                _ => b.p.types.int(IntKind::UInt128),
            };
            let bits = b.p.exprs.expr(ExprKind::Unary(UnaryOp::FloatToBits, known.expr), unsigned);
            (bits, b.constant(known.bits, unsigned))
        }
        _ => (known.expr, b.constant(known.bits, ty)),
    };
    let cond = b.binary(BinaryOp::Eq, bits, constant, int);
    b.branch(cond, equal);
}

/// Whether the two continuations of one computation are what the interpreter says.
fn agree(
    what: &str,
    model: MachineModel,
    seed: u64,
    compute: impl Fn(&mut Build, &mut Random) -> (Vec<Known>, ExprId),
) {
    let program = |result: Option<(u128, bool)>| {
        let mut b = Build::new(model);
        let mut random = Random::new(seed);
        let (inputs, expr) = compute(&mut b, &mut random);
        for known in &inputs {
            pin(&mut b, known, true);
        }
        let ty = b.p.type_of(expr);
        let out = b.local("out", ty);
        b.assign_var(out, expr);
        if let Some((bits, equal)) = result {
            let expr = b.p.var_value(out);
            pin(&mut b, &Known { expr, bits }, equal);
        }
        let values: Vec<Value> = inputs.iter().map(|known| Value(known.bits)).collect();
        let (p, path) = b.finish();
        (p, path, values, out)
    };
    let (p, path, values, out) = program(None);
    let code = Code::new(&p);
    let mut run = Interpreter::new(&code, cairn_interp::InterpreterOptions::default());
    let mut given = RecordedInputs::of(values.iter().copied());
    let mut value = None;
    for step in &path {
        match run.step(&mut given) {
            Ok(taken) => assert_eq!(taken, *step, "{what}, seed {seed}: the interpreter leaves the path"),
            // Division by zero and the like.
            Err(_) => return,
        }
        value = run.variable(run.top(), out);
    }
    let Some(value) = value else { panic!("{what}, seed {seed}: no value") };
    let budget = Budget::unlimited(CancelToken::new());
    let (p, path, ..) = program(Some((value.0, true)));
    let code = Code::new(&p);
    match check(&code, &path, &budget).unwrap().0 {
        Feasibility::Feasible { inputs, .. } => {
            let (steps, _) = steps_of(&code, &mut inputs.clone());
            assert_eq!(steps[..path.len()], path[..], "{what}, seed {seed}: replay of {inputs:?}");
        }
        other => panic!("{what}, seed {seed}, {values:?}: {value:?} is {other:?}"),
    }
    let (p, path, ..) = program(Some((value.0, false)));
    match check(&Code::new(&p), &path, &budget).unwrap().0 {
        Feasibility::Infeasible { prefix } => assert_eq!(prefix, path.len(), "{what}, seed {seed}"),
        other => panic!("{what}, seed {seed}, {values:?}: another value than {value:?} is {other:?}"),
    }
}

fn model(seed: u64) -> MachineModel {
    if seed.is_multiple_of(2) { MachineModel::Ilp32 } else { MachineModel::Lp64 }
}

#[test]
fn integer_operators() {
    use BinaryOp::*;
    let binary = [Add, Sub, Mul, Div, Rem, Shl, Shr, And, Or, Xor, Eq, Ne, Lt, Le, Gt, Ge];
    let unary = [
        UnaryOp::Neg,
        UnaryOp::BitNot,
        UnaryOp::LogicalNot,
        UnaryOp::PopCount,
        UnaryOp::CountLeadingZeros,
        UnaryOp::CountTrailingZeros,
        UnaryOp::ByteSwap,
    ];
    for seed in 0..250 {
        agree("integers", model(seed), seed, |b, random| {
            let wide = random.below(4) == 0;
            let kind = INTEGERS[6 + random.below(if wide { 8 } else { 6 })];
            let ty = b.p.types.int(kind);
            let int = b.int();
            let x = input(b, random, ty);
            if random.below(3) == 0 {
                let op = unary[random.below(unary.len())];
                let to = if matches!(op, UnaryOp::Neg | UnaryOp::BitNot | UnaryOp::ByteSwap) { ty } else { int };
                let expr = b.p.exprs.expr(ExprKind::Unary(op, x.expr), to);
                return (vec![x], expr);
            }
            let op = binary[random.below(binary.len())];
            let other = if matches!(op, Shl | Shr) { int } else { ty };
            let y = input(b, random, other);
            let to = if op.is_comparison() { int } else { ty };
            let expr = b.binary(op, x.expr, y.expr, to);
            (vec![x, y], expr)
        });
    }
}

#[test]
fn conversions() {
    let floats = [FloatKind::Float, FloatKind::Double, FloatKind::LongDouble, FloatKind::Float128];
    for seed in 0..150 {
        agree("conversions", model(seed), seed, |b, random| {
            let any = |b: &mut Build, random: &mut Random| match random.below(3) {
                0 => b.p.types.float(floats[random.below(4)]),
                _ => b.p.types.int(INTEGERS[random.below(14)]),
            };
            let (from, to) = (any(b, random), any(b, random));
            let x = input(b, random, from);
            let expr = b.p.exprs.expr(ExprKind::Cast(x.expr), to);
            (vec![x], expr)
        });
    }
}

#[test]
fn float_operators() {
    use BinaryOp::*;
    let binary = [Add, Sub, Mul, Div, Eq, Ne, Lt, Le, Gt, Ge, FloatCopySign];
    let unary = [
        UnaryOp::Neg,
        UnaryOp::FloatAbs,
        UnaryOp::FloatFloor,
        UnaryOp::FloatCeil,
        UnaryOp::FloatTrunc,
        UnaryOp::FloatRound,
        UnaryOp::FloatRoundEven,
        UnaryOp::FloatIsNan,
        UnaryOp::FloatIsInf,
        UnaryOp::FloatIsFinite,
        UnaryOp::FloatIsNormal,
        UnaryOp::FloatSignBit,
        UnaryOp::LogicalNot,
    ];
    for seed in 0..70 {
        agree("floats", model(seed), seed, |b, random| {
            let kinds = [FloatKind::Float, FloatKind::Float, FloatKind::Double, FloatKind::LongDouble];
            let ty = b.p.types.float(kinds[random.below(4)]);
            let int = b.int();
            let x = input(b, random, ty);
            if random.below(2) == 0 {
                let op = unary[random.below(unary.len())];
                let whole = !matches!(
                    op,
                    UnaryOp::FloatIsNan
                        | UnaryOp::FloatIsInf
                        | UnaryOp::FloatIsFinite
                        | UnaryOp::FloatIsNormal
                        | UnaryOp::FloatSignBit
                        | UnaryOp::LogicalNot
                );
                let expr = b.p.exprs.expr(ExprKind::Unary(op, x.expr), if whole { ty } else { int });
                return (vec![x], expr);
            }
            let op = binary[random.below(binary.len())];
            let y = input(b, random, ty);
            let to = if op.is_comparison() { int } else { ty };
            let expr = b.binary(op, x.expr, y.expr, to);
            (vec![x, y], expr)
        });
    }
}
