//! The promises of a declaration about the arguments of its function: `[static 16]` and the attributes `nonnull`, `access`
//! and `counted_by`.
//!
//! A caller that breaks it is wrong by the declaration (C11 6.7.6.3p7, gcc's manual), so the harness assumes it from the beginning, and it is no
//! clause that is looked for. Invariant: what is not understood is not assumed.

use crate::clauses::{CallerClause, Least};
use cairn_front_c::ast::{
    Attribute, Declarator, Derived, ExternalDeclaration, MemberDeclaration, RecordSpecifier, Specifiers, SyntaxExpr,
    SyntaxExprKind, TranslationUnit, TypeSpecifier,
};
use cairn_front_c::symbols::Symbols;
use std::collections::BTreeMap;

/// Promise about a parameter, by its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Promise {
    NotNull(usize),
    Elements(usize, u64),
    Sized(usize, usize),
}

/// Promises of a file about its functions and structures.
#[derive(Clone, Debug, Default)]
pub struct Promises {
    functions: BTreeMap<String, Vec<Promise>>,
    /// The member that counts the elements of another, by the tag and that one.
    counted: BTreeMap<(String, String), String>,
}

impl Promises {
    pub fn of(unit: &TranslationUnit, symbols: &Symbols) -> Self {
        let mut all = Self::default();
        for item in &unit.items {
            match item {
                ExternalDeclaration::Declaration(declaration) => {
                    all.records(&declaration.specifiers, symbols);
                    for one in &declaration.declarators {
                        all.function(&declaration.specifiers, &one.declarator, symbols);
                    }
                }
                ExternalDeclaration::Function(function) => {
                    all.records(&function.specifiers, symbols);
                    all.function(&function.specifiers, &function.declarator, symbols);
                }
                _ => {}
            }
        }
        all
    }

    /// Clauses of a function whose parameters have these names.
    pub fn clauses(&self, function: &str, parameters: &[String]) -> Vec<CallerClause> {
        let name = |at: usize| parameters.get(at).cloned();
        let clause = |promise: &Promise| match *promise {
            Promise::NotNull(at) => name(at).map(CallerClause::NotNull),
            Promise::Elements(at, count) => Some(CallerClause::Elements(name(at)?, Least::Count(count))),
            Promise::Sized(at, size) => Some(CallerClause::Elements(name(at)?, Least::Number(name(size)?))),
        };
        self.functions.get(function).into_iter().flatten().filter_map(clause).collect()
    }

    /// The member that counts the elements that another of a structure goes to.
    pub fn count_of(&self, tag: &str, member: &str) -> Option<&str> {
        self.counted.get(&(tag.to_owned(), member.to_owned())).map(String::as_str)
    }

    fn function(&mut self, specifiers: &Specifiers, declarator: &Declarator, symbols: &Symbols) {
        let (Some(name), Some(Derived::Function { params, .. })) = (declarator.name, declarator.derived.first()) else {
            return;
        };
        let mut said = Vec::new();
        for (at, param) in params.iter().enumerate() {
            if let Some(Derived::Array { size: Some(size), is_promised: true, .. }) = param.declarator.derived.first() {
                said.push(Promise::NotNull(at));
                said.extend(number(size).map(|count| Promise::Elements(at, count)));
            }
        }
        for attribute in declarator.attributes.iter().chain(&specifiers.attributes) {
            let is_pointer = |at: &usize| {
                let derived = params.get(*at).and_then(|param| param.declarator.derived.first());
                matches!(derived, Some(Derived::Pointer(_) | Derived::Array { .. }))
            };
            said.extend(of_attribute(attribute, params.len(), &is_pointer, symbols));
        }
        let known = self.functions.entry(symbols.name(name).to_owned()).or_default();
        said.retain(|promise| !known.contains(promise));
        known.extend(said);
    }

    fn records(&mut self, specifiers: &Specifiers, symbols: &Symbols) {
        let TypeSpecifier::Record(record) = &specifiers.ty else { return };
        self.record(record, symbols);
    }

    fn record(&mut self, record: &RecordSpecifier, symbols: &Symbols) {
        for member in record.members.iter().flatten() {
            let MemberDeclaration::Fields(specifiers, fields) = member else { continue };
            self.records(specifiers, symbols);
            for field in fields {
                let counts = field.declarator.attributes.iter().chain(&specifiers.attributes);
                let counts = counts.filter(|attribute| symbols.name(attribute.name) == "counted_by");
                let by = counts.filter_map(|attribute| named(attribute.args.first()?)).next();
                if let (Some(by), Some(name), Some(tag)) = (by, field.declarator.name, record.tag) {
                    let of = |symbol| symbols.name(symbol).to_owned();
                    self.counted.insert((of(tag), of(name)), of(by));
                }
            }
        }
    }
}

/// `nonnull`, `nonnull(1, 2)`, `access(read_only, 1, 2)`: positions begin at 1.
fn of_attribute(
    attribute: &Attribute,
    count: usize,
    is_pointer: &dyn Fn(&usize) -> bool,
    symbols: &Symbols,
) -> Vec<Promise> {
    let position = |arg: &SyntaxExpr| usize::try_from(number(arg)?.checked_sub(1)?).ok();
    match symbols.name(attribute.name) {
        "nonnull" if attribute.args.is_empty() => (0..count).filter(is_pointer).map(Promise::NotNull).collect(),
        "nonnull" => attribute.args.iter().filter_map(position).map(Promise::NotNull).collect(),
        "access" => match &attribute.args[..] {
            [mode, at, size] if named(mode).is_some_and(|mode| symbols.name(mode) != "none") => {
                position(at).zip(position(size)).map(|(at, size)| Promise::Sized(at, size)).into_iter().collect()
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn number(expr: &SyntaxExpr) -> Option<u64> {
    match &expr.kind {
        SyntaxExprKind::Int { value, .. } => u64::try_from(*value).ok(),
        SyntaxExprKind::Paren(inner) => number(inner),
        _ => None,
    }
}

fn named(expr: &SyntaxExpr) -> Option<cairn_front_c::ast::Symbol> {
    match &expr.kind {
        SyntaxExprKind::Name(name) => Some(*name),
        _ => None,
    }
}
