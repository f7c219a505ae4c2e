//! The protocol between `cairn` and the program `cairn-llvm`. `cairn` gives [`TranslationArguments`] and a module of LLVM
//! on the standard
//! input; `cairn-llvm` prints a translation: C whose first line, a comment, is a [`Heading`]. When it cannot, it says why in a
//! sentence on the standard error and ends with the exit code 1.
//!
//! Invariant: a translation says for which machine it is, and which functions the property is about. Both change what is written,
//! so a translation that was made for others is refused and never decided.
//!
//! Why the heading is in the text: a translation then goes everywhere where a text of C goes (to workers, to children, into keys
//! of kept results) without a second form of these messages. Why a crate: what reads a heading links no LLVM.

mod arguments;
mod heading;
mod symbol_name;

pub use arguments::TranslationArguments;
pub use heading::Heading;
pub use symbol_name::{Mangling, demangled};

/// The name of the program.
pub const PROGRAM: &str = "cairn-llvm";

/// The variable of the environment that names the program where it is neither beside `cairn` nor in PATH.
pub const VARIABLE: &str = "CAIRN_LLVM";

/// How the names of modules end: assembly, and bitcode.
pub const ENDINGS: &[&str] = &[".ll", ".bc"];

/// How bitcode begins: raw, and in the wrapper of other systems.
const MAGIC: [&[u8]; 2] = [b"BC\xc0\xde", &[0xde, 0xc0, 0x17, 0x0b]];

/// True for the name of a module.
pub fn is_module(name: &str) -> bool {
    ENDINGS.iter().any(|ending| name.ends_with(ending))
}

/// True for the bytes of a module in bitcode.
pub fn is_bitcode(bytes: &[u8]) -> bool {
    MAGIC.iter().any(|magic| bytes.starts_with(magic))
}
