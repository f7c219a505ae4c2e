//! The witness of a proof: what holds at loops and at labels that are jumped back to.
//!
//! A loop's invariant is placed at its keyword. The head of a `do` loop is its body, and the head of a loop of jumps is a
//! label: there it is an invariant of the location. Variables that are not visible at the place are left out, and so are those
//! whose name means another variable there.

use crate::expression;
use crate::model::{WitnessContent, WitnessInvariant};
use crate::violation::File;
use cairn_base::Span;
use cairn_ir::assertion::{Assertion, AssertionCell, place};
use cairn_ir::{FunctionId, Program, VarId, VarKind};

/// Facts at a place.
pub struct LocationFacts<'k> {
    /// The function.
    pub function: FunctionId,
    /// The text at the head: the condition of a loop, or its first statement.
    pub span: Span,
    /// The assertion.
    pub holds: &'k Assertion,
}

/// The invariants, in order, as far as C can say them.
pub fn of(program: &Program, known: &[LocationFacts<'_>], file: &File<'_>) -> Vec<WitnessContent> {
    known.iter().filter_map(|known| one(program, known, file)).collect()
}

fn one(program: &Program, known: &LocationFacts<'_>, file: &File<'_>) -> Option<WitnessContent> {
    let head = (file.offset)(known.span)?;
    let (at, kind) = match keyword(head, file) {
        Some(at) => (at, "loop_invariant"),
        None if file.source.begins_statement(head) => (head, "location_invariant"),
        None => return None,
    };
    let name = |cell: &AssertionCell| {
        is_visible(cell.var, known.function, at, program, file).then(|| place::name(cell, program)).flatten()
    };
    let value = expression::of(known.holds, &name)?;
    let location = file.location(at, Some(&program.functions[known.function].name))?;
    let invariant =
        WitnessInvariant { kind: kind.to_owned(), location, value, format: Some("c_expression".to_owned()) };
    Some(WitnessContent::Invariant { invariant })
}

/// Where the keyword of the `while` or `for` is in whose head this place is.
fn keyword(head: usize, file: &File<'_>) -> Option<usize> {
    let source = &file.source;
    let mut at = head;
    // Out of brackets and over what is before in the head of a `for`.
    for _ in 0..64 {
        let mut depth = 0_usize;
        let open = loop {
            let (before, byte) = source.last(at)?;
            at = before;
            match byte {
                b')' | b']' => depth += 1,
                b'(' | b'[' if depth == 0 => break before,
                b'(' | b'[' => depth -= 1,
                b'{' | b'}' => return None,
                _ => {}
            }
        };
        let start = source.word_before(open);
        match start.map(|start| (start, source.word(start))) {
            Some((start, "for")) => return Some(start),
            Some((start, "while")) if source.closing(open).is_some_and(|close| head < close) => return Some(start),
            Some((_, "if" | "switch")) => return None,
            _ => at = open,
        }
    }
    None
}

fn is_visible(var: VarId, function: FunctionId, at: usize, program: &Program, file: &File<'_>) -> bool {
    let variable = &program.vars[var];
    let is_same_name = |other: VarId| other != var && program.vars[other].name == variable.name;
    let own = &program.functions[function];
    let mut locals = own.params.iter().chain(&own.locals).copied();
    if locals.any(is_same_name) {
        return false;
    }
    match variable.kind {
        VarKind::Param(_) => variable.frame() == Some(function),
        VarKind::Local => {
            variable.frame() == Some(function)
                && (file.offset)(variable.span).is_some_and(|declared| file.source.is_visible(declared, at))
        }
        VarKind::Static => {
            let is_own = variable.function.is_none_or(|home| home == function);
            is_own && (file.offset)(variable.span).is_some_and(|declared| file.source.is_visible(declared, at))
        }
        _ => false,
    }
}
