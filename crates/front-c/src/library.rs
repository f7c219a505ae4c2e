//! The functions of the C library and gcc's builtins that Cairn knows, in one table: signature and meaning.
//!
//! A body in the program always wins. What a known function does is lowered at the call: to expressions, intrinsics,
//! inputs; string functions and the like are C in `prelude/`, compiled only when called. What writes memory in a way
//! that is not modelled is an Unsupported edge, not silence.

mod atomic;
mod bits;
mod float;
mod lowering;
mod memory;
mod output;
pub(crate) mod prelude;
mod signature;
mod special;
mod table;
mod variadic;

use cairn_base::FastMap;
use cairn_ir::{BinaryOp, UnaryOp};
use std::sync::LazyLock;

/// What a known function does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    /// Any value of its type: an input.
    Nondet,
    /// Ends the program.
    Halt,
    /// Called as a function whose body ends the program, so that a specification sees the call.
    Error,
    /// `__VERIFIER_assume`.
    Assume,
    /// `assert` as a function: calls `__assert_fail` when its argument is zero.
    Assert,
    Malloc,
    /// `calloc(n, size)`.
    Calloc,
    /// `kmalloc` and its kin: the first argument is the size; null is possible.
    KernelAlloc {
        /// All bytes are zero.
        zeroed: bool,
    },
    Realloc,
    Free,
    Alloca,
    /// `memcpy(to, from, n)`: the result is `to`.
    MemCopy,
    /// `memset(to, byte, n)`: the result is `to`.
    MemSet,
    /// `bzero(to, n)`.
    MemZero,
    /// `posix_memalign(&p, align, size)`.
    MemAlign,
    /// `aligned_alloc(align, size)`.
    AlignedAlloc,
    /// An operation of [`UnaryOp`] on the argument.
    Unary(UnaryOp),
    /// An operation of [`BinaryOp`] on both arguments.
    Binary(BinaryOp),
    /// Rounds by the operation, then converts to the result's type.
    RoundTo(UnaryOp),
    /// `isinf` of the C library: the sign.
    InfSign,
    /// 1 when one of the arguments is NaN.
    Unordered,
    /// 1 when the arguments are unequal and none is NaN (`islessgreater`).
    LessGreater,
    /// Infinity.
    Infinity,
    /// A quiet NaN.
    Nan,
    /// A value that is not computed: any one.
    AnyValue,
    /// Output and the like: no effect that the program sees; any result.
    NoEffect,
    /// Nothing; the result is the first argument.
    First,
    /// Nothing; no result.
    Nothing,
    /// The constant.
    Number(i32),
    /// `__builtin_object_size`.
    ObjectSize,
    /// Writes through its pointer arguments from this position on: input functions.
    Scan(usize),
    /// Writes the object that this argument points to.
    Fills(usize),
    /// Byte order.
    ByteSwap,
    CountLeading,
    CountTrailing,
    PopCount,
    Parity,
    FindFirst,
    /// `__sync_*` and `__atomic_*`, whose types depend on the arguments.
    Atomic(Atomic),
    /// Checked arithmetic, true for the variants without a place for the result.
    Overflow(BinaryOp, bool),
    /// Handled where the syntax of the arguments is at hand.
    Special(Special),
    /// C in the prelude.
    Prelude,
    /// Not modelled, and not harmless.
    Unsupported,
}

/// Calls whose arguments are not simply evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Special {
    Expect,
    ConstantP,
    VaStart,
    VaEnd,
    VaCopy,
    ClassifyType,
    Fpclassify,
}

/// Atomic operations; sequential, there is one thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Atomic {
    /// The old value is the result, or the new one.
    Fetch(Change, bool),
    CompareSwapBool,
    CompareSwapValue,
    /// `__sync_lock_test_and_set`, `__atomic_exchange_n`.
    Exchange,
    /// `__sync_lock_release`.
    Release,
    LoadN,
    StoreN,
    Load,
    Store,
    ExchangeInto,
    /// `__atomic_compare_exchange_n` (true) and without `_n`.
    CompareExchange(bool),
    TestAndSet,
    Clear,
}

/// How an atomic operation changes its object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    Add,
    Sub,
    Or,
    And,
    Xor,
    Nand,
}

/// A known function: its type, in the letters of [`signature`], and what it does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub signature: &'static str,
    pub action: Action,
}

impl Known {
    pub fn is_prelude(&self) -> bool {
        self.action == Action::Prelude
    }
}

static TABLE: LazyLock<FastMap<&'static str, Known>> = LazyLock::new(|| {
    let mut map = FastMap::default();
    for (names, signature, action) in table::FUNCTIONS {
        for name in names.split(' ') {
            map.insert(name, Known { signature, action: *action });
        }
    }
    map
});

/// What is known of a function of this name. `__builtin_f` and `__f` are `f` where `f` is known.
pub(crate) fn lookup(name: &str) -> Option<Known> {
    if let Some(known) = TABLE.get(name) {
        return Some(*known);
    }
    if let Some(of) = name.strip_prefix("__VERIFIER_nondet_") {
        return Some(Known { signature: signature::of_nondet(of), action: Action::Nondet });
    }
    let plain = name.strip_prefix("__builtin_")?;
    TABLE.get(plain).copied().or_else(|| float_variant(plain)).filter(|known| known.action != Action::Error)
}

fn float_variant(_name: &str) -> Option<Known> {
    None
}

/// True when a call writes nothing that an expression beside it could read.
pub(crate) fn is_harmless(name: &str) -> bool {
    matches!(
        lookup(name).map(|known| known.action),
        Some(
            Action::Nondet
                | Action::Malloc
                | Action::Calloc
                | Action::Alloca
                | Action::AlignedAlloc
                | Action::Unary(_)
                | Action::Binary(_)
                | Action::RoundTo(_)
                | Action::InfSign
                | Action::Unordered
                | Action::LessGreater
                | Action::Infinity
                | Action::Nan
                | Action::AnyValue
                | Action::NoEffect
                | Action::First
                | Action::Nothing
                | Action::Number(_)
                | Action::ObjectSize
                | Action::ByteSwap
                | Action::CountLeading
                | Action::CountTrailing
                | Action::PopCount
                | Action::Parity
                | Action::FindFirst
                | Action::Special(Special::Expect | Special::ConstantP | Special::ClassifyType | Special::Fpclassify)
        )
    )
}

/// True when a call is a constant expression for gcc when its arguments are constants.
pub(crate) fn folds(name: &str) -> bool {
    matches!(
        lookup(name).map(|known| known.action),
        Some(
            Action::Unary(_)
                | Action::Binary(_)
                | Action::Infinity
                | Action::Nan
                | Action::Number(_)
                | Action::First
                | Action::ObjectSize
                | Action::ByteSwap
                | Action::CountLeading
                | Action::CountTrailing
                | Action::PopCount
                | Action::Parity
                | Action::FindFirst
                | Action::Special(Special::Expect | Special::ConstantP | Special::ClassifyType)
        )
    )
}
