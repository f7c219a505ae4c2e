//! What C leaves undefined, as a property: before an operation that may be undefined stands a branch on the condition under
//! which it is, to a label that a specification looks for ([`Op::mark_check`]).
//!
//! So a check is two assumptions and a label, and every engine decides it without knowing of it: what an analysis does with
//! `assert`, it does with a check. The alternative, operations that know whether they are checked, would put a second way out
//! of an operation into each transfer relation.
//!
//! The conditions say of an operation what [`crate::eval`] says of its operands' values; a test of the interpreter holds
//! them together. An expression's operands are checked before it, from the inside out, so a condition may compute with
//! them. An arm of `c ? a : b` is checked under `c`. What the library's models in C do is not the program's, and is
//! not checked.
//!
//! A condition that is known to be false where it stands needs no branch: [`splice`] takes only those that are left.

mod condition;
mod find;

pub use find::{Checked, find};

use crate::op::Op;
use crate::program::{NodeId, Program};
use crate::prune;
use cairn_base::Span;
use cairn_base::id::IdVec;

/// What must not happen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Check {
    /// A signed operation whose result does not fit its type: `+ - * / % <<` and unary `-` (C17 6.5p5).
    Overflow,
    /// Division or remainder by zero (6.5.5p5).
    Division,
    /// A shift by a negative amount or by the width or more, or of a negative value to the left (6.5.7p3, p4).
    Shift,
    /// A conversion of a floating value that does not fit the integer type (6.3.1.4p1).
    FloatConversion,
    /// A subscript outside of its array, whatever comes behind it in memory (6.5.6p8).
    ArrayIndex,
    /// An access through a null pointer (6.5.3.2p4).
    NullDereference,
}

impl Check {
    /// All of them.
    pub const ALL: [Check; 6] = [
        Check::Overflow,
        Check::Division,
        Check::Shift,
        Check::FloatConversion,
        Check::ArrayIndex,
        Check::NullDereference,
    ];

    /// Its name for options and reports.
    pub fn word(self) -> &'static str {
        match self {
            Check::Overflow => "overflow",
            Check::Division => "division",
            Check::Shift => "shift",
            Check::FloatConversion => "float-conversion",
            Check::ArrayIndex => "array-index",
            Check::NullDereference => "null-dereference",
        }
    }

    /// The check of this name.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|check| check.word() == word)
    }

    /// What happened where it is violated, as a noun phrase.
    pub fn violation(self) -> &'static str {
        match self {
            Check::Overflow => "signed integer overflow",
            Check::Division => "division by zero",
            Check::Shift => "shift by a negative amount or by the width or more, or of a negative value to the left",
            Check::FloatConversion => "conversion of a floating-point value to an integer type that it does not fit",
            Check::ArrayIndex => "subscript outside of its array",
            Check::NullDereference => "access through a null pointer",
        }
    }
}

/// What the label of a violated check begins with: no label of a program has a blank in it.
const CHECK_MARK: &str = "check ";

impl Op {
    /// Where a check is violated.
    pub fn mark_check(check: Check) -> Op {
        Op::Label(format!("{CHECK_MARK}{}", check.word()))
    }
    /// The check that is violated here.
    pub fn marked_check(&self) -> Option<Check> {
        match self {
            Op::Label(label) => label.strip_prefix(CHECK_MARK).and_then(Check::named),
            _ => None,
        }
    }
}

/// True for a location that only decides whether a check is violated: there is no such branch in the program's text.
pub fn is_check(program: &Program, node: NodeId) -> bool {
    let is_violated = |to: NodeId| program.leaving(to).any(|(_, edge)| edge.op.marked_check().is_some());
    program.leaving(node).any(|(_, edge)| is_violated(edge.target))
}

/// Puts checks before the operations of their nodes, in their order. All ids of nodes, edges and calls change.
pub fn splice(program: &mut Program, checks: &[Checked]) {
    let mut end: Option<(NodeId, NodeId)> = None;
    let mut waiting = Vec::new();
    for check in checks {
        let (from, leaving) = match end {
            Some((node, end)) if node == check.node => (end, waiting),
            _ => {
                put_back(program, end, &mut waiting);
                (check.node, std::mem::take(&mut program.nodes[check.node].leaving).into_vec())
            }
        };
        waiting = leaving;
        let span = waiting.first().map_or(Span::NONE, |edge| program.edges[*edge].span);
        let function = program.nodes[check.node].function;
        let [violated, stopped, gone, next] = [(); 4].map(|()| program.add_node(function));
        program.add_branch(from, check.violated, violated, next, span);
        program.add_edge(violated, stopped, Op::mark_check(check.check), span);
        program.add_edge(stopped, gone, Op::Halt, span);
        end = Some((check.node, next));
    }
    put_back(program, end, &mut waiting);
    if !checks.is_empty() {
        let reached: IdVec<_, bool> = program.functions.iter().map(|function| function.body.is_some()).collect();
        prune::list_entering(program);
        prune::compact(program, &reached);
    }
}

/// The operations of a node follow its last check.
fn put_back(program: &mut Program, end: Option<(NodeId, NodeId)>, waiting: &mut Vec<crate::EdgeId>) {
    let Some((_, end)) = end else { return };
    for edge in waiting.drain(..) {
        program.edges[edge].source = end;
        program.nodes[end].leaving.push(edge);
    }
}
