//! The order of states: `a ⊑ b` when what the symbols of `b` stand for can be read off `a`.
//!
//! The paper compares assignments and constraints as they are. Symbols have no meaning beyond their state, so that would
//! cover next to nothing; here `b` is matched with `a`: each symbol of `b` is bound to the term that `a` has in its
//! place, consistently, and each constraint of `b` must then be one that `a` has, or follow. A binding found is a proof:
//! it says which values make `b` hold of whatever `a` holds of. One that is not found costs coverage, nothing else.

use super::satisfiability::Decider;
use super::state::SymbolicState;
use super::symbols::{HIDDEN, SymbolTable};
use crate::value::{Datum, Symbolic};
use cairn_base::FastMap;
use cairn_cpa::{Cx, Res};
use cairn_term::{Sort, TermId, TermOp, Terms, mask};

/// Whether every concrete state of `a` is seen to be one of `b`.
pub fn is_below(
    a: &SymbolicState,
    b: &SymbolicState,
    symbols: &SymbolTable,
    decider: &mut Decider,
    cx: &mut Cx<'_>,
) -> Res<bool> {
    if !a.values.is_below(&b.values) {
        return Ok(false);
    }
    if b.values.marks() == 0 && b.constraints.is_empty() {
        return Ok(true);
    }
    let mut pairs: Vec<(TermId, TermId)> = Vec::new();
    let mut hidden = HIDDEN;
    let mut fits = true;
    b.values.for_each_term(u64::MAX, |object, at, cell| {
        let Datum::Term(Symbolic { term, .. }) = cell.datum else { return };
        if !fits {
            return;
        }
        let mine = match a.values.read(object, at, cell.width, cx.program) {
            // Any value: one that nothing else is known of.
            Datum::Unknown | Datum::Range(_) => {
                hidden += 1;
                Some(symbols.symbol(hidden, Sort::BitVec(cell.width)))
            }
            datum => symbols.term(datum, cell.width),
        };
        match mine {
            Some(mine) => pairs.push((term, mine)),
            None => fits = false,
        }
    });
    let mut bound = FastMap::default();
    if !fits || !bind(&pairs, &mut bound, &mut symbols.terms.borrow_mut()) {
        return Ok(false);
    }
    for conjunct in b.constraints.parts().iter().flat_map(|part| part.conjuncts.iter()) {
        // A symbol that no cell of `b` has stands for itself.
        let said = symbols.terms.borrow_mut().substitute(*conjunct, &bound);
        let truth = symbols.terms.borrow().as_bool(said);
        let holds = match truth {
            Some(truth) => truth,
            None => decider.imply(&a.constraints, said, symbols, cx)?,
        };
        if !holds {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Binds the symbols of patterns so that each becomes the term beside it.
fn bind(pairs: &[(TermId, TermId)], bound: &mut FastMap<TermId, TermId>, terms: &mut Terms) -> bool {
    // What is a symbol alone says most.
    let (plain, others): (Vec<_>, Vec<_>) =
        pairs.iter().copied().partition(|(pattern, _)| matches!(terms.op(*pattern), TermOp::Symbol(_)));
    plain.into_iter().chain(others).all(|(pattern, term)| {
        terms.substitute(pattern, bound) == term && is_bound(pattern, bound, terms)
            || unify(pattern, term, bound, terms)
    })
}

fn is_bound(pattern: TermId, bound: &FastMap<TermId, TermId>, terms: &Terms) -> bool {
    terms.below(&[pattern]).iter().all(|term| !matches!(terms.op(*term), TermOp::Symbol(_)) || bound.contains_key(term))
}

/// Binds the symbols of one pattern. False when that is not seen to be possible; then some may be bound in vain.
fn unify(pattern: TermId, term: TermId, bound: &mut FastMap<TermId, TermId>, terms: &mut Terms) -> bool {
    if terms.sort(pattern) != terms.sort(term) {
        return false;
    }
    if let TermOp::Symbol(_) = terms.op(pattern) {
        return *bound.entry(pattern).or_insert(term) == term;
    }
    if terms.constant(pattern).is_some() {
        return pattern == term;
    }
    let (p, t) = (terms.get(pattern).clone(), terms.get(term).clone());
    if p.op == t.op && p.args.len() == t.args.len() {
        let before = bound.clone();
        let alike = |(p, t): (&TermId, &TermId)| unify(*p, *t, bound, terms);
        if p.args.iter().zip(&t.args).all(alike) {
            return true;
        }
        *bound = before;
    }
    // Operations that can be undone.
    let constant = |at: usize| p.args.get(at).filter(|arg| terms.constant(**arg).is_some()).copied();
    match (p.op, constant(0)) {
        (TermOp::BvAdd, Some(by)) => {
            let back = terms.bv_sub(term, by);
            unify(p.args[1], back, bound, terms)
        }
        (TermOp::BvXor, Some(by)) => {
            let back = terms.bv_xor(term, by);
            unify(p.args[1], back, bound, terms)
        }
        (TermOp::BvNot, _) => {
            let back = terms.bv_not(term);
            unify(p.args[0], back, bound, terms)
        }
        (TermOp::BvNeg, _) => {
            let back = terms.bv_neg(term);
            unify(p.args[0], back, bound, terms)
        }
        (TermOp::Not, _) => {
            let back = terms.not(term);
            unify(p.args[0], back, bound, terms)
        }
        (TermOp::ZeroExtend, _) => {
            let width = terms.width(p.args[0]);
            let Some(bits) = terms.as_bits(term).filter(|bits| *bits <= mask(width)) else { return false };
            let back = terms.bits(width, bits);
            unify(p.args[0], back, bound, terms)
        }
        (TermOp::SignExtend, _) => {
            let (width, whole) = (terms.width(p.args[0]), terms.width(term));
            let Some(bits) = terms.as_bits(term) else { return false };
            let back = terms.bits(width, bits);
            terms.sign_extend(back, whole) == term && unify(p.args[0], back, bound, terms)
        }
        (TermOp::Ite, _) if terms.constant(term).is_some() => {
            let chosen = match (p.args[1] == term, p.args[2] == term) {
                (true, false) => true,
                (false, true) => false,
                _ => return false,
            };
            let truth = terms.bool(chosen);
            unify(p.args[0], truth, bound, terms)
        }
        _ => false,
    }
}
