//! Block-abstraction memoization: reduce, expand and rebuild (BAM 4.5.3, 4.5.5).
//!
//! **reduce** takes the abstraction at a block's entry into the block's frame: predicates are renamed to have the frame at
//! depth 0, and those about other frames are forgotten (exactly: quantified away in the diagram). For a loop, those about
//! nothing that the block mentions are forgotten, too. A function's analysis starts with its entry cells bound.
//!
//! **expand** names the frames as outside, and adds what the entry's abstraction says about nothing that the block may
//! change.
//!
//! **rebuild** needs no abstraction of its own: the call's path formula goes on into the function, from there by the
//! summary that the abstraction at its exit is, and on with the return, at which the caller's next block ends. So what the
//! caller knows is kept as exactly as a path formula keeps it, and nothing that the function may have changed is.

use super::PredicateAnalysis;
use super::precision::{PredicatePrecision, TrackingScope};
use super::predicates::PredicateId;
use super::state::PredicateState;
use super::workspace::Workspace;
use super::workspace::history::HistoryBlock;
use cairn_base::FastSet;
use cairn_cpa::{Cx, Failure, Move, Reduce, ReductionScope, Res};
use cairn_formula::{Cell, CellId, PathFormula};
use cairn_ir::{EdgeId, FunctionId, NodeId, Step};

impl Reduce for PredicateAnalysis {
    fn reduce(&self, entry: &PredicateState, scope: &ReductionScope<'_>, cx: &mut Cx<'_>) -> Res<PredicateState> {
        self.with(cx, |owned, _| reduce(&mut owned.workspace, entry, scope))
    }

    fn reduce_precision(&self, precision: &PredicatePrecision, scope: &ReductionScope<'_>) -> PredicatePrecision {
        let inside = |function: FunctionId| scope.part.calls(function);
        precision.restricted(|place| match place {
            TrackingScope::Program => true,
            TrackingScope::Function(function) => function == scope.part.function || inside(function),
            TrackingScope::Node(node) => scope.part.has(node) || inside(scope.program.nodes[node].function),
        })
    }

    fn expand(
        &self,
        entry: &PredicateState,
        out: &PredicateState,
        scope: &ReductionScope<'_>,
        cx: &mut Cx<'_>,
    ) -> Res<PredicateState> {
        self.with(cx, |owned, _| expand(&mut owned.workspace, entry, out, scope))
    }

    fn rebuild(
        &self,
        call: &PredicateState,
        _: &PredicateState,
        expanded: PredicateState,
        _: &PredicatePrecision,
        at: &Move<'_>,
        cx: &mut Cx<'_>,
    ) -> Res<Option<PredicateState>> {
        self.with(cx, |owned, _| rebuild(&mut owned.workspace, call, &expanded, at))
    }

    fn memo_key(&self, reduced: &PredicateState) -> u64 {
        use cairn_base::id::Id;
        reduced.block.index() as u64
    }

    fn replayed(&self, _: &PredicatePrecision) -> PredicatePrecision {
        PredicatePrecision::formulas_only()
    }
}

fn misplaced(what: &str) -> Failure {
    Failure::Internal(format!("a block {what} where the predicate analysis has no abstraction"))
}

fn reduce(workspace: &mut Workspace, entry: &PredicateState, scope: &ReductionScope<'_>) -> Res<PredicateState> {
    let Some(HistoryBlock { node, .. }) = workspace.history.get_block(entry.block).filter(|_| entry.at_end) else {
        return Err(misplaced("begins"));
    };
    let node = *node;
    let mentioned = if scope.part.is_function { None } else { Some(mentioned(workspace, scope)) };
    let before = workspace.region(entry.abstraction)?;
    let region = workspace.renamed(&before, &mut |workspace, predicate| {
        if let Some(mentioned) = &mentioned
            && !speaks_of(workspace, predicate, mentioned)
        {
            return None;
        }
        workspace.moved(predicate, scope.part.function, scope.depth, 0, scope.program)
    })?;
    let abstraction = workspace.abstraction_of(region, scope.program);
    let path = start_of_block(workspace, node, scope);
    let block = workspace.history.root_at(abstraction, node, scope.part.is_function, &path);
    Ok(PredicateState::at_end_of(workspace, block, abstraction, path, scope.program))
}

/// The empty path at a block's entry, in its own frame.
fn start_of_block(workspace: &mut Workspace, node: NodeId, scope: &ReductionScope<'_>) -> PathFormula {
    let start = workspace.starts.at(node, 0, workspace.ends.calls(), &mut workspace.encoder, scope.program);
    match scope.part.is_function {
        true => workspace.encoder.remembering(scope.program, &start, scope.part.function, 0),
        false => start,
    }
}

