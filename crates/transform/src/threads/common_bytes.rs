//! Whether two accesses of two threads are to common bytes: always, never, or where conditions hold that the program is then asked for.
//!
//! Parts of one variable at constant offsets are compared at once, scalars behind pointers by their addresses where they are aligned, and all
//! else that has an address and a size by the primitive that compares areas. Bit-fields that are not certainly one place in memory, and what
//! may be atomic elsewhere, are not compared: the answer is then that nobody knows.

use super::access::Access;
use cairn_ir::expr::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind};
use cairn_ir::program::Program;
use cairn_ir::types::{Field, IntKind, Type, TypeId};

/// Whether two accesses are to the same bytes.
#[derive(PartialEq, Eq)]
pub(super) enum Overlap {
    Always,
    Never,
    /// Where one of these does.
    Any(Vec<Overlap>),
    Where(Vec<ExprId>),
    /// Where the areas share bytes, and all sizes are not 0.
    Bytes {
        areas: [ExprId; 4],
        some: Vec<ExprId>,
    },
    Unknown,
}

pub(super) fn overlap(program: &mut Program, a: &Access, b: &Access) -> Overlap {
    // Of parts of variables, and of what pointers go to, it is not known whether they are atomic.
    let is_whole = |program: &Program, access: &Access| match access.place {
        Some(place) => matches!(program.exprs[place].kind, PlaceKind::Var(_)),
        None => access.variable.is_some(),
    };
    if program.outside.atomic_elsewhere && !(is_whole(program, a) && is_whole(program, b)) {
        return Overlap::Unknown;
    }
    let places = place(program, a).zip(place(program, b));
    match places.map_or(Overlap::Unknown, |(p, q)| of_places(program, p, q)) {
        Overlap::Unknown => of_bytes(program, a, b),
        known => known,
    }
}

fn place(program: &mut Program, access: &Access) -> Option<PlaceId> {
    access.place.or_else(|| access.variable.map(|var| program.var_place(var)))
}

/// By the areas of memory, whatever the types and the alignment are.
fn of_bytes(program: &mut Program, a: &Access, b: &Access) -> Overlap {
    let (Some((p, x)), Some((q, y))) = (area(program, a), area(program, b)) else { return Overlap::Unknown };
    let is_some = |size: &ExprId| !matches!(program.exprs[*size].kind, ExprKind::Constant(number) if number != 0);
    let sizes: Vec<ExprId> = [x, y].into_iter().filter(is_some).collect();
    let int = program.types.int(IntKind::Int);
    let not_zero = |program: &mut Program, size: ExprId| {
        let zero = program.exprs.expr(ExprKind::Constant(0), program.exprs[size].ty);
        program.exprs.expr(ExprKind::Binary(BinaryOp::Ne, size, zero), int)
    };
    let some = sizes.into_iter().map(|size| not_zero(program, size)).collect();
    Overlap::Bytes { areas: [p, q, x, y], some }
}

/// Where an access begins, and its size.
fn area(program: &mut Program, access: &Access) -> Option<(ExprId, ExprId)> {
    let size_t = program.types.size_t();
    let (from, size) = match (place(program, access), access.pointer) {
        (Some(place), _) if !bits(program, place) => {
            let size = program.types.size_of(program.exprs[place].ty)?;
            (address(program, place)?, program.exprs.expr(ExprKind::Constant(u128::from(size)), size_t))
        }
        (None, Some(pointer)) => (pointer, access.bytes?),
        _ => return None,
    };
    let void = program.types.void();
    let void = program.types.pointer(void);
    Some((program.exprs.expr(ExprKind::Cast(from), void), size))
}

