//! Bounds of numeric terms, found by looking at the term and at the comparisons that the path has passed. They show
//! which operations cannot wrap around, and so need no case distinction.

use crate::cell::Shape;
use crate::encoder::Encoder;
use crate::memory_model::Body;
use crate::symbol_facts::Known;
use cairn_base::FastSet;
use cairn_ir::interval::Interval;
use cairn_term::{Linear, Rational, TermId, TermOp};

/// Beyond this nothing is computed: every product of a bound and a coefficient in reach fits.
const FAR: i128 = 1 << 80;
/// Terms nested deeper than this have no bounds.
pub(crate) const NESTED: u32 = 60;
/// Nothing is said of an array with more stores of values that may lie outside of its range.
const STRAYS: usize = 16;
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
            // Nothing in both: the path is infeasible, and one of them holds as well.
            (Some(a), Some(b)) => a.meet(b).or(Some(a)),
            (a, b) => a.or(b),
        }
    }

    fn interval_below(&mut self, term: TermId, nested: u32) -> Option<Interval> {
        if let Some(known) = self.known.intervals.get(&term) {
            return Some(*known);
        }
        if nested == 0 {
            return None;
        }
        let found = match self.terms.op(term) {
            TermOp::Int(value) => return Some(Interval { low: value, high: value }),
            TermOp::Ite => {
                let (a, b) = (self.terms.arg(term, 1), self.terms.arg(term, 2));
                let (a, b) = (self.interval_below(a, nested - 1)?, self.interval_below(b, nested - 1)?);
                Interval { low: a.low.min(b.low), high: a.high.max(b.high) }
            }
            TermOp::IntMod => {
                let k = self.terms.as_int(self.terms.arg(term, 1)).filter(|k| *k > 0)?;
                Interval { low: 0, high: k - 1 }
            }
            TermOp::IntDiv => {
                let k = self.terms.as_int(self.terms.arg(term, 1)).filter(|k| *k > 0)?;
                let x = self.interval_below(self.terms.arg(term, 0), nested - 1)?;
                Interval { low: x.low.div_euclid(k), high: x.high.div_euclid(k) }
            }
            TermOp::Select => {
                let array = self.terms.arg(term, 0);
                let shape = self.elements_of(array).filter(|of| self.is_number(of.of))?;
                if self.known.unbounded.contains(&term) {
                    return None;
                }
                let Some(all) = self.interval_of_elements(array, shape, nested - 1) else {
                    self.known.unbounded.insert(term);
                    return None;
                };
                all
            }
            TermOp::Add | TermOp::Mul => {
                let sum = self.terms.linear(term);
                self.interval_of_sum(&sum, nested, None)?
            }
            _ => return None,
        };
        if found.low < -FAR || found.high > FAR {
            return None;
        }
        self.known.intervals.insert(term, found);
        Some(found)
    }

    fn interval_of_sum(&mut self, sum: &Linear, nested: u32, known: Option<&Known>) -> Option<Interval> {
        let constant = whole(sum.constant)?;
        let (mut low, mut high) = (constant, constant);
        for (atom, coefficient) in &sum.parts {
            if nested == 0 || matches!(self.terms.op(*atom), TermOp::Add | TermOp::Mul) {
                return None;
            }
            let mut part = self.interval_below(*atom, nested - 1);
            if let Some(more) = known.and_then(|known| known.get(atom)) {
                part = Some(part.map_or(*more, |part| part.meet(*more).unwrap_or(part)));
            }
            let (part, c) = (part?, whole(*coefficient)?);
            let (a, b) = (part.low.checked_mul(c)?, part.high.checked_mul(c)?);
            low = low.checked_add(a.min(b))?;
            high = high.checked_add(a.max(b))?;
        }
        (low >= -FAR && high <= FAR).then_some(Interval { low, high })
    }

    /// The stores of an array whose value may lie outside of the range of its elements, as index and value: terms that are
    /// in it on some paths only. Nothing where there are too many, or it is not known where they are stored.
    pub(crate) fn strays(&mut self, array: TermId, shape: Shape, nested: u32) -> Option<Vec<(TermId, TermId)>> {
        let range = shape.range();
        let (mut strays, mut open, mut seen) = (Vec::new(), vec![array], FastSet::default());
        let mut copied = Vec::new();
        while let Some(at) = open.pop() {
            if !seen.insert(at) {
                continue;
            }
            match self.terms.op(at) {
                TermOp::Store => {
                    let (before, index, value) = (self.terms.arg(at, 0), self.terms.arg(at, 1), self.terms.arg(at, 2));
                    open.push(before);
                    let fits = match self.known.fitting.get(&at) {
                        Some(fits) => *fits,
                        None => {
                            let fits = self.fits(value, range, nested);
                            self.known.fitting.insert(at, fits);
                            fits
                        }
                    };
                    if !fits {
                        strays.push((index, value));
                    }
                }
                TermOp::Ite => open.extend([self.terms.arg(at, 1), self.terms.arg(at, 2)]),
                TermOp::Symbol(symbol) => match (self.known.named_values.get(&at), self.memory.ranges.get(&symbol)) {
                    (Some(value), _) => open.push(*value),
                    (None, Some(changed)) => {
                        let (old, body) = (changed.old, changed.body);
                        open.push(old);
                        match body {
                            Body::Value(value) if !self.fits(value, range, nested) => return None,
                            // As one more array, whose stray values are copied to nobody knows where.
                            Body::Copy { array: source, .. } => copied.push(source),
                            _ => {}
                        }
                    }
                    (None, None) => {}
                },
                _ => return None,
            }
            if strays.len() > STRAYS {
                return None;
            }
        }
        if copied.is_empty() {
            return Some(strays);
        }
        let nested = nested.checked_sub(1)?;
        let fine =
            copied.into_iter().all(|source| self.strays(source, shape, nested).is_some_and(|all| all.is_empty()));
        fine.then_some(strays)
    }

    fn fits(&mut self, value: TermId, range: Interval, nested: u32) -> bool {
        self.interval_below(value, nested).is_some_and(|interval| interval.is_in(range))
    }

    /// Bounds of what an array holds.
    fn interval_of_elements(&mut self, array: TermId, shape: Shape, nested: u32) -> Option<Interval> {
        let mut all = shape.range();
        for (_, value) in self.strays(array, shape, nested)? {
            let of = self.interval_below(value, nested)?;
            all = Interval { low: all.low.min(of.low), high: all.high.max(of.high) };
        }
        Some(all)
    }

    /// What an array holds where it holds values of its region's shape; see [`Encoder::strays`].
    pub(crate) fn elements_of(&self, array: TermId) -> Option<Shape> {
        let mut at = array;
        loop {
            match self.terms.op(at) {
                TermOp::Store => at = self.terms.arg(at, 0),
                // Both arms are values of one region.
                TermOp::Ite => at = self.terms.arg(at, 1),
                TermOp::Symbol(_) => return self.known.elements.get(&at).copied(),
                _ => return None,
            }
        }
    }

    /// Bounds of the atoms in a condition that holds.
    pub(crate) fn learn(&mut self, condition: TermId, known: &mut Known) {
        for fact in self.terms.conjuncts(condition) {
            let (inner, positive) = match self.terms.op(fact) {
                TermOp::Not => (self.terms.arg(fact, 0), false),
                _ => (fact, true),
            };
            match self.terms.op(inner) {
                TermOp::Le => {
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
                TermOp::Eq if positive && self.terms.sort(self.terms.arg(inner, 0)) == cairn_term::Sort::Int => {
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
                (Some(a), Some(b)) => a.meet(b).unwrap_or(a),
                (Some(a), None) | (None, Some(a)) => a,
                (None, None) => Interval { low: -FAR, high: FAR },
            };
            let new = if c > 0 {
                Interval { low: old.low, high: old.high.min(bound.div_euclid(c)) }
            } else {
                // atom >= bound / c, rounded up.
                Interval { low: old.low.max(-(bound.div_euclid(-c))), high: old.high }
            };
            if new != old && new.low <= new.high {
                known.insert(atom, new);
            }
        }
    }
}

fn whole(number: Rational) -> Option<i128> {
    number.whole().filter(|value| (-FAR..=FAR).contains(value))
}
