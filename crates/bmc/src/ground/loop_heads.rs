//! The control states at heads of loops: where an inductive step begins.

use crate::order::Order;
use cairn_base::Budget;
use cairn_cpa::{ControlId, Controls, Res};
use cairn_domains::interval::IntervalInvariants;
use cairn_ir::{Op, Program, Step};
use std::collections::BTreeSet;

/// Programs with more control states get no inductive step.
const MOST_CONTROLS: usize = 100_000;

/// All control states at heads of loops that control can reach; `None` when there is recursion, or too much to look at.
pub(super) fn control_states(
    controls: &mut Controls<'_>,
    order: &Order,
    program: &Program,
    known: Option<&IntervalInvariants>,
    budget: &Budget,
) -> Res<Option<Vec<ControlId>>> {
    let mut seen = BTreeSet::from([controls.initial()]);
    let mut open = vec![controls.initial()];
    let mut heads = Vec::new();
    let mut moves = Vec::new();
    while let Some(control) = open.pop() {
        let node = controls.get(control).node;
        if controls.is_target(control) || known.is_some_and(|known| known.at(node).is_none()) {
            continue;
        }
        if controls.recursion(control) > 1 || seen.len() > MOST_CONTROLS {
            return Ok(None);
        }
        if order.is_head(node) {
            heads.push(control);
        }
        controls.moves(control, &mut moves)?;
        for (step, to) in moves.iter().copied() {
            budget.tick()?;
            let ends = |edge| matches!(program.edges[edge].op, Op::Halt | Op::Unsupported(_));
            if !matches!(step, Step::Edge(edge) if ends(edge)) && seen.insert(to) {
                open.push(to);
            }
        }
    }
    heads.sort_unstable();
    Ok(Some(heads))
}
