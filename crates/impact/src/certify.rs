//! The proof of TRUE, checked for itself: the labels are an inductive invariant that excludes the targets.
//!
//! The labels came from interpolants of renamed formulas, from solvers' answers that were remembered, and through cover
//! links that came and went. The check uses none of it: for each vertex that counts it asks whether label and block imply
//! the label behind, by substitution, and whether covered vertices imply what covers them. Done in debug builds and where
//! asked for; it costs one question a block.

use crate::search::Search;
use crate::unwinding::{VertexId, VertexRole};
use cairn_cpa::{Failure, PathChecker, Res};
use cairn_smt::Truth;

impl<K: PathChecker + ?Sized> Search<'_, '_, K> {
    /// Checks the whole unwinding, when nothing waits and nothing was given up.
    ///
    /// # Errors
    /// As an internal error, the first vertex at which the proof has a gap.
    pub(crate) fn certify(&mut self) -> Res<()> {
        for id in self.unwinding.ids() {
            let vertex = self.unwinding.get(id);
            let above_is_excluded = vertex.parent.is_some_and(|parent| self.unwinding.is_excluded(parent));
            if above_is_excluded || vertex.role == VertexRole::GivenUp {
                continue;
            }
            if vertex.parent.is_none() && vertex.label != self.labels.tautology() {
                return gap(id, "the root has a label");
            }
            self.certify_label(id)?;
            let vertex = self.unwinding.get(id);
            if !vertex.covered_by.is_empty() {
                if !self.stands_for(id)? {
                    return gap(id, "it does not imply what covers it");
                }
            } else if !self.unwinding.is_excluded(id) && !vertex.expanded {
                return gap(id, "it is neither covered nor expanded nor unreachable");
            }
            self.certify_children(id)?;
        }
        Ok(())
    }

    /// Every end of the block from an expanded vertex is in the unwinding.
    fn certify_children(&mut self, id: VertexId) -> Res<()> {
        let vertex = self.unwinding.get(id);
        if self.unwinding.is_excluded(id) || !vertex.expanded {
            return Ok(());
        }
        let (control, is_root) = (vertex.control, vertex.parent.is_none());
        let ends = self.blocks.from(control, is_root, &mut self.controls, &mut self.encoder, self.budget)?;
        let children = self.unwinding.children(id).iter();
        let present: Vec<_> = children.filter_map(|child| self.unwinding.get(*child).end).collect();
        if present == *ends { Ok(()) } else { gap(id, "a block end is missing") }
    }

    /// The parent's label and the block imply the label.
    fn certify_label(&mut self, id: VertexId) -> Res<()> {
        let vertex = self.unwinding.get(id);
        let (Some(parent), Some(end)) = (vertex.parent, vertex.end) else { return Ok(()) };
        let label = self.labels.formula(&mut self.encoder.terms, vertex.label);
        let block = &self.blocks.end(end).formula;
        let before = self.encoder.apply(label, block);
        let mut formulas = self.labels.conjuncts(self.unwinding.get(parent).label).to_vec();
        formulas.push(block.condition);
        formulas.push(self.encoder.terms.not(before));
        self.counters.add("impact-certified", 1);
        match self.queries.satisfiable(&mut self.encoder, &formulas, self.budget, self.options.path_query())? {
            Truth::Satisfiable(()) => gap(id, "its label does not follow"),
            Truth::Unsatisfiable => Ok(()),
            Truth::Unknown(_) => {
                self.counters.add("impact-uncertified", 1);
                Ok(())
            }
        }
    }
}

fn gap(id: VertexId, what: &str) -> Res<()> {
    Err(Failure::Internal(format!("the unwinding proves nothing at {id}: {what}")))
}
