//! Which cells of memory take what from where: the walk that marks of values are followed along.
//!
//! The points-to graph tells what a value would point to, and a node of it may stand for much. Some facts are about the
//! value itself: that it is an address as a number, that it was computed by going on in an object. They are followed
//! through the cells of memory: the intervals of a node that accesses tell apart ([`super::graph::Link`]), in which all
//! accesses that may overlap are one. A copy of bytes takes a mark from any cell of a node to all of the other's, so a mark
//! that is missing is missing in every execution.

use super::graph::{Graph, GraphId, NodeOffset};
use super::layout_dependence::Search;
use cairn_base::FastSet;
use cairn_ir::effects;
use cairn_ir::{ExprId, NondetSource, Op, PlaceId, PlaceKind, VarId};

/// From where to where a value goes.
pub(super) enum Flow {
    /// A value into a cell: a variable's by its name, or another.
    Value { to: NodeOffset, by_name: bool, value: ExprId },
    /// From one cell to another.
    Result { to: NodeOffset, from: NodeOffset },
    /// Bytes of a node's cells into another's.
    Copy { to: GraphId, from: GraphId },
}

impl Flow {
    /// Takes the marks of cells along a flow between cells.
    pub(super) fn carry(&self, graph: &Graph, marked: &mut FastSet<NodeOffset>) {
        match *self {
            Flow::Value { .. } => {}
            Flow::Result { to, from } => {
                if marked.contains(&from) {
                    marked.insert(to);
                }
            }
            Flow::Copy { to, from } => {
                if marked.iter().any(|cell| cell.node == from) {
                    marked.extend(graph.links(to).map(|(offset, _)| NodeOffset { node: to, offset }));
                }
            }
        }
    }
}

impl Search<'_, '_> {
    /// All flows of the program whose value is meant.
    pub(super) fn flows(&self, is_meant: impl Fn(ExprId) -> bool) -> Vec<Flow> {
        let variable = |var: VarId| self.cell_at(self.from.vars[var]);
        let node = |spot: NodeOffset| self.from.graph.find_in(spot).node;
        let mut flows = Vec::new();
        for edge in self.program.edges.iter() {
            match &edge.op {
                Op::Assign { place, value } | Op::Havoc { place, source: NondetSource::Volatile(value) } => {
                    if let Some(to) = self.cell(*place)
                        && is_meant(*value)
                    {
                        let by_name = matches!(self.program.exprs[*place].kind, PlaceKind::Var(_));
                        flows.push(Flow::Value { to, by_name, value: *value });
                    }
                }
                Op::Call(site) => {
                    let passed = effects::passed(self.program, *site);
                    let given = passed.filter_map(|(param, value)| Some((param, value.filter(|v| is_meant(*v))?)));
                    flows.extend(given.map(|(param, value)| Flow::Value { to: variable(param), by_name: true, value }));
                    let result = effects::returned(self.program, *site);
                    flows.extend(result.map(|(to, from)| Flow::Result { to: variable(to), from: variable(from) }));
                }
                _ => {}
            }
        }
        let copies = self.from.copies.iter().map(|copy| Flow::Copy { to: node(copy.to), from: node(copy.from) });
        flows.extend(copies);
        flows
    }

    /// The cell that an access to a scalar place is to.
    pub(super) fn cell(&self, place: PlaceId) -> Option<NodeOffset> {
        Some(self.cell_at(self.from.places[place]?.spot.plus(self.from.unit(place).0)))
    }

    fn cell_at(&self, spot: NodeOffset) -> NodeOffset {
        let graph = &self.from.graph;
        graph.link_around(spot).map_or_else(|| graph.find_in(spot), |(start, _)| start)
    }
}
