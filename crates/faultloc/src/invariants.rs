//! Error invariants (Ermis, Schäf, Wies: Error Invariants, 2012): what at a place of the trace is enough for the violation to
//! follow from the rest. Where one and the same invariant holds before and behind some statements, these do not matter;
//! the statements between two such stretches do.
//!
//! Candidates are the interpolants of the trace, read as formulas over the program's variables. Which places one holds at is
//! asked of the solver: it follows from what is before, and contradicts what is behind together with the negated
//! post-condition. How far one reaches is searched by halving, as the paper does; between two stretches a statement leads from
//! one invariant to the next. The cover of the trace with the fewest such statements is a shortest way. Halving takes for granted
//! that a candidate holds between two places where it holds, and the search that any invariant leads to any other; so
//! what a way uses is asked for, and the way is searched again where that was not so. In the end the stretches and the
//! statements between them are a proof that the violation follows. The interpolants themselves are one from the start.

use crate::statement::{Split, StepRole};
use crate::trace::TraceFormula;
use cairn_base::id::Id;
use cairn_base::{Budget, FastMap, Interner, define_id};
use cairn_smt::interpolation::{InterpolationOutcome, InterpolationRequest, interpolate};
use cairn_smt::work::{LOCALIZATION_INTERPOLANTS, LOCALIZATION_INVARIANT};
use cairn_smt::{Answer, Solver, SolverError, SolverLimits, Z3Solver};
use cairn_term::{Sort, TermId};

/// Longer traces have no interpolants in reasonable time.
const LONGEST: usize = 400;

/// After so many questions only what is known is used.
const MOST: u64 = 2000;

/// Result of error invariants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Invariants {
    /// The statements across which what matters changes, with the steps that do so, in the order of the trace.
    Relevant(Vec<(usize, usize)>),
    /// Not found, and why.
    Unknown(String),
}

/// A part of the trace: consecutive steps of which at most one is a statement.
struct Segment {
    /// The first step, and the one behind the last.
    steps: (usize, usize),
    /// The statement and its step.
    statement: Option<(usize, usize)>,
}

fn segments(split: &Split) -> Vec<Segment> {
    let mut all: Vec<Segment> = Vec::new();
    for (at, role) in split.roles.iter().enumerate() {
        match (role, all.last_mut()) {
            (StepRole::Post, _) => {}
            (StepRole::Soft(statement), _) => {
                all.push(Segment { steps: (at, at + 1), statement: Some((*statement, at)) });
            }
            (StepRole::Hard, Some(last)) if last.statement.is_none() => last.steps.1 = at + 1,
            (StepRole::Hard, _) => all.push(Segment { steps: (at, at + 1), statement: None }),
        }
    }
    all
}

/// The statements that matter, and how many questions it took.
///
/// # Errors
/// The solver fails.
pub fn relevant(formula: &mut TraceFormula, split: &Split, budget: &Budget) -> Result<(Invariants, u64), SolverError> {
    let segments = segments(split);
    if segments.len() > LONGEST {
        let why = format!("the execution has {} steps, and error invariants are for {LONGEST} at most", segments.len());
        return Ok((Invariants::Unknown(why), 0));
    }
    let mut groups = Vec::with_capacity(segments.len() + 1);
    for segment in &segments {
        let steps = &formula.path.formulas[segment.steps.0..segment.steps.1];
        groups.push(formula.encoder.terms.and(steps));
    }
    if let Some(first) = groups.first_mut() {
        *first = formula.encoder.terms.and(&[formula.given, *first]);
    }
    groups.push(formula.wanted());
    let request = InterpolationRequest::sequence(&groups, SolverLimits::of_search(budget, LOCALIZATION_INTERPOLANTS));
    let found = match interpolate(&mut formula.encoder.terms, &request)? {
        InterpolationOutcome::Interpolants(found) => found.terms,
        InterpolationOutcome::Satisfiable => {
            return Ok((Invariants::Unknown("the trace formula is satisfiable".to_owned()), 0));
        }
        InterpolationOutcome::Unknown(why) => return Ok((Invariants::Unknown(why), 0)),
    };
    // The candidate at each place but the last.
    let mut candidates: Interner<CandidateId, TermId> = Interner::new();
    let mut sequence: Vec<usize> = vec![candidates.intern(formula.encoder.terms.bool(true)).index()];
    for (segment, interpolant) in segments.iter().zip(&found) {
        let plain = formula.path.generalize(&mut formula.encoder.terms, segment.steps.1, *interpolant);
        sequence.push(candidates.intern(plain).index());
    }
    let candidates: Vec<TermId> = candidates.iter_ids().map(|(_, term)| *term).collect();
    let mut places = Places::new(formula, &segments, &groups, candidates, &sequence, budget)?;
    let weights: Vec<usize> = segments.iter().map(|segment| usize::from(segment.statement.is_some())).collect();
    let crossed = places.cheapest(&weights)?;
    let queries = places.solver.statistics().queries;
    let Some(crossed) = crossed else {
        return Ok((Invariants::Unknown("the interpolants do not cover the execution".to_owned()), queries));
    };
    Ok((Invariants::Relevant(crossed.into_iter().filter_map(|at| segments[at].statement).collect()), queries))
}

