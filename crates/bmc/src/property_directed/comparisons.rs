//! The comparisons that are literals beside bits: those of the program between what each side may be, and between all variables that
//! the program compares with each other or copies.
//!
//! `token = local + 2` is one literal where bits would need a lemma for each of them. The program asserts `token = local + 3` and adds
//! one three times, so the differences up to the constants that it compares with are literals, too.
//!
//! Invariant: none; which comparisons there are decides only how short lemmas are.

use crate::ground::flow::{Edge, Flow};
use cairn_base::{FastIndexSet, FastMap};
use cairn_term::{Sort, TermId, TermOp, Terms, signed};
use std::collections::BTreeMap;

/// Limit of the choices of one side of a comparison.
const MOST_CHOICES: usize = 12;
/// Terms that are looked at for what a value is chosen from.
const MOST_VISITED: usize = 300;
/// Comparisons of one edge that are looked at.
const MOST_COMPARED: usize = 2_000;
/// Differences of two variables, at most.
const MOST_OFFSET: i128 = 16;
/// Variables of one class that are compared with each other, at most.
const MOST_RELATED: usize = 26;

/// The comparisons of bit-vectors on which a branch depends, between what each side may be; and equalities with the constants and
/// variables that variables are given.
pub(super) fn comparisons(terms: &mut Terms, flow: &Flow, cells: &[FastIndexSet<TermId>]) -> FastIndexSet<TermId> {
    let mut found = FastIndexSet::default();
    for edge in &flow.edges {
        for atom in compared(terms, edge) {
            let (op, args) = (terms.op(atom), terms.get(atom).args.clone());
            let (left, right) = (choices(terms, args[0]), choices(terms, args[1]));
            for one in &left {
                for other in &right {
                    let either = match op {
                        TermOp::Eq => terms.eq(*one, *other),
                        TermOp::BvULt => terms.bv_ult(*one, *other),
                        _ => terms.bv_slt(*one, *other),
                    };
                    found.insert(either);
                }
            }
        }
        let mut given: Vec<(TermId, TermId)> = edge.values.iter().map(|(plain, value)| (*plain, *value)).collect();
        if let Some(to) = edge.to {
            let values: FastMap<TermId, TermId> = given.iter().copied().collect();
            let cells: Vec<TermId> = cells[to].iter().copied().collect();
            let after = terms.substitute_all(&cells, &values);
            given.extend(cells.into_iter().zip(after));
        }
        given.retain(|(variable, _)| matches!(terms.sort(*variable), Sort::BitVec(_)));
        for (variable, value) in given {
            for choice in choices(terms, value) {
                found.insert(terms.eq(variable, choice));
            }
        }
    }
    found.retain(|atom| terms.as_bool(*atom).is_none());
    found
}

/// The comparisons of bit-vectors that an edge makes, in its condition or to choose values.
fn compared(terms: &Terms, edge: &Edge) -> Vec<TermId> {
    let mut roots: Vec<TermId> = edge.values.values().copied().collect();
    roots.push(edge.condition);
    let mut all = terms.below(&roots);
    all.retain(|term| {
        let is_comparison = matches!(terms.op(*term), TermOp::Eq | TermOp::BvULt | TermOp::BvSLt);
        is_comparison && terms.get(*term).args.iter().all(|arg| matches!(terms.sort(*arg), Sort::BitVec(_)))
    });
    all.truncate(MOST_COMPARED);
    all
}

/// The comparisons of each two variables of a head that are of one class of [`Related`].
pub(super) fn of_related(terms: &mut Terms, variables: &[TermId], related: &Related) -> Vec<TermId> {
    let mut classes: BTreeMap<(TermId, u32), Vec<TermId>> = BTreeMap::new();
    for variable in variables {
        if let Sort::BitVec(width) = terms.sort(*variable) {
            classes.entry((related.class(*variable), width)).or_default().push(*variable);
        }
    }
    let mut found = Vec::new();
    for ((class, width), members) in classes {
        let most = related.offsets.get(&class).copied().unwrap_or(0);
        let members = &members[..members.len().min(MOST_RELATED)];
        for (number, one) in members.iter().enumerate() {
            for other in &members[number + 1..] {
                found.push(terms.eq(*one, *other));
                if related.ordered.contains(&class) {
                    found.push(terms.bv_slt(*one, *other));
                }
                for offset in (1..=most).filter(|_| members.len() <= 4) {
                    let offset = terms.bits(width, offset as u128);
                    for (left, right) in [(*one, *other), (*other, *one)] {
                        let sum = terms.bv_add(offset, right);
                        found.push(terms.eq(left, sum));
                    }
                }
            }
        }
    }
    found.retain(|atom| terms.as_bool(*atom).is_none());
    found
}

/// Variables that are compared with each other, or copied.
pub(super) struct Related {
    parents: FastMap<TermId, TermId>,
    /// The largest constant, up to [`MOST_OFFSET`], that a class is compared with.
    offsets: FastMap<TermId, i128>,
    /// Classes that are compared by order.
    ordered: FastIndexSet<TermId>,
}

