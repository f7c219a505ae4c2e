//! Constrained Horn clauses (Grebenshchikov, Lopes, Popeea and Rybalchenko, "Synthesizing Software Verifiers from Proof
//! Rules", PLDI 2012): a relation for each control state at a loop head, a clause for each pair of heads with all paths
//! between them, given to Z3's Spacer (Komuravelli, Gurfinkel and Chaki, CAV 2014).
//!
//! The paths between two heads are one formula, as in the inductive step ([`crate::induction`]); so a clause is a large
//! block. A solution is an inductive invariant of each head under which nothing is violated.
//!
//! Arrays are not given to Spacer. A relation has an arbitrary *distinguished cell* of each array instead, its index and its
//! value ([`cells`]; Monniaux and Gonnord, "Cell Morphing", SAS 2016), so that an invariant of all cells is an invariant
//! of one, without a quantifier.
//!
//! Invariant: TRUE is said of a solution only after a solver of its own has found every clause valid under it
//! ([`inductive`]). Clauses over-approximate: path formulas over whole numbers leave out no execution, and what they say
//! of floats and bits is dropped. That the clauses have no solution is therefore no violation, and never FALSE.

mod arguments;
mod candidates;
pub(crate) mod cells;
mod houdini;
mod inductive;
mod keys;
mod parameters;
mod sums;
mod system;

use crate::outcome::Unrolled;
use crate::segments::segments;
use crate::strengthen::Strengthening;
use crate::unroll::Unroller;
use cairn_base::{Budget, QueryKind};
use cairn_cpa::{
    Conclusion, ControlId, Ended, Failure, Observer, Outcome, Phase, Progress, Reason, Res, Specification,
};
use cairn_domains::memory::SharedInvariants;
use cairn_formula::{Encoding, PathFormula};
use cairn_ir::Program;
use cairn_smt::SolverLimits;
use cairn_smt::clauses::{HornScript, Solution, solve};
use cairn_smt::work::{HORN, HORN_ROUND};
pub(crate) use keys::is_pointer;
use parameters::Parametrized;
use std::time::Instant;
use system::System;

/// Solves the clauses of a program. `shared`: what is known of it.
/// Never fails: a failure is a [`Reason`] of UNKNOWN.
pub fn run<'p, X>(
    program: &'p Program,
    specification: &'p Specification,
    shared: &SharedInvariants,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Outcome<X, Unrolled> {
    let mut unroller = unroller(program, specification, budget);
    let mut strengthening = None;
    let ended = search(&mut unroller, shared, &mut strengthening, observer);
    unroller.run.final_states = unroller.run.states;
    unroller.run.controls = unroller.controls.len() as u64;
    let graph = Unrolled::assuming(strengthening.map(Strengthening::into_known));
    Conclusion::of(ended).outcome(unroller.run, unroller.counters, graph)
}

/// The clauses of a program as a script of SMT-LIB's logic HORN: they have a solution when no execution violates the
/// specification, and may have one only then.
///
/// # Errors
/// Why there are no clauses, as a sentence.
pub fn script(program: &Program, specification: &Specification, budget: &Budget) -> Result<String, String> {
    let mut unroller = unroller(program, specification, budget);
    let system = (|| {
        let order = &unroller.order;
        let shared = SharedInvariants::default();
        let known = Strengthening::new(&mut unroller.extended, &shared, &|node| order.is_head(node), budget)?;
        Ok(match segments(&mut unroller, &known, from_ranges)? {
            Ok(segments) => System::new(&mut unroller, &segments)?,
            Err(why) => Err(why.to_string()),
        })
    })();
    let system = system.map_err(|failure: Failure| Reason::from(failure).to_string())??;
    let (terms, relations, clauses) = (&unroller.encoder.terms, &system.relations[..], &system.clauses[..]);
    Ok(HornScript { terms, relations, clauses }.to_string())
}

fn unroller<'a, 'p>(program: &'p Program, specification: &'p Specification, budget: &'a Budget) -> Unroller<'a, 'p> {
    Unroller::new(program, specification, Encoding::Integer, budget)
}

