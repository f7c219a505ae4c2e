//! The C front end: source text to control-flow automata.
//!
//! `lex` → `parse` (→ [`ast`]) → `sema` and `lower` (types, constants, control flow) → `link` (several files, calls
//! through pointers, pruning). Nothing here opens a file or runs a program: `preprocess` is given the means.

pub mod ast;
pub mod lex;
pub mod parse;
pub mod symbols;
mod teardown;
