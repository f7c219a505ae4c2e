//! Linear combinations of polynomials modulo `2^width`: which polynomials are zero where some are.
//!
//! A basis in echelon form over the ring of machine integers (Howell, "Spans in the module (Z_m)^s", 1986): each row has its own
//! greatest product, with a power of two as the coefficient. A row whose coefficient is even is added multiplied by the power that
//! makes the coefficient vanish as well, so that a polynomial is a combination of the rows exactly when reduction by greatest
//! products ends in zero. With multiples by monomials among the generators this is reduction in an ideal up to a degree
//! (Faugère's F4, without the completion).
//!
//! Invariant: every row is a combination of what was inserted, so it is zero wherever that is.

use cairn_term::polynomial::{Fuel, Polynomial, Product, inverse};
use std::collections::BTreeMap;

pub(super) struct PolynomialModule {
    width: u32,
    rows: BTreeMap<Product, Polynomial>,
}

impl PolynomialModule {
    pub(super) fn new(width: u32) -> Self {
        Self { width, rows: BTreeMap::new() }
    }

    /// Adds a generator. `None`: it costs too much.
    pub(super) fn insert(&mut self, polynomial: Polynomial, fuel: &mut Fuel) -> Option<()> {
        let mut open = vec![polynomial];
        while let Some(mut polynomial) = open.pop() {
            while let Some((lead, coefficient)) = polynomial.leading() {
                let (lead, power) = (lead.clone(), coefficient.trailing_zeros());
                if let Some(row) = self.rows.get(&lead) {
                    let own = row.leading().map_or(0, |(_, own)| own.trailing_zeros());
                    if power >= own {
                        let factor = (coefficient >> own).wrapping_neg();
                        polynomial.add(row, factor, fuel)?;
                        continue;
                    }
                }
                let polynomial = std::mem::replace(&mut polynomial, Polynomial::zero(self.width));
                let polynomial = scaled(&polynomial, inverse(coefficient >> power), fuel)?;
                if power > 0 {
                    open.push(scaled(&polynomial, 1 << (self.width - power), fuel)?);
                }
                open.extend(self.rows.insert(lead, polynomial));
                break;
            }
        }
        Some(())
    }

    /// Whether a polynomial is a combination.
    pub(super) fn contains(&self, polynomial: &Polynomial, fuel: &mut Fuel) -> Option<bool> {
        let mut rest = polynomial.clone();
        while let Some((lead, coefficient)) = rest.leading() {
            let Some(row) = self.rows.get(lead) else { return Some(false) };
            let own = row.leading().map_or(0, |(_, own)| own.trailing_zeros());
            if coefficient.trailing_zeros() < own {
                return Some(false);
            }
            rest.add(row, (coefficient >> own).wrapping_neg(), fuel)?;
        }
        Some(true)
    }

    /// A polynomial with all products replaced by smaller ones that can be.
    pub(super) fn reduced(&self, mut rest: Polynomial, fuel: &mut Fuel) -> Option<Polynomial> {
        let mut done = Polynomial::zero(self.width);
        while let Some((lead, coefficient)) = rest.leading() {
            let lead = lead.clone();
            let row = self
                .rows
                .get(&lead)
                .filter(|row| coefficient.trailing_zeros() >= row.leading().map_or(0, |(_, own)| own.trailing_zeros()));
            match row {
                Some(row) => {
                    let own = row.leading().map_or(0, |(_, own)| own.trailing_zeros());
                    rest.add(row, (coefficient >> own).wrapping_neg(), fuel)?;
                }
                None => {
                    done.add_product(lead.clone(), coefficient);
                    rest.add_product(lead, coefficient.wrapping_neg());
                }
            }
        }
        Some(done)
    }

    /// Whether a number other than zero is a combination: then nothing meets all generators.
    pub(super) fn is_contradiction(&self) -> bool {
        self.rows.contains_key(&Product::one())
    }

    pub(super) fn linear(&self) -> impl Iterator<Item = &Polynomial> {
        self.rows.iter().filter(|(lead, _)| lead.degree() == 1).map(|(_, row)| row)
    }
}

fn scaled(polynomial: &Polynomial, factor: u128, fuel: &mut Fuel) -> Option<Polynomial> {
    let mut all = Polynomial::zero(polynomial.width());
    all.add(polynomial, factor, fuel)?;
    Some(all)
}
