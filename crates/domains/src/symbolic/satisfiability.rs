//! Whether a new constraint can hold beside those of the path: by simplification, by memory, by a model, and only then by
//! the solver.
//!
//! The answer "no" comes from simplification, from the solver, or from the memory of such an answer; "yes" also where the
//! solver gave up, which is sound: the path is followed, and what is found on it is checked.

use super::canonical_query::{CanonicalQuery, Known};
use super::constraints::{ConjunctGroup, Constraints};
use super::model::{Model, Recent, adjusted, guess};
use super::symbols::SymbolTable;
use cairn_base::FastMap;
use cairn_cpa::{Cx, Failure, Res};
use cairn_smt::work::BRANCH;
use cairn_smt::{Answer, AnySolver, SolverChoice, SolverLimits};
use cairn_term::{SymbolId, TermId};
use std::sync::Arc;

/// After so many questions the solver is made anew, so that its memory stays small.
const QUERIES: usize = 2_000;
const ANSWERS: usize = 1 << 18;

/// Of parts with more conjuncts no answer is remembered, and few models are tried: both cost time and memory that grow
/// with the part, each time a loop adds to it.
const LARGE: usize = 100;

/// Of larger parts the conjuncts around the new one are asked first.
const NEAR: usize = 16;

/// So many constraints are asked whether they imply another.
const FEW: usize = 6;

fn key(part: &ConjunctGroup) -> Vec<TermId> {
    part.conjuncts.iter().copied().collect()
}

/// Who decided, the dearest last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum By {
    /// The values alone.
    Values,
    /// A term became a constant, or was there already.
    Simplification,
    /// The same question was asked before.
    Memory,
    /// An assignment was at hand.
    Model,
    /// The solver.
    Solver,
}

impl By {
    /// The counter of what it decided.
    pub const fn counter(self) -> &'static str {
        match self {
            By::Values => "symbolic-decided-by-values",
            By::Simplification => "symbolic-decided-by-simplification",
            By::Memory => "symbolic-decided-by-memory",
            By::Model => "symbolic-decided-by-model",
            By::Solver => "symbolic-decided-by-solver",
        }
    }
}

/// The solver, and the memory before it.
#[derive(Default)]
pub struct Decider {
    /// Who answers.
    pub choice: SolverChoice,
    solver: Option<AnySolver>,
    asked: usize,
    known: FastMap<Arc<[TermId]>, Known>,
    recent: Recent,
}

impl Decider {
    /// The constraints with one more conjunct, which is no constant; `None` when they contradict it. And who decided.
    pub fn add(
        &mut self,
        constraints: &Constraints,
        new: TermId,
        symbols: &SymbolTable,
        cx: &mut Cx<'_>,
    ) -> Res<(Option<Constraints>, By)> {
        let not_new = symbols.terms.borrow_mut().not(new);
        if constraints.contains(new) || constraints.contains(not_new) {
            return Ok((constraints.contains(new).then(|| constraints.clone()), By::Simplification));
        }
        let new_part = ConjunctGroup::of(new, symbols);
        let (met, others) = constraints.divided(new_part.marks, &new_part.symbols);
        let before: Vec<Arc<Model>> = met.iter().filter_map(|part| part.witness.clone()).collect();
        let known_before = before.len() == met.len();
        let mut part = new_part.joined(met);
        let (known, by) = self.ask(&part, new, known_before.then_some(&before[..]), symbols, cx)?;
        match known {
            Known::Contradictory => return Ok((None, by)),
            Known::Satisfied(model) => part.witness = Some(model),
            Known::Open => cx.statistics.add("symbolic-undecided", 1),
        }
        Ok((Some(Constraints::of([others, vec![part]].concat())), by))
    }

    /// Whether some constraints imply a formula. Few are asked: this is for coverage, where "no" is no mistake.
    pub fn imply(
        &mut self,
        constraints: &Constraints,
        formula: TermId,
        symbols: &SymbolTable,
        cx: &mut Cx<'_>,
    ) -> Res<bool> {
        if constraints.contains(formula) {
            return Ok(true);
        }
        let negation = symbols.terms.borrow_mut().not(formula);
        let not = ConjunctGroup::of(negation, symbols);
        let (met, _) = constraints.divided(not.marks, &not.symbols);
        if met.is_empty() || met.iter().map(|part| part.conjuncts.len()).sum::<usize>() > FEW {
            return Ok(false);
        }
        let part = not.joined(met);
        let (known, by) = self.ask(&part, negation, None, symbols, cx)?;
        if by == By::Solver {
            cx.statistics.add("symbolic-coverage-asked", 1);
        }
        Ok(matches!(known, Known::Contradictory))
    }

