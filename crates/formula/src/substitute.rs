//! Formulas about the end of a block as formulas about its start.

use crate::encoder::Encoder;
use crate::path_formula::PathFormula;
use cairn_base::FastMap;
use cairn_term::TermId;

impl Encoder {
    /// A formula over plain symbols about the state after a path formula, as one about the state before it: the weakest
    /// precondition, under the condition.
    pub fn apply(&mut self, formula: TermId, after: &PathFormula) -> TermId {
        let mut replace: FastMap<TermId, TermId> = FastMap::default();
        for symbol in self.terms.symbols_of(&[formula]) {
            let Some(cell) = self.cell_of(symbol) else { continue };
            if let (Some(value), Some(plain)) = (after.values.get(&cell), self.plain(cell)) {
                replace.insert(plain, *value);
            }
        }
        match replace.is_empty() {
            true => formula,
            false => self.terms.substitute(formula, &replace),
        }
    }
}
