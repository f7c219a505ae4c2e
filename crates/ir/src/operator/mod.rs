//! The rules of C for each operator apart from what it computes: how it is written, the types of its operands, what of it may
//! be undefined, and which comparison is the negation or the mirror image of another.
//!
//! One row for each operator. What it computes is in [`crate::eval`] for constants, and the laws of this module compare
//! the two: nothing is undefined there that the row does not list, and everything that it lists happens.
//!
//! Ordered comparisons of floats have no negation among the comparisons: with a NaN `a < b` and `a >= b` are both false. So
//! whoever wants one says of which type the operands are ([`BinaryOp::negated`]), or has operands that are totally ordered
//! by what they are ([`Comparison::negated`]).

use crate::eval::Undefined;
use crate::expr::{BinaryOp, UnaryOp};
use crate::types::Scalar;

/// How an operator is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// As a sign before the only operand or between the two; a higher number binds tighter.
    Sign(&'static str, u8),
    /// As the library function or builtin that computes it: C has no operator.
    Call(&'static str),
}

/// The types of the operand and of the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryTyping {
    /// One integer or floating type.
    Arithmetic,
    /// One integer type.
    Integer,
    /// One floating type.
    Float,
    /// Any scalar; the result is an `int`.
    AnyToInt,
    /// An integer; the result is an `int`.
    IntegerToInt,
    /// A float; the result is an `int`.
    FloatToInt,
    /// A float; the result is an integer.
    FloatToInteger,
    /// An integer; the result is a float.
    IntegerToFloat,
}

/// The types of the operands and of the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinaryTyping {
    /// One integer or floating type.
    Arithmetic,
    /// One integer type.
    Integer,
    /// One floating type.
    Float,
    /// The result has the left operand's integer type; the right one has an integer type of its own.
    Shift,
    /// Two scalars of one type; the result is an `int`.
    Comparison,
    /// A pointer, which the result is too, and an integer as wide as an address.
    PointerStep,
    /// Two pointers of one type; the result is an integer as wide as an address.
    PointerDistance,
}

/// Properties of an operator; `T` says which types go together.
#[derive(Clone, Copy, Debug)]
pub struct OperatorRow<T> {
    /// How it is written.
    pub notation: Notation,
    /// The types of operands and result.
    pub typing: T,
    /// Possible undefined behaviour, in some type, apart from what is about objects ([`BinaryTyping::PointerStep`] and
    /// [`BinaryTyping::PointerDistance`] are defined within one).
    pub undefined: &'static [Undefined],
}

impl<T> OperatorRow<T> {
    /// Whether one of these may be undefined about it.
    pub fn may_be(&self, which: &[Undefined]) -> bool {
        self.undefined.iter().any(|undefined| which.contains(undefined))
    }
}

/// The rows as a function, which the compiler wants complete, and the list of all that have one.
macro_rules! rows {
    ($of:ident, $typing:ident: $($op:ident => $notation:expr, $types:ident, $undefined:expr;)*) => {
        impl $of {
            /// All of them.
            pub const ALL: &'static [$of] = &[$($of::$op),*];

            /// Properties of the operator.
            pub const fn row(self) -> &'static OperatorRow<$typing> {
                match self {
                    $($of::$op => const {
                        &OperatorRow { notation: $notation, typing: $typing::$types, undefined: $undefined }
                    },)*
                }
            }
        }
    };
}

use Notation::{Call, Sign};
use Undefined::{CountOfZero, DivisionByZero, DivisionOverflow, ShiftAmount, ShiftOfNegative, SignedOverflow};

rows! {
    UnaryOp, UnaryTyping:
    Neg => Sign("-", 14), Arithmetic, &[SignedOverflow];
    BitNot => Sign("~", 14), Integer, &[];
    LogicalNot => Sign("!", 14), AnyToInt, &[];
    FloatAbs => Call("fabs"), Float, &[];
    FloatSqrt => Call("sqrt"), Float, &[];
    FloatFloor => Call("floor"), Float, &[];
    FloatCeil => Call("ceil"), Float, &[];
    FloatTrunc => Call("trunc"), Float, &[];
    FloatRound => Call("round"), Float, &[];
    FloatRoundEven => Call("rint"), Float, &[];
    FloatIsNan => Call("isnan"), FloatToInt, &[];
    FloatIsInf => Call("isinf"), FloatToInt, &[];
    FloatIsFinite => Call("isfinite"), FloatToInt, &[];
    FloatIsNormal => Call("isnormal"), FloatToInt, &[];
    FloatSignBit => Call("signbit"), FloatToInt, &[];
    FloatToBits => Call("bits_of_float"), FloatToInteger, &[];
    BitsToFloat => Call("float_of_bits"), IntegerToFloat, &[];
    PopCount => Call("__builtin_popcount"), IntegerToInt, &[];
    CountLeadingZeros => Call("__builtin_clz"), IntegerToInt, &[CountOfZero];
    CountTrailingZeros => Call("__builtin_ctz"), IntegerToInt, &[CountOfZero];
    ByteSwap => Call("__builtin_bswap"), Integer, &[];
}

