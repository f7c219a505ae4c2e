//! Where in an object a pointer may go: at bytes that are a constant more than a multiple of a step. As the periods of the
//! unification's graph (`cairn-pointer-analysis`), here for inclusion.
//!
//! A step of 0 is one byte only; of 12, one in each record of an array of records of 12 bytes; of 1, any. A join takes the greatest
//! common divisor of the steps and of the difference, so chains of joins end. Over-approximates: all bytes of both are in a join.

/// Bytes of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offsets {
    first: i64,
    step: u64,
}

impl Offsets {
    /// The first byte.
    pub const BEGIN: Offsets = Offsets { first: 0, step: 0 };
    /// Any byte.
    pub const ANY: Offsets = Offsets { first: 0, step: 1 };

    fn new(first: i64, step: u64) -> Self {
        let period = i64::try_from(step).unwrap_or(0);
        Self { first: if period > 0 { first.rem_euclid(period) } else { first }, step }
    }

    /// So many bytes further.
    pub fn plus(self, bytes: i64) -> Self {
        Self::new(self.first.wrapping_add(bytes), self.step)
    }

    /// Any number of elements of a size further.
    pub fn repeated(self, size: u64) -> Self {
        Self::new(self.first, gcd(self.step, size))
    }

    /// Bytes of either.
    pub fn join(self, other: Self) -> Self {
        let between = self.first.wrapping_sub(other.first).unsigned_abs();
        Self::new(self.first, gcd(gcd(self.step, other.step), between))
    }

    /// The one place that it is.
    pub fn exact(self) -> Option<i64> {
        (self.step == 0).then_some(self.first)
    }

    /// Whether so many bytes from here on may be some of so many from there on.
    pub fn overlaps(self, size: u64, other: Self, other_size: u64) -> bool {
        let (size, other_size) = (i128::from(size), i128::from(other_size));
        let between = i128::from(other.first) - i128::from(self.first);
        match i128::from(gcd(self.step, other.step)) {
            0 => between < size && between + other_size > 0,
            step => {
                let between = between.rem_euclid(step);
                between < size || between + other_size > step
            }
        }
    }

    /// Common divisor of the differences between a place here and one there; 0 if they are the same.
    pub fn difference(self, other: Self) -> u64 {
        self.join(other).step
    }
}

/// The greatest common divisor; 0 is divided by everything.
fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Places within some bytes around the begin.
    fn places(of: Offsets) -> Vec<i64> {
        (-60..60).filter(|at| Offsets::new(*at, of.step) == of).collect()
    }

    fn offsets() -> impl Strategy<Value = Offsets> {
        (-12i64..12, 0u64..9).prop_map(|(first, step)| Offsets::new(first, step))
    }

    proptest! {
        #[test]
        fn a_join_has_the_places_of_both(a in offsets(), b in offsets()) {
            let all = places(a.join(b));
            prop_assert!(places(a).iter().chain(&places(b)).all(|at| all.contains(at)));
        }

        #[test]
        fn what_overlaps_is_said_to(a in offsets(), b in offsets(), size in 1u64..5, other in 1u64..5) {
            let meets = |x: i64, y: i64| x < y + other as i64 && y < x + size as i64;
            let some = places(a).iter().any(|x| places(b).iter().any(|y| meets(*x, *y)));
            // Beyond the bytes that are looked at here, others may.
            prop_assert!(!some || a.overlaps(size, b, other));
            if a.step > 0 && b.step > 0 {
                prop_assert_eq!(some, a.overlaps(size, b, other));
            }
        }

        #[test]
        fn steps_and_elements_are_reached(a in offsets(), by in -9i64..9, size in 0u64..7, times in 0i64..4) {
            let further: Vec<i64> = places(a.plus(by));
            prop_assert!(places(a).iter().all(|at| (at + by).abs() >= 60 || further.contains(&(at + by))));
            let elements = places(a.repeated(size));
            let reached = places(a).into_iter().map(|at| at + times * size as i64);
            prop_assert!(reached.into_iter().all(|at| at.abs() >= 60 || elements.contains(&at)));
        }

        #[test]
        fn differences_are_multiples(a in offsets(), b in offsets()) {
            let step = a.difference(b) as i64;
            let all = |x: i64| places(b).into_iter().all(|y| if step == 0 { x == y } else { (x - y) % step == 0 });
            prop_assert!(places(a).into_iter().all(all));
        }
    }
}
