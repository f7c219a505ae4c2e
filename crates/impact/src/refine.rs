//! Refinement (McMillan section 3.1, REFINE) and targets that it cannot refute.
//!
//! The formulas of the blocks on the path to a target are put to the solver. With a model: one concrete path through the
//! blocks, which the checker confirms by replay. Without: only the end of the path from some vertex on matters whose label
//! already says enough about what is before; its interpolants strengthen the labels. The shortest such end is looked for
//! among those of 2, 4, 8, … blocks: shorter problems are easier and leave more of the unwinding as it is.
//!
//! A path that the formula allows and the checker does not confirm is taken out and the next one asked for, some times
//! over. When all are taken, nothing is refuted: TRUE is gone while the target is there, and the vertices on its path
//! cover nothing any more, else they would hide the feasible paths that meet it.

use crate::blocks::EndKind;
use crate::search::Search;
use crate::unwinding::VertexId;
use cairn_base::{QueryKind, Work};
use cairn_cpa::{Cx, Ended, Failure, PathChecker, PathVerdict, Phase, Reason, Res};
use cairn_formula::BlockPath;
use cairn_ir::Step;
use cairn_smt::SolverLimits;
use cairn_smt::interpolation::{self, Cuts, InterpolationRequest};
use cairn_smt::{QueryModel, Truth};
use cairn_term::{TermId, Terms};
use std::cell::RefCell;
use std::time::Instant;

/// A path through the program that a model takes.
struct Candidate {
    steps: Vec<Step>,
    /// The choices at joins, which tell it from all others.
    choices: Vec<(TermId, bool)>,
}

impl<K: PathChecker + ?Sized> Search<'_, '_, K> {
    /// Shows a target reachable or unreachable, or gives it up. The result ends the search.
    pub(crate) fn handle_target(&mut self, target: VertexId) -> Res<Option<Ended<K::Counterexample>>> {
        let path = self.unwinding.path(target);
        self.run.paths += 1;
        let block_path = self.block_path(&path);
        let mut formulas = block_path.formulas.clone();
        let mut doubt: Option<Reason> = None;
        for _ in 0..self.options.candidates.max(1) {
            let start = Instant::now();
            let (truth, candidate) = self.candidate(&block_path, &formulas)?;
            self.run.checking += start.elapsed();
            match truth {
                Truth::Unsatisfiable => break,
                Truth::Unknown(why) => return self.give_up(target, Reason::Unrefuted { why, count: 1 }),
                Truth::Satisfiable(()) => {}
            }
            let end = self.unwinding.get(target).end.map(|end| self.blocks.end(end).kind.clone());
            if let Some(EndKind::LeftOut { what, span }) = end {
                return self.give_up(target, Reason::LeftOut { what, span, count: 1 });
            }
            let Candidate { steps, choices } = candidate;
            self.run.longest_path = self.run.longest_path.max(steps.len() as u64);
            match self.check(&steps)? {
                PathVerdict::Violation(counterexample) => return Ok(Some(Ended::Violation(counterexample, steps))),
                PathVerdict::Unknown(why) => doubt = Some(Reason::Unchecked { why, count: 1 }),
                PathVerdict::Infeasible { .. } => {
                    self.counters.add("impact-spurious-models", 1);
                    let why = "the encoding allows a path that no execution takes".to_owned();
                    doubt.get_or_insert(Reason::Unrefuted { why, count: 1 });
                }
            }
            let terms = &mut self.encoder.terms;
            let literals: Vec<TermId> =
                choices.into_iter().map(|(guard, value)| if value { guard } else { terms.not(guard) }).collect();
            let this_path = terms.and(&literals);
            formulas.push(terms.not(this_path));
        }
        if let Some(reason) = doubt {
            return self.give_up(target, reason);
        }
        if let Some(limit) = self.options.refinement_limit.filter(|limit| self.run.refinements >= *limit as u64) {
            self.give_up(target, Reason::RefinementLimit(limit))?;
            return Ok(Some(Ended::Limit(Reason::RefinementLimit(limit))));
        }
        self.observer.progress(self.progress(Phase::Refining));
        let start = Instant::now();
        let refuted = self.refute(&path, &block_path);
        self.run.refining += start.elapsed();
        match refuted? {
            Ok(()) => Ok(None),
            Err(why) => self.give_up(target, Reason::Unrefuted { why, count: 1 }),
        }
    }

