//! The values that an unknown may have: a range without some points. Exact under comparison with a constant.
//!
//! Invariant: a set is never empty; its bounds are members; the holes are sorted and strictly between the bounds. So equal
//! sets are equal structures, which a stored state relies on.

use cairn_ir::operator::Comparison;
use smallvec::SmallVec;

/// A set of this many holes is split in two instead of getting one more.
const MOST_HOLES: usize = 64;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Set {
    pub lo: i64,
    pub hi: i64,
    pub holes: SmallVec<[i64; 8]>,
}

/// Answer of a comparison about a set.
pub(crate) enum Verdict {
    Same(bool),
    /// Two parts, in each of which the comparison is decided after finitely many splits.
    Parts(Set, Set),
}

impl Set {
    pub fn range(lo: i64, hi: i64) -> Self {
        Set { lo, hi, holes: SmallVec::new() }
    }
    pub fn contains(&self, x: i64) -> bool {
        self.lo <= x && x <= self.hi && self.holes.binary_search(&x).is_err()
    }
    /// Its only member.
    pub fn single(&self) -> Option<i64> {
        (self.lo == self.hi).then_some(self.lo)
    }
    /// Number of members, when it is at most `most`.
    pub fn size(&self, most: u64) -> Option<u64> {
        let span = self.hi.abs_diff(self.lo);
        if span > most + MOST_HOLES as u64 {
            return None;
        }
        let size = span + 1 - self.holes.len() as u64;
        (size <= most).then_some(size)
    }
    /// The members, in order. Only for small sets.
    pub fn members(&self) -> impl Iterator<Item = i64> + '_ {
        (self.lo..=self.hi).filter(|x| self.holes.binary_search(x).is_err())
    }
    /// The part within bounds; `None` when it is empty.
    fn within(&self, lo: i64, hi: i64) -> Option<Set> {
        let (mut lo, mut hi) = (self.lo.max(lo), self.hi.min(hi));
        if lo > hi {
            return None;
        }
        // A set is more than its holes on either side of any cut: bounds are members.
        while self.holes.binary_search(&lo).is_ok() {
            lo = lo.checked_add(1).filter(|lo| *lo <= hi)?;
        }
        while self.holes.binary_search(&hi).is_ok() {
            hi = hi.checked_sub(1).filter(|hi| lo <= *hi)?;
        }
        let holes = self.holes.iter().copied().filter(|x| lo < *x && *x < hi).collect();
        Some(Set { lo, hi, holes })
    }
    /// Without one member.
    fn without(&self, x: i64) -> Option<Set> {
        if x == self.lo {
            return self.within(x.checked_add(1)?, self.hi);
        }
        if x == self.hi {
            return self.within(self.lo, x.checked_sub(1)?);
        }
        let mut set = self.clone();
        if let Err(at) = set.holes.binary_search(&x) {
            set.holes.insert(at, x);
        }
        Some(set)
    }
    /// The members that another set has, too.
    pub fn intersection(&self, other: &Set) -> Option<Set> {
        let common = self.within(other.lo, other.hi);
        other.holes.iter().fold(common, |set, hole| match set {
            Some(set) if set.contains(*hole) => set.without(*hole),
            set => set,
        })
    }
    pub fn compare(&self, op: Comparison, c: i64) -> Verdict {
        match op {
            Comparison::Eq => {
                if !self.contains(c) {
                    return Verdict::Same(false);
                }
                if self.holes.len() >= MOST_HOLES && self.lo < c {
                    return self.cut(c - 1);
                }
                match self.without(c) {
                    None => Verdict::Same(true),
                    Some(rest) => Verdict::Parts(Set::range(c, c), rest),
                }
            }
            Comparison::Le if self.hi <= c => Verdict::Same(true),
            Comparison::Le if self.lo > c => Verdict::Same(false),
            Comparison::Le => self.cut(c),
            Comparison::Lt => match c.checked_sub(1) {
                None => Verdict::Same(false),
                Some(below) => self.compare(Comparison::Le, below),
            },
            Comparison::Ne | Comparison::Gt | Comparison::Ge => match self.compare(op.negated(), c) {
                Verdict::Same(holds) => Verdict::Same(!holds),
                parts => parts,
            },
        }
    }
    fn cut(&self, c: i64) -> Verdict {
        let above = c.checked_add(1).and_then(|next| self.within(next, self.hi));
        match (self.within(self.lo, c), above) {
            (Some(below), Some(above)) => Verdict::Parts(below, above),
            // The bounds are members, so that neither part is empty where the cut is between them.
            (below, _) => Verdict::Same(below.is_some()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Splits until every part is decided: the parts are a partition, and each says what its members say.
    #[test]
    fn splits_are_exact() {
        let mut random = fastrand::Rng::with_seed(1);
        let ops = Comparison::ALL;
        for _ in 0..500 {
            let (lo, width) = (random.i64(-150..150), random.i64(0..200));
            let mut sets = vec![Set::range(lo, lo + width)];
            for _ in 0..40 {
                let (op, c) = (ops[random.usize(..6)], random.i64(-200..400));
                let mut next = Vec::new();
                while let Some(set) = sets.pop() {
                    match set.compare(op, c) {
                        Verdict::Same(holds) => {
                            assert!(set.members().all(|x| op.holds(x, c) == holds));
                            next.push(set);
                        }
                        Verdict::Parts(one, other) => {
                            for part in [&one, &other] {
                                assert!(part.contains(part.lo) && part.contains(part.hi));
                            }
                            sets.extend([one, other]);
                        }
                    }
                }
                sets = next;
                let mut all: Vec<i64> = sets.iter().flat_map(Set::members).collect();
                all.sort_unstable();
                assert_eq!(all, (lo..=lo + width).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn intersections_are_exact() {
        let mut random = fastrand::Rng::with_seed(2);
        let mut any = || {
            let lo = random.i64(0..30);
            let mut set = Set::range(lo, lo + random.i64(0..20));
            for _ in 0..random.usize(..12) {
                let x = random.i64(0..50);
                set = if set.contains(x) { set.without(x).unwrap_or(set) } else { set };
            }
            set
        };
        for _ in 0..3000 {
            let (one, other) = (any(), any());
            let expected: Vec<i64> = one.members().filter(|x| other.contains(*x)).collect();
            let found = one.intersection(&other);
            assert_eq!(found.as_ref().map_or(Vec::new(), |set| set.members().collect()), expected);
            if let Some(set) = found {
                assert!(
                    set.contains(set.lo)
                        && set.contains(set.hi)
                        && set.holes.iter().all(|x| set.lo < *x && *x < set.hi)
                );
            }
        }
    }

    #[test]
    fn the_ends_of_the_numbers() {
        let all = Set::range(i64::MIN, i64::MAX);
        assert!(matches!(all.compare(Comparison::Lt, i64::MIN), Verdict::Same(false)));
        assert!(matches!(all.compare(Comparison::Ge, i64::MIN), Verdict::Same(true)));
        let Verdict::Parts(one, rest) = all.compare(Comparison::Eq, i64::MAX) else { panic!() };
        assert_eq!((one.single(), rest.hi), (Some(i64::MAX), i64::MAX - 1));
    }
}
