//! Programs with known verdicts. Each file in `programs/` says on its first line what bounded model checking and
//! k-induction answer, and the last bound that they may use: `// bmc: true, k-induction: true, bound: 8`. Those in `horn/` are
//! for Horn clauses: `// true`, or `// unknown` and why on the next lines.

use crate::{bmc, horn};
use cairn_bmc::Mode;
use cairn_test_support::{internal, program, word};
use std::collections::BTreeMap;

#[test]
fn programs_from_files() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() > 15, "only {} programs", files.len());
    let mut wrong = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let line = text.lines().next().and_then(|line| line.strip_prefix("// ")).expect("the expected answers");
        let expected: BTreeMap<&str, &str> = line.split(", ").filter_map(|part| part.split_once(": ")).collect();
        let program = program(&name, &text);
        let bound = expected["bound"].parse().unwrap();
        for (mode, key) in [(Mode::Bmc, "bmc"), (Mode::KInduction, "k-induction")] {
            let outcome = bmc(&program, mode, bound, 60);
            assert_eq!(internal(&outcome.reasons), None, "{name}");
            if word(&outcome.verdict) != expected[key] {
                wrong.push(format!("{name} {key}: {} {:?}", word(&outcome.verdict), outcome.reasons));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn horn_clauses() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/horn");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() > 12, "only {} programs", files.len());
    let mut wrong = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let expected = text.lines().next().and_then(|line| line.strip_prefix("// ")).expect("the expected answer");
        let outcome = horn(&program(&name, &text), 2);
        assert_eq!(internal(&outcome.reasons), None, "{name}");
        if word(&outcome.verdict) != expected {
            wrong.push(format!("{name}: {} {:?}", word(&outcome.verdict), outcome.reasons));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
