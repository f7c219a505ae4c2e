//! Affine hulls: which linear equations hold of some points (Karr, *Affine relationships among variables of a program*,
//! Acta Informatica 1976).
//!
//! Kept as equations. Adding a point that violates some of them costs one equation: the others are combined with it so
//! that they hold of the point, too. So a hull of `n` coordinates changes at most `n + 1` times.

use cairn_term::{Rational, gcd};

/// The least affine space with some points in it.
#[derive(Clone, Debug, Default)]
pub struct AffineHull {
    /// `None` without a point. Each equation: coefficients and a constant, whose sum is zero.
    equations: Option<Vec<(Vec<Rational>, Rational)>>,
}

fn value(equation: &(Vec<Rational>, Rational), point: &[Rational]) -> Option<Rational> {
    let products = equation.0.iter().zip(point).map(|(factor, at)| factor.mul(*at));
    products.into_iter().try_fold(equation.1, |sum, product| sum.add(product?))
}

impl AffineHull {
    /// True when there is no point.
    pub fn is_empty(&self) -> bool {
        self.equations.is_none()
    }
    /// The equations: coefficients and a constant.
    pub fn equations(&self) -> &[(Vec<Rational>, Rational)] {
        self.equations.as_deref().unwrap_or_default()
    }

    /// Adds a point; `None` when a number gets too large.
    pub fn add(&mut self, point: &[Rational]) -> Option<()> {
        let Some(equations) = &mut self.equations else {
            let unit =
                |at: usize| (0..point.len()).map(|i| if i == at { Rational::ONE } else { Rational::ZERO }).collect();
            let all = point.iter().enumerate().map(|(at, value)| Some((unit(at), value.neg()?)));
            self.equations = Some(all.collect::<Option<Vec<_>>>()?);
            return Some(());
        };
        let values: Vec<Rational> = equations.iter().map(|equation| value(equation, point)).collect::<Option<_>>()?;
        let Some(pivot) = values.iter().position(|value| !value.is_zero()) else { return Some(()) };
        let (factors, constant) = equations.remove(pivot);
        let by = values[pivot];
        let others = values.iter().enumerate().filter(|(at, _)| *at != pivot).map(|(_, value)| *value);
        for (equation, value) in equations.iter_mut().zip(others) {
            if value.is_zero() {
                continue;
            }
            // Multiplied out, so that whole numbers stay whole.
            for (own, pivots) in equation.0.iter_mut().zip(&factors) {
                *own = own.mul(by)?.add(pivots.mul(value)?.neg()?)?;
            }
            equation.1 = equation.1.mul(by)?.add(constant.mul(value)?.neg()?)?;
            normalise(equation)?;
        }
        Some(())
    }
}

/// Divides by the greatest common divisor.
fn normalise(equation: &mut (Vec<Rational>, Rational)) -> Option<()> {
    let whole: Vec<i128> =
        equation.0.iter().chain([&equation.1]).map(|factor| factor.whole()).collect::<Option<_>>()?;
    let mut divisor = 0i128;
    for number in &whole {
        divisor = i128::try_from(gcd(divisor, *number)).ok()?;
    }
    let divisor = divisor.max(1);
    for (factor, number) in equation.0.iter_mut().zip(&whole) {
        *factor = Rational::from(number / divisor);
    }
    equation.1 = Rational::from(whole.last()? / divisor);
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
        let [(factors, constant)] = hull.equations() else { panic!("{:?}", hull.equations()) };
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
        assert!(hull.equations().is_empty() && !hull.is_empty());
    }
}
