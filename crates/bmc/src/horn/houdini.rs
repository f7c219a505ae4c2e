//! The largest set of candidates that is inductive (Flanagan and Leino, "Houdini, an Annotation Assistant for ESC/Java", FME
//! 2001): a candidate that some clause does not keep, all others assumed, is dropped, until none is.
//!
//! Invariant: what is left is a solution of all clauses with a head. A query that is not decided drops all candidates of its
//! head that are asked about, which is sound.

use super::system::System;
use cairn_base::{Budget, QueryKind};
use cairn_cpa::Res;
use cairn_smt::work::HORN_CANDIDATE;
use cairn_smt::{QueryModel, QuerySession, SolverLimits, Truth, Z3Solver};
use cairn_term::{TermId, Terms};
use std::collections::BTreeSet;

/// The solver is replaced after so many queries.
const QUERIES_PER_SOLVER: u32 = 200;

/// The candidates of each relation that are left, as one formula a relation.
pub(crate) fn inductive(
    terms: &mut Terms,
    system: &System,
    mut candidates: Vec<Vec<TermId>>,
    budget: &Budget,
) -> Res<Vec<TermId>> {
    let mut session = QuerySession::new(Z3Solver::new, QUERIES_PER_SOLVER);
    let mut open: BTreeSet<usize> = (0..system.clauses.len()).collect();
    while let Some(number) = open.pop_first() {
        let clause = &system.clauses[number];
        let Some(head) = &clause.head else { continue };
        let mut assumed = vec![clause.constraint];
        for application in &clause.body {
            assumed.extend(system.applied(terms, application, &candidates[application.0]));
        }
        let mut dropped = false;
        loop {
            budget.tick()?;
            let wanted = system.applied(terms, head, &candidates[head.0]);
            let open_ones: Vec<TermId> = wanted.iter().copied().filter(|one| !assumed.contains(one)).collect();
            let all = terms.and(&open_ones);
            if terms.as_bool(all) == Some(true) {
                break;
            }
            let fails = terms.not(all);
            let mut asked = assumed.clone();
            asked.push(fails);
            budget.look()?;
            let limits = SolverLimits::of(budget, QueryKind::HornClauses.limit(HORN_CANDIDATE));
            let mut false_ones = |model: &mut QueryModel<'_>| -> Vec<bool> {
                wanted.iter().map(|one| model.holds(*one) == Some(false)).collect()
            };
            let truth = session.ask(terms, &asked, &limits, &mut false_ones);
            budget.look()?;
            let keep: Vec<bool> = match truth {
                Truth::Unsatisfiable => break,
                Truth::Satisfiable(fails) if fails.contains(&true) => fails.iter().map(|fails| !fails).collect(),
                _ => wanted.iter().map(|one| assumed.contains(one)).collect(),
            };
            let mut keep = keep.into_iter();
            candidates[head.0].retain(|_| keep.next() == Some(true));
            dropped = true;
            // What is assumed of the head's own relation is less now.
            if clause.body.iter().any(|(relation, _)| *relation == head.0) {
                assumed = vec![clause.constraint];
                for application in &clause.body {
                    assumed.extend(system.applied(terms, application, &candidates[application.0]));
                }
            }
        }
        if dropped {
            let uses = |clause: &&usize| system.clauses[**clause].body.iter().any(|(relation, _)| *relation == head.0);
            open.extend((0..system.clauses.len()).collect::<Vec<_>>().iter().filter(uses));
        }
    }
    Ok(candidates.into_iter().map(|left| terms.and(&left)).collect())
}
