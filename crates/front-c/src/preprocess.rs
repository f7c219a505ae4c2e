//! Does a file need the preprocessor, and how is one called?
//!
//! Directives other than linemarkers and pragmas, and the macros that every compiler predefines, make a text need it.
//! The compiler is the system's: `$CC`, else `cc`, `gcc`, `clang`. This module decides and builds the command; it runs
//! nothing itself but through the [`Runner`] that the caller gives, so that the front end stays free of processes.

use crate::lex::directive::{self, Directive, Pack};

/// Says to the program's text that floats have the precision of their type.
const PRECISION: &str = "-Wno-builtin-macro-redefined -U__FLT_EVAL_METHOD__ -D__FLT_EVAL_METHOD__=0";

/// Runs a program with arguments.
pub trait Runner {
    /// Output of the program, or why it could not be had. It reads `input`, or nothing.
    ///
    /// # Errors
    /// [`RunError::Missing`] when there is no such program, [`RunError::Failed`] with its messages when it failed.
    fn run(&mut self, program: &str, args: &[String], input: Option<&str>) -> Result<Vec<u8>, RunError>;
}

/// Why a program gave no output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RunError {
    /// There is no such program.
    Missing,
    /// It ran and failed; what it said.
    Failed(String),
}

/// How to preprocess.
#[derive(Clone, Debug, Default)]
pub struct PreprocessorOptions {
    /// Value of `$CC`, when set; words after the first are arguments.
    pub cc: Option<String>,
    /// 64-bit data model (`-m64`); else `-m32`.
    pub lp64: bool,
    /// The compiler is for the machine that is meant as it stands: it is given neither `-m64` nor `-m32`.
    pub is_for_machine: bool,
    /// Further arguments: `-I`, `-D`.
    pub args: Vec<String>,
    /// The text is not the one on the disk: it is given to the compiler, and not the file's name.
    pub is_edited: bool,
}

/// Is this the name of a macro that compilers predefine (`__LINE__`, `__SIZE_TYPE__`)?
fn is_predefined(name: &[u8]) -> bool {
    let capitals = |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_';
    // With two letters between, it is a machine mode (`__SI__`), an argument of an attribute.
    let is_dunder = name.len() > 6 && name.starts_with(b"__") && name.ends_with(b"__") && name.iter().all(capitals);
    // These two are names in C and stay after preprocessing.
    is_dunder && !matches!(name, b"__FUNCTION__" | b"__PRETTY_FUNCTION__")
}

/// True when the text has directives, or uses a macro that only a preprocessor knows.
pub fn needs_preprocessing(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut pack = Pack::default();
    let mut at = 0;
    let mut line_start = true;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\n' => line_start = true,
            b' ' | b'\t' | b'\r' => {}
            // A digraph is as good.
            b'#' | b'%' if line_start && (byte == b'#' || bytes.get(at + 1) == Some(&b':')) => {
                let end = line_end(bytes, at);
                let start = if byte == b'#' { at + 1 } else { at + 2 };
                let line = text.get(start..end).unwrap_or("");
                if let Directive::Preprocessor(_) = directive::directive(line, &mut pack) {
                    return true;
                }
                at = end;
                continue;
            }
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at = line_end(bytes, at);
                continue;
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                let body = at + 2;
                at = bytes[body..].windows(2).position(|w| w == b"*/").map_or(bytes.len(), |n| body + n + 2);
                continue;
            }
            b'"' | b'\'' => {
                line_start = false;
                at = literal_end(bytes, at);
                continue;
            }
            b'_' => {
                line_start = false;
                let end = bytes[at..].iter().position(|b| !is_word(*b)).map_or(bytes.len(), |n| at + n);
                if is_predefined(&bytes[at..end]) {
                    return true;
                }
                at = end;
                continue;
            }
            _ if is_word(byte) => {
                line_start = false;
                at = bytes[at..].iter().position(|b| !is_word(*b)).map_or(bytes.len(), |n| at + n);
                continue;
            }
            _ => line_start = false,
        }
        at += 1;
    }
    false
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn line_end(bytes: &[u8], from: usize) -> usize {
    bytes[from..].iter().position(|b| *b == b'\n').map_or(bytes.len(), |n| from + n)
}

