//! Which of two comparisons of one number with constants says more: what analyses know comes as many bounds, of which a
//! person wants the tightest.

use super::{Assertion, WholeNumber};

/// Bounds of a number by a comparison with constants: from, and to.
fn bounds(of: &Assertion) -> Option<(&WholeNumber, i128, i128)> {
    let (least, most) = (i128::MIN, i128::MAX);
    Some(match of {
        Assertion::Equal(number, WholeNumber::Constant(value)) => (number, *value, *value),
        Assertion::AtMost(number, WholeNumber::Constant(high)) => (number, least, *high),
        Assertion::AtMost(WholeNumber::Constant(low), number) => (number, *low, most),
        Assertion::Below(number, WholeNumber::Constant(above)) => (number, least, above.checked_sub(1)?),
        Assertion::Below(WholeNumber::Constant(below), number) => (number, below.checked_add(1)?, most),
        _ => return None,
    })
}

/// True when the first assertion is seen to imply the second; false does not mean that it does not.
pub(super) fn implies(a: &Assertion, b: &Assertion) -> bool {
    if a == b {
        return true;
    }
    let Some((number, low, high)) = bounds(a) else { return false };
    if let Assertion::Differs(other, WholeNumber::Constant(value)) = b {
        return number == other && (*value < low || high < *value);
    }
    bounds(b).is_some_and(|(other, from, to)| number == other && from <= low && high <= to)
}
