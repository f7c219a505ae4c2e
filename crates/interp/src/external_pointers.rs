//! Pointers from outside, in an execution: which values are none.
//!
//! An input or an indeterminate value of pointer type may be the address of an exposed object, where a part of the
//! pointer's kind begins ([`cairn_ir::external_pointers`]). An execution in which it is the address of another object, which
//! nothing outside knows, or leads into the middle of something else, does not exist: it ends here, so that no violation
//! rests on it. Only where exposure is known, and where the value is first a pointer; a number may be any address.
//!
//! What is exposed is so for a whole program. The last look at a violation is closer: where code outside is only told of
//! an object, it knows it from then on, and finds what is stored in it; but not by the pointer that is looked at, which
//! would be its own reason.

use crate::layout::AddressRange;
use crate::machine::Machine;
use crate::memory::PAGE;
use crate::object::{Object, ObjectKind};
use crate::undefined::{Misbehaviour, Res};
use cairn_ir::external_pointers::AliasKind;
use cairn_ir::{PlaceId, TypeId, Value, VarId, pointers_to};

impl Machine<'_, '_> {
    /// Checks a value that the place of a pointer has from outside; `at` is where the place is.
    #[cold]
    pub fn check_from_outside(&self, place: PlaceId, at: u64, value: Value) -> Res<()> {
        let program = self.code.program;
        match program.external_pointee(place) {
            Some(pointee) => self.check_pointer(pointee, at, value),
            None => Ok(()),
        }
    }

    /// Checks the pointers in a value that a record or an array has from outside.
    #[cold]
    pub fn check_record_from_outside(&self, ty: TypeId, at: u64, bytes: &[u8]) -> Res<()> {
        let types = &self.code.program.types;
        for (offset, pointee) in pointers_to(types, ty).0 {
            let width = types.model().pointer_bytes() as usize;
            let Some(word) = usize::try_from(offset).ok().and_then(|from| bytes.get(from..from + width)) else {
                continue;
            };
            let value = word.iter().rev().fold(0u128, |value, byte| value << 8 | u128::from(*byte));
            self.check_pointer(pointee, at + offset, Value(value))?;
        }
        Ok(())
    }

    fn check_pointer(&self, pointee: TypeId, at: u64, value: Value) -> Res<()> {
        let program = self.code.program;
        if !program.facts.exposure.is_known {
            return Ok(());
        }
        let address = value.0 as u64;
        if self.watches_addresses && self.is_private_function(address) {
            return Err(Misbehaviour::UnknownOutside(address).into());
        }
        let Some(object) = self.memory.objects.below(address).filter(|object| address <= object.end()) else {
            return Ok(());
        };
        let offset = address - object.address;
        let kind = AliasKind::of(&program.types, pointee);
        let may_be = match object.kind {
            ObjectKind::Variable(var) => {
                let ty = program.vars[var].ty;
                let fits = offset >= object.size || kind.begins_at(&program.types, ty, offset);
                fits && program.facts.exposure.vars.binary_search(&var).is_ok()
            }
            _ => {
                let align = program.types.align_of(pointee).unwrap_or(1).max(1);
                program.facts.exposure.heap && offset.is_multiple_of(align)
            }
        };
        if may_be && (!self.watches_addresses || self.has_escaped(object, at)?) {
            Ok(())
        } else {
            Err(Misbehaviour::UnknownOutside(address).into())
        }
    }

    /// Whether an address is that of a function without external linkage. Code outside may have been given it; that is not
    /// followed, and no violation rests on it.
    fn is_private_function(&self, address: u64) -> bool {
        let (ranges, functions) = (self.code.layout.ranges, &self.code.program.functions);
        ranges.classify(address) == AddressRange::Function
            && functions.iter_ids().any(|(id, function)| !function.external && ranges.function(id) == address)
    }

    /// Whether code outside was told of an object by now, where being told is all that exposes it, whatever is stored at
    /// one address.
    fn has_escaped(&self, object: &Object, except: u64) -> Res<bool> {
        let program = self.code.program;
        let exposure = &program.facts.exposure;
        let only_escaped = |var: VarId| exposure.escaped.contains(&var);
        if !matches!(object.kind, ObjectKind::Variable(var) if only_escaped(var)) {
            return Ok(true);
        }
        // What is exposed for another reason, and what was told: code outside looks there, and in memory of its own.
        let is_root = |object: &&Object| match object.kind {
            ObjectKind::Variable(var) => {
                let is_exposed = exposure.vars.binary_search(&var).is_ok() && !only_escaped(var);
                object.live && (is_exposed || program.vars[var].external || self.escaped.contains(&object.address))
            }
            _ => object.live && self.escaped.contains(&object.address),
        };
        let objects = &self.memory.objects;
        let roots = objects.global.iter().chain(&objects.stack).filter(is_root).map(|object| object.address);
        let width = program.types.model().pointer_bytes();
        let pages = self.memory.wild_pages().into_iter();
        let words = pages.flat_map(|start| (start..=start + (PAGE as u64 - width)).step_by(width as usize));
        let stored = words.filter(|at| *at != except).filter_map(|at| self.memory.word(at, width));
        let reached = self.memory.reached(program, roots.chain(stored).collect(), Some(except))?;
        Ok(reached.contains_key(&object.address))
    }
}
