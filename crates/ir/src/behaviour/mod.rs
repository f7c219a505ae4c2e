//! The kinds of undefined behaviour of C, as properties: the kinds of checks, and the labels that mark where one is violated
//! ([`Op::mark_check`]). The pass that puts them into a program is `cairn_transform::instrumentation`.
//!
//! So a check is two assumptions and a label, and every engine decides it without knowing of it: what an analysis does with
//! `assert`, it does with a check. The alternative, operations that know whether they are checked, would put a second way out
//! of an operation into each transfer relation.

mod access;

pub use access::{Access, How, NEAR};

use crate::expr::ExprId;
use crate::ids::NodeId;
use crate::op::{Intrinsic, Op};
use crate::program::{Function, Program};
use crate::step::Step;

/// How the names of files begin in which the library is modelled.
const LIBRARY: &str = "<prelude>/";

/// Whether a function is one of the library's models.
pub fn is_of_library(program: &Program, function: &Function) -> bool {
    program.sources.locate(function.span).is_some_and(|location| location.file.starts_with(LIBRARY))
}

/// Whether a program asks which objects live: one that does not does something undefined where that matters.
pub fn asks_what_lives(program: &Program) -> bool {
    program.edges.iter().any(|edge| matches!(edge.op, Op::Intrinsic { which, .. } if which.row().asks_for_lifetimes()))
}

/// Kind of check.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Check {
    /// A signed operation whose result does not fit its type: `+ - * / % <<` and unary `-` (C17 6.5p5).
    Overflow,
    /// Division or remainder by zero (6.5.5p5).
    Division,
    /// A shift by a negative amount or by the width or more, or of a negative value to the left (6.5.7p3, p4).
    Shift,
    /// A conversion of a floating value that does not fit the integer type (6.3.1.4p1).
    FloatConversion,
    /// `__builtin_clz` or `__builtin_ctz`, or one of their kin, of zero, for which gcc says nothing.
    Builtin,
    /// A read of a local whose address is not taken before anything was assigned to it (6.3.2.1p2).
    Uninitialised,
    /// A call of a function through a pointer to a type that is not compatible with the function's (6.5.2.2p9).
    CallType,
    /// A conversion of an integer to a signed type that its value does not fit (6.3.1.3p3): not undefined, but what comes of
    /// it is the compiler's choice.
    Conversion,
    /// A subscript outside of its array, whatever comes behind it in memory (6.5.6p8).
    ArrayIndex,
    /// The length of an array of variable length is not positive (6.7.6.2p5), or the array larger than an object can be.
    VlaLength,
    /// An access through a pointer that is not aligned for the type that it points to (6.3.2.3p7).
    Alignment,
    /// An access or a call through a null pointer (6.5.3.2p4).
    NullDereference,
    /// An access through a pointer that goes to no object, or outside of the one that it was made for, or to one whose
    /// lifetime is over (6.2.4p2, 6.5.6p8); a write to a string literal (6.4.5p7) or to an object that is defined `const`
    /// (6.7.3p6).
    ValidDeref,
    /// `free` or `realloc` of what is not the address of a living object that `malloc` or its kin gave (7.22.3.3p2).
    ValidFree,
    /// Memory that was not freed, and that nothing points to where `main` returns.
    ValidMemtrack,
    /// Memory that was not freed where `main` returns.
    ValidMemcleanup,
    /// An argument that a function of the library does not accept (7.1.4p1): copied memory that overlaps, a stream that was
    /// closed, a character that is no `unsigned char`, an argument of another type than its format's.
    Library,
    /// A stream that is open where the program ends.
    Resources,
    /// A pointer that is moved out of its object, further than just behind it, or from null (6.5.6p8).
    PointerArithmetic,
    /// The order or the distance of two pointers that are not in one object or just behind it (6.5.6p9, 6.5.8p5).
    PointerComparison,
    /// Two accesses of threads to the same memory, one of which writes and one of which is not atomic, and neither before the other
    /// (5.1.2.4p25). The pass puts it in that puts threads in a sequence.
    DataRace,
    /// Threads that wait for ever for each other, for a thread that has ended, or for nobody who goes on. The same pass puts it in.
    Deadlock,
    /// A write that the clause `assigns` of a function that is running does not name. It is a clause's, so no option asks for it, and
    /// it is asked wherever assertions are.
    Assigns,
}

