//! The invariants of memory at each location, and the queries of checks to them.
//!
//! A function has its frame at another depth for each length of the call stack, so a location has a state for each depth.

use crate::value::memory::Memory;
use crate::value::{Datum, Joined, Reach, ValuePrecision, ValueState};
use cairn_base::{FastSet, IdVec};
use cairn_ir::behaviour::Access;
use cairn_ir::interval::Interval;
use cairn_ir::walk::ExprOrPlace;
use cairn_ir::{BinaryOp, EdgeId, ExprId, ExprKind, Intrinsic, NodeId, Program};
use std::collections::BTreeMap;

/// Invariants by location of a program.
#[derive(Debug)]
pub struct MemoryInvariants {
    pub(super) states: IdVec<NodeId, Vec<(u32, ValueState)>>,
    pub(super) losses: BTreeMap<EdgeId, u64>,
}

impl MemoryInvariants {
    /// The states of a location, with the depth of its frame: each execution that comes is in one of them. None where none comes.
    pub fn at(&self, node: NodeId) -> impl Iterator<Item = (u32, &ValueState)> {
        self.states[node].iter().map(|(depth, state)| (*depth, state))
    }

    /// The operations after which most was lost, the first ones first, each with the number of objects of which everything was forgotten, whenever it
    /// was looked at.
    pub fn losses(&self, most: usize) -> Vec<(EdgeId, u64)> {
        let mut losses: Vec<(EdgeId, u64)> = self.losses.iter().map(|(edge, objects)| (*edge, *objects)).collect();
        losses.sort_by_key(|(edge, objects)| (std::cmp::Reverse(*objects), *edge));
        losses.truncate(most);
        losses
    }

    /// Whether executions may come to a location.
    pub fn is_reached(&self, node: NodeId) -> bool {
        !self.states[node].is_empty()
    }

    pub(super) fn each<R>(
        &self,
        node: NodeId,
        program: &Program,
        mut ask: impl FnMut(&mut Memory<'_, Joined>) -> R,
    ) -> Vec<R> {
        let precision = ValuePrecision::Full;
        let asked = self.at(node).map(|(depth, state)| {
            let mut memory = Memory::new(state.clone(), depth, program, &precision).with(&Joined);
            ask(&mut memory)
        });
        asked.collect()
    }

    /// The values that an integer expression can have at a location; `None` where nothing is known, or no execution comes.
    pub fn range(&self, node: NodeId, expr: ExprId, program: &Program) -> Option<Interval> {
        let scalar = program.types.scalar(program.type_of(expr))?;
        let ranges = self.each(node, program, |memory| memory.value(expr).interval(scalar));
        ranges.into_iter().reduce(|a, b| Some(a?.hull(b?)))?
    }

    /// Whether an expression is zero at a location, whatever the execution.
    pub fn is_zero(&self, node: NodeId, expr: ExprId, program: &Program) -> bool {
        self.each(node, program, |memory| memory.value(expr) == Datum::Bits(0)).into_iter().all(|is_zero| is_zero)
    }

    /// Whether a question about objects is answered with yes at a location, whatever the execution.
    pub fn allow(&self, node: NodeId, which: Intrinsic, args: &[ExprId], program: &Program) -> bool {
        let answers = self.each(node, program, |memory| {
            let values: Vec<Datum> = args.iter().map(|arg| memory.value(*arg)).collect();
            memory.answer(which, &values)
        });
        answers.into_iter().all(|answer| answer == Some(Access::Yes))
    }

    /// The comparisons and differences of pointers of which both go to one object wherever they are computed, so that they do not depend on
    /// where objects are in memory.
    pub fn of_one_object(&self, program: &Program) -> FastSet<ExprId> {
        let (mut found, mut others) = (FastSet::default(), FastSet::default());
        for edge in program.edges.iter() {
            for part in program.parts_of(&edge.op) {
                if let ExprOrPlace::Expr(expr) = part
                    && let Some((x, y)) = compared(expr, program)
                    && !others.contains(&expr)
                {
                    let is_one = self.each(edge.source, program, |memory| {
                        let (x, y) = (memory.value(x), memory.value(y));
                        is_one_object(x, y)
                    });
                    let known = if is_one.into_iter().all(|is_one| is_one) { &mut found } else { &mut others };
                    known.insert(expr);
                }
            }
        }
        found.retain(|expr| !others.contains(expr));
        found
    }
}

/// The pointers that an expression compares by where they are in memory, or subtracts.
fn compared(expr: ExprId, program: &Program) -> Option<(ExprId, ExprId)> {
    use BinaryOp::{Ge, Gt, Le, Lt, PtrDiff};
    match program.exprs[expr].kind {
        ExprKind::Binary(PtrDiff | Lt | Le | Gt | Ge, x, y) => {
            let is_pointer = |of: ExprId| program.types.is_pointer(program.type_of(of));
            (is_pointer(x) && is_pointer(y)).then_some((x, y))
        }
        _ => None,
    }
}

/// Whether two pointers go to one object: that which both have, or that of one cursor. Null goes to none.
fn is_one_object(x: Datum, y: Datum) -> bool {
    let (x, y) = (x.reaches(), y.reaches());
    let mut all = x.iter().chain(&y);
    let Some(first) = all.next().filter(|first| !first.null && !x.is_empty() && !y.is_empty()) else { return false };
    let is_in_object = |reach: &Reach| reach.object == first.object;
    let is_from_cursor =
        |reach: &Reach| reach.from.zip(first.from).is_some_and(|(one, other)| one.cursor() == other.cursor());
    let has_null = x.iter().chain(&y).any(|reach| reach.null);
    !has_null && (all.clone().all(is_in_object) || all.all(is_from_cursor))
}
