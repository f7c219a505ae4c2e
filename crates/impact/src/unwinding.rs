//! The unwinding: a tree of vertices at block ends, with labels and cover links, in an arena (McMillan section 3.1).
//!
//! A vertex is *excluded* when it or an ancestor is covered or labelled false: nothing below it need be looked at, and it
//! must not cover anything. The number of such ancestors is kept with each vertex, so that the question takes no walk.
//!
//! Invariants ([`Unwinding::check`]): who covers is older than what it covers, at the same control state, no target and
//! not excluded; excluded vertices cover nothing; ids grow along every path from the root.

use crate::blocks::EndId;
use crate::labels::LabelId;
use cairn_base::{FastIndexMap, IdVec, define_id};
use cairn_cpa::ControlId;

define_id!(
    /// A vertex of the unwinding.
    pub VertexId, "u"
);

/// Role of a vertex beside a place to go on from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VertexRole {
    /// A place from which the program goes on.
    Inner,
    /// A violation, or something that is not modelled: to be shown unreachable.
    Target,
    /// A target that could be shown neither reachable nor unreachable.
    GivenUp,
}

/// A vertex.
#[derive(Clone, Debug)]
pub struct UnwindingVertex {
    /// Where the block into it began; none for the root.
    pub parent: Option<VertexId>,
    /// The block end that it is; none for the root.
    pub end: Option<EndId>,
    /// Where control is.
    pub control: ControlId,
    /// Invariant whenever control is here.
    pub label: LabelId,
    /// Its role.
    pub role: VertexRole,
    /// Which vertices together stand for it; none when it is not covered.
    pub covered_by: Vec<VertexId>,
    /// Its successors are in the unwinding.
    pub expanded: bool,
    /// Number of blocks from the root.
    pub depth: u32,
    /// It must not cover, for it is on a path to a target that was given up.
    pub(crate) lone: bool,
    /// Its label is false.
    pub(crate) dead: bool,
    children: Vec<VertexId>,
    covers: Vec<VertexId>,
    /// How many of its ancestors and itself are covered or dead.
    shadows: u32,
}

/// The unwinding.
#[derive(Default)]
pub struct Unwinding {
    vertices: IdVec<VertexId, UnwindingVertex>,
    at: FastIndexMap<ControlId, Vec<VertexId>>,
}

