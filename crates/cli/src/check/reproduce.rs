//! `cairn check --reproduce DIR`: a script for each violation whose execution is a command line: it builds the program with sanitizers, gives it
//! what Cairn gave it, and ends with an error.
//!
//! Invariant: a script writes below a temporary folder of its own only, as far as the program does. Cairn itself runs none: the
//! program may do anything.

use crate::exit::InputError;
use crate::inputs::InputSelection;
use crate::report::command_line::{self, word};
use crate::system;
use cairn_interp::RunInput;
use cairn_ir::Program;
use cairn_ir::behaviour::{Check, is_of_library};
use cairn_ir::machine::Machine;
use cairn_verify::Violation;
use cairn_verify::obligations::{Obligation, ObligationState, Obligations};
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::path::Path;

/// How a program is built, as far as a script has to know it.
#[derive(Serialize, Deserialize)]
pub struct Build {
    compiler: String,
    is_32_bit: bool,
    /// Each file with its flags.
    files: Vec<(Vec<u8>, Vec<Vec<u8>>)>,
}

impl Build {
    /// That of a program that is checked, by the files that it is of.
    pub fn of<'f>(wanted: &InputSelection, files: impl IntoIterator<Item = &'f Path>) -> Self {
        let absolute = |file: &Path| system::bytes(file.canonicalize().unwrap_or_else(|_| file.to_owned()).as_os_str());
        let flags = |file: &Path| {
            let own = wanted.project.as_ref().map(|project| project.flags_for(file)).unwrap_or_default();
            own.iter().chain(&wanted.preprocessor).map(|flag| flag.as_bytes().to_vec()).collect()
        };
        Self {
            compiler: wanted.cc.clone().unwrap_or_else(|| "cc".to_owned()),
            is_32_bit: wanted.configuration.machine_model.machine() == Machine::Ilp32,
            files: files.into_iter().map(|file| (absolute(file), flags(file))).collect(),
        }
    }
}

/// Makes the folder of the scripts.
///
/// # Errors
/// It cannot be made.
pub fn prepare(folder: &Path) -> Result<(), InputError> {
    std::fs::create_dir_all(folder).map_err(|error| InputError::new(format!("{}: {error}", folder.display())))
}

/// Writes the scripts, and says how many there are and for how many violations there is none.
///
/// # Errors
/// The folder or a file cannot be written.
pub fn write(folder: &Path, known: &Obligations, build: &Build) -> Result<String, InputError> {
    prepare(folder)?;
    let cannot = |error: std::io::Error| InputError::new(format!("{}: {error}", folder.display()));
    let (mut scripts, mut others, wraps) = (0, 0, wraps(&known.program));
    for one in &known.all {
        let ObligationState::Violated(violation) = &one.state else { continue };
        let Some(given) = violation.given.as_ref().filter(|given| given.answers.is_none()) else {
            others += 1;
            continue;
        };
        scripts += 1;
        let at = known.program.sources.locate(one.span);
        let place = at.as_ref().map_or(String::new(), |at| format!("{}:{}:{}", at.file, at.line, at.column));
        let file = at.map_or(String::new(), |at| {
            let name = Path::new(&*at.file).file_name().unwrap_or_default().to_string_lossy().into_owned();
            format!("-{name}-{}", at.line)
        });
        let path = folder.join(format!("{scripts:02}{file}-{}.sh", one.kind));
        std::fs::write(&path, script(one, violation, given, &place, &wraps, build)).map_err(cannot)?;
        crate::system::make_program(&path).map_err(cannot)?;
    }
    let without = match others {
        0 => String::new(),
        others => format!("; of {others} other violations the inputs are no command line, or not all"),
    };
    Ok(format!("{scripts} script{} in {}{without}", if scripts == 1 { "" } else { "s" }, folder.display()))
}

/// Observer of a violation of a check when the program runs.
enum Witness {
    Sanitizers,
    Valgrind,
    Nobody,
}

fn witness(kind: &str) -> Witness {
    let is = |check: Check| kind == check.word();
    let by_valgrind = [Check::Uninitialised, Check::Resources];
    let by_nobody = [
        Check::Library,
        Check::Conversion,
        Check::CallType,
        Check::PointerArithmetic,
        Check::PointerComparison,
        Check::DataRace,
        Check::Deadlock,
    ];
    match kind {
        _ if by_valgrind.into_iter().any(is) => Witness::Valgrind,
        _ if by_nobody.into_iter().any(is) => Witness::Nobody,
        _ => Witness::Sanitizers,
    }
}

