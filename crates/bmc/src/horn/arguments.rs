//! Arguments of a relation in a clause: which cells it is applied to, and symbols for terms.
//!
//! Invariant: an argument is a symbol, as the text of Horn clauses has it; what it stands for is an equation of the clause.

use super::cells::Reads;
use cairn_base::FastMap;
use cairn_term::{TermId, TermOp, Terms};

/// A clause assumes no more applications of a relation than these.
pub(super) const MOST_APPLICATIONS: usize = 9;

/// Which cell of each array to take, for as many combinations as are assumed: all where they are few, otherwise the ones in
/// step, so that each cell is in one.
pub(super) fn choices(counts: &[usize]) -> Vec<Vec<usize>> {
    let all = counts.iter().try_fold(1_usize, |all, count| all.checked_mul(*count)).unwrap_or(usize::MAX);
    if all <= MOST_APPLICATIONS {
        let mut choices = vec![Vec::new()];
        for count in counts {
            choices = (choices.into_iter())
                .flat_map(|choice| (0..*count).map(move |at| choice.iter().copied().chain([at]).collect()))
                .collect();
        }
        return choices;
    }
    let most = counts.iter().copied().max().unwrap_or(1).min(MOST_APPLICATIONS);
    (0..most).map(|at| counts.iter().map(|count| at % count).collect()).collect()
}

/// Arguments of applications, which must be symbols.
pub(super) struct Arguments {
    pub(super) parts: Vec<TermId>,
    pub(super) named: FastMap<TermId, TermId>,
}

impl Arguments {
    pub(super) fn symbol(&mut self, terms: &mut Terms, reads: &mut Reads, term: TermId) -> TermId {
        if matches!(terms.op(term), TermOp::Symbol(_)) {
            return term;
        }
        if let Some(known) = self.named.get(&term) {
            return *known;
        }
        let symbol = reads.fresh(terms, terms.sort(term));
        self.parts.push(terms.eq(symbol, term));
        self.named.insert(term, symbol);
        symbol
    }
}
