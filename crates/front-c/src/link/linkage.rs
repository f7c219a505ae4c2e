//! The tables of linkage: what is known of names over all units, and what one unit says of its names.

use crate::ast::Symbol;
use crate::sema::scope::Entity;
use cairn_base::{FastIndexMap, FastMap, FastSet, Span};
use cairn_ir::{FunctionId, VarId};

#[derive(Clone, Copy, Debug)]
pub(super) struct Global {
    pub(super) entity: Entity,
    pub(super) span: Span,
}

/// How far an object or function is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Definition {
    Declared,
    /// `int x;` at file scope.
    Tentative,
    /// `extern inline` and the like: another definition may replace it.
    Inline,
    Full,
}

/// State of names with linkage.
#[derive(Debug, Default)]
pub(crate) struct Linkage {
    pub(super) externs: FastIndexMap<Symbol, Global>,
    /// Meaning of each name with external linkage in the unit that is lowered.
    pub(super) here: FastMap<Symbol, Entity>,
    pub(super) views: Views,
    pub(super) library: FastSet<FunctionId>,
    pub(super) vars: FastMap<VarId, (Definition, Span)>,
    pub(super) functions: FastMap<FunctionId, (Definition, Span)>,
    /// Functions that were called before any declaration.
    pub(super) implicit: FastMap<FunctionId, Span>,
    /// The units' attributes of symbols.
    pub symbolic: Symbolic,
    pub(super) keys: FastMap<FunctionId, Symbol>,
    pub(super) var_keys: FastMap<VarId, Symbol>,
    /// For a weak symbol that no unit defines, the variable that holds its address.
    pub(super) missing: FastIndexMap<Symbol, (VarId, Entity, Span)>,
    /// Unmodelled parts whatever the program does: what, and where.
    pub refused: Vec<(String, Span)>,
    /// Objects of types without a model at file scope.
    pub exotic: Vec<Span>,
    /// Functions with a body that replaces every call.
    pub always_inline: FastSet<FunctionId>,
    /// Inline assembler that may name functions: the edge where it begins, and its template.
    pub assembler: Vec<(cairn_ir::EdgeId, Vec<u8>)>,
}

/// Which functions and variables stand for others.
#[derive(Debug, Default)]
pub(crate) struct Views {
    pub(super) functions: FastMap<FunctionId, FunctionId>,
    pub(super) vars: FastMap<VarId, VarId>,
    pub units: u32,
    /// Records and enumerations from these on are of the unit that is lowered.
    pub(super) first_record: usize,
    pub(super) first_enum: usize,
}

impl Views {
    /// The function that one stands for.
    pub fn function(&self, mut function: FunctionId) -> FunctionId {
        while let Some(of) = self.functions.get(&function) {
            function = *of;
        }
        function
    }

    /// The variable that one stands for.
    pub fn var(&self, mut var: VarId) -> VarId {
        while let Some(of) = self.vars.get(&var) {
            var = *of;
        }
        var
    }

    pub fn is_function_view(&self, function: FunctionId) -> bool {
        self.functions.contains_key(&function)
    }

    pub fn is_var_view(&self, var: VarId) -> bool {
        self.vars.contains_key(&var)
    }
}

/// Attributes of names in a unit.
#[derive(Debug, Default)]
pub(crate) struct UnitNames {
    pub statics: FastSet<Symbol>,
    /// The symbols of the names whose symbol is another than their name.
    pub symbols: FastMap<Symbol, Symbol>,
    pub weak: FastSet<Symbol>,
}

/// Attributes of the symbols in all units.
#[derive(Debug, Default)]
pub(crate) struct Symbolic {
    pub(super) aliases: FastMap<Symbol, Symbol>,
    /// Symbols with a definition that is not weak.
    pub(super) strong: FastSet<Symbol>,
    /// Symbols that some unit defines as variables.
    pub variables: FastSet<Symbol>,
    /// Symbols that some unit declares weak.
    pub(super) weak: FastSet<Symbol>,
    /// True when some function has the attribute `destructor`.
    pub has_destructors: bool,
}
