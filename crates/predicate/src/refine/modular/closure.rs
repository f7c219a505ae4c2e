//! Predicates for all unwindings at once: the blocks of all counterexamples so far as Horn clauses, with one relation a
//! location.
//!
//! Interpolants of one tree refute one unwinding of a recursion; those of the next are others, and nothing ends that. In
//! the tree each node is a clause: the relations of its children and its formula imply its own. With one relation for all
//! nodes at a location the clauses are recursive as the program is, and a solution, if Spacer finds one with little work,
//! holds for all unwindings of the blocks seen so far. Its atoms become predicates like those of interpolants: whether they
//! suffice is for the analysis to find out, so nothing rests on the solution being right.

use super::clauses::{Applied, Clauses};
use super::templates::Templates;
use super::tree::InterpolationTree;
use super::wrapping::{congruences, unwrapped};
use crate::workspace::Workspace;
use cairn_base::{QueryKind, Work};
use cairn_cpa::{Cx, Res};
use cairn_ir::NodeId;
use cairn_smt::SolverLimits;
use cairn_smt::clauses::{Clause, Solution, solve};
use cairn_smt::work::{CLOSURE, CLOSURE_CREDIT, LONGEST_CLOSURE};
use cairn_term::TermId;

/// Templates are not tried for more relations.
const MOST_RELATIONS: usize = 60;

/// Refinements of paths without recursion before closures begin: interpolants of loops end sooner, mostly, as they do where
/// functions are not by themselves.
const LATER: u32 = 12;

/// The clauses so far, and what was tried with them.
#[derive(Default)]
pub struct Closure {
    pub clauses: Clauses,
    failures: u32,
    /// Refinements to wait for until the next attempt.
    wait: u32,
    plain: u32,
    spent: Work,
    pub interpolating: Work,
}

impl Closure {
    /// Invariants for the locations of the clauses so far, as formulas of the locations' functions.
    pub fn closed(
        &mut self,
        workspace: &mut Workspace,
        tree: &InterpolationTree,
        cx: &mut Cx<'_>,
    ) -> Res<Vec<(NodeId, TermId)>> {
        self.clauses.note(workspace, tree, cx.program);
        let mut functions = tree.positions.iter().map(|at| cx.program.nodes[at.node].function);
        if self.plain < LATER && !functions.any(|function| workspace.is_recursive(function)) {
            self.plain += 1;
            return Ok(Vec::new());
        }
        if self.wait > 0 {
            self.wait -= 1;
            return Ok(Vec::new());
        }
        // Nothing is unwound yet, or nothing but this is done.
        if !tree.unwinds() || self.spent > self.interpolating.plus(CLOSURE_CREDIT) {
            return Ok(Vec::new());
        }
        if std::mem::take(&mut self.clauses.news) == 0 {
            return Ok(Vec::new());
        }
        let before = cx.budget.work();
        let found = self.closed_now(workspace, cx);
        self.spent = self.spent.plus(cx.budget.work().minus(before));
        found
    }

    fn closed_now(&mut self, workspace: &mut Workspace, cx: &mut Cx<'_>) -> Res<Vec<(NodeId, TermId)>> {
        let Applied { keys, relations, clauses } = self.clauses.applied(workspace);
        let mut bounded = clauses.clone();
        let mut wraps = false;
        for clause in &mut bounded {
            let (constraint, widths) = unwrapped(&mut workspace.encoder.terms, clause.constraint);
            clause.constraint = constraint;
            wraps |= !widths.is_empty();
        }
        if let Some(guess) = guessed(workspace, &relations, &clauses, wraps.then_some(&bounded), cx)? {
            cx.statistics.add("predicate-closures-by-templates", 1);
            self.failures = 0;
            let places = keys.iter().map(|(node, _)| *node).zip(guess);
            return Ok(places.flat_map(|(node, all)| all.into_iter().map(move |formula| (node, formula))).collect());
        }
        // As if nothing wrapped around, which is simpler; then as it is.
        let mut found = Vec::new();
        for clauses in wraps.then_some(bounded).iter().chain([&clauses]) {
            cx.budget.look()?;
            let most = CLOSURE.times(1 << self.failures.min(8)).min(LONGEST_CLOSURE);
            let limits = SolverLimits::of_search(cx.budget, QueryKind::HornClauses.limit(most));
            let outcome = solve(&mut workspace.encoder.terms, &relations, clauses, &limits);
            cx.budget.look()?;
            if let Ok(Solution::Invariants(invariants)) = outcome {
                cx.statistics.add("predicate-closures", 1);
                found.extend(keys.iter().map(|(node, _)| *node).zip(invariants));
            } else {
                cx.statistics.add("predicate-closures-in-vain", 1);
            }
        }
        match found.is_empty() {
            true => {
                self.failures += 1;
                self.wait = 1 << self.failures.min(6);
            }
            false => self.failures = 0,
        }
        Ok(found)
    }
}

/// Invariants that refute the clauses, by templates: of the clauses as they are, or as if nothing wrapped around.
fn guessed(
    workspace: &mut Workspace,
    relations: &[Vec<TermId>],
    clauses: &[Clause],
    bounded: Option<&Vec<Clause>>,
    cx: &mut Cx<'_>,
) -> Res<Option<Vec<Vec<TermId>>>> {
    if relations.len() > MOST_RELATIONS {
        return Ok(None);
    }
    let mut simple = Templates::new(workspace, relations, bounded.map_or(clauses, |clauses| clauses));
    let Some(equations) = simple.equations(workspace, cx)? else { return Ok(None) };
    let mut guess = simple.candidates(workspace);
    for (all, equations) in guess.iter_mut().zip(equations) {
        all.splice(0..0, equations);
    }
    if bounded.is_some() {
        let mut exact = Templates::new(workspace, relations, clauses);
        let mut more = guess.clone();
        for all in &mut more {
            let congruences = congruences(&mut workspace.encoder.terms, all);
            all.extend(congruences);
        }
        if let Some(guess) = exact.inductive(workspace, more, cx)?
            && let Some(needed) = exact.needed(workspace, &guess, cx)?
        {
            return Ok(Some(needed));
        }
    }
    match simple.inductive(workspace, guess, cx)? {
        Some(guess) => simple.needed(workspace, &guess, cx),
        None => Ok(None),
    }
}
