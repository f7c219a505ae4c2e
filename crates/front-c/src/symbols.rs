//! The table of names: each identifier (and each floating literal's text) is stored once and is a [`Symbol`] of four
//! bytes from then on.
//!
//! The keywords are interned first, so that the lexer tells a keyword by the symbol being small, without a second
//! look-up. Invariant: a symbol is made by the table that explains it; two tables' symbols must not be mixed. All files
//! of one task share one table.

use crate::ast::Symbol;
use crate::lex::keyword::KEYWORDS;
use cairn_base::FastIndexSet;
use cairn_base::id::Id;

/// Interned names.
#[derive(Clone, Debug)]
pub struct Symbols {
    names: FastIndexSet<Box<str>>,
}

impl Symbols {
    /// The table with nothing but C's keywords.
    pub fn new() -> Self {
        let mut names = FastIndexSet::default();
        for (spelling, _) in KEYWORDS {
            names.insert(Box::from(*spelling));
        }
        Self { names }
    }

    /// The symbol of a name, which is stored when it is new.
    pub fn intern(&mut self, name: &str) -> Symbol {
        match self.names.get_index_of(name) {
            Some(index) => Symbol::from_index(index),
            None => Symbol::from_index(self.names.insert_full(Box::from(name)).0),
        }
    }

    /// The symbol of a name when it is stored already.
    pub fn find(&self, name: &str) -> Option<Symbol> {
        self.names.get_index_of(name).map(Symbol::from_index)
    }

    /// The name; empty for a symbol of another table.
    pub fn name(&self, symbol: Symbol) -> &str {
        self.names.get_index(symbol.index()).map_or("", |name| name)
    }

    /// The first name with this beginning.
    pub fn beginning(&self, with: &str) -> Option<&str> {
        self.names.iter().map(|name| &**name).find(|name| name.starts_with(with))
    }

    /// Number of names; symbols have smaller indices.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// False: the keywords are always there.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

impl Default for Symbols {
    fn default() -> Self {
        Self::new()
    }
}

impl std::ops::Index<Symbol> for Symbols {
    type Output = str;
    fn index(&self, symbol: Symbol) -> &str {
        self.name(symbol)
    }
}
