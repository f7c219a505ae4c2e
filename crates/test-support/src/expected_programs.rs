//! Folders of C programs ([`cairn_tools::programs_in`]), each with the expected answers on its first line: `// true`, or as the
//! test reads it.
//!
//! A run of the tests takes a part of them (`cairn_tools`). Invariant: a folder with fewer programs than it should have fails the test, and all with another answer are named.

use crate::program;
use cairn_ir::Program;
use cairn_tools::TestProgram;
use std::path::Path;

/// Runs a test on each program of a folder that has its turn ([`cairn_tools::takes_file`]), in the order of their names: `answers` is given the name, the expected answers and
/// the program, and says what is wrong with the answers.
///
/// # Panics
/// Where there are fewer than `least` programs, one has no expected answers, or something is wrong.
pub fn check_folder(folder: &Path, least: usize, mut answers: impl FnMut(&str, &str, &Program) -> Vec<String>) {
    let all = cairn_tools::programs_in(folder);
    assert!(all.len() >= least, "only {} programs", all.len());
    let mut wrong = Vec::new();
    let taken = all.into_iter().enumerate().filter(|(index, one)| cairn_tools::takes_file(&one.path, *index));
    for (_, TestProgram { name, text, .. }) in taken {
        let expected = text.lines().next().and_then(|line| line.strip_prefix("// ")).expect("the expected answers");
        let answers = answers(&name, expected, &program(&name, &text));
        wrong.extend(answers.into_iter().map(|answer| format!("{name}: {answer}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
