//! Equalities at the start of a path, rewritten at its end: by polynomials over the ring of machine integers.
//!
//! On a path every value is a polynomial of the values at its start and of opaque terms ([`cairn_term::polynomial`]). What is
//! known to be zero there are the equalities of the head, the equations among the path's literals and lemmas about opaque terms
//! ([`super::lemmas`]); each is taken with multiples by monomials, so far as they can meet a product of what is asked. What is
//! asked is zero when it is a combination of these ([`super::module`]).
//!
//! Invariant: rings only get smaller. An equation modulo `2^64` is used modulo `2^32`, never the other way; an extension is an
//! opaque term unless a lemma says what it is.

use super::equation::{Equation, in_ring, polynomials};
use super::inequalities::Inequality;
use super::lemmas::{Lemmas, is_linear};
use super::module::PolynomialModule;
use super::paths::EdgePath;
use crate::ground::flow::HeadVariable;
use cairn_base::{Budget, FastMap};
use cairn_cpa::Res;
use cairn_term::polynomial::{Fuel, Polynomial, Polynomials, Product};
use cairn_term::{Sort, TermId, TermOp, Terms};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Cost limit of one path, in products.
const FUEL: u64 = 2_000_000;
/// Multiples of generators, at most.
const MOST_MULTIPLES: usize = 1_500;
/// Narrower rings are not looked at.
const NARROWEST: u32 = 8;

/// A path in one ring.
struct InRing {
    width: u32,
    /// Of the head's variables at the start and at the end.
    starts: Vec<Rc<Polynomial>>,
    ends: Vec<Rc<Polynomial>>,
    /// Zeros on the path, whatever the equalities are.
    zeros: Vec<Polynomial>,
    /// Differences of which the path says that they are not zero.
    others: Vec<Polynomial>,
}

/// A path with what algebra needs of it.
pub(super) struct AlgebraicPath {
    pub(super) path: EdgePath,
    lemmas: Vec<(TermId, TermId)>,
    rings: BTreeMap<u32, Option<InRing>>,
}

impl AlgebraicPath {
    /// Finds the lemmas of a path.
    pub(super) fn new(
        terms: &mut Terms,
        mut path: EdgePath,
        known: &[Inequality],
        solver: &mut Lemmas,
        budget: &Budget,
    ) -> Res<Self> {
        path.literals.extend(known.iter().map(|inequality| inequality.holds));
        let borders: Vec<(TermId, TermId)> = known.iter().map(|inequality| inequality.border).collect();
        let borders = if path.to.is_none() { &borders[..] } else { &[] };
        let mut roots: Vec<TermId> = path.values.values().copied().collect();
        roots.extend(path.literals.iter().filter(|literal| is_equation(terms, **literal).is_some()));
        let wide: Vec<TermId> =
            roots.iter().copied().filter(|root| matches!(terms.sort(*root), Sort::BitVec(_))).collect();
        // A narrow value is widened where the equalities are of a wider ring.
        for value in wide {
            if terms.width(value) < 64 {
                roots.push(terms.sign_extend(value, 64));
                roots.push(terms.zero_extend(value, 64));
            }
        }
        let lemmas = solver.of(terms, &path.literals, &roots, borders, budget)?;
        Ok(Self { path, lemmas, rings: BTreeMap::new() })
    }

    /// Which equations of the head at the end hold there, where some hold at the start.
    pub(super) fn kept(
        &mut self,
        terms: &mut Terms,
        heads: &[Vec<HeadVariable>],
        known: &[Equation],
        wanted: &[Equation],
    ) -> Vec<bool> {
        let mut kept = vec![false; wanted.len()];
        let widths: BTreeSet<u32> = wanted.iter().map(|equation| equation.width).collect();
        for width in widths {
            self.prepare(terms, heads, width);
            let Some(Some(ring)) = self.rings.get(&width) else { continue };
            let mut fuel = Fuel(FUEL);
            let asked: Vec<(usize, Polynomial)> = (wanted.iter().enumerate())
                .filter(|(_, equation)| equation.width == width)
                .filter_map(|(at, equation)| Some((at, equation.at(&ring.ends, width, &mut fuel)?)))
                .collect();
            let goals = || asked.iter().map(|(_, polynomial)| polynomial);
            let Some(module) = ring.module(known, goals(), &mut fuel) else { continue };
            for (at, polynomial) in &asked {
                kept[*at] = module.is_contradiction() || module.contains(polynomial, &mut fuel).unwrap_or(false);
            }
        }
        kept
    }

