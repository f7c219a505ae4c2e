//! The other steps: which bounds and differences are inductive together, and which of them are needed.

use super::{Guess, QUERIES, Templates};
use crate::workspace::Workspace;
use crate::workspace::oracle::Possible;
use cairn_base::FastIndexSet;
use cairn_cpa::{Cx, Res};
use cairn_smt::work::TEMPLATE;
use cairn_term::TermId;
use std::collections::{BTreeSet, VecDeque};

/// Relations of more numbers are only taken for equations.
const MOST_FOR_PAIRS: usize = 14;
const LARGEST: u128 = 1 << 20;
/// So many constants of the clauses are tried as bounds.
const BOUNDS: usize = 10;

impl Templates<'_> {
    /// Bounds and differences of each relation's numbers.
    pub fn candidates(&self, workspace: &mut Workspace) -> Guess {
        let terms = &mut workspace.encoder.terms;
        let mut constants: BTreeSet<i128> = BTreeSet::from([-1, 0, 1]);
        let constraints: Vec<TermId> = self.clauses.iter().map(|clause| clause.constraint).collect();
        let mut others: Vec<i128> =
            terms.below(&constraints).into_iter().filter_map(|term| terms.as_int(term)).collect();
        others.retain(|number| number.unsigned_abs() <= LARGEST);
        others.sort_unstable_by_key(|number| (number.unsigned_abs(), *number));
        others.dedup();
        constants.extend(others.into_iter().take(BOUNDS));
        let mut guess = Guess::new();
        for numbers in &self.numbers {
            let mut all: FastIndexSet<TermId> = FastIndexSet::default();
            for number in numbers {
                for constant in &constants {
                    let constant = terms.int(*constant);
                    all.insert(terms.le(*number, constant));
                    all.insert(terms.le(constant, *number));
                }
            }
            if numbers.len() <= MOST_FOR_PAIRS {
                for (at, a) in numbers.iter().enumerate() {
                    for b in &numbers[at + 1..] {
                        for constant in [-1, 0, 1] {
                            let constant = terms.int(constant);
                            let more = terms.add(*b, constant);
                            all.insert(terms.le(*a, more));
                            all.insert(terms.le(more, *a));
                        }
                    }
                }
            }
            guess.push(all.into_iter().filter(|formula| terms.as_bool(*formula).is_none()).collect());
        }
        guess
    }

    /// Largest inductive part of the guesses; `None` when that is not found out.
    pub fn inductive(&mut self, workspace: &mut Workspace, mut guess: Guess, cx: &mut Cx<'_>) -> Res<Option<Guess>> {
        let mut open: VecDeque<usize> = (0..self.clauses.len()).collect();
        while let Some(at) = open.pop_front() {
            let clause = &self.clauses[at];
            let Some(head) = &clause.head else { continue };
            let mut shrank = false;
            while !guess[head.0].is_empty() {
                let mut query = self.premises(workspace, clause, &guess);
                let conclusions: Vec<TermId> =
                    guess[head.0].clone().into_iter().map(|formula| self.at(workspace, head, formula)).collect();
                let terms = &mut workspace.encoder.terms;
                let all = terms.and(&conclusions);
                query.push(terms.not(all));
                let truth = self.model(workspace, &query, cx, |workspace| {
                    workspace.oracle.truth(&workspace.encoder.terms, &conclusions)
                })?;
                let Some(truth) = truth else { return Ok(None) };
                let Some(truth) = truth else { break };
                let before = guess[head.0].len();
                let mut holds = truth.into_iter();
                guess[head.0].retain(|_| holds.next().unwrap_or(false));
                if guess[head.0].len() == before {
                    // A model that the solver does not stand by.
                    return Ok(None);
                }
                shrank = true;
            }
            if shrank {
                for (other, clause) in self.clauses.iter().enumerate() {
                    if clause.body.iter().any(|(relation, _)| *relation == head.0) && !open.contains(&other) {
                        open.push_back(other);
                    }
                }
            }
        }
        Ok(Some(guess))
    }

    /// What of an inductive guess refutes the clauses without head, with what makes it inductive; `None` when it does not
    /// refute them.
    pub fn needed(&mut self, workspace: &mut Workspace, guess: &Guess, cx: &mut Cx<'_>) -> Res<Option<Guess>> {
        let mut needed: Vec<FastIndexSet<TermId>> = self.relations.iter().map(|_| FastIndexSet::default()).collect();
        // Pairs of a clause and what it must imply of its head.
        let mut open: Vec<(usize, Option<TermId>)> = Vec::new();
        open.extend((0..self.clauses.len()).filter(|at| self.clauses[*at].head.is_none()).map(|at| (at, None)));
        while let Some((at, conclusion)) = open.pop() {
            self.queries += 1;
            if self.queries > QUERIES {
                return Ok(None);
            }
            let clause = &self.clauses[at];
            let mut asserted = vec![clause.constraint];
            if let (Some(head), Some(formula)) = (&clause.head, conclusion) {
                let goal = self.at(workspace, head, formula);
                asserted.push(workspace.encoder.terms.not(goal));
            }
            let mut assumed: Vec<(usize, TermId, TermId)> = Vec::new();
            for application in &clause.body {
                // Those that are needed anyway first.
                let (first, then): (Vec<TermId>, Vec<TermId>) =
                    guess[application.0].iter().partition(|formula| needed[application.0].contains(*formula));
                for formula in first.into_iter().chain(then) {
                    assumed.push((application.0, formula, self.at(workspace, application, formula)));
                }
            }
            let mut roots = asserted.clone();
            roots.extend(assumed.iter().map(|(_, _, instance)| *instance));
            asserted.push(workspace.encoder.facts(&roots));
            let mut instances: Vec<TermId> = assumed.iter().map(|(_, _, instance)| *instance).collect();
            let terms = &workspace.encoder.terms;
            instances.retain(|instance| terms.as_bool(*instance).is_none());
            workspace.oracle.push()?;
            for formula in asserted {
                workspace.oracle.assert(&workspace.encoder.terms, formula)?;
            }
            let answer = workspace.oracle.check(&workspace.encoder.terms, &instances, TEMPLATE, cx)?;
            let core = if answer == Possible::No { Some(workspace.oracle.core()?) } else { None };
            workspace.oracle.pop()?;
            let Some(core) = core else { return Ok(None) };
            for (relation, formula, instance) in assumed {
                if core.contains(&instance) && needed[relation].insert(formula) {
                    let heads = self.clauses.iter().enumerate();
                    let of = heads.filter(|(_, clause)| clause.head.as_ref().is_some_and(|head| head.0 == relation));
                    open.extend(of.map(|(clause, _)| (clause, Some(formula))));
                }
            }
        }
        Ok(Some(needed.into_iter().map(|set| set.into_iter().collect()).collect()))
    }
}
