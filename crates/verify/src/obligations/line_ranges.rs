//! The ranges of integer variables on each line of the text, for editors that show them where the cursor rests.
//!
//! A range is that of all operations of the line together, before each of them. Invariant: of a variable of which nothing is known at one of them
//! there is none, so what is shown holds wherever on the line an execution is. Why lines and not places: a user points to a name, and does not know which
//! operation reads it.

use cairn_domains::interval::IntervalInvariants;
use cairn_ir::Program;
use cairn_ir::ids::{FunctionId, VarId};
use cairn_ir::interval::Interval;
use cairn_ir::program::VarKind;
use cairn_ir::types::Scalar;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Range of a variable on a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineRange {
    /// The file, as linemarkers have it.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// Its name.
    pub variable: String,
    /// The least and the greatest value.
    pub range: (i128, i128),
}

/// The ranges that say more than the variable's type does.
pub(super) fn of(program: &Program, ranges: &IntervalInvariants) -> Vec<LineRange> {
    let named: BTreeMap<FunctionId, Vec<VarId>> =
        program.functions.ids().map(|function| (function, integers(program, function))).collect();
    let mut found: BTreeMap<(String, u32, VarId), Option<Interval>> = BTreeMap::new();
    for edge in program.edges.iter() {
        let Some(place) = program.sources.locate(edge.span) else { continue };
        let Some(state) = ranges.at(edge.source) else { continue };
        let mut known: BTreeMap<VarId, Interval> = BTreeMap::new();
        state.for_each(|cell, interval| {
            if cell.bit == 0 && cell.depth == Some(0) {
                known.insert(cell.var, interval);
            }
        });
        for var in named.get(&program.nodes[edge.source].function).into_iter().flatten() {
            let here = known.get(var).copied();
            match found.entry((place.file.to_string(), place.line, *var)) {
                Entry::Vacant(entry) => {
                    entry.insert(here);
                }
                Entry::Occupied(mut entry) => {
                    let both = entry.get().zip(here);
                    entry.insert(
                        both.map(|(one, other)| Interval {
                            low: one.low.min(other.low),
                            high: one.high.max(other.high),
                        }),
                    );
                }
            }
        }
    }
    let row = |((file, line, var), range): ((String, u32, VarId), Option<Interval>)| {
        let range = range?;
        let variable = program.vars[var].name.clone();
        Some(LineRange { file, line, variable, range: (range.low, range.high) })
    };
    found.into_iter().filter_map(row).collect()
}

/// The integers of a function that its text names.
fn integers(program: &Program, function: FunctionId) -> Vec<VarId> {
    let function = &program.functions[function];
    let is_named = |var: &VarId| {
        let variable = &program.vars[*var];
        let is_own = matches!(variable.kind, VarKind::Param(_) | VarKind::Local);
        let is_word = variable.name.chars().all(|c| c.is_alphanumeric() || c == '_');
        is_own && is_word && matches!(program.types.scalar(variable.ty), Some(Scalar::Int { .. }))
    };
    function.params.iter().chain(&function.locals).copied().filter(is_named).collect()
}
