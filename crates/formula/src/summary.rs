//! A call by its summary instead of its steps (BAM 4.5.5, the operator rebuild).
//!
//! A summary is a formula about the state at a function's exit: over what its callers see there (the result, statics,
//! memory) and what its frame's cells held at the entry. At a call it says of new symbols, the values that the function
//! may have changed, how they follow from the caller's.

use crate::cell::{Cell, Shape};
use crate::encoder::Encoder;
use crate::path_formula::PathFormula;
use crate::step_context::Work;
use cairn_base::FastMap;
use cairn_ir::{FunctionId, Program, Step};
use cairn_term::{Sort, TermId};

impl Encoder {
    /// Path formula up to a function's exit, by its summary: `entered` ends where the function was just entered by
    /// `call`, with its frame at `depth`; the `summary` is over plain symbols, as seen from there.
    pub fn after_summary(
        &mut self,
        program: &Program,
        entered: &PathFormula,
        call: Step,
        function: FunctionId,
        depth: u32,
        summary: &[TermId],
    ) -> PathFormula {
        let changed = self.changeable(program, function, depth);
        let result = program.functions[function].result.filter(|var| !self.memory.regions.is_in_memory(*var));
        let results = result.map(|var| self.cells_of(program, var, depth)).unwrap_or_default();
        let own = self.changes(program).of(function).own.clone();
        let mut work = Work::new(self, program, entered, call, depth);
        for cell in changed.into_iter().chain(results) {
            let Some(info) = work.e.info(cell).copied() else { continue };
            let after = match info.shape {
                Some(shape) => work.fresh(shape),
                None => work.fresh_array(info.plain),
            };
            if work.e.cell(cell) == Some(Cell::HeapTop) {
                // The heap only grows.
                let before = work.get(cell).unwrap_or(info.plain);
                let grows = match work.e.is_number(work.e.pointer()) {
                    true => work.e.terms.le(before, after),
                    false => work.e.terms.bv_ule(before, after),
                };
                work.require(grows);
            }
            work.set(cell, after);
        }
        let mut replace: FastMap<TermId, TermId> = FastMap::default();
        for symbol in work.e.terms.symbols_of(summary) {
            let Some(cell) = work.e.cell_of(symbol) else { continue };
            let (Some(plain), Some(kind)) = (work.e.plain(cell), work.e.cell(cell)) else { continue };
            let value = match kind {
                Cell::Entry { of, function: owner, .. } if owner == function => {
                    // The cell as seen from this depth; it held then what `entered` says.
                    work.e
                        .seen_from(program, of, function, depth)
                        .and_then(|cell| entered.values.get(&cell).copied().or_else(|| work.e.plain(cell)))
                }
                Cell::Entry { .. } => None,
                // Parameters that the function never changes still hold the argument. What the frame holds else is lost.
                Cell::Scalar { var, depth: of, .. } if program.vars[var].frame().is_some() => {
                    let kept = Some(var) == result || !own.contains(&var);
                    let inside = program.vars[var].frame() == Some(function) && of == work.frame_of(var);
                    (kept && inside).then(|| work.get(cell).ok()).flatten()
                }
                Cell::Scalar { .. } | Cell::Region { .. } | Cell::HeapTop | Cell::Watched(_) | Cell::FrameBase => {
                    work.get(cell).ok()
                }
            };
            let shape = work.e.info(cell).and_then(|info| info.shape);
            let value = match (value, shape) {
                (Some(value), _) => value,
                (None, Some(shape)) => work.fresh(shape),
                (None, None) => work.fresh_array(plain),
            };
            replace.insert(plain, value);
        }
        for part in summary {
            let holds = work.e.terms.substitute(*part, &replace);
            work.require(holds);
        }
        let mut new = work.finish();
        new.trace = entered.trace.clone();
        new
    }
}

impl Work<'_, '_> {
    /// Any array of the sort and shape of another.
    pub(crate) fn fresh_array(&mut self, like: TermId) -> TermId {
        let (step, ordinal) = self.next_input();
        let sort: Sort = self.e.terms.sort(like);
        let shape = self.e.known.elements.get(&like).copied();
        let key = shape.unwrap_or(Shape::whole(cairn_ir::types::Scalar::Bool));
        if let Some(known) = self.e.cells.inputs.get(&(step, ordinal, sort, key)) {
            return *known;
        }
        let symbol = self.e.terms.symbol(format!("input{ordinal}"), sort);
        if let Some(shape) = shape {
            self.e.known.elements.insert(symbol, shape);
        }
        self.e.cells.inputs.insert((step, ordinal, sort, key), symbol);
        symbol
    }
}
