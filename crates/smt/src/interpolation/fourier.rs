//! Fourier and Motzkin's elimination of a symbol from linear inequalities: every lower bound is at most every upper one.
//!
//! Over the reals this is exact. Over whole numbers it is when one of each two coefficients is one, else it is weaker
//! ("the real shadow"). A disequation matters only where the symbol is bounded on both sides; there it is dropped, which is
//! weaker, too. Over an unsatisfiable core, where each inequality is needed, the sums that arise are those of Farkas's
//! lemma, and there are few.

use cairn_term::{Linear, Rational, Sort, TermId, TermOp, Terms};

/// So many pairs of bounds are combined at most.
const PAIRS: usize = 64;

/// `sum <= 0`, or `sum < 0`.
struct Bound {
    sum: Linear,
    strict: bool,
    factor: Rational,
}

/// `∃ symbol . literals`, or something weaker, and whether it is exact; `None` when a literal is no linear one.
pub(super) fn project(terms: &mut Terms, literals: &[TermId], symbol: TermId) -> Option<(Vec<TermId>, bool)> {
    let sort = terms.sort(symbol);
    let (mut lower, mut upper, mut unequal) = (Vec::new(), Vec::new(), false);
    for literal in literals {
        match bound(terms, *literal, symbol, sort)? {
            Some(bound) if bound.factor.is_negative() => lower.push(bound),
            Some(bound) => upper.push(bound),
            None => unequal = true,
        }
    }
    if lower.len() * upper.len() > PAIRS {
        return None;
    }
    let mut exact = !unequal || lower.is_empty() || upper.is_empty();
    let mut combined = Vec::new();
    for low in &lower {
        for high in &upper {
            let (a, b) = (low.factor.neg()?, high.factor);
            exact &= sort == Sort::Real || a == Rational::ONE || b == Rational::ONE;
            let sum = low.sum.scale(b)?.add(&high.sum.scale(a)?)?;
            let (sum, zero) = (terms.of_linear(&sum, sort), terms.number(Rational::ZERO, sort));
            combined.push(if low.strict || high.strict { terms.lt(sum, zero) } else { terms.le(sum, zero) });
        }
    }
    Some((combined, exact))
}

/// A literal as a bound; `Some(None)`: it is a disequation. `None`: it is neither, or the symbol is inside another term.
fn bound(terms: &Terms, literal: TermId, symbol: TermId, sort: Sort) -> Option<Option<Bound>> {
    let positive = terms.op(literal) != TermOp::Not;
    let atom = if positive { literal } else { terms.arg(literal, 0) };
    let (TermOp::Le | TermOp::Eq) = terms.op(atom) else { return None };
    let (a, b) = (terms.arg(atom, 0), terms.arg(atom, 1));
    if terms.sort(a) != sort {
        return None;
    }
    let sum = terms.linear(a).minus(&terms.linear(b))?;
    let nested = |(other, _): &(TermId, Rational)| *other != symbol && terms.below(&[*other]).contains(&symbol);
    if sum.parts.iter().any(nested) {
        return None;
    }
    if terms.op(atom) == TermOp::Eq {
        return if positive { None } else { Some(None) };
    }
    let mut sum = if positive { sum } else { sum.scale(Rational::MINUS_ONE)? };
    if !positive && sort == Sort::Int {
        sum.constant = sum.constant.add(Rational::ONE)?;
    }
    let factor = sum.parts.iter().find(|(atom, _)| *atom == symbol).map(|(_, factor)| *factor)?;
    Some(Some(Bound { sum, strict: !positive && sort == Sort::Real, factor }))
}
