//! Bounds of numeric terms, found by looking at the term and at the comparisons that the path has passed. They show
//! which operations cannot wrap around, and so need no case distinction.

use crate::cell::Shape;
use crate::encoder::Encoder;
use crate::symbols::Interval;
use cairn_term::{Linear, Op, Rational, TermId};

/// Bounds that a path's condition implies.
pub(crate) type Known = im::OrdMap<TermId, Interval>;

/// Beyond this nothing is computed: every product of a bound and a coefficient in reach fits.
const FAR: i128 = 1 << 80;
/// Terms nested deeper than this have no bounds.
const NESTED: u32 = 60;
/// Comparisons of more parts than this say nothing.
const PARTS: usize = 4;

impl Encoder {
    /// Bounds of a number, whatever the path.
    pub(crate) fn interval(&mut self, term: TermId) -> Option<Interval> {
        self.interval_below(term, NESTED)
    }

    /// Bounds of a number on a path.
    pub(crate) fn interval_known(&mut self, term: TermId, known: &Known) -> Option<Interval> {
        let sum = self.terms.linear(term);
        if known.is_empty() {
            return self.interval(term);
        }
        let whole = known.get(&term).copied();
        let sum = self.interval_of_sum(&sum, NESTED, Some(known));
        match (whole, sum) {
            (Some(a), Some(b)) => Some(a.meet(b)),
            (a, b) => a.or(b),
        }
    }

    fn interval_below(&mut self, term: TermId, nested: u32) -> Option<Interval> {
        if let Some(known) = self.intervals.get(&term) {
            return Some(*known);
        }
        if nested == 0 {
            return None;
        }
        let found = match self.terms.op(term) {
            Op::Int(value) => return Some(Interval { low: value, high: value }),
            Op::Ite => {
                let (a, b) = (self.terms.arg(term, 1), self.terms.arg(term, 2));
                let (a, b) = (self.interval_below(a, nested - 1)?, self.interval_below(b, nested - 1)?);
                Interval { low: a.low.min(b.low), high: a.high.max(b.high) }
            }
            Op::IntMod => {
                let k = self.terms.as_int(self.terms.arg(term, 1)).filter(|k| *k > 0)?;
                Interval { low: 0, high: k - 1 }
            }
            Op::IntDiv => {
                let k = self.terms.as_int(self.terms.arg(term, 1)).filter(|k| *k > 0)?;
                let x = self.interval_below(self.terms.arg(term, 0), nested - 1)?;
                Interval { low: x.low.div_euclid(k), high: x.high.div_euclid(k) }
            }
            Op::Select => Interval::of(self.elements_of(self.terms.arg(term, 0)).filter(|of| self.is_number(of.of))?),
            Op::Add | Op::Mul => {
                let sum = self.terms.linear(term);
                self.interval_of_sum(&sum, nested, None)?
            }
            _ => return None,
        };
        if found.low < -FAR || found.high > FAR {
            return None;
        }
        self.intervals.insert(term, found);
        Some(found)
    }

    fn interval_of_sum(&mut self, sum: &Linear, nested: u32, known: Option<&Known>) -> Option<Interval> {
        let constant = whole(sum.constant)?;
        let (mut low, mut high) = (constant, constant);
        for (atom, coefficient) in &sum.parts {
            if nested == 0 || matches!(self.terms.op(*atom), Op::Add | Op::Mul) {
                return None;
            }
            let mut part = self.interval_below(*atom, nested - 1);
            if let Some(more) = known.and_then(|known| known.get(atom)) {
                part = Some(part.map_or(*more, |part| part.meet(*more)));
            }
            let (part, c) = (part?, whole(*coefficient)?);
            let (a, b) = (part.low.checked_mul(c)?, part.high.checked_mul(c)?);
            low = low.checked_add(a.min(b))?;
            high = high.checked_add(a.max(b))?;
        }
        (low >= -FAR && high <= FAR).then_some(Interval { low, high })
    }

    /// What an array holds: only values of its region's shape are ever stored.
    pub(crate) fn elements_of(&self, array: TermId) -> Option<Shape> {
        let mut at = array;
        loop {
            match self.terms.op(at) {
                Op::Store => at = self.terms.arg(at, 0),
                // Both arms are values of one region.
                Op::Ite => at = self.terms.arg(at, 1),
                Op::Symbol(_) => return self.elements.get(&at).copied(),
                _ => return None,
            }
        }
    }

    /// What a condition that holds says about the bounds of the atoms in it.
    pub(crate) fn learn(&mut self, condition: TermId, known: &mut Known) {
        for fact in self.terms.conjuncts(condition) {
            let (inner, positive) = match self.terms.op(fact) {
                Op::Not => (self.terms.arg(fact, 0), false),
                _ => (fact, true),
            };
            match self.terms.op(inner) {
                Op::Le => {
                    let (a, b) = (self.terms.arg(inner, 0), self.terms.arg(inner, 1));
                    let (a, b) = if positive { (a, b) } else { (b, a) };
                    let Some(mut difference) = self.terms.linear(a).minus(&self.terms.linear(b)) else { continue };
                    if !positive {
                        // b < a, so b - a + 1 <= 0.
                        let Some(next) = difference.constant.add(Rational::ONE) else { continue };
                        difference.constant = next;
                    }
                    self.learn_at_most_zero(&difference, known);
                }
                Op::Eq if positive && self.terms.sort(self.terms.arg(inner, 0)) == cairn_term::Sort::Int => {
                    let (a, b) = (self.terms.arg(inner, 0), self.terms.arg(inner, 1));
                    let Some(difference) = self.terms.linear(a).minus(&self.terms.linear(b)) else { continue };
                    self.learn_at_most_zero(&difference, known);
                    if let Some(opposite) = difference.scale(Rational::MINUS_ONE) {
                        self.learn_at_most_zero(&opposite, known);
                    }
                }
                _ => {}
            }
        }
    }

    /// `sum <= 0` bounds each of its atoms by the bounds of the others.
    fn learn_at_most_zero(&mut self, sum: &Linear, known: &mut Known) {
        if sum.parts.len() > PARTS {
            return;
        }
        for at in 0..sum.parts.len() {
            let (atom, coefficient) = sum.parts[at];
            let Some(c) = whole(coefficient) else { continue };
            let mut rest = sum.clone();
            rest.parts.remove(at);
            let Some(others) = self.interval_of_sum(&rest, NESTED, Some(known)) else { continue };
            // c * atom <= -others, whose largest value is -others.low.
            let bound = -others.low;
            let old = match (known.get(&atom).copied(), self.interval(atom)) {
                (Some(a), Some(b)) => a.meet(b),
                (Some(a), None) | (None, Some(a)) => a,
                (None, None) => Interval { low: -FAR, high: FAR },
            };
            let new = if c > 0 {
                Interval { low: old.low, high: old.high.min(bound.div_euclid(c)) }
            } else {
                // atom >= bound / c, rounded up.
                Interval { low: old.low.max(-(bound.div_euclid(-c))), high: old.high }
            };
            if new != old && !new.is_empty() {
                known.insert(atom, new);
            }
        }
    }
}

fn whole(number: Rational) -> Option<i128> {
    number.whole().filter(|value| (-FAR..=FAR).contains(value))
}
