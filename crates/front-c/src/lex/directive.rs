//! The lines that begin with `#` in preprocessed text.
//!
//! Linemarkers (`# 12 "f.c" 1 3`, `#line 12 "f.c"`) move positions. `#pragma pack` changes the layout of records and is
//! kept for the parser; pragmas about names, and those that are not modelled, are handed on ([`PragmaKind`]); every other
//! pragma and `#ident` is skipped, as gcc does or because it changes nothing. Anything else means that the text was not preprocessed.

use crate::ast::PragmaKind;

/// A line that begins with `#`.
#[derive(Debug, PartialEq, Eq)]
pub enum Directive {
    /// The next line is this line of this file.
    Marker(u32, Option<String>),
    /// `#pragma pack`, or one that is skipped.
    Pragma,
    /// A pragma that matters beyond the text that it stands in.
    Noted(PragmaKind),
    /// `#`, `#ident`, `#sccs`.
    Nothing,
    /// An instruction to the preprocessor, by its name.
    Preprocessor(String),
    /// Not to be understood or not supported: why.
    Bad(String),
}

/// The alignment that `#pragma pack` allows members, and its stack.
#[derive(Clone, Debug, Default)]
pub struct Pack {
    /// The limit in bytes; `None` for the natural alignment.
    pub current: Option<u32>,
    stack: Vec<(Option<String>, Option<u32>)>,
}

/// Understands a line, given without the `#` and the end of the line.
pub fn directive(line: &str, pack: &mut Pack) -> Directive {
    let line = line.trim();
    if line.is_empty() {
        return Directive::Nothing;
    }
    if line.as_bytes()[0].is_ascii_digit() {
        return marker(line);
    }
    let end = line.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(line.len());
    let (name, rest) = line.split_at(end);
    match name {
        "line" => marker(rest.trim_start()),
        "pragma" => pragma(rest, pack),
        "ident" | "sccs" => Directive::Nothing,
        "" => Directive::Bad("stray '#' in program".into()),
        _ => Directive::Preprocessor(name.to_owned()),
    }
}

fn marker(text: &str) -> Directive {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let Ok(line) = text[..end].parse() else {
        return Directive::Bad("line number expected in a linemarker".into());
    };
    let rest = text[end..].trim_start();
    let Some(quoted) = rest.strip_prefix('"') else { return Directive::Marker(line, None) };
    let mut name = String::new();
    let mut chars = quoted.chars();
    loop {
        match chars.next() {
            Some('"') => return Directive::Marker(line, Some(name)),
            Some('\\') => name.extend(chars.next()),
            Some(c) => name.push(c),
            None => return Directive::Bad("file name without closing '\"' in a linemarker".into()),
        }
    }
}

/// Understands what follows `#pragma` or stands in `_Pragma("…")`.
pub fn pragma(text: &str, pack: &mut Pack) -> Directive {
    let text = text.trim();
    let spaced = text.replace('=', " = ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    match words[..] {
        ["scalar_storage_order", "default" | "little-endian", ..] => return Directive::Pragma,
        ["scalar_storage_order", ..] => {
            return Directive::Noted(PragmaKind::Refused("'#pragma scalar_storage_order'".into()));
        }
        ["redefine_extname", old, new, ..] => {
            return Directive::Noted(PragmaKind::RedefineExtname(old.into(), new.into()));
        }
        ["weak", name, "=", target, ..] => {
            return Directive::Noted(PragmaKind::Weak(name.into(), Some(target.into())));
        }
        ["weak", name, ..] => return Directive::Noted(PragmaKind::Weak(name.into(), None)),
        // The pragma that lets fast and unsafe arithmetic in.
        ["GCC", "optimize", ..] if text.contains("fast") || text.contains("unsafe") => {
            return Directive::Noted(PragmaKind::Refused("'#pragma GCC optimize' with unsafe arithmetic".into()));
        }
        _ => {}
    }
    let Some(rest) = text.strip_prefix("pack") else { return Directive::Pragma };
    let rest = rest.trim();
    let Some(inner) = rest.strip_prefix('(').and_then(|r| r.split_once(')')).map(|(inner, _)| inner) else {
        return Directive::Pragma; // another pragma that begins like this; gcc ignores it as well
    };
    match apply_pack(inner, pack) {
        Some(()) => Directive::Pragma,
        None => Directive::Bad(format!("'#pragma pack({inner})' is not understood")),
    }
}

fn apply_pack(inner: &str, pack: &mut Pack) -> Option<()> {
    let mut words = inner.split(',').map(str::trim).filter(|w| !w.is_empty());
    let Some(first) = words.next() else {
        pack.current = None;
        return Some(());
    };
    let mut label = None;
    let mut value = None;
    match first {
        "push" | "pop" => {
            for word in words {
                match alignment(word) {
                    Some(bytes) => value = Some(bytes),
                    None if word.as_bytes()[0].is_ascii_digit() => return None,
                    None => label = Some(word.to_owned()),
                }
            }
        }
        _ => {
            pack.current = alignment(first)?;
            return words.next().is_none().then_some(());
        }
    }
    if first == "push" {
        pack.stack.push((label, pack.current));
    } else {
        let depth = match &label {
            Some(label) => pack.stack.iter().rposition(|(l, _)| l.as_ref() == Some(label)),
            None => pack.stack.len().checked_sub(1),
        };
        if let Some(depth) = depth {
            pack.current = pack.stack[depth].1;
            pack.stack.truncate(depth);
        }
    }
    if let Some(bytes) = value {
        pack.current = bytes;
    }
    Some(())
}

/// 0 is the natural alignment.
fn alignment(word: &str) -> Option<Option<u32>> {
    match word {
        "0" => Some(None),
        "1" | "2" | "4" | "8" | "16" => Some(word.parse().ok()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers() {
        let mut pack = Pack::default();
        assert_eq!(directive(" 12 \"a\\\"b.c\" 1 3", &mut pack), Directive::Marker(12, Some("a\"b.c".into())));
        assert_eq!(directive("line 7", &mut pack), Directive::Marker(7, None));
        assert_eq!(directive(" include <a.h>", &mut pack), Directive::Preprocessor("include".into()));
        assert!(matches!(directive("line x", &mut pack), Directive::Bad(_)));
        assert!(matches!(directive("1 \"x", &mut pack), Directive::Bad(_)));
    }

    #[test]
    fn packing_is_a_stack() {
        let mut pack = Pack::default();
        let mut after = |text: &str| {
            assert_eq!(pragma(text, &mut pack), Directive::Pragma, "{text}");
            pack.current
        };
        assert_eq!(after("pack(2)"), Some(2));
        assert_eq!(after("pack(push, 1)"), Some(1));
        assert_eq!(after("pack(push, r, 4)"), Some(4));
        assert_eq!(after("pack(push)"), Some(4));
        assert_eq!(after("pack(pop, r)"), Some(1));
        assert_eq!(after("pack(pop)"), Some(2));
        assert_eq!(after("pack()"), None);
        assert_eq!(after("GCC diagnostic push"), None);
        assert!(matches!(pragma("pack(3)", &mut pack), Directive::Bad(_)));
    }
}
