//! The end of an infeasible path alone: the last few blocks, from the abstraction where they start.
//!
//! The abstraction holds wherever executions get along the path, so when the last blocks have no execution from it, none
//! takes the path, and interpolants of them with the abstraction refute it: the states before stay as they are, those
//! behind get predicates. Two or three large blocks are checked and interpolated in a tenth of a second where a whole path
//! takes seconds and minutes.
//!
//! Windows in which nothing is assumed ([`super::counterexample`]) are asked for first where they are cheap, for their
//! predicates do not count the turns of a loop; so the end alone is taken where a path's formulas are large, and where all
//! other windows are long. Workers that send each other states go back from the end of a large path that takes no turn block
//! by block, as far as need be: a violation condition is refuted where what is known at a block's entry contradicts it (DCPA 4.2.2, case
//! 2). Of small paths that made a quarter less work of drivers, and of others predicates of which a block has tens of thousands of models.

use super::counterexample::block_path;
use super::path::Path;
use crate::workspace::Workspace;
use crate::workspace::history::BlockId;
use crate::workspace::oracle::Possible;
use cairn_base::FastMap;
use cairn_cpa::{Cx, Res};
use cairn_formula::BlockPath;
use cairn_smt::work::PART_OF_PATH;
use cairn_term::TermId;
use std::ops::Range;

/// Consecutive blocks, and what is assumed where they start.
pub type Window = (Range<usize>, TermId);

/// The ends of large paths that alone are infeasible, so far as they were looked for.
pub type Endings = FastMap<BlockId, Option<Window>>;

/// The formulas of a path with more subterms than this are large.
const LARGE: usize = 2_500;
/// Of a large path so many blocks are asked about before the whole.
const FEW: usize = 4;
/// Windows of so many blocks are short.
const SHORT: usize = 3;

/// The end of a large path, when it alone is infeasible.
pub fn large_ending(
    workspace: &mut Workspace,
    endings: &mut Endings,
    path: &Path,
    last: BlockId,
    cx: &mut Cx<'_>,
) -> Res<Option<Window>> {
    if let Some(known) = endings.get(&last) {
        return Ok(known.clone());
    }
    let (blocks, mut nodes) = block_path(workspace, last);
    let count = nodes.len();
    nodes.sort_unstable();
    nodes.dedup();
    let is_straight = nodes.len() == count;
    let is_large = workspace.encoder.terms.below(&blocks.formulas).len() > LARGE;
    let most = match !workspace.options.ends.is_empty() && is_straight {
        _ if !is_large => 0,
        true => count,
        false => FEW,
    };
    let found = ending(workspace, path, &blocks, most, cx)?;
    endings.insert(last, found.clone());
    Ok(found)
}

/// The end of a path, when it is shorter than all windows without assumptions and these are long.
pub fn shorter_ending(
    workspace: &mut Workspace,
    path: &Path,
    blocks: &BlockPath,
    windows: &[Window],
    cx: &mut Cx<'_>,
) -> Res<Option<Window>> {
    let shortest = windows.iter().map(|(window, _)| window.len()).min().unwrap_or(0);
    if shortest <= SHORT { Ok(None) } else { ending(workspace, path, blocks, shortest - 1, cx) }
}

/// The shortest end of at most so many blocks that has no execution from the abstraction where it starts.
fn ending(
    workspace: &mut Workspace,
    path: &Path,
    blocks: &BlockPath,
    most: usize,
    cx: &mut Cx<'_>,
) -> Res<Option<Window>> {
    let starts: Vec<usize> = (0..path.len()).filter(|index| *index == 0 || path[*index].state.at_end).collect();
    let count = blocks.formulas.len();
    // Every edge a block: the atoms of so little would be no more than what the block itself says.
    if workspace.options.blocks.every_edge || starts.len() != count + 1 {
        return Ok(None);
    }
    for length in 2..=most.min(count) {
        let start = count - length;
        let known = workspace.formula(path[starts[start]].state.abstraction)?;
        let assumed = blocks.instantiate(&mut workspace.encoder.terms, start, known);
        let mut all = blocks.formulas[start..].to_vec();
        all.push(assumed);
        match workspace.possible(&all, PART_OF_PATH, cx)? {
            Possible::No => return Ok(Some((start..count, assumed))),
            Possible::Yes => {}
            Possible::Unknown => break,
        }
    }
    Ok(None)
}
