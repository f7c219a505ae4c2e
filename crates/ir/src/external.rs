//! The world outside of the program: functions without a body, how they are taken, and what is known of them.
//!
//! The front end fills this in; `cairn_transform::undefined_functions` lowers the calls by it, and the analyses only ever see the operations
//! that come out of that. It is kept in the program, since what a call of a function without a body does is part of what
//! the program means.

use crate::ids::{FunctionId, VarId};
use crate::types::{MachineModel, Type, TypeId, Types};
use std::collections::{BTreeMap, BTreeSet};

cairn_base::choice! {
    /// Effects of a call of a function without a body, beside giving any value.
    #[derive(Default)]
    pub enum Treatment {
        /// It changes what its pointer arguments reach, but for those to `const`, and calls functions that it is given.
        Arguments = "arguments",
        /// It also changes every object with external linkage, and what these reach.
        Everything = "everything",
        /// Nothing.
        #[default]
        Pure = "pure",
        /// Such a call is not supported.
        Refuse = "refuse",
    }
}

cairn_base::choice! {
    /// Whose volatile objects have any value each time they are read.
    #[derive(Default)]
    pub enum VolatileReads {
        /// Those that the program's environment may change: `extern volatile` objects that no file defines, and what lies at
        /// an address that is not of an object of the program.
        #[default]
        Environment = "environment",
        /// All.
        All = "all",
        /// None: `volatile` changes nothing.
        None = "none",
    }
}

/// How the names of files begin that the system's headers are in.
pub const SYSTEM_HEADERS: &str = "/usr/include/";

/// How the text of what is not modelled begins where a thread is started: nothing is proved behind it.
pub const RUNS_BESIDE: &str = "how a thread runs beside the program, which starts it by ";

/// Input of an allocation that may fail: true where it gives memory.
pub const ALLOCATION_WORKS: &str = "whether an allocation works";

/// Suffix of the name of a library function whose body is the front end's own, when calls of it are watched: entering it
/// shows nothing then, since the library may call itself. Calls by the program are marked ([`crate::Op::mark_call`]).
pub const OF_LIBRARY: &str = " of the library";

/// A vector of strings that `main` is called with, an object of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Vector {
    /// The variable of the start function that holds its address.
    pub var: VarId,
    /// Its name in the program.
    pub name: String,
    /// How many of its entries are strings that the start function makes. Those between them and the last, which is null,
    /// are indeterminate: more than a system gives.
    pub modelled: u64,
}

/// Environment of the program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outside {
    /// How functions without a body are taken.
    pub treatment: Treatment,
    /// Functions whose calls a specification looks for, and whether the program names them.
    pub watched: BTreeMap<String, bool>,
    /// Functions that are declared not to return.
    pub noreturn: BTreeSet<FunctionId>,
    /// Of some pointers to functions, or types of functions, it is declared that they do not return, or change nothing: not
    /// said which.
    pub pointers_promise: bool,
    /// Functions without a body that the interpreter's host runs, in a program that is only run.
    pub hosted: BTreeSet<FunctionId>,
    /// Functions that are declared to change nothing (the attributes `const` and `pure`).
    pub effect_free: BTreeSet<FunctionId>,
    /// Objects that are defined `const`: nothing changes them.
    pub constants: BTreeSet<VarId>,
    /// A type is given less alignment than it has otherwise, by an attribute (`typedef int any __attribute__((aligned(1)))`):
    /// what is accessed as such a type is not told from what is accessed as the plain one.
    pub underaligned: bool,
    /// The object that `errno` is, in a program that looks at it.
    pub errno: Option<VarId>,
    /// The vectors of strings that a `main` which looks at them is called with. What the text of the program does not say of
    /// them is asked of an execution before it is believed.
    pub vectors: Vec<Vector>,
    /// Values that nobody uses are computed all the same, since what may be undefined in them is asked about.
    pub evaluates: bool,
    /// It is asked whether threads race.
    pub asks_for_races: bool,
    /// It is asked whether threads wait for ever.
    pub asks_for_deadlocks: bool,
    /// Nothing but one of these is asked, or both.
    pub only_threads: bool,
    /// Variables of an atomic type.
    pub atomics: BTreeSet<VarId>,
    /// Variables that each thread has for itself.
    pub thread_locals: BTreeSet<VarId>,
    /// Something else is of an atomic type.
    pub atomic_elsewhere: bool,
    /// It is asked whether memory is freed, so that memory which a library function keeps must be told apart.
    pub counts_memory: bool,
    /// Functions that the text names, that no file defines, and that no library has: whoever links the program gives them.
    pub missing: BTreeSet<String>,
    /// Objects of the same kind, with their sizes in bytes.
    pub missing_objects: BTreeMap<String, u64>,
    /// Functions with a clause `assigns`: what opens and closes their frames.
    pub frames: BTreeMap<FunctionId, AssignsFrame>,
    /// A function is defined `inline` and by no more than that: in C99 no compiler has to make code for it.
    pub only_inline: bool,
}

