//! Exploration: the CPA algorithm (BAM 2.2.1, Algorithm 1) over any [`Cpa`], building the ARG as it goes.
//!
//! One state is taken from the waitlist, its successors computed, adjusted, merged and stopped ([`crate::successor_placement`]); the
//! run pauses after the expansion in which a target state was found, so that no successor is ever forgotten. What is not
//! modelled is noted with the state that met it ([`LeftOut`]) and not followed; the note goes when the state goes, for a
//! refined precision may show that the place is not reached at all.
//!
//! With basic blocks, the chain of plain control states behind a move is run through at once and only the state at its
//! end is stored: in real programs most states of an ARG are inside of a block, and nobody ever covers, merges or
//! refines at them.
//!
//! Invariant: a state of the ARG that is not covered and no target either waits or has all its successors in the ARG; the
//! reached set holds those that may cover others.

use crate::algebra::{Move, Successors};
use crate::arg::{Arg, ArgId, PrecisionId};
use crate::block_context::{Area, Role};
use crate::context::{Cx, Failure, Res, Statistics};
use crate::control::{ControlId, Controls};
use crate::graph::{LeftOut, PartGraph};
use crate::options::EngineOptions;
use crate::path_checker::{Observer, Phase, Progress};
use crate::refinement::Refine;
use crate::result::RunStatistics;
use crate::specification::Specification;
use cairn_base::{Budget, IdVec};
use cairn_ir::{Op, Program, Step};
use std::rc::Rc;
use std::time::Instant;

/// Every so many transfers the observer is told.
const TRANSFERS_PER_PROGRESS: u64 = 4096;
/// One expansion of so many is timed in detail.
pub(crate) const EXPANSIONS_PER_SAMPLE: u64 = 64;

/// Why an exploration paused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pause {
    /// The waitlist is empty: all reachable abstract states are in the ARG.
    Done,
    /// Target states were found: see [`Exploration::next_target`].
    Targets,
    /// This state is at the entry of a block that is explored on its own ([`crate::nested_exploration`]).
    BlockCall(ArgId),
}

/// An exploration of a graph; with what all graphs of a run share.
pub struct Exploration<'a, 'p, C: Refine> {
    pub(crate) cpa: &'a C,
    /// Budget of the run.
    pub budget: &'a Budget,
    /// The program.
    pub program: &'p Program,
    pub(crate) controls: Controls<'p>,
    pub(crate) graph: PartGraph<C::State>,
    pub(crate) precisions: IdVec<PrecisionId, Rc<C::Precision>>,
    pub(crate) run: RunStatistics,
    pub(crate) counters: Statistics,
    pub(crate) candidates: Vec<ArgId>,
    /// Explored area; everything when there is none.
    pub(crate) area: Option<Area>,
    /// Options of the user.
    pub options: EngineOptions,
}

impl<'a, 'p, C: Refine> Exploration<'a, 'p, C> {
    /// An exploration of a program that has not begun.
    pub fn new(
        cpa: &'a C,
        program: &'p Program,
        specification: &'p Specification,
        options: &EngineOptions,
        budget: &'a Budget,
    ) -> Self {
        Self {
            cpa,
            budget,
            program,
            controls: Controls::new(program, specification),
            graph: PartGraph::new(options.order),
            precisions: IdVec::new(),
            run: RunStatistics::default(),
            counters: Statistics::default(),
            candidates: Vec::new(),
            area: None,
            options: options.clone(),
        }
    }

