//! The expressions that the client asks for by a text: a variable, and members, elements and what is pointed to.
//!
//! Invariant: an expression is a place; it has no side effect, and what it does not have is an error that says why. Why not all of C: a place
//! is what a hover shows, and the rest would need the front end in a scope that it has left.

use super::values::{Located, Looking};
use cairn_ir::types::Type;

/// Operators on a place are nested so deep at most.
const DEEPEST: u32 = 64;

/// Finds the place that a text names, among variables.
///
/// # Errors
/// There is none: why.
pub fn place(text: &str, variables: &[(String, Located)], looking: &Looking<'_, '_, '_>) -> Result<Located, String> {
    let mut reading = Reading { rest: text.trim(), variables, looking, depth: 0 };
    let found = reading.prefix()?;
    match reading.rest.trim() {
        "" => Ok(found),
        rest => Err(format!("'{rest}' is not understood: a variable with members, elements and * is")),
    }
}

struct Reading<'t, 'l, 'r, 'c, 'p> {
    rest: &'t str,
    variables: &'l [(String, Located)],
    looking: &'l Looking<'r, 'c, 'p>,
    depth: u32,
}

impl Reading<'_, '_, '_, '_, '_> {
    fn takes(&mut self, sign: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn word(&mut self) -> String {
        self.rest = self.rest.trim_start();
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word.to_owned()
    }

    fn prefix(&mut self) -> Result<Located, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("the expression is too deep".to_owned());
        }
        if self.takes("*") {
            let pointer = self.prefix()?;
            return self.element(pointer, 0);
        }
        let mut at = if self.takes("(") {
            let inner = self.prefix()?;
            if !self.takes(")") {
                return Err("a ')' is missing".to_owned());
            }
            inner
        } else {
            let name = self.word();
            // Of two with one name, the inner one is declared last.
            let found = self.variables.iter().rev().find(|(of, _)| *of == name);
            found.map(|(_, at)| *at).ok_or_else(|| format!("there is no variable '{name}' here"))?
        };
        loop {
            if self.takes("->") {
                at = self.element(at, 0)?;
                at = self.member(at)?;
            } else if self.takes(".") {
                at = self.member(at)?;
            } else if self.takes("[") {
                let index = self.index()?;
                at = self.element(at, index)?;
                if !self.takes("]") {
                    return Err("a ']' is missing".to_owned());
                }
            } else {
                return Ok(at);
            }
        }
    }

    fn member(&mut self, at: Located) -> Result<Located, String> {
        let name = self.word();
        self.member_of(at, &name, 0).ok_or_else(|| format!("there is no member '{name}'"))
    }

    /// A member by its name, perhaps of a member without one.
    fn member_of(&self, at: Located, name: &str, depth: u32) -> Option<Located> {
        let types = &self.looking.program.types;
        if !matches!(types.get(at.ty), Type::Record(_)) || depth > DEEPEST {
            return None;
        }
        let parts = self.looking.parts(at, 0, u64::MAX);
        let own = parts.iter().find(|(of, _)| of == name).map(|(_, part)| *part);
        own.or_else(|| {
            parts
                .iter()
                .filter(|(of, _)| of == "(unnamed)")
                .find_map(|(_, part)| self.member_of(*part, name, depth + 1))
        })
    }

    fn index(&mut self) -> Result<i128, String> {
        self.rest = self.rest.trim_start();
        let is_negative = self.takes("-");
        if self.rest.starts_with(|c: char| c.is_ascii_digit()) {
            let word = self.word();
            let number: i128 = word.parse().map_err(|_| format!("'{word}' is no number"))?;
            return Ok(if is_negative { -number } else { number });
        }
        let at = self.prefix()?;
        let of = self.looking.program.types.scalar(at.ty).ok_or("the subscript is no number")?;
        let value = self.looking.scalar(at).ok_or("the subscript has no value yet")?;
        let value = if of.is_signed() { value.as_signed(of.bits()) } else { value.0 as i128 };
        Ok(if is_negative { value.saturating_neg() } else { value })
    }

    /// An element of an array, or of what a pointer points into.
    fn element(&self, at: Located, index: i128) -> Result<Located, String> {
        let types = &self.looking.program.types;
        let (base, ty) = match types.get(at.ty) {
            Type::Array(of, _) => (Some(at.address), of.ty),
            Type::Pointer(to) => (self.looking.scalar(at).and_then(|value| u64::try_from(value.0).ok()), to.ty),
            _ => return Err(format!("{} is no pointer and no array", self.looking.type_text(at.ty))),
        };
        let base = base.ok_or("the pointer has no value yet")?;
        let size = types.size_of(ty).filter(|_| !matches!(types.get(ty), Type::Void));
        let size = size.ok_or("what it points to has no size")?;
        let address = index.checked_mul(i128::from(size)).and_then(|offset| i128::from(base).checked_add(offset));
        let address = address.and_then(|address| u64::try_from(address).ok()).ok_or("there is no such address")?;
        Ok(Located { address, ty, bits: None })
    }
}
