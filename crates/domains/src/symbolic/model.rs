//! Assignments that make constraints true, and where they come from without a solver.

use super::symbols::SymbolTable;
use cairn_term::{Assignment, Sort, SymbolId, TermId, TermOp, TermValue, Terms, mask};
use imbl::OrdSet;
use std::collections::VecDeque;
use std::sync::Arc;

const REMEMBERED: usize = 12;
/// So many values are tried for one symbol.
const TRIED: usize = 24;
/// Of a conjunct with more symbols none is adjusted.
const ADJUSTED: usize = 4;
/// So many conjuncts are looked at for one symbol.
const ABOUT: usize = 12;
/// So many values are tried for a symbol that is adjusted.
const ADJUSTMENTS: usize = 60;

#[derive(Clone, Debug)]
pub struct Model {
    values: Vec<(SymbolId, TermValue)>,
    assignment: Assignment,
}

impl Model {
    pub fn new(values: Vec<(SymbolId, TermValue)>) -> Self {
        let mut assignment = Assignment::new();
        for (symbol, value) in &values {
            assignment.set(*symbol, value.clone());
        }
        Self { values, assignment }
    }
    /// Several, of which no two speak of one symbol, as one.
    pub fn union<'m>(models: impl Iterator<Item = &'m Arc<Model>>) -> Self {
        Self::new(models.flat_map(|model| model.values.iter().cloned()).collect())
    }
    pub fn renamed(&self, name: impl Fn(SymbolId) -> Option<SymbolId>) -> Self {
        Self::new(self.values.iter().filter_map(|(symbol, value)| Some((name(*symbol)?, value.clone()))).collect())
    }
    /// Whether all of some terms are true in it.
    pub fn satisfies(&self, conjuncts: &[TermId], terms: &Terms) -> bool {
        // The newest are the likeliest to fail.
        conjuncts.iter().rev().all(|term| terms.evaluate(*term, &self.assignment) == Some(TermValue::Bool(true)))
    }
    /// Restriction to some symbols, which are sorted.
    pub fn about(&self, symbols: &[SymbolId]) -> Self {
        let kept = self.values.iter().filter(|(symbol, _)| symbols.binary_search(symbol).is_ok());
        Self::new(kept.cloned().collect())
    }
}

/// The assignments that were good lately.
#[derive(Default)]
pub struct Recent(VecDeque<Arc<Model>>);

impl Recent {
    /// Remembers one.
    pub fn note(&mut self, model: &Arc<Model>) {
        self.0.push_front(Arc::clone(model));
        self.0.truncate(REMEMBERED);
    }
    /// One that makes some conjuncts true.
    pub fn find(&mut self, conjuncts: &[TermId], terms: &Terms) -> Option<Arc<Model>> {
        let at = self.0.iter().position(|model| model.satisfies(conjuncts, terms))?;
        let model = self.0.remove(at)?;
        self.0.push_front(Arc::clone(&model));
        Some(model)
    }
}

/// A model in which a new conjunct is true too, when the value of one of its symbols is changed: to one that something in the
/// conjuncts about the symbol has in the model, or to a neighbour of one. An input that is compared with what came before
/// costs no question then, however much came before. `conjuncts`: the new one, and those that are true in the model.
pub fn adjusted(model: &Model, conjuncts: &OrdSet<TermId>, new: TermId, symbols: &SymbolTable) -> Option<Model> {
    let mut of = symbols.terms.borrow().symbols_of(&[new]);
    if of.len() > ADJUSTED {
        return None;
    }
    // The newest is in the fewest conjuncts.
    of.sort_unstable_by(|a, b| b.cmp(a));
    of.into_iter().find_map(|symbol| {
        let symbol_term = symbols.terms.borrow_mut().symbol_term(symbol);
        let marks = symbols.marks_of(symbol_term);
        // Marks are shared by symbols whose numbers differ by 64.
        let has_it = |conjunct: &&TermId| {
            symbols.marks_of(**conjunct) & marks != 0
                && symbols.terms.borrow().symbols_of(&[**conjunct]).contains(&symbol)
        };
        let about = conjuncts.iter().filter(has_it).copied();
        let about: Vec<TermId> = about.take(ABOUT + 1).collect();
        if about.len() > ABOUT {
            return None;
        }
        let terms = symbols.terms.borrow();
        let sort = terms.symbol_sort(symbol);
        let top = sort.width().max(1);
        let mut tried: Vec<u128> = vec![0, 1, 1 << (top - 1), (1 << (top - 1)) - 1, u128::MAX];
        for term in terms.below(&about) {
            if terms.sort(term).width() == top
                && let Some(bits) = terms.evaluate(term, &model.assignment).and_then(|value| value.bits())
            {
                tried.extend([bits, bits.wrapping_add(1), bits.wrapping_sub(1)]);
            }
        }
        tried.iter_mut().for_each(|bits| *bits &= mask(top));
        tried.sort_unstable();
        tried.dedup();
        let mut assignment = model.assignment.clone();
        tried.into_iter().take(ADJUSTMENTS).find_map(|bits| {
            let value = TermValue::of_bits(bits, sort)?;
            assignment.set(symbol, value.clone());
            let holds = |term: &TermId| terms.evaluate(*term, &assignment) == Some(TermValue::Bool(true));
            about.iter().rev().all(holds).then(|| {
                let others = model.values.iter().filter(|(of, _)| *of != symbol).cloned();
                Model::new(others.chain([(symbol, value)]).collect())
            })
        })
    })
}

/// Tries values for the one symbol of some conjuncts: those that they compare with, and their neighbours.
pub fn guess(conjuncts: &[TermId], of: &[SymbolId], symbols: &SymbolTable) -> Option<Model> {
    let [symbol] = of else { return None };
    let terms = symbols.terms.borrow();
    let sort = terms.symbol_sort(*symbol);
    let mut tried: Vec<u128> = vec![0, 1];
    for term in terms.below(conjuncts) {
        if let (TermOp::BitVec(bits), true) = (terms.op(term), terms.sort(term).width() <= sort.width().max(1)) {
            tried.extend([bits, bits.wrapping_add(1), bits.wrapping_sub(1)]);
            if tried.len() > TRIED {
                break;
            }
        }
    }
    if let Sort::BitVec(width) = sort {
        tried.extend([1 << (width - 1), u128::MAX]);
    }
    tried.into_iter().find_map(|bits| {
        let model = Model::new(vec![(*symbol, TermValue::of_bits(bits, sort)?)]);
        model.satisfies(conjuncts, &terms).then_some(model)
    })
}
