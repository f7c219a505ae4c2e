//! The snapshot of an exploration, as data for who shows it: the first states of a graph, and every edge of the program
//! that it has been along.
//!
//! States are told nearest the root first, so that what is left out is what is farthest. Edges are told of the whole graph:
//! whether a statement was reached must not depend on how much of the graph is shown. Why not DOT for that ([`crate::dot`]): a
//! page searches and folds, and needs the parts of a label and not the label.
//!
//! Invariant: a state's parent comes before it.

use crate::arg::{Arg, ArgId};
use crate::control::Controls;
use crate::facts::Facts;
use cairn_base::id::Id;
use cairn_base::levels::VertexStatus;
use cairn_base::{FastMap, FastSet};
use cairn_ir::{CallGraph, EdgeId, NodeId, Op, Program, Step, format_op};
use std::collections::VecDeque;

/// Characters of what a state knows that are kept.
const LONGEST: usize = 400;

/// A state of a graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Snapped {
    /// Its location.
    pub node: NodeId,
    /// How many calls are open.
    pub depth: u32,
    /// The state that it is a successor of, by its place in [`Snapshot::states`].
    pub parent: Option<u32>,
    /// What led here from there; empty where a block by itself did.
    pub step: String,
    /// Its content, for a person; cut when it is long.
    pub knows: String,
    /// Kind of state.
    pub mark: VertexStatus,
    /// Its successors are still to be computed.
    pub is_waiting: bool,
    /// It is covered by this state, where that is among those that are told.
    pub covered_by: Option<u32>,
}

/// The explored states.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Snapshot {
    /// The first states.
    pub states: Vec<Snapped>,
    /// How many states there are.
    pub total: u64,
    /// By the index of an edge, whether a state has been along it; empty where that is not known of the whole graph.
    pub reached: Vec<bool>,
}

/// Recorder of a snapshot.
pub struct Camera<'p> {
    program: &'p Program,
    calls: CallGraph,
    most: usize,
    /// Chains that are known to be reached, by their first edge and their end.
    known: FastSet<(EdgeId, NodeId)>,
    taken: Snapshot,
}

impl<'p> Camera<'p> {
    /// One that tells so many states.
    pub fn new(program: &'p Program, most: usize) -> Self {
        let taken = Snapshot { reached: vec![false; program.edges.len()], ..Snapshot::default() };
        Self { program, calls: CallGraph::new(program), most, known: FastSet::default(), taken }
    }

    /// Adds a graph.
    pub fn take<S: Facts>(&mut self, arg: &Arg<S>, controls: &Controls<'_>) {
        let mut index: FastMap<ArgId, u32> = FastMap::default();
        let mut queue: VecDeque<ArgId> = arg.root().into_iter().collect();
        let mut covered: Vec<(usize, ArgId)> = Vec::new();
        while let Some(id) = queue.pop_front() {
            let node = controls.get(arg.control(id)).node;
            if let Some(step) = arg.step(id) {
                self.reach(step, node);
            }
            let is_expanded = !arg.is_waiting(id) && !arg.is_target(id) && arg.covered_by(id).is_none();
            if is_expanded {
                self.go_on(node);
            }
            self.taken.total += 1;
            let place = self.taken.states.len();
            if place < self.most {
                index.insert(id, place as u32);
                if let Some(by) = arg.covered_by(id) {
                    covered.push((place, by));
                }
                let state = Snapped {
                    node,
                    depth: controls.depth(arg.control(id)),
                    parent: arg.parent(id).and_then(|parent| index.get(&parent).copied()),
                    step: arg.step(id).map(|step| text(step, self.program)).unwrap_or_default(),
                    knows: arg.state(id).map(|state| cut(&state.summary(self.program))).unwrap_or_default(),
                    mark: arg.mark(id),
                    is_waiting: arg.is_waiting(id),
                    covered_by: None,
                };
                self.taken.states.push(state);
            }
            let children: Vec<ArgId> = arg.children(id).collect();
            queue.extend(children.into_iter().rev());
        }
        for (place, by) in covered {
            self.taken.states[place].covered_by = index.get(&by).copied();
        }
    }

    /// The snapshot.
    pub fn develop(self) -> Snapshot {
        self.taken
    }

    /// A state was expanded here: where one edge leaves that decides nothing, it was along that one, though it may have ended
    /// behind it (`abort`).
    fn go_on(&mut self, from: NodeId) {
        if let [edge] = self.program.nodes[from].leaving[..]
            && !matches!(self.program.edges[edge].op, Op::Call(_) | Op::Assume { .. })
        {
            self.taken.reached[edge.index()] = true;
        }
    }

    /// A state at a location has been along a step, and along the plain edges behind it up to that location.
    fn reach(&mut self, step: Step, to: NodeId) {
        let first = match step {
            Step::Edge(edge) | Step::Hidden(edge) => edge,
            Step::Enter(call, _) | Step::Leave(call, _) => {
                if let Some(edge) = self.calls.edge_of(call) {
                    self.taken.reached[edge.index()] = true;
                }
                return;
            }
        };
        if !self.known.insert((first, to)) {
            return;
        }
        let mut edge = first;
        // No chain is longer than the program.
        for _ in 0..self.program.edges.len() {
            self.taken.reached[edge.index()] = true;
            let at = self.program.edges[edge].target;
            match self.program.nodes[at].leaving[..] {
                [next] if at != to && !matches!(self.program.edges[next].op, Op::Call(_)) => edge = next,
                _ => break,
            }
        }
    }
}

/// Text of a step, in a few words.
fn text(step: Step, program: &Program) -> String {
    let call = |site| {
        let callee: Option<cairn_ir::FunctionId> = program.calls[site].callee;
        callee.map_or_else(|| "?".to_owned(), |function| program.functions[function].name.clone())
    };
    match step {
        Step::Edge(edge) => cut(&format_op(program, &program.edges[edge].op)),
        Step::Enter(site, _) => format!("enter {}", call(site)),
        Step::Leave(site, _) => format!("leave {}", call(site)),
        Step::Hidden(_) => "(of no matter)".to_owned(),
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