    /// The analysis.
    pub fn cpa(&self) -> &'a C {
        self.cpa
    }
    /// The graph.
    pub fn arg(&self) -> &Arg<C::State> {
        &self.graph.arg
    }
    /// The control states that the graph names.
    pub fn controls(&self) -> &Controls<'p> {
        &self.controls
    }
    /// The precision behind an id.
    pub fn precision(&self, id: PrecisionId) -> &C::Precision {
        &self.precisions[id]
    }
    /// Context of an operation of the analysis.
    pub fn context(&mut self) -> Cx<'_> {
        Cx { program: self.program, budget: self.budget, statistics: &mut self.counters }
    }
    /// The costs, with the number of states that are left, what the analyses counted, and the control states.
    pub fn into_costs(mut self, final_states: usize) -> (RunStatistics, Statistics, Controls<'p>) {
        self.run.final_states = final_states as u64;
        self.run.controls = self.controls.len() as u64;
        (self.run, self.counters, self.controls)
    }
    /// The next target state that is still in the graph and was not returned before.
    pub fn next_target(&mut self) -> Option<ArgId> {
        self.graph.targets.pop()
    }

    /// Adds the initial state, unless that was done.
    fn begin(&mut self) -> Res<()> {
        if self.graph.arg.root().is_some() {
            return Ok(());
        }
        let (state, precision) = self.cpa.initial(&mut self.context())?;
        let precision = self.add_precision(precision);
        self.add_root(state, self.controls.initial(), precision);
        Ok(())
    }

    /// Explores until the waitlist is empty or a target state is found. May be called again to go on.
    ///
    /// # Errors
    /// A budget is used up, or an internal error. The state that was being expanded waits again.
    pub fn explore(&mut self, observer: &mut dyn Observer) -> Res<Pause> {
        let start = Instant::now();
        let result = self.explore_on(observer);
        self.run.exploring += start.elapsed();
        result
    }

    fn explore_on(&mut self, observer: &mut dyn Observer) -> Res<Pause> {
        self.begin()?;
        let mut next_progress = self.run.transfers + TRANSFERS_PER_PROGRESS;
        while self.graph.targets.is_empty() {
            self.run.max_waitlist = self.run.max_waitlist.max(self.graph.waitlist.len() as u64);
            let Some(id) = self.graph.waitlist.pop(&mut self.graph.arg) else { return Ok(Pause::Done) };
            let begins = |area: &Area| area.begins_at_border() && self.graph.arg.root() == Some(id);
            if self.area.as_ref().is_some_and(|area| !begins(area)) {
                match self.role(self.graph.arg.control(id)) {
                    Role::Inside => {}
                    Role::Border => {
                        self.note_end(id);
                        continue;
                    }
                    Role::BlockCall { .. } => return Ok(Pause::BlockCall(id)),
                }
            }
            if let Err(failure) = self.expand(id) {
                if self.graph.arg.is_alive(id) {
                    self.graph.waitlist.push(id, &mut self.graph.arg, &self.controls);
                }
                return Err(failure);
            }
            if self.run.transfers >= next_progress {
                next_progress = self.run.transfers + TRANSFERS_PER_PROGRESS;
                observer.progress(self.progress(Phase::Exploring));
            }
        }
        Ok(Pause::Targets)
    }

    /// How far the run has come.
    pub fn progress(&self, phase: Phase) -> Progress {
        let (states, waiting) = (self.graph.arg.len() as u64, self.graph.waitlist.len() as u64);
        Progress { phase, states, waiting, refinements: self.run.refinements, bound: None }
    }

    /// Computes all successors of a state.
    fn expand(&mut self, id: ArgId) -> Res<()> {
        let Some(state) = self.graph.arg.state(id).cloned() else { return Ok(()) };
        let control = self.graph.arg.control(id);
        let precision = self.precisions[self.graph.arg.precision(id)].clone();
        // What an earlier expansion found, before a merge or a failure sent the state back.
        self.graph.left_out.remove(&id);
        if self.graph.arg.children(id).next().is_some() {
            self.cut_below(id)?;
        }
        let timed = self.run.expanded.is_multiple_of(EXPANSIONS_PER_SAMPLE);
        self.run.expanded += 1;
        let mut moves = Vec::new();
        self.controls.moves(control, &mut moves)?;
        for (step, to) in moves {
            self.follow(id, &state, &precision, step, to, timed)?;
            // A merge may have sent the state back, or have removed it because it is below the merged one.
            if !self.graph.arg.is_alive(id) || self.graph.arg.is_waiting(id) {
                break;
            }
        }
        Ok(())
    }

    /// Follows one move, and the plain ones behind it.
    fn follow(
        &mut self,
        id: ArgId,
        state: &C::State,
        precision: &C::Precision,
        first: Step,
        to: ControlId,
        timed: bool,
    ) -> Res<()> {
        let mut at = (self.graph.arg.control(id), first, to);
        let mut inside: Option<C::State> = None;
        let mut out = Successors::<C::State>::new();
        let mut moves = Vec::new();
        loop {
            let (from, step, to) = at;
            if !self.follows(id, step)? || !self.enters(id, step) {
                return Ok(());
            }
            out.clear();
            let start = timed.then(Instant::now);
            let result = self.transfer(inside.as_ref().unwrap_or(state), precision, from, step, to, &mut out);
            if let Some(start) = start {
                self.run.post += start.elapsed() * EXPANSIONS_PER_SAMPLE as u32;
            }
            match result {
                Ok(()) => {}
                Err(Failure::Unsupported { what, span }) => {
                    self.leave_out(id, LeftOut { what, span });
                    return Ok(());
                }
                Err(failure) => return Err(failure),
            }
            if self.options.basic_blocks && out.len() == 1 && self.controls.is_plain(to) && self.is_inside(to) {
                self.controls.moves(to, &mut moves)?;
                if let [(step, next)] = moves[..] {
                    inside = out.pop();
                    at = (to, step, next);
                    continue;
                }
            }
            for successor in out.drain(..) {
                self.place(id, Some(first), successor, to, timed)?;
                if !self.graph.arg.is_alive(id) || self.graph.arg.is_waiting(id) {
                    break;
                }
            }
            return Ok(());
        }
    }

    /// False when nothing is behind a step: the program ends there, or it is not modelled.
    fn enters(&mut self, id: ArgId, step: Step) -> bool {
        let Step::Edge(edge) = step else { return true };
        let edge = &self.program.edges[edge];
        match &edge.op {
            Op::Halt => false,
            Op::Unsupported(what) => {
                self.leave_out(id, LeftOut { what: what.clone(), span: edge.span });
                false
            }
            _ => true,
        }
    }

    /// False for a step that belongs to another block than the one that is explored.
    fn follows(&self, id: ArgId, step: Step) -> Res<bool> {
        let Some(area) = &self.area else { return Ok(true) };
        area.follows(step, self.graph.arg.root() == Some(id))
    }

    /// Notes that something behind a state was not followed.
    pub fn leave_out(&mut self, id: ArgId, left_out: LeftOut) {
        self.graph.left_out.entry(id).or_default().push(left_out);
    }

    /// One application of the transfer relation and of precision adjustment.
    ///
    /// # Errors
    /// Those of the analysis.
    pub fn transfer(
        &mut self,
        state: &C::State,
        precision: &C::Precision,
        from: ControlId,
        step: Step,
        to: ControlId,
        out: &mut Successors<C::State>,
    ) -> Res<()> {
        self.budget.tick()?;
        self.run.transfers += 1;
        let depth = self.controls.depth(from);
        self.run.max_stack = self.run.max_stack.max(depth);
        let (source, target) = (self.controls.get(from).node, self.controls.get(to).node);
        let is_target = self.controls.is_target(to);
        let at = Move { program: self.program, step, source, target, depth, from, to, is_target };
        let mut cx = Cx { program: self.program, budget: self.budget, statistics: &mut self.counters };
        self.cpa.post(state, precision, &at, &mut cx, out)?;
        for successor in out.iter_mut() {
            *successor = self.cpa.adjust(successor.clone(), precision, &at, &mut cx)?;
        }
        Ok(())
    }
}
