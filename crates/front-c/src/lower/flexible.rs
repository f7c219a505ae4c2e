//! Objects with a flexible array member that their initialiser fills (GNU; C11 6.7.2.1p18 has such objects on the heap only).
//!
//! The object is longer than its type says. So the variable gets a type of its own, in which the member has the length that the
//! initialiser tells, and a use of the name is what is behind the variable's address as a pointer to the declared type:
//! `sizeof`, assignment and `&v` see that. Every analysis knows such a cast. An object within a larger one, or of automatic
//! storage, cannot have such a member (gcc refuses it).

use super::operand::LValue;
use super::static_data::Filling;
use super::{Lower, Res};
use crate::ast::Initializer;
use cairn_ir::types::{Qualified, Type};
use cairn_ir::{PlaceKind, TypeId, VarId};

impl Lower<'_> {
    /// Completes the type of a static variable whose initialiser fills a flexible array member, and gives the type that the
    /// variable has then.
    pub fn complete_flexible(&mut self, var: VarId, ty: Qualified, init: &Initializer) -> Res<Qualified> {
        let Initializer::List(items, _) = init else { return Ok(ty) };
        let Type::Record(id) = *self.program.types.get(ty.ty) else { return Ok(ty) };
        let record = &self.program.types.records[id];
        let Some(last) = record.fields.as_ref().and_then(|fields| fields.last()) else { return Ok(ty) };
        let (member, offset) = (last.ty, last.offset);
        if record.is_union || !matches!(self.program.types.get(member), Type::Array(_, None)) {
            return Ok(ty);
        }
        // The walk that fills the object says which value is the member's.
        let pointer = self.program.types.pointer(ty.ty);
        let null = self.zero(pointer);
        let place = self.program.exprs.place(PlaceKind::Deref(null), ty.ty);
        let mut counting = Filling::counting();
        self.fill(LValue { place, ty: ty.ty.into() }, items, &mut 0, true, &[], &mut counting)?;
        let Some(item) = counting.flexible.and_then(|at| items.get(at)) else { return Ok(ty) };
        let array = self.complete_by_initializer(member, &item.value)?;
        let (Some(size), Type::Array(_, Some(_))) = (self.program.types.size_of(array), self.program.types.get(array))
        else {
            return Ok(ty);
        };
        let mut whole = self.program.types.records[id].clone();
        let Some(end) = offset.checked_add(size).and_then(|end| end.checked_next_multiple_of(whole.align)) else {
            return Ok(ty);
        };
        whole.size = whole.size.max(end);
        if let Some(last) = whole.fields.as_mut().and_then(|fields| fields.last_mut()) {
            last.ty = array;
        }
        let whole = self.program.types.records.push(whole);
        let whole = self.program.types.intern(Type::Record(whole));
        self.program.vars[var].ty = whole;
        self.flexible.insert(var, ty.ty);
        Ok(Qualified { ty: whole, ..ty })
    }

    /// The type that a variable was declared with.
    pub fn declared_type(&self, var: VarId) -> TypeId {
        self.flexible.get(&var).copied().unwrap_or(self.program.vars[var].ty)
    }

    /// The object of a name whose flexible array member is filled, as its declared type sees it.
    pub fn flexible_object(&mut self, var: VarId, ty: Qualified) -> Option<LValue> {
        if !self.flexible.contains_key(&var) {
            return None;
        }
        let whole = self.var_lvalue(var);
        let address = self.address(whole.place, whole.ty);
        let pointer = self.program.types.pointer(ty);
        let address = self.cast(address, pointer);
        let place = self.program.exprs.place(PlaceKind::Deref(address), ty.ty);
        Some(LValue { place, ty })
    }
}
