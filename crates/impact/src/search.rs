//! The search (McMillan section 3.2, UNWIND and DFS): take a vertex that waits; cover it, or refine when it is a target,
//! or expand it.
//!
//! Before a vertex is looked at, its block is asked whether anything gets through it from what its parent's label says. It
//! is the one place where a label is computed forwards, and it yields nothing but false: without it each infeasible way
//! out of a block is unwound until some target far below it is refuted.

use crate::blocks::{Blocks, EndId, EndKind};
use crate::labels::{LabelId, Labels};
use crate::options::ImpactOptions;
use crate::query::Queries;
use crate::unwinding::{Unwinding, VertexId, VertexRole};
use crate::waitlist::Waitlist;
use cairn_base::{Budget, FastMap};
use cairn_cpa::{
    ControlId, Controls, Ended, Failure, Observer, PathChecker, Phase, Progress, Reason, Res, RunStatistics,
    Specification, Statistics,
};
use cairn_domains::interval::IntervalInvariants;
use cairn_formula::Encoder;
use cairn_ir::Program;
use cairn_smt::Truth;
use cairn_term::TermId;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

pub(crate) struct Search<'r, 'p, K: PathChecker + ?Sized> {
    pub(crate) controls: Controls<'p>,
    pub(crate) encoder: Encoder,
    pub(crate) blocks: Blocks,
    pub(crate) labels: Labels,
    /// Ranges that are assumed where blocks start.
    pub(crate) assumed: Option<Arc<IntervalInvariants>>,
    pub(crate) queries: Queries,
    pub(crate) unwinding: Unwinding,
    pub(crate) waitlist: Waitlist,
    pub(crate) options: &'r ImpactOptions,
    pub(crate) checker: &'r mut K,
    pub(crate) budget: &'r Budget,
    pub(crate) observer: &'r mut dyn Observer,
    pub(crate) run: RunStatistics,
    pub(crate) counters: Statistics,
    pub(crate) given_up: BTreeMap<VertexId, Reason>,
    /// Whether one label implies another.
    pub(crate) implications: FastMap<(LabelId, LabelId), bool>,
    /// Whether a label implies one of others.
    pub(crate) disjunctions: FastMap<(LabelId, Vec<LabelId>), bool>,
    /// Whether anything gets from a label through a block.
    passable: FastMap<(LabelId, EndId), bool>,
    /// Whether a conjunct holds behind a block before which a label does.
    pub(crate) pushed: FastMap<(LabelId, EndId, TermId), bool>,
}

impl<'r, 'p, K: PathChecker + ?Sized> Search<'r, 'p, K> {
    pub(crate) fn new(
        program: &'p Program,
        specification: &'p Specification,
        options: &'r ImpactOptions,
        checker: &'r mut K,
        budget: &'r Budget,
        observer: &'r mut dyn Observer,
    ) -> Self {
        let mut encoder = Encoder::new(program, options.encoding);
        let labels = Labels::new(&mut encoder.terms);
        Self {
            controls: Controls::new(program, specification),
            encoder,
            blocks: Blocks::new(options.blocks, program),
            labels,
            assumed: None,
            queries: Queries::new(),
            unwinding: Unwinding::default(),
            waitlist: Waitlist::new(options.order),
            options,
            checker,
            budget,
            observer,
            run: RunStatistics::default(),
            counters: Statistics::default(),
            given_up: BTreeMap::new(),
            implications: FastMap::default(),
            disjunctions: FastMap::default(),
            passable: FastMap::default(),
            pushed: FastMap::default(),
        }
    }

    /// Searches until there is an answer.
    pub(crate) fn search(&mut self) -> Res<Ended<K::Counterexample>> {
        let shared = self.options.invariants.as_ref().filter(|_| self.options.encoding.is_integer());
        if let Some(shared) = shared {
            let ranges = shared.of(self.controls.program(), self.budget)?;
            self.blocks.assume(ranges.clone());
            self.assumed = Some(ranges);
        }
        let initial = self.controls.initial();
        let role = if self.controls.is_target(initial) { VertexRole::Target } else { VertexRole::Inner };
        self.add(None, None, initial, role);
        loop {
            self.run.max_waitlist = self.run.max_waitlist.max(self.waitlist.len() as u64);
            let Some(vertex) = self.waitlist.pop() else { break };
            self.budget.look()?;
            if let Some(finish) = self.look_at(vertex)? {
                return Ok(finish);
            }
        }
        self.unwinding.check().map_err(Failure::Internal)?;
        if self.options.certify && self.given_up.keys().all(|target| self.unwinding.is_excluded(*target)) {
            self.certify()?;
        }
        Ok(Ended::Explored)
    }

