//! Path constraints, by what they have to do with each other.
//!
//! Conjuncts that share no symbol are independent: a new one can only contradict those that it reaches through shared
//! symbols. So they are kept in parts, each with its symbols, and a question is asked of one part. A part keeps an
//! assignment that makes it true, when one is known: most questions are answered by it.
//!
//! A part none of whose symbols is in the memory any more says nothing of what comes, and goes: it is satisfiable, and a
//! constraint less is sound anyway.

use super::model::Model;
use super::symbols::SymbolTable;
use cairn_term::{SymbolId, TermId};
use imbl::OrdSet;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Conjuncts that have to do with each other.
#[derive(Clone, Debug)]
pub struct ConjunctGroup {
    /// The symbols in them, as marks.
    pub marks: u64,
    /// The symbols, sorted.
    pub symbols: Arc<[SymbolId]>,
    /// The conjuncts. Shared with those of the states before: a loop may add one each time.
    pub conjuncts: OrdSet<TermId>,
    /// An assignment that makes them true.
    pub witness: Option<Arc<Model>>,
}

impl ConjunctGroup {
    /// One conjunct as a part.
    pub fn of(conjunct: TermId, symbols: &SymbolTable) -> Self {
        let mut names = symbols.terms.borrow().symbols_of(&[conjunct]);
        names.sort_unstable();
        let marks = symbols.marks_of(conjunct);
        Self { marks, symbols: names.into(), conjuncts: OrdSet::unit(conjunct), witness: None }
    }
    /// This one and others as one part, without a witness.
    pub fn joined(self, others: Vec<ConjunctGroup>) -> Self {
        let mut joined = Self { witness: None, ..self };
        for other in others {
            joined.marks |= other.marks;
            let is_new = |symbol: &&SymbolId| other.symbols.binary_search(symbol).is_err();
            let mut more: Vec<SymbolId> = joined.symbols.iter().filter(is_new).copied().collect();
            joined.symbols = if more.is_empty() {
                other.symbols
            } else {
                more.extend(other.symbols.iter());
                more.sort_unstable();
                more.into()
            };
            let (small, mut large) = match joined.conjuncts.len() < other.conjuncts.len() {
                true => (joined.conjuncts, other.conjuncts),
                false => (other.conjuncts, joined.conjuncts),
            };
            large.extend(small);
            joined.conjuncts = large;
        }
        joined
    }
    /// Whether it has one of some symbols, which are sorted.
    pub fn meets(&self, marks: u64, symbols: &[SymbolId]) -> bool {
        self.marks & marks != 0 && symbols.iter().any(|symbol| self.symbols.binary_search(symbol).is_ok())
    }
}

/// The constraints of a path.
#[derive(Clone, Debug, Default)]
pub struct Constraints(Arc<Vec<ConjunctGroup>>);

impl Constraints {
    /// The parts, by their first conjuncts.
    pub fn parts(&self) -> &[ConjunctGroup] {
        &self.0
    }
    /// The symbols in all, as marks.
    pub fn marks(&self) -> u64 {
        self.0.iter().fold(0, |marks, part| marks | part.marks)
    }
    /// Whether one is there as it is.
    pub fn contains(&self, conjunct: TermId) -> bool {
        self.0.iter().any(|part| part.conjuncts.contains(&conjunct))
    }
    /// How many conjuncts there are.
    pub fn len(&self) -> usize {
        self.0.iter().map(|part| part.conjuncts.len()).sum()
    }
    /// True without any.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    /// The parts that have to do with some symbols, and the others.
    pub fn divided(&self, marks: u64, symbols: &[SymbolId]) -> (Vec<ConjunctGroup>, Vec<ConjunctGroup>) {
        self.0.iter().cloned().partition(|part| part.meets(marks, symbols))
    }
    /// The constraints of some parts that share no symbol.
    pub fn of(mut parts: Vec<ConjunctGroup>) -> Self {
        parts.retain(|part| !part.conjuncts.is_empty());
        parts.sort_unstable_by_key(|part| part.conjuncts.get_min().copied());
        Self(Arc::new(parts))
    }
    /// With some conjuncts of which nobody has asked whether they can hold.
    #[must_use]
    pub fn with(&self, conjuncts: impl IntoIterator<Item = TermId>, symbols: &SymbolTable) -> Self {
        let mut all = self.clone();
        for conjunct in conjuncts {
            let new = ConjunctGroup::of(conjunct, symbols);
            let (met, mut others) = all.divided(new.marks, &new.symbols);
            others.push(new.joined(met));
            all = Self::of(others);
        }
        all
    }
    /// Without the parts that have no symbol among some.
    pub fn about(&self, marks: u64) -> Self {
        if self.0.iter().all(|part| part.marks & marks != 0) {
            return self.clone();
        }
        Self(Arc::new(self.0.iter().filter(|part| part.marks & marks != 0).cloned().collect()))
    }
}

impl PartialEq for Constraints {
    fn eq(&self, other: &Self) -> bool {
        let same =
            |(a, b): (&ConjunctGroup, &ConjunctGroup)| a.conjuncts.ptr_eq(&b.conjuncts) || a.conjuncts == b.conjuncts;
        Arc::ptr_eq(&self.0, &other.0) || (self.0.len() == other.0.len() && self.0.iter().zip(&*other.0).all(same))
    }
}
impl Eq for Constraints {}

impl Hash for Constraints {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.iter().for_each(|part| (part.conjuncts.len(), part.conjuncts.get_max()).hash(state));
    }
}
