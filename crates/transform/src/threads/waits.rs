//! Checks of deadlocks: a thread that waits asks whether those that it waits for wait too.
//!
//! A thread waits at the beginning of an atomic block, which is a switch point, so in a deadlock each thread stands at a
//! *waiting place*, or has ended. Where an instance cannot go on, the others are *probed*: control goes to the waiting place where one
//! stands, and that computes once more whether it can go on. If it can, or stands elsewhere, this is no deadlock, and the execution is none. A probe
//! changes nothing that others see, so what is found is so in one state.
//!
//! Two kinds are looked for. *All*: main waits, and each other instance waits or has ended. *Cycle*: an instance waits for another one by its number
//! (the owner of a lock, the thread that is joined), and so on, up to the first one again; or one waits for an
//! instance that has ended, or for itself. Other threads may go on then. Who waits for a time only is no part of either.
//!
//! Why nothing is lost: a state in which threads wait comes about under some schedule with each of them at its place, since
//! the places are switch points, and the probe that finds it is one of the executions from there. What has no number to wait for
//! (a semaphore, a condition) while others go on for ever is not looked for.

use super::copies::Copies;
use super::points::Points;
use cairn_base::{FastMap, Span};
use cairn_ir::behaviour::Check;
use cairn_ir::expr::BinaryOp;
use cairn_ir::ids::{EdgeId, NodeId, VarId};
use cairn_ir::op::Op;
use cairn_ir::program::VarKind;
use cairn_ir::reachable;
use cairn_ir::thread_mark::ThreadMark;
use cairn_ir::types::IntKind;

const NONE: usize = 0;
const ALL: usize = 1;
const CYCLE: usize = 2;

/// The points where instances wait, with the edges that leave their atomic blocks.
#[derive(Default)]
pub(super) struct WaitingPoints {
    points: Vec<NodeId>,
    leaving: Vec<EdgeId>,
}

impl WaitingPoints {
    pub fn of(copies: &Copies<'_>) -> Self {
        let program = &*copies.program;
        let mut before: FastMap<NodeId, Vec<NodeId>> = FastMap::default();
        for edge in copies.edges.iter().map(|edge| &program.edges[*edge]) {
            before.entry(edge.target).or_default().push(edge.source);
        }
        let is_atomic = |node: NodeId| copies.nodes.get(&node).is_some_and(|copied| copied.atomic);
        let mut points: Vec<NodeId> = reachable(copies.waits.iter().map(|wait| wait.node), |node, open| {
            if is_atomic(node) {
                open.extend(before.get(&node).into_iter().flatten());
            }
        })
        .into_iter()
        .filter(|node| !is_atomic(*node))
        .collect();
        points.sort();
        let mut leaving = Vec::new();
        reachable(points.iter().copied(), |node, open| {
            for edge in &program.nodes[node].leaving {
                let target = program.edges[*edge].target;
                match is_atomic(target) {
                    true => open.push(target),
                    // Main's end has no block.
                    false if is_atomic(node) && copies.nodes.contains_key(&target) => leaving.push(*edge),
                    false => {}
                }
            }
        });
        leaving.sort();
        Self { points, leaving }
    }

    pub fn is_at(&self, point: NodeId) -> bool {
        self.points.binary_search(&point).is_ok()
    }
}

/// The variables of a probe, which are 0 at first.
pub(super) fn variables(copies: &mut Copies<'_>) -> [VarId; 4] {
    let int = copies.program.types.int(IntKind::Int);
    let names = [
        "what is asked about who waits",
        "who waited first",
        "threads that were asked whether they wait",
        "the thread that is waited for",
    ];
    names.map(|name| copies.program.add_var(name, int, VarKind::Temp, Some(copies.home)))
}

struct Probe {
    kind: VarId,
    /// The instance that a cycle begins at.
    first: VarId,
    count: VarId,
    by: VarId,
    /// For each instance, where its waiting places are asked for.
    places: Vec<NodeId>,
}

