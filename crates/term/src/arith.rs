//! Constructors of terms over `Int` and `Real`: sums and products ([`crate::Linear`] is their normal form), Euclidean
//! division, and comparisons.
//!
//! Normal forms of comparisons. `Int`: `sum <= constant` with coprime coefficients, the first positive, or the negation
//! of such, so that `x <= 5` and `6 <= x` are complements. `Real`: `sum <= constant` or `constant <= sum` with first
//! coefficient one, or the negations. Equations stand one symbol alone on a side where they can.
//!
//! Numbers that do not fit 128 bits are left as operations, never wrapped.

use crate::linear::Linear;
use crate::rational::{Rational, gcd};
use crate::sort::Sort;
use crate::store::Terms;
use crate::term::{Args, TermId, TermOp};

/// A product of more factors than this is a factor of larger ones.
const MOST_FACTORS: usize = 16;

impl Terms {
    /// A whole number.
    pub fn int(&mut self, value: i128) -> TermId {
        self.intern(TermOp::Int(value), &[], Sort::Int)
    }
    /// A constant of sort `Real`.
    pub fn real(&mut self, value: Rational) -> TermId {
        self.intern(TermOp::Real(value), &[], Sort::Real)
    }
    /// The value of a constant `Int`.
    pub fn as_int(&self, term: TermId) -> Option<i128> {
        match self.op(term) {
            TermOp::Int(value) => Some(value),
            _ => None,
        }
    }

