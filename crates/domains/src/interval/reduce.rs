//! Block-abstraction memoization (BAM 4.4.2): no pointer reaches a cell, so what a block can change is what its text, or
//! that of its callees, mentions.
//!
//! Invariant: the block's own frame is at depth 0 in a reduced state, and no other frame is in it. When to widen at a
//! recursive block's entry or end is the engine's matter; the mark of a loop head belongs to the location that a state is at, so a reduced state
//! has the entry's and an expanded one that of the exit.

use super::IntervalAnalysis;
use super::cell::{self, KeyedCell};
use super::state::IntervalState;
use super::threshold::Thresholds;
use crate::block_usage::Usage;
use cairn_base::Span;
use cairn_cpa::{Cx, Failure, Reduce, ReductionScope, Res};
use std::hash::BuildHasher;

/// Rest of a key when the frame at `depth` is all that there is; `None` for cells that a block does not use.
fn inside(key: u64, depth: u32, usage: &Usage) -> Option<u64> {
    let KeyedCell { var, depth: frame, .. } = KeyedCell::from_key(key);
    match frame {
        _ if !usage.mentions(var) => None,
        None => Some(key),
        Some(frame) if frame == depth => Some(cell::at_depth(key, 0)),
        Some(_) => None,
    }
}

impl Reduce for IntervalAnalysis {
    fn reduce(&self, entry: &IntervalState, scope: &ReductionScope<'_>, _cx: &mut Cx<'_>) -> Res<IntervalState> {
        let usage = self.usages.of(scope);
        let mut reduced = IntervalState::new().at_head(entry.is_at_head());
        entry.renamed(|key| inside(key, scope.depth, &usage), &mut reduced);
        Ok(reduced)
    }

    fn expand(
        &self,
        entry: &IntervalState,
        out: &IntervalState,
        scope: &ReductionScope<'_>,
        _cx: &mut Cx<'_>,
    ) -> Res<IntervalState> {
        let usage = self.usages.of(scope);
        let mut expanded = IntervalState::new().at_head(out.is_at_head());
        entry.renamed(|key| inside(key, scope.depth, &usage).is_none().then_some(key), &mut expanded);
        let mut too_deep = false;
        out.renamed(
            |key| match KeyedCell::from_key(key).depth {
                None => Some(key),
                Some(frame) => {
                    let depth = frame.checked_add(scope.depth).filter(|depth| *depth <= cell::MAX_DEPTH);
                    too_deep |= depth.is_none();
                    Some(cell::at_depth(key, depth?))
                }
            },
            &mut expanded,
        );
        if too_deep {
            let what = format!("a call stack of {} frames", cell::MAX_DEPTH);
            return Err(Failure::Unsupported { what, span: Span::NONE });
        }
        Ok(expanded)
    }

    fn widens(&self) -> bool {
        true
    }

    fn widen(
        &self,
        older: &IntervalState,
        newer: IntervalState,
        precision: &Thresholds,
        _cx: &mut Cx<'_>,
    ) -> Res<IntervalState> {
        let at_head = newer.is_at_head();
        Ok(older.widen(&newer, precision.as_slice()).at_head(at_head))
    }

    fn memo_key(&self, reduced: &IntervalState) -> u64 {
        rustc_hash::FxBuildHasher.hash_one(reduced)
    }
}
