//! Solving an equation for a symbol: `x` on one side alone, with what else the equation says about it.
//!
//! Block formulas are mostly definitions (`x' = t`), so a substitution eliminates almost every local of a block, without
//! loss and for every theory alike. The symbol must occur once; then the operations above it are undone one after the
//! other. Each step is an equivalence (or the step is not taken), so elimination by the solved form is exact.

use super::problem::names;
use cairn_term::{Linear, Rational, Sort, SymbolId, TermId, TermOp, Terms};
use std::collections::BTreeSet;

/// So many operations are undone at most.
const STEPS: usize = 64;

/// `symbol = value`, and `beside`, which does not speak about the symbol, is equivalent to the literal.
pub(super) struct Solved {
    pub(super) symbol: TermId,
    pub(super) value: TermId,
    pub(super) beside: Vec<TermId>,
}

/// A literal solved for one of its names that is not kept.
pub(super) fn isolate(terms: &mut Terms, literal: TermId, keep: &BTreeSet<SymbolId>) -> Option<Solved> {
    let positive = terms.op(literal) != TermOp::Not;
    let atom = if positive { literal } else { terms.arg(literal, 0) };
    if local(terms, atom, keep) {
        let value = terms.bool(positive);
        return Some(Solved { symbol: atom, value, beside: Vec::new() });
    }
    if terms.op(atom) != TermOp::Eq {
        return None;
    }
    let (a, b) = (terms.arg(atom, 0), terms.arg(atom, 1));
    if !positive && terms.sort(a) != Sort::Bool {
        return None;
    }
    if let Sort::Int | Sort::Real = terms.sort(a) {
        return isolate_linear(terms, a, b, keep);
    }
    for (from, to) in [(a, b), (b, a)] {
        let (inside, outside) = (names(terms, &[from]), names(terms, &[to]));
        // Definitions first: the symbol alone on a side.
        let candidates = inside.iter().filter(|name| !keep.contains(name) && !outside.contains(name));
        for candidate in candidates {
            let symbol = terms.symbol_term(*candidate);
            let to = if positive { to } else { terms.not(to) };
            if let Some(solved) = undo(terms, symbol, from, to) {
                return Some(solved);
            }
        }
    }
    None
}

/// `a = b` over `Int` or `Real`, as a sum that is zero. A whole symbol needs coefficient one, or else the rest of the sum
/// must be a multiple of the coefficient, which is said beside.
fn isolate_linear(terms: &mut Terms, a: TermId, b: TermId, keep: &BTreeSet<SymbolId>) -> Option<Solved> {
    let sort = terms.sort(a);
    let sum = terms.linear(a).minus(&terms.linear(b))?;
    let mut best: Option<(TermId, Rational)> = None;
    for (atom, factor) in &sum.parts {
        let once = || sum.parts.iter().all(|(other, _)| other == atom || !contains(terms, *other, *atom));
        let better = match best {
            None => true,
            Some((_, before)) => before.num().unsigned_abs() > factor.num().unsigned_abs(),
        };
        if better && local(terms, *atom, keep) && once() {
            best = Some((*atom, *factor));
        }
    }
    let (symbol, factor) = best?;
    let one = Linear { constant: Rational::ZERO, parts: std::iter::once((symbol, factor)).collect() };
    let rest = one.minus(&sum)?;
    if sort == Sort::Real || factor.num().unsigned_abs() == 1 {
        let value = rest.scale(factor.inverse()?)?;
        return Some(Solved { symbol, value: terms.of_linear(&value, sort), beside: Vec::new() });
    }
    let (rest, factor) = (terms.of_linear(&rest, sort), terms.number(factor, sort));
    let (remainder, zero) = (terms.int_mod(rest, factor), terms.int(0));
    let divides = terms.eq(remainder, zero);
    Some(Solved { symbol, value: terms.int_div(rest, factor), beside: vec![divides] })
}

fn local(terms: &Terms, term: TermId, keep: &BTreeSet<SymbolId>) -> bool {
    matches!(terms.op(term), TermOp::Symbol(symbol) if !keep.contains(&symbol))
}

