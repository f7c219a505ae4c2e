//! Atoms of a formula, as predicates: Boolean subterms without connectives in them, and without choices.
//!
//! C's wrap-around and joined paths leave choices between numbers inside of atoms: `(c ? x + 1 : x - 255) <= 9`. Such
//! an atom is a Boolean combination of `c`, `x + 1 <= 9` and `x - 255 <= 9`, which are simpler, come up again in other
//! formulas, and are finer together. So choices are taken apart, as long as they are few.

use cairn_base::{FastIndexSet, FastMap};
use cairn_term::{Sort, TermId, TermOp, Terms};

/// An atom with more cases is left as it is.
const MOST_CASES: usize = 16;

/// The atoms of a formula, each once.
pub fn atoms(terms: &mut Terms, formula: TermId) -> Vec<TermId> {
    let mut found = FastIndexSet::default();
    for atom in terms.atoms(formula) {
        let (mut open, mut plain) = (vec![atom], Vec::new());
        while let Some(case) = open.pop() {
            match choice(terms, case) {
                Some(_) if open.len() + plain.len() >= MOST_CASES => {
                    plain = vec![atom];
                    break;
                }
                Some(ite) => {
                    for arm in [1, 2] {
                        let arm = terms.arg(ite, arm);
                        let replace = FastMap::from_iter([(ite, arm)]);
                        open.push(terms.substitute(case, &replace));
                    }
                }
                None => plain.push(case),
            }
        }
        // The conditions of the choices are atoms of the formula themselves.
        found.extend(plain.into_iter().filter(|case| terms.as_bool(*case).is_none()));
    }
    let mut all = Vec::new();
    for atom in found {
        // What was put together anew may have connectives.
        if terms.is_connective(atom) {
            all.extend(terms.atoms(atom));
        } else {
            all.push(atom);
        }
    }
    all
}

/// The innermost choice between numbers in a term.
fn choice(terms: &Terms, term: TermId) -> Option<TermId> {
    let number = |at: &TermId| matches!(terms.sort(*at), Sort::Int | Sort::Real | Sort::BitVec(_));
    terms.below(&[term]).into_iter().find(|at| terms.op(*at) == TermOp::Ite && number(at))
}
