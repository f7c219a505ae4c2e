//! The semantics of the operations of C, once for all engines: an **executor** that knows expressions, places, operations,
//! calls and primitives, and **machines** that know what values, locations and memory are (docs/design/semantics.md).
//!
//! [`Evaluation`] is for expressions and places ([`value`], [`locate`]), [`Machine`] for the steps of a path
//! ([`step`]), [`ObjectMachine`] for those that follow memory ([`primitive`]). Precedents: rustc's `InterpCx<M: Machine>`; Darais et al., "Abstracting Definitional Interpreters" (ICFP 2017).
//!
//! Invariant: the executor leaves no execution out. What has no meaning it hands to the machine, so a machine
//! over-approximates if each of its operations does. Why not one text with the interpreter: that is the reference which
//! judges the machines, and one text for both would have one mistake in both.

mod evaluate;
mod execute;
mod leaf;
mod machine;
mod primitive;

pub use evaluate::{conditional, locate, truth, value};
pub use execute::{execute, step};
pub use leaf::{Leaf, leaf};
pub use machine::{Allocation, Evaluation, Machine, ObjectMachine, Operand, PassedValue, Subscript};
pub use primitive::primitive;
