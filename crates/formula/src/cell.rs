//! Cells: the state variables of formulas.

use crate::memory::RegionId;
use cairn_base::define_id;
use cairn_ir::VarId;

define_id!(
    /// A state variable of formulas, interned in an [`crate::Encoder`].
    pub CellId, "x"
);

/// What a state variable is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Cell {
    /// A scalar in a variable that no pointer reaches.
    Scalar {
        /// The variable.
        var: VarId,
        /// Frames below the variable's one when its function is recursive, else 0.
        depth: u32,
        /// First bit, from the start of the variable.
        first: u64,
        /// Bits: those of the scalar, or of the bit-field.
        bits: u32,
    },
    /// Memory: an array from addresses to values.
    Region {
        /// The region.
        region: RegionId,
        /// Which of the arrays of a region that is accessed in several ways.
        piece: u32,
    },
    /// The address behind all heap objects.
    HeapTop,
}
