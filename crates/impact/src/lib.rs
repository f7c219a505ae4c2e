//! Interpolation-based lazy abstraction (McMillan, "Lazy Abstraction with Interpolants", CAV 2006; called IMPACT), over
//! single and large blocks (LBE section 6 names it as future work; Beyer and Wendler, FMCAD 2012, over adjustable
//! blocks).
//!
//! An *unwinding* of the program is built whose vertices are ends of blocks. A block is a loop-free piece of the program,
//! all of whose paths are one formula ([`blocks`]). Each vertex has a *label*, an assertion that holds whenever control is
//! there; it begins as true and is only ever strengthened, by interpolants from the refutation of a path to a target
//! ([`refine`]). No abstract successor is computed. A vertex is *covered* by an earlier one at the same control state
//! whose label its own implies ([`cover`]); then nothing below it need be looked at.
//!
//! Invariant: for each vertex that is expanded, label and block formula imply the label of the successor (well-labelled).
//! So when no leaf is left that is neither covered nor labelled false, the labels are an inductive invariant; when none of
//! them is a target's, the targets are unreachable, and the verdict is TRUE.
//!
//! Not here: what a step means (`formula`), interpolation (`smt`), and the decision that a path is a real violation,
//! which is the [`cairn_cpa::PathChecker`]'s.

mod blocks;
mod certify;
mod clause_propagation;
mod cover;
mod labels;
mod options;
mod outcome;
mod predicate_mining;
mod query;
mod refine;
mod search;
mod unwinding;
mod waitlist;

pub use blocks::{BlockExit, EndId, EndKind};
pub use labels::{LabelId, Labels};
pub use options::{BlockSize, Covering, ExpansionOrder, ImpactOptions};
pub use outcome::{Unwound, run};
pub use unwinding::{Unwinding, UnwindingVertex, VertexId};