fn expand(
    workspace: &mut Workspace,
    entry: &PredicateState,
    out: &PredicateState,
    scope: &ReductionScope<'_>,
) -> Res<PredicateState> {
    let (function, depth, program) = (scope.part.function, scope.depth, scope.program);
    let inside = workspace.region(out.abstraction)?;
    let mut region = workspace
        .renamed(&inside, &mut |workspace, predicate| workspace.moved(predicate, function, 0, depth, program))?;
    if !scope.part.is_function {
        let changed = changed(workspace, scope);
        let before = workspace.region(entry.abstraction)?;
        let kept = workspace.renamed(&before, &mut |workspace, predicate| {
            (!speaks_of(workspace, predicate, &changed)).then_some((predicate, true))
        })?;
        region = workspace.regions.and(&region, &kept)?;
    }
    let abstraction = workspace.abstraction_of(region, program);
    let moved = workspace.encoder.relocate_path(program, &out.path, function, 0, depth);
    let start = workspace.encoder.relocate(program, out.start, function, 0, depth);
    let (Some(path), Some(start)) = (moved, start) else {
        return Err(Failure::Internal("a block's path speaks of frames that it does not see".to_owned()));
    };
    let block = workspace.history.expanded(entry.block, out.block).ok_or_else(|| misplaced("ends"))?;
    let meaning = workspace.meaning(abstraction, start, program);
    Ok(PredicateState { block, abstraction, start, path, edges: out.edges, at_end: out.at_end, meaning })
}

fn rebuild(
    workspace: &mut Workspace,
    call: &PredicateState,
    expanded: &PredicateState,
    at: &Move<'_>,
) -> Res<Option<PredicateState>> {
    let Step::Enter(site, _) = at.step else { return Err(misplaced("of a function ends")) };
    let program = at.program;
    let body = program.calls[site].callee.map(|callee| (callee, &program.functions[callee].body));
    let Some((callee, Some(body))) = body else { return Err(misplaced("without a body ends")) };
    if !expanded.at_end {
        return Err(misplaced("of a function ends"));
    }
    let entered = (workspace.encoder.step(program, &call.path, at.step, at.depth))
        .map_err(|unmodelled| Failure::Unsupported { what: unmodelled.what, span: unmodelled.span })?;
    let depth = at.depth + 1;
    let ranges = workspace.starts.at(body.exit, depth, workspace.ends.calls(), &mut workspace.encoder, program);
    let summary = [workspace.formula(expanded.abstraction)?, ranges.condition];
    let path = workspace.encoder.after_summary(program, &entered, at.step, callee, depth, &summary);
    if workspace.encoder.terms.as_bool(path.condition) == Some(false) {
        return Ok(None);
    }
    let block = workspace.history.rebuilt(call.block, expanded.block).ok_or_else(|| misplaced("ends"))?;
    Ok(Some(PredicateState { block, path, at_end: false, ..call.clone() }))
}

fn cells_in(workspace: &mut Workspace, predicate: PredicateId) -> Vec<CellId> {
    let Some(term) = workspace.predicates.term(predicate) else { return Vec::new() };
    let symbols = workspace.encoder.terms.symbols_of(&[term]);
    symbols.into_iter().filter_map(|symbol| workspace.encoder.cell_of(symbol)).collect()
}

fn speaks_of(workspace: &mut Workspace, predicate: PredicateId, cells: &FastSet<CellId>) -> bool {
    cells_in(workspace, predicate).iter().any(|cell| cells.contains(cell))
}

/// The cells that a loop may change, as seen outside.
fn changed(workspace: &mut Workspace, scope: &ReductionScope<'_>) -> FastSet<CellId> {
    let edges: Vec<EdgeId> = scope.part.edges(scope.program).collect();
    workspace
        .encoder
        .changeable_in(scope.program, scope.part.function, &edges, &scope.part.callees, scope.depth)
        .into_iter()
        .collect()
}

/// The cells that a loop may change, and all others but the scalars of its function that it does not name.
fn mentioned(workspace: &mut Workspace, scope: &ReductionScope<'_>) -> FastSet<CellId> {
    let edges: Vec<EdgeId> = scope.part.edges(scope.program).collect();
    let named = workspace.encoder.named_in(scope.program, &edges);
    let all = workspace.encoder.all_cells();
    let kept = all.into_iter().filter(|(_, cell)| match cell {
        Cell::Scalar { var, .. } => {
            scope.program.vars[*var].frame() != Some(scope.part.function) || named.contains(var)
        }
        _ => true,
    });
    kept.map(|(id, _)| id).collect()
}
