//! Which names are typedef names here.
//!
//! `T * x;` is a declaration or a product depending on what `T` is, so the parser must know, and must know where a
//! variable, a parameter or an enumeration constant hides the typedef. A table by symbol answers in one look; leaving a
//! scope undoes what the scope wrote. Members, tags and labels live in name spaces of their own and never come here.

use crate::ast::Symbol;
use cairn_base::id::Id;

/// The scopes from the file's to the innermost.
#[derive(Debug, Default)]
pub struct Scopes {
    is_typedef: Vec<bool>,
    /// Meanings of names before the open scopes declared them.
    undo: Vec<(Symbol, bool)>,
    open: Vec<usize>,
}

impl Scopes {
    /// Is this name a typedef name here?
    pub fn is_typedef(&self, name: Symbol) -> bool {
        self.is_typedef.get(name.index()).copied().unwrap_or(false)
    }

    /// Declares a name in the innermost scope.
    pub fn declare(&mut self, name: Symbol, is_typedef: bool) {
        let before = self.is_typedef(name);
        if before == is_typedef {
            return;
        }
        if self.is_typedef.len() <= name.index() {
            self.is_typedef.resize(name.index() + 1, false);
        }
        self.is_typedef[name.index()] = is_typedef;
        if !self.open.is_empty() {
            self.undo.push((name, before));
        }
    }

    pub fn enter(&mut self) {
        self.open.push(self.undo.len());
    }

    pub fn leave(&mut self) {
        let keep = self.open.pop().unwrap_or(0);
        while self.undo.len() > keep {
            if let Some((name, before)) = self.undo.pop() {
                self.is_typedef[name.index()] = before;
            }
        }
    }
}
