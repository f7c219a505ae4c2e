//! The functions and objects that no unit defines: functions and extern objects of the environment, and weak symbols, which
//! may be at no address at all.
//!
//! A weak symbol is there or not for the whole of an execution. A hidden variable holds its address or null, chosen before
//! anything runs, and stands wherever the program asks for the address.

use crate::library;
use crate::lower::Lower;
use crate::sema::scope::Entity;
use cairn_base::{FastSet, Span};
use cairn_ir::{ExprKind, Function, FunctionId, NondetSource, Op, PlaceKind, VarId, VarKind};

impl Lower<'_> {
    /// True for a variable with external linkage that no unit defines.
    pub fn is_undefined_variable(&self, var: VarId) -> bool {
        let symbol = self.linkage.var_keys.get(&var);
        symbol.is_some_and(|symbol| !self.linkage.symbolic.variables.contains(symbol))
    }

    /// True when some unit defines the function, here or later.
    pub fn is_defined(&self, function: FunctionId) -> bool {
        match self.linkage.keys.get(&function) {
            Some(symbol) => self.defined.contains(symbol),
            None => self.symbols.find(&self.program.functions[function].name).is_some_and(|n| self.has_body(n)),
        }
    }

    /// The variable that holds the address of a weak symbol that no unit defines.
    pub fn missing_address(&mut self, entity: Entity, span: Span) -> Option<VarId> {
        let symbol = match entity {
            Entity::Function(function) => *self.linkage.keys.get(&function)?,
            Entity::Var(var, _) => *self.linkage.var_keys.get(&var)?,
            _ => return None,
        };
        if self.quiet > 0 || !self.may_be_missing(symbol) {
            return None;
        }
        if let Some((var, ..)) = self.linkage.missing.get(&symbol) {
            return Some(*var);
        }
        let ty = match entity {
            Entity::Function(function) => self.program.functions[function].ty,
            Entity::Var(var, _) => self.program.vars[var].ty,
            _ => return None,
        };
        let ty = self.program.types.pointer(ty);
        let text = format!("&{}", self.text(symbol));
        let outer = std::mem::take(&mut self.outer);
        let var = self.variable(text, ty, VarKind::Static, span);
        self.outer = outer;
        self.linkage.missing.insert(symbol, (var, entity, span));
        Some(var)
    }

    /// A weak symbol that no unit defines is at its address or at none, the same all the time.
    pub fn address_or_null(&mut self, var: VarId, entity: Entity, span: Span) -> [(Op, Span); 2] {
        let ty = self.program.vars[var].ty;
        let address = match entity {
            Entity::Function(function) => {
                self.program.functions[function].address_taken = true;
                ExprKind::FunctionAddress(function)
            }
            Entity::Var(of, _) => {
                self.program.vars[of].address_taken = true;
                ExprKind::AddressOf(self.var_place(of))
            }
            _ => ExprKind::Constant(0),
        };
        let address = self.program.exprs.expr(address, ty);
        let null = self.zero(ty);
        let is_there = self.temp(self.basic.bool_, span);
        let place = self.var_place(is_there);
        let there = self.load(place);
        let value = self.program.exprs.expr(ExprKind::Conditional(there, address, null), ty);
        let source = NondetSource::Other(format!("presence of the weak '{}'", self.program.vars[var].name));
        let to = self.var_place(var);
        [(Op::Havoc { place, source }, span), (Op::Assign { place: to, value }, span)]
    }

    /// Notes what the text names and nobody defines, in code that cannot run, too: a linker asks for all of it.
    pub fn note_missing(&mut self) {
        let mut functions = FastSet::default();
        for edge in self.program.edges.iter() {
            match &edge.op {
                Op::Call(site) => functions.extend(self.program.calls[*site].callee),
                Op::Havoc { source: NondetSource::Verifier(name), .. } => {
                    self.program.outside.missing.insert(name.clone());
                }
                _ => {}
            }
        }
        for (_, expr) in self.program.exprs.exprs() {
            if let ExprKind::FunctionAddress(function) = expr.kind {
                functions.insert(function);
            }
        }
        for function in functions {
            let Function { name, body, .. } = &self.program.functions[function];
            let is_known = library::lookup(name).is_some() || name.starts_with("__builtin_");
            if body.is_none() && !is_known && !self.is_defined(function) {
                let name = name.clone();
                self.program.outside.missing.insert(name);
            }
        }
        let named: FastSet<VarId> =
            self.program.exprs.places().filter_map(|(_, place)| variable(&place.kind)).collect();
        for (var, _) in &self.undefined_vars {
            let object = &self.program.vars[*var];
            if named.contains(var)
                && !super::library_objects::is_known(&object.name)
                && let Some(size) = self.program.types.size_of(object.ty)
            {
                self.program.outside.missing_objects.insert(object.name.clone(), size);
            }
        }
    }
}

fn variable(place: &PlaceKind) -> Option<VarId> {
    match place {
        PlaceKind::Var(var) => Some(*var),
        _ => None,
    }
}
