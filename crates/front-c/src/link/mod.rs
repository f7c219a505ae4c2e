//! Linkage: which object or function a name means, in one unit and over all of them (C11 6.2.2, 6.9.2).
//!
//! All units are lowered into one program, so that linking is a table of the names with external linkage: a declaration
//! finds the object or makes it, a definition claims it. What remains to be done when all units are in is in
//! [`finish`]. Where the declarations of two units do not agree, see [`views`].

mod arguments;
mod conflicting_declarations;
pub(crate) mod entry;
mod environment;
mod finish;
mod inline;
mod library_objects;
pub(crate) mod linkage;
mod merge;
mod missing_bodies;
mod registers;
mod retype;
mod start_function;
pub(crate) mod symbols;

use self::linkage::{Definition, Global};
use crate::ast::{Attribute, ExternalDeclaration, Initializer, Specifiers, StorageClass, Symbol, TranslationUnit};
use crate::lower::operand::LValue;
use crate::lower::{Lower, Res};
use crate::sema::scope::Entity;
use cairn_base::{Diagnostic, Span};
use cairn_ir::types::{FunctionType, Qualified, Type};
use cairn_ir::{Function, FunctionId, Op, TypeId, VarKind};

impl Lower<'_> {
    /// Lowers one unit; errors are gathered.
    pub fn unit(&mut self, unit: TranslationUnit) {
        self.begin_unit();
        self.linkage.views.units += 1;
        self.scopes.enter();
        for item in unit.items {
            let result = match &item {
                ExternalDeclaration::Function(function) => self.function_definition(function),
                ExternalDeclaration::Declaration(declaration) => self.file_declaration(declaration),
                ExternalDeclaration::StaticAssert(assert) => self.static_assert(assert),
                ExternalDeclaration::Asm(text, span) => {
                    if !text.iter().all(u8::is_ascii_whitespace) {
                        self.linkage.refused.push(("assembler at file scope".into(), *span));
                    }
                    Ok(())
                }
                ExternalDeclaration::Pragma(crate::ast::PragmaKind::Refused(what), span) => {
                    self.linkage.refused.push((what.clone(), *span));
                    Ok(())
                }
                ExternalDeclaration::Pragma(..) => Ok(()),
            };
            if let Err(error) = result {
                self.errors.push(*error);
                if self.errors.len() >= 20 {
                    break;
                }
            }
            drop(item);
        }
        self.scopes.leave();
    }

    /// The function of this name with external linkage.
    fn external_function(&self, name: &str) -> Option<FunctionId> {
        match self.linkage.externs.get(&self.symbols.find(name)?)?.entity {
            Entity::Function(function) => Some(function),
            _ => None,
        }
    }

    fn conflict<T>(&self, name: Symbol, what: &str, span: Span, before: Span) -> Res<T> {
        Err(Box::new(
            Diagnostic::error(format!("{what} '{}'", self.text(name)), span)
                .with_note("the earlier one is here", before),
        ))
    }

    fn new_function(&mut self, name: Symbol, ty: TypeId, span: Span) -> FunctionId {
        let name = self.text(name).to_string();
        self.program.functions.push(Function {
            name,
            ty,
            params: Vec::new(),
            locals: Vec::new(),
            result: None,
            rest: None,
            body: None,
            address_taken: false,
            external: false,
            span,
        })
    }

    /// The function of this name that is visible or has external linkage.
    fn known_linked(&self, name: Symbol, is_static: bool) -> Option<Global> {
        match self.scopes.name(name) {
            Some(entity @ Entity::Function(function)) => {
                Some(Global { entity, span: self.program.functions[function].span })
            }
            Some(entity @ Entity::Var(var, _)) if self.linkage.vars.contains_key(&var) => {
                Some(Global { entity, span: self.program.vars[var].span })
            }
            _ => {
                let symbol = self.symbol_of(name);
                if is_static && symbol == name {
                    return None;
                }
                self.linked_here(name).or_else(|| self.linkage.externs.get(&symbol).copied())
            }
        }
    }

    pub fn declare_function(&mut self, name: Symbol, ty: TypeId, is_static: bool, span: Span) -> Res<FunctionId> {
        if let Some(entity) = self.scopes.name_here(name)
            && !matches!(entity, Entity::Function(_))
        {
            return self.error(format!("'{}' is declared as another kind of symbol", self.text(name)), span);
        }
        let function = match self.known_linked(name, is_static) {
            Some(Global { entity: Entity::Function(function), span: before }) => {
                self.unify_function(name, function, ty, span, before)?
            }
            Some(global) => return self.conflict(name, "conflicting declaration of", span, global.span),
            None => {
                let function = self.linked_function(name, ty, is_static, span);
                self.linkage.functions.insert(function, (Definition::Declared, span));
                function
            }
        };
        self.scopes.declare(name, Entity::Function(function));
        self.note_here(name, Entity::Function(function));
        Ok(function)
    }

    /// A second declaration: the composite type, or an error; what this unit calls the function.
    fn unify_function(
        &mut self,
        name: Symbol,
        function: FunctionId,
        ty: TypeId,
        span: Span,
        before: Span,
    ) -> Res<FunctionId> {
        let old = self.program.functions[function].ty;
        if old == ty {
            return Ok(function);
        }
        let is_here = self.is_here(name, Entity::Function(function));
        let implicit = is_here && self.linkage.implicit.remove(&function).is_some();
        if implicit || self.in_prelude {
            self.program.functions[function].ty = ty;
            return Ok(function);
        }
        let fits = self.compatible(old, ty) || self.old_style_fits(old, ty);
        let (old_type, new_type) = (self.function_type(old), self.function_type(ty));
        // With `asm("stat64")` a header gives `stat` the symbol of another function, which may be declared as well.
        let seen = matches!(self.scopes.name(name), Some(Entity::Function(known)) if known == function);
        let other_name = self.symbol_of(name) != name || !seen;
        if (!is_here || other_name && !fits) && (!fits || (old_type.prototype && !new_type.prototype)) {
            return Ok(self.function_view(name, function, ty, span));
        }
        if !fits {
            return self.conflict(name, "conflicting types for", span, before);
        }
        if new_type.prototype && !old_type.prototype {
            self.program.functions[function].ty = ty;
        }
        Ok(function)
    }

    /// Same number of parameters of which only qualifiers or incomplete arrays differ, which gcc lets pass.
    fn old_style_fits(&self, a: TypeId, b: TypeId) -> bool {
        let (a, b) = (self.function_type(a), self.function_type(b));
        a.result == b.result
            && a.variadic == b.variadic
            && a.params.len() == b.params.len()
            && a.params.iter().zip(&b.params).all(|(a, b)| self.compatible(*a, *b) || self.same_array_pointers(*a, *b))
    }

    fn same_array_pointers(&self, a: TypeId, b: TypeId) -> bool {
        let element = |ty| {
            self.program.types.pointee(ty).and_then(|to| match self.program.types.get(to) {
                Type::Array(of, _) | Type::VariableArray(of, _) => Some(of.ty),
                _ => None,
            })
        };
        matches!((element(a), element(b)), (Some(a), Some(b)) if self.compatible(a, b))
    }

    /// The definition of a function: `None` when another one stands instead (an `extern inline` one after the real).
    pub fn define_function(
        &mut self,
        name: Symbol,
        ty: TypeId,
        specifiers: &Specifiers,
        attributes: &[&Attribute],
        span: Span,
        nested: bool,
    ) -> Res<Option<FunctionId>> {
        if nested {
            let function = match self.scopes.name(name) {
                Some(Entity::Function(f)) if !self.linkage.functions.contains_key(&f) => f,
                _ => self.new_function(name, ty, span),
            };
            self.declare_around(name, function);
            return Ok(Some(function));
        }
        let gnu_inline = attributes.iter().any(|a| self.text(a.name) == "gnu_inline");
        let is_inline = specifiers.inline && (specifiers.storage == Some(StorageClass::Extern) || gnu_inline);
        // The scope of the parameters is open: the function belongs to the one around it.
        let is_static = specifiers.storage == Some(StorageClass::Static);
        let function = match self.known_linked(name, is_static) {
            Some(Global { entity: Entity::Function(function), span: before }) => {
                self.unify_function(name, function, ty, span, before)?
            }
            Some(global) => return self.conflict(name, "conflicting declaration of", span, global.span),
            None => self.linked_function(name, ty, is_static, span),
        };
        self.declare_around(name, function);
        self.note_here(name, Entity::Function(function));
        if specifiers.inline && specifiers.storage.is_none() && !gnu_inline && !self.in_prelude {
            self.program.outside.only_inline = true;
        }
        let replaceable = specifiers.inline || self.is_weak_here(name);
        let always = gnu_inline && attributes.iter().any(|a| self.text(a.name) == "always_inline");
        self.refuse_two_bodies(function, always, replaceable, span);
        if self.gives_way(name) {
            return Ok(None);
        }
        if !self.claim_function(name, function, replaceable) && replaceable {
            return Ok(None);
        }
        match self.linkage.functions.get(&self.linkage.views.function(function)) {
            Some((Definition::Full, before)) => {
                let before = *before;
                if is_inline || replaceable || self.in_prelude {
                    return Ok(None);
                }
                return self.conflict(name, "redefinition of", span, before);
            }
            Some((Definition::Inline, _)) if replaceable => return Ok(None),
            Some((Definition::Inline, _)) => {
                // The real definition replaces the inline one.
                let old = &mut self.program.functions[function];
                old.params.clear();
                old.locals.clear();
                old.result = None;
                old.rest = None;
            }
            _ => {}
        }
        let definition = if replaceable { Definition::Inline } else { Definition::Full };
        if self.in_prelude {
            self.linkage.library.insert(function);
        }
        self.linkage.functions.insert(function, (definition, span));
        // A definition in the old style does not take away the prototype of a declaration: calls are converted to it.
        let (old, new) = (self.function_type(self.program.functions[function].ty), self.function_type(ty));
        let keeps_prototype = old.prototype && !new.prototype && old.params.len() == new.params.len();
        let f = &mut self.program.functions[function];
        f.ty = if keeps_prototype { f.ty } else { ty };
        f.span = span;
        self.function_attributes(function, specifiers.noreturn, attributes)?;
        Ok(Some(function))
    }

    /// Declares a function in the scope around the parameters' one.
    fn declare_around(&mut self, name: Symbol, function: FunctionId) {
        self.scopes.leave();
        self.scopes.declare(name, Entity::Function(function));
        self.scopes.enter();
    }

    /// A call of a name that is not declared: `int name()`.
    pub fn implicit_function(&mut self, name: Symbol, span: Span) -> Res<()> {
        if let Some(Global { entity: entity @ Entity::Function(_), .. }) = self.linked_here(name) {
            self.scopes.declare(name, entity);
            return Ok(());
        }
        let ty = FunctionType { result: self.basic.int, params: Vec::new(), variadic: false, prototype: false };
        let ty = self.program.types.intern(Type::Function(ty));
        let function = match self.linkage.externs.get(&self.symbol_of(name)).map(|global| global.entity) {
            Some(Entity::Function(function)) => self.function_view(name, function, ty, span),
            _ => {
                let function = self.linked_function(name, ty, false, span);
                self.linkage.functions.insert(function, (Definition::Declared, span));
                function
            }
        };
        self.linkage.implicit.insert(function, span);
        self.scopes.declare(name, Entity::Function(function));
        self.note_here(name, Entity::Function(function));
        let text = self.text(name).to_string();
        self.warn(format!("implicit declaration of the function '{text}'"), span);
        Ok(())
    }

    /// The function of a name with external linkage, declared with a type when it is new.
    pub fn extern_function(&mut self, name: Symbol, ty: &FunctionType, span: Span) -> FunctionId {
        if let Some(Global { entity: Entity::Function(function), .. }) = self.linkage.externs.get(&name) {
            return *function;
        }
        let ty = self.program.types.intern(Type::Function(ty.clone()));
        let function = self.new_function(name, ty, span);
        self.linkage.functions.insert(function, (Definition::Declared, span));
        self.linkage.implicit.insert(function, span);
        self.linkage.externs.insert(name, Global { entity: Entity::Function(function), span });
        self.linkage.keys.insert(function, name);
        function
    }

    /// A variable at file scope, or `extern` in a block.
    pub fn linked_variable(
        &mut self,
        name: Symbol,
        ty: Qualified,
        storage: Option<StorageClass>,
        init: Option<&Initializer>,
        span: Span,
        file: bool,
    ) -> Res<()> {
        let is_static = storage == Some(StorageClass::Static);
        if ty.ty == self.basic.void {
            return self.error(format!("'{}' has the type void", self.text(name)), span);
        }
        if let Some(entity) = self.scopes.name_here(name)
            && !matches!(entity, Entity::Var(..))
        {
            return self.error(format!("'{}' is declared as another kind of symbol", self.text(name)), span);
        }
        let known = match self.known_linked(name, is_static) {
            // `extern` in a block that sees a local of the name means the global one.
            None if !is_static => {
                self.linked_here(name).or_else(|| self.linkage.externs.get(&self.symbol_of(name)).copied())
            }
            known => known,
        };
        let is_new = known.is_none();
        let var = match known {
            Some(Global { entity: Entity::Var(var, _), span: before }) => {
                let old = self.declared_type(var);
                let is_here = self.is_here(name, Entity::Var(var, ty)) && self.symbol_of(name) == name;
                if !self.compatible(old, ty.ty) {
                    if is_here {
                        return self.conflict(name, "conflicting types for", span, before);
                    }
                    self.var_view(name, var, ty.ty, span)
                } else {
                    // The composite type: an array's length or a record's members may be told later.
                    if self.program.types.size_of(old).is_none() {
                        self.program.vars[var].ty = ty.ty;
                    }
                    var
                }
            }
            Some(global) => return self.conflict(name, "conflicting declaration of", span, global.span),
            None => {
                let text = self.text(name).to_string();
                let outer = std::mem::take(&mut self.outer);
                let var = self.variable(text, ty.ty, VarKind::Static, span);
                self.outer = outer;
                self.program.vars[var].function = None;
                self.linkage.vars.insert(var, (Definition::Declared, span));
                let symbol = self.symbol_of(name);
                if !is_static || symbol != name {
                    self.linkage.externs.insert(symbol, Global { entity: Entity::Var(var, ty), span });
                    self.linkage.var_keys.insert(var, symbol);
                }
                var
            }
        };
        let complete = self.declared_type(var);
        if is_new {
            self.note_constant(var, ty);
        } else if !self.is_constant(ty) {
            // Where one file defines what may change, another's `const` is only how it sees it.
            self.program.outside.constants.remove(&var);
        }
        self.scopes.declare(name, Entity::Var(var, Qualified { ty: complete, ..ty }));
        if !is_static {
            self.note_here(name, Entity::Var(var, ty));
        }
        let before = self.linkage.vars.get(&var).copied();
        let weak = self.is_weak_here(name);
        let second = weak && matches!(before, Some((Definition::Full, _)));
        let (init, storage) =
            if self.gives_way(name) || second { (None, Some(StorageClass::Extern)) } else { (init, storage) };
        let state = match (init, storage) {
            (Some(_), _) => Definition::Full,
            (None, Some(StorageClass::Extern)) => Definition::Declared,
            (None, _) if file => Definition::Tentative,
            _ => Definition::Declared,
        };
        if state != Definition::Declared {
            self.claim_variable(name, var, state, span)?;
        }
        match before {
            Some((Definition::Full, before)) if state == Definition::Full => {
                return self.conflict(name, "redefinition of", span, before);
            }
            Some((Definition::Full, _)) => {}
            Some((Definition::Tentative, _)) if state == Definition::Declared => {}
            _ => {
                self.linkage.vars.insert(var, (state, span));
                if state != Definition::Declared {
                    self.program.vars[var].span = span;
                }
            }
        }
        if let Some(init) = init {
            if !self.is_scalar(complete) && self.program.types.size_of(complete).is_none() {
                return self.error(format!("'{}' has an incomplete type", self.text(name)), span);
            }
            self.initialize_static(var, Qualified { ty: complete, ..ty }, init)?;
        }
        Ok(())
    }

    /// Gives a function that only ends the program a body: `reach_error` and its kind.
    pub fn halting_body(&mut self, function: FunctionId, span: Span) {
        if self.program.functions[function].body.is_some() || self.quiet > 0 {
            return;
        }
        let ty = self.begin_function(function, None);
        self.plain_params(function, &ty, span);
        self.stop(Op::Halt, span);
        // Without labels there is nothing to fail.
        let _ = self.end_function(span);
    }

    pub fn plain_params(&mut self, function: FunctionId, ty: &FunctionType, span: Span) -> Vec<LValue> {
        let mut params = Vec::with_capacity(ty.params.len());
        for (position, ty) in ty.params.iter().enumerate() {
            let kind = VarKind::Param(u32::try_from(position).unwrap_or(u32::MAX));
            let var = self.variable(format!("<parameter {}>", position + 1), *ty, kind, span);
            self.program.functions[function].params.push(var);
            params.push(self.var_lvalue(var));
        }
        params
    }
}
