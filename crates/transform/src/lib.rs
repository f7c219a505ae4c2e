//! Passes over control-flow automata: from what a front end lowers and links to what an analysis sees ([`passes`]), the
//! branches that make checks of undefined behaviour ([`instrumentation`]), frames of contracts ([`frames`]), handlers of interrupts ([`interrupts`]), schedules of threads (`threads`), copies of
//! library functions for their calls ([`library_calls`]), and summaries of automata by large blocks ([`mod@summarize`]; LBE, section 3).
//!
//! Invariant: a pass takes a program that is well-formed and leaves one; `cairn_ir` is the data model and has no pass. Each
//! says which ids it changes.

mod any_value;
pub mod argument_conversion;
pub mod bounds;
pub mod frames;
pub mod inclusion;
mod indirect_call_targets;
pub mod instrumentation;
pub mod interrupts;
pub mod library_calls;
mod passes;
mod prune;
mod reach;
pub mod resolve;
pub mod summarize;
mod threads;
mod undefined_functions;
pub mod variadic;

pub use any_value::interpose;
pub use passes::finish;
pub use prune::{rebuild_changed, rebuild_reached};
pub use summarize::Summary;
