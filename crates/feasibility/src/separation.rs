//! Unknown pointers that are apart.
//!
//! Wild memory as one map of bytes is exact, and slow: any two unknown pointers may be equal, and solvers split on that. So
//! a first round takes each unknown pointer that is followed to designate an object of its own, at an address of its own,
//! where everything is cells again. When that round finds inputs, they are inputs; when it does not, nothing is said and
//! the exact round follows.

use crate::object::{Initial, Object, ObjectRef};
use crate::state::{Res, State};
use crate::target::AccessTarget;
use cairn_interp::{ObjectKind, ObjectOrdinal};
use cairn_term::{TermId, TermOp};

/// Size of such an object, and the distance between two.
const SPAN: u64 = cairn_interp::layout::PIECE;
/// So many of them, at most.
const OBJECTS: usize = 10_000;

impl State<'_, '_> {
    /// The pointer in an address that is one with an offset.
    pub(crate) fn base_of(&self, address: TermId) -> TermId {
        let (rest, _) = self.terms.as_sum(address).unwrap_or((address, 0));
        if self.terms.op(rest) == TermOp::BvAdd {
            let whole = |arg: &&TermId| matches!(self.terms.op(**arg), TermOp::Symbol(_) | TermOp::Concat);
            let args = &self.terms.get(rest).args;
            if let Some(pointer) = args.iter().find(whole) {
                return *pointer;
            }
        }
        rest
    }

    /// Whether anything was taken to be apart so far, so that the exact round may say something else.
    pub(crate) fn rests_on_separation(&self) -> bool {
        !self.separated_bases.is_empty() || !self.separate_ordinals.is_empty()
    }

    /// An access through an unknown pointer, in the round in which these are apart.
    pub(crate) fn in_separated(&mut self, address: TermId, size: u64) -> Res<Option<AccessTarget>> {
        let base = self.base_of(address);
        let at = match self.separated_bases.get(&base) {
            Some(at) => *at,
            None => {
                let at = self.objects.wild.len();
                if at >= OBJECTS {
                    return Err(self.unknown("too many unknown pointers"));
                }
                let start = self.layout.ranges.wild() + (at as u64 + 1) * SPAN;
                let nobody = ObjectOrdinal(u64::MAX);
                let escaped = self.separate_ordinals.get(&base).copied().unwrap_or(0);
                let object = Object::new(start, SPAN, nobody, ObjectKind::Heap, Initial::Indeterminate);
                let object = Object { escaped, ..object };
                self.objects.wild.push(object);
                self.separated_bases.insert(base, at);
                at
            }
        };
        let start = self.address_term(self.objects.wild[at].address);
        let here = self.terms.eq(base, start);
        self.require(here)?;
        let offset = self.terms.bv_sub(address, base);
        if let Some(offset) = self.terms.as_bits(offset) {
            let offset = offset as u64;
            if offset.checked_add(size).is_some_and(|end| end <= SPAN) {
                return Ok(Some(AccessTarget::At(ObjectRef::Wild(at), offset)));
            }
            return self.undefined("an access far from an unknown pointer").map(|()| None);
        }
        let last = self.address_term(SPAN.saturating_sub(size));
        let within = self.terms.bv_ule(offset, last);
        self.require(within)?;
        Ok(Some(AccessTarget::Somewhere(ObjectRef::Wild(at), offset)))
    }

    /// The object of this module that a constant address is in.
    pub(crate) fn separated_at(&self, address: u64, size: u64) -> Option<AccessTarget> {
        let from = address.checked_sub(self.layout.ranges.wild())?.checked_sub(SPAN)?;
        let (at, offset) = ((from / SPAN) as usize, from % SPAN);
        let fits = at < self.objects.wild.len() && offset.checked_add(size)? <= SPAN;
        fits.then_some(AccessTarget::At(ObjectRef::Wild(at), offset))
    }
}
