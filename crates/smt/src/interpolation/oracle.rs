//! The solver as the methods use it: questions with a clock.
//!
//! One question is one level of assertions, so that a method may ask hundreds without making a solver for each. Whatever
//! keeps a question from being answered is a [`Failure`] of the method, never of the whole.

use crate::solver::{Answer, Limits, Solver, SolverError};
use crate::z3::Z3Solver;
use cairn_base::clock::thread_time;
use cairn_term::{TermId, Terms};
use std::time::Duration;

/// Z3's incremental core gets this long; then its tactics.
const FIRST_STAGE: Duration = Duration::from_millis(30);
/// A question with assumptions gets this long; then it is asked without, and all of them are the core.
const ASSUMPTIONS: Duration = Duration::from_millis(300);

/// Why a method has no interpolants; the words for the user.
#[derive(Clone, Debug)]
pub(super) struct Failure(pub(super) String);

impl From<SolverError> for Failure {
    fn from(error: SolverError) -> Failure {
        Failure(error.to_string())
    }
}

/// Limits that count down.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    /// In processor time of the thread.
    end: Option<Duration>,
    limits: Limits,
}

impl Clock {
    /// A clock that starts now.
    pub(super) fn new(limits: &Limits) -> Clock {
        Clock { end: limits.time.map(|time| thread_time() + time), limits: limits.clone() }
    }

    /// A clock with a share of the time that is left, and no more than `most`.
    pub(super) fn share(&self, part: f64, most: Duration) -> Clock {
        let left = self.end.map(|end| end.saturating_sub(thread_time()).mul_f64(part));
        let time = left.map_or(most, |left| left.min(most));
        Clock::new(&Limits { time: Some(time), ..self.limits.clone() })
    }

    /// What is left, which may be no time.
    pub(super) fn limits(&self) -> Limits {
        let time = self.end.map(|end| end.saturating_sub(thread_time()));
        Limits { time, ..self.limits.clone() }
    }

    /// What is left, or that nothing is.
    pub(super) fn left(&self) -> Result<Limits, Failure> {
        let stopped = self.limits.cancel.as_ref().is_some_and(|cancel| cancel.is_cancelled());
        let time = self.end.map(|end| end.saturating_sub(thread_time()));
        if stopped {
            return Err(Failure("interrupted".into()));
        }
        if time == Some(Duration::ZERO) {
            return Err(Failure("out of time".into()));
        }
        Ok(Limits { time, ..self.limits.clone() })
    }
}

/// A solver and a clock.
pub(super) struct Oracle {
    /// The solver, without assertions between questions.
    pub(super) solver: Z3Solver,
    /// When to stop.
    pub(super) clock: Clock,
}

impl Oracle {
    /// A solver of its own.
    pub(super) fn new(clock: Clock) -> Result<Oracle, Failure> {
        let mut solver = Z3Solver::new()?;
        solver.limit_first_stage(FIRST_STAGE);
        Ok(Oracle { solver, clock })
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
        let limits = self.clock.left()?;
        if all.is_empty() {
            return Ok(self.ask(terms, &[], &limits)?.is_some());
        }
        self.open(terms, all)?;
        let answer = self.ask(terms, &[], &limits);
        self.close()?;
        Ok(answer?.is_some())
    }

    /// A core, or `None` with a model.
    fn ask(&mut self, terms: &Terms, loose: &[TermId], limits: &Limits) -> Result<Option<Vec<TermId>>, Failure> {
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
        let limits = self.clock.share(0.1, ASSUMPTIONS).left()?;
        match self.ask(terms, loose, &limits) {
            // Under assumptions Z3 does without its tactics. Without, there is no core.
            Err(_) => Ok(self.refuted(terms, loose)?.then(|| loose.to_vec())),
            answer => answer,
        }
    }
}
