//! The environment of a whole program in a harness: the arguments that `main` is called with, and what functions of the
//! library answer that ask the system.
//!
//! The program's `main` gets another name (`-Dmain=…`), and the harness has one that calls it. So the vector and the strings
//! are objects of their own size, and a sanitizer sees where the program leaves or frees them; the system's own lie in one
//! piece.
//! A function that asks the system is defined by the harness, which answers as in the execution whatever it is asked for.
//! Why not a prepared input and files: an execution has answers, and which of the two streams of a program a line came from
//! is not among them.

use cairn_test_generation::environment::{Call, CallAnswer, Environment, Text};
use cairn_test_generation::format;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The name of the program's `main`, where the harness has its own.
pub const MAIN: &str = "main_of_the_program";

/// Filler of a string of the system where the execution does not say it.
const FILLER: u8 = b'a';

/// Whether `main` is called with arguments that the harness makes.
pub fn has_arguments(environment: &Environment) -> bool {
    environment.count.is_some()
}

/// Gaps of the harness, in words: of an argument that ends early, the program was executed with the part before its
/// end.
pub fn open(environment: &Environment) -> Vec<String> {
    let mut texts = environment.answers.iter().filter_map(|call| match &call.answer {
        CallAnswer::Text(text) => text.as_ref(),
        _ => None,
    });
    let early = texts.any(|text| text.ends_early).then(|| "a string that ends before its last byte".to_owned());
    let failing = environment.output_fails.then(|| "output that fails".to_owned());
    early.into_iter().chain(failing).collect()
}

/// The arguments as a comment shows them.
pub fn shown(environment: &Environment) -> Option<String> {
    let count = environment.count?;
    let mut line = format!("argc = {count}");
    for (number, text) in environment.arguments.iter().enumerate() {
        let bytes = bytes(text);
        let cut = if bytes.len() > 60 { "…" } else { "" };
        let _ = write!(line, ", argv[{number}] = \"{}\"{cut}", bytes[..bytes.len().min(60)].escape_ascii());
    }
    Some(line)
}

pub fn definitions(environment: &Environment) -> String {
    let mut text = String::new();
    let mut functions: BTreeMap<&str, Vec<&Call>> = BTreeMap::new();
    for call in &environment.answers {
        functions.entry(&call.function).or_default().push(call);
    }
    for (function, calls) in functions {
        let first = errnos(function, &calls, &mut text);
        let answers: Vec<&CallAnswer> = calls.iter().map(|call| &call.answer).collect();
        match answers[0] {
            CallAnswer::Number(of, _) => {
                let values: Vec<_> = answers
                    .iter()
                    .filter_map(|a| if let CallAnswer::Number(_, v) = a { Some(*v) } else { None })
                    .collect();
                let parameters = if function == "time" { "long *to" } else { "void" };
                let own = format::table(&format!("answer_of_{function}"), function, parameters, &first, *of, &values);
                // Only this function has a place to write to.
                text += &match function {
                    "time" => own.replace("    return value;\n", "    if (to) *to = value;\n    return value;\n"),
                    _ => own,
                };
            }
            CallAnswer::Line(_) => text += &lines(function, &first, &answers),
            CallAnswer::Text(_) => text += &texts(function, &first, &answers),
            CallAnswer::Stream(_) => text += &streams(function, &first, &answers),
            CallAnswer::Scanned(..) => text += &scans(function, &first, &answers),
        }
    }
    if let Some(count) = environment.count {
        text += &arguments(count, &environment.arguments);
    }
    text
}

/// Prologue of a function of the harness: it sets `errno`, where the program looks at it.
fn errnos(function: &str, calls: &[&Call], text: &mut String) -> String {
    if calls.iter().all(|call| call.errno.is_none()) {
        return String::new();
    }
    let values: String =
        calls.iter().map(|call| format!("{}, ", call.errno.map_or(0, |value| value.0 as i32))).collect();
    let _ = write!(text, "\n#include <errno.h>\nstatic const int errnos_of_{function}[] = {{{values}}};\n");
    format!("    if (next < {})\n        errno = errnos_of_{function}[next];\n", calls.len())
}

fn bytes(text: &Text) -> Vec<u8> {
    text.bytes.iter().map(|byte| byte.unwrap_or(FILLER)).collect()
}

/// Bytes as a literal of C, with their number behind it; runs of one byte may be millions long, so they are filled in.
fn literal(bytes: &[u8]) -> String {
    let known = bytes.iter().rposition(|byte| *byte != FILLER).map_or(0, |last| last + 1);
    let octal: String = bytes[..known].iter().map(|byte| format!("\\{byte:03o}")).collect();
    format!("{{{}, {known}, \"{octal}\"}}", bytes.len())
}

/// A type for strings of the system, and a function that makes one, once.
fn helper() -> &'static str {
    "\n#ifndef HAS_SYSTEM_TEXT\n#define HAS_SYSTEM_TEXT\nstruct system_text {\n    unsigned long length, known;\n    \
     const char *bytes;\n};\nstatic char *fill_text(char *to, struct system_text text) {\n    \
     memset(to, 'a', text.length);\n    memcpy(to, text.bytes, text.known);\n    to[text.length] = 0;\n    \
     return to;\n}\n#define new_text(text) fill_text(malloc((text).length + 1), text)\n#endif\n"
}