/// `from = to` solved for a symbol that occurs in `from` only.
fn undo(terms: &mut Terms, symbol: TermId, mut from: TermId, mut to: TermId) -> Option<Solved> {
    let mut beside = Vec::new();
    for _ in 0..STEPS {
        if from == symbol {
            return Some(Solved { symbol, value: to, beside });
        }
        let args = terms.get(from).args.clone();
        let mut having = args.iter().enumerate().filter(|(_, arg)| contains(terms, **arg, symbol));
        let (position, next) = having.next().map(|(position, arg)| (position, *arg))?;
        if having.next().is_some() {
            return None;
        }
        let other = args.get(1 - position.min(1)).copied();
        to = inverse(terms, from, position, other, to, &mut beside)?;
        from = next;
    }
    None
}

/// Value of the argument at `position` of `from` when `from = to`.
fn inverse(
    terms: &mut Terms,
    from: TermId,
    position: usize,
    other: Option<TermId>,
    to: TermId,
    beside: &mut Vec<TermId>,
) -> Option<TermId> {
    let width = terms.width(from);
    let op = terms.op(from);
    Some(match (op, other) {
        (TermOp::Not, _) => terms.not(to),
        (TermOp::Eq, Some(other)) if terms.sort(other) == Sort::Bool => {
            let not_to = terms.not(to);
            terms.ite(other, to, not_to)
        }
        (TermOp::BvNot, _) => terms.bv_not(to),
        (TermOp::BvNeg, _) => terms.bv_neg(to),
        (TermOp::BvAdd, Some(other)) => terms.bv_sub(to, other),
        (TermOp::BvSub, Some(other)) if position == 0 => terms.bv_add(to, other),
        (TermOp::BvSub, Some(other)) => terms.bv_sub(other, to),
        (TermOp::BvXor, Some(other)) => terms.bv_xor(to, other),
        (TermOp::BvMul, Some(other)) => {
            let factor = terms.as_bits(other).filter(|factor| factor % 2 == 1)?;
            let inverse = terms.bits(width, inverse_of_odd(factor));
            terms.bv_mul(inverse, to)
        }
        (TermOp::ZeroExtend | TermOp::SignExtend, _) => {
            let narrow = terms.width(terms.arg(from, 0));
            let inner = terms.extract(to, narrow - 1, 0);
            let again = terms.bitvec_unary(op, inner, width);
            beside.push(terms.eq(again, to));
            inner
        }
        (TermOp::Concat, Some(other)) => {
            let low = terms.width(terms.arg(from, 1));
            let (high, low) = (terms.extract(to, width - 1, low), terms.extract(to, low - 1, 0));
            let (mine, theirs) = if position == 0 { (high, low) } else { (low, high) };
            beside.push(terms.eq(other, theirs));
            mine
        }
        (TermOp::Store, _) if position == 2 => {
            let (array, index) = (terms.arg(from, 0), terms.arg(from, 1));
            let value = terms.select(to, index);
            let again = terms.store(array, index, value);
            beside.push(terms.eq(again, to));
            value
        }
        _ => return None,
    })
}

/// Newton's iteration doubles the correct bits: 3 to begin with, so six rounds make 128.
fn inverse_of_odd(factor: u128) -> u128 {
    (0..6).fold(factor, |x, _| x.wrapping_mul(2u128.wrapping_sub(factor.wrapping_mul(x))))
}

fn contains(terms: &Terms, root: TermId, symbol: TermId) -> bool {
    root == symbol || root > symbol && terms.below(&[root]).binary_search(&symbol).is_ok()
}

#[cfg(test)]
mod tests {
    use super::inverse_of_odd;

    #[test]
    fn odd_numbers_have_inverses() {
        for factor in [1u128, 3, 5, 0xdead_beef, u128::MAX, 12_345_678_901_234_567_891] {
            assert_eq!(factor.wrapping_mul(inverse_of_odd(factor)), 1, "{factor}");
        }
    }
}
