//! Pointers from outside, in an execution: which values are none.
//!
//! An input or an indeterminate value of pointer type may be the address of an exposed object, where a part of the
//! pointer's kind begins ([`cairn_ir::exposure`]). An execution in which it is the address of another object, which
//! nothing outside knows, or leads into the middle of something else, does not exist: it ends here, so that no violation
//! rests on it. Only where exposure is known, and where the value is first a pointer; a number may be any address.

use crate::machine::Machine;
use crate::object::ObjectKind;
use crate::undefined::{Misbehaviour, Res};
use cairn_ir::exposure::Kind;
use cairn_ir::{PlaceId, Value};

impl Machine<'_, '_> {
    /// Checks a value that the place of a pointer has from outside.
    #[cold]
    pub fn check_from_outside(&self, place: PlaceId, value: Value) -> Res<()> {
        let program = self.code.program;
        if !program.exposure.is_known {
            return Ok(());
        }
        let address = value.0 as u64;
        let Some(object) = self.memory.objects.below(address).filter(|object| address <= object.end()) else {
            return Ok(());
        };
        let Some(pointee) = program.exposure.pointee(program, place) else { return Ok(()) };
        let offset = address - object.address;
        let kind = Kind::of(&program.types, pointee);
        let may_be = match object.kind {
            ObjectKind::Variable(var) => {
                let ty = program.vars[var].ty;
                let fits = offset >= object.size || kind.begins_at(&program.types, ty, offset);
                fits && program.exposure.vars.binary_search(&var).is_ok()
            }
            _ => {
                let align = program.types.align_of(pointee).unwrap_or(1).max(1);
                program.exposure.heap && offset.is_multiple_of(align)
            }
        };
        if may_be { Ok(()) } else { Err(Misbehaviour::UnknownOutside(address).into()) }
    }
}
