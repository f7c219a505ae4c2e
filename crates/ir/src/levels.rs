//! The levels of a program's automata: locations by the fewest moves of control from the program's entry, callees included.

use crate::program::Program;
use cairn_base::levels::{Levels, VertexStatus};

/// The levels. A location of a function that is called from many places is counted once.
pub fn levels(program: &Program) -> Levels {
    Levels::of([program.entry()], |node, to| {
        for (_, edge) in program.leaving(node) {
            if let Some(body) = program.body_called(&edge.op) {
                to(body.entry);
            }
            to(edge.target);
        }
        VertexStatus::Plain
    })
}
