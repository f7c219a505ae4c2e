//! S-expressions: text to a flat table of nodes. Nested lists are ranges of the table's list of children, so that deep
//! nesting needs no stack, neither to read nor to drop.

use std::fmt;
use std::ops::Range;

/// Text that cannot be read, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SmtlibError {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// The error.
    pub what: String,
}

impl fmt::Display for SmtlibError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.what)
    }
}
impl std::error::Error for SmtlibError {}

/// A node of [`Sexprs`].
pub type NodeId = usize;

/// Kind of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SexprKind {
    /// A symbol, a keyword (with its colon), a numeral, or any other token without spaces.
    Atom,
    /// A symbol that was quoted with `|`; its text is what is between.
    Quoted,
    /// A string; its text is what is between the quotes, a doubled quote left as it is.
    String,
    /// A list.
    List,
}

#[derive(Clone, Debug)]
struct Node {
    kind: SexprKind,
    /// In the text, or in the list of children.
    range: Range<usize>,
    at: usize,
}

/// A parsed text.
#[derive(Clone, Debug)]
pub struct Sexprs<'a> {
    text: &'a str,
    nodes: Vec<Node>,
    children: Vec<NodeId>,
    top: Vec<NodeId>,
}

impl<'a> Sexprs<'a> {
    /// Reads all expressions of a text.
    ///
    /// # Errors
    /// When a parenthesis, a quoted symbol or a string does not end, or a parenthesis ends nothing.
    pub fn read(text: &'a str) -> Result<Self, SmtlibError> {
        let mut all = Sexprs { text, nodes: Vec::new(), children: Vec::new(), top: Vec::new() };
        let mut open: Vec<(usize, Vec<NodeId>)> = Vec::new();
        let bytes = text.as_bytes();
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let start = at;
            let node = match byte {
                b' ' | b'\t' | b'\r' | b'\n' => {
                    at += 1;
                    continue;
                }
                b';' => {
                    at += line_end(&bytes[at..]);
                    continue;
                }
                b'(' => {
                    open.push((at, Vec::new()));
                    at += 1;
                    continue;
                }
                b')' => {
                    let Some((start, inner)) = open.pop() else {
                        return Err(all.error_at(at, "a `)` without its `(`"));
                    };
                    at += 1;
                    let from = all.children.len();
                    all.children.extend(inner);
                    Node { kind: SexprKind::List, range: from..all.children.len(), at: start }
                }
                b'|' => {
                    let Some(length) = bytes[at + 1..].iter().position(|b| *b == b'|') else {
                        return Err(all.error_at(at, "a quoted symbol that does not end"));
                    };
                    at += length + 2;
                    Node { kind: SexprKind::Quoted, range: start + 1..at - 1, at: start }
                }
                b'"' => {
                    at += 1;
                    loop {
                        match (bytes.get(at), bytes.get(at + 1)) {
                            (Some(b'"'), Some(b'"')) => at += 2,
                            (Some(b'"'), _) => break,
                            (Some(_), _) => at += 1,
                            (None, _) => return Err(all.error_at(start, "a string that does not end")),
                        }
                    }
                    at += 1;
                    Node { kind: SexprKind::String, range: start + 1..at - 1, at: start }
                }
                _ => {
                    let ends = |b: &u8| matches!(b, b' ' | b'\t' | b'\r' | b'\n' | b'(' | b')' | b';' | b'|' | b'"');
                    at += bytes[at..].iter().position(ends).unwrap_or(bytes.len() - at);
                    Node { kind: SexprKind::Atom, range: start..at, at: start }
                }
            };
            all.nodes.push(node);
            let id = all.nodes.len() - 1;
            match open.last_mut() {
                Some((_, inner)) => inner.push(id),
                None => all.top.push(id),
            }
        }
        match open.last() {
            Some((start, _)) => Err(all.error_at(*start, "a `(` without its `)`")),
            None => Ok(all),
        }
    }

    /// The expressions that are in no other.
    pub fn top(&self) -> &[NodeId] {
        &self.top
    }
    /// Kind of a node.
    pub fn kind(&self, node: NodeId) -> SexprKind {
        self.nodes[node].kind
    }
    /// The elements of a list; none of anything else.
    pub fn list(&self, node: NodeId) -> &[NodeId] {
        match self.nodes[node].kind {
            SexprKind::List => &self.children[self.nodes[node].range.clone()],
            _ => &[],
        }
    }
    /// The text of a node that is no list.
    pub fn text(&self, node: NodeId) -> &'a str {
        match self.nodes[node].kind {
            SexprKind::List => "(",
            _ => &self.text[self.nodes[node].range.clone()],
        }
    }
    /// The name when the node is a symbol, quoted or not.
    pub fn symbol(&self, node: NodeId) -> Option<&'a str> {
        match self.nodes[node].kind {
            SexprKind::Atom | SexprKind::Quoted => Some(self.text(node)),
            _ => None,
        }
    }
    /// The text when the node is a token that was not quoted.
    pub fn atom(&self, node: NodeId) -> Option<&'a str> {
        (self.nodes[node].kind == SexprKind::Atom).then(|| self.text(node))
    }
    /// An error at a node.
    pub fn error(&self, node: NodeId, what: impl Into<String>) -> SmtlibError {
        self.error_at(self.nodes[node].at, what)
    }

    fn error_at(&self, at: usize, what: impl Into<String>) -> SmtlibError {
        let before = &self.text.as_bytes()[..at];
        let line_start = before.iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
        SmtlibError {
            line: before.iter().filter(|b| **b == b'\n').count() + 1,
            column: at - line_start + 1,
            what: what.into(),
        }
    }
}

fn line_end(bytes: &[u8]) -> usize {
    bytes.iter().position(|b| *b == b'\n').unwrap_or(bytes.len())
}
