//! The precision at loop heads: found once from the program, and never refined.

use super::liveness::LiveVariables;
use super::value::ShapeValue;
use cairn_ir::{ExprKind, Program};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Numbers up to this are kept: lengths of short lists.
const SMALL: u128 = 8;

/// Pointers further into an object are forgotten: one that moves in a loop has an end.
const FAR: u64 = 512;

/// Lists of up to so many nodes are exact.
const EXACT: usize = 3;

/// The precision of the shape analysis.
#[derive(Clone, Debug)]
pub struct ShapePrecision(Arc<Kept>);

#[derive(Debug)]
struct Kept {
    live: LiveVariables,
    constants: BTreeSet<u128>,
    exact: usize,
}

impl ShapePrecision {
    /// That of a program.
    pub fn of(program: &Program) -> Self {
        Self::with_exact_length(program, EXACT)
    }
    /// That of a program, with lists of up to so many nodes exact.
    pub fn with_exact_length(program: &Program, exact: usize) -> Self {
        let constants = program.exprs.exprs().filter_map(|(_, expr)| match expr.kind {
            ExprKind::Constant(bits) => Some(bits),
            _ => None,
        });
        Self(Arc::new(Kept { live: LiveVariables::of(program), constants: constants.collect(), exact }))
    }
    /// Lists of up to so many nodes are not folded.
    pub fn exact_length(&self) -> usize {
        self.0.exact
    }
    /// Which locals may still be read.
    pub fn live(&self) -> &LiveVariables {
        &self.0.live
    }
    /// A value as it is kept at loop heads. Numbers that are no constant of the program are forgotten, so that there are
    /// finitely many.
    pub fn keeps(&self, value: ShapeValue) -> bool {
        match value {
            ShapeValue::Bits(bits) => bits <= SMALL || self.0.constants.contains(&bits),
            ShapeValue::Pointer(to) => to.offset.unsigned_abs() <= FAR,
            _ => true,
        }
    }
}

/// There is one precision a program.
impl PartialEq for ShapePrecision {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
impl Eq for ShapePrecision {}
