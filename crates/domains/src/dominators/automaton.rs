//! One function as a program of its own, in either direction, for an analysis of control: where the CPA algorithm runs
//! backwards (SLICE 3.1.2, the backwards-location CPA).
//!
//! The engine only goes forwards. Instead of a second one, the automaton is turned round: each vertex of
//! [`ControlGraph`] becomes a location, each of its edges an operation that does nothing. Calls are such operations too, so
//! that the sets are those of the automaton and not of what callees let pass.

use super::{DominatorAnalysis, DominatorState};
use cairn_base::FastMap;
use cairn_base::id::Id;
use cairn_cpa::explore::Pause;
use cairn_cpa::{Cx, EngineOptions, Exploration, Failure, Fixed, NoObserver, Order, Res, Specification};
use cairn_ir::{ControlGraph, NodeId, Op, Program};
use imbl::OrdSet;

/// The other locations that dominate each location.
pub type Sets = FastMap<NodeId, OrdSet<NodeId>>;

/// A function's control as a program.
pub struct Automaton {
    program: Program,
    /// Node of `program` for each location; nothing for the root.
    of: Vec<Option<NodeId>>,
}

impl Automaton {
    /// The automaton that has the shape of a graph.
    pub fn new(graph: &ControlGraph) -> Self {
        let mut program = Program::empty(cairn_ir::MachineModel::Lp64);
        let void = program.types.void();
        let function = program.add_function("control", void);
        program.start = function;
        let body = program.add_body(function);
        let mut vertices = vec![body.entry];
        vertices.extend(graph.nodes.iter().map(|_| program.add_node(function)));
        let mut of = vec![None; program.nodes.len()];
        for (vertex, node) in vertices.iter().skip(1).zip(&graph.nodes) {
            of[vertex.index()] = Some(*node);
        }
        for (vertex, targets) in graph.successors.iter().enumerate() {
            for target in targets {
                program.add_edge(vertices[vertex], vertices[*target], Op::Skip, cairn_base::Span::NONE);
            }
        }
        cairn_ir::reverse_postorder::set_order(&mut program);
        Self { program, of }
    }

    /// Runs the CPA algorithm with the dominator analysis and a waitlist in reverse post-order.
    ///
    /// # Errors
    /// The budget is used up.
    pub fn dominators(&self, cx: &mut Cx<'_>) -> Res<Sets> {
        let options = EngineOptions { order: Order::ReversePostOrder, basic_blocks: false, ..EngineOptions::default() };
        let (analysis, specification) = (Fixed(DominatorAnalysis), Specification::default_reachability());
        let mut exploration = Exploration::new(&analysis, &self.program, &specification, &options, cx.budget);
        if exploration.explore(&mut NoObserver)? != Pause::Done {
            return Err(Failure::Internal("an automaton without operations has a violation".to_owned()));
        }
        let mut sets = Sets::default();
        let arg = exploration.arg();
        for id in arg.ids().filter(|id| arg.covered_by(*id).is_none()) {
            let (Some(state), location) = (arg.state(id), exploration.controls().get(arg.control(id)).node) else {
                continue;
            };
            if let Some(node) = self.of[location.index()] {
                sets.insert(node, self.translated(state));
            }
        }
        Ok(sets)
    }

    fn translated(&self, state: &DominatorState) -> OrdSet<NodeId> {
        state.dominators().iter().filter_map(|location| self.of[location.index()]).collect()
    }
}
