//! Sets of statics, by component of the call graph: as bits, so that what each function and all that it calls names takes no more room
//! than a bit for each pair, and so that a whole range of keys of a state is asked about at once.

use cairn_base::id::Id;
use cairn_ir::VarId;
use std::ops::RangeInclusive;

#[derive(Clone, Default, Debug)]
pub(super) struct VarSet(Vec<u64>);

impl VarSet {
    pub(super) fn insert(&mut self, var: VarId) {
        let (word, bit) = (var.index() / 64, var.index() % 64);
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << bit;
    }

    pub(super) fn contains(&self, var: VarId) -> bool {
        self.0.get(var.index() / 64).is_some_and(|word| word >> (var.index() % 64) & 1 != 0)
    }

    pub(super) fn extend(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(mine, theirs)| *mine |= theirs);
    }

    /// Whether all variables with numbers in a range are there, or none is; `None` where some are.
    pub(super) fn all_of(&self, numbers: &RangeInclusive<u64>) -> Option<bool> {
        let (first, last) = (*numbers.start(), *numbers.end());
        let (mut all, mut none) = (true, true);
        // Behind the last word none is.
        let end = (self.0.len() as u64).min(last / 64 + 1);
        all &= last / 64 < self.0.len() as u64;
        for index in first / 64..end {
            let low = if index == first / 64 { u64::MAX << (first % 64) } else { u64::MAX };
            let high = if index == last / 64 { u64::MAX >> (63 - last % 64) } else { u64::MAX };
            let (asked, word) = (low & high, self.0[index as usize]);
            all &= word & asked == asked;
            none &= word & asked == 0;
            if !all && !none {
                return None;
            }
        }
        match (all, none) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    }

    /// The variables, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = VarId> + '_ {
        let bits = |(index, word): (usize, &u64)| {
            let word = *word;
            (0..64).filter(move |bit| word >> bit & 1 != 0).map(move |bit| VarId::from_index(index * 64 + bit))
        };
        self.0.iter().enumerate().flat_map(bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_all_there_or_none_of_it() {
        let mut set = VarSet::default();
        [3, 64, 65, 66, 200].into_iter().for_each(|number| set.insert(VarId::from_index(number)));
        for (first, last) in (0..260).flat_map(|first| (first..260).map(move |last| (first, last))) {
            let there = (first..=last).filter(|number| set.contains(VarId::from_index(*number))).count();
            let expected = match there {
                0 => Some(false),
                count if count == last - first + 1 => Some(true),
                _ => None,
            };
            assert_eq!(set.all_of(&(first as u64..=last as u64)), expected, "{first} to {last}");
        }
        assert_eq!(set.iter().map(VarId::index).collect::<Vec<_>>(), [3, 64, 65, 66, 200]);
    }
}
