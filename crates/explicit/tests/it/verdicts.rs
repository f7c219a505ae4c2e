//! Programs with known verdicts. Each file in `programs/` says on its first line what the search answers: `// true`.

use crate::explicit;
use cairn_explicit::ExplicitOptions;
use cairn_test_support::{check_folder, internal};

#[test]
fn programs_from_files() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    check_folder(&folder, 16, |name, expected, program| {
        let mut wrong = Vec::new();
        // Each order by itself, nearly, and no depth at all: the answer is the same.
        for (turn, depth) in [(10_000, 1_000), (1, 1_000), (3, 0)] {
            let options = ExplicitOptions { turn, depth, ..ExplicitOptions::default() };
            let (word, reasons) = explicit(program, options, 60);
            assert_eq!(internal(&reasons), None, "{name}");
            if word != expected {
                wrong.push(format!("{word} {reasons:?}"));
            }
        }
        wrong
    });
}