    /// Satisfiability of a part, of which all but `new` is true in the models `before`.
    fn ask(
        &mut self,
        part: &ConjunctGroup,
        new: TermId,
        before: Option<&[Arc<Model>]>,
        symbols: &SymbolTable,
        cx: &mut Cx<'_>,
    ) -> Res<(Known, By)> {
        if let Some(before) = before {
            let model = Model::union(before.iter());
            if model.satisfies(&[new], &symbols.terms.borrow()) {
                return Ok((Known::Satisfied(Arc::new(model)), By::Model));
            }
            if let Some(model) = adjusted(&model, &part.conjuncts, new, symbols) {
                return Ok((Known::Satisfied(Arc::new(model)), By::Model));
            }
        }
        if part.conjuncts.len() > NEAR && self.contradicted_nearby(part, new, symbols, cx)? {
            return Ok((Known::Contradictory, By::Solver));
        }
        let conjuncts = key(part);
        if conjuncts.len() > LARGE {
            return Ok((self.solve(&conjuncts, &part.symbols, symbols, cx)?, By::Solver));
        }
        let standard = CanonicalQuery::of(&conjuncts, &part.symbols, symbols);
        let remembered: &[TermId] = standard.as_ref().map_or(&conjuncts, |standard| &standard.conjuncts);
        if let Some(known) = self.known.get(remembered) {
            let known = standard.as_ref().map_or_else(|| known.clone(), |standard| standard.back(known));
            return Ok((known, By::Memory));
        }
        let (known, by) = match self.at_hand(&conjuncts, &part.symbols, symbols) {
            Some(model) => (Known::Satisfied(Arc::new(model)), By::Model),
            None => (self.solve(&conjuncts, &part.symbols, symbols, cx)?, By::Solver),
        };
        if let Known::Satisfied(model) = &known {
            self.recent.note(model);
        }
        if self.known.len() < ANSWERS {
            match standard {
                Some(standard) => drop(self.known.insert(standard.conjuncts.clone().into(), standard.to(&known))),
                None => drop(self.known.insert(conjuncts.into(), known.clone())),
            }
        }
        Ok((known, by))
    }

    /// Whether those conjuncts of a large part that share a symbol with the new one contradict it: mostly they do, if any.
    fn contradicted_nearby(
        &mut self,
        part: &ConjunctGroup,
        new: TermId,
        symbols: &SymbolTable,
        cx: &mut Cx<'_>,
    ) -> Res<bool> {
        let mut near = ConjunctGroup::of(new, symbols);
        let (marks, of) = (near.marks, Arc::clone(&near.symbols));
        for conjunct in part.conjuncts.iter().filter(|conjunct| symbols.marks_of(**conjunct) & marks != 0) {
            let other = ConjunctGroup::of(*conjunct, symbols);
            if other.meets(marks, &of) {
                near = near.joined(vec![other]);
            }
        }
        if near.conjuncts.len() > NEAR {
            return Ok(false);
        }
        Ok(matches!(self.ask(&near, new, None, symbols, cx)?.0, Known::Contradictory))
    }

    /// A model that was good for other conjuncts, or one that is guessed.
    fn at_hand(&mut self, conjuncts: &[TermId], of: &[SymbolId], symbols: &SymbolTable) -> Option<Model> {
        if let Some(model) = self.recent.find(conjuncts, &symbols.terms.borrow()) {
            return Some(model.about(of));
        }
        guess(conjuncts, of, symbols)
    }

    fn solve(&mut self, conjuncts: &[TermId], of: &[SymbolId], symbols: &SymbolTable, cx: &mut Cx<'_>) -> Res<Known> {
        cx.budget.look()?;
        if self.asked >= QUERIES {
            (self.solver, self.asked) = (None, 0);
        }
        self.asked += 1;
        let failed = |error: cairn_smt::SolverError| Failure::Internal(error.to_string());
        let solver = match &mut self.solver {
            Some(solver) => solver,
            none => none.insert(self.choice.start_for_bits().map_err(failed)?),
        };
        let mut terms = symbols.terms.borrow_mut();
        solver.push().map_err(failed)?;
        for conjunct in conjuncts {
            solver.assert(&terms, *conjunct).map_err(failed)?;
        }
        let answer = solver.check(&terms, &[], &SolverLimits::of(cx.budget, BRANCH)).map_err(failed)?;
        let known = match answer {
            Answer::Sat => {
                let asked: Vec<TermId> = of.iter().map(|symbol| terms.symbol_term(*symbol)).collect();
                let values = solver.model(&terms, &asked).map_err(failed)?;
                Known::Satisfied(Arc::new(Model::new(of.iter().copied().zip(values).collect())))
            }
            Answer::Unsat => Known::Contradictory,
            Answer::Unknown(_) => Known::Open,
        };
        solver.pop(1).map_err(failed)?;
        drop(terms);
        if matches!(known, Known::Open) {
            self.solver = None;
            cx.budget.look()?;
        }
        Ok(known)
    }
}
