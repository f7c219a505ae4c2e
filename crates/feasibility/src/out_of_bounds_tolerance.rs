//! Accesses behind a variable that are taken to be meant.
//!
//! Programs that were cut out of larger ones have stand-ins: the LBE paper's `floppy` lets every allocation return the
//! address of one `char`, its `kbfiltr` uses a pointer variable as if it were the record, and both expect memory there.
//! A path on which such an access happens in every execution is given a second look, in the layout in which each
//! variable has room behind it ([`cairn_interp::Code::roomy`]). Two kinds of access are meant then, both at a place that
//! does not depend on inputs:
//!
//! - behind a variable that neither is an array nor has one in it: nobody forgot to check a bound there;
//! - behind any variable, as long as nothing on the path was decided by an input, so that every execution of the program
//!   does it.
//!
//! All others stay undefined. In the first look nothing has room, so a path without such accesses is not touched by this.

use crate::object::ObjectRef;
use crate::state::State;
use cairn_interp::ObjectKind;
use cairn_ir::types::Types;
use cairn_ir::{Type, TypeId};

/// Deeper nested records are taken to have an array.
const DEEPEST: u32 = 20;

impl State<'_, '_> {
    /// Whether an access behind an object, at a constant address, is taken to be meant; notes the first.
    pub(crate) fn tolerates_out_of_bounds(&mut self, object: ObjectRef) -> bool {
        let ObjectKind::Variable(var) = self.objects.get(object).kind else { return false };
        let has_bounds = has_array(&self.program.types, self.program.vars[var].ty, DEEPEST);
        let is_meant = self.guards.is_empty() && (!has_bounds || self.constraints.is_empty());
        if is_meant {
            self.tolerated.get_or_insert((var, self.span));
        }
        is_meant
    }
}
fn has_array(types: &Types, ty: TypeId, depth: u32) -> bool {
    match types.get(ty) {
        Type::Array(..) => true,
        Type::Record(_) => {
            let fields = types.fields(ty).unwrap_or(&[]);
            depth == 0 || fields.iter().any(|field| has_array(types, field.ty, depth - 1))
        }
        _ => false,
    }
}
