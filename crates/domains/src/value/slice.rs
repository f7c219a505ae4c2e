//! The dynamic backward slice of a path: which cells an assumption's refutation rests on, and since when.
//!
//! A stand-in for interpolation by repeated checks (Beyer and Löwe, FASE 2013): one pass over the path's data
//! dependences instead of one check for each variable and location. The result is a sufficient set mostly, and
//! [`super::refine`] checks it, makes it smaller, and has a fallback; nothing depends on this being exact.

use super::object::{AbstractObject, ObjectBase};
use super::trace::ReadBits;
use super::trace::StepTrace;
use cairn_base::FastIndexMap;
use cairn_ir::{Program, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// The accesses of one step of a path.
#[derive(Debug, Default)]
pub struct StepAccesses {
    /// Sources of values.
    pub values: Vec<ReadBits>,
    /// Bits that chose addresses.
    pub addresses: Vec<ReadBits>,
    /// The written bits.
    pub writes: Vec<ReadBits>,
}

impl From<StepTrace> for StepAccesses {
    fn from(trace: StepTrace) -> Self {
        let (values, addresses, writes) = trace.into_parts();
        Self { values, addresses, writes }
    }
}

/// Reasons of a refutation.
#[derive(Debug, Default)]
pub struct PathSlice {
    /// The bases, each with the first index of the path at which it is needed.
    pub bases: BTreeMap<ObjectBase, usize>,
    /// How often the most often written base is written: high for loop counters.
    pub most_writes: usize,
}

impl PathSlice {
    /// How little a refutation by this slice is to be preferred, the least first: what unrolls a loop comes last (the number of
    /// its turns is nothing that the path shows), then what is written often, then what needs many variables.
    pub fn cost(&self, counters: &BTreeSet<VarId>) -> (bool, bool, usize) {
        let is_counter = |base: &ObjectBase| matches!(base, ObjectBase::Var(var) if counters.contains(var));
        (self.bases.keys().any(is_counter), self.most_writes > 2, self.most_writes * self.bases.len())
    }
}

/// Ranges of bits by object.
#[derive(Default)]
struct Needed {
    ranges: FastIndexMap<AbstractObject, Vec<(u64, u64)>>,
}

impl Needed {
    fn add(&mut self, access: &ReadBits) {
        let (from, to) = (access.at, access.at.saturating_add(access.width));
        let ranges = self.ranges.entry(access.object).or_default();
        if !ranges.iter().any(|(a, b)| *a <= from && to <= *b) {
            ranges.push((from, to));
        }
    }
    /// Takes a written range out. True when something of it was needed.
    fn take(&mut self, access: &ReadBits) -> bool {
        let Some(ranges) = self.ranges.get_mut(&access.object) else { return false };
        let (from, to) = (access.at, access.at.saturating_add(access.width));
        if !ranges.iter().any(|(a, b)| *a < to && from < *b) {
            return false;
        }
        let old = std::mem::take(ranges);
        for (a, b) in old {
            if b <= from || to <= a {
                ranges.push((a, b));
                continue;
            }
            if a < from {
                ranges.push((a, from));
            }
            if to < b {
                ranges.push((to, b));
            }
        }
        if ranges.is_empty() {
            self.ranges.swap_remove(&access.object);
        }
        true
    }
}

/// The slice of a path from its step `end` backwards. `steps[i]` are the accesses of the step into state `i`.
pub fn backward(steps: &[StepAccesses], end: usize, program: &Program) -> PathSlice {
    let mut slice = PathSlice::default();
    let mut writes: FastIndexMap<ObjectBase, usize> = FastIndexMap::default();
    let mut needed = Needed::default();
    let mut add = |needed: &mut Needed, accesses: &[ReadBits], index: usize| {
        for access in accesses {
            needed.add(access);
            slice.bases.entry(access.object.base()).or_insert(index);
        }
    };
    add(&mut needed, &steps[end].values, end);
    add(&mut needed, &steps[end].addresses, end);
    let mut first: BTreeMap<ObjectBase, usize> = BTreeMap::new();
    for index in (1..end).rev() {
        let step = &steps[index];
        if step.writes.is_empty() && step.addresses.is_empty() {
            continue;
        }
        let mut hit = false;
        for write in &step.writes {
            if needed.take(write) {
                hit = true;
                *writes.entry(write.object.base()).or_insert(0) += 1;
                // The write makes the cell: it must be tracked from here on.
                first.insert(write.object.base(), index);
            }
        }
        if hit {
            add(&mut needed, &step.values, index);
        }
        // A write through a pointer misses what is needed only as long as the pointer is known.
        let touches = !step.addresses.is_empty()
            && (hit
                || needed.ranges.keys().any(|o| o.is_exposed(program) || step.writes.iter().any(|w| w.object == *o)));
        if touches {
            add(&mut needed, &step.addresses, index);
        }
    }
    // What was never written on the path has to be tracked from its beginning.
    for base in slice.bases.keys().copied().collect::<Vec<_>>() {
        let index =
            if needed.ranges.keys().any(|o| o.base() == base) { 0 } else { first.get(&base).copied().unwrap_or(0) };
        slice.bases.insert(base, index);
    }
    slice.most_writes = writes.values().copied().max().unwrap_or(0);
    slice
}
