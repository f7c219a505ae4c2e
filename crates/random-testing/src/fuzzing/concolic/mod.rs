//! Concolic execution: an execution is followed with terms over the bytes that it was given, and a solver is asked for bytes with
//! which it leaves its path where nothing went yet (Godefroid, Levin and Molnar, "Automated whitebox fuzz testing", NDSS 2008;
//! Stephens and others, "Driller", NDSS 2016).
//!
//! A check is a branch too, so the search asks for a violation at each check that the path passes (active checks).
//!
//! Invariant: an answer is a guess that is executed. Nothing is said of what has no answer.
//!
//! Why along executions, and not states that fork: memory, addresses and the host are the run's, so each library call and
//! each pointer is followed. What it costs is one query for each branch.

mod flip;
mod input_byte;
mod machine;
mod path;

pub(super) use flip::Flips;
pub(super) use input_byte::pad_numbers;
