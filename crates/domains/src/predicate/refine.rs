//! Refinement: predicates that refute all program paths of an infeasible sequence of blocks (LBE II-C: interpolants of
//! the block formulas at the ends of blocks; McMillan, "Lazy Abstraction with Interpolants", CAV 2006, for the sequence).
//!
//! Boolean abstraction with the atoms of the interpolants, and either kind with the interpolants as wholes, excludes the
//! sequence: each interpolant follows from the one before and the block between. Cartesian abstraction with atoms may
//! not, and a solver may not know. So a refinement that would change no precision on the path is no progress, and the
//! next one is tried: the other form, each other interpolation method, then predicates mined from the core ([`super::mine`]).
//! When all is in the precision already, the path is given up with a reason: no path is seen twice under one precision.

use super::PredicateAnalysis;
use super::counterexample::Verdict;
use super::ending::Window;
use super::history::BlockId;
use super::options::{Form, Scope};
use super::precision::{Place, PredicatePrecision};
use super::predicates::PredicateId;
use super::state::PredicateState;
use super::workspace::Workspace;
use cairn_cpa::{AbstractPath, Candidate, Cx, Failure, Refine, Refinement, Res};
use cairn_formula::{BlockPath, Cell, Encoding};
use cairn_ir::{NodeId, Program};
use cairn_smt::Limits;
use cairn_smt::interpolation::{Interpolants, Method, Outcome, Request, interpolate};
use cairn_smt::work::INTERPOLATION;
use cairn_term::{TermId, Terms};
use std::ops::Range;
use std::time::Instant;

/// Interpolation methods for joined paths over whole numbers: Spacer alone first. The others follow one path, fail on joined
/// ones, and would each take as long again to give a second opinion on interpolants of many atoms.
const LARGE_BLOCKS: [&[Method]; 2] =
    [&[Method::Spacer], &[Method::Newton, Method::Postcondition, Method::WeakestPrecondition]];

pub(super) type Path = AbstractPath<PredicateState, PredicatePrecision>;

/// A refutation that is looked for: the shortest infeasible sequence of blocks.
pub(super) struct Refutation<'p> {
    /// The path of the ARG.
    pub path: &'p Path,
    /// For each block the index into the path of its end.
    pub ends: Vec<usize>,
    /// For each block the location of its end.
    pub nodes: Vec<NodeId>,
    /// The formulas.
    pub blocks: BlockPath,
    /// The blocks that have no execution together.
    pub window: Range<usize>,
    /// What is assumed where the window starts: nothing, or the abstraction there.
    pub assumed: TermId,
}

impl Refutation<'_> {
    /// The formulas of the window, with what is assumed.
    pub fn groups(&self, terms: &mut Terms) -> Vec<TermId> {
        let mut groups = self.blocks.formulas[self.window.clone()].to_vec();
        if let Some(first) = groups.first_mut() {
            *first = terms.and(&[self.assumed, *first]);
        }
        groups
    }
}

/// Formulas over plain symbols, each with the block at whose end it should be tracked.
pub(super) type Found = Vec<(usize, TermId)>;

impl Refine for PredicateAnalysis {
    fn proposes(&self) -> bool {
        true
    }

    fn candidate(&self, path: &Path, cx: &mut Cx<'_>) -> Res<Option<Candidate>> {
        let Some(last) = last_block(path) else { return Ok(None) };
        self.with(cx, |workspace, cx| {
            if !workspace.options.modular && workspace.large_ending(path, last, cx)?.is_some() {
                return Ok(Some(Candidate::Infeasible));
            }
            let verdict = match workspace.options.modular {
                true => workspace.check_segments(path, last, cx)?,
                false => workspace.check_blocks(last, cx)?,
            };
            Ok(match verdict {
                Verdict::Feasible(steps) => Some(Candidate::Steps(steps)),
                Verdict::Infeasible(_) => Some(Candidate::Infeasible),
                Verdict::Unknown => None,
            })
        })
    }

    fn refine(&self, path: &Path, _: Option<usize>, cx: &mut Cx<'_>) -> Res<Refinement<PredicatePrecision>> {
        let Some(last) = last_block(path) else {
            return Ok(Refinement::Exhausted("the path has no block".to_owned()));
        };
        self.with(cx, |workspace, cx| workspace.refine(path, last, cx))
    }

