//! `__builtin_object_size`: what gcc knows without optimisation of the object that a pointer goes to.
//!
//! That is the address of a variable, or of a part of it, plus a constant; of all else the answer is that nothing is known.
//! Bit 0 of the kind asks for the part instead of the whole, bit 1 for the least size instead of the largest.
//! `__builtin_dynamic_object_size` may know more.

use crate::lower::Lower;
use cairn_ir::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind, TypeId};

pub(super) enum ObjectSize {
    Bytes(i128),
    /// Compiler's answer, not modelled.
    Open,
}

impl Lower<'_> {
    pub(super) fn object_size(&self, pointer: ExprId, kind: i128, dynamic: bool) -> ObjectSize {
        let unknown = if dynamic { ObjectSize::Open } else { ObjectSize::Bytes(if kind & 2 == 0 { -1 } else { 0 }) };
        let mut at = pointer;
        let mut distance = 0_i128;
        let place = loop {
            match self.program.exprs[at].kind {
                ExprKind::Cast(inner) if self.is_pointer(self.type_of(inner)) => at = inner,
                ExprKind::Binary(BinaryOp::PtrAdd, base, index) => {
                    let to = self.program.types.pointee(self.type_of(at));
                    let size = to.map(|to| self.program.types.size_of(to).unwrap_or(1));
                    let (Some(size), Some(index)) = (size, self.constant_integer(index)) else { return unknown };
                    distance += index * i128::from(size);
                    at = base;
                }
                ExprKind::AddressOf(place) => break place,
                _ => return unknown,
            }
        };
        let Some(var) = self.program.exprs.root_variable(place) else { return unknown };
        let size = |ty: TypeId| self.program.types.size_of(ty).map(i128::from);
        if kind & 1 == 0 {
            let offset = self.offset_of(place).map(|offset| i128::from(offset) + distance);
            return match (size(self.program.vars[var].ty), offset) {
                (Some(size), Some(offset)) if offset >= 0 => ObjectSize::Bytes((size - offset).max(0)),
                _ => unknown,
            };
        }
        // `a + 3` and `&a[3]` are one place here, but not to gcc.
        let Some(part) = self.first_of(place).filter(|_| distance == 0) else { return ObjectSize::Open };
        size(self.program.exprs[part].ty).map_or(unknown, ObjectSize::Bytes)
    }

    /// The array of which a place is the first element, or the place itself.
    fn first_of(&self, place: PlaceId) -> Option<PlaceId> {
        match self.program.exprs[place].kind {
            PlaceKind::Index(outer, index) => (self.constant_integer(index) == Some(0)).then_some(outer),
            _ => Some(place),
        }
    }
}
