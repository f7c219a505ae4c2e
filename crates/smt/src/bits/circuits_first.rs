//! Circuits first, then Z3: [`BitFirst`].
//!
//! What has a circuit is asked of [`BitSolver`] with most of the work; what has none, or is not decided by then, is asked of
//! Z3, which gets the assertions only then. So a run of which all questions are about bits never starts Z3.

use super::BitSolver;
use crate::record::{QueryClock, answer_text, script};
use crate::solver::{Answer, Interrupter, Solver, SolverError, SolverLimits, SolverStatistics, Unknown};
use crate::z3::Z3Solver;
use cairn_term::{TermId, TermValue, Terms};
use std::sync::Arc;
use std::sync::Mutex;

/// The solver for paths of programs.
pub struct BitFirst {
    bits: BitSolver,
    z3: Option<Z3Solver>,
    /// Assertions by level, and how many of each level Z3 has; a level beyond those it does not have at all.
    levels: Vec<Vec<TermId>>,
    asserted: Vec<usize>,
    /// Who answered last.
    by_bits: bool,
    interrupters: Shared,
}

/// Circuits of so many gates are thrown away when nothing is asserted.
const LARGE: usize = 1_000_000;

type Shared = Arc<Mutex<Vec<Box<dyn Interrupter>>>>;

impl Default for BitFirst {
    fn default() -> Self {
        Self::new()
    }
}

impl BitFirst {
    /// A solver without assertions.
    pub fn new() -> Self {
        let bits = BitSolver::new();
        let interrupters = Arc::new(Mutex::new(vec![bits.interrupter()]));
        Self { bits, z3: None, levels: vec![Vec::new()], asserted: vec![0], by_bits: true, interrupters }
    }

    /// Z3 with all assertions, or why it was stopped before it had them.
    fn z3(&mut self, terms: &Terms, limits: &SolverLimits) -> Result<Result<&mut Z3Solver, Unknown>, SolverError> {
        if self.z3.is_none() {
            let z3 = Z3Solver::new()?;
            self.interrupters.lock().map_err(|_| SolverError("poisoned".into()))?.push(z3.interrupter());
            self.z3 = Some(z3);
            self.asserted = vec![0];
        }
        let Some(z3) = &mut self.z3 else { return Err(SolverError("no solver".into())) };
        for (number, level) in self.levels.iter().enumerate() {
            if number == self.asserted.len() {
                z3.push()?;
                self.asserted.push(0);
            }
            let new = &level[self.asserted[number]..];
            if !new.is_empty()
                && let Some(why) = z3.assert_within(terms, new, limits)?
            {
                return Ok(Err(why));
            }
            self.asserted[number] = level.len();
        }
        Ok(Ok(z3))
    }

    /// The circuits, then Z3.
    fn decide(&mut self, terms: &Terms, assumptions: &[TermId], limits: &SolverLimits) -> Result<Answer, SolverError> {
        let mut rest = SolverLimits { is_part: true, ..limits.clone() };
        self.by_bits = true;
        if self.bits.takes(terms, assumptions) {
            let most = limits.work.map(|work| work.part(4).times(3));
            let before = self.bits.statistics().work;
            let answer = self.bits.check(terms, assumptions, &SolverLimits { work: most, ..rest.clone() })?;
            if !matches!(answer, Answer::Unknown(Unknown::WorkLimit | Unknown::Incomplete(_))) {
                return Ok(answer);
            }
            rest.work = rest.work.map(|work| work.minus(self.bits.statistics().work.minus(before)));
        }
        self.by_bits = false;
        match self.z3(terms, &rest)? {
            Ok(z3) => z3.check(terms, assumptions, &rest),
            Err(why) => Ok(Answer::Unknown(why)),
        }
    }
}

impl Solver for BitFirst {
    fn push(&mut self) -> Result<(), SolverError> {
        self.levels.push(Vec::new());
        self.bits.push()
    }

    fn pop(&mut self, levels: usize) -> Result<(), SolverError> {
        self.bits.pop(levels)?;
        self.levels.truncate(self.levels.len() - levels);
        if self.bits.size() > LARGE && self.levels.iter().all(Vec::is_empty) {
            // Nothing is asserted, and what earlier questions left behind slows the next ones down.
            self.bits.start_again();
        }
        if let Some(z3) = &mut self.z3 {
            let known = self.asserted.len().saturating_sub(self.levels.len());
            z3.pop(known)?;
            self.asserted.truncate(self.levels.len());
        }
        Ok(())
    }

    fn assert(&mut self, terms: &Terms, term: TermId) -> Result<(), SolverError> {
        self.bits.assert(terms, term)?;
        if let Some(level) = self.levels.last_mut() {
            level.push(term);
        }
        Ok(())
    }

    fn check(&mut self, terms: &Terms, assumptions: &[TermId], limits: &SolverLimits) -> Result<Answer, SolverError> {
        let query = QueryClock::start();
        let answer = self.decide(terms, assumptions, limits);
        let all = || script(terms, self.levels.iter().flatten().chain(assumptions));
        query.end(limits, || answer_text(&answer), all);
        answer
    }

    fn model(&mut self, terms: &Terms, of: &[TermId]) -> Result<Vec<TermValue>, SolverError> {
        match &mut self.z3 {
            Some(z3) if !self.by_bits => z3.model(terms, of),
            _ => self.bits.model(terms, of),
        }
    }

    fn core(&mut self) -> Result<Vec<TermId>, SolverError> {
        match &mut self.z3 {
            Some(z3) if !self.by_bits => z3.core(),
            _ => self.bits.core(),
        }
    }

    fn interrupter(&self) -> Box<dyn Interrupter> {
        Box::new(All(self.interrupters.clone()))
    }

    fn statistics(&self) -> SolverStatistics {
        let mut all = self.bits.statistics();
        if let Some(z3) = &self.z3 {
            let z3 = z3.statistics();
            all.retries += z3.queries;
            all.work = all.work.plus(z3.work);
            all.time += z3.time;
        }
        all
    }
}

struct All(Shared);

impl Interrupter for All {
    fn interrupt(&self) {
        for one in self.0.lock().iter().flat_map(|all| all.iter()) {
            one.interrupt();
        }
    }
}
