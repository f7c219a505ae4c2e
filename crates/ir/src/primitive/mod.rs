//! The primitives of the memory model: its name, its code, its arguments, its result, and what it does to memory.
//! One row for each; whoever asks about primitives in general reads the row, and so has a new one.
//!
//! A row speaks of arguments by index. What must hold before a primitive is executed follows from what it does: bytes that
//! are read or written may be accessed, and what is freed may be freed. So does which pointers are followed: those through
//! which something is read, written or freed.
//!
//! Invariants: names and codes are unique, a code never changes its meaning, and each index is one of the row's arguments,
//! of a role that fits. A row does not say what values are computed: that is the interpreter's and the executor's
//! (`cairn_semantics`), and a row that said it would be a third engine.

use crate::effects::AllocationKind;
use crate::op::Intrinsic;

/// Role of an argument of a primitive. The role fixes its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArgumentRole {
    /// An address: of any pointer type.
    Pointer,
    /// A number of bytes: a `size_t`.
    Size,
    /// A number of bytes that an address is a multiple of: a constant `size_t`.
    Alignment,
    /// A byte as an `int`.
    Byte,
    /// How an access is meant ([`crate::behaviour::How`]): a constant `int`.
    How,
}

/// How many arguments a primitive takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arity {
    /// One for each role.
    Fixed,
    /// One for each role; the last may be left out.
    LastIsOptional,
    /// Any number, all of the row's only role. What the row says of argument 0 is so of each.
    Any,
}

/// Result of a primitive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PrimitiveResult {
    /// Nothing: it has no place for a result.
    Nothing,
    /// The address of the object that it makes, never null.
    Address,
    /// An `int`: the answer to what it asks.
    Int,
}

/// An object that a primitive makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewObject {
    /// Where it is, and thereby how long it lives.
    pub kind: AllocationKind,
    /// The argument that has its size in bytes.
    pub size: usize,
    /// The argument that has its alignment in bytes, if the primitive has one: that of every C type where it is left out.
    pub alignment: Option<usize>,
    /// Whether its bytes are zero; otherwise they are indeterminate, or those of the object that is freed.
    pub zeroed: bool,
}

/// Bytes that a primitive writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrittenBytes {
    /// The argument that points to the first.
    pub to: usize,
    /// The argument that says how many.
    pub size: usize,
    /// Their source.
    pub source: ByteSource,
}

/// Where written bytes come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ByteSource {
    /// As many bytes from where this argument points to on, which are read.
    CopyOf(usize),
    /// This argument, again and again.
    Repeated(usize),
}

/// One thing that a primitive does; numbers are indices of arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PrimitiveAct {
    /// Makes an object, whose address is the result.
    Allocates(NewObject),
    /// Ends the lifetime of the object of that kind that the argument points to, unless it is null.
    Frees(usize, AllocationKind),
    /// Reads the object that the argument points to, as a whole.
    ReadsObject(usize),
    /// Writes bytes.
    Writes(WrittenBytes),
    /// Writes the whole objects that the argument points into, and all that is found from there on.
    WritesReachable(usize),
    /// The objects that the argument points into are known to code outside from then on.
    Exposes(usize),
    /// Execution goes on only where the argument leads to memory that the program does not otherwise name.
    LeadsOutside(usize),
    /// The answer depends on which objects there are, and on how large they are.
    AsksForLifetimes,
}

/// Properties of a primitive.
#[derive(Clone, Copy, Debug)]
pub struct Primitive {
    /// Its name where a program is printed.
    pub name: &'static str,
    /// Its number where states are stored. Never 0, never another's, not even that of one that is gone.
    pub code: u8,
    /// The roles of its arguments.
    pub arguments: &'static [ArgumentRole],
    /// How many of them there are.
    pub arity: Arity,
    /// Its result.
    pub result: PrimitiveResult,
    /// Its effects on memory, in the order in which it has them.
    pub acts: &'static [PrimitiveAct],
}

