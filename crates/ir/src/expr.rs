//! Expressions without side effects, and places (lvalues); both typed and hash-consed in one [`Exprs`] table a program.
//!
//! Arithmetic wraps in the width of the type, as with gcc -fwrapv. What C leaves undefined (signed overflow, division by
//! zero, a shift by too much, a dereference of nothing) is not folded away: an operation on a signed type *is* the mark,
//! and a property or the interpreter asks for it. Where the front end wants wrapping without undefinedness, it converts
//! to the unsigned type first.

use crate::ids::{FunctionId, VarId};
use crate::types::TypeId;
use cairn_base::define_id;
use cairn_base::id::Interner;

define_id!(
    /// An expression; equal ids are equal expressions.
    pub ExprId, "e"
);
define_id!(
    /// A place; equal ids are the same path from a variable or pointer.
    pub PlaceId, "p"
);

/// A typed expression.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Expr {
    /// Its kind.
    pub kind: ExprKind,
    /// The type of its value: a scalar, but for a whole-record or whole-array [`ExprKind::Load`], which stands only as
    /// the value of an assignment or of an argument.
    pub ty: TypeId,
}

/// Kind of an expression.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ExprKind {
    /// A constant of integer, `_Bool`, enumeration, pointer or floating type: its bits, zero-extended.
    Constant(u128),
    /// The value of a place. (A bit-field's value is extended by its type's signedness.)
    Load(PlaceId),
    /// The address of a place, which is never a bit-field.
    AddressOf(PlaceId),
    /// The address of a function.
    FunctionAddress(FunctionId),
    /// An operation on one value.
    Unary(UnaryOp, ExprId),
    /// An operation on two values.
    Binary(BinaryOp, ExprId, ExprId),
    /// Conversion of a scalar to this expression's type, by C's rules: truncation or extension by the *source* type's
    /// signedness, comparison with zero to `_Bool`, rounding to nearest-even between floats, truncation toward zero
    /// from float to integer (out of range: undefined, the interpreter says so; x86's result otherwise), pointers as
    /// unsigned integers.
    Cast(ExprId),
    /// `c ? a : b` of which both arms are free of undefined behaviour or guarded by `c`; only the chosen arm counts.
    Conditional(ExprId, ExprId, ExprId),
}

/// An operation on one value. The operand has this expression's type unless said otherwise
/// ([`crate::operator::UnaryTyping`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum UnaryOp {
    /// `-x` on integers and floats.
    Neg,
    /// `~x` on integers.
    BitNot,
    /// `!x`: 1 when the operand (any scalar) compares equal to zero; this expression is an `int`.
    LogicalNot,
    /// `fabs`.
    FloatAbs,
    /// `sqrt`, correctly rounded.
    FloatSqrt,
    /// `floor`.
    FloatFloor,
    /// `ceil`.
    FloatCeil,
    /// `trunc`.
    FloatTrunc,
    /// `round`: halves away from zero.
    FloatRound,
    /// `rint`, `nearbyint`: halves to even.
    FloatRoundEven,
    /// 1 when the (floating) operand is NaN; an `int`.
    FloatIsNan,
    /// 1 when the (floating) operand is infinite; an `int`.
    FloatIsInf,
    /// 1 when the (floating) operand is neither infinite nor NaN; an `int`.
    FloatIsFinite,
    /// 1 when the (floating) operand is normal; an `int`.
    FloatIsNormal,
    /// 1 when the sign bit of the (floating) operand is set; an `int`.
    FloatSignBit,
    /// The integer with the bits of the (floating) operand: `union`-style reinterpretation.
    FloatToBits,
    /// The float with the bits of the (integer) operand.
    BitsToFloat,
    /// Number of set bits of the (integer) operand; an `int`.
    PopCount,
    /// Number of zero bits above the highest set bit; undefined for 0; an `int`.
    CountLeadingZeros,
    /// Number of zero bits below the lowest set bit; undefined for 0; an `int`.
    CountTrailingZeros,
    /// Byte order reversed.
    ByteSwap,
}

