//! Polynomials over bit-vectors: exact algebra modulo `2^width`.
//!
//! A [`Polynomial`] maps products of atoms to coefficients. Addition, subtraction, multiplication, negation, complement
//! (`-x - 1`), shifts by constants and truncation are operations of the ring of integers modulo `2^width`, so a term that
//! is made of these is its polynomial whatever the atoms are, overflow included. Everything else is an atom. Two terms
//! with equal polynomials are equal in every model; the converse is not claimed (`x * (x + 1)` is even).
//!
//! An atom stands for the term's value as an unsigned number: one that is wider than the ring stands for its low bits,
//! so truncation is read through; one that is narrower stands for itself extended by zeros.

use crate::store::Terms;
use crate::term::{Args, TermId, TermOp};
use crate::value::mask;
use cairn_base::FastMap;
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::rc::Rc;

type Power = (TermId, Reverse<u32>);

/// A product of powers of atoms, by ascending ids. Ordered by degree, then so that a higher power of the first atom comes
/// first: this order respects multiplication, so that replacing a greatest product by smaller ones ends.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Product {
    degree: u32,
    powers: SmallVec<[Power; 4]>,
}

impl Product {
    /// The empty product.
    pub fn one() -> Self {
        Self { degree: 0, powers: SmallVec::new() }
    }

    fn atom(atom: TermId) -> Self {
        Self { degree: 1, powers: SmallVec::from_slice(&[(atom, Reverse(1))]) }
    }

    /// The atoms, each with its exponent.
    pub fn powers(&self) -> impl Iterator<Item = (TermId, u32)> {
        self.powers.iter().map(|(atom, Reverse(power))| (*atom, *power))
    }

    /// The atoms, each once.
    pub fn atoms(&self) -> impl Iterator<Item = TermId> {
        self.powers.iter().map(|(atom, _)| *atom)
    }

    /// The sum of the exponents.
    pub fn degree(&self) -> u32 {
        self.degree
    }

    /// The product of two.
    pub fn times(&self, other: &Self) -> Self {
        let mut powers: SmallVec<[Power; 4]> = SmallVec::with_capacity(self.powers.len() + other.powers.len());
        let (mut left, mut right) = (self.powers.iter().peekable(), other.powers.iter().peekable());
        loop {
            match (left.peek(), right.peek()) {
                (Some((a, Reverse(x))), Some((b, Reverse(y)))) if a == b => {
                    powers.push((*a, Reverse(x + y)));
                    left.next();
                    right.next();
                }
                (Some(a), Some(b)) if a.0 > b.0 => powers.extend(right.next().copied()),
                (Some(_), _) => powers.extend(left.next().copied()),
                (None, Some(_)) => powers.extend(right.next().copied()),
                (None, None) => break,
            }
        }
        Self { degree: self.degree + other.degree, powers }
    }

    /// Quotient when another product is divided out.
    pub fn without(&self, other: &Self) -> Option<Self> {
        let mut powers = self.powers.clone();
        for (atom, Reverse(power)) in &other.powers {
            let (_, Reverse(mine)) = powers.iter_mut().find(|(mine, _)| mine == atom)?;
            *mine = mine.checked_sub(*power)?;
        }
        powers.retain(|(_, Reverse(power))| *power > 0);
        Some(Self { degree: self.degree - other.degree, powers })
    }
}

/// A sum of products with coefficients, none of them zero.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Polynomial {
    width: u32,
    terms: BTreeMap<Product, u128>,
}

/// Remaining cost of computations, in products that are made. [`None`] of the operations below: it is used up.
#[derive(Debug)]
pub struct Fuel(pub u64);

impl Fuel {
    /// Takes from it.
    pub fn burn(&mut self, amount: usize) -> Option<()> {
        self.0 = self.0.checked_sub(amount as u64 + 1)?;
        Some(())
    }
}

/// Products of one polynomial, at most.
const MOST_PRODUCTS: usize = 600;
/// Their degree, at most.
const MOST_DEGREE: u32 = 300;

impl Polynomial {
    /// The polynomial 0.
    pub fn zero(width: u32) -> Self {
        Self { width, terms: BTreeMap::new() }
    }

