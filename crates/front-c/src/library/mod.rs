//! The functions of the C library and gcc's builtins that Cairn knows, in one table: signature and meaning.
//!
//! A body in the program always wins. What a known function does is lowered at the call: to expressions, intrinsics,
//! inputs; string functions and the like are C in `prelude/`, compiled only when called. What writes memory in a way
//! that is not modelled is an Unsupported edge, not silence.

mod access_query;
mod allocation;
mod atomic;
mod bits;
pub(crate) mod call;
mod callback;
mod effect;
mod environment;
mod float;
mod format;
mod formatted;
mod hosted;
mod kept_memory;
pub(crate) mod library_state;
mod lowering;
mod mapping;
mod memory;
mod object_size;
mod plain_functions;
pub(crate) mod prelude;
mod prelude_functions;
mod print;
mod quantified;
mod reads;
mod requirement;
mod scan;
mod signals;
mod signature;
mod special_arguments;
mod system_answers;
mod table;
mod threads;
mod variadic;
mod written_parameters;

pub(crate) use atomic::Change;
use cairn_base::FastMap;
use cairn_ir::thread_mark::ThreadMark;
use cairn_ir::{BinaryOp, UnaryOp};
pub(crate) use effect::{Answer, Effect};
use std::sync::LazyLock;
pub use system_answers::{Answered, answered};
pub(crate) use threads::starts_threads;
pub(crate) use written_parameters::{Amount, Write};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    /// Any value of its type: an input.
    Nondet,
    /// Ends the program at once.
    Halt,
    /// Ends the program after the functions that were registered for it have run: `exit`, or `quick_exit`.
    Exit {
        /// Those of `at_quick_exit`.
        quick: bool,
    },
    /// `__errno_location`.
    ErrnoLocation,
    /// Sets `errno`. The prelude's own.
    SetErrno,
    /// Whether it is asked if threads wait for ever. The prelude's own.
    PreludeAsksDeadlock,
    /// Any value, on which a verdict FALSE may rest or not. The prelude's own.
    PreludeAny {
        /// The value is determined by the arguments, only not computed.
        determined: bool,
    },
    /// So many bytes of any value. The prelude's own.
    PreludeFill,
    /// Which calls back are made from here on is not specified. The prelude's own.
    PreludeUnspecified,
    /// Memory that is allocated next is the library's, and not for the program to free. The prelude's own.
    PreludeKeepsMemory,
    /// Not modelled, for a reason. The prelude's own.
    PreludeUnsupported,
    /// Whether two areas share a byte ([`cairn_ir::Intrinsic::Overlaps`]). The prelude's own.
    PreludeOverlaps,
    /// So many bytes at a pointer are accessed by what follows, which is asked once, here ([`cairn_ir::Op::mark_access`]). The prelude's own.
    PreludeAccess {
        writes: bool,
    },
    /// Whether so many bytes may be written at a pointer, where that is asked at all. The prelude's own.
    PreludeFits,
    /// Opens the frame of a function with a clause `assigns` ([`cairn_ir::external::AssignsFrame`]). The prelude's own.
    FrameEnter,
    FrameLeave,
    /// Names what it allows. The prelude's own.
    FrameTarget,
    /// The caller has asked of what is accessed at a pointer. The prelude's own.
    PreludeAsked,
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
    /// A new object that begins at a page.
    PageAlloc,
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
    Infinity,
    Nan,
    /// Memory written with what is not known, and a result in its range.
    Effect(Effect),
    Print(Print),
    Scan(Scan),
    /// `signal`: sets a handler of a signal, which may run at any time from there on.
    Handler {
        /// The signal is handled once only, and not blocked meanwhile.
        once: bool,
    },
    /// `sigaction`: the same, of a handler in memory.
    HandlerInMemory,
    /// Signals do not come, or come later: any number from -1 on.
    BlocksSignals,
    /// Modelled only when this argument is null or zero; a result of -1 or 0 then.
    OnlyZero(usize),
    /// Modelled only where no argument beyond the named ones is a pointer (`fcntl`): any result then.
    OnlyNumbers,
    ThreadStart,
    /// Waits for the end of a thread.
    ThreadJoin,
    /// `mmap`.
    Map,
    /// Marks something of threads. The prelude's own.
    ThreadMark(ThreadMark),
    /// `munmap`.
    Unmap,
    /// `fesetround`.
    RoundingMode,
    /// Nothing; the result is the first argument.
    First,
    Nothing,
    Number(i32),
    /// `__builtin_object_size`.
    ObjectSize,
    /// Byte order.
    ByteSwap,
    /// Order of bits: `__builtin_bitreverse32` of clang.
    BitReverse,
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
    Prelude,
    /// Not modelled, and not harmless.
    Unsupported,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sink {
    /// A stream, a file, the console: where the program does not see it.
    Outside,
    /// Memory at this argument, without a limit.
    Memory(usize),
    /// Memory at this argument, as many bytes as that argument says.
    Limited(usize, usize),
    /// A new object whose address goes where this argument points.
    Allocated(usize),
}

