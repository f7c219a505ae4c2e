//! The operators serialize and deserialize: the ranges of cells, by variable and bit, in the order of names.
//!
//! The precision, where widening stops, is not written: a result is as true whatever the thresholds were, and they are
//! those of the whole program, which any edit may change. Read back are those of the program at hand.

use super::cell::{self, KeyedCell};
use super::shape::IntegerShape;
use super::state::IntervalState;
use super::{IntervalAnalysis, Thresholds};
use cairn_cpa::distribute::EntryPlace;
use cairn_cpa::{Cx, Distribute, Reader, Res, Serialize, Writer};
use cairn_ir::interval::Interval;
use cairn_ir::{NodeId, Program};

/// States that arrive at one place become one, as at a join. Merge widens beside, which needs the
/// thresholds of a run.
impl Distribute for IntervalAnalysis {
    fn combine(&self, new: &IntervalState, old: &IntervalState, _cx: &mut Cx<'_>) -> Res<Option<IntervalState>> {
        Ok(Some(old.join(new)))
    }

    fn top(&self, at: EntryPlace, cx: &mut Cx<'_>) -> Res<Option<IntervalState>> {
        Ok(Some(IntervalState::new().at_head(cx.program.nodes[at.node].loop_head)))
    }

    /// What a precision of joined states has, as workers have them, is found in the program, and does not change.
    fn matters(&self, _: &Thresholds, _: &mut dyn Iterator<Item = NodeId>, _: &Program) -> bool {
        false
    }
}

impl Serialize for IntervalAnalysis {
    fn write_state(&self, state: &IntervalState, out: &mut Writer<'_>, _cx: &mut Cx<'_>) -> Res<()> {
        let names = out.names();
        let mut cells = state.cells(0..=u64::MAX);
        cells.sort_unstable_by_key(|(key, _)| {
            let KeyedCell { var, depth, bit } = KeyedCell::from_key(*key);
            (names.var_text(var), depth, bit)
        });
        out.put(&state.is_at_head());
        out.count(cells.len());
        for (key, known) in cells {
            let (KeyedCell { var, depth, bit }, Interval { low, high }) = (KeyedCell::from_key(key), known.interval());
            out.var(var);
            out.put(&(depth, bit, known.shape().parts(), low, high));
        }
        Ok(())
    }

    fn read_state(&self, input: &mut Reader<'_>, _cx: &mut Cx<'_>) -> Res<Option<IntervalState>> {
        Ok(read_state(input))
    }

    fn write_precision(&self, _: &Thresholds, _: &mut Writer<'_>, _: &mut Cx<'_>) -> Res<()> {
        Ok(())
    }

    fn read_precision(&self, _: &mut Reader<'_>, cx: &mut Cx<'_>) -> Res<Option<Thresholds>> {
        Ok(Some(Thresholds::of(cx.program)))
    }
}

type Written = (Option<u32>, u32, (u8, bool, bool), i128, i128);

fn read_state(input: &mut Reader<'_>) -> Option<IntervalState> {
    let mut state = IntervalState::new().at_head(input.take()?);
    for _ in 0..input.count()? {
        let var = input.var()?;
        let (depth, bit, parts, low, high): Written = input.take()?;
        let program = input.names().program();
        let key = cell::key_of_var(var, depth.unwrap_or(0), program)?.checked_add(u64::from(bit))?;
        if KeyedCell::from_key(key) != (KeyedCell { var, depth, bit }) || state.get(key).is_some() {
            return None;
        }
        state.set(key, Interval { low, high }, IntegerShape::from_parts(parts)?);
        // What says no more than the type is no range.
        state.get(key).filter(|known| known.interval() == Interval { low, high })?;
    }
    Some(state)
}
