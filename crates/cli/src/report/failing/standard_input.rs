//! The numbers that a program reads by `scanf` in an execution, put into its standard input before `main` runs.
//!
//! An execution has the numbers and not the text: where the format asks for more than numbers and blanks, or for another
//! base, what is put there does not fit. So a harness with such a text still says that it is not complete.

use cairn_interp::Trace;
use cairn_ir::eval::format_value;
use cairn_ir::{NondetSource, Op, PlaceKind, Program, Step};

/// C that puts them there; empty where nothing is read.
pub fn definition(program: &Program, trace: &Trace) -> String {
    let numbers: String = trace.entries.iter().filter_map(|entry| number(program, entry)).collect();
    if numbers.is_empty() {
        return String::new();
    }
    format!(
        "\n/* What the program reads. */\n#include <unistd.h>\nstatic const char input[] = {numbers:?};\n\
         __attribute__((constructor, no_instrument_function)) static void give_input(void) {{\n    \
         FILE *file = tmpfile();\n    if (!file || fputs(input, file) < 0) return;\n    rewind(file);\n    \
         dup2(fileno(file), 0);\n}}\n"
    )
}

/// A number that is read through a pointer, as a line.
fn number(program: &Program, entry: &cairn_interp::Entry) -> Option<String> {
    let Step::Edge(edge) = entry.step else { return None };
    let Op::Havoc { place, source: NondetSource::Undefined(name) } = &program.edges[edge].op else { return None };
    if !name.ends_with("scanf") || !matches!(program.exprs[*place].kind, PlaceKind::Deref(..)) {
        return None;
    }
    let change = entry.changes.last()?;
    Some(format!("{}\n", format_value(change.value?, program.types.scalar(change.ty)?)))
}
