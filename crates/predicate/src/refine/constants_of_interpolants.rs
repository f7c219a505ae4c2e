//! The values of state variables: where an interpolant says `state = 3`, the other constants that the variable is compared
//! with or set to on the path are tracked, too.
//!
//! A loop that runs a state machine takes one turn for each state, and interpolation finds the values one by one, each
//! refutation a turn longer and far more expensive than the one before. The predicates `state = c` exclude each other,
//! so many of them cost an abstraction little.

use super::path::{RefinedFormulas, Refutation};
use crate::workspace::Workspace;
use cairn_base::{FastIndexMap, FastIndexSet};
use cairn_ir::reachable;
use cairn_term::{TermId, TermOp, Terms};

/// A variable with more values is no state variable.
const MOST_VALUES: usize = 80;

/// A symbol and the constant that it equals.
pub fn symbol_is(terms: &Terms, term: TermId) -> Option<(TermId, TermId)> {
    if terms.op(term) != TermOp::Eq {
        return None;
    }
    let (a, b) = (terms.arg(term, 0), terms.arg(term, 1));
    let symbol = |at| matches!(terms.op(at), TermOp::Symbol(_));
    let constant = |at| matches!(terms.op(at), TermOp::Int(_) | TermOp::BitVec(_));
    match (symbol(a), symbol(b)) {
        (true, _) if constant(b) => Some((a, b)),
        (_, true) if constant(a) => Some((b, a)),
        _ => None,
    }
}

/// Adds to formulas that say which value a variable has those for its other values on the path.
pub fn complete_domains(workspace: &mut Workspace, refutation: &Refutation<'_>, formulas: &mut RefinedFormulas) {
    let terms = &workspace.encoder.terms;
    let variables: FastIndexSet<(usize, TermId)> = formulas
        .iter()
        .filter_map(|(block, formula)| {
            let inner = if terms.op(*formula) == TermOp::Not { terms.arg(*formula, 0) } else { *formula };
            symbol_is(terms, inner).map(|(symbol, _)| (*block, symbol))
        })
        .collect();
    if variables.is_empty() {
        return;
    }
    let values = values_on(workspace, refutation);
    for (block, symbol) in variables {
        let Some(constants) = values.get(&symbol).filter(|c| c.len() > 1 && c.len() <= MOST_VALUES) else {
            continue;
        };
        for constant in constants {
            formulas.push((block, workspace.encoder.terms.eq(symbol, *constant)));
        }
    }
}

/// For each plain symbol the constants that it is compared with or set to in the window.
fn values_on(workspace: &mut Workspace, refutation: &Refutation<'_>) -> FastIndexMap<TermId, FastIndexSet<TermId>> {
    let mut values: FastIndexMap<TermId, FastIndexSet<TermId>> = FastIndexMap::default();
    for block in refutation.window.clone() {
        let formula = refutation.blocks.formulas[block];
        for term in workspace.encoder.terms.below(&[formula]) {
            let terms = &workspace.encoder.terms;
            if terms.op(term) != TermOp::Eq {
                continue;
            }
            let (a, b) = (terms.arg(term, 0), terms.arg(term, 1));
            for (symbol, other) in [(a, b), (b, a)] {
                if !matches!(workspace.encoder.terms.op(symbol), TermOp::Symbol(_)) {
                    continue;
                }
                let constants = leaves(&workspace.encoder.terms, other);
                if constants.is_empty() {
                    continue;
                }
                for cut in [block, block + 1] {
                    let plain = refutation.blocks.generalize(&mut workspace.encoder.terms, cut, symbol);
                    if plain != symbol {
                        values.entry(plain).or_default().extend(constants.iter().copied());
                        break;
                    }
                }
            }
        }
    }
    values
}

/// The constants that a choice may choose.
fn leaves(terms: &Terms, term: TermId) -> FastIndexSet<TermId> {
    let mut found = reachable([term], |at, open| {
        if let TermOp::Ite = terms.op(at) {
            open.extend([terms.arg(at, 1), terms.arg(at, 2)]);
        }
    });
    found.retain(|at| matches!(terms.op(*at), TermOp::Int(_) | TermOp::BitVec(_)));
    found
}
