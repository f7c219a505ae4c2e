//! Pointers from outside: what they may point to.
//!
//! A pointer is from outside when the program did not make its value: an input, the content of an object that another
//! program defines, the result of a function without a body, an integer that was not made of an address, an
//! indeterminate value. Such a pointer is null, or points into memory that the program does not otherwise name, where
//! two of them may meet, or is the address of an *exposed* object: one with external linkage, one on the heap, one whose
//! address has left the program or is compared with such a pointer or was made an integer. What it points to has the
//! pointer's type: objects without a part of that type are not meant (C11 6.5p7), and bytes are parts of everything.
//!
//! Which objects these are is found once for a program, by the points-to analysis (`cairn_pointer_analysis`), and kept
//! with the program, so that all analyses have one answer. Until then nothing is known: no pointer is alone.

use crate::expr::PlaceId;
use crate::ids::VarId;
use crate::types::{FloatKind, Scalar, Type, TypeId, Types};
use cairn_base::{FastMap, FastSet};

/// Kind of an access, as far as C's rule of aliasing tells accesses apart. Signedness does not matter, nor does what a
/// pointer points to.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum AliasKind {
    /// Bytes: characters, and what has no type. They are parts of everything.
    Bytes,
    /// An integer or an enumeration of so many bits.
    Integer(u32),
    /// A floating number.
    Float(FloatKind),
    /// A pointer.
    Pointer,
    /// A record, by its tag: those of two files are one.
    Record(String),
}

/// Parts of a type that are looked at, at most.
const PARTS: usize = 1 << 14;

impl AliasKind {
    /// The kind of a type; an array is its elements.
    pub fn of(types: &Types, mut ty: TypeId) -> AliasKind {
        while let Some((element, _)) = types.element(ty) {
            ty = element;
        }
        if let Type::Record(record) = *types.get(ty) {
            return AliasKind::Record(types.records[record].tag.clone());
        }
        match types.scalar(ty) {
            Some(Scalar::Int { bits: 8, .. }) | None => AliasKind::Bytes,
            Some(Scalar::Bool) => AliasKind::Integer(8),
            Some(Scalar::Int { bits, .. }) => AliasKind::Integer(bits),
            Some(Scalar::Float(kind)) => AliasKind::Float(kind),
            Some(Scalar::Pointer { .. }) => AliasKind::Pointer,
        }
    }

    /// The kinds of a type and of its parts, each with its offset in bytes. Of an array, the first two elements: they say
    /// where all others are. `None` for a type of very many parts, which may be of any kind.
    pub fn parts(types: &Types, ty: TypeId) -> Option<Vec<(AliasKind, u64)>> {
        let mut parts = Vec::new();
        let mut open = vec![(ty, 0u64)];
        while let Some((ty, at)) = open.pop() {
            if parts.len() + open.len() > PARTS {
                return None;
            }
            if let Some((element, length)) = types.element(ty) {
                let size = types.size_of(element).unwrap_or(0);
                if length.is_some_and(|length| length > 1) {
                    open.push((element, at.saturating_add(size)));
                }
                if length != Some(0) {
                    open.push((element, at));
                }
                continue;
            }
            parts.push((AliasKind::of(types, ty), at));
            let fields = types.fields(ty).unwrap_or(&[]);
            open.extend(fields.iter().filter(|f| f.bits.is_none()).map(|f| (f.ty, at.saturating_add(f.offset))));
        }
        Some(parts)
    }

    /// The offsets in a type at which a part of this kind begins, in order; `None` when there are more than so many, or
    /// when they are bytes, which are everywhere.
    pub fn offsets(&self, types: &Types, ty: TypeId, most: usize) -> Option<Vec<u64>> {
        let mut found = Vec::new();
        let mut open = vec![(ty, 0u64)];
        let mut effort = 64 * most;
        while let Some((ty, at)) = open.pop() {
            effort = effort.checked_sub(1)?;
            if let Some((element, length)) = types.element(ty) {
                let (size, length) = (types.size_of(element)?, length?);
                if length > most as u64 {
                    return None;
                }
                open.extend((0..length).map(|i| (element, at.saturating_add(i.saturating_mul(size)))));
                continue;
            }
            if AliasKind::of(types, ty) == *self && !found.contains(&at) {
                found.push(at);
            }
            let fields = types.fields(ty).unwrap_or(&[]);
            open.extend(fields.iter().filter(|f| f.bits.is_none()).map(|f| (f.ty, at.saturating_add(f.offset))));
        }
        found.sort_unstable();
        (*self != AliasKind::Bytes && found.len() <= most).then_some(found)
    }

