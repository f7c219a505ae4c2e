//! Programs in LLVM's assembly and bitcode: no verdict on what clang compiled without optimisation contradicts that of the
//! C front end on the programs of `verdicts/`; without `cairn-llvm` there is an error that says what adds it.
//!
//! `cairn` finds `cairn-llvm` beside itself, in the folder where cargo puts what it builds: `cargo xtask test` builds it there
//! first. A build of the tests alone leaves it out, because the tests of another crate cannot ask for it without LLVM.

use crate::cairn;

use cairn::{Folder, cairn, command};
use cairn_tools::{TestProgram, takes_file};
use rayon::prelude::*;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A module that needs no clang.
const MODULE: &[u8] = b"target datalayout = \"e-m:e-p:64:64-i64:64\"\ndeclare void @reach_error()\n\
    define i32 @main() {\n  call void @reach_error()\n  ret i32 0\n}\n";

/// Whether the program that the tests need was built.
pub fn has_program() -> bool {
    if !cairn_tools::needs(cairn_tools::Tool::Llvm) {
        return false;
    }
    let is_there = Path::new(env!("CARGO_BIN_EXE_cairn")).with_file_name("cairn-llvm").is_file();
    if !is_there {
        cairn_tools::leave_out("cairn-llvm is not built (cargo xtask llvm)");
    }
    is_there
}

/// Whether the program is there, and clang to make modules.
pub fn has_clang() -> bool {
    has_program() && cairn_tools::needs(cairn_tools::Tool::Clang)
}

/// Programs whose module says something else than their text, and why.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("storage_order_attribute_unknown", "clang ignores the attribute"),
    ("storage_order_pragma_unknown", "clang ignores the pragma"),
];

/// Each so many-th program is tried; all of them take minutes.
const EVERY: usize = 5;

/// Steps and work of solvers, which are the same on each machine; the time is only there so that a test ends.
const LIMITS: [&str; 6] = ["--option", "step-limit=20000", "--option", "solver-limit=1000000", "--time-limit", "2min"];

fn compile(level: &str, source: &Path, to: &Path) -> bool {
    let arguments = [level, "-g", "-w", "-c", "-emit-llvm", "-o"];
    let ended = Command::new("clang-19").args(arguments).arg(to).arg(source).output();
    ended.is_ok_and(|ended| ended.status.success())
}

/// The verdict that is expected, and the one that is found.
fn verdicts(source: &TestProgram) -> Option<(String, String)> {
    let text = &source.text;
    let expected = text.lines().next()?.strip_prefix("// expect:")?.trim().to_owned();
    if EXCEPTIONS.iter().any(|(name, _)| *name == source.name) || text.contains("\n// flags:") {
        return None;
    }
    let here = Folder::new(&[]);
    let module = here.path("module.bc");
    if !compile("-O0", &source.file(&here.path("")), &module) {
        return None;
    }
    let ended = cairn(&here, &[&["verify"], &LIMITS[..], &["module.bc"]].concat(), &[]);
    let found = ended.out.lines().find_map(|line| line.strip_prefix("Verification result: "));
    let found = found.and_then(|line| line.split([',', '.']).next()).unwrap_or("none").to_owned();
    Some((expected, if found == "none" { format!("none: {}", ended.err) } else { found }))
}

#[test]
fn without_the_program_the_error_says_what_to_do() {
    let here = Folder::new(&[("module.ll", MODULE), ("module.o", b"BC\xc0\xde"), ("main.cpp", b"int main() {}\n")]);
    // Beside a link to the binary there is nothing.
    let alone = here.path("cairn");
    std::fs::hard_link(env!("CARGO_BIN_EXE_cairn"), &alone).unwrap();
    for line in ["verify module.ll", "verify module.o", "check main.cpp"] {
        let words: Vec<&str> = line.split(' ').collect();
        let needed =
            format!("{}: the program cairn-llvm, which reads C++, Rust and modules of LLVM, is missing", words[1]);
        let ended = cairn(&here, &words, &[("CAIRN_LLVM", "nowhere/cairn-llvm")]);
        let why = format!("{needed}: CAIRN_LLVM names nowhere/cairn-llvm, and there is no such file");
        assert!(ended.code == 2 && ended.err.contains(&why), "{ended:?}");
        let mut command = Command::new(&alone);
        command.current_dir(here.path("")).args(&words).envs([("PATH", ""), ("CAIRN_LLVM", "")]);
        let ended = command.output().unwrap();
        let (code, said) = (ended.status.code(), String::from_utf8_lossy(&ended.stderr));
        let why = format!("{needed}; in the checkout, `cargo xtask run --all -- {line}` adds it");
        assert!(code == Some(2) && said.contains(&why), "{code:?}: {said}");
    }
}

