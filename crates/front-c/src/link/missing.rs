//! What no unit defines: extern objects of the environment, and weak symbols, which may be at no address at all.
//!
//! A weak symbol is there or not for the whole of an execution. A hidden variable holds its address or null, chosen before
//! anything runs, and stands wherever the program asks for the address.

use crate::lower::Lower;
use crate::sema::scope::Entity;
use cairn_base::Span;
use cairn_ir::{ExprKind, FunctionId, NondetSource, Op, VarId, VarKind};

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
}
