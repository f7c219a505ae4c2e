//! All paths between two block ends as one formula.
//!
//! A counterexample through nested graphs comes as one sequence of steps, whatever was joined in those graphs. To refute
//! its steps only would refute the other paths of its blocks one by one, or not at all, when the steps contradict
//! themselves within one block. Blocks end around calls here, but of functions without cycles that are a part of their callers'
//! blocks. So what lies between two block ends has no cycles: its paths are joined anew, in the order of the locations.
//!
//! Paths are the program's, so there may be more than the graphs have. If one is feasible, it is a candidate like others.

use crate::refine::counterexample::{PathFeasibility, Verdicts, check_whole};
use crate::refine::path::Path;
use crate::workspace::Workspace;
use crate::workspace::history::BlockId;
use cairn_base::FastMap;
use cairn_cpa::{Cx, Failure, Res};
use cairn_formula::PathFormula;
use cairn_ir::{CallSiteId, NodeId, Op, PassedValues, Program, Step};
use cairn_term::TermId;
use std::collections::BTreeMap;

/// Where the paths begin, in which frame, under which condition, and how they end.
type Segment = (NodeId, u32, TermId, NodeId, Option<Step>);

/// The formulas of all paths between two block ends.
#[derive(Default)]
pub struct Segments {
    known: FastMap<Segment, Option<PathFormula>>,
}

impl Segments {
    /// For each block of a path the formula of all paths between its ends.
    pub fn of(
        &mut self,
        workspace: &mut Workspace,
        path: &Path,
        last: BlockId,
        ends: &[usize],
        cx: &mut Cx<'_>,
    ) -> Res<Vec<PathFormula>> {
        let own: Vec<PathFormula> =
            workspace.history.blocks_to(last).into_iter().map(|block| block.formula.clone()).collect();
        if own.len() != ends.len() {
            let (ends, blocks) = (ends.len(), own.len());
            return Err(Failure::Internal(format!("a path with {ends} block ends has {blocks} blocks")));
        }
        let mut formulas = Vec::with_capacity(own.len());
        let mut from = 0;
        for (own, end) in own.into_iter().zip(ends) {
            cx.budget.look()?;
            let joined = self.segment(workspace, path, from, *end, cx.program);
            formulas.push(joined.unwrap_or(own));
            from = *end;
        }
        Ok(formulas)
    }

    /// All paths between two block ends; `None` where blocks depend on the path.
    fn segment(
        &mut self,
        workspace: &mut Workspace,
        path: &Path,
        from: usize,
        to: usize,
        program: &Program,
    ) -> Option<PathFormula> {
        let (start, end) = (&path[from], &path[to]);
        // At a function's end a block is the return alone.
        let call = end.step.filter(|step| matches!(step, Step::Enter(.., PassedValues::ALL)));
        let returns = matches!(end.step, Some(Step::Leave(..)))
            && !workspace.ends.is_followed(program.nodes[path[to - 1].node].function);
        if returns || !start.state.at_end {
            return None;
        }
        let key: Segment = (start.node, start.depth, start.state.path.condition, end.node, call);
        if from > 0
            && let Some(known) = self.known.get(&key)
        {
            return known.clone();
        }
        let joined = paths_between(workspace, &start.state.path.clone(), key, program);
        if from > 0 {
            self.known.insert(key, joined.clone());
        }
        joined
    }
}

fn paths_between(
    workspace: &mut Workspace,
    start: &PathFormula,
    key: Segment,
    program: &Program,
) -> Option<PathFormula> {
    let (first, depth, _, last, call) = key;
    let mut paths = Paths { program, last, call, found: None };
    paths.within(workspace, first, start.clone(), depth)?;
    paths.found
}

/// The paths to the end of a segment.
struct Paths<'p> {
    program: &'p Program,
    last: NodeId,
    /// The call at the end, if the segment ends with one.
    call: Option<Step>,
    found: Option<PathFormula>,
}

