//! The preparation of a program by its points-to graph before any analysis runs: which values rest on where objects are
//! in memory (`layout_dependence.rs`), and of which objects pointers from outside may be the addresses ([`cairn_ir::external_pointers`]).
//!
//! One graph serves both, unless the program changed in between: then ids of edges are others.

use super::constraints::Constraints;
use super::layout_dependence::observed;
use super::partition::MemoryPartition;
use cairn_ir::{Exposure, Program};
use std::collections::BTreeMap;

/// Makes what depends on where objects are any value, and notes what is exposed; the number of such expressions. All ids
/// of nodes, edges and calls change when there are any.
pub fn prepare(program: &mut Program) -> usize {
    let mut from = Constraints::new(program);
    let origins = from.settle();
    let found = observed(&from);
    if found.is_empty() {
        let exposure = from.exposure(&origins);
        expose(program, exposure);
    } else {
        cairn_transform::interpose(program, &found);
        MemoryPartition::find_exposure(program);
    }
    found.values().map(BTreeMap::len).sum()
}

fn expose(program: &mut Program, exposure: Exposure) {
    for var in &exposure.vars {
        program.vars[*var].address_taken = true;
    }
    program.facts.exposure = exposure;
}

impl MemoryPartition {
    /// Notes with a program of which objects pointers from outside may be the addresses.
    pub fn find_exposure(program: &mut Program) {
        let mut from = Constraints::new(program);
        let origins = from.settle();
        let exposure = from.exposure(&origins);
        expose(program, exposure);
    }
}
