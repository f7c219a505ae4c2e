//! Relevant part of a condition: conjuncts that only say what a symbol is which nothing else mentions are left out.
//!
//! The encoder names deep values (`name = store(…)`), and a condition carries the names of all that was written, most of
//! which decides nothing. `∃s. s = t ∧ rest` is `rest` when `s` is not in it. Where a symbol's type allows less than `t`
//! has, leaving the equation out allows more: never a wrong refutation, and a model is only ever a proposal.

use cairn_base::FastMap;
use cairn_ir::reachable;
use cairn_term::{SymbolId, TermId, TermOp, Terms};

/// A condition without the definitions that neither it nor `also` depend on.
pub(crate) fn relevant(terms: &mut Terms, condition: TermId, also: &[TermId]) -> TermId {
    let parts = terms.conjuncts(condition);
    let mut definitions: FastMap<SymbolId, TermId> = FastMap::default();
    let mut kept: Vec<TermId> = Vec::new();
    for part in parts {
        match defined(terms, part).filter(|symbol| !definitions.contains_key(symbol)) {
            Some(symbol) => {
                definitions.insert(symbol, part);
            }
            None => kept.push(part),
        }
    }
    if definitions.is_empty() {
        return condition;
    }
    let mut needed: Vec<TermId> = Vec::new();
    reachable(kept.iter().chain(also).copied(), |term, open| {
        if let TermOp::Symbol(symbol) = terms.op(term)
            && let Some(definition) = definitions.remove(&symbol)
        {
            needed.push(definition);
            open.push(definition);
        }
        open.extend(terms.get(term).args.iter().copied());
    });
    // In one order whatever the way they were found.
    needed.sort_unstable();
    kept.extend(needed);
    terms.and(&kept)
}

/// The symbol that an equation defines.
fn defined(terms: &Terms, part: TermId) -> Option<SymbolId> {
    if !matches!(terms.op(part), TermOp::Eq) {
        return None;
    }
    terms.get(part).args.iter().find_map(|side| match terms.op(*side) {
        TermOp::Symbol(symbol) => Some(symbol),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_term::Sort;

    #[test]
    fn definitions_count_where_something_depends_on_them() {
        let mut terms = Terms::new();
        let mut symbol = |name| terms.symbol(name, Sort::Int);
        let (a, b, x, y, z) = (symbol("a"), symbol("b"), symbol("x"), symbol("y"), symbol("z"));
        let one = terms.int(1);
        let (a1, x1, b1) = (terms.add(a, one), terms.add(x, one), terms.add(b, one));
        let (is_x, is_y, is_z) = (terms.eq(x, a1), terms.eq(y, x1), terms.eq(z, b1));
        let bound = terms.lt(y, b);
        let condition = terms.and(&[is_x, is_y, is_z, bound]);
        let expected = terms.and(&[is_x, is_y, bound]);
        assert_eq!(relevant(&mut terms, condition, &[]), expected, "y needs x, nothing needs z");
        assert_eq!(relevant(&mut terms, condition, &[z]), condition, "something else needs z");
        let only = terms.and(&[is_x, is_y, is_z]);
        assert_eq!(relevant(&mut terms, only, &[]), terms.bool(true));
        let both = terms.eq(x, b1);
        let twice = terms.and(&[is_x, both]);
        assert_eq!(relevant(&mut terms, twice, &[]), twice, "two definitions of one symbol say more than either");
    }
}
