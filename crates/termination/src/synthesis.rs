//! Lexicographic tuples of components that fit all transitions that are known.
//!
//! The greedy choice: a component that no transition makes larger takes away those that it makes smaller; the rest is for the
//! components behind it. Whatever is chosen first, if there is a tuple of the given components at all, this finds one: a component
//! that may stand first in some tuple may stand first in the rest of any (Alias, Darte, Feautrier and Gonnord, SAS 2010).
//!
//! Components are tried from simple to complicated, and of those that fit, the one that takes away most is taken.

use crate::component::{Atoms, Component};
use crate::linear;
use crate::samples::{CycleTransition, Samples};

/// Ranking function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Ranking {
    /// A tuple, lexicographically. Empty: the cycle never comes round.
    Tuple(Vec<Component>),
    /// A number of rounds, counted down.
    AtMost(u64),
    /// The set of values that an atom did not have yet: it has none twice.
    NeverAgain(usize),
}

/// Which components may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clamping {
    /// Any: values are of a finite type that wraps.
    Never,
    /// Only those that are not negative.
    Always,
    /// Both.
    Mixed,
}

/// What is added to a sum is small: the ends of a type are no borders that an author means.
const LARGEST_OFFSET: u128 = 1 << 20;
const LONGEST: usize = 5;

/// A tuple that every transition makes smaller; none where the components do not suffice, or no transition is known.
pub fn tuple(atoms: &Atoms, samples: &Samples, constants: &[i128], clamping: Clamping) -> Option<Vec<Component>> {
    let count = atoms.of.first().map_or(0, |(_, atoms)| atoms.len());
    let mut left: Vec<&CycleTransition> = samples.transitions.iter().collect();
    let mut chosen = Vec::new();
    while !left.is_empty() {
        if chosen.len() >= LONGEST {
            return None;
        }
        let best = best(atoms, count, samples, &left, constants, clamping)?;
        left.retain(|(old, new)| best.value(new) >= best.value(old));
        chosen.push(best);
    }
    Some(chosen)
}

/// The component that makes none of the transitions larger and most of them smaller; of several the simplest.
fn best(
    atoms: &Atoms,
    count: usize,
    samples: &Samples,
    left: &[&CycleTransition],
    constants: &[i128],
    clamping: Clamping,
) -> Option<Component> {
    let mut best: Option<(usize, Component)> = None;
    let mut consider = |component: Component| {
        let mut smaller = 0;
        for (old, new) in left {
            let (old, new) = (component.value(old), component.value(new));
            if new > old {
                return false;
            }
            smaller += usize::from(new < old);
        }
        if smaller > best.as_ref().map_or(0, |(most, _)| *most) {
            best = Some((smaller, component));
        }
        smaller == left.len()
    };
    let is_usable = |terms: &[(i64, usize)]| {
        terms.iter().all(|(_, at)| !samples.unusable.contains(at) && !atoms.addresses.contains(at))
    };
    for terms in sums(atoms, count).into_iter().filter(|terms| is_usable(terms)) {
        if try_sum(terms, atoms, left, constants, clamping, &mut consider) {
            return best.map(|(_, component)| component);
        }
    }
    if let Some(found) = linear::component(left, plain_count(atoms, count)).filter(|found| is_usable(&found.terms)) {
        try_sum(found.terms, atoms, left, constants, clamping, &mut consider);
    }
    best.map(|(_, component)| component)
}

/// Considers a sum, plain and clamped as it may be; true where it makes all transitions smaller.
fn try_sum(
    terms: Vec<(i64, usize)>,
    atoms: &Atoms,
    left: &[&CycleTransition],
    constants: &[i128],
    clamping: Clamping,
    consider: &mut impl FnMut(Component) -> bool,
) -> bool {
    // A pointer stays in its object, whose end is a border that C sets.
    let is_bounded = terms.iter().all(|(_, at)| atoms.pointers.contains(at));
    if (clamping != Clamping::Always || is_bounded)
        && consider(Component { terms: terms.clone(), constant: 0, clamped: false })
    {
        return true;
    }
    if clamping == Clamping::Never {
        return false;
    }
    let mut makes_all_smaller = false;
    for constant in offsets(&terms, left, constants) {
        makes_all_smaller |= consider(Component { terms: terms.clone(), constant, clamped: true });
    }
    makes_all_smaller
}

/// Offsets of a sum that is clamped: so much that it is positive wherever it becomes smaller, and numbers of the program.
fn offsets(terms: &[(i64, usize)], left: &[&CycleTransition], constants: &[i128]) -> Vec<i128> {
    let sum = Component { terms: terms.to_vec(), constant: 0, clamped: false };
    let smaller = left.iter().filter(|(old, new)| sum.value(new) < sum.value(old));
    let mut offsets = vec![0, 1, -1, 2];
    if let Some(least) = smaller.map(|(old, _)| sum.value(old)).min() {
        // The numbers of the program that are just enough, so that few samples do not set a border of their own.
        let small = constants.iter().filter(|constant| constant.unsigned_abs() <= LARGEST_OFFSET);
        let enough = small.flat_map(|constant| [-constant, *constant]).filter(|by| least + by > 0);
        offsets.extend(enough.min());
        if least <= 0 && least > -1_000 {
            offsets.push(1 - least);
        }
    }
    offsets.dedup();
    offsets
}

/// How many atoms are of the program itself.
fn plain_count(atoms: &Atoms, count: usize) -> usize {
    count - atoms.suggested.iter().filter(|at| **at >= atoms.changing).count()
}

/// Sums of atoms, from simple to complicated.
fn sums(atoms: &Atoms, count: usize) -> Vec<Vec<(i64, usize)>> {
    let plain = plain_count(atoms, count);
    let mut sums = Vec::new();
    for (larger, smaller) in &atoms.compared {
        sums.push(vec![(1, *larger), (-1, *smaller)]);
        sums.push(vec![(-1, *larger), (1, *smaller)]);
    }
    for at in 0..atoms.changing {
        sums.extend([vec![(1, at)], vec![(-1, at)]]);
    }
    sums.extend(atoms.suggested.iter().map(|at| vec![(1, *at)]));
    for first in 0..atoms.changing {
        for second in (0..plain).filter(|second| *second > first || *second >= atoms.changing) {
            if second == first {
                continue;
            }
            for (a, b) in [(1, -1), (-1, 1), (1, 1), (-1, -1)] {
                sums.push(vec![(a, first), (b, second)]);
            }
        }
    }
    let few = atoms.changing.min(5);
    for first in 0..few {
        for second in 0..few {
            if first != second {
                for (a, b) in [(2, 1), (2, -1), (-2, 1), (-2, -1), (3, 1), (3, -1), (-3, 1), (-3, -1)] {
                    sums.push(vec![(a, first), (b, second)]);
                }
            }
        }
    }
    let third = plain.min(7);
    for first in 0..few {
        for second in first + 1..third {
            for third in second + 1..third {
                for signs in 0..8 {
                    let sign = |bit: u32| if signs >> bit & 1 == 0 { 1 } else { -1 };
                    sums.push(vec![(sign(0), first), (sign(1), second), (sign(2), third)]);
                }
            }
        }
    }
    sums
}
