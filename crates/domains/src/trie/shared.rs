//! Operations on whole maps that leave alone what two maps share, or what a question about a subtree answers for all of it: their cost is that
//! of what differs and not of what there is.

use super::{Node, Shaped, Trie};
use std::hash::Hash;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Where a subtree with these keys and links goes as a whole: to the first part, to the second, or it is to be looked into.
type Whole<'a> = dyn Fn(&RangeInclusive<u64>, u64) -> Option<bool> + 'a;

type Parts<V> = (Option<Arc<Node<V>>>, Option<Arc<Node<V>>>);

/// Visitor of an entry on either side.
type Differing<'f, 'a, V> = dyn FnMut(u64, Option<&'a V>, Option<&'a V>) + 'f;

impl<V: Clone + Eq + Hash + Shaped> Node<V> {
    /// The bit that it branches at; 0 of a leaf.
    fn level(&self) -> u64 {
        match self {
            Node::Leaf { .. } => 0,
            Node::Branch { bit, .. } => *bit,
        }
    }

    fn keys(&self) -> RangeInclusive<u64> {
        match self {
            Node::Leaf { key, .. } => *key..=*key,
            Node::Branch { prefix, bit, .. } => *prefix..=*prefix | *bit | (*bit - 1),
        }
    }

    /// The side of this branch that another, lower subtree is on: whether it is the right one.
    fn side_of(&self, other: &Self) -> Option<bool> {
        let below = other.level() < self.level() && self.keys().contains(&other.key());
        below.then(|| other.key() & self.level() != 0)
    }

    fn differing<'a>(a: Option<&'a Arc<Self>>, b: Option<&'a Arc<Self>>, f: &mut Differing<'_, 'a, V>) {
        let (a, b) = match (a, b) {
            (Some(a), Some(b)) if Arc::ptr_eq(a, b) => return,
            (Some(a), Some(b)) => (a, b),
            (Some(a), None) => return a.visit(&(0..=u64::MAX), &mut |key, value| f(key, Some(value), None)),
            (None, Some(b)) => return b.visit(&(0..=u64::MAX), &mut |key, value| f(key, None, Some(value))),
            (None, None) => return,
        };
        match (&**a, &**b) {
            (Node::Leaf { key: k, value: v, .. }, Node::Leaf { key: l, value: w, .. }) if k == l => {
                f(*k, Some(v), Some(w));
            }
            (
                Node::Branch { prefix: p, bit: c, left: l, right: r, .. },
                Node::Branch { prefix: q, bit: d, left: m, right: s, .. },
            ) if p == q && c == d => {
                Self::differing(Some(l), Some(m), f);
                Self::differing(Some(r), Some(s), f);
            }
            (Node::Branch { left, right, .. }, _) if let Some(is_right) = a.side_of(b) => {
                let (in_left, in_right) = if is_right { (None, Some(b)) } else { (Some(b), None) };
                Self::differing(Some(left), in_left, f);
                Self::differing(Some(right), in_right, f);
            }
            (_, Node::Branch { left, right, .. }) if let Some(is_right) = b.side_of(a) => {
                let (in_left, in_right) = if is_right { (None, Some(a)) } else { (Some(a), None) };
                Self::differing(in_left, Some(left), f);
                Self::differing(in_right, Some(right), f);
            }
            _ => {
                Self::differing(Some(a), None, f);
                Self::differing(None, Some(b), f);
            }
        }
    }

    fn split(this: &Arc<Self>, whole: &Whole<'_>, is_first: &dyn Fn(u64, &V) -> bool) -> Parts<V> {
        let in_one = |first: bool| if first { (Some(Arc::clone(this)), None) } else { (None, Some(Arc::clone(this))) };
        match &**this {
            Node::Leaf { key, value, .. } => in_one(is_first(*key, value)),
            Node::Branch { prefix, bit, left, right, .. } => {
                if let Some(first) = whole(&this.keys(), this.hashes().links) {
                    return in_one(first);
                }
                let (left, right) = (Self::split(left, whole, is_first), Self::split(right, whole, is_first));
                let both = |left: Option<Arc<Self>>, right: Option<Arc<Self>>| match (left, right) {
                    (Some(left), Some(right)) => {
                        let hashes = left.hashes().with(right.hashes());
                        Some(Arc::new(Node::Branch { prefix: *prefix, bit: *bit, hashes, left, right }))
                    }
                    (one, other) => one.or(other),
                };
                match (left, right) {
                    ((_, None), (_, None)) => in_one(true),
                    ((None, _), (None, _)) => in_one(false),
                    ((first, second), (third, fourth)) => (both(first, third), both(second, fourth)),
                }
            }
        }
    }

    fn union(a: &Arc<Self>, b: &Arc<Self>) -> Arc<Self> {
        let branch = |prefix: u64, bit: u64, left: Arc<Self>, right: Arc<Self>| {
            let hashes = left.hashes().with(right.hashes());
            Arc::new(Node::Branch { prefix, bit, hashes, left, right })
        };
        match (&**a, &**b) {
            _ if Arc::ptr_eq(a, b) => Arc::clone(a),
            (Node::Leaf { key: k, .. }, Node::Leaf { key: l, .. }) if k == l => Arc::clone(a),
            (
                Node::Branch { prefix: p, bit: c, left: l, right: r, .. },
                Node::Branch { prefix: q, bit: d, left: m, right: s, .. },
            ) if p == q && c == d => branch(*p, *c, Self::union(l, m), Self::union(r, s)),
            (Node::Branch { prefix, bit, left, right, .. }, _) if let Some(is_right) = a.side_of(b) => match is_right {
                true => branch(*prefix, *bit, Arc::clone(left), Self::union(right, b)),
                false => branch(*prefix, *bit, Self::union(left, b), Arc::clone(right)),
            },
            (_, Node::Branch { prefix, bit, left, right, .. }) if let Some(is_right) = b.side_of(a) => match is_right {
                true => branch(*prefix, *bit, Arc::clone(left), Self::union(a, right)),
                false => branch(*prefix, *bit, Self::union(a, left), Arc::clone(right)),
            },
            _ => Self::join(a.key(), Arc::clone(a), b.key(), Arc::clone(b)),
        }
    }

    fn visit_linked<'a>(&'a self, links: u64, f: &mut dyn FnMut(u64, &'a V)) {
        if self.hashes().links & links == 0 {
            return;
        }
        match self {
            Node::Leaf { key, value, .. } => f(*key, value),
            Node::Branch { left, right, .. } => {
                left.visit_linked(links, f);
                right.visit_linked(links, f);
            }
        }
    }
}

