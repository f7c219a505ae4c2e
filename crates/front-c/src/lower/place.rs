//! Places: variables, members, elements, what pointers point to; and their addresses.
//!
//! `*&x` is `x`, `&*p` is `p`, and `a[i]` of an array is an element of it and not pointer arithmetic, so that what an
//! analysis sees keeps the structure that the source has.

use super::operand::{LValue, Operand};
use super::{Lower, Res};
use crate::ast::Symbol;
use cairn_base::Span;
use cairn_ir::behaviour::Check;
use cairn_ir::types::{Qualified, Type};
use cairn_ir::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind, RecordId, TypeId, UnaryOp, VarId};

impl Lower<'_> {
    pub fn var_place(&mut self, var: VarId) -> PlaceId {
        let ty = self.program.vars[var].ty;
        self.program.exprs.place(PlaceKind::Var(var), ty)
    }

    pub fn load(&mut self, place: PlaceId) -> ExprId {
        let ty = self.program.exprs[place].ty;
        self.program.exprs.expr(ExprKind::Load(place), ty)
    }

    pub fn deref(&mut self, pointer: ExprId, span: Span) -> Res<LValue> {
        let to = match self.program.types.get(self.type_of(pointer)) {
            Type::Pointer(to) => *to,
            _ => {
                let name = self.type_name(self.type_of(pointer));
                return self.error(format!("a value of type '{name}' is dereferenced"), span);
            }
        };
        if let ExprKind::AddressOf(place) = self.program.exprs[pointer].kind
            && self.program.exprs[place].ty == to.ty
            && !self.sheds_const(place, to)
        {
            return Ok(LValue { place, ty: to });
        }
        let place = self.program.exprs.place(PlaceKind::Deref(pointer), to.ty);
        Ok(LValue { place, ty: to })
    }

    /// Whether a cast took the `const` from a part of an object that is defined so. Where accesses are checked, such a place
    /// stays behind its pointer: the initialiser writes to the variable by name, and nothing else may.
    pub fn sheds_const(&self, place: PlaceId, to: Qualified) -> bool {
        let constant = |var| self.program.outside.constants.contains(&var);
        !to.is_const
            && self.checks.contains(&Check::ValidDeref)
            && self.program.exprs.root_variable(place).is_some_and(constant)
    }

    /// Marks the variable that a place is part of as having its address taken.
    fn take_address(&mut self, mut place: PlaceId) {
        loop {
            match self.program.exprs[place].kind {
                PlaceKind::Var(var) => {
                    if self.quiet == 0 {
                        self.program.vars[var].address_taken = true;
                    }
                    return;
                }
                PlaceKind::Deref(_) => return,
                PlaceKind::Field(base, _) | PlaceKind::Index(base, _) => place = base,
            }
        }
    }

    /// The address of a place, as a pointer to `to`.
    pub fn address(&mut self, place: PlaceId, to: Qualified) -> ExprId {
        let to = self.qualified_elements(to);
        let ty = self.program.types.pointer(to);
        if let PlaceKind::Deref(pointer) = self.program.exprs[place].kind {
            return self.cast(pointer, ty);
        }
        if let Some(address) = self.constant_address(place) {
            return self.int_constant(address, ty);
        }
        self.take_address(place);
        self.program.exprs.expr(ExprKind::AddressOf(place), ty)
    }

    /// The qualifiers of an array are those of its elements (C11 6.7.3p9).
    fn qualified_elements(&mut self, of: Qualified) -> Qualified {
        let &Type::Array(element, length) = self.program.types.get(of.ty) else { return of };
        if !of.is_const && !of.is_volatile {
            return of;
        }
        let is_const = element.is_const || of.is_const;
        let is_volatile = element.is_volatile || of.is_volatile;
        let element = self.qualified_elements(Qualified { ty: element.ty, is_const, is_volatile });
        self.program.types.array(element, length).into()
    }

    /// The address of a part of what a constant pointer points to (`&((T *)0)->member`).
    fn constant_address(&self, place: PlaceId) -> Option<i128> {
        let mut at = place;
        loop {
            match self.program.exprs[at].kind {
                PlaceKind::Var(_) => return None,
                PlaceKind::Deref(pointer) => {
                    let base = self.constant_integer(pointer)?;
                    return Some(base + i128::from(self.offset_between(at, place)?));
                }
                PlaceKind::Field(base, _) | PlaceKind::Index(base, _) => at = base,
            }
        }
    }

    /// Offset in bytes of a part of a place, when it is fixed.
    pub fn offset_between(&self, from: PlaceId, mut to: PlaceId) -> Option<u64> {
        let mut sum = 0_u64;
        while to != from {
            let part = &self.program.exprs[to];
            match part.kind {
                PlaceKind::Field(base, index) => {
                    let fields = self.program.types.fields(self.program.exprs[base].ty)?;
                    sum = sum.checked_add(fields.get(index as usize)?.offset)?;
                    to = base;
                }
                PlaceKind::Index(base, index) => {
                    let index = u64::try_from(self.constant_integer(index)?).ok()?;
                    sum = sum.checked_add(index.checked_mul(self.program.types.size_of(part.ty)?)?)?;
                    to = base;
                }
                PlaceKind::Var(_) | PlaceKind::Deref(_) => return None,
            }
        }
        Some(sum)
    }

    /// `&place`.
    pub fn address_of(&mut self, lvalue: LValue, span: Span) -> Res<ExprId> {
        if self.bit_width(lvalue.place).is_some() {
            return self.error("the address of a bit-field is taken", span);
        }
        Ok(self.address(lvalue.place, lvalue.ty))
    }

    /// An array or function as a pointer.
    pub fn decay(&mut self, lvalue: LValue) -> ExprId {
        match *self.program.types.get(lvalue.ty.ty) {
            Type::Array(of, _) => {
                let of = inherit(of, lvalue.ty);
                let zero = self.zero(self.basic.ptrdiff);
                let first = self.program.exprs.place(PlaceKind::Index(lvalue.place, zero), of.ty);
                self.address(first, of)
            }
            Type::VariableArray(of, _) => {
                let pointer = self.address(lvalue.place, lvalue.ty);
                let ty = self.program.types.pointer(of);
                self.cast(pointer, ty)
            }
            _ => self.address(lvalue.place, lvalue.ty),
        }
    }

    pub fn pointer_add(&mut self, pointer: ExprId, index: ExprId, span: Span) -> Res<ExprId> {
        let ty = self.type_of(pointer);
        let Some(to) = self.program.types.pointee(ty) else {
            return self.error("pointer arithmetic on a value that is no pointer", span);
        };
        let ptrdiff = self.basic.ptrdiff;
        let index = self.cast(index, ptrdiff);
        if self.constant_integer(index) == Some(0) {
            return Ok(pointer);
        }
        if self.size_varies(to) {
            let size = self.size_expr(to, span)?;
            let size = self.cast(size, ptrdiff);
            let bytes = self.binary(BinaryOp::Mul, index, size, ptrdiff);
            let base = self.cast(pointer, self.basic.char_ptr);
            let sum = self.program.exprs.expr(ExprKind::Binary(BinaryOp::PtrAdd, base, bytes), self.basic.char_ptr);
            return Ok(self.cast(sum, ty));
        }
        if !self.is_function(to) && to != self.basic.void && self.program.types.size_of(to).is_none() {
            let name = self.type_name(to);
            return self.error(format!("pointer arithmetic over the incomplete type '{name}'"), span);
        }
        // An element's neighbour.
        if let ExprKind::AddressOf(place) = self.program.exprs[pointer].kind
            && let PlaceKind::Index(base, first) = self.program.exprs[place].kind
            && self.program.exprs[place].ty == to
            && let Some(first) = self.constant_integer(first)
        {
            let moved = match self.constant_integer(index) {
                Some(index) => first.checked_add(index).map(|sum| self.int_constant(sum, ptrdiff)),
                None => (first == 0).then_some(index),
            };
            if let Some(moved) = moved {
                let place = self.program.exprs.place(PlaceKind::Index(base, moved), to);
                return Ok(self.program.exprs.expr(ExprKind::AddressOf(place), ty));
            }
        }
        // A constant pointer stays one (`&((T *)0)->a[1]`).
        if let (Some(base), Some(index)) = (self.constant_value(pointer), self.constant_integer(index)) {
            let size = self.program.types.size_of(to).unwrap_or(1);
            let address = (base.0 as i128).wrapping_add(index.wrapping_mul(i128::from(size)));
            return Ok(self.int_constant(address, ty));
        }
        Ok(self.program.exprs.expr(ExprKind::Binary(BinaryOp::PtrAdd, pointer, index), ty))
    }

    pub fn pointer_sub(&mut self, pointer: ExprId, index: ExprId, span: Span) -> Res<ExprId> {
        let index = self.cast(index, self.basic.ptrdiff);
        let index = self.unary(UnaryOp::Neg, index, self.basic.ptrdiff);
        self.pointer_add(pointer, index, span)
    }

    /// The path of member indices to a name, through anonymous records.
    pub fn find_member(&self, record: RecordId, name: &str) -> Option<Vec<u32>> {
        let fields = self.program.types.records[record].fields.as_ref()?;
        if let Some(index) = fields.iter().position(|f| f.name == name) {
            return Some(vec![index as u32]);
        }
        for (index, field) in fields.iter().enumerate() {
            if !field.name.is_empty() {
                continue;
            }
            if let Type::Record(inner) = self.program.types.get(field.ty)
                && let Some(mut path) = self.find_member(*inner, name)
            {
                path.insert(0, index as u32);
                return Some(path);
            }
        }
        None
    }

    pub fn field(&mut self, of: LValue, index: u32) -> LValue {
        let member = match self.program.types.fields(of.ty.ty).and_then(|f| f.get(index as usize)) {
            Some(field) => Qualified { ty: field.ty, is_const: field.is_const, is_volatile: field.is_volatile },
            None => self.basic.int.into(),
        };
        let place = self.program.exprs.place(PlaceKind::Field(of.place, index), member.ty);
        LValue { place, ty: inherit(member, of.ty) }
    }

    pub fn member(&mut self, of: LValue, name: Symbol, span: Span) -> Res<LValue> {
        let Type::Record(record) = *self.program.types.get(of.ty.ty) else {
            let ty = self.type_name(of.ty.ty);
            return self.error(format!("'{}' is asked of a value of type '{ty}'", self.text(name)), span);
        };
        let Some(path) = self.find_member(record, self.symbols.name(name)) else {
            let ty = self.type_name(of.ty.ty);
            let incomplete = self.program.types.records[record].fields.is_none();
            let what = if incomplete { "is incomplete and has" } else { "has" };
            return self.error(format!("'{ty}' {what} no member named '{}'", self.text(name)), span);
        };
        let mut place = of;
        for index in path {
            place = self.field(place, index);
        }
        Ok(place)
    }

    /// Width of the bit-field that a place is.
    pub fn bit_width(&self, place: PlaceId) -> Option<u32> {
        let PlaceKind::Field(base, index) = self.program.exprs[place].kind else { return None };
        let fields = self.program.types.fields(self.program.exprs[base].ty)?;
        fields.get(index as usize)?.bits.map(|bits| bits.width)
    }

    /// True when the place names the same object whatever is written: no pointer, no variable index.
    pub fn is_steady(&self, mut place: PlaceId) -> bool {
        loop {
            match self.program.exprs[place].kind {
                PlaceKind::Var(_) => return true,
                PlaceKind::Deref(pointer) => return self.constant_value(pointer).is_some(),
                PlaceKind::Field(base, _) => place = base,
                PlaceKind::Index(base, index) => {
                    if self.constant_value(index).is_none() {
                        return false;
                    }
                    place = base;
                }
            }
        }
    }

    /// The same place, with pointers and indices saved so that later effects do not move it.
    pub fn steady(&mut self, lvalue: LValue, span: Span) -> LValue {
        LValue { place: self.steady_place(lvalue.place, span), ty: lvalue.ty }
    }

    fn steady_place(&mut self, place: PlaceId, span: Span) -> PlaceId {
        let p = self.program.exprs[place].clone();
        let kind = match p.kind {
            PlaceKind::Var(_) => return place,
            PlaceKind::Deref(pointer) => PlaceKind::Deref(self.save(pointer, span)),
            PlaceKind::Field(base, index) => PlaceKind::Field(self.steady_place(base, span), index),
            PlaceKind::Index(base, index) => {
                let base = self.steady_place(base, span);
                PlaceKind::Index(base, self.save(index, span))
            }
        };
        self.program.exprs.place(kind, p.ty)
    }

    /// `a[i]`, either way round.
    pub fn index_operand(
        &mut self,
        a: &crate::ast::SyntaxExpr,
        i: &crate::ast::SyntaxExpr,
        span: Span,
    ) -> Res<Operand> {
        // The first operand is evaluated first, whichever is the pointer.
        let mut base = self.operand(a)?;
        if !self.quick(i) {
            base = match base {
                Operand::Place(lvalue) if self.is_array(lvalue.ty.ty) => Operand::Place(self.steady(lvalue, span)),
                other => {
                    let value = self.value(other, a.span)?;
                    Operand::Value(self.save(value, span))
                }
            };
        }
        let length = self.variable_length(&base);
        let base = self.value(base, a.span)?;
        let index = self.rvalue(i)?;
        let (pointer, index) = if self.is_pointer(self.type_of(base)) { (base, index) } else { (index, base) };
        if !self.is_pointer(self.type_of(pointer)) || !self.is_integer(self.type_of(index)) {
            return self.error("a subscript needs a pointer or array, and an integer", span);
        }
        let index = self.promote(index);
        if self.is_character_table(a) {
            self.character(index, span);
        }
        let address = self.pointer_add(pointer, index, span)?;
        let element = self.deref(address, span)?;
        if let Some(length) = length {
            let ptrdiff = self.basic.ptrdiff;
            let (index, length) = (self.cast(index, ptrdiff), self.cast(length, ptrdiff));
            self.program.subscripts.insert(element.place, (index, length));
        }
        Ok(Operand::Place(element))
    }

    /// Whether a subscript is one into a table of `<ctype.h>`: what that header's macros (`isalpha(c)`) expand to in the GNU C library.
    fn is_character_table(&self, of: &crate::ast::SyntaxExpr) -> bool {
        use crate::ast::{PrefixOperator, SyntaxExprKind};
        const TABLES: [&str; 3] = ["__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc"];
        let SyntaxExprKind::Unary(PrefixOperator::Deref, called) = &of.kind else { return false };
        let SyntaxExprKind::Call(function, _) = &called.kind else { return false };
        matches!(function.kind, SyntaxExprKind::Name(name) if TABLES.contains(&self.text(name)))
    }

    /// The length of an array of variable length, where subscripts are checked.
    fn variable_length(&self, of: &Operand) -> Option<ExprId> {
        let (Operand::Place(lvalue), true) = (of, self.checks.contains(&Check::ArrayIndex)) else { return None };
        match self.program.types.get(lvalue.ty.ty) {
            Type::VariableArray(_, number) => Some(self.vla_sizes[*number as usize].0),
            _ => None,
        }
    }

    pub fn is_array(&self, ty: TypeId) -> bool {
        matches!(self.program.types.get(ty), Type::Array(..) | Type::VariableArray(..))
    }
}

/// An element of a qualified array is qualified.
pub(crate) fn inherit(of: Qualified, from: Qualified) -> Qualified {
    Qualified { ty: of.ty, is_const: of.is_const || from.is_const, is_volatile: of.is_volatile || from.is_volatile }
}
