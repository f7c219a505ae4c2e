//! The cells that functions and edges may change.

use crate::cell::CellId;
use crate::encoder::Encoder;
use crate::side_effects::{Changes, FunctionChanges, note};
use cairn_ir::effects;
use cairn_ir::walk::Walk;
use cairn_ir::{EdgeId, FunctionId, Program, VarId};
use cairn_pointer_analysis::RegionId;
use std::collections::BTreeSet;
use std::sync::Arc;

impl Encoder {
    /// Effects of each function.
    pub fn changes(&mut self, program: &Program) -> Arc<Changes> {
        if let Some(known) = &self.memory.changes {
            return known.clone();
        }
        let made = Arc::new(Changes::new(program, &mut self.memory.regions));
        self.memory.changes = Some(made.clone());
        made
    }

    /// The cells that some edges of a function may change, with all that the functions `callees` do; the frame of the
    /// function is at `depth`. (All memory that the function may change: edges are not told apart in this.)
    pub fn changeable_in(
        &mut self,
        program: &Program,
        function: FunctionId,
        edges: &[EdgeId],
        callees: &[FunctionId],
        depth: u32,
    ) -> Vec<CellId> {
        let changes = self.changes(program);
        let mut change = FunctionChanges::default();
        edges.iter().for_each(|edge| note(program, &self.memory.regions, *edge, &mut change));
        for callee in callees {
            change.statics.extend(&changes.of(*callee).statics);
        }
        let whole = changes.of(function);
        let mut cells = Vec::new();
        for var in change.statics.iter().chain(&change.own) {
            cells.extend(self.cells_of(program, *var, depth));
        }
        cells.extend(self.cells_of_memory(&whole.regions));
        cells.extend(whole.allocates.then(|| self.heap_cells()).into_iter().flatten());
        cells
    }

    pub(crate) fn cells_of_memory(&mut self, regions: &BTreeSet<RegionId>) -> Vec<CellId> {
        let mut cells = Vec::new();
        for region in regions {
            for piece in 0..self.pieces(*region).len() {
                cells.push(self.array(*region, piece).0);
            }
        }
        cells
    }

    /// The variables that some edges name.
    pub fn named_in(&self, program: &Program, edges: &[EdgeId]) -> BTreeSet<VarId> {
        let (mut vars, mut walk) = (BTreeSet::new(), Walk::new());
        for edge in edges {
            let mut is_new = |part| walk.see(&program.exprs, part);
            effects::each(program, &program.edges[*edge].op, &mut is_new, &mut |effect| vars.extend(effect.named()));
        }
        vars
    }
}
