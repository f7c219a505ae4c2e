//! The pages of the papers (`docs/papers/*.md`): the command of each row prints what the row says that it shows.
//!
//! A row is `| item | where | command | shows |`. The command runs in a copy of the programs in `tests/papers`, and the text of
//! the last column must occur in what it prints or in a file that it writes, where any number of spaces is as good as one. `&&`
//! stands between commands that run one after the other. A row without a command has `–` in its place and a reason beside it.

use crate::cairn;

use cairn::{Folder, cairn};
use rayon::prelude::*;
use std::path::Path;

/// Each page with the least number of rows that have a command, so that a page which is not read fails.
const PAGES: [(&str, usize); 4] = [("lbe", 30), ("bam", 60), ("slice", 70), ("dcpa", 60)];

/// A row of a page.
#[derive(Debug)]
struct Row {
    page: &'static str,
    line: usize,
    /// Arguments of `cairn` for each command; none where the item is missing.
    commands: Option<Vec<Vec<String>>>,
    /// What the command prints, or why the item is missing.
    shows: String,
}

/// The cells of a line of a table: a bar after a backslash is text, as in the site's tables.
fn cells(line: &str) -> Option<Vec<String>> {
    let inner = line.strip_prefix('|')?.strip_suffix('|')?;
    let (mut cells, mut letters) = (vec![String::new()], inner.chars().peekable());
    while let Some(letter) = letters.next() {
        match letter {
            '\\' if letters.peek() == Some(&'|') => cells.last_mut()?.extend(letters.next()),
            '|' => cells.push(String::new()),
            _ => cells.last_mut()?.push(letter),
        }
    }
    Some(cells.iter().map(|cell| cell.trim().to_owned()).collect())
}

/// The text between backticks, when it is the whole cell.
fn code(cell: &str) -> Option<&str> {
    cell.strip_prefix('`')?.strip_suffix('`').filter(|inner| !inner.is_empty() && !inner.contains('`'))
}

/// The arguments of each command of a cell.
fn commands(cell: &str) -> Option<Vec<Vec<String>>> {
    let arguments = |command: &str| {
        let arguments = command.trim().strip_prefix("cairn ")?;
        Some(arguments.split_whitespace().map(str::to_owned).collect())
    };
    cell.split("&&").map(arguments).collect()
}

/// A text with one space for any number of them, since figures stand in columns.
fn squeezed(text: &str) -> String {
    let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.collect::<Vec<_>>().join("\n")
}

/// The rows of a page, and the lines that look like rows and are none.
fn rows(page: &'static str, text: &str) -> (Vec<Row>, Vec<String>) {
    let (mut rows, mut complaints) = (Vec::new(), Vec::new());
    for (number, line) in text.lines().enumerate().filter(|(_, line)| line.starts_with('|')) {
        let cells = cells(line).unwrap_or_default();
        let line = number + 1;
        match &cells[..] {
            [item, place, command, shows] if item == "item" => {
                assert_eq!([place, command, shows], ["where in the paper", "command", "shows"], "{page}:{line}");
            }
            [item, ..] if item.starts_with("---") => {}
            [_, _, command, shows] if command == "–" && code(shows).is_none() && shows.ends_with('.') => {
                rows.push(Row { page, line, commands: None, shows: shows.clone() });
            }
            [_, _, command, shows] => match (code(command).and_then(commands), code(shows)) {
                (Some(commands), Some(shows)) => {
                    rows.push(Row { page, line, commands: Some(commands), shows: squeezed(shows) });
                }
                _ => complaints.push(format!("docs/papers/{page}.md:{line}: no command with what it prints")),
            },
            _ => complaints.push(format!("docs/papers/{page}.md:{line}: not four cells")),
        }
    }
    (rows, complaints)
}

/// The programs with their names.
fn programs() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/papers");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read(&path).unwrap())).collect()
}