fn search<X>(
    unroller: &mut Unroller<'_, '_>,
    shared: &SharedInvariants,
    strengthening: &mut Option<Strengthening>,
    observer: &mut dyn Observer,
) -> Res<Ended<X>> {
    let begun = Instant::now();
    let order = &unroller.order;
    let known = Strengthening::new(&mut unroller.extended, shared, &|node| order.is_head(node), unroller.budget)?;
    let known = &*strengthening.insert(known);
    let segments = match segments(unroller, known, from_ranges)? {
        Ok(segments) => segments,
        Err(why) => return Ok(Ended::Limit(why)),
    };
    unroller.run.exploring += begun.elapsed();
    if segments.iter().all(|segment| segment.obligations.is_empty()) {
        return Ok(Ended::Explored);
    }
    let begun = Instant::now();
    let solved = System::new(unroller, &segments)?.map(|system| {
        unroller.counters.add("horn-relations", system.relations.len() as u64);
        unroller.counters.add("horn-clauses", system.clauses.len() as u64);
        let (states, waiting) = (unroller.run.states, system.clauses.len() as u64);
        observer.progress(Progress { phase: Phase::Checking(0), states, waiting, refinements: 0, bound: None });
        answer(unroller, &system)
    });
    unroller.run.refining += begun.elapsed();
    solved.unwrap_or_else(|why| Ok(Ended::Limit(unrefuted(why))))
}

/// What Spacer says of the clauses, checked. Each way of asking gets its share in turn, twice as much in each round: they
/// differ by what they generalize, and none is the best for all programs.
fn answer<X>(unroller: &mut Unroller<'_, '_>, system: &System) -> Res<Ended<X>> {
    let (terms, budget) = (&mut unroller.encoder.terms, unroller.budget);
    let guesses = candidates::candidates(terms, system, budget)?;
    unroller.counters.add("horn-candidates", guesses.iter().map(|here| here.len() as u64).sum());
    let known = houdini::inductive(terms, system, guesses, budget)?;
    if inductive::holds(terms, system, &known, budget)? {
        return Ok(Ended::Explored);
    }
    if let Some(with_sums) = system.with_sums(terms) {
        let guesses = candidates::candidates(terms, &with_sums, budget)?;
        let known = houdini::inductive(terms, &with_sums, guesses, budget)?;
        if inductive::holds(terms, &with_sums, &known, budget)? {
            unroller.counters.add("horn-by-sums", 1);
            return Ok(Ended::Explored);
        }
    }
    let original = system;
    let system = &system.assuming(terms, &known);
    let parametrized = Parametrized::new(terms, system);
    let mut ways = Vec::new();
    ways.extend(parametrized.as_ref().map(|with| (&with.system, Some(with))));
    ways.push((system, None));
    let mut work = HORN_ROUND;
    let mut why = String::new();
    while work <= HORN {
        let mut remaining = Vec::new();
        for (asked, with) in ways {
            budget.look()?;
            let limits = SolverLimits::of_search(budget, QueryKind::HornClauses.limit(work));
            unroller.counters.add("horn-attempts", 1);
            let solution = solve(terms, &asked.relations, &asked.clauses, &limits);
            budget.look()?;
            match solution {
                Ok(Solution::Invariants(found)) => {
                    let found = with.map_or(found.clone(), |with| with.at_constants(terms, &found));
                    // What was assumed is a part of the solution: it is looked at again, over the clauses as they are.
                    let whole: Vec<_> =
                        found.iter().zip(&known).map(|(found, known)| terms.and(&[*found, *known])).collect();
                    if inductive::holds(terms, original, &whole, budget)? {
                        return Ok(Ended::Explored);
                    }
                    "the solution of the Horn clauses was not confirmed".clone_into(&mut why);
                }
                // Unknowns in place of constants may have no solution where the constants have one.
                Ok(Solution::Fires) if with.is_some() => {}
                Ok(Solution::Fires) => {
                    return Ok(Ended::Limit(unrefuted(
                        "the Horn clauses have no solution, which is no execution".to_owned(),
                    )));
                }
                Ok(Solution::Unknown(words)) => {
                    why = format!("the Horn clauses were not solved: {words}");
                    remaining.push((asked, with));
                }
                Err(error) => why = error.to_string(),
            }
        }
        if remaining.is_empty() {
            break;
        }
        (ways, work) = (remaining, work.times(2));
    }
    Ok(Ended::Limit(unrefuted(why)))
}

/// Where a segment begins: ranges are known of all operations that follow.
fn from_ranges(known: &Strengthening, control: ControlId, unroller: &mut Unroller<'_, '_>) -> PathFormula {
    known.start(control, &unroller.controls, &mut unroller.encoder, unroller.program)
}

fn unrefuted(why: String) -> Reason {
    Reason::Unrefuted { why, count: 1 }
}
