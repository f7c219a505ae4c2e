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
use super::history::Block;
use super::precision::{Place, PredicatePrecision};
use super::predicates::PredicateId;
use super::state::PredicateState;
use super::workspace::Workspace;
use cairn_base::FastSet;
use cairn_cpa::{Cx, Failure, Move, Reduce, Res, Scope};
use cairn_formula::{Cell, CellId, PathFormula};
use cairn_ir::{EdgeId, FunctionId, NodeId, Step};

impl Reduce for PredicateAnalysis {
    fn reduce(&self, entry: &PredicateState, scope: &Scope<'_>, cx: &mut Cx<'_>) -> Res<PredicateState> {
        self.with(cx, |workspace, _| workspace.reduce(entry, scope))
    }

    fn reduce_precision(&self, precision: &PredicatePrecision, scope: &Scope<'_>) -> PredicatePrecision {
        let inside = |function: FunctionId| scope.part.calls(function);
        precision.restricted(|place| match place {
            Place::Program => true,
            Place::Function(function) => function == scope.part.function || inside(function),
            Place::Node(node) => scope.part.has(node) || inside(scope.program.nodes[node].function),
        })
    }

    fn expand(
        &self,
        entry: &PredicateState,
        out: &PredicateState,
        scope: &Scope<'_>,
        cx: &mut Cx<'_>,
    ) -> Res<PredicateState> {
        self.with(cx, |workspace, _| workspace.expand(entry, out, scope))
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
        self.with(cx, |workspace, _| workspace.rebuild(call, &expanded, at))
    }

    fn memo_key(&self, reduced: &PredicateState) -> u64 {
        use cairn_base::id::Id;
        reduced.block.index() as u64
    }

    fn replay_precision(&self) -> Option<PredicatePrecision> {
        Some(PredicatePrecision::formulas_only())
    }
}

fn misplaced(what: &str) -> Failure {
    Failure::Internal(format!("a block {what} where the predicate analysis has no abstraction"))
}

impl Workspace {
    fn reduce(&mut self, entry: &PredicateState, scope: &Scope<'_>) -> Res<PredicateState> {
        let Some(Block { node, .. }) = self.history.get_block(entry.block).filter(|_| entry.at_end) else {
            return Err(misplaced("begins"));
        };
        let node = *node;
        let mentioned = if scope.part.is_function { None } else { Some(self.mentioned(scope)) };
        let before = self.region(entry.abstraction)?;
        let region = self.renamed(&before, &mut |workspace, predicate| {
            if let Some(mentioned) = &mentioned
                && !workspace.speaks_of(predicate, mentioned)
            {
                return None;
            }
            workspace.moved(predicate, scope.part.function, scope.depth, 0, scope.program)
        })?;
        let abstraction = self.abstraction_of(region);
        let path = self.start_of_block(node, scope);
        let key = (abstraction, node, scope.part.is_function);
        let block = match self.frames.roots.get(&key) {
            Some(known) => *known,
            None => {
                let block = self.history.root(path.clone(), node);
                self.frames.roots.insert(key, block);
                block
            }
        };
        let text = self.history.get(abstraction).map(|known| known.text.clone()).unwrap_or_default();
        Ok(PredicateState { block, abstraction, start: path.condition, path, edges: 0, at_end: true, text })
    }

    /// The empty path at a block's entry, in its own frame.
    fn start_of_block(&mut self, node: NodeId, scope: &Scope<'_>) -> PathFormula {
        let start = self.starts.at(node, 0, self.ends.calls(), &mut self.encoder, scope.program);
        match scope.part.is_function {
            true => self.encoder.remembering(scope.program, &start, scope.part.function, 0),
            false => start,
        }
    }

