//! The memory that pointers stand for which are always null ([`cairn_interp::Nulls`]).
//!
//! Such a pointer's value stays what it is; only an access through it goes elsewhere, to an object of its own at the
//! address where the interpreter has it too, so that a model replays. Whether a pointer is one of these is a fact of the
//! program's text, so path formula and replay agree on it without telling each other.

use crate::object::ObjectRef;
use crate::state::{Res, State};
use crate::target::Spot;
use cairn_ir::PlaceId;
use cairn_term::TermId;

impl State<'_, '_> {
    /// The address that an access to a place goes to.
    pub(crate) fn through_null(&mut self, place: PlaceId, address: TermId) -> Res<TermId> {
        let ranges = self.layout.ranges;
        let may_be_near = self.terms.as_bits(address).is_none_or(|bits| bits < u128::from(ranges.first()));
        if !may_be_near || !self.code.nulls().is_behind(self.program, place) {
            return Ok(address);
        }
        let start = self.address(ranges.null_memory());
        Ok(self.terms.bv_add(start, address))
    }

    /// A constant address in that memory.
    pub(crate) fn in_null_memory(&self, address: u64, size: u64) -> Option<Spot> {
        let offset = address.checked_sub(self.objects.null.address)?;
        let fits = offset.checked_add(size)? <= self.objects.null.size;
        fits.then_some(Spot::At(ObjectRef::Null, offset))
    }
}
