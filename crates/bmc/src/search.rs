//! The search: bound after bound, the obligations of each, and the inductive step. States of its statistics are places of the unrollings, transfers
//! are steps that were encoded.

use crate::ground::Ground;
use crate::induction::Induction;
use crate::obligation::{Claim, Obligation};
use crate::options::{BmcOptions, Mode};
use crate::outcome::Unrolled;
use crate::query::Queries;
use crate::relevance::relevant;
use crate::unroll::Unrolling;
use cairn_base::{Budget, FastMap, FastSet, QueryKind, Span, Work};
use cairn_cpa::result::Reasons;
use cairn_cpa::{
    Bounded, Conclusion, Cx, Ended, Observer, Outcome, PathChecker, PathVerdict, Phase, Progress, Reason, Res,
    Specification,
};
use cairn_formula::PathFormula;
use cairn_ir::{EdgeId, NodeId, Op, Program, Step, Value};
use cairn_smt::work::INDUCTIVE_STEP;
use cairn_smt::{QueryModel, Truth};
use cairn_term::TermId;
use std::cell::RefCell;
use std::time::{Duration, Instant};

/// After so many expansions the obligations so far are looked at, so that a violation at a small depth is found before
/// the rest of the bound is unrolled.
const EXPANSIONS_PER_LOOK: u64 = 20_000;

/// Targets are asked one by one up to this bound.
const LAST_STEP_OF_EACH: u32 = 4;

pub(crate) struct Search<'a, 'p, K: PathChecker + ?Sized> {
    pub(crate) ground: Ground<'a, 'p>,
    pub(crate) queries: Queries,
    /// Asked about inductive steps: its circuits are of any state, and no help to the base case.
    pub(crate) step_queries: Queries,
    pub(crate) reasons: Reasons,
    pub(crate) induction: Option<Induction>,
    pub(crate) bound: u32,
    options: &'a BmcOptions,
    targets: Vec<EdgeId>,
    checker: &'a mut K,
    observer: &'a mut dyn Observer,
    undecided: usize,
    /// Everything that the last bound cut off is reached for certain.
    counts: bool,
    /// The largest bound within which nothing is violated, and nothing stands against that.
    pub(crate) finished: Option<Bounded>,
    left_out: Vec<Claim>,
    /// Targets of which not all paths within the bound were refuted; with `None` it is not known which.
    doubtful: FastSet<Option<EdgeId>>,
    /// How long targets were asked one by one.
    in_each: Duration,
    /// Targets that no execution comes to.
    pub(crate) proved: FastSet<EdgeId>,
}

/// A path in a model.
struct Chosen {
    steps: Vec<Step>,
    /// The guards that chose it, with their values.
    guards: Vec<(TermId, bool)>,
    /// What it reads; none where that is more than numbers, or the path is easily found again.
    inputs: Option<Vec<Value>>,
}

/// A model that took a solver so much is not looked for again by the checker of paths before its inputs are tried.
const HARD: Work = Work::thousands(300);

/// Unrolls a program, further and further, until there is a verdict or the budget is used up. Never fails: a failure is a
/// [`Reason`] of [`Verdict::Unknown`], beside all that was found before.
pub fn run<'p, K: PathChecker + ?Sized>(
    program: &'p Program,
    specification: &'p Specification,
    options: &BmcOptions,
    checker: &mut K,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Outcome<K::Counterexample, Unrolled> {
    let mut search = Search::new(program, specification, options, checker, budget, observer);
    let ended = search.search();
    let conclusion = Conclusion::with(std::mem::take(&mut search.reasons), ended);
    search.count();
    let bounded = search.finished.take();
    let mut proved: Vec<EdgeId> = std::mem::take(&mut search.proved).into_iter().collect();
    proved.sort_unstable();
    search.ground.finish(conclusion, bounded, proved)
}

impl<'a, 'p, K: PathChecker + ?Sized> Search<'a, 'p, K> {
    fn new(
        program: &'p Program,
        specification: &'p Specification,
        options: &'a BmcOptions,
        checker: &'a mut K,
        budget: &'a Budget,
        observer: &'a mut dyn Observer,
    ) -> Self {
        Self {
            ground: Ground::new(program, specification, options.encoding, budget),
            queries: Queries::new(options.solver.clone()),
            step_queries: Queries::new(options.solver.clone()),
            reasons: Reasons::default(),
            induction: None,
            bound: 0,
            options,
            targets: specification.targets(program),
            checker,
            observer,
            undecided: 0,
            counts: false,
            finished: None,
            left_out: Vec::new(),
            doubtful: FastSet::default(),
            in_each: Duration::ZERO,
            proved: FastSet::default(),
        }
    }

