//! Pushing: conjuncts of labels at a control state that also hold at another vertex there, because its parent's label and
//! the block imply them (as IC3 propagates clauses).
//!
//! Interpolants say what one refutation needed, so two visits of a loop head get labels that have little in common, and
//! neither covers the other. With large blocks this is the rule: one block is all branches of a loop's body. Pushing makes
//! the labels of later visits subsets of those of earlier ones where that is true, and a loop is closed when its labels
//! have an inductive subset that suffices. It is forced covering for each conjunct instead of whole labels.
//!
//! All candidates are asked about together; a model strikes out those that it makes false (Houdini), so there are few
//! questions. What is known for a label, a block and a conjunct is remembered.

use crate::search::Search;
use crate::unwinding::VertexId;
use cairn_base::FastIndexSet;
use cairn_cpa::{PathChecker, Res};
use cairn_smt::{QueryModel, Truth};
use cairn_term::TermId;

/// At most so many conjuncts are tried at once, those of the youngest vertices.
const CANDIDATES: usize = 60;

impl<K: PathChecker + ?Sized> Search<'_, '_, K> {
    /// Strengthens a vertex by what other labels at its control state say and is implied here. True when it is changed.
    pub(crate) fn push(&mut self, vertex: VertexId) -> Res<bool> {
        if self.unwinding.is_excluded(vertex) {
            return Ok(false);
        }
        let at = self.unwinding.get(vertex);
        let (Some(parent), Some(end)) = (at.parent, at.end) else { return Ok(false) };
        let from = self.unwinding.get(parent).label;
        let mut candidates: FastIndexSet<TermId> = FastIndexSet::default();
        for other in self.unwinding.at(at.control).iter().rev() {
            let other = self.unwinding.get(*other);
            if !other.dead && candidates.len() < CANDIDATES {
                candidates.extend(self.labels.difference(other.label, at.label));
            }
        }
        candidates.truncate(CANDIDATES);
        let mut open: Vec<(TermId, TermId)> = Vec::new();
        let mut held: Vec<TermId> = Vec::new();
        for candidate in candidates {
            match self.pushed.get(&(from, end, candidate)) {
                Some(true) => held.push(candidate),
                Some(false) => {}
                None => open.push((candidate, self.encoder.apply(candidate, &self.blocks.end(end).formula))),
            }
        }
        let mut context = self.labels.conjuncts(from).to_vec();
        context.push(self.blocks.end(end).formula.condition);
        let mut kept = open.clone();
        while !kept.is_empty() {
            let behind: Vec<TermId> = kept.iter().map(|(_, behind)| *behind).collect();
            let all = self.encoder.terms.and(&behind);
            let mut formulas = context.clone();
            formulas.push(self.encoder.terms.not(all));
            let mut left = Vec::new();
            let mut strike_out = |model: &mut QueryModel<'_>| {
                left = kept.iter().copied().filter(|(_, behind)| model.holds(*behind) == Some(true)).collect();
            };
            let (budget, most) = (self.budget, self.options.cover_query());
            match self.queries.solve(&mut self.encoder, &formulas, budget, most, &mut strike_out)? {
                Truth::Unsatisfiable => break,
                Truth::Satisfiable(()) if left.len() < kept.len() => kept = left,
                _ => kept.clear(),
            }
        }
        for (candidate, _) in &open {
            let holds = kept.iter().any(|(kept, _)| kept == candidate);
            self.pushed.insert((from, end, *candidate), holds);
        }
        held.extend(kept.iter().map(|(candidate, _)| *candidate));
        if held.is_empty() {
            return Ok(false);
        }
        self.counters.add("impact-pushed", held.len() as u64);
        let formula = self.encoder.terms.and(&held);
        self.strengthen_by(vertex, formula)
    }
}
