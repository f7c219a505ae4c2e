//! The criterion of a slice: operations whose effect is to stay as it is (SLICE 2.4).

use crate::vertex::{Passed, Vertex};
use cairn_ir::{EdgeId, Op, Program, effects};
use std::collections::BTreeSet;
use std::fmt;

/// Operations, with all that they read; of calls, all that they pass by their parameters.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Criterion {
    /// Their vertices.
    pub vertices: BTreeSet<Vertex>,
}

/// A criterion that is no place of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CriterionError {
    /// No operation stands on the line.
    Line(u32),
    /// The program never calls the function.
    Function(String),
}

impl fmt::Display for CriterionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "no operation of the program begins on line {line}"),
            Self::Function(name) => write!(f, "the program has no call of '{name}'"),
        }
    }
}

impl std::error::Error for CriterionError {}

impl Criterion {
    /// All operations that begin on a line of the first file.
    ///
    /// # Errors
    /// There is none.
    pub fn line(program: &Program, line: u32) -> Result<Self, CriterionError> {
        let first = program.sources.files().next().map(|file| program.sources.name(file).to_owned());
        let is_there = |edge: &cairn_ir::Edge| {
            let location = program.sources.locate(edge.span);
            location.is_some_and(|at| at.line == line && first.as_deref() == Some(&*at.file))
        };
        let real = program.edges.iter_ids().filter(|(_, edge)| !matches!(edge.op, Op::Skip));
        let edges: BTreeSet<EdgeId> = real.filter(|(_, edge)| is_there(edge)).map(|(id, _)| id).collect();
        if edges.is_empty() { Err(CriterionError::Line(line)) } else { Ok(Self::edges(program, edges)) }
    }

    /// All calls of some functions.
    ///
    /// # Errors
    /// There is none.
    pub fn calls<'n>(program: &Program, names: impl IntoIterator<Item = &'n str>) -> Result<Self, CriterionError> {
        let names: Vec<&str> = names.into_iter().collect();
        let is_call = |op: &Op| match op {
            Op::Call(site) => {
                let callee = program.calls[*site].callee;
                callee.is_some_and(|callee| names.contains(&program.functions[callee].name.as_str()))
            }
            op => op.marked_call().is_some_and(|name| names.contains(&name)),
        };
        let edges: BTreeSet<EdgeId> =
            program.edges.iter_ids().filter(|(_, edge)| is_call(&edge.op)).map(|(id, _)| id).collect();
        let missing = || CriterionError::Function(names.first().map_or_else(String::new, |name| (*name).to_owned()));
        if edges.is_empty() { Err(missing()) } else { Ok(Self::edges(program, edges)) }
    }

    /// Some operations.
    pub fn edges(program: &Program, edges: impl IntoIterator<Item = EdgeId>) -> Self {
        let mut vertices = BTreeSet::new();
        for edge in edges {
            vertices.insert(Vertex::Edge(edge));
            if let Op::Call(site) = program.edges[edge].op {
                let passed = effects::passed(program, site).map(|(param, _)| Passed::Parameter(param));
                vertices.extend(passed.map(|passed| Vertex::ActualIn(site, passed)));
            }
        }
        Criterion { vertices }
    }
}