define_id!(
    /// A candidate.
    CandidateId, "i"
);

/// Which candidates hold where. Place `i` is before segment `i`, the last one before the negated post-condition.
struct Places<'a> {
    formula: &'a mut TraceFormula,
    solver: Z3Solver,
    /// A selector for each group.
    selectors: Vec<TermId>,
    /// The cut of the path at each place.
    cuts: Vec<usize>,
    candidates: Vec<TermId>,
    /// Where a candidate holds.
    holds: FastMap<(usize, usize), bool>,
    /// Whether a candidate at a place leads to another one behind the segment there.
    leads: FastMap<(usize, usize, usize), bool>,
    budget: &'a Budget,
}

/// How a cover comes to a candidate at a place.
#[derive(Clone, Copy)]
enum From {
    Start,
    /// The same candidate held before.
    Stays,
    /// The segment leads here from this one.
    Crosses(usize),
}

impl<'a> Places<'a> {
    fn new(
        formula: &'a mut TraceFormula,
        segments: &[Segment],
        groups: &[TermId],
        candidates: Vec<TermId>,
        sequence: &[usize],
        budget: &'a Budget,
    ) -> Result<Self, SolverError> {
        let mut solver = Z3Solver::new()?;
        let mut selectors = Vec::with_capacity(groups.len());
        for (number, group) in groups.iter().enumerate() {
            let terms = &mut formula.encoder.terms;
            let selector = terms.symbol(format!("group{number}"), Sort::Bool);
            let chosen = terms.implies(selector, *group);
            solver.assert(&formula.encoder.terms, chosen)?;
            selectors.push(selector);
        }
        let mut cuts: Vec<usize> = segments.iter().map(|segment| segment.steps.0).collect();
        cuts.push(segments.last().map_or(0, |last| last.steps.1));
        // That the interpolants are a proof was checked by who made them.
        let holds = sequence.iter().enumerate().map(|(place, candidate)| ((*candidate, place), true)).collect();
        let leads = sequence.windows(2).enumerate().map(|(place, two)| ((two[0], place, two[1]), true)).collect();
        Ok(Self { formula, solver, selectors, cuts, candidates, holds, leads, budget })
    }

    /// The segments that a cheapest cover crosses, in order; `None` when there is none.
    fn cheapest(&mut self, weights: &[usize]) -> Result<Option<Vec<usize>>, SolverError> {
        let mut known: Vec<(usize, usize)> = self.holds.keys().copied().collect();
        known.sort_unstable();
        let mut stretches = vec![(usize::MAX, 0); self.candidates.len()];
        for (candidate, place) in known {
            let stretch = &mut stretches[candidate];
            *stretch = (stretch.0.min(place), stretch.1.max(place));
        }
        for (candidate, stretch) in stretches.iter_mut().enumerate() {
            let low = self.furthest(candidate, stretch.0, 0)?;
            let high = self.furthest(candidate, stretch.1, weights.len())?;
            *stretch = (low, high);
        }
        loop {
            // With many questions asked in vain, only what is known is used.
            let hopeful = self.solver.statistics().queries < MOST && self.budget.look().is_ok();
            let Some(way) = self.way(weights, &stretches, hopeful) else { return Ok(None) };
            let mut stands = true;
            // Every second pair is a stretch, those between are crossings.
            for (number, pair) in way.windows(2).enumerate() {
                let is_crossing = number % 2 == 1;
                let ((place, candidate), (next, other)) = (pair[0], pair[1]);
                stands &= self.holds(candidate, place)? && self.holds(other, next)?;
                stands &= !is_crossing || self.leads(candidate, place, other)?;
            }
            if stands {
                let crossed = way.windows(2).skip(1).step_by(2).map(|pair| pair[0].0);
                return Ok(Some(crossed.collect()));
            }
        }
    }

