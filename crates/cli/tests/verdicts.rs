//! Programs with their verdicts: `tests/verdicts/*.c`, each a pair of a safe program and one with a bug. The first line
//! of a program says what to expect (`// expect: TRUE`); a line `// flags: …` holds arguments.

mod cairn;

use cairn::{Ended, Folder, cairn};
use rayon::prelude::*;
use std::path::Path;

/// The value of a heading line.
fn heading<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix(name)).map(str::trim)
}

fn verdict(ended: &Ended) -> &str {
    let line = ended.out.lines().find_map(|line| line.strip_prefix("Verification result: "));
    line.and_then(|line| line.split([',', '.']).next()).unwrap_or("none")
}

#[test]
fn every_program_has_its_verdict() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verdicts");
    let mut programs: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    programs.sort();
    programs.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    assert!(programs.len() >= 60, "only {} programs", programs.len());
    let wrong: Vec<String> = programs.par_iter().filter_map(|program| wrong(program)).collect();
    assert!(wrong.is_empty(), "{} of {} wrong:\n{}", wrong.len(), programs.len(), wrong.join("\n"));
}

/// What is wrong about the verdict on a program.
fn wrong(program: &Path) -> Option<String> {
    let text = std::fs::read_to_string(program).unwrap();
    let expected = heading(&text, "// expect:").unwrap_or_else(|| panic!("{program:?} says not what to expect"));
    let here = Folder::new(&[]);
    let mut arguments = vec!["verify", "--time-limit", "20s"];
    arguments.extend(heading(&text, "// flags:").unwrap_or("").split_whitespace());
    arguments.push(program.to_str().unwrap());
    let ended = cairn(&here, &arguments, &[]);
    let code = match expected {
        "TRUE" => 0,
        "FALSE" => 1,
        _ => 3,
    };
    if verdict(&ended) == expected && ended.code == code {
        return None;
    }
    let last: Vec<&str> = ended.out.lines().rev().take(2).collect();
    let name = program.file_name().unwrap_or_default().display();
    Some(format!("{name}: expected {expected}, got exit code {}: {last:?} {}", ended.code, ended.err))
}
