//! Designators of an initialiser (C11 6.7.9p6, and GNU's ranges): which parts they name.

use super::operand::LValue;
use super::{Lower, Res};
use crate::ast::{Designator, InitItem, Initializer, SyntaxExpr};
use cairn_base::Span;
use cairn_ir::types::Type;

impl Lower<'_> {
    pub(super) fn designator_span(&self, designator: &Designator) -> Span {
        match designator {
            Designator::Field(_, span) => *span,
            Designator::Index(index) | Designator::Range(index, _) => index.span,
        }
    }

    /// The parts that a designator names: first, last; true when it names one inside of an anonymous member.
    pub(super) fn designated(&mut self, of: LValue, designator: &Designator) -> Res<(u64, u64, bool)> {
        match designator {
            Designator::Field(name, span) => {
                let Type::Record(record) = *self.program.types.get(of.ty.ty) else {
                    return self.error("a member is designated in what is no record", *span);
                };
                match self.find_member(record, self.symbols.name(*name)) {
                    Some(path) => Ok((u64::from(path[0]), u64::from(path[0]), path.len() > 1)),
                    None => {
                        let ty = self.type_name(of.ty.ty);
                        self.error(format!("'{ty}' has no member named '{}'", self.text(*name)), *span)
                    }
                }
            }
            Designator::Index(index) => {
                let at = self.array_index(of, index)?;
                Ok((at, at, false))
            }
            Designator::Range(from, to) => {
                let (from_at, to_at) = (self.array_index(of, from)?, self.array_index(of, to)?);
                if from_at > to_at {
                    return self.error("an empty range in an initialiser", from.span);
                }
                Ok((from_at, to_at, false))
            }
        }
    }

    fn array_index(&mut self, of: LValue, index: &SyntaxExpr) -> Res<u64> {
        if !self.is_array(of.ty.ty) {
            return self.error("an index is designated in what is no array", index.span);
        }
        let value = self.constant_int(index)?;
        match u64::try_from(value) {
            Ok(value) if value < 1 << 40 => Ok(value),
            _ => self.error("the index of a designator is not within the array", index.span),
        }
    }
}

/// True when some item, at any depth, has a designator.
pub(crate) fn has_designators(items: &[InitItem]) -> bool {
    items.iter().any(|item| {
        !item.designators.is_empty()
            || matches!(&item.value, Initializer::List(items, _) if cairn_base::deep(|| has_designators(items)))
    })
}
