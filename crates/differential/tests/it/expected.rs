//! No expected verdict of a test program of this repository is only believed: gcc compiles each, and where one is expected
//! to fail, it is executed with the inputs that Cairn reports and must fail; where one is expected to hold, it is executed
//! with random inputs and must not. Sanitizers watch, so that no verdict rests on behaviour that C leaves undefined.

use cairn_differential::configurations::{CheckedProperty, RunAllowance};
use cairn_options::Analysis;
use cairn_options::variants::Variant;
use cairn_tools::{TestProgram, programs_of};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Folders whose files are meant to be refused, or are parts of programs.
const NO_PROGRAMS: &[&str] = &["front-c/tests/parse"];
/// Executions of a program that is expected to hold.
const EXECUTIONS: u32 = 8;
/// To find the inputs of a violation.
const EFFORT: RunAllowance = RunAllowance {
    steps: 4_000,
    deadline: None,
    work: Some(cairn_base::Work::thousands(2_000)),
    asked: CheckedProperty::Assertions,
};

fn collect(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, out);
        } else if path.extension().is_some_and(|e| e == "c")
            && !NO_PROGRAMS.iter().any(|n| path.display().to_string().contains(n))
        {
            out.push(path);
        }
    }
}

fn programs() -> Vec<TestProgram> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut out = Vec::new();
    for entry in std::fs::read_dir(crates).unwrap() {
        collect(&entry.unwrap().path().join("tests"), &mut out);
    }
    out.retain(|path| !path.ends_with("expected/driver.c"));
    // To look at some of them: a part of their paths.
    if let Ok(part) = std::env::var("CAIRN_PROGRAMS") {
        out.retain(|path| path.display().to_string().contains(&part));
        return out.iter().flat_map(|path| programs_of(path)).collect();
    }
    out.sort();
    let programs: Vec<TestProgram> = out.iter().flat_map(|path| programs_of(path)).collect();
    assert!(programs.len() > 350, "only {} programs", programs.len());
    programs
}

/// A program's name, with its folder.
fn called(program: &TestProgram) -> String {
    program.path.with_file_name(&program.name).display().to_string()
}

/// A program as a file of its own; two folders may have the same names.
fn file(program: &TestProgram, scratch: &Path) -> PathBuf {
    let folder = scratch.join(program.path.parent().unwrap().display().to_string().replace('/', "_"));
    std::fs::create_dir_all(&folder).unwrap();
    program.file(&folder)
}

/// What gcc says about a call, an error's first lines.
fn gcc(arguments: &[&str]) -> Result<(), String> {
    let out = Command::new("gcc").args(arguments).output().map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&out.stderr);
    if out.status.success() { Ok(()) } else { Err(text.lines().take(4).collect::<Vec<_>>().join("\n")) }
}

fn is_32_bit(text: &str) -> bool {
    text.lines().take(6).any(|line| line.contains("--32") || line.contains("ILP32"))
}

/// Two at a time, for all; the complaints.
fn each<T: Sync>(of: &[T], work: impl Fn(&T) -> Result<(), String> + Sync) -> Vec<String> {
    let (next, complaints) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(one) = of.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(why) = work(one) {
                        complaints.lock().unwrap().push(why);
                    }
                }
            });
        }
    });
    let mut complaints = complaints.into_inner().unwrap();
    complaints.sort();
    complaints
}

/// Whether gcc is there, and for 32 bits.
fn available() -> (bool, bool) {
    (cairn_tools::needs(cairn_tools::Tool::Gcc), cairn_tools::needs(cairn_tools::Tool::Gcc32))
}

