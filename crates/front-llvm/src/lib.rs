//! The LLVM front end: a module of LLVM 19 to the C that the C front end lowers.
//!
//! [`read`] takes a module out of the official library, as plain data ([`model`]); [`write`] says it again in GNU C, an
//! assignment for an instruction or less, with the places of the debug metadata as linemarkers. The C front end makes the
//! automata: what the library's functions mean, the prelude, functions without a body, linking and pruning are the same
//! for both languages because they are the same code. See `docs/design/llvm-front-end.md` for the reasons and the rules.
//!
//! `cairn` links nothing of this: it starts the program `cairn-llvm` (`main.rs`), as it starts a preprocessor, and knows
//! `cairn-llvm-protocol` only. The library of LLVM is only needed with the feature `llvm`; without it there is no [`translate`].

pub mod model;
#[cfg(feature = "llvm")]
mod read;
#[cfg(feature = "llvm")]
mod translate;
pub mod write;

#[cfg(feature = "llvm")]
pub use translate::translate;
