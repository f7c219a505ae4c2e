//! A concrete, bit-precise interpreter of the control-flow automaton.
//!
//! It replays counterexamples, tests the front end (its result is that of the program compiled by gcc), and gives the
//! property tests of the analyses something to over-approximate. It knows no specification: whoever looks for a
//! violation watches the steps.
//!
//! Invariants: no recursion in the depth of the program's calls or expressions; no panic on any program; the same
//! inputs give the same run on every machine. An execution ends with an [`RunEnd`], of which only [`RunEnd::Halted`] and
//! [`RunEnd::Returned`] say that the program did.

mod acceleration;
mod access;
mod bits;
mod call;
mod clobber;
mod compiled_program;
mod external_pointers;
mod host_system;
pub mod inputs;
mod inspection;
mod intrinsic;
pub mod layout;
mod lifetime;
mod machine;
mod memory;
mod non_escaping;
mod null_pointers;
mod object;
mod pointee_text;
mod run;
mod same_state;
pub mod trace;
mod undefined;

pub use acceleration::Accelerator;
pub use compiled_program::Code;
pub use host_system::{Host, Missing, Printed, RunInput, Transfer, TransferSource};
pub use inputs::{InputRequest, Inputs, ObjectOrdinal, RecordedInput, RecordedInputs};
pub use inspection::Pointee;
pub use null_pointers::Nulls;
pub use object::{Object, ObjectKind};
pub use run::{Interpreter, InterpreterOptions, RunEnd};
pub use trace::{Omission, Target, Trace, TraceEntry, WrittenValue};
pub use undefined::{Fault, Misbehaviour};