#[cfg(unix)]
fn script(here: &Folder, text: &str) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::write(here.path("fake"), format!("#!/bin/sh\n{text}\n")).unwrap();
    std::fs::set_permissions(here.path("fake"), std::fs::Permissions::from_mode(0o755)).unwrap();
}

/// Neither a limit of time nor an interruption waits for the program.
#[test]
fn a_program_that_does_not_end_is_not_waited_for() {
    let here = Folder::new(&[("module.ll", MODULE)]);
    script(&here, "exec sleep 600");
    let started = Instant::now();
    let ended = cairn(&here, &["verify", "--time-limit", "1s", "module.ll"], &[("CAIRN_LLVM", "./fake")]);
    assert!(ended.code == 2 && ended.err.contains("did not end in time"), "{ended:?}");
    let mut cairn = command(&here);
    cairn.args(["verify", "module.ll"]).env("CAIRN_LLVM", "./fake").stderr(Stdio::piped());
    let child = cairn.spawn().unwrap();
    std::thread::sleep(Duration::from_secs(1));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("was interrupted"), "{output:?}");
    assert!(started.elapsed() < Duration::from_secs(300));
}

/// What is not a translation for this machine and property is refused, and what the program says is shown.
#[test]
fn what_the_program_says_is_checked() {
    let here = Folder::new(&[("module.ll", MODULE)]);
    let heading = "echo '// cairn-llvm 3 machine=LP64 watched=other labels= all-labels=yes optimised=no'";
    let main = "echo 'int main(void) { return 0; }'";
    for (text, said) in [
        (main.to_owned(), "module.ll is not translated by the program cairn-llvm of this version"),
        (format!("{heading}; {main}"), "not about calls of 'reach_error'"),
        ("echo it is odd >&2; exit 1".to_owned(), "error: it is odd"),
        ("kill -KILL $$".to_owned(), "failed (signal: 9"),
        ("exit 0".to_owned(), "is not translated"),
    ] {
        script(&here, &text);
        let ended = cairn(&here, &["verify", "module.ll"], &[("CAIRN_LLVM", "./fake")]);
        assert!(ended.code == 2 && ended.err.contains(said), "{text}: {ended:?}");
    }
}

/// The commands that read a program read modules, or refuse them where only C will do.
#[test]
fn commands_read_modules() {
    if !has_program() {
        return;
    }
    let here = Folder::new(&[("module.ll", MODULE), ("a.c", b"int main(void) { return 0; }\n")]);
    for (line, code, said) in [
        ("verify module.ll", 1, "Verification result: FALSE"),
        ("verify --harness h.c --witness w.yml module.ll", 1, "Verification result: FALSE"),
        ("run module.ll", 1, ""),
        ("cfa module.ll", 0, "main"),
        ("check module.ll", 1, ""),
        ("slice --format cfa module.ll", 0, "reach_error"),
        ("slice --format c module.ll", 2, "a slice as C is made of a program in C"),
        ("test-suite --output-dir tests module.ll", 0, ""),
        ("verify --32 module.ll", 2, "module.ll: the module is for a machine of 64 bits"),
        ("verify module.ll a.c", 2, "give files of one language"),
        ("check --contracts module.ll", 2, "only C is taken apart"),
        ("validate w.yml module.ll", 0, "CONFIRMED"),
        ("run --arg x module.ll", 2, "are for a C program"),
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let ended = cairn(&here, &words, &[]);
        assert!(ended.code == code && format!("{}{}", ended.out, ended.err).contains(said), "{line}: {ended:?}");
    }
}

