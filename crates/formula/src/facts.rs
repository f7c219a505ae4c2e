//! What holds of the symbols in a formula by what they are: ranges of types, bounds of results that are left open.

use crate::encoder::Encoder;
use cairn_base::FastSet;
use cairn_term::{Op, TermId};

impl Encoder {
    /// What holds of the symbols and selections in some terms by their types; to be conjoined to every query.
    pub fn facts(&mut self, roots: &[TermId]) -> TermId {
        let mut seen: FastSet<TermId> = FastSet::default();
        let mut facts = Vec::new();
        let mut open: Vec<TermId> = roots.to_vec();
        while let Some(root) = open.pop() {
            let mut stack = vec![root];
            while let Some(term) = stack.pop() {
                if !seen.insert(term) {
                    continue;
                }
                stack.extend(self.terms.get(term).args.iter().copied());
                if let Some(fact) = self.fact_of(term) {
                    facts.push(fact);
                    open.push(fact);
                }
            }
        }
        facts.sort_unstable();
        facts.dedup();
        self.terms.and(&facts)
    }

    /// What holds of a term, its parts aside.
    fn fact_of(&mut self, term: TermId) -> Option<TermId> {
        match self.terms.op(term) {
            Op::Symbol(symbol) => self.facts_of.get(&symbol).copied(),
            _ => None,
        }
    }
}
