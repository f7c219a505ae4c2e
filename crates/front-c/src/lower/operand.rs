//! The operand that an expression denotes: nothing, a value, a place, a function.

use cairn_ir::types::Qualified;
use cairn_ir::{ExprId, FunctionId, PlaceId};

/// A place with its qualified type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LValue {
    pub place: PlaceId,
    pub ty: Qualified,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operand {
    /// An expression of type `void`.
    Void,
    Value(ExprId),
    Place(LValue),
    Function(FunctionId),
}
