//! The rows of `docs/papers/*.md`: each command runs on the programs in `tests/papers`, and what it prints has the text of the row's
//! last column. `SCRATCH` in a command is a file that does not exist yet.

use crate::cairn;

use cairn::{Folder, cairn};
use rayon::prelude::*;
use std::path::{Path, PathBuf};

/// The pages, each with how many rows at least have a command: a page that cannot be read any more must not pass.
const PAGES: [(&str, usize); 4] = [("lbe", 12), ("bam", 20), ("slice", 30), ("dcpa", 25)];

/// A command, without `cairn`, and what it shows.
struct Row {
    page: &'static str,
    arguments: Vec<String>,
    shows: String,
}

fn rows() -> Vec<Row> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/papers");
    let mut rows = Vec::new();
    for (page, least) in PAGES {
        let text = std::fs::read_to_string(docs.join(format!("{page}.md"))).expect("a page");
        let before = rows.len();
        for line in text.lines() {
            let columns: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
            let [_, _, command, shows] = columns[..] else { continue };
            let Some(command) = command.strip_prefix("`cairn ").and_then(|rest| rest.strip_suffix('`')) else {
                continue;
            };
            let arguments = command.split(' ').map(str::to_owned).collect();
            rows.push(Row { page, arguments, shows: shows.trim_matches('`').to_owned() });
        }
        assert!(rows.len() - before >= least, "{page} has {} rows with a command", rows.len() - before);
    }
    rows
}

/// A text with one blank for many.
fn blanks(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn each_row_shows_what_it_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/papers");
    let programs: Vec<(String, Vec<u8>)> = (std::fs::read_dir(folder).expect("the programs"))
        .map(|entry| entry.expect("a program").path())
        .map(|path: PathBuf| (path.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read(&path).unwrap()))
        .collect();
    let files: Vec<(&str, &[u8])> = programs.iter().map(|(name, text)| (name.as_str(), text.as_slice())).collect();
    let failed: Vec<String> = (rows().par_iter())
        .filter_map(|row| {
            let here = Folder::new(&files);
            let scratch = here.path("scratch").to_str().unwrap().to_owned();
            let arguments: Vec<String> = row.arguments.iter().map(|word| word.replace("SCRATCH", &scratch)).collect();
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let ended = cairn(&here, &arguments, &[]);
            let is_shown = blanks(&format!("{}{}", ended.out, ended.err)).contains(&blanks(&row.shows));
            (!is_shown || ended.code == 101)
                .then(|| format!("{}: {arguments:?} shows no {:?}: {ended:?}", row.page, row.shows))
        })
        .collect();
    assert!(failed.is_empty(), "{} rows:\n{}", failed.len(), failed.join("\n"));
}
