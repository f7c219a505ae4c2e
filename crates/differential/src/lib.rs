//! The differential harness: small C programs are generated, every analysis and configuration verifies them, the
//! interpreter executes them, and all must agree.
//!
//! What counts as a failure: TRUE beside FALSE; TRUE for a program of which an execution with made-up inputs violates the
//! property; FALSE for a program without inputs whose one execution ends without a violation; an internal error; a
//! generated program that the front end refuses. UNKNOWN is never a failure.
//!
//! Invariant: a seed is a program and a result, on every machine: analyses are cut off by steps, never by a clock.
//!
//! Why not fuzz with a grammar of all of C: solvers must decide the programs, or nothing is compared. So they are small,
//! and each is about two or three classes of things that go wrong ([`grammar`]).

pub mod comparison;
pub mod configurations;
pub mod execution;
pub mod grammar;
pub mod reduce;
pub mod seeded;
pub mod tree;
