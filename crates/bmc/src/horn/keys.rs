//! Unit of the index of a distinguished cell: elements of its array, not bytes of memory.
//!
//! Addresses are sums such as `70368744177716 + 4*i`. Where all addresses at which the program reads or writes an array are
//! `base + stride * n`, the index is `n`: lemmas are then `n < i` and not about multiples of four. Where most are
//! `p + base + stride * n` with a pointer variable `p`, as those of an array on the heap are, the index counts from where `p`
//! points in the same state; other addresses have no index then, and nothing is assumed of what they read.

use crate::ground::addresses::{accessed, is_pointer, most_counted};
use cairn_base::FastMap;
use cairn_formula::Encoder;
use cairn_ir::Program;
use cairn_term::{Linear, Rational, Sort, TermId, TermOp, Terms, gcd};
use std::collections::BTreeSet;

/// `pointer + base + stride * index`.
#[derive(Clone, Copy)]
struct Key {
    /// The plain symbol of a pointer variable, where addresses are made from it.
    pointer: Option<TermId>,
    base: i128,
    stride: i128,
}

/// The indices of arrays, by their plain symbols.
#[derive(Default)]
pub(crate) struct Keys(FastMap<TermId, Key>);

impl Keys {
    /// From all reads and writes in some terms.
    pub(crate) fn new(encoder: &Encoder, program: &Program, roots: &[TermId]) -> Self {
        let terms = &encoder.terms;
        let is_cell = |array: TermId| match terms.op(array) {
            TermOp::Symbol(symbol) => encoder.cell_of(symbol).is_some(),
            _ => false,
        };
        let addresses = accessed(terms, roots, &is_cell);
        let is_pointer = |term: TermId| is_pointer(encoder, program, term);
        let keys = (addresses.into_iter())
            .filter_map(|(array, addresses)| Some((array, key(terms, &addresses, &is_pointer)?)));
        Self(keys.collect())
    }

    /// The pointer from which indices of an array count.
    pub(crate) fn pointer(&self, array: TermId) -> Option<TermId> {
        self.0.get(&array).and_then(|key| key.pointer)
    }

    /// The address that an index stands for, in a state in which the pointer has a value.
    pub(crate) fn address(&self, terms: &mut Terms, array: TermId, index: TermId, pointer: Option<TermId>) -> TermId {
        let Some(key) = self.0.get(&array) else { return index };
        let scaled = match Rational::new(key.stride, 1) {
            Some(stride) => terms.multiple(stride, index),
            None => return index,
        };
        let base = terms.int(key.base);
        let base = pointer.map_or(base, |pointer| terms.add(pointer, base));
        terms.add(base, scaled)
    }

    /// The index that an address is; `None` where the address is none of the array's.
    pub(crate) fn index(&self, terms: &mut Terms, array: TermId, address: TermId) -> Option<TermId> {
        let Some(key) = self.0.get(&array) else { return Some(address) };
        let mut sum = terms.linear(address);
        if let Some(pointer) = key.pointer {
            sum = sum.minus(&terms.linear(pointer))?;
        }
        sum = sum.minus(&Linear::constant(Rational::new(key.base, 1)?))?.scale(Rational::new(1, key.stride)?)?;
        let is_whole = |number: Rational| number.den() == 1;
        let all_whole = is_whole(sum.constant) && sum.parts.iter().all(|(_, factor)| is_whole(*factor));
        all_whole.then(|| terms.of_linear(&sum, Sort::Int))
    }
}

fn key(terms: &Terms, addresses: &BTreeSet<TermId>, is_pointer: &dyn Fn(TermId) -> bool) -> Option<Key> {
    let mut sums: Vec<Linear> = addresses.iter().map(|address| terms.linear(*address)).collect();
    let single = sums.iter().flat_map(|sum| &sum.parts).filter(|(_, factor)| factor.whole() == Some(1));
    let pointer = most_counted(single.map(|(atom, _)| *atom).filter(|atom| is_pointer(*atom)));
    if let Some(pointer) = pointer {
        let of_pointer = terms.linear(pointer);
        sums.retain(|sum| sum.parts.iter().any(|(atom, _)| *atom == pointer));
        sums = sums.iter().map(|sum| sum.minus(&of_pointer)).collect::<Option<_>>()?;
    }
    let base = sums.iter().map(|sum| sum.constant.num()).min()?;
    let mut stride: i128 = 0;
    for sum in &sums {
        let factors = sum.parts.iter().map(|(_, factor)| *factor);
        let distance = Rational::new(sum.constant.num().checked_sub(base)?, sum.constant.den())?;
        for number in factors.chain([distance]) {
            if number.den() != 1 {
                return None;
            }
            stride = i128::try_from(gcd(stride, number.num())).ok()?;
        }
    }
    Some(Key { pointer, base, stride: stride.max(1) })
}
