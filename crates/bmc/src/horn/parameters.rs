//! Clauses in which large constants are unknowns.
//!
//! A loop that counts to 100,000 tempts Spacer to count with it: each lemma excludes one number more. With the constant as
//! an argument `n` of every relation, a lemma that holds needs `i < n`. The clauses with `n` are the original ones where `n` is
//! the constant, whatever they say for others; so a solution for all `n` is, at the constant, one of the original
//! clauses, and that is what is checked ([`crate::ground::inductive`]).

use super::system::System;
use cairn_base::FastMap;
use cairn_smt::clauses::{Application, Clause};
use cairn_term::{Rational, Sort, TermId, TermOp, Terms};
use std::collections::BTreeSet;

const LEAST: i128 = 16;
const MOST: i128 = 1 << 45;
/// Constants so near to each other are one unknown.
const NEAR: i128 = 2;
/// With more unknowns nothing is gained.
const MOST_UNKNOWNS: usize = 4;

pub(crate) struct Parametrized {
    pub(crate) system: System,
    /// The unknowns, and what they are in the program.
    unknowns: Vec<(TermId, i128)>,
}

impl Parametrized {
    /// The clauses with unknowns for the bounds in their comparisons; `None` where there are none, or too many.
    pub(crate) fn new(terms: &mut Terms, system: &System) -> Option<Self> {
        let constraints: Vec<TermId> = system.clauses.iter().map(|clause| clause.constraint).collect();
        let mut bounds: BTreeSet<i128> = BTreeSet::new();
        for term in terms.below(&constraints) {
            if terms.op(term) == TermOp::Le {
                bounds.extend(
                    terms
                        .get(term)
                        .args
                        .iter()
                        .filter_map(|arg| whole(terms, *arg))
                        .filter(|value| is_bound(*value, LEAST)),
                );
            }
        }
        let mut groups: Vec<i128> = Vec::new();
        for bound in bounds {
            match groups.last_mut() {
                Some(last) if bound - *last <= NEAR => *last = bound,
                _ => groups.push(bound),
            }
        }
        if groups.is_empty() || groups.len() > MOST_UNKNOWNS {
            return None;
        }
        let unknowns: Vec<(TermId, i128)> =
            groups.iter().map(|value| (terms.symbol(format!("unknown {value}"), Sort::Int), *value)).collect();
        let symbols: Vec<TermId> = unknowns.iter().map(|(symbol, _)| *symbol).collect();
        let extended = |(relation, args): &Application| (*relation, args.iter().chain(&symbols).copied().collect());
        let mut order: Vec<TermId> = Vec::new();
        let least = terms.int(1);
        for (at, symbol) in symbols.iter().enumerate() {
            let below = if at == 0 { least } else { symbols[at - 1] };
            order.push(terms.lt(below, *symbol));
        }
        let mut clauses = Vec::new();
        for clause in &system.clauses {
            let mut constraint = replaced(terms, clause.constraint, &unknowns);
            if clause.body.is_empty() {
                order.push(constraint);
                constraint = terms.and(&order);
                order.pop();
            }
            let (body, head) = (clause.body.iter().map(extended).collect(), clause.head.as_ref().map(extended));
            clauses.push(Clause { body, constraint, head });
        }
        let relations =
            system.relations.iter().map(|formals| formals.iter().chain(&symbols).copied().collect()).collect();
        Some(Self { system: System { relations, clauses, ..System::default() }, unknowns })
    }

    /// A solution at the constants of the program.
    pub(crate) fn at_constants(&self, terms: &mut Terms, found: &[TermId]) -> Vec<TermId> {
        let values: FastMap<TermId, TermId> =
            self.unknowns.iter().map(|(symbol, value)| (*symbol, terms.int(*value))).collect();
        found.iter().map(|invariant| terms.substitute(*invariant, &values)).collect()
    }
}

fn whole(terms: &Terms, term: TermId) -> Option<i128> {
    match terms.op(term) {
        TermOp::Int(value) => Some(value),
        _ => None,
    }
}

/// A bound of the program's that is large enough, and not one of a type.
pub(super) fn is_bound(value: i128, least: i128) -> bool {
    (least..MOST).contains(&value) && !is_limit_of_type(value)
}

/// Whether a number is the greatest of some type of integers, or the next one: it says something of the type only.
pub(super) fn is_limit_of_type(value: i128) -> bool {
    [7, 8, 15, 16, 31, 32, 63, 64].iter().any(|bits| value == 1 << bits || value == (1 << bits) - 1)
}

/// Whether a number is a limit of addresses or of a type, divided by the size of an element or a factor in an index.
pub(super) fn is_limit_of_addresses(value: i128) -> bool {
    let power = |value: i128| value >= 1 << 26 && value.count_ones() == 1;
    power(value) || power(value + 1)
}

/// A constraint with its constants near to an unknown as a distance from it.
fn replaced(terms: &mut Terms, constraint: TermId, unknowns: &[(TermId, i128)]) -> TermId {
    let mut done: FastMap<TermId, TermId> = FastMap::default();
    for term in terms.below(&[constraint]) {
        let node = terms.get(term).clone();
        let is_open = matches!(node.op, TermOp::Le | TermOp::Eq | TermOp::Ite);
        let mut args = node.args.clone();
        for arg in &mut args {
            let near = whole(terms, *arg).and_then(|value| {
                let unknown = unknowns.iter().find(|(_, at)| (at - value).abs() <= NEAR)?;
                Some((unknown.0, value - unknown.1))
            });
            *arg = match near {
                Some((symbol, distance)) if is_open => {
                    let distance = terms.number(Rational::new(distance, 1).unwrap_or(Rational::ZERO), Sort::Int);
                    terms.add(symbol, distance)
                }
                _ => done.get(arg).copied().unwrap_or(*arg),
            };
        }
        let new = if args == node.args { term } else { terms.apply(node.op, &args, node.sort) };
        done.insert(term, new);
    }
    done.get(&constraint).copied().unwrap_or(constraint)
}