/// A function of the `printf` family: the position of its format; the arguments follow it, or a `va_list`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Print {
    pub sink: Sink,
    pub format: usize,
    pub list: bool,
    /// The format is of wide characters.
    pub wide: bool,
}

/// A function of the `scanf` family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Scan {
    pub format: usize,
    pub list: bool,
    pub wide: bool,
    /// It reads a string, so that what it finds is determined.
    pub determined: bool,
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
    /// Whether so many bytes at a pointer may be accessed, as an expression.
    MayAccess {
        writes: bool,
        /// Where the program goes on depends on the answer; else it fails where the answer is no.
        decides: bool,
    },
    /// A quantifier where none is supported.
    Quantifier,
    /// A bound of a quantifier's range as a whole number: of the cell, the bound.
    Bound {
        /// The lower one.
        lower: bool,
    },
    /// Refuses a cell of a quantifier that is no integer.
    IsWhole,
    /// Whether so many bytes at two pointers, which may be accessed, share none.
    Separated,
}

/// Atomic operations: sequential, one step for other threads.
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

/// A known function: its type and what it requires, in the letters of [`signature`] and the marks of [`requirement`], and
/// what it does.
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
    for (names, signature, action) in table::HEADERS.iter().copied().flatten() {
        for name in names.split_ascii_whitespace() {
            map.insert(name, Known { signature, action: *action });
        }
    }
    map
});

/// Whether a function is one of wide characters, whose meaning here is that of a signed `wchar_t` of 32 bits.
pub(crate) fn is_wide(name: &str) -> bool {
    table::wide::ROWS.iter().any(|(names, ..)| names.split_ascii_whitespace().any(|known| known == name))
}

/// The beginning of the prelude's own names. They are reserved (C17 7.1.3), and a program that has one is refused.
pub(crate) const OWN: &str = "__cairn_";

/// Functions of streams `f` that have a twin `f_unlocked`, which is the same to a single thread. Of any other name, the
/// suffix is the program's own.
const STREAMS: &[&str] = &[
    "clearerr", "feof", "ferror", "fflush", "fgetc", "fgets", "fgetwc", "fgetws", "fileno", "fputc", "fputs", "fputwc",
    "fputws", "fread", "fwrite", "getc", "getchar", "getwc", "getwchar", "putc", "putchar", "putwc", "putwchar",
];

/// Where the meaning of a library function rests on the types that pointers are declared with, which not every language
/// has: the arguments that point to what is written, and the result, that points to a new object.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Typed {
    /// Positions of arguments.
    pub arguments: Vec<usize>,
    /// Whether the result is one.
    pub result: bool,
}

/// Dependence of a library function on the types of pointers.
pub fn typed(name: &str) -> Typed {
    let Some(Action::Effect(effect)) = lookup(name).map(|known| known.action) else { return Typed::default() };
    let by_type = |write: &&Write| matches!(write.amount, Amount::Pointee | Amount::Opaque | Amount::Time(_));
    Typed {
        arguments: effect.writes.iter().filter(by_type).map(|write| write.to).collect(),
        result: matches!(effect.answer, Answer::Object | Answer::Shared),
    }
}

/// The function that this name is another name of: `__isoc99_f` and `__isoc23_f`, which the C library's headers redirect
/// `f` to, and `f_unlocked`. Names that differ from `f` in more (`__f_chk`, `f64`) are in the table.
fn other_name_of(name: &str) -> Option<&str> {
    let of = name.strip_prefix("__isoc99_").or_else(|| name.strip_prefix("__isoc23_"));
    of.or_else(|| name.strip_suffix("_unlocked").filter(|of| STREAMS.contains(of)))
}

