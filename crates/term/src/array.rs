//! Constructors of array terms: a selection sees through stores at indices that are known to differ.

use crate::rational::gcd;
use crate::sort::Sort;
use crate::store::Terms;
use crate::term::{TermId, TermOp};
use smallvec::SmallVec;

/// A selection looks back through so many stores: the bound keeps construction linear.
const LOOK_BACK: usize = 64;

/// A store looks below so many stores for one that it overwrites, and makes these anew.
const OVERWRITTEN: usize = 16;

impl Terms {
    /// The array of `sort` that holds `value` everywhere.
    pub fn array_const(&mut self, sort: Sort, value: TermId) -> TermId {
        self.intern(TermOp::ArrayConst, &[value], sort)
    }

    /// `select`.
    pub fn select(&mut self, array: TermId, index: TermId) -> TermId {
        let mut from = array;
        for _ in 0..LOOK_BACK {
            match self.op(from) {
                TermOp::ArrayConst => return self.arg(from, 0),
                TermOp::Store => {
                    let at = self.arg(from, 1);
                    if at == index {
                        return self.arg(from, 2);
                    }
                    if !self.differ(at, index) {
                        break;
                    }
                    from = self.arg(from, 0);
                }
                _ => break,
            }
        }
        let Sort::Array(id) = self.sort(array) else {
            debug_assert!(false, "select of {:?}", self.sort(array));
            return array;
        };
        let element = self.array_parts(id).1;
        self.intern(TermOp::Select, &[from, index], element)
    }

    /// `store`.
    pub fn store(&mut self, array: TermId, index: TermId, value: TermId) -> TermId {
        let array = self.without_store(array, index);
        let unchanged = match self.op(value) {
            TermOp::Select => self.arg(value, 0) == array && self.arg(value, 1) == index,
            _ => self.op(array) == TermOp::ArrayConst && self.arg(array, 0) == value,
        };
        if unchanged {
            return array;
        }
        let sort = self.sort(array);
        self.intern(TermOp::Store, &[array, index, value], sort)
    }

    /// The array without its last store at `index`, if that is seen: it is about to be overwritten.
    fn without_store(&mut self, array: TermId, index: TermId) -> TermId {
        let mut above: SmallVec<[(TermId, TermId); OVERWRITTEN]> = SmallVec::new();
        let mut from = array;
        while self.op(from) == TermOp::Store {
            let at = self.arg(from, 1);
            if at == index {
                let sort = self.sort(array);
                let below = self.arg(from, 0);
                return above
                    .iter()
                    .rev()
                    .fold(below, |array, (at, value)| self.intern(TermOp::Store, &[array, *at, *value], sort));
            }
            if above.len() == OVERWRITTEN || !self.differ(at, index) {
                break;
            }
            above.push((at, self.arg(from, 2)));
            from = self.arg(from, 0);
        }
        array
    }

    /// True when two terms have different values under every assignment, as far as that shows at once.
    pub fn differ(&self, a: TermId, b: TermId) -> bool {
        if let (Some(x), Some(y)) = (self.constant(a), self.constant(b)) {
            return x != y;
        }
        if self.sort(a) == Sort::Int {
            return self.whole_numbers_differ(a, b);
        }
        match (self.as_sum(a), self.as_sum(b)) {
            (Some((x, c)), Some((y, d))) => x == y && c != d,
            _ => false,
        }
    }

    /// A constant apart, or apart by what no multiple of the factors makes up for (`4x` and `4y + 1`).
    fn whole_numbers_differ(&self, a: TermId, b: TermId) -> bool {
        let Some(difference) = self.linear(a).minus(&self.linear(b)) else { return false };
        let common = difference.parts.iter().fold(0, |common, (_, factor)| {
            if common == 1 { 1 } else { i128::try_from(gcd(common, factor.num())).unwrap_or(1) }
        });
        let constant = difference.constant.num();
        if common == 0 { constant != 0 } else { constant.checked_rem(common).is_some_and(|rest| rest != 0) }
    }
}
