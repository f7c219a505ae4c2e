//! The encoder: one a worker, it owns the terms.

use crate::addresses::Addresses;
use crate::byte_ranges::Range;
use crate::cell::{Cell, CellId, CellInfo, Shape};
use crate::encoding::{Encoding, Unmodelled};
use crate::lifetime::Lifetimes;
use crate::path_formula::PathFormula;
use crate::regions::Regions;
use crate::side_effects::Changes;
use crate::step_context::Work;
use crate::symbols::{Interval, Opaque};
use cairn_base::{FastIndexMap, FastMap, FastSet, Span};
use cairn_ir::{ExprId, FunctionId, Program, Step, VarId};
use cairn_pointer_analysis::RegionId;
use cairn_term::{Sort, SymbolId, TermId, Terms};
use std::sync::Arc;

/// Values deeper than this get a name.
const DEEPEST: u32 = 200;

/// Makes path formulas of the steps of one program.
pub struct Encoder {
    /// The terms.
    pub terms: Terms,
    pub(crate) encoding: Encoding,
    /// Whether frames of recursive functions have addresses relative to the one at work.
    pub(crate) relative: bool,
    pub(crate) changes: Option<Arc<Changes>>,
    pub(crate) pointer_bits: u32,
    pub(crate) deepest: u32,
    pub(crate) addresses: Addresses,
    pub(crate) regions: Regions,
    pub(crate) lifetimes: Lifetimes,
    /// Whether the program asks about objects, so that one on the heap is watched.
    pub(crate) watches: bool,
    pub(crate) cells: FastIndexMap<Cell, CellInfo>,
    pub(crate) plain_of: FastMap<SymbolId, CellId>,
    pub(crate) frame_cells: FastMap<(FunctionId, u32), Vec<CellId>>,
    pub(crate) inputs: FastMap<(Step, u32, Sort, Shape), TermId>,
    pub(crate) opaques: FastMap<Opaque, TermId>,
    pub(crate) names: FastMap<TermId, TermId>,
    /// What holds of a symbol by what it is.
    pub(crate) facts_of: FastMap<SymbolId, TermId>,
    /// Bounds of numeric terms.
    pub(crate) intervals: FastMap<TermId, Interval>,
    /// What the arrays behind symbols hold.
    pub(crate) elements: FastMap<TermId, Shape>,
    /// The terms behind names.
    pub(crate) named_values: FastMap<TermId, TermId>,
    /// Whether what a store writes is in the range of the elements, whatever the path.
    pub(crate) fitting: FastMap<TermId, bool>,
    /// Selections without bounds.
    pub(crate) unbounded: FastSet<TermId>,
    pub(crate) pieces: FastMap<RegionId, Arc<[Shape]>>,
    pub(crate) range_symbols: FastMap<Range, TermId>,
    pub(crate) ranges: FastMap<SymbolId, Range>,
    pub(crate) data: FastMap<VarId, Arc<[u8]>>,
    /// So many facts are said before ranges are left open at unknown indices.
    pub(crate) crowded: usize,
}

impl Encoder {
    /// An encoder for a program, with its memory divided into regions.
    pub fn new(program: &Program, encoding: Encoding) -> Self {
        let (addresses, regions) = (Addresses::new(program), Regions::new(program));
        Self {
            terms: Terms::new(),
            encoding,
            relative: false,
            changes: None,
            pointer_bits: program.types.model().pointer_bits(),
            deepest: DEEPEST,
            addresses,
            regions,
            lifetimes: Lifetimes::new(program),
            watches: crate::access::asks(program),
            cells: FastIndexMap::default(),
            plain_of: FastMap::default(),
            frame_cells: FastMap::default(),
            inputs: FastMap::default(),
            opaques: FastMap::default(),
            names: FastMap::default(),
            facts_of: FastMap::default(),
            intervals: FastMap::default(),
            elements: FastMap::default(),
            named_values: FastMap::default(),
            fitting: FastMap::default(),
            unbounded: FastSet::default(),
            pieces: FastMap::default(),
            range_symbols: FastMap::default(),
            ranges: FastMap::default(),
            data: FastMap::default(),
            crowded: usize::MAX,
        }
    }
    /// After so many facts, a query is not told what ranges of memory hold at unknown indices: an index that may be
    /// anywhere is compared with each object and each character of each string. What is left open is coarser, and sound.
    pub fn limit_facts(&mut self, most: usize) {
        self.crowded = most;
    }
    /// The encoding.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }
    /// The program's entry, where nothing has happened.
    pub fn entry(&mut self) -> PathFormula {
        let mut entry = self.block_start();
        let heap = self.addresses.heap();
        let heap = self.address(heap);
        let top = self.heap_top();
        entry.values.insert(top, heap);
        if self.watches {
            let none = self.life(crate::access::Life::None);
            let life = self.watched(crate::cell::Watched::Life);
            entry.values.insert(life, none);
        }
        if self.relative {
            let (cell, first) = (self.frame_base(), self.addresses.base());
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
        new.trace = from.trace.then(step);
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
        work.truth_of(cond)
    }

    /// The plain symbol of a cell.
    pub fn plain(&self, cell: CellId) -> Option<TermId> {
        self.info(cell).map(|info| info.plain)
    }
    /// The cell of which a symbol is the plain one; `None` for inputs.
    pub fn cell_of(&self, symbol: SymbolId) -> Option<CellId> {
        self.plain_of.get(&symbol).copied()
    }
    /// All cells so far.
    pub fn all_cells(&self) -> Vec<(CellId, Cell)> {
        let ids = (0..self.cells.len()).map(cairn_base::id::Id::from_index);
        ids.zip(self.cells.keys().copied()).collect()
    }
    /// What a cell is.
    pub fn cell(&self, cell: CellId) -> Option<Cell> {
        self.cells.get_index(cairn_base::id::Id::index(cell)).map(|(cell, _)| *cell)
    }
    /// True for a formula over plain symbols only, which can be a predicate.
    pub fn is_plain(&self, formula: TermId) -> bool {
        self.terms.symbols_of(&[formula]).iter().all(|symbol| self.plain_of.contains_key(symbol))
    }
    pub(crate) fn info(&self, cell: CellId) -> Option<&CellInfo> {
        self.cells.get_index(cairn_base::id::Id::index(cell)).map(|(_, info)| info)
    }
}
