//! Terms without arrays: what is read from an array is a whole number of its own, one for each index that is read.
//!
//! A clause `R(x, a) ∧ φ(x, a) → …` over an array `a` becomes one over `R'(x, k, v)`, "some state has `a[k] = v`". Of a
//! state in `R`, `R'(x, k, a[k])` holds for every `k`; so the clause may assume it for the indices at which `φ` reads `a`,
//! and nothing else is said of `a`. Assuming less makes the clause stronger, so its solutions are solutions of the original,
//! read as "for all `k`, `R'(x, k, a[k])`".
//!
//! A read of `store(a, i, v)` at `j` is `ite(i = j, v, a[j])`. Equal indices of one array read equal values. What is neither
//! a number nor a truth value (bits, floats), and what is computed from that, is any value, the same for the same term: that
//! leaves more states, never fewer.

use cairn_base::{FastIndexMap, FastMap};
use cairn_formula::Encoder;
use cairn_term::{Sort, TermId, TermOp, Terms};

/// So many stores are looked through; what lies below is any value.
const MOST_STORES: usize = 2_000;
/// Of more reads of one array equal indices are not said to read equal values.
const MOST_COMPARED: usize = 24;

/// Reads of arrays in one clause.
pub(crate) struct Reads {
    /// The clause's number, which makes its symbols its own.
    clause: usize,
    /// By array symbol and index (without arrays), the symbol of what is there.
    reads: FastIndexMap<(TermId, TermId), TermId>,
    /// Array symbols that are names of other arrays.
    names: FastMap<TermId, TermId>,
    done: FastMap<TermId, TermId>,
    fresh: usize,
    /// The sorts that are kept; terms of others are any value.
    is_scalar: fn(Sort) -> bool,
}

impl Reads {
    /// No read yet. `names`: equations of a symbol and an array that hold in the clause.
    pub(crate) fn new(clause: usize, names: FastMap<TermId, TermId>) -> Self {
        let (reads, done) = (FastIndexMap::default(), FastMap::default());
        Self { clause, reads, names, done, fresh: 0, is_scalar }
    }

    /// As [`Reads::new`], over machine integers in place of whole numbers.
    pub(crate) fn of_machine_integers(clause: usize) -> Self {
        let is_scalar = |sort| matches!(sort, Sort::Bool | Sort::BitVec(_));
        Self { is_scalar, ..Self::new(clause, FastMap::default()) }
    }

    /// The array that a symbol is a name of.
    pub(crate) fn named(&self, array: TermId) -> Option<TermId> {
        self.names.get(&array).copied()
    }

    /// A symbol of the clause's own.
    pub(crate) fn fresh(&mut self, terms: &mut Terms, sort: Sort) -> TermId {
        self.fresh += 1;
        terms.symbol(format!("clause {}, {}", self.clause, self.fresh), sort)
    }

    pub(crate) fn all(&self) -> &FastIndexMap<(TermId, TermId), TermId> {
        &self.reads
    }

    /// A number or truth value without arrays.
    pub(crate) fn scalar(&mut self, terms: &mut Terms, root: TermId) -> TermId {
        let mut roots = vec![root];
        roots.extend(self.names.values());
        for term in terms.below(&roots) {
            if !self.done.contains_key(&term) {
                let new = self.rewritten(terms, term);
                self.done.insert(term, new);
            }
        }
        self.done.get(&root).copied().unwrap_or(root)
    }

    fn rewritten(&mut self, terms: &mut Terms, term: TermId) -> TermId {
        let node = terms.get(term).clone();
        if !(self.is_scalar)(node.sort) {
            return term;
        }
        match node.op {
            TermOp::Symbol(_) => term,
            TermOp::Select => {
                let (array, index) = (node.args[0], node.args[1]);
                if !(self.is_scalar)(terms.sort(index)) {
                    return self.fresh(terms, node.sort);
                }
                let index = self.done.get(&index).copied().unwrap_or(index);
                self.read(terms, array, index, node.sort)
            }
            TermOp::Call(_) => self.fresh(terms, node.sort),
            TermOp::Mul if node.args.iter().filter(|arg| terms.constant(**arg).is_none()).count() > 1 => {
                self.fresh(terms, node.sort)
            }
            _ if node.args.iter().all(|arg| (self.is_scalar)(terms.sort(*arg))) => {
                let args: Vec<TermId> = node.args.iter().map(|arg| self.done[arg]).collect();
                terms.apply(node.op, &args, node.sort)
            }
            _ => self.fresh(terms, node.sort),
        }
    }

