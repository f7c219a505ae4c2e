//! Which integers are addresses of objects of the program.
//!
//! The points-to graph tells what an integer would point to if it were an address, and a node of the graph may stand for
//! much. So what integers are assigned is followed once more, from the casts of pointers on, through the cells of memory:
//! the intervals of a node that accesses tell apart ([`super::graph::Link`]), in which all accesses that may overlap are
//! one. A copy of bytes takes the mark from any cell of a node to all of the other's.

use super::graph::{GraphId, Spot};
use super::observed::Search;
use cairn_ir::types::Scalar;
use cairn_ir::{ExprId, ExprKind, NondetSource, Op, PlaceId, PlaceKind, TypeId, VarId};

/// From where to where an integer goes.
enum Flow {
    /// A value into a cell: a variable's by its name, or another.
    Value { to: Spot, by_name: bool, value: ExprId },
    /// From one cell to another.
    Result { to: Spot, from: Spot },
    /// Bytes of a node's cells into another's.
    Copy { to: GraphId, from: GraphId },
}

impl Search<'_, '_> {
    /// The values that an operation stores elsewhere than in a variable by name.
    pub(super) fn numbers_stored(&self, op: &Op) -> Vec<ExprId> {
        match op {
            Op::Assign { place, value } => match self.program.exprs[*place].kind {
                PlaceKind::Var(_) => Vec::new(),
                _ => vec![*value],
            },
            _ => Vec::new(),
        }
    }
    pub(super) fn is_function_number(&self, mut x: ExprId) -> bool {
        if self.is_pointer(self.program.exprs[x].ty) || self.program.types.scalar(self.program.exprs[x].ty).is_none() {
            return false;
        }
        loop {
            match self.program.exprs[x].kind {
                ExprKind::Cast(inner) if !self.is_function(x) => x = inner,
                ExprKind::Load(place) if !self.is_function(x) => {
                    return self.cell(place).is_some_and(|cell| self.function_numbers.contains(&cell));
                }
                _ => return self.is_function(x) && !self.is_constant(x),
            }
        }
    }

    /// Finds the cells that hold addresses as numbers.
    pub(super) fn find_numbers(&mut self) {
        let flows = self.flows_of_integers();
        loop {
            let before = self.numbers.len() + self.function_numbers.len();
            for flow in &flows {
                match *flow {
                    Flow::Value { to, by_name, value } if self.is_function_number(value) => {
                        // Elsewhere it is any value.
                        if by_name {
                            self.function_numbers.insert(to);
                        }
                    }
                    Flow::Value { to, value, .. } => {
                        if self.is_address(value) {
                            self.numbers.insert(to);
                        }
                    }
                    Flow::Result { to, from } => {
                        for set in [&mut self.numbers, &mut self.function_numbers] {
                            if set.contains(&from) {
                                set.insert(to);
                            }
                        }
                    }
                    Flow::Copy { to, from } => {
                        if self.numbers.iter().any(|cell| cell.node == from) {
                            let cells = self.from.graph.links(to).map(|(offset, _)| Spot { node: to, offset });
                            self.numbers.extend(cells);
                        }
                    }
                }
            }
            if before == self.numbers.len() + self.function_numbers.len() {
                break;
            }
        }
    }

    fn flows_of_integers(&self) -> Vec<Flow> {
        let is_integer = |ty: TypeId| matches!(self.program.types.scalar(ty), Some(Scalar::Int { .. }));
        let variable = |var: VarId| self.cell_at(self.from.vars[var]);
        let node = |spot: Spot| self.from.graph.find_in(spot).node;
        let mut flows = Vec::new();
        let mut assign = |place: PlaceId, value: ExprId| {
            if let Some(to) = self.cell(place)
                && is_integer(self.program.exprs[value].ty)
            {
                let by_name = matches!(self.program.exprs[place].kind, PlaceKind::Var(_));
                flows.push(Flow::Value { to, by_name, value });
            }
        };
        for edge in self.program.edges.iter() {
            match &edge.op {
                Op::Assign { place, value } => assign(*place, *value),
                Op::Havoc { place, source: NondetSource::Volatile(value) } => assign(*place, *value),
                _ => {}
            }
        }
        for edge in self.program.edges.iter() {
            let Op::Call(site) = edge.op else { continue };
            let call = &self.program.calls[site];
            let Some(callee) = call.callee.map(|callee| &self.program.functions[callee]) else { continue };
            for (param, value) in callee.params.iter().zip(&call.args) {
                if is_integer(self.program.exprs[*value].ty) {
                    flows.push(Flow::Value { to: variable(*param), by_name: true, value: *value });
                }
            }
            if let Some((to, from)) = call.result.zip(callee.result) {
                flows.push(Flow::Result { to: variable(to), from: variable(from) });
            }
        }
        let copies = self.from.copies.iter().map(|copy| Flow::Copy { to: node(copy.to), from: node(copy.from) });
        flows.extend(copies);
        flows
    }

    /// The cell that an access to a scalar place is to.
    pub(super) fn cell(&self, place: PlaceId) -> Option<Spot> {
        Some(self.cell_at(self.from.places[place]?.spot.plus(self.from.unit(place).0)))
    }

    fn cell_at(&self, spot: Spot) -> Spot {
        let graph = &self.from.graph;
        graph.link_around(spot).map_or_else(|| graph.find_in(spot), |(start, _)| start)
    }
}
