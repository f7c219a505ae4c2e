//! Which subscripts stay in their array, whatever the inputs are.
//!
//! Memory is flat within a complete object: `s.a[4]` of `struct { int a[4]; int b; } s` is `s.b`, and `a[0][5]` of
//! `int a[2][4]` is `a[1][1]`. C calls this undefined (C11 J.2), the machine does it, and so does the interpreter. An
//! analysis that wants an array inside an object to be apart from its neighbours must know that no subscript leaves it.
//! Here that is found out once for a program, by ranges of local integers: a forward data-flow analysis of each function,
//! parameters from all calls, with thresholds at loop heads. It is no abstract interpretation of the whole program: what
//! a counted loop, a mask, a remainder or a comparison with a constant says is enough for nearly all code, and the rest
//! costs an analysis precision, never soundness.
//!
//! Only variables whose address is nowhere taken are followed, so no write through a pointer is missed.

mod range;
mod relevant_variables;

use cairn_base::id::IdVec;
use cairn_base::{FastMap, FastSet};
use cairn_ir::effects::{self, Effect, Where};
use cairn_ir::expr::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind, UnaryOp};
use cairn_ir::ids::{EdgeId, FunctionId, NodeId, VarId};
use cairn_ir::op::Op;
use cairn_ir::program::Program;
use cairn_ir::types::Scalar;
use cairn_ir::walk::ExprOrPlace;
use range::{Known, Range};
use relevant_variables::{followed, thresholds};
use std::collections::{BTreeMap, VecDeque};

/// Joins at a loop head before its ranges are widened to thresholds, and before they are given up.
const JOINS: (u32, u32) = (2, 60);
/// New ranges of a function's parameters before they are given up.
const CALLS: u32 = 6;

/// The subscripts that are in their array on every execution that evaluates them: those of whole variables (outside of
/// them is outside of any object), constants, and those whose range says so.
pub fn contained(program: &Program) -> FastSet<PlaceId> {
    found(program, true)
}

/// The subscripts whose index is in the range of their array on every execution that evaluates them. What may go wrong with
/// memory is asked of all others, those of whole variables among them.
pub fn inside(program: &Program) -> FastSet<PlaceId> {
    found(program, false)
}

/// `of_variables`: subscripts of whole variables are among them, whatever their index is.
fn found(program: &Program, of_variables: bool) -> FastSet<PlaceId> {
    let mut contained = FastSet::default();
    let mut wanted: FastMap<PlaceId, Range> = FastMap::default();
    for (id, place) in program.exprs.places() {
        let PlaceKind::Index(array, index) = place.kind else { continue };
        if of_variables && matches!(program.exprs[array].kind, PlaceKind::Var(_)) {
            contained.insert(id);
            continue;
        }
        let Some((_, Some(length))) = program.types.element(program.exprs[array].ty) else { continue };
        let inside = Range { low: 0, high: i128::from(length) - 1 };
        if let ExprKind::Constant(_) = program.exprs[index].kind {
            if range::of(program, &Nothing, index).is_some_and(|index| index.is_in(inside)) {
                contained.insert(id);
            }
        } else {
            wanted.insert(id, inside);
        }
    }
    if wanted.is_empty() {
        return contained;
    }
    let uses = uses(program, &wanted);
    let ranges = Ranges::of(program, &uses);
    let mut stray: FastSet<PlaceId> = FastSet::default();
    for (edge, places) in &uses {
        let Some(state) = ranges.states.get(&program.edges[*edge].source) else { continue };
        let at = At { ranges: &ranges, state };
        for place in places {
            let PlaceKind::Index(_, index) = program.exprs[*place].kind else { continue };
            if !range::of(program, &at, index).is_some_and(|index| index.is_in(wanted[place])) {
                stray.insert(*place);
            }
        }
    }
    contained.extend(wanted.keys().filter(|place| !stray.contains(*place)));
    contained
}

