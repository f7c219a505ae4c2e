//! The predicates found so far: formulas over plain symbols, numbered in the order in which they were found. A
//! predicate and its negation are one.

use cairn_base::{FastIndexSet, define_id, id::Id};
use cairn_formula::Encoder;
use cairn_term::TermId;

define_id!(
    /// A predicate; its index is its variable in the decision diagrams.
    pub PredicateId, "P"
);

/// A predicate, and whether it is meant or its negation.
pub type Literal = (PredicateId, bool);

/// A term or its negation, whichever came first: what predicates are compared by.
pub fn canonical(encoder: &mut Encoder, term: TermId) -> (TermId, bool) {
    let negation = encoder.terms.not(term);
    if negation < term { (negation, false) } else { (term, true) }
}

/// A table of predicates.
#[derive(Debug, Default)]
pub struct Predicates {
    terms: FastIndexSet<TermId>,
}

impl Predicates {
    /// The predicate that a formula is, up to negation. `None` for one that can be no predicate: a constant, or one
    /// that speaks of more than the state at one location.
    pub fn add(&mut self, encoder: &mut Encoder, formula: TermId) -> Option<PredicateId> {
        if encoder.terms.as_bool(formula).is_some() || !encoder.is_plain(formula) {
            return None;
        }
        let (term, _) = canonical(encoder, formula);
        let (index, _) = self.terms.insert_full(term);
        Some(PredicateId::from_index(index))
    }
    /// The predicate whose formula this is, already canonical.
    pub fn find(&self, term: TermId) -> Option<PredicateId> {
        self.terms.get_index_of(&term).map(PredicateId::from_index)
    }
    /// The formula of a predicate.
    pub fn term(&self, predicate: PredicateId) -> Option<TermId> {
        self.terms.get_index(predicate.index()).copied()
    }
    /// How many there are.
    pub fn len(&self) -> usize {
        self.terms.len()
    }
    /// True when there are none.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }
}