fn literal_end(bytes: &[u8], quote: usize) -> usize {
    let mut at = quote + 1;
    loop {
        match bytes.get(at) {
            Some(b'\\') => at += 2,
            Some(b'\n') | None => return at.min(bytes.len()),
            Some(b) if *b == bytes[quote] => return at + 1,
            Some(_) => at += 1,
        }
    }
}

/// Preprocesses the file at `path`, or `input` when the path is `-`: includes are relative to the current directory then. Of a file
/// that is edited `input` is preprocessed: places and includes are those of the file.
///
/// # Errors
/// A message for the person at the terminal: no compiler, or what it said.
pub fn preprocess(
    path: &str,
    input: &str,
    options: &PreprocessorOptions,
    runner: &mut dyn Runner,
) -> Result<String, String> {
    let edited = options.is_edited.then(|| {
        let name = path.replace('\\', "\\\\").replace('"', "\\\"");
        format!("# 1 \"{name}\"\n{input}")
    });
    let input = edited.as_deref().or((path == "-").then_some(input));
    let candidates: Vec<&str> = match options.cc.as_deref().map(str::trim) {
        Some(cc) if !cc.is_empty() => vec![cc],
        _ => vec!["cc", "gcc", "clang"],
    };
    for candidate in &candidates {
        let mut words = candidate.split_whitespace().map(str::to_owned);
        let Some(program) = words.next() else { continue };
        let mut args: Vec<String> = words.collect();
        args.push("-E".to_owned());
        if !options.is_for_machine {
            args.push(if options.lp64 { "-m64" } else { "-m32" }.to_owned());
        }
        if !options.lp64 {
            // Values of floating types have the precision of their type, as with SSE2 and not as with the x87.
            args.extend(PRECISION.split(' ').map(str::to_owned));
        }
        // A text on the standard input has no folder of its own, in which `#include "…"` looks first.
        let folder = path.rfind('/').map_or(".", |slash| &path[..slash.max(1)]);
        if edited.is_some() {
            args.extend(["-iquote".to_owned(), folder.to_owned()]);
        }
        args.extend(options.args.iter().cloned());
        // gcc knows no `--`: a name that looks like an option is given as a path.
        let dash = if path.starts_with('-') && input.is_none() { "./" } else { "" };
        let named = if edited.is_some() { "-".to_owned() } else { format!("{dash}{path}") };
        args.extend(["-x".to_owned(), "c".to_owned(), named]);
        match runner.run(&program, &args, input) {
            Ok(output) => return Ok(cairn_base::text::of_bytes(output)),
            Err(RunError::Missing) => {}
            Err(RunError::Failed(_)) if lacks_32_bits(&program, &args, input, runner) => {
                return Err(format!(
                    "{path} includes headers that '{program} -m32' does not find and '{program} -m64' does: install those \
                     of the 32-bit C library (on Debian: apt-get install gcc-multilib)"
                ));
            }
            Err(RunError::Failed(said)) => {
                return Err(format!("'{program} {}' failed: {}", args.join(" "), said.trim_end()));
            }
        }
    }
    Err(format!(
        "{path} has preprocessing directives and there is no C compiler to preprocess it (tried {}): install one, set CC, or give preprocessed C",
        candidates.join(", ")
    ))
}

