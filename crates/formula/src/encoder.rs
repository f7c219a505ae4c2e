//! The encoder: one a worker, it owns the terms.
//!
//! It has four parts: the terms and how values become terms, the symbols ([`crate::symbol_table`]), what is known of them
//! ([`crate::symbol_facts`]), and the memory ([`crate::memory_model`]). What it does is said in the files that need it: steps
//! in [`crate::step`], symbols in [`crate::symbols`], arrays in [`crate::region`] and [`crate::byte_ranges`].

use crate::cell::{Cell, CellId, CellInfo};
use crate::encoding::Encoding;
use crate::memory_model::MemoryModel;
use crate::symbol_facts::SymbolFacts;
use crate::symbol_table::SymbolTable;
use cairn_ir::Program;
use cairn_term::{SymbolId, TermId, Terms};

/// Values deeper than this get a name.
const DEEPEST: u32 = 200;

/// Makes path formulas of the steps of one program.
pub struct Encoder {
    /// The terms.
    pub terms: Terms,
    pub(crate) encoding: Encoding,
    pub(crate) pointer_bits: u32,
    pub(crate) deepest: u32,
    pub(crate) cells: SymbolTable,
    pub(crate) known: SymbolFacts,
    pub(crate) memory: MemoryModel,
}

impl Encoder {
    /// An encoder for a program, with its memory divided into regions.
    pub fn new(program: &Program, encoding: Encoding) -> Self {
        Self {
            terms: Terms::new(),
            encoding,
            pointer_bits: program.types.model().pointer_bits(),
            deepest: DEEPEST,
            cells: SymbolTable::default(),
            known: SymbolFacts::new(),
            memory: MemoryModel::new(program),
        }
    }
    /// After so many facts, a query is not told what ranges of memory hold at unknown indices: an index that may be
    /// anywhere is compared with each object and each character of each string. What is left open is coarser, and sound.
    pub fn limit_facts(&mut self, most: usize) {
        self.known.crowded = most;
    }
    /// The encoding.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }
    /// The plain symbol of a cell.
    pub fn plain(&self, cell: CellId) -> Option<TermId> {
        self.info(cell).map(|info| info.plain)
    }
    /// The cell of which a symbol is the plain one; `None` for inputs.
    pub fn cell_of(&self, symbol: SymbolId) -> Option<CellId> {
        self.cells.plain_of.get(&symbol).copied()
    }
    /// All cells so far.
    pub fn all_cells(&self) -> Vec<(CellId, Cell)> {
        let ids = (0..self.cells.all.len()).map(cairn_base::id::Id::from_index);
        ids.zip(self.cells.all.keys().copied()).collect()
    }
    /// Meaning of a cell.
    pub fn cell(&self, cell: CellId) -> Option<Cell> {
        self.cells.cell(cell)
    }
    /// True for a formula over plain symbols only, which can be a predicate.
    pub fn is_plain(&self, formula: TermId) -> bool {
        self.terms.symbols_of(&[formula]).iter().all(|symbol| self.cells.plain_of.contains_key(symbol))
    }
    pub(crate) fn info(&self, cell: CellId) -> Option<&CellInfo> {
        self.cells.info(cell)
    }
}
