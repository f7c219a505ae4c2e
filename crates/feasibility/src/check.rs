//! The check of one path: one formula, one model.

use crate::state::{Give, State};
use cairn_base::{Budget, Span, Stop};
use cairn_interp::layout::Layout;
use cairn_interp::{Code, RecordedInputs};
use cairn_ir::{Program, Step};
use cairn_smt::{Answer, Limits, Solver};
use cairn_term::TermId;
use std::time::Duration;

/// What the formula of a path says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Feasibility {
    /// The formula is satisfiable. With these inputs an execution takes the path, unless something on it was left open
    /// (then only a replay can tell).
    Feasible(Box<RecordedInputs>),
    /// No execution takes the first `prefix` steps.
    Infeasible {
        /// Length of a prefix that is infeasible already; the whole path at most.
        prefix: usize,
    },
    /// Not decided: a sentence without a full stop, and the place in the source that it is about.
    Unknown(String, Span),
}

/// What a check cost.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Cost {
    /// Questions to the solver.
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
/// The search for a shorter infeasible prefix may take so long.
const PREFIX: Duration = Duration::from_secs(2);

/// Whether an execution takes a path from the program's entry.
///
/// # Errors
/// When the budget is used up.
pub fn check(code: &Code<'_>, path: &[Step], budget: &Budget) -> Result<(Feasibility, Cost), Stop> {
    run(code.program, &code.layout, path, budget)
}

fn run(program: &Program, layout: &Layout, path: &[Step], budget: &Budget) -> Result<(Feasibility, Cost), Stop> {
    let mut state = State::new(program, layout, budget);
    let answer = match follow(&mut state, path) {
        Ok(()) => solve(&mut state, path.len()),
        Err(give) => Err(give),
    };
    let answer = match answer {
        Ok(answer) => answer,
        Err(give) => match *give {
            Give::Stop(stop) => return Err(stop),
            Give::Unknown(why, span) => Feasibility::Unknown(why, span),
            Give::Contradiction => infeasible(&state, state.step + 1),
        },
    };
    let solver = state.solver.as_ref().map(|solver| solver.statistics()).unwrap_or_default();
    let cost = Cost {
        queries: solver.queries,
        solver: solver.time,
        terms: state.terms.len(),
        constraints: state.constraints.len(),
    };
    Ok((answer, cost))
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

/// "Infeasible" is only said when no execution was left out.
fn infeasible(state: &State<'_, '_>, prefix: usize) -> Feasibility {
    match &state.left_out {
        None => Feasibility::Infeasible { prefix },
        Some((what, span)) => Feasibility::Unknown(format!("the path depends on {what}, which is not followed"), *span),
    }
}

fn solve(state: &mut State<'_, '_>, length: usize) -> Result<Feasibility, Box<Give>> {
    if state.constraints.is_empty() {
        // Nothing depends on an input: any will do.
        let zeros = state.symbols.wanted().len();
        return Ok(Feasibility::Feasible(Box::new(state.symbols.inputs(std::iter::repeat_n(0, zeros)))));
    }
    state.budget.look()?;
    let limits = Limits::of(state.budget, None);
    state.solver()?;
    let Some(mut solver) = state.solver.take() else { return Err(state.malformed("no solver")) };
    let answer = solver.check(&state.terms, &[], &limits)?;
    let result = match answer {
        Answer::Sat => {
            let wanted = state.symbols.wanted();
            let values = solver.model(&state.terms, &wanted)?;
            let values = values.iter().map(|value| value.bits().unwrap_or(0));
            Ok(Feasibility::Feasible(Box::new(state.symbols.inputs(values))))
        }
        Answer::Unsat => {
            let prefix = prefix(state).unwrap_or(length);
            Ok(infeasible(state, prefix))
        }
        Answer::Unknown(why) => {
            state.budget.look()?;
            Ok(Feasibility::Unknown(why.to_string(), Span::NONE))
        }
    };
    state.solver = Some(solver);
    result
}

/// The length of an infeasible prefix, from a core. Asked after the fact and not at once, because tracked constraints
/// keep the solver from simplifying.
fn prefix(state: &mut State<'_, '_>) -> Option<usize> {
    if state.constraints.len() > TRACKED {
        return None;
    }
    let mut solver = cairn_smt::Z3Solver::new().ok()?;
    let tracked: Vec<TermId> = state.constraints.iter().map(|constraint| constraint.term).collect();
    let limits = Limits::of(state.budget, Some(PREFIX));
    if solver.check(&state.terms, &tracked, &limits).ok()? != Answer::Unsat {
        return None;
    }
    let core = solver.core().ok()?;
    // A constraint may be demanded twice: its first time counts.
    let first = |term: &TermId| state.constraints.iter().find(|c| c.term == *term).map(|c| c.step + 1);
    core.iter().filter_map(first).max()
}
