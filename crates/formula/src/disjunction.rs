//! The disjunction of two path formulas.
//!
//! Paths through a program that start in one state are mutually exclusive: where they part, one passes a condition and
//! the other its negation, over the same terms. So what the one condition has beyond the other (best a part of it whose
//! negation the other has) tells them apart, and is the condition of every case distinction between values.

use crate::encoder::Encoder;
use crate::path_formula::PathFormula;
use crate::trace::FormulaTrace;
use cairn_ir::interval::Interval;
use cairn_term::{Sort, TermId, TermOp};
use std::collections::BTreeSet;

/// Arrays that differ by more stores are chosen between as wholes.
const STORES: usize = 48;

impl Encoder {
    /// Both formulas' paths. They must start at one state and be mutually exclusive, as paths through a program are.
    pub fn join(&mut self, a: &PathFormula, b: &PathFormula) -> PathFormula {
        if self.terms.as_bool(a.condition) == Some(false) {
            return PathFormula { inputs: a.inputs.max(b.inputs), ..b.clone() };
        }
        if self.terms.as_bool(b.condition) == Some(false) {
            return PathFormula { inputs: a.inputs.max(b.inputs), ..a.clone() };
        }
        let (mut common, mut rest_a, mut rest_b) = self.compare(a.condition, b.condition);
        let guard = self.take_complement(&mut rest_a, &mut rest_b);
        let (left, right) = (self.terms.and(&rest_a), self.terms.and(&rest_b));
        let (guard, either) = match guard {
            Some(guard) => (guard, self.terms.ite(guard, left, right)),
            None => (left, self.terms.or(&[left, right])),
        };
        common.push(either);
        let condition = self.terms.and(&common);
        let mut values = a.values.clone();
        let differing: Vec<_> = (a.values.diff(&b.values))
            .map(|item| match item {
                imbl::ordmap::DiffItem::Add(cell, _) | imbl::ordmap::DiffItem::Remove(cell, _) => *cell,
                imbl::ordmap::DiffItem::Update { old: (cell, _), .. } => *cell,
            })
            .collect();
        for cell in differing {
            let Some(plain) = self.plain(cell) else { continue };
            let (x, y) = (a.values.get(&cell).unwrap_or(&plain), b.values.get(&cell).unwrap_or(&plain));
            let value = match self.join_arrays(guard, *x, *y) {
                Some(array) => array,
                None => self.terms.ite(guard, *x, *y),
            };
            if value == plain {
                values.remove(&cell);
            } else {
                values.insert(cell, value);
            }
        }
        let known = if a.known.ptr_eq(&b.known) {
            a.known.clone()
        } else {
            let widest = |x: &Interval, y: &Interval| Interval { low: x.low.min(y.low), high: x.high.max(y.high) };
            a.known.iter().filter_map(|(term, x)| Some((*term, widest(x, b.known.get(term)?)))).collect()
        };
        let trace = FormulaTrace::join(guard, &a.trace, &b.trace);
        PathFormula { condition, values, inputs: a.inputs.max(b.inputs), trace, known }
    }

    /// The conjuncts of two conditions: in both, in the first, in the second. What is common is not taken apart, so this
    /// costs what the conditions differ in.
    fn compare(&self, a: TermId, b: TermId) -> (Vec<TermId>, Vec<TermId>, Vec<TermId>) {
        let (mut in_a, mut in_b) = (BTreeSet::from([a]), BTreeSet::from([b]));
        let (mut common, mut rest_a, mut rest_b) = (Vec::new(), Vec::new(), Vec::new());
        // Parts have smaller ids than the whole, so the largest one left is in both sets or in none of the other's parts.
        while let Some(term) = in_a.last().max(in_b.last()).copied() {
            let (left, right) = (in_a.remove(&term), in_b.remove(&term));
            if left && right {
                common.push(term);
            } else if self.terms.op(term) == TermOp::And {
                let parts = self.terms.get(term).args.iter().copied();
                if left { in_a.extend(parts) } else { in_b.extend(parts) }
            } else if self.terms.as_bool(term) != Some(true) {
                if left { rest_a.push(term) } else { rest_b.push(term) }
            }
        }
        (common, rest_a, rest_b)
    }

    /// A part of the first whose negation the second has, taken out of both.
    fn take_complement(&mut self, a: &mut Vec<TermId>, b: &mut Vec<TermId>) -> Option<TermId> {
        // The last in the list is the oldest condition: where the paths parted.
        for at in (0..a.len()).rev() {
            let opposite = self.terms.not(a[at]);
            if let Some(there) = b.iter().position(|term| *term == opposite) {
                b.remove(there);
                return Some(a.remove(at));
            }
        }
        None
    }

    /// The choice between two arrays that come from one by few stores, as stores of choices: what is selected from it is
    /// then as simple as without the join. `None` for other values.
    fn join_arrays(&mut self, guard: TermId, x: TermId, y: TermId) -> Option<TermId> {
        if !matches!(self.terms.sort(x), Sort::Array(_)) {
            return None;
        }
        // The arrays that each is made of, the newest first.
        let (of_x, of_y) = (self.store_chain(x), self.store_chain(y));
        let base = *of_x.iter().find(|array| of_y.contains(array))?;
        let mut indices: Vec<TermId> = Vec::new();
        for chain in [&of_x, &of_y] {
            let stores = chain.iter().take_while(|array| **array != base);
            let of_chain: Vec<TermId> = stores.filter_map(|array| self.stored_at(*array)).collect();
            for index in of_chain.into_iter().rev() {
                if !indices.contains(&index) {
                    indices.push(index);
                }
            }
        }
        // At an index that neither writes both hold what the base does; at the others each says what it holds, whether or
        // not some of them are equal.
        let mut joined = base;
        for index in indices {
            let (then, otherwise) = (self.select(x, index), self.select(y, index));
            let value = self.terms.ite(guard, then, otherwise);
            let value = self.named(value);
            joined = self.terms.store(joined, index, value);
        }
        Some(self.named(joined))
    }

    /// An array and those that it is made of by stores, as far as [`STORES`].
    fn store_chain(&self, array: TermId) -> Vec<TermId> {
        let (mut chain, mut at, mut stores) = (vec![array], array, 0);
        while stores < STORES {
            at = match (self.terms.op(at), self.known.named_values.get(&at)) {
                (TermOp::Store, _) => {
                    stores += 1;
                    self.terms.arg(at, 0)
                }
                (_, Some(value)) => *value,
                _ => break,
            };
            chain.push(at);
        }
        chain
    }
    /// The index of the store that an array is.
    fn stored_at(&self, array: TermId) -> Option<TermId> {
        (self.terms.op(array) == TermOp::Store).then(|| self.terms.arg(array, 1))
    }
}
