//! The invariants of memory at each location, and the queries of checks to them.
//!
//! A function has its frame at another depth for each length of the call stack, so a location has a state for each depth.

use crate::value::memory::Memory;
use crate::value::{Datum, Joined, ValuePrecision, ValueState};
use cairn_base::IdVec;
use cairn_ir::behaviour::Access;
use cairn_ir::interval::Interval;
use cairn_ir::{ExprId, Intrinsic, NodeId, Program};

/// Invariants by location of a program.
#[derive(Debug)]
pub struct MemoryInvariants {
    pub(super) states: IdVec<NodeId, Vec<(u32, ValueState)>>,
}

impl MemoryInvariants {
    /// The states of a location, with the depth of its frame: each execution that comes is in one of them. None where none comes.
    pub fn at(&self, node: NodeId) -> impl Iterator<Item = (u32, &ValueState)> {
        self.states[node].iter().map(|(depth, state)| (*depth, state))
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
}
