//! Frames as a modular analysis sees them: a function is analysed with its own frame at depth 0, whoever calls it (BAM
//! 4.5.4, "divided into completely distinct parts").
//!
//! - **Scalars** of recursive functions are named by depth, so a formula is *relocated* from one depth to another.
//!   What speaks of another frame's scalars cannot be: it is out of scope.
//! - **Addresses** of recursive functions' variables are constants by depth otherwise. A pointer to a caller's variable
//!   must not become one to the callee's own when depths are renumbered, so they count from the *frame base*, a cell that
//!   a call of a recursive function moves up and its return back. There is no upper bound to it, so no execution is lost.
//! - **Entry cells** hold what a cell held when the function was entered: a function's summary relates its results to
//!   them. Only cells that the function may change have one; the others still hold it.

use crate::cell::{Cell, CellId, Shape};
use crate::encoder::Encoder;
use crate::path_formula::PathFormula;
use crate::scalar_leaves::leaves;
use crate::step_context::{Res, Work};
use cairn_base::{FastMap, id::Id};
use cairn_ir::interval::Interval;
use cairn_ir::{FunctionId, Program, Step, VarId, VarKind};
use cairn_term::TermId;

impl Encoder {
    /// Makes addresses of recursive functions' variables relative to the frame at work. To be called before anything else.
    pub fn relative_frames(&mut self, program: &Program) {
        self.memory.relative = program.vars.iter_ids().any(|(id, var)| {
            var.frame().is_some_and(|function| self.memory.addresses.is_recursive(function))
                && self.memory.regions.is_in_memory(id)
        });
    }

    pub(crate) fn frame_base(&mut self) -> CellId {
        let shape = Shape::whole(self.pointer());
        let sort = self.sort_of(shape);
        let new = !self.cells.all.contains_key(&Cell::FrameBase);
        let cell = self.intern_cell(None, Cell::FrameBase, Some(shape), sort);
        if let (true, Some(base)) = (new, self.plain(cell)) {
            // Not the range of an address: whether there is room for a frame is not asked.
            let first = self.memory.addresses.base();
            let fact = match self.symbol_of(base) {
                Some(symbol) if self.is_number(self.pointer()) => {
                    let range = Interval { low: i128::from(first), high: i128::from(u64::MAX) };
                    self.known.intervals.insert(base, range);
                    self.known.facts_of.remove(&symbol);
                    let first = self.terms.int(i128::from(first));
                    self.terms.le(first, base)
                }
                _ => {
                    let first = self.address(first);
                    self.terms.bv_ule(first, base)
                }
            };
            self.note(base, fact);
        }
        cell
    }

    /// How cells count the depth of a function's frame.
    fn counted(&self, function: FunctionId, depth: u32) -> u32 {
        if self.memory.addresses.is_recursive(function) { depth } else { 0 }
    }

    /// A cell of a function's frame at one depth, at another; others as they are. `None` for a scalar of another frame.
    fn relocated_cell(
        &mut self,
        program: &Program,
        cell: CellId,
        function: FunctionId,
        from: u32,
        to: u32,
    ) -> Option<CellId> {
        let (from, to) = (self.counted(function, from), self.counted(function, to));
        match self.cell(cell)? {
            Cell::Scalar { var, depth, first, bits } => match program.vars[var].frame() {
                None => Some(cell),
                Some(of) if of != function || depth != from => None,
                Some(_) if from == to => Some(cell),
                Some(_) => {
                    let info = *self.info(cell)?;
                    let sort = self.terms.sort(info.plain);
                    let other = Cell::Scalar { var, depth: to, first, bits };
                    Some(self.intern_cell(Some(program), other, info.shape, sort))
                }
            },
            Cell::Entry { of, function: owner, depth } => match owner == function && depth == from {
                false => None,
                true => Some(self.entry_cell(of, function, to)),
            },
            Cell::Region { .. } | Cell::HeapTop | Cell::Watched(_) | Cell::FrameBase => Some(cell),
        }
    }

    /// A formula over plain symbols that a function's frame at the depth `from` sees, as the same function's frame at the
    /// depth `to` does. `None` when it speaks of what is not in scope: a scalar of another frame.
    pub fn relocate(
        &mut self,
        program: &Program,
        formula: TermId,
        function: FunctionId,
        from: u32,
        to: u32,
    ) -> Option<TermId> {
        let mut replace: FastMap<TermId, TermId> = FastMap::default();
        for symbol in self.terms.symbols_of(&[formula]) {
            let Some(cell) = self.cell_of(symbol) else { continue };
            let other = self.relocated_cell(program, cell, function, from, to)?;
            if other != cell {
                replace.insert(self.plain(cell)?, self.plain(other)?);
            }
        }
        Some(if replace.is_empty() { formula } else { self.terms.substitute(formula, &replace) })
    }

    /// A path formula of a function whose frame is at one depth, for another depth. `None` when it speaks of other frames.
    pub fn relocate_path(
        &mut self,
        program: &Program,
        path: &PathFormula,
        function: FunctionId,
        from: u32,
        to: u32,
    ) -> Option<PathFormula> {
        if self.counted(function, from) == self.counted(function, to) {
            return Some(path.clone());
        }
        let mut new = PathFormula::new(self.relocate(program, path.condition, function, from, to)?);
        for (cell, value) in &path.values {
            let cell = self.relocated_cell(program, *cell, function, from, to)?;
            let value = self.relocate(program, *value, function, from, to)?;
            new.values.insert(cell, value);
        }
        (new.inputs, new.trace) = (path.inputs, path.trace.clone());
        Some(new)
    }