impl Check {
    /// All of them.
    pub const ALL: [Check; 22] = [
        Check::Overflow,
        Check::Division,
        Check::Shift,
        Check::FloatConversion,
        Check::Builtin,
        Check::Uninitialised,
        Check::CallType,
        Check::Conversion,
        Check::ArrayIndex,
        Check::VlaLength,
        Check::Alignment,
        Check::NullDereference,
        Check::ValidDeref,
        Check::ValidFree,
        Check::ValidMemtrack,
        Check::ValidMemcleanup,
        Check::Library,
        Check::Resources,
        Check::PointerArithmetic,
        Check::PointerComparison,
        Check::DataRace,
        Check::Deadlock,
    ];

    /// Whether this is one of those that `all` means: what it looks for is undefined, and a machine or a sanitizer shows it.
    /// Addresses of a flat memory can be computed and compared wherever they go.
    pub fn is_in_all(self) -> bool {
        self.is_undefined() && !matches!(self, Check::PointerArithmetic | Check::PointerComparison | Check::DataRace)
    }

    /// Whether C leaves undefined what this looks for. Memory that is not freed and streams that stay open are waste, and what a conversion
    /// gives is said by every compiler.
    pub fn is_undefined(self) -> bool {
        use Check::{Assigns, Conversion, Deadlock, Resources, ValidMemcleanup, ValidMemtrack};
        !matches!(self, ValidMemtrack | ValidMemcleanup | Conversion | Resources | Deadlock | Assigns)
    }

    /// Its name for options and reports.
    pub fn word(self) -> &'static str {
        match self {
            Check::Overflow => "overflow",
            Check::Division => "division",
            Check::Shift => "shift",
            Check::FloatConversion => "float-conversion",
            Check::Builtin => "builtin",
            Check::Uninitialised => "uninitialised",
            Check::CallType => "call-type",
            Check::Conversion => "conversion",
            Check::ArrayIndex => "array-index",
            Check::VlaLength => "vla-length",
            Check::Alignment => "alignment",
            Check::NullDereference => "null-dereference",
            Check::ValidDeref => "valid-deref",
            Check::ValidFree => "valid-free",
            Check::ValidMemtrack => "valid-memtrack",
            Check::ValidMemcleanup => "valid-memcleanup",
            Check::Library => "library",
            Check::Resources => "resources",
            Check::PointerArithmetic => "pointer-arithmetic",
            Check::PointerComparison => "pointer-comparison",
            Check::DataRace => "data-race",
            Check::Deadlock => "deadlock",
            Check::Assigns => "assigns",
        }
    }

    /// The check of this name.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|check| check.word() == word)
    }

    /// Event where it is violated, as a noun phrase.
    pub fn violation(self) -> &'static str {
        match self {
            Check::Overflow => "signed integer overflow",
            Check::Division => "division by zero",
            Check::Shift => "shift by a negative amount or by the width or more, or of a negative value to the left",
            Check::FloatConversion => "conversion of a floating-point value to an integer type that it does not fit",
            Check::Builtin => {
                "count of the zeros before or behind the ones of zero, or a place that __builtin_unreachable marks"
            }
            Check::Uninitialised => "read of a variable that nothing was assigned to",
            Check::CallType => "call of a function through a pointer to another type",
            Check::Conversion => "conversion of an integer to a signed type that it does not fit",
            Check::ArrayIndex => "subscript outside of its array",
            Check::VlaLength => "array of variable length whose length is not positive, or that is too large",
            Check::Alignment => "access through a pointer that is not aligned for its type",
            Check::NullDereference => "access or call through a null pointer",
            Check::ValidDeref => {
                "access to no object, outside of one, after its lifetime, or a write to a string literal or a constant"
            }
            Check::ValidFree => "free of what is not the address of an allocated object, or was freed before",
            Check::ValidMemtrack => "memory that was not freed and that nothing points to any more",
            Check::ValidMemcleanup => "memory that was not freed",
            Check::Library => {
                "argument that a library function does not accept: an overlap, a closed stream, no character, or another \
                 type than the format's"
            }
            Check::Resources => "stream that is not closed where the program ends",
            Check::PointerArithmetic => "pointer that is moved out of its object",
            Check::PointerComparison => "order or distance of pointers that are not in one object",
            Check::DataRace => "data race: another thread is about to access the same memory",
            Check::Deadlock => "deadlock: this thread waits for ever, and so do those that it waits for",
            Check::Assigns => "write that the clause 'assigns' of a function that is running does not name",
        }
    }
}

