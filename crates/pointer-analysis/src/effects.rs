//! Which regions a function, with all that it calls, may read and write.
//!
//! The variables of its own frame count too: they are regions like all others.

use super::constraints::PointeeObject;
use super::partition::{MemoryPartition, Objects};
use crate::RegionId;
use cairn_base::id::{Id, IdVec};
use cairn_ir::effects::{self, Where};
use cairn_ir::walk::ExprOrPlace;
use cairn_ir::{CallGraph, EdgeId, ExprId, FunctionId, Op, PlaceId, Program};

/// A set of regions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RegionSet(Vec<u64>);

impl RegionSet {
    fn insert(&mut self, region: RegionId) {
        let word = region.index() / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (region.index() % 64);
    }
    fn extend(&mut self, other: &RegionSet) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }
    /// Whether a region is in the set.
    pub fn contains(&self, region: RegionId) -> bool {
        self.0.get(region.index() / 64).is_some_and(|word| word >> (region.index() % 64) & 1 == 1)
    }
    /// The regions in order.
    pub fn iter(&self) -> impl Iterator<Item = RegionId> + '_ {
        let ids = (0..self.0.len() * 64).map(RegionId::from_index);
        ids.filter(|region| self.contains(*region))
    }
}

/// Effects of a function on memory.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MemoryEffect {
    /// Regions that it may read.
    pub reads: RegionSet,
    /// Regions that it may write, or in which it may make objects.
    pub writes: RegionSet,
}

/// Effects of each function on memory.
#[derive(Clone, Debug)]
pub struct MemoryEffects {
    of: IdVec<FunctionId, MemoryEffect>,
}

struct Collect<'a> {
    program: &'a Program,
    partition: &'a MemoryPartition,
    seen_exprs: IdVec<ExprId, u32>,
    seen_places: IdVec<PlaceId, u32>,
    round: u32,
}

impl MemoryEffects {
    /// The effects of all functions of a program.
    pub fn new(program: &Program, graph: &CallGraph, partition: &MemoryPartition) -> MemoryEffects {
        let mut collect = Collect {
            program,
            partition,
            seen_exprs: (0..program.exprs.expr_count()).map(|_| u32::MAX).collect(),
            seen_places: (0..program.exprs.place_count()).map(|_| u32::MAX).collect(),
            round: 0,
        };
        let mut edges: IdVec<FunctionId, Vec<EdgeId>> = program.functions.iter().map(|_| Vec::new()).collect();
        for (id, edge) in program.edges.iter_ids() {
            edges[program.nodes[edge.source].function].push(id);
        }
        let mut of: IdVec<FunctionId, MemoryEffect> =
            program.functions.iter().map(|_| MemoryEffect::default()).collect();
        for component in graph.components() {
            let mut all = MemoryEffect::default();
            for function in component {
                collect.round = function.index() as u32;
                for edge in &edges[*function] {
                    collect.operation(*edge, &mut all);
                }
                for callee in graph.callees(program, *function) {
                    all.reads.extend(&of[callee].reads);
                    all.writes.extend(&of[callee].writes);
                }
            }
            for function in component {
                of[*function] = all.clone();
            }
        }
        MemoryEffects { of }
    }

    /// Effects of a function, with all that it calls.
    pub fn of(&self, function: FunctionId) -> &MemoryEffect {
        &self.of[function]
    }
}

impl MemoryPartition {
    /// The regions that reading or writing there may touch.
    pub fn regions_at(&self, program: &Program, at: Where) -> Vec<RegionId> {
        let parts = match at {
            Where::Place(place) if self.region_of(place).is_some() => {
                return self.region_of(place).into_iter().collect();
            }
            Where::Place(place) => {
                let size = program.types.size_of(program.exprs[place].ty).unwrap_or(u64::MAX);
                self.parts_of_place(place, size)
            }
            Where::Variable(var) => {
                let size = program.types.size_of(program.vars[var].ty).unwrap_or(u64::MAX);
                Some(self.parts_of_variable(var, size))
            }
            Where::Behind(pointer) => self.parts_of_pointer(pointer, None),
            Where::Reachable(pointer) => return self.regions_behind(&[pointer]).into_iter().collect(),
        };
        parts.unwrap_or_default().into_iter().map(|part| part.region).collect()
    }

    /// The regions of the sets that the objects allocated on an edge are in.
    pub fn regions_of_allocation(&self, edge: EdgeId) -> Vec<RegionId> {
        let is_there =
            |node: &&Objects| node.members.iter().any(|(member, _)| *member == PointeeObject::Allocation(edge));
        self.all_objects().filter(is_there).flat_map(|node| node.regions.iter().copied()).collect()
    }
}

impl Collect<'_> {
    fn operation(&mut self, edge: EdgeId, out: &mut MemoryEffect) {
        let (program, op) = (self.program, &self.program.edges[edge].op);
        let (seen_exprs, seen_places, round) = (&mut self.seen_exprs, &mut self.seen_places, self.round);
        let mut is_new = |part| {
            let seen = match part {
                ExprOrPlace::Expr(expr) => &mut seen_exprs[expr],
                ExprOrPlace::Place(place) => &mut seen_places[place],
            };
            std::mem::replace(seen, round) != round
        };
        let mut found = Vec::new();
        effects::each(program, op, &mut is_new, &mut |effect| found.push(effect));
        for effect in found {
            match effect {
                effects::Effect::Reads(at) => self.touch(at, &mut out.reads),
                effects::Effect::Writes { at, .. } => self.touch(at, &mut out.writes),
                effects::Effect::Begins { var, .. } => self.touch(Where::Variable(var), &mut out.writes),
                effects::Effect::Allocates(_) => {
                    let made = self.partition.regions_of_allocation(edge);
                    made.into_iter().for_each(|region| out.writes.insert(region));
                }
                // An object that is gone has no content; a formula does not follow what is read of it.
                effects::Effect::Ends(_) | effects::Effect::Frees(..) => {}
                effects::Effect::Names(_)
                | effects::Effect::AsksForLifetimes
                | effects::Effect::Follows(_)
                | effects::Effect::TakesAddress(_)
                | effects::Effect::TakesFunction(_)
                | effects::Effect::Exposes(_) => {}
            }
        }
        if let Op::Call(site) = op {
            effects::passed(program, *site).for_each(|(param, _)| self.touch(Where::Variable(param), &mut out.writes));
            effects::returned(program, *site)
                .into_iter()
                .for_each(|(_, from)| self.touch(Where::Variable(from), &mut out.reads));
        }
    }

    fn touch(&self, at: Where, set: &mut RegionSet) {
        self.partition.regions_at(self.program, at).into_iter().for_each(|region| set.insert(region));
    }
}
