//! Clauses as transitions between heads, and which candidates they keep.
//!
//! A clause applies a relation to several cells of arrays, so candidates are assumed once for each application.
//!
//! Invariant: what is left of candidates is a solution of all clauses with a head. A query that is not decided drops all
//! candidates of its head that are not assumed anyway, which is sound.

use super::system::System;
use crate::ground::houdini::{Consecution, Kept, TransitionEnds, inductive};
use crate::ground::inductive::Transitions;
use cairn_base::{Budget, QueryKind};
use cairn_cpa::Res;
use cairn_smt::work::HORN_CANDIDATE;
use cairn_smt::{QueryModel, QuerySession, SolverChoice, SolverLimits};
use cairn_term::{TermId, Terms};

/// The solver is replaced after so many queries.
const QUERIES_PER_SOLVER: u32 = 200;

impl Transitions for System {
    fn ends(&self) -> Vec<TransitionEnds> {
        let ends = |clause: &cairn_smt::clauses::Clause| TransitionEnds {
            from: clause.body.first().map(|(relation, _)| *relation),
            to: clause.head.as_ref().map(|(relation, _)| *relation),
        };
        self.clauses.iter().map(ends).collect()
    }

    fn assumed(&self, terms: &mut Terms, number: usize, known: &[TermId]) -> Vec<TermId> {
        let clause = &self.clauses[number];
        let mut assumed = vec![clause.constraint];
        for application in &clause.body {
            assumed.extend(self.applied(terms, application, known));
        }
        assumed
    }

    fn claimed(&self, terms: &mut Terms, number: usize, formulas: &[TermId]) -> Vec<TermId> {
        self.clauses[number].head.as_ref().map_or(Vec::new(), |head| self.applied(terms, head, formulas))
    }
}

/// The candidates of each relation that are left, as one formula a relation.
pub(super) fn kept_candidates(
    terms: &mut Terms,
    system: &System,
    candidates: Vec<Vec<TermId>>,
    budget: &Budget,
) -> Res<Vec<TermId>> {
    let session = QuerySession::new(|| SolverChoice::Z3.start(), QUERIES_PER_SOLVER);
    let mut clauses = ClauseQueries { terms, system, session, assumed: Vec::new(), budget };
    let left = inductive(&mut clauses, candidates)?;
    Ok(left.into_iter().map(|left| terms.and(&left)).collect())
}

struct ClauseQueries<'a> {
    terms: &'a mut Terms,
    system: &'a System,
    session: QuerySession,
    /// Assumptions of the clause that is asked about.
    assumed: Vec<TermId>,
    budget: &'a Budget,
}

impl Consecution for ClauseQueries<'_> {
    type Candidate = TermId;

    fn ends(&self) -> Vec<TransitionEnds> {
        self.system.ends()
    }

    fn assume(&mut self, number: usize, candidates: &[Vec<TermId>]) {
        let from = self.system.clauses[number].body.first().map(|(relation, _)| *relation);
        let known = from.map_or(&[][..], |from| &candidates[from]);
        self.assumed = self.system.assumed(self.terms, number, known);
    }

    fn kept(&mut self, number: usize, candidates: &[Vec<TermId>]) -> Res<Kept> {
        self.budget.tick()?;
        let Some((to, _)) = &self.system.clauses[number].head else { return Ok(Kept::All) };
        let wanted = self.system.claimed(self.terms, number, &candidates[*to]);
        let open: Vec<TermId> = wanted.iter().copied().filter(|one| !self.assumed.contains(one)).collect();
        let all = self.terms.and(&open);
        if self.terms.as_bool(all) == Some(true) {
            return Ok(Kept::All);
        }
        let mut asked = self.assumed.clone();
        asked.push(self.terms.not(all));
        self.budget.look()?;
        let limits = SolverLimits::of(self.budget, QueryKind::HornClauses.limit(HORN_CANDIDATE));
        let mut false_ones = |model: &mut QueryModel<'_>| -> Vec<bool> {
            wanted.iter().map(|one| model.holds(*one) == Some(false)).collect()
        };
        let truth = self.session.ask(self.terms, &asked, &limits, &mut false_ones);
        self.budget.look()?;
        Ok(Kept::of_query(truth, wanted.len(), |at| self.assumed.contains(&wanted[at])))
    }
}
