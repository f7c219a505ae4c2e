//! Linear relations of monomials that all samples of a head meet: what its polynomial equalities can be.
//!
//! Over whole numbers: the null space of the matrix of monomials' values, modulo a large prime, and then each of its reduced
//! vectors lifted to small fractions (rational reconstruction; Wang, "A p-adic algorithm for univariate partial fractions",
//! SYMSAC 1981). Monomials are in order of degree, so each relation says one monomial by smaller ones. (Sharma et al., "A Data
//! Driven Approach for Algebraic Loop Invariants", ESOP 2013; Nguyen et al., "DIG", TOSEM 2014.)
//!
//! Modulo `2^width`: the kernel of the matrix of the variables' values and 1 over machine integers, by elimination with the
//! entry that the smallest power of two divides. It has what holds only modulo a smaller power, multiplied by the rest of the
//! power: `2^30 * x = 0` says that 4 divides `x`. (Müller-Olm and Seidl, "Analysis of Modular Arithmetic", TOPLAS 2007.)
//!
//! Invariant: none is needed, since each relation is proved afterwards ([`super::inductive`]).

use super::equation::{Equation, Monomial};
use super::samples::Sample;
use crate::ground::flow::HeadVariable;
use cairn_term::{Terms, mask, polynomial::inverse, signed};
use std::collections::BTreeSet;

/// The prime: 2^61 - 1.
const PRIME: u128 = (1 << 61) - 1;
/// Numerators and denominators of relations, at most.
const LARGEST: i128 = 100_000;
/// More monomials are not looked at.
const MOST_MONOMIALS: usize = 170;
/// So many samples more than coefficients make a closed form.
const MARGIN: usize = 3;

/// Relations of whole numbers with monomials up to a degree, in a ring of so many bits.
pub(super) fn relations(
    terms: &Terms,
    variables: &[HeadVariable],
    samples: &BTreeSet<Sample>,
    width: u32,
    degree: u32,
) -> Vec<Equation> {
    // Fewer variables are looked at where monomials would be too many.
    let mut count = variables.len();
    while monomials(count, degree, MOST_MONOMIALS + 1).len() > MOST_MONOMIALS {
        count -= 1;
    }
    let monomials = monomials(count, degree, usize::MAX);
    let mut rows: Vec<Vec<u128>> = Vec::new();
    for sample in samples.iter().filter(|sample| !sample.wild) {
        let Some(values) = whole(terms, variables, sample, width) else { continue };
        let values: Vec<u128> = values.into_iter().map(modular).collect();
        rows.push(monomials.iter().map(|monomial| product(monomial, &values)).collect());
    }
    if rows.is_empty() {
        return Vec::new();
    }
    let pivots = echelon(&mut rows, monomials.len());
    let free = (0..monomials.len()).filter(|column| !pivots.contains(column));
    free.filter_map(|free| relation(&rows, &pivots, free, &monomials, width)).collect()
}

/// The last variable as a polynomial of the others, up to a degree, where the samples are more than enough to tell.
pub(super) fn closed_form(
    terms: &Terms,
    variables: &[HeadVariable],
    samples: &[Sample],
    width: u32,
    degree: u32,
) -> Option<Equation> {
    let last = variables.len().checked_sub(1)?;
    let mut monomials = monomials(last, degree, MOST_MONOMIALS + 1);
    if monomials.len() > MOST_MONOMIALS {
        return None;
    }
    monomials.push(vec![(last, 1)]);
    let mut rows = Vec::new();
    for sample in samples {
        let Some(values) = whole(terms, variables, sample, width) else { continue };
        let values: Vec<u128> = values.into_iter().map(modular).collect();
        rows.push(monomials.iter().map(|monomial| product(monomial, &values)).collect());
    }
    let count = rows.len();
    let pivots = echelon(&mut rows, monomials.len());
    let free = monomials.len() - 1;
    if pivots.contains(&free) || count < pivots.len() + MARGIN {
        return None;
    }
    relation(&rows, &pivots, free, &monomials, width)
}

