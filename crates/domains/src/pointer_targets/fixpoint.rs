//! The fixpoint over the locations of all functions; frames are not told apart, as in the invariants by intervals.
//!
//! A target that still changes after some rounds is dropped, which is what ends it.

use super::evaluate::{Here, Targets};
use super::target::PointerTarget;
use crate::interval::IntervalInvariants;
use crate::interval::cell::{self, CellLocation, Spot, key_of_var};
use cairn_base::{Budget, IdVec};
use cairn_cpa::Res;
use cairn_ir::behaviour::How;
use cairn_ir::{
    BinaryOp, CallGraph, CallSiteId, ExprId, ExprKind, FunctionId, Intrinsic, NodeId, Op, PassedValues, PlaceId,
    Program, VarId,
};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// Rounds of a location in which targets are joined; later what differs is dropped.
const EXACT: u32 = 3;
/// What `malloc` aligns to, at least, on both machines.
pub(crate) const HEAP_ALIGN: u64 = 8;

/// Where pointers go at each location.
#[derive(Debug)]
pub struct PointerTargets<'a> {
    program: &'a Program,
    ranges: &'a IntervalInvariants,
    states: IdVec<NodeId, Option<Targets>>,
}

/// Computes the targets of a program with its ranges.
///
/// # Errors
/// The budget is used up.
pub fn targets<'a>(program: &'a Program, ranges: &'a IntervalInvariants, budget: &Budget) -> Res<PointerTargets<'a>> {
    let calls = CallGraph::new(program);
    let mut fixpoint = Fixpoint {
        program,
        ranges,
        frees: frees(program, &calls),
        calls,
        states: program.nodes.iter().map(|_| None).collect(),
        rounds: program.nodes.iter().map(|_| 0).collect(),
        waiting: BTreeSet::new(),
    };
    fixpoint.arrive(program.entry(), Targets::new());
    while let Some((_, node)) = fixpoint.waiting.pop_first() {
        budget.tick()?;
        for (target, state) in fixpoint.successors(node) {
            fixpoint.arrive(target, state);
        }
    }
    Ok(PointerTargets { program, ranges, states: fixpoint.states })
}

impl PointerTargets<'_> {
    fn here(&self, node: NodeId) -> Option<Here<'_>> {
        let (ranges, targets) = (self.ranges.at(node)?, self.states.get(node)?.as_ref()?);
        Some(Here { program: self.program, ranges, targets })
    }

    /// What is known at a location, by the keys of cells with the function's frame in frame 0; `None` when no execution gets there.
    pub fn at(&self, node: NodeId) -> Option<&Targets> {
        self.states.get(node)?.as_ref()
    }

    /// Where a pointer expression of a location's function goes there.
    pub fn target(&self, node: NodeId, expr: ExprId) -> Option<PointerTarget> {
        self.here(node)?.target(expr)
    }

    /// Whether what [`Intrinsic::Access`] asks is answered with yes at a location, whatever the execution.
    pub fn allow(&self, node: NodeId, args: &[ExprId]) -> bool {
        let (Some(here), &[from, to, size, how]) = (self.here(node), args) else { return false };
        let ExprKind::Constant(how) = self.program.exprs[how].kind else { return false };
        let how = How::of(how);
        let (Some(from), Some(to), Some(size)) = (here.target(from), here.target(to), here.range(size)) else {
            return false;
        };
        !how.dangles && !how.within && from.has(0) && to.has(size.high) && !(how.writes && to.constant)
    }

    /// Whether `pointer % align != 0`, the condition of a check of alignment, is false at a location, whatever the execution.
    pub fn is_aligned(&self, node: NodeId, violated: ExprId) -> bool {
        let Some((pointer, align)) = asked_alignment(self.program, violated) else { return false };
        let target = self.here(node).and_then(|here| here.target(pointer));
        target.is_some_and(|target| target.align % align == 0)
    }
}

/// The pointer and the alignment, not 0, of a condition `pointer % align != 0`.
pub(crate) fn asked_alignment(program: &Program, violated: ExprId) -> Option<(ExprId, u64)> {
    let exprs = &program.exprs;
    let ExprKind::Binary(BinaryOp::Ne, rest, zero) = exprs[violated].kind else { return None };
    let ExprKind::Binary(BinaryOp::Rem, address, align) = exprs[rest].kind else { return None };
    match (&exprs[address].kind, &exprs[align].kind, &exprs[zero].kind) {
        (ExprKind::Cast(pointer), ExprKind::Constant(align), ExprKind::Constant(0)) if *align > 0 => {
            Some((*pointer, u64::try_from(*align).ok()?))
        }
        _ => None,
    }
}

