//! Layout of records as gcc has it on i386 and x86-64 (System V; bit-fields with `PCC_BITFIELD_TYPE_MATTERS`).
//!
//! A bit-field stands at the next free bit unless it would then cross more boundaries of its declared type than the type
//! itself does; a named one gives the record its type's alignment; one of width zero moves to the next boundary of its
//! type, packed or not. On ARM those without a name align the record too. In a packed record alignments are one byte and bit-fields follow each other bit by bit, and so
//! they do under `#pragma pack`, which also caps every alignment, asked for or not. On ILP32 members of eight bytes are
//! aligned to four unless a typedef or attribute says otherwise. The rules are those of `place_field` and
//! `layout_decl` in gcc's `stor-layout.c`; `tests/gcc_truth` holds them against it.

use crate::lower::Lower;
use cairn_ir::TypeId;
use cairn_ir::types::{BitField, Field, Types};

/// A member before it has a place.
pub(crate) struct Member {
    /// None for an unnamed bit-field; empty for an anonymous record.
    pub name: Option<String>,
    pub ty: TypeId,
    pub is_const: bool,
    pub is_volatile: bool,
    /// Width of a bit-field.
    pub width: Option<u32>,
    /// The alignment of a typedef, which stands for the type's own, larger or smaller.
    pub typedef_align: Option<u64>,
    /// Alignment by an attribute or `_Alignas` of the member.
    pub align: Option<u64>,
    pub packed: bool,
}

/// Demands on a record as a whole.
#[derive(Clone, Copy)]
pub(crate) struct Demand {
    pub is_union: bool,
    pub packed: bool,
    /// Alignment by an attribute of the record.
    pub align: Option<u64>,
    /// Limit by `#pragma pack`.
    pub pack: Option<u64>,
}

/// Members with their places, size, alignment.
pub(crate) struct Layout {
    pub fields: Vec<Field>,
    pub size: u64,
    pub align: u64,
}

impl Lower<'_> {
    /// Lays out a record. `None` when it is too large.
    pub fn layout(&self, members: Vec<Member>, demand: Demand) -> Option<Layout> {
        let types = &self.program.types;
        let mut fields = Vec::with_capacity(members.len());
        let mut record_align = demand.align.unwrap_or(1);
        let mut bit: u64 = 0; // first free bit
        let mut size_bits: u64 = 0;
        for member in members {
            if demand.is_union {
                bit = 0;
            }
            bit = bit.checked_next_multiple_of(start_boundary(types, &member, demand)?)?;
            if member.width.is_some_and(|width| crosses(types, &member, demand, bit, width)) {
                bit = bit.checked_next_multiple_of(type_align(types, &member).checked_mul(8)?)?;
            }
            record_align = record_align.max(align_for_record(types, &member, demand));
            let size = match member.width {
                Some(width) => u64::from(width),
                None => types.size_of(member.ty).unwrap_or(0).checked_mul(8)?,
            };
            if let Some(name) = member.name {
                let bits = member.width.map(|width| BitField { first: (bit % 8) as u32, width });
                let Member { ty, is_const, is_volatile, .. } = member;
                fields.push(Field { name, ty, is_const, is_volatile, offset: bit / 8, bits });
            }
            bit = bit.checked_add(size)?;
            size_bits = size_bits.max(bit);
        }
        let size = size_bits.div_ceil(8).checked_next_multiple_of(record_align)?;
        (size < 1 << 48).then_some(Layout { fields, size, align: record_align })
    }
}

/// The alignment of a member's type, in bytes, within a record.
fn type_align(types: &Types, member: &Member) -> u64 {
    member.typedef_align.or_else(|| types.align_in_record(member.ty)).unwrap_or(1)
}

/// Alignment of a member, in bytes, without what `#pragma pack` allows.
fn member_align(types: &Types, member: &Member, packed: bool) -> u64 {
    let whole = member.typedef_align.or_else(|| types.align_of(member.ty)).unwrap_or(1);
    match member.align {
        Some(asked) if packed || asked >= whole => asked,
        None if packed => 1,
        _ => type_align(types, member),
    }
}

/// The boundary that a member starts at, in bits.
fn start_boundary(types: &Types, member: &Member, demand: Demand) -> Option<u64> {
    let packed = demand.packed || member.packed;
    let cap = |align: u64| demand.pack.map_or(align, |pack| align.min(pack));
    match member.width {
        // Not even `packed` and `#pragma pack` change what a width of zero does.
        Some(0) => type_align(types, member).max(member.align.unwrap_or(1)).checked_mul(8),
        Some(_) => member.align.map_or(Some(1), |asked| cap(asked).checked_mul(8)),
        None => cap(member_align(types, member, packed)).checked_mul(8),
    }
}

/// Whether a bit-field at `bit` would lie in more units of its type's alignment than a value of its type does.
fn crosses(types: &Types, member: &Member, demand: Demand, bit: u64, width: u32) -> bool {
    if width == 0 || demand.packed || member.packed || demand.pack.is_some() {
        return false;
    }
    let unit = type_align(types, member) * 8;
    let type_bits = types.size_of(member.ty).unwrap_or(0) * 8;
    (bit % unit + u64::from(width)).div_ceil(unit) > type_bits / unit
}

/// Alignment that a member demands of its record, in bytes.
fn align_for_record(types: &Types, member: &Member, demand: Demand) -> u64 {
    let packed = demand.packed || member.packed;
    let cap = |align: u64| demand.pack.map_or(align, |pack| align.min(pack));
    match member.width {
        None => cap(member_align(types, member, packed)),
        Some(_) if member.name.is_none() && !types.model().row().unnamed_fields_align => 1,
        // Neither `packed` nor `#pragma pack` has a say in a width of zero.
        Some(0) => type_align(types, member),
        Some(_) => {
            let of_type = match demand.pack {
                Some(pack) => type_align(types, member).min(pack),
                None if packed => 1,
                None => type_align(types, member),
            };
            of_type.max(cap(member.align.unwrap_or(1)))
        }
    }
}
