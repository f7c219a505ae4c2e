//! The fault-localization workers (DCPA 4.1.6 and 4.3.2): each visit of a block is somebody's, and they work side by side.
//!
//! A worker makes the trace formula for itself, since terms and solvers belong to one thread, and takes one visit after the other
//! until none is left. What it found of a visit does not depend on which worker it is, so the answer is that of one worker.
//! The paper's workers learn of a violation by an error condition that comes back; here the execution is there, replayed, before the first begins.

use crate::blocks::Visit;
use crate::enumerate::{EnumerationBounds, EnumerationEnd, enumerate};
use crate::oracle::{Oracle, SubsetOracle, is_path};
use crate::statement::Split;
use crate::trace::{Precondition, TraceFormula};
use cairn_base::Budget;
use cairn_base::threads::side_by_side;
use cairn_interp::Trace;
use cairn_ir::Program;
use cairn_smt::{Answer, SolverError};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Results of one visit, as statements of the whole execution.
#[derive(Debug, Default)]
pub struct VisitSets {
    /// Minimal correction sets.
    pub corrections: Vec<Vec<usize>>,
    /// Minimal unsatisfiable subsets.
    pub cores: Vec<Vec<usize>>,
    /// Queries to the solver.
    pub asked: u64,
    /// Why there may be more.
    pub incomplete: Option<String>,
}

/// The sets of one visit.
pub fn search_visit(
    formula: &mut TraceFormula,
    visit: &Visit,
    bounds: EnumerationBounds,
    budget: &Budget,
) -> Result<VisitSets, SolverError> {
    let mut oracle = Oracle::new(formula, &visit.split, budget)?;
    let found = enumerate(&mut oracle, bounds, budget)?;
    let whole = |set: Vec<usize>| set.into_iter().map(|number| visit.of[number]).collect::<Vec<usize>>();
    Ok(VisitSets {
        corrections: found.corrections.into_iter().map(whole).collect(),
        cores: found.cores.into_iter().map(whole).collect(),
        asked: oracle.asked(),
        incomplete: match found.ending {
            EnumerationEnd::Complete => None,
            EnumerationEnd::Enough => Some(format!("the search was ended after {} sets", bounds.sets)),
            EnumerationEnd::Stopped(why) => Some(why),
        },
    })
}

/// An execution, as each worker makes its formula.
#[derive(Clone, Copy)]
pub struct LocalizedExecution<'e> {
    /// The program.
    pub program: &'e Program,
    /// The execution.
    pub trace: &'e Trace,
    /// Its statements.
    pub split: &'e Split,
    /// Precondition on the inputs.
    pub precondition: Precondition,
}

impl LocalizedExecution<'_> {
    fn formula(&self, budget: &Budget) -> Result<Option<TraceFormula>, SolverError> {
        let values = self.precondition != Precondition::Any;
        let Ok(mut formula) = TraceFormula::new(self.program, self.trace, self.split, values) else { return Ok(None) };
        let gives = self.precondition == Precondition::Model;
        let is_path = is_path(&mut formula, self.split, gives, budget)? == Answer::Sat;
        Ok(is_path.then_some(formula))
    }
}

/// The sets of all visits, in their order, by so many workers. A visit that nobody could look at is incomplete.
pub fn search_visits(
    execution: LocalizedExecution<'_>,
    visits: &[Visit],
    bounds: EnumerationBounds,
    jobs: usize,
    budget: &Budget,
) -> Result<Vec<VisitSets>, SolverError> {
    let (limits, cancel, book) = (budget.limits(), budget.cancel_token().clone(), budget.ledger().book().clone());
    let next = AtomicUsize::new(0);
    let found: Mutex<Vec<Option<Result<VisitSets, SolverError>>>> = Mutex::new(visits.iter().map(|_| None).collect());
    let put = |at: usize, sets| {
        if let Some(place) = found.lock().unwrap_or_else(PoisonError::into_inner).get_mut(at) {
            *place = Some(sets);
        }
    };
    let work = |_: usize, _: usize| {
        let budget = limits.budget(cancel.clone()).with_book(book.clone());
        let mut formula = None;
        while let Some((at, visit)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, visits.get(at)?)))
        {
            let sets = match &mut formula {
                Some(formula) => search_visit(formula, visit, bounds, &budget),
                none => match execution.formula(&budget) {
                    Ok(Some(made)) => search_visit(none.insert(made), visit, bounds, &budget),
                    Ok(None) => Ok(VisitSets {
                        incomplete: Some("a worker could not make the execution's formula".to_owned()),
                        ..VisitSets::default()
                    }),
                    Err(error) => Err(error),
                },
            };
            put(at, sets);
        }
    };
    side_by_side("localization worker", jobs, work, || {});
    let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    let lost = || Ok(VisitSets { incomplete: Some("a worker is gone".to_owned()), ..VisitSets::default() });
    found.into_iter().map(|sets| sets.unwrap_or_else(lost)).collect()
}
