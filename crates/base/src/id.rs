//! Typed ids, arenas and hash-consing.
//!
//! Graphs in Cairn are arenas indexed by 32-bit ids, never webs of `Rc`: ids are copied freely, compare in one
//! instruction, print deterministically, and an id of one arena does not type-check as an index of another.

use crate::FastIndexSet;
use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A 32-bit index into an arena of its own kind. Made by [`define_id!`](crate::define_id).
pub trait Id: Copy + Eq + Ord + Hash + fmt::Debug {
    /// The id of the element at `index`. Panics when `index` does not fit 32 bits.
    fn from_index(index: usize) -> Self;
    /// The position in the arena.
    fn index(self) -> usize;
}

/// Defines a typed id: `define_id!(/// docs pub NodeId, "n");` prints as `n7`.
#[macro_export]
macro_rules! define_id {
    ($(#[$meta:meta])* $vis:vis $name:ident, $prefix:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis struct $name(u32);
        impl $crate::id::Id for $name {
            fn from_index(index: usize) -> Self {
                Self(u32::try_from(index).expect("arena of more than 2^32 elements"))
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Debug::fmt(self, f)
            }
        }
    };
}

/// A growable arena indexed by a typed id.
#[derive(Clone, PartialEq, Eq)]
pub struct IdVec<I, T> {
    items: Vec<T>,
    marker: PhantomData<fn(I) -> I>,
}

impl<I: Id, T> IdVec<I, T> {
    /// An empty arena.
    pub const fn new() -> Self {
        Self { items: Vec::new(), marker: PhantomData }
    }
    /// Appends and returns the new id.
    pub fn push(&mut self, item: T) -> I {
        let id = I::from_index(self.items.len());
        self.items.push(item);
        id
    }
    /// The id that the next [`push`](Self::push) will return.
    pub fn next_id(&self) -> I {
        I::from_index(self.items.len())
    }
    /// Number of elements.
    pub fn len(&self) -> usize {
        self.items.len()
    }
    /// True when nothing was pushed.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
    /// All ids in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.items.len()).map(I::from_index)
    }
    /// All elements in order of their ids.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }
    /// All elements in order of their ids, mutably.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }
    /// Pairs of id and element.
    pub fn iter_ids(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.items.iter().enumerate().map(|(i, t)| (I::from_index(i), t))
    }
    /// The element, or `None` when the id is of another arena.
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }
    /// The elements as a slice.
    pub fn as_slice(&self) -> &[T] {
        &self.items
    }
}

impl<I: Id, T> Default for IdVec<I, T> {
    fn default() -> Self {
        Self::new()
    }
}
impl<I: Id, T> Index<I> for IdVec<I, T> {
    type Output = T;
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}
impl<I: Id, T> IndexMut<I> for IdVec<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}
impl<I: Id, T: fmt::Debug> fmt::Debug for IdVec<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.items).finish()
    }
}
impl<I: Id, T> FromIterator<T> for IdVec<I, T> {
    fn from_iter<It: IntoIterator<Item = T>>(iter: It) -> Self {
        Self { items: iter.into_iter().collect(), marker: PhantomData }
    }
}

/// Hash-consing: equal elements get the same id, so that equality of ids is equality of elements.
#[derive(Clone)]
pub struct Interner<I, T> {
    items: FastIndexSet<T>,
    marker: PhantomData<fn(I) -> I>,
}

impl<I: Id, T: Eq + Hash> Interner<I, T> {
    /// An empty table.
    pub fn new() -> Self {
        Self { items: FastIndexSet::default(), marker: PhantomData }
    }
    /// The id of `item`, which is stored when it is new.
    pub fn intern(&mut self, item: T) -> I {
        I::from_index(self.items.insert_full(item).0)
    }
    /// The id of `item` when it is stored already.
    pub fn find(&self, item: &T) -> Option<I> {
        self.items.get_index_of(item).map(I::from_index)
    }
    /// Number of distinct elements.
    pub fn len(&self) -> usize {
        self.items.len()
    }
    /// True when nothing was interned.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
    /// Pairs of id and element, in order of interning.
    pub fn iter_ids(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.items.iter().enumerate().map(|(i, t)| (I::from_index(i), t))
    }
}
impl<I: Id, T: Eq + Hash> Default for Interner<I, T> {
    fn default() -> Self {
        Self::new()
    }
}
impl<I: Id, T: Eq + Hash> Index<I> for Interner<I, T> {
    type Output = T;
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}
impl<I: Id, T: fmt::Debug> fmt::Debug for Interner<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.items).finish()
    }
}
