//! When interpolation fails: labels from predicates that are mined from the path, Cartesian abstraction along it alone.
//!
//! Backwards along the path the conditions of the blocks, seen from before each block, give atoms over the state there;
//! the weakest precondition of "no further" is one more candidate where it speaks of the state only. Forwards, those
//! atoms and negated atoms that follow from the ones before are kept. Sound whatever was mined; whether the last block
//! is then impassable is luck, except that the weakest preconditions suffice when no input is in them.
//!
//! Why not earlier in the portfolio: the labels say more than is needed, and what they say stays.

use crate::search::Search;
use crate::unwinding::VertexId;
use cairn_base::FastIndexSet;
use cairn_cpa::{PathChecker, Res};
use cairn_formula::PathFormula;
use cairn_smt::Truth;
use cairn_term::{Sort, TermId, TermOp, Terms};

/// At most so many predicates at a cut.
const PREDICATES: usize = 40;
const NODES: usize = 400;

impl<K: PathChecker + ?Sized> Search<'_, '_, K> {
    /// Formulas over plain symbols for the cuts between the blocks from `path[first]` on, such that nothing gets through
    /// the last block; `None` when the predicates found do not suffice.
    pub(crate) fn mine(&mut self, path: &[VertexId], first: usize) -> Res<Option<Vec<TermId>>> {
        self.counters.add("impact-minings", 1);
        let ends = path[first + 1..].iter().filter_map(|at| self.unwinding.get(*at).end);
        let blocks: Vec<PathFormula> = ends.map(|end| self.blocks.end(end).formula.clone()).collect();
        let candidates = self.predicates(&blocks);
        let mut before = self.labels.conjuncts(self.unwinding.get(path[first]).label).to_vec();
        let mut found = Vec::new();
        for (block, predicates) in blocks.iter().zip(candidates) {
            before.push(block.condition);
            let mut behind = Vec::new();
            for predicate in predicates {
                let negation = self.encoder.terms.not(predicate);
                for literal in [predicate, negation] {
                    let pre = self.encoder.apply(literal, block);
                    let mut formulas = before.clone();
                    formulas.push(self.encoder.terms.not(pre));
                    let (budget, most) = (self.budget, self.options.cover_query());
                    if self.queries.satisfiable(&mut self.encoder, &formulas, budget, most)? == Truth::Unsatisfiable {
                        behind.push(literal);
                        break;
                    }
                }
            }
            found.push(self.encoder.terms.and(&behind));
            before = behind;
        }
        // The candidate behind the last block is false, and has to follow.
        let refuted = found.pop().is_some_and(|last| self.encoder.terms.as_bool(last) == Some(false));
        Ok(refuted.then_some(found))
    }

    /// For each block the predicates behind it.
    fn predicates(&mut self, blocks: &[PathFormula]) -> Vec<Vec<TermId>> {
        let mut all = Vec::new();
        let mut behind: FastIndexSet<TermId> = FastIndexSet::default();
        let mut precondition = self.encoder.terms.bool(false);
        behind.insert(precondition);
        for block in blocks.iter().rev() {
            all.push(behind.iter().copied().collect());
            let passable = self.encoder.apply(precondition, block);
            precondition = self.encoder.terms.implies(block.condition, passable);
            let mut roots = vec![block.condition];
            roots.extend(behind.iter().map(|predicate| self.encoder.apply(*predicate, block)));
            let mut before = FastIndexSet::default();
            if self.is_predicate(precondition) {
                before.insert(precondition);
            }
            for atom in atoms(&self.encoder.terms, &roots) {
                if before.len() < PREDICATES && self.is_predicate(atom) {
                    before.insert(atom);
                }
            }
            behind = before;
        }
        all.reverse();
        all
    }

    fn is_predicate(&self, term: TermId) -> bool {
        let terms = &self.encoder.terms;
        terms.as_bool(term).is_none() && terms.statistics(&[term]).nodes <= NODES && self.encoder.is_plain(term)
    }
}

/// The Boolean terms below some roots that are no connectives, in order of their ids.
fn atoms(terms: &Terms, roots: &[TermId]) -> Vec<TermId> {
    let is_atom = |term: &TermId| {
        let is_connective =
            matches!(terms.op(*term), TermOp::And | TermOp::Or | TermOp::Not | TermOp::Ite | TermOp::Bool(_));
        terms.sort(*term) == Sort::Bool && !is_connective
    };
    terms.below(roots).into_iter().filter(is_atom).collect()
}
