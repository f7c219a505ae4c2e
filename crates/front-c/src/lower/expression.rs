//! Expressions, one kind a line; the work of each is in the file of its kind.

use super::assign::Want;
use super::operand::{LValue, Operand};
use super::{Lower, Res};
use crate::ast::{
    BinaryOperator, Designator, FloatSuffix, PrefixOperator, Symbol, SyntaxExpr, SyntaxExprKind, TypeName, strip,
};
use crate::sema::scope::Entity;
use cairn_base::Span;
use cairn_ir::types::{FloatKind, Qualified, Type};
use cairn_ir::{Op, TypeId, VarKind};

impl Lower<'_> {
    pub(super) fn expression(&mut self, expr: &SyntaxExpr) -> Res<Operand> {
        let span = expr.span;
        match &expr.kind {
            SyntaxExprKind::Paren(inner) => self.operand(inner),
            SyntaxExprKind::Whole(inner) => self.whole(inner),
            SyntaxExprKind::Int { value, suffix, decimal } => {
                let kind = self.int_literal_kind(*value, *suffix, *decimal);
                let ty = self.program.types.int(kind);
                if suffix.imaginary {
                    self.unsupported("a complex number", span);
                }
                Ok(Operand::Value(self.constant_bits(*value, ty)))
            }
            SyntaxExprKind::Float(text, suffix) => {
                let kind = match suffix {
                    FloatSuffix::None => FloatKind::Double,
                    FloatSuffix::F => FloatKind::Float,
                    FloatSuffix::L => FloatKind::LongDouble,
                    FloatSuffix::Q => FloatKind::Float128,
                };
                let text = self.text(*text).to_string();
                match self.float_constant(&text, kind) {
                    Some(value) => Ok(Operand::Value(value)),
                    None => self.error(format!("'{text}' is no floating constant"), span),
                }
            }
            SyntaxExprKind::Char(units, encoding) => {
                self.must_fit_units(units, *encoding, span)?;
                let value = self.char_literal(units, *encoding);
                let kind = match encoding {
                    crate::ast::LiteralEncoding::Plain => cairn_ir::IntKind::Int,
                    crate::ast::LiteralEncoding::Utf8 => cairn_ir::IntKind::UChar,
                    other => self.char_kind(*other),
                };
                let ty = self.program.types.int(kind);
                Ok(Operand::Value(self.int_constant(value, ty)))
            }
            SyntaxExprKind::String(units, encoding) => {
                self.must_fit_units(units, *encoding, span)?;
                let var = self.string_literal(units, *encoding, span);
                Ok(Operand::Place(self.var_lvalue(var)))
            }
            SyntaxExprKind::Name(name) => self.name(*name, span),
            SyntaxExprKind::Call(callee, args) => self.call(callee, args, span, Want::Value),
            SyntaxExprKind::Index(a, i) => self.index_operand(a, i, span),
            SyntaxExprKind::Member(of, name) => match self.operand(of)? {
                Operand::Place(lvalue) => Ok(Operand::Place(self.member(lvalue, *name, span)?)),
                _ => self.error(format!("'{}' is asked of what is no record", self.text(*name)), span),
            },
            SyntaxExprKind::Arrow(of, name) => {
                let pointer = self.rvalue(of)?;
                let place = self.deref(pointer, span)?;
                Ok(Operand::Place(self.member(place, *name, span)?))
            }
            SyntaxExprKind::PostIncrement(of, up) => self.increment(of, *up, true, true, span),
            SyntaxExprKind::PreIncrement(of, up) => self.increment(of, *up, false, true, span),
            SyntaxExprKind::Unary(op, of) => self.prefix(*op, of, span),
            SyntaxExprKind::Binary(BinaryOperator::Comma, a, b) => {
                self.discard(a)?;
                let result = self.operand(b)?;
                Ok(self.decayed(result))
            }
            SyntaxExprKind::Binary(BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr, ..) => {
                self.logical(expr, Want::Value)
            }
            SyntaxExprKind::Binary(op, a, b) => Ok(Operand::Value(self.binary_operation(*op, a, b, span)?)),
            SyntaxExprKind::Assign(op, to, from) => self.assign(*op, to, from, true, span),
            SyntaxExprKind::Conditional(c, a, b) => self.conditional(c, a.as_deref(), b, Want::Value, span),
            SyntaxExprKind::Cast(ty, of) => self.explicit_cast(ty, of, span),
            SyntaxExprKind::CompoundLiteral(ty, items) => self.compound_literal(ty, items, span),
            SyntaxExprKind::SizeofExpr(of) => self.sizeof_expr(of, span),
            SyntaxExprKind::SizeofType(name) => self.sizeof_type(name, span),
            SyntaxExprKind::AlignofExpr(of) => self.alignof_expr(of, span),
            SyntaxExprKind::AlignofType(name) => self.alignof_type(name, span),
            SyntaxExprKind::Statement(block) => self.statement_expression(block, true),
            SyntaxExprKind::LabelAddress(label) => {
                let value = self.label_address(*label, span)?;
                Ok(Operand::Value(value))
            }
            SyntaxExprKind::Generic(on, choices) => self.generic(on, choices, span),
            SyntaxExprKind::Offsetof(ty, path) => self.offsetof(ty, path, span),
            SyntaxExprKind::TypesCompatible(a, b) => {
                let a = self.unevaluated(|this| this.type_name_of(a))?.ty;
                let b = self.unevaluated(|this| this.type_name_of(b))?.ty;
                let answer = i128::from(self.compatible(a, b));
                Ok(Operand::Value(self.int_constant(answer, self.basic.int)))
            }
            SyntaxExprKind::VaArg(list, ty) => self.va_arg(list, ty, span),
            SyntaxExprKind::ChooseExpr(c, a, b) => {
                if self.constant_int(c)? != 0 {
                    self.operand(a)
                } else {
                    self.operand(b)
                }
            }
        }
    }

    /// Evaluates an expression for its effects only.
    pub fn discard(&mut self, expr: &SyntaxExpr) -> Res<()> {
        cairn_base::deep(|| self.discard_in(expr))
    }

    fn discard_in(&mut self, expr: &SyntaxExpr) -> Res<()> {
        match &expr.kind {
            SyntaxExprKind::Paren(inner) => self.discard(inner),
            SyntaxExprKind::Binary(BinaryOperator::Comma, a, b) => {
                self.discard(a)?;
                self.discard(b)
            }
            SyntaxExprKind::Assign(op, to, from) => self.assign(*op, to, from, false, expr.span).map(drop),
            SyntaxExprKind::PostIncrement(of, up) | SyntaxExprKind::PreIncrement(of, up) => {
                self.increment(of, *up, false, false, expr.span).map(drop)
            }
            SyntaxExprKind::Call(callee, args) => self.call(callee, args, expr.span, Want::Nothing).map(drop),
            SyntaxExprKind::Statement(block) => self.statement_expression(block, false).map(drop),
            SyntaxExprKind::Binary(BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr, ..) => {
                let join = self.node();
                self.condition(expr, join, join)?;
                self.resume(join);
                Ok(())
            }
            SyntaxExprKind::Conditional(c, a, b) => {
                let (yes, no, join) = (self.node(), self.node(), self.node());
                self.condition(c, yes, no)?;
                self.resume(yes);
                if let Some(a) = a {
                    self.discard(a)?;
                }
                self.jump(join, expr.span);
                self.resume(no);
                self.discard(b)?;
                self.jump(join, expr.span);
                self.resume(join);
                Ok(())
            }
            SyntaxExprKind::Cast(ty, of) => {
                let to = self.type_name_of(ty)?.ty;
                if to == self.basic.void {
                    return self.discard(of);
                }
                let operand = self.cast_to(to, of, expr.span)?;
                self.unused(operand, expr.span)
            }
            _ => {
                let operand = self.operand(expr)?;
                self.unused(operand, expr.span)
            }
        }
    }

    /// The value of an expression that nobody uses.
    fn unused(&mut self, operand: Operand, span: Span) -> Res<()> {
        let is_read = match operand {
            Operand::Value(_) => true,
            Operand::Place(lvalue) => {
                self.program.types.size_of(lvalue.ty.ty).is_some() && lvalue.ty.ty != self.basic.void
            }
            Operand::Void | Operand::Function(_) => false,
        };
        if is_read && self.program.outside.evaluates {
            let value = self.value(operand, span)?;
            // A variable by itself is a way to say that it is not used.
            self.evaluated(&[value], false, span);
        }
        Ok(())
    }

    pub fn var_lvalue(&mut self, var: cairn_ir::VarId) -> LValue {
        let place = self.var_place(var);
        LValue { place, ty: self.program.vars[var].ty.into() }
    }

    fn name(&mut self, name: Symbol, span: Span) -> Res<Operand> {
        match self.scopes.name(name) {
            Some(Entity::Var(var, ty)) => {
                if self.is_captured(var) {
                    self.unsupported("a nested function that uses a variable of the function around it", span);
                }
                // An array may have been completed since.
                let ty = Qualified { ty: self.var_type(var, ty.ty), ..ty };
                if let Some(what) = self.refused_vars.get(&var) {
                    let what = what.clone();
                    self.unsupported(what, span);
                }
                if let Some(address) = self.missing_address(Entity::Var(var, ty), span) {
                    let place = self.var_place(address);
                    let pointer = self.load(place);
                    let place = self.program.exprs.place(cairn_ir::PlaceKind::Deref(pointer), ty.ty);
                    return Ok(Operand::Place(LValue { place, ty }));
                }
                if let Some(object) = self.flexible_object(var, ty) {
                    return Ok(Operand::Place(object));
                }
                let place = self.program.exprs.place(cairn_ir::PlaceKind::Var(var), ty.ty);
                Ok(Operand::Place(LValue { place, ty }))
            }
            Some(Entity::Vla(var, ty)) => {
                if self.is_captured(var) {
                    self.unsupported("a nested function that uses a variable of the function around it", span);
                }
                let place = self.var_place(var);
                let pointer = self.load(place);
                let array = self.program.types.pointer(ty);
                let pointer = self.cast(pointer, array);
                let place = self.program.exprs.place(cairn_ir::PlaceKind::Deref(pointer), ty.ty);
                Ok(Operand::Place(LValue { place, ty }))
            }
            Some(Entity::Function(function)) => {
                if self.is_watched_alias(name, function) {
                    let what = format!("the address of '{}', which is an alias,", self.text(name));
                    self.unsupported(what, span);
                }
                Ok(Operand::Function(function))
            }
            Some(Entity::Constant(value, ty)) => Ok(Operand::Value(self.int_constant(value, ty))),
            Some(Entity::Typedef(..)) => self.error(format!("'{}' is a type, not a value", self.text(name)), span),
            None => self.undeclared(name, span),
        }
    }

    /// The type of a variable, which for an array may have become complete after its first declaration.
    fn var_type(&self, var: cairn_ir::VarId, seen: TypeId) -> TypeId {
        match self.program.types.get(seen) {
            Type::Array(_, None) => self.program.vars[var].ty,
            _ => seen,
        }
    }

    fn is_captured(&self, var: cairn_ir::VarId) -> bool {
        let var = &self.program.vars[var];
        self.quiet == 0
            && !matches!(var.kind, VarKind::Static | VarKind::StringLiteral)
            && var.function.is_some_and(|function| function != self.fun.id)
    }

    fn undeclared(&mut self, name: Symbol, span: Span) -> Res<Operand> {
        let text = self.text(name).to_string();
        if matches!(text.as_str(), "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__") {
            let mut bytes = self.fun.name.map_or_else(Vec::new, |n| self.text(n).as_bytes().to_vec());
            bytes.push(0);
            let var = self.literal_bytes(bytes, self.basic.char_, span);
            return Ok(Operand::Place(self.var_lvalue(var)));
        }
        // A function of the library or a builtin is named without a declaration: `&__builtin_memcpy`, `abort`.
        if let Some(function) = self.implicit_builtin(name, span) {
            return Ok(Operand::Function(function));
        }
        self.error(format!("'{text}' is not declared"), span)
    }

    fn prefix(&mut self, op: PrefixOperator, of: &SyntaxExpr, span: Span) -> Res<Operand> {
        match op {
            PrefixOperator::AddressOf => match self.operand(of)? {
                Operand::Function(function) => Ok(Operand::Value(self.function_address(function))),
                Operand::Place(lvalue) => Ok(Operand::Value(self.address_of(lvalue, span)?)),
                _ => self.error("an lvalue is needed as operand of '&'", span),
            },
            PrefixOperator::Deref => {
                let operand = self.operand(of)?;
                if let Operand::Function(_) = operand {
                    return Ok(operand);
                }
                let pointer = self.value(operand, of.span)?;
                Ok(Operand::Place(self.deref(pointer, span)?))
            }
            PrefixOperator::LogicalNot => {
                let inner = strip(of);
                if matches!(
                    inner.kind,
                    SyntaxExprKind::Binary(BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr, ..)
                ) && self.by_control_flow()
                {
                    return self.logical_not(of, span);
                }
                let value = self.scalar_value(of)?;
                Ok(Operand::Value(self.unary(cairn_ir::UnaryOp::LogicalNot, value, self.basic.int)))
            }
            PrefixOperator::Plus | PrefixOperator::Minus | PrefixOperator::BitNot => {
                let value = self.rvalue(of)?;
                let ty = self.type_of(value);
                let fits = match op {
                    PrefixOperator::BitNot => self.is_integer(ty),
                    _ => self.arithmetic(ty).is_some(),
                };
                if !fits {
                    let name = self.type_name(ty);
                    return self.error(format!("an operand of type '{name}' does not fit this operator"), span);
                }
                if let Some(value) = self.wide_unary(op, value) {
                    return Ok(Operand::Value(value));
                }
                let value = self.promote(value);
                let ty = self.type_of(value);
                Ok(Operand::Value(match op {
                    PrefixOperator::Minus => self.unary(cairn_ir::UnaryOp::Neg, value, ty),
                    PrefixOperator::BitNot => self.unary(cairn_ir::UnaryOp::BitNot, value, ty),
                    _ => value,
                }))
            }
            PrefixOperator::Real | PrefixOperator::Imag => {
                let value = self.rvalue(of)?;
                self.unsupported("a complex number", span);
                Ok(Operand::Value(value))
            }
        }
    }

    fn explicit_cast(&mut self, name: &TypeName, of: &SyntaxExpr, span: Span) -> Res<Operand> {
        let to = self.type_name_of(name)?.ty;
        if to == self.basic.void {
            self.discard(of)?;
            return Ok(Operand::Void);
        }
        let cast = self.cast_to(to, of, span)?;
        if let Operand::Value(value) = cast
            && self.is_pointer(to)
            && !self.says_atomic(&name.specifiers)
        {
            self.note_plain_pointer(value, span);
        }
        Ok(cast)
    }

    /// A cast to a type that has a value. The type name is evaluated, once.
    fn cast_to(&mut self, to: TypeId, of: &SyntaxExpr, span: Span) -> Res<Operand> {
        let operand = self.operand(of)?;
        if let Type::Record(record) = *self.program.types.get(to) {
            if let Operand::Place(lvalue) = operand
                && lvalue.ty.ty == to
            {
                return Ok(operand);
            }
            return self.cast_to_union(record, to, operand, span);
        }
        let value = self.value(operand, of.span)?;
        let from = self.type_of(value);
        let float = |ty| matches!(self.program.types.scalar(ty), Some(cairn_ir::types::Scalar::Float(_)));
        let mixed = (float(from) && self.is_pointer(to)) || (self.is_pointer(from) && float(to));
        if mixed || !self.is_scalar(from) || !self.is_scalar(to) {
            let (from, to) = (self.type_name(from), self.type_name(to));
            return self.error(format!("a value of type '{from}' cannot be cast to '{to}'"), span);
        }
        let value = if from == to { self.in_declared_type(value) } else { value };
        Ok(Operand::Value(self.cast(value, to)))
    }

    /// `(union U) x` (GNU): the union whose first member of the value's type has the value.
    fn cast_to_union(&mut self, record: cairn_ir::RecordId, to: TypeId, operand: Operand, span: Span) -> Res<Operand> {
        let value = self.value(operand, span)?;
        let from = self.type_of(value);
        let record = &self.program.types.records[record];
        let member = record.fields.iter().flatten().position(|f| f.ty == from);
        match member {
            Some(index) if record.is_union => {
                let temp = self.temp(to, span);
                let union = self.var_lvalue(temp);
                let member = self.field(union, index as u32);
                self.store(member.place, value, span);
                Ok(Operand::Place(union))
            }
            _ => {
                let (from, to) = (self.type_name(from), self.type_name(to));
                self.error(format!("a value of type '{from}' cannot be cast to '{to}'"), span)
            }
        }
    }

    fn generic(&mut self, on: &SyntaxExpr, choices: &[(Option<TypeName>, SyntaxExpr)], span: Span) -> Res<Operand> {
        let value = self.unevaluated(|this| this.rvalue(on));
        let ty = match value {
            Ok(value) => self.type_of(value),
            Err(error) => return Err(error),
        };
        let mut default = None;
        for (name, chosen) in choices {
            match name {
                None => default = Some(chosen),
                Some(name) => {
                    let qualified = self.type_name_of(name)?;
                    let plain = !qualified.is_const && !qualified.is_volatile;
                    if plain && self.compatible(qualified.ty, ty) {
                        return self.operand(chosen);
                    }
                }
            }
        }
        match default {
            Some(chosen) => self.operand(chosen),
            None => {
                let name = self.type_name(ty);
                self.error(format!("'_Generic' has no choice for the type '{name}'"), span)
            }
        }
    }

    fn offsetof(&mut self, name: &TypeName, path: &[Designator], span: Span) -> Res<Operand> {
        let ty = self.type_name_of(name)?.ty;
        let size_t = self.basic.size_t;
        let pointer = self.program.types.pointer(ty);
        let null = self.zero(pointer);
        let mut at = self.deref(null, span)?;
        let mut sum = self.zero(size_t);
        for step in path {
            match step {
                Designator::Field(field, span) => {
                    let from = at.place;
                    at = self.member(at, *field, *span)?;
                    if self.bit_width(at.place).is_some() {
                        return self.error("'offsetof' of a bit-field", *span);
                    }
                    let offset = self.offset_between(from, at.place).unwrap_or(0);
                    let offset = self.int_constant(i128::from(offset), size_t);
                    sum = self.binary(cairn_ir::BinaryOp::Add, sum, offset, size_t);
                }
                Designator::Index(index) => {
                    let Some((element, _)) = self.program.types.element(at.ty.ty) else {
                        return self.error("a subscript of what is no array", index.span);
                    };
                    let index = self.rvalue(index)?;
                    let index = self.cast(index, size_t);
                    let size = self.size_expr(element, span)?;
                    let offset = self.binary(cairn_ir::BinaryOp::Mul, index, size, size_t);
                    sum = self.binary(cairn_ir::BinaryOp::Add, sum, offset, size_t);
                    let first = self.zero(self.basic.ptrdiff);
                    let place = self.program.exprs.place(cairn_ir::PlaceKind::Index(at.place, first), element);
                    at = LValue { place, ty: element.into() };
                }
                Designator::Range(..) => return self.error("a range in 'offsetof'", span),
            }
        }
        Ok(Operand::Value(sum))
    }

    fn compound_literal(&mut self, name: &TypeName, items: &[crate::ast::InitItem], span: Span) -> Res<Operand> {
        let ty = self.type_name_of(name)?;
        let ty = Qualified { ty: self.complete_by_list(ty.ty, items)?, ..ty };
        if ty.ty == self.basic.void || self.program.types.size_of(ty.ty).is_none() {
            let name = self.type_name(ty.ty);
            return self.error(format!("a compound literal of the type '{name}', which has no size"), span);
        }
        let text = self.made_up_name("literal");
        if self.quiet > 0 {
            return Ok(self.phantom_place(ty, span));
        }
        if self.is_start() {
            let var = self.variable(text, ty.ty, VarKind::Static, span);
            self.statics.push((var, true));
            self.note_constant(var, ty);
            let lvalue = LValue { ty, ..self.var_lvalue(var) };
            self.initialize_list(lvalue, items, true, span)?;
            return Ok(Operand::Place(lvalue));
        }
        let var = self.variable(text, ty.ty, VarKind::Local, span);
        self.program.functions[self.fun.id].locals.push(var);
        self.opens_variable(var);
        self.note_constant(var, ty);
        let lvalue = LValue { ty, ..self.var_lvalue(var) };
        let zeroed = !self.is_scalar(ty.ty);
        self.emit(Op::Declare { var, zeroed }, span);
        self.initialize_list(lvalue, items, zeroed, span)?;
        Ok(Operand::Place(lvalue))
    }

    fn phantom_place(&mut self, ty: Qualified, _span: Span) -> Operand {
        let pointer = self.program.types.pointer(ty);
        let null = self.zero(pointer);
        let place = self.program.exprs.place(cairn_ir::PlaceKind::Deref(null), ty.ty);
        Operand::Place(LValue { place, ty })
    }
}
