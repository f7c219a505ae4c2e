//! Abstract interpretation of whole programs with memory: what holds at each location, whatever the execution (Miné,
//! "Field-sensitive value analysis by field-insensitive analysis", LCTES 2006; Blazy, Bühler, Yakobowski, VMCAI 2017).
//!
//! Memory and the transfer relation are those of the value analysis ([`crate::value`]), with everything tracked; here states
//! are joined ([`join`]) where that one keeps them separate, so that the cost is that of the text and not of its paths. A
//! call is analysed for each state that it begins in ([`fixpoint`]).
//!
//! **Why it over-approximates.** The transfer is above the interpreter's (its laws say so), a join is above both its sides, and
//! what is kept for a location is the join of all states that come there in the last round. What the analysis has no
//! answer for (calls through pointers that nobody resolved, too many steps) ends it without a result. A recursive call is one
//! that may change all that its callee names or has pointers to ([`callee`]).
//!
//! Why the machine of the value analysis and not one of its own: objects, cells, copies, frames and `free` would be there twice.

mod alignment;
mod allocators;
pub mod callee;
mod contexts;
mod describe;
mod fixpoint;
pub mod join;
mod knowledge;
mod partition;
mod prove;
mod ranges;
mod shared;
mod undefined;
mod unfollowed;
mod visible;

pub use contexts::STEPS;
pub use fixpoint::interpret;
pub use knowledge::MemoryInvariants;
pub use prove::{Interpreted, run};
pub use ranges::{invariants, with_memory};
pub use shared::SharedInvariants;
pub use undefined::UndefinedAccess;
