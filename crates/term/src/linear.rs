//! The normal form of sums over `Int` and `Real`: a constant and parts `coefficient * atom`, sorted by the atoms' ids,
//! each atom once and none with coefficient zero. So `x + 1 - 1` is `x`, and the difference of two sums tells whether
//! they are equal or a constant apart.
//!
//! As a term: `Add` of the constant (first, unless zero) and the parts in order; a part is the atom or `Mul` of a
//! constant and the atom. An atom is whatever is no constant, no sum and no multiple.

use crate::rational::Rational;
use crate::sort::Sort;
use crate::store::Terms;
use crate::term::{Args, TermId, TermOp};
use smallvec::SmallVec;

/// A sum of more parts than this is an atom of larger sums, so that adding to it stays cheap.
const MOST_PARTS: usize = 128;

/// `constant + Σ coefficient * atom`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Linear {
    /// The constant.
    pub constant: Rational,
    /// Atoms with their coefficients, by ascending id.
    pub parts: SmallVec<[(TermId, Rational); 4]>,
}

impl Linear {
    /// A constant sum.
    pub fn constant(constant: Rational) -> Self {
        Linear { constant, parts: SmallVec::new() }
    }
    /// The sum of two; `None` when a number does not fit.
    pub fn add(&self, other: &Linear) -> Option<Linear> {
        let mut parts = SmallVec::with_capacity(self.parts.len() + other.parts.len());
        let (mut left, mut right) = (self.parts.iter().peekable(), other.parts.iter().peekable());
        loop {
            match (left.peek(), right.peek()) {
                (Some(a), Some(b)) if a.0 == b.0 => {
                    let sum = a.1.add(b.1)?;
                    if !sum.is_zero() {
                        parts.push((a.0, sum));
                    }
                    left.next();
                    right.next();
                }
                (Some(a), Some(b)) if a.0 > b.0 => parts.extend(right.next().copied()),
                (Some(_), _) => parts.extend(left.next().copied()),
                (None, Some(_)) => parts.extend(right.next().copied()),
                (None, None) => break,
            }
        }
        Some(Linear { constant: self.constant.add(other.constant)?, parts })
    }
    /// Every coefficient multiplied; `None` when a number does not fit.
    pub fn scale(&self, by: Rational) -> Option<Linear> {
        if by.is_zero() {
            return Some(Linear::constant(by));
        }
        let parts = self.parts.iter().map(|(atom, c)| Some((*atom, c.mul(by)?))).collect::<Option<_>>()?;
        Some(Linear { constant: self.constant.mul(by)?, parts })
    }
    /// This minus the other; `None` when a number does not fit.
    pub fn minus(&self, other: &Linear) -> Option<Linear> {
        self.add(&other.scale(Rational::MINUS_ONE)?)
    }
}

impl Terms {
    /// A term of sort `Int` or `Real` as a sum.
    pub fn linear(&self, term: TermId) -> Linear {
        let node = self.get(term);
        if node.op != TermOp::Add || node.args.len() > MOST_PARTS {
            return self.monomial(term);
        }
        let mut sum = Linear::constant(Rational::ZERO);
        let mut sorted = true;
        for arg in &node.args {
            let part = self.monomial(*arg);
            match part.parts.first() {
                Some(new) => {
                    sorted &= sum.parts.last().is_none_or(|last| last.0 < new.0);
                    sum.parts.push(*new);
                }
                None => match sum.constant.add(part.constant) {
                    Some(constant) => sum.constant = constant,
                    None => return self.atom(term),
                },
            }
        }
        // A sum as it was said, not as `of_linear` makes it.
        if !sorted {
            let parts = std::mem::take(&mut sum.parts);
            for part in parts {
                let one = Linear { constant: Rational::ZERO, parts: SmallVec::from_slice(&[part]) };
                match sum.add(&one) {
                    Some(more) => sum = more,
                    None => return self.atom(term),
                }
            }
        }
        sum
    }

    fn atom(&self, term: TermId) -> Linear {
        Linear { constant: Rational::ZERO, parts: SmallVec::from_slice(&[(term, Rational::ONE)]) }
    }

    /// A constant, an atom, or a multiple of one.
    fn monomial(&self, term: TermId) -> Linear {
        if let Some(constant) = self.as_number(term) {
            return Linear::constant(constant);
        }
        let node = self.get(term);
        if let (TermOp::Mul, [factor, atom]) = (node.op, &*node.args)
            && let Some(factor) = self.as_number(*factor)
            && !factor.is_zero()
            && self.as_number(*atom).is_none()
        {
            return Linear { constant: Rational::ZERO, parts: SmallVec::from_slice(&[(*atom, factor)]) };
        }
        self.atom(term)
    }

    /// The value of a constant of sort `Int` or `Real`.
    pub fn as_number(&self, term: TermId) -> Option<Rational> {
        match self.op(term) {
            TermOp::Int(value) => Some(value.into()),
            TermOp::Real(value) => Some(value),
            _ => None,
        }
    }

    /// The constant of sort `Int` or `Real`; for `Int` the number must be whole.
    pub fn number(&mut self, value: Rational, sort: Sort) -> TermId {
        if sort == Sort::Int {
            debug_assert_eq!(value.den(), 1);
            return self.int(value.num());
        }
        self.real(value)
    }

    /// The term of a sum.
    pub fn of_linear(&mut self, sum: &Linear, sort: Sort) -> TermId {
        let mut args = Args::new();
        if !sum.constant.is_zero() || sum.parts.is_empty() {
            args.push(self.number(sum.constant, sort));
        }
        for (atom, factor) in &sum.parts {
            let part = if *factor == Rational::ONE {
                *atom
            } else {
                let factor = self.number(*factor, sort);
                self.intern(TermOp::Mul, &[factor, *atom], sort)
            };
            args.push(part);
        }
        if args.len() == 1 { args[0] } else { self.intern(TermOp::Add, &args, sort) }
    }
}
