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
//! ([`crate::ground::inductive`]). Clauses over-approximate: path formulas over whole numbers leave out no execution, and what they say
//! of floats and bits is dropped. That the clauses have no solution is therefore no violation, and never FALSE.

mod arguments;
mod candidates;
pub(crate) mod cells;
mod clauses;
mod keys;
mod parameters;
mod sums;
mod system;

use crate::ground::inductive::{Inductive, check};
use crate::ground::segments::{Segment, SegmentStart};
use crate::ground::{Ground, Prover};
use crate::unroll::Unroller;
use cairn_base::{Budget, QueryKind};
use cairn_cpa::{Ended, Failure, Observer, PathChecker, Reason, Res, Specification};
use cairn_domains::memory::SharedInvariants;
use cairn_formula::Encoding;
use cairn_ir::Program;
use cairn_smt::clauses::{HornScript, Solution, solve};
use cairn_smt::work::{HORN, HORN_ROUND};
use cairn_smt::{SolverChoice, SolverLimits};
use cairn_term::{TermId, Terms};
use clauses::kept_candidates;
use parameters::Parametrized;
use system::System;

/// Solves the clauses of a program.
pub(crate) struct HornClauses;

impl<K: PathChecker + ?Sized> Prover<K> for HornClauses {
    const ENCODING: Encoding = Encoding::Integer;
    const START: SegmentStart = SegmentStart::Bounds;
    const NAME: &'static str = "horn";

    fn prove(
        &mut self,
        ground: &mut Ground<'_, '_>,
        segments: &[Segment],
        _: &mut K,
        observer: &mut dyn Observer,
    ) -> Res<Ended<K::Counterexample>> {
        let unroller = &mut ground.unroller;
        let system = match System::new(unroller, segments)? {
            Ok(system) => system,
            Err(why) => return Ok(Ended::Limit(unrefuted(why))),
        };
        unroller.counters.add("horn-relations", system.relations.len() as u64);
        unroller.counters.add("horn-clauses", system.clauses.len() as u64);
        ground.report(system.clauses.len() as u64, observer);
        answer(&mut ground.unroller, &system)
    }
}

/// The clauses of a program as a script of SMT-LIB's logic HORN: they have a solution when no execution violates the
/// specification, and may have one only then.
///
/// # Errors
/// Why there are no clauses, as a sentence.
pub fn script(program: &Program, specification: &Specification, budget: &Budget) -> Result<String, String> {
    let mut ground = Ground::new(program, specification, Encoding::Integer, budget);
    let system = ground.segments(&SharedInvariants::default(), SegmentStart::Bounds).and_then(|segments| {
        Ok(match segments {
            Ok(segments) => System::new(&mut ground.unroller, &segments)?,
            Err(why) => Err(why.to_string()),
        })
    });
    let system = system.map_err(|failure: Failure| Reason::from(failure).to_string())??;
    let (terms, relations, clauses) = (&ground.unroller.encoder.terms, &system.relations[..], &system.clauses[..]);
    Ok(HornScript { terms, relations, clauses }.to_string())
}

/// Whether a solution, one formula a relation, makes every clause valid, asked of a solver that had no part in it.
fn is_solution(terms: &mut Terms, system: &System, found: &[TermId], budget: &Budget) -> Res<bool> {
    let invariants: Vec<Vec<TermId>> = found.iter().map(|one| vec![*one]).collect();
    let most = QueryKind::HornClauses.limit(HORN);
    Ok(check(terms, system, &invariants, || SolverChoice::Z3.start(), most, budget)? == Inductive::Yes)
}

/// Answer of Spacer about the clauses, checked. Each way of asking gets its share in turn, twice as much in each round:
/// they differ by what they generalize, and none is the best for all programs.
fn answer<X>(unroller: &mut Unroller<'_, '_>, system: &System) -> Res<Ended<X>> {
    let (terms, budget) = (&mut unroller.encoder.terms, unroller.budget);
    let guesses = candidates::candidates(terms, system, budget)?;
    unroller.counters.add("horn-candidates", guesses.iter().map(|here| here.len() as u64).sum());
    let known = kept_candidates(terms, system, guesses, budget)?;
    if is_solution(terms, system, &known, budget)? {
        return Ok(explored(unroller, system, known));
    }
    tell(unroller, system, &known);
    let terms = &mut unroller.encoder.terms;
    if let Some(with_sums) = system.with_sums(terms) {
        let guesses = candidates::candidates(terms, &with_sums, budget)?;
        let known = kept_candidates(terms, &with_sums, guesses, budget)?;
        if is_solution(terms, &with_sums, &known, budget)? {
            unroller.counters.add("horn-by-sums", 1);
            return Ok(explored(unroller, system, known));
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
                    if is_solution(terms, original, &whole, budget)? {
                        return Ok(explored(unroller, original, whole));
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

/// Tells other engines what candidates hold. What speaks of distinguished cells has no meaning outside of the clauses.
fn tell(unroller: &mut Unroller<'_, '_>, system: &System, known: &[TermId]) {
    let parts: Vec<Vec<TermId>> = known.iter().map(|known| unroller.encoder.terms.conjuncts(*known)).collect();
    unroller.tell(system.controls.iter().copied().zip(parts.iter().map(Vec::as_slice)));
}

/// The end of a search that found a solution, which is kept as what holds at the heads.
fn explored<X>(unroller: &mut Unroller<'_, '_>, system: &System, solution: Vec<TermId>) -> Ended<X> {
    unroller.found = system.controls.iter().copied().zip(solution.into_iter().map(|holds| vec![holds])).collect();
    Ended::Explored
}

fn unrefuted(why: String) -> Reason {
    Reason::Unrefuted { why, count: 1 }
}
