//! Obligations: conditions that no execution may meet, with the paths that lead there.

use cairn_base::Span;
use cairn_formula::PathFormula;
use cairn_ir::EdgeId;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Claim {
    Violation,
    /// The execution does something that is not modelled.
    NotModelled {
        what: String,
        span: Span,
    },
}

/// Something that must not happen.
pub(crate) struct Obligation {
    pub(crate) claim: Claim,
    pub(crate) formula: PathFormula,
    /// The edge that violates the specification.
    pub(crate) target: Option<EdgeId>,
    /// How many of its paths were found infeasible, or not decided, and are excluded from the condition.
    pub(crate) excluded: usize,
}

impl Obligation {
    pub(crate) fn new(claim: Claim, formula: PathFormula) -> Self {
        Self { claim, formula, target: None, excluded: 0 }
    }
}