/// Whether the same would do for 64 bits: then it is the 32-bit half of the system's headers that is missing.
fn lacks_32_bits(program: &str, args: &[String], input: Option<&str>, runner: &mut dyn Runner) -> bool {
    let mut wide = args.to_vec();
    match wide.iter_mut().find(|argument| *argument == "-m32") {
        Some(argument) => "-m64".clone_into(argument),
        None => return false,
    }
    runner.run(program, &wide, input).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn when_it_is_needed() {
        for text in [
            "#include <x.h>\n",
            "int x;\n  # define A\n",
            "/* a */ #if 1\n",
            " %: define A\n",
            "int x = __LINE__;",
            "typedef __SIZE_TYPE__ size_t;",
        ] {
            assert!(needs_preprocessing(text), "{text}");
        }
        for text in [
            "# 1 \"a.c\"\n#line 3\n#pragma once\n#ident \"x\"\n#\nint x;",
            "/*\n#include\n*/ // #\n int a; char *s = \"\\\"\\\n#define\";",
            "char *s = \"__LINE__\"; int x__LINE__, __LINE, __line__, ____, ABC__; int y __attribute__((mode(__SI__))); char *f = __PRETTY_FUNCTION__;",
            "",
            "'",
            "\"\\",
            "/*",
        ] {
            assert!(!needs_preprocessing(text), "{text}");
        }
    }

    struct Fake(Vec<String>, &'static str);
    impl Runner for Fake {
        fn run(&mut self, program: &str, args: &[String], input: Option<&str>) -> Result<Vec<u8>, RunError> {
            self.0.push(format!("{program} {}{}", args.join(" "), input.map_or(String::new(), |i| format!(" < {i}"))));
            if program == "narrow" && args.iter().any(|a| a == "-m32") {
                return Err(RunError::Failed("fatal error".to_owned()));
            }
            if program == self.1 { Ok(b"int x;".to_vec()) } else { Err(RunError::Missing) }
        }
    }

    #[test]
    fn compilers_are_tried_in_order() {
        let mut runner = Fake(Vec::new(), "gcc");
        let options = PreprocessorOptions { lp64: true, args: vec!["-DA".into()], ..PreprocessorOptions::default() };
        assert_eq!(preprocess("a.c", "", &options, &mut runner).unwrap(), "int x;");
        assert_eq!(runner.0, ["cc -E -m64 -DA -x c a.c", "gcc -E -m64 -DA -x c a.c"]);
        let mut runner = Fake(Vec::new(), "none");
        let options = PreprocessorOptions { cc: Some("mycc -std=c99".into()), ..PreprocessorOptions::default() };
        let message = preprocess("-a.c", "", &options, &mut runner).unwrap_err();
        assert!(message.contains("tried mycc -std=c99"), "{message}");
        assert_eq!(runner.0, [format!("mycc -std=c99 -E -m32 {PRECISION} -x c ./-a.c")]);
    }

    #[test]
    fn the_standard_input_is_handed_on() {
        let mut runner = Fake(Vec::new(), "cc");
        assert!(preprocess("-", "int y;", &PreprocessorOptions::default(), &mut runner).is_ok());
        assert_eq!(runner.0, [format!("cc -E -m32 {PRECISION} -x c - < int y;")]);
    }

    #[test]
    fn an_edited_text_is_called_as_its_file() {
        let mut runner = Fake(Vec::new(), "cc");
        let options = PreprocessorOptions { lp64: true, is_edited: true, ..PreprocessorOptions::default() };
        assert!(preprocess("/a b/\"c\".c", "int y;", &options, &mut runner).is_ok());
        assert_eq!(runner.0, ["cc -E -m64 -iquote /a b -x c - < # 1 \"/a b/\\\"c\\\".c\"\nint y;"]);
    }

    #[test]
    fn missing_headers_for_32_bits_are_named() {
        let mut runner = Fake(Vec::new(), "narrow");
        let narrow = PreprocessorOptions { cc: Some("narrow".into()), ..PreprocessorOptions::default() };
        let message = preprocess("a.c", "", &narrow, &mut runner).unwrap_err();
        assert!(message.contains("gcc-multilib") && !message.contains('\n'), "{message}");
    }
}
