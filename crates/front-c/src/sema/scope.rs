//! Scopes: what a name or a tag means here.
//!
//! One slot a symbol, and a log of what each scope replaced: looking a name up is an index, leaving a scope costs what
//! it declared. Not a stack of maps: that costs a hash and a probe a level for each use of a global.

use crate::ast::Symbol;
use cairn_base::id::Id;
use cairn_ir::types::EnumId;
use cairn_ir::{FunctionId, Qualified, RecordId, TypeId, VarId};

#[derive(Clone, Copy, Debug)]
pub(crate) enum Entity {
    /// A variable, with its qualified type.
    Var(VarId, Qualified),
    /// An array of variable length: the hidden variable that points to its memory, and the array's type.
    Vla(VarId, Qualified),
    Function(FunctionId),
    /// A typedef; the alignment that an attribute gave it, and whether its type has no model (`_Complex`).
    Typedef(Qualified, Option<u64>, bool),
    Constant(i128, TypeId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tag {
    Record(RecordId),
    Enum(EnumId),
}

#[derive(Clone, Copy, Debug)]
struct Slot<T> {
    meaning: T,
    depth: u32,
}

#[derive(Debug)]
enum Undo {
    Name(Symbol, Option<Slot<Entity>>),
    Tag(Symbol, Option<Slot<Tag>>),
}

#[derive(Debug, Default)]
pub(crate) struct Scopes {
    names: Vec<Option<Slot<Entity>>>,
    tags: Vec<Option<Slot<Tag>>>,
    log: Vec<Undo>,
    marks: Vec<usize>,
}

fn slot<T>(table: &mut Vec<Option<Slot<T>>>, symbol: Symbol) -> &mut Option<Slot<T>> {
    let index = symbol.index();
    if index >= table.len() {
        table.resize_with(index + 1, || None);
    }
    &mut table[index]
}

impl Scopes {
    pub fn enter(&mut self) {
        self.marks.push(self.log.len());
    }

    pub fn leave(&mut self) {
        let mark = self.marks.pop().unwrap_or(0);
        for undo in self.log.drain(mark..).rev() {
            match undo {
                Undo::Name(symbol, old) => self.names[symbol.index()] = old,
                Undo::Tag(symbol, old) => self.tags[symbol.index()] = old,
            }
        }
    }

    /// How many scopes are open; 1 is file scope.
    pub fn depth(&self) -> u32 {
        self.marks.len() as u32
    }

    pub fn name(&self, symbol: Symbol) -> Option<Entity> {
        self.names.get(symbol.index())?.as_ref().map(|s| s.meaning)
    }

    /// Meaning of a name when the innermost scope declares it.
    pub fn name_here(&self, symbol: Symbol) -> Option<Entity> {
        let slot = self.names.get(symbol.index())?.as_ref()?;
        (slot.depth == self.depth()).then_some(slot.meaning)
    }

    /// Declares a name, or changes its meaning, in the innermost scope.
    pub fn declare(&mut self, symbol: Symbol, meaning: Entity) {
        let depth = self.depth();
        let old = slot(&mut self.names, symbol).replace(Slot { meaning, depth });
        if old.is_none_or(|old| old.depth != depth) {
            self.log.push(Undo::Name(symbol, old));
        }
    }

    pub fn tag(&self, symbol: Symbol) -> Option<Tag> {
        self.tags.get(symbol.index())?.as_ref().map(|s| s.meaning)
    }

    /// Meaning of a tag when the innermost scope declares it.
    pub fn tag_here(&self, symbol: Symbol) -> Option<Tag> {
        let slot = self.tags.get(symbol.index())?.as_ref()?;
        (slot.depth == self.depth()).then_some(slot.meaning)
    }

    /// Declares a tag in the innermost scope.
    pub fn declare_tag(&mut self, symbol: Symbol, meaning: Tag) {
        let depth = self.depth();
        let old = slot(&mut self.tags, symbol).replace(Slot { meaning, depth });
        if old.is_none_or(|old| old.depth != depth) {
            self.log.push(Undo::Tag(symbol, old));
        }
    }
}
