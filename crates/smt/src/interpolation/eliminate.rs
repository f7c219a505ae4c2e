//! Existential elimination of symbols from a conjunction: exact where it can be, else a weaker conjunction.
//!
//! In this order: equations solved for a symbol ([`super::equation_solving`]); linear inequalities ([`super::fourier`]); the two
//! cases of an atom ([`super::case_elimination`]); at last, the conjuncts that still speak about one are dropped. Dropping weakens, which either does not matter, because the conjunct
//! was not needed for this cut, or is found out by the check of the interpolants.

use super::equation_solving::isolate;
use super::problem::names;
use super::{case_elimination, fourier};
use cairn_base::FastMap;
use cairn_term::{SymbolId, TermId, TermOp, Terms};
use std::collections::BTreeSet;

/// So many symbols of one conjunction are eliminated by cases at most.
const SPLITS: usize = 24;

/// `∃ names not kept . conjuncts`, or something weaker; and whether it is exactly that.
pub(super) fn eliminate(terms: &mut Terms, conjuncts: &[TermId], keep: &BTreeSet<SymbolId>) -> (Vec<TermId>, bool) {
    let mut work = Conjunction::new(terms, conjuncts, keep);
    let mut exact = true;
    while work.solve_one(terms, keep) || work.project_one(terms, keep, &mut exact) {}
    let before = work.parts.len();
    work.parts.retain(|part| part.local.is_empty());
    exact &= work.parts.len() == before;
    (work.terms(), exact)
}

/// The conjunction without the names that an equation defines; exact, and other names stay.
pub(super) fn substitute_definitions(
    terms: &mut Terms,
    conjuncts: &[TermId],
    keep: &BTreeSet<SymbolId>,
) -> Vec<TermId> {
    let mut work = Conjunction::new(terms, conjuncts, keep);
    while work.solve_one(terms, keep) {}
    work.terms()
}

struct Part {
    term: TermId,
    /// Names in it that are to go.
    local: BTreeSet<SymbolId>,
}

struct Conjunction {
    parts: Vec<Part>,
    splits: usize,
}

impl Conjunction {
    fn new(terms: &mut Terms, conjuncts: &[TermId], keep: &BTreeSet<SymbolId>) -> Conjunction {
        let mut work = Conjunction { parts: Vec::new(), splits: 0 };
        for conjunct in conjuncts {
            for part in terms.conjuncts(*conjunct) {
                work.add(terms, part, keep);
            }
        }
        work
    }

    fn terms(self) -> Vec<TermId> {
        let mut kept: Vec<TermId> = self.parts.into_iter().map(|part| part.term).collect();
        kept.sort_unstable();
        kept.dedup();
        kept
    }

    fn add(&mut self, terms: &mut Terms, term: TermId, keep: &BTreeSet<SymbolId>) {
        let term = cancelled(terms, term);
        if terms.as_bool(term) == Some(true) || self.parts.iter().any(|part| part.term == term) {
            return;
        }
        let local = names(terms, &[term]).into_iter().filter(|name| !keep.contains(name)).collect();
        self.parts.push(Part { term, local });
    }

    /// Eliminates one name by an equation.
    fn solve_one(&mut self, terms: &mut Terms, keep: &BTreeSet<SymbolId>) -> bool {
        for at in 0..self.parts.len() {
            let part = &self.parts[at];
            if part.local.is_empty() {
                continue;
            }
            let Some(solved) = isolate(terms, part.term, keep) else { continue };
            self.parts.swap_remove(at);
            self.substitute(terms, keep, solved.symbol, solved.value);
            for beside in solved.beside {
                for part in terms.conjuncts(beside) {
                    self.add(terms, part, keep);
                }
            }
            return true;
        }
        false
    }

    fn substitute(&mut self, terms: &mut Terms, keep: &BTreeSet<SymbolId>, symbol: TermId, value: TermId) {
        let replace: FastMap<TermId, TermId> = [(symbol, value)].into_iter().collect();
        let name = name_of(terms, symbol);
        let (with, without): (Vec<Part>, Vec<Part>) = std::mem::take(&mut self.parts)
            .into_iter()
            .partition(|part| name.is_some_and(|name| part.local.contains(&name)));
        self.parts = without;
        for part in with {
            let term = terms.substitute(part.term, &replace);
            for part in terms.conjuncts(term) {
                self.add(terms, part, keep);
            }
        }
    }

    /// Eliminates one symbol by inequalities or by cases. False when none can be.
    fn project_one(&mut self, terms: &mut Terms, keep: &BTreeSet<SymbolId>, exact: &mut bool) -> bool {
        let locals: BTreeSet<SymbolId> = self.parts.iter().flat_map(|part| part.local.iter().copied()).collect();
        for local in locals {
            let with: Vec<TermId> =
                self.parts.iter().filter(|part| part.local.contains(&local)).map(|part| part.term).collect();
            let symbol = terms.symbol_term(local);
            let result = if let Some((bounds, lossless)) = fourier::project(terms, &with, symbol) {
                *exact &= lossless;
                bounds
            } else if self.splits < SPLITS {
                let whole = terms.and(&with);
                let Some(either) = case_elimination::split(terms, whole, local) else { continue };
                self.splits += 1;
                vec![either]
            } else {
                continue;
            };
            self.parts.retain(|part| !part.local.contains(&local));
            for term in result {
                for part in terms.conjuncts(term) {
                    self.add(terms, part, keep);
                }
            }
            return true;
        }
        false
    }
}

/// `c + x = d + y` with the constant on one side: substituting backward through `x' = x + 1` piles constants up on both.
fn cancelled(terms: &mut Terms, literal: TermId) -> TermId {
    let atom = if terms.op(literal) == TermOp::Not { terms.arg(literal, 0) } else { literal };
    if terms.op(atom) != TermOp::Eq {
        return literal;
    }
    let (a, b) = (terms.arg(atom, 0), terms.arg(atom, 1));
    let (Some((x, c)), Some((y, d))) = (terms.as_sum(a), terms.as_sum(b)) else { return literal };
    if c == 0 || d == 0 {
        return literal;
    }
    let left = terms.bits(terms.width(a), c.wrapping_sub(d));
    let left = terms.bv_add(left, x);
    let equal = terms.eq(left, y);
    if atom == literal { equal } else { terms.not(equal) }
}

fn name_of(terms: &Terms, term: TermId) -> Option<SymbolId> {
    match terms.op(term) {
        TermOp::Symbol(symbol) => Some(symbol),
        _ => None,
    }
}
