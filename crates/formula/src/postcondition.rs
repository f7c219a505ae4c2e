//! The strongest postcondition of a step, on path formulas (PREDICATE 2.4), and the formulas that paths begin with.

use crate::encoder::Encoder;
use crate::encoding::Unmodelled;
use crate::path_formula::PathFormula;
use crate::step_context::Work;
use cairn_base::Span;
use cairn_ir::{ExprId, Program, Step};
use cairn_semantics::Evaluation;
use cairn_term::TermId;

impl Encoder {
    /// The program's entry, where nothing has happened.
    pub fn entry(&mut self) -> PathFormula {
        let mut entry = self.block_start();
        let heap = self.memory.addresses.heap();
        let heap = self.address(heap);
        let top = self.heap_top();
        entry.values.insert(top, heap);
        if self.memory.watches {
            let none = self.life(crate::cell::Life::None);
            let life = self.watched(crate::cell::Watched::Life);
            entry.values.insert(life, none);
        }
        if self.memory.relative {
            let (cell, first) = (self.frame_base(), self.memory.addresses.base());
            let first = self.address(first);
            entry.values.insert(cell, first);
        }
        entry
    }
    /// Any state: nothing is assumed, nothing written.
    pub fn block_start(&mut self) -> PathFormula {
        PathFormula::new(self.terms.bool(true))
    }
    /// One step more. `depth` is the number of frames below the one that executes the step, as in an analysis' moves.
    ///
    /// # Errors
    /// What is not modelled.
    pub fn step(
        &mut self,
        program: &Program,
        from: &PathFormula,
        step: Step,
        depth: u32,
    ) -> Result<PathFormula, Unmodelled> {
        let mut work = Work::new(self, program, from, step, depth);
        work.take(step)?;
        let mut new = work.finish();
        new.trace = from.trace.then(step, from.inputs);
        Ok(new)
    }
    /// The truth of a condition after a path formula.
    ///
    /// # Errors
    /// What is not modelled.
    pub fn value_of_condition(
        &mut self,
        program: &Program,
        from: &PathFormula,
        cond: ExprId,
        depth: u32,
    ) -> Result<TermId, Unmodelled> {
        let step = Step::Edge(cairn_base::id::Id::from_index(0));
        let mut work = Work::new(self, program, from, step, depth);
        work.span = Span::NONE;
        work.condition(cond)
    }
}
