//! The side effects of a function, with all that it calls: the effects of [`cairn_pointer_analysis`] for memory, and
//! scalars beside.
//!
//! A caller keeps what its callee does not change, so nothing may be missing here; too much only costs precision.

use crate::regions::Regions;
use cairn_base::id::IdVec;
use cairn_ir::effects::{self, Effect};
use cairn_ir::{CallGraph, EdgeId, FunctionId, Program, VarId};
use cairn_pointer_analysis::{MemoryEffects, RegionId};
use std::collections::BTreeSet;

/// Effects of a function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FunctionChanges {
    /// Static variables outside of memory.
    pub statics: BTreeSet<VarId>,
    /// Variables of the function's own frame outside of memory, after it was entered.
    pub own: BTreeSet<VarId>,
    /// Memory.
    pub regions: BTreeSet<RegionId>,
    /// Whether it may make objects on the heap.
    pub allocates: bool,
}

/// Effects of each function.
#[derive(Clone, Debug)]
pub struct Changes {
    of: IdVec<FunctionId, FunctionChanges>,
}

impl Changes {
    /// Effects of a function, with all that it calls. Only `own` is of the function alone.
    pub fn of(&self, function: FunctionId) -> &FunctionChanges {
        &self.of[function]
    }

    pub(crate) fn new(program: &Program, regions: &mut Regions) -> Self {
        let graph = CallGraph::new(program);
        let effects = MemoryEffects::new(program, &graph, &regions.partition);
        let mut of: IdVec<FunctionId, FunctionChanges> =
            program.functions.iter().map(|_| FunctionChanges::default()).collect();
        for (id, edge) in program.edges.iter_ids() {
            let function = program.nodes[edge.source].function;
            note(program, regions, id, &mut of[function]);
        }
        // Variables of a frame in memory are written when the function is entered, too.
        for (id, var) in program.vars.iter_ids() {
            let Some(function) = var.frame().filter(|_| regions.is_in_memory(id)) else { continue };
            let size = program.types.size_of(var.ty).unwrap_or(u64::MAX);
            of[function].regions.extend(regions.parts_of_variable(id, size).iter().map(|part| part.region));
        }
        for component in graph.components() {
            let mut all = FunctionChanges::default();
            for function in component {
                let here = &of[*function];
                all.statics.extend(&here.statics);
                all.regions.extend(&here.regions);
                all.regions.extend(effects.of(*function).writes.iter());
                all.allocates |= here.allocates;
                for callee in graph.callees(program, *function) {
                    all.statics.extend(&of[callee].statics);
                    all.regions.extend(&of[callee].regions);
                    all.allocates |= of[callee].allocates;
                }
            }
            for function in component {
                of[*function] = FunctionChanges { own: std::mem::take(&mut of[*function].own), ..all.clone() };
            }
        }
        Self { of }
    }
}

pub(crate) fn note(program: &Program, regions: &Regions, edge: EdgeId, change: &mut FunctionChanges) {
    let mut variable = |var: VarId| {
        if regions.is_in_memory(var) {
            return;
        }
        let set = if program.vars[var].frame().is_some() { &mut change.own } else { &mut change.statics };
        set.insert(var);
    };
    for effect in effects::own(program, &program.edges[edge].op) {
        match effect {
            Effect::Writes { at, .. } => at.variable(program).into_iter().for_each(&mut variable),
            Effect::Begins { var, .. } | Effect::Ends(var) => variable(var),
            Effect::Allocates(_) | Effect::Frees(..) => change.allocates = true,
            _ => {}
        }
    }
}