/// Whether a text occurs, not as a part of a longer word or number: `states 17` is not in `final-states 170`.
fn occurs(shows: &str, text: &str) -> bool {
    let is_part = |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '-');
    text.match_indices(shows).any(|(at, _)| {
        let (before, behind) = (&text[..at], &text[at + shows.len()..]);
        let begins_within = is_part(before.chars().next_back()) && is_part(shows.chars().next());
        let ends_within = is_part(shows.chars().next_back()) && is_part(behind.chars().next());
        !begins_within && !ends_within
    })
}

/// What is in the files below a folder that were not there before.
fn written(folder: &Path, before: &[(&str, &[u8])], text: &mut String) {
    for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            written(&path, &[], text);
        } else if before.iter().all(|(name, _)| !path.ends_with(name)) {
            text.push_str(&String::from_utf8_lossy(&std::fs::read(&path).unwrap()));
        }
    }
}

/// Runs a row's commands in a folder of their own, since they write files.
fn complaint(row: &Row, programs: &[(&str, &[u8])]) -> Option<String> {
    let (folder, mut printed) = (Folder::new(programs), String::new());
    for arguments in row.commands.as_ref()? {
        // A cell of a table is looked for in one line.
        let wide = [("COLUMNS", "1000")];
        let ended = cairn(&folder, &arguments.iter().map(String::as_str).collect::<Vec<_>>(), &wide);
        printed.push_str(&format!("$ {}\n{}{}", arguments.join(" "), ended.out, ended.err));
    }
    let mut files = String::new();
    written(&folder.path(""), programs, &mut files);
    // The commands themselves are printed to be read, and prove nothing.
    let shown = printed.lines().filter(|line| !line.starts_with("$ ")).collect::<Vec<_>>().join("\n");
    let is_shown = [&shown, &files].iter().any(|text| occurs(&row.shows, &squeezed(text)));
    (!is_shown).then(|| format!("docs/papers/{}.md:{}: not printed: {}\n{printed}", row.page, row.line, row.shows))
}

#[test]
fn every_row_of_a_paper_is_shown() {
    let programs = programs();
    let programs: Vec<(&str, &[u8])> = programs.iter().map(|(name, text)| (&name[..], &text[..])).collect();
    let (mut all, mut complaints) = (Vec::new(), Vec::new());
    for (page, least) in PAGES {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/papers/{page}.md"));
        let (rows, wrong) = rows(page, &std::fs::read_to_string(&path).unwrap());
        let with_command = rows.iter().filter(|row| row.commands.is_some()).count();
        assert!(with_command >= least, "docs/papers/{page}.md: only {with_command} rows with a command");
        complaints.extend(wrong);
        all.extend(rows);
    }
    complaints.extend(all.par_iter().filter_map(|row| complaint(row, &programs)).collect::<Vec<_>>());
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn rows_are_read_as_they_are_written() {
    let page = "text\n| item | where in the paper | command | shows |\n|---|---|---|---|\n\
                | a `x\\|y` | 2 | `cairn verify a.c && cairn cfa a.c` | `TRUE  \\| x` |\n\
                | b | 3 | – | Not built: none. |\n| c | 4 | verify | `x` |\n| d |\n";
    let (rows, complaints) = rows("lbe", page);
    assert_eq!(complaints.len(), 2, "{complaints:?}");
    assert_eq!((rows.len(), rows[0].line, &rows[0].shows[..]), (2, 4, "TRUE | x"));
    assert_eq!(
        rows[0].commands,
        Some(vec![vec!["verify".to_owned(), "a.c".to_owned()], vec!["cfa".to_owned(), "a.c".to_owned()]])
    );
    assert!(rows[1].commands.is_none() && rows[1].shows == "Not built: none.");
    assert!(occurs("states 17", "states 17\nfinal") && occurs("=t0, y", "x=t0, y=t2"));
    assert!(!occurs("states 17", "final-states 17") && !occurs("states 17", "states 170"));
}