    /// Value of an array at an index, which has no arrays in it.
    fn read(&mut self, terms: &mut Terms, array: TermId, index: TermId, sort: Sort) -> TermId {
        // Stores that may be at the index, the last first; what lies below them comes at the end.
        let mut above: Vec<(TermId, TermId)> = Vec::new();
        let mut from = array;
        let mut below = loop {
            let node = terms.get(from).clone();
            if above.len() > MOST_STORES {
                break self.fresh(terms, sort);
            }
            match node.op {
                TermOp::Store => {
                    let at = self.done.get(&node.args[1]).copied().unwrap_or(node.args[1]);
                    let value = self.done.get(&node.args[2]).copied().unwrap_or(node.args[2]);
                    if at == index {
                        break value;
                    }
                    if !terms.differ(at, index) {
                        let is_here = terms.eq(at, index);
                        above.push((is_here, value));
                    }
                    from = node.args[0];
                }
                TermOp::ArrayConst => break self.done.get(&node.args[0]).copied().unwrap_or(node.args[0]),
                TermOp::Ite => {
                    let condition = self.done.get(&node.args[0]).copied().unwrap_or(node.args[0]);
                    let then = self.read(terms, node.args[1], index, sort);
                    let otherwise = self.read(terms, node.args[2], index, sort);
                    break terms.ite(condition, then, otherwise);
                }
                TermOp::Symbol(_) => match self.names.get(&from) {
                    Some(named) => from = *named,
                    None => break self.of_symbol(terms, from, index, sort),
                },
                _ => break self.fresh(terms, sort),
            }
        };
        for (is_here, value) in above.into_iter().rev() {
            below = terms.ite(is_here, value, below);
        }
        below
    }

    fn of_symbol(&mut self, terms: &mut Terms, array: TermId, index: TermId, sort: Sort) -> TermId {
        if let Some(known) = self.reads.get(&(array, index)) {
            return *known;
        }
        let value = self.fresh(terms, sort);
        self.reads.insert((array, index), value);
        value
    }

    /// That equal indices of one array read equal values.
    pub(crate) fn congruences(&self, terms: &mut Terms) -> Vec<TermId> {
        let mut by_array: FastIndexMap<TermId, Vec<(TermId, TermId)>> = FastIndexMap::default();
        for ((array, index), value) in &self.reads {
            by_array.entry(*array).or_default().push((*index, *value));
        }
        let mut all = Vec::new();
        for reads in by_array.values().filter(|reads| reads.len() <= MOST_COMPARED) {
            for (at, (index, value)) in reads.iter().enumerate() {
                for (other, held) in &reads[at + 1..] {
                    if !terms.differ(*index, *other) {
                        let (same, equal) = (terms.eq(*index, *other), terms.eq(*value, *held));
                        all.push(terms.implies(same, equal));
                    }
                }
            }
        }
        all
    }
}

/// A sort that clauses are about.
pub(crate) fn is_scalar(sort: Sort) -> bool {
    matches!(sort, Sort::Bool | Sort::Int)
}

/// The bounds that the elements of an array have at every index.
pub(super) fn element_range(encoder: &mut Encoder, array: TermId) -> Option<(i128, i128)> {
    let anywhere = encoder.terms.symbol(format!("any index of {array}"), Sort::Int);
    let element = encoder.terms.select(array, anywhere);
    let facts = encoder.facts(&[element]);
    let terms = &mut encoder.terms;
    let (mut low, mut high) = (None, None);
    for fact in terms.conjuncts(facts) {
        let (is_negated, atom) = if terms.op(fact) == TermOp::Not { (true, terms.arg(fact, 0)) } else { (false, fact) };
        if terms.op(atom) != TermOp::Le || terms.arg(atom, 0) != element {
            continue;
        }
        match terms.as_int(terms.arg(atom, 1)) {
            Some(bound) if is_negated => low = Some(bound.checked_add(1)?),
            Some(bound) => high = Some(bound),
            None => {}
        }
    }
    low.zip(high)
}