    fn join_precision(&self, a: &PredicatePrecision, b: &PredicatePrecision) -> PredicatePrecision {
        a.join(b)
    }

    fn precision_size(&self, precision: &PredicatePrecision) -> usize {
        precision.size()
    }
}

fn last_block(path: &Path) -> Option<BlockId> {
    path.last().map(|end| end.state.block)
}

impl Workspace {
    fn refine(&mut self, path: &Path, last: BlockId, cx: &mut Cx<'_>) -> Res<Refinement<PredicatePrecision>> {
        if !self.options.modular
            && let Some(ending) = self.large_ending(path, last, cx)?
        {
            let refined = self.refine_windows(path, last, vec![ending], cx)?;
            if !matches!(refined, Refinement::Exhausted(_)) {
                cx.statistics.add("predicate-refinements", 1);
                return Ok(refined);
            }
        }
        let verdict = match self.options.modular {
            true => self.check_segments(path, last, cx)?,
            false => self.check_blocks(last, cx)?,
        };
        let windows = match verdict {
            Verdict::Infeasible(windows) => windows,
            Verdict::Feasible(_) => return Ok(Refinement::Exhausted(beyond(self))),
            Verdict::Unknown => {
                let why = "the solver does not know whether the path's formula has a model";
                return Ok(Refinement::Exhausted(why.to_owned()));
            }
        };
        cx.statistics.add("predicate-refinements", 1);
        let ends: Vec<usize> = (1..path.len()).filter(|index| path[*index].state.at_end).collect();
        if self.options.modular {
            let start = Instant::now();
            let tree = self.tree(path, last, &ends, cx)?;
            let result = self.refine_tree(path, &tree, cx);
            let micros = u64::try_from(start.elapsed().as_micros()).unwrap_or(0);
            cx.statistics.add("predicate-refinement-microseconds", micros);
            return result;
        }
        let nothing = self.encoder.terms.bool(true);
        let mut windows: Vec<Window> = windows.into_iter().map(|window| (window, nothing)).collect();
        let (blocks, _) = self.block_path(last);
        let ending = self.shorter_ending(path, &blocks, &windows, cx)?;
        windows.splice(0..0, ending);
        self.refine_windows(path, last, windows, cx)
    }

    fn refine_windows(
        &mut self,
        path: &Path,
        last: BlockId,
        windows: Vec<Window>,
        cx: &mut Cx<'_>,
    ) -> Res<Refinement<PredicatePrecision>> {
        let ends: Vec<usize> = (1..path.len()).filter(|index| path[*index].state.at_end).collect();
        let (blocks, nodes) = self.block_path(last);
        if ends.len() != nodes.len() {
            return Err(Failure::Internal(format!("a path with {} block ends has {} blocks", ends.len(), nodes.len())));
        }
        let nothing = self.encoder.terms.bool(true);
        let mut refutation = Refutation { path, ends, nodes, blocks, window: 0..0, assumed: nothing };
        let start = Instant::now();
        let result = self.refute_windows(&mut refutation, windows, cx);
        let micros = u64::try_from(start.elapsed().as_micros()).unwrap_or(0);
        cx.statistics.add("predicate-refinement-microseconds", micros);
        result
    }

    fn refute_windows(
        &mut self,
        refutation: &mut Refutation<'_>,
        windows: Vec<Window>,
        cx: &mut Cx<'_>,
    ) -> Res<Refinement<PredicatePrecision>> {
        let mut whys = Vec::new();
        let mut preferred = vec![self.options.interpolation.clone()];
        let large = !self.options.blocks.every_edge && self.options.encoding == Encoding::Integer;
        if preferred[0].is_empty() && large {
            preferred = LARGE_BLOCKS.map(<[Method]>::to_vec).to_vec();
        }
        let each: Vec<Vec<Method>> = Method::ALL.iter().map(|method| vec![*method]).collect();
        for orders in [preferred, each] {
            for (window, assumed) in &windows {
                (refutation.window, refutation.assumed) = (window.clone(), *assumed);
                if let Some(refined) = self.refute(refutation, &orders, &mut whys, cx)? {
                    cx.statistics.at_least("predicate-longest-refuted-path", window.len() as u64);
                    return Ok(refined);
                }
            }
        }
        for (window, assumed) in windows {
            (refutation.window, refutation.assumed) = (window, assumed);
            for formulas in self.mined(refutation, cx)? {
                if let Some(refined) = self.progress(refutation, &formulas, cx) {
                    cx.statistics.add("predicate-refinements-mined", 1);
                    return Ok(refined);
                }
            }
        }
        Ok(exhausted(whys))
    }

