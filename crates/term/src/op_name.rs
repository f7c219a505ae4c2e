//! SMT-LIB's names of operations: one table for printing, parsing and the portable form.

use crate::term::{Rounding, TermOp};

/// Operations whose text is a name and the arguments. Those that round stand here with one mode for all.
const NAMES: [(&str, TermOp); 51] = [
    ("not", TermOp::Not),
    ("and", TermOp::And),
    ("or", TermOp::Or),
    ("ite", TermOp::Ite),
    ("=", TermOp::Eq),
    ("bvnot", TermOp::BvNot),
    ("bvneg", TermOp::BvNeg),
    ("bvadd", TermOp::BvAdd),
    ("bvsub", TermOp::BvSub),
    ("bvmul", TermOp::BvMul),
    ("bvudiv", TermOp::BvUDiv),
    ("bvsdiv", TermOp::BvSDiv),
    ("bvurem", TermOp::BvURem),
    ("bvsrem", TermOp::BvSRem),
    ("bvshl", TermOp::BvShl),
    ("bvlshr", TermOp::BvLShr),
    ("bvashr", TermOp::BvAShr),
    ("bvand", TermOp::BvAnd),
    ("bvor", TermOp::BvOr),
    ("bvxor", TermOp::BvXor),
    ("bvult", TermOp::BvULt),
    ("bvslt", TermOp::BvSLt),
    ("concat", TermOp::Concat),
    // Not standard, but two solvers know it; ours gives the canonical encoding of NaN.
    ("fp.to_ieee_bv", TermOp::BitsOfFloat),
    ("fp.neg", TermOp::FloatNeg),
    ("fp.abs", TermOp::FloatAbs),
    ("fp.add", TermOp::FloatAdd(Rounding::NearestEven)),
    ("fp.sub", TermOp::FloatSub(Rounding::NearestEven)),
    ("fp.mul", TermOp::FloatMul(Rounding::NearestEven)),
    ("fp.div", TermOp::FloatDiv(Rounding::NearestEven)),
    ("fp.sqrt", TermOp::FloatSqrt(Rounding::NearestEven)),
    ("fp.rem", TermOp::FloatRem),
    ("fp.roundToIntegral", TermOp::FloatRound(Rounding::NearestEven)),
    ("fp.eq", TermOp::FloatEq),
    ("fp.lt", TermOp::FloatLt),
    ("fp.leq", TermOp::FloatLe),
    ("fp.isNaN", TermOp::FloatIsNan),
    ("fp.isInfinite", TermOp::FloatIsInf),
    ("fp.isZero", TermOp::FloatIsZero),
    ("fp.isNormal", TermOp::FloatIsNormal),
    ("+", TermOp::Add),
    ("*", TermOp::Mul),
    ("<=", TermOp::Le),
    ("div", TermOp::IntDiv),
    ("mod", TermOp::IntMod),
    ("to_real", TermOp::ToReal),
    ("select", TermOp::Select),
    ("store", TermOp::Store),
    ("fp.to_sbv", TermOp::SignedOfFloat(Rounding::NearestEven)),
    ("fp.to_ubv", TermOp::UnsignedOfFloat(Rounding::NearestEven)),
    ("to_fp_unsigned", TermOp::FloatOfUnsigned(Rounding::NearestEven)),
];

const MODES: [(&str, &str, Rounding); 5] = [
    ("RNE", "roundNearestTiesToEven", Rounding::NearestEven),
    ("RNA", "roundNearestTiesToAway", Rounding::NearestAway),
    ("RTP", "roundTowardPositive", Rounding::Up),
    ("RTN", "roundTowardNegative", Rounding::Down),
    ("RTZ", "roundTowardZero", Rounding::Zero),
];

/// The name of an operation in the table.
pub(crate) fn op_name(op: TermOp) -> Option<&'static str> {
    let op = with_rounding(op, Rounding::NearestEven);
    NAMES.iter().find(|entry| entry.1 == op).map(|entry| entry.0)
}

/// The operation of a name in the table.
pub(crate) fn op_of_name(name: &str) -> Option<TermOp> {
    NAMES.iter().find(|entry| entry.0 == name).map(|entry| entry.1)
}

/// The rounding mode of an operation that has one.
pub(crate) fn rounding_of(op: TermOp) -> Option<Rounding> {
    match op {
        TermOp::FloatAdd(mode)
        | TermOp::FloatSub(mode)
        | TermOp::FloatMul(mode)
        | TermOp::FloatDiv(mode)
        | TermOp::FloatSqrt(mode)
        | TermOp::FloatRound(mode)
        | TermOp::FloatOfFloat(mode)
        | TermOp::FloatOfSigned(mode)
        | TermOp::FloatOfUnsigned(mode)
        | TermOp::SignedOfFloat(mode)
        | TermOp::UnsignedOfFloat(mode) => Some(mode),
        _ => None,
    }
}

/// The operation with another rounding mode, if it has one.
pub(crate) fn with_rounding(op: TermOp, mode: Rounding) -> TermOp {
    match op {
        TermOp::FloatAdd(_) => TermOp::FloatAdd(mode),
        TermOp::FloatSub(_) => TermOp::FloatSub(mode),
        TermOp::FloatMul(_) => TermOp::FloatMul(mode),
        TermOp::FloatDiv(_) => TermOp::FloatDiv(mode),
        TermOp::FloatSqrt(_) => TermOp::FloatSqrt(mode),
        TermOp::FloatRound(_) => TermOp::FloatRound(mode),
        TermOp::FloatOfFloat(_) => TermOp::FloatOfFloat(mode),
        TermOp::FloatOfSigned(_) => TermOp::FloatOfSigned(mode),
        TermOp::FloatOfUnsigned(_) => TermOp::FloatOfUnsigned(mode),
        TermOp::SignedOfFloat(_) => TermOp::SignedOfFloat(mode),
        TermOp::UnsignedOfFloat(_) => TermOp::UnsignedOfFloat(mode),
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
