//! Parts of variables by name: what a place certainly is a part of, fields and constant elements apart.

use cairn_ir::expr::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind};
use cairn_ir::ids::VarId;
use cairn_ir::program::Program;

/// A step from an object to a part of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    Field(u32),
    /// An element; any one where the subscript is not constant.
    Element(Option<u128>),
    /// Some part: of a union, a bit-field, or what a pointer goes to.
    Some,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Name {
    pub var: VarId,
    pub path: Vec<Part>,
}

impl Name {
    pub fn of(program: &Program, place: PlaceId) -> Option<Name> {
        match program.exprs[place].kind {
            PlaceKind::Var(var) => Some(Name { var, path: Vec::new() }),
            PlaceKind::Field(base, at) => {
                let mut name = Name::of(program, base)?;
                let record = match program.types.get(program.exprs[base].ty) {
                    cairn_ir::types::Type::Record(record) => program.types.records[*record].fields.as_ref(),
                    _ => None,
                };
                let is_disjoint = record.is_some_and(|fields| {
                    fields.get(at as usize).is_some_and(|own| {
                        let size = program.types.size_of(own.ty).unwrap_or(u64::MAX);
                        own.bits.is_none()
                            && fields.iter().enumerate().all(|(other, field)| {
                                other == at as usize
                                    || field.offset >= own.offset.saturating_add(size)
                                    || field.offset + program.types.size_of(field.ty).unwrap_or(0) <= own.offset
                                    || field.bits.is_some() && field.offset != own.offset
                            })
                    })
                });
                name.path.push(if is_disjoint { Part::Field(at) } else { Part::Some });
                Some(name)
            }
            PlaceKind::Index(base, index) => {
                let mut name = Name::of(program, base)?;
                name.path.push(Part::Element(match program.exprs[index].kind {
                    ExprKind::Constant(at) => Some(at),
                    _ => None,
                }));
                Some(name)
            }
            PlaceKind::Deref(pointer) => Name::behind(program, pointer).map(|mut name| {
                let is_whole = matches!(program.exprs[pointer].kind, ExprKind::AddressOf(of)
                    if program.exprs[of].ty == program.exprs[place].ty);
                if !is_whole {
                    // As of another type it may be larger.
                    name.path = vec![Part::Some];
                }
                name
            }),
        }
    }

    /// Certain target of a pointer.
    pub fn behind(program: &Program, pointer: ExprId) -> Option<Name> {
        match program.exprs[pointer].kind {
            ExprKind::AddressOf(place) => Name::of(program, place),
            ExprKind::Cast(inner) if program.types.is_pointer(program.exprs[inner].ty) => Name::behind(program, inner),
            ExprKind::Binary(BinaryOp::PtrAdd, base, _) => {
                let mut name = Name::behind(program, base)?;
                // Elements of an array are stepped over.
                name.path.pop();
                name.path.push(Part::Some);
                Some(name)
            }
            _ => None,
        }
    }

    /// Whether it is one object only, and always the same.
    pub fn is_exact(&self) -> bool {
        self.path.iter().all(|part| matches!(part, Part::Field(_) | Part::Element(Some(_))))
    }
}

/// Whether two parts of variables may have bytes in common.
pub(super) fn overlap(a: &Name, b: &Name) -> bool {
    if a.var != b.var {
        return false;
    }
    for pair in a.path.iter().zip(&b.path) {
        match pair {
            (Part::Field(x), Part::Field(y)) if x != y => return false,
            (Part::Element(Some(x)), Part::Element(Some(y))) if x != y => return false,
            (Part::Field(_), Part::Field(_)) | (Part::Element(_), Part::Element(_)) => {}
            _ => return true,
        }
    }
    true
}
