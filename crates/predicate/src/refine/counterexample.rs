//! Whether any of the program paths that a sequence of blocks stands for is feasible, by its formula; and if so, one.
//!
//! The whole formula is asked first. When it has no model, two *windows* of consecutive blocks without one are found, by
//! cores: the shortest prefix with its shortest suffix, and the shortest suffix of the whole. A window is refuted with
//! nothing assumed before it. The shorter one goes first: what contradicts itself within a turn of a loop says nothing of
//! how often the loop was run through before, and neither do its interpolants.

use crate::workspace::Workspace;
use crate::workspace::history::BlockId;
use crate::workspace::oracle::Possible;
use cairn_base::{FastMap, QueryLimit};
use cairn_cpa::{Cx, Res};
use cairn_formula::BlockPath;
use cairn_ir::{NodeId, Step};
use cairn_smt::work::{PART_OF_PATH, PATH_OF_BLOCKS};
use std::cell::RefCell;
use std::ops::Range;

/// Feasibility of a sequence of blocks.
#[derive(Clone, Debug)]
pub enum PathFeasibility {
    /// The formula has a model, which takes these steps.
    Feasible(Vec<Step>),
    /// These consecutive blocks have no execution, whatever the state before; the shortest first.
    Infeasible(Vec<Range<usize>>),
    /// The solver does not know.
    Unknown,
}

/// Verdicts on the blocks that led to one.
pub type Verdicts = FastMap<BlockId, PathFeasibility>;

/// The formulas of the blocks that led to one, renamed apart, and where they end.
pub fn block_path(workspace: &mut Workspace, last: BlockId) -> (BlockPath, Vec<NodeId>) {
    let blocks = workspace.history.blocks_to(last);
    let nodes = blocks.iter().map(|block| block.node).collect();
    let formulas: Vec<_> = blocks.iter().map(|block| &block.formula).collect();
    (workspace.encoder.path(&formulas), nodes)
}

/// Whether the blocks that led to one have an execution.
pub fn check_blocks(
    workspace: &mut Workspace,
    verdicts: &mut Verdicts,
    last: BlockId,
    cx: &mut Cx<'_>,
) -> Res<PathFeasibility> {
    if let Some(known) = verdicts.get(&last) {
        return Ok(known.clone());
    }
    let (path, _) = block_path(workspace, last);
    let verdict = check_formulas(workspace, &path, cx)?;
    verdicts.insert(last, verdict.clone());
    Ok(verdict)
}

fn check_formulas(workspace: &mut Workspace, path: &BlockPath, cx: &mut Cx<'_>) -> Res<PathFeasibility> {
    let all = 0..path.formulas.len();
    workspace.oracle.push()?;
    let verdict = match contradiction(workspace, path, all.clone(), PATH_OF_BLOCKS, cx)? {
        (Possible::Unknown, _) => PathFeasibility::Unknown,
        (Possible::Yes, _) => PathFeasibility::Feasible(steps_of_model(workspace, path)?),
        (Possible::No, core) => PathFeasibility::Infeasible(windows(workspace, path, all, core, cx)?),
    };
    workspace.oracle.pop()?;
    Ok(verdict)
}

/// Whether blocks have an execution, without windows.
pub fn check_whole(workspace: &mut Workspace, path: &BlockPath, cx: &mut Cx<'_>) -> Res<PathFeasibility> {
    workspace.oracle.push()?;
    let verdict = match contradiction(workspace, path, 0..path.formulas.len(), PATH_OF_BLOCKS, cx)? {
        (Possible::Unknown, _) => PathFeasibility::Unknown,
        (Possible::Yes, _) => PathFeasibility::Feasible(steps_of_model(workspace, path)?),
        (Possible::No, core) => PathFeasibility::Infeasible(vec![core]),
    };
    workspace.oracle.pop()?;
    Ok(verdict)
}

/// The shortest windows, from a first one.
fn windows(
    workspace: &mut Workspace,
    path: &BlockPath,
    all: Range<usize>,
    first: Range<usize>,
    cx: &mut Cx<'_>,
) -> Res<Vec<Range<usize>>> {
    let (mut early, mut late) = (first.clone(), first);
    while let (Possible::No, core) = contradiction(workspace, path, all.start..early.end - 1, PART_OF_PATH, cx)? {
        early = core;
    }
    early = without_first_blocks(workspace, path, early, cx)?;
    late = without_first_blocks(workspace, path, late.start..all.end, cx)?;
    let mut windows = vec![early, late];
    windows.sort_by_key(|window| (window.len(), window.start));
    windows.dedup();
    Ok(windows)
}

/// Drops blocks from the start of a window as long as it has no model.
fn without_first_blocks(
    workspace: &mut Workspace,
    path: &BlockPath,
    window: Range<usize>,
    cx: &mut Cx<'_>,
) -> Res<Range<usize>> {
    let (mut start, end) = (window.start, window.end);
    while start + 1 < end {
        match contradiction(workspace, path, start + 1..end, PART_OF_PATH, cx)? {
            (Possible::No, core) => start = core.start.max(start + 1),
            _ => break,
        }
    }
    Ok(start..end)
}

/// Asks whether a window has a model; if not, also which part of it has none.
fn contradiction(
    workspace: &mut Workspace,
    path: &BlockPath,
    window: Range<usize>,
    most: QueryLimit,
    cx: &mut Cx<'_>,
) -> Res<(Possible, Range<usize>)> {
    if window.is_empty() {
        return Ok((Possible::Yes, window));
    }
    let formulas = &path.formulas[window.clone()];
    let answer = workspace.oracle.check(&workspace.encoder.terms, formulas, most, cx)?;
    if answer != Possible::No {
        return Ok((answer, window));
    }
    let core = workspace.oracle.core()?;
    let mut inside = window.clone().filter(|block| core.contains(&path.formulas[*block]));
    let first = inside.next().unwrap_or(window.start);
    let last = inside.next_back().unwrap_or(first);
    Ok((answer, first..last + 1))
}

/// The steps that the solver's model takes.
fn steps_of_model(workspace: &mut Workspace, path: &BlockPath) -> Res<Vec<Step>> {
    let (terms, oracle) = (&workspace.encoder.terms, RefCell::new(&mut workspace.oracle));
    let failure = RefCell::new(None);
    let steps = path.steps(&|guard| match oracle.borrow_mut().truth(terms, &[guard]) {
        Ok(truth) => truth.first().copied(),
        Err(why) => {
            failure.replace(Some(why));
            None
        }
    });
    match failure.into_inner() {
        Some(why) => Err(why),
        None => Ok(steps),
    }
}
