//! Undefined behaviour that the interpreter detects, and the other ways in which an operation can fail.

use cairn_ir::behaviour::Check;
use cairn_ir::eval::Undefined;
use std::fmt;

/// Undefined behaviour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Misbehaviour {
    /// Of arithmetic.
    Arithmetic(Undefined),
    /// An access to null or the addresses near it.
    NullDereference(u64),
    /// An access that begins or ends outside its object, or between objects.
    OutOfBounds(u64),
    /// An access to memory that was freed.
    UseAfterFree(u64),
    /// An access to a variable after its lifetime.
    DeadVariable(u64),
    /// An access to a function as if it were data.
    FunctionAccess(u64),
    /// A write to a string literal, or to an object that is defined `const`.
    ReadOnlyWrite(u64),
    /// A pointer from outside with the address of an object of which nothing outside knows.
    UnknownOutside(u64),
    /// A call through a pointer to no function.
    NoFunction(u64),
    /// `free` or `realloc` of what is not the start of a heap object.
    InvalidFree(u64),
    /// `free` or `realloc` of what was freed.
    DoubleFree(u64),
}

impl Misbehaviour {
    /// The check that asks about it; none where none does.
    pub fn check(&self) -> Option<Check> {
        Some(match self {
            Misbehaviour::Arithmetic(what) => match what {
                Undefined::SignedOverflow => Check::Overflow,
                Undefined::DivisionByZero | Undefined::DivisionOverflow => Check::Division,
                Undefined::ShiftAmount | Undefined::ShiftOfNegative => Check::Shift,
                Undefined::FloatToInteger => Check::FloatConversion,
                Undefined::CountOfZero => Check::Builtin,
                Undefined::NotApplicable => return None,
            },
            Misbehaviour::NullDereference(_) | Misbehaviour::NoFunction(0) => Check::NullDereference,
            Misbehaviour::OutOfBounds(_)
            | Misbehaviour::UseAfterFree(_)
            | Misbehaviour::DeadVariable(_)
            | Misbehaviour::FunctionAccess(_)
            | Misbehaviour::ReadOnlyWrite(_) => Check::ValidDeref,
            Misbehaviour::InvalidFree(_) | Misbehaviour::DoubleFree(_) => Check::ValidFree,
            Misbehaviour::NoFunction(_) | Misbehaviour::UnknownOutside(_) => return None,
        })
    }
}

impl fmt::Display for Misbehaviour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misbehaviour::Arithmetic(what) => what.fmt(f),
            Misbehaviour::NullDereference(0) => write!(f, "dereference of a null pointer"),
            Misbehaviour::NullDereference(at) => write!(f, "dereference near null, at {at:#x}"),
            Misbehaviour::OutOfBounds(at) => write!(f, "access out of bounds, at {at:#x}"),
            Misbehaviour::UseAfterFree(at) => write!(f, "use after free, at {at:#x}"),
            Misbehaviour::DeadVariable(at) => write!(f, "use of a variable after its lifetime, at {at:#x}"),
            Misbehaviour::FunctionAccess(at) => write!(f, "access to a function as data, at {at:#x}"),
            Misbehaviour::ReadOnlyWrite(at) => write!(f, "write to a string literal or a constant, at {at:#x}"),
            Misbehaviour::UnknownOutside(at) => {
                write!(f, "a pointer from outside to an object of which nothing outside knows, at {at:#x}")
            }
            Misbehaviour::NoFunction(0) => write!(f, "a call through a null pointer"),
            Misbehaviour::NoFunction(at) => write!(f, "a call through a pointer to no function, at {at:#x}"),
            Misbehaviour::InvalidFree(at) => write!(f, "free of a pointer that malloc did not give, {at:#x}"),
            Misbehaviour::DoubleFree(at) => write!(f, "free of memory that was freed, at {at:#x}"),
        }
    }
}

/// Why an operation has no result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It is undefined and there is nothing to go on with.
    Undefined(Misbehaviour),
    /// It is not modelled; a noun phrase.
    Unsupported(String),
    /// It needs more memory than is allowed; what for.
    OutOfMemory(&'static str),
    /// The program is malformed: a bug in the front end, or a program that no front end made.
    Malformed(String),
}

/// A result or a fault; boxed because faults end a run and results do not.
pub(crate) type Res<T> = Result<T, Box<Fault>>;

impl From<Misbehaviour> for Box<Fault> {
    fn from(what: Misbehaviour) -> Self {
        Box::new(Fault::Undefined(what))
    }
}
