//! What functions outside of the program read behind their pointers: nothing in the automata says it, so a proof that threads do not race rests on it.
//!
//! A call of a function that is known to read a text or a buffer counts, unless what it is given is written in the program's text; so does a function
//! without a body that takes a pointer. It is said of the text of the call, for the arguments are gone where automata are.
//!
//! Invariant: too many calls count, and not too few of those that are named.

use crate::unknown_cause::{Cause, Explanation};
use cairn_ir::external::READING;
use cairn_ir::{Assumption, Program, thread_mark};

/// Why it is not known that threads do not race, where a function outside reads what they may write.
pub(crate) fn of(program: &Program) -> Option<Explanation> {
    if !program.edges.iter().any(|edge| thread_mark::chooses_thread(&edge.op)) {
        return None;
    }
    let next = "take the call out of the threads, or define the function";
    let reads = program.edges.iter().find_map(|edge| {
        let name = edge.op.marked_call().filter(|name| READING.contains(name))?;
        let text = program.sources.snippet(edge.span);
        (!is_harmless(name, text)).then(|| (name.to_owned(), edge.span))
    });
    let (name, span) = reads.or_else(|| without_body(program))?;
    let text = format!("what '{name}' reads behind its arguments beside other threads is not supported");
    Some(Explanation { span, ..Explanation::new(Cause::NotModelled, text, next) })
}

/// Whether a call reads nothing but literals and numbers.
fn is_harmless(name: &str, text: &str) -> bool {
    let Some((_, arguments)) = text.split_once('(') else { return false };
    match name {
        "printf" => arguments.trim_start().starts_with('"') && !arguments.contains("%s") && !arguments.contains('*'),
        "puts" | "perror" | "system" => arguments.trim_start().starts_with('"') && !arguments.contains(','),
        "fprintf" => !arguments.contains("%s") && !arguments.contains('*') && arguments.contains('"'),
        _ => false,
    }
}

/// A function without a body that takes a pointer.
fn without_body(program: &Program) -> Option<(String, cairn_base::Span)> {
    let about =
        [Assumption::FunctionsPure, Assumption::FunctionsChangeArguments, Assumption::FunctionsChangeEverything];
    let names = program.assumptions.iter().filter(|(what, _)| about.contains(what)).flat_map(|(_, names)| names);
    for name in names {
        let Some(function) = program.function_named(name) else { continue };
        let cairn_ir::Type::Function(ty) = program.types.get(program.functions[function].ty) else { continue };
        if ty.params.iter().any(|param| program.types.is_pointer(*param)) || ty.variadic {
            return Some((name.to_owned(), program.functions[function].span));
        }
    }
    None
}
