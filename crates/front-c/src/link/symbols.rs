//! Which symbol of the object file a name of C means: `asm("name")`, `alias`, `weakref`, weak definitions, and the
//! pragmas that say the same.
//!
//! Names with linkage are linked by symbol, not by name: two names of one symbol are one object. All of it is known
//! before the first unit is lowered, because an alias may stand before its target and a weak definition gives way to a
//! strong one in a later file. A static object that has an alias, or an assembler name, gets a symbol that no other unit
//! can spell.

use super::Global;
use super::linkage::UnitNames;
use crate::ast::{
    Attribute, Derived, ExternalDeclaration, PragmaKind, StorageClass, Symbol, SyntaxExprKind, TranslationUnit,
};
use crate::lower::Lower;
use crate::sema::scope::Entity;
use crate::symbols::Symbols;
use cairn_base::Span;
use cairn_ir::{FunctionId, TypeId};
use std::collections::BTreeSet;

impl Lower<'_> {
    /// Looks at all units before any is lowered.
    pub fn scan_units(&mut self, units: &[TranslationUnit]) -> Vec<UnitNames> {
        let mut names: Vec<UnitNames> =
            units.iter().enumerate().map(|(number, unit)| self.scan_names(unit, number)).collect();
        for (unit, names) in units.iter().zip(&names) {
            self.scan_definitions(unit, names);
        }
        for (number, unit) in units.iter().enumerate() {
            self.scan_aliases(unit, number, &mut names[number]);
        }
        names
    }

    fn scan_names(&mut self, unit: &TranslationUnit, number: usize) -> UnitNames {
        let mut names = UnitNames::default();
        for kind in pragmas(unit) {
            match kind {
                PragmaKind::Weak(name, _) => {
                    let name = self.symbols.intern(name);
                    names.weak.insert(name);
                }
                PragmaKind::RedefineExtname(old, new) => {
                    let (old, new) = (self.symbols.intern(old), self.symbols.intern(new));
                    names.symbols.insert(old, new);
                }
                PragmaKind::Refused(_) => {}
            }
        }
        let all = declared(unit);
        for declared in &all {
            let is_static = declared.storage == Some(StorageClass::Static);
            if is_static && declared.is_function {
                // `static int f(void); int f(void) { … }` is static as well.
                names.statics.insert(declared.name);
            }
            self.linkage.symbolic.has_destructors |= declared.has(self.symbols, "destructor");
            if declared.has(self.symbols, "weak") {
                names.weak.insert(declared.name);
            }
            if let Some(label) = declared.text(self.symbols, "asm") {
                let label = self.symbols.intern(&label);
                // `read` in a header that wraps it: the other name means the one outside, not the wrapper.
                let wrapped = |d: &Declared<'_>| d.name == label && d.defines && d.has(self.symbols, "gnu_inline");
                if declared.is_function && all.iter().any(wrapped) {
                    let text = format!("{}@outside", self.text(label));
                    let outside = self.symbols.intern(&text);
                    names.symbols.insert(declared.name, outside);
                    continue;
                }
                if is_static {
                    let own = self.static_symbol(label, number);
                    names.symbols.insert(declared.name, own);
                    names.symbols.insert(label, own);
                } else {
                    names.symbols.insert(declared.name, label);
                }
            }
        }
        names
    }

    /// A symbol for a static object that other units must be able to mean.
    fn static_symbol(&mut self, name: Symbol, unit: usize) -> Symbol {
        let text = format!("{}@{unit}", self.text(name));
        self.symbols.intern(&text)
    }

    fn scan_definitions(&mut self, unit: &TranslationUnit, names: &UnitNames) {
        for declared in declared(unit) {
            let name = declared.name;
            if !declared.defines || declared.storage == Some(StorageClass::Static) || names.statics.contains(&name) {
                continue;
            }
            let symbol = names.symbols.get(&name).copied().unwrap_or(name);
            if declared.is_function {
                self.defined.insert(symbol);
            } else {
                self.linkage.symbolic.variables.insert(symbol);
            }
            if names.weak.contains(&name) {
                self.linkage.symbolic.weak.insert(symbol);
            } else {
                self.linkage.symbolic.strong.insert(symbol);
            }
        }
        for name in &names.weak {
            let symbol = names.symbols.get(name).copied().unwrap_or(*name);
            self.linkage.symbolic.weak.insert(symbol);
        }
    }

    fn scan_aliases(&mut self, unit: &TranslationUnit, number: usize, names: &mut UnitNames) {
        let mut aliases = Vec::new();
        let mut statics = names.statics.clone();
        for declared in declared(unit) {
            let is_static = declared.storage == Some(StorageClass::Static);
            if is_static {
                statics.insert(declared.name);
            }
            if let Some(target) = declared.text(self.symbols, "alias") {
                let target = self.symbols.intern(&target);
                // An alias is one of the definition in its own file.
                if names.weak.contains(&target) && self.linkage.symbolic.strong.contains(&target) {
                    let span = declared.attributes.first().map_or(Span::NONE, |attribute| attribute.span);
                    let what = "an alias of a weak definition that another file replaces";
                    self.linkage.refused.push((what.into(), span));
                }
                aliases.push((declared.name, target, is_static));
            } else if let Some(target) = declared.text(self.symbols, "weakref") {
                let target = self.symbols.intern(&target);
                self.linkage.symbolic.weak.insert(target);
                aliases.push((declared.name, target, true));
            }
        }
        for kind in pragmas(unit) {
            if let PragmaKind::Weak(name, Some(target)) = kind {
                aliases.push((self.symbols.intern(name), self.symbols.intern(target), false));
            }
        }
        for (name, target, is_static) in aliases {
            // A property may be about calls by this name.
            if let Some(named) = self.program.outside.watched.get_mut(self.symbols.name(name)) {
                *named = true;
            }
            let symbol = names.symbols.get(&name).copied().unwrap_or(name);
            if names.weak.contains(&name) && self.linkage.symbolic.strong.contains(&symbol) {
                continue; // the strong definition of the name stands
            }
            let meant = if statics.contains(&target) {
                let own = self.static_symbol(target, number);
                names.symbols.insert(target, own);
                if names.statics.contains(&target) {
                    self.defined.insert(own);
                }
                own
            } else {
                names.symbols.get(&target).copied().unwrap_or(target)
            };
            names.symbols.insert(name, meant);
            if !is_static {
                self.linkage.symbolic.aliases.insert(symbol, meant);
                self.linkage.symbolic.variables.insert(symbol);
            }
        }
    }

    /// The symbol that a name with linkage means here.
    pub fn symbol_of(&self, name: Symbol) -> Symbol {
        let mut symbol = self.unit_names.symbols.get(&name).copied().unwrap_or(name);
        for _ in 0..100 {
            match self.linkage.symbolic.aliases.get(&symbol) {
                Some(target) => symbol = *target,
                None => break,
            }
        }
        symbol
    }

    pub(super) fn linked_function(&mut self, name: Symbol, ty: TypeId, is_static: bool, span: Span) -> FunctionId {
        let symbol = self.symbol_of(name);
        let called = self.library_name(name);
        let function = self.new_function(called, ty, span);
        self.program.functions[function].external = !is_static;
        if !is_static || symbol != name {
            self.linkage.externs.insert(symbol, Global { entity: Entity::Function(function), span });
            self.linkage.keys.insert(function, symbol);
        }
        function
    }

    /// The name by which a function is known: its symbol, unless that only is how the library's headers spell the name.
    pub fn library_name(&self, name: Symbol) -> Symbol {
        let symbol = self.symbol_of(name);
        let is_local = self.text(symbol).contains('@');
        let is_known = |name: Symbol| crate::library::lookup(self.text(name)).is_some();
        if symbol == name || is_local || (!self.defined.contains(&symbol) && !is_known(symbol) && is_known(name)) {
            name
        } else {
            symbol
        }
    }

    /// True when the definition of a name in this unit gives way to another one.
    pub fn gives_way(&self, name: Symbol) -> bool {
        self.unit_names.weak.contains(&name) && self.linkage.symbolic.strong.contains(&self.symbol_of(name))
    }

    pub fn is_weak_here(&self, name: Symbol) -> bool {
        self.unit_names.weak.contains(&name)
    }

    /// True for a weak symbol that no unit defines: it may be at no address.
    pub fn may_be_missing(&self, symbol: Symbol) -> bool {
        self.linkage.symbolic.weak.contains(&symbol)
            && !self.defined.contains(&symbol)
            && !self.linkage.symbolic.variables.contains(&symbol)
    }
}

