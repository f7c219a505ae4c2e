//! Makes the switch points: where an input says which instance goes on.
//!
//! A point is put at a node: what left the node leaves a new one, its *place*. At the node an input is read. Either this
//! instance goes on at the place, or the place's number is kept and control goes to the dispatcher, which asks in a chain
//! which instance was chosen, and in a tree where that stands. One that has not begun or has ended stands nowhere, and the
//! execution is none.

use super::copied::{Copied, Wait};
use super::copies::Copies;
use super::lock_order;
use super::races::{self, Races};
use super::sharing::Sharing;
use super::steps;
use super::waits::WaitingPoints;
use cairn_base::{FastMap, FastSet, Span};
use cairn_ir::expr::{BinaryOp, ExprId, ExprKind};
use cairn_ir::ids::{NodeId, VarId};
use cairn_ir::op::{NondetSource, Op};
use cairn_ir::program::VarKind;
use cairn_ir::reachable;
use cairn_ir::thread_mark::{SCHEDULE, ThreadMark};
use cairn_ir::types::IntKind;

pub(super) struct Points<'p> {
    pub copies: Copies<'p>,
    pub counters: Vec<VarId>,
    /// The places of each instance: the number of a place is one more than its index.
    pub places: Vec<Vec<NodeId>>,
    pub choice: VarId,
    dispatch: NodeId,
    pub exit: NodeId,
}

impl<'p> Points<'p> {
    pub fn new(copies: Copies<'p>, counters: Vec<VarId>, firsts: Vec<NodeId>, exit: NodeId) -> Self {
        let home = copies.home;
        let int = copies.program.types.int(IntKind::Int);
        let choice = copies.program.add_var("who goes on", int, VarKind::Temp, Some(home));
        let dispatch = copies.program.add_node(home);
        let places = firsts.into_iter().map(|first| vec![first]).collect();
        Self { copies, counters, places, choice, dispatch, exit }
    }

    /// Makes them; whether two accesses may race, or threads wait for ever, if that is asked. `probe` are the variables of the checks of deadlocks, if some are wanted. Gives where control enters, too.
    pub fn make(
        mut self,
        entry: NodeId,
        parents: Vec<(usize, usize, bool)>,
        is_whole: bool,
        probe: Option<[VarId; 4]>,
    ) -> (bool, NodeId) {
        let firsts: Vec<NodeId> = self.places.iter().map(|places| places[0]).collect();
        self.ends();
        let sharing = Sharing::of(&self.copies, &firsts, &parents, is_whole);
        let asks = self.copies.program.outside.asks_for_races;
        let is_in_order = probe.is_some() && lock_order::is_acyclic(&self.copies, &sharing, &firsts);
        if is_in_order {
            for wait in std::mem::take(&mut self.copies.waits) {
                self.never(wait.node);
            }
        }
        let mut races = Races::default();
        let (may_wait, mut may_race) = (probe.is_some() && !is_in_order, false);
        let mut open: Vec<NodeId> =
            self.copies.nodes.iter().filter(|(_, copied)| copied.open).map(|(node, _)| *node).collect();
        open.sort();
        let mut points = Vec::new();
        for node in &open {
            let racy = if asks { races::racy(&self.copies, &sharing, *node) } else { Vec::new() };
            may_race |= !racy.is_empty();
            for (point, arm) in steps::split(&mut self.copies, &sharing, *node) {
                races.add(&self.copies, &sharing, *node, point, arm, &racy);
                points.push(point);
            }
        }
        if asks {
            may_race |= races.add_atomic(&self.copies, &sharing);
        }
        let before: FastSet<NodeId> = points.iter().copied().collect();
        open.retain(|node| self.copies.nodes[node].loop_head);
        for head in open {
            points.extend(self.before_loop(head, &before));
        }
        let early = self.early(&points.iter().copied().collect());
        let waiting = WaitingPoints::of(&self.copies);
        points.retain(|point| races.is_at(*point) || waiting.is_at(*point) || !early.contains(point));
        let mut numbers = FastMap::default();
        for point in points {
            let (place, number) = self.point(point);
            races.stands(point, place, number);
            numbers.insert(point, (self.copies.nodes[&point].instance, number));
        }
        if let Some(probe) = probe.filter(|_| !is_in_order) {
            self.probe_waits(&waiting, &numbers, probe);
        }
        races.check(&mut self.copies, &sharing, &self.counters);
        self.dispatcher();
        let entry = if may_race && self.copies.is_weak { self.unproved(entry) } else { entry };
        (may_race || may_wait, entry)
    }

