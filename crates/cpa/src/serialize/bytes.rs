//! Writing and reading: plain values as postcard has them, and names. A name is written out where it is first used, and by
//! its number after that.

use crate::names::Names;
use cairn_base::FastIndexSet;
use cairn_ir::{EdgeId, FunctionId, Intrinsic, NodeId, VarId};
use serde::Serialize;
use serde::de::Deserialize;

/// In place of a primitive's code for an edge that has none.
const NO_PRIMITIVE: u8 = 0;

/// Takes what is written.
#[derive(Debug)]
pub struct Writer<'a> {
    names: &'a Names<'a>,
    bytes: Vec<u8>,
    texts: FastIndexSet<String>,
    refused: bool,
}

impl<'a> Writer<'a> {
    /// Nothing is written yet.
    pub fn new(names: &'a Names<'a>) -> Self {
        Self { names, bytes: Vec::new(), texts: FastIndexSet::default(), refused: false }
    }
    /// The names of the program.
    pub fn names(&self) -> &'a Names<'a> {
        self.names
    }
    /// Says that something cannot be said: there will be no bytes.
    pub fn refuse(&mut self) {
        self.refused = true;
    }
    /// True when something was refused; what follows need not be written.
    pub fn is_refused(&self) -> bool {
        self.refused
    }
    /// Written bytes; `None` when something was refused.
    pub fn finish(self) -> Option<Vec<u8>> {
        (!self.refused).then_some(self.bytes)
    }

    /// A plain value: a number, a flag, a tuple or enumeration of these.
    pub fn put<T: Serialize + ?Sized>(&mut self, value: &T) {
        match postcard::to_extend(value, std::mem::take(&mut self.bytes)) {
            Ok(bytes) => self.bytes = bytes,
            // Only values whose length is not known in advance fail.
            Err(_) => self.refuse(),
        }
    }
    /// The number of things that follow.
    pub fn count(&mut self, count: usize) {
        self.put(&count);
    }
    /// A text, once.
    pub fn text(&mut self, text: &str) {
        if let Some(at) = self.texts.get_index_of(text) {
            return self.put(&at);
        }
        self.put(&self.texts.len());
        self.put(text);
        self.texts.insert(text.to_owned());
    }
    /// A variable.
    pub fn var(&mut self, var: VarId) {
        self.text(self.names.var_text(var));
    }
    /// A function.
    pub fn function(&mut self, function: FunctionId) {
        self.text(self.names.function_text(function));
    }
    /// A location.
    pub fn node(&mut self, node: NodeId) {
        let (function, place) = self.names.node_place(node);
        self.function(function);
        self.put(&place);
    }
    /// An edge.
    pub fn edge(&mut self, edge: EdgeId) {
        let (function, which, place) = self.names.edge_place(edge);
        self.function(function);
        self.put(&(which.map_or(NO_PRIMITIVE, |which| which.row().code), place));
    }
}

/// Gives back what was written. What a name means is asked when all of the thing has been read, so that a reader may go on
/// behind a name that means nothing.
#[derive(Debug)]
pub struct Reader<'a> {
    names: &'a Names<'a>,
    bytes: &'a [u8],
    texts: Vec<&'a str>,
}

impl<'a> Reader<'a> {
    /// Reads some bytes, with the names of the program that they are read for.
    pub fn new(bytes: &'a [u8], names: &'a Names<'a>) -> Self {
        Self { names, bytes, texts: Vec::new() }
    }
    /// The names of the program.
    pub fn names(&self) -> &'a Names<'a> {
        self.names
    }
    /// True when all was read.
    pub fn is_at_end(&self) -> bool {
        self.bytes.is_empty()
    }

    /// A plain value.
    pub fn take<T: Deserialize<'a>>(&mut self) -> Option<T> {
        let (value, rest) = postcard::take_from_bytes(self.bytes).ok()?;
        self.bytes = rest;
        Some(value)
    }
    /// The number of things that follow, each of one byte at least.
    pub fn count(&mut self) -> Option<usize> {
        self.take::<usize>().filter(|count| *count <= self.bytes.len())
    }
    /// A text.
    pub fn text(&mut self) -> Option<&'a str> {
        let at: usize = self.take()?;
        if at == self.texts.len() {
            let text = self.take()?;
            self.texts.push(text);
        }
        self.texts.get(at).copied()
    }
    /// A variable.
    pub fn var(&mut self) -> Option<VarId> {
        self.text().and_then(|text| self.names.var(text))
    }
    /// A function.
    pub fn function(&mut self) -> Option<FunctionId> {
        self.text().and_then(|text| self.names.function(text))
    }
    /// A location.
    pub fn node(&mut self) -> Option<NodeId> {
        let function = self.function();
        let place = self.take()?;
        self.names.node(function?, place)
    }
    /// An edge.
    pub fn edge(&mut self) -> Option<EdgeId> {
        let function = self.function();
        let (code, place): (u8, u32) = self.take()?;
        let which = if code == NO_PRIMITIVE { None } else { Some(Intrinsic::of_code(code)?) };
        self.names.edge(function?, which, place)
    }
}
