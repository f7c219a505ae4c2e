//! Fault localization (DCPA section 4.3, Table 20): which statements of an execution its violation rests on.
//!
//! From a replayed execution ([`cairn_interp::Trace`]) comes a formula that contradicts itself: the inputs as they were, the
//! statements, and that the violation does not happen ([`trace`]). [`localize`] asks which statements the contradiction is due
//! to, by one of four techniques with one kind of result:
//!
//! - [`Technique::Counterfactual`]: lines that, done otherwise, avoid the violation ([`counterfactual`]); not of the paper;
//! - [`Technique::MaxSat`]: smallest sets of statements without which the contradiction is gone ([`enumerate`]);
//! - [`Technique::UnsatCore`]: smallest sets of statements that contradict each other already;
//! - [`Technique::ErrorInvariants`]: statements across which what matters for the violation changes ([`invariants`]).
//!
//! Invariant: a set reported by `MaxSat` was shown by the solver to make the formula satisfiable, one by `UnsatCore` to be
//! unsatisfiable. Nothing here is a verdict.

pub mod blocks;
pub mod control;
pub mod counterfactual;
pub mod enumerate;
pub mod fault;
pub mod invariants;
pub mod oracle;
pub mod statement;
pub mod trace;
pub mod workers;

use cairn_base::{Budget, Location, Span};
use cairn_cpa::Specification;
use cairn_interp::{RecordedInputs, Trace};
use cairn_ir::Program;
use cairn_smt::{Answer, SolverError};
use counterfactual::{ChangeVerifier, Counterfactual};
use enumerate::EnumerationBounds;
pub use fault::{FaultLines, Suspect};
use fault::{FaultReason, line, list};
use oracle::{Oracle, SubsetOracle, SubsetVerdict, is_path};
use statement::{Split, TraceStatement, split};
pub use trace::Precondition;
use trace::TraceFormula;
use workers::{LocalizedExecution, VisitSets, search_visit, search_visits};

/// Longer executions have formulas that no solver answers questions about in reasonable time.
const LONGEST: usize = 10_000;

/// Of longer executions the formula is not asked for beside the changes.
const LONGEST_BESIDE: usize = 1_000;

cairn_base::choice! {
    /// How the statements to blame are found.
    pub enum Technique {
        /// Changes of the program that avoid the violation.
        Counterfactual = "counterfactual",
        /// Minimal correction sets.
        MaxSat = "max-sat",
        /// Minimal unsatisfiable subsets.
        UnsatCore = "unsat-core",
        /// Interpolants along the execution.
        ErrorInvariants = "error-invariants",
    }
}

/// Options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LocalizationOptions {
    /// How.
    pub technique: Technique,
    /// At most so many sets are enumerated.
    pub sets: usize,
    /// Whether a decision that is to blame may have left out what it led to ([`control`]); error invariants do not look at it.
    pub skipping: bool,
    /// Whether each visit of a block is looked at by itself ([`blocks`]); for [`Technique::MaxSat`].
    pub by_blocks: bool,
    /// How many workers look at visits side by side ([`workers`]).
    pub jobs: usize,
}

/// Results about one execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Localization {
    /// The conditions that lead into the violation, as the source has them.
    pub post: Vec<String>,
    /// Where the first of them is.
    pub at: Option<Location>,
    /// Precondition on the inputs.
    pub precondition: Precondition,
    /// The faults, the likeliest first.
    pub faults: Vec<FaultLines>,
    /// Why there may be more, as a sentence without a full stop; `None` when these are all.
    pub incomplete: Option<String>,
    /// How many statements the execution has, in each part that was looked at by itself.
    pub statements: Vec<usize>,
    /// How many steps it has up to the post-condition.
    pub steps: usize,
    /// Queries to the solver.
    pub queries: u64,
    /// How many workers looked at the parts.
    pub workers: usize,
    /// Changes of the program that were tried, and the executions that they were compared by: those that violate, those that do not.
    pub changes: Option<(u64, usize, usize)>,
}

/// The answer of [`localize`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LocalizationOutcome {
    /// Faults.
    Localized(Localization),
    /// The execution has none to show: why, as a sentence without a full stop, and the place that it is about.
    NotLocalizable(String, Span),
    /// Not decided: why, as a sentence without a full stop.
    Unknown(String),
}

impl From<SolverError> for LocalizationOutcome {
    fn from(error: SolverError) -> Self {
        LocalizationOutcome::Unknown(error.to_string())
    }
}

/// Which statements of an execution that violates the property the violation rests on. The execution is one that the
/// interpreter has replayed, up to the violation.
pub fn localize(
    program: &Program,
    trace: &Trace,
    options: LocalizationOptions,
    budget: &Budget,
) -> LocalizationOutcome {
    if let Some(too_long) = too_long(trace) {
        return too_long;
    }
    let Some(split) = split(program, trace, options.skipping) else {
        let why = "no branch leads to the violation: every execution reaches it, whatever the statements before do";
        return LocalizationOutcome::NotLocalizable(why.to_owned(), last_span(program, trace));
    };
    if split.roles.len() > LONGEST {
        let steps = split.roles.len();
        return LocalizationOutcome::Unknown(format!(
            "the execution has {steps} steps, and it is looked at {LONGEST} at most"
        ));
    }
    attempt(program, trace, &split, options, budget).unwrap_or_else(LocalizationOutcome::from)
}