    /// A constant polynomial.
    pub fn number(width: u32, value: u128) -> Self {
        let mut zero = Self::zero(width);
        zero.add_product(Product::one(), value);
        zero
    }

    /// The polynomial that is one atom.
    pub fn atom(width: u32, atom: TermId) -> Self {
        let mut zero = Self::zero(width);
        zero.add_product(Product::atom(atom), 1);
        zero
    }

    /// The number that it is, if it is one.
    pub fn constant(&self) -> Option<u128> {
        match self.terms.first_key_value() {
            None => Some(0),
            Some((product, value)) => (self.terms.len() == 1 && product.degree == 0).then_some(*value),
        }
    }

    /// Bits of the ring.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Its products with their coefficients, in order.
    pub fn products(&self) -> impl DoubleEndedIterator<Item = (&Product, u128)> {
        self.terms.iter().map(|(product, coefficient)| (product, *coefficient))
    }

    /// The greatest product and its coefficient.
    pub fn leading(&self) -> Option<(&Product, u128)> {
        self.products().next_back()
    }

    /// Times one product and a number.
    pub fn times_product(&self, by: &Product, coefficient: u128, fuel: &mut Fuel) -> Option<Self> {
        let mut factor = Self::zero(self.width);
        factor.add_product(by.clone(), coefficient);
        self.times(&factor, fuel)
    }

    /// Adds a product with a coefficient.
    pub fn add_product(&mut self, product: Product, coefficient: u128) {
        let mask = mask(self.width);
        let sum = self.terms.get(&product).copied().unwrap_or(0).wrapping_add(coefficient) & mask;
        match sum {
            0 => self.terms.remove(&product),
            _ => self.terms.insert(product, sum),
        };
    }

    /// Adds a multiple of another.
    pub fn add(&mut self, other: &Self, factor: u128, fuel: &mut Fuel) -> Option<()> {
        fuel.burn(other.terms.len())?;
        for (product, coefficient) in &other.terms {
            self.add_product(product.clone(), coefficient.wrapping_mul(factor));
        }
        (self.terms.len() <= MOST_PRODUCTS).then_some(())
    }

    /// The product of two.
    pub fn times(&self, other: &Self, fuel: &mut Fuel) -> Option<Self> {
        fuel.burn(self.terms.len() * other.terms.len())?;
        let mut all = Self::zero(self.width);
        for (a, x) in &self.terms {
            for (b, y) in &other.terms {
                let product = a.times(b);
                if product.degree > MOST_DEGREE {
                    return None;
                }
                all.add_product(product, x.wrapping_mul(*y));
            }
        }
        (all.terms.len() <= MOST_PRODUCTS).then_some(all)
    }

    /// With atoms replaced by polynomials, where there is one for an atom.
    pub fn replaced(
        &self,
        mut by: impl FnMut(TermId, &mut Fuel) -> Option<Option<Rc<Self>>>,
        fuel: &mut Fuel,
    ) -> Option<Self> {
        let mut all = Self::zero(self.width);
        for (product, coefficient) in &self.terms {
            let mut kept = Product::one();
            let mut factor = Self::number(self.width, *coefficient);
            for (atom, Reverse(power)) in &product.powers {
                match by(*atom, fuel)? {
                    Some(polynomial) => {
                        for _ in 0..*power {
                            factor = factor.times(&polynomial, fuel)?;
                        }
                    }
                    None => {
                        let own = Product { degree: *power, powers: SmallVec::from_slice(&[(*atom, Reverse(*power))]) };
                        kept = kept.times(&own);
                    }
                }
            }
            let mut rest = Self::zero(self.width);
            rest.add_product(kept, 1);
            all.add(&factor.times(&rest, fuel)?, 1, fuel)?;
        }
        Some(all)
    }

