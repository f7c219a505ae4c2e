//! Cells: the state variables of formulas.

use cairn_base::define_id;
use cairn_ir::interval::Interval;
use cairn_ir::types::Scalar;
use cairn_ir::{FunctionId, Program, VarId};
use cairn_pointer_analysis::RegionId;
use cairn_term::TermId;

define_id!(
    /// A state variable of formulas, interned in an [`crate::Encoder`].
    pub CellId, "x"
);

/// A state variable.
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
    /// Of the object on the heap that is watched: see [`crate::access_query`].
    Watched(Watched),
    /// Where the frames of recursive functions begin at the depth of the function at work, when frames are relative.
    FrameBase,
    /// Value of a cell when a function was entered, as long as the function runs: see [`crate::Encoder::remembered`].
    Entry {
        /// The cell, as the function sees it from a frame at depth 0.
        of: CellId,
        /// The function.
        function: FunctionId,
        /// Frames below the function's one when it is recursive, else 0.
        depth: u32,
    },
}

/// State of the object that is watched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Watched {
    /// Its address.
    Start,
    /// The address behind it.
    End,
    /// 0 when none is watched, 1 while it lives, 2 once it was freed, 3 for one that `free` must not have.
    Life,
}

impl Watched {
    /// All of it.
    pub const ALL: [Watched; 3] = [Watched::Start, Watched::End, Watched::Life];
    /// A name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Watched::Start => "watched start",
            Watched::End => "watched end",
            Watched::Life => "watched life",
        }
    }
}

/// The values of [`Watched::Life`].
#[derive(Clone, Copy)]
pub(crate) enum Life {
    None,
    Lives,
    Freed,
    InFrame,
}

/// Shape of a value in a cell or an array: a scalar, of which a bit-field holds fewer bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Shape {
    /// The scalar.
    pub(crate) of: Scalar,
    /// Its bits, or those of the bit-field.
    pub(crate) bits: u32,
}

impl Shape {
    /// All values of it as an integer; of a pointer those of 64 bits.
    pub(crate) fn range(self) -> Interval {
        let bits = self.bits.min(64);
        let of = if self.of == Scalar::Bool { self.of } else { Scalar::Int { bits, signed: self.of.is_signed() } };
        Interval::of_type(of).expect("an integer of at most 64 bits has a range")
    }
    pub(crate) fn whole(of: Scalar) -> Self {
        Shape { of, bits: of.bits() }
    }
    /// True for numbers with negative values.
    pub(crate) fn is_signed(self) -> bool {
        self.of.is_signed()
    }
    pub(crate) fn is_float(self) -> bool {
        matches!(self.of, Scalar::Float(_))
    }
}

/// A cell with what belongs to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CellInfo {
    /// The symbol of its value at the start of the block.
    pub(crate) plain: TermId,
    /// Its shape; `None` for an array.
    pub(crate) shape: Option<Shape>,
}

impl Cell {
    /// A name for people.
    pub fn name(self, program: &Program) -> String {
        match self {
            Cell::Scalar { var, depth, first, bits } => {
                let variable = &program.vars[var];
                let mut name = match variable.function {
                    Some(function) => format!("{}::{}", program.functions[function].name, variable.name),
                    None => variable.name.clone(),
                };
                if program.types.scalar(variable.ty).is_none() {
                    name += &format!(".{first}+{bits}");
                }
                if depth > 0 {
                    name += &format!("@{depth}");
                }
                name
            }
            Cell::Region { region, piece: 0 } => format!("memory {region}"),
            Cell::Region { region, piece } => format!("memory {region}.{piece}"),
            Cell::HeapTop => "heap top".to_owned(),
            Cell::Watched(what) => what.name().to_owned(),
            Cell::FrameBase => "frame base".to_owned(),
            Cell::Entry { of, function, depth } => {
                let mut name = format!("{of} at entry of {}", program.functions[function].name);
                if depth > 0 {
                    name += &format!("@{depth}");
                }
                name
            }
        }
    }
}
