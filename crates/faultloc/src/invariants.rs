//! Error invariants (Ermis, Schäf, Wies: Error Invariants, 2012): what at a place of the trace is enough for the violation to
//! follow from the rest. Where one and the same invariant holds before and behind some statements, these do not matter;
//! the statements between two such stretches do.
//!
//! Candidates are the interpolants of the trace, read as formulas over the program's variables. Which places one holds at is
//! asked of the solver: it follows from what is before, and contradicts what is behind together with the negated
//! post-condition. How far one reaches is searched by halving, as the paper does; the cover of the trace that crosses the
//! fewest statements is a shortest way. Halving takes for granted that a candidate holds between two places where it holds, so
//! the places that the way uses are asked for, and the way is searched again where one was not what it seemed.

use crate::statement::{Role, Split};
use crate::trace::TraceFormula;
use cairn_base::{Budget, FastIndexMap, FastMap};
use cairn_smt::interpolation::{Outcome, Request, interpolate};
use cairn_smt::work::{LOCALIZATION, LOCALIZATION_INTERPOLANTS};
use cairn_smt::{Answer, Limits, Solver, SolverError, Z3Solver};
use cairn_term::{Sort, TermId};

/// Longer traces have no interpolants in reasonable time.
const LONGEST: usize = 400;

/// What error invariants say.
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
            (Role::Post, _) => {}
            (Role::Soft(statement), _) => {
                all.push(Segment { steps: (at, at + 1), statement: Some((*statement, at)) });
            }
            (Role::Hard, Some(last)) if last.statement.is_none() => last.steps.1 = at + 1,
            (Role::Hard, _) => all.push(Segment { steps: (at, at + 1), statement: None }),
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
    let request = Request::sequence(&groups, Limits::of_search(budget, LOCALIZATION_INTERPOLANTS));
    let found = match interpolate(&mut formula.encoder.terms, &request)? {
        Outcome::Interpolants(found) => found.terms,
        Outcome::Satisfiable => return Ok((Invariants::Unknown("the trace formula is satisfiable".to_owned()), 0)),
        Outcome::Unknown(why) => return Ok((Invariants::Unknown(why), 0)),
    };
    let mut candidates: FastIndexMap<TermId, usize> = FastIndexMap::default();
    candidates.insert(formula.encoder.terms.bool(true), 0);
    for (number, (segment, interpolant)) in segments.iter().zip(&found).enumerate() {
        let plain = formula.path.generalize(&mut formula.encoder.terms, segment.steps.1, *interpolant);
        candidates.entry(plain).or_insert(number + 1);
    }
    let mut places = Places::new(formula, &segments, &groups, candidates, budget)?;
    let weights: Vec<usize> = segments.iter().map(|segment| usize::from(segment.statement.is_some())).collect();
    let crossed = places.cheapest(&weights)?;
    let queries = places.solver.statistics().queries;
    let Some(crossed) = crossed else {
        let why = "the solver could not say where the interpolants hold".to_owned();
        return Ok((Invariants::Unknown(why), queries));
    };
    Ok((Invariants::Relevant(crossed.into_iter().filter_map(|at| segments[at].statement).collect()), queries))
}

/// Which candidates hold where. Place `i` is before segment `i`, the last one before the negated post-condition.
struct Places<'a> {
    formula: &'a mut TraceFormula,
    solver: Z3Solver,
    /// A selector for each group.
    selectors: Vec<TermId>,
    /// The cut of the path at each place.
    cuts: Vec<usize>,
    candidates: Vec<TermId>,
    /// A place where each is known to hold.
    origins: Vec<usize>,
    known: FastMap<(usize, usize), bool>,
    budget: &'a Budget,
}

impl<'a> Places<'a> {
    fn new(
        formula: &'a mut TraceFormula,
        segments: &[Segment],
        groups: &[TermId],
        candidates: FastIndexMap<TermId, usize>,
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
        let (candidates, origins): (Vec<TermId>, Vec<usize>) = candidates.into_iter().unzip();
        // That an interpolant is one was checked by who made it.
        let known = origins.iter().enumerate().map(|(candidate, place)| ((candidate, *place), true)).collect();
        Ok(Self { formula, solver, selectors, cuts, candidates, origins, known, budget })
    }

    /// The segments that a cheapest cover crosses, in order; `None` when there is none.
    fn cheapest(&mut self, weights: &[usize]) -> Result<Option<Vec<usize>>, SolverError> {
        let mut stretches = Vec::with_capacity(self.candidates.len());
        for candidate in 0..self.candidates.len() {
            let origin = self.origins[candidate];
            stretches.push((self.furthest(candidate, origin, 0)?, self.furthest(candidate, origin, weights.len())?));
        }
        loop {
            let Some(way) = self.way(weights, &stretches) else { return Ok(None) };
            let mut stands = true;
            for (candidate, from, to) in &way {
                stands &= self.holds(*candidate, *from)? && self.holds(*candidate, *to)?;
            }
            if stands {
                return Ok(Some(way.iter().map(|(.., to)| *to).filter(|to| *to < weights.len()).collect()));
            }
        }
    }

    /// A cheapest way from the first place to the last along stretches, each a candidate with the places where it is joined
    /// and left, as far as is known.
    fn way(&self, weights: &[usize], stretches: &[(usize, usize)]) -> Option<Vec<(usize, usize, usize)>> {
        let last = weights.len();
        let usable = |candidate: usize, place: usize| self.known.get(&(candidate, place)) != Some(&false);
        // The cost of being at a place, and by which stretch one came to the segment before it.
        let mut best: Vec<Option<(usize, Option<(usize, usize, usize)>)>> = vec![None; last + 1];
        best[0] = Some((0, None));
        let mut end: Option<(usize, (usize, usize, usize))> = None;
        for from in 0..=last {
            let Some((cost, _)) = best[from] else { continue };
            for (candidate, (low, high)) in stretches.iter().enumerate() {
                if from < *low || from > *high || !usable(candidate, from) {
                    continue;
                }
                for to in (from..=*high).filter(|to| usable(candidate, *to)) {
                    let step = (candidate, from, to);
                    if to == last {
                        if end.is_none_or(|(known, _)| cost < known) {
                            end = Some((cost, step));
                        }
                    } else if best[to + 1].is_none_or(|(known, _)| cost + weights[to] < known) {
                        best[to + 1] = Some((cost + weights[to], Some(step)));
                    }
                }
            }
        }
        let mut way = Vec::new();
        let mut step = end.map(|(_, step)| step);
        while let Some(one) = step {
            way.push(one);
            step = best[one.1].and_then(|(_, before)| before);
        }
        way.reverse();
        (!way.is_empty()).then_some(way)
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
        if let Some(known) = self.known.get(&(candidate, place)) {
            return Ok(*known);
        }
        let terms = &mut self.formula.encoder.terms;
        let here = self.formula.path.instantiate(terms, self.cuts[place], self.candidates[candidate]);
        let not = terms.not(here);
        let limits = Limits::of(self.budget, LOCALIZATION);
        let mut before = self.selectors[..place].to_vec();
        before.push(not);
        let mut behind = self.selectors[place..].to_vec();
        behind.push(here);
        let holds = self.solver.check(&self.formula.encoder.terms, &before, &limits)? == Answer::Unsat
            && self.solver.check(&self.formula.encoder.terms, &behind, &limits)? == Answer::Unsat;
        self.known.insert((candidate, place), holds);
        Ok(holds)
    }
}
