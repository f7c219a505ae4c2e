//! The conversion of arguments where the caller's types differ from the callee's.
//!
//! Declarations of one function in several files may differ, and pointers to functions are cast. C leaves such a call
//! undefined; the machine does something all the same, and programs rely on it. This module says where what gcc's code
//! does is certain, on i386 and on x86-64:
//!
//! - integers and pointers share registers and stack slots: what is taken is the lower part of what is passed, as long as
//!   both have one register's width at most; the upper part of a wider one that is taken is not known;
//! - a constant from 0 to 2^31 - 1 fills a whole register or slot of x86-64, as `0` for a pointer does;
//! - floats of the same format;
//! - records of the same layout, member by member.
//!
//! `_Bool` is taken from `_Bool` only, since the callee relies on 0 or 1. Everything else is refused.

use cairn_ir::expr::{ExprId, ExprKind, PlaceKind};
use cairn_ir::program::Program;
use cairn_ir::types::{Scalar, Type, TypeId, Types};

/// Whether a value of the type `to` can be taken where one of the type `from` is passed: arguments and results alike.
pub fn passes(types: &Types, from: TypeId, to: TypeId) -> bool {
    if from == to {
        return true;
    }
    match (types.scalar(from), types.scalar(to)) {
        (Some(a), Some(b)) if a == b => true,
        (Some(a), Some(b)) => match (word(types, a), word(types, b)) {
            (Some(passed), Some(taken)) => {
                taken <= passed && (passed == taken || passed <= types.model().pointer_bits())
            }
            _ => false,
        },
        (None, None) => same_layout(types, from, to),
        _ => false,
    }
}

/// The same for an argument that is a constant: `f(0)` where `f` takes a pointer.
pub fn passes_constant(types: &Types, from: TypeId, value: u128, to: TypeId) -> bool {
    let (Some(from), Some(to)) = (types.scalar(from), types.scalar(to)) else { return false };
    let (passed, taken) = (word(types, from), word(types, to));
    types.model().pointer_bits() == 64 && passed == Some(32) && taken == Some(64) && value < 1 << 31
}

/// The width of what goes through a general register.
fn word(types: &Types, scalar: Scalar) -> Option<u32> {
    match scalar {
        Scalar::Int { bits, .. } => Some(bits),
        Scalar::Pointer { .. } => Some(types.model().pointer_bits()),
        Scalar::Bool | Scalar::Float(_) => None,
    }
}

/// Whether nothing but the signedness or the kind of pointer differs, or the names of members: of records and arrays, whose
/// scalars lie at the same places.
pub fn same_layout(types: &Types, x: TypeId, y: TypeId) -> bool {
    if x == y {
        return true;
    }
    match (types.get(x), types.get(y)) {
        (Type::Array(of, Some(n)), Type::Array(other, Some(m))) => n == m && same_layout(types, of.ty, other.ty),
        (Type::Record(a), Type::Record(b)) => {
            let (a, b) = (&types.records[*a], &types.records[*b]);
            let (Some(fields), Some(others)) = (&a.fields, &b.fields) else { return false };
            a.is_union == b.is_union
                && (a.size, a.align, fields.len()) == (b.size, b.align, others.len())
                && fields
                    .iter()
                    .zip(others)
                    .all(|(f, g)| (f.offset, f.bits) == (g.offset, g.bits) && same_layout(types, f.ty, g.ty))
        }
        _ => match (types.scalar(x), types.scalar(y)) {
            (Some(a), Some(b)) => a == b || (word(types, a).is_some() && word(types, a) == word(types, b)),
            _ => false,
        },
    }
}

/// The value as one of another type that it [`passes`] for.
pub fn convert(program: &mut Program, value: ExprId, to: TypeId) -> ExprId {
    let from = program.exprs[value].ty;
    if from == to {
        return value;
    }
    if program.types.scalar(from).is_some() && program.types.scalar(to).is_some() {
        return program.exprs.expr(ExprKind::Cast(value), to);
    }
    match program.exprs[value].kind {
        ExprKind::Load(place) => {
            let (from, to_pointer) = (program.types.pointer(from), program.types.pointer(to));
            let address = program.exprs.expr(ExprKind::AddressOf(place), from);
            let address = program.exprs.expr(ExprKind::Cast(address), to_pointer);
            if let Some(var) = program.exprs.root_variable(place) {
                program.vars[var].address_taken = true;
            }
            let place = program.exprs.place(PlaceKind::Deref(address), to);
            program.exprs.expr(ExprKind::Load(place), to)
        }
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_ir::MachineModel;
    use cairn_ir::types::{FloatKind, IntKind};

    #[test]
    fn what_the_machine_is_certain_of() {
        for model in [MachineModel::Lp64, MachineModel::Ilp32] {
            let mut types = Types::new(model);
            let wide = model == MachineModel::Lp64;
            let (int, long, wider) = (IntKind::Int, IntKind::Long, IntKind::LongLong);
            let (char, int, long, wider) =
                (types.int(IntKind::Char), types.int(int), types.int(long), types.int(wider));
            let (bool, uint, huge) = (types.int(IntKind::Bool), types.int(IntKind::UInt), types.int(IntKind::Int128));
            let (float, double) = (types.float(FloatKind::Float), types.float(FloatKind::Double));
            let pointer = types.pointer(int);
            for (from, to, expected) in [
                (int, uint, true),
                (int, char, true),
                (char, int, false),
                (long, pointer, true),
                (pointer, long, true),
                (pointer, int, true),
                (int, pointer, !wide),
                (long, int, true),
                (int, long, !wide),
                (wider, int, wide),
                (int, wider, false),
                (huge, wider, false),
                (int, bool, false),
                (bool, bool, true),
                (float, double, false),
                (double, float, false),
                (double, wider, false),
            ] {
                assert_eq!(passes(&types, from, to), expected, "{model:?} {:?} {:?}", types.get(from), types.get(to));
            }
        }
    }
}
