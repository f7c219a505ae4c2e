//! A slice as C: the text of the program without the statements that are outside.
//!
//! A statement of the text is many operations, some in the slice and some not. The text has it whole, so what all its
//! operations depend on must be there too: they join the criterion, and the slice is computed again, until no statement is
//! new. What is printed is therefore a slice, of a larger criterion.

use cairn_front_c::outline::{Outline, Unit};
use cairn_front_c::{CompileError, Input};
use cairn_ir::{EdgeId, Op, Program};
use cairn_slice::{Criterion, Dependences, Slice};
use std::collections::{BTreeMap, BTreeSet};

/// The text that is left for a criterion, and the slice that it stands for.
///
/// # Errors
/// The text cannot be taken apart, with the reason.
pub fn of(
    input: &Input,
    entry: &str,
    dependences: &mut Dependences,
    criterion: &Criterion,
) -> Result<(String, Slice), CompileError> {
    let outline = Outline::new(input, entry)?;
    let operations = operations(dependences.program(), &outline);
    let scalar: BTreeSet<String> = scalar_results(dependences.program());
    let returns_scalar = |name: &str| scalar.contains(name);
    let mut criterion = criterion.clone();
    loop {
        let slice = Slice::new(dependences, &criterion);
        let of = |edge: EdgeId| outline.unit_of(dependences.program().edges[edge].span);
        let acting = slice.edges().filter(|edge| acts(&dependences.program().edges[*edge].op));
        let mut kept: BTreeSet<Unit> = acting.filter_map(of).collect();
        outline.close(&mut kept, &returns_scalar);
        let edges = kept.iter().filter_map(|unit| operations.get(unit)).flatten().copied();
        let more = Criterion::edges(dependences.program(), edges);
        let before = criterion.vertices.len();
        criterion.vertices.extend(more.vertices);
        if criterion.vertices.len() == before {
            return Ok((outline.text(&kept, &returns_scalar), slice));
        }
    }
}

/// What an operation does must be seen in the text; where objects live is.
fn acts(op: &Op) -> bool {
    !matches!(op, Op::Skip | Op::Label(_) | Op::Declare { .. } | Op::EndScope(_))
}

fn operations(program: &Program, outline: &Outline) -> BTreeMap<Unit, Vec<EdgeId>> {
    let mut found: BTreeMap<Unit, Vec<EdgeId>> = BTreeMap::new();
    for (id, edge) in program.edges.iter_ids().filter(|(_, edge)| acts(&edge.op)) {
        if let Some(unit) = outline.unit_of(edge.span) {
            found.entry(unit).or_default().push(id);
        }
    }
    found
}

/// Functions that return a number or a pointer, so that `return 0` can stand for a result that does not count.
fn scalar_results(program: &Program) -> BTreeSet<String> {
    let functions = program.functions.iter();
    let scalar =
        functions.filter(|of| of.result.is_some_and(|var| program.types.scalar(program.vars[var].ty).is_some()));
    scalar.map(|of| of.name.clone()).collect()
}