    fn refute(
        &mut self,
        refutation: &Refutation<'_>,
        orders: &[Vec<Method>],
        whys: &mut Vec<String>,
        cx: &mut Cx<'_>,
    ) -> Res<Option<Refinement<PredicatePrecision>>> {
        let mut tried: Vec<Method> = Vec::new();
        for order in orders {
            if order.len() == 1 && tried.contains(&order[0]) {
                continue;
            }
            let found = match self.interpolants(refutation, order, cx)? {
                Ok(found) => found,
                Err(why) => {
                    whys.push(why);
                    continue;
                }
            };
            tried.push(found.method);
            tried.extend(found.attempts.iter().map(|attempt| attempt.method));
            let other = if self.options.form == Form::Atoms { Form::Whole } else { Form::Atoms };
            for form in [self.options.form, other] {
                let formulas = self.predicates_of(refutation, &found, form);
                if let Some(refined) = self.progress(refutation, &formulas, cx) {
                    cx.statistics.add(counter(found.method), 1);
                    return Ok(Some(refined));
                }
                cx.statistics.add("predicate-refinements-without-progress", 1);
            }
        }
        Ok(None)
    }

    /// Interpolants at the ends of all blocks but the last, or why there are none.
    fn interpolants(
        &mut self,
        refutation: &Refutation<'_>,
        order: &[Method],
        cx: &mut Cx<'_>,
    ) -> Res<Result<Interpolants, String>> {
        let groups = refutation.groups(&mut self.encoder.terms);
        if groups.len() < 2 {
            return Ok(Err("no block ends before the path becomes infeasible".to_owned()));
        }
        cx.budget.look()?;
        let limits = Limits::of_search(cx.budget, INTERPOLATION);
        let request = Request { order, ..Request::sequence(&groups, limits) };
        let start = Instant::now();
        let outcome = interpolate(&mut self.encoder.terms, &request);
        let micros = u64::try_from(start.elapsed().as_micros()).unwrap_or(0);
        cx.statistics.add("predicate-interpolation-microseconds", micros);
        cx.budget.look()?;
        Ok(found(outcome))
    }

    fn predicates_of(&mut self, refutation: &Refutation<'_>, found: &Interpolants, form: Form) -> Found {
        let mut formulas = Vec::new();
        for (position, interpolant) in found.terms.iter().enumerate() {
            let block = refutation.window.start + position;
            let plain = refutation.blocks.generalize(&mut self.encoder.terms, block + 1, *interpolant);
            match form {
                Form::Whole => formulas.push((block, plain)),
                Form::Atoms => formulas.extend(self.atoms(plain).into_iter().map(|atom| (block, atom))),
            }
        }
        if form == Form::Atoms {
            self.complete_domains(refutation, &mut formulas);
        }
        formulas
    }