fn of_places(program: &mut Program, p: PlaceId, q: PlaceId) -> Overlap {
    let (pt, qt) = (program.exprs[p].ty, program.exprs[q].ty);
    let mut conds = Vec::new();
    let is_alike = match (bits(program, p), bits(program, q)) {
        (true, true) => true,
        (false, false) => pt == qt,
        _ => return Overlap::Unknown,
    };
    if is_alike && is_same(program, p, q, &mut conds) {
        let certain = conds.is_empty();
        return if certain { Overlap::Always } else { if_aligned(program, pt, Overlap::Where(conds)) };
    }
    if bits(program, p) {
        return Overlap::Unknown;
    }
    let sizes = (program.types.size_of(pt), program.types.size_of(qt));
    let ((Some(size), Some(other)), Some(from)) = (sizes, program.exprs.root_variable(p)) else {
        return by_address(program, p, q);
    };
    // Parts of one variable.
    match (offset(program, p), offset(program, q)) {
        (Some(x), Some(y)) if program.exprs.root_variable(q) == Some(from) => {
            if x < y + other && y < x + size {
                Overlap::Always
            } else {
                Overlap::Never
            }
        }
        _ => by_address(program, p, q),
    }
}

/// Where a place begins in its variable, as far as that is constant.
fn offset(program: &Program, place: PlaceId) -> Option<u64> {
    match program.exprs[place].kind {
        PlaceKind::Var(_) => Some(0),
        PlaceKind::Field(base, at) => {
            let fields = program.types.fields(program.exprs[base].ty)?;
            Some(offset(program, base)? + fields.get(at as usize)?.offset)
        }
        PlaceKind::Index(base, index) => {
            let ExprKind::Constant(at) = program.exprs[index].kind else { return None };
            let size = program.types.size_of(program.exprs[place].ty)?;
            offset(program, base)?.checked_add(u64::try_from(at).ok()?.checked_mul(size)?)
        }
        PlaceKind::Deref(_) => None,
    }
}

/// By the addresses: the smaller of two scalars is at one of the places in the larger where it is aligned.
fn by_address(program: &mut Program, p: PlaceId, q: PlaceId) -> Overlap {
    let size = |place: PlaceId| {
        let ty = program.exprs[place].ty;
        program.types.scalar(ty).and_then(|_| program.types.size_of(ty))
    };
    let (Some(x), Some(y)) = (size(p), size(q)) else { return Overlap::Unknown };
    let ((large, most), (small, least)) = if x < y { ((q, y), (p, x)) } else { ((p, x), (q, y)) };
    if least == 0 || most % least != 0 || most / least > 8 {
        return Overlap::Unknown;
    }
    let (Some(from), Some(at)) = (address(program, large), address(program, small)) else { return Overlap::Unknown };
    if most == least {
        let same = equal(program, from, at);
        return if_aligned(program, program.exprs[small].ty, Overlap::Where(vec![same]));
    }
    let all = (0..most / least)
        .map(|element| {
            let pointer = program.exprs[at].ty;
            let from = program.exprs.expr(ExprKind::Cast(from), pointer);
            let ptrdiff = program.types.ptrdiff_t();
            let by = program.exprs.expr(ExprKind::Constant(u128::from(element)), ptrdiff);
            let part = program.exprs.expr(ExprKind::Binary(BinaryOp::PtrAdd, from, by), pointer);
            Overlap::Where(vec![equal(program, part, at)])
        })
        .collect();
    if_aligned(program, program.exprs[large].ty, Overlap::Any(all))
}

/// Whether the program may access what is not aligned: by an attribute, in what is packed, or behind what was a pointer to
/// characters.
fn may_be_misaligned(program: &Program) -> bool {
    let align = |ty: TypeId| program.types.align_of(ty).unwrap_or(1);
    let is_packed = program.types.records.iter().any(|record| {
        let plain = |field: &Field| field.bits.is_some() || field.offset.is_multiple_of(align(field.ty).max(1));
        !record.fields.iter().flatten().all(plain)
    });
    program.outside.underaligned
        || is_packed
        || program.exprs.exprs().any(|(_, expr)| {
            let ExprKind::Cast(inner) = expr.kind else { return false };
            let to = program.types.pointee(expr.ty).filter(|to| program.types.size_of(*to).is_some());
            let from = program.types.pointee(program.exprs[inner].ty).filter(|of| program.types.scalar(*of).is_some());
            let is_made = matches!(program.exprs[inner].kind, ExprKind::Load(_) | ExprKind::Binary(..));
            is_made && to.zip(from).is_some_and(|(to, from)| align(to) > align(from))
        })
}

