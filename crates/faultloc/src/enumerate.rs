//! All minimal correction sets in order of size, and all minimal unsatisfiable subsets, without looking at all subsets
//! (DCPA 4.3.1 has 2ⁿ questions).
//!
//! As MARCO does (Liffiton, Previti, Malik, Mushtaq: Fast, Flexible MUS Enumeration, 2016), a second solver keeps the map of
//! what is not explored: a propositional formula over "statement i is taken away". The next set to take away is a smallest one
//! on the map, so it is found by raising a bound on the size. When the trace formula is satisfiable without it, it is a
//! minimal correction set, since every smaller set was explored: all its supersets leave the map. When it is not, the core
//! tells which statements suffice for that; every other set must take away one of them.
//!
//! At the end the map is empty. If each core was made minimal, all minimal unsatisfiable subsets were found too: such a subset
//! lies above some core, and no proper subset of it is one.
//!
//! Where the solver does not know, the set is left as if nothing was shown: later sets may then not be minimal, and the result
//! says that it is not complete. What is reported as a correction set always is one.

use crate::oracle::{Set, SubsetOracle, SubsetVerdict};
use cairn_base::Budget;
use cairn_smt::{Answer, Solver, SolverError, SolverLimits, Z3Solver, work::LOCALIZATION};
use cairn_term::{Sort, TermId, TermValue, Terms};

/// How much is enumerated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EnumerationBounds {
    /// At most so many sets of the kind that is wanted.
    pub sets: usize,
    /// Whether cores are made minimal, and so many of them wanted; otherwise correction sets are.
    pub cores: bool,
}

/// Why an enumeration ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EnumerationEnd {
    /// Nothing is left.
    Complete,
    /// As many were found as were wanted.
    Enough,
    /// Its reason, as a sentence without a full stop.
    Stopped(String),
}

/// Results of an enumeration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Enumeration {
    /// Correction sets, the smallest first.
    pub corrections: Vec<Set>,
    /// Unsatisfiable subsets, as they were found; minimal where that was wanted.
    pub cores: Vec<Set>,
    /// Why it ended.
    pub ending: EnumerationEnd,
}

/// Enumerates.
///
/// # Errors
/// A solver fails.
pub fn enumerate(
    query: &mut dyn SubsetOracle,
    bounds: EnumerationBounds,
    budget: &Budget,
) -> Result<Enumeration, SolverError> {
    let mut map = Map::new(query.count())?;
    let mut found = Enumeration { corrections: Vec::new(), cores: Vec::new(), ending: EnumerationEnd::Complete };
    let mut gap = None;
    let mut size = 0;
    found.ending = loop {
        if let Err(stop) = budget.look() {
            break EnumerationEnd::Stopped(stop.to_string());
        }
        let wanted = if bounds.cores { found.cores.len() } else { found.corrections.len() };
        if wanted >= bounds.sets {
            break EnumerationEnd::Enough;
        }
        let away = match map.next(size, budget)? {
            Next::Set(away) => away,
            Next::NoneOfSize if size < query.count() => {
                size += 1;
                continue;
            }
            Next::NoneOfSize => break gap.map_or(EnumerationEnd::Complete, EnumerationEnd::Stopped),
            Next::Stopped(why) => break EnumerationEnd::Stopped(why),
        };
        let kept: Set = (0..query.count()).filter(|number| !away.contains(number)).collect();
        match query.ask(&kept)? {
            SubsetVerdict::Possible => {
                map.block_above(&away)?;
                found.corrections.push(away);
            }
            SubsetVerdict::Impossible(core) => {
                let core = if bounds.cores { minimal(query, core, budget)? } else { core };
                map.demand_one_of(&core)?;
                found.cores.push(core);
            }
            SubsetVerdict::Unknown(why) => {
                gap = Some(why.to_string());
                map.demand_one_of(&kept)?;
            }
        }
    };
    Ok(found)
}

/// A core from which nothing can be left out. What the solver does not know stays in it.
fn minimal(query: &mut dyn SubsetOracle, core: Set, budget: &Budget) -> Result<Set, SolverError> {
    let mut core = core;
    let mut needed = 0;
    while needed < core.len() && budget.look().is_ok() {
        let mut without = core.clone();
        without.remove(needed);
        match query.ask(&without)? {
            // Those found needed before are in every smaller core as well.
            SubsetVerdict::Impossible(smaller) => core = smaller,
            SubsetVerdict::Possible | SubsetVerdict::Unknown(_) => needed += 1,
        }
    }
    Ok(core)
}

/// Next step on the map.
enum Next {
    /// A set of statements to take away, of the size asked for.
    Set(Set),
    /// No set of this size is left.
    NoneOfSize,
    Stopped(String),
}

/// The sets that are not explored.
struct Map {
    terms: Terms,
    solver: Z3Solver,
    /// That a statement is taken away.
    away: Vec<TermId>,
    /// `most[k]`: at most k are.
    most: Vec<TermId>,
}

impl Map {
    fn new(count: usize) -> Result<Self, SolverError> {
        let mut terms = Terms::new();
        let away: Vec<TermId> = (0..count).map(|n| terms.symbol(format!("away{n}"), Sort::Bool)).collect();
        Ok(Self { most: Vec::new(), solver: Z3Solver::new()?, away, terms })
    }

    /// That at most so many statements are taken away: a counter, statement by statement.
    fn at_most(&mut self, size: usize) -> TermId {
        while self.most.len() <= size {
            let bound = self.most.len();
            // reached[k]: of the statements so far more than k are taken away.
            let mut reached = vec![self.terms.bool(false); bound + 1];
            for away in &self.away {
                for k in (0..=bound).rev() {
                    let before = if k == 0 { self.terms.bool(true) } else { reached[k - 1] };
                    let now = self.terms.and(&[*away, before]);
                    reached[k] = self.terms.or(&[reached[k], now]);
                }
            }
            let most = self.terms.not(reached[bound]);
            self.most.push(most);
        }
        self.most[size]
    }

    fn next(&mut self, size: usize, budget: &Budget) -> Result<Next, SolverError> {
        let bound = self.at_most(size);
        Ok(match self.solver.check(&self.terms, &[bound], &SolverLimits::of(budget, LOCALIZATION))? {
            Answer::Unsat => Next::NoneOfSize,
            Answer::Unknown(why) => Next::Stopped(why.to_string()),
            Answer::Sat => {
                let values = self.solver.model(&self.terms, &self.away)?;
                let set = values.iter().enumerate().filter(|(_, value)| **value == TermValue::Bool(true));
                Next::Set(set.map(|(number, _)| number).collect())
            }
        })
    }

    /// Takes a set and all above it from the map.
    fn block_above(&mut self, set: &[usize]) -> Result<(), SolverError> {
        let literals: Vec<TermId> = set.iter().map(|number| self.terms.not(self.away[*number])).collect();
        let clause = self.terms.or(&literals);
        self.solver.assert(&self.terms, clause)
    }

    /// Leaves on the map only sets with one of these.
    fn demand_one_of(&mut self, set: &[usize]) -> Result<(), SolverError> {
        let literals: Vec<TermId> = set.iter().map(|number| self.away[*number]).collect();
        let clause = self.terms.or(&literals);
        self.solver.assert(&self.terms, clause)
    }
}