/// Which lines, done otherwise, avoid the violation: [`Technique::Counterfactual`]. Where no change mends all executions that were
/// tried, the single lines of [`Technique::MaxSat`] come first; where none avoids the violation, or the execution cannot be
/// repeated from its inputs, its answer is the answer.
pub fn localize_by_changes(
    program: &Program,
    specification: &Specification,
    (trace, inputs): (&Trace, &RecordedInputs),
    options: LocalizationOptions,
    verifier: &mut dyn ChangeVerifier,
    budget: &Budget,
) -> LocalizationOutcome {
    if let Some(too_long) = too_long(trace) {
        return too_long;
    }
    let by_formula =
        || localize(program, trace, LocalizationOptions { technique: Technique::MaxSat, ..options }, budget);
    let Some(split) = split(program, trace, options.skipping) else { return by_formula() };
    let given = Counterfactual { program, specification, trace, inputs, split: &split };
    match counterfactual::localize(&given, verifier, budget) {
        Ok(mut found) if !found.faults.is_empty() => {
            if !found.is_mended
                && split.roles.len() <= LONGEST_BESIDE
                && let LocalizationOutcome::Localized(by_formula) = by_formula()
            {
                found.faults = fault::merged(by_formula.faults, found.faults);
            }
            LocalizationOutcome::Localized(Localization {
                post: split.post.iter().map(|span| program.sources.snippet(*span).to_owned()).collect(),
                at: program.sources.locate(split.post.first().copied().unwrap_or(Span::NONE)),
                precondition: Precondition::Values,
                faults: found.faults,
                incomplete: found.incomplete,
                statements: vec![found.statements],
                steps: split.roles.len(),
                queries: 0,
                workers: 1,
                changes: Some((found.changes, found.executions.0, found.executions.1)),
            })
        }
        Ok(_) => by_formula(),
        Err(why) => match by_formula() {
            LocalizationOutcome::Unknown(also) => LocalizationOutcome::Unknown(format!("{why}; {also}")),
            found => found,
        },
    }
}

/// Of an execution that is not recorded as a whole nothing is said.
fn too_long(trace: &Trace) -> Option<LocalizationOutcome> {
    trace.omitted.as_ref()?;
    let steps = trace.steps();
    Some(LocalizationOutcome::Unknown(format!("the execution has {steps} steps, not all of which are recorded")))
}

/// The place of the last step that has one.
fn last_span(program: &Program, trace: &Trace) -> Span {
    let spans = trace.entries.iter().rev().map(|entry| match entry.step {
        cairn_ir::Step::Edge(edge) => program.edges[edge].span,
        _ => Span::NONE,
    });
    spans.into_iter().find(|span| !span.is_none()).unwrap_or(Span::NONE)
}

fn attempt(
    program: &Program,
    trace: &Trace,
    split: &Split,
    options: LocalizationOptions,
    budget: &Budget,
) -> Result<LocalizationOutcome, SolverError> {
    let at = split.post.first().copied().unwrap_or(Span::NONE);
    let mut precondition = Precondition::Values;
    let mut queries = 0;
    loop {
        let mut formula = match TraceFormula::new(program, trace, split, precondition != Precondition::Any) {
            Ok(formula) => formula,
            Err(error) => {
                let why = format!("the execution does what no formula says: {}", error.what);
                return Ok(LocalizationOutcome::NotLocalizable(why, error.span));
            }
        };
        queries += 1;
        match is_path(&mut formula, split, precondition == Precondition::Model, budget)? {
            Answer::Sat => {}
            Answer::Unsat => {
                let why = "the execution rests on memory that its formula has not".to_owned();
                return Ok(LocalizationOutcome::NotLocalizable(why, at));
            }
            Answer::Unknown(why) => return Ok(LocalizationOutcome::Unknown(why.to_string())),
        }
        let everything: Vec<usize> = (0..split.statements.len()).collect();
        let mut oracle = Oracle::new(&mut formula, split, budget)?;
        let (whole, nothing) = (oracle.ask(&everything)?, oracle.ask(&[])?);
        match (whole, nothing, precondition) {
            (SubsetVerdict::Unknown(why), ..) => return Ok(LocalizationOutcome::Unknown(why.to_string())),
            (SubsetVerdict::Possible, _, Precondition::Values) => precondition = Precondition::Model,
            (SubsetVerdict::Possible, _, Precondition::Model) => {
                let why = "its formula leaves something open that the violation rests on".to_owned();
                return Ok(LocalizationOutcome::NotLocalizable(why, at));
            }
            (SubsetVerdict::Possible, _, Precondition::Any) => {
                let why = "the violation follows from the inputs alone, whatever the statements between do".to_owned();
                return Ok(LocalizationOutcome::NotLocalizable(why, at));
            }
            (SubsetVerdict::Impossible(_), SubsetVerdict::Impossible(_), Precondition::Any) => {
                let why =
                    "the violation follows from its condition alone, whatever the statements before do".to_owned();
                return Ok(LocalizationOutcome::NotLocalizable(why, at));
            }
            (SubsetVerdict::Impossible(_), SubsetVerdict::Impossible(_), _) => precondition = Precondition::Any,
            (SubsetVerdict::Impossible(_), _, _) => {
                let asked = oracle.asked();
                let found = search(program, trace, &mut formula, split, (options, precondition), budget)?;
                return Ok(match found {
                    Err(why) => LocalizationOutcome::Unknown(why),
                    Ok(Searched { faults, incomplete, asked: more, parts, workers }) => {
                        LocalizationOutcome::Localized(Localization {
                            post: split.post.iter().map(|span| program.sources.snippet(*span).to_owned()).collect(),
                            at: program.sources.locate(at),
                            precondition,
                            faults,
                            incomplete,
                            statements: parts,
                            steps: split.roles.len(),
                            queries: queries + asked + more,
                            workers,
                            changes: None,
                        })
                    }
                });
            }
        }
        queries += oracle.asked();
    }
}

