//! The check of one path: one formula, one model.

use crate::state::{Give, LeftOut, State};
use cairn_base::{Budget, FastMap, QueryKind, Span, Stop, Work};
use cairn_interp::{Code, RecordedInputs};
use cairn_ir::{Step, VarId};
use cairn_smt::work::{PATH, PREFIX, SECOND};
use cairn_smt::{Answer, Solver, SolverLimits};
use cairn_term::{TermId, TermOp};
use std::time::Duration;

/// Answer of the formula of a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Feasibility {
    /// The formula is satisfiable. With these inputs an execution takes the path, unless something on it was left open
    /// (then only a replay can tell).
    Feasible {
        /// The inputs.
        inputs: Box<RecordedInputs>,
        /// Open operation, as a noun phrase, and where.
        open: Option<(String, Span)>,
    },
    /// No execution takes the first `prefix` steps.
    Infeasible {
        /// Length of a prefix that is infeasible already; the whole path at most.
        prefix: usize,
    },
    /// Not decided: a sentence without a full stop, and the place in the source that it is about.
    Unknown(String, Span),
}

/// Cost of a check.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Cost {
    /// Queries to the solver.
    pub queries: u64,
    /// Time in the solver.
    pub solver: Duration,
    /// Terms made.
    pub terms: usize,
    /// Constraints that are no constants.
    pub constraints: usize,
}

/// More constraints than this are not tracked for a core.
const TRACKED: usize = 2000;
/// A model is asked for so often with fewer and fewer wishes.
const PREFERENCES: usize = 8;

/// Whether an execution takes a path from the program's entry.
///
/// # Errors
/// When the budget is used up.
pub fn check(code: &Code<'_>, path: &[Step], budget: &Budget) -> Result<(Feasibility, Cost), Stop> {
    let mut cost = Cost::default();
    let found = look(code, path, budget, &mut cost)?;
    Ok((found.answer, cost))
}

/// Result of a look at a path.
pub(crate) struct Found {
    pub answer: Feasibility,
    /// The path ends in an access out of bounds.
    pub out_of_bounds: bool,
    /// An access behind an object that is taken to be meant.
    pub tolerated: Option<(VarId, Span)>,
    /// Where the path computes something first that depends on where objects are in memory.
    layout_observed: Option<Span>,
    /// Whether the answer stands even when it is not "feasible".
    conclusive: bool,
}

/// With objects where the interpreter has them; and where that is not enough, with objects anywhere.
pub(crate) fn look(code: &Code<'_>, path: &[Step], budget: &Budget, cost: &mut Cost) -> Result<Found, Stop> {
    let found = look_at(code, path, budget, false, cost)?;
    let Some(span) = found.layout_observed.filter(|_| !matches!(found.answer, Feasibility::Feasible { .. })) else {
        return Ok(found);
    };
    let anywhere = look_at(code, path, budget, true, cost)?;
    let answer = match anywhere.answer {
        // The inputs may do all the same, on another way.
        Feasibility::Feasible { inputs, .. } => {
            Feasibility::Feasible { inputs, open: Some((cairn_ir::op::LAYOUT.to_owned(), span)) }
        }
        answer => answer,
    };
    Ok(Found { answer, ..found })
}

/// With unknown pointers apart first, then exactly.
fn look_at(
    code: &Code<'_>,
    path: &[Step],
    budget: &Budget,
    layout_is_any: bool,
    cost: &mut Cost,
) -> Result<Found, Stop> {
    let found = rounds(code, path, budget, (true, layout_is_any), cost)?;
    if found.conclusive || matches!(found.answer, Feasibility::Feasible { .. }) {
        return Ok(found);
    }
    rounds(code, path, budget, (false, layout_is_any), cost)
}

