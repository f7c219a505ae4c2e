//! The encoder: one a worker, it owns the terms.

use crate::block_path::BlockPath;
use crate::cell::{Cell, CellId};
use crate::encoding::{Encoding, Unmodelled};
use crate::path_formula::PathFormula;
use cairn_base::Span;
use cairn_ir::{ExprId, Program, Step};
use cairn_term::{SymbolId, TermId, Terms};

/// Makes path formulas of the steps of one program.
pub struct Encoder {
    /// The terms.
    pub terms: Terms,
    encoding: Encoding,
}

impl Encoder {
    /// An encoder for a program, with its memory divided into regions.
    pub fn new(_program: &Program, encoding: Encoding) -> Self {
        Self { terms: Terms::new(), encoding }
    }
    /// The encoding.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }
    /// The program's entry, where nothing has happened.
    pub fn entry(&mut self) -> PathFormula {
        self.block_start()
    }
    /// Any state: nothing is assumed, nothing written.
    pub fn block_start(&mut self) -> PathFormula {
        let condition = self.terms.bool(true);
        PathFormula { condition, values: im::OrdMap::new(), inputs: 0, trace: crate::Trace::new() }
    }
    /// One step more. `depth` is the number of frames below the one that executes the step, as in an analysis' moves.
    ///
    /// # Errors
    /// What is not modelled.
    pub fn step(&mut self, _: &Program, _: &PathFormula, _: Step, _depth: u32) -> Result<PathFormula, Unmodelled> {
        Err(Unmodelled { what: "every step".to_owned(), span: Span::NONE })
    }
    /// Both formulas' paths. They must start at one state and be mutually exclusive, as paths through a program are.
    pub fn join(&mut self, a: &PathFormula, _b: &PathFormula) -> PathFormula {
        a.clone()
    }
    /// The truth of a condition after a path formula.
    ///
    /// # Errors
    /// What is not modelled.
    pub fn value_of_condition(
        &mut self,
        _: &Program,
        _: &PathFormula,
        _cond: ExprId,
        _depth: u32,
    ) -> Result<TermId, Unmodelled> {
        Err(Unmodelled { what: "every condition".to_owned(), span: Span::NONE })
    }
    /// A formula over plain symbols about the state after a path formula, as one about the state before it.
    pub fn apply(&mut self, formula: TermId, _after: &PathFormula) -> TermId {
        formula
    }
    /// What holds of the symbols and selections in some terms by their types; to be conjoined to every query.
    pub fn facts(&mut self, _roots: &[TermId]) -> TermId {
        self.terms.bool(true)
    }
    /// The formulas of consecutive blocks, the first of which starts at the program's entry, renamed apart.
    pub fn path(&mut self, blocks: &[&PathFormula]) -> BlockPath {
        let formulas = blocks.iter().map(|block| block.condition).collect();
        BlockPath { formulas, to_cut: Vec::new(), to_plain: Vec::new(), traces: Vec::new() }
    }
    /// The plain symbol of a cell.
    pub fn plain(&mut self, _cell: CellId) -> Option<TermId> {
        None
    }
    /// The cell of which a symbol is the plain one; `None` for inputs.
    pub fn cell_of(&self, _symbol: SymbolId) -> Option<CellId> {
        None
    }
    /// What a cell is.
    pub fn cell(&self, _cell: CellId) -> Option<Cell> {
        None
    }
    /// True for a formula over plain symbols only, which can be a predicate.
    pub fn is_plain(&self, _formula: TermId) -> bool {
        false
    }
}
