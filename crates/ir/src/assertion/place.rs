//! Which part of a variable a cell is, by the variable's type.

use super::AssertionCell;
use crate::ids::VarId;
use crate::program::{Program, VarKind};
use crate::types::{Scalar, Type, TypeId};
use std::fmt::Write;

/// Scalar at some bits of a variable, and its name (`x`, `s.a`, `a[3].b`). `None` when these bits are no scalar and no
/// bit-field, or lie in a union.
pub fn part(var: VarId, bit: u64, bits: u32, program: &Program) -> Option<(Scalar, String)> {
    let variable = &program.vars[var];
    let mut name = variable.name.clone();
    let scalar = member(variable.ty, bit, bits, program, &mut name)?;
    Some((scalar, name))
}

/// Name of a cell; `None` when it is no part that C can name.
pub fn name(cell: &AssertionCell, program: &Program) -> Option<String> {
    let (scalar, name) = part(cell.var, cell.bit, cell.bits, program)?;
    (cell.signed == scalar.is_signed()).then_some(name)
}

/// The cell of an integer; `None` for what is no integer of at most 64 bits, or none that the program's text names.
pub fn integer(var: VarId, depth: Option<u32>, bit: u64, bits: u32, program: &Program) -> Option<AssertionCell> {
    if matches!(program.vars[var].kind, VarKind::Temp | VarKind::Return | VarKind::StringLiteral) {
        return None;
    }
    let (scalar, _) = part(var, bit, bits, program)?;
    let is_integer = matches!(scalar, Scalar::Int { .. } | Scalar::Bool) && (1..=64).contains(&bits);
    is_integer.then(|| AssertionCell { var, depth, bit, bits, signed: scalar.is_signed() })
}

fn member(ty: TypeId, bit: u64, bits: u32, program: &Program, name: &mut String) -> Option<Scalar> {
    if let Some(scalar) = program.types.scalar(ty) {
        // A `_Bool` is one bit and seven that are zero.
        let is_whole = bits == scalar.bits() || scalar == Scalar::Bool && bits <= scalar.bits();
        return (bit == 0 && is_whole).then_some(scalar);
    }
    if let Some((element, _)) = program.types.element(ty) {
        let width = program.types.size_of(element)?.checked_mul(8).filter(|width| *width > 0)?;
        let _ = write!(name, "[{}]", bit / width);
        return member(element, bit % width, bits, program, name);
    }
    if let Type::Record(record) = program.types.get(ty)
        && program.types.records[*record].is_union
    {
        return None;
    }
    for field in program.types.fields(ty)? {
        let first = field.offset.checked_mul(8)?;
        if let Some(of) = field.bits {
            if bit == first + u64::from(of.first) && bits == of.width && !field.name.is_empty() {
                let _ = write!(name, ".{}", field.name);
                return program.types.scalar(field.ty);
            }
            continue;
        }
        let width = program.types.size_of(field.ty)?.checked_mul(8)?;
        if (first..first + width).contains(&bit) {
            if !field.name.is_empty() {
                let _ = write!(name, ".{}", field.name);
            }
            return member(field.ty, bit - first, bits, program, name);
        }
    }
    None
}