/// The functions that may free something.
fn frees(program: &Program, calls: &CallGraph) -> IdVec<FunctionId, bool> {
    let mut frees: IdVec<FunctionId, bool> = program.functions.iter().map(|_| false).collect();
    for edge in program.edges.iter() {
        if let Op::Intrinsic { which: Intrinsic::Free | Intrinsic::Realloc, .. } = edge.op {
            frees[program.nodes[edge.source].function] = true;
        }
    }
    // Callees come before their callers; the members of a group call each other.
    for group in calls.components() {
        let callees = |id: &FunctionId| calls.calls_in(*id).iter().filter_map(|site| program.calls[*site].callee);
        let any = group.iter().any(|id| frees[*id] || callees(id).any(|callee| frees[callee]));
        for id in group {
            frees[*id] |= any;
        }
    }
    frees
}

struct Fixpoint<'a> {
    program: &'a Program,
    ranges: &'a IntervalInvariants,
    calls: CallGraph,
    frees: IdVec<FunctionId, bool>,
    states: IdVec<NodeId, Option<Targets>>,
    rounds: IdVec<NodeId, u32>,
    waiting: BTreeSet<(u32, NodeId)>,
}

fn forget(targets: &mut Targets, keys: RangeInclusive<u64>) {
    targets.retain(|key, _| !keys.contains(key));
}

fn forget_heap(targets: &mut Targets) {
    targets.retain(|_, target| !target.heap);
}

impl Fixpoint<'_> {
    /// A state reaches a location.
    fn arrive(&mut self, node: NodeId, new: Targets) {
        // No execution comes to where ranges have nothing.
        if self.ranges.at(node).is_none() {
            return;
        }
        let joined = match &self.states[node] {
            None => new,
            Some(old) => {
                let is_exact = self.rounds[node] <= EXACT;
                let both = |(key, old): (&u64, &PointerTarget)| {
                    let joined = old.join(*new.get(key)?);
                    (joined == *old || is_exact).then_some((*key, joined))
                };
                let joined: Targets = old.iter().filter_map(both).collect();
                if joined == *old {
                    return;
                }
                joined
            }
        };
        self.rounds[node] += 1;
        self.states[node] = Some(joined);
        self.waiting.insert((self.program.nodes[node].order, node));
    }

    /// What a location's state brings to others.
    fn successors(&self, node: NodeId) -> Vec<(NodeId, Targets)> {
        let program = self.program;
        let (Some(state), Some(ranges)) = (&self.states[node], self.ranges.at(node)) else { return Vec::new() };
        let function = program.nodes[node].function;
        let mut out = Vec::new();
        if program.functions[function].body.is_some_and(|body| body.exit == node) {
            for call in self.calls.calls_of(function) {
                let Some(edge) = self.calls.edge_of(*call).map(|edge| &program.edges[edge]) else { continue };
                if let Some(before) = &self.states[edge.source] {
                    out.push((edge.target, self.returned(before, state, function, *call)));
                }
            }
            return out;
        }
        let here = Here { program, ranges, targets: state };
        for (_, edge) in program.leaving(node) {
            match edge.op {
                Op::Halt | Op::Unsupported(_) => {}
                Op::Call(call) => {
                    let (Some(body), Some(callee)) = (program.body_called(&edge.op), program.calls[call].callee) else {
                        continue;
                    };
                    out.push((body.entry, entered(here, call)));
                    if let Some(at_exit) = &self.states[body.exit] {
                        out.push((edge.target, self.returned(state, at_exit, callee, call)));
                    }
                }
                _ => out.push((edge.target, after(here, &edge.op))),
            }
        }
        out
    }

    /// The state after a call: the caller's variables as before, all else as at the callee's exit.
    fn returned(&self, before: &Targets, at_exit: &Targets, callee: FunctionId, call: CallSiteId) -> Targets {
        let (statics, program) = (cell::keys_of_statics(), self.program);
        let of_caller = before.iter().filter(|(key, _)| !statics.contains(key));
        let mut after: Targets = of_caller.map(|(key, target)| (*key, *target)).collect();
        if self.frees[callee] {
            forget_heap(&mut after);
        }
        after.extend(at_exit.iter().filter(|(key, _)| statics.contains(key)));
        if let Some(to) = program.calls[call].result.and_then(|var| whole(var, program)) {
            forget(&mut after, to.clone());
            let result = program.functions[callee].result.and_then(|var| whole(var, program));
            if let Some(target) = result.and_then(|from| at_exit.get(from.start())) {
                after.insert(*to.start(), *target);
            }
        }
        after
    }
}

