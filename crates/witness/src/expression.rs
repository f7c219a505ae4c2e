//! Assertions as conditions of C.
//!
//! An assertion is about mathematical integers, C's arithmetic goes around or is undefined. So a sum is written with
//! conversions to `long long` where the ranges of its parts show that nothing goes around, and left out otherwise: a
//! comparison that is left out weakens, because assertions have no negation. What is written holds wherever the assertion
//! does.

use cairn_ir::assertion::{Assertion, AssertionCell, WholeNumber};

/// Name of a cell in the program's text, where it can be named.
pub type NameOfCell<'n> = &'n dyn Fn(&AssertionCell) -> Option<String>;

/// More text than this is no help to anybody: left out.
const LONGEST: usize = 8_000;

/// The condition; `None` where nothing can be said.
pub fn of(assertion: &Assertion, name: NameOfCell<'_>) -> Option<String> {
    let text = condition(assertion, name)?;
    (text.len() <= LONGEST && text != "1").then_some(text)
}

/// `None`: it says nothing that C can say.
fn condition(assertion: &Assertion, name: NameOfCell<'_>) -> Option<String> {
    match assertion {
        Assertion::Constant(true) => None,
        Assertion::Constant(false) => Some("0".to_owned()),
        // What cannot be said of a conjunction is left out.
        Assertion::All(parts) => {
            let said: Vec<String> = parts.iter().filter_map(|part| condition(part, name)).collect();
            (!said.is_empty()).then(|| joined(&said, " && "))
        }
        // Of a disjunction everything is said, or nothing.
        Assertion::Any(parts) => {
            let said: Vec<String> = parts.iter().map(|part| condition(part, name)).collect::<Option<_>>()?;
            Some(joined(&said, " || "))
        }
        Assertion::Equal(a, b) => compared(a, "==", b, name),
        Assertion::Differs(a, b) => compared(a, "!=", b, name),
        Assertion::AtMost(a, b) => compared(a, "<=", b, name),
        Assertion::Below(a, b) => compared(a, "<", b, name),
    }
}

fn joined(parts: &[String], between: &str) -> String {
    match parts {
        [one] => one.clone(),
        _ => parts.iter().map(|part| format!("({part})")).collect::<Vec<_>>().join(between),
    }
}

/// A number as C: its text, and the least and the greatest that it can be.
struct Said {
    text: String,
    low: i128,
    high: i128,
}

fn compared(a: &WholeNumber, sign: &str, b: &WholeNumber, name: NameOfCell<'_>) -> Option<String> {
    let (a, b) = (number(a, name)?, number(b, name)?);
    // Both sides are converted to one type in which both are what they are.
    let (low, high) = (a.low.min(b.low), a.high.max(b.high));
    let ty = if low >= i128::from(i64::MIN) && high <= i128::from(i64::MAX) {
        "long long"
    } else if low >= 0 && high <= i128::from(u64::MAX) {
        "unsigned long long"
    } else {
        return None;
    };
    let typed = |said: &Said| if said.low == said.high { said.text.clone() } else { format!("({ty}){}", said.text) };
    Some(format!("{} {sign} {}", typed(&a), typed(&b)))
}

fn number(of: &WholeNumber, name: NameOfCell<'_>) -> Option<Said> {
    let fits = |said: Said| {
        let is_signed = said.low >= i128::from(i64::MIN) && said.high <= i128::from(i64::MAX);
        is_signed.then_some(said)
    };
    Some(match of {
        WholeNumber::Constant(value) => Said { text: literal(*value)?, low: *value, high: *value },
        WholeNumber::Cell(cell) => {
            let all = 1_i128 << cell.bits.min(64);
            let (low, high) = if cell.signed { (-(all / 2), all / 2 - 1) } else { (0, all - 1) };
            Said { text: name(cell)?, low, high }
        }
        WholeNumber::Sum(parts) => {
            let parts = parts.iter().map(|part| number(part, name).and_then(fits)).collect::<Option<Vec<Said>>>()?;
            let low = parts.iter().try_fold(0_i128, |sum, part| sum.checked_add(part.low))?;
            let high = parts.iter().try_fold(0_i128, |sum, part| sum.checked_add(part.high))?;
            // Partial sums are within the sum of what is below 0 and the sum of what is above.
            let below: i128 = parts.iter().map(|part| part.low.min(0)).sum();
            let above: i128 = parts.iter().map(|part| part.high.max(0)).sum();
            fits(Said { text: String::new(), low: below, high: above })?;
            let text: Vec<String> = parts.iter().map(|part| format!("(long long){}", part.text)).collect();
            Said { text: format!("({})", text.join(" + ")), low, high }
        }
        WholeNumber::Product(parts) => {
            let [a, b] = &parts[..] else { return None };
            let (a, b) = (fits(number(a, name)?)?, fits(number(b, name)?)?);
            let corners = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
            let (low, high) = (corners.into_iter().min()?, corners.into_iter().max()?);
            fits(Said { text: format!("((long long){} * (long long){})", a.text, b.text), low, high })?
        }
        // Euclid's and C's agree where nothing is negative.
        WholeNumber::Quotient(a, b) | WholeNumber::Remainder(a, b) => {
            let (a, b) = (fits(number(a, name)?)?, fits(number(b, name)?)?);
            // A validator takes no divisor that could be zero.
            if a.low < 0 || b.low < 1 || b.low != b.high {
                return None;
            }
            let is_quotient = matches!(of, WholeNumber::Quotient(..));
            let (sign, high) = if is_quotient { ('/', a.high) } else { ('%', b.high - 1) };
            Said { text: format!("((long long){} {sign} {})", a.text, literal(b.low)?), low: 0, high }
        }
        WholeNumber::Input(_) | WholeNumber::Wrapped { .. } | WholeNumber::Choice(..) => return None,
    })
}

/// A constant of `long long` or `unsigned long long`.
fn literal(value: i128) -> Option<String> {
    if value == i128::from(i64::MIN) {
        return Some(format!("(-{}LL - 1)", i64::MAX));
    }
    match (i64::try_from(value), u64::try_from(value)) {
        (Ok(number), _) if number < 0 => Some(format!("(-{}LL)", number.unsigned_abs())),
        (Ok(number), _) => Some(format!("{number}LL")),
        (_, Ok(number)) => Some(format!("{number}ULL")),
        _ => None,
    }
}
