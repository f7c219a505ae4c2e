//! Arrays whose length is known at run time only (C11 6.7.6.2).
//!
//! The length and the size in bytes are saved where the type is met; the array itself is memory from [`Intrinsic::Alloca`]
//! that a hidden variable of the array's name points to. Its lifetime ends where its scope is left ([`super::scope_end`]).

use super::function_state::ScopeEnd;
use super::operand::Operand;
use super::{Lower, Res};
use crate::ast::{BinaryOperator, Symbol, SyntaxExpr, SyntaxExprKind, TypeName};
use crate::sema::scope::Entity;
use cairn_base::Span;
use cairn_ir::behaviour::Check;
use cairn_ir::types::{Qualified, Type};
use cairn_ir::{BinaryOp, ExprId, Intrinsic, Op, TypeId, VarKind};

impl Lower<'_> {
    /// The type of an array declarator with a size. `is_array`: it is no parameter, which is a pointer and no array.
    pub fn array_type(&mut self, of: Qualified, size: &SyntaxExpr, is_array: bool) -> Res<TypeId> {
        let folded = match self.try_constant_int(size) {
            // In a prototype the names of the parameters may be unknown here; the length does not matter there.
            Err(_) if self.prototypes > 0 => return Ok(self.program.types.array(of, None)),
            other => other?,
        };
        if self.program.types.size_of(of.ty).is_none() && !self.size_varies(of.ty) {
            // In a prototype, `int a[n][m]`: the inner length was left open above.
            if self.prototypes > 0 && matches!(self.program.types.get(of.ty), Type::Array(_, None)) {
                return Ok(self.program.types.array(of, None));
            }
            let name = self.type_name(of.ty);
            return self.error(format!("an array of the incomplete type '{name}'"), size.span);
        }
        match folded {
            Some(length) if !self.size_varies(of.ty) => {
                let Ok(length) = u64::try_from(length) else {
                    return self.error("an array of negative size", size.span);
                };
                let bytes = self.program.types.size_of(of.ty).and_then(|size| size.checked_mul(length));
                let pointer_bits = self.program.types.model().pointer_bits();
                match bytes {
                    Some(bytes) if bytes < 1 << (pointer_bits - 1).min(47) => {}
                    // gcc takes what a difference of pointers can say.
                    Some(bytes) if bytes < 1 << (pointer_bits - 1) => {
                        return self.error("an array of more than 2^47 bytes is not supported", size.span);
                    }
                    _ => return self.error("an array that is too large", size.span),
                }
                Ok(self.program.types.array(of, Some(length)))
            }
            _ if self.prototypes > 0 => Ok(self.program.types.array(of, None)),
            _ if self.is_start() => self.error("an array of variable length outside of a function", size.span),
            _ => {
                let size_t = self.basic.size_t;
                let length = self.rvalue(size)?;
                if !self.is_integer(self.type_of(length)) {
                    return self.error("the size of an array is not an integer", size.span);
                }
                let length = if is_array { self.positive_length(length, size.span) } else { length };
                let length = self.cast(length, size_t);
                let length = self.save(length, size.span);
                let element = self.size_expr(of.ty, size.span)?;
                let bytes = self.binary(BinaryOp::Mul, length, element, size_t);
                let bytes = if self.quiet > 0 {
                    // Not a constant, whatever the stand-ins of the operands are.
                    let unknown = self.temp(size_t, size.span);
                    let place = self.var_place(unknown);
                    self.load(place)
                } else {
                    self.save(bytes, size.span)
                };
                let number = u32::try_from(self.vla_sizes.len()).unwrap_or(u32::MAX);
                self.vla_sizes.push((length, bytes));
                Ok(self.program.types.intern(Type::VariableArray(of, number)))
            }
        }
    }

    /// The length of an array, which must be positive where it is evaluated (C17 6.7.6.2p5).
    fn positive_length(&mut self, length: ExprId, span: Span) -> ExprId {
        if !self.asks_here(Check::VlaLength) {
            return length;
        }
        let length = self.save(length, span);
        let (zero, int) = (self.zero(self.type_of(length)), self.basic.int);
        let is_wrong = self.binary(BinaryOp::Le, length, zero, int);
        let next = self.node();
        self.violated_if(is_wrong, Check::VlaLength, next, span);
        length
    }

    /// True when the size of the type is known at run time only. `sizeof` then evaluates its operand.
    pub fn size_varies(&self, mut ty: TypeId) -> bool {
        loop {
            match self.program.types.get(ty) {
                Type::VariableArray(..) => return true,
                Type::Array(of, _) => ty = of.ty,
                _ => return false,
            }
        }
    }

    /// True for a type that says a size which is known at run time only, of the objects it is of or leads to (C11
    /// 6.7.6p3). `typeof` then evaluates its operand.
    pub fn is_variably_modified(&self, mut ty: TypeId) -> bool {
        loop {
            match self.program.types.get(ty) {
                Type::VariableArray(..) => return true,
                Type::Array(of, _) => ty = of.ty,
                Type::Pointer(to) => ty = to.ty,
                Type::Function(function) => ty = function.result,
                _ => return false,
            }
        }
    }

    /// `sizeof e`. The type of the operand says whether the operand is evaluated (C11 6.5.3.4p2), so it is found first.
    pub fn sizeof_expr(&mut self, of: &SyntaxExpr, span: Span) -> Res<Operand> {
        let operand = self.unevaluated(|this| this.operand(of))?;
        if let Some(width) = self.width_of_result(of, operand)? {
            if matches!(of.kind, SyntaxExprKind::Member(..) | SyntaxExprKind::Arrow(..)) {
                return self.error("'sizeof' of a bit-field", span);
            }
            // gcc's type of the value has the bit-field's width, and the smallest size that holds it.
            let bytes = width.div_ceil(8).next_power_of_two();
            return Ok(Operand::Value(self.int_constant(i128::from(bytes), self.basic.size_t)));
        }
        let mut ty = self.operand_type(operand).ty;
        if self.size_varies(ty) && self.quiet == 0 {
            let operand = self.operand(of)?;
            ty = self.operand_type(operand).ty;
        }
        Ok(Operand::Value(self.size_expr(ty, span)?))
    }

    /// The width of the bit-field whose value an expression is without promotion: the bit-field itself, the value of an
    /// assignment to it (C11 6.5.16p3), the last operand of a comma.
    fn width_of_result(&mut self, of: &SyntaxExpr, operand: Operand) -> Res<Option<u32>> {
        match &of.kind {
            SyntaxExprKind::Binary(BinaryOperator::Comma, _, b) => {
                let operand = self.unevaluated(|this| this.operand(b))?;
                self.width_of_result(b, operand)
            }
            SyntaxExprKind::Assign(_, to, _)
            | SyntaxExprKind::PreIncrement(to, _)
            | SyntaxExprKind::PostIncrement(to, _) => {
                let to = self.unevaluated(|this| this.operand(to))?;
                Ok(self.width_of_place(to))
            }
            _ => Ok(self.width_of_place(operand)),
        }
    }

    fn width_of_place(&self, operand: Operand) -> Option<u32> {
        let Operand::Place(lvalue) = operand else { return None };
        self.bit_width(lvalue.place)
    }

    /// `sizeof(T)`. The sizes in a type name are evaluated when the result depends on them, as gcc does it.
    pub fn sizeof_type(&mut self, name: &TypeName, span: Span) -> Res<Operand> {
        let mut ty = self.unevaluated(|this| this.type_name_of(name))?.ty;
        if self.size_varies(ty) && self.quiet == 0 {
            ty = self.type_name_of(name)?.ty;
        }
        Ok(Operand::Value(self.size_expr(ty, span)?))
    }

    /// The type that `typeof e` means.
    pub fn typeof_expr(&mut self, of: &SyntaxExpr) -> Res<Qualified> {
        let operand = self.unevaluated(|this| this.operand(of))?;
        let ty = self.operand_type(operand);
        if !self.is_variably_modified(ty.ty) || self.quiet > 0 {
            return Ok(ty);
        }
        let operand = self.operand(of)?;
        Ok(self.operand_type(operand))
    }

    /// Goes on only where no dimension, from the innermost on, makes the array larger than an object can be.
    fn refuse_large_dimensions(&mut self, ty: TypeId, span: Span) -> Res<()> {
        let (of, length) = match *self.program.types.get(ty) {
            Type::VariableArray(of, number) => (of.ty, self.vla_sizes[number as usize].0),
            Type::Array(of, Some(length)) if self.size_varies(of.ty) => {
                (of.ty, self.int_constant(i128::from(length), self.basic.size_t))
            }
            _ => return Ok(()),
        };
        self.refuse_large_dimensions(of, span)?;
        let element = self.size_expr(of, span)?;
        let (_, too_large) = self.product(length, element);
        if self.asks_here(Check::VlaLength) {
            let next = self.node();
            self.violated_if(too_large, Check::VlaLength, next, span);
        } else {
            self.refuse_large_array(length, too_large, span);
        }
        Ok(())
    }

    /// `T a[n];`
    pub fn variable_array_local(&mut self, name: Symbol, ty: Qualified, span: Span) -> Res<()> {
        let Type::VariableArray(of, _) = *self.program.types.get(ty.ty) else { return Ok(()) };
        let mut element = of;
        while let Type::VariableArray(of, _) | Type::Array(of, _) = *self.program.types.get(element.ty) {
            element = of;
        }
        let pointer = self.program.types.pointer(element);
        let text = self.text(name).to_string();
        let var = self.variable(text, pointer, VarKind::Local, span);
        self.program.functions[self.fun.id].locals.push(var);
        self.emit(Op::Declare { var, zeroed: false }, span);
        self.refuse_large_dimensions(ty.ty, span)?;
        let size = self.size_expr(ty.ty, span)?;
        let place = self.var_place(var);
        self.emit(Op::Intrinsic { which: Intrinsic::Alloca, args: vec![size], result: Some(place) }, span);
        self.opens(ScopeEnd::Array(var));
        self.scopes.declare(name, Entity::Vla(var, ty));
        Ok(())
    }
}
