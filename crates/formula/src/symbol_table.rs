//! The symbols of an encoder, each made once for one key: cells, inputs, results of operations that are left open, names of
//! deep terms.
//!
//! Invariant: equal keys, equal symbols; so that the same step gives the same terms again.

use crate::cell::{Cell, CellId, CellInfo, Shape};
use cairn_base::id::Id;
use cairn_base::{FastIndexMap, FastMap};
use cairn_ir::types::Scalar;
use cairn_ir::{FunctionId, Step};
use cairn_term::{Sort, SymbolId, TermId};

/// Why an operation is left open, and on what.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Opaque {
    pub(crate) what: OpaqueOp,
    pub(crate) args: smallvec::SmallVec<[TermId; 2]>,
    pub(crate) of: Shape,
}

/// An operation whose result is left open: equal arguments, equal results.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum OpaqueOp {
    Unary(cairn_ir::UnaryOp),
    Binary(cairn_ir::BinaryOp),
    Cast(Scalar),
}

#[derive(Default)]
pub(crate) struct SymbolTable {
    pub(crate) all: FastIndexMap<Cell, CellInfo>,
    pub(crate) plain_of: FastMap<SymbolId, CellId>,
    pub(crate) frame_cells: FastMap<(FunctionId, u32), Vec<CellId>>,
    pub(crate) inputs: FastMap<(Step, u32, Sort, Shape), TermId>,
    pub(crate) opaques: FastMap<Opaque, TermId>,
    pub(crate) names: FastMap<TermId, TermId>,
}

impl SymbolTable {
    pub(crate) fn cell(&self, cell: CellId) -> Option<Cell> {
        self.all.get_index(cell.index()).map(|(cell, _)| *cell)
    }
    pub(crate) fn info(&self, cell: CellId) -> Option<&CellInfo> {
        self.all.get_index(cell.index()).map(|(_, info)| info)
    }
    /// Adds a cell, which is new, with its symbol and the function in whose frame, at a depth, it is.
    pub(crate) fn add(
        &mut self,
        cell: Cell,
        info: CellInfo,
        symbol: Option<SymbolId>,
        frame: Option<(FunctionId, u32)>,
    ) -> CellId {
        let id = CellId::from_index(self.all.len());
        self.all.insert(cell, info);
        self.plain_of.extend(symbol.map(|symbol| (symbol, id)));
        if let Some(frame) = frame {
            self.frame_cells.entry(frame).or_default().push(id);
        }
        id
    }
}
