//! The operations on the edges of a control-flow automaton. All side effects of a program are here.

use crate::expr::{ExprId, PlaceId};
use crate::ids::{FunctionId, VarId};
use cairn_base::define_id;

define_id!(
    /// A call in the text of the program.
    pub CallSiteId, "call"
);

/// Operation on an edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Op {
    /// Nothing.
    Skip,
    /// Nothing, but a label of the source is passed. Specifications look at it (`ERROR:`).
    Label(String),
    /// The lifetime of a variable begins: a new object, all bits zero when `zeroed`, the bytes of
    /// [`crate::Variable::data`] where it has them, indeterminate otherwise. An object of the same variable in the same
    /// frame that existed before is gone.
    Declare {
        /// The variable.
        var: VarId,
        /// Static storage without initialiser, or an initialised aggregate whose nonzero parts are assigned next.
        zeroed: bool,
    },
    /// The lifetime of a local variable ends.
    EndScope(VarId),
    /// Goes on only when `cond` (a scalar) is nonzero, or zero when `truth` is false. Two edges with the same condition
    /// and both truths leave a node that branches; a lone one is an assumption (`__VERIFIER_assume`).
    Assume {
        /// The condition.
        cond: ExprId,
        /// Which way.
        truth: bool,
    },
    /// Writes a value: a scalar, or a whole record or array (`value` is then a Load of the same type).
    Assign {
        /// Where.
        place: PlaceId,
        /// What.
        value: ExprId,
    },
    /// Writes any value of the place's type: an input of the program. `_Bool` takes 0 or 1.
    Havoc {
        /// Where; any type.
        place: PlaceId,
        /// Who says so.
        source: NondetSource,
    },
    /// Calls a function that has a body. The automaton's edge leads to where the callee returns to; engines replace it
    /// by entering the callee and leaving it.
    Call(CallSiteId),
    /// Calls through a pointer. Only before [`crate::Program`] is resolved; never seen by an analysis.
    CallPointer {
        /// The call; its `callee` is not yet known.
        site: CallSiteId,
        /// The pointer.
        pointer: ExprId,
    },
    /// A primitive of the memory model or of the C library.
    Intrinsic {
        /// Which.
        which: Intrinsic,
        /// Its arguments, as [`Intrinsic`] says.
        args: Vec<ExprId>,
        /// Where the result goes, for those that have one.
        result: Option<PlaceId>,
    },
    /// The program ends here in an orderly way (`exit`, `abort`, end of `main`): no successor.
    Halt,
    /// Something that Cairn does not model. An analysis that gets here cannot say TRUE for the paths beyond, and stops
    /// there; the text says what, as a noun phrase ("inline assembler with a memory operand").
    Unsupported(String),
}

/// Subject of [`NondetSource::Layout`].
pub const LAYOUT: &str = "where objects are in memory";

/// Where a nondeterministic value comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NondetSource {
    /// `__VERIFIER_nondet_*`, by the function's name.
    Verifier(String),
    /// A function without a body.
    Undefined(String),
    /// A library function whose result is determined by its arguments, but which Cairn does not model (`sin`): any value
    /// over-approximates it, and an execution that takes one shows nothing.
    Unmodelled(String),
    /// What the place holds already depends on where objects are in memory, which the program does not fix: any value
    /// over-approximates it. The interpreter leaves what it holds; no input is asked for.
    Layout,
    /// Anything else, by what it is (`argc`, an object that the environment changes).
    Other(String),
    /// A volatile read through a pointer that may point to what the environment owns. The expression is the
    /// [`crate::ExprKind::Load`]: its value where it is of an object of the program, any value otherwise.
    Volatile(crate::ExprId),
}

/// A call in the text of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallSite {
    /// The function called, once known.
    pub callee: Option<FunctionId>,
    /// The arguments, converted to the parameters' types, one for each. Before `cairn_transform::variadic` has run there may be
    /// more, which are promoted.
    pub args: Vec<ExprId>,
    /// The variable of the caller that takes the result: assigned after the callee's frame is gone.
    pub result: Option<VarId>,
}

/// A primitive: what it means. What there is to know of each in general is in its row ([`crate::primitive`]). Sizes are
/// `size_t` expressions in bytes; pointers are of any pointer type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Intrinsic {
    /// `(size)` or `(size, alignment)`: a new heap object of indeterminate content; the result is its address, never null.
    /// The alignment is a constant; without it, it is that of every C type.
    Malloc,
    /// `(size)`: a new heap object of zeros.
    Calloc,
    /// `(pointer, size)`: as C's `realloc`: a new object with the old one's bytes, the old one freed.
    Realloc,
    /// `(pointer)`: ends the lifetime of a heap object; nothing for null.
    Free,
    /// `(size)`: a new object of indeterminate content that lives until the function returns.
    Alloca,
    /// `(pointer)`: ends the lifetime of an object of [`Intrinsic::Alloca`] whose scope is left: an array of variable length.
    EndArray,
    /// `(to, from, size)`: copies bytes as if by way of a temporary (`memcpy`, `memmove`).
    MemCopy,
    /// `(to, byte as int, size)`: sets bytes.
    MemSet,
    /// `(pointer, …)`: all bytes of the objects that the pointers point into (or to the end of) take any value, and so do
    /// those of the objects whose addresses are found in these, and so on. Read-only objects, and those defined `const`
    /// ([`crate::Outside::constants`]), keep theirs; what they point to does not. Null and other numbers point to nothing.
    Clobber,
    /// `(pointer, …)`: nothing. But the objects that the pointers point into are exposed from then on, with those whose
    /// addresses are found there ([`crate::external_pointers`]).
    Escape,
    /// `(pointer)`: nothing. But an execution goes on only where the pointer goes to memory that the program does not
    /// otherwise name: there is the function that is called, and nowhere else.
    ExternalCallee,
    /// `(from, to, size, how)`: whether so many bytes at `to`, an address computed from `from`, may be accessed: see
    /// [`crate::behaviour::Access`] for the `int` that results. `how` is a constant: [`crate::behaviour::How`].
    Access,
    /// `(pointer)`: whether `free` may be called with it: as [`Intrinsic::Access`], an `int`.
    Freeable,
    /// `()`: an `int`, 1 when an object from `malloc` or its kin was not freed yet, else 0.
    Unfreed,
    /// `(a, b, size of a, size of b)`: an `int`, 1 when so many bytes at the one address and so many at the other share a byte, else 0.
    /// All of them may be accessed: then the answer does not depend on where objects are.
    Overlaps,
}

/// Prefix of the label of a call: no label of a program has a blank in it.
const CALL_MARK: &str = "call ";

impl Op {
    /// True for operations without a successor.
    pub fn ends_path(&self) -> bool {
        matches!(self, Op::Halt | Op::Unsupported(_))
    }
    /// The passing of a call that a specification may look for and that is nowhere else in the automata: of a function
    /// without a body, of a library function that is lowered to something else.
    pub fn mark_call(function: &str) -> Op {
        Op::Label(format!("{CALL_MARK}{function}"))
    }
    /// The function whose call is passed.
    pub fn marked_call(&self) -> Option<&str> {
        match self {
            Op::Label(label) => label.strip_prefix(CALL_MARK),
            _ => None,
        }
    }
}