    /// How `self = 0` rewrites products: the one that is replaced, and what it is replaced by. The coefficient of that
    /// product is odd, so it has an inverse. An atom that is in no other product is preferred, because replacing it everywhere
    /// is all that the equation says; else the greatest product, so that rewriting ends.
    pub fn rule(&self) -> Option<(Product, Self)> {
        let is_odd = |coefficient: u128| coefficient & 1 == 1;
        let is_isolated = |product: &Product| {
            product.degree == 1
                && self
                    .terms
                    .keys()
                    .filter(|other| other.atoms().any(|atom| Some(atom) == product.atoms().next()))
                    .count()
                    == 1
        };
        let odd = || self.products().rev().filter(|(product, c)| product.degree > 0 && is_odd(*c));
        let chosen = odd().find(|(product, _)| is_isolated(product));
        let greatest = || self.products().next_back().filter(|(product, c)| product.degree > 0 && is_odd(*c));
        let (head, coefficient) = chosen.or_else(greatest)?;
        let head = head.clone();
        let factor = inverse(coefficient).wrapping_neg();
        let mut rest = Self::zero(self.width);
        for (product, coefficient) in self.products().filter(|(product, _)| **product != head) {
            rest.add_product(product.clone(), coefficient.wrapping_mul(factor));
        }
        Some((head, rest))
    }

    /// Rewritten by rules until none applies.
    pub fn reduced(mut self, rules: &[(Product, Self)], fuel: &mut Fuel) -> Option<Self> {
        'again: loop {
            for (head, rest) in rules.iter().filter(|(_, rest)| rest.width == self.width) {
                fuel.burn(self.terms.len())?;
                let found =
                    self.products().rev().find_map(|(product, c)| Some((product.clone(), product.without(head)?, c)));
                if let Some((product, cofactor, coefficient)) = found {
                    self.terms.remove(&product);
                    let mut factor = Self::zero(self.width);
                    factor.add_product(cofactor, coefficient);
                    let more = rest.times(&factor, fuel)?;
                    self.add(&more, 1, fuel)?;
                    continue 'again;
                }
            }
            return Some(self);
        }
    }
}

