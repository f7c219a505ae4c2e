//! The search for tests: paths explored by symbolic execution, branches that no test takes first.
//!
//! A state is left out when one at the same control state covers it: then what can be reached from it is reached from
//! there. Where nothing was explored yet comes before what was, so that a loop is not unrolled as long as there is
//! anything else to see. The search ends when every branch is taken, when there is nothing left, or with the budget.

use crate::reduce::reduced;
use crate::replay::{Test, replay};
use cairn_base::{Budget, FastMap, FastSet, Stop};
use cairn_cpa::{ControlId, Controls, Cpa, Cx, Failure, Move, Res, Specification, Statistics, Successors};
use cairn_domains::symbolic::{Refining, SymbolicExecution, SymbolicState};
use cairn_feasibility::{Confirmation, confirm};
use cairn_interp::{Code, RecordedInputs};
use cairn_ir::reachable;
use cairn_ir::{CallGraph, Edge, EdgeId, NodeId, Op, Program, Step};
use std::collections::{BTreeSet, VecDeque};

/// So many paths to one branch are tried.
const ATTEMPTS: usize = 4;
/// So many states of one control state are compared with a new one.
const COMPARED: usize = 32;

cairn_base::choice! {
    /// Goals of tests.
    pub enum Coverage {
        /// Each way of each condition; `a && b` has two conditions.
        Branches = "branches",
        /// Each call in the text of the program.
        Calls = "calls",
    }
}

/// A suite and what it covers.
pub struct GeneratedSuite {
    /// The tests.
    pub tests: Vec<Test>,
    /// Edges covered.
    pub covered: BTreeSet<EdgeId>,
    /// All that was to be covered, in functions that can be called.
    pub goals: BTreeSet<EdgeId>,
    /// Why the search ended before every branch was taken or nothing was left, if it did.
    pub stopped: Option<String>,
    /// Paths that were checked.
    pub paths: usize,
    /// States that were explored.
    pub states: usize,
}

/// A state that was reached, and how.
struct Node {
    before: Option<usize>,
    step: Option<Step>,
    control: ControlId,
    state: SymbolicState,
}

struct Search<'a, 'p> {
    program: &'p Program,
    code: &'a Code<'p>,
    budget: &'a Budget,
    tests: Vec<Test>,
    covered: BTreeSet<EdgeId>,
    goals: BTreeSet<EdgeId>,
    /// The edges of calls.
    calls: CallGraph,
    attempts: FastMap<EdgeId, usize>,
    nodes: Vec<Node>,
    paths: usize,
}

/// Looks for tests.
///
/// # Errors
/// An invariant of Cairn does not hold, as a sentence.
pub fn run<'p>(
    program: &'p Program,
    code: &Code<'p>,
    coverage: Coverage,
    budget: &Budget,
) -> Result<GeneratedSuite, String> {
    let specification = Specification::default_reachability();
    let goals = goals(program, coverage);
    let mut search = Search {
        program,
        code,
        budget,
        tests: Vec::new(),
        covered: BTreeSet::new(),
        goals,
        calls: CallGraph::new(program),
        attempts: FastMap::default(),
        nodes: Vec::new(),
        paths: 0,
    };
    search.add(&RecordedInputs::default());
    let stopped = match search.explore(&specification) {
        Ok(()) => None,
        Err(Failure::Internal(what)) => return Err(what),
        Err(failure) => Some(failure.to_string()),
    };
    let Search { tests, covered, goals, nodes, paths, .. } = search;
    Ok(GeneratedSuite { tests: reduced(tests), covered, goals, stopped, paths, states: nodes.len() })
}

/// The branches, or the calls, in functions that calls reach from the entry. Calls that Cairn's model of the library makes, or
/// the start of the program, are none of the program's.
fn goals(program: &Program, coverage: Coverage) -> BTreeSet<EdgeId> {
    let is_of_text = |edge: &Edge| {
        let file = program.sources.locate(edge.span).map(|at| at.file);
        program.nodes[edge.source].function != program.start && file.is_some_and(|file| !file.starts_with('<'))
    };
    let mut found = BTreeSet::new();
    reachable([program.start], |function, open| {
        for (id, edge) in program.edges.iter_ids() {
            if program.nodes[edge.source].function != function {
                continue;
            }
            match &edge.op {
                Op::Assume { .. } if coverage == Coverage::Branches => _ = found.insert(id),
                Op::Call(call) => open.extend(program.calls[*call].callee),
                _ => {}
            }
            let is_call = matches!(edge.op, Op::Call(_)) || edge.op.marked_call().is_some();
            if coverage == Coverage::Calls && is_call && is_of_text(edge) {
                found.insert(id);
            }
        }
    });
    found
}

