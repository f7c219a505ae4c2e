//! The memory that pointers stand for which are always null ([`cairn_interp::Nulls`]).
//!
//! Such a pointer's value stays what it is; only an access through it goes elsewhere, to an object of its own at the
//! address where the interpreter has it too, so that a model replays. Whether a pointer is one of these is a fact of the
//! program's text, so path formula and replay agree on it without telling each other.

use crate::object::ObjectRef;
use crate::state::{Res, State};
use crate::target::AccessTarget;
use cairn_ir::{ExprId, PlaceId, PlaceKind};
use cairn_term::TermId;

impl State<'_, '_> {
    /// The address that an access to a place goes to.
    pub(crate) fn through_null(&mut self, place: PlaceId, address: TermId) -> Res<TermId> {
        if !self.may_be_near_null(address) || !self.code.nulls().is_behind(self.program, place) {
            return Ok(address);
        }
        if self.terms.as_bits(address).is_none() {
            // An index may be unknown. A pointer that is, because nothing is assigned to it yet, is not null.
            let Some(pointer) = self.followed(place) else { return Ok(address) };
            let pointer = cairn_semantics::value(self, pointer)?;
            if self.terms.as_bits(pointer).is_none() || !self.may_be_near_null(pointer) {
                return Ok(address);
            }
        }
        Ok(self.null_memory(address))
    }

    /// The address that a pointer argument of a primitive means.
    pub(crate) fn memory_behind(&mut self, pointer: ExprId, address: TermId) -> TermId {
        let is_known = self.terms.as_bits(address).is_some();
        if !is_known || !self.may_be_near_null(address) || !self.code.nulls().is_memory(self.program, pointer) {
            return address;
        }
        self.null_memory(address)
    }

    /// The pointer that a place is reached through.
    fn followed(&self, mut place: PlaceId) -> Option<ExprId> {
        loop {
            match self.program.exprs[place].kind {
                PlaceKind::Var(_) => return None,
                PlaceKind::Field(outer, _) | PlaceKind::Index(outer, _) => place = outer,
                PlaceKind::Deref(pointer) => return Some(pointer),
            }
        }
    }

    fn may_be_near_null(&self, address: TermId) -> bool {
        self.terms.as_bits(address).is_none_or(|bits| bits < u128::from(self.layout.ranges.first()))
    }

    fn null_memory(&mut self, address: TermId) -> TermId {
        self.followed_null = true;
        let start = self.address_term(self.layout.ranges.null_memory());
        self.terms.bv_add(start, address)
    }

    /// A constant address in that memory.
    pub(crate) fn in_null_memory(&self, address: u64, size: u64) -> Option<AccessTarget> {
        let offset = address.checked_sub(self.objects.null.address).filter(|_| self.followed_null)?;
        let fits = offset.checked_add(size)? <= self.objects.null.size;
        fits.then_some(AccessTarget::At(ObjectRef::Null, offset))
    }
}
