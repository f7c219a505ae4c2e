//! The context that an engine gives an analysis for each operation, and how an operation can fail.

use cairn_base::{Budget, FastIndexMap, Span, Stop};
use cairn_ir::Program;

/// Why an operation of an analysis did not return a result. Never a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// A budget is used up or the user interrupted.
    Stopped(Stop),
    /// The analysis cannot handle something; sound for the rest of the program, but TRUE is gone.
    Unsupported {
        /// What, as a noun phrase.
        what: String,
        /// Where.
        span: Span,
    },
    /// An invariant of Cairn does not hold: a bug report, exit code 101.
    Internal(String),
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        Failure::Stopped(stop)
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Stopped(stop) => stop.fmt(f),
            Failure::Unsupported { what, .. } => write!(f, "{what} is not supported"),
            Failure::Internal(what) => write!(f, "internal error: {what}"),
        }
    }
}
impl std::error::Error for Failure {}

/// The result of an operation of an analysis.
pub type Res<T> = Result<T, Failure>;

/// Counters by name, in order of first use. Names are kebab-case and begin with the analysis: `value-evaluations`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    counters: FastIndexMap<&'static str, u64>,
}

impl Statistics {
    /// Adds to a counter.
    pub fn add(&mut self, name: &'static str, amount: u64) {
        *self.counters.entry(name).or_insert(0) += amount;
    }
    /// Raises a counter to at least `value`.
    pub fn at_least(&mut self, name: &'static str, value: u64) {
        let counter = self.counters.entry(name).or_insert(0);
        *counter = (*counter).max(value);
    }
    /// A counter's value; 0 when it was never used.
    pub fn get(&self, name: &str) -> u64 {
        self.counters.get(name).copied().unwrap_or(0)
    }
    /// All counters.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        self.counters.iter().map(|(n, v)| (*n, *v))
    }
}

/// Context of an operation of an analysis: every effect goes through here.
pub struct Cx<'a> {
    /// The program.
    pub program: &'a Program,
    /// The budget; long operations call [`Budget::tick`].
    pub budget: &'a Budget,
    /// Counters.
    pub statistics: &'a mut Statistics,
}