/// With unknown pointers apart or not, and a second time with the sizes that the first names.
fn rounds(
    code: &Code<'_>,
    path: &[Step],
    budget: &Budget,
    (separated, layout_is_any): (bool, bool),
    cost: &mut Cost,
) -> Result<Found, Stop> {
    let new = || {
        let mut state = State::new(code, budget);
        (state.separated, state.layout_is_any) = (separated, layout_is_any);
        state
    };
    let mut state = new();
    let mut answer = round(&mut state, path, cost)?;
    let conclusive = !state.rests_on_separation();
    if let (Feasibility::Feasible { .. }, false) = (&answer, state.sizes.met.is_empty()) {
        let sizes = std::mem::take(&mut state.sizes.met);
        let given = match state.solver.as_mut().map(|solver| solver.model(&state.terms, &sizes)) {
            Some(Ok(values)) => values.iter().map(|value| value.bits().unwrap_or(0) as u64).collect(),
            _ => vec![0; sizes.len()],
        };
        let mut second = new();
        second.sizes.given = Some(given);
        second.leave_out("the size of an allocation");
        answer = round(&mut second, path, cost)?;
        state.out_of_bounds |= second.out_of_bounds;
    }
    let layout_observed = state.layout_observed;
    Ok(Found { answer, out_of_bounds: state.out_of_bounds, tolerated: state.tolerated, layout_observed, conclusive })
}

fn round(state: &mut State<'_, '_>, path: &[Step], cost: &mut Cost) -> Result<Feasibility, Stop> {
    let (answer, taken) = match follow(state, path) {
        Ok(()) => (solve(state, path.len()), path.len()),
        Err(give) => (Err(give), state.step),
    };
    let answer = match answer {
        Ok(answer) => answer,
        Err(give) => match *give {
            Give::Stop(stop) => return Err(stop),
            Give::Unknown(why, span) => Feasibility::Unknown(why, span),
            Give::Contradiction => {
                // One that the solver found, or that follows from what it found, may be about a reserve.
                if state.queries > 0 && state.constraints.iter().any(|constraint| constraint.reserve) {
                    state.leave_out("the size of an allocation");
                }
                infeasible(state, state.step + 1)
            }
        },
    };
    count(state, cost);
    let refuted = match &answer {
        Feasibility::Unknown(..) => refuted_before(state, taken).map_err(|give| *give),
        _ => Ok(None),
    };
    let answer = match refuted {
        Ok(refuted) => refuted.unwrap_or(answer),
        Err(Give::Stop(stop)) => return Err(stop),
        Err(_) => answer,
    };
    Ok(answer)
}

fn count(state: &State<'_, '_>, cost: &mut Cost) {
    let solver = state.solver.as_ref().map(|solver| solver.statistics()).unwrap_or_default();
    cost.queries += solver.queries;
    cost.solver += solver.time;
    cost.terms = cost.terms.max(state.terms.len());
    cost.constraints = cost.constraints.max(state.constraints.len());
}

fn follow(state: &mut State<'_, '_>, path: &[Step]) -> Result<(), Box<Give>> {
    state.begin_program()?;
    for (at, step) in path.iter().enumerate() {
        state.budget.tick()?;
        state.step = at;
        state.take(*step)?;
    }
    Ok(())
}

fn feasible(state: &State<'_, '_>, inputs: RecordedInputs) -> Feasibility {
    Feasibility::Feasible { inputs: Box::new(inputs), open: state.left_open.clone() }
}

/// "Infeasible" is only said when no execution was left out.
fn infeasible(state: &State<'_, '_>, prefix: usize) -> Feasibility {
    match &state.left_out {
        None => Feasibility::Infeasible { prefix },
        Some(LeftOut { what, span, .. }) => {
            Feasibility::Unknown(format!("the path depends on {what}, which is not followed"), *span)
        }
    }
}

/// Whether the path is infeasible even if allocations of a size that inputs decide may be larger than their reserve.
fn rests_on_reserves(state: &mut State<'_, '_>, limits: &SolverLimits) -> bool {
    if state.constraints.iter().all(|constraint| !constraint.reserve) {
        return false;
    }
    let mut solver = cairn_smt::BitFirst::new();
    let others = state.constraints.iter().filter(|constraint| !constraint.reserve).map(|constraint| constraint.term);
    for term in state.defined.iter().copied().chain(others) {
        if solver.assert(&state.terms, term).is_err() {
            return true;
        }
    }
    !matches!(solver.check(&state.terms, &[], limits), Ok(Answer::Unsat))
}

