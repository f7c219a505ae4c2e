//! `--harness FILE.c`: the violation as C, which is compiled with the program and really fails.
//!
//! It gives the values that `__VERIFIER_nondet_*` and functions without a body returned in the execution, and what the
//! environment gave ([`environment`]), and ends the
//! program where it calls what the property forbids. A call of a function that the program itself defines cannot be
//! replaced from another file, and a body without effect would fail silently; so the compiler is told to report calls
//! (`-finstrument-functions`), and the harness looks for this one. Undefined behaviour is the sanitizers' to see. A label
//! is edited in ([`label`]).
//!
//! Invariant: a harness that does not say otherwise was executed by the interpreter with nothing but what it gives
//! ([`cairn_test_generation::violation::again`]), and asked for nothing else.

mod environment;
mod label;
mod missing;

use crate::report::finding;
use crate::report::trace;
use cairn_interp::Code;
use cairn_ir::{FunctionId, Op, Program, Step};
use cairn_test_generation::environment::Environment;
use cairn_test_generation::{format, violation as test};
use cairn_verify::violation::Violation;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

/// The text, and what the user must know of it as a sentence without a full stop, if there is something.
pub fn render(program: &Program, violation: &Violation, files: &[&str], property: &str) -> (String, Option<String>) {
    let given = test::given(program, &violation.trace);
    let code = Code::new(program);
    let environment =
        cairn_test_generation::environment::environment(program, &code, &violation.recorded, &violation.trace);
    let again = test::again(program, &given, &environment, &violation.trace);
    let called = forbidden(program, violation);
    let (command, is_edited) = command(program, violation, &called, files, &environment, again.reads_unwritten);
    let mut text = format!(
        "/* An execution that violates the property {}, found by Cairn {}. It fails:\n *     {command}\n",
        comment(property),
        env!("CARGO_PKG_VERSION"),
    );
    let span = finding::span(violation, &program.sources);
    if let Some(at) = program.sources.locate(span) {
        let _ = writeln!(text, " * {}: {}", comment(&at.to_string()), comment(&finding::sentence(violation, property)));
    }
    if let Some(arguments) = environment::shown(&environment) {
        let _ = writeln!(text, " * Called with {}.", comment(&arguments));
    }
    for assumption in &violation.assumptions {
        let _ = writeln!(text, " * Note: {}.", comment(assumption));
    }
    let mut open: Vec<String> = again.open.iter().map(|what| comment(what)).collect();
    open.extend(environment::open(&environment));
    if again.reads_unwritten && !again.comes_back {
        open.push("memory that nothing was written to".to_owned());
    }
    if !is_edited {
        open.push("a stop at the label that is the violation".to_owned());
    }
    let is_complete = again.comes_back && open.is_empty();
    if !is_complete {
        let ends = match (&again.ended, again.comes_back) {
            (_, true) => "With 0 there, it fails".to_owned(),
            (None, false) => "With 0 there, it does not come back".to_owned(),
            (Some(why), false) => format!("With 0 there, it ends before: {}", comment(why)),
        };
        let what = if open.is_empty() { "the compiler decides what happens".to_owned() } else { open.join(", ") };
        let _ = writeln!(text, " * Not everything that it needs can be given from here: {what}. {ends}.");
    }
    text += " */\n";
    text += &format::program_of(&given);
    let mut defined: BTreeSet<&str> = given.iter().map(|given| &*given.function).collect();
    match &called {
        Some(Called::Defined(name)) => text += &watched(name),
        Some(Called::Missing(name)) => {
            defined.insert(name);
            let _ =
                write!(text, "\nvoid {name}(void) {{\n    fputs(\"call of {name}\\n\", stderr);\n    abort();\n}}\n");
        }
        Some(Called::Label(name)) => {
            let reached = label::REACHED;
            let _ = write!(
                text,
                "\nvoid {reached}(void) {{\n    fputs(\"reached the label {name}\\n\", stderr);\n    abort();\n}}\n"
            );
        }
        None => {}
    }
    text += &missing::definitions(program, &defined);
    text += &environment::definitions(&environment);
    if again.reads_unwritten && violation.undefined.is_none() {
        text += "\n/* What nothing was written to holds 0 in this execution. */\n\
                 __attribute__((weak)) void *malloc(size_t size) {\n    return calloc(1, size);\n}\n";
    }
    let warning = "the harness cannot give all that the execution needs; its head says what";
    (text, (!is_complete).then(|| warning.to_owned()))
}