/// A label is debug information of a module: without it nothing can be said of the label.
#[test]
fn a_label_that_the_module_does_not_know_is_no_proof() {
    if !has_clang() {
        return;
    }
    let text = "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  if (__VERIFIER_nondet_int() == 7)\n    \
                goto ERROR;\n  return 0;\nERROR:\n  return 1;\n}\n";
    let label = "CHECK( init(main()), LTL(G ! label(ERROR)) )\n";
    let other = "CHECK( init(main()), LTL(G ! label(NOWHERE)) )\n";
    let files = [("a.c", text.as_bytes()), ("label.prp", label.as_bytes()), ("other.prp", other.as_bytes())];
    let here = Folder::new(&files);
    for (debug, property, code) in
        [("-g", "label.prp", 1), ("-g0", "label.prp", 3), ("-g", "other.prp", 3), ("-g0", "other.prp", 3)]
    {
        let arguments = ["-O0", debug, "-w", "-c", "-emit-llvm", "-o"];
        let ended = Command::new("clang-19").args(arguments).arg(here.path("a.bc")).arg(here.path("a.c")).output();
        assert!(ended.unwrap().status.success());
        let ended = cairn(&here, &["verify", "--property", property, "a.bc"], &[]);
        assert_eq!(ended.code, code, "{debug}, {property}: {ended:?}");
        assert!(code != 3 || ended.out.contains("does not say where the label"), "{ended:?}");
    }
}

