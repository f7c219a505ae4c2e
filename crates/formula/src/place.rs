//! Places: cells of a variable, or addresses.

use crate::scalar_leaves::Leaf;
use crate::step_context::{Res, Work};
use cairn_ir::{PlaceId, PlaceKind, Type, VarId};
use cairn_pointer_analysis::{RegionId, RegionPart};
use cairn_term::TermId;
use std::sync::Arc;

/// Where a place is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Location {
    /// In a variable that no pointer reaches, from a bit on.
    Variable { var: VarId, first: u64 },
    /// In memory.
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
    /// In memory.
    Memory {
        /// The address of the first one.
        address: TermId,
        /// How many.
        size: u64,
        /// Which regions they are in.
        parts: Arc<[RegionPart]>,
    },
}

impl Work<'_, '_> {
    /// The scalar or bit-field at a place, its first bit counted from the byte where the place begins.
    pub(crate) fn leaf_of(&self, place: PlaceId) -> Res<Leaf> {
        let (types, exprs) = (&self.program.types, &self.program.exprs);
        if let PlaceKind::Field(record, index) = exprs[place].kind
            && let Some(field) = types.fields(exprs[record].ty).and_then(|fields| fields.get(index as usize))
            && let (Some(bits), Some(of)) = (field.bits, types.scalar(field.ty))
        {
            return Ok(Leaf::field(self.field_offset(record, index)?, bits, of));
        }
        match types.scalar(exprs[place].ty) {
            Some(of) => Ok(Leaf::scalar(of)),
            None => Err(self.malformed("a whole record or array as an operand")),
        }
    }

    /// Size in bytes of a record or array at a place; `None` for a scalar.
    pub(crate) fn aggregate_size(&self, place: PlaceId) -> Res<Option<u64>> {
        let (types, ty) = (&self.program.types, self.program.exprs[place].ty);
        match (types.scalar(ty), types.get(ty)) {
            (Some(_), _) => Ok(None),
            (None, Type::Array(..) | Type::Record(_)) => match types.size_of(ty) {
                Some(size) => Ok(Some(size)),
                None => Err(self.malformed("an access to an incomplete type")),
            },
            _ => Err(self.malformed("an access to what is no object")),
        }
    }

    /// Where a place is.
    pub(crate) fn locate(&mut self, place: PlaceId) -> Res<Location> {
        if let Some(var) = self.program.exprs.root_variable(place)
            && !self.e.memory.regions.is_in_memory(var)
        {
            let first = self.offset(place)? * 8;
            return Ok(Location::Variable { var, first });
        }
        let address = self.address_of(place)?;
        let region = self.e.memory.regions.region_of(place);
        Ok(Location::Memory { address, region })
    }

    /// The bytes of a record or array.
    pub(crate) fn locate_all(&mut self, place: PlaceId, size: u64) -> Res<Bytes> {
        if let Some(var) = self.program.exprs.root_variable(place)
            && !self.e.memory.regions.is_in_memory(var)
        {
            let first = self.offset(place)? * 8;
            return Ok(Bytes::Variable { var, first });
        }
        let address = self.address_of(place)?;
        Ok(Bytes::Memory { address, size, parts: self.e.memory.regions.parts_of_place(place, size) })
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
    pub(crate) fn part(&mut self, of: &Bytes, leaf: Leaf) -> Location {
        let offset = leaf.first / 8;
        match of {
            Bytes::Variable { var, first } => Location::Variable { var: *var, first: first + offset * 8 },
            Bytes::Memory { address, parts, .. } => {
                let region = self.e.memory.regions.region_at(parts, offset.saturating_sub(leaf.before), leaf.bytes);
                Location::Memory { address: self.shifted(*address, offset), region }
            }
        }
    }

    /// Bytes from the start of the variable.
    fn offset(&mut self, place: PlaceId) -> Res<u64> {
        let program = self.program;
        match program.exprs[place].kind {
            PlaceKind::Var(_) => Ok(0),
            PlaceKind::Field(record, index) => Ok(self.offset(record)? + self.field_offset(record, index)?),
            PlaceKind::Index(array, index) => {
                let outer = self.offset(array)?;
                let of = self.scalar_of(index)?;
                let size = self.size_of_place(place)?;
                let index = self.value(index)?;
                let index = self.as_constant(index, of).map(|value| value.as_signed(of.bits()));
                let index = index.and_then(|index| u64::try_from(index).ok());
                let bytes = index.and_then(|index| index.checked_mul(size)?.checked_add(outer));
                match bytes {
                    Some(bytes) if bytes < 1 << 40 => Ok(bytes),
                    _ => Err(self.unmodelled("an index out of bounds")),
                }
            }
            PlaceKind::Deref(_) => Err(self.malformed("a pointer to a variable that none reaches")),
        }
    }

    fn field_offset(&self, record: PlaceId, index: u32) -> Res<u64> {
        let fields = self.program.types.fields(self.program.exprs[record].ty);
        let field = fields.and_then(|fields| fields.get(index as usize));
        field.map(|field| field.offset).ok_or_else(|| self.malformed("an unknown member"))
    }

    fn size_of_place(&self, place: PlaceId) -> Res<u64> {
        let size = self.program.types.size_of(self.program.exprs[place].ty);
        size.ok_or_else(|| self.malformed("an element without size"))
    }

    /// The address of a place.
    pub(crate) fn address_of(&mut self, place: PlaceId) -> Res<TermId> {
        let program = self.program;
        match program.exprs[place].kind {
            PlaceKind::Var(var) => self.address_of_variable(var),
            PlaceKind::Deref(pointer) => self.value(pointer),
            PlaceKind::Field(record, index) => {
                let offset = self.field_offset(record, index)?;
                let start = self.address_of(record)?;
                Ok(self.shifted(start, offset))
            }
            PlaceKind::Index(array, index) => {
                let size = self.size_of_place(place)?;
                let of = self.scalar_of(index)?;
                let start = self.address_of(array)?;
                let index = self.value(index)?;
                Ok(self.element(start, index, of, size))
            }
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