fn solve(state: &mut State<'_, '_>, length: usize) -> Result<Feasibility, Box<Give>> {
    if state.constraints.is_empty() && state.late.is_empty() {
        // Nothing depends on an input: any will do.
        let zeros = state.symbols.wanted().len();
        return Ok(feasible(state, state.symbols.inputs(std::iter::repeat_n(0, zeros))));
    }
    state.budget.look()?;
    // One hard path must not use up what the others need.
    let share = state.budget.slice().map_or(PATH, |slice| PATH.min(Work::in_time(slice / 2, SECOND)));
    let limits = SolverLimits::of(state.budget, QueryKind::PathFeasibility.limit(share));
    // The sizes met are asked for afterwards, and the places that memory was read at.
    let wanted = state.symbols.wanted();
    let mut asked: Vec<TermId> =
        wanted.iter().copied().filter(|t| !matches!(state.terms.op(*t), TermOp::Symbol(_))).collect();
    asked.extend(&state.sizes.met);
    state.tell_solver(&asked)?;
    let Some(mut solver) = state.solver.take() else { return Err(state.malformed("no solver")) };
    let before = state.budget.work();
    // Products of unknown numbers are what solvers know least of.
    let by_algebra = state.contradicts_by_algebra();
    let answer = if by_algebra { Answer::Unsat } else { solver.check(&state.terms, &[], &limits)? };
    let result = match answer {
        Answer::Sat => {
            let missing = missing(state, &mut solver)?;
            if !missing.is_empty() {
                state.forget_solver();
                for condition in missing {
                    state.demand(condition)?;
                }
                return solve(state, length);
            }
            if !grant(state, &mut solver, &limits)? {
                let why = "the path follows a number as an address that is not aligned, which C leaves undefined";
                return Ok(Feasibility::Unknown(why.to_owned(), Span::NONE));
            }
            // A symbol that no constraint depends on may have any value.
            let (decided, free): (Vec<TermId>, Vec<TermId>) = wanted.iter().partition(|term| state.is_known(**term));
            let values = solver.model(&state.terms, &decided)?;
            let mut bits: FastMap<TermId, u128> = free.into_iter().map(|term| (term, 0)).collect();
            bits.extend(decided.into_iter().zip(values.iter().map(|value| value.bits().unwrap_or(0))));
            let values = wanted.iter().map(|term| bits.get(term).copied().unwrap_or(0));
            Ok(feasible(state, state.symbols.inputs(values)))
        }
        Answer::Unsat => {
            let work = state.budget.work().minus(before).clamp(PREFIX.0, PREFIX.1);
            Ok(refuted(state, length, &limits, (!by_algebra).then_some(work)))
        }
        Answer::Unknown(why) => {
            state.budget.look()?;
            Ok(Feasibility::Unknown(why.to_string(), Span::NONE))
        }
    };
    state.solver = Some(solver);
    result
}

/// The answer where no execution without undefined behaviour makes all constraints true. With work for it, a core is looked for.
fn refuted(state: &mut State<'_, '_>, length: usize, limits: &SolverLimits, core: Option<Work>) -> Feasibility {
    if state.rests_on_separation() {
        // The exact round will say from where.
        return infeasible(state, length);
    }
    if rests_on_reserves(state, limits) {
        state.leave_out("the size of an allocation");
    }
    let prefix = core.and_then(|work| prefix(state, work)).unwrap_or(length);
    infeasible(state, prefix)
}

/// The answer where no answer was found for the whole path: none is needed if no execution takes the first `taken` steps, by
/// what is demanded in these before executions were left out.
fn refuted_before(state: &mut State<'_, '_>, taken: usize) -> Result<Option<Feasibility>, Box<Give>> {
    let steps = state.constraints.partition_point(|constraint| constraint.step < taken);
    let all = state.left_out.as_ref().map_or(steps, |left_out| steps.min(left_out.demanded_before));
    let is_new = all < state.constraints.len() || taken <= state.step;
    state.constraints.truncate(all);
    let Some(last) = state.constraints.last().filter(|_| is_new && !state.rests_on_separation()) else {
        return Ok(None);
    };
    let length = last.step + 1;
    state.forget_solver();
    state.tell_solver(&[])?;
    let limits = SolverLimits::of(state.budget, QueryKind::PathFeasibility.limit(PREFIX.1));
    let Some(mut solver) = state.solver.take() else { return Ok(None) };
    let answer = solver.check(&state.terms, &[], &limits)?;
    state.solver = Some(solver);
    if answer != Answer::Unsat || rests_on_reserves(state, &limits) {
        return Ok(None);
    }
    Ok(Some(Feasibility::Infeasible { prefix: prefix(state, PREFIX.0).unwrap_or(length) }))
}

