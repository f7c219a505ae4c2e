//! `cargo xtask programs`: what does Cairn say of ordinary command line programs?
//!
//! The idea: each program of [`list`] is a whole program with a `main`, as its makefile builds it, not a unit and not a
//! harness that somebody wrote for a verifier. Its package is fetched as `cargo xtask projects` does. gcc must compile and
//! link it ([`build`]). Then Cairn verifies it with all checks ([`verify`]), one program at a time. What comes out is a
//! table in Markdown ([`table`]), and the reasons of UNKNOWN ranked by the programs that they stop ([`reason`]).
//!
//! The invariant: the verifier is given the same files and the same flags of the preprocessor as gcc. A row that gcc
//! refuses is a mistake of the row, so the chore fails then. It fails too where the verifier ends without a report.
//!
//! No expected verdict is written down, in contrast to harnesses. A violation is run by the real program ([`confirm`]); one
//! that no sanitizer sees is for a person to look at. The reports and the harnesses are kept for this:
//! `reports/PACKAGE/PROGRAM.json` and `PROGRAM.harness.c` in the cache.

mod build;
mod confirm;
mod list;
mod reason;
mod report;
mod table;
mod text_tools;
mod util_linux;
mod verify;

use crate::projects::fetch::{self, Apt};
use clap::Args;
use list::{Package, Program};
use report::Outcome;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use table::Row;

/// `cargo xtask programs`.
#[derive(Args, Debug)]
pub struct Programs {
    /// Only packages or programs of these names
    #[arg(value_name = "NAME")]
    only: Vec<String>,
    /// Where the sources and the reports are kept [default: cairn-projects in the user's cache directory]
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    /// A verifier to run instead of this checkout's, built in release mode
    #[arg(long, value_name = "FILE")]
    verifier: Option<PathBuf>,
    /// Wall time for each program, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    time_limit: u64,
    /// What is checked, as `cairn verify --check` names it
    #[arg(long, value_name = "CHECK", default_value = "all")]
    check: String,
}

/// Fetches, builds, verifies, prints.
///
/// # Errors
/// A message: apt is not there, a package cannot be fetched, gcc refuses a program, or the verifier gave no report.
pub fn run(root: &Path, arguments: &Programs) -> Result<(), String> {
    let chosen = list::chosen(&arguments.only)?;
    let cache = match &arguments.cache {
        Some(cache) => cache.clone(),
        None => crate::projects::default_cache()?,
    };
    let cache = absolute(&cache)?;
    let verifier = match &arguments.verifier {
        Some(verifier) => absolute(verifier)?,
        None => compile(root)?,
    };
    let verifier = verify::Verifier { file: verifier, seconds: arguments.time_limit, check: &arguments.check };
    let apt = Apt::new(&cache)?;
    let mut rows: Vec<Row> = Vec::new();
    let mut missing = Vec::new();
    for (package, programs) in chosen {
        match fetch::source(&apt, &cache, &package.project) {
            Ok(source) => {
                for program in programs {
                    let row = examine(&verifier, &cache, &source.root, package, program)?;
                    say(&format!("{} {}: {}", row.package, row.program, row.outcome.word()));
                    rows.push(row);
                }
            }
            Err(why) => missing.push(format!("{}: {why}", package.project.package)),
        }
    }
    let text = table::table(&rows) + &reason::ranking(&rows) + &table::totals(&rows);
    std::io::stdout().write_all(text.as_bytes()).map_err(|error| error.to_string())?;
    missing.extend(rows.iter().filter_map(Row::failure));
    if missing.is_empty() { Ok(()) } else { Err(format!("{} failures:\n{}", missing.len(), missing.join("\n"))) }
}

/// Builds a program, and verifies it when gcc accepts it.
fn examine(
    verifier: &verify::Verifier,
    cache: &Path,
    root: &Path,
    package: &Package,
    program: &Program,
) -> Result<Row, String> {
    let name = package.project.package;
    let command = build::Command::new(package, program);
    let lines = command.lines(root)?;
    let reports = cache.join("reports").join(name);
    std::fs::create_dir_all(&reports).map_err(|error| format!("cannot create {}: {error}", reports.display()))?;
    let harness = reports.join(format!("{}.harness.c", program.name));
    let _ = std::fs::remove_file(&harness);
    let (outcome, seconds) = match command.link(root, &reports.join(program.name))? {
        Some(refusal) => (Outcome::Refused(refusal), 0.0),
        None => verifier.run(&command, root, &reports.join(format!("{}.json", program.name)), &harness)?,
    };
    let confirmed = match &outcome {
        Outcome::Violated(_, place) => Some(confirm::confirmed(&command, root, &harness, place)),
        _ => None,
    };
    Ok(Row { program: program.name.to_owned(), package: name.to_owned(), lines, outcome, confirmed, seconds })
}

/// A path that means the same in the folder of each source.
fn absolute(path: &Path) -> Result<PathBuf, String> {
    std::path::absolute(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn compile(root: &Path) -> Result<PathBuf, String> {
    crate::prepare(root)?;
    crate::command::cargo(root, &["build", "--release", "--package", "cairn-cli"], &[])?;
    Ok(crate::command::built(root).join("release/cairn"))
}

/// What a person who waits wants to see.
fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}