    fn look_at(&mut self, vertex: VertexId) -> Res<Option<Ended<K::Counterexample>>> {
        let at = self.unwinding.get(vertex);
        if self.unwinding.is_excluded(vertex) || at.expanded || at.role == VertexRole::GivenUp {
            return Ok(None);
        }
        let role = at.role;
        self.observer.progress(self.progress(Phase::Exploring));
        let start = Instant::now();
        let found = if self.is_cut_off(vertex)? {
            self.strengthen(vertex, self.labels.contradiction());
            None
        } else if role == VertexRole::Inner {
            if self.options.pushing {
                self.push(vertex)?;
            }
            if !self.close(vertex)? && !self.ends_recursion(vertex)? {
                self.expand(vertex)?;
            }
            None
        } else {
            let before = self.run.checking + self.run.refining;
            let found = self.handle_target(vertex)?;
            // What is counted there is not counted twice.
            self.run.exploring = self.run.exploring.saturating_sub(self.run.checking + self.run.refining - before);
            found
        };
        self.run.exploring += start.elapsed();
        Ok(found)
    }

    /// True when the parent's label and the block show that nothing gets here.
    fn is_cut_off(&mut self, vertex: VertexId) -> Res<bool> {
        let at = self.unwinding.get(vertex);
        let (Some(parent), Some(end)) = (at.parent, at.end) else { return Ok(false) };
        let key = (self.unwinding.get(parent).label, end);
        if let Some(passable) = self.passable.get(&key) {
            return Ok(!passable);
        }
        let mut formulas = self.labels.conjuncts(key.0).to_vec();
        formulas.push(self.blocks.end(end).formula.condition);
        let truth = self.queries.satisfiable(&mut self.encoder, &formulas, self.budget, self.options.cover_query())?;
        let passable = truth != Truth::Unsatisfiable;
        self.passable.insert(key, passable);
        Ok(!passable)
    }

    /// Shows, when it is so, that a call that is in its own call stack is not reached. Nothing covers such a vertex, as no
    /// other has its call stack, so a recursion would be unwound for ever whose depth no target asks for.
    fn ends_recursion(&mut self, vertex: VertexId) -> Res<bool> {
        if self.controls.recursion(self.unwinding.get(vertex).control) < 2 {
            return Ok(false);
        }
        let start = Instant::now();
        let path = self.unwinding.path(vertex);
        let block_path = self.block_path(&path);
        let formulas = &block_path.formulas;
        let truth = self.queries.satisfiable(&mut self.encoder, formulas, self.budget, self.options.cover_query())?;
        let ends = truth == Truth::Unsatisfiable && self.refute(&path, &block_path)?.is_ok();
        let time = start.elapsed();
        self.run.refining += time;
        self.run.exploring = self.run.exploring.saturating_sub(time);
        Ok(ends)
    }

    /// Adds the ends of the block that starts here.
    fn expand(&mut self, vertex: VertexId) -> Res<()> {
        let at = self.unwinding.get(vertex);
        let (control, is_root) = (at.control, at.parent.is_none());
        let ends = self.blocks.from(control, is_root, &mut self.controls, &mut self.encoder, self.budget)?;
        self.run.transfers = self.blocks.steps;
        self.run.max_stack = self.run.max_stack.max(self.controls.depth(control));
        self.run.expanded += 1;
        self.unwinding.set_expanded(vertex);
        for end in ends.iter() {
            let (control, kind) = (self.blocks.end(*end).control, &self.blocks.end(*end).kind);
            let role = if *kind == EndKind::Inner { VertexRole::Inner } else { VertexRole::Target };
            self.add(Some(vertex), Some(*end), control, role);
        }
        Ok(())
    }

    fn add(&mut self, parent: Option<VertexId>, end: Option<EndId>, control: ControlId, role: VertexRole) {
        let vertex = self.unwinding.add(parent, end, control, self.labels.tautology(), role);
        self.run.states += 1;
        self.wait(vertex);
    }

    fn wait(&mut self, vertex: VertexId) {
        let at = self.unwinding.get(vertex);
        self.waitlist.push(vertex, at.role != VertexRole::Inner, at.control, &self.controls);
    }

    /// Lets all leaves below vertices wait that are not covered any more.
    pub(crate) fn reopen(&mut self, orphans: &[VertexId]) {
        for orphan in orphans {
            self.run.uncovered += 1;
            for at in self.unwinding.subtree(*orphan) {
                let vertex = self.unwinding.get(at);
                if !self.unwinding.is_excluded(at) && !vertex.expanded && vertex.role != VertexRole::GivenUp {
                    self.wait(at);
                }
            }
        }
    }

    /// Gives a vertex a label that implies its old one. What it covers and does not imply the new one is open again.
    pub(crate) fn strengthen(&mut self, vertex: VertexId, label: LabelId) {
        self.unwinding.set_label(vertex, label);
        self.run.precision_size = self.run.precision_size.max(self.labels.conjuncts(label).len() as u64);
        if label == self.labels.contradiction() {
            let orphans = self.unwinding.kill(vertex);
            self.reopen(&orphans);
        }
    }

    /// How far the search has come.
    pub(crate) fn progress(&self, phase: Phase) -> Progress {
        let (states, waiting) = (self.unwinding.len() as u64, self.waitlist.len() as u64);
        Progress { phase, states, waiting, refinements: self.run.refinements, bound: None }
    }
}