impl Unwinding {
    /// The vertex behind an id.
    pub fn get(&self, id: VertexId) -> &UnwindingVertex {
        &self.vertices[id]
    }
    /// All vertices, the older first.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = VertexId> + use<> {
        self.vertices.ids()
    }
    /// Number of vertices.
    pub fn len(&self) -> usize {
        self.vertices.len()
    }
    /// True before the root is there.
    pub fn is_empty(&self) -> bool {
        self.vertices.is_empty()
    }
    /// The successors of a vertex.
    pub fn children(&self, id: VertexId) -> &[VertexId] {
        &self.vertices[id].children
    }
    /// True when it or an ancestor is covered or labelled false.
    pub fn is_excluded(&self, id: VertexId) -> bool {
        self.vertices[id].shadows > 0
    }
    /// The vertices at a control state from which the program goes on, the older first.
    pub fn at(&self, control: ControlId) -> &[VertexId] {
        self.at.get(&control).map_or(&[], Vec::as_slice)
    }
    /// The vertices from the root to this one.
    pub fn path(&self, id: VertexId) -> Vec<VertexId> {
        let mut path: Vec<VertexId> = std::iter::successors(Some(id), |at| self.vertices[*at].parent).collect();
        path.reverse();
        path
    }
    /// The youngest vertex that is an ancestor of both, or one of them.
    pub fn common_ancestor(&self, a: VertexId, b: VertexId) -> VertexId {
        let (mut a, mut b) = (a, b);
        // Ancestors are older, and the root is the oldest.
        while a != b {
            let younger = if a > b { &mut a } else { &mut b };
            match self.vertices[*younger].parent {
                Some(parent) => *younger = parent,
                None => break,
            }
        }
        a.min(b)
    }

    pub(crate) fn add(
        &mut self,
        parent: Option<VertexId>,
        end: Option<EndId>,
        control: ControlId,
        label: LabelId,
        role: VertexRole,
    ) -> VertexId {
        let depth = parent.map_or(0, |parent| self.vertices[parent].depth + 1);
        let shadows = parent.map_or(0, |parent| self.vertices[parent].shadows);
        let id = self.vertices.push(UnwindingVertex {
            parent,
            end,
            control,
            label,
            role,
            covered_by: Vec::new(),
            expanded: false,
            depth,
            lone: false,
            dead: false,
            children: Vec::new(),
            covers: Vec::new(),
            shadows,
        });
        if let Some(parent) = parent {
            self.vertices[parent].children.push(id);
        }
        if role == VertexRole::Inner {
            self.at.entry(control).or_default().push(id);
        }
        id
    }
    pub(crate) fn set_expanded(&mut self, id: VertexId) {
        self.vertices[id].expanded = true;
    }
    pub(crate) fn set_label(&mut self, id: VertexId, label: LabelId) {
        self.vertices[id].label = label;
    }
    pub(crate) fn give_up(&mut self, id: VertexId) {
        self.vertices[id].role = VertexRole::GivenUp;
    }
    /// Covered vertices.
    pub(crate) fn covers(&self, id: VertexId) -> &[VertexId] {
        &self.vertices[id].covers
    }

    /// Records that `by` together stand for `id`. The result are vertices that `id` and those below it covered: not
    /// covered any more.
    pub(crate) fn cover(&mut self, id: VertexId, by: &[VertexId]) -> Vec<VertexId> {
        self.vertices[id].covered_by = by.to_vec();
        for by in by {
            self.vertices[*by].covers.push(id);
        }
        self.shade(id)
    }
    /// Records that nothing reaches `id`, whose label is false. The result is as that of [`Self::cover`].
    pub(crate) fn kill(&mut self, id: VertexId) -> Vec<VertexId> {
        if std::mem::replace(&mut self.vertices[id].dead, true) {
            return Vec::new();
        }
        let mut orphans = self.shade(id);
        self.uncover(id);
        orphans.retain(|orphan| *orphan != id);
        orphans
    }
    /// Takes back that a vertex is covered.
    pub(crate) fn uncover(&mut self, id: VertexId) {
        let all = std::mem::take(&mut self.vertices[id].covered_by);
        for by in &all {
            self.vertices[*by].covers.retain(|covered| *covered != id);
        }
        if !all.is_empty() {
            for at in self.subtree(id) {
                self.vertices[at].shadows -= 1;
            }
        }
    }
    /// Lets a vertex cover nothing from now on; the result is what it covered.
    pub(crate) fn isolate(&mut self, id: VertexId) -> Vec<VertexId> {
        self.vertices[id].lone = true;
        let orphans = self.vertices[id].covers.clone();
        self.release(&orphans);
        orphans
    }

    /// A vertex and all below it, each before its children.
    pub(crate) fn subtree(&self, id: VertexId) -> Vec<VertexId> {
        let mut all = vec![id];
        let mut next = 0;
        while let Some(at) = all.get(next) {
            all.extend_from_slice(&self.vertices[*at].children);
            next += 1;
        }
        all
    }

    /// Excludes a subtree once more.
    fn shade(&mut self, id: VertexId) -> Vec<VertexId> {
        let mut orphans = Vec::new();
        for at in self.subtree(id) {
            self.vertices[at].shadows += 1;
            orphans.extend_from_slice(&self.vertices[at].covers);
        }
        orphans.sort_unstable();
        orphans.dedup();
        self.release(&orphans);
        orphans
    }
    fn release(&mut self, orphans: &[VertexId]) {
        for orphan in orphans {
            self.uncover(*orphan);
        }
    }

    /// Checks the invariants; linear in the sum of the depths, for tests.
    ///
    /// # Errors
    /// The first that does not hold, as a sentence.
    pub fn check(&self) -> Result<(), String> {
        for (id, vertex) in self.vertices.iter_ids() {
            let own = u32::from(!vertex.covered_by.is_empty()) + u32::from(vertex.dead);
            let above = vertex.parent.map_or(0, |parent| self.vertices[parent].shadows);
            if vertex.shadows != above + own {
                return Err(format!("{id} has {} shadows, not {}", vertex.shadows, above + own));
            }
            if vertex.parent.is_some_and(|parent| parent >= id) {
                return Err(format!("{id} is older than its parent"));
            }
            for by in vertex.covered_by.iter().copied() {
                let coverer = &self.vertices[by];
                let fits = coverer.control == vertex.control && coverer.role == VertexRole::Inner && !coverer.lone;
                if by >= id || !fits || coverer.shadows > 0 || !coverer.covers.contains(&id) {
                    return Err(format!("{by} must not cover {id}"));
                }
            }
            if let Some(wrong) = vertex.covers.iter().find(|at| !self.vertices[**at].covered_by.contains(&id)) {
                return Err(format!("{id} covers {wrong}, which does not know it"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labels::Labels;
    use cairn_base::id::Id;
    use cairn_term::Terms;

    /// Random growth, covering, uncovering, killing and isolation; the invariants are recomputed after each.
    #[test]
    fn shadows_and_links_stay_right() {
        let mut terms = Terms::new();
        let label = Labels::new(&mut terms).tautology();
        let mut random: u64 = 1;
        let mut below = |bound: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as usize % bound
        };
        let (mut covered, mut orphaned) = (0, 0);
        for _ in 0..100 {
            let mut unwinding = Unwinding::default();
            let control = |number: usize| ControlId::from_index(number);
            let root = unwinding.add(None, None, control(0), label, VertexRole::Inner);
            for _ in 0..150 {
                let at = VertexId::from_index(below(unwinding.len()));
                let by = VertexId::from_index(below(unwinding.len()));
                let excluded = unwinding.is_excluded(at);
                let orphans = match below(40) {
                    0 if at != root => unwinding.kill(at),
                    1 => unwinding.isolate(at),
                    2..=5 => {
                        unwinding.uncover(at);
                        Vec::new()
                    }
                    6..=25 if by < at && !excluded && !unwinding.is_excluded(by) => {
                        let (one, other) = (unwinding.get(at), unwinding.get(by));
                        if one.control != other.control || other.lone {
                            continue;
                        }
                        covered += 1;
                        let mut twins = unwinding.at(other.control).iter().copied().rev();
                        let twin = twins.find(|twin| {
                            let lone = unwinding.get(*twin).lone || unwinding.is_excluded(*twin);
                            *twin < at && *twin != by && !lone
                        });
                        let all: Vec<VertexId> = std::iter::once(by).chain(twin).collect();
                        unwinding.uncover(at);
                        unwinding.cover(at, &all)
                    }
                    26.. if !excluded => {
                        unwinding.add(Some(at), None, control(below(3)), label, VertexRole::Inner);
                        Vec::new()
                    }
                    _ => continue,
                };
                orphaned += orphans.len();
                assert!(orphans.iter().all(|orphan| unwinding.get(*orphan).covered_by.is_empty()));
                assert_eq!(unwinding.check(), Ok(()));
            }
        }
        assert!(covered > 100 && orphaned > 20, "{covered} {orphaned}");
    }

    #[test]
    fn the_nearest_common_ancestor() {
        let mut terms = Terms::new();
        let label = Labels::new(&mut terms).tautology();
        let mut unwinding = Unwinding::default();
        let mut add = |parent| unwinding.add(parent, None, ControlId::from_index(0), label, VertexRole::Inner);
        let root = add(None);
        let [left, right] = [add(Some(root)), add(Some(root))];
        let [deep, side] = [add(Some(left)), add(Some(left))];
        assert_eq!(unwinding.common_ancestor(deep, side), left);
        assert_eq!(unwinding.common_ancestor(right, deep), root);
        assert_eq!(unwinding.common_ancestor(left, deep), left);
        assert_eq!(unwinding.path(deep), [root, left, deep]);
    }
}
