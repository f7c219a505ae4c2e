//! A closed form: what the cells of an array hold whose indices are in a range, `low <= k < high -> a[k] = p(k, variables)`.

use super::super::equation::{Equation, in_ring};
use super::indices::INDEX;
use crate::ground::flow::HeadVariable;
use cairn_base::FastMap;
use cairn_term::{TermId, Terms, mask, polynomial::inverse};

/// A constant, or a variable of the head and a constant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Bound {
    pub(super) variable: Option<usize>,
    pub(super) offset: i64,
}

/// Content of the cells in a range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ClosedForm {
    pub(super) array: TermId,
    pub(super) low: Bound,
    pub(super) high: Bound,
    /// Zero, over the variables of the head, the index of the cell and then what it holds.
    pub(super) equation: Equation,
}

impl Bound {
    /// It as a term, where variables have values.
    pub(super) fn term(
        self,
        terms: &mut Terms,
        variables: &[HeadVariable],
        values: &FastMap<TermId, TermId>,
    ) -> TermId {
        let offset = terms.bits(INDEX, self.offset as u128);
        let Some(variable) = self.variable.map(|at| &variables[at]) else { return offset };
        let value = values.get(&variable.plain).copied().unwrap_or(variable.plain);
        let value = in_ring(terms, variable, value, INDEX);
        terms.bv_add(value, offset)
    }
}

impl ClosedForm {
    /// That an index is in the range, as two conditions.
    pub(super) fn guard(
        &self,
        terms: &mut Terms,
        variables: &[HeadVariable],
        values: &FastMap<TermId, TermId>,
        index: TermId,
    ) -> [TermId; 2] {
        let low = self.low.term(terms, variables, values);
        let high = self.high.term(terms, variables, values);
        [terms.bv_sle(low, index), terms.bv_slt(index, high)]
    }

    /// Value of a cell in the range; `None` where the equation does not say one value.
    pub(super) fn value(&self, terms: &mut Terms, variables: &[HeadVariable], index: TermId) -> Option<TermId> {
        let index = HeadVariable { plain: index, signed: true };
        let cell = variables.len() + 1;
        let variables: Vec<HeadVariable> = variables.iter().copied().chain([index]).collect();
        solved(terms, &self.equation, &variables, cell)
    }
}

/// Value of a variable by an equation and the others: where the variable is in it once, by itself, times an odd number. It is
/// as wide as the equation's ring.
pub(super) fn solved(
    terms: &mut Terms,
    equation: &Equation,
    variables: &[HeadVariable],
    variable: usize,
) -> Option<TermId> {
    let width = equation.width;
    if variables.get(variable).is_some_and(|variable| terms.width(variable.plain) != width) {
        return None;
    }
    let has = |monomial: &[(usize, u32)]| monomial.iter().any(|(at, _)| *at == variable);
    let mut with = equation.parts.iter().filter(|(monomial, _)| has(monomial));
    let (Some((monomial, factor)), None) = (with.next(), with.next()) else { return None };
    if monomial[..] != [(variable, 1)] || factor & 1 == 0 {
        return None;
    }
    let factor = inverse(*factor).wrapping_neg();
    let mut sum = terms.bits(width, 0);
    for (monomial, coefficient) in equation.parts.iter().filter(|(monomial, _)| !has(monomial)) {
        let mut product = terms.bits(width, coefficient.wrapping_mul(factor) & mask(width));
        for (at, power) in monomial {
            let other = variables.get(*at)?;
            let value = in_ring(terms, other, other.plain, width);
            let value = if terms.width(value) > width { terms.extract(value, width - 1, 0) } else { value };
            for _ in 0..*power {
                product = terms.bv_mul(product, value);
            }
        }
        sum = terms.bv_add(sum, product);
    }
    Some(sum)
}
