//! Declarations and initial values of objects, prototypes of functions, and what runs before `main`.

use super::text::Text;
use super::types::{CKind, CType};
use super::{Res, Unit, literal};
use crate::model::{ConstantKind, DebugId, Linkage, LlvmFunction, Symbol, SymbolId, SymbolKind, TypeId, TypeKind};

/// Lists that only a compiler and a linker look at.
const FOR_THE_LINKER: &[&str] = &["llvm.used", "llvm.compiler.used"];

impl Unit<'_> {
    pub fn symbols(&mut self, out: &mut Text) {
        let module = self.module;
        out.set_top();
        if module.has_assembler {
            out.line(module, &refusal("assembler outside of functions", "assembler"));
        }
        for (id, symbol) in module.symbols.iter_ids() {
            if let SymbolKind::Function(function) = &symbol.kind
                && !symbol.name.starts_with("llvm.")
            {
                match self.prototype(id, symbol, function) {
                    Ok(prototype) => out.line(module, &format!("{prototype};")),
                    // Where it is called, the call says so.
                    Err(_) => continue,
                }
            }
        }
        let mut definitions = Vec::new();
        for (id, symbol) in module.symbols.iter_ids() {
            let (SymbolKind::Variable { .. }, false) = (&symbol.kind, symbol.name.starts_with("llvm.")) else {
                continue;
            };
            match self.variable(id, symbol) {
                Ok((declaration, definition)) => {
                    out.line(module, &declaration);
                    definitions.push((id, definition));
                }
                Err(what) => {
                    let name = &self.names[id];
                    out.line(module, &format!("extern char {name}[];"));
                    out.line(module, &refusal(&format!("the object '{}': {what}", symbol.name), name));
                }
            }
        }
        for (id, definition) in definitions {
            match definition {
                Ok(None) => {}
                Ok(Some(definition)) => out.line(module, &definition),
                Err(what) => {
                    let what = format!("{what} of '{}'", module.symbols[id].name);
                    out.line(module, &refusal(&what, &self.names[id]));
                }
            }
        }
        for (id, symbol) in module.symbols.iter_ids() {
            match &symbol.kind {
                SymbolKind::Alias(_) if symbol.linkage == Linkage::External => {
                    if let Some(text) = self.alias(id) {
                        out.line(module, &text);
                    }
                }
                SymbolKind::Variable { initial: Some(list), .. }
                    if symbol.name == "llvm.global_ctors" || symbol.name == "llvm.global_dtors" =>
                {
                    let word = if symbol.name == "llvm.global_ctors" { "constructor" } else { "destructor" };
                    let list = *list;
                    self.listed(list, word, out);
                }
                SymbolKind::Variable { .. }
                    if symbol.name.starts_with("llvm.") && !FOR_THE_LINKER.contains(&symbol.name.as_str()) =>
                {
                    out.line(module, &refusal(&format!("the object '{}'", symbol.name), &self.names[id]));
                }
                _ => {}
            }
        }
    }

    /// Declaration, and definition with an initial value.
    #[allow(clippy::type_complexity)]
    fn variable(&mut self, id: SymbolId, symbol: &Symbol) -> Res<(String, Res<Option<String>>)> {
        let SymbolKind::Variable { constant, thread_local, align, initial, debug } = &symbol.kind else {
            return Err("no variable".to_owned());
        };
        let name = self.names[id].clone();
        let opaque = matches!(self.module.types[symbol.ty].kind, TypeKind::Struct { fields: None, .. });
        if opaque && initial.is_none() {
            return Ok((format!("extern char {name}[];"), Ok(None)));
        }
        let ct = self.types.in_memory(symbol.ty, *debug)?;
        let mut prefix = String::new();
        if *constant && initial.is_some() {
            prefix.push_str("const ");
        }
        if self.is_volatile(id) {
            prefix.push_str("volatile ");
        }
        if *thread_local {
            prefix.push_str("_Thread_local ");
        }
        let mut suffix = String::new();
        if *align > self.types.layout(ct, false).1 {
            suffix = format!(" __attribute__((aligned({align})))");
        }
        if matches!(symbol.linkage, Linkage::Weak | Linkage::ExternWeak) {
            suffix.push_str(" __attribute__((weak))");
        }
        if !symbol.section.is_empty() {
            suffix.push_str(&format!(" __attribute__((section({})))", literal::string(symbol.section.as_bytes())));
        }
        let declaration = self.types.declare(ct, &name);
        let Some(initial) = initial else {
            return Ok((format!("extern {prefix}{declaration}{suffix};"), Ok(None)));
        };
        let storage = match symbol.linkage {
            Linkage::Internal | Linkage::Private => "static ",
            _ => "",
        };
        let first = if storage.is_empty() { "extern " } else { storage };
        let value = match self.module.constants[*initial].kind {
            ConstantKind::Zero | ConstantKind::Null => Ok(None),
            _ => self.initial(*initial, ct).map(Some),
        };
        let definition = value.map(|value| match value {
            Some(value) => Some(format!("{storage}{prefix}{declaration}{suffix} = {value};")),
            None => Some(format!("{storage}{prefix}{declaration}{suffix};")),
        });
        Ok((format!("{first}{prefix}{declaration}{suffix};"), definition))
    }

    fn alias(&mut self, id: SymbolId) -> Option<String> {
        let symbol = &self.module.symbols[id];
        let SymbolKind::Alias(to) = symbol.kind else { return None };
        let ConstantKind::Symbol(to) = self.module.constants[to].kind else { return None };
        let (name, to_name) = (self.names[id].clone(), self.names[to].clone());
        match &self.module.symbols[to].kind {
            SymbolKind::Variable { debug, .. } => {
                let ct = self.types.in_memory(self.module.symbols[to].ty, *debug).ok()?;
                let declaration = self.types.declare(ct, &name);
                Some(format!("extern {declaration} __attribute__((alias(\"{to_name}\")));"))
            }
            SymbolKind::Function(function) => {
                let mut named = self.module.symbols[to].clone();
                named.linkage = Linkage::External;
                let signature = self.signature(&named, function, &name, false).ok()?;
                Some(format!("{signature} __attribute__((alias(\"{to_name}\")));"))
            }
            _ => None,
        }
    }

    /// The functions in a list of constructors or destructors.
    fn listed(&mut self, list: crate::model::ConstantId, word: &str, out: &mut Text) {
        let module = self.module;
        let ConstantKind::Aggregate(entries) = &module.constants[list].kind else { return };
        for entry in entries {
            let ConstantKind::Aggregate(parts) = &module.constants[*entry].kind else { continue };
            let [priority, function, ..] = parts[..] else { continue };
            let priority = match module.constants[priority].kind {
                ConstantKind::Integer(number) => number,
                _ => 65535,
            };
            match module.constants[function].kind {
                ConstantKind::Symbol(id) => {
                    let symbol = &module.symbols[id];
                    let SymbolKind::Function(of) = &symbol.kind else { continue };
                    let attribute = match priority {
                        65535 => word.to_owned(),
                        number => format!("{word}({number})"),
                    };
                    if let Ok(prototype) = self.prototype(id, symbol, of) {
                        out.line(module, &format!("{prototype} __attribute__(({attribute}));"));
                    }
                }
                _ => out.line(module, &refusal(&format!("such a {word}"), word)),
            }
        }
    }

    fn prototype(&mut self, id: SymbolId, symbol: &Symbol, function: &LlvmFunction) -> Res<String> {
        let name = self.names[id].clone();
        let mut text = self.signature(symbol, function, &name, false)?;
        if function.noreturn {
            text.push_str(" __attribute__((noreturn))");
        }
        if matches!(symbol.linkage, Linkage::Weak | Linkage::ExternWeak) {
            text.push_str(" __attribute__((weak))");
        }
        Ok(text)
    }

    /// The type of a parameter or result.
    pub fn passed(&mut self, ty: TypeId, debug: Option<DebugId>) -> Res<CType> {
        let rep = self.types.rep(ty)?;
        let plain = self.types.of_rep(rep);
        let described = self.types.in_memory(ty, debug)?;
        Ok(match (self.types.kind(plain), self.types.kind(described)) {
            (CKind::Int { bits: a, .. }, CKind::Int { bits: b, .. }) if a == b => described,
            _ => plain,
        })
    }

    /// The type of a parameter or result in C.
    pub fn parameter(&mut self, function: &LlvmFunction, ty: TypeId, position: usize) -> Res<CType> {
        let debug = function.debug.get(position).copied().flatten();
        self.passed(ty, debug)
    }

    /// `int f(int a0, void *a1)`, with names or without.
    pub fn signature(&mut self, symbol: &Symbol, function: &LlvmFunction, name: &str, named: bool) -> Res<String> {
        let TypeKind::Function { result, params, variadic } = &self.module.types[symbol.ty].kind else {
            return Err("such a function".to_owned());
        };
        let (result, params, variadic) = (*result, params.clone(), *variadic);
        let is_main = symbol.name == "main" && matches!(params.len(), 2 | 3);
        let mut list = Vec::new();
        for (position, param) in params.iter().enumerate() {
            let name = if named { format!("a{position}") } else { String::new() };
            let ct = self.parameter(function, *param, position + 1)?;
            list.push(match self.types.kind(ct) {
                CKind::Pointer if is_main => format!("char **{name}"),
                _ => self.types.declare(ct, &name),
            });
        }
        let parameters = match (list.is_empty(), variadic) {
            // A function that was declared without parameters.
            (true, true) => String::new(),
            (true, false) => "void".to_owned(),
            (false, true) => format!("{}, ...", list.join(", ")),
            (false, false) => list.join(", "),
        };
        let storage = match symbol.linkage {
            Linkage::Internal | Linkage::Private => "static ",
            _ => "",
        };
        let declarator = format!("{name}({parameters})");
        let text = match self.module.types[result].kind {
            TypeKind::Void => format!("void {declarator}"),
            _ => {
                let mut ct = self.parameter(function, result, 0)?;
                if let (true, CKind::Int { bits, .. }) = (is_unsigned_input(&symbol.name), self.types.kind(ct).clone())
                {
                    ct = self.types.intern(CKind::Int { bits, signed: false });
                }
                self.types.declare(ct, &declarator)
            }
        };
        Ok(format!("{storage}{text}"))
    }

    /// Refusals for calls that cannot be seen any more.
    pub fn refusals(&mut self, out: &mut Text) {
        out.set_top();
        for name in self.watched {
            if super::inlined_calls::are_all_known(self.module, name) {
                continue;
            }
            let defined = self.module.symbols.iter().find_map(|symbol| match &symbol.kind {
                SymbolKind::Function(function) if symbol.name == *name && !function.blocks.is_empty() => Some(function),
                _ => None,
            });
            let inlined = self.module.inlined.contains(name);
            if inlined || defined.is_some_and(|function| !function.noinline) {
                let what = format!(
                    "calls of '{name}' that the compiler has inlined and the property is about: compile with -fno-inline"
                );
                let name = super::names::identifier(name);
                let text = literal::string(what.as_bytes());
                out.line(
                    self.module,
                    &format!(
                        "static void {name}_inlined(void) __attribute__((constructor)); static void {name}_inlined(void) \
                         {{ if (__cairn_any_bool()) __cairn_unsupported({text}); }}"
                    ),
                );
            }
        }
    }
}

/// Reason against the whole module, before anything of it runs.
fn refusal(what: &str, name: &str) -> String {
    let name = super::names::identifier(name);
    let text = literal::string(what.as_bytes());
    format!(
        "static void {name}_refused(void) __attribute__((constructor)); static void {name}_refused(void) \
         {{ __cairn_unsupported({text}); }}"
    )
}

/// Functions of the competition whose results are unsigned.
pub(super) fn is_unsigned_input(name: &str) -> bool {
    name.strip_prefix("__VERIFIER_nondet_")
        .is_some_and(|of| of.starts_with(['u', 'U']) || matches!(of, "size_t" | "sector_t"))
}