/// An operation on two values. Both operands have this expression's type unless said otherwise
/// ([`crate::operator::BinaryTyping`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    /// Integers truncate toward zero; division by zero and `MIN / -1` are undefined.
    Div,
    /// Sign of the dividend; floats: not used (see [`BinaryOp::FloatRemainder`]).
    Rem,
    /// The right operand has an integer type of its own.
    Shl,
    /// Arithmetic on signed types. The right operand has an integer type of its own.
    Shr,
    And,
    Or,
    Xor,
    /// Comparison of two scalars of one type (pointers compare as unsigned addresses); this expression is an `int`.
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    /// Pointer plus integer, counted in elements of the pointee (gcc's size 1 for `void` and functions). The right
    /// operand is a `ptrdiff_t`-wide integer.
    PtrAdd,
    /// Difference of two pointers of one type, in elements; this expression is a `ptrdiff_t`.
    PtrDiff,
    /// `fmod`.
    FloatRem,
    /// `remainder` (IEEE).
    FloatRemainder,
    /// `fmin`.
    FloatMin,
    /// `fmax`.
    FloatMax,
    /// `copysign`.
    FloatCopySign,
}

/// A typed place: something that can be read, written, and mostly has an address.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// Where it is.
    pub kind: PlaceKind,
    /// The type of what is there.
    pub ty: TypeId,
}

/// Where a place is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum PlaceKind {
    /// A variable.
    Var(VarId),
    /// Target of a pointer.
    Deref(ExprId),
    /// A member of a record, by its index in [`crate::Record::fields`].
    Field(PlaceId, u32),
    /// An element of an array; the index is a `ptrdiff_t`-wide signed integer.
    Index(PlaceId, ExprId),
}

/// The expressions and places of a program.
#[derive(Clone, Debug, Default)]
pub struct Exprs {
    exprs: Interner<ExprId, Expr>,
    places: Interner<PlaceId, Place>,
}

impl Exprs {
    /// Empty tables.
    pub fn new() -> Self {
        Self::default()
    }
    /// The id of an expression.
    pub fn expr(&mut self, kind: ExprKind, ty: TypeId) -> ExprId {
        self.exprs.intern(Expr { kind, ty })
    }
    /// The variable that a place is (part of) without going through a pointer.
    pub fn root_variable(&self, mut place: PlaceId) -> Option<VarId> {
        loop {
            match self[place].kind {
                PlaceKind::Var(var) => return Some(var),
                PlaceKind::Deref(_) => return None,
                PlaceKind::Field(base, _) | PlaceKind::Index(base, _) => place = base,
            }
        }
    }
    /// The id of a place.
    pub fn place(&mut self, kind: PlaceKind, ty: TypeId) -> PlaceId {
        self.places.intern(Place { kind, ty })
    }
    /// The number of expressions: ids are dense below it.
    pub fn expr_count(&self) -> usize {
        self.exprs.len()
    }
    /// The number of places: ids are dense below it.
    pub fn place_count(&self) -> usize {
        self.places.len()
    }
    /// Pairs of id and expression, each after its parts.
    pub fn exprs(&self) -> impl Iterator<Item = (ExprId, &Expr)> {
        self.exprs.iter_ids()
    }
    /// Pairs of id and place, each after its parts.
    pub fn places(&self) -> impl Iterator<Item = (PlaceId, &Place)> {
        self.places.iter_ids()
    }
}
impl std::ops::Index<ExprId> for Exprs {
    type Output = Expr;
    fn index(&self, id: ExprId) -> &Expr {
        &self.exprs[id]
    }
}
impl std::ops::Index<PlaceId> for Exprs {
    type Output = Place;
    fn index(&self, id: PlaceId) -> &Place {
        &self.places[id]
    }
}
