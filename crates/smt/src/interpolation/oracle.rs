//! The solver as the methods use it: questions whose work is counted down.
//!
//! One question is one level of assertions, so that a method may ask hundreds without making a solver for each. Whatever
//! keeps a question from being answered is a [`Failure`] of the method, never of the whole.

use crate::choice::{AnySolver, SolverChoice};
use crate::solver::{Answer, SolverError, SolverLimits};
use crate::work::{ASSUMPTIONS, FIRST_STAGE_INTERPOLATION, TERM};
use crate::z3::Z3Solver;
use cairn_base::{Ledger, Work};
use cairn_term::{TermId, Terms};

/// Why a method has no interpolants; the words for the user.
#[derive(Clone, Debug)]
pub(super) struct Failure(pub(super) String);

impl From<SolverError> for Failure {
    fn from(error: SolverError) -> Failure {
        Failure(error.to_string())
    }
}

/// Limits that count down. What is counted is the work of all questions that are asked with the same ledger, so that the
/// parts of a method share what it may spend.
#[derive(Clone, Debug)]
pub(super) struct Meter {
    /// Entry of the ledger when nothing is left.
    end: Option<Work>,
    ledger: Ledger,
    limits: SolverLimits,
}

impl Meter {
    pub(super) fn new(limits: &SolverLimits) -> Meter {
        let ledger = limits.ledger.clone().unwrap_or_default();
        let end = limits.work.map(|work| ledger.spent().plus(work));
        Meter { end, limits: SolverLimits { ledger: Some(ledger.clone()), ..limits.clone() }, ledger }
    }

    /// A meter with one of so many parts of what is left, and no more than `most`.
    pub(super) fn part(&self, of: u64, most: Work) -> Meter {
        let left = self.end.map(|end| end.minus(self.ledger.spent()).part(of));
        let work = left.map_or(most, |left| left.min(most));
        Meter::new(&SolverLimits { work: Some(work), ..self.limits.clone() })
    }

    /// Work spent by all who share the ledger.
    pub(super) fn spent(&self) -> Work {
        self.ledger.spent()
    }

    /// Remaining limits, which may be nothing.
    pub(super) fn limits(&self) -> SolverLimits {
        let work = self.end.map(|end| end.minus(self.ledger.spent()));
        SolverLimits { work, ..self.limits.clone() }
    }

    /// Remaining limits, or that nothing is left.
    pub(super) fn left(&self) -> Result<SolverLimits, Failure> {
        let limits = self.limits();
        if limits.cancel.as_ref().is_some_and(|cancel| cancel.is_cancelled()) {
            return Err(Failure("interrupted".into()));
        }
        if self.ledger.expired().is_some() {
            return Err(Failure("the time or the memory of the run is used up".into()));
        }
        if limits.work == Some(Work::ZERO) {
            return Err(Failure("the limit of work is reached".into()));
        }
        Ok(limits)
    }

    /// Counts terms that were made without a solver.
    pub(super) fn made(&self, terms: usize) {
        self.limits.note_work(TERM.times(terms as u64));
    }
}

pub(super) struct Oracle {
    /// The solver, without assertions between questions.
    pub(super) solver: AnySolver,
    pub(super) meter: Meter,
}

impl Oracle {
    pub(super) fn new(meter: Meter) -> Result<Oracle, Failure> {
        match &meter.limits.solver {
            SolverChoice::Z3 => Self::of_library(meter),
            program => Ok(Oracle { solver: program.start()?, meter }),
        }
    }

    /// An oracle that asks the library Z3, whatever the limits say.
    pub(super) fn of_library(meter: Meter) -> Result<Oracle, Failure> {
        let mut solver = Z3Solver::new()?;
        solver.limit_first_stage(FIRST_STAGE_INTERPOLATION);
        Ok(Oracle { solver: Box::new(solver), meter })
    }

    /// Makes all questions until the next [`Oracle::close`] be asked under these.
    pub(super) fn open(&mut self, terms: &Terms, all: &[TermId]) -> Result<(), Failure> {
        self.solver.push()?;
        self.assert(terms, all)
    }

