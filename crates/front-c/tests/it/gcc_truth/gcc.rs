//! Asking gcc.

use cairn_ir::machine::Machine;
use cairn_ir::types::MachineModel;
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// The compiler for a machine and its flags.
fn compiler(model: MachineModel) -> (&'static str, Vec<String>) {
    let (program, flag) = match model.machine() {
        Machine::Ilp32 => ("gcc", Some("-m32")),
        Machine::Lp64 => ("gcc", Some("-m64")),
        Machine::Arm32 => ("arm-none-eabi-gcc", None),
    };
    (program, flag.into_iter().map(str::to_owned).chain(model.flags()).collect())
}

fn gcc(text: &str, model: MachineModel, args: &[&str]) -> Output {
    let (program, flags) = compiler(model);
    let mut child = Command::new(program)
        .args(flags)
        .args(["-std=gnu11", "-x", "c"])
        .args(args)
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|why| panic!("these tests need {program}: {why}"));
    // gcc reads all of its input before it writes more than a pipe holds of messages.
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

/// Whether gcc takes a text; its first messages when not.
pub fn accepts(text: &str, model: MachineModel) -> Result<(), String> {
    let output = gcc(text, model, &["-fsyntax-only", "-w", "-fmax-errors=10"]);
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

/// Those of many small texts, each wrapped to one line after a common beginning, that gcc takes without an error and
/// without a warning of overflow or division by zero.
pub fn accepted_lines(
    before: &str,
    candidates: &[String],
    wrap: impl Fn(&str) -> String,
    model: MachineModel,
) -> Vec<String> {
    let mut text = format!("{before}\n");
    let first = text.lines().count() + 1;
    for (i, candidate) in candidates.iter().enumerate() {
        text.push_str(&wrap(candidate).replace("probe", &format!("probe_{i}")));
        text.push('\n');
    }
    let warnings = ["-Woverflow", "-Wdiv-by-zero", "-Wshift-count-overflow", "-Wshift-count-negative"];
    let more = ["-Wshift-negative-value", "-Wshift-overflow=2", "-Wno-pointer-to-int-cast", "-Wno-int-to-pointer-cast"];
    let quiet = ["-fsyntax-only", "-fdiagnostics-plain-output", "-fmax-errors=0", "-pedantic"];
    let args: Vec<&str> = quiet.iter().chain(&warnings).chain(&more).copied().collect();
    let output = gcc(&text, model, &args);
    let messages = String::from_utf8_lossy(&output.stderr);
    let mut bad = vec![false; candidates.len()];
    for line in messages.lines() {
        let mut parts = line.split(':');
        let (Some("<stdin>"), Some(number)) = (parts.next(), parts.next().and_then(|n| n.parse::<usize>().ok())) else {
            continue;
        };
        let counts = line.contains("error:")
            || ["overflow", "div-by-zero", "shift", "-Wpedantic"].iter().any(|w| line.contains(w));
        if let (true, Some(index)) = (counts, number.checked_sub(first))
            && index < bad.len()
        {
            bad[index] = true;
        }
    }
    candidates.iter().zip(bad).filter(|(_, bad)| !bad).map(|(c, _)| c.clone()).collect()
}

/// Compiles and runs a program; what it prints. `None` where the machine cannot link for the model (no 32-bit library).
pub fn run(text: &str, model: MachineModel) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("program");
    let output = gcc(text, model, &["-O0", "-w", "-o", program.to_str().unwrap()]);
    if !output.status.success() {
        let messages = String::from_utf8_lossy(&output.stderr);
        let is_32 = model == MachineModel::Ilp32;
        assert!(is_32 && !messages.contains("error:"), "gcc does not compile it:\n{messages}");
        #[allow(clippy::print_stderr)] // a test that does less says so
        {
            eprintln!("note: gcc -m32 does not link here; this part is left out");
        }
        return None;
    }
    let output = Command::new(&program).output().unwrap();
    Some(String::from_utf8(output.stdout).unwrap())
}
