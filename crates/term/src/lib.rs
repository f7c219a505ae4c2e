//! Hash-consed SMT terms: one [`Terms`] store a worker, terms are 32-bit ids in it, and equal ids are equal terms.
//!
//! Every constructor simplifies: constants fold, neutral elements vanish, and each relation has one normal form, so that
//! a path whose values are all known never becomes a formula. Simplification is local and takes time independent of the
//! size of the operands (bounded look-back along store chains), which keeps the construction of long formulas linear.
//!
//! Invariants: the arguments of a term have smaller ids than the term (so ids are a topological order and no walk needs
//! recursion); bit-vectors are 1 to 128 bits wide; division and remainder are total, as SMT-LIB has them; a simplified
//! term has the value of the unsimplified one under every assignment.
//!
//! Not here: what a term means to a program (that is `feasibility` and the domains), and any solver.

mod arith;
mod array;
mod bitvec;
mod boolean;
mod conjuncts;
mod float;
mod fold;
mod fold_float;
mod function;
mod identities;
mod junction;
mod linear;
mod op_name;
mod order;
pub mod polynomial;
mod portable;
mod range;
mod rational;
mod smtlib;
mod sort;
mod store;
mod term;
mod value;
mod walk;
mod well_sorted;

pub use fold::fold;
pub use linear::Linear;
pub use portable::PortableError;
pub use rational::{Rational, gcd};
pub use smtlib::{NodeId, Scope, ScriptPrinter, SexprKind, Sexprs, Smtlib, SmtlibError, SymbolNames};
pub use sort::{ArraySortId, FloatFormat, Sort};
pub use store::Terms;
pub use term::{Args, FunctionId, FunctionSignature, Rounding, SymbolId, Term, TermId, TermOp};
pub use value::{ArrayValue, FunctionValue, TermValue, mask, signed};
pub use walk::{Assignment, TermSize};
