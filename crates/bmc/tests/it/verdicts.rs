//! Programs with known verdicts. Each file in `programs/` says on its first line what bounded model checking and
//! k-induction answer, and the last bound that they may use: `// bmc: true, k-induction: true, bound: 8`. Those in `horn/` are
//! for Horn clauses: `// true`, or `// unknown` and why on the next lines.

use crate::{bmc, horn};
use cairn_bmc::Mode;
use cairn_test_support::{check_folder, internal, word};
use std::collections::BTreeMap;

#[test]
fn programs_from_files() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    check_folder(&folder, 16, |name, expected, program| {
        let expected: BTreeMap<&str, &str> = expected.split(", ").filter_map(|part| part.split_once(": ")).collect();
        let bound = expected["bound"].parse().unwrap();
        let mut wrong = Vec::new();
        for (mode, key) in [(Mode::Bmc, "bmc"), (Mode::KInduction, "k-induction")] {
            let outcome = bmc(program, mode, bound, 60);
            assert_eq!(internal(&outcome.reasons), None, "{name}");
            if word(&outcome.verdict) != expected[key] {
                wrong.push(format!("{key}: {} {:?}", word(&outcome.verdict), outcome.reasons));
            }
        }
        wrong
    });
}

#[test]
fn horn_clauses() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/horn");
    check_folder(&folder, 40, |name, expected, program| {
        let outcome = horn(program, 2);
        assert_eq!(internal(&outcome.reasons), None, "{name}");
        let is_expected = word(&outcome.verdict) == expected;
        if is_expected { Vec::new() } else { vec![format!("{} {:?}", word(&outcome.verdict), outcome.reasons)] }
    });
}
