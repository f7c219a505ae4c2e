//! CEGAR (BAM 2.3, Algorithm 2; SLICE 2.5): explore until a target state is found, ask whether an execution takes its
//! path, and if none does, refine the precision so that the path is not explored again.
//!
//! Refinement is lazy: the ARG is cut at the first state of the path whose precision changes and the rest stays. What the
//! cut part covered is explored after all. The state at the cut gets its old precision joined with all increments and
//! with the precisions of the removed states, so that nothing learnt below is lost and precisions only grow.
//!
//! A path that is neither confirmed nor refuted does not end the run: TRUE is gone while its target is in the ARG, but a
//! real violation may still be found elsewhere. The states on such a path cover nothing any more, else they would hide
//! the feasible paths that meet it. A refinement that changes no precision is tried once more from the root
//! and then counts as one that failed, so the loop never sees one path twice under the same precisions.

use crate::arg::{Arg, ArgId, PrecisionId};
use crate::checker::{Observer, PathChecker, PathVerdict, Phase};
use crate::context::{Cx, Failure, Res};
use crate::control::Controls;
use crate::dot::write_dot;
use crate::explore::{Exploration, Pause};
use crate::facts::Facts;
use crate::options::{EngineOptions, RefineFrom, Sharing};
use crate::outcome::{Conclusion, Ended, Graph, Outcome};
use crate::path::ArgPath;
use crate::refinement::{Candidate, Refine, Refinement};
use crate::result::Reason;
use crate::specification::Specification;
use cairn_base::Budget;
use cairn_ir::{Program, Step};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Instant;

/// The abstract reachability graph as it was at the end of a run, with the control states that its nodes name.
pub struct Explored<'p, S> {
    /// The graph.
    pub arg: Arg<S>,
    /// The control states.
    pub controls: Controls<'p>,
}

impl<S: Facts> Graph for Explored<'_, S> {
    fn dot(&self, program: &Program) -> Option<String> {
        let mut text = String::new();
        // Writing into a string does not fail.
        let _ = write_dot(&self.arg, &self.controls, program, &mut text);
        Some(text)
    }
}

/// Explores a program with an analysis, checks each error path and refines, until there is a verdict or the budget is
/// used up. Never fails: a failure is a [`Reason`] of [`Verdict::Unknown`], beside all that was found before.
pub fn run<'p, C: Refine, K: PathChecker + ?Sized>(
    cpa: &C,
    program: &'p Program,
    specification: &'p Specification,
    options: &EngineOptions,
    checker: &mut K,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Outcome<K::Counterexample, Explored<'p, C::State>> {
    let exploration = Exploration::new(cpa, program, specification, options, budget);
    let mut cegar = Cegar { exploration, options, checker, observer };
    let mut conclusion = Conclusion::of(cegar.search());
    let mut exploration = cegar.exploration;
    for left_out in exploration.graph.left_out() {
        conclusion.against(Reason::LeftOut { what: left_out.what.clone(), span: left_out.span, count: 1 });
    }
    for reason in exploration.graph.given_up.values() {
        conclusion.against(reason.clone());
    }
    exploration.run.final_states = exploration.graph.arg.len() as u64;
    exploration.run.controls = exploration.controls.len() as u64;
    let graph = Explored { arg: exploration.graph.arg, controls: exploration.controls };
    conclusion.outcome(exploration.run, exploration.counters, graph)
}

/// Up to so many states the invariants are checked between phases, in debug builds.
const CHECKED: usize = 10_000;

struct Cegar<'r, 'a, 'p, C: Refine, K: PathChecker + ?Sized> {
    exploration: Exploration<'a, 'p, C>,
    options: &'r EngineOptions,
    checker: &'r mut K,
    observer: &'r mut dyn Observer,
}

