//! Names in C: those of symbols are kept, since the library's functions are known by them; what is no identifier is mended.

use super::Res;
use crate::model::{Linkage, Module, SymbolId};
use cairn_base::FastSet;
use cairn_base::id::IdVec;

/// Words that name nothing of a program.
const KEYWORDS: &[&str] = &[
    "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern", "float",
    "for", "goto", "if", "inline", "int", "long", "register", "restrict", "return", "short", "signed", "sizeof",
    "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while", "asm", "typeof",
];

/// The beginning of names that are Cairn's own.
const OWN: &str = "__cairn_";

/// A name as an identifier; it may be empty.
pub(super) fn identifier(name: &str) -> String {
    let mut text: String = name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' }).collect();
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        text.insert(0, '_');
    }
    // A name that begins so may be a word of the compiler; a variable loses nothing by another.
    if KEYWORDS.contains(&text.as_str()) || text.starts_with("__") || (text.starts_with('_') && text.len() > 1) {
        text.insert_str(0, "v_");
    }
    text
}

/// A name that is not yet taken, and is then.
pub(super) fn fresh(wanted: &str, taken: &mut FastSet<String>) -> String {
    let wanted = if wanted.is_empty() { "v" } else { wanted };
    let mut name = wanted.to_owned();
    let mut count = 1;
    while !taken.insert(name.clone()) {
        name = format!("{wanted}_{count}");
        count += 1;
    }
    name
}

/// Name of each symbol in C. Names with external linkage come first, so that others make way for them.
pub(super) fn of_symbols(module: &Module) -> Res<IdVec<SymbolId, String>> {
    let is_local = |linkage| matches!(linkage, Linkage::Internal | Linkage::Private | Linkage::Appending);
    let mut taken = FastSet::default();
    let mut names: IdVec<SymbolId, String> = module.symbols.iter().map(|_| String::new()).collect();
    for local in [false, true] {
        for (id, symbol) in module.symbols.iter_ids().filter(|(_, symbol)| is_local(symbol.linkage) == local) {
            // A name that begins with this byte is not changed by the assembler.
            let name = symbol.name.strip_prefix('\u{1}').unwrap_or(&symbol.name);
            if name.starts_with(OWN) {
                return Err(format!("the name '{name}' is reserved for Cairn's own library"));
            }
            let valid = !KEYWORDS.contains(&name)
                && !name.starts_with(|c: char| c.is_ascii_digit())
                && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
                && !name.is_empty();
            let wanted = if valid { name.to_owned() } else { identifier(name) };
            names[id] = fresh(&wanted, &mut taken);
        }
    }
    Ok(names)
}
