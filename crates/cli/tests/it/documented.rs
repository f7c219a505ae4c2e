//! The examples of the documentation, executed: every ```console block of the README and of the site's pages is run, those
//! of a third of the pages at a time (`cairn_tools::takes_share`).
//!
//! In such a block a line `$ …` is a command, and the lines below it are all that it prints. A line `…` stands for any lines,
//! `…` within a line for any text. Commands run in a shell, in a scratch copy of the repository's `examples`; the blocks of a
//! page run one after the other in one copy. The site's pages are those that `docs/SUMMARY.md` lists, and it must list all.

use crate::cairn;

use cairn::{Folder, command};
use cairn_tools::takes_share_of_file;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A command with what it must print.
#[derive(Debug, PartialEq, Eq)]
struct Shown {
    line: usize,
    command: String,
    output: Vec<String>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The commands in a page's blocks.
fn commands(page: &str) -> Vec<Shown> {
    let (mut all, mut is_inside) = (Vec::<Shown>::new(), false);
    for (number, line) in page.lines().enumerate() {
        match line.strip_prefix("$ ") {
            _ if line.starts_with("```") => is_inside = line == "```console",
            Some(command) if is_inside => {
                all.push(Shown { line: number + 1, command: command.to_owned(), output: Vec::new() });
            }
            _ if is_inside => all.last_mut().expect("a block begins with a command").output.push(line.to_owned()),
            _ => {}
        }
    }
    for shown in &mut all {
        while shown.output.last().is_some_and(|line| line.trim().is_empty()) {
            shown.output.pop();
        }
    }
    all
}

/// Whether a line is what is shown, where `…` is any text.
fn is_line(shown: &str, line: &str) -> bool {
    let Some((begin, rest)) = shown.split_once('…') else { return shown.trim_end() == line.trim_end() };
    let Some(mut line) = line.strip_prefix(begin) else { return false };
    let (middle, end) = rest.rsplit_once('…').unwrap_or(("", rest));
    for part in middle.split('…').filter(|part| !part.is_empty()) {
        let Some(at) = line.find(part) else { return false };
        line = &line[at + part.len()..];
    }
    line.trim_end().ends_with(end.trim_end())
}

/// Whether lines are what is shown, where `…` is any lines; else the first line shown that is never met.
fn is_output(shown: &[String], lines: &[&str]) -> Result<(), String> {
    // Where one may be in the output before each line shown.
    let mut places = BTreeSet::from([0]);
    for wanted in shown {
        let next: BTreeSet<usize> = match wanted.trim() {
            "…" => (places.first().copied().unwrap_or(0)..=lines.len()).collect(),
            _ => places
                .iter()
                .filter(|place| lines.get(**place).is_some_and(|line| is_line(wanted, line)))
                .map(|place| place + 1)
                .collect(),
        };
        if next.is_empty() {
            return Err(format!("not printed: {wanted}"));
        }
        places = next;
    }
    if places.contains(&lines.len()) { Ok(()) } else { Err("more is printed than is shown".to_owned()) }
}

/// Runs all commands of a page; what went wrong, for each.
fn wrong(page: &str) -> Vec<String> {
    let folder = Folder::new(&[]);
    let (examples, bin) = (folder.path("examples"), folder.path("bin"));
    std::fs::create_dir_all(&bin).unwrap();
    copy(&root().join("examples"), &examples);
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_cairn"), bin.join("cairn")).unwrap();
    let path = std::env::join_paths(
        [bin].into_iter().chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    );
    let path = path.unwrap();
    let mut wrong = Vec::new();
    for shown in commands(page) {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("exec 2>&1\n{}", shown.command)]).current_dir(folder.path("")).env("PATH", &path);
        let output = shell.output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let lines: Vec<&str> = text.trim_end().lines().collect();
        if let Err(why) = is_output(&shown.output, &lines) {
            wrong.push(format!("line {}: $ {}\n{why}\nprinted:\n{text}", shown.line, shown.command));
        }
    }
    wrong
}

/// Pages with commands: the README, those of the site, and those of the integrations.
fn pages() -> Vec<PathBuf> {
    let mut all = vec![root().join("README.md")];
    all.extend(listed().into_iter().map(|page| root().join("docs").join(page)).filter(|page| page.exists()));
    all
}

/// The pages of the site, as `SUMMARY.md` lists them.
fn listed() -> Vec<String> {
    let summary = std::fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap();
    summary.lines().filter_map(|line| Some(line.split_once("](")?.1.split_once(')')?.0.to_owned())).collect()
}

/// Copies a folder with all that is below it.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let (path, to) = entry.map(|entry| (entry.path(), to.join(entry.file_name()))).unwrap();
        if path.is_dir() { copy(&path, &to) } else { _ = std::fs::copy(path, to).unwrap() }
    }
}