    /// `a + b`.
    pub fn add(&mut self, a: TermId, b: TermId) -> TermId {
        debug_assert_eq!(self.sort(a), self.sort(b));
        let sort = self.sort(a);
        match self.linear(a).add(&self.linear(b)) {
            Some(sum) => self.of_linear(&sum, sort),
            None => self.intern(TermOp::Add, &[a, b], sort),
        }
    }
    /// The sum of any number of terms.
    pub fn sum(&mut self, args: &[TermId], sort: Sort) -> TermId {
        let mut total = Linear::constant(Rational::ZERO);
        for arg in args {
            match total.add(&self.linear(*arg)) {
                Some(more) => total = more,
                None => return self.intern(TermOp::Add, args, sort),
            }
        }
        self.of_linear(&total, sort)
    }
    /// `a - b`.
    pub fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        let minus = self.neg(b);
        self.add(a, minus)
    }
    /// `-a`.
    pub fn neg(&mut self, a: TermId) -> TermId {
        self.multiple(Rational::MINUS_ONE, a)
    }
    /// A constant times `a`; the constant must be whole when `a` is.
    pub fn multiple(&mut self, factor: Rational, a: TermId) -> TermId {
        let sort = self.sort(a);
        match self.linear(a).scale(factor) {
            Some(sum) => self.of_linear(&sum, sort),
            None => {
                let factor = self.number(factor, sort);
                self.intern(TermOp::Mul, &[factor, a], sort)
            }
        }
    }
    /// `a * b`.
    pub fn mul(&mut self, a: TermId, b: TermId) -> TermId {
        self.product(&[a, b], self.sort(a))
    }
    /// The product of any number of terms: constants are multiplied out, the other factors sorted.
    pub fn product(&mut self, args: &[TermId], sort: Sort) -> TermId {
        let mut constant = Rational::ONE;
        let mut factors = Args::new();
        for arg in args {
            let parts = self.linear(*arg);
            let scaled = match &*parts.parts {
                [] => constant.mul(parts.constant),
                [(atom, factor)] if parts.constant.is_zero() => {
                    let inner = self.get(*atom);
                    if inner.op == TermOp::Mul && inner.args.len() <= MOST_FACTORS {
                        factors.extend_from_slice(&inner.args.clone());
                    } else {
                        factors.push(*atom);
                    }
                    constant.mul(*factor)
                }
                _ => {
                    factors.push(*arg);
                    Some(constant)
                }
            };
            match scaled {
                Some(scaled) => constant = scaled,
                None => return self.intern(TermOp::Mul, args, sort),
            }
        }
        if constant.is_zero() || factors.is_empty() {
            return self.number(constant, sort);
        }
        factors.sort_unstable();
        let product = if let [one] = *factors { one } else { self.intern(TermOp::Mul, &factors, sort) };
        self.multiple(constant, product)
    }

    /// `a <= b`.
    pub fn le(&mut self, a: TermId, b: TermId) -> TermId {
        debug_assert_eq!(self.sort(a), self.sort(b));
        let ordered = self.linear(a).minus(&self.linear(b)).and_then(|difference| {
            if self.sort(a) == Sort::Int {
                self.int_at_most_zero(difference)
            } else {
                self.real_at_most_zero(&difference)
            }
        });
        match ordered {
            Some(term) => term,
            None => self.intern(TermOp::Le, &[a, b], Sort::Bool),
        }
    }
    /// `a < b`.
    pub fn lt(&mut self, a: TermId, b: TermId) -> TermId {
        let other = self.le(b, a);
        self.not(other)
    }

    /// `sum <= 0` over `Int`. `None` when a number does not fit.
    fn int_at_most_zero(&mut self, mut sum: Linear) -> Option<TermId> {
        let common = match coprime(&mut sum) {
            None => return Some(self.bool(sum.constant.num() <= 0)),
            Some(common) => common,
        };
        let mut most = sum.constant.num().checked_neg()?.div_euclid(i128::try_from(common).ok()?);
        sum.constant = Rational::ZERO;
        let flipped = sum.parts.first()?.1.is_negative();
        if flipped {
            // -S <= k is not (S <= -k - 1).
            sum = sum.scale(Rational::MINUS_ONE)?;
            most = most.checked_neg()?.checked_sub(1)?;
        }
        let (low, high) = self.range_of_sum(&sum);
        let holds = if high.is_some_and(|high| high <= most) {
            self.bool(true)
        } else if low.is_some_and(|low| low > most) {
            self.bool(false)
        } else {
            let left = self.of_linear(&sum, Sort::Int);
            let right = self.int(most);
            match self.over_arms(left, &mut |terms, arm| terms.le(arm, right)) {
                Some(term) => term,
                None => self.intern(TermOp::Le, &[left, right], Sort::Bool),
            }
        };
        Some(if flipped { self.not(holds) } else { holds })
    }

    /// `sum <= 0` over `Real`. `None` when a number does not fit.
    fn real_at_most_zero(&mut self, sum: &Linear) -> Option<TermId> {
        let Some((_, first)) = sum.parts.first() else {
            return Some(self.bool(sum.constant.num() <= 0));
        };
        let flipped = first.is_negative();
        let mut scaled = sum.scale(first.inverse()?)?;
        let bound = scaled.constant.neg()?;
        scaled.constant = Rational::ZERO;
        let left = self.of_linear(&scaled, Sort::Real);
        let right = self.real(bound);
        let made =
            self.over_arms(left, &mut |terms, arm| if flipped { terms.le(right, arm) } else { terms.le(arm, right) });
        Some(match made {
            Some(term) => term,
            None if flipped => self.intern(TermOp::Le, &[right, left], Sort::Bool),
            None => self.intern(TermOp::Le, &[left, right], Sort::Bool),
        })
    }

    /// `a = b` over `Int` or `Real`.
    pub(crate) fn number_eq(&mut self, a: TermId, b: TermId) -> TermId {
        let equal = self.linear(a).minus(&self.linear(b)).and_then(|difference| self.is_zero(difference, self.sort(a)));
        match equal {
            Some(term) => term,
            None => self.eq_interned(a, b),
        }
    }

    /// `sum = 0`. `None` when a number does not fit.
    fn is_zero(&mut self, mut sum: Linear, sort: Sort) -> Option<TermId> {
        if sum.parts.is_empty() {
            return Some(self.bool(sum.constant.is_zero()));
        }
        if sort == Sort::Int {
            let common = i128::try_from(coprime(&mut sum)?).ok()?;
            if sum.constant.num().checked_rem(common)? != 0 {
                return Some(self.bool(false));
            }
            sum.constant = sum.constant.num().checked_div(common)?.into();
            let (low, high) = self.range_of_sum(&sum);
            if low.is_some_and(|low| low > 0) || high.is_some_and(|high| high < 0) {
                return Some(self.bool(false));
            }
        }
        // The part to stand alone: of factor one or minus one (any, over `Real`), rather a symbol, rather the latest.
        let solvable = |(_, factor): &(TermId, Rational)| sort == Sort::Real || factor.num().unsigned_abs() == 1;
        let rank = |part: &(TermId, Rational)| (matches!(self.op(part.0), TermOp::Symbol(_)), part.0);
        let solved = sum.parts.iter().copied().filter(solvable).max_by_key(rank);
        let Some((atom, factor)) = solved else {
            if sum.parts.first()?.1.is_negative() {
                sum = sum.scale(Rational::MINUS_ONE)?;
            }
            let right = sum.constant.neg()?;
            sum.constant = Rational::ZERO;
            let (left, right) = (self.of_linear(&sum, sort), self.number(right, sort));
            return Some(self.eq_interned(left, right));
        };
        sum.parts.retain(|part| part.0 != atom);
        let rest = sum.scale(factor.inverse()?.neg()?)?;
        let rest = self.of_linear(&rest, sort);
        if self.constant(rest).is_some()
            && let Some(term) = self.over_arms(atom, &mut |terms, arm| terms.eq(arm, rest))
        {
            return Some(term);
        }
        Some(self.eq_interned(atom, rest))
    }

    /// `div`: the quotient that leaves a remainder from zero up to below `|b|`. SMT-LIB leaves division by zero open.
    pub fn int_div(&mut self, a: TermId, b: TermId) -> TermId {
        self.constant_division(a, b).unwrap_or_else(|| self.fold_or_intern(TermOp::IntDiv, &[a, b], Sort::Int))
    }

    fn constant_division(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let by = self.as_int(b).filter(|by| *by != 0)?;
        if by < 0 {
            let positive = self.int(by.checked_neg()?);
            let quotient = self.int_div(a, positive);
            return Some(self.neg(quotient));
        }
        if by == 1 {
            return Some(a);
        }
        // Multiples of the divisor come out.
        let sum = self.linear(a);
        let mut inside = Linear::constant(sum.constant.whole()?.rem_euclid(by).into());
        let mut outside = Linear::constant(sum.constant.whole()?.div_euclid(by).into());
        for (atom, factor) in &sum.parts {
            let factor = factor.whole()?;
            if factor % by == 0 {
                outside.parts.push((*atom, (factor / by).into()));
            } else {
                inside.parts.push((*atom, factor.into()));
            }
        }
        let whole = self.of_linear(&outside, Sort::Int);
        let (low, high) = self.range_of_sum(&inside);
        if low.is_some_and(|low| low >= 0) && high.is_some_and(|high| high < by) {
            return Some(whole);
        }
        let rest = self.of_linear(&inside, Sort::Int);
        let (rest, by) = match (self.op(rest), self.get(rest).args.get(1).and_then(|by| self.as_int(*by))) {
            (TermOp::IntDiv, Some(inner)) if inner > 0 && inner.checked_mul(by).is_some() => {
                (self.arg(rest, 0), inner * by)
            }
            _ => (rest, by),
        };
        let by = self.int(by);
        let quotient = self.fold_or_intern(TermOp::IntDiv, &[rest, by], Sort::Int);
        Some(self.add(whole, quotient))
    }

    /// `mod`: the remainder of [`Terms::int_div`], from zero up to below `|b|`.
    pub fn int_mod(&mut self, a: TermId, b: TermId) -> TermId {
        self.constant_remainder(a, b).unwrap_or_else(|| self.fold_or_intern(TermOp::IntMod, &[a, b], Sort::Int))
    }

    fn constant_remainder(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let by = self.as_int(b).filter(|by| *by != 0)?.checked_abs()?;
        // Factors matter only modulo the divisor, and so does what is taken modulo a multiple of it.
        let sum = self.linear(a);
        let mut reduced = Linear::constant(sum.constant.whole()?.rem_euclid(by).into());
        for (atom, factor) in &sum.parts {
            let mut factor = factor.whole()?.rem_euclid(by);
            if factor > by / 2 {
                factor -= by;
            }
            if factor == 0 {
                continue;
            }
            let inner = self.get(*atom);
            let freed = match (inner.op, &*inner.args) {
                (TermOp::IntMod, [inner, modulus]) => self
                    .as_int(*modulus)
                    .and_then(|modulus| modulus.checked_mul(factor))
                    .filter(|modulus| modulus % by == 0)
                    .map(|_| *inner),
                // Arms that are equal modulo the divisor: C's wrap-around.
                (TermOp::Ite, [_, first, second]) => {
                    let (x, y) = (self.linear(*first), self.linear(*second));
                    let differ = x.minus(&y).filter(|differ| differ.parts.is_empty());
                    let differ = differ.and_then(|differ| differ.constant.whole()?.checked_mul(factor));
                    differ.filter(|differ| differ % by == 0).map(|_| *first)
                }
                _ => None,
            };
            let part = match freed {
                Some(inner) => self.linear(inner).scale(factor.into())?,
                None => Linear { constant: Rational::ZERO, parts: [(*atom, factor.into())].into_iter().collect() },
            };
            reduced = reduced.add(&part)?;
        }
        let again = self.of_linear(&reduced, Sort::Int);
        if again != a {
            // What was freed may reduce further; each round has fewer operations or smaller numbers.
            let by = self.int(by);
            return Some(self.int_mod(again, by));
        }
        let (low, high) = self.range_of_sum(&reduced);
        if low.is_some_and(|low| low >= 0) && high.is_some_and(|high| high < by) {
            return Some(a);
        }
        let by = self.int(by);
        Some(self.fold_or_intern(TermOp::IntMod, &[a, by], Sort::Int))
    }

    /// `to_real`.
    pub fn to_real(&mut self, a: TermId) -> TermId {
        self.fold_or_intern(TermOp::ToReal, &[a], Sort::Real)
    }
}

/// Divides the factors of a sum over `Int` by their greatest common divisor, which is returned; `None` when there are
/// none. The constant stays.
fn coprime(sum: &mut Linear) -> Option<u128> {
    let common = sum.parts.iter().fold(0u128, |common, (_, factor)| {
        if common == 1 { 1 } else { gcd(i128::try_from(common).unwrap_or(1), factor.num()) }
    });
    let divisor = i128::try_from(common).ok().filter(|common| *common > 0);
    if let Some(divisor) = divisor.filter(|divisor| *divisor > 1) {
        for part in &mut sum.parts {
            part.1 = (part.1.num() / divisor).into();
        }
    }
    if sum.parts.is_empty() { None } else { Some(u128::try_from(divisor.unwrap_or(1)).unwrap_or(1)) }
}
