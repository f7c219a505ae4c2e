//! The number that a bit-vector stands for, on the way to whole numbers ([`super::integers`]) and back ([`super::bits`]).
//!
//! Invariant: in every model the number is within its interval.

use cairn_term::{TermId, Terms};

/// A whole number that a bit-vector stands for, and between what it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    pub(super) term: TermId,
    pub(super) least: i128,
    pub(super) most: i128,
}

impl Number {
    pub(super) fn facts(&self, terms: &mut Terms) -> [TermId; 2] {
        let (least, most) = (terms.int(self.least), terms.int(self.most));
        [terms.le(least, self.term), terms.le(self.term, most)]
    }
}
