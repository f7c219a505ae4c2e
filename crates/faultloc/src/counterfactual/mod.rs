//! Localization by counterfactual: which statement, done otherwise, avoids the violation under the same inputs.
//!
//! The trace formula of the paper (DCPA 4.3) knows one path. Where a fault sends a branch the other way, that way is not on the
//! trace, and no set of its statements is to blame. Here the *program* is changed, one statement at a time ([`change`]), and
//! executed with the inputs as they were, over whatever branches it then takes. Three things tell the likely from the possible:
//!
//! 1. **Executions.** Inputs are generated, and the program run with each: those that violate and those that do not. A change
//!    that mends must avoid all violations and cause none, and the check must be made as often as before.
//! 2. **Verification.** Of a change that mends all executions it is asked whether *any* inputs violate ([`ChangeVerifier`]); inputs
//!    that do are one more execution (counterexample-guided).
//! 3. **Spectra.** Statements that violating executions pass and others do not are likelier (Ochiai: Abreu, Zoeteweij and van
//!    Gemund, TAICPART 2007), and so are changes under which the check sees what it saw before where nothing was violated.
//!
//! Why not a solver that frees the value of one statement: what it may be is then anything, so nearly every statement on the way
//! can avoid the violation; an edit that a person would make is far more often the fault. Nothing here is a verdict.

pub mod change;
pub mod check;
pub mod connective;
pub mod execution;
pub mod rank;
mod search;
mod variants;

use crate::fault::FaultLines;
use crate::statement::Split;
use cairn_base::{Budget, Span, Stop};
use cairn_cpa::Specification;
use cairn_interp::{Code, RecordedInputs, Trace};
use cairn_ir::Program;
use check::CheckCode;
use execution::{CheckedEnd, ExecutionOptions, execute};
use search::Search;

/// Verdict of a verifier on a changed program.
#[derive(Clone, Debug)]
pub enum ChangeVerdict {
    /// No inputs violate the specification.
    Mended,
    /// These do.
    Violated(RecordedInputs),
    /// Not decided.
    Unknown,
}

/// Interface of localization by counterfactual to the rest of Cairn.
pub trait ChangeVerifier {
    /// Whether a place is in the user's own text.
    fn is_users(&self, span: Span) -> bool;
    /// Whether a changed program can violate the specification.
    fn verify(&mut self, changed: &Program) -> ChangeVerdict;
}

/// Inputs.
pub struct Counterfactual<'a> {
    /// The program.
    pub program: &'a Program,
    /// Violated specification.
    pub specification: &'a Specification,
    /// The execution that violates.
    pub trace: &'a Trace,
    /// Its inputs.
    pub inputs: &'a RecordedInputs,
    /// The execution's statements and post-condition.
    pub split: &'a Split,
}

/// The results.
pub struct CounterfactualFaults {
    /// Lines, the likeliest first.
    pub faults: Vec<FaultLines>,
    /// Whether some change mends all executions that were tried.
    pub is_mended: bool,
    /// Statements that were changed.
    pub statements: usize,
    /// Changes that were tried.
    pub changes: u64,
    /// Executions that violate and that do not, which changes were compared by.
    pub executions: (usize, usize),
    /// Why there may be more, as a sentence without a full stop.
    pub incomplete: Option<String>,
}

/// Executions are at most so many times as long as the one that violates, and at least [`LEAST_STEPS`].
const LONGER: u64 = 4;
/// Steps that every execution may take.
const LEAST_STEPS: u64 = 5_000;

/// Which lines are to blame.
///
/// # Errors
/// The budget is used up before anything was found; the execution cannot be repeated.
pub fn localize(
    given: &Counterfactual<'_>,
    verifier: &mut dyn ChangeVerifier,
    budget: &Budget,
) -> Result<CounterfactualFaults, String> {
    let stopped = |stop: Stop| stop.to_string();
    let check = CheckCode::of(given.program, given.trace, given.split);
    let code = Code::new(given.program);
    let limit = |steps: u64| ExecutionOptions { steps: steps.saturating_mul(LONGER).max(LEAST_STEPS), keeps: true };
    let most = limit(given.trace.entries.len() as u64);
    let run =
        |inputs: &RecordedInputs| execute(&code, given.program, given.specification, &check, inputs, most, budget);
    let first = run(given.inputs).map_err(stopped)?;
    if first.ending != CheckedEnd::Violated {
        return Err("the execution rests on where objects are in memory, so that it cannot be repeated".to_owned());
    }
    let mut search = Search::new(given, check, verifier, budget, most.steps);
    search.violating.push((given.inputs.clone(), first));
    search.add_executions(&code).map_err(stopped)?;
    let sites = search.sites();
    let harness = search.has_harness();
    let mut incomplete = search.try_changes(&sites, harness).err().map(stopped);
    if incomplete.is_none() {
        incomplete = search.verify_best().err().map(stopped);
    }
    if search.steps_left == 0 {
        incomplete
            .get_or_insert("changed programs were executed for as many steps as localization may take".to_owned());
    }
    Ok(search.conclude(sites.len(), incomplete))
}
