//! Three definitions of undefined behaviour, compared: checks in the automaton ([`cairn_ir::behaviour`]), the interpreter
//! that ends at undefined
//! arithmetic, and a program that gcc's sanitizer watches. On generated programs all three say the same.

use crate::checked;
use crate::undefined;

use cairn_interp::{Code, Interpreter, RecordedInputs, RunEnd};
use cairn_ir::Program;
use cairn_ir::behaviour::Check;
use checked::{by_checks, program};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

const PROGRAMS: usize = 500;
/// What expressions and conditions alone say. For memory see `memory_safety.rs`.
const WANTED: [Check; 7] = [
    Check::Builtin,
    Check::Overflow,
    Check::Division,
    Check::Shift,
    Check::FloatConversion,
    Check::ArrayIndex,
    Check::NullDereference,
];

/// Whether undefined behaviour ends the execution.
fn by_interpreter(program: &Program) -> bool {
    let options = cairn_interp::InterpreterOptions { strict: true, ..cairn_interp::InterpreterOptions::default() };
    let end = Interpreter::new(&Code::new(program), options).run(&mut RecordedInputs::default());
    matches!(end, RunEnd::Undefined { .. })
}

/// What the sanitizer says first of each of the functions `f0`, `f1`, …; nothing where there is no sanitizer.
fn by_sanitizer(bodies: &[String], folder: &Path) -> Option<Vec<Option<Check>>> {
    let mut text = String::from("#include <stdlib.h>\n");
    for (index, body) in bodies.iter().enumerate() {
        let _ = write!(text, "static int f{index}(void) {body}");
    }
    let table: String = (0..bodies.len()).map(|index| format!("f{index}, ")).collect();
    let _ = write!(
        text,
        "int (*all[])(void) = {{ {table} }};\nint main(int n, char **v) {{ return all[atoi(v[1])](); }}\n"
    );
    let (source, binary) = (folder.join("u.c"), folder.join("u"));
    std::fs::write(&source, text).unwrap();
    let flags = ["-O0", "-w", "-std=gnu11", "-fsanitize=undefined,float-cast-overflow", "-fno-sanitize-recover=all"];
    let compiled = |source: &Path| Command::new("gcc").args(flags).arg(source).arg("-o").arg(&binary).output();
    let probe = folder.join("probe.c");
    std::fs::write(&probe, "int main(int n, char **v) { return n + n; }\n").unwrap();
    if !compiled(&probe).is_ok_and(|out| out.status.success()) {
        cairn_tools::leave_out("gcc has no sanitizer of undefined behaviour (apt-get install gcc)");
        return None;
    }
    let out = compiled(&source).unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let said = |index: usize| {
        let out = Command::new(&binary).arg(index.to_string()).output().unwrap();
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        let of = |words: &[&str]| words.iter().any(|word| said.contains(word));
        let check = match () {
            () if of(&["division by zero"]) => Check::Division,
            () if of(&["passing zero to"]) => Check::Builtin,
            () if of(&["shift exponent", "left shift of negative"]) => Check::Shift,
            () if of(&["outside the range of representable"]) => Check::FloatConversion,
            () if of(&["out of bounds"]) => Check::ArrayIndex,
            () if of(&["null pointer"]) => Check::NullDereference,
            () if of(&["cannot be represented"]) => Check::Overflow,
            () => {
                assert!(said.is_empty() && out.status.code() == Some(0), "f{index}: {said}");
                return None;
            }
        };
        Some(check)
    };
    Some((0..bodies.len()).map(said).collect())
}

#[test]
fn checks_are_what_the_interpreter_and_the_sanitizer_say() {
    let seed = std::env::var("SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(1);
    let mut random = undefined::Random::new(seed);
    let bodies: Vec<String> = (0..PROGRAMS).map(|_| undefined::body(&mut random)).collect();
    let folder = tempfile::tempdir().unwrap();
    let sanitized = by_sanitizer(&bodies, folder.path());
    let (mut seen, mut wrong) = (std::collections::BTreeMap::<Option<Check>, usize>::new(), Vec::new());
    for (index, body) in bodies.iter().enumerate() {
        let program = program(&format!("int main(void) {body}"));
        let found = by_checks(program.clone(), &WANTED);
        *seen.entry(found).or_default() += 1;
        let ends = by_interpreter(&program);
        // A row of an array inside of another is left unseen by the interpreter, for which memory is flat.
        if ends && found.is_none() || !ends && !matches!(found, None | Some(Check::ArrayIndex)) {
            wrong.push(format!("checks: {found:?}, the interpreter: {ends}\n{body}"));
        }
        let Some(said) = sanitized.as_ref().map(|all| all[index]) else { continue };
        let agree = match (found, said) {
            // gcc computes `__builtin_ctz(x & 1)` without counting, and says nothing of it: the interpreter alone has been asked.
            (Some(Check::Builtin), _) => ends,
            // Of two in one statement, each may be seen first.
            (Some(_), Some(said)) => found == Some(said) || by_checks(program, &[said]).is_some(),
            // gcc computes `x % 1` and `i + i > -1` without what is undefined about them.
            (Some(_), None) => ends,
            (None, said) => said.is_none(),
        };
        if !agree {
            wrong.push(format!("checks: {found:?}, the sanitizer: {said:?}\n{body}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {PROGRAMS} programs, the first:\n{}", wrong.len(), wrong[0]);
    assert!(seen.len() == 1 + WANTED.len() && seen.values().all(|count| *count >= 3), "{seen:?}");
}
