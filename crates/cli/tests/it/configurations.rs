//! Whole runs over small libraries with static variables and chosen entries never end in a panic, and each chosen entry has a row. What can be tried
//! without a process, `check/project/configurations.rs` tries of many more.

use crate::cairn;

use cairn::{Folder, cairn};
use cairn_test_support::configurations::{Part, configuration};
use cairn_tools::takes;

/// No answer is asked for, so the time may be as short as it is.
const LIMITS: [&str; 4] = ["--each-limit", "100ms", "--time-limit", "1s"];

#[test]
fn entries_of_small_libraries() {
    const ENTRIES: [&str; 6] = ["", "\"a\"", "\"f.c:a\"", "\"b\", \"c\"", "\"f.c:b\"", "\"d\""];
    let mut checked = 0;
    for seed in (0..36).filter(|seed| takes(*seed)) {
        // A part of the seeds has several of them.
        let entries = ENTRIES[(seed + seed / 12) % ENTRIES.len()];
        let folder = Folder::new(&[]);
        let here = folder.path("").display().to_string();
        let one =
            configuration(Part::CommandLine, seed as u64, here.trim_end_matches('/'), &[("trace", "short", "short")]);
        one.files.iter().for_each(|(file, text)| std::fs::write(folder.path(file), text).unwrap());
        std::fs::write(folder.path("cairn.toml"), format!("entries = [{entries}]\n")).unwrap();
        let words =
            [&["check", "-p", ".", "--functions", "--check", "overflow", "--format", "json"], &LIMITS[..]].concat();
        let ended = cairn(&folder, &words, &[]);
        // A name that is no entry is refused.
        let is_refused = ended.code == 2 && ended.err.starts_with("error: ");
        assert!(is_refused || [0, 1, 3].contains(&ended.code), "{entries}: {one:?}: {ended:?}");
        assert!(!ended.err.contains("panicked"), "{ended:?}");
        checked += 1;
    }
    assert!(checked > 0);
}