    fn expand(&mut self, entry: &PredicateState, out: &PredicateState, scope: &Scope<'_>) -> Res<PredicateState> {
        let (function, depth, program) = (scope.part.function, scope.depth, scope.program);
        let inside = self.region(out.abstraction)?;
        let mut region =
            self.renamed(&inside, &mut |workspace, predicate| workspace.moved(predicate, function, 0, depth, program))?;
        if !scope.part.is_function {
            let changed = self.changed(scope);
            let before = self.region(entry.abstraction)?;
            let kept = self.renamed(&before, &mut |workspace, predicate| {
                (!workspace.speaks_of(predicate, &changed)).then_some((predicate, true))
            })?;
            region = self.regions.and(&region, &kept)?;
        }
        let abstraction = self.abstraction_of(region);
        let moved = self.encoder.relocate_path(program, &out.path, function, 0, depth);
        let start = self.encoder.relocate(program, out.start, function, 0, depth);
        let (Some(path), Some(start)) = (moved, start) else {
            return Err(Failure::Internal("a block's path speaks of frames that it does not see".to_owned()));
        };
        let key = (entry.block, out.block);
        let known = self.frames.expanded.get(&key).copied();
        let Some(block) = known.or_else(|| self.history.copy_of(out.block)) else { return Err(misplaced("ends")) };
        self.frames.expanded.insert(key, block);
        let text = self.history.get(abstraction).map(|known| known.text.clone()).unwrap_or_default();
        Ok(PredicateState { block, abstraction, start, path, edges: out.edges, at_end: out.at_end, text })
    }

    fn rebuild(
        &mut self,
        call: &PredicateState,
        expanded: &PredicateState,
        at: &Move<'_>,
    ) -> Res<Option<PredicateState>> {
        let Step::Enter(site) = at.step else { return Err(misplaced("of a function ends")) };
        let program = at.program;
        let body = program.calls[site].callee.map(|callee| (callee, &program.functions[callee].body));
        let Some((callee, Some(body))) = body else { return Err(misplaced("without a body ends")) };
        if !expanded.at_end {
            return Err(misplaced("of a function ends"));
        }
        let entered = (self.encoder.step(program, &call.path, at.step, at.depth))
            .map_err(|unmodelled| Failure::Unsupported { what: unmodelled.what, span: unmodelled.span })?;
        let depth = at.depth + 1;
        let ranges = self.starts.at(body.exit, depth, self.ends.calls(), &mut self.encoder, program);
        let summary = [self.formula(expanded.abstraction)?, ranges.condition];
        let path = self.encoder.after_summary(program, &entered, at.step, callee, depth, &summary);
        if self.encoder.terms.as_bool(path.condition) == Some(false) {
            return Ok(None);
        }
        // Paths by different summaries do not exclude each other, so they must not be joined.
        let key = (call.block, expanded.block);
        let known = self.frames.rebuilt.get(&key).copied();
        let Some(block) = known.or_else(|| self.history.copy_of(call.block)) else { return Err(misplaced("ends")) };
        self.frames.rebuilt.insert(key, block);
        Ok(Some(PredicateState { block, path, at_end: false, ..call.clone() }))
    }

    fn cells_in(&mut self, predicate: PredicateId) -> Vec<CellId> {
        let Some(term) = self.predicates.term(predicate) else { return Vec::new() };
        let symbols = self.encoder.terms.symbols_of(&[term]);
        symbols.into_iter().filter_map(|symbol| self.encoder.cell_of(symbol)).collect()
    }

    fn speaks_of(&mut self, predicate: PredicateId, cells: &FastSet<CellId>) -> bool {
        self.cells_in(predicate).iter().any(|cell| cells.contains(cell))
    }

    /// The cells that a loop may change, as seen outside.
    fn changed(&mut self, scope: &Scope<'_>) -> FastSet<CellId> {
        let edges: Vec<EdgeId> = scope.part.edges(scope.program).collect();
        self.encoder
            .changeable_in(scope.program, scope.part.function, &edges, &scope.part.callees, scope.depth)
            .into_iter()
            .collect()
    }

    /// The cells that a loop may change, and all others but the scalars of its function that it does not name.
    fn mentioned(&mut self, scope: &Scope<'_>) -> FastSet<CellId> {
        let edges: Vec<EdgeId> = scope.part.edges(scope.program).collect();
        let named = self.encoder.named_in(scope.program, &edges);
        let all = self.encoder.all_cells();
        let kept = all.into_iter().filter(|(_, cell)| match cell {
            Cell::Scalar { var, .. } => {
                scope.program.vars[*var].frame() != Some(scope.part.function) || named.contains(var)
            }
            _ => true,
        });
        kept.map(|(id, _)| id).collect()
    }
}