impl Search<'_, '_> {
    fn add(&mut self, inputs: &RecordedInputs) {
        let mut test = replay(self.program, self.code, inputs);
        test.taken.retain(|edge| self.goals.contains(edge));
        if test.taken.iter().any(|edge| !self.covered.contains(edge)) {
            self.covered.extend(test.taken.iter().copied());
            self.tests.push(test);
        }
    }

    fn explore(&mut self, specification: &Specification) -> Res<()> {
        let cpa = SymbolicExecution::new(Refining::None);
        let mut statistics = Statistics::default();
        let mut cx = Cx { program: self.program, budget: self.budget, statistics: &mut statistics };
        let mut controls = Controls::new(self.program, specification);
        let (state, precision) = cpa.initial(&mut cx)?;
        let initial = controls.initial();
        self.nodes.push(Node { before: None, step: None, control: initial, state });
        let (mut queue, mut seen) = (VecDeque::from([0]), FastSet::<NodeId>::default());
        let mut reached: FastMap<ControlId, Vec<usize>> = FastMap::default();
        let (mut moves, mut out) = (Vec::new(), Successors::new());
        while let Some(at) = queue.pop_front() {
            if self.covered.len() == self.goals.len() {
                return Ok(());
            }
            self.budget.tick()?;
            let control = self.nodes[at].control;
            controls.moves(control, &mut moves)?;
            for (step, to) in moves.clone() {
                if let Step::Edge(edge) = step
                    && matches!(self.program.edges[edge].op, Op::Halt | Op::Unsupported(_))
                {
                    continue;
                }
                let (source, target) = (controls.get(control).node, controls.get(to).node);
                let (depth, is_target) = (controls.depth(control), controls.is_target(to));
                let go = Move { program: self.program, step, source, target, depth, from: control, to, is_target };
                out.clear();
                match cpa.post(&self.nodes[at].state, &precision, &go, &mut cx, &mut out) {
                    Err(Failure::Unsupported { .. }) => continue,
                    other => other?,
                }
                for state in std::mem::take(&mut out) {
                    let new = self.nodes.len();
                    self.nodes.push(Node { before: Some(at), step: Some(step), control: to, state });
                    if let Some(edge) = self.edge_of(step)
                        && self.is_wanted(edge)
                    {
                        self.attempt(edge, new)?;
                    }
                    if controls.is_plain(to) {
                        queue.push_front(new);
                        continue;
                    }
                    let others = reached.entry(to).or_default();
                    let mut covers = false;
                    for other in others.iter().rev().take(COMPARED) {
                        covers = covers || cpa.leq(&self.nodes[new].state, &self.nodes[*other].state, &mut cx)?;
                    }
                    if covers {
                        continue;
                    }
                    others.push(new);
                    if seen.insert(target) { queue.push_front(new) } else { queue.push_back(new) }
                }
            }
        }
        Ok(())
    }

    /// The edge that a step is along, or of the call that it makes.
    fn edge_of(&self, step: Step) -> Option<EdgeId> {
        match step {
            Step::Edge(edge) => Some(edge),
            Step::Enter(call, _) => self.calls.edge_of(call),
            Step::Leave(..) | Step::Hidden(_) => None,
        }
    }

    fn is_wanted(&self, edge: EdgeId) -> bool {
        let is_open = self.goals.contains(&edge) && !self.covered.contains(&edge);
        is_open && self.attempts.get(&edge).is_none_or(|attempts| *attempts < ATTEMPTS)
    }

    /// Looks for inputs that take the path to a branch or a call.
    fn attempt(&mut self, edge: EdgeId, at: usize) -> Result<(), Stop> {
        *self.attempts.entry(edge).or_insert(0) += 1;
        self.paths += 1;
        let mut path = Vec::new();
        let mut node = &self.nodes[at];
        while let (Some(step), Some(before)) = (node.step, node.before) {
            path.push(step);
            node = &self.nodes[before];
        }
        path.reverse();
        let (confirmation, _) = confirm(self.code, &path, self.budget, |_, step| self.edge_of(step) == Some(edge))?;
        if let Confirmation::Confirmed(execution) = confirmation {
            self.add(&execution.inputs);
        }
        Ok(())
    }
}