/// Whether the table has a row for a function of this name.
pub fn is_library_function(name: &str) -> bool {
    lookup(name).is_some()
}

/// Known function of this name. `__builtin_f` is `f`, or `__f`.
pub(crate) fn lookup(name: &str) -> Option<Known> {
    if let Some(known) = TABLE.get(name) {
        return Some(*known);
    }
    if let Some(of) = name.strip_prefix("__VERIFIER_nondet_") {
        return Some(Known { signature: signature::of_nondet(of), action: Action::Nondet });
    }
    if name.starts_with(OWN) {
        return Some(Known { signature: "", action: Action::Prelude });
    }
    let same = |of: &str| TABLE.get(of).copied().filter(|known| known.action != Action::Error);
    if let Some(plain) = name.strip_prefix("__builtin_") {
        return same(plain).or_else(|| same(&format!("__{plain}")));
    }
    // Of a function in the prelude there is one body, under its own name; `__builtin_` is looked through there.
    other_name_of(name).and_then(same)
}

/// The name under which the prelude has a function that is called by this one.
pub(crate) fn prelude_name(name: &str) -> &str {
    if TABLE.contains_key(name) || name.starts_with(OWN) {
        return name;
    }
    name.strip_prefix("__builtin_").or_else(|| other_name_of(name)).unwrap_or(name)
}

/// True when a call writes nothing that an expression beside it could read.
pub(crate) fn is_harmless(name: &str) -> bool {
    let action = lookup(name).map(|known| known.action);
    if let Some(Action::Effect(effect)) = action {
        return effect.writes.is_empty() && !effect.errno;
    }
    matches!(
        action,
        Some(
            Action::Nondet
                | Action::Malloc
                | Action::Calloc
                | Action::Alloca
                | Action::AlignedAlloc
                | Action::PageAlloc
                | Action::Unary(_)
                | Action::Binary(_)
                | Action::RoundTo(_)
                | Action::InfSign
                | Action::Unordered
                | Action::LessGreater
                | Action::Infinity
                | Action::Nan
                | Action::First
                | Action::Nothing
                | Action::Number(_)
                | Action::ObjectSize
                | Action::ByteSwap
                | Action::BitReverse
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
                | Action::BitReverse
                | Action::CountLeading
                | Action::CountTrailing
                | Action::PopCount
                | Action::Parity
                | Action::FindFirst
                | Action::Special(Special::Expect | Special::ConstantP | Special::ClassifyType)
        )
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_of_the_headers_has_a_row() {
        let text = include_str!("../../tests/library/headers.txt");
        let mut count = 0;
        let mut missing = Vec::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (header, names) = line.split_once(':').unwrap();
            for name in names.split_ascii_whitespace() {
                count += 1;
                if lookup(name).is_none() {
                    missing.push(format!("{header}: {name}"));
                }
            }
        }
        assert!(count > 600, "only {count} names");
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn no_name_has_two_rows() {
        let mut seen = cairn_base::FastSet::default();
        let names = table::HEADERS.iter().copied().flatten().flat_map(|(names, ..)| names.split_ascii_whitespace());
        let twice: Vec<_> = names.filter(|name| !seen.insert(*name)).collect();
        assert!(twice.is_empty(), "{twice:?}");
    }

    #[test]
    fn what_is_c_in_the_prelude_is_there() {
        let has = |name: &str| {
            let defines = |line: &str| {
                let call = format!("{name}(");
                !line.starts_with(' ')
                    && line.ends_with('{') | line.ends_with('}') | line.ends_with(',')
                    && line.find(&call).is_some_and(|at| matches!(line.as_bytes()[..at].last(), Some(b' ' | b'*')))
            };
            prelude::TEXTS.iter().any(|(_, text)| text.lines().any(defines))
        };
        let rows = table::HEADERS.iter().copied().flatten().filter(|row| row.2 == Action::Prelude);
        let names = rows.flat_map(|(names, ..)| names.split_ascii_whitespace());
        let missing: Vec<_> = names.filter(|name| !has(name)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
