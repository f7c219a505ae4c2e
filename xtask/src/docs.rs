//! `cargo xtask docs`: the reference of the site from the binary, then the site by mdBook.
//!
//! `docs/reference` is generated and not kept: what `cairn options` and `--help` print is the one description of the command
//! line, so the pages cannot differ from it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// `cargo xtask docs`.
#[derive(clap::Args)]
pub struct Docs {
    /// Asks this binary instead of building one
    #[arg(long, value_name = "FILE")]
    binary: Option<PathBuf>,
}

/// Writes `docs/reference` and builds the site.
pub fn run(root: &Path, arguments: &Docs) -> Result<(), String> {
    crate::prepare(root)?;
    let binary = match &arguments.binary {
        Some(binary) => binary.clone(),
        None => {
            crate::command::cargo(root, &["build", "--release", "--package", "cairn-cli"], &[])?;
            crate::command::built(root).join("release/cairn")
        }
    };
    // The cells of a table are whole in one line where there is room for them.
    let wide = "100000";
    let ask = |arguments: &[&str], columns: &str| {
        let output = Command::new(&binary)
            .args(arguments)
            .env("LD_LIBRARY_PATH", root.join(".z3/lib"))
            .env("COLUMNS", columns)
            .output();
        let output = output.map_err(|error| format!("cannot run {}: {error}", binary.display()))?;
        Ok::<_, String>(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let folder = root.join("docs/reference");
    fs::create_dir_all(&folder).map_err(|error| format!("cannot create {}: {error}", folder.display()))?;
    let put = |name: &str, text: String| {
        let path = folder.join(name);
        fs::write(&path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
    };
    put("options.md", options(&ask(&["options", "--all"], wide)?)?)?;
    put(
        "strategy.md",
        format!("{STRATEGY}{}", table(&ask(&["options", "--strategy"], wide)?, [false, false, false, true])?),
    )?;
    let analyses = ask(&["options", "--analyses"], wide)?;
    let (rows, meanings) = analyses.split_once("\n\n").ok_or("cairn options --analyses has no meanings")?;
    put("analyses.md", format!("{ANALYSES}{}\n```text\n{meanings}```\n", table(rows, [true, false, false, false])?))?;
    let help = ask(&["--help"], "120")?;
    let mut pages = vec![("cairn".to_owned(), help.clone())];
    for name in commands(&help) {
        pages.push((format!("cairn {name}"), ask(&[&name, "--help"], "120")?));
    }
    put("commands.md", manual(&pages))?;
    let book = Command::new("mdbook").arg("build").arg(root.join("docs")).status();
    match book {
        Ok(status) if status.success() => {}
        Ok(_) => return Err("mdbook failed".to_owned()),
        Err(_) => {
            say("docs/reference is written; mdbook is not here: cargo install mdbook");
            return Ok(());
        }
    }
    let site = root.join("target/site");
    for folder in ["examples", "integrations"] {
        beside(&root.join(folder), &site.join(folder))?;
    }
    say(&format!("the site: {}", site.join("docs/index.html").display()));
    Ok(())
}

/// Copies a folder that pages link to, so that their links lead somewhere on the site as they do in the repository.
fn beside(from: &Path, to: &Path) -> Result<(), String> {
    let mut files = Vec::new();
    crate::package::tree::collect(from, "", &mut files)?;
    for (name, _) in files {
        let to = to.join(&name);
        let made = to.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::copy(from.join(&name), &to));
        made.map_err(|error| format!("cannot write {}: {error}", to.display()))?;
    }
    Ok(())
}

const OPTIONS: &str =
    "# Options\n\nSet by `--option name=value`, or as a line of a TOML file (`--config FILE.toml`).\n\n";
const EXPERIMENTS: &str =
    "\n## For experiments\n\nOnly the experiments of papers need these; `cairn options --all` lists them.\n\n";
const ANALYSES: &str = "# What analyses can do\n\nThe rows of capabilities: an analysis can do nothing that is not in its row. Options that \
                        it does not read are refused, and the default strategy asks no analysis that a program is not for.\n\n";
const STRATEGY: &str = "# The default strategy\n\nWithout `--analysis`, these stages take turns in this order, those for the \
                        program at hand, until one has a verdict ([why](../design/strategy.md)). A slice lasts 10 ms \
                        times the weight in the first round, and twice as long in each further one. A stage joins in \
                        the round under FROM; one that runs before all turns has a time in seconds instead.\n\n";

/// The page of options: the table of those for everybody, and that of those for experiments.
fn options(text: &str) -> Result<String, String> {
    let mut parts = text.split("\n\n");
    let mut next = || parts.next().ok_or("cairn options --all has no second table");
    let (first, _, second) = (next()?, next()?, next()?);
    let of = |text: &str| table(text, [true, false, true, false]);
    Ok(format!("{OPTIONS}{}{EXPERIMENTS}{}", of(first)?, of(second)?))
}

/// A table in Markdown from columns as `cairn options` prints them; `code` says which columns are code.
fn table(text: &str, code: [bool; 4]) -> Result<String, String> {
    let mut lines = text.lines();
    let head = lines.next().ok_or("cairn options prints nothing")?;
    let titles: Vec<&str> = head.split_whitespace().collect();
    let starts: Vec<usize> = titles.iter().filter_map(|title| head.find(title)).collect();
    if titles.len() != code.len() {
        return Err("cairn options has other columns".to_owned());
    }
    let mut page = format!("| {} |\n|---|---|---|---|\n", titles.join(" | ").to_lowercase());
    for line in lines {
        // Columns are counted in characters.
        let letters: Vec<char> = line.chars().collect();
        let cell = |column: usize| {
            let end = starts.get(column + 1).copied().unwrap_or(letters.len()).min(letters.len());
            let text: String = letters.get(starts[column]..end).unwrap_or(&[]).iter().collect();
            let text = text.trim().replace('|', "\\|");
            if code[column] { format!("`{text}`") } else { text }
        };
        page.push_str(&format!("| {} |\n", [0, 1, 2, 3].map(cell).join(" | ")));
    }
    Ok(page)
}

/// The names below the heading of commands.
fn commands(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = lines.take_while(|line| !line.is_empty()).filter_map(|line| line.split_whitespace().next());
    names.map(str::to_owned).collect()
}

fn manual(pages: &[(String, String)]) -> String {
    let mut text = "# Commands\n\nWhat `--help` says of each.\n".to_owned();
    for (name, help) in pages {
        text.push_str(&format!("\n## {name}\n\n```text\n{}\n```\n", help.trim_end()));
    }
    text
}

#[allow(clippy::print_stdout)] // A chore talks to the person who runs it.
fn say(text: &str) {
    println!("{text}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_become_cells() {
        let text = "NAME  TYPE  DEFAULT  MEANING\na.b   x|y   x        What … is\n";
        let page = table(text, [true, false, true, false]).unwrap();
        assert!(page.ends_with("| `a.b` | x\\|y | `x` | What … is |\n"), "{page}");
        assert!(table("NAME  TYPE\n", [true; 4]).is_err());
    }

    #[test]
    fn the_page_of_options_has_two_tables() {
        let head = "NAME  TYPE  DEFAULT  MEANING\n";
        let page =
            options(&format!("{head}a.b   x     x        A.\n\nThese:\n\n{head}c.d   y     y        B.\n")).unwrap();
        let (before, after) = page.split_once("## For experiments").unwrap();
        assert!(
            before.ends_with("| `a.b` | x | `x` | A. |\n\n") && after.ends_with("| `c.d` | y | `y` | B. |\n"),
            "{page}"
        );
        assert!(options(head).is_err());
    }

    #[test]
    fn commands_are_those_of_the_help() {
        assert_eq!(commands("Usage\n\nCommands:\n  verify  Decide\n  man     Print\n\nOptions:\n"), ["verify", "man"]);
    }
}
