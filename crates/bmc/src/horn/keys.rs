//! What the index of a distinguished cell counts: elements of its array, not bytes of memory.
//!
//! Addresses are sums such as `70368744177716 + 4*i`. Where all addresses at which the program reads or writes an array are
//! `base + stride * n`, the index is `n`: Spacer's lemmas are then `n < i` and not about multiples of four.

use cairn_base::{FastMap, FastSet};
use cairn_formula::Encoder;
use cairn_term::{Linear, Rational, Sort, TermId, TermOp, Terms, gcd};

/// `base + stride * index`.
#[derive(Clone, Copy)]
struct Key {
    base: i128,
    stride: i128,
}

/// The indices of arrays, by their plain symbols.
#[derive(Default)]
pub(crate) struct Keys(FastMap<TermId, Key>);

impl Keys {
    /// From all reads and writes in some terms.
    pub(crate) fn new(encoder: &Encoder, roots: &[TermId]) -> Self {
        let terms = &encoder.terms;
        let mut addresses: FastMap<TermId, Vec<TermId>> = FastMap::default();
        let mut seen: FastSet<(TermId, TermId)> = FastSet::default();
        for term in terms.below(roots) {
            if !matches!(terms.op(term), TermOp::Select | TermOp::Store) {
                continue;
            }
            let address = terms.arg(term, 1);
            let mut open = vec![terms.arg(term, 0)];
            while let Some(array) = open.pop() {
                if !seen.insert((array, address)) {
                    continue;
                }
                match terms.op(array) {
                    TermOp::Store => open.push(terms.arg(array, 0)),
                    TermOp::Ite => open.extend([terms.arg(array, 1), terms.arg(array, 2)]),
                    TermOp::Symbol(symbol) if encoder.cell_of(symbol).is_some() => {
                        addresses.entry(array).or_default().push(address);
                    }
                    _ => {}
                }
            }
        }
        let keys = addresses.into_iter().filter_map(|(array, addresses)| Some((array, key(terms, &addresses)?)));
        Self(keys.collect())
    }

    /// The address that an index stands for.
    pub(crate) fn address(&self, terms: &mut Terms, array: TermId, index: TermId) -> TermId {
        let Some(key) = self.0.get(&array) else { return index };
        let scaled = match Rational::new(key.stride, 1) {
            Some(stride) => terms.multiple(stride, index),
            None => return index,
        };
        let base = terms.int(key.base);
        terms.add(base, scaled)
    }

    /// The index that an address is; `None` where the address is none of the array's.
    pub(crate) fn index(&self, terms: &mut Terms, array: TermId, address: TermId) -> Option<TermId> {
        let Some(key) = self.0.get(&array) else { return Some(address) };
        let mut sum = terms.linear(address);
        sum = sum.minus(&Linear::constant(Rational::new(key.base, 1)?))?.scale(Rational::new(1, key.stride)?)?;
        let is_whole = |number: Rational| number.den() == 1;
        let all_whole = is_whole(sum.constant) && sum.parts.iter().all(|(_, factor)| is_whole(*factor));
        all_whole.then(|| terms.of_linear(&sum, Sort::Int))
    }
}

fn key(terms: &Terms, addresses: &[TermId]) -> Option<Key> {
    let sums: Vec<Linear> = addresses.iter().map(|address| terms.linear(*address)).collect();
    let base = sums.iter().map(|sum| sum.constant.num()).min()?;
    let mut stride: i128 = 0;
    for sum in &sums {
        let factors = sum.parts.iter().map(|(_, factor)| *factor);
        for number in factors.chain([Rational::new(sum.constant.num().checked_sub(base)?, sum.constant.den())?]) {
            if number.den() != 1 {
                return None;
            }
            stride = i128::try_from(gcd(stride, number.num())).ok()?;
        }
    }
    Some(Key { base, stride: stride.max(1) })
}
