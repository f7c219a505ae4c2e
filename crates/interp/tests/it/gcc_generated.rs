//! 2,000 generated programs give the same values on the interpreter as compiled by gcc. They are linked fifty to a file,
//! because starting gcc costs more than all the rest; each emits one value.

use crate::against_gcc;

/// Files in the daily run, and in the nightly one.
const FILES: [u64; 2] = [8, 40];
const PROGRAMS_IN_A_FILE: u32 = 50;

#[test]
fn generated_programs_agree_with_gcc() {
    let scratch = tempfile::tempdir().unwrap();
    let seed: u64 = std::env::var("SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(1);
    let kept = std::env::var("KEEP").ok();
    let folder = kept.as_deref().map_or(scratch.path(), std::path::Path::new);
    let mut complaints = Vec::new();
    for model in against_gcc::models() {
        let mut sources = Vec::new();
        for file in 0..FILES[usize::from(cairn_tools::is_nightly())] {
            let text = cairn_test_support::defined_programs::file(seed * 1000 + file, PROGRAMS_IN_A_FILE, model);
            let path = folder.join(format!("generated-{}-{model:?}.c", seed * 1000 + file));
            std::fs::write(&path, text).unwrap();
            sources.push(path);
        }
        complaints.extend(against_gcc::compare(&sources, &[model], scratch.path()));
    }
    assert!(complaints.is_empty(), "{} files differ:\n{}", complaints.len(), complaints.join("\n"));
}