/// The command that compiles and runs the program with the harness, and whether it stops at the violation.
fn command(
    program: &Program,
    violation: &Violation,
    called: &Option<Called>,
    files: &[&str],
    environment: &Environment,
    reads_unwritten: bool,
) -> (String, bool) {
    let mut flags = String::new();
    if program.types.model().pointer_bits() == 32 {
        // Without the last two, gcc computes `double` in more than its 64 bits.
        flags += " -m32 -msse2 -mfpmath=sse";
    }
    for flag in program.types.model().flags() {
        let _ = write!(flags, " {flag}");
    }
    flags += match (called, violation.undefined) {
        (_, Some(_)) => " -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all",
        (Some(Called::Defined(_)), _) => " -finstrument-functions",
        _ => "",
    };
    if environment::has_arguments(environment) {
        let _ = write!(flags, " -Dmain={}", environment::MAIN);
    }
    if program.outside.only_inline {
        flags += " -fgnu89-inline";
    }
    if reads_unwritten {
        flags += " -ftrivial-auto-var-init=zero";
    }
    let (mut edits, mut compiled, mut is_edited) = (String::new(), String::new(), true);
    if let Some(Called::Label(label)) = called {
        is_edited = false;
        for (number, file) in files.iter().enumerate() {
            let commands = std::fs::read_to_string(file).map(|text| label::edits(&text, label)).unwrap_or_default();
            if commands.is_empty() {
                let _ = write!(compiled, " {}", word(file));
                continue;
            }
            is_edited = true;
            let copy = format!("a.label-{}.c", number + 1);
            let script: String = commands.iter().map(|command| format!(" -e '{command}'")).collect();
            let _ = write!(edits, "sed{script} {} > {copy} && ", word(file));
            let folder = Path::new(file).parent().map(|folder| folder.display().to_string()).unwrap_or_default();
            let _ = write!(flags, " -iquote {}", word(if folder.is_empty() { "." } else { &folder }));
            let _ = write!(compiled, " {copy}");
        }
    } else {
        files.iter().for_each(|file| compiled += &format!(" {}", word(file)));
    }
    // A variable of a function that has returned is seen only if frames are kept.
    let mut run = String::new();
    if violation.undefined.is_some() {
        run += "ASAN_OPTIONS=detect_stack_use_after_return=1";
        if reads_unwritten {
            // The sanitizers have an allocator of their own, which fills memory.
            run += ":malloc_fill_byte=0:max_malloc_fill_size=1073741824";
        }
        run += " ";
    }
    run += "./a.out";
    let line = format!("{edits}cc -g{flags}{compiled} THIS-FILE -lm && {run}");
    (line.replace("*/", "* /").replace("/*", "/ *"), is_edited)
}

/// A file's name as a word of a shell's command.
fn word(file: &str) -> String {
    shlex::try_quote(file).map_or_else(|_| comment(file), |word| word.replace('\n', " "))
}

/// The violation, where no compiler sees it: a function that is called, or a label.
enum Called {
    /// The program has a body for it.
    Defined(String),
    /// Nobody has, and the harness does not have it either so far.
    Missing(String),
    Label(String),
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
    if violation.undefined.is_some() {
        return None;
    }
    if let Step::Edge(edge) = violation.trace.entries.last()?.step
        && let op @ Op::Label(label) = &program.edges[edge].op
        && op.marked_call().is_none()
    {
        return Some(Called::Label(label.clone()));
    }
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

/// A text that does not end the comment it stands in.
fn comment(text: &str) -> String {
    trace::one_line(&text.replace("*/", "* /").replace("/*", "/ *"), 400)
}