    /// A cheapest cover, as the places where it starts, leaves a candidate, comes to the next, and ends.
    fn way(&self, weights: &[usize], stretches: &[(usize, usize)], hopeful: bool) -> Option<Vec<(usize, usize)>> {
        let last = weights.len();
        let may = |known: Option<&bool>| known.copied().unwrap_or(hopeful);
        let holds = |candidate: usize, place: usize| {
            let (low, high) = stretches[candidate];
            (low..=high).contains(&place) && may(self.holds.get(&(candidate, place)))
        };
        let count = self.candidates.len();
        let mut best: Vec<Vec<Option<(usize, From)>>> = vec![vec![None; count]; last + 1];
        for candidate in (0..count).filter(|candidate| holds(*candidate, 0)) {
            best[0][candidate] = Some((0, From::Start));
        }
        for place in 0..last {
            for candidate in 0..count {
                let Some((cost, _)) = best[place][candidate] else { continue };
                let mut better = |to: usize, cost: usize, from: From| {
                    let known = &mut best[place + 1][to];
                    if known.is_none_or(|(known, _)| cost < known) {
                        *known = Some((cost, from));
                    }
                };
                if place < stretches[candidate].1 {
                    better(candidate, cost, From::Stays);
                }
                if !holds(candidate, place) {
                    continue;
                }
                for other in (0..count).filter(|other| holds(*other, place + 1)) {
                    if may(self.leads.get(&(candidate, place, other))) {
                        better(other, cost + weights[place], From::Crosses(candidate));
                    }
                }
            }
        }
        let ends = (0..count).filter(|candidate| holds(*candidate, last));
        let end = ends.filter_map(|candidate| Some((best[last][candidate]?.0, candidate))).min()?.1;
        let (mut place, mut candidate) = (last, end);
        let mut way = vec![(last, end)];
        loop {
            match best[place][candidate]?.1 {
                From::Start => break,
                From::Stays => place -= 1,
                From::Crosses(before) => {
                    way.push((place, candidate));
                    (place, candidate) = (place - 1, before);
                    way.push((place, candidate));
                }
            }
        }
        way.push((0, candidate));
        way.reverse();
        Some(way)
    }

    /// The place furthest from one towards another at which a candidate holds that holds at the first.
    fn furthest(&mut self, candidate: usize, from: usize, towards: usize) -> Result<usize, SolverError> {
        let (mut near, mut far) = (0, from.abs_diff(towards));
        let at = |distance: usize| if towards < from { from - distance } else { from + distance };
        while near < far {
            let middle = near + (far - near).div_ceil(2);
            if self.holds(candidate, at(middle))? { near = middle } else { far = middle - 1 }
        }
        Ok(at(near))
    }

    /// Whether a candidate is an invariant at a place. What is not known is no.
    fn holds(&mut self, candidate: usize, place: usize) -> Result<bool, SolverError> {
        if let Some(known) = self.holds.get(&(candidate, place)) {
            return Ok(*known);
        }
        let here = self.at(candidate, place);
        let not = self.formula.encoder.terms.not(here);
        let mut before = self.selectors[..place].to_vec();
        before.push(not);
        let mut behind = self.selectors[place..].to_vec();
        behind.push(here);
        let holds = self.is_impossible(&before)? && self.is_impossible(&behind)?;
        self.holds.insert((candidate, place), holds);
        Ok(holds)
    }

    /// Whether a candidate and the segment at a place imply another candidate behind it. What is not known is no.
    fn leads(&mut self, candidate: usize, place: usize, other: usize) -> Result<bool, SolverError> {
        if let Some(known) = self.leads.get(&(candidate, place, other)) {
            return Ok(*known);
        }
        let (here, there) = (self.at(candidate, place), self.at(other, place + 1));
        let not = self.formula.encoder.terms.not(there);
        let leads = self.is_impossible(&[here, self.selectors[place], not])?;
        self.leads.insert((candidate, place, other), leads);
        Ok(leads)
    }

    /// A candidate as it reads at a place.
    fn at(&mut self, candidate: usize, place: usize) -> TermId {
        self.formula.path.instantiate(&mut self.formula.encoder.terms, self.cuts[place], self.candidates[candidate])
    }

    fn is_impossible(&mut self, assumed: &[TermId]) -> Result<bool, SolverError> {
        let limits = SolverLimits::of(self.budget, LOCALIZATION_INVARIANT);
        Ok(self.solver.check(&self.formula.encoder.terms, assumed, &limits)? == Answer::Unsat)
    }
}
