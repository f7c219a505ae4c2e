//! Parts of a program, and how a program is cut into them.
//!
//! [`Part`] is the one type for a part of a program: what is analysed by itself, whose results are kept, and what is handed
//! to a worker. [`Partition`] cuts a program into parts ([`Blocks`] says into which), [`list`] reads a user's own, [`dot`]
//! draws them.
//!
//! A part is not what a formula encodes at once: the blocks of the predicate analysis and of IMPACT are sets of paths, made
//! as they are needed, and have no list of locations.

pub mod dot;
pub mod list;
mod part;
mod partition;

pub use dot::dot;
pub use part::Part;
pub use partition::{BlockId, Blocks, Partition};
