//! The bounds of the state at the start of a block, known from elsewhere: ranges of scalars that an analysis of intervals has
//! found to hold in every execution. They become part of the block's condition, so what follows from them is known of
//! the block's operations (that they cannot wrap around), to solvers, and to interpolation.

use crate::encoder::Encoder;
use crate::path_formula::PathFormula;
use crate::scalar_leaves::leaves;
use crate::step_context::Work;
use cairn_base::id::Id;
use cairn_ir::{Program, Step, VarId};

/// The values that an integer in a variable can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bound {
    /// The variable; of the current function, or static.
    pub var: VarId,
    /// The first bit of the integer, from the variable's start.
    pub bit: u64,
    /// The least value.
    pub low: i128,
    /// The greatest.
    pub high: i128,
}

impl Encoder {
    /// The formula with bounds of the state after it assumed. Only numbers can be bounded, so in the encoding by
    /// bit-vectors nothing changes. `depth`: frames below the current one.
    pub fn bounded(&mut self, program: &Program, from: &PathFormula, depth: u32, bounds: &[Bound]) -> PathFormula {
        let mut work = Work::new(self, program, from, Step::Edge(Id::from_index(0)), depth);
        for bound in bounds {
            // What is in memory is written there, and no cell of this name would change with it.
            if work.e.memory.regions.is_in_memory(bound.var) {
                continue;
            }
            let known = leaves(&program.types, program.vars[bound.var].ty).unwrap_or_default();
            let Some(leaf) = known.iter().find(|leaf| leaf.first == bound.bit) else { continue };
            if !work.e.is_number(leaf.of) {
                continue;
            }
            let (cell, _) = work.cell(bound.var, leaf.first, leaf.bits);
            let Ok(value) = work.get(cell) else { continue };
            let (low, high) = (work.e.terms.int(bound.low), work.e.terms.int(bound.high));
            for (a, b) in [(low, value), (value, high)] {
                let holds = work.e.terms.le(a, b);
                work.require(holds);
            }
        }
        let mut new = work.finish();
        new.trace = from.trace.clone();
        new
    }

    /// The formula with scalars whose value is known in the state after it: the first bit of each, with the value. Not
    /// conditions as [`Encoder::bounded`] has them, but values, which fold into all that follows.
    pub fn fixed(
        &mut self,
        program: &Program,
        from: &PathFormula,
        depth: u32,
        known: &[(VarId, u64, i128)],
    ) -> PathFormula {
        let mut work = Work::new(self, program, from, Step::Edge(Id::from_index(0)), depth);
        for (var, bit, value) in known {
            if work.e.memory.regions.is_in_memory(*var) {
                continue;
            }
            let parts = leaves(&program.types, program.vars[*var].ty).unwrap_or_default();
            let Some(leaf) = parts.iter().find(|leaf| leaf.first == *bit) else { continue };
            if work.e.is_number(leaf.of) {
                let (cell, _) = work.cell(*var, leaf.first, leaf.bits);
                let value = work.e.terms.int(*value);
                work.set(cell, value);
            }
        }
        let mut new = work.finish();
        new.trace = from.trace.clone();
        new
    }
}
