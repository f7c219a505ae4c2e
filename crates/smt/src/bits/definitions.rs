//! Arrays that are defined: equalities of a symbol and an array, asserted.
//!
//! An encoder of programs names large arrays, so such equalities stand beside what it asserts. The symbol stays a base of
//! reads ([`super::reads`]), and for each index at which it is read, the definition is read there too. That is enough: in a model
//! in which they agree at all of these indices, the symbol can be taken for what defines it.
//!
//! Invariant: a symbol has one definition at a time, and none is defined by itself, however far around. Other equalities
//! of arrays are refused: that two arrays *differ* somewhere is no question about the indices that are read.

use cairn_base::{FastMap, FastSet};
use cairn_term::{Sort, TermId, TermOp, Terms};

#[derive(Clone, Default)]
pub(super) struct Definitions {
    of: FastMap<TermId, TermId>,
    order: Vec<(TermId, TermId)>,
}

/// The equality as symbol and definition.
pub(super) fn definition(terms: &Terms, term: TermId) -> Option<(TermId, TermId)> {
    if terms.op(term) != TermOp::Eq || !matches!(terms.sort(terms.arg(term, 0)), Sort::Array(_)) {
        return None;
    }
    let (a, b) = (terms.arg(term, 0), terms.arg(term, 1));
    match (terms.op(a), terms.op(b)) {
        // Later names stand for earlier ones.
        (TermOp::Symbol(_), TermOp::Symbol(_)) if a > b => Some((a, b)),
        (_, TermOp::Symbol(_)) => Some((b, a)),
        (TermOp::Symbol(_), _) => Some((a, b)),
        _ => None,
    }
}

impl Definitions {
    /// Those that are asserted; nothing where a symbol has two, or depends on itself.
    pub fn new(terms: &Terms, asserted: impl Iterator<Item = (TermId, TermId)>) -> Option<Definitions> {
        let mut all = Definitions::default();
        for (symbol, array) in asserted {
            match all.of.insert(symbol, array) {
                None => all.order.push((symbol, array)),
                Some(same) if same == array => {}
                Some(_) => return None,
            }
        }
        all.is_acyclic(terms).then_some(all)
    }

    /// Definition of a symbol.
    pub fn of(&self, symbol: TermId) -> Option<TermId> {
        self.of.get(&symbol).copied()
    }

    /// All of them, in the order of their assertion.
    pub fn iter(&self) -> impl Iterator<Item = (TermId, TermId)> + '_ {
        self.order.iter().copied()
    }

    fn is_acyclic(&self, terms: &Terms) -> bool {
        // Depth first: a symbol is open while what defines it is looked at.
        let (mut open, mut done) = (FastSet::default(), FastSet::default());
        for (symbol, _) in &self.order {
            let mut stack = vec![(*symbol, false)];
            while let Some((symbol, leave)) = stack.pop() {
                if leave {
                    open.remove(&symbol);
                    done.insert(symbol);
                    continue;
                }
                if done.contains(&symbol) {
                    continue;
                }
                if !open.insert(symbol) {
                    return false;
                }
                stack.push((symbol, true));
                let Some(array) = self.of(symbol) else { continue };
                for below in terms.below(&[array]) {
                    if self.of.contains_key(&below) {
                        if open.contains(&below) {
                            return false;
                        }
                        stack.push((below, false));
                    }
                }
            }
        }
        true
    }
}