impl Points<'_> {
    /// Puts the checks in: `known` are the points, `numbers` the place that each of them has.
    pub fn probe_waits(
        &mut self,
        known: &WaitingPoints,
        numbers: &FastMap<NodeId, (usize, usize)>,
        [kind, first, count, by]: [VarId; 4],
    ) {
        let home = self.copies.home;
        for edge in &known.leaving {
            // It does not wait.
            let cond = self.compared(BinaryOp::Eq, kind, NONE);
            let target = self.copies.program.edges[*edge].target;
            let between = self.copies.program.add_node(home);
            self.copies.program.edges[*edge].target = between;
            self.copies.program.add_edge(between, target, Op::Assume { cond, truth: true }, Span::NONE);
        }
        let mut of: Vec<Vec<(usize, NodeId)>> = vec![Vec::new(); self.counters.len()];
        for point in &known.points {
            if let Some((instance, number)) = numbers.get(point) {
                of[*instance].push((*number, self.places[*instance][number - 1]));
            }
        }
        let places = (0..self.counters.len()).map(|instance| self.waiting_places(instance, &of[instance])).collect();
        let probe = Probe { kind, first, count, by, places };
        for at in 0..self.copies.waits.len() {
            self.wait(at, &probe);
        }
    }

    /// A node that goes to where an instance waits.
    fn waiting_places(&mut self, instance: usize, places: &[(usize, NodeId)]) -> NodeId {
        let node = self.copies.program.add_node(self.copies.home);
        let begin = self.copies.program.add_node(self.copies.home);
        self.copies.program.add_edge(node, begin, Op::mark_thread(ThreadMark::Switches), Span::NONE);
        let mut at = self.chosen(begin);
        let chosen = self.compared(BinaryOp::Eq, self.choice, instance);
        let next = self.copies.program.add_node(self.copies.home);
        self.copies.program.add_edge(at, next, Op::Assume { cond: chosen, truth: true }, Span::NONE);
        at = next;
        for (number, place) in places {
            let stands = self.compared(BinaryOp::Eq, self.counters[instance], *number);
            let next = self.copies.program.add_node(self.copies.home);
            self.copies.program.add_branch(at, stands, *place, next, Span::NONE);
            at = next;
        }
        self.never(at);
        node
    }

    pub fn never(&mut self, at: NodeId) {
        let end = self.copies.program.add_node(self.copies.home);
        let never = self.copies.number(0);
        self.copies.program.add_edge(at, end, Op::Assume { cond: never, truth: true }, Span::NONE);
        self.copies.program.add_edge(end, self.exit, Op::Skip, Span::NONE);
    }

    /// Branches on whether a variable is a number.
    fn branch(&mut self, at: NodeId, var: VarId, number: usize) -> (NodeId, NodeId) {
        let cond = self.compared(BinaryOp::Eq, var, number);
        let (yes, no) =
            (self.copies.program.add_node(self.copies.home), self.copies.program.add_node(self.copies.home));
        self.copies.program.add_branch(at, cond, yes, no, Span::NONE);
        (yes, no)
    }

    fn set_number(&mut self, at: NodeId, var: VarId, number: usize) -> NodeId {
        let value = self.copies.number(number);
        self.set(at, var, value)
    }

    fn goes_to(&mut self, from: NodeId, to: NodeId) {
        self.copies.program.add_edge(from, to, Op::Skip, Span::NONE);
    }

    fn deadlock(&mut self, at: NodeId, span: Span) {
        let mut at = at;
        for op in [Op::mark_check(Check::Deadlock), Op::Halt] {
            let next = self.copies.program.add_node(self.copies.home);
            self.copies.program.add_edge(at, next, op, span);
            at = next;
        }
    }

    /// Operations where an instance cannot go on.
    fn wait(&mut self, index: usize, probe: &Probe) {
        let wait = &self.copies.waits[index];
        let (node, instance, by, span) = (wait.node, wait.instance, wait.by, wait.span);
        let all = self.copies.program.add_node(self.copies.home);
        let mut at = self.copies.program.add_node(self.copies.home);
        self.copies.program.add_edge(node, at, Op::mark_thread(ThreadMark::Waits), span);
        if let Some(by) = by {
            at = self.set(at, probe.by, by);
            for other in 0..self.counters.len() {
                let (yes, no) = self.branch(at, probe.by, other + 1);
                at = no;
                match other == instance {
                    true => self.deadlock(yes, span),
                    false => self.follow(yes, (instance, other), all, probe, span),
                }
            }
        }
        // Nobody certain is waited for.
        match instance {
            0 => {
                let (yes, no) = self.branch(at, probe.kind, CYCLE);
                match by {
                    // Main has gone, and gives nothing up.
                    None => self.deadlock(yes, span),
                    Some(_) => self.never(yes),
                }
                self.goes_to(no, all);
            }
            _ => {
                let (yes, no) = self.branch(at, probe.kind, ALL);
                self.goes_to(yes, all);
                self.never(no);
            }
        }
        // All that run are asked in order.
        let mut at = if instance == 0 { self.set_number(all, probe.kind, ALL) } else { all };
        for other in instance + 1..self.counters.len() {
            let (ended, runs) = self.branch(at, self.counters[other], 0);
            self.goes_to(runs, probe.places[other]);
            at = ended;
        }
        self.deadlock(at, span);
    }

    fn follow(&mut self, at: NodeId, (one, other): (usize, usize), all: NodeId, probe: &Probe, span: Span) {
        let mut at = at;
        if other != 0 {
            // Who has ended gives nothing up.
            let (ended, runs) = self.branch(at, self.counters[other], 0);
            self.deadlock(ended, span);
            at = runs;
        }
        let (is_cycle, at) = self.branch(at, probe.kind, CYCLE);
        let (is_first, on) = self.branch(is_cycle, probe.first, other);
        self.deadlock(is_first, span);
        let most = self.compared(BinaryOp::Lt, probe.count, self.counters.len());
        let next = self.copies.program.add_node(self.copies.home);
        self.copies.program.add_edge(on, next, Op::Assume { cond: most, truth: true }, Span::NONE);
        let one_more = self.copies.one_more(probe.count);
        let next = self.set(next, probe.count, one_more);
        self.goes_to(next, probe.places[other]);
        match one {
            // A cycle with main in it is found from another one in it.
            0 => self.goes_to(at, all),
            _ => {
                let (is_all, none) = self.branch(at, probe.kind, ALL);
                self.goes_to(is_all, all);
                let begun = self.set_number(none, probe.kind, CYCLE);
                let begun = self.set_number(begun, probe.first, one);
                self.goes_to(begun, probe.places[other]);
            }
        }
    }
}