/// The edges that mention wanted places, with these.
fn uses(program: &Program, wanted: &FastMap<PlaceId, Range>) -> Vec<(EdgeId, Vec<PlaceId>)> {
    let mut uses = Vec::new();
    for (id, edge) in program.edges.iter_ids() {
        let wanted = |part| match part {
            ExprOrPlace::Place(place) => wanted.contains_key(&place).then_some(place),
            ExprOrPlace::Expr(_) => None,
        };
        let places: Vec<PlaceId> = program.parts_of(&edge.op).into_iter().filter_map(wanted).collect();
        if !places.is_empty() {
            uses.push((id, places));
        }
    }
    uses
}

struct Nothing;

impl Known for Nothing {
    fn variable(&self, _: VarId) -> Option<Range> {
        None
    }
}

/// The ranges of the followed variables of a function at a node; one that is not there may have any value.
type State = BTreeMap<VarId, Range>;

struct At<'a> {
    ranges: &'a Ranges,
    state: &'a State,
}

impl Known for At<'_> {
    fn variable(&self, var: VarId) -> Option<Range> {
        self.ranges.followed.get(var)?.and(self.state.get(&var).copied())
    }
}

/// The states of all nodes that executions may get to.
struct Ranges {
    /// All values of the variables that are followed.
    followed: IdVec<VarId, Option<Range>>,
    states: FastMap<NodeId, State>,
}

impl Ranges {
    fn of(program: &Program, uses: &[(EdgeId, Vec<PlaceId>)]) -> Self {
        let mut ranges = Self { followed: followed(program, uses), states: FastMap::default() };
        let mut edges: IdVec<FunctionId, Vec<EdgeId>> = program.functions.iter().map(|_| Vec::new()).collect();
        for (id, edge) in program.edges.iter_ids() {
            edges[program.nodes[edge.source].function].push(id);
        }
        for edges in edges.iter_mut() {
            edges.sort_by_key(|edge| program.nodes[program.edges[*edge].source].order);
        }
        let thresholds = thresholds(program);
        let mut rounds: IdVec<FunctionId, u32> = program.functions.iter().map(|_| 0).collect();
        let mut open = VecDeque::from([program.start]);
        if let Some(body) = program.functions[program.start].body {
            ranges.states.insert(body.entry, State::new());
        }
        while let Some(function) = open.pop_front() {
            let mut calls = Vec::new();
            ranges.settle(program, &edges[function], &thresholds, &mut calls);
            for (callee, args) in calls {
                let Some(body) = program.functions[callee].body else { continue };
                let changed = match ranges.states.get_mut(&body.entry) {
                    None => {
                        ranges.states.insert(body.entry, args);
                        true
                    }
                    Some(known) if rounds[callee] >= CALLS => join(known, &args, |_, _| None),
                    Some(known) => join(known, &args, |old, new| Some(old.hull(new))),
                };
                if changed {
                    rounds[callee] += 1;
                    if !open.contains(&callee) {
                        open.push_back(callee);
                    }
                }
            }
        }
        ranges
    }

