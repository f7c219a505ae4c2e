//! SMT-LIB's names of operations: one table for printing, parsing and the portable form.

use crate::term::{Op, Rounding};

/// Operations whose text is a name and the arguments. Those that round stand here with one mode for all.
const NAMES: [(&str, Op); 51] = [
    ("not", Op::Not),
    ("and", Op::And),
    ("or", Op::Or),
    ("ite", Op::Ite),
    ("=", Op::Eq),
    ("bvnot", Op::BvNot),
    ("bvneg", Op::BvNeg),
    ("bvadd", Op::BvAdd),
    ("bvsub", Op::BvSub),
    ("bvmul", Op::BvMul),
    ("bvudiv", Op::BvUDiv),
    ("bvsdiv", Op::BvSDiv),
    ("bvurem", Op::BvURem),
    ("bvsrem", Op::BvSRem),
    ("bvshl", Op::BvShl),
    ("bvlshr", Op::BvLShr),
    ("bvashr", Op::BvAShr),
    ("bvand", Op::BvAnd),
    ("bvor", Op::BvOr),
    ("bvxor", Op::BvXor),
    ("bvult", Op::BvULt),
    ("bvslt", Op::BvSLt),
    ("concat", Op::Concat),
    // Not standard, but two solvers know it; ours gives the canonical encoding of NaN.
    ("fp.to_ieee_bv", Op::BitsOfFloat),
    ("fp.neg", Op::FloatNeg),
    ("fp.abs", Op::FloatAbs),
    ("fp.add", Op::FloatAdd(Rounding::NearestEven)),
    ("fp.sub", Op::FloatSub(Rounding::NearestEven)),
    ("fp.mul", Op::FloatMul(Rounding::NearestEven)),
    ("fp.div", Op::FloatDiv(Rounding::NearestEven)),
    ("fp.sqrt", Op::FloatSqrt(Rounding::NearestEven)),
    ("fp.rem", Op::FloatRem),
    ("fp.roundToIntegral", Op::FloatRound(Rounding::NearestEven)),
    ("fp.eq", Op::FloatEq),
    ("fp.lt", Op::FloatLt),
    ("fp.leq", Op::FloatLe),
    ("fp.isNaN", Op::FloatIsNan),
    ("fp.isInfinite", Op::FloatIsInf),
    ("fp.isZero", Op::FloatIsZero),
    ("fp.isNormal", Op::FloatIsNormal),
    ("+", Op::Add),
    ("*", Op::Mul),
    ("<=", Op::Le),
    ("div", Op::IntDiv),
    ("mod", Op::IntMod),
    ("to_real", Op::ToReal),
    ("select", Op::Select),
    ("store", Op::Store),
    ("fp.to_sbv", Op::SignedOfFloat(Rounding::NearestEven)),
    ("fp.to_ubv", Op::UnsignedOfFloat(Rounding::NearestEven)),
    ("to_fp_unsigned", Op::FloatOfUnsigned(Rounding::NearestEven)),
];

const MODES: [(&str, &str, Rounding); 5] = [
    ("RNE", "roundNearestTiesToEven", Rounding::NearestEven),
    ("RNA", "roundNearestTiesToAway", Rounding::NearestAway),
    ("RTP", "roundTowardPositive", Rounding::Up),
    ("RTN", "roundTowardNegative", Rounding::Down),
    ("RTZ", "roundTowardZero", Rounding::Zero),
];

/// The name of an operation in the table.
pub(crate) fn op_name(op: Op) -> Option<&'static str> {
    let op = with_rounding(op, Rounding::NearestEven);
    NAMES.iter().find(|entry| entry.1 == op).map(|entry| entry.0)
}

/// The operation of a name in the table.
pub(crate) fn op_of_name(name: &str) -> Option<Op> {
    NAMES.iter().find(|entry| entry.0 == name).map(|entry| entry.1)
}

/// The rounding mode of an operation that has one.
pub(crate) fn rounding_of(op: Op) -> Option<Rounding> {
    match op {
        Op::FloatAdd(mode)
        | Op::FloatSub(mode)
        | Op::FloatMul(mode)
        | Op::FloatDiv(mode)
        | Op::FloatSqrt(mode)
        | Op::FloatRound(mode)
        | Op::FloatOfFloat(mode)
        | Op::FloatOfSigned(mode)
        | Op::FloatOfUnsigned(mode)
        | Op::SignedOfFloat(mode)
        | Op::UnsignedOfFloat(mode) => Some(mode),
        _ => None,
    }
}

/// The operation with another rounding mode, if it has one.
pub(crate) fn with_rounding(op: Op, mode: Rounding) -> Op {
    match op {
        Op::FloatAdd(_) => Op::FloatAdd(mode),
        Op::FloatSub(_) => Op::FloatSub(mode),
        Op::FloatMul(_) => Op::FloatMul(mode),
        Op::FloatDiv(_) => Op::FloatDiv(mode),
        Op::FloatSqrt(_) => Op::FloatSqrt(mode),
        Op::FloatRound(_) => Op::FloatRound(mode),
        Op::FloatOfFloat(_) => Op::FloatOfFloat(mode),
        Op::FloatOfSigned(_) => Op::FloatOfSigned(mode),
        Op::FloatOfUnsigned(_) => Op::FloatOfUnsigned(mode),
        Op::SignedOfFloat(_) => Op::SignedOfFloat(mode),
        Op::UnsignedOfFloat(_) => Op::UnsignedOfFloat(mode),
        _ => op,
    }
}

/// The short name of a rounding mode.
pub(crate) fn rounding_name(mode: Rounding) -> &'static str {
    MODES.iter().find(|entry| entry.2 == mode).map_or("RNE", |entry| entry.0)
}

/// The rounding mode of a short or long name.
pub(crate) fn rounding_of_name(name: &str) -> Option<Rounding> {
    MODES.iter().find(|entry| entry.0 == name || entry.1 == name).map(|entry| entry.2)
}