    pub(crate) fn entry_cell(&mut self, of: CellId, function: FunctionId, depth: u32) -> CellId {
        let depth = self.counted(function, depth);
        let info = self.info(of).copied();
        let cell = Cell::Entry { of, function, depth };
        if let Some(at) = self.cells.all.get_index_of(&cell) {
            return Id::from_index(at);
        }
        let shape = info.and_then(|info| info.shape);
        let plain = info.map(|info| info.plain);
        let sort = plain.map_or_else(|| self.address_sort(), |plain| self.terms.sort(plain));
        let id = self.intern_cell(None, cell, shape, sort);
        if let (Some(plain), Some(copy)) = (plain, self.plain(id)) {
            if let Some(shape) = self.known.elements.get(&plain).copied() {
                self.known.elements.insert(copy, shape);
            }
            // What holds of the cell by what it is holds of its copy.
            if let Some(fact) = self.symbol_of(plain).and_then(|symbol| self.known.facts_of.get(&symbol)).copied() {
                let replace = FastMap::from_iter([(plain, copy)]);
                let fact = self.terms.substitute(fact, &replace);
                self.note(copy, fact);
            }
        }
        id
    }

    /// The cells that a function may change and its caller can see, or has set: static scalars, memory, the heap's top,
    /// and its own parameters; with the function's frame at a depth.
    pub fn changeable(&mut self, program: &Program, function: FunctionId, depth: u32) -> Vec<CellId> {
        let changes = self.changes(program);
        let change = changes.of(function);
        let vars: Vec<VarId> = (change.statics.iter().copied())
            .chain(change.own.iter().copied().filter(|var| matches!(program.vars[*var].kind, VarKind::Param(_))))
            .collect();
        let mut cells = Vec::new();
        for var in vars {
            cells.extend(self.cells_of(program, var, depth));
        }
        cells.extend(self.cells_of_memory(&change.regions));
        cells.extend(change.allocates.then(|| self.heap_cells()).into_iter().flatten());
        cells
    }

    /// A cell as a function's frame at depth 0 sees it, seen from another depth.
    pub(crate) fn seen_from(
        &mut self,
        program: &Program,
        cell: CellId,
        function: FunctionId,
        depth: u32,
    ) -> Option<CellId> {
        self.relocated_cell(program, cell, function, 0, depth)
    }

    /// The cells of a variable that is not in memory.
    pub(crate) fn cells_of(&mut self, program: &Program, var: VarId, depth: u32) -> Vec<CellId> {
        let start = self.block_start();
        let mut work = Work::new(self, program, &start, Step::Edge(Id::from_index(0)), depth);
        let leaves = leaves(&program.types, program.vars[var].ty).unwrap_or_default();
        leaves.iter().map(|leaf| work.cell(var, leaf.first, leaf.bits).0).collect()
    }

    /// Path formula from a function's entry on, with the entry cells of the function set to what their cells hold.
    pub fn remembering(
        &mut self,
        program: &Program,
        start: &PathFormula,
        function: FunctionId,
        depth: u32,
    ) -> PathFormula {
        let mut new = start.clone();
        let (now, at_zero) = (self.changeable(program, function, depth), self.changeable(program, function, 0));
        for (cell, of) in now.into_iter().zip(at_zero) {
            let entry = self.entry_cell(of, function, depth);
            if let Some(value) = start.values.get(&cell).copied().or_else(|| self.plain(cell)) {
                new.values.insert(entry, value);
            }
        }
        new
    }

    /// A path on which nothing happens but that some cells are written with what they hold: behind it they have symbols of
    /// their own.
    pub fn renewed(&mut self, cells: &[CellId]) -> PathFormula {
        let mut path = self.block_start();
        for cell in cells {
            if let Some(plain) = self.plain(*cell) {
                path.values.insert(*cell, plain);
            }
        }
        path
    }

    /// The plain symbol of what a cell held when a function was entered. `cell` is seen from the frame at `depth`.
    pub fn remembered(&mut self, program: &Program, cell: CellId, function: FunctionId, depth: u32) -> Option<TermId> {
        let of = self.relocated_cell(program, cell, function, depth, 0)?;
        let entry = self.entry_cell(of, function, depth);
        self.plain(entry)
    }
}

impl Work<'_, '_> {
    /// A call of a recursive function moves the frame base up, its return down.
    pub(crate) fn move_frame_base(&mut self, callee: FunctionId, up: bool) -> Res<()> {
        if !self.e.memory.relative || !self.e.memory.addresses.is_recursive(callee) {
            return Ok(());
        }
        let cell = self.e.frame_base();
        let (base, stride) = (self.get(cell)?, i128::from(self.e.memory.addresses.stride()));
        let new = if self.e.is_number(self.e.pointer()) {
            let step = self.e.terms.int(if up { stride } else { -stride });
            self.e.terms.add(base, step)
        } else {
            let step = self.e.address(self.e.memory.addresses.stride());
            let step = if up { step } else { self.e.terms.bv_neg(step) };
            self.e.terms.bv_add(base, step)
        };
        self.set(cell, new);
        Ok(())
    }
}
