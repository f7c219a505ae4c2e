//! One name, several types: declarations of another unit that do not agree with this one's.
//!
//! The linker knows no types: two files may declare `f` or `x` differently, and gcc makes a program of them. C leaves the
//! use of such a declaration undefined. So it is no error here. Each unit keeps a function or variable of its own type, a
//! *view*, by which its code is typed. When all units are in, a view of a function is replaced by the function and the
//! call is fitted to it as far as the machine's doing is certain ([`cairn_transform::argument_conversion`]; else it is Unsupported), and a
//! view of a variable becomes the variable's memory read as the view's type.
//!
//! Within one unit declarations must agree (C11 6.7p4), which gcc checks.

use super::{Definition, Global};
use crate::ast::Symbol;
use crate::lower::{Lower, Res};
use crate::sema::scope::Entity;
use cairn_base::Span;
use cairn_base::id::Id;
use cairn_ir::types::{EnumId, Type};
use cairn_ir::{FunctionId, RecordId, TypeId, VarId, VarKind};

impl Lower<'_> {
    /// Forgets what the names are in the unit before.
    pub(super) fn begin_unit(&mut self) {
        self.linkage.here.clear();
        let views = &mut self.linkage.views;
        views.first_record = self.program.types.records.len();
        views.first_enum = self.program.types.enums.len();
    }

    /// Whether two records are of one unit. One of them is of the unit that is lowered, or both are of one before.
    pub fn records_of_one_unit(&self, a: RecordId, b: RecordId) -> bool {
        let first = self.linkage.views.first_record;
        (a.index() >= first) == (b.index() >= first)
    }

    /// Whether two enumerations are of one unit.
    pub fn enums_of_one_unit(&self, a: EnumId, b: EnumId) -> bool {
        let first = self.linkage.views.first_enum;
        (a.index() >= first) == (b.index() >= first)
    }

    /// Meaning of a name with external linkage in this unit, when it was declared in it.
    pub(super) fn linked_here(&self, name: Symbol) -> Option<Global> {
        let entity = *self.linkage.here.get(&self.symbol_of(name))?;
        let span = match entity {
            Entity::Function(function) => self.program.functions[function].span,
            Entity::Var(var, _) => self.program.vars[var].span,
            _ => Span::NONE,
        };
        Some(Global { entity, span })
    }

    pub(super) fn note_here(&mut self, name: Symbol, entity: Entity) {
        let symbol = self.symbol_of(name);
        self.linkage.here.insert(symbol, entity);
    }

    /// Whether this unit has declared this object or function.
    pub(super) fn is_here(&self, name: Symbol, entity: Entity) -> bool {
        let same = |other: Entity| match (entity, other) {
            (Entity::Function(a), Entity::Function(b)) => a == b,
            (Entity::Var(a, _), Entity::Var(b, _)) => a == b,
            _ => false,
        };
        self.linkage.here.get(&self.symbol_of(name)).copied().is_some_and(same)
            || self.scopes.name(name).is_some_and(same)
    }

    /// A function of this unit's type that stands for another unit's.
    pub(super) fn function_view(&mut self, name: Symbol, of: FunctionId, ty: TypeId, span: Span) -> FunctionId {
        let view = self.new_function(name, ty, span);
        self.linkage.functions.insert(view, (Definition::Declared, span));
        self.linkage.views.functions.insert(view, of);
        if let Some(symbol) = self.linkage.keys.get(&of).copied() {
            self.linkage.keys.insert(view, symbol);
        }
        view
    }

    /// A variable of this unit's type that stands for another unit's.
    pub(super) fn var_view(&mut self, name: Symbol, of: VarId, ty: TypeId, span: Span) -> VarId {
        let outer = std::mem::take(&mut self.outer);
        let view = self.variable(self.text(name).to_string(), ty, VarKind::Static, span);
        self.outer = outer;
        self.program.vars[view].function = None;
        self.linkage.vars.insert(view, (Definition::Declared, span));
        self.linkage.views.vars.insert(view, of);
        if let Some(symbol) = self.linkage.var_keys.get(&of).copied() {
            self.linkage.var_keys.insert(view, symbol);
        }
        view
    }

    /// A unit defines what it had a view of: now the others have views of it. False when a definition elsewhere stands.
    pub(super) fn claim_function(&mut self, name: Symbol, function: FunctionId, replaceable: bool) -> bool {
        if !self.linkage.views.functions.contains_key(&function) {
            return true;
        }
        let of = self.linkage.views.function(function);
        match self.linkage.functions.get(&of) {
            Some((Definition::Full, _)) => return false,
            Some((Definition::Inline, _)) if replaceable => return false,
            _ => {}
        }
        self.linkage.views.functions.remove(&function);
        self.linkage.views.functions.insert(of, function);
        let symbol = self.symbol_of(name);
        if let Some(global) = self.linkage.externs.get_mut(&symbol) {
            global.entity = Entity::Function(function);
        }
        true
    }

    /// The same for a variable. A tentative definition leaves one of another unit as it is.
    pub(super) fn claim_variable(&mut self, name: Symbol, var: VarId, state: Definition, span: Span) -> Res<()> {
        if !self.linkage.views.vars.contains_key(&var) {
            return Ok(());
        }
        let of = self.linkage.views.var(var);
        match self.linkage.vars.get(&of) {
            Some((Definition::Full, before)) if state == Definition::Full => {
                return self.conflict(name, "redefinition of", span, *before);
            }
            Some((Definition::Full | Definition::Tentative, _)) if state != Definition::Full => return Ok(()),
            _ => {}
        }
        self.linkage.views.vars.remove(&var);
        self.linkage.views.vars.insert(of, var);
        let symbol = self.symbol_of(name);
        if let Some(global) = self.linkage.externs.get_mut(&symbol)
            && let Entity::Var(_, ty) = global.entity
        {
            global.entity = Entity::Var(var, ty);
        }
        Ok(())
    }

    /// What has its address taken by way of a view has it taken.
    pub(super) fn take_addresses_of_views(&mut self) {
        let views: Vec<FunctionId> = self.linkage.views.functions.keys().copied().collect();
        for view in views {
            if std::mem::take(&mut self.program.functions[view].address_taken) {
                let of = self.linkage.views.function(view);
                self.program.functions[of].address_taken = true;
            }
        }
    }

    /// An array type of a view that says no length.
    pub(super) fn complete_view(&mut self, view: VarId) {
        let of = self.program.vars[self.linkage.views.var(view)].ty;
        let (size, own) = (self.program.types.size_of(of), self.program.vars[view].ty);
        if let Type::Array(element, None) = *self.program.types.get(own)
            && let (Some(size), Some(each)) = (size, self.program.types.size_of(element.ty))
        {
            self.program.vars[view].ty = self.program.types.array(element, Some(size / each.max(1)));
        }
    }
}
