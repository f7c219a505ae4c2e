//! Violation conditions that go back block by block (DCPA 3.4.9 and definition 10; Beyer, Kettl and Lemberger, "Decomposing
//! Software Verification using Distributed Summary Synthesis", FSE 2024).
//!
//! The condition at a block's entry is the weakest precondition of the one at its end, under the block's path formula: what is
//! written is put in by substitution. Symbols that are no cell's (inputs, names) stand for any value, and keep apart from those of
//! the blocks before. So a condition is as exact as the formula of the whole way, and its chain of blocks is finite.
//!
//! A block whose formula contradicts the condition, from the abstraction at its entry, refutes it: the interpolant at its end is what it
//! has to say there. For that the condition is one more block of the path, which ends the way, and the refinement is that
//! of any sequence of blocks.
//!
//! Invariant: every execution through the path that satisfies the condition at its end satisfies the one that is made of it. What
//! is left out of the formula (facts over the limit) only makes it weaker.

use crate::Owned;
use crate::precision::PredicatePrecision;
use crate::refine::path::Path;
use crate::workspace::Workspace;
use crate::workspace::history::{BlockId, HistoryBlock};
use crate::workspace::text;
use cairn_base::FastMap;
use cairn_cpa::distribute::BlockPrecondition;
use cairn_cpa::{Candidate, Cx, Names, Refinement, Res};
use cairn_term::TermId;

/// A condition of more terms is not sent: the whole way is looked at instead.
const MOST_TERMS: usize = 20_000;

/// Precondition of a block for a condition at its end; without one its end is a target.
pub fn precondition(
    owned: &mut Owned,
    path: &Path,
    condition: Option<&[u8]>,
    names: &Names<'_>,
    cx: &mut Cx<'_>,
) -> Res<BlockPrecondition<PredicatePrecision>> {
    let Owned { workspace, refuter, portable, .. } = owned;
    let condition = match condition {
        None => workspace.encoder.terms.bool(true),
        Some(bytes) => match portable.condition_of(workspace, bytes, names, cx.program) {
            Some(condition) => condition,
            None => return Ok(BlockPrecondition::Unknown),
        },
    };
    let Some((way, last)) = way(workspace, path, condition)? else { return Ok(BlockPrecondition::Unknown) };
    match refuter.candidate(workspace, &way, last, cx)? {
        None => Ok(BlockPrecondition::Unknown),
        Some(Candidate::Infeasible) => Ok(match refuter.refine(workspace, &way, last, cx)? {
            Refinement::Refined(increments) => {
                BlockPrecondition::Refuted(increments.into_iter().filter(|(index, _)| *index < path.len()).collect())
            }
            Refinement::Exhausted(_) => BlockPrecondition::Unknown,
        }),
        Some(Candidate::Steps(_)) => {
            let Some(end) = path.last() else { return Ok(BlockPrecondition::Unknown) };
            let blocks: Vec<HistoryBlock> = workspace.history.blocks_to(end.state.block).into_iter().cloned().collect();
            let weakest = weakest(workspace, &blocks, condition);
            if workspace.encoder.terms.below(&[weakest]).len() > MOST_TERMS {
                return Ok(BlockPrecondition::Unknown);
            }
            let words = text::of(&workspace.encoder.terms, weakest);
            let bytes = portable.condition_bytes(workspace, weakest, names, cx.program);
            Ok(bytes.map_or(BlockPrecondition::Unknown, |condition| BlockPrecondition::Possible { condition, words }))
        }
    }
}

/// The path from the abstraction at its start, with the condition as its last block.
fn way(workspace: &mut Workspace, path: &Path, condition: TermId) -> Res<Option<(Path, BlockId)>> {
    let (Some(first), Some(end)) = (path.first(), path.last()) else { return Ok(None) };
    if workspace.options.modular || !first.state.at_end || !end.state.at_end {
        return Ok(None);
    }
    let blocks: Vec<HistoryBlock> = workspace.history.blocks_to(end.state.block).into_iter().cloned().collect();
    let ends: Vec<usize> = (1..path.len()).filter(|index| path[*index].state.at_end).collect();
    if blocks.is_empty() || ends.len() != blocks.len() {
        return Ok(None);
    }
    let assumed = workspace.formula(first.state.abstraction)?;
    let (mut way, mut before) = (path.clone(), first.state.block);
    for (index, (block, end)) in blocks.iter().zip(&ends).enumerate() {
        let mut formula = block.formula.clone();
        if index == 0 {
            formula.condition = workspace.encoder.terms.and(&[assumed, formula.condition]);
        }
        let at = &mut way[*end];
        before = workspace.history.block(before, &formula, at.state.abstraction, at.control, block.node);
        at.state.block = before;
    }
    if workspace.encoder.terms.as_bool(condition) != Some(true) {
        let mut last = end.clone();
        let mut formula = last.state.path.clone();
        formula.condition = workspace.encoder.terms.and(&[formula.condition, condition]);
        before = workspace.history.block(before, &formula, workspace.everything, last.control, last.node);
        last.state.block = before;
        way.push(last);
    }
    Ok(Some((way, before)))
}

/// The weakest precondition of a condition, under the formulas of consecutive blocks.
fn weakest(workspace: &mut Workspace, blocks: &[HistoryBlock], condition: TermId) -> TermId {
    let mut condition = condition;
    for (at, block) in blocks.iter().enumerate().rev() {
        let encoder = &mut workspace.encoder;
        let mut renamed: FastMap<TermId, TermId> = FastMap::default();
        for symbol in encoder.terms.symbols_of(&[condition]) {
            if encoder.cell_of(symbol).is_none() {
                let (sort, name) = (encoder.terms.symbol_sort(symbol), encoder.terms.symbol_name(symbol));
                let name = format!("{name} behind block {at}");
                renamed.insert(encoder.terms.symbol_term(symbol), encoder.terms.symbol(name, sort));
            }
        }
        condition = encoder.terms.substitute(condition, &renamed);
        condition = encoder.apply(condition, &block.formula);
        condition = encoder.terms.and(&[block.formula.condition, condition]);
        let facts = encoder.facts(&[condition]);
        condition = encoder.terms.and(&[condition, facts]);
    }
    condition
}
