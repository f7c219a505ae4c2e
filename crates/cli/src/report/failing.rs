//! `--harness FILE.c`: the violation as C, which is compiled with the program and really fails.
//!
//! It gives the values that `__VERIFIER_nondet_*` and functions without a body returned in the execution, and ends the
//! program where it calls what the property forbids. A call of a function that the program itself defines cannot be
//! replaced from another file, and a body without effect would fail silently; so the compiler is told to report calls
//! (`-finstrument-functions`), and the harness looks for this one. Undefined behaviour is the sanitizers' to see.
//!
//! Invariant: a harness that does not say otherwise was executed by the interpreter with nothing but what it gives
//! ([`cairn_suite::violation::again`]), and asked for nothing else.

use crate::report::finding;
use crate::report::trace;
use cairn_ir::{FunctionId, Op, Program, Step};
use cairn_suite::{format, violation as test};
use cairn_verify::violation::Violation;
use std::fmt::Write;

/// The text, and what the user must know of it as a sentence without a full stop, if there is something.
pub fn render(program: &Program, violation: &Violation, files: &[&str], property: &str) -> (String, Option<String>) {
    let given = test::given(program, &violation.trace);
    let again = test::again(program, &given, &violation.trace);
    let called = forbidden(program, violation);
    let bits = if program.types.model().pointer_bits() == 32 { " -m32" } else { "" };
    let flags = match (&called, violation.undefined) {
        (_, Some(_)) => " -fsanitize=address,undefined -fno-sanitize-recover=all",
        (Some(Called::Defined(_)), _) => " -finstrument-functions",
        _ => "",
    };
    let mut text = format!(
        "/* An execution that violates the property {}, found by Cairn {}. It fails:\n *     cc -g{bits}{flags} {} THIS-FILE && ./a.out\n",
        comment(property),
        env!("CARGO_PKG_VERSION"),
        comment(&files.join(" ")),
    );
    let span = finding::span(violation, &program.sources);
    if let Some(at) = program.sources.locate(span) {
        let _ = writeln!(text, " * {}: {}", comment(&at.to_string()), comment(&finding::sentence(violation, property)));
    }
    for assumption in &violation.assumptions {
        let _ = writeln!(text, " * Note: {}.", comment(assumption));
    }
    let is_complete = again.comes_back && again.open.is_empty();
    if !is_complete {
        let open: Vec<String> = again.open.iter().map(|what| comment(what)).collect();
        let ends = if again.comes_back { "With 0 there, it fails" } else { "With 0 there, it does not come back" };
        let _ = writeln!(text, " * Not everything that it needs can be given from here: {}. {ends}.", open.join(", "));
    }
    text += " */\n";
    text += &format::program_of(&given);
    match called {
        Some(Called::Defined(name)) => text += &watched(&name),
        Some(Called::Missing(name)) => {
            let _ =
                write!(text, "\nvoid {name}(void) {{\n    fputs(\"call of {name}\\n\", stderr);\n    abort();\n}}\n");
        }
        None => {}
    }
    text += &kernel(program);
    let warning = "the harness cannot give all that the execution needs; its head says what";
    (text, (!is_complete).then(|| warning.to_owned()))
}

/// The function whose call is the violation.
enum Called {
    /// The program has a body for it.
    Defined(String),
    /// Nobody has, and the harness does not have it either so far.
    Missing(String),
}

/// The function whose call the last step of a violation is.
pub fn called(program: &Program, violation: &Violation) -> Option<String> {
    let name = |function: FunctionId| &program.functions[function].name;
    Some(match violation.trace.entries.last()?.step {
        Step::Enter(call, _) => name(program.calls[call].callee?).clone(),
        Step::Edge(edge) => match &program.edges[edge].op {
            Op::Call(call) => name(program.calls[*call].callee?).clone(),
            op => op.marked_call()?.to_owned(),
        },
        _ => return None,
    })
}

fn forbidden(program: &Program, violation: &Violation) -> Option<Called> {
    let called = called(program, violation)?;
    match program.function_named(&called) {
        Some(function) if has_own_body(program, function) => Some(Called::Defined(called)),
        _ if program.assumptions.iter().any(|(_, names)| names.contains(&&*called)) => Some(Called::Missing(called)),
        _ => None,
    }
}

/// Whether the program says what the function does: one that only ends the program was made up for a declaration.
fn has_own_body(program: &Program, function: FunctionId) -> bool {
    let Some(body) = program.functions[function].body else { return false };
    let mut leaving = program.nodes[body.entry].leaving.iter();
    !leaving.all(|edge| matches!(program.edges[*edge].op, Op::Halt))
}

/// Ends the program when a function of it is entered, whatever its body does.
fn watched(name: &str) -> String {
    format!(
        "\nextern void {name}();\n\
         __attribute__((no_instrument_function)) void __cyg_profile_func_enter(void *function, void *from) {{\n    \
         (void)from;\n    if (function == (void *){name}) {{\n        fputs(\"call of {name}\\n\", stderr);\n        \
         abort();\n    }}\n}}\n\
         __attribute__((no_instrument_function)) void __cyg_profile_func_exit(void *function, void *from) {{\n    \
         (void)function;\n    (void)from;\n}}\n"
    )
}

/// Allocation as the kernel has it, for programs that declare it: no library of a system does.
fn kernel(program: &Program) -> String {
    let declares = |name: &str| program.function_named(name).is_some_and(|function| !has_own_body(program, function));
    let all = [
        ("void *kmalloc(unsigned long size)", "kmalloc", "return malloc(size)"),
        ("void *kzalloc(unsigned long size)", "kzalloc", "return calloc(1, size)"),
        ("void *kcalloc(unsigned long count, unsigned long size)", "kcalloc", "return calloc(count, size)"),
        ("void *vmalloc(unsigned long size)", "vmalloc", "return malloc(size)"),
        ("void *vzalloc(unsigned long size)", "vzalloc", "return calloc(1, size)"),
        ("void kfree(const void *object)", "kfree", "free((void *)object)"),
        ("void vfree(const void *object)", "vfree", "free((void *)object)"),
    ];
    let declared = all.iter().filter(|(_, name, _)| declares(name));
    declared.map(|(head, _, body)| format!("\n{head} {{\n    {body};\n}}\n")).collect()
}

/// A text that does not end the comment it stands in.
fn comment(text: &str) -> String {
    trace::one_line(&text.replace("*/", "* /").replace("/*", "/ *"), 400)
}