impl Primitive {
    /// Whether it can have so many arguments.
    pub const fn takes(&self, count: usize) -> bool {
        match self.arity {
            Arity::Fixed => count == self.arguments.len(),
            Arity::LastIsOptional => count == self.arguments.len() || count + 1 == self.arguments.len(),
            Arity::Any => true,
        }
    }
    /// The role of an argument.
    pub fn role(&self, argument: usize) -> Option<ArgumentRole> {
        self.arguments.get(self.row_index(argument)).copied()
    }
    /// How many arguments of these are each what the row calls its argument 0.
    pub const fn repetitions(&self, count: usize) -> usize {
        match self.arity {
            Arity::Fixed | Arity::LastIsOptional => 1,
            Arity::Any => count,
        }
    }
    /// Whether it reads, writes or frees what an argument points to.
    pub fn follows(&self, argument: usize) -> bool {
        let at = self.row_index(argument);
        self.acts.iter().any(|act| match *act {
            PrimitiveAct::Frees(of, _) | PrimitiveAct::ReadsObject(of) | PrimitiveAct::WritesReachable(of) => of == at,
            PrimitiveAct::Writes(WrittenBytes { to, source: ByteSource::CopyOf(from), .. }) => to == at || from == at,
            PrimitiveAct::Writes(WrittenBytes { to, source: ByteSource::Repeated(_), .. }) => to == at,
            PrimitiveAct::Allocates(_)
            | PrimitiveAct::Exposes(_)
            | PrimitiveAct::LeadsOutside(_)
            | PrimitiveAct::AsksForLifetimes => false,
        })
    }
    /// Whether it writes what an argument points to.
    pub fn writes_behind(&self, argument: usize) -> bool {
        let at = self.row_index(argument);
        self.written().is_some_and(|written| written.to == at) || self.acts.contains(&PrimitiveAct::WritesReachable(at))
    }
    /// The object that it makes.
    pub fn allocates(&self) -> Option<NewObject> {
        self.acts.iter().find_map(|act| match act {
            PrimitiveAct::Allocates(object) => Some(*object),
            _ => None,
        })
    }
    /// The argument that points to the object whose lifetime it ends.
    pub fn frees(&self) -> Option<usize> {
        self.acts.iter().find_map(|act| match act {
            PrimitiveAct::Frees(of, _) => Some(*of),
            _ => None,
        })
    }
    /// The argument that must point to an object on the heap, whose lifetime it ends.
    pub fn frees_heap(&self) -> Option<usize> {
        self.frees().filter(|of| self.acts.contains(&PrimitiveAct::Frees(*of, AllocationKind::Heap)))
    }
    /// The bytes that it writes, of those that an argument counts.
    pub fn written(&self) -> Option<WrittenBytes> {
        self.acts.iter().find_map(|act| match act {
            PrimitiveAct::Writes(written) => Some(*written),
            _ => None,
        })
    }
    /// Whether it concerns all that is found from its arguments on, object by object.
    pub fn reaches(&self) -> bool {
        self.acts.iter().any(|act| matches!(act, PrimitiveAct::WritesReachable(_) | PrimitiveAct::Exposes(_)))
    }
    /// Whether its answer depends on which objects there are.
    pub fn asks_for_lifetimes(&self) -> bool {
        self.acts.contains(&PrimitiveAct::AsksForLifetimes)
    }

    const fn row_index(&self, argument: usize) -> usize {
        match self.arity {
            Arity::Fixed | Arity::LastIsOptional => argument,
            Arity::Any => 0,
        }
    }
}

/// The rows as a function, which the compiler wants complete, and the list of all that have one.
macro_rules! rows {
    ($($which:ident => $row:expr;)*) => {
        impl Intrinsic {
            /// All primitives.
            pub const ALL: &'static [Intrinsic] = &[$(Intrinsic::$which),*];

            /// Properties of the primitive.
            pub const fn row(self) -> &'static Primitive {
                match self {
                    $(Intrinsic::$which => const { &$row },)*
                }
            }
        }
    };
}

impl Intrinsic {
    /// Whether it only asks about objects, and does nothing.
    pub fn only_asks(self) -> bool {
        self.row().result == PrimitiveResult::Int
    }
    /// The primitive of a code ([`Primitive::code`]).
    pub fn of_code(code: u8) -> Option<Intrinsic> {
        Self::ALL.iter().copied().find(|which| which.row().code == code)
    }
}

use ArgumentRole::{Alignment, Byte, How, Pointer, Size};
use PrimitiveAct::{Allocates, AsksForLifetimes, Exposes, Frees, LeadsOutside, ReadsObject, Writes, WritesReachable};

