//! Layout of records as gcc has it on i386 and x86-64 (System V; bit-fields with `PCC_BITFIELD_TYPE_MATTERS`).
//!
//! A bit-field stands at the next free bit unless it would then cross a boundary of its declared type; a named one
//! gives the record its type's alignment; one of width zero moves to the next boundary of its type. In a packed record
//! alignments are one byte and bit-fields follow each other bit by bit. On ILP32 members of eight bytes are aligned to
//! four.

use crate::lower::Lower;
use cairn_ir::types::{BitField, Field, TypeId};

/// A member before it has a place.
pub(crate) struct Member {
    /// None for an unnamed bit-field; empty for an anonymous record.
    pub name: Option<String>,
    pub ty: TypeId,
    pub is_const: bool,
    /// Width of a bit-field.
    pub width: Option<u32>,
    /// What `aligned`, `_Alignas` or the typedef ask for.
    pub align: Option<u64>,
    pub packed: bool,
}

/// Members with their places, size, alignment.
pub(crate) struct Layout {
    pub fields: Vec<Field>,
    pub size: u64,
    pub align: u64,
}

impl Lower<'_> {
    /// Lays out a record. `align` is what an attribute of the record asks for. `None` when it is too large.
    pub fn layout(&self, members: Vec<Member>, is_union: bool, packed: bool, align: Option<u64>) -> Option<Layout> {
        let types = &self.program.types;
        let mut fields = Vec::with_capacity(members.len());
        let mut record_align = 1;
        let mut bit: u64 = 0; // first free bit
        let mut size_bits: u64 = 0;
        for member in members {
            let packed = packed || member.packed;
            let natural = types.align_in_record(member.ty).unwrap_or(1);
            if is_union {
                bit = 0;
            }
            let Some(width) = member.width else {
                let mut align = if packed { 1 } else { natural };
                if let Some(asked) = member.align {
                    align = if packed || asked > align { asked } else { align };
                }
                record_align = record_align.max(align);
                bit = bit.checked_next_multiple_of(align.checked_mul(8)?)?;
                let size = types.size_of(member.ty).unwrap_or(0).checked_mul(8)?;
                if let Some(name) = member.name {
                    let field = Field { name, ty: member.ty, is_const: member.is_const, offset: bit / 8, bits: None };
                    fields.push(field);
                }
                bit = bit.checked_add(size)?;
                size_bits = size_bits.max(bit);
                continue;
            };
            let type_bits = types.size_of(member.ty)?.checked_mul(8)?;
            let type_align = natural;
            if width == 0 {
                let boundary = if self.zero_width_boundary(member.ty) > type_align {
                    self.zero_width_boundary(member.ty)
                } else {
                    type_align
                };
                bit = bit.checked_next_multiple_of(boundary.max(member.align.unwrap_or(1)) * 8)?;
                size_bits = size_bits.max(bit);
                continue;
            }
            if let Some(asked) = member.align {
                bit = bit.checked_next_multiple_of(asked.checked_mul(8)?)?;
                record_align = record_align.max(asked);
            }
            if !packed {
                let unit = type_align * 8;
                let spans = (bit % unit + u64::from(width)).div_ceil(unit) > type_bits / unit;
                if spans {
                    bit = bit.checked_next_multiple_of(unit)?;
                }
                if member.name.is_some() {
                    record_align = record_align.max(type_align);
                }
            }
            if let Some(name) = member.name {
                let bits = Some(BitField { first: (bit % 8) as u32, width });
                fields.push(Field { name, ty: member.ty, is_const: member.is_const, offset: bit / 8, bits });
            }
            bit = bit.checked_add(u64::from(width))?;
            size_bits = size_bits.max(bit);
        }
        let align = record_align.max(align.unwrap_or(1));
        let size = size_bits.div_ceil(8).checked_next_multiple_of(align)?;
        (size < 1 << 48).then_some(Layout { fields, size, align })
    }

    /// Where a bit-field of width zero moves to: a boundary of its type, as outside of records.
    fn zero_width_boundary(&self, ty: TypeId) -> u64 {
        self.program.types.align_in_record(ty).unwrap_or(1)
    }
}
