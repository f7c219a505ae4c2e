//! Queries under canonical names, so that one that was asked of other symbols is the same query.
//!
//! Each element of an array that is filled with inputs has a symbol of its own, and is compared like all the others. Only
//! small queries are named anew: that costs a walk over their terms.

use super::model::Model;
use super::symbols::SymbolTable;
use cairn_base::FastMap;
use cairn_term::{SymbolId, TermId, TermOp};
use std::sync::Arc;

/// Queries with more symbols, or more conjuncts, keep their names.
const SYMBOLS: usize = 4;
const CONJUNCTS: usize = 8;

/// Known answer for some conjuncts.
#[derive(Clone)]
pub(super) enum Known {
    Satisfied(Arc<Model>),
    Contradictory,
    Open,
}

/// A query with its symbols renamed.
pub(super) struct CanonicalQuery {
    /// The conjuncts under canonical names, in order.
    pub conjuncts: Vec<TermId>,
    /// The symbols, and their canonical names.
    names: Vec<(SymbolId, SymbolId)>,
}

impl CanonicalQuery {
    /// The query under canonical names; `None` when it is large.
    pub fn of(conjuncts: &[TermId], of: &[SymbolId], symbols: &SymbolTable) -> Option<Self> {
        if of.len() > SYMBOLS || conjuncts.len() > CONJUNCTS {
            return None;
        }
        let mut names = Vec::new();
        let mut replace: FastMap<TermId, TermId> = FastMap::default();
        for (symbol, number) in of.iter().zip(0..) {
            let sort = symbols.terms.borrow().symbol_sort(*symbol);
            let standard = symbols.symbol(number, sort);
            let mut terms = symbols.terms.borrow_mut();
            let TermOp::Symbol(name) = terms.op(standard) else { return None };
            replace.insert(terms.symbol_term(*symbol), standard);
            names.push((*symbol, name));
        }
        let mut conjuncts = symbols.terms.borrow_mut().substitute_all(conjuncts, &replace);
        conjuncts.sort_unstable();
        // Renaming one to one keeps what is no constant none; where simplification sees more, the names stay.
        let open = conjuncts.iter().all(|conjunct| symbols.terms.borrow().as_bool(*conjunct).is_none());
        open.then_some(Self { conjuncts, names })
    }

    /// An answer to this query under the names of its symbols.
    pub fn back(&self, known: &Known) -> Known {
        self.renamed(known, |(of, standard), symbol| (*standard == symbol).then_some(*of))
    }

    /// An answer to the query as it was asked, under canonical names.
    pub fn to(&self, known: &Known) -> Known {
        self.renamed(known, |(of, standard), symbol| (*of == symbol).then_some(*standard))
    }

    fn renamed(&self, known: &Known, name: impl Fn(&(SymbolId, SymbolId), SymbolId) -> Option<SymbolId>) -> Known {
        match known {
            Known::Satisfied(model) => {
                let of = |symbol| self.names.iter().find_map(|pair| name(pair, symbol));
                Known::Satisfied(Arc::new(model.renamed(of)))
            }
            Known::Contradictory => Known::Contradictory,
            Known::Open => Known::Open,
        }
    }
}
