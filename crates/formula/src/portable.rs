//! The context of portable formulas that a text of the program alone does not say: which variables are in memory, at which
//! addresses, in which regions. And the cells by what they are, for one who reads a formula that another process wrote.
//!
//! A region has no name of its own: it is known by the objects that it is part of and by how it is accessed
//! ([`Encoder::memory`]).

use crate::cell::{Cell, CellId};
use crate::encoder::Encoder;
use cairn_ir::{FunctionId, Program, VarId};
use cairn_pointer_analysis::MemoryPartition;

impl Encoder {
    /// The regions of memory.
    pub fn memory(&self) -> &MemoryPartition {
        &self.memory.regions.partition
    }
    /// True for a variable that is part of memory, false for one whose scalars are cells.
    pub fn is_in_memory(&self, var: VarId) -> bool {
        self.memory.regions.is_in_memory(var)
    }
    /// The constant address of a variable, in the frame of depth 0 for a local.
    pub fn address_of(&self, program: &Program, var: VarId) -> Option<u64> {
        self.memory.addresses.of(program, var, 0)
    }
    /// The constant address of a function.
    pub fn address_of_function(&self, function: FunctionId) -> u64 {
        self.memory.addresses.function(function)
    }
    /// The other constants of the address space: where heap, stack and unnamed memory begin.
    pub fn landmarks(&self) -> [u64; 4] {
        [
            self.memory.addresses.heap(),
            self.memory.addresses.stack(),
            self.memory.addresses.wild(),
            self.memory.addresses.last(),
        ]
    }
    /// Where the frames of recursive functions begin, and how far those of one depth are from the next: constants of
    /// formulas when frames are relative.
    pub fn frame_constants(&self) -> Option<[u64; 2]> {
        self.memory.relative.then(|| [self.memory.addresses.base(), self.memory.addresses.stride()])
    }

    /// The cell that is this; `None` when the program has no such cell. Frames that are not at depth 0 are those of
    /// recursive functions, where frames are not relative.
    pub fn cell_that_is(&mut self, program: &Program, cell: Cell) -> Option<CellId> {
        match cell {
            Cell::Scalar { var, depth, .. }
                if !self.memory.regions.is_in_memory(var) && (depth == 0 || !self.memory.relative) =>
            {
                let cells = self.cells_of(program, var, depth);
                cells.into_iter().find(|id| self.cell(*id) == Some(cell))
            }
            Cell::Region { region, piece } => {
                let known = usize::try_from(piece).is_ok_and(|piece| piece < self.pieces(region).len());
                known.then(|| self.array(region, piece as usize).0)
            }
            Cell::HeapTop => Some(self.heap_top()),
            Cell::Watched(what) => self.memory.watches.then(|| self.watched(what)),
            Cell::FrameBase => self.memory.relative.then(|| self.frame_base()),
            Cell::Entry { of, function, depth: 0 } => Some(self.entry_cell(of, function, 0)),
            Cell::Scalar { .. } | Cell::Entry { .. } => None,
        }
    }
}
