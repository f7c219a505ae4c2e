//! Flow dependence: which definitions a read of a cell may see (SLICE 2.4.1, 2.6.7).
//!
//! The definitions that reach a location are looked for backwards, from the read, and only for the cells that are read. On
//! a line of locations the search goes to the nearest definition that is there. Where edges meet, a vertex stands for what
//! they bring ([`Vertex::Merge`]), so that it is searched once for all reads beyond. This is the form of static single
//! assignment, made on demand (Braun and others 2013: "Simple and efficient construction of static single assignment
//! form").
//!
//! The paper computes the sets of reaching definitions of all variables at all locations, and took more than 900 s for some
//! programs. `cairn_domains::reaching` is that analysis. The tests compare with the definition over paths.

use crate::memory::{Definition, Memory};
use crate::vertex::{DefinedCell, Passed, Vertex};
use cairn_base::FastMap;
use cairn_ir::{EdgeId, NodeId, Op, Program};

pub(crate) type Definers = smallvec::SmallVec<[Vertex; 2]>;

/// Definitions, found once for each edge.
#[derive(Default)]
pub(crate) struct Flow {
    definitions: FastMap<EdgeId, Box<[Definition]>>,
    steps: u64,
}

impl Flow {
    /// How many locations were looked at.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Possible definitions of a cell's value at a location.
    pub fn before(&mut self, program: &Program, memory: &Memory, cell: DefinedCell, mut node: NodeId) -> Definers {
        loop {
            self.steps += 1;
            let of = &program.nodes[node];
            match (of.entering.as_slice(), program.is_entry(node)) {
                ([edge], false) => match self.on_edge(program, memory, cell, *edge) {
                    Some(definer) => return Definers::from_iter([definer]),
                    None => node = program.edges[*edge].source,
                },
                ([], true) => return at_entry(program, memory, cell, node),
                ([], false) => return Definers::new(),
                _ => return Definers::from_iter([Vertex::Merge(node, cell)]),
            }
        }
    }

    /// Definitions by the edges into a location.
    pub fn merged(&mut self, program: &Program, memory: &Memory, cell: DefinedCell, node: NodeId) -> Definers {
        let of = &program.nodes[node];
        let mut found = Definers::new();
        if program.is_entry(node) {
            found.extend(at_entry(program, memory, cell, node));
        }
        for edge in &of.entering {
            match self.on_edge(program, memory, cell, *edge) {
                Some(definer) => found.push(definer),
                None => found.extend(self.before(program, memory, cell, program.edges[*edge].source)),
            }
        }
        found.sort_unstable();
        found.dedup();
        found.retain(|definer| *definer != Vertex::Merge(node, cell));
        found
    }

    fn definitions(&mut self, memory: &Memory, edge: EdgeId) -> &[Definition] {
        self.definitions.entry(edge).or_insert_with(|| memory.definitions(edge).into())
    }

    fn on_edge(&mut self, program: &Program, memory: &Memory, cell: DefinedCell, edge: EdgeId) -> Option<Vertex> {
        if let Op::Call(site) = program.edges[edge].op {
            let call = &program.calls[site];
            if call.result.is_some_and(|result| memory.of_variable(result).contains(&cell)) {
                return Some(Vertex::ActualOut(site, Passed::Result));
            }
            let defines = call.callee.is_some_and(|callee| memory.may_define(callee, cell));
            return defines.then_some(Vertex::ActualOut(site, Passed::Memory(cell)));
        }
        let of = self.definitions(memory, edge).iter().filter(|definition| definition.cell == cell);
        // One kill is enough.
        let kills = of.map(|definition| definition.kills).max()?;
        Some(if kills { Vertex::Edge(edge) } else { Vertex::After(edge, cell) })
    }
}

/// Definitions by a function's caller, for a cell that it has not defined itself.
fn at_entry(program: &Program, memory: &Memory, cell: DefinedCell, entry: NodeId) -> Definers {
    let function = program.nodes[entry].function;
    let mut found = Definers::new();
    for param in &program.functions[function].params {
        if memory.of_variable(*param).contains(&cell) {
            found.push(Vertex::FormalIn(function, Passed::Parameter(*param)));
        }
    }
    if function != program.start && !memory.is_private(cell) {
        found.push(Vertex::FormalIn(function, Passed::Memory(cell)));
    }
    found
}