/// Results of a search.
struct Searched {
    faults: Vec<FaultLines>,
    /// Why they may not be all.
    incomplete: Option<String>,
    /// Queries to the solver.
    asked: u64,
    /// The statements of each part.
    parts: Vec<usize>,
    /// How many workers looked at them.
    workers: usize,
}

fn search(
    program: &Program,
    trace: &Trace,
    formula: &mut TraceFormula,
    split: &Split,
    (options, precondition): (LocalizationOptions, Precondition),
    budget: &Budget,
) -> Result<Result<Searched, String>, SolverError> {
    let violation = line(program, split.post.first().copied().unwrap_or(Span::NONE));
    if options.technique == Technique::ErrorInvariants {
        let (found, asked) = invariants::relevant(formula, split, budget)?;
        return Ok(match found {
            invariants::Invariants::Unknown(why) => Err(why),
            invariants::Invariants::Relevant(relevant) => {
                let sets: Vec<Vec<usize>> = relevant.iter().map(|(statement, _)| vec![*statement]).collect();
                let reason = |statements: &[&TraceStatement], _: &[u32]| {
                    let said: Vec<String> = statements.iter().map(|statement| fault::said(statement)).collect();
                    let verb = if said.len() == 1 { "changes" } else { "change" };
                    format!("{} {verb} what the violation at line {violation} follows from", list(&said))
                };
                let faults = fault::faults(program, split, &sets, &reason);
                let parts = vec![split.statements.len()];
                Ok(Searched { faults, incomplete: None, asked, parts, workers: 1 })
            }
        });
    }
    let cores = options.technique == Technique::UnsatCore;
    let visits = match options.by_blocks && !cores {
        true => blocks::visits(program, trace, split),
        false => vec![blocks::Visit { split: split.clone(), of: (0..split.statements.len()).collect() }],
    };
    let bounds = EnumerationBounds { sets: options.sets, cores };
    let workers = options.jobs.clamp(1, visits.len().max(1));
    let found = match workers > 1 {
        true => {
            let execution = LocalizedExecution { program, trace, split, precondition };
            search_visits(execution, &visits, bounds, workers, budget)?
        }
        false => {
            let sets = visits.iter().map(|visit| search_visit(formula, visit, bounds, budget));
            sets.collect::<Result<Vec<VisitSets>, SolverError>>()?
        }
    };
    let asked = found.iter().map(|visit| visit.asked).sum();
    let incomplete = found.iter().rev().find_map(|visit| visit.incomplete.clone());
    let (mut corrections, mut found_cores) = (Vec::new(), Vec::new());
    for visit in found {
        corrections.extend(visit.corrections);
        found_cores.extend(visit.cores);
    }
    let (sets, reason): (_, &FaultReason<'_>) = match options.technique {
        Technique::UnsatCore => (found_cores, &|_, lines| core_reason(lines, violation)),
        _ => (corrections, &|statements, lines| correction_reason(statements, lines, violation)),
    };
    let faults = fault::faults(program, split, &sets, reason);
    let parts = visits.iter().map(|visit| visit.split.statements.len()).collect();
    Ok(Ok(Searched { faults, incomplete, asked, parts, workers }))
}

fn core_reason(lines: &[u32], violation: u32) -> String {
    let which = if lines.len() == 1 { "line" } else { "lines" };
    let all = list(&numbers(lines));
    format!("what {which} {all} did is enough for the violation at line {violation}, and no part of it is")
}

fn correction_reason(statements: &[&TraceStatement], lines: &[u32], violation: u32) -> String {
    let what = match lines {
        [_] => statements.iter().map(|statement| fault::said(statement)).collect::<Vec<_>>().join(" or "),
        _ => format!("what lines {} do", list(&numbers(lines))),
    };
    format!("if {what} were different, the violation at line {violation} would not follow")
}

fn numbers(lines: &[u32]) -> Vec<String> {
    lines.iter().map(u32::to_string).collect()
}
