//! What `docs/design/allocation-and-addresses.md` says, on every analysis: `tests/memory/*.c`. The first line of a program
//! says which answers are right (`// answers: TRUE, UNKNOWN`); `// auto: …` says what the default must give, `// flags: …`
//! holds arguments, and the text says which sentence it is about.

use crate::cairn;

use cairn::{Folder, cairn};
use cairn_tools::takes;
use rayon::prelude::*;
use std::path::Path;

/// Every analysis, and both encodings; those that only find violations as well.
const ANALYSES: [&[&str]; 10] = [
    &["analysis=value"],
    &["analysis=predicate"],
    &["analysis=predicate", "encoding=bit-vector"],
    &["analysis=impact"],
    &["analysis=bmc"],
    &["analysis=k-induction"],
    &["analysis=interval"],
    &["analysis=value-predicate"],
    &["analysis=random-testing"],
    &["analysis=predicate", "bam.blocks=functions"],
];

fn heading<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix(name)).map(str::trim)
}

/// The answer within a limit of time. UNKNOWN is among the right answers of every program, so an early end is no mistake; where
/// the default must decide, the limit is only there so that the test ends.
fn answer(limit: &str, program: &Path, more: &[&str]) -> String {
    let here = Folder::new(&[]);
    let mut arguments = vec!["verify", "--time-limit", limit];
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

/// What is wrong about the answers on a program: each analysis for one machine of the two, and every other one.
fn wrong(index: usize, program: &Path) -> Vec<String> {
    let mut wrong = Vec::new();
    let text = std::fs::read_to_string(program).unwrap();
    let name = program.file_name().unwrap_or_default().display();
    let right = heading(&text, "// answers:").unwrap_or_else(|| panic!("{name} says not what is right"));
    let right: Vec<&str> = right.split(", ").collect();
    assert!(right.contains(&"UNKNOWN"), "{name}");
    let flags: Vec<&str> = heading(&text, "// flags:").unwrap_or("").split_whitespace().collect();
    for (machine, model) in ["--64", "--32"].into_iter().enumerate() {
        for (turn, options) in ANALYSES.into_iter().enumerate() {
            if !takes(index + turn + 6 * machine) {
                continue;
            }
            let mut more = vec![model];
            more.extend(&flags);
            more.extend(options.iter().flat_map(|option| ["--option", option]));
            let got = answer("3s", program, &more);
            if !right.contains(&got.as_str()) {
                wrong.push(format!("{name} {more:?}: {got}, not one of {right:?}"));
            }
        }
        if let Some(expected) = heading(&text, "// auto:") {
            let mut more = vec![model];
            more.extend(&flags);
            let got = answer("60s", program, &more);
            if got != expected {
                wrong.push(format!("{name} {model}: {got} by default, not {expected}"));
            }
        }
    }
    wrong
}
