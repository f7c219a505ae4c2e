//! Which part of the tables of programs the tests take: a number in `.config/turn`, and what was changed lately.
//!
//! The tests read both from the environment (`cairn_tools::takes`), for they know nothing of the repository. The number is
//! committed, so the same commit runs the same tests on each machine, and what lands was run as it lands. Who begins a series
//! of changes takes the next one (`cargo xtask turn --next`), so that eighteen series see all parts; whoever wants all at once
//! has `cargo xtask nightly`. Why not the commit's hash: a commit then runs other tests than the one that was tested before
//! it, and eighteen hashes see two thirds of the parts.

use cairn_tools::{CHANGED, PARTS, TURN};
use std::path::{Path, PathBuf};
use std::process::Command;

/// So many commits are lately.
const LATELY: &str = "-20";

/// No more changed programs, and no more changed pages, than these are taken in any case, the last ones: a change of all
/// would take hours.
const MOST_CHANGED: usize = 8;

/// What a run takes.
#[derive(Debug, PartialEq)]
pub struct Turn {
    part: u64,
    why: String,
    changed: Vec<String>,
}

/// Where the number is.
const FILE: &str = ".config/turn";

/// The arguments of `cargo xtask turn`.
#[derive(clap::Args)]
pub struct Chosen {
    /// Take the next part from now on, and write it down
    #[arg(long)]
    next: bool,
}

/// That of a checkout; what `CAIRN_TURN` says comes before the file.
pub fn turn(root: &Path) -> Turn {
    let written = std::fs::read_to_string(root.join(FILE)).unwrap_or_default();
    let named = std::env::var(TURN).ok().and_then(|text| text.parse::<u64>().ok());
    let (part, why) = match named {
        Some(part) => (part % PARTS, TURN.to_owned()),
        None => (part_of(&written), FILE.to_owned()),
    };
    let edited = git(root, &["diff", "--name-only", "HEAD", "--", "crates", "docs"]);
    let committed = git(root, &["log", LATELY, "--name-only", "--format=", "--diff-filter=AM", "--", "crates", "docs"]);
    let files = format!("{edited}\n{committed}");
    let is_there = |file: &str| root.join(file).exists();
    let changed = [last(&files, is_program, is_there), last(&files, is_page, is_there)].concat();
    Turn { part, why, changed }
}

/// Prints the part, for who calls the runner of tests by hand.
#[allow(clippy::print_stdout)] // A chore talks to the person who runs it.
pub fn print(root: &Path, chosen: &Chosen) -> Result<(), String> {
    if chosen.next {
        write_next(root)?;
    }
    println!("{}", turn(root).part);
    Ok(())
}

fn write_next(root: &Path) -> Result<(), String> {
    let written = std::fs::read_to_string(root.join(FILE)).unwrap_or_default();
    let next = (part_of(&written) + 1) % PARTS;
    std::fs::write(root.join(FILE), format!("{next}\n")).map_err(|error| format!("{FILE}: {error}"))
}

/// The part that a file names; the first where it names none.
fn part_of(written: &str) -> u64 {
    written.trim().parse::<u64>().unwrap_or(0) % PARTS
}

fn is_program(file: &str) -> bool {
    file.contains("/tests/") && file.ends_with(".c")
}

fn is_page(file: &str) -> bool {
    file.ends_with(".md")
}

/// Those of a kind among changed files, the last ones first, each once.
fn last(files: &str, is_one: impl Fn(&str) -> bool, exists: impl Fn(&str) -> bool) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for file in files.lines().filter(|file| is_one(file)) {
        if found.len() < MOST_CHANGED && !found.iter().any(|other| other == file) && exists(file) {
            found.push(file.to_owned());
        }
    }
    found
}

fn git(root: &Path, arguments: &[&str]) -> String {
    let output = Command::new("git").args(arguments).current_dir(root).output();
    output.map_or(String::new(), |output| String::from_utf8_lossy(&output.stdout).into_owned())
}

impl Turn {
    /// What tests read.
    pub fn environment(&self) -> [(String, PathBuf); 2] {
        let changed = self.changed.join("\n");
        [(TURN.to_owned(), self.part.to_string().into()), (CHANGED.to_owned(), changed.into())]
    }
}

impl std::fmt::Display for Turn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { part, why, changed } = self;
        write!(f, "tables of programs: part {} of {PARTS} ({why})", part + 1)?;
        if changed.is_empty() { Ok(()) } else { write!(f, ", and {} changed programs and pages whole", changed.len()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_names_one_part() {
        assert_eq!(part_of("3\n"), 3);
        assert_eq!(part_of("19"), 1);
        assert_eq!(part_of(""), 0);
    }

    #[test]
    fn the_next_part_is_written_down() {
        let folder = std::env::temp_dir().join(format!("cairn-turn-{}", std::process::id()));
        std::fs::create_dir_all(folder.join(".config")).unwrap();
        std::fs::write(folder.join(FILE), "17\n").unwrap();
        write_next(&folder).unwrap();
        let written = std::fs::read_to_string(folder.join(FILE)).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(written, "0\n");
    }

    #[test]
    fn changed_programs_are_the_last_ones_once() {
        let files = "crates/a/tests/x.c\ncrates/a/src/lib.rs\ncrates/a/tests/y.c\n\ncrates/a/tests/x.c\ncrates/a/tests/gone.c\n";
        assert_eq!(
            last(files, is_program, |file| !file.ends_with("gone.c")),
            ["crates/a/tests/x.c", "crates/a/tests/y.c"]
        );
        let many: String = (0..50).map(|i| format!("crates/a/tests/{i}.c\n")).collect();
        assert_eq!(last(&many, is_program, |_| true).len(), MOST_CHANGED);
        assert_eq!(last("docs/a.md\ncrates/a/tests/x.c\n", is_page, |_| true), ["docs/a.md"]);
    }

    #[test]
    fn tests_read_the_turn() {
        let turn = Turn { part: 3, why: FILE.to_owned(), changed: vec!["a.c".to_owned()] };
        assert_eq!(
            turn.to_string(),
            "tables of programs: part 4 of 18 (.config/turn), and 1 changed programs and pages whole"
        );
        assert_eq!(turn.environment()[0], ("CAIRN_TURN".to_owned(), "3".into()));
    }
}
