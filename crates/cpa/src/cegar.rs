//! CEGAR (BAM 2.3, Algorithm 2; SLICE 2.5): explore until there is a path to a target, ask whether an execution takes it,
//! and if none does, refine the precision so that the path is not explored again.
//!
//! This is the one such loop over analyses. What it explores is an [`AbstractModel`]: the whole program as one graph
//! ([`crate::plain_engine`]), or a graph for each block. The loop knows paths and verdicts; the model knows graphs and cuts.
//!
//! A path that is neither confirmed nor refuted does not end the run: TRUE is gone while its target is in the model, but a
//! real violation may still be found elsewhere. A refinement that changes no precision on the path counts as one that
//! failed, so the loop never sees one path twice under the same precisions.
//!
//! A path to a call through a pointer that matches no function is refuted like any other, and confirmed by nobody. Those
//! that are not refuted are no reason to end the search; where there are too many, the others are not looked at.

use crate::algebra::Cpa;
use crate::context::{Failure, Res, Statistics};
use crate::explore::Exploration;
use crate::outcome::{Conclusion, Ended, Outcome};
use crate::path_checker::{Observer, PathChecker, PathVerdict, Phase};
use crate::refinement::{AbstractPath, Candidate, Refine, Refinement};
use crate::result::{Reason, RunStatistics};
use cairn_ir::behaviour::{NO_CANDIDATE, doubt};
use cairn_ir::{Program, Step};
use std::time::Instant;

/// Target of an exploration.
pub enum ErrorPath<P> {
    /// A path to a target that nobody has looked at, and its steps.
    New(P, Vec<Step>),
    /// The steps on another way to a target that was given up. It stays given up unless an execution takes them.
    Again(Vec<Step>),
}

/// The abstract states along a path, as an analysis has them.
pub type StatesOf<C> = AbstractPath<<C as Cpa>::State, <C as Cpa>::Precision>;

/// Model for CEGAR.
pub trait AbstractModel<'a, 'p> {
    /// The analysis.
    type Cpa: Refine + 'a;
    /// A path from the program's entry to a target.
    type Path;
    /// Graph at the end of a run.
    type Graph;

    /// A path of so many steps is first checked as it is: what it costs an analysis to look for feasible ones among all
    /// that it stands for grows faster than the path.
    const LONG: usize;

    /// The exploration, which holds what every model has: analysis, options, budget, costs.
    fn exploration(&mut self) -> &mut Exploration<'a, 'p, Self::Cpa>;

    /// Explores under the precisions of now until there is a path to a target; `None`: everything is explored.
    fn next_path(&mut self, observer: &mut dyn Observer) -> Res<Option<ErrorPath<Self::Path>>>;

    /// The abstract states along a path; not all of them when the analysis does not get to its end.
    fn states<'s>(&mut self, path: &'s mut Self::Path) -> Res<&'s StatesOf<Self::Cpa>>;

    /// Leaves the target of a path as it is, with the reason why TRUE is gone. The states on the path cover nothing any
    /// more, else they would hide the feasible paths that meet it.
    fn give_up(&mut self, path: &Self::Path, reason: Reason) -> Res<()>;

    /// Joins an increment to the precisions along a path from an index on, whose states were asked for, and removes what
    /// was explored without it. False when nothing on the path lacks any of it: then nothing has changed.
    fn cut(&mut self, path: &Self::Path, first: usize, increment: &<Self::Cpa as Cpa>::Precision) -> Res<bool>;

    /// Ends the run: adds the reasons of incompleteness in what was explored; the result are the costs and the graph.
    fn end<X>(self, conclusion: &mut Conclusion<X>) -> (RunStatistics, Statistics, Self::Graph);
}

/// Explores a model, checks each error path and refines, until there is a verdict or the budget is used up. Never fails: a
/// failure is a [`Reason`] of [`crate::Verdict::Unknown`], beside all that was found before.
pub fn run<'a, 'p, M: AbstractModel<'a, 'p>, K: PathChecker + ?Sized>(
    mut model: M,
    checker: &mut K,
    observer: &mut dyn Observer,
) -> Outcome<K::Counterexample, M::Graph> {
    let ended = Cegar { model: &mut model, checker, observer, unmodelled_calls: 0 }.search();
    let mut conclusion = Conclusion::of(ended);
    let (statistics, counters, graph) = model.end(&mut conclusion);
    conclusion.outcome(statistics, counters, graph)
}