rows! {
    BinaryOp, BinaryTyping:
    Add => Sign("+", 12), Arithmetic, &[SignedOverflow];
    Sub => Sign("-", 12), Arithmetic, &[SignedOverflow];
    Mul => Sign("*", 13), Arithmetic, &[SignedOverflow];
    Div => Sign("/", 13), Arithmetic, &[DivisionByZero, DivisionOverflow];
    Rem => Sign("%", 13), Integer, &[DivisionByZero, DivisionOverflow];
    Shl => Sign("<<", 11), Shift, &[ShiftAmount, ShiftOfNegative];
    Shr => Sign(">>", 11), Shift, &[ShiftAmount];
    And => Sign("&", 8), Integer, &[];
    Or => Sign("|", 6), Integer, &[];
    Xor => Sign("^", 7), Integer, &[];
    Eq => Sign("==", 9), Comparison, &[];
    Ne => Sign("!=", 9), Comparison, &[];
    Lt => Sign("<", 10), Comparison, &[];
    Le => Sign("<=", 10), Comparison, &[];
    Gt => Sign(">", 10), Comparison, &[];
    Ge => Sign(">=", 10), Comparison, &[];
    PtrAdd => Sign("+", 12), PointerStep, &[];
    PtrDiff => Sign("-", 12), PointerDistance, &[];
    FloatRem => Call("fmod"), Float, &[];
    FloatRemainder => Call("remainder"), Float, &[];
    FloatMin => Call("fmin"), Float, &[];
    FloatMax => Call("fmax"), Float, &[];
    FloatCopySign => Call("copysign"), Float, &[];
}

/// One of the six comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Comparison {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Comparison {
    /// All of them.
    pub const ALL: [Comparison; 6] =
        [Comparison::Eq, Comparison::Ne, Comparison::Lt, Comparison::Le, Comparison::Gt, Comparison::Ge];

    /// Whether it holds of two values that are totally ordered.
    #[inline(always)]
    pub fn holds<T: Ord>(self, x: T, y: T) -> bool {
        match self {
            Comparison::Eq => x == y,
            Comparison::Ne => x != y,
            Comparison::Lt => x < y,
            Comparison::Le => x <= y,
            Comparison::Gt => x > y,
            Comparison::Ge => x >= y,
        }
    }
    /// The comparison that holds of two values that are totally ordered when this one does not. Not of floats: see
    /// [`BinaryOp::negated`].
    pub const fn negated(self) -> Self {
        match self {
            Comparison::Eq => Comparison::Ne,
            Comparison::Ne => Comparison::Eq,
            Comparison::Lt => Comparison::Ge,
            Comparison::Le => Comparison::Gt,
            Comparison::Gt => Comparison::Le,
            Comparison::Ge => Comparison::Lt,
        }
    }
    /// The comparison that holds of `y` and `x` when this one holds of `x` and `y`: of all scalars.
    pub const fn mirrored(self) -> Self {
        match self {
            Comparison::Eq => Comparison::Eq,
            Comparison::Ne => Comparison::Ne,
            Comparison::Lt => Comparison::Gt,
            Comparison::Le => Comparison::Ge,
            Comparison::Gt => Comparison::Lt,
            Comparison::Ge => Comparison::Le,
        }
    }
}

impl From<Comparison> for BinaryOp {
    fn from(of: Comparison) -> Self {
        match of {
            Comparison::Eq => BinaryOp::Eq,
            Comparison::Ne => BinaryOp::Ne,
            Comparison::Lt => BinaryOp::Lt,
            Comparison::Le => BinaryOp::Le,
            Comparison::Gt => BinaryOp::Gt,
            Comparison::Ge => BinaryOp::Ge,
        }
    }
}

impl BinaryOp {
    /// The comparison that the operator is.
    pub const fn comparison(self) -> Option<Comparison> {
        Some(match self {
            BinaryOp::Eq => Comparison::Eq,
            BinaryOp::Ne => Comparison::Ne,
            BinaryOp::Lt => Comparison::Lt,
            BinaryOp::Le => Comparison::Le,
            BinaryOp::Gt => Comparison::Gt,
            BinaryOp::Ge => Comparison::Ge,
            _ => return None,
        })
    }
    /// True for the six comparisons.
    pub const fn is_comparison(self) -> bool {
        matches!(self.row().typing, BinaryTyping::Comparison)
    }
    /// The comparison that holds of two scalars of a type when this one does not: `None` for what is no comparison, and for
    /// ordered comparisons of floats, of which a NaN makes both false.
    pub fn negated(self, of: Scalar) -> Option<BinaryOp> {
        let comparison = self.comparison()?;
        let is_ordered = !matches!(comparison, Comparison::Eq | Comparison::Ne);
        (!is_ordered || !matches!(of, Scalar::Float(_))).then(|| comparison.negated().into())
    }
    /// The comparison that holds of `y` and `x` when this one holds of `x` and `y`: `None` for what is no comparison.
    pub fn mirrored(self) -> Option<BinaryOp> {
        self.comparison().map(|comparison| comparison.mirrored().into())
    }
}

#[cfg(test)]
mod tests;
