//! The substitution of what an assumption determines for its symbol, everywhere: after `x == 3` the state is the one of the
//! value analysis, and a constraint less. That is what lets states meet again: most inputs are compared with constants.

use super::constraints::Constraints;
use super::symbols::SymbolTable;
use crate::value::{AbstractObject, Datum, Symbolic, ValueState};
use cairn_base::FastMap;
use cairn_term::{TermId, TermOp};

/// Deeper terms are not put in place of a symbol: they would grow with each use.
const DEEPEST: u32 = 4;

pub struct StateUnderConstruction {
    pub values: ValueState,
    pub constraints: Constraints,
}

/// The symbol that a true conjunct determines, and what it is.
pub fn solved(conjunct: TermId, symbols: &SymbolTable) -> Option<(TermId, TermId)> {
    let mut terms = symbols.terms.borrow_mut();
    match terms.op(conjunct) {
        TermOp::Symbol(_) => Some((conjunct, terms.bool(true))),
        TermOp::Not if matches!(terms.op(terms.arg(conjunct, 0)), TermOp::Symbol(_)) => {
            Some((terms.arg(conjunct, 0), terms.bool(false)))
        }
        TermOp::Eq => {
            let (a, b) = (terms.arg(conjunct, 0), terms.arg(conjunct, 1));
            let is_symbol = |term| matches!(terms.op(term), TermOp::Symbol(_));
            // Of two symbols the older one stays.
            let (symbol, value) = match (is_symbol(a), is_symbol(b)) {
                (true, true) => (a.max(b), a.min(b)),
                (true, false) => (a, b),
                (false, true) => (b, a),
                (false, false) => return None,
            };
            let fits = terms.depth(value) <= DEEPEST && !terms.below(&[value]).contains(&symbol);
            fits.then_some((symbol, value))
        }
        _ => None,
    }
}

impl StateUnderConstruction {
    /// Puts a value in place of a symbol. `residue` gets what the constraints say then; they lose what was about it.
    /// `queue`: conjuncts that are still to be assumed.
    pub fn substitute(
        &mut self,
        symbol: TermId,
        value: TermId,
        residue: &mut Vec<TermId>,
        queue: &mut [TermId],
        symbols: &SymbolTable,
    ) {
        let replace: FastMap<TermId, TermId> = FastMap::from_iter([(symbol, value)]);
        let replaced = |term: TermId| symbols.terms.borrow_mut().substitute(term, &replace);
        let marks = symbols.marks_of(symbol);
        let mut cells: Vec<(AbstractObject, u64, u32, TermId)> = Vec::new();
        self.values.for_each_term(marks, |object, at, cell| {
            if let Datum::Term(Symbolic { term, .. }) = cell.datum {
                cells.push((object, at, cell.width, term));
            }
        });
        for (object, at, width, term) in cells {
            let new = replaced(term);
            if new != term
                && let Some(content) = self.values.content(object)
            {
                let mut content = content.clone();
                content.write(at, width, symbols.datum(new));
                self.values.set_content(object, content);
            }
        }
        let name = match symbols.terms.borrow().op(symbol) {
            TermOp::Symbol(name) => name,
            _ => return,
        };
        let (met, others) = self.constraints.divided(marks, &[name]);
        for part in met {
            residue.extend(part.conjuncts.iter().map(|conjunct| replaced(*conjunct)));
        }
        self.constraints = Constraints::of(others);
        for conjunct in queue {
            *conjunct = replaced(*conjunct);
        }
    }
}
