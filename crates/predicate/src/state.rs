//! An abstract state: the abstraction at the end of the last block and the path formula since (LBE II-C; the pair of
//! adjustable-block encoding).
//!
//! Where a block has just ended the path formula is empty, and the state stands for what satisfies its abstraction. Inside
//! a block it stands for what the paths of its formula lead to from there. The formulas belong to the analysis that made
//! the state; a state only has their ids.

use super::workspace::Workspace;
use super::workspace::history::{AbstractionId, BlockId, Meaning};
use cairn_cpa::Facts;
use cairn_formula::PathFormula;
use cairn_ir::{Assertion, FunctionId, Program};
use cairn_term::TermId;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// An abstract state of the predicate analysis.
#[derive(Clone)]
pub struct PredicateState {
    /// The last block that ended: names all blocks before it, too.
    pub block: BlockId,
    /// The abstraction there.
    pub abstraction: AbstractionId,
    /// Assumption there beside the abstraction: it holds in every execution.
    pub start: TermId,
    /// Path formula since.
    pub path: PathFormula,
    /// Edges since, where these are counted.
    pub edges: u32,
    /// True when nothing happened since.
    pub at_end: bool,
    /// The abstraction, as it is told outside.
    pub meaning: Arc<Meaning>,
}

impl PredicateState {
    /// The state in which a block has just ended; `path` is the empty path from there.
    pub fn at_end_of(
        workspace: &mut Workspace,
        block: BlockId,
        abstraction: AbstractionId,
        path: PathFormula,
        program: &Program,
    ) -> Self {
        let meaning = workspace.meaning(abstraction, path.condition, program);
        Self { block, abstraction, start: path.condition, path, edges: 0, at_end: true, meaning }
    }

    /// The state in which the program starts.
    pub fn initial(workspace: &mut Workspace, program: &Program) -> Option<Self> {
        let path = workspace.history.get_block(workspace.entry)?.formula.clone();
        let (entry, everything) = (workspace.entry, workspace.everything);
        Some(Self::at_end_of(workspace, entry, everything, path, program))
    }
}

impl PartialEq for PredicateState {
    fn eq(&self, other: &Self) -> bool {
        self.block == other.block && self.edges == other.edges && self.at_end == other.at_end && self.path == other.path
    }
}
impl Eq for PredicateState {}

impl Hash for PredicateState {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.block.hash(state);
        self.edges.hash(state);
        self.at_end.hash(state);
        self.path.condition.hash(state);
    }
}

impl std::fmt::Debug for PredicateState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (since, inputs) = (self.path.condition, self.path.inputs);
        write!(f, "{}: {}", self.block, self.meaning.text)?;
        if !self.at_end {
            write!(f, ", then {since:?} with {inputs} inputs, {:?}", self.path.values)?;
        }
        Ok(())
    }
}

impl Facts for PredicateState {
    fn invariant(&self, function: FunctionId, depth: u32, program: &Program) -> Assertion {
        // Inside of a block, the abstraction is about where it began.
        if !self.at_end {
            return Assertion::TRUE;
        }
        self.meaning.assertion.seen_from(function, depth, program)
    }

    fn summary(&self, _program: &Program) -> String {
        self.meaning.text.clone()
    }
}
