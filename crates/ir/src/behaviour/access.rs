//! The primitives that ask about objects ([`crate::Intrinsic::Access`], [`crate::Intrinsic::Freeable`], [`crate::Intrinsic::Unfreed`]), and what
//! they answer. The interpreter defines the answers; every other engine gives the same one, or any.
//!
//! A pointer belongs to the object in which, or next to which, it points: no more than [`NEAR`] bytes before its start
//! or behind its end. Since objects lie further apart than twice that, it belongs to one. So an address that is computed
//! step by step leaves its object only by way of bytes that belong to none, or by a step of more than that: the first is
//! seen when it is accessed, the second when it is computed. Why not one number for each object that pointers carry:
//! pointers are plain numbers in formulas, on the machine, and in programs that cast them.

use crate::expr::{ExprId, ExprKind};
use crate::program::Program;

/// Bytes before and behind an object where a pointer still belongs to it.
pub const NEAR: u64 = 8;

/// Answer of the primitives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Access {
    /// The access, or the call of `free`, is one that C allows. For no bytes: the address belongs to the object of the one
    /// that it was computed from, or is in it ([`How::within`]). For [`crate::Intrinsic::Unfreed`]: nothing is left.
    Yes = 0,
    /// It is not: null, a function, a pointer that belongs to no object; outside of the object, or after its lifetime.
    No = 1,
    /// The pointer was not made by the program (but for null and memory that it does not name, any number is one of those), or leaves its object without an access, or may go to one of two objects of
    /// which one took the other's place.
    Unknown = 2,
}

/// Details of an access: the last argument of [`crate::Intrinsic::Access`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct How {
    /// The pointer may be the address of a variable or an `alloca` whose lifetime is over and whose place another one may
    /// have by now.
    pub dangles: bool,
    /// Something is written, which no string literal allows (6.4.5p7), and no object that is defined `const` (6.7.3p6).
    pub writes: bool,
    /// Nothing is accessed, and the address has to be in the object or just behind it (6.5.6p8, 6.5.8p5).
    pub within: bool,
    /// Where a program goes on depends on the answer, whichever it is. What follows one object of many and takes the others to be there may then
    /// not say of those that the answer is yes.
    pub decides: bool,
    /// The address was not computed from the pointer: the two are compared. Which object the one goes to says nothing of the other.
    pub unrelated: bool,
    /// The library reads it, of which only other threads are asked: a mark ([`crate::Op::mark_access`]).
    pub beside: bool,
    /// Some of the bytes from there on: which, nobody knows, and no number of bytes is meant.
    pub some: bool,
    /// The same of all that is found from there on.
    pub reaches: bool,
}

impl How {
    /// As a number.
    pub fn bits(self) -> u128 {
        u128::from(self.dangles)
            | u128::from(self.writes) << 1
            | u128::from(self.within) << 2
            | u128::from(self.decides) << 3
            | u128::from(self.unrelated) << 4
            | u128::from(self.beside) << 5
            | u128::from(self.some) << 6
            | u128::from(self.reaches) << 7
    }
    /// From the last argument of a mark.
    pub fn of_mark(program: &Program, how: ExprId) -> Self {
        match program.exprs[how].kind {
            ExprKind::Constant(bits) => Self::of(bits),
            _ => Self::default(),
        }
    }
    /// From a number.
    pub fn of(bits: u128) -> Self {
        let has = |bit: u32| bits >> bit & 1 != 0;
        Self {
            dangles: has(0),
            writes: has(1),
            within: has(2),
            decides: has(3),
            unrelated: has(4),
            beside: has(5),
            some: has(6),
            reaches: has(7),
        }
    }
}
