//! The abstract state: abstract assignments with symbolic values, and path constraints (SLICE 2.6.6).

use super::assertions::StateAssertions;
use super::constraints::Constraints;
use crate::value::ValueState;
use cairn_cpa::Facts;
use cairn_ir::{Assertion, ExprId, FunctionId, Program, Value};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// An abstract state of symbolic execution.
#[derive(Clone)]
pub struct SymbolicState {
    /// Content of memory. Its terms belong to the analysis that made the state.
    pub values: ValueState,
    /// Constraints on the symbols in it.
    pub constraints: Constraints,
    /// The same in the program's terms, where that is wanted.
    pub assertions: Option<Arc<StateAssertions>>,
}

impl SymbolicState {
    /// The state in which the program starts.
    pub fn initial() -> Self {
        Self { values: ValueState::initial(), constraints: Constraints::default(), assertions: None }
    }
}

impl PartialEq for SymbolicState {
    fn eq(&self, other: &Self) -> bool {
        self.values == other.values && self.constraints == other.constraints
    }
}
impl Eq for SymbolicState {}

impl Hash for SymbolicState {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.values.hash(state);
        self.constraints.hash(state);
    }
}

impl std::fmt::Debug for SymbolicState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.values)?;
        for part in self.constraints.parts() {
            write!(f, " with {:?}", part.conjuncts)?;
        }
        Ok(())
    }
}

impl Facts for SymbolicState {
    fn value_of(&self, expr: ExprId, depth: u32, program: &Program) -> Option<Value> {
        self.values.value_of(expr, depth, program)
    }
    fn invariant(&self, function: FunctionId, depth: u32, program: &Program) -> Assertion {
        let values = self.values.invariant(function, depth, program);
        match &self.assertions {
            Some(assertions) => Assertion::all([values, assertions.invariant(function, depth, program)]),
            None => values,
        }
    }
    fn constraint(&self, _program: &Program) -> Assertion {
        self.assertions.as_ref().map_or(Assertion::TRUE, |assertions| assertions.constraint())
    }
    fn summary(&self, program: &Program) -> String {
        let values = self.values.summary(program);
        match self.constraints.len() {
            0 => values,
            1 => format!("{values} (1 constraint)"),
            count => format!("{values} ({count} constraints)"),
        }
    }
}
