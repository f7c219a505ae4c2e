//! Functions: the state of one under construction, and the lowering of a definition.

use super::function_state::{FunctionState, new_node};
use super::{Lower, Res};
use crate::ast::{self, Derived, FunctionDefinition, Symbol};
use crate::sema::declare::Base;
use crate::sema::scope::Entity;
use cairn_base::Span;
use cairn_base::id::Id;
use cairn_ir::program::Body;
use cairn_ir::types::FunctionType;
use cairn_ir::{FunctionId, Op, Type, TypeId, VarId, VarKind};

impl Lower<'_> {
    /// Starts a function's automaton; the one around it waits.
    pub fn begin_function(&mut self, id: FunctionId, name: Option<Symbol>) -> FunctionType {
        let ty = self.function_type(self.program.functions[id].ty);
        let entry = self.program.nodes.push(new_node(id));
        let exit = self.program.nodes.push(new_node(id));
        self.fixed.extend([true, true]);
        let mut state = FunctionState::new(id, entry, exit);
        state.name = name;
        state.variadic = ty.variadic;
        self.outer.push(std::mem::replace(&mut self.fun, state));
        if ty.result != self.basic.void {
            let span = self.program.functions[id].span;
            let result = self.variable("<result>".into(), ty.result, VarKind::Return, span);
            self.fun.result = Some(result);
            self.program.functions[id].result = Some(result);
            self.program.functions[id].locals.push(result);
        }
        self.program.functions[id].body = Some(Body { entry, exit });
        ty
    }

    /// Ends a function's automaton: goes to its exit, resolves its labels.
    pub fn end_function(&mut self, span: Span) -> Res<()> {
        let exit = self.fun.exit;
        self.jump(exit, span);
        let result = self.finish_labels();
        self.hoist(span);
        if let Some(outer) = self.outer.pop() {
            self.fun = outer;
        }
        result
    }

    /// Begins the lifetimes of the locals whose declarations are jumped over at the function's entry.
    fn hoist(&mut self, span: Span) {
        let vars = std::mem::take(&mut self.fun.hoisted);
        let Some(body) = self.program.functions[self.fun.id].body else { return };
        let mut entry = body.entry;
        for var in vars.into_iter().rev() {
            let before = self.program.nodes.push(new_node(self.fun.id));
            self.fixed.push(true);
            self.edge(before, entry, Op::Declare { var, zeroed: false }, span);
            entry = before;
        }
        self.program.functions[self.fun.id].body = Some(Body { entry, exit: body.exit });
    }

    pub fn function_type(&self, ty: TypeId) -> FunctionType {
        match self.program.types.get(ty) {
            Type::Function(function) => function.clone(),
            _ => FunctionType { result: self.basic.int, params: Vec::new(), variadic: false, prototype: false },
        }
    }

    /// Lowers the definition of a function at file scope, or nested in another.
    pub fn function_definition(&mut self, def: &FunctionDefinition) -> Res<()> {
        let Some(name) = def.declarator.name else {
            return self.error("the definition of a function needs a name", def.declarator.span);
        };
        // The parameters' scope holds what the specifiers and the parameter list declare beside the function itself;
        // tags declared in the specifiers belong to the scope around it.
        let base = self.specifiers(&def.specifiers)?;
        let mut attributes: Vec<&ast::Attribute> = def.specifiers.attributes.iter().collect();
        attributes.extend(&def.declarator.attributes);
        let Some(Derived::Function { params, identifiers, .. }) = def.declarator.derived.first() else {
            return self.error(format!("'{}' is not a function", self.text(name)), def.declarator.span);
        };
        self.scopes.enter();
        let result = self.definition_in_scope(def, name, base, params, identifiers, &attributes);
        self.scopes.leave();
        result
    }

    fn definition_in_scope(
        &mut self,
        def: &FunctionDefinition,
        name: Symbol,
        base: Base,
        params: &[ast::Parameter],
        identifiers: &[Symbol],
        attributes: &[&ast::Attribute],
    ) -> Res<()> {
        let known = self.exotic.len();
        let mut ty = self.derive(base.ty, &def.declarator.derived, def.declarator.span)?.ty;
        let old_style = self.old_style_types(def, identifiers)?;
        if !identifiers.is_empty() {
            let mut function = self.function_type(ty);
            function.params = old_style.iter().map(|(_, ty)| self.promoted_param(ty.ty)).collect();
            ty = self.program.types.intern(Type::Function(function));
        } else if params.is_empty() {
            // `int f() { … }` has no parameters, whatever its type says to a caller.
            let mut function = self.function_type(ty);
            function.params.clear();
            ty = self.program.types.intern(Type::Function(function));
        }
        let nested = !self.outer.is_empty();
        let depth_of_function = self.scopes.depth();
        let id = self.define_function(name, ty, &def.specifiers, attributes, def.declarator.span, nested)?;
        debug_assert_eq!(depth_of_function, self.scopes.depth());
        let Some(id) = id else { return Ok(()) };
        let function = self.begin_function(id, Some(name));
        if let Some(what) = self.refused_functions.get(&id) {
            let what = what.clone();
            self.unsupported(what, def.declarator.span);
        }
        if base.exotic || self.exotic.len() > known {
            self.unsupported("a complex or vector type", def.declarator.span);
        }
        let result = self.body(def, params, &old_style, &function);
        // A function that failed half-way must still be left.
        let end = Span::new(def.span.end.saturating_sub(1), def.span.end);
        let ended = self.end_function(end);
        result.and(ended)
    }

    /// The declared types of K&R style parameters, in the order of the list.
    fn old_style_types(
        &mut self,
        def: &FunctionDefinition,
        identifiers: &[Symbol],
    ) -> Res<Vec<(Symbol, cairn_ir::Qualified)>> {
        let mut types: Vec<_> = identifiers.iter().map(|name| (*name, self.basic.int.into())).collect();
        for declaration in &def.old_style_params {
            let base = self.specifiers(&declaration.specifiers)?;
            for init in &declaration.declarators {
                let ty = self.declared_param(base, &init.declarator)?;
                let Some(slot) = types.iter_mut().find(|(name, _)| Some(*name) == init.declarator.name) else {
                    return self.error("declaration of a parameter that is not in the list", init.span);
                };
                slot.1 = ty;
            }
        }
        Ok(types)
    }

    fn body(
        &mut self,
        def: &FunctionDefinition,
        params: &[ast::Parameter],
        old_style: &[(Symbol, cairn_ir::Qualified)],
        function: &FunctionType,
    ) -> Res<()> {
        let id = self.fun.id;
        if old_style.is_empty() {
            for (position, ty) in function.params.iter().enumerate() {
                let Some(param) = params.get(position) else { break };
                let base = self.specifiers(&param.specifiers)?;
                let adjusted = self.declared_param(base, &param.declarator)?;
                let ty = if self.is_variably_modified(adjusted.ty) { adjusted.ty } else { *ty };
                let span = param.declarator.span;
                let name = param.declarator.name;
                let var = self.param(position, name, ty, span);
                self.program.functions[id].params.push(var);
                self.note_constant(var, cairn_ir::Qualified { ty, ..adjusted });
                if let Some(name) = name {
                    self.scopes.declare(name, Entity::Var(var, cairn_ir::Qualified { ty, ..adjusted }));
                }
            }
        } else {
            for (position, (name, ty)) in old_style.iter().enumerate() {
                let passed = function.params[position];
                let span = def.declarator.span;
                let var = self.param(position, Some(*name), passed, span);
                self.program.functions[id].params.push(var);
                if passed == ty.ty {
                    self.note_constant(var, *ty);
                    self.scopes.declare(*name, Entity::Var(var, *ty));
                    continue;
                }
                // `f(c) char c;` is passed an int.
                let local = self.variable(self.text(*name).to_string(), ty.ty, VarKind::Local, span);
                self.program.functions[id].locals.push(local);
                self.emit(Op::Declare { var: local, zeroed: false }, span);
                let from = self.var_place(var);
                let value = self.load(from);
                let value = self.cast(value, ty.ty);
                let to = self.var_place(local);
                self.store(to, value, span);
                self.scopes.declare(*name, Entity::Var(local, *ty));
            }
        }
        if function.result != self.basic.void && self.program.types.size_of(function.result).is_none() {
            return self.error("the function returns an incomplete type", def.declarator.span);
        }
        self.block(&def.body)?;
        if self.program.functions[id].name == "main"
            && let Some(result) = self.fun.result
            && self.program.types.scalar(function.result).is_some()
        {
            let zero = self.zero(function.result);
            let place = self.var_place(result);
            self.store(place, zero, Span::new(def.span.end.saturating_sub(1), def.span.end));
        }
        Ok(())
    }

    fn param(&mut self, position: usize, name: Option<Symbol>, ty: TypeId, span: Span) -> VarId {
        let name = name.map_or_else(|| format!("<parameter {}>", position + 1), |n| self.text(n).to_string());
        self.variable(name, ty, VarKind::Param(u32::try_from(position).unwrap_or(u32::MAX)), span)
    }

    /// Index of a node, for the tables beside the arena.
    pub fn is_start(&self) -> bool {
        self.fun.id.index() == 0
    }
}
