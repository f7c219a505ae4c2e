//! The rules of `docs/design/allocation-and-addresses.md`, on every analysis: `tests/memory/*.c`. The first line of a program
//! says which answers are right (`// answers: TRUE, UNKNOWN`); `// auto: …` says what the default must give, `// flags: …`
//! holds arguments, and the text says which sentence it is about.

use crate::cairn;

use cairn::{Folder, cairn};
use cairn_options::variants::variants;
use cairn_tools::takes_file;
use rayon::prelude::*;
use std::path::Path;

/// Steps and work of solvers, the same on each machine.
const LITTLE: [&str; 4] = ["--option", "step-limit=6000", "--option", "solver-limit=1000000"];

fn heading<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix(name)).map(str::trim)
}

/// The answer within a limit. UNKNOWN is among the right answers of every program, so an early end is no mistake; where
/// the default must decide, the limit is only there so that the test ends.
fn answer(limit: &[&str], program: &Path, more: &[&str]) -> String {
    let here = Folder::new(&[]);
    let mut arguments = vec!["verify"];
    arguments.extend(limit);
    arguments.extend(more);
    arguments.push(program.to_str().unwrap());
    let ended = cairn(&here, &arguments, &[]);
    let line = ended.out.lines().find_map(|line| line.strip_prefix("Verification result: "));
    line.and_then(|line| line.split([',', '.']).next()).unwrap_or("none").to_owned()
}

#[test]
fn no_analysis_gives_an_answer_that_rests_on_memory_as_cairn_has_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/memory");
    let mut programs: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    programs.sort();
    assert!(programs.len() >= 30, "only {} programs", programs.len());
    let wrong: Vec<String> =
        programs.par_iter().enumerate().flat_map_iter(|(index, program)| wrong(index, program)).collect();
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// What is wrong about the answers on a program: those of the variants that have their turn, and of the default.
fn wrong(index: usize, program: &Path) -> Vec<String> {
    let mut wrong = Vec::new();
    let text = std::fs::read_to_string(program).unwrap();
    let name = program.file_name().unwrap_or_default().display();
    let right = heading(&text, "// answers:").unwrap_or_else(|| panic!("{name} says not what is right"));
    let right: Vec<&str> = right.split(", ").collect();
    assert!(right.contains(&"UNKNOWN"), "{name}");
    let flags: Vec<&str> = heading(&text, "// flags:").unwrap_or("").split_whitespace().collect();
    for (machine, model) in ["--64", "--32"].into_iter().enumerate() {
        for (turn, variant) in variants().iter().enumerate() {
            if !takes_file(program, index + turn + 6 * machine) {
                continue;
            }
            let options: Vec<String> =
                variant.settings().iter().map(|(name, value)| format!("{name}={value}")).collect();
            let mut more = vec![model];
            more.extend(&flags);
            more.extend(options.iter().flat_map(|option| ["--option", option.as_str()]));
            let got = answer(&LITTLE, program, &more);
            if !right.contains(&got.as_str()) {
                wrong.push(format!("{name} {more:?}: {got}, not one of {right:?}"));
            }
        }
        let is_asked = takes_file(program, index + 6 * machine);
        if let Some(expected) = heading(&text, "// auto:").filter(|_| is_asked) {
            let mut more = vec![model];
            more.extend(&flags);
            let got = answer(&["--time-limit", "60s"], program, &more);
            if got != expected {
                wrong.push(format!("{name} {model}: {got} by default, not {expected}"));
            }
        }
    }
    wrong
}
