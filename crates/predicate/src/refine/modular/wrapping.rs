//! Wrap-around, for what it does to predicates.
//!
//! In the integer encoding a sum that may leave its type's range is a choice: the sum, or the sum and a power of two. An
//! invariant of such a sum is mostly one of the *unbounded* numbers, true modulo the power: `result = n + m` of a
//! recursive addition holds for all arguments only modulo 2³², and the caller, who knows the ranges, gets the equation
//! from that. No interpolation method finds this, for the paths on which it wraps are refuted by bounds, one a turn. So
//! Horn clauses are also solved without the choices, and an equation that becomes a predicate where something may wrap
//! becomes one modulo the power, too.

use cairn_base::{FastIndexMap, FastMap, FastSet};
use cairn_ir::NodeId;
use cairn_term::{Sort, TermId, TermOp, Terms};
use std::collections::BTreeSet;

const WIDTHS: [u32; 4] = [8, 16, 32, 64];

/// Which width two arms of a choice differ by: the second is the first and a power of two, or a multiple by 1 or -1.
fn wraps(terms: &mut Terms, a: TermId, b: TermId) -> Option<u32> {
    let difference = terms.sub(a, b);
    let difference = terms.as_int(difference)?;
    WIDTHS.into_iter().find(|width| difference.unsigned_abs() == 1 << width)
}

/// The constant that a sum has beside its other parts.
fn constant_of(terms: &Terms, sum: TermId) -> i128 {
    terms.linear(sum).constant.whole().unwrap_or(0)
}

/// A formula without wrap-around, and the widths that it had.
pub fn unwrapped(terms: &mut Terms, formula: TermId) -> (TermId, BTreeSet<u32>) {
    let (mut now, mut widths) = (formula, BTreeSet::new());
    // The innermost choices first: what is around them is then a sum again.
    for _ in 0..64 {
        let mut replace: FastMap<TermId, TermId> = FastMap::default();
        let mut inner: FastSet<TermId> = FastSet::default();
        for term in terms.below(&[now]) {
            if terms.op(term) != TermOp::Ite || terms.sort(term) != Sort::Int || inner.contains(&term) {
                continue;
            }
            let (a, b) = (terms.arg(term, 1), terms.arg(term, 2));
            if let Some(width) = wraps(terms, a, b) {
                widths.insert(width);
                let first = constant_of(terms, a).unsigned_abs() <= constant_of(terms, b).unsigned_abs();
                replace.insert(term, if first { a } else { b });
                inner.insert(term);
            }
        }
        if replace.is_empty() {
            break;
        }
        let next = terms.substitute(now, &replace);
        if next == now {
            break;
        }
        now = next;
    }
    (now, widths)
}

/// The equations among some formulas, modulo the width of an `int`.
pub fn congruences(terms: &mut Terms, formulas: &[TermId]) -> Vec<TermId> {
    let mut found = Vec::new();
    for formula in formulas {
        if terms.op(*formula) != TermOp::Eq || terms.sort(terms.arg(*formula, 0)) != Sort::Int {
            continue;
        }
        let sum = terms.sub(terms.arg(*formula, 0), terms.arg(*formula, 1));
        let (modulus, zero) = (terms.int(1 << 32), terms.int(0));
        let rest = terms.int_mod(sum, modulus);
        let congruent = terms.eq(rest, zero);
        if terms.as_bool(congruent).is_none() {
            found.push(congruent);
        }
    }
    found
}

/// Adds to the formulas found for locations their equations modulo powers of two.
pub fn add_congruences(terms: &mut Terms, formulas: &mut Vec<(NodeId, TermId)>, widths: &BTreeSet<u32>) {
    if widths.is_empty() {
        return;
    }
    // What is equal to zero, and what is at most so much.
    let mut zeros: Vec<(NodeId, TermId)> = Vec::new();
    let mut bounds: FastIndexMap<(NodeId, TermId), BTreeSet<i128>> = FastIndexMap::default();
    for (node, formula) in formulas.iter() {
        let inner = if terms.op(*formula) == TermOp::Not { terms.arg(*formula, 0) } else { *formula };
        if !matches!(terms.op(inner), TermOp::Eq | TermOp::Le) || terms.sort(terms.arg(inner, 0)) != Sort::Int {
            continue;
        }
        let (a, b) = (terms.arg(inner, 0), terms.arg(inner, 1));
        let difference = terms.sub(a, b);
        if terms.op(inner) == TermOp::Eq {
            zeros.push((*node, difference));
            continue;
        }
        let constant = constant_of(terms, difference);
        let number = terms.int(constant);
        let sum = terms.sub(difference, number);
        bounds.entry((*node, sum)).or_default().insert(-constant);
    }
    for ((node, sum), limits) in bounds {
        // At most c, and not at most c - 1.
        for limit in limits.iter().filter(|limit| limits.contains(&(**limit - 1))) {
            let number = terms.int(*limit);
            zeros.push((node, terms.sub(sum, number)));
        }
    }
    for (node, sum) in zeros {
        if terms.linear(sum).parts.len() < 2 {
            continue;
        }
        for width in widths {
            let (modulus, zero) = (terms.int(1i128 << width), terms.int(0));
            let rest = terms.int_mod(sum, modulus);
            let congruent = terms.eq(rest, zero);
            let equal = terms.eq(sum, zero);
            formulas.extend([(node, equal), (node, congruent)]);
        }
    }
}