    /// The formulas of the blocks between the vertices of a path.
    pub(crate) fn block_path(&mut self, path: &[VertexId]) -> BlockPath {
        let ends = path[1..].iter().filter_map(|at| self.unwinding.get(*at).end);
        let formulas: Vec<_> = ends.map(|end| &self.blocks.end(end).formula).collect();
        self.encoder.path(&formulas)
    }

    /// A model of a path of blocks, as a path through the program.
    fn candidate(&mut self, block_path: &BlockPath, formulas: &[TermId]) -> Res<(Truth, Candidate)> {
        let mut candidate = Candidate { steps: Vec::new(), choices: Vec::new() };
        let mut examine = |model: &mut QueryModel<'_>| {
            let model = RefCell::new(model);
            let choices = RefCell::new(Vec::new());
            candidate.steps = block_path.steps(&|guard| {
                let value = model.borrow_mut().holds(guard)?;
                choices.borrow_mut().push((guard, value));
                Some(value)
            });
            candidate.choices = choices.into_inner();
        };
        let (budget, most) = (self.budget, self.options.path_query());
        let truth = self.queries.solve(&mut self.encoder, formulas, budget, most, &mut examine)?;
        Ok((truth, candidate))
    }

    fn check(&mut self, steps: &[Step]) -> Res<PathVerdict<K::Counterexample>> {
        self.observer.progress(self.progress(Phase::Checking(steps.len())));
        let start = Instant::now();
        let program = self.controls.program();
        let mut cx = Cx { program, budget: self.budget, statistics: &mut self.counters };
        let verdict = match self.checker.check(steps, &mut cx) {
            Err(Failure::Unsupported { what, .. }) => Ok(PathVerdict::Unknown(format!("{what} is not supported"))),
            other => other,
        };
        self.run.checking += start.elapsed();
        verdict
    }

    /// Strengthens labels until the target's is false. The result says why that was not possible.
    pub(crate) fn refute(&mut self, path: &[VertexId], block_path: &BlockPath) -> Res<Result<(), String>> {
        let blocks = path.len() - 1;
        let mut groups = Vec::new();
        let mut length = 2;
        // One block alone was asked already, before the target was looked at.
        let first = loop {
            let first = blocks.saturating_sub(length);
            groups.clear();
            let label = self.labels.formula(&mut self.encoder.terms, self.unwinding.get(path[first]).label);
            let label = block_path.instantiate(&mut self.encoder.terms, first, label);
            groups.extend_from_slice(&block_path.formulas[first..]);
            groups[0] = self.encoder.terms.and(&[label, groups[0]]);
            if first == 0 {
                break first;
            }
            let most = QueryKind::PathFeasibility.limit(self.options.cover_work);
            if self.queries.satisfiable(&mut self.encoder, &groups, self.budget, most)? == Truth::Unsatisfiable {
                break first;
            }
            length *= 2;
        };
        let cuts = Some((block_path, first + 1));
        let plain: Vec<TermId> = match self.interpolate(&groups, cuts, self.options.path_work)? {
            Ok(interpolants) => {
                let cuts = first + 1..;
                let terms = &mut self.encoder.terms;
                cuts.zip(interpolants).map(|(cut, term)| block_path.generalize(terms, cut, term)).collect()
            }
            Err(why) => match self.mine(path, first)? {
                Some(mined) => mined,
                None => return Ok(Err(why)),
            },
        };
        self.run.refinements += 1;
        self.counters.add("impact-blocks-interpolated", groups.len() as u64);
        let mut changed = Vec::new();
        for (vertex, formula) in path[first + 1..blocks].iter().zip(plain) {
            if self.strengthen_by(*vertex, formula)? {
                changed.push(*vertex);
            }
        }
        self.strengthen(path[blocks], self.labels.contradiction());
        if self.options.pushing {
            for vertex in &path[first + 1..blocks] {
                if self.push(*vertex)? && !changed.contains(vertex) {
                    changed.push(*vertex);
                }
            }
            changed.sort_unstable();
        }
        for vertex in changed {
            if self.close(vertex)? {
                break;
            }
        }
        Ok(Ok(()))
    }

    /// Sequence interpolants of groups that are unsatisfiable together, or why there are none. `cuts` says at which cut of
    /// a path the first interpolant is, when those that drift from cut to cut are to be replaced by the same at all.
    pub(crate) fn interpolate(
        &mut self,
        groups: &[TermId],
        cuts: Option<(&BlockPath, usize)>,
        most: Work,
    ) -> Res<Result<Vec<TermId>, String>> {
        self.budget.look()?;
        let Some((_, rest)) = groups.split_last() else { return Ok(Ok(Vec::new())) };
        if rest.is_empty() {
            return Ok(Ok(Vec::new()));
        }
        // Each group brings what holds of its own symbols.
        let mut closed = Vec::with_capacity(groups.len());
        for group in groups {
            let facts = self.encoder.facts(&[*group]);
            closed.push(self.encoder.terms.and(&[*group, facts]));
        }
        let path = cuts;
        let plain = |terms: &mut Terms, cut: usize, term: TermId| match path {
            Some((path, first)) => path.generalize(terms, first + cut, term),
            None => term,
        };
        let at = |terms: &mut Terms, cut: usize, term: TermId| match path {
            Some((path, first)) => path.instantiate(terms, first + cut, term),
            None => term,
        };
        let cuts = Cuts { plain: &plain, at: &at };
        let limits = SolverLimits::of_search(self.budget, QueryKind::Interpolation.limit(most));
        let request = InterpolationRequest {
            cuts: path.is_some().then_some(&cuts),
            ..InterpolationRequest::sequence(&closed, limits)
        };
        let start = Instant::now();
        let found = interpolation::interpolate(&mut self.encoder.terms, &request);
        let micros = u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.counters.add("impact-interpolation-us", micros);
        self.counters.add("impact-interpolations", 1);
        let why = match found {
            Ok(interpolation::InterpolationOutcome::Interpolants(found)) => {
                self.counters.add(method_counter(found.method), 1);
                self.counters.add("impact-uniform-interpolants", u64::from(found.uniform));
                return Ok(Ok(found.terms));
            }
            Ok(interpolation::InterpolationOutcome::Satisfiable) => {
                "the interpolation found a model of a path without one".to_owned()
            }
            Ok(interpolation::InterpolationOutcome::Unknown(why)) => why,
            Err(error) => error.to_string(),
        };
        self.budget.look()?;
        self.counters.add("impact-failed-interpolations", 1);
        Ok(Err(format!("no interpolants were found: {why}")))
    }

    /// Conjoins a formula to a label, unless the label implies it. True when the label is another one now.
    pub(crate) fn strengthen_by(&mut self, vertex: VertexId, formula: TermId) -> Res<bool> {
        let old = self.unwinding.get(vertex).label;
        let tautology = self.labels.tautology();
        let new = self.labels.conjoin(&mut self.encoder.terms, old, formula);
        let conjoined = self.labels.conjoin(&mut self.encoder.terms, tautology, formula);
        if new == old || self.implies(old, conjoined)? {
            return Ok(false);
        }
        self.strengthen(vertex, new);
        for covered in self.unwinding.covers(vertex).to_vec() {
            if !self.stands_for(covered)? {
                self.unwinding.uncover(covered);
                self.reopen(&[covered]);
            }
        }
        Ok(true)
    }

    /// Leaves a target as it is, with the reason why TRUE is gone.
    fn give_up(&mut self, target: VertexId, reason: Reason) -> Res<Option<Ended<K::Counterexample>>> {
        let is_left_out = matches!(reason, Reason::LeftOut { .. });
        self.unwinding.give_up(target);
        self.given_up.insert(target, reason);
        if is_left_out {
            // Whoever is covered here meets the same.
            return Ok(None);
        }
        for at in self.unwinding.path(target) {
            let orphans = self.unwinding.isolate(at);
            self.reopen(&orphans);
        }
        self.run.unrefuted += 1;
        let limit = self.options.unrefuted_limit;
        let reached = self.run.unrefuted >= limit.max(1) as u64;
        Ok(reached.then_some(Ended::Limit(Reason::UnrefutedLimit(limit))))
    }
}

fn method_counter(method: interpolation::Method) -> &'static str {
    match method.name() {
        "spacer" => "impact-interpolants-spacer",
        "newton" => "impact-interpolants-newton",
        "postcondition" => "impact-interpolants-postcondition",
        "weakest-precondition" => "impact-interpolants-weakest-precondition",
        "integers" => "impact-interpolants-integers",
        _ => "impact-interpolants-other",
    }
}