    /// Runs until there is a verdict.
    fn search(&mut self) -> Res<Ended<K::Counterexample>> {
        if self.options.mode == Mode::KInduction {
            self.prepare_induction()?;
        }
        let mut base = Unrolling::new(&mut self.ground.unroller);
        self.bound = self.options.first_bound.max(1);
        loop {
            if let Some(finish) = self.base_case(&mut base)? {
                return Ok(finish);
            }
            if base.is_unwound() {
                if self.options.each_target && self.is_base_known() {
                    let targets = self.targets.iter().copied();
                    self.proved.extend(targets.filter(|target| !self.doubtful.contains(&Some(*target))));
                }
                return Ok(Ended::Explored);
            }
            // A proof is of use only when there is no reason of incompleteness.
            if self.reasons.is_empty() && self.inductive_steps()? {
                return Ok(Ended::Explored);
            }
            if self.options.each_target && self.is_base_known() && self.step_of_each_target()? {
                return Ok(Ended::Explored);
            }
            if self.bound >= self.options.last_bound {
                let what = format!("unrolling of loops beyond {} iterations", self.bound);
                return Ok(Ended::Limit(Reason::LeftOut { what, span: Span::NONE, count: 1 }));
            }
            self.bound = self.bound.saturating_mul(2).min(self.options.last_bound);
        }
    }

    fn prepare_induction(&mut self) -> Res<()> {
        if let Some(shared) = &self.options.invariants {
            self.ground.assume(shared)?;
        }
        let heads = self.ground.heads()?;
        let Ground { unroller, known } = &mut self.ground;
        self.induction = heads.map(|heads| Induction::new(heads, unroller, known.as_ref()));
        Ok(())
    }

    /// Begins the steps anew where engines have proved more of the heads since.
    fn read_lemmas(&mut self) -> bool {
        let Ground { unroller, known } = &mut self.ground;
        let (Some(induction), Some(known)) = (&mut self.induction, known) else { return false };
        let is_new = known.read_lemmas(unroller.program);
        if is_new {
            unroller.counters.add("induction-restarts", 1);
            *induction = Induction::new(induction.heads(), unroller, Some(known));
        }
        is_new
    }

    /// The inductive steps that are due: the one for the bound, and those for all before where more is known of the heads.
    fn inductive_steps(&mut self) -> Res<bool> {
        let mut visits = if self.read_lemmas() { self.options.first_bound.max(1) } else { self.bound };
        while visits <= self.options.last_step {
            if self.inductive_step(visits)? {
                return Ok(true);
            }
            if visits >= self.bound {
                break;
            }
            visits = visits.saturating_mul(2).min(self.bound);
        }
        Ok(false)
    }

    fn inductive_step(&mut self, visits: u32) -> Res<bool> {
        let Some(induction) = &mut self.induction else { return Ok(false) };
        // A hard step must not keep the base case from a bound that unwinds the program or shows a violation; least of all
        // where going on costs nothing, because all loops so far count to constants.
        let rounds = if self.counts { 1 } else { u64::from(visits) };
        let most = QueryKind::InductionStep.limit(self.options.query_work.min(INDUCTIVE_STEP.times(rounds)));
        let start = Instant::now();
        let Ground { unroller, known } = &mut self.ground;
        let shown = induction.show(visits, unroller, known.as_ref(), &mut self.step_queries, most);
        unroller.run.refining += start.elapsed();
        shown
    }

    /// Whether it is known of each target if all its paths within the bound were refuted.
    fn is_base_known(&self) -> bool {
        self.left_out.is_empty() && !self.doubtful.contains(&None)
    }

