//! Types as the harness can write them: in the words of the file that it includes.
//!
//! A structure without a tag has a name only where a `typedef` of the file gives it one. A type that has none cannot be
//! declared outside the declaration that it stands in.

use crate::promises::Promises;
use cairn_base::{SourceMap, Span};
use cairn_front_c::ast::{ExternalDeclaration, Specifiers, StorageClass, TypeSpecifier};
use cairn_front_c::symbols::Symbols;
use cairn_ir::print::format_declaration;
use cairn_ir::types::{IntKind, Type, TypeId, Types};
use std::collections::BTreeMap;

/// The names that `typedef` gives to structures without a tag, by where they are declared.
#[derive(Debug, Default)]
pub struct TypedefNames {
    given: BTreeMap<(u32, u32), String>,
    /// Promises of the file about arguments.
    pub promises: Promises,
}

impl TypedefNames {
    /// Those of a preprocessed text that is the first of its program. None, where it is not C that is understood.
    pub fn of(name: &str, text: &str) -> Self {
        let (mut sources, mut symbols) = (SourceMap::new(), Symbols::new());
        let mut given = BTreeMap::new();
        let Some(file) = sources.add(name, text.into()) else { return Self::default() };
        let Ok(unit) = cairn_front_c::parse::parse(&mut sources, file, &mut symbols) else { return Self::default() };
        for item in &unit.items {
            let ExternalDeclaration::Declaration(declaration) = item else { continue };
            let Some(span) = untagged(&declaration.specifiers) else { continue };
            for one in &declaration.declarators {
                if let (true, Some(name)) = (one.declarator.derived.is_empty(), one.declarator.name) {
                    given.entry((span.start, span.end)).or_insert_with(|| symbols.name(name).to_owned());
                }
            }
        }
        Self { given, promises: Promises::of(&unit, &symbols) }
    }

    /// A declaration of a name of this type; nothing for a type that has no name in the file.
    pub fn declaration(&self, types: &Types, ty: TypeId, name: &str) -> Option<String> {
        let mut text = format_declaration(types, ty, name);
        for record in types.records.iter() {
            let word = if record.is_union { "union" } else { "struct" };
            let made_up = format!("{word} {}", record.tag);
            if record.tag.starts_with('<') && text.contains(&made_up) {
                text = text.replace(&made_up, self.given.get(&(record.span.start, record.span.end))?);
            }
        }
        for of in types.enums.iter() {
            let made_up = format!("enum {}", of.tag);
            if of.tag.starts_with('<') && text.contains(&made_up) {
                text = text.replace(&made_up, if of.underlying == Some(IntKind::Int) { "int" } else { "unsigned int" });
            }
        }
        Some(text)
    }
}

/// Where a `typedef` declares a structure without a tag.
fn untagged(specifiers: &Specifiers) -> Option<Span> {
    match &specifiers.ty {
        TypeSpecifier::Record(record) if record.tag.is_none() && specifiers.storage == Some(StorageClass::Typedef) => {
            Some(record.span)
        }
        _ => None,
    }
}

/// The function that gives any value of a number's type, with the type that it returns.
pub fn any(types: &Types, ty: TypeId) -> Option<(&'static str, &'static str)> {
    use cairn_ir::types::FloatKind;
    let kind = match types.get(ty) {
        Type::Int(kind) => *kind,
        Type::Enum(id) => types.enums[*id].underlying?,
        Type::Float(FloatKind::Float) => return Some(("__VERIFIER_nondet_float", "float")),
        Type::Float(_) => return Some(("__VERIFIER_nondet_double", "double")),
        _ => return None,
    };
    Some(match kind {
        IntKind::Bool => ("__VERIFIER_nondet_bool", "_Bool"),
        IntKind::Char | IntKind::SChar => ("__VERIFIER_nondet_char", "char"),
        IntKind::UChar => ("__VERIFIER_nondet_uchar", "unsigned char"),
        IntKind::Short => ("__VERIFIER_nondet_short", "short"),
        IntKind::UShort => ("__VERIFIER_nondet_ushort", "unsigned short"),
        IntKind::Int => ("__VERIFIER_nondet_int", "int"),
        IntKind::UInt => ("__VERIFIER_nondet_uint", "unsigned int"),
        IntKind::Long => ("__VERIFIER_nondet_long", "long"),
        IntKind::ULong => ("__VERIFIER_nondet_ulong", "unsigned long"),
        IntKind::LongLong => ("__VERIFIER_nondet_longlong", "long long"),
        IntKind::ULongLong => ("__VERIFIER_nondet_ulonglong", "unsigned long long"),
        IntKind::Int128 => ("__VERIFIER_nondet_int128", "__int128"),
        IntKind::UInt128 => ("__VERIFIER_nondet_uint128", "unsigned __int128"),
    })
}