fn pragmas(unit: &TranslationUnit) -> impl Iterator<Item = &PragmaKind> {
    unit.items.iter().filter_map(|item| match item {
        ExternalDeclaration::Pragma(kind, _) => Some(kind),
        _ => None,
    })
}

/// A name that is declared at file scope, or `extern` in it.
struct Declared<'a> {
    name: Symbol,
    storage: Option<StorageClass>,
    is_function: bool,
    defines: bool,
    attributes: Vec<&'a Attribute>,
}

impl Declared<'_> {
    fn has(&self, symbols: &Symbols, attribute: &str) -> bool {
        self.attributes.iter().any(|a| symbols.name(a.name) == attribute)
    }

    /// The string that an attribute is given.
    fn text(&self, symbols: &Symbols, attribute: &str) -> Option<String> {
        let found = self.attributes.iter().find(|a| symbols.name(a.name) == attribute)?;
        let mut arg = found.args.first()?;
        while let SyntaxExprKind::Paren(inner) = &arg.kind {
            arg = inner;
        }
        let SyntaxExprKind::String(units, _) = &arg.kind else { return None };
        let bytes: Vec<u8> = units.iter().map(|unit| *unit as u8).collect();
        // A leading `*` says that no prefix is added, and there is none on these machines.
        Some(String::from_utf8_lossy(&bytes).trim_start_matches('*').to_owned())
    }
}

