//! Pointer values that are no address of an object: which nodes they may reach, and where they come from.
//!
//! A pointer is *loose* when it may hold a value that the program never made: an indeterminate one (uninitialised), one
//! from an integer that is not known to hold an address, an input. Following it may lead outside the objects of its node.
//! (Following null, where the pointer may also be something else, ends the execution and is no such value.)
//!
//! A node without objects is reached by such values only. When there is one place that the value comes from, and that
//! place has one initial value in all the execution, then all pointers to the node are this value and its bytes are as
//! definite as a variable's: `SSL *s` that is never assigned, and `s->s3` behind it.

use super::constraints::{Constraints, PointeeObject};
use super::graph::{GraphId, NodeOffset};
use cairn_base::id::IdVec;
use cairn_base::{FastMap, FastSet};
use cairn_interp::Nulls;
use cairn_ir::{CallGraph, EdgeId, Op, VarId, VarKind};

/// Holder of an indeterminate value at first: bytes of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Holder {
    node: GraphId,
    offset: i64,
}

pub(super) struct Origins {
    /// Nodes that pointers of unknown value may be meant to point into.
    pub loose: FastSet<GraphId>,
    /// For a node: where indeterminate values of pointers into it come from. `None` in the list: from no one place.
    holders: FastMap<GraphId, Vec<Option<Holder>>>,
    once: IdVec<EdgeId, bool>,
    /// Variables whose life begins at most once.
    born_once: IdVec<VarId, bool>,
    /// Functions with one frame at a time.
    pub plain_frame: IdVec<VarId, bool>,
    may_be_unassigned: IdVec<VarId, bool>,
    calloc: FastSet<EdgeId>,
    nulls: Nulls,
}

impl Origins {
    /// What does not depend on the graph.
    pub fn new(from: &Constraints<'_>) -> Origins {
        let program = from.program;
        let calls = CallGraph::new(program);
        let once = super::executed_once::at_most_once(program, &calls);
        let mut births: IdVec<VarId, u32> = program.vars.iter().map(|_| 0).collect();
        let mut calloc = FastSet::default();
        for (id, edge) in program.edges.iter_ids() {
            match edge.op {
                Op::Declare { var, .. } => births[var] += if once[id] { 1 } else { 2 },
                Op::Intrinsic { which, .. } if which.row().allocates().is_some_and(|made| made.zeroed) => {
                    calloc.insert(id);
                }
                _ => {}
            }
        }
        let frame_once = |var: VarId| match program.vars[var].frame() {
            None => true,
            Some(function) => {
                let body = program.functions[function].body;
                body.is_some_and(|body| program.leaving(body.entry).all(|(edge, _)| once[edge]))
            }
        };
        let born_once = program.vars.ids().map(|var| births[var] <= 1 && frame_once(var)).collect();
        let plain_frame = program.vars.iter().map(|v| v.frame().is_none_or(|f| !calls.is_recursive(f))).collect();
        let may_be_unassigned = super::definite_assignment::may_be_unassigned(from);
        Origins {
            loose: FastSet::default(),
            holders: FastMap::default(),
            once,
            born_once,
            plain_frame,
            may_be_unassigned,
            calloc,
            nulls: Nulls::new(program),
        }
    }

    /// Whether the content of an object is not known when its life begins.
    fn is_raw(&self, from: &Constraints<'_>, object: PointeeObject) -> bool {
        let program = from.program;
        match object {
            PointeeObject::Variable(var) => match program.vars[var].kind {
                VarKind::Static | VarKind::StringLiteral => false,
                _ => self.may_be_unassigned[var],
            },
            PointeeObject::Allocation(edge) => !self.calloc.contains(&edge),
            PointeeObject::Absolute => true,
        }
    }

    /// Looks at the graph as it is now.
    pub fn find(&mut self, from: &Constraints<'_>) {
        let graph = &from.graph;
        self.loose.clear();
        self.holders.clear();
        let mut origins: Vec<(NodeOffset, Option<Holder>)> = Vec::new();
        for node in graph.representatives() {
            let mut raw = graph.objects(node).is_empty();
            for (number, _) in graph.objects(node) {
                let Some(object) = from.objects.get_index(*number as usize) else { continue };
                raw |= self.is_raw(from, *object);
            }
            if raw {
                let holder = |offset| Some(Holder { node, offset });
                origins.extend(graph.links(node).map(|(offset, link)| (link.to, holder(offset))));
            }
        }
        origins.extend(from.doubtful.iter().chain(&from.outside).map(|spot| (*spot, None)));
        for spot in &from.filled {
            origins.extend(graph.links(graph.find_in(*spot).node).map(|(_, link)| (link.to, None)));
        }
        for (spot, holder) in origins {
            let node = graph.find_in(spot).node;
            self.loose.insert(node);
            let known = self.holders.entry(node).or_default();
            if known.len() < 2 && !known.contains(&holder) {
                known.push(holder);
            }
        }
        // Following a pointer that is always null is following a value that the program made: memory at address null, which
        // in a node with anything else is one thing more.
        for access in &from.accesses {
            let Some(place) = access.place else { continue };
            if !self.nulls.is_behind(from.program, place) {
                continue;
            }
            let node = graph.find_in(access.reach.spot).node;
            let objects = graph.objects(node);
            let is_absolute = |number: u32| from.objects.get_index(number as usize) == Some(&PointeeObject::Absolute);
            if objects.iter().any(|(number, _)| !is_absolute(*number)) {
                self.loose.insert(node);
            } else if let Some(known) = self.holders.get_mut(&node) {
                known.push(None);
            }
        }
    }

    /// Whether a value comes to a node from a pointer variable that is not initialised, and not from memory that nobody has
    /// written.
    pub fn comes_from_variable(&self, from: &Constraints<'_>, node: GraphId) -> bool {
        let is_pointer = |holder: &Holder| match from.graph.objects(holder.node) {
            [(number, _)] => match from.objects.get_index(*number as usize) {
                Some(PointeeObject::Variable(var)) => from.program.types.is_pointer(from.program.vars[*var].ty),
                _ => false,
            },
            _ => false,
        };
        let holders = self.holders.get(&node);
        holders.is_some_and(|holders| holders.iter().any(|holder| holder.as_ref().is_none_or(is_pointer)))
    }

    /// Whether all pointers to a node have, but for known offsets, one value throughout the execution, and what they
    /// point to has one initial content.
    pub fn is_single(&self, from: &Constraints<'_>, node: GraphId) -> bool {
        let graph = &from.graph;
        let mut at = node;
        // Each step goes from a node to the one that holds the pointer to it.
        for _ in 0..100 {
            if graph.period(at) != 0 {
                return false;
            }
            let loose = self.loose.contains(&at);
            match graph.objects(at) {
                [(number, _)] => {
                    let Some(object) = from.objects.get_index(*number as usize) else { return false };
                    let once = match object {
                        PointeeObject::Variable(var) => self.plain_frame[*var] && self.born_once[*var],
                        PointeeObject::Allocation(edge) => self.once[*edge],
                        PointeeObject::Absolute => true,
                    };
                    // The variable that holds the first pointer of a chain is reached by name.
                    let by_name = matches!(object, PointeeObject::Variable(var) if !from.taken[*var]);
                    return once && (!loose || by_name);
                }
                [] => match self.holders.get(&at).map(Vec::as_slice) {
                    Some([Some(holder)]) if holder.node != at => at = holder.node,
                    _ => return false,
                },
                _ => return false,
            }
        }
        false
    }
}