/// The keys of a variable.
fn whole(var: VarId, program: &Program) -> Option<RangeInclusive<u64>> {
    key_of_var(var, 0, program).map(|key| cell::keys_of_bits(key, u64::MAX))
}

/// What a callee begins with.
fn entered(here: Here<'_>, call: CallSiteId) -> Targets {
    let statics = cell::keys_of_statics();
    let kept = here.targets.iter().filter(|(key, _)| statics.contains(key));
    let mut entered: Targets = kept.map(|(key, target)| (*key, *target)).collect();
    for (param, arg) in PassedValues::ALL.passed(here.program, call) {
        let key = key_of_var(param, 0, here.program);
        if let (Some(key), Some(target)) = (key, arg.and_then(|arg| here.target(arg))) {
            entered.insert(key, target);
        }
    }
    entered
}

/// The state after an operation within a function.
fn after(here: Here<'_>, op: &Op) -> Targets {
    let (program, mut after) = (here.program, here.targets.clone());
    match op {
        Op::Declare { var, .. } | Op::EndScope(var) => {
            if let Some(keys) = whole(*var, program) {
                forget(&mut after, keys);
            }
        }
        Op::Assign { place, value } => {
            let copied = copied(here, *place, *value);
            overwrite(here, &mut after, *place);
            after.extend(copied);
        }
        Op::Havoc { place, .. } => overwrite(here, &mut after, *place),
        Op::Intrinsic { which, args, result } => {
            if matches!(which, Intrinsic::Free | Intrinsic::Realloc) {
                forget_heap(&mut after);
            }
            if let Some(place) = result {
                overwrite(here, &mut after, *place);
                let size =
                    args.first().and_then(|size| here.range(*size)).and_then(|size| u64::try_from(size.low).ok());
                let target = match (which, size) {
                    (Intrinsic::Malloc | Intrinsic::Calloc, Some(size)) => {
                        Some(PointerTarget { heap: true, ..PointerTarget::start(size, HEAP_ALIGN) })
                    }
                    (Intrinsic::Alloca, Some(size)) => Some(PointerTarget::start(size, HEAP_ALIGN)),
                    _ => None,
                };
                if let (CellLocation::Cell(Spot { key, field: None }), Some(target)) = (here.location(*place), target) {
                    after.insert(key, target);
                }
            }
        }
        Op::Skip | Op::Label(_) | Op::Assume { .. } => {}
        Op::Call(_) | Op::CallPointer { .. } | Op::Halt | Op::Unsupported(_) => after.clear(),
    }
    after
}

/// The targets that an assignment gives to cells: of one pointer, or of those in a record.
fn copied(here: Here<'_>, place: PlaceId, value: ExprId) -> Vec<(u64, PointerTarget)> {
    let program = here.program;
    let CellLocation::Cell(Spot { key: to, field: None }) = here.location(place) else { return Vec::new() };
    let ty = program.type_of_place(place);
    if program.types.scalar(ty).is_some() {
        return here.target(value).map(|target| (to, target)).into_iter().collect();
    }
    let (ExprKind::Load(from), Some(size)) = (&program.exprs[value].kind, program.types.size_of(ty)) else {
        return Vec::new();
    };
    let CellLocation::Cell(Spot { key: from, field: None }) = here.location(*from) else { return Vec::new() };
    let cells = here.targets.range(cell::keys_of_bits(from, size.saturating_mul(8)));
    cells.map(|(key, target)| (to + (key - from), *target)).collect()
}

/// A place is written.
fn overwrite(here: Here<'_>, targets: &mut Targets, place: PlaceId) {
    let bits =
        here.program.types.size_of(here.program.type_of_place(place)).map_or(u64::MAX, |size| size.saturating_mul(8));
    match here.location(place) {
        CellLocation::Cell(Spot { key, .. }) => forget(targets, cell::keys_of_bits(key, bits)),
        CellLocation::Within(var) => forget(targets, cell::keys_of_bits(var, u64::MAX)),
        CellLocation::Untracked(_) | CellLocation::Object | CellLocation::Elsewhere => {}
    }
}
