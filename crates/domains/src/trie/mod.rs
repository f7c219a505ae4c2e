//! A persistent map from `u64` keys: a big-endian Patricia trie (Okasaki and Gill, "Fast mergeable integer maps").
//!
//! An abstract state differs from its predecessor in a cell or two, and hundreds of thousands of states are kept.
//! A Patricia trie copies only the branches above a change, some 50 bytes each; its shape depends on the content alone,
//! never on the order of insertion, so two maps are compared by walking both and skipping what they share; and a hash
//! in every node makes unequal maps differ at the root. (A B-tree with wide nodes copies kilobytes for a change; a hash
//! trie has no order, and the cells of an object are looked up by ranges.)
//!
//! Beside the hash of the content there is one of the shape, which is what [`Shaped`] makes of a value: for a search among
//! states that know the same things ([`Trie::projected`]).
//!
//! Invariant: a branch's hashes are the wrapping sums of its leaves' hashes; both its subtrees agree on the bits above
//! `bit` and differ in `bit`, the left one having it clear.

mod shared;

use std::fmt;
use std::hash::{BuildHasher, Hash, Hasher};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// A persistent map: cloning costs nothing.
#[derive(Clone)]
pub struct Trie<V> {
    root: Option<Arc<Node<V>>>,
}

/// Makes the hash of what is kept of an entry: its key, its value here if any, its value there.
type Project<'a, V> = dyn FnMut(u64, Option<&V>, &V) -> Option<u64> + 'a;