#[test]
fn gcc_accepts_every_program() {
    let (has_64, has_32) = available();
    let scratch = tempfile::tempdir().unwrap();
    let taken = programs().into_iter().enumerate().filter(|(index, one)| cairn_tools::takes_file(&one.path, *index));
    let programs: Vec<TestProgram> = taken.map(|(_, program)| program).collect();
    let wrong = each(&programs, |program| {
        let narrow = is_32_bit(&program.text);
        if !if narrow { has_32 } else { has_64 } {
            return Ok(());
        }
        let machine = if narrow { "-m32" } else { "-m64" };
        let clause = |name: &str| format!("-D__CPROVER_{name}(...)=");
        let clauses = ["requires", "ensures", "assigns", "loop_invariant", "decreases"].map(clause);
        // What a compiler knows nothing of, a program leaves out for it.
        let clauses: Vec<&str> = clauses.iter().map(String::as_str).collect();
        let file = file(program, scratch.path()).display().to_string();
        gcc(&[&["-fsyntax-only", "-w", "-std=gnu11", machine], &clauses[..], &[&file]].concat())
            .map_err(|why| format!("{}: {why}", called(program)))
    });
    assert!(wrong.is_empty(), "{} programs:\n{}", wrong.len(), wrong.join("\n"));
}

/// What is expected of a program, by its heading or its name.
fn expected(program: &TestProgram) -> Option<bool> {
    let stated = program.text.lines().take(3).find_map(|line| {
        let (_, value) = line.split_once("// expect:").or_else(|| line.split_once("// expected:"))?;
        match value.trim().to_ascii_lowercase().split([',', ';', ' ']).next()? {
            "true" => Some(Some(true)),
            "false" => Some(Some(false)),
            _ => Some(None),
        }
    });
    let name = &program.name;
    stated.unwrap_or(match () {
        () if name.ends_with("_bug") => Some(false),
        () if name.ends_with("_safe") => Some(true),
        () => None,
    })
}

/// How an execution ended: whether it got to the error, or what stopped it.
fn execute(binary: &Path, inputs: Option<&Path>, seed: u32) -> Result<bool, String> {
    let mut command = Command::new("timeout");
    command.arg("10").arg(binary).env_remove("CAIRN_INPUTS").env_remove("CAIRN_SEED");
    match inputs {
        Some(file) => command.env("CAIRN_INPUTS", file),
        None => command.env("CAIRN_SEED", (seed + 1).to_string()),
    };
    let out = command.output().map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&out.stderr);
    match out.status.code() {
        Some(42) => Ok(true),
        // `timeout` says so of a process that a trap ended.
        Some(132) => Err("behaviour that C leaves undefined".to_owned()),
        Some(77) => Err(text.lines().find(|l| l.contains("error")).unwrap_or("a sanitizer stopped it").to_owned()),
        _ => Ok(false),
    }
}

/// What gcc's execution has against an expected verdict.
fn doubt(program: &TestProgram, expected: bool, addresses: bool, scratch: &Path) -> Result<(), String> {
    let (name, text) = (called(program), &program.text);
    let narrow = is_32_bit(text);
    let machine = if narrow { "-m32" } else { "-m64" };
    let unique = name.replace(['/', '.', ' '], "_");
    let (source, binary) = (scratch.join(format!("{unique}.c")), scratch.join(&unique));
    // A label is an error too, and a program's own error function is only a name to Cairn.
    let changed = text
        .replace("ERROR:", "ERROR: __VERIFIER_error();")
        .replace("void reach_error(void) {", "void reach_error_body(void) {");
    std::fs::write(&source, changed.replace("void reach_error() {", "void reach_error_body() {"))
        .map_err(|e| e.to_string())?;
    let driver = scratch.join(format!("driver{machine}.o"));
    let arguments = [
        "-w",
        "-std=gnu11",
        "-fwrapv",
        "-O0",
        if addresses { "-fsanitize=address,undefined" } else { "-fsanitize=undefined" },
        // Numbers wrap and shift as on the machine, in Cairn as in gcc.
        "-fno-sanitize=signed-integer-overflow,shift,null,float-cast-overflow",
        if addresses { "-fno-sanitize-recover=all" } else { "-fsanitize-undefined-trap-on-error" },
        machine,
        &source.display().to_string(),
        &driver.display().to_string(),
        "-lm",
        "-o",
        &binary.display().to_string(),
    ];
    // Functions without a body, and features that have no library for a sanitizer: nothing to execute.
    if gcc(&arguments).is_err() {
        return Ok(());
    }
    if expected {
        for seed in 0..EXECUTIONS {
            if execute(&binary, None, seed)
                .map_err(|why| format!("{name}: expected TRUE, but with seed {seed}: {why}"))?
            {
                return Err(format!("{name}: expected TRUE, but fails with seed {seed}"));
            }
        }
        return Ok(());
    }
    let Some(inputs) = inputs_of(&file(program, scratch), text, narrow)? else { return Ok(()) };
    let file = scratch.join(format!("{unique}.inputs"));
    std::fs::write(&file, inputs.join("\n") + "\n").map_err(|e| e.to_string())?;
    match execute(&binary, Some(&file), 0) {
        Ok(true) => Ok(()),
        Ok(false) => Err(format!("{name}: expected FALSE, but does not fail on {inputs:?}")),
        Err(why) => Err(format!("{name}: expected FALSE, but on {inputs:?}: {why}")),
    }
}