    /// The inductive step for each target by itself; true when that proves all of them, and nothing stands against the base case.
    ///
    /// A target is proved when no path from any state at a loop head comes to it with exactly so many visits of heads, and the base case
    /// refuted all its paths with fewer. Other targets end paths, in the step as in an execution, so it does not matter what becomes of them.
    fn step_of_each_target(&mut self) -> Res<bool> {
        let Some(induction) = &mut self.induction else { return Ok(false) };
        let others =
            (self.ground.unroller.run.exploring + self.ground.unroller.run.refining).saturating_sub(self.in_each);
        // A step for all together is cheap where it fails; one for each goes on from all heads. It takes no more time than all else.
        if self.bound > LAST_STEP_OF_EACH || self.in_each > others {
            return Ok(false);
        }
        let most = QueryKind::InductionStep.limit(self.options.query_work.min(INDUCTIVE_STEP));
        let start = Instant::now();
        let open: FastSet<EdgeId> =
            self.targets.iter().copied().filter(|target| !self.proved.contains(target)).collect();
        let (bound, known) = (self.bound, self.ground.known.as_ref());
        let shown = induction.show_each(bound, open, &mut self.ground.unroller, known, &mut self.step_queries, most);
        self.in_each += start.elapsed();
        self.ground.unroller.run.refining += start.elapsed();
        let shown = shown?;
        self.proved.extend(shown.into_iter().filter(|target| !self.doubtful.contains(&Some(*target))));
        Ok(self.reasons.is_empty() && self.proved.len() == self.targets.len())
    }

    /// All executions within the bound; what the bound cuts off waits for the next one, when it is reachable.
    fn base_case(&mut self, base: &mut Unrolling) -> Res<Option<Ended<K::Counterexample>>> {
        let mut obligations = Vec::new();
        loop {
            self.report(base.waiting(), Phase::Exploring);
            let start = Instant::now();
            let bound = self.bound;
            let finished = base.advance(&mut self.ground.unroller, bound, EXPANSIONS_PER_LOOK, &mut obligations);
            self.ground.unroller.run.exploring += start.elapsed();
            let finished = finished?;
            if let Some(finish) = self.settle(std::mem::take(&mut obligations))? {
                return Ok(Some(finish));
            }
            if finished {
                break;
            }
        }
        let terms = &mut self.ground.unroller.encoder.terms;
        let conditions: Vec<TermId> = base.cut().map(|cut| relevant(terms, cut.formula.condition, &[])).collect();
        self.counts = conditions.iter().all(|condition| terms.as_bool(*condition) == Some(true));
        let start = Instant::now();
        let keep = self.reachable(&conditions);
        self.ground.unroller.run.refining += start.elapsed();
        base.resume(&keep?);
        // The last visit of a loop's head within the bound begins an iteration, and what follows the loop is not seen then.
        let whole = self.bound - 1;
        if whole > 0 && self.reasons.is_empty() {
            let mut going_on: Vec<NodeId> =
                base.at().map(|at| self.ground.unroller.controls.get(at.control).node).collect();
            going_on.sort_unstable();
            going_on.dedup();
            self.finished = Some(Bounded { bound: whole, going_on });
        }
        Ok(None)
    }

    /// Which of some conditions may hold, one by one.
    fn reachable(&mut self, conditions: &[TermId]) -> Res<Vec<bool>> {
        let terms = &self.ground.unroller.encoder.terms;
        // What is true by itself needs no solver: a loop that counts to a constant.
        let mut keep: Vec<bool> = conditions.iter().map(|c| terms.as_bool(*c) == Some(true)).collect();
        let mut open: Vec<usize> = (0..conditions.len()).filter(|index| !keep[*index]).collect();
        while !open.is_empty() {
            let asked: Vec<TermId> = open.iter().map(|index| conditions[*index]).collect();
            let mut true_ones =
                |model: &mut QueryModel<'_>| asked.iter().map(|c| model.holds(*c) == Some(true)).collect::<Vec<bool>>();
            let (budget, most) = (self.ground.unroller.budget, QueryKind::BaseCase.limit(self.options.query_work));
            match self.queries.any(&mut self.ground.unroller.encoder, &asked, budget, most, &mut true_ones)? {
                Truth::Unsatisfiable => break,
                Truth::Satisfiable(holding) if holding.contains(&true) => {
                    open.iter().zip(&holding).filter(|(_, holds)| **holds).for_each(|(index, _)| keep[*index] = true);
                    open = open.iter().zip(&holding).filter(|(_, holds)| !**holds).map(|(index, _)| *index).collect();
                }
                // Not known which: all of them.
                Truth::Satisfiable(_) | Truth::Unknown(_) => {
                    open.iter().for_each(|index| keep[*index] = true);
                    break;
                }
            }
        }
        Ok(keep)
    }