impl Related {
    pub(super) fn of(terms: &mut Terms, flow: &Flow) -> Self {
        let mut related =
            Self { parents: FastMap::default(), offsets: FastMap::default(), ordered: FastIndexSet::default() };
        let (mut offsets, mut ordered) = (Vec::new(), Vec::new());
        for edge in &flow.edges {
            for atom in compared(terms, edge) {
                let (op, args) = (terms.op(atom), terms.get(atom).args.clone());
                let (variables, constants) = values_in(terms, &args);
                related.join(&variables);
                let Some(first) = variables.first().copied() else { continue };
                if variables.len() > 1 {
                    offsets.extend(constants.into_iter().map(|constant| (first, constant)));
                }
                if op != TermOp::Eq {
                    ordered.push(first);
                }
            }
            for (variable, value) in &edge.values {
                let copied = choices(terms, *value).into_iter();
                let mut copied: Vec<TermId> = copied.filter(|copy| is_variable(terms, *copy)).collect();
                copied.push(*variable);
                related.join(&copied);
            }
        }
        for (of, constant) in offsets {
            let class = related.class(of);
            let most = related.offsets.entry(class).or_insert(0);
            *most = (*most).max(constant);
        }
        for of in ordered {
            let class = related.class(of);
            related.ordered.insert(class);
        }
        related
    }

    fn class(&self, of: TermId) -> TermId {
        let mut at = of;
        while let Some(parent) = self.parents.get(&at).filter(|parent| **parent != at) {
            at = *parent;
        }
        at
    }

    fn join(&mut self, all: &[TermId]) {
        for pair in all.windows(2) {
            let (one, other) = (self.class(pair[0]), self.class(pair[1]));
            self.parents.insert(one.max(other), one.min(other));
        }
    }
}

pub(super) fn has_bits(sort: Sort) -> bool {
    matches!(sort, Sort::Bool | Sort::BitVec(_))
}

fn is_variable(terms: &Terms, term: TermId) -> bool {
    matches!(terms.op(term), TermOp::Symbol(_) | TermOp::Select) && has_bits(terms.sort(term))
}

/// The variables that some terms may be a sum or a choice of, and the small constants.
fn values_in(terms: &Terms, roots: &[TermId]) -> (Vec<TermId>, Vec<i128>) {
    let (mut variables, mut constants) = (FastIndexSet::default(), Vec::new());
    let (mut seen, mut open) = (FastIndexSet::default(), roots.to_vec());
    while let Some(term) = open.pop() {
        if seen.len() >= MOST_VISITED || !seen.insert(term) {
            continue;
        }
        match terms.op(term) {
            TermOp::Ite => open.extend([terms.arg(term, 1), terms.arg(term, 2)]),
            // A sum of two variables is neither of them.
            TermOp::BvAdd if !matches!(terms.op(terms.arg(term, 0)), TermOp::BitVec(_)) => {}
            TermOp::BvAdd | TermOp::BvSub | TermOp::SignExtend | TermOp::ZeroExtend | TermOp::Extract { .. } => {
                open.extend(terms.get(term).args.iter().copied());
            }
            TermOp::BitVec(bits) => {
                let value = signed(bits, terms.width(term)).abs();
                if value <= MOST_OFFSET {
                    constants.push(value);
                }
            }
            _ if is_variable(terms, term) => drop(variables.insert(term)),
            _ => {}
        }
    }
    (variables.into_iter().collect(), constants)
}

/// Choices of a value: constants, variables, and sums and extensions of these.
fn choices(terms: &mut Terms, value: TermId) -> Vec<TermId> {
    let (mut found, mut seen, mut open) = (Vec::new(), FastIndexSet::default(), vec![value]);
    while let Some(term) = open.pop() {
        if found.len() >= MOST_CHOICES || seen.len() >= MOST_VISITED || !seen.insert(term) {
            continue;
        }
        match terms.op(term) {
            TermOp::Ite => open.extend([terms.arg(term, 1), terms.arg(term, 2)]),
            TermOp::BitVec(_) | TermOp::Symbol(_) => found.push(term),
            TermOp::SignExtend | TermOp::ZeroExtend | TermOp::Extract { .. } => {
                let inner = terms.arg(term, 0);
                for choice in choices(terms, inner) {
                    found.push(terms.substitute(term, &FastMap::from_iter([(inner, choice)])));
                }
            }
            TermOp::BvAdd if matches!(terms.op(terms.arg(term, 0)), TermOp::BitVec(_)) => {
                let inner = terms.arg(term, 1);
                for choice in choices(terms, inner) {
                    found.push(terms.substitute(term, &FastMap::from_iter([(inner, choice)])));
                }
            }
            TermOp::Select => found.push(term),
            _ => {}
        }
    }
    found
}
