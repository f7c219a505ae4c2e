//! Labels: sets of conjuncts over the plain symbols of formulas, interned, so that a label that has all conjuncts of
//! another implies it without a solver, and answers about labels can be remembered by two small numbers.

use cairn_base::define_id;
use cairn_base::id::{Id, Interner};
use cairn_term::{TermId, TermOp, Terms};

define_id!(
    /// A label.
    pub LabelId, "l"
);

/// All labels of a run.
pub struct Labels {
    /// Sorted, without duplicates; none holds true, and one that holds false holds nothing else.
    sets: Interner<LabelId, Vec<TermId>>,
}

impl Labels {
    /// True and false.
    pub fn new(terms: &mut Terms) -> Self {
        let mut sets = Interner::new();
        sets.intern(Vec::new());
        sets.intern(vec![terms.bool(false)]);
        Self { sets }
    }
    /// The label that says nothing.
    pub fn tautology(&self) -> LabelId {
        Id::from_index(0)
    }
    /// The label of what is not reachable.
    pub fn contradiction(&self) -> LabelId {
        Id::from_index(1)
    }
    /// The conjuncts.
    pub fn conjuncts(&self, label: LabelId) -> &[TermId] {
        &self.sets[label]
    }
    /// The label as one formula.
    pub fn formula(&self, terms: &mut Terms, label: LabelId) -> TermId {
        terms.and(&self.sets[label])
    }
    /// The conjuncts of `a` that `b` does not have.
    pub fn difference(&self, a: LabelId, b: LabelId) -> Vec<TermId> {
        let other = &self.sets[b];
        self.sets[a].iter().copied().filter(|term| other.binary_search(term).is_err()).collect()
    }
    /// The label that says what `label` says, and `formula`.
    pub fn conjoin(&mut self, terms: &mut Terms, label: LabelId, formula: TermId) -> LabelId {
        let mut set = self.sets[label].clone();
        collect(terms, formula, &mut set);
        set.sort_unstable();
        set.dedup();
        let contradicts = |term: &TermId, terms: &mut Terms| {
            let negation = terms.not(*term);
            set.binary_search(&negation).is_ok()
        };
        let is_false = set.iter().any(|term| terms.as_bool(*term) == Some(false) || contradicts(term, terms));
        if is_false {
            return self.contradiction();
        }
        set.retain(|term| terms.as_bool(*term) != Some(true));
        self.sets.intern(set)
    }
}

/// The conjuncts of a formula.
pub(crate) fn collect(terms: &Terms, formula: TermId, into: &mut Vec<TermId>) {
    let mut stack = vec![formula];
    while let Some(term) = stack.pop() {
        if terms.op(term) == TermOp::And {
            stack.extend(terms.get(term).args.iter().copied());
        } else {
            into.push(term);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_term::Sort;

    #[test]
    fn conjunctions_are_sets() {
        let mut terms = Terms::new();
        let mut labels = Labels::new(&mut terms);
        let [a, b] = ["a", "b"].map(|name| terms.symbol(name, Sort::Bool));
        let both = terms.and(&[a, b]);
        let one = labels.conjoin(&mut terms, labels.tautology(), both);
        let other = labels.conjoin(&mut terms, labels.tautology(), b);
        let again = labels.conjoin(&mut terms, other, a);
        assert_eq!(one, again);
        assert_eq!(labels.difference(one, other), [a]);
        assert!(labels.difference(other, one).is_empty());
        let not_a = terms.not(a);
        assert_eq!(labels.conjoin(&mut terms, one, not_a), labels.contradiction());
        let yes = terms.bool(true);
        assert_eq!(labels.conjoin(&mut terms, other, yes), other);
    }
}