/// What is not modelled, on one path, is a reason of incompleteness; every other failure ends the search.
fn unsupported_as_reason<T>(result: Res<T>) -> Res<Result<T, Reason>> {
    match result {
        Ok(done) => Ok(Ok(done)),
        Err(failure @ Failure::Unsupported { .. }) => Ok(Err(failure.into())),
        Err(failure) => Err(failure),
    }
}

/// Why TRUE is gone where a path that is not refuted ends at a call through a pointer that matches no function.
fn unmodelled_call(program: &Program, last: Step) -> Option<Reason> {
    let Step::Edge(edge) = last else { return None };
    let is_call = doubt(program, last) == Some(NO_CANDIDATE);
    is_call.then(|| Reason::LeftOut { what: NO_CANDIDATE.to_owned(), span: program.edges[edge].span, count: 1 })
}

struct Cegar<'r, M, K: ?Sized> {
    model: &'r mut M,
    checker: &'r mut K,
    observer: &'r mut dyn Observer,
    /// How many paths to calls that nothing is known of were neither confirmed nor refuted.
    unmodelled_calls: usize,
}

impl<'a, 'p, M: AbstractModel<'a, 'p>, K: PathChecker + ?Sized> Cegar<'_, M, K> {
    fn search(&mut self) -> Res<Ended<K::Counterexample>> {
        while let Some(found) = self.model.next_path(self.observer)? {
            let ended = match found {
                ErrorPath::New(path, steps) => self.handle(path, steps)?,
                ErrorPath::Again(steps) => match unsupported_as_reason(self.check(&steps))? {
                    Ok(PathVerdict::Violation(counterexample)) => Some(Ended::Violation(counterexample, steps)),
                    _ => None,
                },
            };
            if let Some(ended) = ended {
                return Ok(ended);
            }
        }
        Ok(Ended::Explored)
    }

    /// Confirms, refutes or gives up a target; the result ends the search.
    fn handle(&mut self, mut path: M::Path, own: Vec<Step>) -> Res<Option<Ended<K::Counterexample>>> {
        let length = own.len();
        let exploration = self.model.exploration();
        exploration.run.paths += 1;
        exploration.run.longest_path = exploration.run.longest_path.max(length as u64);
        let limit = exploration.options.refinement_limit;
        let unmodelled_call = own.last().and_then(|step| unmodelled_call(exploration.program, *step));
        if let Some(reason) = &unmodelled_call
            && self.unmodelled_calls >= exploration.options.unrefuted_limit.max(1)
        {
            self.model.give_up(&path, reason.clone())?;
            return Ok(None);
        }
        if length >= M::LONG && exploration.cpa.proposes() {
            let verdict = unsupported_as_reason(self.check(&own))?;
            if let Ok(PathVerdict::Infeasible { prefix }) = &verdict
                && limit.is_none()
                && unsupported_as_reason(self.refine(&mut path, length, *prefix))? == Ok(None)
            {
                return Ok(None);
            }
            if let Ok(PathVerdict::Violation(counterexample)) = verdict {
                return Ok(Some(Ended::Violation(counterexample, own)));
            }
        }
        let reason = match unsupported_as_reason(self.check_feasibility(&mut path, own))? {
            Ok(PathVerdict::Violation((counterexample, steps))) => {
                return Ok(Some(Ended::Violation(counterexample, steps)));
            }
            Ok(PathVerdict::Unknown(why)) => Reason::Unchecked { why, count: 1 },
            Ok(PathVerdict::Infeasible { prefix }) => {
                let refinements = self.model.exploration().run.refinements;
                if let Some(limit) = limit.filter(|limit| refinements >= *limit as u64) {
                    self.give_up(&path, Reason::RefinementLimit(limit))?;
                    return Ok(Some(Ended::Limit(Reason::RefinementLimit(limit))));
                }
                match unsupported_as_reason(self.refine(&mut path, length, prefix))? {
                    Ok(None) => return Ok(None),
                    Ok(Some(why)) => Reason::Unrefuted { why, count: 1 },
                    Err(reason) => reason,
                }
            }
            Err(reason) => reason,
        };
        if let Some(reason) = unmodelled_call {
            self.unmodelled_calls += 1;
            self.model.give_up(&path, reason)?;
            return Ok(None);
        }
        self.give_up(&path, reason)
    }

    /// Leaves a target with the reason why TRUE is gone; too many of them end the search.
    fn give_up(&mut self, path: &M::Path, reason: Reason) -> Res<Option<Ended<K::Counterexample>>> {
        self.model.give_up(path, reason)?;
        let Exploration { run, options, .. } = self.model.exploration();
        run.unrefuted += 1;
        let is_reached = run.unrefuted >= options.unrefuted_limit.max(1) as u64;
        Ok(is_reached.then_some(Ended::Limit(Reason::UnrefutedLimit(options.unrefuted_limit))))
    }

    /// Verdict of the checker on a path, or on another that the analysis proposes; a violation comes with its steps.
    fn check_feasibility(
        &mut self,
        path: &mut M::Path,
        own: Vec<Step>,
    ) -> Res<PathVerdict<(K::Counterexample, Vec<Step>)>> {
        let (steps, is_own) = match self.candidate(path, own.len())? {
            None => (own, true),
            Some(Candidate::Steps(steps)) => (steps, false),
            Some(Candidate::Infeasible) => return Ok(PathVerdict::Infeasible { prefix: None }),
        };
        Ok(match self.check(&steps)? {
            PathVerdict::Violation(counterexample) => PathVerdict::Violation((counterexample, steps)),
            PathVerdict::Unknown(why) => PathVerdict::Unknown(why),
            // A prefix of another path than the model's own is none of the model's.
            PathVerdict::Infeasible { prefix } => PathVerdict::Infeasible { prefix: prefix.filter(|_| is_own) },
        })
    }

    /// Which path to check, when the analysis has an opinion.
    fn candidate(&mut self, path: &mut M::Path, length: usize) -> Res<Option<Candidate>> {
        let cpa = self.model.exploration().cpa;
        if !cpa.proposes() {
            return Ok(None);
        }
        self.progress(Phase::Checking(0));
        let start = Instant::now();
        let states = self.model.states(path)?;
        let exploration = self.model.exploration();
        let is_whole = states.len() == length + 1;
        let candidate = if is_whole { cpa.candidate(states, &mut exploration.context()) } else { Ok(None) };
        exploration.run.checking += start.elapsed();
        candidate
    }

    fn check(&mut self, steps: &[Step]) -> Res<PathVerdict<K::Counterexample>> {
        self.progress(Phase::Checking(steps.len()));
        let exploration = self.model.exploration();
        exploration.budget.look()?;
        let start = Instant::now();
        let result = self.checker.check(steps, &mut exploration.context());
        exploration.run.checking += start.elapsed();
        result
    }

    /// Refines and cuts. The result says why the path could not be refuted.
    fn refine(&mut self, path: &mut M::Path, length: usize, prefix: Option<usize>) -> Res<Option<String>> {
        self.progress(Phase::Refining);
        let start = Instant::now();
        let result = self.refine_precision(path, length, prefix);
        self.model.exploration().run.refining += start.elapsed();
        result
    }

    fn refine_precision(&mut self, path: &mut M::Path, length: usize, prefix: Option<usize>) -> Res<Option<String>> {
        let cpa = self.model.exploration().cpa;
        let states = self.model.states(path)?;
        let increments = match cpa.refine(states, prefix, &mut self.model.exploration().context())? {
            Refinement::Refined(increments) => increments,
            Refinement::Exhausted(why) => return Ok(Some(why)),
        };
        let Some(first) = increments.iter().map(|(index, _)| *index).min() else {
            return Ok(Some("the analysis found no finer precision".to_owned()));
        };
        if first > length {
            return Err(Failure::Internal(format!("refinement at state {first} of {}", length + 1)));
        }
        let mut increment = increments[0].1.clone();
        for (_, more) in &increments[1..] {
            increment = cpa.join_precision(&increment, more);
        }
        if !self.model.cut(path, first, &increment)? {
            let name = cpa.name();
            return Ok(Some(format!("{name} analysis finds no finer precision for a path of {length} steps")));
        }
        self.model.exploration().run.refinements += 1;
        Ok(None)
    }

    fn progress(&mut self, phase: Phase) {
        self.observer.progress(self.model.exploration().progress(phase));
    }
}
