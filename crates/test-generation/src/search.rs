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
use cairn_ir::{EdgeId, NodeId, Op, Program, Step};
use std::collections::{BTreeSet, VecDeque};

/// So many paths to one branch are tried.
const ATTEMPTS: usize = 4;
/// So many states of one control state are compared with a new one.
const COMPARED: usize = 32;

/// A suite and what it covers.
pub struct GeneratedSuite {
    /// The tests.
    pub tests: Vec<Test>,
    /// Branches that they take.
    pub covered: BTreeSet<EdgeId>,
    /// All branches of functions that can be called.
    pub branches: BTreeSet<EdgeId>,
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
    branches: BTreeSet<EdgeId>,
    attempts: FastMap<EdgeId, usize>,
    nodes: Vec<Node>,
    paths: usize,
}

/// Looks for tests.
///
/// # Errors
/// An invariant of Cairn does not hold, as a sentence.
pub fn run<'p>(program: &'p Program, code: &Code<'p>, budget: &Budget) -> Result<GeneratedSuite, String> {
    let specification = Specification::default_reachability();
    let branches = branches(program);
    let mut search = Search {
        program,
        code,
        budget,
        tests: Vec::new(),
        covered: BTreeSet::new(),
        branches,
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
    let Search { tests, covered, branches, nodes, paths, .. } = search;
    Ok(GeneratedSuite { tests: reduced(tests), covered, branches, stopped, paths, states: nodes.len() })
}

/// The assumptions in functions that calls reach from the entry.
fn branches(program: &Program) -> BTreeSet<EdgeId> {
    let mut called: FastSet<_> = [program.start].into_iter().collect();
    let mut open = vec![program.start];
    let mut found = BTreeSet::new();
    while let Some(function) = open.pop() {
        for (id, edge) in program.edges.iter_ids() {
            if program.nodes[edge.source].function != function {
                continue;
            }
            match &edge.op {
                Op::Assume { .. } => {
                    found.insert(id);
                }
                Op::Call(call) => open.extend(program.calls[*call].callee.filter(|callee| called.insert(*callee))),
                _ => {}
            }
        }
    }
    found
}

impl Search<'_, '_> {
    fn add(&mut self, inputs: &RecordedInputs) {
        let mut test = replay(self.program, self.code, inputs);
        test.taken.retain(|edge| self.branches.contains(edge));
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
            if self.covered.len() == self.branches.len() {
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
                    if let Step::Edge(edge) = step
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

    fn is_wanted(&self, edge: EdgeId) -> bool {
        let is_open = self.branches.contains(&edge) && !self.covered.contains(&edge);
        is_open && self.attempts.get(&edge).is_none_or(|attempts| *attempts < ATTEMPTS)
    }

    /// Looks for inputs that take the path to a branch.
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
        let (confirmation, _) = confirm(self.code, &path, self.budget, |_, step| step == Step::Edge(edge))?;
        if let Confirmation::Confirmed(execution) = confirmation {
            self.add(&execution.inputs);
        }
        Ok(())
    }
}