/// What is not at a multiple of its size may be the same in part.
fn if_aligned(program: &Program, ty: TypeId, overlap: Overlap) -> Overlap {
    if program.types.size_of(ty) != Some(1) && may_be_misaligned(program) { Overlap::Unknown } else { overlap }
}

/// Whether a place is a bit-field.
fn bits(program: &Program, place: PlaceId) -> bool {
    matches!(program.exprs[place].kind, PlaceKind::Field(base, at) if is_bits(program, base, at))
}

fn is_bits(program: &Program, base: PlaceId, at: u32) -> bool {
    let Type::Record(record) = program.types.get(program.exprs[base].ty) else { return false };
    let fields = program.types.records[*record].fields.as_ref();
    fields.and_then(|fields| fields.get(at as usize)).is_some_and(|field| field.bits.is_some())
}

/// Whether two bit-fields are one place in memory for certain (C17 3.14): nothing is between them, not even a field of no bits.
fn is_one_unit(program: &Program, record: TypeId, i: u32, j: u32) -> bool {
    let Some(fields) = program.types.fields(record) else { return false };
    let between = fields.get(i.min(j) as usize..=i.max(j) as usize).unwrap_or(&[]);
    let place = |at: usize| {
        let field: &Field = between.get(at)?;
        let bits = field.bits?;
        let first = field.offset * 8 + u64::from(bits.first);
        Some((first, first + u64::from(bits.width)))
    };
    !between.is_empty()
        && (1..between.len()).all(|at| {
            let (Some((_, end)), Some((begin, _))) = (place(at - 1), place(at)) else { return false };
            end == begin && begin % 8 != 0
        })
}

/// Whether two places are made alike; the conditions under which they are one then.
fn is_same(program: &mut Program, p: PlaceId, q: PlaceId, conds: &mut Vec<ExprId>) -> bool {
    match (program.exprs[p].kind.clone(), program.exprs[q].kind.clone()) {
        (PlaceKind::Var(x), PlaceKind::Var(y)) => x == y,
        (PlaceKind::Field(x, i), PlaceKind::Field(y, j)) => {
            let (of, other) = (program.exprs[x].ty, program.exprs[y].ty);
            of == other && (i == j || is_one_unit(program, of, i, j)) && is_same(program, x, y, conds)
        }
        (PlaceKind::Index(x, i), PlaceKind::Index(y, j)) => {
            // Behind a pointer the arrays may overlap otherwise.
            if program.exprs.root_variable(p).is_none() || program.exprs[x].ty != program.exprs[y].ty {
                return false;
            }
            if i != j || !matches!(program.exprs[i].kind, ExprKind::Constant(_)) {
                conds.push(equal(program, i, j));
            }
            is_same(program, x, y, conds)
        }
        (PlaceKind::Deref(x), PlaceKind::Deref(y)) if program.exprs[p].ty == program.exprs[q].ty => {
            conds.push(equal(program, x, y));
            true
        }
        _ => false,
    }
}

/// Whether two numbers or two pointers are equal.
fn equal(program: &mut Program, x: ExprId, y: ExprId) -> ExprId {
    let (xt, yt) = (program.exprs[x].ty, program.exprs[y].ty);
    let common = match program.types.is_pointer(xt) {
        true => xt,
        false => program.types.int(IntKind::LongLong),
    };
    let cast = |program: &mut Program, of: ExprId, ty| match ty == common {
        true => of,
        false => program.exprs.expr(ExprKind::Cast(of), common),
    };
    let (x, y) = (cast(program, x, xt), cast(program, y, yt));
    let int = program.types.int(IntKind::Int);
    program.exprs.expr(ExprKind::Binary(BinaryOp::Eq, x, y), int)
}

/// The address of a place; none of a variable that has none.
fn address(program: &mut Program, place: PlaceId) -> Option<ExprId> {
    if let PlaceKind::Deref(pointer) = program.exprs[place].kind {
        return Some(pointer);
    }
    if program.exprs.root_variable(place).is_some_and(|var| !program.vars[var].address_taken) {
        return None;
    }
    let ty = program.types.pointer(program.exprs[place].ty);
    Some(program.exprs.expr(ExprKind::AddressOf(place), ty))
}