fn lines(function: &str, first: &str, answers: &[&CallAnswer]) -> String {
    let mut text = helper().to_owned();
    let _ = write!(text, "\nstatic const struct system_text lines_of_{function}[] = {{\n");
    let mut ends = String::new();
    for answer in answers {
        let CallAnswer::Line(line) = answer else { continue };
        let _ = writeln!(text, "    {},", literal(line.as_deref().unwrap_or_default()));
        ends += if line.is_some() { "1, " } else { "0, " };
    }
    let count = answers.len();
    let _ = write!(
        text,
        "}};\nstatic const char is_line_of_{function}[] = {{{ends}0}};\n\
         char *answer_of_{function}(char *to, int size, void *stream) __asm__({function:?});\n\
         char *answer_of_{function}(char *to, int size, void *stream) {{\n    static unsigned long next;\n{first}    \
         (void)stream;\n    if (next >= {count} || !is_line_of_{function}[next++])\n        return 0;\n    \
         struct system_text line = lines_of_{function}[next - 1];\n    char *made = new_text(line);\n    \
         memcpy(to, made, line.length + 1);\n    free(made);\n    (void)size;\n    return to;\n}}\n"
    );
    text
}

fn texts(function: &str, first: &str, answers: &[&CallAnswer]) -> String {
    let mut text = helper().to_owned();
    let _ = write!(text, "\nstatic const struct system_text texts_of_{function}[] = {{\n");
    let mut there = String::new();
    for answer in answers {
        let CallAnswer::Text(given) = answer else { continue };
        let _ = writeln!(text, "    {},", literal(&given.as_ref().map(bytes).unwrap_or_default()));
        there += if given.is_some() { "1, " } else { "0, " };
    }
    let count = answers.len();
    let _ = write!(
        text,
        "}};\nstatic const char is_text_of_{function}[] = {{{there}0}};\n\
         char *answer_of_{function}(const char *name) __asm__({function:?});\n\
         char *answer_of_{function}(const char *name) {{\n    static unsigned long next;\n{first}    (void)name;\n    \
         if (next >= {count} || !is_text_of_{function}[next++])\n        return 0;\n    \
         return new_text(texts_of_{function}[next - 1]);\n}}\n"
    );
    text
}

fn streams(function: &str, first: &str, answers: &[&CallAnswer]) -> String {
    let opens: Vec<&str> =
        answers.iter().map(|answer| if matches!(answer, CallAnswer::Stream(true)) { "1" } else { "0" }).collect();
    let (count, opens) = (answers.len(), opens.join(", "));
    format!(
        "\nstatic const char opens_{function}[] = {{{opens}}};\n\
         FILE *answer_of_{function}(const char *name, const char *mode) __asm__({function:?});\n\
         FILE *answer_of_{function}(const char *name, const char *mode) {{\n    static unsigned long next;\n{first}    \
         (void)name, (void)mode;\n    return next < {count} && opens_{function}[next++] ? tmpfile() : 0;\n}}\n"
    )
}

/// A function that reads by a format: it writes what each conversion wrote, whatever the format says.
fn scans(function: &str, first: &str, answers: &[&CallAnswer]) -> String {
    let (mut calls, mut items) = (String::new(), String::new());
    for answer in answers {
        let CallAnswer::Scanned(count, written) = answer else { continue };
        let _ = write!(calls, "{{{}, {}}}, ", count.0 as i32, written.len());
        for bytes in written {
            let octal: String = bytes.iter().map(|byte| format!("\\{byte:03o}")).collect();
            let _ = writeln!(items, "    {{{}, \"{octal}\"}},", bytes.len());
        }
    }
    let stream = if function.contains("fscanf") { "void *stream, " } else { "" };
    let count = answers.len();
    format!(
        "\n#include <stdarg.h>\nstatic const struct {{\n    int result, written;\n}} calls_of_{function}[] = {{{calls}}};\n\
         static const struct {{\n    unsigned long length;\n    const char *bytes;\n}} items_of_{function}[] = {{\n{items}    \
         {{0, \"\"}}\n}};\n\
         int answer_of_{function}({stream}const char *format, ...) __asm__({function:?});\n\
         int answer_of_{function}({stream}const char *format, ...) {{\n    static unsigned long next, item;\n{first}    \
         if (next >= {count})\n        return -1;\n    va_list list;\n    va_start(list, format);\n    \
         for (int i = 0; i < calls_of_{function}[next].written; i++, item++)\n        \
         memcpy(va_arg(list, void *), items_of_{function}[item].bytes, items_of_{function}[item].length);\n    \
         va_end(list);\n    return calls_of_{function}[next++].result;\n}}\n"
    )
}

fn arguments(count: u64, strings: &[Text]) -> String {
    let mut text = helper().to_owned();
    let (mut declared, mut filled) = (String::new(), String::new());
    for (number, string) in strings.iter().enumerate() {
        let (bytes, size) = (bytes(string), string.bytes.len() + 1);
        let _ = writeln!(declared, "static char argument_{number}[{size}];");
        let literal = literal(&bytes);
        let _ = write!(
            filled,
            "    fill_text(argument_{number}, (struct system_text){literal});\n    vector[{number}] = argument_{number};\n"
        );
    }
    let (known, entries) = (strings.len(), count + 1);
    let _ = write!(
        text,
        "\n{declared}static char *vector[{entries}];\nextern char **environ;\nextern int {MAIN}(int, char **, char **);\n\
         #undef main\nint main(void) {{\n{filled}    for (unsigned long i = {known}; i < {count}; i++)\n        \
         vector[i] = (char[]){{\"a\"}};\n    vector[{count}] = 0;\n    \
         return {MAIN}({count}, vector, environ);\n}}\n"
    );
    text
}
