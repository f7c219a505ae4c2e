//! The path formula, for the paths from a block's start to a location.

use crate::cell::CellId;
use crate::symbol_facts::Known;
use crate::trace::FormulaTrace;
use cairn_term::TermId;
use std::hash::{Hash, Hasher};

/// Condition and effect of a set of paths, over the state at their start. Equal when condition, values and number of
/// inputs are, whatever the paths were.
#[derive(Clone, Debug)]
pub struct PathFormula {
    /// When these paths are taken.
    pub condition: TermId,
    /// Values of the cells written after them; all others hold what they held. Under the condition, that is: an
    /// operation that cannot wrap around there is written without wrap-around.
    pub values: imbl::OrdMap<CellId, TermId>,
    /// Inputs so far: the next one's ordinal.
    pub inputs: u32,
    /// The paths.
    pub trace: FormulaTrace,
    pub(crate) known: Known,
}

impl PathFormula {
    pub(crate) fn new(condition: TermId) -> Self {
        PathFormula {
            condition,
            values: imbl::OrdMap::new(),
            inputs: 0,
            trace: FormulaTrace::new(),
            known: Known::new(),
        }
    }

    /// Join of this with other paths: of two formulas that are equal to those that this was made of, whose paths are elsewhere in the
    /// program. Neither's condition may be false, since then this is the other one and not a choice. `None` when it is no choice.
    pub fn join_of(&self, a: &Self, b: &Self) -> Option<Self> {
        Some(PathFormula { trace: self.trace.choosing(&a.trace, &b.trace)?, ..self.clone() })
    }
}

impl PartialEq for PathFormula {
    fn eq(&self, other: &Self) -> bool {
        self.condition == other.condition && self.inputs == other.inputs && self.values == other.values
    }
}
impl Eq for PathFormula {}
impl Hash for PathFormula {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.condition.hash(state);
        self.inputs.hash(state);
        for entry in &self.values {
            entry.hash(state);
        }
    }
}