/// Names of a file beyond C, as far as they matter to which files a program needs.
#[derive(Clone, Debug, Default)]
pub struct LinkerNames {
    /// Names whose definitions give way to those of other files.
    pub weak: BTreeSet<String>,
    /// Names with what they mean: a declaration with the symbol of another name, an alias with its target.
    pub meanings: Vec<(String, String)>,
    /// Of these, the names that other files know.
    pub external: BTreeSet<String>,
    /// Functions that run before `main` or behind it, without being called.
    pub started: BTreeSet<String>,
}

impl LinkerNames {
    /// Those of a file.
    pub fn of(unit: &TranslationUnit, symbols: &Symbols) -> Self {
        let mut names = Self::default();
        for kind in pragmas(unit) {
            match kind {
                PragmaKind::Weak(name, target) => {
                    names.weak.insert(name.clone());
                    target.iter().for_each(|target| names.means(name, target, true));
                }
                PragmaKind::RedefineExtname(old, new) => names.means(old, new, false),
                PragmaKind::Refused(_) => {}
            }
        }
        for one in declared(unit) {
            let (name, is_external) = (symbols.name(one.name), one.storage != Some(StorageClass::Static));
            if one.has(symbols, "weak") {
                names.weak.insert(name.to_owned());
            }
            if one.has(symbols, "constructor") || one.has(symbols, "destructor") {
                names.started.insert(name.to_owned());
            }
            let target = ["alias", "weakref"].iter().find_map(|attribute| one.text(symbols, attribute));
            match (target, one.text(symbols, "asm")) {
                (Some(target), _) => names.means(name, &target, is_external),
                (None, Some(label)) if one.defines => names.means(&label, name, is_external),
                (None, Some(label)) => names.means(name, &label, false),
                (None, None) => {}
            }
        }
        names
    }

    fn means(&mut self, name: &str, target: &str, is_external: bool) {
        self.meanings.push((name.to_owned(), target.to_owned()));
        if is_external {
            self.external.insert(name.to_owned());
        }
    }
}

fn declared(unit: &TranslationUnit) -> Vec<Declared<'_>> {
    let mut found = Vec::new();
    for item in &unit.items {
        match item {
            ExternalDeclaration::Function(function) => {
                let Some(name) = function.declarator.name else { continue };
                let attributes = function.specifiers.attributes.iter().chain(&function.declarator.attributes);
                found.push(Declared {
                    name,
                    storage: function.specifiers.storage,
                    is_function: true,
                    defines: true,
                    attributes: attributes.collect(),
                });
            }
            ExternalDeclaration::Declaration(declaration) => {
                let storage = declaration.specifiers.storage;
                if storage == Some(StorageClass::Typedef) {
                    continue;
                }
                for init in &declaration.declarators {
                    let Some(name) = init.declarator.name else { continue };
                    let is_function = matches!(init.declarator.derived.first(), Some(Derived::Function { .. }));
                    let attributes = declaration.specifiers.attributes.iter().chain(&init.declarator.attributes);
                    let defines = !is_function && (init.init.is_some() || storage != Some(StorageClass::Extern));
                    found.push(Declared { name, storage, is_function, defines, attributes: attributes.collect() });
                }
            }
            ExternalDeclaration::StaticAssert(_) | ExternalDeclaration::Asm(..) | ExternalDeclaration::Pragma(..) => {}
        }
    }
    found
}
