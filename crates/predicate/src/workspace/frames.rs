//! Predicates and frames: a modular analysis finds a predicate for a location as the location's own function sees it,
//! with its frame at depth 0, and uses it in whatever frame it comes to the location.

use super::Workspace;
use super::decision_diagram::PredicateRegion;
use crate::predicates::{Literal, PredicateId, canonical};
use cairn_base::FastMap;
use cairn_cpa::Res;
use cairn_ir::{FunctionId, Program};

impl Workspace {
    /// A predicate that a function's frame at the depth `from` sees, seen from the depth `to`: a predicate, and whether it
    /// is that or its negation. `None`: out of scope.
    pub fn moved(
        &mut self,
        predicate: PredicateId,
        function: FunctionId,
        from: u32,
        to: u32,
        program: &Program,
    ) -> Option<Literal> {
        if let Some(known) = self.moved.get(&(predicate, function, from, to)) {
            return *known;
        }
        let term = self.predicates.term(predicate);
        let term = term.and_then(|term| self.encoder.relocate(program, term, function, from, to));
        let moved = term.and_then(|term| {
            let (_, positive) = canonical(&mut self.encoder, term);
            self.predicates.add(&mut self.encoder, term).map(|predicate| (predicate, positive))
        });
        self.moved.insert((predicate, function, from, to), moved);
        moved
    }

    /// A region with each predicate replaced; those without replacement are forgotten. Weaker than the region, or equal.
    pub fn renamed(
        &mut self,
        region: &PredicateRegion,
        replace: &mut dyn FnMut(&mut Self, PredicateId) -> Option<Literal>,
    ) -> Res<PredicateRegion> {
        let mut support = Vec::new();
        self.regions.fold(region, &mut |_| (), &mut |predicate, (), ()| support.push(predicate));
        support.sort_unstable();
        support.dedup();
        let mut by: FastMap<PredicateId, Option<PredicateRegion>> = FastMap::default();
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
            &mut |predicate, a: Res<PredicateRegion>, b: Res<PredicateRegion>| {
                let (a, b) = (a?, b?);
                match by.get(&predicate) {
                    Some(Some(literal)) => regions.choice(literal, &a, &b),
                    _ => regions.or(&a, &b),
                }
            },
        )
    }
}
