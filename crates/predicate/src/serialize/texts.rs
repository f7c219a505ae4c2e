//! Predicates as texts that mean the same in every process.

use super::cells::{Cells, ordered};
use crate::predicates::{Literal, PredicateId, canonical};
use crate::workspace::Workspace;
use cairn_base::FastMap;
use cairn_cpa::Names;
use cairn_ir::Program;
use std::sync::Arc;

/// Texts written and read so far.
#[derive(Default)]
pub struct Texts {
    /// The names of what predicates speak of.
    pub cells: Cells,
    /// A predicate as text, and whether the text means the predicate or its negation; `None` when it cannot be said.
    texts: FastMap<PredicateId, Option<(Arc<str>, bool)>>,
    literals: FastMap<String, Option<Literal>>,
}

impl Texts {
    /// A predicate as a text that means the same in every process, and whether the text is the predicate or its negation:
    /// of the two the lesser, because which of them came first is chance.
    pub fn text_of(
        &mut self,
        workspace: &mut Workspace,
        predicate: PredicateId,
        names: &Names<'_>,
        program: &Program,
    ) -> Option<(Arc<str>, bool)> {
        if let Some(known) = self.texts.get(&predicate) {
            return known.clone();
        }
        let text = self.make_text(workspace, predicate, names, program);
        self.texts.insert(predicate, text.clone());
        text
    }

    fn make_text(
        &mut self,
        workspace: &mut Workspace,
        predicate: PredicateId,
        names: &Names<'_>,
        program: &Program,
    ) -> Option<(Arc<str>, bool)> {
        let term = workspace.predicates.term(predicate)?;
        let negation = workspace.encoder.terms.not(term);
        let symbols = self.cells.symbol_names(workspace, term, names, program)?;
        let positive = ordered(&workspace.encoder.terms, term, &symbols)?;
        let negative = ordered(&workspace.encoder.terms, negation, &symbols)?;
        let is_less = (positive.len(), &positive) <= (negative.len(), &negative);
        Some(if is_less { (positive.into(), true) } else { (negative.into(), false) })
    }

    /// The predicate that a text is, and whether it means the predicate or its negation.
    pub fn literal_of(
        &mut self,
        workspace: &mut Workspace,
        text: &str,
        names: &Names<'_>,
        program: &Program,
    ) -> Option<Literal> {
        if let Some(known) = self.literals.get(text) {
            return *known;
        }
        let literal = self.cells.term_of(workspace, text, names, program).and_then(|term| {
            let (_, positive) = canonical(&mut workspace.encoder, term);
            workspace.predicates.add(&mut workspace.encoder, term).map(|predicate| (predicate, positive))
        });
        self.literals.insert(text.to_owned(), literal);
        literal
    }
}