    /// Refutes obligations, or finds a violation; what can be neither becomes a reason.
    fn settle(&mut self, mut obligations: Vec<Obligation>) -> Res<Option<Ended<K::Counterexample>>> {
        self.ground.unroller.counters.add("bmc-obligations", obligations.len() as u64);
        // What is not modelled is a reason once and for all.
        obligations.retain(|each| !self.left_out.contains(&each.claim));
        if obligations.is_empty() {
            return Ok(None);
        }
        // What is said of an input alone counts, too: the path is tried with it.
        let read: FastMap<(Step, u32), TermId> = self.ground.unroller.encoder.inputs().collect();
        let inputs: Vec<TermId> = read.values().copied().collect();
        let mut groups = vec![obligations];
        while let Some(mut group) = groups.pop() {
            while !group.is_empty() {
                let terms = &mut self.ground.unroller.encoder.terms;
                let of_path = |each: &Obligation| {
                    let also = [&each.formula.trace.guards()[..], &inputs].concat();
                    relevant(terms, each.formula.condition, &also)
                };
                let conditions: Vec<TermId> = group.iter().map(of_path).collect();
                match self.choose(&group, &conditions, &read)? {
                    Truth::Unsatisfiable => break,
                    Truth::Unknown(_) if group.len() > 1 => {
                        // Half of the question may be less than half as hard.
                        let rest = group.split_off(group.len() / 2);
                        groups.push(rest);
                        groups.push(std::mem::take(&mut group));
                    }
                    Truth::Unknown(why) => {
                        let Obligation { claim, target, .. } = group.swap_remove(0);
                        self.doubtful.insert(target);
                        match claim {
                            Claim::Violation => self.reasons.add(Reason::Unchecked { why, count: 1 }),
                            claim @ Claim::NotModelled { .. } => self.leave_out(claim, &mut group),
                        }
                    }
                    Truth::Satisfiable((index, path)) => {
                        if let Some(finish) = self.handle_target(&mut group, index, path)? {
                            return Ok(Some(finish));
                        }
                    }
                }
            }
        }
        Ok(None)
    }

    /// Notes that an execution meets something that is not modelled.
    fn leave_out(&mut self, claim: Claim, group: &mut Vec<Obligation>) {
        group.retain(|each| each.claim != claim);
        if let Claim::NotModelled { what, span } = &claim {
            self.reasons.add(Reason::LeftOut { what: what.clone(), span: *span, count: 1 });
        }
        self.left_out.push(claim);
    }

