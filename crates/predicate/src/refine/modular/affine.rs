//! Affine hulls: which linear equations hold of some points (Karr, *Affine relationships among variables of a program*,
//! Acta Informatica 1976).
//!
//! Numbers count from the first point, which keeps them small where addresses are among them. Kept as equations. Adding a point that violates some of them costs one equation: the others are combined with it so
//! that they hold of the point, too. So a hull of `n` coordinates changes at most `n + 1` times.

use cairn_term::{Rational, gcd};

/// The least affine space with some points in it.
#[derive(Clone, Debug, Default)]
pub struct AffineHull {
    /// The first point.
    origin: Option<Vec<Rational>>,
    /// Each equation: coefficients of the differences to the origin, whose sum is zero.
    equations: Vec<Vec<Rational>>,
}

fn value(equation: &[Rational], point: &[Rational]) -> Option<Rational> {
    let products = equation.iter().zip(point).map(|(factor, at)| factor.mul(*at));
    products.into_iter().try_fold(Rational::ZERO, |sum, product| sum.add(product?))
}

impl AffineHull {
    /// True when there is no point.
    pub fn is_empty(&self) -> bool {
        self.origin.is_none()
    }
    /// The first point.
    pub fn origin(&self) -> Option<&[Rational]> {
        self.origin.as_deref()
    }
    /// The equations, coefficients and a constant, whose sum is zero; `None` when a number gets too large.
    pub fn equations(&self) -> Option<Vec<(Vec<Rational>, Rational)>> {
        let origin = self.origin.as_deref().unwrap_or_default();
        self.equations.iter().map(|equation| Some((equation.clone(), value(equation, origin)?.neg()?))).collect()
    }

    /// Adds a point; `None` when a number gets too large.
    pub fn add(&mut self, point: &[Rational]) -> Option<()> {
        let Some(origin) = &self.origin else {
            let unit = |at: usize| (0..point.len()).map(move |i| if i == at { Rational::ONE } else { Rational::ZERO });
            self.equations = (0..point.len()).map(|at| unit(at).collect()).collect();
            self.origin = Some(point.to_vec());
            return Some(());
        };
        let away: Vec<Rational> =
            point.iter().zip(origin).map(|(at, first)| at.add(first.neg()?)).collect::<Option<_>>()?;
        let values: Vec<Rational> =
            self.equations.iter().map(|equation| value(equation, &away)).collect::<Option<_>>()?;
        let Some(pivot) = values.iter().position(|value| !value.is_zero()) else { return Some(()) };
        let factors = self.equations.remove(pivot);
        let by = values[pivot];
        let others = values.iter().enumerate().filter(|(at, _)| *at != pivot).map(|(_, value)| *value);
        for (equation, value) in self.equations.iter_mut().zip(others) {
            if value.is_zero() {
                continue;
            }
            // Multiplied out, so that whole numbers stay whole.
            for (own, pivots) in equation.iter_mut().zip(&factors) {
                *own = own.mul(by)?.add(pivots.mul(value)?.neg()?)?;
            }
            normalise(equation)?;
        }
        Some(())
    }
}

/// Divides by the greatest common divisor.
fn normalise(equation: &mut [Rational]) -> Option<()> {
    let mut divisor = 0i128;
    for factor in equation.iter() {
        divisor = i128::try_from(gcd(divisor, factor.whole()?)).ok()?;
    }
    for factor in equation.iter_mut() {
        *factor = Rational::from(factor.whole()? / divisor.max(1));
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::AffineHull;
    use cairn_term::Rational;

    fn point(numbers: &[i128]) -> Vec<Rational> {
        numbers.iter().map(|number| Rational::from(*number)).collect()
    }

    #[test]
    fn a_sum_remains() {
        let mut hull = AffineHull::default();
        assert!(hull.is_empty());
        for numbers in [[0, 5, 5], [1, 1, 2], [7, -3, 4], [2, 2, 4]] {
            hull.add(&point(&numbers)).expect("small numbers");
        }
        let equations = hull.equations().expect("small numbers");
        let [(factors, constant)] = &equations[..] else { panic!("{equations:?}") };
        assert_eq!(factors[0], factors[1]);
        assert_eq!(factors[0].neg(), Some(factors[2]));
        assert!(constant.is_zero());
    }

    #[test]
    fn nothing_remains() {
        let mut hull = AffineHull::default();
        for numbers in [[0, 0], [1, 1], [1, 2]] {
            hull.add(&point(&numbers)).expect("small numbers");
        }
        assert!(hull.equations().is_some_and(|equations| equations.is_empty()) && !hull.is_empty());
    }
}