fn script(
    one: &Obligation,
    violation: &Violation,
    given: &RunInput,
    place: &str,
    wraps: &str,
    build: &Build,
) -> String {
    let mut out = String::from("#!/usr/bin/env bash\n");
    let _ = writeln!(out, "# {place}: {} in {}: {}", one.kind, one.function, one.text);
    out += match witness(&one.kind) {
        Witness::Sanitizers => "# Builds the program with sanitizers, which end it with an error at that place.\n",
        Witness::Valgrind => "# Runs the program under valgrind, which reports that place.\n",
        Witness::Nobody => {
            "# Runs the program on that execution. No sanitizer sees this kind of violation: look at the place in a debugger.\n"
        }
    };
    out += "set -eu\nfolder=$(mktemp -d)\ntrap 'rm -rf \"$folder\"' EXIT\n";
    let name = given.arguments.first().map_or(b"a.out".as_slice(), Vec::as_slice);
    let name = name.strip_prefix(b"./").unwrap_or(name);
    let is_by_valgrind = matches!(witness(&one.kind), Witness::Valgrind);
    let sanitizers = match is_by_valgrind {
        true => "",
        false => " -fsanitize=address,undefined,float-cast-overflow,float-divide-by-zero -fno-sanitize-recover=all",
    };
    // No allocation has the number 0.
    let stand_ins = STAND_INS.replace("NUMBER", &violation.failing_allocation.unwrap_or(0).to_string());
    let _ = writeln!(out, "cat > \"$folder/start.c\" <<'END'\n{stand_ins}{START}END");
    let words = |texts: &[Vec<u8>]| texts.iter().map(|text| format!(" {}", word(text))).collect::<String>();
    let (compiler, machine) = (&build.compiler, if build.is_32_bit { " -m32" } else { "" });
    // Each file by itself: `main` of the program is called by that of start.c.
    let mut objects = String::new();
    for (number, (file, flags)) in build.files.iter().enumerate() {
        let (object, flags, file) = (format!("\"$folder/{number}.o\""), words(flags), word(file));
        let _ =
            writeln!(out, "{compiler} -g -O0 -w{sanitizers}{flags}{machine} -Dmain=program_main -c -o {object} {file}");
        let _ = write!(objects, " {object}");
    }
    let program = word(name);
    let _ = writeln!(
        out,
        "{compiler} -g -w{sanitizers}{machine}{wraps} -o \"$folder/\"{program} \"$folder/start.c\"{objects} -lm"
    );
    out += "cd \"$folder\"\n";
    for folder in &given.folders {
        let _ = writeln!(out, "mkdir {}", word(folder));
    }
    for (name, content) in &given.files {
        let _ = writeln!(out, "{} > {name}\nchmod +x {name}", command_line::print(content), name = word(name));
    }
    let _ = writeln!(out, "{} > .input", command_line::print(&given.input));
    let valgrind = match is_by_valgrind {
        true => " \"$(command -v valgrind)\" -q --error-exitcode=99 --track-fds=yes",
        false => "",
    };
    let run = format!(
        "env -i ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1{}{valgrind} {}{} < .input",
        words(&given.environment),
        word(&[b"./", name].concat()),
        words(given.arguments.get(1..).unwrap_or_default())
    );
    match one.kind == Check::Resources.word() {
        true => _ = writeln!(out, "{run} 2>&1 | tee report\n! grep -q 'Open file descriptor .*: [^<]*$' report"),
        false => out += &format!("{run}\n"),
    }
    out
}

/// The functions that a script has stand-ins for: those of which a call may fail, as the front end counts them, and the clocks.
const WRAPPED: [&str; 7] = ["malloc", "calloc", "realloc", "strdup", "strndup", "time", "clock"];

/// The linker's options for those, but for what the program defines itself.
fn wraps(program: &Program) -> String {
    let is_defined = |name: &str| {
        let function = program.function_named(name).map(|function| &program.functions[function]);
        function.is_some_and(|function| function.body.is_some() && !is_of_library(program, function))
    };
    WRAPPED.iter().filter(|name| !is_defined(name)).map(|name| format!(" -Wl,--wrap={name}")).collect()
}

/// Allocations by the program's own calls, of which one may fail; one of no bytes has none that may be written, where the sanitizer lets it have
/// one. The clocks stand where they stand in the execution that Cairn had.
const STAND_INS: &str = "\
#include <stdlib.h>
#include <string.h>
#include <time.h>
void __asan_poison_memory_region(const volatile void *, size_t) __attribute__((weak));
static unsigned allocations;
static int fails(void) { return ++allocations == NUMBER; }
void *__real_malloc(size_t), *__real_calloc(size_t, size_t), *__real_realloc(void *, size_t);
char *__real_strdup(const char *), *__real_strndup(const char *, size_t);
static void *without_bytes(void *p) {
  if (p && __asan_poison_memory_region)
    __asan_poison_memory_region(p, 1);
  return p;
}
void *__wrap_malloc(size_t n) { return fails() ? 0 : n ? __real_malloc(n) : without_bytes(__real_malloc(1)); }
void *__wrap_calloc(size_t n, size_t m) { return fails() ? 0 : n && m ? __real_calloc(n, m) : without_bytes(__real_malloc(1)); }
void *__wrap_realloc(void *p, size_t n) { return fails() ? 0 : __real_realloc(p, n); }
char *__wrap_strdup(const char *s) { return fails() ? 0 : __real_strdup(s); }
char *__wrap_strndup(const char *s, size_t n) { return fails() ? 0 : __real_strndup(s, n); }
time_t __wrap_time(time_t *to) {
  if (to)
    *to = 0;
  return 0;
}
clock_t __wrap_clock(void) { return 0; }
";

/// Each argument and each entry of the environment becomes an object of its own, as it is to Cairn: a system lays them side by side, where a
/// sanitizer does not see that one is left. They are inside of others, so that none can be freed.
const START: &str = "\
extern char **environ;
int program_main();
static char **objects(char **texts) {
  size_t count = 0;
  while (texts[count])
    count++;
  char **all = __real_malloc((count + 1) * sizeof *all);
  for (size_t i = 0; i < count; i++) {
    size_t size = strlen(texts[i]) + 1;
    char *around = __real_malloc(size + 64);
    all[i] = memcpy(around + 32, texts[i], size);
    if (__asan_poison_memory_region) {
      __asan_poison_memory_region(around, 32);
      __asan_poison_memory_region(around + 32 + size, 32);
    }
  }
  all[count] = 0;
  return all;
}
static char **arguments;
int main(int argc, char **argv) {
  arguments = objects(argv);
  environ = objects(environ);
  return program_main(argc, arguments, environ);
}
";