impl<C: Refine, K: PathChecker + ?Sized> Cegar<'_, '_, '_, C, K> {
    fn search(&mut self) -> Res<Ended<K::Counterexample>> {
        while self.exploration.explore(self.observer)? == Pause::Targets {
            if cfg!(debug_assertions) && self.exploration.graph.arg.len() <= CHECKED {
                self.exploration.graph.check().map_err(Failure::Internal)?;
            }
            while let Some(target) = self.exploration.next_target() {
                if let Some(end) = self.treat(target)? {
                    return Ok(end);
                }
            }
        }
        if cfg!(debug_assertions) && self.exploration.graph.arg.len() <= CHECKED {
            self.exploration.graph.check().map_err(Failure::Internal)?;
        }
        Ok(Ended::Explored)
    }

    /// Confirms, refutes or gives up a target; the result ends the search.
    fn treat(&mut self, target: ArgId) -> Res<Option<Ended<K::Counterexample>>> {
        let own = self.exploration.steps_to(target)?;
        let run = &mut self.exploration.run;
        run.paths += 1;
        run.longest_path = run.longest_path.max(own.len() as u64);
        let (steps, is_own) = match self.candidate(target) {
            Ok(None) => (Some(own), true),
            Ok(Some(Candidate::Steps(steps))) => (Some(steps), false),
            Ok(Some(Candidate::Infeasible)) => (None, false),
            Err(failure @ Failure::Unsupported { .. }) => return self.give_up(target, failure.into()),
            Err(failure) => return Err(failure),
        };
        let mut prefix = None;
        if let Some(steps) = steps {
            match self.check(&steps) {
                Ok(PathVerdict::Violation(counterexample)) => return Ok(Some(Ended::Violation(counterexample, steps))),
                Ok(PathVerdict::Unknown(why)) => return self.give_up(target, Reason::Unchecked { why, count: 1 }),
                // A prefix of another path than the ARG's is none of the ARG's.
                Ok(PathVerdict::Infeasible { prefix: of_steps }) => prefix = of_steps.filter(|_| is_own),
                Err(failure @ Failure::Unsupported { .. }) => return self.give_up(target, failure.into()),
                Err(failure) => return Err(failure),
            }
        }
        if let Some(limit) = self.options.refinement_limit.filter(|l| self.exploration.run.refinements >= *l as u64) {
            self.give_up(target, Reason::RefinementLimit(limit))?;
            return Ok(Some(Ended::Limit(Reason::RefinementLimit(limit))));
        }
        self.observer.progress(self.exploration.progress(Phase::Refining));
        let start = Instant::now();
        let refined = self.refine(target, prefix);
        self.exploration.run.refining += start.elapsed();
        match refined {
            Ok(None) => Ok(None),
            Ok(Some(why)) => self.give_up(target, Reason::Unrefuted { why, count: 1 }),
            Err(failure @ Failure::Unsupported { .. }) => self.give_up(target, failure.into()),
            Err(failure) => Err(failure),
        }
    }

    /// Which path to check, when the analysis has an opinion.
    fn candidate(&mut self, target: ArgId) -> Res<Option<Candidate>> {
        if !self.exploration.cpa.proposes() {
            return Ok(None);
        }
        self.observer.progress(self.exploration.progress(Phase::Checking(0)));
        let start = Instant::now();
        let path = self.exploration.path_to(target)?;
        let exploration = &mut self.exploration;
        let mut cx =
            Cx { program: exploration.program, budget: exploration.budget, statistics: &mut exploration.counters };
        let candidate = exploration.cpa.candidate(&path.states, &mut cx);
        exploration.run.checking += start.elapsed();
        candidate
    }

    fn check(&mut self, steps: &[Step]) -> Res<PathVerdict<K::Counterexample>> {
        self.observer.progress(self.exploration.progress(Phase::Checking(steps.len())));
        let exploration = &mut self.exploration;
        exploration.budget.look()?;
        let mut cx =
            Cx { program: exploration.program, budget: exploration.budget, statistics: &mut exploration.counters };
        let start = Instant::now();
        let result = self.checker.check(steps, &mut cx);
        exploration.run.checking += start.elapsed();
        result
    }

    /// Leaves a target as it is, with the reason why TRUE is gone.
    fn give_up(&mut self, target: ArgId, reason: Reason) -> Res<Option<Ended<K::Counterexample>>> {
        let exploration = &mut self.exploration;
        exploration.isolate_path(target)?;
        exploration.graph.arg.give_up(target);
        exploration.graph.given_up.insert(target, reason);
        exploration.run.unrefuted += 1;
        let limit = self.options.unrefuted_limit;
        let reached = exploration.run.unrefuted >= limit.max(1) as u64;
        Ok(reached.then_some(Ended::Limit(Reason::UnrefutedLimit(limit))))
    }

    /// Refines and cuts. The result says why the path could not be refuted.
    fn refine(&mut self, target: ArgId, prefix: Option<usize>) -> Res<Option<String>> {
        let path = self.exploration.path_to(target)?;
        let exploration = &mut self.exploration;
        let mut cx =
            Cx { program: exploration.program, budget: exploration.budget, statistics: &mut exploration.counters };
        let increments = match exploration.cpa.refine(&path.states, prefix, &mut cx)? {
            Refinement::Refined(increments) => increments,
            Refinement::Exhausted(why) => return Ok(Some(why)),
        };
        let Some(first) = increments.iter().map(|(index, _)| *index).min() else {
            return Ok(Some("the analysis found no finer precision".to_owned()));
        };
        let Some(at) = path.stored.get(first).copied() else {
            return Err(Failure::Internal(format!("refinement at state {first} of {}", path.stored.len())));
        };
        let root = path.stored[0];
        let from = if self.options.refine_from == RefineFrom::Root { root } else { at };
        if self.sharpen(from, &increments)? || (from != root && self.sharpen(root, &increments)?) {
            return Ok(None);
        }
        Ok(Some(self.stuck(&path)))
    }

    fn stuck(&self, path: &ArgPath<C>) -> String {
        let name = self.exploration.cpa.name();
        format!("{name} analysis finds no finer precision for a path of {} steps", path.states.len() - 1)
    }

    /// Joins increments to the precision of a state and explores anew from there; false when nothing changes.
    fn sharpen(&mut self, at: ArgId, increments: &[(usize, C::Precision)]) -> Res<bool> {
        let exploration = &mut self.exploration;
        let cpa = exploration.cpa;
        let old = exploration.precisions[exploration.graph.arg.precision(at)].clone();
        let mut increment = increments[0].1.clone();
        for (_, more) in &increments[1..] {
            increment = cpa.join_precision(&increment, more);
        }
        let mut new = cpa.join_precision(&old, &increment);
        if new == *old {
            return Ok(false);
        }
        // Orphans of the cut are placed with the precisions they have; only then may waiting states get finer ones.
        for removed in exploration.cut_below(at)? {
            new = cpa.join_precision(&new, &exploration.precisions[removed]);
        }
        let run = &mut exploration.run;
        run.refinements += 1;
        run.restarts += u64::from(exploration.graph.arg.parent(at).is_none());
        run.precision_size = run.precision_size.max(cpa.precision_size(&new) as u64);
        let id = exploration.precisions.push(Rc::new(new));
        exploration.graph.arg.set_precision(at, id);
        exploration.graph.left_out.remove(&at);
        exploration.graph.waitlist.push(at, &mut exploration.graph.arg, &exploration.controls);
        if self.options.sharing == Sharing::Waitlist {
            exploration.share(&increment, |_| true);
        }
        Ok(true)
    }
}

impl<C: Refine> Exploration<'_, '_, C> {
    /// Joins an increment to the precisions of the states that wait and are wanted.
    pub fn share(&mut self, increment: &C::Precision, is_wanted: impl Fn(ArgId) -> bool) {
        let mut finer: BTreeMap<PrecisionId, PrecisionId> = BTreeMap::new();
        for id in self.graph.waitlist.ids(&self.graph.arg).into_iter().filter(|id| is_wanted(*id)) {
            let old = self.graph.arg.precision(id);
            let precisions = &mut self.precisions;
            let new = *finer.entry(old).or_insert_with(|| {
                let joined = self.cpa.join_precision(&precisions[old], increment);
                if joined == *precisions[old] { old } else { precisions.push(Rc::new(joined)) }
            });
            self.graph.arg.set_precision(id, new);
        }
    }
}