    /// An entry from where there are executions that are not followed: orders of weaker operations than are made here.
    fn unproved(&mut self, entry: NodeId) -> NodeId {
        let new = self.copies.program.add_node(self.copies.home);
        let at = self.chosen(new);
        let is_main = self.compared(BinaryOp::Eq, self.choice, 0);
        let others = self.copies.program.add_node(self.copies.home);
        self.copies.program.add_branch(at, is_main, entry, others, Span::NONE);
        let end = self.copies.program.add_node(self.copies.home);
        let why = "an order of atomic operations that is weaker than sequential consistency".to_owned();
        self.copies.program.add_edge(others, end, Op::Unsupported(why), Span::NONE);
        new
    }

    /// Operations where an instance has come to its end.
    fn ends(&mut self) {
        for (node, instance, returned) in self.copies.ends.clone() {
            match (instance, returned) {
                // Main returns, and the program ends.
                (0, true) => drop(self.copies.edge(node, self.exit, Op::Skip, Span::NONE)),
                // Main goes, and the program ends when all others have.
                (0, false) => {
                    let copied = self.copies.nodes.get_mut(&node).expect("a node of the copies");
                    // What it does at its end is done.
                    (copied.open, copied.forced, copied.atomic) = (true, true, false);
                    let like = Copied { open: false, forced: false, atomic: true, ..*copied };
                    let asks = self.copies.program.outside.asks_for_deadlocks;
                    let waits = asks.then(|| self.copies.between(like));
                    let mut at = node;
                    for instance in 1..self.counters.len() {
                        let cond = self.compared(BinaryOp::Eq, self.counters[instance], 0);
                        let next = self.copies.between(like);
                        self.copies.edge(at, next, Op::Assume { cond, truth: true }, Span::NONE);
                        if let Some(waits) = waits {
                            self.copies.edge(at, waits, Op::Assume { cond, truth: false }, Span::NONE);
                        }
                        at = next;
                    }
                    self.copies.waits.extend(waits.map(|node| Wait {
                        node,
                        instance: 0,
                        by: None,
                        span: Span::NONE,
                        callee: None,
                    }));
                    let end = self.copies.program.add_node(self.copies.home);
                    self.copies.edge(at, end, Op::Halt, Span::NONE);
                }
                (_, _) => {
                    self.copies.nodes.get_mut(&node).expect("a node of the copies").open = false;
                    let at = self.stands(node, instance, 0);
                    let at = self.chosen(at);
                    self.copies.program.add_edge(at, self.dispatch, Op::Skip, Span::NONE);
                }
            }
        }
    }

    /// Points that a thread gets to from its beginning only, by what nobody sees: it was chosen just now.
    fn early(&self, points: &FastSet<NodeId>) -> FastSet<NodeId> {
        // A thread that was started may have to run first.
        let starts: FastSet<NodeId> = self.copies.spawns.iter().map(|spawn| spawn.from).collect();
        let first = self.places[1..].iter().map(|places| places[0]);
        let (mut met, mut behind) = (FastSet::default(), Vec::new());
        reachable(first, |node, open| {
            let is_point = points.contains(&node);
            if is_point {
                met.insert(node);
            }
            match is_point || starts.contains(&node) {
                true => behind.extend(self.successors(node)),
                false => open.extend(self.successors(node)),
            }
        });
        // What comes behind one of these, in a loop perhaps, is not early.
        let later = reachable(behind, |node, open| open.extend(self.successors(node)));
        met.retain(|node| !later.contains(node));
        met
    }

    fn successors(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.copies.program.successors(node)
    }

    /// A node before a loop in which control may go round without any point; none where there is no such way.
    fn before_loop(&mut self, head: NodeId, points: &FastSet<NodeId>) -> Option<NodeId> {
        let program = &*self.copies.program;
        if points.contains(&head) {
            return None;
        }
        let next = |node: NodeId| program.successors(node).filter(|next| !points.contains(next));
        let reached = reachable(next(head), |node, open| open.extend(next(node)));
        if !reached.contains(&head) {
            return None;
        }
        // From where else the head is entered.
        let from_outside: Vec<_> = (self.copies.edges.iter().copied())
            .filter(|edge| program.edges[*edge].target == head && !reached.contains(&program.edges[*edge].source))
            .collect();
        let like = self.copies.nodes[&head];
        let before = self.copies.between(like);
        for edge in from_outside {
            self.copies.program.edges[edge].target = before;
        }
        self.copies.edge(before, head, Op::Skip, Span::NONE);
        Some(before)
    }

