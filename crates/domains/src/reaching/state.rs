//! States: for each variable of each frame, the definitions that may have given it what it holds.
//!
//! The order is inclusion, variable by variable. A variable without an entry has no definition: it does not live, or
//! nothing was written to it yet. States are cloned at every step and change at few, so they are shared until then.

use cairn_cpa::Facts;
use cairn_ir::{EdgeId, Program, VarId};
use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Object of a definition.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum DefinedObject {
    /// All memory that no variable names: the heap, and what is outside of the program.
    Nameless,
    /// A static variable.
    Static(VarId),
    /// A variable of the frame at a depth, 0 being the outermost.
    Local(u32, VarId),
}

impl DefinedObject {
    /// A variable as it is seen in the frame at `depth`.
    pub fn of(var: VarId, depth: u32, program: &Program) -> DefinedObject {
        match program.vars[var].frame() {
            Some(_) => DefinedObject::Local(depth, var),
            None => DefinedObject::Static(var),
        }
    }
    /// The variable, if it is one.
    pub fn variable(self) -> Option<VarId> {
        match self {
            DefinedObject::Nameless => None,
            DefinedObject::Static(var) | DefinedObject::Local(_, var) => Some(var),
        }
    }
}

type Definitions = BTreeSet<EdgeId>;

/// An abstract state.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ReachingState(Arc<BTreeMap<DefinedObject, Arc<Definitions>>>);

impl ReachingState {
    /// The definitions of a variable that reach here, in order.
    pub fn of(&self, spot: DefinedObject) -> impl Iterator<Item = EdgeId> + '_ {
        self.0.get(&spot).into_iter().flat_map(|definitions| definitions.iter().copied())
    }
    /// Objects with a definition, in order.
    pub fn spots(&self) -> impl Iterator<Item = DefinedObject> + '_ {
        self.0.keys().copied()
    }
    /// True when all definitions of this state are in the other.
    pub fn is_below(&self, other: &Self) -> bool {
        let is_within = |(spot, mine): (&DefinedObject, &Arc<Definitions>)| {
            other.0.get(spot).is_some_and(|theirs| Arc::ptr_eq(mine, theirs) || mine.is_subset(theirs))
        };
        Arc::ptr_eq(&self.0, &other.0) || self.0.iter().all(is_within)
    }
    /// The definitions of both.
    pub fn join(&self, other: &Self) -> Self {
        let mut joined = self.clone();
        for (spot, theirs) in other.0.iter() {
            match self.0.get(spot) {
                Some(mine) if theirs.is_subset(mine) => {}
                Some(mine) => {
                    Arc::make_mut(&mut joined.0).insert(*spot, Arc::new(mine.union(theirs).copied().collect()));
                }
                None => {
                    Arc::make_mut(&mut joined.0).insert(*spot, Arc::clone(theirs));
                }
            }
        }
        joined
    }

    /// An edge gives a variable a value: what was there before is gone.
    pub(super) fn define(&mut self, spot: DefinedObject, by: EdgeId) {
        Arc::make_mut(&mut self.0).insert(spot, Arc::new(Definitions::from([by])));
    }
    /// An edge may give a variable, or a part of it, a value.
    pub(super) fn may_define(&mut self, spot: DefinedObject, by: EdgeId) {
        if !self.0.get(&spot).is_some_and(|definitions| definitions.contains(&by)) {
            let definitions = Arc::make_mut(&mut self.0).entry(spot).or_default();
            Arc::make_mut(definitions).insert(by);
        }
    }
    /// A variable does not live any longer.
    pub(super) fn end(&mut self, spot: DefinedObject) {
        if self.0.contains_key(&spot) {
            Arc::make_mut(&mut self.0).remove(&spot);
        }
    }
    /// The frames from `depth` on are gone.
    pub(super) fn end_frames(&mut self, depth: u32) {
        let is_gone = |spot: &DefinedObject| matches!(spot, DefinedObject::Local(at, _) if *at >= depth);
        if self.0.keys().any(is_gone) {
            Arc::make_mut(&mut self.0).retain(|spot, _| !is_gone(spot));
        }
    }
}

impl Facts for ReachingState {
    /// Each variable with the lines of its definitions.
    fn summary(&self, program: &Program) -> String {
        let one = |(spot, definitions): (&DefinedObject, &Arc<Definitions>)| {
            let name = spot.variable().map_or("memory", |var| &program.vars[var].name);
            let line = |edge: &EdgeId| match program.sources.locate(program.edges[*edge].span) {
                Some(location) => location.line.to_string(),
                None => edge.to_string(),
            };
            format!("{name}: {}", definitions.iter().map(line).collect::<Vec<_>>().join(" "))
        };
        self.0.iter().map(one).collect::<Vec<_>>().join(", ")
    }
}
