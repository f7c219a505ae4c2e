//! The algebra of configurable program analysis and the engines that run it.
//!
//! An analysis is a [`Cpa`]: an abstract domain with transfer ([`Cpa::post`]), merge, stop and precision adjustment
//! (BAM 2.2, SLICE 2.6.2). Where control is (location, call stack, specification automata: the papers' Location and
//! Callstack CPA and observer automata) is the engine's business: [`control`] is the key by which the reached set is
//! partitioned, so that an analysis only ever compares states of one control state.
//!
//! Invariant: nothing in here knows a concrete domain.

pub mod algebra;
pub mod arg;
pub mod block_context;
pub mod cegar;
pub mod composite;
pub mod context;
pub mod control;
mod delegate;
pub mod distribute;
pub mod dot;
mod engine;
pub mod explore;
pub mod facts;
pub mod graph;
mod graph_cut;
pub mod invariants;
pub mod laws;
pub mod lemmas;
pub mod names;
pub mod nested_exploration;
pub mod options;
mod outcome;
pub mod path;
pub mod path_checker;
pub mod plain_engine;
mod reached;
pub mod reduce;
pub mod refinement;
pub mod result;
pub mod serialize;
pub mod shape_index;
pub mod snapshot;
pub mod specification;
mod successor_placement;
pub mod type_erasure;
mod waitlist;

pub use algebra::{Cpa, Move, Successors};
pub use arg::{Arg, ArgId, PrecisionId};
pub use cegar::{AbstractModel, ErrorPath, StatesOf};
pub use composite::Composite;
pub use context::{Cx, Failure, Res, Statistics};
pub use control::{Control, ControlId, Controls, StackId};
pub use distribute::Distribute;
pub use dot::write_dot;
pub use engine::{Engine, EngineOutcome, EngineTask};
pub use explore::Exploration;
pub use facts::{Facts, NoFacts};
pub use invariants::Invariant;
pub use lemmas::SharedLemmas;
pub use names::Names;
pub use options::{EngineOptions, Order, RefineFrom, Sharing};
pub use outcome::{Bounded, Conclusion, Ended, Graph, Outcome};
pub use path_checker::{NoObserver, Observer, PathChecker, PathVerdict, Phase, Progress};
pub use plain_engine::{Explored, run};
pub use reduce::{Reduce, ReductionScope};
pub use refinement::{AbstractPath, Candidate, Fixed, PathState, Refine, Refinement};
pub use result::{Reason, RunStatistics, Verdict};
pub use serialize::{Reader, Serialize, Writer};
pub use snapshot::{Camera, Snapped, Snapshot};
pub use specification::Specification;
pub use type_erasure::AnyCpa;

/// The guide's examples are compiled and run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../CONTRIBUTING.md")]
struct Guide;
