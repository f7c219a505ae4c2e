//! SMT-LIB 2 text: [`Smtlib`] prints a script, [`ScriptPrinter`] the pieces of one, [`Scope`] reads scripts and terms.
//!
//! Neither recurses, whatever the nesting. Text that is read is checked against every sort before a term is made; what
//! is not understood is an error with its place, and nothing is guessed.

mod apply;
mod command;
mod print;
mod scope;
mod sexpr;
mod term;

pub use print::{ScriptPrinter, Smtlib, SymbolNames};
pub use scope::Scope;
pub use sexpr::{NodeId, SexprKind, Sexprs, SmtlibError};
