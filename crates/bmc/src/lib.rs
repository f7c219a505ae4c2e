//! Bounded model checking (Biere et al., "Symbolic Model Checking without BDDs", TACAS 1999; Clarke, Kroening and Lerda,
//! "A Tool for Checking ANSI-C Programs", TACAS 2004) and k-induction (Sheeran, Singh and Stålmarck, FMCAD 2000; for
//! programs: Beyer, Dangl and Wendler, "Boosting k-Induction with Continuously-Refined Invariants", CAV 2015) over path
//! formulas.
//!
//! The program is unrolled over control states ([`unroll`]) in an order in which all paths that meet at a place meet
//! before it is left ([`order`]), so there is one formula for each control state and iteration of its loops, however many
//! paths lead there. What must not happen is a list of conditions that the solver is asked about ([`obligation`]); a model
//! gives a path, and the [`cairn_cpa::PathChecker`] confirms it. The bound on loops and recursion doubles; what the last
//! bound cut off is where the next one goes on, so nothing is unrolled twice for the same paths.
//!
//! TRUE comes in two ways only. *Unwound*: no execution is cut off by the bound. *Inductive*: no execution from any state
//! at a loop head passes `k` further loop heads and then violates the specification ([`induction`]), and none violates it
//! within `k` loop heads of the program's entry. Past a bound, bounded model checking alone never says TRUE.
//!
//! What looks for invariants of loop heads (Horn clauses, polynomial equalities, property-directed reachability) are provers on
//! a ground that they share with induction ([`ground`], docs/design/loop-heads.md); [`prove`] runs one of them.
//!
//! Invariant: what is not modelled is an obligation like a violation, so it is a reason of incompleteness wherever it is reachable.

mod ground;
pub mod horn;
mod induction;
mod obligation;
mod options;
mod order;
mod outcome;
mod polynomials;
mod property_directed;
mod prove;
mod query;
mod relevance;
mod search;
mod unroll;
mod unrolled_location;

pub use options::{BmcOptions, Mode};
pub use outcome::Unrolled;
pub use prove::{ProofMethod, prove};
pub use search::run;
