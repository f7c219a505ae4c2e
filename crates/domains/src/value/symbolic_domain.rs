//! The product of values and terms: symbolic execution ([`crate::symbolic`]) keeps terms in the cells of a [`ValueState`].
//!
//! Where an operation has no single value as its result, the terms are asked ([`SymbolicDomain`]); a term is a [`Datum`]
//! like any other, so that copying, forgetting, frames, the heap and the precision are those of the value analysis. What
//! the value analysis does not know of terms it takes as unknown, which is sound. The alternative, a map of terms beside
//! the state, would have to follow each write that forgets something, and would be wrong where it missed one.

use super::datum::Datum;
use super::state::ValueState;
use cairn_ir::types::Scalar;
use cairn_ir::{BinaryOp, UnaryOp};

/// Operations on data of which not all are one value. `Unknown` where nothing is known.
pub trait SymbolicDomain {
    /// Whether there are terms at all.
    const KNOWN: bool;
    /// Whether states are joined: then pointers are kept as offsets in an object where they are not one address
    /// ([`super::Reach`]), and all calls of `free` count, whatever the program asks.
    const JOINS: bool = false;

    /// An operator with one operand.
    fn unary(&self, op: UnaryOp, x: Datum, from: Scalar, to: Scalar) -> Datum;
    /// An operator with two operands; not for arithmetic on pointers.
    fn binary(&self, op: BinaryOp, x: (Datum, Scalar), y: (Datum, Scalar), to: Scalar) -> Datum;
    /// A conversion.
    fn cast(&self, x: Datum, from: Scalar, to: Scalar) -> Datum;
    /// One of two values of a type, by a condition.
    fn choice(&self, condition: (Datum, Scalar), yes: Datum, no: Datum, to: Scalar) -> Datum;
    /// Content of a cell of so many bits, as a value of a type that may be wider.
    fn loaded(&self, cell: Datum, width: u32, to: Scalar) -> Datum;
    /// The low bits of a value.
    fn stored(&self, value: Datum, width: u32) -> Datum;
    /// Any value of a type in a cell of so many bits, of which a datum is known: a symbol that is not in the state.
    fn fresh(&self, state: &ValueState, known: Datum, width: u32, of: Scalar) -> Datum;
}

/// No terms: the value analysis by itself.
#[derive(Clone, Copy, Debug)]
pub struct NoTerms;

/// No terms, and states that are joined: the abstract interpretation of memory.
#[derive(Clone, Copy, Debug)]
pub struct Joined;

macro_rules! without_terms {
    ($domain:ty, $joins:literal) => {
        impl SymbolicDomain for $domain {
            const KNOWN: bool = false;
            const JOINS: bool = $joins;

            fn unary(&self, _: UnaryOp, _: Datum, _: Scalar, _: Scalar) -> Datum {
                Datum::Unknown
            }
            fn binary(&self, _: BinaryOp, _: (Datum, Scalar), _: (Datum, Scalar), _: Scalar) -> Datum {
                Datum::Unknown
            }
            fn cast(&self, _: Datum, _: Scalar, _: Scalar) -> Datum {
                Datum::Unknown
            }
            fn choice(&self, _: (Datum, Scalar), _: Datum, _: Datum, _: Scalar) -> Datum {
                Datum::Unknown
            }
            fn loaded(&self, _: Datum, _: u32, _: Scalar) -> Datum {
                Datum::Unknown
            }
            fn stored(&self, _: Datum, _: u32) -> Datum {
                Datum::Unknown
            }
            fn fresh(&self, _: &ValueState, _: Datum, _: u32, _: Scalar) -> Datum {
                Datum::Unknown
            }
        }
    };
}

without_terms!(NoTerms, false);
without_terms!(Joined, true);
