//! Programs as text: expressions as C with the fewest parentheses, types as C declares them, operations as statements,
//! and the whole program as one deterministic text that tests compare.
//!
//! What is printed reads as C but is not fed back to a compiler: an assumption is `[x < 3]` as in the papers, a
//! temporary may be called `call#2`. In [`text`], [`crate::dot`] and [`crate::json`] a variable's name is made unique in
//! its frame ([`VariableNames`]); the `format_*` functions, which write what a person sees beside the source, leave it as it is.

mod declarator;
mod expression;
mod names;
mod operation;
mod program;

pub use declarator::{format_declaration, format_type};
pub use names::VariableNames;
pub use program::text;

use crate::expr::{ExprId, PlaceId};
use crate::ids::VarId;
use crate::op::Op;
use crate::program::Program;

/// A printer of one program's parts, with a choice of names.
#[derive(Clone, Copy, Debug)]
pub struct Printer<'a> {
    program: &'a Program,
    names: Option<&'a VariableNames>,
}

impl<'a> Printer<'a> {
    /// Variables by their names in the source.
    pub fn new(program: &'a Program) -> Self {
        Self { program, names: None }
    }
    /// Variables by unique names.
    pub fn with_names(program: &'a Program, names: &'a VariableNames) -> Self {
        Self { program, names: Some(names) }
    }
    /// The name of a variable.
    pub fn name(&self, var: VarId) -> &'a str {
        match self.names {
            Some(names) => names.of(var),
            None => &self.program.vars[var].name,
        }
    }
}

/// An expression as C.
pub fn format_expr(program: &Program, expr: ExprId) -> String {
    Printer::new(program).expr(expr)
}
/// A place as C.
pub fn format_place(program: &Program, place: PlaceId) -> String {
    Printer::new(program).place(place)
}
/// An operation as a statement.
pub fn format_op(program: &Program, op: &Op) -> String {
    Printer::new(program).op(op)
}