const fn object(kind: AllocationKind, size: usize) -> NewObject {
    NewObject { kind, size, alignment: None, zeroed: false }
}

rows! {
    Malloc => Primitive {
        name: "malloc",
        code: 1,
        arguments: &[Size, Alignment],
        arity: Arity::LastIsOptional,
        result: PrimitiveResult::Address,
        acts: &[Allocates(NewObject { alignment: Some(1), ..object(AllocationKind::Heap, 0) })],
    };
    Calloc => Primitive {
        name: "calloc",
        code: 2,
        arguments: &[Size],
        arity: Arity::Fixed,
        result: PrimitiveResult::Address,
        acts: &[Allocates(NewObject { zeroed: true, ..object(AllocationKind::Heap, 0) })],
    };
    Realloc => Primitive {
        name: "realloc",
        code: 3,
        arguments: &[Pointer, Size],
        arity: Arity::Fixed,
        result: PrimitiveResult::Address,
        acts: &[ReadsObject(0), Allocates(object(AllocationKind::Heap, 1)), Frees(0, AllocationKind::Heap)],
    };
    Free => Primitive {
        name: "free",
        code: 4,
        arguments: &[Pointer],
        arity: Arity::Fixed,
        result: PrimitiveResult::Nothing,
        acts: &[Frees(0, AllocationKind::Heap)],
    };
    Alloca => Primitive {
        name: "alloca",
        code: 5,
        arguments: &[Size],
        arity: Arity::Fixed,
        result: PrimitiveResult::Address,
        acts: &[Allocates(object(AllocationKind::Frame, 0))],
    };
    MemCopy => Primitive {
        name: "memmove",
        code: 6,
        arguments: &[Pointer, Pointer, Size],
        arity: Arity::Fixed,
        result: PrimitiveResult::Nothing,
        acts: &[Writes(WrittenBytes { to: 0, size: 2, source: ByteSource::CopyOf(1) })],
    };
    MemSet => Primitive {
        name: "memset",
        code: 7,
        arguments: &[Pointer, Byte, Size],
        arity: Arity::Fixed,
        result: PrimitiveResult::Nothing,
        acts: &[Writes(WrittenBytes { to: 0, size: 2, source: ByteSource::Repeated(1) })],
    };
    Clobber => Primitive {
        name: "clobber",
        code: 8,
        arguments: &[Pointer],
        arity: Arity::Any,
        result: PrimitiveResult::Nothing,
        acts: &[WritesReachable(0)],
    };
    Escape => Primitive {
        name: "escape",
        code: 9,
        arguments: &[Pointer],
        arity: Arity::Any,
        result: PrimitiveResult::Nothing,
        acts: &[Exposes(0)],
    };
    ExternalCallee => Primitive {
        name: "external-callee",
        code: 10,
        arguments: &[Pointer],
        arity: Arity::Fixed,
        result: PrimitiveResult::Nothing,
        acts: &[LeadsOutside(0)],
    };
    Access => Primitive {
        name: "access",
        code: 11,
        arguments: &[Pointer, Pointer, Size, How],
        arity: Arity::Fixed,
        result: PrimitiveResult::Int,
        acts: &[AsksForLifetimes],
    };
    Freeable => Primitive {
        name: "freeable",
        code: 12,
        arguments: &[Pointer],
        arity: Arity::Fixed,
        result: PrimitiveResult::Int,
        acts: &[AsksForLifetimes],
    };
    Unfreed => Primitive {
        name: "unfreed",
        code: 13,
        arguments: &[],
        arity: Arity::Fixed,
        result: PrimitiveResult::Int,
        acts: &[AsksForLifetimes],
    };
    EndArray => Primitive {
        name: "end-of-array",
        code: 15,
        arguments: &[Pointer],
        arity: Arity::Fixed,
        result: PrimitiveResult::Nothing,
        acts: &[Frees(0, AllocationKind::Frame)],
    };
    Overlaps => Primitive {
        name: "overlaps",
        code: 14,
        arguments: &[Pointer, Pointer, Size, Size],
        arity: Arity::Fixed,
        result: PrimitiveResult::Int,
        acts: &[],
    };
}

#[cfg(test)]
mod tests;
