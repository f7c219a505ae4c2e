//! `--output-dir`: the queries to solvers that took longest, as scripts that any solver of SMT-LIB reads.

use cairn_base::{QueryKind, SlowQuery};
use std::fs;
use std::path::Path;

/// Writes `queries/01-abstraction.smt2` and so on, the slowest first; those of an earlier run are gone then.
///
/// # Errors
/// A sentence for the user.
pub fn write(folder: &Path, queries: &[SlowQuery]) -> Result<(), String> {
    let folder = folder.join("queries");
    for file in fs::read_dir(&folder).into_iter().flatten().flatten() {
        if file.file_name().to_str().is_some_and(is_ours) {
            // What cannot be removed is written over, or stays.
            let _ = fs::remove_file(file.path());
        }
    }
    if queries.is_empty() {
        return Ok(());
    }
    fs::create_dir_all(&folder).map_err(|error| format!("cannot create {}: {error}", folder.display()))?;
    for (place, query) in (1..).zip(queries) {
        let path = folder.join(format!("{place:02}-{}.smt2", query.kind));
        fs::write(&path, text(query)).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(())
}

fn text(query: &SlowQuery) -> String {
    let SlowQuery { time, kind, stage, answer, text } = query;
    let answer = answer.replace(['\n', '\r'], " ");
    format!("; time {:.6} s, kind {kind}, stage {stage}, answer {answer}\n{text}", time.as_secs_f64())
}

fn is_ours(name: &str) -> bool {
    let kind = name.strip_suffix(".smt2").and_then(|name| name.split_once('-'));
    kind.is_some_and(|(place, kind)| {
        place.len() == 2
            && place.bytes().all(|digit| digit.is_ascii_digit())
            && QueryKind::ALL.iter().any(|one| one.name() == kind)
    })
}
