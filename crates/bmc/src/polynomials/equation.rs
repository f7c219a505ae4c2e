//! An equality of a head: a polynomial of its variables that is zero modulo `2^width`.
//!
//! A variable that is narrower than the ring stands for its value, extended by its type; of a wider one the low bits count.
//! An equation modulo `2^width` holds modulo every smaller power too, which is all that is ever used of it: nothing is taken
//! from a narrow ring to a wide one.

use crate::ground::flow::HeadVariable;
use cairn_ir::Value;
use cairn_ir::value::mask;
use cairn_term::polynomial::{Fuel, Polynomial, Polynomials};
use cairn_term::{TermId, Terms};
use std::rc::Rc;

/// Powers of variables, by their numbers at the head.
pub(super) type Monomial = Vec<(usize, u32)>;

/// A polynomial that is zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Equation {
    pub(super) width: u32,
    pub(super) parts: Vec<(Monomial, u128)>,
}

impl Equation {
    /// Its polynomial where the variables have the values of some polynomials.
    pub(super) fn at(&self, values: &[Rc<Polynomial>], width: u32, fuel: &mut Fuel) -> Option<Polynomial> {
        let mut sum = Polynomial::zero(width);
        for (monomial, coefficient) in &self.parts {
            let mut product = Polynomial::number(width, *coefficient);
            for (at, power) in monomial {
                for _ in 0..*power {
                    product = product.times(values.get(*at)?, fuel)?;
                }
            }
            sum.add(&product, 1, fuel)?;
        }
        Some(sum)
    }
}

impl Equation {
    /// The equation as a formula over the plain symbols of a head's variables: what is subtracted is on the other side, so that
    /// coefficients are small, and a reader or a witness can say them.
    pub(super) fn formula(&self, terms: &mut Terms, variables: &[HeadVariable]) -> TermId {
        let mut sides = [terms.bits(self.width, 0); 2];
        for (monomial, coefficient) in &self.parts {
            let negative = Value(*coefficient).as_signed(self.width) < 0;
            let size = if negative { coefficient.wrapping_neg() & mask(self.width) } else { *coefficient };
            let mut product = terms.bits(self.width, size);
            for (at, power) in monomial {
                let variable = variables[*at];
                let mut value = in_ring(terms, &variable, variable.plain, self.width);
                if terms.width(value) > self.width {
                    value = terms.extract(value, self.width - 1, 0);
                }
                for _ in 0..*power {
                    product = terms.bv_mul(product, value);
                }
            }
            let side = &mut sides[usize::from(negative)];
            *side = terms.bv_add(*side, product);
        }
        terms.eq(sides[0], sides[1])
    }
}

/// A value in a ring of so many bits: extended by the variable's type where it is narrower.
pub(super) fn in_ring(terms: &mut Terms, variable: &HeadVariable, value: TermId, width: u32) -> TermId {
    if terms.width(value) >= width {
        return value;
    }
    if variable.signed { terms.sign_extend(value, width) } else { terms.zero_extend(value, width) }
}

/// The polynomials of values in a ring.
pub(super) fn polynomials(
    of: &mut Polynomials<'_>,
    values: &[TermId],
    width: u32,
    fuel: &mut Fuel,
) -> Option<Vec<Rc<Polynomial>>> {
    values.iter().map(|value| of.of(*value, width, fuel)).collect()
}
