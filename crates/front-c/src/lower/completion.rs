//! Arrays of unknown size that their initialiser completes (C11 6.7.9p22). The length is what the walk that fills the
//! array counts, so that no rule on braces and designators is said twice.

use super::operand::LValue;
use super::static_data::Filling;
use super::{Lower, Res};
use crate::ast::{InitItem, Initializer, SyntaxExprKind, strip};
use cairn_ir::types::Type;
use cairn_ir::{PlaceKind, TypeId};

impl Lower<'_> {
    /// The type of an object, an array of unknown size completed by its initialiser.
    pub fn complete_by_initializer(&mut self, ty: TypeId, init: &Initializer) -> Res<TypeId> {
        let Type::Array(elements, None) = *self.program.types.get(ty) else { return Ok(ty) };
        match init {
            Initializer::Expr(value) => match self.string_for(ty, value) {
                Some((units, _)) => Ok(self.program.types.array(elements, Some(units.len() as u64 + 1))),
                None => match &strip(value).kind {
                    SyntaxExprKind::CompoundLiteral(name, items) => {
                        // GNU: its type may say a length.
                        let of = self.unevaluated(|this| this.type_name_of(name))?.ty;
                        match self.program.types.element(of) {
                            Some((_, Some(length))) => Ok(self.program.types.array(elements, Some(length))),
                            _ => self.complete_by_list(ty, items),
                        }
                    }
                    _ => Ok(ty),
                },
            },
            Initializer::List(items, _) => self.complete_by_list(ty, items),
        }
    }

    pub fn complete_by_list(&mut self, ty: TypeId, items: &[InitItem]) -> Res<TypeId> {
        let Type::Array(of, None) = *self.program.types.get(ty) else { return Ok(ty) };
        if let [only] = items
            && only.designators.is_empty()
            && let Initializer::Expr(value) = &only.value
            && let Some((units, _)) = self.string_for(ty, value)
        {
            return Ok(self.program.types.array(of, Some(units.len() as u64 + 1)));
        }
        let pointer = self.program.types.pointer(ty);
        let null = self.zero(pointer);
        let place = self.program.exprs.place(PlaceKind::Deref(null), ty);
        let mut position = 0;
        let mut counting = Filling::counting();
        let to = LValue { place, ty: ty.into() };
        let count = self.fill(to, items, &mut position, true, &[], &mut counting)?;
        Ok(self.program.types.array(of, Some(count)))
    }
}
