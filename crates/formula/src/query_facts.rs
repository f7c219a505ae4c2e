//! The facts about the symbols in a formula that hold by what they are: ranges of types, bounds of results that are left open.
//!
//! Invariant: a fact holds of its term under every assignment that gives each symbol a value of its type, whatever path
//! the term was made on; else it would rule out executions that do not take that path. So what is read from an array is
//! in the range of its type only where it was not stored as a term that may lie outside: `x + y - 2^32` is a value of its
//! type on the path on which `x + y` is too large, and predicates take such terms from their paths.

use crate::encoder::Encoder;
use crate::interval::NESTED;
use cairn_base::FastSet;
use cairn_term::{TermId, TermOp};

/// More facts than this are not said: a query that needs them has no answer anyway.
const MOST: usize = 50_000;

impl Encoder {
    /// Facts about the symbols and selections in some terms by their types; to be conjoined to every query.
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
                if facts.len() < MOST {
                    let start = facts.len();
                    self.facts_about(term, &mut facts);
                    open.extend(&facts[start..]);
                }
            }
        }
        facts.sort_unstable();
        facts.dedup();
        self.terms.and(&facts)
    }

    /// Facts about a term, its parts aside.
    fn facts_about(&mut self, term: TermId, out: &mut Vec<TermId>) {
        match self.terms.op(term) {
            TermOp::Symbol(symbol) => out.extend(self.known.facts_of.get(&symbol)),
            TermOp::Select => {
                let (array, index) = (self.terms.arg(term, 0), self.terms.arg(term, 1));
                if let Some(shape) = self.elements_of(array).filter(|shape| self.is_number(shape.of))
                    && let Some(strays) = self.strays(array, shape, NESTED)
                {
                    let mut either: Vec<TermId> =
                        strays.into_iter().map(|(stored, _)| self.terms.eq(stored, index)).collect();
                    either.push(self.in_range(term, shape));
                    out.push(self.terms.or(&either));
                }
                self.rules(array, index, out);
            }
            _ => {}
        }
    }
}
