//! The invariants where a block starts, whatever the abstraction: ranges of integers by the interval analysis.
//!
//! They hold in every execution, so to assume them is sound. Without them C's arithmetic makes formulas, and predicates,
//! of case distinctions about wrap-around, which no interpolation method gets anything general out of. Only the variables
//! that the function at work mentions, or one that it calls, are taken: the others would only make formulas longer.

use cairn_base::FastMap;
use cairn_domains::interval::IntervalInvariants;
use cairn_formula::{Bound, Encoder, PathFormula};
use cairn_ir::effects::{self, Effect};
use cairn_ir::reachable;
use cairn_ir::walk::Walk;
use cairn_ir::{CallGraph, FunctionId, NodeId, Program, VarId};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Not more ranges are assumed at one place.
const MOST: usize = 200;
/// Not more values are known at one place.
const MOST_KNOWN: usize = 1_000;

/// The starts of blocks, each made once.
pub struct Starts {
    invariants: Option<Arc<IntervalInvariants>>,
    mentioned: FastMap<FunctionId, BTreeSet<VarId>>,
    made: FastMap<(NodeId, u32), PathFormula>,
    /// Global variables that hold one value at a location are that value there.
    constants: bool,
}

impl Starts {
    /// With invariants, or without.
    pub fn new(invariants: Option<Arc<IntervalInvariants>>) -> Self {
        Self { invariants, mentioned: FastMap::default(), made: FastMap::default(), constants: false }
    }

    /// Global variables of one value are values, too, and not only ranges. Not for functions by themselves: there a
    /// variable that a block's start gives a value would count as written.
    pub fn with_constants(self, constants: bool) -> Self {
        Self { constants, ..self }
    }

    /// The empty path from a location, in the frame at `depth`.
    pub fn at(
        &mut self,
        node: NodeId,
        depth: u32,
        calls: &CallGraph,
        encoder: &mut Encoder,
        program: &Program,
    ) -> PathFormula {
        if let Some(made) = self.made.get(&(node, depth)) {
            return made.clone();
        }
        let bounds = self.bounds(node, calls, program);
        let start = encoder.block_start();
        let mut start = encoder.bounded(program, &start, depth, &bounds);
        if self.constants {
            let known = self.known(node, program);
            start = encoder.fixed(program, &start, depth, &known);
        }
        self.made.insert((node, depth), start.clone());
        start
    }

    /// The least depth of a frame for which the empty path from a location was made and is this.
    pub fn depth_of(&self, node: NodeId, path: &PathFormula) -> Option<u32> {
        let made = self.made.iter().filter(|((at, _), made)| *at == node && *made == path);
        made.map(|((_, depth), _)| *depth).min()
    }

    /// True when it is known that no execution gets to a location.
    pub fn excludes(&self, node: NodeId) -> bool {
        self.invariants.as_ref().is_some_and(|invariants| invariants.at(node).is_none())
    }

    /// Assumptions at a location.
    pub fn bounds(&mut self, node: NodeId, calls: &CallGraph, program: &Program) -> Vec<Bound> {
        let function = program.nodes[node].function;
        if self.invariants.is_none() {
            return Vec::new();
        }
        self.mention(function, calls, program);
        let Some(state) = self.invariants.as_ref().and_then(|invariants| invariants.at(node)) else {
            return Vec::new();
        };
        let Some(mentioned) = self.mentioned.get(&function) else { return Vec::new() };
        let mut bounds = Vec::new();
        state.for_each(|cell, range| {
            if mentioned.contains(&cell.var) && cell.depth.unwrap_or(0) == 0 && bounds.len() < MOST {
                let (low, high) = (range.low, range.high);
                bounds.push(Bound { var: cell.var, bit: u64::from(cell.bit), low, high });
            }
        });
        bounds
    }

    /// The global variables that have one value in all executions that get to a location: the first bit of each, and the
    /// value.
    fn known(&self, node: NodeId, program: &Program) -> Vec<(VarId, u64, i128)> {
        let mut known = Vec::new();
        let Some(state) = self.invariants.as_ref().and_then(|invariants| invariants.at(node)) else { return known };
        state.for_each(|cell, range| {
            let is_global = program.vars[cell.var].frame().is_none();
            if is_global && range.low == range.high && known.len() < MOST_KNOWN {
                known.push((cell.var, u64::from(cell.bit), range.low));
            }
        });
        known
    }

    /// Finds the variables that a function mentions, or one that it calls.
    fn mention(&mut self, function: FunctionId, calls: &CallGraph, program: &Program) {
        if self.mentioned.contains_key(&function) {
            return;
        }
        let reached = reachable([function], |at, open| open.extend(calls.callees(program, at)));
        let (mut vars, mut walk) = (BTreeSet::new(), Walk::new());
        for (_, edge) in program.edges.iter_ids() {
            if !reached.contains(&program.nodes[edge.source].function) {
                continue;
            }
            let mut is_new = |part| walk.see(&program.exprs, part);
            effects::each(program, &edge.op, &mut is_new, &mut |effect| {
                // A declaration or the end of a scope says nothing of what a variable holds.
                let is_used = !matches!(effect, Effect::Begins { .. } | Effect::Ends(_));
                vars.extend(effect.named().filter(|_| is_used));
            });
        }
        self.mentioned.insert(function, vars);
    }
}
