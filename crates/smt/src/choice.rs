//! Which solver answers the questions of an analysis: [`SolverChoice`]. This is the one place where it is decided.

use crate::bits::BitFirst;
use crate::process::{ProcessSolver, SolverProgram};
use crate::solver::{Solver, SolverError};
use crate::z3::Z3Solver;
use cairn_base::choice::OptionValue;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Any solver, for whatever thread the analysis is on.
pub type AnySolver = Box<dyn Solver + Send>;

/// The solver of an analysis.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum SolverChoice {
    /// The library Z3, where it helps with circuits before it.
    #[default]
    Z3,
    /// A program that speaks SMT-LIB 2. Its work is not counted, so nothing but time and memory ends its checks.
    Program(Arc<SolverProgram>),
}

impl SolverChoice {
    /// A solver without assertions, for formulas of all kinds: in the library, Z3 alone.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(&self) -> Result<AnySolver, SolverError> {
        Ok(match self {
            Self::Z3 => Box::new(Z3Solver::new()?),
            Self::Program(program) => Box::new(ProcessSolver::new(program.as_ref().clone())?),
        })
    }

    /// A solver without assertions, for formulas that are mostly about bits: in the library, circuits before Z3.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start_for_bits(&self) -> Result<AnySolver, SolverError> {
        match self {
            Self::Z3 => Ok(Box::new(BitFirst::new())),
            Self::Program(_) => self.start(),
        }
    }
}

/// Whether there is such a program: a file, or a name in `PATH`.
fn exists(program: &Path) -> bool {
    if program.components().count() > 1 {
        return program.is_file();
    }
    let dirs = std::env::var_os("PATH");
    dirs.is_some_and(|dirs| std::env::split_paths(&dirs).any(|dir| dir.join(program).is_file()))
}

impl OptionValue for SolverChoice {
    const TYPE: &'static str = "z3|command";
    fn parse(text: &str) -> Result<Self, String> {
        if text == "z3" {
            return Ok(Self::Z3);
        }
        let mut words = text.split_whitespace();
        let path = PathBuf::from(words.next().unwrap_or_default());
        if !exists(&path) {
            return Err(format!("'{text}' is neither z3, the library, nor the command of a program that is here"));
        }
        let mut program = SolverProgram::new(path);
        program.args.extend(words.map(Into::into));
        Ok(Self::Program(Arc::new(program)))
    }
}
