//! A term: an operation on terms, of a sort.

use crate::rational::Rational;
use crate::sort::Sort;
use cairn_base::define_id;
use smallvec::SmallVec;

define_id!(
    /// A term; equal ids are equal terms.
    pub TermId, "t"
);
define_id!(
    /// A free symbol (an SMT constant).
    pub SymbolId, "s"
);

define_id!(
    /// An uninterpreted function.
    pub FunctionId, "f"
);

/// The signature of an uninterpreted function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionSignature {
    /// Its name.
    pub name: String,
    /// The sorts of its arguments; at least one.
    pub domain: Vec<Sort>,
    /// The sort of its values.
    pub range: Sort,
}

/// The arguments of a term.
pub type Args = SmallVec<[TermId; 3]>;

/// A term.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Term {
    /// Its operator.
    pub op: TermOp,
    /// With what.
    pub args: Args,
    /// Its sort.
    pub sort: Sort,
}

/// Rounding modes of IEEE 754.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Rounding {
    /// To nearest, halves to even.
    NearestEven,
    /// To nearest, halves away from zero.
    NearestAway,
    /// Toward positive infinity.
    Up,
    /// Toward negative infinity.
    Down,
    /// Toward zero.
    Zero,
}

/// An operation. Meanings are SMT-LIB's; where the sort of the result is not that of the first argument, it is the
/// parameter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum TermOp {
    /// A free symbol.
    Symbol(SymbolId),
    /// `true` or `false`.
    Bool(bool),
    /// A bit-vector of the term's width.
    BitVec(u128),
    /// A float by its encoding, NaN canonical.
    Float(u128),
    /// A whole number.
    Int(i128),
    /// A real number.
    Real(Rational),

    /// `not`.
    Not,
    /// `and` of two or more.
    And,
    /// `or` of two or more.
    Or,
    /// `ite`, of any sort.
    Ite,
    /// `=` of any two terms of one sort; on floats NaN = NaN and +0 ≠ -0.
    Eq,

    /// `bvnot`.
    BvNot,
    /// `bvneg`.
    BvNeg,
    /// `bvadd`; a constant comes first.
    BvAdd,
    /// `bvsub`.
    BvSub,
    /// `bvmul`; a constant comes first.
    BvMul,
    /// `bvudiv`.
    BvUDiv,
    /// `bvsdiv`.
    BvSDiv,
    /// `bvurem`.
    BvURem,
    /// `bvsrem`: sign of the dividend.
    BvSRem,
    /// `bvshl`.
    BvShl,
    /// `bvlshr`.
    BvLShr,
    /// `bvashr`.
    BvAShr,
    /// `bvand`; a constant comes first.
    BvAnd,
    /// `bvor`; a constant comes first.
    BvOr,
    /// `bvxor`; a constant comes first.
    BvXor,
    /// `bvult`.
    BvULt,
    /// `bvslt`.
    BvSLt,
    /// Bits `high` down to `low`.
    Extract {
        /// Highest bit.
        high: u32,
        /// Lowest bit.
        low: u32,
    },
    /// The first argument's bits above the second's.
    Concat,
    /// Zeros above, up to the term's width.
    ZeroExtend,
    /// Copies of the sign above, up to the term's width.
    SignExtend,

    /// The float of an encoding (`to_fp` of a bit-vector).
    FloatOfBits,
    /// The encoding of a float, the canonical one for NaN. SMT-LIB has no such function, but it is definable, and C reads
    /// the bytes of floats.
    BitsOfFloat,
    /// `fp.neg`.
    FloatNeg,
    /// `fp.abs`.
    FloatAbs,
    /// `fp.add`.
    FloatAdd(Rounding),
    /// `fp.sub`.
    FloatSub(Rounding),
    /// `fp.mul`.
    FloatMul(Rounding),
    /// `fp.div`.
    FloatDiv(Rounding),
    /// `fp.sqrt`.
    FloatSqrt(Rounding),
    /// `fp.rem`: IEEE remainder.
    FloatRem,
    /// `fp.roundToIntegral`.
    FloatRound(Rounding),
    /// `to_fp` of a float.
    FloatOfFloat(Rounding),
    /// `to_fp` of a signed bit-vector.
    FloatOfSigned(Rounding),
    /// `to_fp_unsigned`.
    FloatOfUnsigned(Rounding),
    /// `fp.to_sbv`; unspecified out of range, so guard it.
    SignedOfFloat(Rounding),
    /// `fp.to_ubv`; unspecified out of range, so guard it.
    UnsignedOfFloat(Rounding),
    /// `fp.eq`: IEEE equality.
    FloatEq,
    /// `fp.lt`.
    FloatLt,
    /// `fp.leq`.
    FloatLe,
    /// `fp.isNaN`.
    FloatIsNan,
    /// `fp.isInfinite`.
    FloatIsInf,
    /// `fp.isZero`.
    FloatIsZero,
    /// `fp.isNormal`.
    FloatIsNormal,

    /// `+` of one or more whole or real numbers; see [`crate::Linear`].
    Add,
    /// `*` of one or more whole or real numbers; a constant comes first.
    Mul,
    /// `<=` of whole or real numbers.
    Le,
    /// `div`, Euclidean; unspecified for a divisor of zero.
    IntDiv,
    /// `mod`, Euclidean; unspecified for a divisor of zero.
    IntMod,
    /// `to_real`.
    ToReal,

    /// An uninterpreted function of its arguments.
    Call(FunctionId),

    /// The array that holds its argument everywhere.
    ArrayConst,
    /// `select`.
    Select,
    /// `store`.
    Store,
}