/// A value with a shape: what it speaks about, without what it says.
pub trait Shaped {
    /// A hash of the shape.
    fn shape(&self) -> u64;
    /// Marks of the value, as a set of bits: a map has the union of its values' marks.
    fn marks(&self) -> u64 {
        0
    }
    /// The same of what a value refers to ([`Trie::visit_linked`]).
    fn links(&self) -> u64 {
        0
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Hashes {
    content: u64,
    shape: u64,
    marks: u64,
    links: u64,
}

impl Hashes {
    /// Those of two subtrees as one.
    fn with(self, other: Self) -> Self {
        Self {
            content: self.content.wrapping_add(other.content),
            shape: self.shape.wrapping_add(other.shape),
            marks: self.marks | other.marks,
            links: self.links | other.links,
        }
    }
}

#[derive(Clone)]
enum Node<V> {
    Leaf { key: u64, hashes: Hashes, value: V },
    Branch { prefix: u64, bit: u64, hashes: Hashes, left: Arc<Node<V>>, right: Arc<Node<V>> },
}

/// The hash that an entry adds to the content hash of its map.
pub fn entry_hash(key: u64, value: &impl Hash) -> u64 {
    let mut hasher = rustc_hash::FxBuildHasher.build_hasher();
    key.hash(&mut hasher);
    value.hash(&mut hasher);
    // Sums of hashes need every bit mixed, and no entry may add nothing: the finish of splitmix64, from its increment.
    let mut h = hasher.finish().wrapping_add(0x9e37_79b9_7f4a_7c15);
    h = (h ^ (h >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    h = (h ^ (h >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    h ^ (h >> 31)
}

/// The bits of `key` above `bit`.
const fn prefix_of(key: u64, bit: u64) -> u64 {
    key & !(bit | (bit - 1))
}

impl<V: Clone + Eq + Hash + Shaped> Node<V> {
    fn hashes(&self) -> Hashes {
        match self {
            Node::Leaf { hashes, .. } | Node::Branch { hashes, .. } => *hashes,
        }
    }
    fn hashes_of(key: u64, value: &V) -> Hashes {
        let (content, shape) = (entry_hash(key, value), entry_hash(key, &value.shape()));
        Hashes { content, shape, marks: value.marks(), links: value.links() }
    }
    fn leaf(key: u64, value: V) -> Arc<Self> {
        Arc::new(Node::Leaf { key, hashes: Self::hashes_of(key, &value), value })
    }
    /// A branch over two subtrees whose keys first differ where `a` and `b` do.
    fn join(a: u64, left: Arc<Self>, b: u64, right: Arc<Self>) -> Arc<Self> {
        let bit = 1 << (63 - (a ^ b).leading_zeros());
        let hashes = left.hashes().with(right.hashes());
        let (left, right) = if a & bit == 0 { (left, right) } else { (right, left) };
        Arc::new(Node::Branch { prefix: prefix_of(a, bit), bit, hashes, left, right })
    }
    fn key(&self) -> u64 {
        match self {
            Node::Leaf { key, .. } => *key,
            Node::Branch { prefix, .. } => *prefix,
        }
    }

    fn insert(this: &mut Arc<Self>, new: u64, value: V) {
        let outside = match &**this {
            Node::Leaf { key, .. } => *key != new,
            Node::Branch { prefix, bit, .. } => prefix_of(new, *bit) != *prefix,
        };
        if outside {
            *this = Self::join(new, Self::leaf(new, value), this.key(), Arc::clone(this));
            return;
        }
        match Arc::make_mut(this) {
            Node::Leaf { hashes, value: old, .. } => {
                *hashes = Self::hashes_of(new, &value);
                *old = value;
            }
            Node::Branch { bit, hashes, left, right, .. } => {
                Self::insert(if new & *bit == 0 { left } else { right }, new, value);
                *hashes = left.hashes().with(right.hashes());
            }
        }
    }

    /// Removes the keys in a range; `None` when nothing is left.
    fn without(this: &Arc<Self>, range: &RangeInclusive<u64>) -> Option<Arc<Self>> {
        match &**this {
            Node::Leaf { key, .. } => (!range.contains(key)).then(|| Arc::clone(this)),
            Node::Branch { prefix, bit, left, right, .. } => {
                let (low, high) = (*prefix, *prefix | *bit | (*bit - 1));
                if high < *range.start() || low > *range.end() {
                    return Some(Arc::clone(this));
                }
                if *range.start() <= low && high <= *range.end() {
                    return None;
                }
                match (Self::without(left, range), Self::without(right, range)) {
                    (Some(l), Some(r)) if Arc::ptr_eq(&l, left) && Arc::ptr_eq(&r, right) => Some(Arc::clone(this)),
                    (Some(left), Some(right)) => {
                        let hashes = left.hashes().with(right.hashes());
                        Some(Arc::new(Node::Branch { prefix: *prefix, bit: *bit, hashes, left, right }))
                    }
                    (one, other) => one.or(other),
                }
            }
        }
    }

    fn visit<'a>(&'a self, range: &RangeInclusive<u64>, f: &mut dyn FnMut(u64, &'a V)) {
        match self {
            Node::Leaf { key, value, .. } => {
                if range.contains(key) {
                    f(*key, value);
                }
            }
            Node::Branch { prefix, bit, left, right, .. } => {
                if *prefix <= *range.end() && *range.start() <= (*prefix | *bit | (*bit - 1)) {
                    left.visit(range, f);
                    right.visit(range, f);
                }
            }
        }
    }

    fn visit_marked<'a>(&'a self, marks: u64, f: &mut dyn FnMut(u64, &'a V)) {
        if self.hashes().marks & marks == 0 {
            return;
        }
        match self {
            Node::Leaf { key, value, .. } => f(*key, value),
            Node::Branch { left, right, .. } => {
                left.visit_marked(marks, f);
                right.visit_marked(marks, f);
            }
        }
    }

    fn last_key(&self, range: &RangeInclusive<u64>) -> Option<u64> {
        match self {
            Node::Leaf { key, .. } => range.contains(key).then_some(*key),
            Node::Branch { prefix, bit, left, right, .. } => {
                let meets = *prefix <= *range.end() && *range.start() <= (*prefix | *bit | (*bit - 1));
                meets.then(|| right.last_key(range).or_else(|| left.last_key(range))).flatten()
            }
        }
    }

    fn find(&self, wanted: u64) -> Option<&V> {
        let mut node = self;
        loop {
            match node {
                Node::Leaf { key, value, .. } => return (*key == wanted).then_some(value),
                Node::Branch { bit, left, right, .. } => node = if wanted & *bit == 0 { left } else { right },
            }
        }
    }

    fn same(a: &Arc<Self>, b: &Arc<Self>) -> bool {
        if Arc::ptr_eq(a, b) {
            return true;
        }
        if a.hashes() != b.hashes() {
            return false;
        }
        match (&**a, &**b) {
            (Node::Leaf { key: k, value: v, .. }, Node::Leaf { key: l, value: w, .. }) => k == l && v == w,
            (
                Node::Branch { prefix: p, bit: b, left: l, right: r, .. },
                Node::Branch { prefix: q, bit: c, left: m, right: s, .. },
            ) => p == q && b == c && Self::same(l, m) && Self::same(r, s),
            _ => false,
        }
    }

    /// True when `holds(key, a's value, b's value)` for every key of `b`; shared subtrees hold.
    fn above(a: Option<&Arc<Self>>, b: &Arc<Self>, holds: &mut dyn FnMut(u64, Option<&V>, &V) -> bool) -> bool {
        if a.is_some_and(|a| Arc::ptr_eq(a, b)) {
            return true;
        }
        match &**b {
            Node::Leaf { key, value, .. } => holds(*key, a.and_then(|a| a.find(*key)), value),
            Node::Branch { prefix, bit, left, right, .. } => match a.map(|a| &**a) {
                Some(Node::Branch { prefix: p, bit: c, left: l, right: r, .. }) if p == prefix && c == bit => {
                    Self::above(Some(l), left, holds) && Self::above(Some(r), right, holds)
                }
                // `a` branches above `b`: only one side of it can hold keys of `b`.
                Some(Node::Branch { bit: c, left: l, right: r, .. }) if *c > *bit => {
                    Self::above(Some(if prefix & c == 0 { l } else { r }), b, holds)
                }
                _ => Self::above(a, left, holds) && Self::above(a, right, holds),
            },
        }
    }

    /// The sum of `project(key, a's value, b's value)` over the keys of `b`; `None` as soon as one is.
    fn projected(a: Option<&Arc<Self>>, b: &Arc<Self>, project: &mut Project<'_, V>) -> Option<u64> {
        if let Some(a) = a.filter(|a| a.hashes().shape == b.hashes().shape) {
            return Some(a.hashes().content);
        }
        match &**b {
            Node::Leaf { key, value, .. } => project(*key, a.and_then(|a| a.find(*key)), value),
            Node::Branch { prefix, bit, left, right, .. } => {
                let (l, r) = match a.map(|a| &**a) {
                    Some(Node::Branch { prefix: p, bit: c, left, right, .. }) if p == prefix && c == bit => {
                        (Some(left), Some(right))
                    }
                    Some(Node::Branch { bit: c, left: l, right: r, .. }) if *c > *bit => {
                        return Self::projected(Some(if prefix & c == 0 { l } else { r }), b, project);
                    }
                    _ => (a, a),
                };
                Some(Self::projected(l, left, project)?.wrapping_add(Self::projected(r, right, project)?))
            }
        }
    }
}

impl<V: Clone + Eq + Hash + Shaped> Trie<V> {
    /// The empty map.
    pub const fn new() -> Self {
        Self { root: None }
    }
    /// True without entries.
    pub const fn is_empty(&self) -> bool {
        self.root.is_none()
    }
    /// Looks a key up.
    pub fn get(&self, key: u64) -> Option<&V> {
        self.root.as_ref()?.find(key)
    }
    /// Puts a value at a key, replacing what was there.
    pub fn insert(&mut self, key: u64, value: V) {
        match &mut self.root {
            Some(root) => Node::insert(root, key, value),
            None => self.root = Some(Node::leaf(key, value)),
        }
    }
    /// Takes a key out.
    pub fn remove(&mut self, key: u64) {
        self.remove_range(key..=key);
    }
    /// Takes all keys of a range out.
    pub fn remove_range(&mut self, range: RangeInclusive<u64>) {
        if let Some(root) = &self.root {
            self.root = Node::without(root, &range);
        }
    }
    /// Calls `f` on the entries of a range, in order.
    pub fn visit<'a>(&'a self, range: RangeInclusive<u64>, mut f: impl FnMut(u64, &'a V)) {
        if let Some(root) = &self.root {
            root.visit(&range, &mut f);
        }
    }
    /// Calls `f` on all entries, in order.
    pub fn for_each<'a>(&'a self, f: impl FnMut(u64, &'a V)) {
        self.visit(0..=u64::MAX, f);
    }
    /// Calls `f` on the entries that have one of some marks, in order.
    pub fn visit_marked<'a>(&'a self, marks: u64, f: &mut dyn FnMut(u64, &'a V)) {
        if let Some(root) = &self.root {
            root.visit_marked(marks, f);
        }
    }
    /// The marks of all values.
    pub fn marks(&self) -> u64 {
        self.root.as_ref().map_or(0, |root| root.hashes().marks)
    }
    /// The greatest key of a range.
    pub fn last_key(&self, range: RangeInclusive<u64>) -> Option<u64> {
        self.root.as_ref()?.last_key(&range)
    }
    /// The sum of the entries' hashes: equal for equal maps, whatever their history.
    pub fn content_hash(&self) -> u64 {
        self.root.as_ref().map_or(0, |root| root.hashes().content)
    }
    /// The sum of the hashes of the entries' shapes.
    pub fn shape_hash(&self) -> u64 {
        self.root.as_ref().map_or(0, |root| root.hashes().shape)
    }
    /// The content hash of what is left of this map when only that of which `like` speaks is kept: the sum of
    /// `project(key, value here, value there)` over the entries of `like`, where maps of equal shape are taken whole.
    pub fn projected(&self, like: &Self, mut project: impl FnMut(u64, Option<&V>, &V) -> Option<u64>) -> Option<u64> {
        match &like.root {
            None => Some(0),
            Some(b) => Node::projected(self.root.as_ref(), b, &mut project),
        }
    }
    /// True when both are one and the same in memory; false says nothing.
    pub fn is_shared_with(&self, other: &Self) -> bool {
        match (&self.root, &other.root) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        }
    }
    /// True when `holds(key, value here, value there)` for every entry of `other`; what both share is taken to hold.
    pub fn all_in(&self, other: &Self, mut holds: impl FnMut(u64, Option<&V>, &V) -> bool) -> bool {
        match &other.root {
            None => true,
            Some(b) => Node::above(self.root.as_ref(), b, &mut holds),
        }
    }
}

impl<V: Clone + Eq + Hash + Shaped> Default for Trie<V> {
    fn default() -> Self {
        Self::new()
    }
}
impl<V: Clone + Eq + Hash + Shaped> PartialEq for Trie<V> {
    fn eq(&self, other: &Self) -> bool {
        match (&self.root, &other.root) {
            (Some(a), Some(b)) => Node::same(a, b),
            (None, None) => true,
            _ => false,
        }
    }
}
impl<V: Clone + Eq + Hash + Shaped> Eq for Trie<V> {}
impl<V: Clone + Eq + Hash + Shaped> Hash for Trie<V> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.content_hash().hash(state);
    }
}
impl<V: Clone + Eq + Hash + Shaped + fmt::Debug> fmt::Debug for Trie<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut map = f.debug_map();
        self.for_each(|key, value| {
            map.entry(&key, value);
        });
        map.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    impl Shaped for u8 {
        fn shape(&self) -> u64 {
            u64::from(*self % 2)
        }
    }
    fn built(entries: &[(u64, u8)]) -> (Trie<u8>, BTreeMap<u64, u8>) {
        let mut trie = Trie::new();
        for (key, value) in entries {
            trie.insert(*key, *value);
        }
        (trie, entries.iter().copied().collect())
    }
    fn listed(trie: &Trie<u8>) -> Vec<(u64, u8)> {
        let mut out = Vec::new();
        trie.for_each(|k, v| out.push((k, *v)));
        out
    }
    fn entries() -> impl Strategy<Value = Vec<(u64, u8)>> {
        let key = prop_oneof![0u64..40, any::<u64>(), (0u64..8).prop_map(|n| n << 60)];
        proptest::collection::vec((key, 0u8..4), 0..40)
    }

    proptest! {
        #[test]
        fn behaves_as_an_ordered_map(a in entries(), low in 0u64..40, length in 0u64..20) {
            let (mut trie, mut model) = built(&a);
            prop_assert_eq!(listed(&trie), model.clone().into_iter().collect::<Vec<_>>());
            let mut seen = Vec::new();
            trie.visit(low..=low + length, |k, v| seen.push((k, *v)));
            prop_assert_eq!(trie.last_key(low..=low + length), model.range(low..=low + length).next_back().map(|(k, _)| *k));
            prop_assert_eq!(seen, model.range(low..=low + length).map(|(k, v)| (*k, *v)).collect::<Vec<_>>());
            trie.remove_range(low..=low + length);
            model.retain(|k, _| !(low..=low + length).contains(k));
            prop_assert_eq!(listed(&trie), model.clone().into_iter().collect::<Vec<_>>());
            for (key, _) in &a {
                prop_assert_eq!(trie.get(*key), model.get(key));
            }
        }

        #[test]
        fn equality_and_hash_forget_the_history(a in entries(), b in entries()) {
            let (mut one, model) = built(&a);
            for (key, value) in &b {
                one.insert(*key, *value);
            }
            for (key, _) in &b {
                one.remove(*key);
                if let Some(value) = model.get(key) {
                    one.insert(*key, *value);
                }
            }
            let (two, _) = built(&a);
            prop_assert_eq!(one.content_hash(), two.content_hash());
            prop_assert!(one == two);
            let (three, other) = built(&b);
            prop_assert_eq!(two == three, model == other);
        }

        #[test]
        fn a_projection_forgets_what_the_other_does_not_speak_of(a in entries(), b in entries()) {
            let (like, _) = built(&b);
            let mut more = like.clone();
            let (_, theirs) = built(&b);
            for (key, value) in a.iter().filter(|(key, _)| !theirs.contains_key(key)) {
                more.insert(*key, *value);
            }
            let kept = |key: u64, value: Option<&u8>, _: &u8| value.map(|value| entry_hash(key, value));
            prop_assert_eq!(more.projected(&like, kept), Some(like.content_hash()));
        }

        #[test]
        fn all_in_asks_for_every_key(a in entries(), b in entries()) {
            let (one, mine) = built(&a);
            let (mut two, mut theirs) = built(&b);
            for (key, value) in a.iter().take(10) {
                two.insert(*key, *value);
                theirs.insert(*key, *value);
            }
            let expected = theirs.iter().all(|(k, v)| mine.get(k) == Some(v));
            prop_assert_eq!(one.all_in(&two, |_, a, b| a == Some(b)), expected);
        }
    }
}
