//! The programs of `programs/`, each with its expected verdict in its first line, over blocks of all sizes and in both
//! encodings. The proof of every TRUE is checked for itself (`certify`).
//!
//! `// expected: true` holds for all; `// step-integer: unknown` on a line of its own overrides it for one.

use crate::impact;
use cairn_cpa::Specification;
use cairn_formula::Encoding;
use cairn_impact::{BlockSize, ImpactOptions};
use cairn_test_support::{internal, program, word};
use std::path::Path;

const CONFIGURATIONS: [(&str, BlockSize, Encoding); 5] = [
    ("loop-integer", BlockSize::Loop, Encoding::Integer),
    ("loop-bits", BlockSize::Loop, Encoding::BitVector),
    ("straight-integer", BlockSize::Straight, Encoding::Integer),
    ("straight-bits", BlockSize::Straight, Encoding::BitVector),
    ("step-integer", BlockSize::Step, Encoding::Integer),
];

fn expectation<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    text.lines().find_map(|line| line.strip_prefix("// ")?.strip_prefix(key)?.strip_prefix(": "))
}

fn check(configuration: usize) {
    let (name, blocks, encoding) = CONFIGURATIONS[configuration];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 20);
    let mut wrong = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let file = file.file_name().unwrap().to_str().unwrap();
        let expected = expectation(&text, name).or_else(|| expectation(&text, "expected")).unwrap();
        let program = program(file, &text);
        let specification = Specification::default_reachability();
        let options = ImpactOptions { blocks, encoding, certify: true, ..ImpactOptions::default() };
        let outcome = impact(&program, &specification, &options, 60);
        if word(&outcome.verdict) != expected || internal(&outcome.reasons).is_some() {
            wrong.push(format!("{file}: {}, expected {expected}: {:?}", word(&outcome.verdict), outcome.reasons));
        }
    }
    assert!(wrong.is_empty(), "{name}:\n{}", wrong.join("\n"));
}

#[test]
fn large_blocks_in_integers() {
    check(0);
}

#[test]
fn large_blocks_in_bits() {
    check(1);
}

#[test]
fn basic_blocks_in_integers() {
    check(2);
}

#[test]
fn basic_blocks_in_bits() {
    check(3);
}

#[test]
fn single_steps_in_integers() {
    check(4);
}
