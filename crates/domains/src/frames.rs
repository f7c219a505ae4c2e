//! A set for each frame of the call stack: what analyses of control alone have as states.
//!
//! What is said of a location is said of one activation of its function. A call hides the caller's set and a return brings
//! it back. Sets and the stack of them share what they have in common, so that a step costs what it changes.

use imbl::{OrdSet, Vector};
use std::hash::Hash;

/// The sets, outermost frame first. There is always one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Frames<T: Ord + Clone>(Vector<OrdSet<T>>);

impl<T: Ord + Clone> Default for Frames<T> {
    /// An empty set for the outermost frame.
    fn default() -> Self {
        Self(Vector::unit(OrdSet::new()))
    }
}

impl<T: Ord + Clone> Frames<T> {
    /// The set of the frame that executes.
    pub fn top(&self) -> OrdSet<T> {
        self.0.last().cloned().unwrap_or_default()
    }

    /// A frame is opened, with an empty set.
    pub(crate) fn enter(&mut self) {
        self.0.push_back(OrdSet::new());
    }

    /// The frame that executes is closed.
    pub(crate) fn leave(&mut self) {
        self.0.pop_back();
    }

    /// Replaces the set of the frame that executes.
    pub(crate) fn set_top(&mut self, set: OrdSet<T>) {
        self.0.pop_back();
        self.0.push_back(set);
    }

    /// Whether `holds` for the two sets of each frame.
    pub(crate) fn all(&self, other: &Self, mut holds: impl FnMut(&OrdSet<T>, &OrdSet<T>) -> bool) -> bool {
        self.0.len() == other.0.len() && self.0.iter().zip(&other.0).all(|(a, b)| a.ptr_eq(b) || holds(a, b))
    }

    /// Result of `join` of the two sets of each frame.
    pub(crate) fn joined(&self, other: &Self, mut join: impl FnMut(OrdSet<T>, OrdSet<T>) -> OrdSet<T>) -> Self {
        let pairs = self.0.iter().zip(&other.0);
        Self(pairs.map(|(a, b)| if a.ptr_eq(b) { a.clone() } else { join(a.clone(), b.clone()) }).collect())
    }
}
