//! Taking Boolean terms apart, and putting many together: conjuncts and atoms.

use crate::store::Terms;
use crate::term::{TermId, TermOp};
use cairn_base::FastSet;

impl Terms {
    /// The conjunction of any number of terms.
    pub fn and_all(&mut self, args: impl IntoIterator<Item = TermId>) -> TermId {
        let args: Vec<TermId> = args.into_iter().collect();
        self.and(&args)
    }

    /// The parts of a conjunction, nested ones taken apart and negated disjunctions too; each once, by their first
    /// place. `true` has none.
    pub fn conjuncts(&mut self, term: TermId) -> Vec<TermId> {
        let mut stack = vec![(term, true)];
        let mut seen = FastSet::default();
        let mut parts = Vec::new();
        while let Some((term, positive)) = stack.pop() {
            if !seen.insert((term, positive)) {
                continue;
            }
            match (self.op(term), positive) {
                (TermOp::And, true) | (TermOp::Or, false) => {
                    stack.extend(self.get(term).args.iter().rev().map(|arg| (*arg, positive)));
                }
                (TermOp::Not, _) => {
                    let inner = self.arg(term, 0);
                    if matches!(self.op(inner), TermOp::And | TermOp::Or | TermOp::Not) {
                        stack.push((inner, !positive));
                    } else {
                        parts.push(if positive { term } else { inner });
                    }
                }
                (TermOp::Bool(value), _) if value == positive => {}
                (_, true) => parts.push(term),
                (_, false) => parts.push(self.not(term)),
            }
        }
        parts
    }

    /// The Boolean terms in a term that are no connective (`not`, `and`, `or`, `ite` and `=` of Booleans) and no
    /// constant, by ascending id. Conditions inside terms of other sorts count.
    pub fn atoms(&self, term: TermId) -> Vec<TermId> {
        let is_atom = |term: &TermId| self.sort(*term) == crate::Sort::Bool && !self.is_connective(*term);
        self.below(&[term]).into_iter().filter(is_atom).collect()
    }

    /// True for a Boolean constant and for an operation from Booleans to a Boolean.
    pub fn is_connective(&self, term: TermId) -> bool {
        match self.op(term) {
            TermOp::Bool(_) | TermOp::Not | TermOp::And | TermOp::Or => true,
            TermOp::Ite => self.sort(term) == crate::Sort::Bool,
            TermOp::Eq => self.sort(self.arg(term, 0)) == crate::Sort::Bool,
            _ => false,
        }
    }
}