/// The frame of a function with a clause `assigns`: what may be written while its body runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AssignsFrame {
    /// The variable that is not zero while the frame is open.
    pub open: VarId,
    /// The variables that the clause names as a whole.
    pub whole: BTreeSet<VarId>,
}

impl Outside {
    /// True when code outside knows objects of the program, and not only memory of its own: unless functions without a body
    /// are taken as pure.
    pub fn knows_program(&self) -> bool {
        self.treatment != Treatment::Pure
    }

    /// The watched function that a call of a library function means: `__builtin_f`, `__f_chk` and their like are calls of
    /// `f`. Notes that the program names it.
    pub fn watches(&mut self, name: &str) -> Option<String> {
        if self.watched.is_empty() {
            return None;
        }
        let mut name = name;
        loop {
            if let Some(named) = self.watched.get_mut(name) {
                *named = true;
                return Some(name.to_owned());
            }
            name = match name.strip_prefix("__builtin_").or_else(|| name.strip_prefix("__isoc99_")) {
                Some(plain) => plain,
                None => name.strip_prefix("__")?.strip_suffix("_chk")?,
            };
        }
    }
}

/// The pointer to the stream of a number (0 the standard input, 1 the standard output) in a hosted run: to memory that the
/// program does not name.
pub fn hosted_stream(model: MachineModel, number: u64) -> u64 {
    let first = if model.pointer_bits() == 32 { 1 << 31 } else { 1 << 48 };
    first + 16 * (number + 1)
}

/// Where pointers are in a type, in bytes from its start, and whether these are all.
pub fn pointers_in(types: &Types, ty: TypeId) -> (Vec<u64>, bool) {
    let (found, all) = pointers_to(types, ty);
    let mut found: Vec<u64> = found.into_iter().map(|(at, _)| at).collect();
    found.dedup();
    (found, all)
}

/// The same, each with what it points to, in order.
pub fn pointers_to(types: &Types, ty: TypeId) -> (Vec<(u64, TypeId)>, bool) {
    let mut found = Vec::new();
    let mut open = vec![(ty, 0u64)];
    while let Some((ty, at)) = open.pop() {
        match types.get(ty) {
            Type::Pointer(to) => found.push((at, to.ty)),
            Type::Array(of, Some(length)) => {
                let size = types.size_of(of.ty).unwrap_or(0);
                if pointers_to(types, of.ty).0.is_empty() {
                    continue;
                }
                if *length > MOST_POINTERS {
                    return (found, false);
                }
                open.extend((0..*length).map(|i| (of.ty, at.saturating_add(i.saturating_mul(size)))));
            }
            Type::Record(_) => {
                let fields = types.fields(ty).unwrap_or(&[]);
                open.extend(fields.iter().map(|field| (field.ty, at.saturating_add(field.offset))));
            }
            _ => {}
        }
        if found.len() as u64 > MOST_POINTERS {
            return (found, false);
        }
    }
    found.sort_unstable();
    found.dedup();
    (found, true)
}

/// Pointers that are looked for in one object.
const MOST_POINTERS: u64 = 1 << 14;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_function_are_one() {
        let mut outside = Outside::default();
        assert_eq!(outside.watches("abort"), None);
        outside.watched = ["abort", "memcpy", "f"].map(|name| (name.to_owned(), false)).into();
        assert_eq!(outside.watches("__builtin_abort").as_deref(), Some("abort"));
        assert_eq!(outside.watches("__builtin___memcpy_chk").as_deref(), Some("memcpy"));
        assert_eq!(outside.watches("__memmove_chk"), None);
        assert_eq!(outside.watches("__f"), None);
        assert!(!outside.watched["f"] && outside.watched["memcpy"]);
    }
}
