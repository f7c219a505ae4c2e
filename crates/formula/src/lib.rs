//! Path formulas: what the steps of a path do, as terms over the state at its start (PREDICATE 2.4, the strongest
//! postcondition operator of large-block encoding).
//!
//! The state of a program is a map from **cells** ([`CellId`]) to values: a scalar variable, a memory region (an array
//! from addresses to values), the top of the heap. Each cell has one *plain* symbol, its value at the start of the
//! current block. A [`PathFormula`] says under which condition its paths are taken and what the cells written hold
//! after them, both over plain symbols and inputs. Predicates are formulas over plain symbols only.
//!
//! Invariants: a path formula never leaves out an execution (what is not exactly expressed is an input, and what is not
//! modelled is [`Unmodelled`]); the same step on the same formula gives the same terms.

mod access_query;
mod address_comparison;
mod addresses;
mod assertions;
mod assumed_assertions;
mod block_path;
mod bounds;
mod byte_ranges;
mod byte_window;
mod cell;
mod changed_cells;
mod disjunction;
mod encoder;
mod encoding;
mod expression;
mod frames;
mod integer;
mod interval;
mod intrinsic;
mod lifetime;
mod memory_model;
pub mod operators;
mod path_formula;
mod place;
mod pointer;
mod portable;
mod postcondition;
mod query_facts;
mod region;
mod regions;
mod scalar_leaves;
mod side_effects;
mod step;
mod step_context;
mod strengthen;
mod substitute;
mod summary;
mod symbol_facts;
mod symbol_table;
mod symbols;
mod trace;

pub use assertions::AssertionTranslation;
pub use block_path::BlockPath;
pub use bounds::Bound;
pub use cell::{Cell, CellId, Watched};
pub use encoder::Encoder;
pub use encoding::{Encoding, Unmodelled};
pub use path_formula::PathFormula;
pub use side_effects::{Changes, FunctionChanges};
pub use trace::FormulaTrace;