    /// Brings the states of a function to a fixpoint, and says what its calls pass.
    fn settle(&mut self, program: &Program, edges: &[EdgeId], steps: &[i128], calls: &mut Vec<(FunctionId, State)>) {
        let mut joins: FastMap<NodeId, u32> = FastMap::default();
        loop {
            let mut changed = false;
            for edge in edges {
                let edge = &program.edges[*edge];
                let Some(mut state) = self.states.get(&edge.source).cloned() else { continue };
                if !self.transfer(program, &edge.op, &mut state) {
                    continue;
                }
                let target = edge.target;
                let Some(known) = self.states.get_mut(&target) else {
                    self.states.insert(target, state);
                    changed = true;
                    continue;
                };
                let backward = program.nodes[target].order <= program.nodes[edge.source].order;
                let count = if backward { *joins.entry(target).or_insert(0) } else { 0 };
                let grown = join(known, &state, |old, new| match count {
                    count if count < JOINS.0 => Some(old.hull(new)),
                    count if count < JOINS.1 => Some(widened(old, old.hull(new), steps)),
                    _ => None,
                });
                if grown {
                    changed = true;
                    if backward {
                        *joins.entry(target).or_insert(0) += 1;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        for edge in edges {
            let Op::Call(site) = program.edges[*edge].op else { continue };
            let Some(state) = self.states.get(&program.edges[*edge].source) else { continue };
            let call = &program.calls[site];
            let Some(callee) = call.callee else { continue };
            let at = At { ranges: self, state };
            let mut args = State::new();
            for (param, arg) in program.functions[callee].params.iter().zip(&call.args) {
                if let Some(all) = self.followed[*param]
                    && let Some(range) = range::of(program, &at, *arg).filter(|range| range.is_in(all) && *range != all)
                {
                    args.insert(*param, range);
                }
            }
            calls.push((callee, args));
        }
    }

    /// The state after an operation; false when there is none.
    fn transfer(&self, program: &Program, op: &Op, state: &mut State) -> bool {
        match op {
            Op::Assume { cond, truth } => return self.assume(program, *cond, *truth, state, 8),
            Op::Halt | Op::Unsupported(_) => return false,
            _ => {}
        }
        for effect in effects::own(program, op) {
            let (var, range) = match effect {
                Effect::Writes { at: Where::Variable(var), value } => {
                    (var, value.and_then(|value| range::of(program, &At { ranges: self, state }, value)))
                }
                Effect::Begins { var, zeroed } => {
                    (var, (zeroed && program.vars[var].data.is_none()).then_some(Range::point(0)))
                }
                Effect::Ends(var) => (var, None),
                _ => continue,
            };
            let Some(all) = self.followed[var] else { continue };
            match range.filter(|range| range.is_in(all) && *range != all) {
                Some(range) => state.insert(var, range),
                None => state.remove(&var),
            };
        }
        true
    }

    fn assume(&self, program: &Program, cond: ExprId, truth: bool, state: &mut State, depth: u32) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return true };
        let zero = |expr: ExprId| matches!(program.exprs[expr].kind, ExprKind::Constant(0));
        match program.exprs[cond].kind {
            ExprKind::Unary(UnaryOp::LogicalNot, x) => self.assume(program, x, !truth, state, depth),
            ExprKind::Binary(BinaryOp::Ne, x, y) if zero(y) && self.is_truth(program, x) => {
                self.assume(program, x, truth, state, depth)
            }
            ExprKind::Binary(BinaryOp::Eq, x, y) if zero(y) && self.is_truth(program, x) => {
                self.assume(program, x, !truth, state, depth)
            }
            ExprKind::Binary(op, x, y) if op.is_comparison() => {
                let of = program.types.scalar(program.type_of(x));
                let holds = if truth { Some(op) } else { of.and_then(|of| op.negated(of)) };
                let Some(op) = holds else { return true };
                self.compare(program, op, x, y, state)
            }
            ExprKind::Cast(x) if self.is_truth(program, x) => self.assume(program, x, truth, state, depth),
            ExprKind::Load(_) if truth => {
                let Some(range) = range::of(program, &At { ranges: self, state }, cond) else { return true };
                let rest = Range {
                    low: if range.low == 0 { 1 } else { range.low },
                    high: if range.high == 0 { -1 } else { range.high },
                };
                rest.low <= rest.high && self.learn(program, cond, rest, state)
            }
            ExprKind::Load(_) => self.learn(program, cond, Range::point(0), state),
            _ => true,
        }
    }

    /// Whether an expression is 0 or 1.
    fn is_truth(&self, program: &Program, expr: ExprId) -> bool {
        match program.exprs[expr].kind {
            ExprKind::Binary(op, ..) => op.is_comparison(),
            ExprKind::Unary(op, _) => op == UnaryOp::LogicalNot,
            ExprKind::Cast(x) => self.is_truth(program, x),
            _ => false,
        }
    }

    fn compare(&self, program: &Program, op: BinaryOp, x: ExprId, y: ExprId, state: &mut State) -> bool {
        let at = At { ranges: self, state };
        let (Some(a), Some(b)) = (range::of(program, &at, x), range::of(program, &at, y)) else { return true };
        let (left, right) = match op {
            BinaryOp::Lt => (Range { high: a.high.min(b.high - 1), ..a }, Range { low: b.low.max(a.low + 1), ..b }),
            BinaryOp::Le => (Range { high: a.high.min(b.high), ..a }, Range { low: b.low.max(a.low), ..b }),
            BinaryOp::Gt => (Range { low: a.low.max(b.low + 1), ..a }, Range { high: b.high.min(a.high - 1), ..b }),
            BinaryOp::Ge => (Range { low: a.low.max(b.low), ..a }, Range { high: b.high.min(a.high), ..b }),
            BinaryOp::Eq => match a.meet(b) {
                Some(both) => (both, both),
                None => return false,
            },
            _ => (without(a, b), without(b, a)),
        };
        left.low <= left.high
            && right.low <= right.high
            && self.learn(program, x, left, state)
            && self.learn(program, y, right, state)
    }

    /// Keeps of a variable what an expression over it allows.
    fn learn(&self, program: &Program, mut expr: ExprId, range: Range, state: &mut State) -> bool {
        loop {
            let Some(scalar) = program.types.scalar(program.exprs[expr].ty) else { return true };
            match program.exprs[expr].kind {
                ExprKind::Cast(x) => {
                    let Some(of) = program.types.scalar(program.exprs[x].ty) else { return true };
                    let (Some(all), Scalar::Int { .. }) = (Range::of(of), scalar) else { return true };
                    // The conversion loses nothing, and these values stay themselves.
                    if of.bits() > scalar.bits() || !range.is_in(all) {
                        return true;
                    }
                    expr = x;
                }
                ExprKind::Load(place) => {
                    let PlaceKind::Var(var) = program.exprs[place].kind else { return true };
                    let Some(all) = self.followed[var] else { return true };
                    let Some(range) = state.get(&var).copied().unwrap_or(all).meet(range) else { return false };
                    if range != all {
                        state.insert(var, range);
                    }
                    return true;
                }
                _ => return true,
            }
        }
    }
}

/// Rest of a range when it is not a point at one of its ends.
fn without(of: Range, point: Range) -> Range {
    if point.low != point.high {
        return of;
    }
    Range {
        low: if of.low == point.low { of.low + 1 } else { of.low },
        high: if of.high == point.low { of.high - 1 } else { of.high },
    }
}

/// Joins a state into another, range by range; true when that one has grown.
fn join(known: &mut State, new: &State, both: impl Fn(Range, Range) -> Option<Range>) -> bool {
    let mut changed = false;
    known.retain(|var, old| {
        let joined = match new.get(var) {
            Some(new) if new.is_in(*old) => return true,
            Some(new) => both(*old, *new),
            None => None,
        };
        changed = true;
        match joined {
            Some(range) => {
                *old = range;
                true
            }
            None => false,
        }
    });
    changed
}

/// A range that has grown, up to the next thresholds.
fn widened(old: Range, new: Range, steps: &[i128]) -> Range {
    let low = if new.low < old.low {
        steps[..steps.partition_point(|step| *step <= new.low)].last().copied().unwrap_or(i128::from(i64::MIN))
    } else {
        new.low
    };
    let high = if new.high > old.high {
        steps.get(steps.partition_point(|step| *step < new.high)).copied().unwrap_or(i128::from(u64::MAX))
    } else {
        new.high
    };
    Range { low, high }
}
