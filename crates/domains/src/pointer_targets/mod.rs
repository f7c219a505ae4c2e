//! Into what objects pointers go: for each location the least size of the object that a pointer variable points into, the offsets in it,
//! and its alignment, in every execution.
//!
//! It proves most accesses of small programs to be in bounds before any analysis runs: see `cairn_verify`'s checks. No object has a
//! name here: that a pointer goes into *some* object of at least so many bytes is what an access needs to know, and two
//! objects join to the smaller size. What the pointers of two calls have in common is what a callee knows (as in the
//! invariants by intervals, whose ranges offsets are computed with).
//!
//! **Why it over-approximates.** A fact is made only where the address of an object is taken or memory is allocated, is moved with
//! steps whose range is known, and is gone when its variable is written in any other way. The variables are those whose address nobody
//! takes, which no pointer reaches ([`crate::interval::cell`]). A fact about the heap is gone at each call that may free
//! anything. That an object of a frame still lives is not known here: who asks has to know that the pointer does not
//! dangle (`cairn_pointer_analysis::Dangling`).
//!
//! Why not a part of the interval domain: its states are explored, joined and sent by every engine, and these facts are asked for
//! once.

mod evaluate;
mod fixpoint;
mod target;

pub(crate) use fixpoint::{HEAP_ALIGN, asked_alignment};
pub use fixpoint::{PointerTargets, targets};
pub use target::PointerTarget;