/// What `clang` is given, for one file after the other, and the exit codes of `verify` and `check`.
type LabelCase<'a> = (&'a [&'a str], i32, i32);

/// One function that lost its labels is enough: another one's label of that name is no proof.
#[test]
fn a_label_that_some_function_lost_is_no_proof() {
    if !has_clang() {
        return;
    }
    let main = "extern int __VERIFIER_nondet_int(void);\nint f(int);\nint main(void) {\n  int x = \
                __VERIFIER_nondet_int();\n  if (x != x) goto ERROR;\n  return f(x);\nERROR:\n  return 3;\n}\n";
    let bad = "int f(int x) {\n  if (x == 3) goto ERROR;\n  return 0;\nERROR:\n  return 4;\n}\n";
    let good = bad.replace("x == 3", "x == 3 && x == 4");
    let label = b"CHECK( init(main()), LTL(G ! label(ERROR)) )\n";
    let files =
        [("main.c", main.as_bytes()), ("bad.c", bad.as_bytes()), ("good.c", good.as_bytes()), ("label.prp", label)];
    let here = Folder::new(&files);
    let cases: [(&str, LabelCase<'_>); 8] = [
        ("bad", (&["-O0 -g", "-O0 -g"], 1, 1)),
        ("good", (&["-O0 -g", "-O0 -g"], 0, 0)),
        ("bad", (&["-O0 -g", "-O0"], 3, 3)),
        ("bad", (&["-O0 -g", "-O0 -gline-tables-only"], 3, 3)),
        ("bad", (&["-O0 -g", "-O1 -g"], 3, 3)),
        ("bad", (&["-O0 -g", "-O2"], 3, 3)),
        ("good", (&["-O0 -g", "-O0"], 3, 3)),
        ("bad", (&["-O2", "-O0 -g"], 1, 1)),
    ];
    for (name, (flags, verified, checked)) in cases {
        for (source, flags) in ["main", name].iter().zip(flags) {
            let (from, to) = (here.path(&format!("{source}.c")), here.path(&format!("{source}.ll")));
            let mut clang = Command::new("clang-19");
            clang.args(flags.split(' ')).args(["-w", "-S", "-emit-llvm", "-o"]).arg(to).arg(from);
            assert!(clang.output().unwrap().status.success());
        }
        let module = format!("{name}.ll");
        for (command, code) in [("verify", verified), ("check", checked)] {
            let ended = cairn(&here, &[command, "--property", "label.prp", "main.ll", &module], &[]);
            let is_said = ended.out.contains("labels are not in bitcode");
            assert!(ended.code == code && (code != 3 || is_said), "{name} {flags:?} {command}: {ended:?}");
        }
    }
    // The default property is about calls first: TRUE of it says that it is about nothing else.
    let ended = cairn(&here, &["verify", "main.ll", "good.ll"], &[]);
    assert!(ended.code == 0 && ended.err.contains("TRUE is about calls, not about a label ERROR"), "{ended:?}");
}

/// What is undefined may be gone from an optimised module, which is said where it is asked about and only there.
#[test]
fn an_optimised_module_is_warned_of_where_undefined_behaviour_is_asked_about() {
    if !has_clang() {
        return;
    }
    let text =
        "static int next(int x) { return x + 1; }\nint main(void) { int y = next(2147483647); (void)y; return 0; }\n";
    let label = "CHECK( init(main()), LTL(G ! label(NOWHERE)) )\n";
    let here = Folder::new(&[("a.c", text.as_bytes()), ("label.prp", label.as_bytes())]);
    let warning = "warning: the module was optimised: what the optimiser took out of the source is not checked\n";
    for (flags, is_optimised) in
        [("-O0", false), ("-O0 -Xclang -disable-O0-optnone", false), ("-O1", true), ("-O2 -g", true)]
    {
        let mut clang = Command::new("clang-19");
        clang.args(flags.split(' ')).args(["-w", "-c", "-emit-llvm", "-o"]).arg(here.path("a.bc"));
        assert!(clang.arg(here.path("a.c")).output().unwrap().status.success());
        let code = if is_optimised { 0 } else { 1 };
        for (line, code, is_asked) in [
            ("verify --check overflow a.bc", code, true),
            ("check --check overflow a.bc", code, true),
            ("verify a.bc", 0, false),
            ("check --property unreach-call a.bc", 0, false),
        ] {
            let ended = cairn(&here, &line.split(' ').collect::<Vec<_>>(), &[]);
            assert_eq!(ended.code, code, "{flags}, {line}: {ended:?}");
            assert_eq!(ended.err.contains(warning), is_optimised && is_asked, "{flags}, {line}: {ended:?}");
        }
        let ended = cairn(&here, &["slice", "--property", "label.prp", "a.bc"], &[]);
        assert!(ended.code == 2 && ended.err.contains("labels are not in bitcode"), "{flags}: {ended:?}");
    }
}

/// Calls of KLEE's functions mean in bitcode what they mean in C.
#[test]
fn functions_of_klee_are_known_in_bitcode() {
    if !has_clang() {
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verdicts");
    let programs = cairn_tools::programs_of(&folder.join("klee.c"));
    assert_eq!(programs.len(), 2);
    for program in programs {
        let (expected, found) = verdicts(&program).unwrap();
        assert_eq!(found, expected, "{}", program.name);
    }
}

#[test]
fn no_verdict_contradicts_that_on_the_source() {
    if !has_clang() {
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verdicts");
    let sources = cairn_tools::programs_in(&folder);
    let taken = sources.iter().enumerate().filter(|(index, source)| takes_file(&source.path, index / EVERY));
    let chosen: Vec<&TestProgram> = taken.filter(|(index, _)| index % EVERY == 0).map(|(_, source)| source).collect();
    let found: Vec<(&str, (String, String))> =
        chosen.par_iter().filter_map(|source| Some((source.name.as_str(), verdicts(source)?))).collect();
    let contradicts = |expected: &str, found: &str| match found {
        "TRUE" => expected == "FALSE",
        "FALSE" => expected == "TRUE",
        "UNKNOWN" => false,
        _ => true,
    };
    let wrong: Vec<_> = found.iter().filter(|(_, (expected, found))| contradicts(expected, found)).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    let same = found.iter().filter(|(_, (expected, found))| expected == found).count();
    assert!(
        found.len() < 20 || same * 10 >= found.len() * 6,
        "only {same} of {} have the verdict of the source",
        found.len()
    );
}

#[test]
fn calls_that_were_inlined_are_not_forgotten() {
    if !has_clang() {
        return;
    }
    let text = "extern int __VERIFIER_nondet_int(void);\nextern void abort(void);\n\
                void reach_error(void) { abort(); }\n\
                int main(void) { if (__VERIFIER_nondet_int() == 3) reach_error(); return 0; }\n";
    let safe = text.replace("== 3", "== 3 && 0");
    let here = Folder::new(&[("bug.c", text.as_bytes()), ("safe.c", safe.as_bytes())]);
    // `abort` ends each copy of the function; in the second program there is none outside of it.
    for (name, expected) in [("bug", "FALSE"), ("safe", "TRUE")] {
        let (source, module) = (here.path(&format!("{name}.c")), here.path(&format!("{name}.bc")));
        if !compile("-O2", &source, &module) {
            return;
        }
        let ended = cairn(&here, &[&["verify"], &LIMITS[..], &[module.to_str().unwrap()]].concat(), &[]);
        assert!(ended.out.contains(&format!("Verification result: {expected}")), "{name}: {}", ended.out);
    }
}

/// Without debug information a copy is known by the call that it ends with, when that names the function.
#[test]
fn inlined_copies_are_known_by_the_call_that_ends_them() {
    if !has_clang() {
        return;
    }
    let declared = "extern int __VERIFIER_nondet_int(void);\nextern void abort(void);\n\
                    extern void __assert_fail(const char *, const char *, unsigned, const char *) \
                    __attribute__((noreturn));\n";
    let named = "static inline __attribute__((always_inline)) void reach_error(void) \
                 { __assert_fail(\"0\", \"a.c\", 4, \"reach_error\"); }\n";
    let unnamed = "void reach_error(void) { abort(); }\n";
    let empty = "void reach_error(void) {}\n";
    let main = |condition: &str, then: &str| {
        format!(
            "int main(void) {{ int x = __VERIFIER_nondet_int(); if (x > 10 && {condition}) {then}; \
             if (x == 7) __assert_fail(\"x != 7\", \"a.c\", 9, \"main\"); return 0; }}\n"
        )
    };
    let cases = [
        (named, main("x == 20", "reach_error()"), 1),
        (named, main("x == 5", "reach_error()"), 0),
        // Whose call of abort this is cannot be told.
        (unnamed, main("x == 20", "abort()"), 3),
        (unnamed, main("x == 20", "reach_error()"), 3),
        (empty, main("x == 5", "reach_error()"), 3),
    ];
    for (index, (error, main, code)) in cases.iter().enumerate() {
        let property = b"CHECK( init(main()), LTL(G ! call(reach_error())) )\n";
        let text = format!("{declared}{error}{main}");
        let here = Folder::new(&[("a.c", text.as_bytes()), ("a.prp", property)]);
        for level in ["-O1", "-O2"] {
            let arguments = [level, "-w", "-c", "-emit-llvm", "-o"];
            let ended = Command::new("clang-19").args(arguments).arg(here.path("a.bc")).arg(here.path("a.c")).output();
            assert!(ended.unwrap().status.success());
            let ended = cairn(&here, &[&["verify", "--property", "a.prp", "a.bc"], &LIMITS[..]].concat(), &[]);
            assert_eq!(ended.code, *code, "case {index} {level}: {ended:?}");
        }
    }
}

#[test]
fn places_are_those_of_the_source() {
    if !has_clang() {
        return;
    }
    let text = "extern void reach_error(void);\nint main(void) {\n  int x = 4;\n\n    if (x == 4) reach_error();\n}\n";
    let here = Folder::new(&[("bug.c", text.as_bytes())]);
    let (source, module) = (here.path("bug.c"), here.path("bug.bc"));
    if !compile("-O0", &source, &module) {
        return;
    }
    let ended = cairn(&here, &["verify", "bug.bc"], &[]);
    let line = ended.out.lines().find(|line| line.trim_start().starts_with("5 |"));
    assert!(line.is_some_and(|line| line.contains("x == 4")), "{}", ended.out);
    let broken = Folder::new(&[("broken.ll", b"define i32 @main( {\n")]);
    let ended = cairn(&broken, &["verify", "broken.ll"], &[]);
    assert!(ended.err.contains("broken.ll is no module of LLVM 19"), "{}", ended.err);
}