/// The value of a monomial modulo the prime.
fn product(monomial: &Monomial, values: &[u128]) -> u128 {
    monomial.iter().fold(1, |all, (at, power)| (0..*power).fold(all, |all, _| all * values[*at] % PRIME))
}

/// The relation by which a monomial that is no pivot is a combination of those that are, with whole numbers.
fn relation(rows: &[Vec<u128>], pivots: &[usize], free: usize, monomials: &[Monomial], width: u32) -> Option<Equation> {
    let mut fractions = vec![(free, (1, 1))];
    for (row, pivot) in rows.iter().zip(pivots) {
        if row[free] != 0 {
            fractions.push((*pivot, fraction(PRIME - row[free])?));
        }
    }
    let common = fractions.iter().try_fold(1_i128, |all, (_, (_, under))| {
        let all = all / gcd(all, *under) * under;
        (all <= LARGEST).then_some(all)
    })?;
    let parts = fractions
        .into_iter()
        .map(|(column, (over, under))| (monomials[column].clone(), ((over * (common / under)) as u128) & mask(width)));
    Some(Equation { width, parts: parts.collect() })
}

/// Relations of the variables modulo `2^width`.
pub(super) fn congruences(
    terms: &Terms,
    variables: &[HeadVariable],
    samples: &BTreeSet<Sample>,
    width: u32,
) -> Vec<Equation> {
    let columns = variables.len() + 1;
    let full = mask(width);
    let mut rows: Vec<Vec<u128>> = Vec::new();
    for sample in samples {
        let mut row: Vec<u128> = (variables.iter().zip(&sample.values))
            .map(|(variable, value)| extended(terms, variable, *value) as u128 & full)
            .collect();
        row.push(1);
        rows.push(row);
    }
    if rows.is_empty() {
        return Vec::new();
    }
    // Column operations are kept, so that the columns of `change` are what the matrix maps to the diagonal.
    let mut change: Vec<Vec<u128>> =
        (0..columns).map(|at| (0..columns).map(|other| u128::from(at == other)).collect()).collect();
    let mut diagonal = Vec::new();
    for at in 0..columns {
        let smallest = (at..rows.len())
            .flat_map(|row| (at..columns).map(move |column| (row, column)))
            .filter(|(row, column)| rows[*row][*column] != 0)
            .min_by_key(|(row, column)| (rows[*row][*column].trailing_zeros(), *row, *column));
        let Some((row, column)) = smallest else { break };
        rows.swap(at, row);
        for each in rows.iter_mut().chain(&mut change) {
            each.swap(at, column);
        }
        let power = rows[at][at].trailing_zeros();
        let odd = inverse(rows[at][at] >> power);
        let pivot = rows[at].clone();
        for row in rows.iter_mut().skip(at + 1) {
            let factor = (row[at] >> power).wrapping_mul(odd);
            for (entry, by) in row.iter_mut().zip(&pivot) {
                *entry = entry.wrapping_sub(by.wrapping_mul(factor)) & full;
            }
        }
        for column in at + 1..columns {
            let factor = (rows[at][column] >> power).wrapping_mul(odd);
            for each in rows.iter_mut().chain(&mut change) {
                each[column] = each[column].wrapping_sub(each[at].wrapping_mul(factor)) & full;
            }
        }
        diagonal.push(power);
    }
    let mut found = Vec::new();
    for column in 0..columns {
        let factor = match diagonal.get(column) {
            Some(0) => continue,
            Some(power) => 1_u128 << (width - power),
            None => 1,
        };
        let mut parts = Vec::new();
        for (at, row) in change.iter().enumerate() {
            let coefficient = row[column].wrapping_mul(factor) & full;
            let monomial = if at < variables.len() { vec![(at, 1)] } else { Vec::new() };
            if coefficient != 0 {
                parts.push((monomial, coefficient));
            }
        }
        found.push(Equation { width, parts });
    }
    found
}

