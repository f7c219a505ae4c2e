//! Parts of a program, and how a program is cut into them.
//!
//! [`ProgramPart`] is the one type for a part of a program: what is analysed by itself, whose results are kept, and what is handed
//! to a worker. [`Partition`] cuts a program into parts ([`Blocks`] says into which), [`list`] reads a user's own, [`dot`]
//! draws them.
//!
//! [`BlockGraph`] is another cut, for workers that send each other states: the edges of the supergraph in blocks with one
//! entry, calls and returns included ([`Decomposition`] says how).
//!
//! A part is not what a formula encodes at once: the blocks of the predicate analysis and of IMPACT are sets of paths, made
//! as they are needed, and have no list of locations.

pub mod block_list;
mod decomposition;
pub mod dot;
mod drawing;
mod graph;
mod part;
mod partition;
mod supergraph;

pub use decomposition::Decomposition;
pub use dot::dot;
pub use drawing::{graph_dot, graph_json};
pub use graph::{BlockGraph, CodeBlock, CodeBlockId};
pub use part::ProgramPart;
pub use partition::{BlockId, Blocks, Partition};
pub use supergraph::{Supergraph, SupergraphEdge, SupergraphEdgeId};