    /// Asks about some obligations: which one can be met, and by which path.
    fn choose(
        &mut self,
        group: &[Obligation],
        conditions: &[TermId],
        inputs: &FastMap<(Step, u32), TermId>,
    ) -> Res<Truth<(usize, Chosen)>> {
        let start = Instant::now();
        let (program, before) = (self.ground.unroller.program, self.ground.unroller.budget.work());
        let mut examine = |model: &mut QueryModel<'_>| {
            let index = conditions.iter().position(|c| model.holds(*c) == Some(true)).unwrap_or(0);
            (index, path_of(&group[index].formula, program, inputs, model))
        };
        let (budget, most) = (self.ground.unroller.budget, QueryKind::BaseCase.limit(self.options.query_work));
        let mut truth = self.queries.any(&mut self.ground.unroller.encoder, conditions, budget, most, &mut examine);
        self.ground.unroller.run.refining += start.elapsed();
        if let Ok(Truth::Satisfiable((_, path))) = &mut truth
            && budget.work().minus(before) < HARD
        {
            path.inputs = None;
        }
        truth
    }

    /// Shows a path to the checker. One that is not confirmed is excluded, and the obligation asked about again.
    fn handle_target(
        &mut self,
        group: &mut Vec<Obligation>,
        index: usize,
        Chosen { steps, guards, inputs }: Chosen,
    ) -> Res<Option<Ended<K::Counterexample>>> {
        if group[index].claim != Claim::Violation {
            let claim = group.swap_remove(index).claim;
            self.leave_out(claim, group);
            return Ok(None);
        }
        self.report(group.len(), Phase::Checking(steps.len()));
        let run = &mut self.ground.unroller.run;
        run.paths += 1;
        run.longest_path = run.longest_path.max(steps.len() as u64);
        let start = Instant::now();
        let mut cx = Cx {
            program: self.ground.unroller.program,
            budget: self.ground.unroller.budget,
            statistics: &mut self.ground.unroller.counters,
        };
        let checked = match inputs {
            Some(inputs) => self.checker.check_with(&steps, &inputs, &mut cx),
            None => self.checker.check(&steps, &mut cx),
        };
        self.ground.unroller.run.checking += start.elapsed();
        self.doubtful.insert(group[index].target);
        match checked? {
            PathVerdict::Violation(counterexample) => return Ok(Some(Ended::Violation(counterexample, steps))),
            // The checker takes addresses and inputs as an execution would have them, the formula as they might be: what
            // it excludes is no violation, but no proof either.
            PathVerdict::Infeasible { .. } => {
                let why = "the formula allows a path that no execution takes".to_owned();
                self.reasons.add(Reason::Unrefuted { why, count: 1 });
                self.ground.unroller.run.unrefuted += 1;
            }
            PathVerdict::Unknown(why) => {
                self.reasons.add(Reason::Unchecked { why, count: 1 });
                self.ground.unroller.run.unrefuted += 1;
                self.undecided += 1;
                if self.undecided >= self.options.unrefuted_limit.max(1) {
                    return Ok(Some(Ended::Limit(Reason::UnrefutedLimit(self.undecided))));
                }
            }
        }
        let terms = &mut self.ground.unroller.encoder.terms;
        let choices: Vec<TermId> =
            guards.into_iter().map(|(guard, holds)| if holds { guard } else { terms.not(guard) }).collect();
        let taken = terms.and(&choices);
        let other = terms.not(taken);
        let obligation = &mut group[index];
        obligation.formula.condition = terms.and(&[obligation.formula.condition, other]);
        obligation.excluded += 1;
        if obligation.excluded >= self.options.candidates.max(1)
            && terms.as_bool(obligation.formula.condition) != Some(false)
        {
            let why = format!("{} paths to one violation were not confirmed", obligation.excluded);
            self.reasons.add(Reason::Unrefuted { why, count: 1 });
            self.ground.unroller.run.unrefuted += 1;
            group.swap_remove(index);
        }
        Ok(None)
    }

    /// Adds up what is counted where it is done.
    fn count(&mut self) {
        let counters = &mut self.ground.unroller.counters;
        counters.add("bmc-bound", u64::from(self.bound));
        let ((asked, time), (of_steps, step_time)) = (self.queries.cost(), self.step_queries.cost());
        counters.add("bmc-queries", asked + of_steps);
        let time = time + step_time;
        counters.add("bmc-solver-us", u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
        if let Some(induction) = &self.induction {
            let (starts, done) = induction.progress();
            counters.add("induction-starts", starts as u64);
            counters.add("induction-shown", done as u64);
        }
    }

    fn report(&mut self, waiting: usize, phase: Phase) {
        let (states, bound) = (self.ground.unroller.run.states, Some(self.bound));
        self.observer.progress(Progress { phase, states, waiting: waiting as u64, refinements: 0, bound });
    }
}

/// The path that a model takes.
fn path_of(
    formula: &PathFormula,
    program: &Program,
    known: &FastMap<(Step, u32), TermId>,
    model: &mut QueryModel<'_>,
) -> Chosen {
    let (cell, guards) = (RefCell::new(&mut *model), RefCell::new(Vec::new()));
    let path = formula.trace.steps_with_inputs(&|guard| {
        let holds = cell.borrow_mut().holds(guard);
        // A guard that is not known is taken as false.
        guards.borrow_mut().push((guard, holds == Some(true)));
        holds
    });
    let reads = |step: Step| matches!(step, Step::Edge(edge) if matches!(program.edges[edge].op, Op::Havoc { .. }));
    let read = path.iter().filter(|(step, _)| reads(*step));
    let inputs = read.map(|at| model.bits(*known.get(at)?).map(Value)).collect();
    Chosen { steps: path.into_iter().map(|(step, _)| step).collect(), guards: guards.into_inner(), inputs }
}
