//! The front door of Cairn as a library: from a [`Request`] to a [`Report`].
//!
//! [`verify`] compiles the program, builds the analysis that the options ask for, runs CEGAR with the bit-precise path
//! check, and explains the outcome. It prints nothing, and opens no file but the
//! one in which summaries are kept.
//!
//! Invariant: whatever goes wrong inside (a failure, a panic) is [`ReportedVerdict::Unknown`] with a reason, never a verdict.

mod alarms;
mod analysis;
mod arguments;
mod check;
mod conclude;
pub mod coverage;
mod decide;
mod engine;
mod engines;
mod equalities;
pub mod execute;
mod explored;
mod facts;
pub mod figures;
mod holds;
mod instrument;
mod library;
mod narrative;
pub mod obligations;
mod panic_guard;
mod pipeline;
mod prepare;
mod read;
mod report;
mod request;
mod run;
pub mod source_text;
pub mod strategy;
mod summaries;
mod termination;
mod unknown_cause;
pub mod violation;
mod waiting;

/// The automata of a program with its blocks, in DOT; nothing when the blocks are off.
///
/// # Errors
/// A list of blocks cannot be read, or does not fit the program, as a sentence.
pub fn draw_blocks(
    program: &cairn_ir::Program,
    modules: &cairn_options::values::Modules,
) -> Result<Option<String>, String> {
    let Some(blocks) = analysis::blocks(modules)? else { return Ok(None) };
    let partition = cairn_blocks::Partition::new(program, &blocks)?;
    Ok(Some(cairn_blocks::dot(program, &partition)))
}

/// A program as Horn clauses over its loop heads, in SMT-LIB's logic HORN: they have a solution only when no execution
/// violates the property.
///
/// # Errors
/// There are no clauses of the program, as a sentence that says why.
pub fn horn_clauses(program: &cairn_ir::Program, property: &cairn_task::Property) -> Result<String, String> {
    let budget = cairn_base::Budget::unlimited(cairn_base::CancelToken::new());
    cairn_bmc::horn::script(program, &specification(property), &budget)
}

pub use cairn_dss::remote::{Machines, ProcessRole};
pub use facts::KnownFacts;
pub use figures::{Figure, Figures};
pub use instrument::put as check;
pub use library::{HARNESS_FILE, is_users};
pub use pipeline::{specification, verify, verify_program};
pub use read::compile;
pub use report::{Assumed, BoundedProof, ExplorationReport, Placed, RankedCycle, Report, ReportedVerdict, Stage};
pub use request::{Request, RunLimits, front_options};
pub use unknown_cause::{Cause, Explanation, MEND};
pub use violation::{Endless, Violation};
