//! Programs with known verdicts. Each file in `programs/` says on its first line what the search answers: `// true`.

use crate::explicit;
use cairn_explicit::ExplicitOptions;
use cairn_test_support::{internal, program};

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
        let expected = text.lines().next().and_then(|line| line.strip_prefix("// ")).expect("the expected answer");
        let program = program(&name, &text);
        // Each order by itself, nearly, and no depth at all: the answer is the same.
        for (turn, depth) in [(10_000, 1_000), (1, 1_000), (3, 0)] {
            let options = ExplicitOptions { turn, depth, ..ExplicitOptions::default() };
            let (word, reasons) = explicit(&program, options, 60);
            assert_eq!(internal(&reasons), None, "{name}");
            if word != expected {
                wrong.push(format!("{name}: {word} {reasons:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
