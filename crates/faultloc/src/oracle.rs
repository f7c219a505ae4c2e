//! The questions about a trace formula: is it satisfiable when only some statements are kept?
//!
//! One solver for all of them. Each statement has a selector, a Boolean symbol that implies what its executions do; a
//! question assumes the selectors of the statements kept, so that what the solver learned stays, and an unsatisfiable
//! answer names the selectors that it needed.

use crate::statement::{Split, StepRole};
use crate::trace::TraceFormula;
use cairn_base::{Budget, Work};
use cairn_smt::work::LOCALIZATION;
use cairn_smt::{Answer, Solver, SolverError, SolverLimits, Unknown, Z3Solver};
use cairn_term::{Sort, TermId};

/// A set of statements: their numbers, ascending.
pub type Set = Vec<usize>;

/// Answer to a question about some statements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SubsetVerdict {
    /// With these statements, the post-condition can be false.
    Possible,
    /// It cannot, and these of them suffice for that.
    Impossible(Set),
    /// Not known, and why.
    Unknown(Unknown),
}

/// Answers questions about subsets of statements.
pub trait SubsetOracle {
    /// How many statements there are.
    fn count(&self) -> usize;
    /// Whether the trace formula is satisfiable with only these statements.
    ///
    /// # Errors
    /// The solver fails.
    fn ask(&mut self, kept: &[usize]) -> Result<SubsetVerdict, SolverError>;
    /// How many questions were asked.
    fn asked(&self) -> u64;
}

/// The trace formula in a solver.
pub struct Oracle<'a> {
    formula: &'a mut TraceFormula,
    solver: Z3Solver,
    selectors: Vec<TermId>,
    budget: &'a Budget,
}

impl<'a> Oracle<'a> {
    /// The formula of a trace, its statements switched by selectors.
    ///
    /// # Errors
    /// The solver fails.
    pub fn new(formula: &'a mut TraceFormula, split: &Split, budget: &'a Budget) -> Result<Self, SolverError> {
        let mut solver = Z3Solver::new()?;
        let wanted = formula.wanted();
        solver.assert(&formula.encoder.terms, wanted)?;
        solver.assert(&formula.encoder.terms, formula.given)?;
        for (at, role) in split.roles.iter().enumerate() {
            match role {
                StepRole::Hard => solver.assert(&formula.encoder.terms, formula.effects[at])?,
                StepRole::Soft(_) => solver.assert(&formula.encoder.terms, formula.always[at])?,
                StepRole::Post => {}
            }
        }
        let mut selectors = Vec::with_capacity(split.statements.len());
        for (number, statement) in split.statements.iter().enumerate() {
            let terms = &mut formula.encoder.terms;
            let selector = terms.symbol(format!("statement{number}"), Sort::Bool);
            let parts: Vec<TermId> = statement.steps.iter().map(|at| formula.effects[*at]).collect();
            let parts = terms.and(&parts);
            let chosen = terms.implies(selector, parts);
            solver.assert(&formula.encoder.terms, chosen)?;
            selectors.push(selector);
        }
        for (decision, skipped) in &formula.skips {
            let terms = &mut formula.encoder.terms;
            let not = terms.not(*skipped);
            let executed = match split.roles[*decision] {
                StepRole::Soft(statement) => terms.implies(selectors[statement], not),
                StepRole::Hard | StepRole::Post => not,
            };
            solver.assert(&formula.encoder.terms, executed)?;
        }
        Ok(Self { formula, solver, selectors, budget })
    }

    /// The work of the solver so far.
    pub fn work(&self) -> Work {
        self.solver.statistics().work
    }
}

impl SubsetOracle for Oracle<'_> {
    fn count(&self) -> usize {
        self.selectors.len()
    }

    fn ask(&mut self, kept: &[usize]) -> Result<SubsetVerdict, SolverError> {
        let assumed: Vec<TermId> = kept.iter().map(|number| self.selectors[*number]).collect();
        let limits = SolverLimits::of(self.budget, LOCALIZATION);
        Ok(match self.solver.check(&self.formula.encoder.terms, &assumed, &limits)? {
            Answer::Sat => SubsetVerdict::Possible,
            Answer::Unsat => {
                let core = self.solver.core()?;
                SubsetVerdict::Impossible(
                    kept.iter().copied().filter(|number| core.contains(&self.selectors[*number])).collect(),
                )
            }
            Answer::Unknown(why) => SubsetVerdict::Unknown(why),
        })
    }

    fn asked(&self) -> u64 {
        self.solver.statistics().queries
    }
}

/// Whether the execution is a model of the formula: the steps with the post-condition as it was. When it is, and there is
/// memory that nobody wrote, the formula is given the values of this model if `give` says so.
///
/// # Errors
/// The solver fails.
pub fn is_path(formula: &mut TraceFormula, split: &Split, give: bool, budget: &Budget) -> Result<Answer, SolverError> {
    let mut solver = Z3Solver::new()?;
    solver.assert(&formula.encoder.terms, formula.post)?;
    solver.assert(&formula.encoder.terms, formula.facts)?;
    solver.assert(&formula.encoder.terms, formula.given)?;
    for (at, role) in split.roles.iter().enumerate() {
        if *role != StepRole::Post {
            solver.assert(&formula.encoder.terms, formula.path.formulas[at])?;
        }
    }
    let answer = solver.check(&formula.encoder.terms, &[], &SolverLimits::of(budget, LOCALIZATION))?;
    if give && answer == Answer::Sat {
        formula.give(&mut solver)?;
    }
    Ok(answer)
}
