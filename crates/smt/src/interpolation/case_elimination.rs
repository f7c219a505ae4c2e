//! Eliminating a symbol by the two cases of one atom.
//!
//! A Boolean symbol is an atom itself. Another one may occur in a single atom that it can make true or false whatever the
//! rest is, such as `in < 10` of an input that only decides a branch: then that atom is as good as a Boolean symbol.
//! `∃ in . φ[in < 10]` is `φ[true] ∨ φ[false]`, with what must hold for the atom to be true, or false, beside.

use super::equation_solving::isolate;
use super::problem::names;
use cairn_base::FastMap;
use cairn_term::{Sort, SymbolId, TermId, TermOp, Terms, mask};

/// A formula of more distinct terms than this is not split: each split may double it.
const LARGE: usize = 1500;

/// `∃ symbol . whole`, exactly; `None` when it cannot be had in this way.
pub(super) fn split(terms: &mut Terms, whole: TermId, symbol: SymbolId) -> Option<TermId> {
    if terms.statistics(&[whole]).nodes > LARGE {
        return None;
    }
    let term = terms.symbol_term(symbol);
    let (atom, conditions) = if terms.sort(term) == Sort::Bool {
        (term, [terms.bool(true); 2])
    } else {
        // Arguments have smaller ids: the first atom with the symbol has no other one inside.
        let atom = terms.atoms(whole).into_iter().find(|atom| terms.below(&[*atom]).binary_search(&term).is_ok())?;
        (atom, possible(terms, atom, term)?)
    };
    let mut cases = conditions;
    for (case, value) in cases.iter_mut().zip([true, false]) {
        let value = terms.bool(value);
        let replace: FastMap<TermId, TermId> = [(atom, value)].into_iter().collect();
        let there = terms.substitute(whole, &replace);
        *case = terms.and(&[there, *case]);
    }
    let either = terms.or(&cases);
    (!names(terms, &[either]).contains(&symbol)).then_some(either)
}

/// When the symbol can be such that the atom is true, and such that it is false.
fn possible(terms: &mut Terms, atom: TermId, symbol: TermId) -> Option<[TermId; 2]> {
    let always = terms.bool(true);
    let TermOp::Symbol(name) = terms.op(symbol) else { return None };
    match terms.op(atom) {
        TermOp::Eq => {
            // Every sort but `Bool` has a second value.
            let keep = names(terms, &[atom]).into_iter().filter(|other| *other != name).collect();
            let solved = isolate(terms, atom, &keep)?;
            let beside = terms.and(&solved.beside);
            Some([beside, always])
        }
        TermOp::Le => {
            let sum = terms.linear(terms.arg(atom, 0)).minus(&terms.linear(terms.arg(atom, 1)))?;
            let is_linear = |(other, _): &(TermId, _)| *other == symbol || !terms.below(&[*other]).contains(&symbol);
            (sum.parts.iter().any(|(other, _)| *other == symbol) && sum.parts.iter().all(is_linear))
                .then_some([always; 2])
        }
        op @ (TermOp::BvULt | TermOp::BvSLt) => {
            let (a, b) = (terms.arg(atom, 0), terms.arg(atom, 1));
            let other = if a == symbol { b } else { a };
            if a != symbol && b != symbol || terms.below(&[other]).contains(&symbol) {
                return None;
            }
            let width = terms.width(a);
            let sign = if op == TermOp::BvSLt { 1 << (width - 1) } else { 0 };
            // Nothing is below the least value or above the greatest.
            let limit = if a == symbol { sign } else { mask(width) ^ sign };
            let limit = terms.bits(width, limit);
            let at_limit = terms.eq(other, limit);
            Some([terms.not(at_limit), always])
        }
        _ => None,
    }
}