impl<V: Clone + Eq + Hash + Shaped> Trie<V> {
    /// Calls `f(key, value here, value there)` for each key that the two maps may differ in: all but those of subtrees that are one
    /// in memory.
    pub fn for_each_difference<'a>(&'a self, other: &'a Self, mut f: impl FnMut(u64, Option<&'a V>, Option<&'a V>)) {
        Node::differing(self.root.as_ref(), other.root.as_ref(), &mut f);
    }
    /// The entries that `is_first` holds of, and the others. `whole` may say so of all keys in a range, of whose values the links
    /// ([`Shaped::links`]) are given.
    #[must_use]
    pub fn split(
        &self,
        whole: impl Fn(&RangeInclusive<u64>, u64) -> Option<bool>,
        is_first: impl Fn(u64, &V) -> bool,
    ) -> (Self, Self) {
        let (first, second) = self.root.as_ref().map_or((None, None), |root| Node::split(root, &whole, &is_first));
        (Self { root: first }, Self { root: second })
    }
    /// The entries of both maps; of a key that both have those of this one.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        let root = match (&self.root, &other.root) {
            (Some(a), Some(b)) => Some(Node::union(a, b)),
            (one, two) => one.as_ref().or(two.as_ref()).map(Arc::clone),
        };
        Self { root }
    }
    /// The links of all values.
    pub fn links(&self) -> u64 {
        self.root.as_ref().map_or(0, |root| root.hashes().links)
    }
    /// Calls `f` on the entries that have one of some links, in order.
    pub fn visit_linked<'a>(&'a self, links: u64, mut f: impl FnMut(u64, &'a V)) {
        if let Some(root) = &self.root {
            root.visit_linked(links, &mut f);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    fn built(entries: &BTreeMap<u64, u8>) -> Trie<u8> {
        let mut trie = Trie::new();
        entries.iter().for_each(|(key, value)| trie.insert(*key, *value));
        trie
    }
    fn entries() -> impl Strategy<Value = BTreeMap<u64, u8>> {
        let key = prop_oneof![0u64..40, any::<u64>(), (0u64..8).prop_map(|n| n << 60)];
        proptest::collection::btree_map(key, 0u8..4, 0..40)
    }

    proptest! {
        #[test]
        fn differences_are_all_there(a in entries(), changes in entries(), gone in 0u64..40) {
            let one = built(&a);
            let (mut two, mut b) = (one.clone(), a.clone());
            for (key, value) in &changes {
                two.insert(*key, *value);
                b.insert(*key, *value);
            }
            two.remove(gone);
            b.remove(&gone);
            let mut found = BTreeMap::new();
            one.for_each_difference(&two, |key, x, y| {
                assert!(found.insert(key, (x.copied(), y.copied())).is_none(), "twice");
            });
            for key in a.keys().chain(b.keys()) {
                let pair = (a.get(key).copied(), b.get(key).copied());
                prop_assert!(pair.0 == pair.1 || found.contains_key(key));
                prop_assert!(found.get(key).is_none_or(|known| *known == pair));
            }
        }

        #[test]
        fn what_is_split_is_whole_again(a in entries(), bound in 0u64..40, odd in 0u8..4) {
            let all = built(&a);
            let is_first = |key: u64, value: &u8| key >= bound || *value == odd;
            let whole = |keys: &RangeInclusive<u64>, _| (*keys.start() >= bound).then_some(true);
            let (first, second) = all.split(whole, is_first);
            let of = |wanted: bool| built(&a.iter().filter(|(k, v)| is_first(**k, v) == wanted).map(|(k, v)| (*k, *v)).collect());
            prop_assert!(first == of(true) && second == of(false));
            prop_assert!(first.union(&second) == all && second.union(&first) == all);
        }

        #[test]
        fn a_union_has_the_entries_of_both(a in entries(), b in entries()) {
            let mut both = b.clone();
            both.extend(a.iter().map(|(key, value)| (*key, *value)));
            prop_assert!(built(&a).union(&built(&b)) == built(&both));
        }
    }
}