/// The variable's value as its type has it.
fn extended(terms: &Terms, variable: &HeadVariable, value: u128) -> i128 {
    if variable.signed { signed(value, terms.width(variable.plain)) } else { value as i128 }
}

/// The values as whole numbers, where none is so large that it may have wrapped around.
fn whole(terms: &Terms, variables: &[HeadVariable], sample: &Sample, width: u32) -> Option<Vec<i128>> {
    let values = variables.iter().zip(&sample.values).map(|(variable, value)| {
        // In the ring a number of its width may as well be a negative one.
        let own = terms.width(variable.plain);
        let value = if own >= width { signed(*value & mask(width), width) } else { extended(terms, variable, *value) };
        (value.abs() < 1 << (own.min(width) - 2)).then_some(value)
    });
    values.collect()
}

/// Monomials of some variables by ascending degree, no more than so many.
fn monomials(variables: usize, degree: u32, most: usize) -> Vec<Monomial> {
    let mut all: Vec<Monomial> = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..degree {
        let mut next = Vec::new();
        for monomial in &last {
            let from = monomial.last().map_or(0, |(at, _)| *at);
            for at in from..variables {
                let mut longer = monomial.clone();
                match longer.last_mut().filter(|(last, _)| *last == at) {
                    Some((_, power)) => *power += 1,
                    None => longer.push((at, 1)),
                }
                next.push(longer);
            }
        }
        all.extend(next.iter().cloned());
        last = next;
        if all.len() >= most {
            break;
        }
    }
    all
}

/// Gauss-Jordan elimination modulo the prime; the columns of the pivots, one for each row that is left.
fn echelon(rows: &mut Vec<Vec<u128>>, columns: usize) -> Vec<usize> {
    let mut pivots = Vec::new();
    for column in 0..columns {
        let at = pivots.len();
        let Some(found) = (at..rows.len()).find(|row| rows[*row][column] != 0) else { continue };
        rows.swap(at, found);
        let factor = power(rows[at][column], PRIME - 2);
        for entry in &mut rows[at] {
            *entry = *entry * factor % PRIME;
        }
        let pivot = rows[at].clone();
        for (number, row) in rows.iter_mut().enumerate() {
            if number != at && row[column] != 0 {
                let factor = PRIME - row[column];
                for (entry, by) in row.iter_mut().zip(&pivot).skip(column) {
                    *entry = (*entry + by * factor) % PRIME;
                }
            }
        }
        pivots.push(column);
    }
    rows.truncate(pivots.len());
    pivots
}

fn modular(value: i128) -> u128 {
    value.rem_euclid(PRIME as i128) as u128
}

fn power(mut base: u128, mut exponent: u128) -> u128 {
    let mut all = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            all = all * base % PRIME;
        }
        base = base * base % PRIME;
        exponent >>= 1;
    }
    all
}

/// The fraction with small parts that a number stands for, if there is one.
fn fraction(value: u128) -> Option<(i128, i128)> {
    let (mut r, mut s) = ((PRIME as i128, value as i128), (0_i128, 1_i128));
    while r.1.abs() > LARGEST {
        let quotient = r.0 / r.1;
        r = (r.1, r.0 - quotient * r.1);
        s = (s.1, s.0 - quotient * s.1);
    }
    let (over, under) = if s.1 < 0 { (-r.1, -s.1) } else { (r.1, s.1) };
    (under != 0 && under <= LARGEST && gcd(over, under) == 1).then_some((over, under))
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_found_again() {
        for (over, under) in [(1, 2), (-3, 7), (5, 1), (-1, 6), (0, 1)] {
            let value = modular(over) * power(modular(under), PRIME - 2) % PRIME;
            assert_eq!(fraction(value), Some((over, under)));
        }
    }

    #[test]
    fn monomials_are_counted_right() {
        assert_eq!(monomials(3, 2, usize::MAX).len(), 10);
        assert_eq!(monomials(4, 3, usize::MAX).len(), 35);
        assert_eq!(monomials(0, 3, usize::MAX).len(), 1);
    }
}
