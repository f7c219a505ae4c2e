//! The facts about a pointer behind an access by it: it is not null, and goes into its object.
//!
//! An access elsewhere is undefined, so no execution goes on behind it (the interpreter ends there, too): what is left out of the state
//! is in none. So of several questions about one pointer the first decides.

use super::assume::not_null;
use super::datum::Datum;
use super::memory::Memory;
use super::reach::Reach;
use super::symbolic_domain::SymbolicDomain;
use cairn_ir::ExprId;
use cairn_ir::interval::Interval;
use cairn_ir::types::Scalar;

impl<T: SymbolicDomain> Memory<'_, T> {
    /// Learns that a pointer is not null; false for what is no pointer.
    pub(super) fn learn_not_null(&mut self, expr: ExprId) -> bool {
        match (self.value(expr), self.scalar(self.program.type_of(expr))) {
            (pointer @ (Datum::Reach(_) | Datum::Among(_)), _) => self.learn_pointer(expr, not_null(pointer)),
            (Datum::Unknown, Some(Scalar::Pointer { bits })) if T::JOINS => {
                self.learn_pointer(expr, Datum::not_null(bits));
            }
            (_, scalar) => return matches!(scalar, Some(Scalar::Pointer { .. })),
        }
        true
    }

    /// Learns from an access to so many bytes behind a pointer. False where no execution makes it.
    pub(crate) fn learn_followed(&mut self, expr: ExprId, bytes: u64) -> bool {
        let pointer = self.value(expr);
        if pointer == Datum::Bits(0) {
            return false;
        }
        let reaches = pointer.reaches();
        if reaches.is_empty() {
            self.learn_not_null(expr);
            return true;
        }
        let inside: Vec<Reach> = reaches.iter().filter_map(|reach| self.inside(*reach, bytes)).collect();
        if inside.is_empty() {
            return false;
        }
        let learnt = Datum::among(inside);
        if learnt != pointer && learnt != Datum::Unknown {
            self.learn_pointer(expr, learnt);
        }
        true
    }

    /// The offsets of a reach at which so many bytes are in the object; none where there are not.
    fn inside(&self, reach: Reach, bytes: u64) -> Option<Reach> {
        let reach = Reach { null: false, ..reach };
        if reach.object.is_unnamed() {
            return Some(reach);
        }
        let most = self.state.content(reach.object).and_then(|content| content.most_size);
        match self.size(reach.object).or(most) {
            Some(size) => reach.within(Interval { low: 0, high: i128::from(size) - i128::from(bytes) }),
            None => Some(reach),
        }
    }
}
