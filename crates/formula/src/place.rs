//! Places: cells of a variable, or addresses.

use crate::scalar_leaves::ScalarPart;
use crate::step_context::{Res, Work};
use cairn_ir::{PlaceId, PlaceKind, VarId};
use cairn_pointer_analysis::{RegionId, RegionPart};
use cairn_semantics::{Leaf, Subscript, value};
use cairn_term::TermId;
use std::sync::Arc;

/// A subscript of a variable outside of memory that is so many bytes away is none of its array.
const FURTHEST: u64 = 1 << 40;

/// Where a place is, whatever is accessed there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PlaceLocation {
    /// In a variable that no pointer reaches, from a bit on.
    Variable {
        var: VarId,
        first: u64,
    },
    /// At an address, which is all that it has: an element of such a variable at an index that the path does not fix, or
    /// outside of its array.
    Unfixed {
        address: TermId,
    },
    Memory {
        address: TermId,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Location {
    /// In a variable that no pointer reaches, from a bit on.
    Variable { var: VarId, first: u64 },
    Memory {
        /// The address of the first byte.
        address: TermId,
        /// The region; `None` for bytes that nothing reads.
        region: Option<RegionId>,
    },
}

/// The bytes of an object or a part of one.
#[derive(Clone, Debug)]
pub(crate) enum Bytes {
    /// Of a variable that no pointer reaches, from a bit on.
    Variable { var: VarId, first: u64 },
    Memory {
        /// The address of the first one.
        address: TermId,
        size: u64,
        parts: Arc<[RegionPart]>,
    },
}

impl Work<'_, '_> {
    /// Scalar accessed at a place, its first bit counted from the byte where the place begins.
    pub(crate) fn part_at(&self, place: PlaceId, leaf: Leaf) -> ScalarPart {
        let Leaf { of, field } = leaf;
        let (types, exprs) = (&self.program.types, &self.program.exprs);
        match (field, &exprs[place].kind) {
            (Some(bits), PlaceKind::Field(record, index)) => {
                let fields = types.fields(exprs[*record].ty).unwrap_or_default();
                let offset = fields.get(*index as usize).map_or(0, |field| field.offset);
                ScalarPart::field(offset, bits, of)
            }
            _ => ScalarPart::scalar(of),
        }
    }

    /// Where the scalar at a place is.
    pub(crate) fn accessed(&self, place: PlaceId, at: PlaceLocation) -> Res<Location> {
        match at {
            PlaceLocation::Variable { var, first } => Ok(Location::Variable { var, first }),
            PlaceLocation::Memory { address } => {
                Ok(Location::Memory { address, region: self.e.memory.regions.region_of(place) })
            }
            PlaceLocation::Unfixed { .. } => Err(self.unmodelled("an index out of bounds")),
        }
    }
    /// The bytes of the record or array at a place.
    pub(crate) fn bytes_at(&mut self, place: PlaceId, at: PlaceLocation, size: u64) -> Res<Bytes> {
        match at {
            PlaceLocation::Variable { var, first } => Ok(Bytes::Variable { var, first }),
            PlaceLocation::Memory { address } => {
                Ok(Bytes::Memory { address, size, parts: self.e.memory.regions.parts_of_place(place, size) })
            }
            PlaceLocation::Unfixed { .. } => Err(self.unmodelled("an index out of bounds")),
        }
    }
    /// The bytes of a variable of the current frame, or of a static one.
    pub(crate) fn locate_variable(&mut self, var: VarId) -> Res<Bytes> {
        if !self.e.memory.regions.is_in_memory(var) {
            return Ok(Bytes::Variable { var, first: 0 });
        }
        let size = self.program.types.size_of(self.program.vars[var].ty);
        let size = size.ok_or_else(|| self.malformed("a variable without size"))?;
        let address = self.address_of_variable(var)?;
        Ok(Bytes::Memory { address, size, parts: self.e.memory.regions.parts_of_variable(var, size) })
    }

    /// Where a part of some bytes is.
    pub(crate) fn part(&mut self, of: &Bytes, leaf: ScalarPart) -> Location {
        let offset = leaf.first / 8;
        match of {
            Bytes::Variable { var, first } => Location::Variable { var: *var, first: first + offset * 8 },
            Bytes::Memory { address, parts, .. } => {
                let region = self.e.memory.regions.region_at(parts, offset.saturating_sub(leaf.before), leaf.bytes);
                Location::Memory { address: self.shifted(*address, offset), region }
            }
        }
    }

    /// So many bytes further in the same object.
    pub(crate) fn moved(&mut self, at: PlaceLocation, bytes: u64) -> PlaceLocation {
        match at {
            PlaceLocation::Variable { var, first } => PlaceLocation::Variable { var, first: first + bytes * 8 },
            PlaceLocation::Unfixed { address } => PlaceLocation::Unfixed { address: self.shifted(address, bytes) },
            PlaceLocation::Memory { address } => PlaceLocation::Memory { address: self.shifted(address, bytes) },
        }
    }
    pub(crate) fn element_of(&mut self, base: PlaceLocation, of: Subscript) -> Res<PlaceLocation> {
        let scalar = self.scalar_of(of.index)?;
        let index = value(self, of.index)?;
        if let PlaceLocation::Variable { var, first } = base {
            let number = self.as_constant(index, scalar).map(|value| value.as_signed(scalar.bits()));
            let bytes = number.and_then(|number| u64::try_from(number).ok()?.checked_mul(of.size));
            if let Some(bytes) = bytes
                && first / 8 + bytes < FURTHEST
            {
                return Ok(PlaceLocation::Variable { var, first: first + bytes * 8 });
            }
        }
        let start = self.address_of(base)?;
        let address = self.further(start, (index, scalar), of.size);
        Ok(match base {
            PlaceLocation::Memory { .. } => PlaceLocation::Memory { address },
            PlaceLocation::Variable { .. } | PlaceLocation::Unfixed { .. } => PlaceLocation::Unfixed { address },
        })
    }
    pub(crate) fn address_of(&mut self, at: PlaceLocation) -> Res<TermId> {
        match at {
            PlaceLocation::Variable { var, first } => {
                let start = self.address_of_variable(var)?;
                Ok(self.shifted(start, first / 8))
            }
            PlaceLocation::Unfixed { address } | PlaceLocation::Memory { address } => Ok(address),
        }
    }

    /// The address of a variable of the current frame, or of a static one.
    pub(crate) fn address_of_variable(&mut self, var: VarId) -> Res<TermId> {
        let depth = self.frame_of(var);
        let relative = self.e.memory.relative
            && self.program.vars[var].frame().is_some_and(|f| self.e.memory.addresses.is_recursive(f));
        match self.e.memory.addresses.of(self.program, var, if relative { 0 } else { depth }) {
            Some(at) if relative => {
                let base = self.e.frame_base();
                let base = self.get(base)?;
                Ok(self.shifted(base, at - self.e.memory.addresses.base()))
            }
            Some(at) => Ok(self.e.address(at)),
            None => Err(self.unmodelled("a variable that does not fit the address space")),
        }
    }

    /// An address so many bytes further.
    pub(crate) fn shifted(&mut self, address: TermId, bytes: u64) -> TermId {
        let bytes = self.e.address(bytes);
        match self.e.is_number(self.e.pointer()) {
            true => self.e.terms.add(address, bytes),
            false => self.e.terms.bv_add(address, bytes),
        }
    }
}
