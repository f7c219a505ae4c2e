//! The solver as the methods use it: questions with a clock.
//!
//! One question is one level of assertions, so that a method may ask hundreds without making a solver for each. Whatever
//! keeps a question from being answered is a [`Failure`] of the method, never of the whole.

use crate::solver::{Answer, Limits, Solver, SolverError};
use crate::z3::Z3Solver;
use cairn_term::{TermId, Terms};
use std::time::{Duration, Instant};

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
    end: Option<Instant>,
    limits: Limits,
}

impl Clock {
    /// A clock that starts now.
    pub(super) fn new(limits: &Limits) -> Clock {
        Clock { end: limits.time.map(|time| Instant::now() + time), limits: limits.clone() }
    }

    /// A clock with a share of the time that is left, and no more than `most`.
    pub(super) fn share(&self, part: f64, most: Duration) -> Clock {
        let left = self.end.map(|end| end.saturating_duration_since(Instant::now()).mul_f64(part));
        let time = left.map_or(most, |left| left.min(most));
        Clock::new(&Limits { time: Some(time), ..self.limits.clone() })
    }

    /// What is left.
    pub(super) fn left(&self) -> Result<Limits, Failure> {
        let stopped = self.limits.cancel.as_ref().is_some_and(|cancel| cancel.is_cancelled());
        let time = self.end.map(|end| end.saturating_duration_since(Instant::now()));
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
        Ok(self.core(terms, all, &[])?.is_none())
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

    /// Which of `loose` contradict `fixed`; `None` when they do not.
    pub(super) fn core(
        &mut self,
        terms: &Terms,
        fixed: &[TermId],
        loose: &[TermId],
    ) -> Result<Option<Vec<TermId>>, Failure> {
        if !loose.is_empty() {
            let limits = self.clock.share(0.1, ASSUMPTIONS).left()?;
            self.open(terms, fixed)?;
            let answer = self.ask(terms, loose, &limits);
            self.close()?;
            if answer.is_ok() {
                return answer;
            }
        }
        // Under assumptions Z3 does without its tactics. Without, there is no core.
        let limits = self.clock.left()?;
        if fixed.is_empty() && loose.is_empty() {
            // The model stays readable.
            return self.ask(terms, &[], &limits);
        }
        self.open(terms, fixed)?;
        self.assert(terms, loose)?;
        let answer = self.ask(terms, &[], &limits);
        self.close()?;
        Ok(answer?.map(|_| loose.to_vec()))
    }

    fn ask(&mut self, terms: &Terms, loose: &[TermId], limits: &Limits) -> Result<Option<Vec<TermId>>, Failure> {
        match self.solver.check(terms, loose, limits)? {
            Answer::Sat => Ok(None),
            Answer::Unsat => Ok(Some(self.solver.core()?)),
            Answer::Unknown(reason) => Err(Failure(reason.to_string())),
        }
    }

    /// A core that is locally minimal as far as the clock allows: each of `loose` is tried without, the last first.
    pub(super) fn minimal_core(
        &mut self,
        terms: &Terms,
        fixed: &[TermId],
        loose: &[TermId],
        clock: &Clock,
    ) -> Result<Option<Vec<TermId>>, Failure> {
        let Some(mut core) = self.core(terms, fixed, loose)? else { return Ok(None) };
        let mut at = core.len();
        while at > 0 && clock.left().is_ok() {
            at -= 1;
            let mut less = core.clone();
            less.remove(at);
            match self.core(terms, fixed, &less) {
                Ok(Some(smaller)) => {
                    // Keep the order, so that what was tried stays tried.
                    core.retain(|term| smaller.contains(term));
                    at = at.min(core.len());
                }
                Ok(None) => {}
                Err(_) => break,
            }
        }
        Ok(Some(core))
    }
}
