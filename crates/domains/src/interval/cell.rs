//! Which integers are tracked: variables whose address nobody takes, and members of such records at constant offsets.
//!
//! No pointer reaches them, so a write through one changes nothing here; and a tracked member has one type, because
//! places that go through a union or an array element are not tracked. A cell is one number, so that the cells of a
//! variable, of a run of bits of it, and of a whole frame are each one range of keys of a [`Trie`](crate::trie::Trie).

use super::shape::Shape;
use cairn_base::id::Id;
use cairn_ir::{PlaceId, PlaceKind, Program, VarId, VarKind};
use std::ops::RangeInclusive;

const BIT_BITS: u32 = 16;
const VAR_BITS: u32 = 27;
const FRAME: u64 = 1 << 63;
/// The deepest frame that cells can be named in.
pub const MAX_DEPTH: u32 = (1 << 20) - 1;

/// Where a place is: a run of bits of a tracked variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    /// The key of its first bit.
    pub key: u64,
    /// The width, for a bit-field.
    pub field: Option<u32>,
}

/// What a key names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// The variable.
    pub var: VarId,
    /// The frame it is in; `None` for statics.
    pub depth: Option<u32>,
    /// Bits from the variable's start.
    pub bit: u32,
}

impl Cell {
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

/// The keys of all statics.
pub fn keys_of_statics() -> RangeInclusive<u64> {
    0..=FRAME - 1
}

/// The keys of so many bits from a key on, in one variable.
pub fn keys_of_bits(key: u64, bits: u64) -> RangeInclusive<u64> {
    let last_of_var = key | ((1 << BIT_BITS) - 1);
    key..=key.saturating_add(bits.saturating_sub(1)).min(last_of_var)
}

/// Where a place is; `None` when it is not tracked.
pub fn locate(place: PlaceId, depth: u32, program: &Program) -> Option<Spot> {
    let (mut at, mut bit, mut field) = (place, 0u64, None);
    loop {
        match program.exprs[at].kind {
            PlaceKind::Var(var) => {
                let key = key_of_var(var, depth, program)?;
                return (bit < 1 << BIT_BITS).then_some(Spot { key: key + bit, field });
            }
            PlaceKind::Field(record, index) => {
                let ty = program.type_of_place(record);
                if let cairn_ir::Type::Record(id) = program.types.get(ty)
                    && program.types.records[*id].is_union
                {
                    return None;
                }
                let member = program.types.fields(ty)?.get(index as usize)?;
                if at == place {
                    field = member.bits.map(|bits| bits.width);
                }
                let first = member.bits.map_or(0, |bits| u64::from(bits.first));
                bit = member.offset.checked_mul(8)?.checked_add(first)?.checked_add(bit)?;
                at = record;
            }
            PlaceKind::Deref(_) | PlaceKind::Index(..) => return None,
        }
    }
}

/// The variable of which a write to a place may change any part: a subscript on the way may leave its array, and memory
/// is flat within a variable.
pub fn strays(place: PlaceId, program: &Program) -> Option<VarId> {
    let (mut at, mut stays) = (place, true);
    loop {
        match program.exprs[at].kind {
            PlaceKind::Var(var) => return (!stays).then_some(var),
            PlaceKind::Deref(_) => return None,
            PlaceKind::Field(outer, _) => at = outer,
            PlaceKind::Index(outer, _) => {
                stays &= program.contained.contains(&at);
                at = outer;
            }
        }
    }
}

/// The shape of the integer at a place.
pub fn shape_of(place: PlaceId, field: Option<u32>, program: &Program) -> Option<Shape> {
    let shape = Shape::of(program.types.scalar(program.type_of_place(place))?)?;
    match field {
        Some(width) => shape.field(width),
        None => Some(shape),
    }
}
