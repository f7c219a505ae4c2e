//! An engine that has no place for a slice while it explores, run on the program without what no violation depends on, and
//! on the whole program where that decides nothing.
//!
//! TRUE of a slice is TRUE of the program. A violation is a path with the same edges, which the checker looks at in the whole
//! program: where what is left out decides otherwise there, it is not confirmed, and the whole program is looked at instead.
//!
//! Only of programs without pointers. Where code outside was told of an object, a pointer from there may be its address,
//! and the operation that told it is no dependence of anything: a sliced program would say that there is no such pointer.
//! (The adapter of the slicing analysis keeps the whole program's points-to sets.)

use cairn_base::levels::Levels;
use cairn_cpa::{Bounded, Engine, EngineOutcome, EngineTask, Graph, PathChecker, Reason, Statistics, Verdict};
use cairn_ir::types::Scalar;
use cairn_ir::walk::ExprOrPlace;
use cairn_ir::{EdgeId, Op, PlaceKind, Program};
use cairn_slice::{Criterion, Dependences, Slice};
use std::sync::Arc;

/// An engine for a slice, then one for the whole program.
pub(crate) struct SliceFirst<E> {
    /// For the slice; a path that is not confirmed is no reason to go on there.
    pub sliced: E,
    pub whole: E,
}

impl<K: PathChecker, E: Engine<K>> Engine<K> for SliceFirst<E> {
    fn run<'p>(self: Box<Self>, task: EngineTask<'_, 'p, K>) -> EngineOutcome<'p, K::Counterexample> {
        let EngineTask { program, specification, checker, budget, observer } = task;
        let mut counted = Statistics::default();
        if !has_pointers(program) {
            let shared = Arc::new(program.clone());
            let criterion = Criterion::edges(&shared, specification.targets(&shared));
            let mut dependences = Dependences::new(&shared);
            let slice = Slice::new(&mut dependences, &criterion);
            counted.add("slices", 1);
            counted.at_least("slice-edges", slice.edges().count() as u64);
            cairn_slice::add_cost(&mut counted, dependences.cost());
            let sliced = cairn_slice::apply(&shared, &slice);
            let task = EngineTask { program: &sliced, specification, checker, budget, observer };
            let mut outcome = Box::new(self.sliced).run(task).with_graph(|graph| Kept {
                levels: graph.levels(),
                bounded: graph.bounded(),
                proved: graph.proved().to_vec(),
            });
            count(&counted, &mut outcome.counters);
            let is_stopped = outcome.reasons.iter().any(|reason| matches!(reason, Reason::Stopped(_)));
            if is_stopped || !matches!(outcome.verdict, Verdict::Unknown) {
                return outcome.erased();
            }
        }
        let mut outcome = Box::new(self.whole).run(EngineTask { program, specification, checker, budget, observer });
        count(&counted, &mut outcome.counters);
        outcome
    }
}

/// Statistics of the slice, beside what the engine counted.
fn count(counted: &Statistics, to: &mut Statistics) {
    counted.iter().for_each(|(name, amount)| to.add(name, amount));
}

/// Rest of a graph over a program that is gone. Its invariants do not: what is outside of the slice has other values there.
struct Kept {
    levels: Option<Levels>,
    bounded: Option<Bounded>,
    proved: Vec<EdgeId>,
}

impl Graph for Kept {
    fn levels(&self) -> Option<Levels> {
        self.levels.clone()
    }
    fn bounded(&self) -> Option<Bounded> {
        self.bounded.clone()
    }
    fn proved(&self) -> &[EdgeId] {
        &self.proved
    }
}

/// Whether an operation of the program follows or makes a pointer, or is not modelled.
fn has_pointers(program: &Program) -> bool {
    let mut roots = Vec::new();
    program.edges.iter().for_each(|edge| edge.op.roots(&program.calls, &mut roots));
    program.edges.iter().any(|edge| matches!(edge.op, Op::Intrinsic { .. } | Op::Unsupported(_)))
        || program.exprs.all_parts(roots).into_iter().any(|part| match part {
            ExprOrPlace::Place(place) => matches!(program.exprs[place].kind, PlaceKind::Deref(_)),
            ExprOrPlace::Expr(expr) => {
                matches!(program.types.scalar(program.exprs[expr].ty), Some(Scalar::Pointer { .. }))
            }
        })
}
