//! `\forall T i; formula` and `\exists T i; formula`, which go on to the end of the formula, as the quantifiers of CBMC. A number of type `integer` is
//! kept in 128 bits, so that bounds of any type of C are compared with it as numbers.

use super::formula;

/// Stands for a quantifier while what is before it is made C.
const PLACE: &str = "__CPROVER_place_of_quantifier";
const NAMES: [(&str, &str); 2] = [("\\forall", "__CPROVER_forall"), ("\\exists", "__CPROVER_exists")];

/// How many there are in a text: each has a ';' of its own.
pub(super) fn count(text: &str) -> usize {
    NAMES.iter().map(|(name, _)| text.matches(name).count()).sum()
}

/// A formula with a quantifier outside of parentheses; `None` without.
pub(super) fn quantified(text: &str) -> Option<Result<String, String>> {
    let mut depth = 0_i32;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ if depth == 0 => {
                if let Some((name, called)) = NAMES.iter().find(|(name, _)| text[at..].starts_with(name)) {
                    return Some(made(&text[..at], called, &text[at + name.len()..]));
                }
            }
            _ => {}
        }
    }
    None
}

fn made(before: &str, called: &str, of: &str) -> Result<String, String> {
    let (binder, body) = of.split_once(';').ok_or("a quantifier of ACSL without ';'")?;
    let binder = binder.trim();
    if binder.contains(',') {
        return Err("several names in one quantifier of ACSL".to_owned());
    }
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let name = binder.rfind(|c: char| !is_name(c)).map(|at| binder.split_at(at + 1));
    let Some((ty, name)) = name.filter(|(_, name)| !name.is_empty()) else {
        return Err(format!("the quantifier '{binder}' of ACSL"));
    };
    let ty = match ty.trim() {
        "integer" => "__int128",
        "" => return Err(format!("the quantifier '{binder}' of ACSL")),
        other => other,
    };
    let quantifier = format!("{called} {{ {ty} {name}; {} }}", formula(body)?);
    match before.trim() {
        "" => Ok(quantifier),
        before => Ok(formula(&format!("{before} {PLACE}"))?.replace(PLACE, &format!("({quantifier})"))),
    }
}
