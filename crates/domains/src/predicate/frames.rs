//! Predicates and frames: a modular analysis finds a predicate for a location as the location's own function sees it,
//! with its frame at depth 0, and uses it in whatever frame it comes to the location.

use super::history::{AbstractionId, BlockId};
use super::precision::PredicatePrecision;
use super::predicates::{PredicateId, canonical};
use super::region::Region;
use super::segment::Segment;
use super::workspace::Workspace;
use cairn_base::FastMap;
use cairn_cpa::Res;
use cairn_formula::PathFormula;
use cairn_ir::{FunctionId, NodeId, Program};

/// A predicate, and whether it is meant or its negation.
pub(super) type Literal = (PredicateId, bool);

/// Tables of what is renamed between frames.
#[derive(Default)]
pub struct Frames {
    /// A predicate of a function at one depth, at another, or its negation; `None` when it speaks of other frames.
    moved: FastMap<(PredicateId, FunctionId, u32, u32), Option<Literal>>,
    /// Where the analyses of blocks start.
    pub(super) roots: FastMap<(AbstractionId, NodeId, bool), BlockId>,
    /// The formulas of all paths between two block ends.
    pub(super) segments: FastMap<Segment, Option<PathFormula>>,
    /// Blocks of a nested analysis as blocks of the one outside.
    pub(super) expanded: FastMap<(BlockId, BlockId), BlockId>,
    /// Blocks that go through a call by one of its summaries.
    pub(super) rebuilt: FastMap<(BlockId, BlockId), BlockId>,
}

impl Workspace {
    /// The predicates that are tracked at a location whose frame is at a depth.
    pub(super) fn tracked(
        &mut self,
        precision: &PredicatePrecision,
        node: NodeId,
        depth: u32,
        program: &Program,
    ) -> Vec<PredicateId> {
        let relative = precision.at(node, program);
        if !self.options.modular || self.options.calls_followed || depth == 0 {
            return relative;
        }
        let function = program.nodes[node].function;
        let moved = relative.into_iter().filter_map(|predicate| self.moved(predicate, function, 0, depth, program));
        let mut all: Vec<PredicateId> = moved.map(|(predicate, _)| predicate).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// A predicate that a function's frame at the depth `from` sees, seen from the depth `to`: a predicate, and whether it
    /// is that or its negation. `None`: out of scope.
    pub(super) fn moved(
        &mut self,
        predicate: PredicateId,
        function: FunctionId,
        from: u32,
        to: u32,
        program: &Program,
    ) -> Option<Literal> {
        if let Some(known) = self.frames.moved.get(&(predicate, function, from, to)) {
            return *known;
        }
        let term = self.predicates.term(predicate);
        let term = term.and_then(|term| self.encoder.relocate(program, term, function, from, to));
        let moved = term.and_then(|term| {
            let (_, positive) = canonical(&mut self.encoder, term);
            self.predicates.add(&mut self.encoder, term).map(|predicate| (predicate, positive))
        });
        self.frames.moved.insert((predicate, function, from, to), moved);
        moved
    }

    /// A region with each predicate replaced; those without replacement are forgotten. Weaker than the region, or equal.
    pub(super) fn renamed(
        &mut self,
        region: &Region,
        replace: &mut dyn FnMut(&mut Self, PredicateId) -> Option<Literal>,
    ) -> Res<Region> {
        let mut support = Vec::new();
        self.regions.fold(region, &mut |_| (), &mut |predicate, (), ()| support.push(predicate));
        support.sort_unstable();
        support.dedup();
        let mut by: FastMap<PredicateId, Option<Region>> = FastMap::default();
        for predicate in support {
            let literal = match replace(self, predicate) {
                Some((other, positive)) => Some(self.regions.literal(other, positive)?),
                None => None,
            };
            by.insert(predicate, literal);
        }
        let regions = &self.regions;
        let constants = [regions.constant(false), regions.constant(true)];
        regions.fold(
            region,
            &mut |value| Ok(constants[usize::from(value)].clone()),
            &mut |predicate, a: Res<Region>, b: Res<Region>| {
                let (a, b) = (a?, b?);
                match by.get(&predicate) {
                    Some(Some(literal)) => regions.choice(literal, &a, &b),
                    _ => regions.or(&a, &b),
                }
            },
        )
    }
}
