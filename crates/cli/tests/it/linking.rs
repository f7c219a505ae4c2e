//! Programs of several files: `tests/linking/*`, a folder each. The first file says what to expect, in its first line
//! (`// expect: TRUE`) and perhaps a line `// flags: …`. Each is verified with its files in both orders, and gcc must make
//! a program of it, for which a bug must show when it runs. The commands that link are asked about each in turn: none says of a row that it
//! is proved where another says that it is violated.

use crate::cairn;

use cairn::{Folder, cairn};
use cairn_tools::takes_share;
use std::path::{Path, PathBuf};
use std::process::Command;

fn heading<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix(name)).map(str::trim)
}

/// The C files of a folder, the one with the expectation first.
fn files(folder: &Path) -> (Vec<PathBuf>, String) {
    let listed = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = listed.filter(|path| path.extension().is_some_and(|extension| extension == "c")).collect();
    files.sort();
    let text = |path: &PathBuf| std::fs::read_to_string(path).unwrap();
    let first = files.iter().position(|path| heading(&text(path), "// expect:").is_some());
    let first = first.unwrap_or_else(|| panic!("{folder:?} says not what to expect"));
    files.swap(0, first);
    let text = text(&files[0]);
    (files, text)
}

/// What the linked program is without Cairn's functions.
const ENVIRONMENT: &[u8] = b"#include <stdlib.h>\nvoid reach_error(void) { exit(77); }\n\
    int __VERIFIER_nondet_int(void) { return 0; }\nint __attribute__((weak)) main(void) { return 0; }\n";

#[test]
fn every_program_is_linked_and_has_its_verdict() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/linking");
    let mut programs: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    programs.sort();
    let mut wrong = Vec::new();
    for (index, program) in programs.iter().enumerate() {
        let (mut files, text) = files(program);
        let expected = heading(&text, "// expect:").unwrap_or("");
        let here = Folder::new(&[("environment.c", ENVIRONMENT)]);
        let mut gcc = Command::new("gcc");
        gcc.args(["-w", "-o"]).arg(here.path("program")).args(&files).arg(here.path("environment.c"));
        let linked = gcc.output().unwrap();
        let said = String::from_utf8_lossy(&linked.stderr).into_owned();
        assert!(linked.status.success(), "gcc makes no program of {}: {said}", program.display());
        let ran = Command::new(here.path("program")).status().unwrap();
        let has_entry = text.contains("--entry");
        if !has_entry && expected != "UNKNOWN" {
            assert_eq!(ran.code() == Some(77), expected == "FALSE", "{}: {ran}", program.display());
        }
        for _ in 0..2 {
            let mut arguments = vec!["verify", "--time-limit", "30s"];
            arguments.extend(heading(&text, "// flags:").unwrap_or("").split_whitespace());
            arguments.extend(files.iter().map(|file| file.to_str().unwrap()));
            let ended = cairn(&here, &arguments, &[]);
            let code = match expected {
                "TRUE" => 0,
                "FALSE" => 1,
                _ => 3,
            };
            if ended.code != code {
                let last: Vec<&str> = ended.out.lines().rev().take(2).collect();
                let name = program.file_name().unwrap_or_default().display();
                wrong.push(format!("{name}: expected {expected}, got {}: {last:?} {}", ended.code, ended.err));
            }
            files.reverse();
        }
        if !has_entry {
            wrong.extend(disagreements(index, &files, expected));
        }
    }
    assert!(programs.len() >= 12, "only {} programs", programs.len());
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// What the commands that link say otherwise than expected: of a project and of files, of a program and row by row.
fn disagreements(index: usize, files: &[PathBuf], expected: &str) -> Vec<String> {
    let here = Folder::new(&[]);
    let mut names = Vec::new();
    for file in std::fs::read_dir(files[0].parent().unwrap()).unwrap().map(|entry| entry.unwrap().path()) {
        std::fs::copy(&file, here.path(file.file_name().unwrap().to_str().unwrap())).unwrap();
    }
    names.extend(files.iter().map(|file| file.file_name().unwrap().to_str().unwrap()));
    let row = |name: &&str| serde_json::json!({ "directory": ".", "file": name, "arguments": ["cc", "-c", name] });
    let list = serde_json::Value::from(names.iter().map(row).collect::<Vec<_>>());
    std::fs::write(here.path("compile_commands.json"), list.to_string()).unwrap();
    let all = |first: &[&'static str]| -> Vec<String> {
        first.iter().copied().chain(names.iter().copied()).map(str::to_owned).collect()
    };
    let own = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let commands = [
        own(&["verify", "--time-limit", "30s", "-p", ".", names[0]]),
        all(&["check", "--property", "unreach-call"]),
        own(&["check", "--property", "unreach-call", "-p", "."]),
        all(&["check", "--property", "unreach-call", "--contracts"]),
    ];
    let mut wrong = Vec::new();
    for (_, command) in commands.iter().enumerate().filter(|(number, _)| takes_share(index + number, 3)) {
        let words: Vec<&str> = command.iter().map(String::as_str).collect();
        let ended = cairn(&here, &words, &[]);
        let is_right = match (expected, words[0]) {
            ("FALSE", _) => ended.code == 1,
            ("TRUE", "verify") => ended.code == 0,
            ("TRUE", _) => {
                let sum = ended.out.lines().last().unwrap_or("");
                ended.code == 0 && sum.contains(" 0 unknown") && !sum.contains(" 0 proved")
            }
            _ => ended.code == 3,
        };
        if !is_right {
            wrong.push(format!("{words:?}: expected {expected}, got {}: {} {}", ended.code, ended.out, ended.err));
        }
    }
    wrong
}