    /// Whether the path cannot be taken where some equations hold at its start.
    pub(super) fn is_excluded(
        &mut self,
        terms: &mut Terms,
        heads: &[Vec<HeadVariable>],
        known: &[Equation],
        solver: &mut Lemmas,
        budget: &Budget,
    ) -> Res<bool> {
        let mut widths: BTreeSet<u32> = known.iter().map(|equation| equation.width).collect();
        for literal in &self.path.literals {
            widths.extend(
                is_equation(terms, *literal).map(|(a, _, _)| terms.width(a)).filter(|width| *width >= NARROWEST),
            );
        }
        let mut asked = self.path.literals.clone();
        for width in widths.into_iter().rev() {
            self.prepare(terms, heads, width);
            let Some(Some(ring)) = self.rings.get(&width) else { continue };
            let mut fuel = Fuel(FUEL);
            let Some(module) = ring.module(known, ring.others.iter(), &mut fuel) else { continue };
            let is_zero = |other: &Polynomial, fuel: &mut Fuel| module.contains(other, fuel) == Some(true);
            if module.is_contradiction() || ring.others.iter().any(|other| is_zero(other, &mut fuel)) {
                return Ok(true);
            }
            asked = linearized(terms, &asked, &module, width, &mut fuel);
            for row in module.linear() {
                let sum = term_of(terms, row);
                let zero = terms.bits(width, 0);
                asked.push(terms.eq(sum, zero));
            }
        }
        asked.retain(|condition| is_linear(terms, *condition));
        solver.excludes(terms, &asked, budget)
    }

    /// Equations wanted at the head where the path begins, as it violates the property: what should hold.
    pub(super) fn wanted(&mut self, terms: &mut Terms, heads: &[Vec<HeadVariable>]) -> Vec<Equation> {
        let mut widths: BTreeSet<u32> = BTreeSet::new();
        for literal in &self.path.literals {
            widths.extend(is_equation(terms, *literal).filter(|(.., truth)| !truth).map(|(a, ..)| terms.width(a)));
        }
        let mut found = Vec::new();
        for width in widths.into_iter().filter(|width| *width >= NARROWEST) {
            self.prepare(terms, heads, width);
            let Some(Some(ring)) = self.rings.get(&width) else { continue };
            let number: BTreeMap<TermId, usize> = (ring.starts.iter().enumerate())
                .filter_map(|(at, start)| Some((start.leading()?.0.atoms().next()?, at)))
                .collect();
            let mut fuel = Fuel(FUEL);
            let mut lemmas = PolynomialModule::new(width);
            let simple = |zero: &&Polynomial| zero.products().all(|(product, _)| product.degree() <= 1);
            for zero in ring.zeros.iter().filter(simple) {
                if lemmas.insert(zero.clone(), &mut fuel).is_none() {
                    return found;
                }
            }
            for other in &ring.others {
                let reduced = lemmas.reduced(other.clone(), &mut fuel);
                for polynomial in reduced.into_iter().chain([other.clone()]) {
                    let part = |(product, coefficient): (&Product, u128)| {
                        let powers = product.powers().map(|(atom, power)| Some((*number.get(&atom)?, power)));
                        Some((powers.collect::<Option<Vec<_>>>()?, coefficient))
                    };
                    if let Some(parts) = polynomial.products().map(part).collect::<Option<Vec<_>>>() {
                        found.push(Equation { width, parts });
                    }
                }
            }
        }
        found
    }

    fn prepare(&mut self, terms: &mut Terms, heads: &[Vec<HeadVariable>], width: u32) {
        if !self.rings.contains_key(&width) {
            let ring = self.in_ring(terms, heads, width);
            self.rings.insert(width, ring);
        }
    }

    fn in_ring(&self, terms: &mut Terms, heads: &[Vec<HeadVariable>], width: u32) -> Option<InRing> {
        let mut starts = Vec::new();
        for variable in self.path.from.map_or(&[][..], |from| &heads[from]) {
            starts.push(in_ring(terms, variable, variable.plain, width));
        }
        let mut ends = Vec::new();
        for variable in self.path.to.map_or(&[][..], |to| &heads[to]) {
            let value = self.path.values.get(&variable.plain).copied().unwrap_or(variable.plain);
            ends.push(in_ring(terms, variable, value, width));
        }
        let mut equal: Vec<(TermId, TermId)> = self.lemmas.clone();
        let mut different: Vec<(TermId, TermId)> = Vec::new();
        for literal in &self.path.literals {
            match is_equation(terms, *literal) {
                Some((a, b, true)) => equal.push((a, b)),
                Some((a, b, false)) if terms.width(a) == width => different.push((a, b)),
                _ => {}
            }
        }
        let mut sides = Vec::new();
        for (a, b) in equal {
            if terms.width(a) >= width {
                sides.push((a, b));
            } else {
                sides.push((terms.zero_extend(a, width), terms.zero_extend(b, width)));
                sides.push((terms.sign_extend(a, width), terms.sign_extend(b, width)));
            }
        }
        let mut fuel = Fuel(FUEL);
        let none = FastMap::default();
        let mut of = Polynomials::new(terms, &none);
        let mut differences = |pairs: &[(TermId, TermId)], fuel: &mut Fuel| -> Vec<Polynomial> {
            let difference = |(a, b): &(TermId, TermId)| {
                let mut sum = (*of.of(*a, width, fuel)?).clone();
                sum.add(&*of.of(*b, width, fuel)?, u128::MAX, fuel)?;
                Some(sum)
            };
            pairs.iter().filter_map(difference).collect()
        };
        let (zeros, others) = (differences(&sides, &mut fuel), differences(&different, &mut fuel));
        let zeros = zeros.into_iter().filter(|zero| zero.constant() != Some(0)).collect();
        let starts = polynomials(&mut of, &starts, width, &mut fuel)?;
        let ends = polynomials(&mut of, &ends, width, &mut fuel)?;
        Some(InRing { width, starts, ends, zeros, others })
    }
}