    /// The refinement that tracks formulas, when that changes a precision on the path.
    fn progress(
        &mut self,
        refutation: &Refutation<'_>,
        formulas: &[(usize, TermId)],
        cx: &mut Cx<'_>,
    ) -> Option<Refinement<PredicatePrecision>> {
        let mut increment = PredicatePrecision::new();
        let mut first: Option<usize> = None;
        for (block, formula) in formulas {
            let Some(node) = refutation.nodes.get(*block) else { continue };
            let Some(predicate) = self.predicates.add(&mut self.encoder, *formula) else { continue };
            let place = self.scope(predicate, *node, cx.program);
            increment.add(place, predicate);
            // Each visit of the place counts, also before the window: what is known where a loop is entered spares the
            // abstraction most combinations. The precision of the state before is the one of the block's abstraction.
            let visits = refutation.nodes.iter().zip(&refutation.ends);
            let before = visits.filter(|(at, _)| place.holds(**at, cx.program)).find_map(|(at, end)| {
                let before = end.saturating_sub(1);
                let tracked = refutation.path[before].precision.at(*at, cx.program);
                tracked.binary_search(&predicate).is_err().then_some(before)
            });
            first = first.into_iter().chain(before).min();
        }
        let mut first = first?;
        if self.has_large_blocks() {
            // What is tracked everywhere is of use to all paths, and what is found a second time, on a path that branched
            // off above the cut of the first, would be found again on the next: these start at the root.
            if increment.is_below(&self.placed) {
                increment = self.placed.clone();
                first = 0;
                cx.statistics.add("predicate-refinements-shared", 1);
            } else if increment.is_anywhere() {
                first = 0;
            }
        }
        self.placed = self.placed.join(&increment);
        let (places, most) = self.placed.spread();
        for (name, value) in [
            ("predicate-predicates", self.predicates.len()),
            ("predicate-locations", places),
            ("predicate-placements", self.placed.size()),
            ("predicate-most-at-a-location", most),
        ] {
            cx.statistics.at_least(name, value as u64);
        }
        Some(Refinement::Refined(vec![(first, increment)]))
    }

    /// Where a predicate is tracked that was found at a location.
    fn scope(&self, predicate: PredicateId, node: NodeId, program: &Program) -> Place {
        let widens = self.options.scope == Scope::Variables && self.has_large_blocks();
        if widens && self.is_global(predicate, program) { Place::Program } else { self.place(node, program) }
    }

    /// True when there are few block ends, and what is tracked at all of them costs little. Functions by themselves track
    /// what each of them needs.
    fn has_large_blocks(&self) -> bool {
        !self.options.blocks.every_edge && !self.options.modular
    }

    /// True when a predicate speaks of variables only that all functions see, and of no memory behind pointers.
    fn is_global(&self, predicate: PredicateId, program: &Program) -> bool {
        let Some(term) = self.predicates.term(predicate) else { return false };
        let mut symbols =
            self.encoder.terms.below(&[term]).into_iter().filter_map(|term| match self.encoder.terms.op(term) {
                cairn_term::Op::Symbol(symbol) => Some(symbol),
                _ => None,
            });
        symbols.all(|symbol| {
            let cell = self.encoder.cell_of(symbol).and_then(|cell| self.encoder.cell(cell));
            matches!(cell, Some(Cell::Scalar { var, .. }) if program.vars[var].frame().is_none())
        })
    }

    pub(super) fn place(&self, node: NodeId, program: &Program) -> Place {
        match self.options.scope {
            Scope::Variables | Scope::Location => Place::Node(node),
            Scope::Function => Place::Function(program.nodes[node].function),
            Scope::Global => Place::Program,
        }
    }
}

const fn counter(method: Method) -> &'static str {
    match method {
        Method::Newton => "predicate-interpolated-by-newton",
        Method::Postcondition => "predicate-interpolated-by-postcondition",
        Method::Spacer => "predicate-interpolated-by-spacer",
        #[allow(unreachable_patterns)]
        _ => "predicate-interpolated-otherwise",
    }
}

/// A refinement that found nothing new, with why the methods failed that did.
pub(super) fn exhausted(mut whys: Vec<String>) -> Refinement<PredicatePrecision> {
    whys.sort();
    whys.dedup();
    whys.push("all predicates that refute the path are tracked already".to_owned());
    Refinement::Exhausted(format!("the predicate analysis finds no new predicate: {}", whys.join("; ")))
}

/// The interpolants, or why there are none.
pub(super) fn found(outcome: Result<Outcome, impl ToString>) -> Result<Interpolants, String> {
    match outcome {
        Ok(Outcome::Interpolants(found)) => Ok(found),
        Ok(Outcome::Satisfiable) => Err("the formulas of the path have a model after all".to_owned()),
        Ok(Outcome::Unknown(why)) => Err(why),
        Err(error) => Err(error.to_string()),
    }
}

/// Why a path cannot be refuted whose formula has a model.
fn beyond(workspace: &Workspace) -> String {
    format!(
        "the path is infeasible, but not by its formula in the {:?} encoding, which over-approximates it",
        workspace.encoder.encoding()
    )
}
