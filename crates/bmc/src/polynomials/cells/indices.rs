//! Which element of its array an address is, over machine integers.
//!
//! Elements count from a pointer variable where the addresses of an array are made from one, else from a constant:
//! `address = pointer + base + stride * index`. An index has 64 bits, whatever the width of addresses is.
//!
//! Invariant: the index that is made of an address stands for that address modulo the width of addresses. That no other index
//! does is nothing that is said here: an invariant of the elements in a range is one of the addresses that the range has.

use crate::ground::addresses::{accessed, is_pointer, most_counted};
use crate::ground::flow::Flow;
use cairn_base::{FastMap, FastSet};
use cairn_formula::Encoder;
use cairn_ir::Program;
use cairn_term::polynomial::{Fuel, Polynomial, Polynomials};
use cairn_term::{Sort, TermId, Terms, gcd, mask, signed};
use std::collections::{BTreeMap, BTreeSet};

pub(super) const INDEX: u32 = 64;
/// Cost limit of the polynomial of one address.
const FUEL: u64 = 20_000;

/// How the addresses of an array are made.
#[derive(Clone, Copy)]
pub(super) struct Indexing {
    /// The symbol of a pointer variable.
    pub(super) pointer: Option<TermId>,
    base: u128,
    stride: u128,
    width: u32,
}

/// The indexing of each array whose addresses are linear.
pub(super) fn indexing(encoder: &Encoder, program: &Program, flow: &Flow) -> BTreeMap<TermId, Indexing> {
    let terms = &encoder.terms;
    let arrays: FastSet<TermId> = flow.arrays.iter().flatten().copied().collect();
    let roots: Vec<TermId> =
        flow.edges.iter().flat_map(|edge| edge.values.values().copied().chain([edge.condition])).collect();
    let addresses = accessed(terms, &roots, &|array| arrays.contains(&array));
    let is_pointer = |term: TermId| is_pointer(encoder, program, term);
    let made = |(array, addresses)| Some((array, of_addresses(terms, &addresses, &is_pointer)?));
    addresses.into_iter().filter_map(made).collect()
}

fn of_addresses(terms: &Terms, addresses: &BTreeSet<TermId>, is_pointer: &dyn Fn(TermId) -> bool) -> Option<Indexing> {
    let width = terms.width(*addresses.first()?);
    let none = FastMap::default();
    let mut of = Polynomials::new(terms, &none);
    let sums = addresses.iter().filter(|address| terms.sort(**address) == Sort::BitVec(width));
    let sums: Vec<_> = sums.filter_map(|address| of.of(*address, width, &mut Fuel(FUEL))).collect();
    let pointers = |sum: &Polynomial| -> Vec<TermId> {
        let single = sum.products().filter(|(product, coefficient)| product.degree() == 1 && *coefficient == 1);
        single.filter_map(|(product, _)| product.atoms().next()).filter(|atom| is_pointer(*atom)).collect()
    };
    let pointer = most_counted(sums.iter().flat_map(|sum| pointers(sum)));
    let (mut factor, mut constants): (u128, BTreeMap<u128, usize>) = (0, BTreeMap::new());
    for sum in &sums {
        if pointer.is_some_and(|pointer| !pointers(sum).contains(&pointer)) {
            continue;
        }
        let mut constant = 0;
        for (product, coefficient) in sum.products() {
            match product.atoms().next() {
                None => constant = coefficient,
                Some(atom) if Some(atom) == pointer => {}
                Some(_) => factor = gcd(factor as i128, signed(coefficient, width)) as u128,
            }
        }
        *constants.entry(constant).or_default() += 1;
    }
    // `a[i - 1]` begins before the array: most accesses do not.
    let (base, _) = constants.iter().max_by_key(|(constant, count)| (**count, signed(**constant, width).abs()))?;
    let base = if pointer.is_some() { 0 } else { *base };
    for constant in constants.keys() {
        let distance = signed(constant.wrapping_sub(base) & mask(width), width);
        factor = gcd(factor as i128, distance) as u128;
    }
    Some(Indexing { pointer, base, stride: factor.max(1), width })
}

impl Indexing {
    /// The address of an element, where the pointer has a value.
    pub(super) fn address(&self, terms: &mut Terms, index: TermId, pointer: Option<TermId>) -> TermId {
        let index = if self.width < INDEX { terms.extract(index, self.width - 1, 0) } else { index };
        let stride = terms.bits(self.width, self.stride);
        let scaled = terms.bv_mul(stride, index);
        let base = terms.bits(self.width, self.base);
        let start = pointer.map_or(base, |pointer| terms.bv_add(pointer, base));
        terms.bv_add(start, scaled)
    }

    /// The address of an element as a number.
    pub(super) fn address_of(&self, index: i128, pointer: u128) -> u128 {
        pointer.wrapping_add(self.base).wrapping_add(self.stride.wrapping_mul(index as u128)) & mask(self.width)
    }

    /// An index that an address is of, where the pointer has a value.
    pub(super) fn index(&self, terms: &mut Terms, address: TermId, pointer: Option<TermId>) -> Option<TermId> {
        if terms.sort(address) != Sort::BitVec(self.width) || self.width > INDEX {
            return None;
        }
        let mut fuel = Fuel(FUEL);
        let none = FastMap::default();
        let mut of = Polynomials::new(terms, &none);
        let mut sum = (*of.of(address, self.width, &mut fuel)?).clone();
        if let Some(pointer) = pointer {
            sum.add(&*of.of(pointer, self.width, &mut fuel)?, u128::MAX, &mut fuel)?;
        }
        sum.add(&Polynomial::number(self.width, self.base), u128::MAX, &mut fuel)?;
        let mut parts = Vec::new();
        for (product, coefficient) in sum.products() {
            let coefficient = signed(coefficient, self.width);
            if product.degree() > 1 || coefficient % self.stride as i128 != 0 {
                return None;
            }
            parts.push((product.atoms().next(), coefficient / self.stride as i128));
        }
        let mut index = terms.bits(INDEX, 0);
        for (atom, coefficient) in parts {
            let mut part = terms.bits(INDEX, coefficient as u128);
            if let Some(atom) = atom {
                let own = terms.width(atom);
                // A narrower atom stands for itself extended by zeros; a wider one for its low bits.
                let atom = match own {
                    _ if own > INDEX => terms.extract(atom, INDEX - 1, 0),
                    _ if own == self.width => terms.sign_extend(atom, INDEX),
                    _ => terms.zero_extend(atom, INDEX),
                };
                part = terms.bv_mul(part, atom);
            }
            index = terms.bv_add(index, part);
        }
        Some(index)
    }
}
