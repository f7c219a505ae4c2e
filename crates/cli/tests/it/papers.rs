//! The pages of the papers (`docs/papers/*.md`): the command of each row prints what the row says that it shows. A run takes
//! a third of the rows, and all of a page that was changed lately.
//!
//! A row is `| item | where | command | shows |`. The command runs in a copy of the programs in `tests/papers`, and the text of
//! the last column must occur in what it prints or in a file that it writes, where any number of spaces is as good as one. `&&`
//! stands between commands that run one after the other. A row without a command has `–` in its place and a reason beside it.
//!
//! The last column may have several texts, with a comma between them. The last one is of the last command, the one before it
//! of the command before that, and so on; what is left over is of the first command. A single text is thus of the last command,
//! and a row of two commands shows that they differ. `not: TEXT` says that a text must not be there.
//!
//! `cargo xtask papers` takes all rows, and shows how many of each page are shown, by a command or by a test that the row names, how
//! many a chore measures, and which are left out.

use crate::cairn;

use cairn::{Folder, cairn};
use cairn_tools::takes_share_of_file;
use rayon::prelude::*;
use std::path::{Path, PathBuf};

/// Each page with the least number of rows that have a command, so that a page which is not read fails.
const PAGES: [(&str, usize); 4] = [("lbe", 30), ("bam", 60), ("slice", 70), ("dcpa", 60)];

/// A row of a page.
#[derive(Debug)]
struct Row {
    page: &'static str,
    line: usize,
    item: String,
    /// Why there is no command.
    reason: String,
    /// Arguments of `cairn` for each command; none where the item is missing.
    commands: Option<Vec<Vec<String>>>,
    /// What the commands print; none where the item is missing.
    shows: Vec<String>,
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

/// The texts between backticks, when they are the whole cell, with a comma between them.
fn codes(cell: &str) -> Option<Vec<String>> {
    let parts = cell.strip_prefix('`')?.strip_suffix('`')?.split("`, `");
    parts.map(|part| (!part.is_empty() && !part.contains('`')).then(|| squeezed(part))).collect()
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
            [item, _, command, shows] if command == "–" && codes(shows).is_none() && shows.ends_with('.') => {
                let (item, reason) = (item.clone(), shows.clone());
                rows.push(Row { page, line, item, reason, commands: None, shows: Vec::new() });
            }
            [item, _, command, shows] => match (code(command).and_then(commands), codes(shows)) {
                (Some(commands), Some(shows)) => {
                    let (item, reason) = (item.clone(), String::new());
                    rows.push(Row { page, line, item, reason, commands: Some(commands), shows });
                }
                _ => complaints.push(format!("docs/papers/{page}.md:{line}: no command with what it prints")),
            },
            _ => complaints.push(format!("docs/papers/{page}.md:{line}: not four cells")),
        }
    }
    (rows, complaints)
}

