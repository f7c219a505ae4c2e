//! The algebra of configurable program analysis and the engines that run it.
//!
//! An analysis is a [`Cpa`]: an abstract domain with transfer ([`Cpa::post`]), merge, stop and precision adjustment
//! (BAM 2.2, SLICE 2.6.2). Where control is (location, call stack, specification automata: the papers' Location and
//! Callstack CPA and observer automata) is the engine's business: [`control`] is the key by which the reached set is
//! partitioned, so that an analysis only ever compares states of one control state.
//!
//! Invariant: nothing in here knows a concrete domain.

pub mod algebra;
pub mod area;
pub mod arg;
pub mod cegar;
pub mod checker;
pub mod composite;
pub mod context;
pub mod control;
mod cut;
mod delegate;
pub mod distribute;
pub mod dot;
pub mod erase;
pub mod explore;
pub mod facts;
pub mod graph;
pub mod invariants;
pub mod laws;
pub mod names;
pub mod nested;
pub mod options;
mod outcome;
pub mod path;
mod place;
mod reached;
pub mod reduce;
pub mod refinement;
pub mod result;
pub mod serialize;
pub mod shapes;
pub mod snapshot;
pub mod specification;
mod waitlist;
pub mod whole;

pub use algebra::{Cpa, Move, Successors};
pub use arg::{Arg, ArgId, PrecisionId};
pub use cegar::{AbstractModel, ErrorPath, StatesOf};
pub use checker::{NoObserver, Observer, PathChecker, PathVerdict, Phase, Progress};
pub use composite::Composite;
pub use context::{Cx, Failure, Res, Statistics};
pub use control::{Control, ControlId, Controls, StackId};
pub use distribute::Distribute;
pub use dot::write_dot;
pub use erase::AnyCpa;
pub use explore::Exploration;
pub use facts::{Facts, NoFacts};
pub use invariants::Invariant;
pub use names::Names;
pub use options::{EngineOptions, Order, RefineFrom, Sharing};
pub use outcome::{Bounded, Conclusion, Ended, Graph, Outcome};
pub use reduce::{Reduce, Scope};
pub use refinement::{AbstractPath, Candidate, Fixed, PathState, Refine, Refinement};
pub use result::{Reason, RunStatistics, Verdict};
pub use serialize::{Reader, Serialize, Writer};
pub use snapshot::{Camera, Snapped, Snapshot};
pub use specification::Specification;
pub use whole::{Explored, run};

/// The guide's example is compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../CONTRIBUTING.md")]
struct Guide;