    /// Whether a part of this kind begins at an offset of a type. Bytes are everywhere.
    pub fn begins_at(&self, types: &Types, ty: TypeId, at: u64) -> bool {
        if *self == AliasKind::Bytes {
            return true;
        }
        if let Some((element, length)) = types.element(ty) {
            let size = types.size_of(element).unwrap_or(0);
            let inside = size > 0 && length.is_none_or(|length| at / size < length);
            return inside && self.begins_at(types, element, at % size);
        }
        let field = |f: &crate::types::Field| {
            let inside = at >= f.offset && types.size_of(f.ty).is_none_or(|size| at - f.offset < size);
            f.bits.is_none() && inside && self.begins_at(types, f.ty, at - f.offset)
        };
        (at == 0 && AliasKind::of(types, ty) == *self) || types.fields(ty).unwrap_or(&[]).iter().any(field)
    }
}

/// Exposed objects of a program, for pointers from outside.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Exposure {
    /// Places of pointers whose indeterminate or unknown value points to memory that no other pointer reaches.
    pub unaliased: FastSet<PlaceId>,
    /// Variables that a pointer from outside may point to, in order.
    pub vars: Vec<VarId>,
    /// Those of them that are exposed only because code outside is told of them: by a call, or by what is stored where it
    /// looks. Before, no pointer from outside is their address.
    pub escaped: FastSet<VarId>,
    /// Variables in which no address is kept, whatever their types say.
    pub plain: FastSet<VarId>,
    /// Variables of type `void *` whose value is only used as a pointer to one other type: the result of a function that
    /// is cast at once, say.
    pub used_as: FastMap<VarId, TypeId>,
    /// A pointer from outside may point to an object on the heap.
    pub heap: bool,
    /// All this was found. Before, a pointer from outside may be the address of anything.
    pub is_known: bool,
}

impl Exposure {
    /// True when what an unknown value of the pointer at this place points to is reached through it only.
    pub fn is_unaliased(&self, place: PlaceId) -> bool {
        self.unaliased.contains(&place)
    }
    /// True when a pointer from outside may be the address of an object of the program.
    pub fn meets_objects(&self) -> bool {
        !self.vars.is_empty() || self.heap
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{IntKind, MachineModel};

    #[test]
    fn signedness_is_no_kind_and_characters_are_bytes() {
        let mut types = Types::new(MachineModel::Ilp32);
        let [int, unsigned, long, char_] =
            [IntKind::Int, IntKind::UInt, IntKind::Long, IntKind::UChar].map(|kind| types.int(kind));
        assert_eq!(AliasKind::of(&types, int), AliasKind::of(&types, unsigned));
        assert_eq!(AliasKind::of(&types, int), AliasKind::of(&types, long));
        assert_eq!(AliasKind::of(&types, char_), AliasKind::Bytes);
        let table = types.array(int, Some(5));
        assert_eq!(AliasKind::Integer(32).offsets(&types, table, 9).unwrap(), [0, 4, 8, 12, 16]);
        assert_eq!(AliasKind::Integer(32).offsets(&types, table, 4), None);
        let begins = |at| AliasKind::Integer(32).begins_at(&types, table, at);
        assert!(begins(0) && begins(16) && !begins(20) && !begins(2) && AliasKind::Bytes.begins_at(&types, table, 3));
        assert_eq!(
            AliasKind::parts(&types, table).unwrap(),
            [(AliasKind::Integer(32), 0), (AliasKind::Integer(32), 4)]
        );
    }
}
