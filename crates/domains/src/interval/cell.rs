//! Which integers are tracked: variables whose address nobody takes, and members of such records at constant offsets.
//!
//! No pointer reaches them, so a write through one changes nothing here; and a tracked member has one type, because
//! places that go through a union or an array element are not tracked. A cell is one number, so that the cells of a
//! variable, of a run of bits of it, and of a whole frame are each one range of keys of a [`Trie`](crate::trie::Trie).

use super::shape::IntegerShape;
use cairn_base::id::Id;
use cairn_ir::types::Field;
use cairn_ir::{PlaceId, Program, VarId, VarKind};
use cairn_semantics::Leaf;
use std::ops::RangeInclusive;

const BIT_BITS: u32 = 16;
const VAR_BITS: u32 = 27;
const FRAME: u64 = 1 << 63;
/// The deepest frame that cells can be named in.
pub const MAX_DEPTH: u32 = (1 << 20) - 1;

/// A run of bits of a tracked variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrackedPart {
    /// The key of its first bit.
    pub key: u64,
    /// The width, for a bit-field.
    pub field: Option<u32>,
}

/// Cell of a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyedCell {
    /// The variable.
    pub var: VarId,
    /// The frame it is in; `None` for statics.
    pub depth: Option<u32>,
    /// Bits from the variable's start.
    pub bit: u32,
}

impl KeyedCell {
    /// The cell behind a key.
    pub fn from_key(key: u64) -> Self {
        let var = VarId::from_index((key >> BIT_BITS) as usize & ((1 << VAR_BITS) - 1));
        let depth = (key & FRAME != 0).then_some((key >> (BIT_BITS + VAR_BITS)) as u32 & MAX_DEPTH);
        Self { var, depth, bit: key as u32 & ((1 << BIT_BITS) - 1) }
    }
}

/// The key of the first bit of a variable seen from the frame at `depth`; `None` when it is not tracked.
pub fn key_of_var(var: VarId, depth: u32, program: &Program) -> Option<u64> {
    let variable = &program.vars[var];
    if variable.address_taken || variable.kind == VarKind::StringLiteral || var.index() >= 1 << VAR_BITS {
        return None;
    }
    let key = (var.index() as u64) << BIT_BITS;
    Some(if variable.frame().is_some() { key | first_of_frame(depth) } else { key })
}

const fn first_of_frame(depth: u32) -> u64 {
    let depth = if depth > MAX_DEPTH { MAX_DEPTH } else { depth };
    FRAME | (depth as u64) << (BIT_BITS + VAR_BITS)
}

/// The key of the same cell in a frame at another depth.
pub const fn at_depth(key: u64, depth: u32) -> u64 {
    first_of_frame(depth) | key & ((1 << (BIT_BITS + VAR_BITS)) - 1)
}

/// The keys of all cells of the frame at `depth`.
pub fn keys_of_frame(depth: u32) -> RangeInclusive<u64> {
    let first = first_of_frame(depth);
    first..=first | ((1 << (BIT_BITS + VAR_BITS)) - 1)
}

/// The keys of so many bits from a key on, in one variable.
pub fn keys_of_bits(key: u64, bits: u64) -> RangeInclusive<u64> {
    let last_of_var = key | ((1 << BIT_BITS) - 1);
    key..=key.saturating_add(bits.saturating_sub(1)).min(last_of_var)
}

/// Where a place is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CellLocation {
    /// In a cell, or in several.
    Cell(TrackedPart),
    /// In a part of this variable that is not tracked: in an array or in a union.
    Untracked(u64),
    /// Anywhere in this variable: a subscript on the way may leave its array, and memory is flat within a variable.
    Within(u64),
    /// In a variable that is not tracked.
    Object,
    /// In no variable that is known.
    Elsewhere,
}

impl CellLocation {
    /// A member of the record here.
    pub fn member(self, record: PlaceId, field: &Field, program: &Program) -> Self {
        let CellLocation::Cell(TrackedPart { key, .. }) = self else { return self };
        if let cairn_ir::Type::Record(id) = program.types.get(program.type_of_place(record))
            && program.types.records[*id].is_union
        {
            return CellLocation::Untracked(first_of_var(key));
        }
        let first = field.bits.map_or(0, |bits| u64::from(bits.first));
        let bit = field.offset.checked_mul(8).and_then(|bit| bit.checked_add(first));
        match bit.and_then(|bit| bit.checked_add(key)).filter(|at| keys_of_bits(key, u64::MAX).contains(at)) {
            Some(key) => CellLocation::Cell(TrackedPart { key, field: field.bits.map(|bits| bits.width) }),
            None => CellLocation::Untracked(first_of_var(key)),
        }
    }

    /// An element of the array here, by a subscript that stays in it or not.
    pub fn element(self, stays: bool) -> Self {
        match self {
            CellLocation::Cell(TrackedPart { key, .. }) if stays => CellLocation::Untracked(first_of_var(key)),
            CellLocation::Cell(TrackedPart { key, .. }) => CellLocation::Within(first_of_var(key)),
            CellLocation::Untracked(var) if !stays => CellLocation::Within(var),
            // A subscript that leaves it may go anywhere.
            CellLocation::Object if !stays => CellLocation::Elsewhere,
            other => other,
        }
    }
}

/// The key of the first bit of a variable.
const fn first_of_var(key: u64) -> u64 {
    key & !((1 << BIT_BITS) - 1)
}

/// The shape of an integer in memory.
pub fn shape_of(leaf: Leaf) -> Option<IntegerShape> {
    let shape = IntegerShape::of(leaf.of)?;
    match leaf.field {
        Some(bits) => shape.field(bits.width),
        None => Some(shape),
    }
}