impl Paths<'_> {
    /// Goes all paths from a location within its function; the paths to the function's exit, if there are any. `None`
    /// where blocks depend on the path.
    fn within(
        &mut self,
        workspace: &mut Workspace,
        first: NodeId,
        start: PathFormula,
        depth: u32,
    ) -> Option<Option<PathFormula>> {
        let program = self.program;
        let exit = program.functions[program.nodes[first].function].body.as_ref().map(|body| body.exit);
        let place = |node: NodeId| (program.nodes[node].order, node);
        let mut returned = None;
        let mut open: BTreeMap<(u32, NodeId), PathFormula> = BTreeMap::from([(place(first), start)]);
        while let Some(((_, node), formula)) = open.pop_first() {
            if Some(node) == exit && node != first {
                returned = Some(formula);
                continue;
            }
            for edge in &program.nodes[node].leaving {
                let target = program.edges[*edge].target;
                let is_last = self.call.is_none() && target == self.last;
                let (next, ends_here) = match &program.edges[*edge].op {
                    Op::Call(site) if Some(Step::Enter(*site, PassedValues::ALL)) == self.call => (
                        workspace.encoder.step(program, &formula, Step::Enter(*site, PassedValues::ALL), depth).ok(),
                        true,
                    ),
                    Op::Call(site) => (self.through(workspace, *site, &formula, depth)?, is_last),
                    Op::CallPointer { .. } | Op::Halt | Op::Unsupported(_) => continue,
                    _ => (workspace.encoder.step(program, &formula, Step::Edge(*edge), depth).ok(), is_last),
                };
                // Where something is not modelled the analysis does not go on either.
                let Some(next) = next else { continue };
                if workspace.encoder.terms.as_bool(next.condition) == Some(false) {
                    continue;
                }
                if ends_here {
                    self.found = Some(joined(workspace, self.found.take(), next));
                } else if !workspace.ends.is_end_always(program, target)? {
                    let other = open.remove(&place(target));
                    open.insert(place(target), joined(workspace, other, next));
                }
            }
        }
        Some(returned)
    }

    /// Goes through a function that is a part of its callers' blocks; the paths that return.
    fn through(
        &mut self,
        workspace: &mut Workspace,
        site: CallSiteId,
        before: &PathFormula,
        depth: u32,
    ) -> Option<Option<PathFormula>> {
        let program = self.program;
        let callee = program.calls[site].callee.filter(|callee| workspace.ends.is_followed(*callee));
        let Some(body) = callee.and_then(|callee| program.functions[callee].body) else { return Some(None) };
        let entered = workspace.encoder.step(program, before, Step::Enter(site, PassedValues::ALL), depth);
        let Ok(entered) = entered else { return Some(None) };
        let at_exit = match body.entry == body.exit {
            true => Some(entered),
            false => self.within(workspace, body.entry, entered, depth + 1)?,
        };
        let Some(at_exit) = at_exit else { return Some(None) };
        Some(workspace.encoder.step(program, &at_exit, Step::Leave(site, PassedValues::ALL), depth + 1).ok())
    }
}

fn joined(workspace: &mut Workspace, other: Option<PathFormula>, next: PathFormula) -> PathFormula {
    match other {
        Some(other) => workspace.join(&other, &next),
        None => next,
    }
}

/// Whether any of the paths has an execution.
pub fn check_segments(
    workspace: &mut Workspace,
    verdicts: &mut Verdicts,
    segments: &mut Segments,
    path: &Path,
    last: BlockId,
    cx: &mut Cx<'_>,
) -> Res<PathFeasibility> {
    if let Some(known) = verdicts.get(&last) {
        return Ok(known.clone());
    }
    let ends: Vec<usize> = (1..path.len()).filter(|index| path[*index].state.at_end).collect();
    let formulas = segments.of(workspace, path, last, &ends, cx)?;
    let references: Vec<&PathFormula> = formulas.iter().collect();
    let blocks = workspace.encoder.path(&references);
    let verdict = check_whole(workspace, &blocks, cx)?;
    verdicts.insert(last, verdict.clone());
    Ok(verdict)
}
