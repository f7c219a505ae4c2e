//! Sums up repetitions in a sequence: an execution that goes a hundred times around a loop is read as one round, not a
//! hundred.
//!
//! Elements repeat when their keys are equal, whatever values belong to them. A run of equal stretches becomes one
//! element, and the search is made again on the result, so that an outer loop is found after its inner loops are.
//! Shortest stretches come first: they are the inner loops.

/// An element, or a repeated stretch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Repetition {
    /// The element at this index.
    One(usize),
    /// A stretch that repeats.
    Rounds {
        /// The first round.
        first: Vec<Repetition>,
        /// The last round.
        last: Vec<Repetition>,
        /// How many rounds there are.
        count: usize,
    },
}

/// Rounds that are worth summing up.
const FEWEST: usize = 4;
/// The longest stretch that is looked for.
const LONGEST: usize = 40;
/// How deep loops may be nested.
const NESTING: usize = 3;

/// The key of an item: two stretches with equal keys are rounds of one loop, whatever their number of inner rounds.
#[derive(Clone, PartialEq, Eq)]
enum Shape<K> {
    One(K),
    Rounds(Vec<Shape<K>>),
}

/// Sums up a sequence of keys.
pub fn sum_up<K: Clone + Eq>(keys: &[K]) -> Vec<Repetition> {
    let mut items: Vec<Repetition> = (0..keys.len()).map(Repetition::One).collect();
    let mut shapes: Vec<Shape<K>> = keys.iter().cloned().map(Shape::One).collect();
    for _ in 0..NESTING {
        let before = items.len();
        (items, shapes) = pass(&items, &shapes);
        if items.len() == before {
            break;
        }
    }
    items
}

fn pass<K: Clone + Eq>(items: &[Repetition], shapes: &[Shape<K>]) -> (Vec<Repetition>, Vec<Shape<K>>) {
    let (mut new_items, mut new_shapes) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < items.len() {
        let found = (1..=LONGEST).find_map(|length| {
            let count = rounds(&shapes[at..], length);
            (count >= FEWEST).then_some((length, count))
        });
        match found {
            Some((length, count)) => {
                let end = at + length * count;
                let first = items[at..at + length].to_vec();
                let last = items[end - length..end].to_vec();
                new_items.push(Repetition::Rounds { first, last, count });
                new_shapes.push(Shape::Rounds(shapes[at..at + length].to_vec()));
                at = end;
            }
            None => {
                new_items.push(items[at].clone());
                new_shapes.push(shapes[at].clone());
                at += 1;
            }
        }
    }
    (new_items, new_shapes)
}

/// How often the first `length` shapes stand one after another.
fn rounds<K: Eq>(shapes: &[Shape<K>], length: usize) -> usize {
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