/// Another model where the one that was found does not grant all wishes, with as many of them as can be had together. Leaves
/// the solver with a model in which addresses are aligned; false when there is none.
fn grant(
    state: &mut State<'_, '_>,
    solver: &mut cairn_smt::BitFirst,
    limits: &SolverLimits,
) -> Result<bool, Box<Give>> {
    let (one, zero) = (state.terms.bits(1, 1), state.terms.bits(1, 0));
    let (aligned, mut preferences) = (std::mem::take(&mut state.aligned), std::mem::take(&mut state.preferences));
    preferences.sort_unstable();
    preferences.dedup();
    let all = aligned.iter().chain(&preferences);
    let asked: Vec<TermId> = all.map(|preference| state.terms.ite(*preference, one, zero)).collect();
    let values = solver.model(&state.terms, &asked)?;
    if values.iter().all(|value| value.bits() == Some(1)) {
        return Ok(true);
    }
    // What did not hold in the model before may still hold in another one, so all are tried at first.
    for _ in 0..PREFERENCES {
        match solver.check(&state.terms, &[&aligned[..], &preferences].concat(), limits)? {
            Answer::Sat => return Ok(true),
            Answer::Unsat => {
                let core = solver.core()?;
                let before = preferences.len();
                preferences.retain(|preference| !core.contains(preference));
                if preferences.len() == before {
                    break;
                }
            }
            Answer::Unknown(_) => break,
        }
    }
    match solver.check(&state.terms, &aligned, limits)? {
        Answer::Sat => Ok(true),
        Answer::Unsat if !aligned.is_empty() => Ok(false),
        _ => Err(state.unknown("the solver does not find a model again")),
    }
}

/// Late demands that do not hold in the model that was found. Only that is demanded then: all of it at once takes
/// solvers long.
fn missing(state: &mut State<'_, '_>, solver: &mut cairn_smt::BitFirst) -> Result<Vec<TermId>, Box<Give>> {
    let (one, zero) = (state.terms.bits(1, 1), state.terms.bits(1, 0));
    let late: Vec<TermId> = state.late.iter().map(|condition| state.terms.ite(*condition, one, zero)).collect();
    let values = solver.model(&state.terms, &late)?;
    let (mut missing, mut rest) = (Vec::new(), Vec::new());
    for (condition, value) in std::mem::take(&mut state.late).into_iter().zip(&values) {
        if value.bits() == Some(1) { rest.push(condition) } else { missing.push(condition) }
    }
    state.late = rest;
    Ok(missing)
}

/// The length of an infeasible prefix, from a core. Asked after the fact and not at once, because tracked constraints
/// keep the solver from simplifying.
fn prefix(state: &mut State<'_, '_>, work: Work) -> Option<usize> {
    if state.constraints.len() > TRACKED {
        return None;
    }
    let mut solver = cairn_smt::BitFirst::new();
    for definition in &state.defined {
        solver.assert(&state.terms, *definition).ok()?;
    }
    let tracked: Vec<TermId> = state.constraints.iter().map(|constraint| constraint.term).collect();
    let limits = SolverLimits::of(state.budget, QueryKind::PathFeasibility.limit(work));
    if solver.check(&state.terms, &tracked, &limits).ok()? != Answer::Unsat {
        return None;
    }
    let core = solver.core().ok()?;
    // A constraint may be demanded twice: its first time counts.
    let first = |term: &TermId| state.constraints.iter().find(|c| c.term == *term).map(|c| c.step + 1);
    core.iter().filter_map(first).max()
}
