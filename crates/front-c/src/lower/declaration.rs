//! Declarations: at file scope and in functions. Which object or function a name with linkage means is `link`'s.

use super::function_state::ScopeEnd;
use super::operand::LValue;
use super::{Lower, Res};
use crate::ast::{
    Attribute, Declaration, Derived, InitDeclarator, Initializer, StaticAssert, StorageClass, Symbol, TypeSpecifier,
};
use crate::sema::declare::Base;
use crate::sema::scope::Entity;
use cairn_base::Span;
use cairn_ir::types::{Qualified, Type};
use cairn_ir::{Op, TypeId, VarKind};

impl Lower<'_> {
    pub fn static_assert(&mut self, assert: &StaticAssert) -> Res<()> {
        if self.constant_int(&assert.cond)? == 0 {
            let text = assert.message.as_deref().map(String::from_utf8_lossy).unwrap_or_default();
            return self.error(format!("static assertion failed: {text}"), assert.span);
        }
        Ok(())
    }

    pub fn file_declaration(&mut self, declaration: &Declaration) -> Res<()> {
        self.declaration(declaration, true)
    }

    pub fn local_declaration(&mut self, declaration: &Declaration) -> Res<()> {
        self.declaration(declaration, false)
    }

    fn declaration(&mut self, declaration: &Declaration, file: bool) -> Res<()> {
        let specifiers = &declaration.specifiers;
        if let TypeSpecifier::AutoType = specifiers.ty {
            return self.auto_type(declaration, file);
        }
        // `struct S;` declares the tag here whatever it means outside.
        if let (TypeSpecifier::Record(record), []) = (&specifiers.ty, &declaration.declarators[..])
            && let (Some(tag), None) = (record.tag, &record.members)
            && self.scopes.tag_here(tag).is_none()
        {
            self.forward_record(tag, record.is_union, record.span);
            return Ok(());
        }
        let elsewhere = self.atomic_elsewhere;
        let base = self.specifiers(specifiers)?;
        let is_array = |d: &Derived| matches!(d, Derived::Array { .. });
        if declaration.declarators.iter().all(|init| init.declarator.derived.iter().all(is_array)) {
            self.atomic_elsewhere = elsewhere;
        }
        for declarator in &declaration.declarators {
            self.declarator(declaration, base, declarator, file)?;
        }
        Ok(())
    }

    fn declarator(&mut self, declaration: &Declaration, base: Base, init: &InitDeclarator, file: bool) -> Res<()> {
        let span = init.declarator.span;
        let Some(name) = init.declarator.name else { return self.error("a declarator needs a name", span) };
        let mut of = base;
        of.ty = self.derive(base.ty, &init.declarator.derived, span)?;
        self.attributes_on_type(&init.declarator.attributes, &mut of)?;
        let storage = declaration.specifiers.storage;
        if storage == Some(StorageClass::Typedef) {
            self.check_type_attributes(&declaration.specifiers.attributes);
            self.check_type_attributes(&init.declarator.attributes);
            if self.says_atomic(&declaration.specifiers) || is_atomic_pointer(&init.declarator.derived) {
                self.atomic_typedefs.insert(name);
            }
            return self.typedef(name, of, &init.declarator.derived, span);
        }
        if of.exotic && file {
            self.linkage.exotic.push(span);
        } else if of.exotic && !base.exotic {
            // What the specifiers say has been refused where they stand.
            self.unsupported("a complex or vector type", span);
        }
        let attributes: Vec<&Attribute> =
            declaration.specifiers.attributes.iter().chain(&init.declarator.attributes).collect();
        self.declare_name(name, of.ty, storage, &attributes, init.init.as_ref(), declaration, span, file)?;
        self.variable_attributes(name, &attributes, init, storage, span)?;
        let is_plain = init.declarator.derived.iter().all(|d| matches!(d, Derived::Array { .. }));
        let is_atomic = is_plain && self.says_atomic(&declaration.specifiers);
        let is_atomic = is_atomic || is_atomic_pointer(&init.declarator.derived);
        self.threads_variable(name, declaration, is_atomic);
        let asked = self.asked_alignment(&declaration.specifiers, &init.declarator.attributes)?;
        self.align_variable(name, asked.max(base.align.filter(|_| is_plain)), span);
        Ok(())
    }

    /// Storage of a variable that was just declared, by thread.
    fn threads_variable(&mut self, name: Symbol, declaration: &Declaration, is_atomic: bool) {
        let Some(Entity::Var(var, _)) = self.scopes.name_here(name) else { return };
        if is_atomic {
            self.atomic_vars.insert(var);
        }
        if self.threads && declaration.specifiers.thread_local {
            self.program.outside.thread_locals.insert(var);
        }
    }

    /// Attributes of a variable that was just declared, beside its type.
    fn variable_attributes(
        &mut self,
        name: Symbol,
        attributes: &[&Attribute],
        init: &InitDeclarator,
        storage: Option<StorageClass>,
        span: Span,
    ) -> Res<()> {
        let (var, ty) = match self.scopes.name_here(name) {
            Some(Entity::Var(var, ty)) => (var, ty),
            Some(Entity::Vla(..)) if attributes.iter().any(|a| self.text(a.name) == "cleanup") => {
                self.unsupported("an array of variable length with the attribute 'cleanup'", span);
                return Ok(());
            }
            _ => return Ok(()),
        };
        let is_static = self.program.vars[var].kind == VarKind::Static;
        for attribute in attributes {
            if let Some(what) = self.refusal(attribute) {
                match self.text(attribute.name) {
                    "section" => self.linkage.refused.push((what, attribute.span)),
                    _ if is_static => drop(self.refused_vars.insert(var, what)),
                    _ => self.unsupported(what, attribute.span),
                }
            }
            match self.text(attribute.name) {
                "asm" if storage == Some(StorageClass::Register) && init.init.is_none() => {
                    self.registers.insert(var);
                }
                // Code outside finds what lies in a section of a name between the section's bounds.
                "section" if is_static => self.program.vars[var].external = true,
                "cleanup" if !is_static && self.quiet == 0 => {
                    let function = match attribute.args.first().map(|arg| &arg.kind) {
                        Some(crate::ast::SyntaxExprKind::Name(name)) => self.scopes.name(*name),
                        _ => None,
                    };
                    let Some(Entity::Function(function)) = function else {
                        return self.error("the attribute 'cleanup' needs the name of a function", attribute.span);
                    };
                    let place = self.var_place(var);
                    let of = LValue { place, ty };
                    self.opens(ScopeEnd::Cleanup { of, function, span: attribute.span });
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// `struct tag;`
    fn forward_record(&mut self, tag: Symbol, is_union: bool, span: Span) {
        let name = self.text(tag).to_string();
        let record = cairn_ir::Record { tag: name, is_union, fields: None, size: 0, align: 1, span };
        let id = self.program.types.records.push(record);
        self.scopes.declare_tag(tag, crate::sema::scope::Tag::Record(id));
    }

    /// Gives a variable that was just declared the alignment that its declaration asks for.
    fn align_variable(&mut self, name: Symbol, asked: Option<u64>, span: Span) {
        let Some(asked) = asked else { return };
        match self.scopes.name_here(name) {
            Some(Entity::Var(var, ty)) if asked > self.program.types.align_of(ty.ty).unwrap_or(1) => {
                let align = &mut self.program.vars[var].align;
                *align = (*align).max(Some(asked));
            }
            Some(Entity::Vla(..)) if asked > 16 => {
                self.unsupported("an array of variable length with an alignment above 16", span);
            }
            _ => {}
        }
    }

    fn typedef(&mut self, name: Symbol, of: Base, derived: &[Derived], span: Span) -> Res<()> {
        match self.scopes.name_here(name) {
            Some(Entity::Typedef(old, ..)) if !self.compatible(old.ty, of.ty.ty) => {
                return self.error(format!("'{}' is declared again with another type", self.text(name)), span);
            }
            None | Some(Entity::Typedef(..)) => {}
            Some(_) => {
                return self.error(format!("'{}' is declared as another kind of symbol", self.text(name)), span);
            }
        }
        let align = if derived.is_empty() { of.align } else { None };
        self.scopes.declare(name, Entity::Typedef(of.ty, align, of.exotic));
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    fn declare_name(
        &mut self,
        name: Symbol,
        ty: Qualified,
        storage: Option<StorageClass>,
        attributes: &[&Attribute],
        init: Option<&Initializer>,
        declaration: &Declaration,
        span: Span,
        file: bool,
    ) -> Res<()> {
        if self.is_function(ty.ty) {
            if init.is_some() {
                return self.error(format!("the function '{}' is initialised like a variable", self.text(name)), span);
            }
            let is_static = storage == Some(StorageClass::Static);
            let function = self.declare_function(name, ty.ty, is_static, span)?;
            self.function_attributes(function, declaration.specifiers.noreturn, attributes)?;
            return Ok(());
        }
        let ty = match init {
            Some(init) => Qualified { ty: self.complete_by_initializer(ty.ty, init)?, ..ty },
            None => ty,
        };
        let linked = file || storage == Some(StorageClass::Extern);
        if linked {
            return self.linked_variable(name, ty, storage, init, span, file);
        }
        if let Some(entity) = self.scopes.name_here(name)
            && !matches!(entity, Entity::Typedef(..))
        {
            return self.error(format!("'{}' is declared again in the same scope", self.text(name)), span);
        }
        if storage == Some(StorageClass::Static) {
            return self.static_local(name, ty, init, span);
        }
        if let Type::VariableArray(..) = self.program.types.get(ty.ty) {
            return self.variable_array_local(name, ty, span);
        }
        self.check_complete(name, ty.ty, span)?;
        self.local(name, ty, init, span)
    }

    fn check_complete(&self, name: Symbol, ty: TypeId, span: Span) -> Res<()> {
        if ty == self.basic.void || self.program.types.size_of(ty).is_none() {
            let ty = self.type_name(ty);
            return self.error(format!("'{}' has the incomplete type '{ty}'", self.text(name)), span);
        }
        Ok(())
    }

    fn local(&mut self, name: Symbol, ty: Qualified, init: Option<&Initializer>, span: Span) -> Res<()> {
        let text = self.text(name).to_string();
        let var = self.variable(text, ty.ty, VarKind::Local, span);
        self.scopes.declare(name, Entity::Var(var, ty));
        if self.quiet == 0 {
            self.program.functions[self.fun.id].locals.push(var);
            self.opens_variable(var);
            if self.dead() {
                // Jumped over, but perhaps not jumped past: a switch into the block.
                self.fun.hoisted.push(var);
            }
        }
        self.note_constant(var, ty);
        let place = self.var_place(var);
        // Only the initialiser may write to a const object.
        let lvalue = LValue { place, ty };
        match init {
            None => self.emit(Op::Declare { var, zeroed: false }, span),
            Some(init) => self.initialize_local(var, lvalue, init, span)?,
        }
        Ok(())
    }

    /// Notes an object that is defined `const`: nothing changes it behind its initialiser.
    pub fn note_constant(&mut self, var: cairn_ir::VarId, ty: Qualified) {
        if self.is_constant(ty) {
            self.program.outside.constants.insert(var);
        }
    }

    /// Whether an object of a type is `const`, or an array of what is.
    pub fn is_constant(&self, ty: Qualified) -> bool {
        let mut ty = ty;
        loop {
            match self.program.types.get(ty.ty) {
                _ if ty.is_const => return !ty.is_volatile,
                Type::Array(of, _) => ty = *of,
                _ => return false,
            }
        }
    }

    fn static_local(&mut self, name: Symbol, ty: Qualified, init: Option<&Initializer>, span: Span) -> Res<()> {
        self.check_complete(name, ty.ty, span)?;
        let text = self.text(name).to_string();
        let var = self.variable(text, ty.ty, VarKind::Static, span);
        self.scopes.declare(name, Entity::Var(var, ty));
        if self.quiet > 0 {
            return Ok(());
        }
        self.statics.push((var, true));
        self.note_constant(var, ty);
        if let Some(init) = init {
            self.initialize_static(var, ty, init)?;
        }
        Ok(())
    }

    /// `__auto_type x = e;`
    fn auto_type(&mut self, declaration: &Declaration, file: bool) -> Res<()> {
        for init in &declaration.declarators {
            let span = init.declarator.span;
            let (Some(name), Some(Initializer::Expr(value))) = (init.declarator.name, &init.init) else {
                return self.error("'__auto_type' needs a name and an initialiser", span);
            };
            let value_type = self.unevaluated(|this| {
                let value = this.rvalue(value)?;
                Ok(this.type_of(value))
            })?;
            let qualifiers = declaration.specifiers.qualifiers;
            let ty = Qualified { ty: value_type, is_const: qualifiers.is_const, is_volatile: qualifiers.is_volatile };
            let storage = declaration.specifiers.storage;
            self.declare_name(name, ty, storage, &[], init.init.as_ref(), declaration, span, file)?;
        }
        Ok(())
    }

    /// Where a nested function or block declares what the file knows, and for statics: lowers in the start function.
    pub fn in_start<T>(&mut self, body: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        // The initialiser of a compound literal in an initialiser is there already.
        let inside = !self.outer.is_empty() && !self.is_start();
        if inside {
            std::mem::swap(&mut self.fun, &mut self.outer[0]);
        }
        self.constant += 1;
        let result = body(self);
        self.constant -= 1;
        if inside {
            std::mem::swap(&mut self.fun, &mut self.outer[0]);
        }
        result
    }
}

/// Whether what is declared is a pointer that is atomic itself, or an array of such.
fn is_atomic_pointer(derived: &[Derived]) -> bool {
    let of = derived.iter().find(|d| !matches!(d, Derived::Array { .. }));
    matches!(of, Some(Derived::Pointer(qualifiers)) if qualifiers.is_atomic)
}
