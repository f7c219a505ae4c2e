//! Calls: of functions of the program, through pointers, of the library.
//!
//! The function's designator is evaluated first, then the arguments from the last to the first, as gcc does on x86.

use super::assign::Want;
use super::operand::{LValue, Operand};
use super::{Lower, Res};
use crate::ast::{Symbol, SyntaxExpr, SyntaxExprKind, strip};
use crate::library::call::LibraryCall;
use crate::library::{self, Action, Known};
use crate::sema::scope::Entity;
use cairn_base::Span;
use cairn_ir::types::{FunctionType, Type};
use cairn_ir::{CallSite, ExprId, ExprKind as IrKind, FunctionId, NondetSource, Op, PlaceKind, TypeId, VarId, VarKind};
use cairn_transform::instrumentation;

impl Lower<'_> {
    /// True when some unit of the program defines the function that a name means here.
    pub fn has_body(&self, name: Symbol) -> bool {
        self.defined_here.contains(&name) || self.defined.contains(&self.symbol_of(name))
    }

    /// A call. With [`Want::Into`] the result has been written when this returns.
    pub fn call(&mut self, callee: &SyntaxExpr, args: &[SyntaxExpr], span: Span, want: Want) -> Res<Operand> {
        if let Some(value) = self.folded_call(callee, args) {
            return Ok(Operand::Value(value));
        }
        if self.constant == 0 || self.quiet > 0 {
            // Evaluated, or looked at for its type.
        } else if !matches!(&strip(callee).kind, SyntaxExprKind::Name(name) if library::folds(self.text(*name))) {
            self.must_be_evaluated(span)?;
        }
        if let SyntaxExprKind::Name(name) = strip(callee).kind {
            let entity = self.scopes.name(name);
            // The library's function is the library's at its second call too, when the prelude has its body.
            let is_preludes = !self.defined_here.contains(&name) && self.demanded.contains(&self.symbol_of(name));
            if matches!(entity, None | Some(Entity::Function(_))) && (is_preludes || !self.has_body(name)) {
                let function = match entity {
                    Some(Entity::Function(function)) => Some(function),
                    _ => None,
                };
                let text = self.text(self.library_name(name)).to_string();
                if let Some(function) = self.own_allocator(&text) {
                    return self.direct_call(function, args, span, want);
                }
                if let Some(known) = library::lookup(&text)
                    && self.is_librarys(&known, function)
                {
                    if let Some(own) = self.own_builtin(&known, &text, span) {
                        return self.direct_call(own, args, span, want);
                    }
                    return self.known_call(&known, &text, name, function, args, span, want);
                }
                if function.is_none() && text.starts_with("__builtin_") {
                    self.unsupported(format!("the builtin function '{text}'"), span);
                    return Ok(self.phantom(self.basic.int, span));
                }
            }
            if entity.is_none() {
                self.implicit_function(name, span)?;
            }
        }
        if let SyntaxExprKind::Name(name) = strip(callee).kind
            && let Some(Entity::Function(function)) = self.scopes.name(name)
            && self.is_watched_alias(name, function)
        {
            let ty = self.function_type(self.program.functions[function].ty);
            let args = self.arguments(args, &ty, span)?;
            let text = self.text(name).to_string();
            self.mark_call(&text, span);
            return self.call_function(function, args, span, want);
        }
        let operand = self.operand(callee)?;
        if let Operand::Function(function) = operand {
            return self.direct_call(function, args, span, want);
        }
        let pointer = self.value(operand, callee.span)?;
        if let IrKind::FunctionAddress(function) = self.program.exprs[pointer].kind {
            return self.direct_call(function, args, span, want);
        }
        let ty = match self.program.types.get(self.type_of(pointer)) {
            Type::Pointer(to) => to.ty,
            _ => return self.error("what is called is no function", span),
        };
        if !self.is_function(ty) {
            return self.error("what is called is no function", span);
        }
        let ty = self.function_type(ty);
        let pointer = if args.iter().all(|arg| self.quick(arg)) { pointer } else { self.save(pointer, span) };
        let args = self.arguments(args, &ty, span)?;
        self.evaluated(&args, true, span);
        if self.dead() {
            return self.finish_call(ty.result, None, span, want);
        }
        let result = self.result_variable(ty.result, span, want);
        let site = self.program.calls.push(CallSite { callee: None, args, result });
        self.emit(Op::CallPointer { site, pointer }, span);
        self.finish_call(ty.result, result, span, want)
    }

    /// The program's own function that a builtin is a call of: `__builtin_abort` where the program defines `abort`.
    /// Arithmetic, and what only a compiler can do, is never the program's.
    fn own_builtin(&mut self, known: &Known, text: &str, span: Span) -> Option<FunctionId> {
        let plain = text.strip_prefix("__builtin_").filter(|_| !library::folds(text))?;
        if matches!(known.action, Action::Special(_) | Action::Alloca | Action::Atomic(_) | Action::Overflow(..)) {
            return None;
        }
        let symbol = self.symbols.intern(plain);
        if !self.defined.contains(&symbol) || self.in_prelude || self.demanded.contains(&symbol) {
            return None;
        }
        let ty = self.known_type(known, None);
        Some(self.extern_function(symbol, &ty, span))
    }

    fn direct_call(&mut self, function: FunctionId, args: &[SyntaxExpr], span: Span, want: Want) -> Res<Operand> {
        let ty = self.function_type(self.program.functions[function].ty);
        let args = self.arguments(args, &ty, span)?;
        self.call_function(function, args, span, want)
    }

    /// Calls a function with arguments that are evaluated.
    pub fn call_function(&mut self, function: FunctionId, args: Vec<ExprId>, span: Span, want: Want) -> Res<Operand> {
        let ty = self.function_type(self.program.functions[function].ty);
        if let Some(what) = self.refused_functions.get(&function) {
            let what = what.clone();
            self.unsupported(what, span);
        }
        // A nested or static function has its body; so has one that another unit defines.
        let has_body = self.program.functions[function].body.is_some() || self.is_defined(function);
        let named = if has_body { ty.params.len().min(args.len()) } else { 0 };
        self.evaluated(&args[named..], true, span);
        if !has_body {
            return self.undefined_call(function, args, ty.result, span, want);
        }
        if self.dead() {
            return self.finish_call(ty.result, None, span, want);
        }
        let result = self.result_variable(ty.result, span, want);
        let site = self.program.calls.push(CallSite { callee: Some(function), args, result });
        self.emit(Op::Call(site), span);
        self.finish_call(ty.result, result, span, want)
    }

    /// Computes values that nobody may use, where somebody asks what is undefined. `reads`: reads of variables count.
    pub fn evaluated(&mut self, values: &[ExprId], reads: bool, span: Span) {
        if !self.program.outside.evaluates || self.in_prelude || self.constant > 0 || self.quiet > 0 || self.dead() {
            return;
        }
        for value in values {
            if instrumentation::may_be_undefined(&self.program, *value, reads) {
                self.save(*value, span);
            }
        }
    }

    /// The variable that takes a call's result.
    pub fn result_variable(&mut self, ty: TypeId, span: Span, want: Want) -> Option<VarId> {
        if ty == self.basic.void {
            return None;
        }
        match want {
            Want::Nothing => None,
            Want::Into(lvalue) if lvalue.ty.ty == ty => Some(match self.own_variable(lvalue) {
                Some(var) => var,
                None => self.temp(ty, span),
            }),
            _ => Some(self.temp(ty, span)),
        }
    }

    /// The local variable that a place is.
    fn own_variable(&self, lvalue: LValue) -> Option<VarId> {
        let PlaceKind::Var(var) = self.program.exprs[lvalue.place].kind else { return None };
        let kind = self.program.vars[var].kind;
        matches!(kind, VarKind::Local | VarKind::Temp | VarKind::Param(_)).then_some(var)
    }

    pub fn finish_call(&mut self, ty: TypeId, result: Option<VarId>, span: Span, want: Want) -> Res<Operand> {
        let operand = match result {
            _ if ty == self.basic.void => {
                if let Want::Into(_) = want {
                    return self.error("a void expression is used as a value", span);
                }
                return Ok(Operand::Void);
            }
            Some(var) => {
                let lvalue = self.var_lvalue(var);
                if let Want::Into(to) = want
                    && to.place == lvalue.place
                {
                    return Ok(Operand::Place(to));
                }
                if self.is_record(ty) { Operand::Place(lvalue) } else { Operand::Value(self.load(lvalue.place)) }
            }
            None if self.program.types.size_of(ty).is_none() => {
                return self.error("the function returns an incomplete type", span);
            }
            None if self.quiet > 0 => {
                // In `sizeof f()` the value is not a constant.
                let temp = self.temp(ty, span);
                Operand::Place(self.var_lvalue(temp))
            }
            None => self.phantom(ty, span),
        };
        self.deliver(operand, span, want)
    }

    /// Writes a result where it is wanted.
    pub fn deliver(&mut self, operand: Operand, span: Span, want: Want) -> Res<Operand> {
        if let Want::Into(to) = want {
            let value = self.value(operand, span)?;
            let value = self.convert(value, to.ty.ty, span)?;
            self.store(to.place, value, span);
            return Ok(Operand::Place(to));
        }
        Ok(operand)
    }

    /// Evaluates and converts the arguments of a call.
    pub fn arguments(&mut self, args: &[SyntaxExpr], ty: &FunctionType, span: Span) -> Res<Vec<ExprId>> {
        self.arguments_of(args, ty, true, span)
    }

    /// The same; a builtin that takes any type (`__builtin_isnormal`) is given its arguments as they are.
    fn arguments_of(&mut self, args: &[SyntaxExpr], ty: &FunctionType, promote: bool, span: Span) -> Res<Vec<ExprId>> {
        if ty.prototype && args.len() < ty.params.len() {
            return self.error("too few arguments to the function", span);
        }
        if ty.prototype && args.len() > ty.params.len() && !ty.variadic {
            return self.error("too many arguments to the function", span);
        }
        let quick: Vec<bool> = args.iter().map(|arg| self.quick(arg)).collect();
        let mut values = Vec::with_capacity(args.len());
        for (position, arg) in args.iter().enumerate().rev() {
            let value = self.rvalue(arg)?;
            // A parameter of a K&R definition is not known to its caller.
            let value = match ty.params.get(position) {
                Some(param) if ty.prototype => self.argument(value, *param, arg.span)?,
                _ if promote => self.promote_argument(value),
                _ => value,
            };
            let disturbed = quick[..position].iter().any(|quick| !quick);
            values.push(if disturbed { self.save(value, arg.span) } else { value });
        }
        values.reverse();
        Ok(values)
    }

    /// Converts an argument; a member of a transparent union is wrapped.
    fn argument(&mut self, value: ExprId, to: TypeId, span: Span) -> Res<ExprId> {
        if let Type::Record(record) = *self.program.types.get(to)
            && self.program.types.records[record].is_union
            && self.is_scalar(self.type_of(value))
        {
            let from = self.type_of(value);
            let fields = self.program.types.fields(to).unwrap_or(&[]);
            let exact = fields.iter().position(|f| f.ty == from);
            let pointer = self.is_pointer(from) || self.is_null(value);
            let index = exact.or_else(|| fields.iter().position(|f| pointer && self.is_pointer(f.ty)));
            if let Some(index) = index {
                let temp = self.temp(to, span);
                let union = self.var_lvalue(temp);
                let member = self.field(union, index as u32);
                let value = self.convert(value, member.ty.ty, span)?;
                self.store(member.place, value, span);
                return Ok(self.load(union.place));
            }
        }
        self.convert(value, to, span)
    }

    /// A function without a body. What the call may do is decided when the whole program is there: see
    /// [`cairn_ir::external`].
    fn undefined_call(
        &mut self,
        function: FunctionId,
        args: Vec<ExprId>,
        ty: TypeId,
        span: Span,
        want: Want,
    ) -> Res<Operand> {
        if ty != self.basic.void && self.program.types.size_of(ty).is_none() {
            return self.error("the function returns an incomplete type", span);
        }
        if self.hosted {
            let name = self.program.functions[function].name.clone();
            self.unsupported(format!("a call of '{name}', which has no body,"), span);
        }
        if self.dead() {
            return self.finish_call(ty, None, span, want);
        }
        // The choice is made even when nobody looks at it, so that a list of inputs stays in step.
        let wanted = if want == Want::Nothing { Want::Value } else { want };
        let result = self.result_variable(ty, span, wanted);
        self.call_without_body(function, args, result, span);
        if self.noreturn.contains(&function) {
            self.stop(Op::Halt, span);
        }
        self.finish_call(ty, result, span, want)
    }

    /// The call of a function without a body, by itself.
    pub fn call_without_body(&mut self, function: FunctionId, args: Vec<ExprId>, result: Option<VarId>, span: Span) {
        let site = self.program.calls.push(CallSite { callee: Some(function), args, result });
        self.emit(Op::Call(site), span);
    }

    /// True for another name of a function, by which the property is about calls. The automata know one name of each.
    pub fn is_watched_alias(&self, name: Symbol, function: FunctionId) -> bool {
        let text = self.text(name);
        self.program.outside.watched.contains_key(text)
            && self.symbol_of(name) != name
            && self.program.functions[function].name != text
    }

    /// Marks the call of a library function for the specification, if the property is about it. What the library does
    /// itself is no call of the program.
    pub fn mark_call(&mut self, name: &str, span: Span) {
        if self.dead() || self.constant > 0 || self.in_prelude {
            return;
        }
        if let Some(function) = self.program.outside.watches(name) {
            self.emit(Op::mark_call(&function), span);
        }
    }

    /// Any value of a type, from a source.
    pub fn any_value(&mut self, ty: TypeId, source: NondetSource, span: Span, want: Want) -> Res<Operand> {
        if ty == self.basic.void {
            return self.finish_call(ty, None, span, want);
        }
        if self.program.types.size_of(ty).is_none() {
            return self.error("the function returns an incomplete type", span);
        }
        if let Want::Into(to) = want
            && to.ty.ty == ty
        {
            self.emit(Op::Havoc { place: to.place, source }, span);
            return Ok(Operand::Place(to));
        }
        // The choice is made even when nobody looks at it, so that a list of inputs stays in step.
        let temp = self.temp(ty, span);
        let lvalue = self.var_lvalue(temp);
        self.emit(Op::Havoc { place: lvalue.place, source }, span);
        if want == Want::Nothing {
            return Ok(Operand::Void);
        }
        let operand = if self.is_record(ty) { Operand::Place(lvalue) } else { Operand::Value(self.load(lvalue.place)) };
        self.deliver(operand, span, want)
    }

    /// The program's own `malloc` and kin, which `__builtin_malloc` calls, and so does the library.
    fn own_allocator(&mut self, text: &str) -> Option<FunctionId> {
        let plain = text.strip_prefix("__builtin_")?;
        let known = matches!(plain, "malloc" | "calloc" | "realloc" | "free").then(|| library::lookup(plain))??;
        let symbol = self.symbols.find(plain).filter(|symbol| self.defined.contains(symbol))?;
        let ty = self.known_type(&known, None);
        Some(self.extern_function(symbol, &ty, Span::NONE))
    }

    /// False when the program declares a function of a known name in a way that the library's is not.
    fn is_librarys(&mut self, known: &Known, function: Option<FunctionId>) -> bool {
        let Some(function) = function else { return true };
        let declared = self.function_type(self.program.functions[function].ty);
        self.is_declared_as(known, &declared)
    }

    /// A call of a function of the table, which has no body in the program.
    #[allow(clippy::too_many_arguments)]
    fn known_call(
        &mut self,
        known: &Known,
        text: &str,
        name: Symbol,
        function: Option<FunctionId>,
        args: &[SyntaxExpr],
        span: Span,
        want: Want,
    ) -> Res<Operand> {
        // An assumption is seen as a call with an argument when that matters, since it may block behind the call.
        let is_ordinary = known.action == Action::Assume && self.program.outside.watches(text).is_some();
        if !is_ordinary && let Some(operand) = self.special_form(known, text, args, span)? {
            self.mark_call(text, span);
            return self.deliver(operand, span, want);
        }
        let ty = match function {
            Some(function) if !text.starts_with("__builtin_") => {
                let declared = self.function_type(self.program.functions[function].ty);
                if declared.prototype { declared } else { self.known_type(known, Some(&declared)) }
            }
            _ => self.known_type(known, None),
        };
        let fits = args.len() == ty.params.len() || (ty.variadic && args.len() > ty.params.len());
        let declared = function.is_some_and(|f| self.function_type(self.program.functions[f].ty).prototype);
        if ty.prototype && !fits && !declared {
            // gcc warns of an implicit declaration and calls all the same.
            let message = format!("'{text}' is called with {} arguments", args.len());
            self.unsupported(message, span);
            return self.finish_call(ty.result, None, span, want);
        }
        let generic = known.signature.is_empty() && !ty.prototype;
        let args = self.arguments_of(args, &ty, !generic, span)?;
        self.known_function(&LibraryCall { known, name: text, symbol: name, function, ty: &ty, args, span, want })
    }
}