/// Prefix of the label of a violated check: no label of a program has a blank in it.
const CHECK_MARK: &str = "check ";
/// The same where nobody can know.
const DOUBT_MARK: &str = "doubt ";

/// Doubt at a call through a pointer that equals no function of the program that may be meant: nothing is known of what comes.
pub const NO_CANDIDATE: &str = "a call through a pointer that matches no function";

impl Op {
    /// Where a check is violated.
    pub fn mark_check(check: Check) -> Op {
        Op::Label(format!("{CHECK_MARK}{}", check.word()))
    }
    /// Where it is not known whether a check is violated, or where a model of the library ends, and why, as a noun phrase. An execution that gets here is neither
    /// a violation nor free of one. It is a target all the same, so that one that gets here in the abstract only is refuted.
    pub fn mark_doubt(why: &str) -> Op {
        Op::Label(format!("{DOUBT_MARK}{why}"))
    }
    /// Why it is not known here whether a check is violated.
    pub fn marked_doubt(&self) -> Option<&str> {
        match self {
            Op::Label(label) => label.strip_prefix(DOUBT_MARK),
            _ => None,
        }
    }
    /// Where so many bytes at a pointer are accessed by what follows: asked of once, here, and not of each access through the
    /// variable that the pointer is read from. `how` is a constant ([`How`]); no bytes: somebody else has asked.
    ///
    /// A primitive whose answer goes nowhere, until the pass that puts checks in takes it away
    /// (`cairn_transform::instrumentation`).
    pub fn mark_access(pointer: ExprId, bytes: ExprId, how: ExprId) -> Op {
        Op::Intrinsic { which: Intrinsic::Access, args: vec![pointer, pointer, bytes, how], result: None }
    }
    /// The pointer, the number of bytes and how, where an access is marked.
    pub fn marked_access(&self) -> Option<(ExprId, ExprId, ExprId)> {
        match self {
            Op::Intrinsic { which: Intrinsic::Access, args, result: None } => match args[..] {
                [pointer, _, bytes, how] => Some((pointer, bytes, how)),
                _ => None,
            },
            _ => None,
        }
    }
    /// The check that is violated here.
    pub fn marked_check(&self) -> Option<Check> {
        match self {
            Op::Label(label) => {
                let word = label.strip_prefix(CHECK_MARK)?;
                Check::named(word).or((word == Check::Assigns.word()).then_some(Check::Assigns))
            }
            _ => None,
        }
    }
}

impl Op {
    /// Where a check is violated, or where it is not known whether one is.
    pub fn is_end_of_check(&self) -> bool {
        self.marked_check().is_some() || self.marked_doubt().is_some_and(|why| why != NO_CANDIDATE)
    }
}

/// Why it is not known whether a check is violated, where a step gets to such a place.
pub fn doubt(program: &Program, step: Step) -> Option<&str> {
    match step {
        Step::Edge(edge) => program.edges[edge].op.marked_doubt(),
        _ => None,
    }
}

/// True for a location that only decides whether a check is violated: there is no such branch in the program's text.
pub fn is_check(program: &Program, node: NodeId) -> bool {
    let is_violated = |to: NodeId| program.leaving(to).any(|(_, edge)| edge.op.is_end_of_check());
    // It may be asked only behind the branch, and then no way goes on.
    let is_asked = |to: NodeId| {
        program.leaving(to).any(|(_, edge)| {
            matches!(edge.op, Op::Intrinsic { which: Intrinsic::Access, .. })
                && program.leaving(edge.target).all(|(_, last)| is_violated(last.target))
        })
    };
    program.leaving(node).any(|(_, edge)| is_violated(edge.target) || is_asked(edge.target))
}