impl InRing {
    /// Zeros on the path, with the multiples that can meet a product of some polynomials.
    fn module<'p>(
        &self,
        known: &[Equation],
        goals: impl Iterator<Item = &'p Polynomial>,
        fuel: &mut Fuel,
    ) -> Option<PolynomialModule> {
        let mut generators = self.zeros.clone();
        for equation in known.iter().filter(|equation| equation.width >= self.width) {
            generators.push(equation.at(&self.starts, self.width, fuel)?);
        }
        let mut open: BTreeSet<Product> = BTreeSet::new();
        for goal in goals {
            open.extend(goal.products().map(|(product, _)| product.clone()));
        }
        let mut module = PolynomialModule::new(self.width);
        for generator in &generators {
            module.insert(generator.clone(), fuel)?;
        }
        let highest = open.iter().map(Product::degree).max().unwrap_or(0);
        let mut made: BTreeSet<(usize, Product)> = BTreeSet::new();
        let mut seen: BTreeSet<Product> = open.clone();
        // Products of multiples can be met by further ones.
        for _ in 0..3 {
            let mut next = BTreeSet::new();
            for (number, generator) in generators.iter().enumerate() {
                let degree = generator.leading().map_or(0, |(lead, _)| lead.degree());
                for (part, _) in generator.products().filter(|(part, _)| part.degree() > 0) {
                    for product in &open {
                        let Some(factor) = product.without(part) else { continue };
                        if factor.degree() + degree > highest + 1
                            || made.len() >= MOST_MULTIPLES
                            || !made.insert((number, factor.clone()))
                        {
                            continue;
                        }
                        let multiple = generator.times_product(&factor, 1, fuel)?;
                        next.extend(multiple.products().map(|(product, _)| product.clone()));
                        module.insert(multiple, fuel)?;
                    }
                }
            }
            open = next.into_iter().filter(|product| seen.insert(product.clone())).collect();
        }
        Some(module)
    }
}

/// The sides of an equation of machine integers, and whether they are equal.
pub(super) fn is_equation(terms: &Terms, literal: TermId) -> Option<(TermId, TermId, bool)> {
    match terms.op(literal) {
        TermOp::Not => is_equation(terms, terms.arg(literal, 0)).map(|(a, b, truth)| (a, b, !truth)),
        TermOp::Eq => {
            let (a, b) = (terms.arg(literal, 0), terms.arg(literal, 1));
            matches!(terms.sort(a), Sort::BitVec(_)).then_some((a, b, true))
        }
        _ => None,
    }
}

/// Conditions in which products of unknowns of a width are replaced by what they reduce to. A product that is left is a symbol of
/// its own, which assumes less.
fn linearized(
    terms: &mut Terms,
    conditions: &[TermId],
    module: &PolynomialModule,
    width: u32,
    fuel: &mut Fuel,
) -> Vec<TermId> {
    let none = FastMap::default();
    let mut replace: FastMap<TermId, TermId> = FastMap::default();
    for term in terms.below(conditions) {
        let is_product = terms.op(term) == TermOp::BvMul && terms.width(term) == width && !is_linear(terms, term);
        if !is_product {
            continue;
        }
        let polynomial = Polynomials::new(terms, &none).of(term, width, fuel);
        let Some(reduced) = polynomial.and_then(|polynomial| module.reduced((*polynomial).clone(), fuel)) else {
            continue;
        };
        let sum = term_of(terms, &reduced);
        replace.insert(term, sum);
    }
    terms.substitute_all(conditions, &replace)
}

/// A polynomial as a term, each product of unknowns a symbol.
fn term_of(terms: &mut Terms, polynomial: &Polynomial) -> TermId {
    let width = polynomial.width();
    let mut sum = terms.bits(width, 0);
    for (product, coefficient) in polynomial.products() {
        let coefficient = terms.bits(width, coefficient);
        let mut powers = product.powers();
        let part = match (powers.next(), product.degree()) {
            (None, _) => coefficient,
            (Some((atom, _)), 1) => {
                let own = terms.width(atom);
                let atom = if own > width { terms.extract(atom, width - 1, 0) } else { terms.zero_extend(atom, width) };
                terms.bv_mul(coefficient, atom)
            }
            _ => {
                let named: Vec<String> = product.powers().map(|(atom, power)| format!("{atom}^{power}")).collect();
                let symbol = terms.symbol(format!("product {} of {width}", named.join("*")), Sort::BitVec(width));
                terms.bv_mul(coefficient, symbol)
            }
        };
        sum = terms.bv_add(sum, part);
    }
    sum
}
