//! The operators serialize and deserialize (the paper's distributed analyses).
//!
//! A state is written where a block ends: as its location, its abstraction, and whether entry cells are bound (where a
//! function's analysis begins). The abstraction is a decision diagram over predicates in the order of their texts
//! ([`diagram`]); a predicate is a term whose symbols are named ([`cells`]). What came before, the history, is not written,
//! nor is the path formula, which nothing has happened on yet. So a state that is read is equal to the written one in what
//! it stands for, and has no past: it is of use where a block's result is expanded, not to reconstruct a path.
//!
//! A state inside a block of the encoding is refused.
//!
//! **Precisions** are hints: what they track at places that are not there, or about variables that are not, is left out.
//!
//! What the results of a program's block rest on beside its text is in [`context`].

mod cells;
mod context;
mod diagram;
pub mod portable;
mod texts;

use super::PredicateAnalysis;
use super::precision::PredicatePrecision;
use super::state::PredicateState;
use cairn_cpa::{Cx, Reader, ReductionScope, Res, Serialize, Writer};

impl Serialize for PredicateAnalysis {
    fn write_state(&self, state: &PredicateState, out: &mut Writer<'_>, cx: &mut Cx<'_>) -> Res<()> {
        self.with(cx, |owned, cx| owned.portable.write_state(&mut owned.workspace, state, out, cx.program))
    }

    fn read_state(&self, input: &mut Reader<'_>, cx: &mut Cx<'_>) -> Res<Option<PredicateState>> {
        self.with(cx, |owned, cx| owned.portable.read_state(&mut owned.workspace, input, cx.program))
    }

    fn write_precision(&self, precision: &PredicatePrecision, out: &mut Writer<'_>, cx: &mut Cx<'_>) -> Res<()> {
        self.with(cx, |owned, cx| {
            owned.portable.write_precision(&mut owned.workspace, precision, out, cx.program);
            Ok(())
        })
    }

    fn read_precision(&self, input: &mut Reader<'_>, cx: &mut Cx<'_>) -> Res<Option<PredicatePrecision>> {
        self.with(cx, |owned, cx| Ok(owned.portable.read_precision(&mut owned.workspace, input, cx.program)))
    }

    fn write_context(&self, scope: &ReductionScope<'_>, out: &mut Writer<'_>, cx: &mut Cx<'_>) -> Res<()> {
        self.with(cx, |owned, _| {
            owned.portable.write_context(&mut owned.workspace, scope, out);
            Ok(())
        })
    }
}