/// The inverse of an odd number modulo `2^128`, by Newton's iteration: each round doubles the bits that are right.
pub fn inverse(odd: u128) -> u128 {
    let mut inverse = odd;
    for _ in 0..7 {
        inverse = inverse.wrapping_mul(2_u128.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    inverse
}

/// A term modulo `2^width`.
type Part = (TermId, u32);

/// Polynomials of terms, each computed once.
pub struct Polynomials<'t> {
    terms: &'t Terms,
    /// Definitions of symbols; a definition has only symbols that were made before.
    definitions: &'t FastMap<TermId, TermId>,
    known: FastMap<Part, Option<Rc<Polynomial>>>,
    congruence: Option<Congruence>,
}

/// Which atoms are equal because what they are made of is: quotients of one sum in two orders.
#[derive(Default)]
struct Congruence {
    /// The first term of each polynomial.
    first: FastMap<Rc<Polynomial>, TermId>,
    /// The first atom of each operation on such terms.
    atoms: FastMap<(TermOp, Args), TermId>,
}

impl<'t> Polynomials<'t> {
    /// Of terms in which these symbols stand for these terms.
    pub fn new(terms: &'t Terms, definitions: &'t FastMap<TermId, TermId>) -> Self {
        Self { terms, definitions, known: FastMap::default(), congruence: None }
    }

    /// The same, with one atom for operations of bits on equal polynomials.
    #[must_use]
    pub fn with_congruence(self) -> Self {
        Self { congruence: Some(Congruence::default()), ..self }
    }

    /// The polynomial of a term of at least `width` bits, modulo `2^width`.
    pub fn of(&mut self, term: TermId, width: u32, fuel: &mut Fuel) -> Option<Rc<Polynomial>> {
        let mut stack = vec![((term, width), false)];
        while let Some((next, after)) = stack.pop() {
            if self.known.contains_key(&next) {
                continue;
            }
            fuel.burn(1)?;
            if !after {
                stack.push((next, true));
                stack.extend(self.ring_parts(next).into_iter().map(|part| (part, false)));
                stack.extend(self.atom_parts(next).into_iter().map(|part| (part, false)));
                continue;
            }
            let polynomial = self.combined(next, fuel).map(Rc::new);
            self.known.insert(next, polynomial);
        }
        self.known.get(&(term, width)).cloned().flatten()
    }

    /// The terms of at least `width` bits that a term is a polynomial of; none for an atom.
    fn ring_parts(&self, (term, width): Part) -> SmallVec<[Part; 2]> {
        let node = self.terms.get(term);
        let arg = |position: usize| self.terms.arg(term, position);
        let wide = |term: TermId| self.terms.width(term) >= width;
        let parts: SmallVec<[TermId; 2]> = match node.op {
            TermOp::Symbol(_) => self.definitions.get(&term).copied().into_iter().collect(),
            TermOp::BvAdd | TermOp::BvSub | TermOp::BvMul => node.args.iter().copied().collect(),
            TermOp::BvNeg | TermOp::BvNot => SmallVec::from_slice(&[arg(0)]),
            TermOp::BvShl if self.terms.as_bits(arg(1)).is_some() => SmallVec::from_slice(&[arg(0)]),
            TermOp::Extract { low: 0, .. } => SmallVec::from_slice(&[arg(0)]),
            TermOp::ZeroExtend | TermOp::SignExtend if wide(arg(0)) => SmallVec::from_slice(&[arg(0)]),
            TermOp::Concat if wide(arg(1)) => SmallVec::from_slice(&[arg(1)]),
            _ => SmallVec::new(),
        };
        parts.into_iter().map(|part| (part, width)).collect()
    }

    /// The terms that an atom is equal to another by; none where nobody asks, and for what is no atom of bits.
    fn atom_parts(&self, part: Part) -> SmallVec<[Part; 2]> {
        let node = self.terms.get(part.0);
        let is_of_bits = matches!(
            node.op,
            TermOp::BvUDiv
                | TermOp::BvSDiv
                | TermOp::BvURem
                | TermOp::BvSRem
                | TermOp::BvShl
                | TermOp::BvLShr
                | TermOp::BvAShr
                | TermOp::BvAnd
                | TermOp::BvOr
                | TermOp::BvXor
                | TermOp::Extract { .. }
                | TermOp::Concat
                | TermOp::ZeroExtend
                | TermOp::SignExtend
        );
        if self.congruence.is_none() || !is_of_bits || !self.ring_parts(part).is_empty() {
            return SmallVec::new();
        }
        node.args.iter().map(|arg| (*arg, self.terms.width(*arg))).collect()
    }

    /// The atom that a term is in the ring.
    fn atom(&mut self, part @ (term, _): Part) -> TermId {
        let parts = self.atom_parts(part);
        let Some(congruence) = self.congruence.as_mut().filter(|_| !parts.is_empty()) else { return term };
        let first = |(arg, width): Part| match self.known.get(&(arg, width)) {
            Some(Some(polynomial)) => *congruence.first.entry(polynomial.clone()).or_insert(arg),
            _ => arg,
        };
        let args: Args = parts.into_iter().map(first).collect();
        *congruence.atoms.entry((self.terms.op(term), args)).or_insert(term)
    }

    fn combined(&mut self, part @ (term, width): Part, fuel: &mut Fuel) -> Option<Polynomial> {
        if let Some(value) = self.terms.as_bits(term) {
            return Some(Polynomial::number(width, value));
        }
        let parts = self.ring_parts(part);
        if parts.is_empty() {
            let atom = self.atom(part);
            return Some(match self.terms.op(atom) {
                // An extension by zeros is its argument as a number.
                TermOp::ZeroExtend => Polynomial::atom(width, self.terms.arg(atom, 0)),
                _ => Polynomial::atom(width, atom),
            });
        }
        let part = |position: usize| self.known.get(&parts[position]).cloned().flatten();
        let first = part(0)?;
        let mut sum = Polynomial::zero(width);
        match self.terms.op(term) {
            TermOp::BvAdd | TermOp::BvSub => {
                let factor = if self.terms.op(term) == TermOp::BvAdd { 1 } else { u128::MAX };
                sum.add(&first, 1, fuel)?;
                sum.add(&*part(1)?, factor, fuel)?;
            }
            TermOp::BvMul => return first.times(&*part(1)?, fuel),
            TermOp::BvNeg => sum.add(&first, u128::MAX, fuel)?,
            TermOp::BvNot => {
                sum.add(&first, u128::MAX, fuel)?;
                sum.add(&Polynomial::number(width, u128::MAX), 1, fuel)?;
            }
            TermOp::BvShl => {
                let by = self.terms.as_bits(self.terms.arg(term, 1))?;
                if by < u128::from(width) {
                    sum.add(&first, 1 << by, fuel)?;
                }
            }
            _ => sum.add(&first, 1, fuel)?,
        }
        Some(sum)
    }
}