/// The inputs with which Cairn shows a violation, when they all come from `__VERIFIER_nondet_…`.
fn inputs_of(path: &Path, text: &str, narrow: bool) -> Result<Option<Vec<String>>, String> {
    let text = if text.lines().any(|line| line.starts_with('#')) {
        let machine = if narrow { "-m32" } else { "-m64" };
        let out = Command::new("gcc").args(["-E", "-P", machine]).arg(path).output().map_err(|e| e.to_string())?;
        String::from_utf8_lossy(&out.stdout).into_owned()
    } else {
        text.to_owned()
    };
    let model = if narrow { cairn_ir::MachineModel::Ilp32 } else { cairn_ir::MachineModel::Lp64 };
    let everything: &[_] = &[("value.refinement", "none")];
    let ways: [(_, &[_]); 4] = [
        (Analysis::Value, &[]),
        (Analysis::Value, everything),
        (Analysis::BoundedModelChecking, &[]),
        (Analysis::RandomTesting, &[]),
    ];
    for (analysis, options) in ways {
        let variant = Variant { analysis, options: options.to_vec() };
        let report = cairn_differential::configurations::report(&variant, &text, model, EFFORT)?;
        if let Some(violation) = report.violation {
            let known = violation
                .inputs
                .iter()
                .all(|(who, _)| who.starts_with("__VERIFIER_nondet_") && !who.contains("pointer"));
            return Ok(known.then(|| violation.inputs.into_iter().map(|(_, value)| value).collect()));
        }
    }
    Ok(None)
}

fn expected_verdicts(addresses: bool) {
    let (has_64, has_32) = available();
    let scratch = tempfile::tempdir().unwrap();
    for (machine, has) in [("-m64", has_64), ("-m32", has_32)] {
        let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/expected/driver.c").display().to_string();
        let made = scratch.path().join(format!("driver{machine}.o")).display().to_string();
        if has {
            gcc(&["-w", "-std=gnu11", machine, "-c", &driver, "-o", &made]).unwrap();
        }
    }
    let judged: Vec<(TestProgram, bool)> = programs()
        .into_iter()
        .filter_map(|program| {
            let runs = if is_32_bit(&program.text) { has_32 } else { has_64 };
            expected(&program).filter(|_| runs).map(|expected| (program, expected))
        })
        .collect();
    let wrong = each(&judged, |(program, expected)| doubt(program, *expected, addresses, scratch.path()));
    assert!(wrong.is_empty(), "{} of {} programs:\n{}", wrong.len(), judged.len(), wrong.join("\n"));
}

#[test]
#[ignore = "takes minutes"]
fn expected_verdicts_are_what_gcc_shows() {
    expected_verdicts(false);
}

#[test]
#[ignore = "takes minutes"]
fn expected_verdicts_are_what_gcc_shows_with_addresses_watched() {
    expected_verdicts(true);
}