/// The file of a page.
fn page(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/papers").join(format!("{name}.md"))
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

/// Which command a text is of: the last text is of the last command.
fn command_of(text: usize, texts: usize, commands: usize) -> usize {
    (text + commands).saturating_sub(texts)
}

/// Runs a row's commands in a folder of their own, since they write files.
fn complaint(row: &Row, programs: &[(&str, &[u8])]) -> Option<String> {
    let commands = row.commands.as_ref()?;
    let (folder, mut printed, mut shown) = (Folder::new(programs), String::new(), Vec::new());
    for arguments in commands {
        // A cell of a table is looked for in one line.
        let wide = [("COLUMNS", "1000")];
        let ended = cairn(&folder, &arguments.iter().map(String::as_str).collect::<Vec<_>>(), &wide);
        // The command itself is printed to be read, and proves nothing.
        let output = format!("{}{}", ended.out, ended.err);
        printed.push_str(&format!("$ {}\n{output}", arguments.join(" ")));
        let mut files = String::new();
        written(&folder.path(""), programs, &mut files);
        shown.push([squeezed(&output), squeezed(&files)]);
    }
    let wrong = row.shows.iter().enumerate().filter(|(number, text)| {
        let (text, is_wanted) = text.strip_prefix("not: ").map_or((text.as_str(), true), |text| (text, false));
        let shown = &shown[command_of(*number, row.shows.len(), commands.len())];
        shown.iter().any(|shown| occurs(text, shown)) != is_wanted
    });
    let wrong: Vec<&str> = wrong.map(|(_, text)| text.as_str()).collect();
    let place = format!("docs/papers/{}.md:{}", row.page, row.line);
    (!wrong.is_empty()).then(|| format!("{place}: not so: {}\n{printed}", wrong.join(", ")))
}

/// How many rows of each page are shown, measured and left out, and which these are.
fn summary(rows: &[Row], complaints: &[String]) -> String {
    let (mut table, mut left_out) =
        (String::from("| paper | items | shown | measured | left out |\n|---|---:|---:|---:|---:|\n"), String::new());
    for (name, _) in PAGES {
        let of_page: Vec<&Row> = rows.iter().filter(|row| row.page == name).collect();
        let wrong =
            complaints.iter().filter(|complaint| complaint.starts_with(&format!("docs/papers/{name}.md"))).count();
        let by_test = |row: &&&Row| row.commands.is_some() || row.reason.contains("`crates/");
        let by_chore = |row: &&&Row| !by_test(row) && row.reason.starts_with("`cargo xtask");
        let (shown, measured) =
            (of_page.iter().filter(by_test).count() - wrong, of_page.iter().filter(by_chore).count());
        let rest = of_page.iter().filter(|row| !by_test(row) && !by_chore(row));
        let rest: Vec<String> = rest.map(|row| format!("{name}: {}: {}\n", row.item, row.reason)).collect();
        table.push_str(&format!("| {name} | {} | {shown} | {measured} | {} |\n", of_page.len(), rest.len() + wrong));
        left_out.push_str(&rest.concat());
    }
    format!("{table}\n{left_out}")
}

#[test]
fn every_row_of_a_paper_is_shown() {
    let programs = programs();
    let programs: Vec<(&str, &[u8])> = programs.iter().map(|(name, text)| (&name[..], &text[..])).collect();
    let (mut all, mut complaints) = (Vec::new(), Vec::new());
    for (name, least) in PAGES {
        let (rows, wrong) = rows(name, &std::fs::read_to_string(page(name)).unwrap());
        let with_command = rows.iter().filter(|row| row.commands.is_some()).count();
        assert!(with_command >= least, "docs/papers/{name}.md: only {with_command} rows with a command");
        complaints.extend(wrong);
        all.extend(rows);
    }
    let taken = all.par_iter().enumerate().filter(|(index, row)| takes_share_of_file(&page(row.page), *index, 3));
    complaints.extend(taken.filter_map(|(_, row)| complaint(row, &programs)).collect::<Vec<_>>());
    #[allow(clippy::print_stdout)] // what `cargo xtask papers` shows
    {
        println!("{}", summary(&all, &complaints));
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn rows_are_read_as_they_are_written() {
    let page = "text\n| item | where in the paper | command | shows |\n|---|---|---|---|\n\
                | a `x\\|y` | 2 | `cairn verify a.c && cairn cfa a.c` | `TRUE  \\| x` |\n\
                | b | 3 | – | Not built: none. |\n| c | 4 | verify | `x` |\n| d |\n\
                | e | 5 | `cairn cfa a.c` | `a  b`, `not: c` |\n";
    let (rows, complaints) = rows("lbe", page);
    assert_eq!(complaints.len(), 2, "{complaints:?}");
    assert_eq!((rows.len(), rows[0].line, &rows[0].shows[0][..]), (3, 4, "TRUE | x"));
    assert_eq!(
        rows[0].commands,
        Some(vec![vec!["verify".to_owned(), "a.c".to_owned()], vec!["cfa".to_owned(), "a.c".to_owned()]])
    );
    assert!(rows[1].commands.is_none() && rows[1].shows.is_empty());
    let summary = summary(&rows, &["docs/papers/lbe.md:4: not so".to_owned()]);
    assert!(summary.contains("| lbe | 3 | 1 | 0 | 2 |") && summary.contains("lbe: b: Not built: none."), "{summary}");
    assert_eq!(rows[2].shows, ["a b", "not: c"]);
    let of =
        |texts: usize, commands: usize| (0..texts).map(|text| command_of(text, texts, commands)).collect::<Vec<_>>();
    assert_eq!((of(1, 2), of(2, 2), of(3, 2), of(2, 1)), (vec![1], vec![0, 1], vec![0, 0, 1], vec![0, 0]));
    assert!(occurs("states 17", "states 17\nfinal") && occurs("=t0, y", "x=t0, y=t2"));
    assert!(!occurs("states 17", "final-states 17") && !occurs("states 17", "states 170"));
}
