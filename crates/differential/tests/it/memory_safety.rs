//! Two definitions of memory safety, compared: the primitives that ask about objects ([`cairn_ir::behaviour::Access`]),
//! answered by the interpreter, and a program that gcc's address sanitizer watches. On generated programs both say the same.
//!
//! Offsets stay within the sanitizer's red zones: what lies further away it takes for another object.

use crate::memory;

use cairn_differential::configurations::CheckedProperty;
use cairn_differential::seeded::compile_checked;
use cairn_interp::{Code, Interpreter, RecordedInputs, RunEnd};
use cairn_ir::behaviour::{self, Check};
use cairn_ir::{MachineModel, Step};
use cairn_test_support::Random;
use cairn_verify::Figures;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

const PROGRAMS: usize = 150;

/// How an execution ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Ends {
    Well,
    Violated(Check),
    /// Nobody can know.
    Doubt,
}

fn by_checks(body: &str) -> Ends {
    let text = format!("{}\nint main(void) {body}", memory::HEAD);
    let property = CheckedProperty::Memory.property();
    let program = compile_checked(&text, MachineModel::Lp64, &property.checks);
    let mut program = program.unwrap_or_else(|why| panic!("{why}\n{text}"));
    cairn_verify::check(&property, &mut program, &mut Figures::default());
    assert_eq!(program.check(), Ok(()));
    let code = Code::new(&program);
    let mut run = Interpreter::new(&code, cairn_interp::InterpreterOptions::default());
    let mut inputs = RecordedInputs::default();
    loop {
        match run.step(&mut inputs) {
            Ok(step) if behaviour::doubt(&program, step).is_some() => return Ends::Doubt,
            Ok(Step::Edge(edge)) => {
                if let Some(check) = program.edges[edge].op.marked_check() {
                    return Ends::Violated(check);
                }
            }
            Ok(_) => {}
            Err(RunEnd::Returned(_) | RunEnd::Halted { .. }) => return Ends::Well,
            Err(other) => panic!("{other:?}\n{body}"),
        }
    }
}

/// What the sanitizer says of each body; nothing where there is no sanitizer.
fn by_sanitizer(bodies: &[String], folder: &Path) -> Option<Vec<Ends>> {
    let mut text = format!("#include <stdlib.h>\n#include <string.h>\n{}\n", memory::HEAD);
    for (index, body) in bodies.iter().enumerate() {
        let _ = write!(text, "static int f{index}(void) {body}");
    }
    let table: String = (0..bodies.len()).map(|index| format!("f{index}, ")).collect();
    let _ = write!(
        text,
        "int (*all[])(void) = {{ {table} }};\nint main(int n, char **v) {{ return all[atoi(v[1])](); }}\n"
    );
    let (source, binary) = (folder.join("m.c"), folder.join("m"));
    let compiled = |text: &str| {
        std::fs::write(&source, text).unwrap();
        let flags = ["-O0", "-w", "-std=gnu11", "-fno-builtin", "-fsanitize=address"];
        Command::new("gcc").args(flags).arg(&source).arg("-o").arg(&binary).output()
    };
    if !compiled("int main(void) { return 0; }\n").is_ok_and(|out| out.status.success()) {
        cairn_tools::leave_out("gcc has no address sanitizer (apt-get install gcc)");
        return None;
    }
    let out = compiled(&text).unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let said = |index: usize| {
        let options = "detect_leaks=0:detect_stack_use_after_return=1:allocator_may_return_null=1";
        let out = Command::new(&binary).arg(index.to_string()).env("ASAN_OPTIONS", options).output().unwrap();
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        let of = |words: &[&str]| words.iter().any(|word| said.contains(word));
        match () {
            () if of(&["double-free", "attempting free on address"]) => Ends::Violated(Check::ValidFree),
            () if of(&["AddressSanitizer"]) => Ends::Violated(Check::ValidDeref),
            () => {
                assert!(said.is_empty() && out.status.success(), "f{index}: {said}\n{}", bodies[index]);
                Ends::Well
            }
        }
    };
    Some((0..bodies.len()).map(said).collect())
}

#[test]
fn memory_is_what_the_sanitizer_says() {
    let seed = std::env::var("SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(1);
    let mut random = Random::new(seed);
    let bodies: Vec<String> = (0..PROGRAMS).map(|_| memory::body(&mut random)).collect();
    let folder = tempfile::tempdir().unwrap();
    let sanitized = by_sanitizer(&bodies, folder.path());
    let (mut seen, mut wrong) = (std::collections::BTreeMap::<Ends, usize>::new(), Vec::new());
    for (index, body) in bodies.iter().enumerate() {
        let found = by_checks(body);
        *seen.entry(found).or_default() += 1;
        let said = sanitized.as_ref().map(|all| all[index]);
        if found != Ends::Doubt && said.is_some_and(|said| said != found) {
            wrong.push(format!("f{index}: checks: {found:?}, the sanitizer: {said:?}\n{body}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {PROGRAMS} programs, the first:\n{}", wrong.len(), wrong[0]);
    let of = |ends: Ends| seen.get(&ends).copied().unwrap_or(0);
    let (deref, free) = (of(Ends::Violated(Check::ValidDeref)), of(Ends::Violated(Check::ValidFree)));
    assert!(of(Ends::Well) >= 30 && deref >= 30 && free >= 8 && of(Ends::Doubt) <= PROGRAMS / 5, "{seen:?}");
}
