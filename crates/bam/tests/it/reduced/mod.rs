//! Reduce and expand for the toy analysis of the engine's tests, and a run of it by blocks.
#![allow(dead_code)] // Each test file uses its part.

use cairn_bam::{Graphs, run};
use cairn_base::{Budget, CancelToken};
use cairn_blocks::Blocks;
use cairn_cpa::Outcome;
use cairn_cpa::{
    AbstractPath, Cpa, Cx, EngineOptions, Move, NoObserver, Reduce, ReductionScope, Refine, Refinement, Res,
    Specification, Successors,
};
use cairn_ir::{ExprId, ExprKind, Op, Program, VarId};
use cairn_test_support::toy::constants::{Known, Tracked, var_of};
use cairn_test_support::toy::{Constants, Enumerate};
use std::collections::BTreeSet;

/// The toy analysis, with blocks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Modular(pub Constants);

impl Cpa for Modular {
    type State = Known;
    type Precision = Tracked;

    fn name(&self) -> &'static str {
        "constants"
    }
    fn initial(&self, cx: &mut Cx<'_>) -> Res<(Known, Tracked)> {
        self.0.initial(cx)
    }
    fn leq(&self, a: &Known, b: &Known, cx: &mut Cx<'_>) -> Res<bool> {
        self.0.leq(a, b, cx)
    }
    fn post(&self, s: &Known, p: &Tracked, at: &Move<'_>, cx: &mut Cx<'_>, out: &mut Successors<Known>) -> Res<()> {
        self.0.post(s, p, at, cx, out)
    }
    fn merges(&self) -> bool {
        self.0.merges()
    }
    fn merge(&self, new: &Known, old: &Known, p: &Tracked, cx: &mut Cx<'_>) -> Res<Option<Known>> {
        self.0.merge(new, old, p, cx)
    }
    fn shape(&self, state: &Known) -> u64 {
        self.0.shape(state)
    }
    fn key(&self, state: &Known, like: &Known) -> Option<u64> {
        self.0.key(state, like)
    }
}

impl Refine for Modular {
    fn refine(
        &self,
        path: &AbstractPath<Known, Tracked>,
        prefix: Option<usize>,
        cx: &mut Cx<'_>,
    ) -> Res<Refinement<Tracked>> {
        self.0.refine(path, prefix, cx)
    }
    fn join_precision(&self, a: &Tracked, b: &Tracked) -> Tracked {
        self.0.join_precision(a, b)
    }
    fn precision_size(&self, precision: &Tracked) -> usize {
        self.0.precision_size(precision)
    }
}

fn read(expr: ExprId, program: &Program, used: &mut BTreeSet<VarId>) {
    match &program.exprs[expr].kind {
        ExprKind::Load(place) => {
            used.insert(var_of(*place, program));
        }
        ExprKind::Binary(_, a, b) => {
            read(*a, program, used);
            read(*b, program, used);
        }
        _ => {}
    }
}

/// The variables that a block reads or writes; all variables are static.
fn used(scope: &ReductionScope<'_>) -> BTreeSet<VarId> {
    let program = scope.program;
    let inside = |node| {
        let of = program.nodes[node].function;
        scope.part.has(node) || scope.part.calls(of)
    };
    let mut used = BTreeSet::new();
    for edge in program.edges.iter().filter(|edge| inside(edge.source)) {
        match &edge.op {
            Op::Assume { cond, .. } => read(*cond, program, &mut used),
            Op::Assign { place, value } => {
                used.insert(var_of(*place, program));
                read(*value, program, &mut used);
            }
            Op::Havoc { place, .. } => {
                used.insert(var_of(*place, program));
            }
            _ => {}
        }
    }
    used
}

impl Reduce for Modular {
    fn reduce(&self, entry: &Known, scope: &ReductionScope<'_>, _: &mut Cx<'_>) -> Res<Known> {
        let used = used(scope);
        Ok(Known(entry.0.iter().filter(|(var, _)| used.contains(var)).map(|(var, value)| (*var, *value)).collect()))
    }
    fn reduce_precision(&self, precision: &Tracked, scope: &ReductionScope<'_>) -> Tracked {
        match precision {
            Tracked::All => Tracked::All,
            Tracked::Only(set) => Tracked::Only(set.intersection(&used(scope)).copied().collect()),
        }
    }
    fn expand(&self, entry: &Known, out: &Known, scope: &ReductionScope<'_>, _: &mut Cx<'_>) -> Res<Known> {
        let used = used(scope);
        let outside = entry.0.iter().filter(|(var, _)| !used.contains(var));
        Ok(Known(outside.chain(&out.0).map(|(var, value)| (*var, *value)).collect()))
    }
    fn widens(&self) -> bool {
        self.0.join
    }
    fn widen(&self, older: &Known, newer: Known, _: &Tracked, _: &mut Cx<'_>) -> Res<Known> {
        let stays = |(var, value): &(VarId, i32)| older.0.get(var) == Some(value);
        Ok(Known(newer.0.into_iter().filter(stays).collect()))
    }
    fn memo_key(&self, reduced: &Known) -> u64 {
        reduced.0.values().fold(0_u64, |hash, value| u64::wrapping_add(u64::wrapping_mul(hash, 31), *value as u64))
    }
}

/// Runs an analysis of a toy program by blocks within some ticks.
pub fn run_blocks<'p, C: Reduce>(
    cpa: &C,
    program: &'p Program,
    specification: &'p Specification,
    blocks: &Blocks,
    options: &EngineOptions,
    ticks: u64,
) -> Outcome<Vec<i32>, Graphs<'p, C>> {
    let budget = Budget::unlimited(CancelToken::new()).with_ticks(Some(ticks));
    let outcome = run(cpa, program, specification, blocks, options, &mut Enumerate, &budget, &mut NoObserver);
    outcome.unwrap_or_else(|why| panic!("{why}"))
}
