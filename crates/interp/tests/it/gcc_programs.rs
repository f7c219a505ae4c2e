//! The programs of `programs/`, half of them a run, give the same values on the interpreter as compiled by gcc, on both
//! machines.

use crate::against_gcc;

use cairn_tools::takes_share_of_file;
use std::path::{Path, PathBuf};

#[test]
fn programs_agree_with_gcc() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut sources: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    sources.sort();
    if let Ok(only) = std::env::var("ONLY") {
        sources.retain(|s| s.to_string_lossy().contains(&only));
    } else {
        assert!(sources.len() >= 150, "{} programs", sources.len());
        let mut index = 0..;
        sources.retain(|source| takes_share_of_file(source, index.next().unwrap_or(0), 2));
    }
    let scratch = tempfile::tempdir().unwrap();
    let models = against_gcc::models();
    let complaints = against_gcc::compare(&sources, &models, scratch.path());
    let runs = sources.len() * models.len();
    assert!(complaints.is_empty(), "{} of {runs} runs differ:\n{}", complaints.len(), complaints.join("\n"));
}
