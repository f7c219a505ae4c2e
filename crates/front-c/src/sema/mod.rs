//! Names and types: scopes ([`scope`]), the types that declarations spell ([`declare`], [`record`], [`layout`]),
//! conversions between types ([`convert`]) and the types of literals ([`literal`]).
//!
//! Typing and lowering are one pass over the tree: an expression's type is known when its operations are emitted, and
//! no second, typed tree is kept. What is here has no control flow; what is in `lower` has.

pub(crate) mod attribute;
pub(crate) mod convert;
pub(crate) mod declare;
pub(crate) mod layout;
pub(crate) mod literal;
pub(crate) mod record;
pub(crate) mod scope;