    /// Ends the last [`Oracle::open`].
    pub(super) fn close(&mut self) -> Result<(), Failure> {
        Ok(self.solver.pop(1)?)
    }

    /// Makes all further questions be asked under these.
    pub(super) fn assert(&mut self, terms: &Terms, all: &[TermId]) -> Result<(), Failure> {
        for term in all {
            self.solver.assert(terms, *term)?;
        }
        Ok(())
    }

    /// Is there an assignment that makes all of them true?
    pub(super) fn consistent(&mut self, terms: &Terms, all: &[TermId]) -> Result<bool, Failure> {
        Ok(!self.refuted(terms, all)?)
    }

    /// Do the premises imply the conclusion?
    pub(super) fn implies(
        &mut self,
        terms: &mut Terms,
        premises: &[TermId],
        conclusion: TermId,
    ) -> Result<bool, Failure> {
        if terms.as_bool(conclusion) == Some(true) {
            return Ok(true);
        }
        let mut all = premises.to_vec();
        all.push(terms.not(conclusion));
        Ok(!self.consistent(terms, &all)?)
    }

    /// Do they contradict each other and what is open? A model stays readable when `all` is empty.
    fn refuted(&mut self, terms: &Terms, all: &[TermId]) -> Result<bool, Failure> {
        let limits = self.meter.left()?;
        if all.is_empty() {
            return Ok(self.ask(terms, &[], &limits)?.is_some());
        }
        self.open(terms, all)?;
        let answer = self.ask(terms, &[], &limits);
        self.close()?;
        Ok(answer?.is_some())
    }

    /// A core, or `None` with a model.
    fn ask(&mut self, terms: &Terms, loose: &[TermId], limits: &SolverLimits) -> Result<Option<Vec<TermId>>, Failure> {
        match self.solver.check(terms, loose, limits)? {
            Answer::Sat => Ok(None),
            Answer::Unsat => Ok(Some(self.solver.core()?)),
            Answer::Unknown(reason) => Err(Failure(reason.to_string())),
        }
    }

    /// A small core: what the solver gives, asked again while that helps, then `tries` times without some of it.
    ///
    /// Counted and not timed, so that a slower machine gets the same interpolants.
    pub(super) fn small_core(
        &mut self,
        terms: &Terms,
        loose: &[TermId],
        tries: usize,
    ) -> Result<Option<Vec<TermId>>, Failure> {
        self.solver.push()?;
        let core = self.shrink(terms, loose, tries);
        self.solver.pop(1)?;
        core
    }

    fn shrink(&mut self, terms: &Terms, loose: &[TermId], tries: usize) -> Result<Option<Vec<TermId>>, Failure> {
        // Assumptions without a level of their own: the solver keeps what it learns from one question to the next.
        let Some(mut core) = self.core_of(terms, loose)? else { return Ok(None) };
        // Several at a time when there are many.
        let mut chunk = core.len().div_ceil(tries.max(1)).max(1);
        let mut left = tries;
        loop {
            let mut end = core.len();
            while end > 0 && left > 0 {
                left -= 1;
                let start = end.saturating_sub(chunk);
                let less: Vec<TermId> = core[..start].iter().chain(&core[end..]).copied().collect();
                match self.core_of(terms, &less) {
                    // The order stays, so that what was tried stays tried.
                    Ok(Some(smaller)) => core.retain(|term| smaller.contains(term)),
                    Ok(None) => {}
                    Err(_) => return Ok(Some(core)),
                }
                end = start.min(core.len());
            }
            if chunk == 1 || left == 0 {
                return Ok(Some(core));
            }
            chunk = 1;
        }
    }

    fn core_of(&mut self, terms: &Terms, loose: &[TermId]) -> Result<Option<Vec<TermId>>, Failure> {
        let limits = self.meter.part(10, ASSUMPTIONS).left()?;
        match self.ask(terms, loose, &limits) {
            // Under assumptions Z3 does without its tactics. Without, there is no core.
            Err(_) => Ok(self.refuted(terms, loose)?.then(|| loose.to_vec())),
            answer => answer,
        }
    }
}
