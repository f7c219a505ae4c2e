//! Sums up repetitions in a sequence: an execution that goes a hundred times around a loop is read as one round, not a
//! hundred.
//!
//! Elements repeat when their keys are equal, whatever values belong to them. A run of equal stretches becomes one
//! element, and the search is made again on the result, so that an outer loop is found after its inner loops are.
//! Shortest stretches come first: they are the inner loops.

use cairn_base::FastMap;
use std::hash::Hash;

/// An element, or a repeated stretch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Repetition {
    One(usize),
    Rounds {
        /// The first round.
        first: Vec<Repetition>,
        /// The last round.
        last: Vec<Repetition>,
        count: usize,
    },
}

/// Rounds that are worth summing up.
const FEWEST: usize = 4;
/// The longest stretch that is looked for.
const LONGEST: usize = 40;
/// How deep loops may be nested.
const NESTING: usize = 3;

/// Sums up a sequence of keys.
pub fn sum_up<K: Clone + Eq + Hash>(keys: &[K]) -> Vec<Repetition> {
    let mut items: Vec<Repetition> = (0..keys.len()).map(Repetition::One).collect();
    let mut numbers = Numbers::default();
    let mut shapes: Vec<u32> = keys.iter().map(|key| numbers.of(key.clone())).collect();
    // The shapes of rounds get numbers as well: two stretches of one shape are rounds of one loop, whatever their number.
    let mut rounds = Numbers::starting_at(shapes.len());
    for _ in 0..NESTING {
        let before = items.len();
        (items, shapes) = pass(items, &shapes, &mut rounds);
        if items.len() == before {
            break;
        }
    }
    items
}

/// Numbers for what is equal, so that a million elements are compared by their numbers.
struct Numbers<K> {
    of: FastMap<K, u32>,
    first: u32,
}

impl<K> Default for Numbers<K> {
    fn default() -> Self {
        Self::starting_at(0)
    }
}

impl<K> Numbers<K> {
    fn starting_at(first: usize) -> Self {
        Self { of: FastMap::default(), first: u32::try_from(first).unwrap_or(u32::MAX) }
    }
}

impl<K: Eq + Hash> Numbers<K> {
    fn of(&mut self, key: K) -> u32 {
        let next = self.first.saturating_add(u32::try_from(self.of.len()).unwrap_or(u32::MAX));
        *self.of.entry(key).or_insert(next)
    }
}

fn pass(items: Vec<Repetition>, shapes: &[u32], numbers: &mut Numbers<Vec<u32>>) -> (Vec<Repetition>, Vec<u32>) {
    let (mut new_items, mut new_shapes) = (Vec::new(), Vec::new());
    let mut items: Vec<Option<Repetition>> = items.into_iter().map(Some).collect();
    let mut at = 0;
    while at < items.len() {
        let found = (1..=LONGEST).find_map(|length| {
            let count = rounds(&shapes[at..], length);
            (count >= FEWEST).then_some((length, count))
        });
        let mut taken =
            |from: usize, length: usize| items[from..from + length].iter_mut().filter_map(Option::take).collect();
        match found {
            Some((length, count)) => {
                let end = at + length * count;
                let (first, last) = (taken(at, length), taken(end - length, length));
                new_items.push(Repetition::Rounds { first, last, count });
                new_shapes.push(numbers.of(shapes[at..at + length].to_vec()));
                at = end;
            }
            None => {
                new_items.extend(items[at].take());
                new_shapes.push(shapes[at]);
                at += 1;
            }
        }
    }
    (new_items, new_shapes)
}

/// How often the first `length` shapes stand one after another.
fn rounds(shapes: &[u32], length: usize) -> usize {
    if shapes.len() < length * FEWEST {
        return 0;
    }
    let round = &shapes[..length];
    shapes.chunks_exact(length).take_while(|chunk| *chunk == round).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(items: &[Repetition], keys: &str) -> String {
        let part = |item: &Repetition| match item {
            Repetition::One(index) => keys[*index..=*index].to_owned(),
            Repetition::Rounds { first, count, .. } => format!("({}){count}", shown(first, keys)),
        };
        items.iter().map(part).collect()
    }
    fn sum(keys: &str) -> String {
        shown(&sum_up(&keys.chars().collect::<Vec<_>>()), keys)
    }

    #[test]
    fn loops_are_found() {
        assert_eq!(sum("abcabc"), "abcabc");
        assert_eq!(sum("xababababy"), "x(ab)4y");
        assert_eq!(sum("xaaaaaaz"), "x(a)6z");
    }

    #[test]
    fn an_outer_loop_is_found_around_inner_ones_of_different_length() {
        let round = |n: usize| format!("o{}e", "i".repeat(n));
        let keys: String = (4..9).map(round).collect();
        assert_eq!(sum(&keys), "(o(i)4e)5");
    }
}