#[test]
fn every_command_that_is_shown_does_what_is_shown() {
    let (mut failed, mut count) = (Vec::new(), 0);
    for (index, page) in pages().into_iter().enumerate() {
        let text = std::fs::read_to_string(&page).unwrap();
        count += commands(&text).len();
        if !takes_share_of_file(&page, index, 3) && !page.ends_with("README.md") {
            continue;
        }
        failed.extend(wrong(&text).into_iter().map(|what| format!("{}: {what}", page.display())));
    }
    assert!(failed.is_empty(), "{}", failed.join("\n\n"));
    assert!(count >= 30, "only {count} commands are shown");
}

/// A page that shows what does not happen fails.
#[test]
fn a_mistake_in_a_page_is_found() {
    let page = |output: &str| format!("# A page\n\n```console\n$ cairn verify -q examples/ring.c\n{output}\n```\n");
    let right = "Verification result: TRUE. No property violation found by chosen configuration.";
    assert_eq!(wrong(&page(right)), Vec::<String>::new());
    assert_eq!(wrong(&page("Verification result: TRUE. …")), Vec::<String>::new());
    for mistake in ["Verification result: FALSE. …", "", "…\nSomething else", &format!("{right}\nAnd more")] {
        assert_eq!(wrong(&page(mistake)).len(), 1, "{mistake}");
    }
    assert_eq!(wrong("```console\n$ cairn no-such-command\n```\n").len(), 1);
    // What is no block of commands is left alone.
    assert_eq!(wrong("```sh\n$ false\n```\n"), Vec::<String>::new());
}

#[test]
fn wildcards() {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    assert!(is_line("a … c … e", "a b c d e") && !is_line("a … x … e", "a b c d e") && is_line("…", ""));
    assert_eq!(is_output(&lines("…\nb\n…"), &["a", "b", "b", "c"]), Ok(()));
    assert!(is_output(&lines("…\nb"), &["b", "a"]).is_err());
}

#[test]
fn the_site_has_all_pages_and_only_pages_that_are_there() {
    let docs = root().join("docs");
    let listed = listed();
    let once: BTreeSet<&String> = listed.iter().collect();
    assert_eq!(once.len(), listed.len(), "a page is listed twice");
    let mut there = BTreeSet::new();
    collect(&docs, "", &mut there);
    for page in &listed {
        // `cargo xtask docs` generates these.
        assert!(there.contains(page) || page.starts_with("reference/"), "there is no {page}");
    }
    there.remove("SUMMARY.md");
    let missing: Vec<&String> = there.iter().filter(|page| !once.contains(page)).collect();
    assert!(missing.is_empty(), "not in SUMMARY.md: {missing:?}");
    assert!(docs.join("book.toml").exists());
}

fn collect(folder: &Path, prefix: &str, pages: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() && name != "reference" {
            collect(&entry.path(), &format!("{name}/"), pages);
        } else if name.ends_with(".md") {
            pages.insert(name);
        }
    }
}

/// Links between files of the repository lead somewhere.
#[test]
fn links_lead_to_files() {
    let mut dead = Vec::new();
    for page in pages() {
        let text = std::fs::read_to_string(&page).unwrap();
        let folder = page.parent().unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let path = link.split('#').next().unwrap_or_default();
            let is_other = path.is_empty() || path.contains("://") || path.contains(' ') || path.contains("reference/");
            if !is_other && !folder.join(path).exists() {
                dead.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(dead.is_empty(), "{dead:#?}");
}

/// The commands that the pages name are there.
#[test]
fn commands_have_their_help() {
    let folder = Folder::new(&[]);
    let mut names = BTreeSet::new();
    for page in pages() {
        let text = std::fs::read_to_string(&page).unwrap();
        for shown in commands(&text) {
            let mut words = shown.command.split_whitespace();
            if words.next() == Some("cairn") {
                names.extend(
                    words.next().filter(|word| !word.starts_with('-') && !word.contains('.')).map(str::to_owned),
                );
            }
        }
    }
    for name in names {
        let status = command(&folder).args([&name, "--help"]).output().unwrap().status;
        assert!(status.success(), "cairn {name}");
    }
}

/// The page of assumptions has each that an answer can have.
#[test]
fn assumptions_are_documented() {
    let page = std::fs::read_to_string(root().join("docs/assumptions.md")).unwrap();
    let words = cairn_ir::assumption::Assumption::ALL.map(cairn_ir::assumption::Assumption::word);
    for word in words.into_iter().chain(["functions-by-themselves", "functions-with-contracts", "configured"]) {
        assert!(page.contains(&format!("| `{word}` |")), "{word}");
    }
}
