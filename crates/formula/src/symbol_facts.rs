//! The facts about symbols and terms that hold on every path: bounds, what arrays hold, what names stand for.
//!
//! Invariant: each is a consequence of what the symbol is; see [`crate::query_facts`].

use crate::cell::Shape;
use cairn_base::{FastMap, FastSet};
use cairn_ir::interval::Interval;
use cairn_term::{SymbolId, TermId};

/// Bounds that a path's condition implies.
pub(crate) type Known = imbl::OrdMap<TermId, Interval>;

pub(crate) struct SymbolFacts {
    /// Facts about a symbol by what it is.
    pub(crate) facts_of: FastMap<SymbolId, TermId>,
    pub(crate) intervals: FastMap<TermId, Interval>,
    /// Shapes of the arrays behind symbols.
    pub(crate) elements: FastMap<TermId, Shape>,
    pub(crate) named_values: FastMap<TermId, TermId>,
    /// Whether what a store writes is in the range of the elements, whatever the path.
    pub(crate) fitting: FastMap<TermId, bool>,
    pub(crate) unbounded: FastSet<TermId>,
    /// So many facts are said before ranges are left open at unknown indices.
    pub(crate) crowded: usize,
}

impl SymbolFacts {
    pub(crate) fn new() -> Self {
        Self {
            facts_of: FastMap::default(),
            intervals: FastMap::default(),
            elements: FastMap::default(),
            named_values: FastMap::default(),
            fitting: FastMap::default(),
            unbounded: FastSet::default(),
            crowded: usize::MAX,
        }
    }
}
