//! Values of cells: numbers, and pointers to the objects of a graph.
//!
//! Invariant: [`ShapeValue::Unknown`] is any value, that of a pointer to an object of the graph included. So to replace a
//! value by it is always an over-approximation.

use cairn_ir::types::Scalar;
use cairn_ir::{FunctionId, Value, VarId};

/// The name of an object: a variable, or a number for what was allocated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GraphObject {
    /// A variable with static storage.
    Static(VarId),
    /// A variable of the frame at this depth.
    Local(u32, VarId),
    /// Allocated memory; also a list segment, which is made of it.
    Allocated(u32),
}

impl GraphObject {
    /// The variable that it is.
    pub fn var(self) -> Option<VarId> {
        match self {
            GraphObject::Static(var) | GraphObject::Local(_, var) => Some(var),
            GraphObject::Allocated(_) => None,
        }
    }
}

/// Which node of a list segment a pointer goes to. A region has a first node only.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SegmentEnd {
    /// The first node; where the segment is empty, what follows it.
    First,
    /// The last node of a doubly linked segment; where it is empty, what precedes it.
    Last,
    /// The node itself that holds the pointer: only in the cells of a segment.
    Own,
}

/// An address in an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GraphPointer {
    /// The object.
    pub object: GraphObject,
    /// Bytes from the start of the object, or of the node.
    pub offset: i64,
    /// Which node.
    pub end: SegmentEnd,
}

/// Abstract value of a scalar.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ShapeValue {
    /// Any value.
    Unknown,
    /// These bits.
    Bits(u128),
    /// The address of a function.
    Function(FunctionId),
    /// An address.
    Pointer(GraphPointer),
}

impl ShapeValue {
    /// The address of a byte of a region.
    pub fn to(object: GraphObject, offset: i64) -> Self {
        ShapeValue::Pointer(GraphPointer { object, offset, end: SegmentEnd::First })
    }
    /// The pointer, if it is one.
    pub fn pointer(self) -> Option<GraphPointer> {
        match self {
            ShapeValue::Pointer(pointer) => Some(pointer),
            _ => None,
        }
    }
    /// A pointer so many bytes further.
    pub fn moved(self, by: i64, pointer: Scalar) -> Self {
        match self {
            value if by == 0 => value,
            ShapeValue::Pointer(at) => match at.offset.checked_add(by) {
                Some(offset) => ShapeValue::Pointer(GraphPointer { offset, ..at }),
                None => ShapeValue::Unknown,
            },
            ShapeValue::Bits(bits) => {
                ShapeValue::Bits(Value::from_i128((bits as i128).wrapping_add(i128::from(by)), pointer.bits()).0)
            }
            _ => ShapeValue::Unknown,
        }
    }
    /// Join of both.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        if self == other { self } else { ShapeValue::Unknown }
    }
}
