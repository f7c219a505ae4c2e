//! A concrete, bit-precise interpreter of the control-flow automaton.
//!
//! It replays counterexamples, tests the front end (its result is that of the program compiled by gcc), and gives the
//! property tests of the analyses something to over-approximate. It knows no specification: whoever looks for a
//! violation watches the steps.
//!
//! Invariants: no recursion in the depth of the program's calls or expressions; no panic on any program; the same
//! inputs give the same run on every machine. An execution ends with an [`End`], of which only [`End::Halted`] and
//! [`End::Returned`] say that the program did.

mod access;
mod bits;
mod call;
mod clobber;
mod code;
mod host;
pub mod inputs;
mod intrinsic;
pub mod layout;
mod lent;
mod lifetime;
mod machine;
mod memory;
mod null;
mod object;
mod observe;
mod outside;
mod pointed;
mod run;
pub mod trace;
mod undefined;

pub use code::Code;
pub use host::{Host, Printed};
pub use inputs::{Input, Inputs, ObjectOrdinal, RecordedInputs, Request};
pub use null::Nulls;
pub use object::{Object, ObjectKind};
pub use observe::Pointee;
pub use run::{End, Interpreter, Options};
pub use trace::{Change, Entry, Target, Trace};
pub use undefined::{Fault, Misbehaviour};
