//! `cairn harness`: what it writes compiles, is verified as it is, and says what it assumes.

use crate::cairn;

use cairn::{Ended, Folder, cairn};
use std::process::Command;

const FRAME: (&str, &[u8]) = ("src/frame.c", include_bytes!("../harness/frame.c"));

fn folder() -> Folder {
    let folder = Folder::new(&[]);
    std::fs::create_dir_all(folder.path("src")).unwrap();
    std::fs::create_dir_all(folder.path("proofs")).unwrap();
    std::fs::write(folder.path(FRAME.0), FRAME.1).unwrap();
    let list = r#"[{"directory": ".", "file": "src/frame.c", "command": "cc -c src/frame.c"}]"#;
    std::fs::write(folder.path("compile_commands.json"), list).unwrap();
    folder
}

fn run(folder: &Folder, line: &str) -> Ended {
    cairn(folder, &line.split_whitespace().collect::<Vec<_>>(), &[])
}

/// The harness, which a compiler takes without a warning.
fn written(folder: &Folder, line: &str) -> String {
    let ended = run(folder, &format!("harness {line} -o proofs/harness.c"));
    assert_eq!(ended.code, 0, "{ended:?}");
    let text = folder.read("proofs/harness.c");
    let gcc = Command::new("gcc")
        .args([
            "-fsyntax-only",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-Wno-unused-function",
            "-Wno-unused-parameter",
            "-Wno-type-limits",
        ])
        .arg(folder.path("proofs/harness.c"))
        .output()
        .unwrap();
    assert!(gcc.status.success(), "{text}\n{}", String::from_utf8_lossy(&gcc.stderr));
    text
}

#[test]
fn a_harness_finds_a_write_behind_an_end() {
    let folder = folder();
    let text = written(&folder, "put src/frame.c");
    assert!(text.contains("#include \"../src/frame.c\""), "{text}");
    assert!(text.contains("__VERIFIER_assume(len <= HARNESS_ELEMENTS);"), "{text}");
    let ended = run(&folder, "verify --check all proofs/harness.c");
    assert_eq!(ended.code, 1, "{ended:?}");
    assert!(ended.out.contains("frame.c:29"), "{ended:?}");
}

#[test]
fn a_function_without_a_fault_is_proved() {
    let folder = folder();
    written(&folder, "count src/frame.c --elements 3");
    let ended = run(&folder, "verify --check all proofs/harness.c");
    assert_eq!(ended.code, 0, "{ended:?}");
    let wider = run(&folder, "verify --check all -DHARNESS_NULL_POINTERS=1 proofs/harness.c");
    assert_eq!(wider.code, 1, "a null pointer is followed: {wider:?}");
}

#[test]
fn structures_are_filled_to_a_depth() {
    let folder = folder();
    let text = written(&folder, "walk -p . --globals any --elements 1 --depth 1");
    // A typedef's name, a bit-field, a constant member, the larger half of a union, a callback, an incomplete structure.
    for part in [
        "static Frame ",
        ".used = __VERIFIER_nondet_uint();",
        "*(int *)&",
        ".wide = __VERIFIER_nondet_long();",
        ".visit = any_function;",
        "/* first: any value.",
        "its type is not complete here",
        "nothing is followed deeper",
    ] {
        assert!(text.contains(part), "no {part} in {text}");
    }
    assert!(!text.contains("narrow = "), "{text}");
    assert!(!text.contains("most = "), "{text}");
    let ended = run(&folder, "verify -p . --check valid-deref --time-limit 60s proofs/harness.c");
    assert_eq!(ended.code, 0, "{ended:?}");
}

#[test]
fn what_a_function_frees_is_allocated() {
    let folder = folder();
    written(&folder, "release src/frame.c --heap");
    assert_eq!(run(&folder, "verify --property valid-memsafety proofs/harness.c").code, 0);
    written(&folder, "release src/frame.c");
    assert_eq!(run(&folder, "verify --property valid-memsafety proofs/harness.c").code, 1);
}

#[test]
fn what_cannot_be_written_is_said() {
    let folder = folder();
    for (line, said) in [
        ("harness put", "name the file"),
        ("harness main src/frame.c", "needs no harness"),
        ("harness nothing src/frame.c", "no function 'nothing'"),
        ("harness nothing -p .", "no file of the project defines 'nothing'"),
        ("harness put src/other.c", "src/other.c"),
    ] {
        let ended = run(&folder, line);
        assert_eq!(ended.code, 2, "{ended:?}");
        assert!(ended.err.contains(said), "{line}: {ended:?}");
    }
    let ended = run(&folder, "harness put src/frame.c");
    assert!(ended.out.starts_with("/* A proof harness for put"), "{ended:?}");
}