    /// Makes a point of a node; its place, with its number.
    fn point(&mut self, node: NodeId) -> (NodeId, usize) {
        let copied = self.copies.nodes[&node];
        let place = self.copies.between(copied);
        let leaving = std::mem::take(&mut self.copies.program.nodes[node].leaving);
        for edge in &leaving {
            self.copies.program.edges[*edge].source = place;
        }
        self.copies.program.nodes[place].leaving = leaving;
        self.places[copied.instance].push(place);
        let number = self.places[copied.instance].len();
        let at = self.chosen(node);
        let goes_on = self.compared(BinaryOp::Eq, self.choice, copied.instance);
        let other = self.copies.program.add_node(self.copies.home);
        self.copies.program.add_branch(at, goes_on, place, other, Span::NONE);
        let other = self.stands(other, copied.instance, number);
        self.copies.program.add_edge(other, self.dispatch, Op::Skip, Span::NONE);
        (place, number)
    }

    fn dispatcher(&mut self) {
        let mut at = self.copies.program.add_node(self.copies.home);
        self.copies.program.add_edge(self.dispatch, at, Op::mark_thread(ThreadMark::Switches), Span::NONE);
        for instance in 0..self.counters.len() {
            let chosen = self.compared(BinaryOp::Eq, self.choice, instance);
            let then = self.copies.program.add_node(self.copies.home);
            if instance + 1 == self.counters.len() {
                self.copies.program.add_edge(at, then, Op::Assume { cond: chosen, truth: true }, Span::NONE);
            } else {
                let next = self.copies.program.add_node(self.copies.home);
                self.copies.program.add_branch(at, chosen, then, next, Span::NONE);
                at = next;
            }
            // Main is where it is at a point only.
            let from = usize::from(instance == 0);
            let to = self.places[instance].len();
            self.tree(then, instance, from, to);
        }
    }

    /// Goes to the place among those from one index to before another where an instance stands.
    fn tree(&mut self, at: NodeId, instance: usize, from: usize, to: usize) {
        let counter = self.counters[instance];
        if to <= from {
            let end = self.copies.program.add_node(self.copies.home);
            let never = self.copies.number(0);
            self.copies.program.add_edge(at, end, Op::Assume { cond: never, truth: true }, Span::NONE);
            self.copies.program.add_edge(end, self.exit, Op::Skip, Span::NONE);
            return;
        }
        if from + 1 == to {
            let cond = self.compared(BinaryOp::Eq, counter, to);
            let place = self.places[instance][from];
            let first = to == 1 && instance > 0;
            let to = if first { self.copies.program.add_node(self.copies.home) } else { place };
            self.copies.program.add_edge(at, to, Op::Assume { cond, truth: true }, Span::NONE);
            if first {
                let begins = Op::mark_thread(ThreadMark::Begins);
                self.copies.program.add_edge(to, place, begins, Span::NONE);
            }
            return;
        }
        let middle = from.midpoint(to);
        let cond = self.compared(BinaryOp::Le, counter, middle);
        let (low, high) =
            (self.copies.program.add_node(self.copies.home), self.copies.program.add_node(self.copies.home));
        self.copies.program.add_branch(at, cond, low, high, Span::NONE);
        self.tree(low, instance, from, middle);
        self.tree(high, instance, middle, to);
    }

    /// Keeps where an instance stands.
    fn stands(&mut self, at: NodeId, instance: usize, number: usize) -> NodeId {
        let value = self.copies.number(number);
        self.set(at, self.counters[instance], value)
    }

    /// Gives a variable of the schedule a value.
    pub fn set(&mut self, at: NodeId, var: VarId, value: ExprId) -> NodeId {
        let place = self.copies.program.var_place(var);
        let next = self.copies.program.add_node(self.copies.home);
        self.copies.program.add_edge(at, next, Op::Assign { place, value }, Span::NONE);
        next
    }

    pub fn chosen(&mut self, at: NodeId) -> NodeId {
        let place = self.copies.program.var_place(self.choice);
        let next = self.copies.program.add_node(self.copies.home);
        let source = NondetSource::Other(SCHEDULE.to_owned());
        self.copies.program.add_edge(at, next, Op::Havoc { place, source }, Span::NONE);
        next
    }

    pub fn compared(&mut self, op: BinaryOp, var: VarId, number: usize) -> ExprId {
        let (value, number) = (self.copies.program.var_value(var), self.copies.number(number));
        let int = self.copies.program.types.int(IntKind::Int);
        self.copies.program.exprs.expr(ExprKind::Binary(op, value, number), int)
    }
}
