//! A part of a program.
//!
//! Invariants: a part that is a whole function has all locations of the function, is entered by calls only and left at
//! the function's exit. Any other has locations of one function only, its own entry among them; control comes to them
//! from outside of the part through the entry only, and is outside again at the first location that is none of them.

use cairn_ir::reachable;
use cairn_ir::{CallGraph, EdgeId, FunctionId, NodeId, Program};

/// A part of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgramPart {
    /// A name for people: `f`, or `f:12` for a loop whose head is in line 12.
    pub name: String,
    /// The function whose locations it has, and whose frame is the part's own.
    pub function: FunctionId,
    /// True when it is the whole body of the function, so that its entry is a call and its exit a return.
    pub is_function: bool,
    /// Where it is entered.
    pub entry: NodeId,
    /// Where it is left, with no calls open, in order: the function's exit, or locations outside of the part.
    pub exits: Vec<NodeId>,
    /// Its own locations, without those of the functions that it calls, in order.
    pub nodes: Vec<NodeId>,
    /// The functions that may run while it runs: those that it calls, and so on; in order. Its own is among them only when
    /// it can be called from the part.
    pub callees: Vec<FunctionId>,
}

impl ProgramPart {
    /// The whole of a function; nothing without a body, or when nothing is between entry and exit: nothing would tell the
    /// states before and after.
    pub fn function(program: &Program, calls: &CallGraph, id: FunctionId) -> Option<Self> {
        let nodes = program.nodes.iter_ids().filter(|(_, node)| node.function == id).map(|(id, _)| id).collect();
        Self::of_function(program, calls, id, nodes)
    }

    /// [`ProgramPart::function`], with the function's locations in order.
    pub(crate) fn of_function(
        program: &Program,
        calls: &CallGraph,
        id: FunctionId,
        nodes: Vec<NodeId>,
    ) -> Option<Self> {
        let body = program.functions[id].body.filter(|body| body.entry != body.exit)?;
        let (name, exits) = (program.functions[id].name.clone(), vec![body.exit]);
        let callees = callees(id, &nodes, program, calls);
        Some(Self { name, function: id, is_function: true, entry: body.entry, exits, nodes, callees })
    }

    /// Some locations of one function, in order, which control enters at `entry` only.
    pub fn of_nodes(program: &Program, calls: &CallGraph, entry: NodeId, nodes: Vec<NodeId>) -> Self {
        let function = program.nodes[entry].function;
        let span = program.leaving(entry).map(|(_, edge)| edge.span).next();
        let line = span.and_then(|span| program.sources.locate(span)).map(|place| place.line);
        let name = &program.functions[function].name;
        let name = line.map_or_else(|| format!("{name}:{entry}"), |line| format!("{name}:{line}"));
        let targets = nodes.iter().flat_map(|node| program.leaving(*node)).map(|(_, edge)| edge.target);
        let mut exits: Vec<NodeId> = targets.filter(|target| nodes.binary_search(target).is_err()).collect();
        // Where the function ends, every part of it ends.
        exits.extend(program.functions[function].body.map(|body| body.exit).filter(|exit| nodes.contains(exit)));
        exits.sort_unstable();
        exits.dedup();
        let callees = callees(function, &nodes, program, calls);
        Self { name, function, is_function: false, entry, exits, nodes, callees }
    }

    /// Whether a location is one of the part's own.
    pub fn has(&self, node: NodeId) -> bool {
        self.nodes.binary_search(&node).is_ok()
    }
    /// Whether the part is left where control comes to a location, with no calls open.
    pub fn is_left_at(&self, node: NodeId) -> bool {
        self.exits.binary_search(&node).is_ok()
    }
    /// Whether a function may run while the part runs, its own aside.
    pub fn calls(&self, function: FunctionId) -> bool {
        self.callees.binary_search(&function).is_ok()
    }
    /// The edges that leave its own locations, in order of these.
    pub fn edges<'p>(&self, program: &'p Program) -> impl Iterator<Item = EdgeId> + use<'_, 'p> {
        self.nodes.iter().flat_map(|node| program.nodes[*node].leaving.iter().copied())
    }
    /// Whether its own locations are among those of another part of the same function, which is larger.
    pub fn is_within(&self, around: &Self) -> bool {
        let is_larger = around.nodes.len() > self.nodes.len() || (around.is_function && !self.is_function);
        self.function == around.function && is_larger && self.nodes.iter().all(|node| around.has(*node))
    }
}

/// The functions that some locations of a function call, and those that they call.
fn callees(function: FunctionId, nodes: &[NodeId], program: &Program, calls: &CallGraph) -> Vec<FunctionId> {
    let is_inside = |node: NodeId| nodes.binary_search(&node).is_ok();
    let own = calls
        .calls_in(function)
        .iter()
        .filter(|site| calls.edge_of(**site).is_some_and(|edge| is_inside(program.edges[edge].source)));
    let mut found = reachable(own.filter_map(|site| program.calls[*site].callee), |function, open| {
        open.extend(calls.callees(program, function));
    });
    found.sort_unstable();
    found.into_iter().collect()
}
