//! `cargo xtask first-answers`: the way of somebody who has a project and ten minutes, timed.
//!
//! Each package is one of Debian's, fetched as [`super::projects`] fetches them, and copied to an empty folder. There the commands of the README are
//! run: the project's own build within `cairn build`, then `cairn check`. What is written down: the commands, the seconds to the end of each, the lines
//! that `check` prints, and what it says first. It fails where a package cannot be built, where `check` is not over in its time, or where an
//! internal error is among the answers. A nightly command, for the network.

use crate::projects::fetch::{self, Apt};
use crate::projects::{default_cache, list::Project};
use clap::Args;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// `cargo xtask first-answers`.
#[derive(Args, Debug)]
pub struct FirstAnswers {
    /// Only packages of these names
    #[arg(value_name = "PACKAGE")]
    only: Vec<String>,
    /// Where the sources are kept [default: cairn-projects in the user's cache directory]
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    /// The program [default: this checkout's, built in release mode]
    #[arg(long, value_name = "FILE")]
    cairn: Option<PathBuf>,
    /// Seconds that `check` may take for one package
    #[arg(long, default_value_t = 120)]
    seconds: u64,
}

/// A package, and how its author says that it is built.
struct Package {
    name: &'static str,
    build: &'static str,
}

const PACKAGES: &[Package] = &[
    Package { name: "tree", build: "make" },
    Package { name: "dos2unix", build: "make ENABLE_NLS=" },
    Package { name: "bzip2", build: "make bzip2" },
    Package { name: "cjson", build: "make" },
    Package { name: "zlib", build: "./configure && make libz.a" },
];

/// What one command took and printed.
struct Ended {
    seconds: f64,
    /// When the first violation, the first table or the first answer was printed.
    first: Option<f64>,
    printed: String,
    code: Option<i32>,
}

/// Walks the way for each package, and prints a table.
///
/// # Errors
/// A message: apt is not there, or a package that failed.
pub fn run(root: &Path, arguments: &FirstAnswers) -> Result<(), String> {
    let cairn = match &arguments.cairn {
        Some(cairn) => cairn.canonicalize().map_err(|error| format!("{}: {error}", cairn.display()))?,
        None => {
            crate::command::cargo(root, &["build", "--release", "--package", "cairn-cli"], &[])?;
            crate::command::built(root).join("release/cairn")
        }
    };
    let cache = arguments.cache.clone().map_or_else(default_cache, Ok)?;
    let apt = Apt::new(&cache)?;
    let wanted =
        |package: &&Package| arguments.only.is_empty() || arguments.only.iter().any(|name| name == package.name);
    let mut table = String::from(
        "| package | commands | build, s | first answer, s | all, s | lines | last line |\n|---|---:|---:|---:|---:|---:|---|\n",
    );
    let mut failures = Vec::new();
    for package in PACKAGES.iter().filter(wanted) {
        let project = Project { package: package.name, prepare: "", units: &[], without: &[], flags: &[] };
        // Sources as they come, beside those that another chore has prepared.
        let home = cache.join("plain");
        let source = match fetch::source(&apt, &home, &project) {
            Ok(source) => source,
            Err(why) => {
                failures.push(format!("{}: {why}", package.name));
                continue;
            }
        };
        match walk(&cairn, package, &source.root, arguments.seconds) {
            Ok(row) => table.push_str(&row),
            Err(why) => failures.push(format!("{}: {why}", package.name)),
        }
    }
    #[allow(clippy::print_stdout)] // A chore talks to the person who runs it.
    {
        print!("{table}");
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

/// The commands of one package, in a copy of its sources; a row of the table.
fn walk(cairn: &Path, package: &Package, source: &Path, seconds: u64) -> Result<String, String> {
    let here = std::env::temp_dir().join(format!("cairn-first-{}-{}", package.name, std::process::id()));
    let copied = Command::new("cp").arg("-a").arg(source).arg(&here).status();
    if !copied.is_ok_and(|status| status.success()) {
        return Err(format!("cannot copy {}", source.display()));
    }
    let shown = cairn.display();
    let limit = Duration::from_secs(seconds + 60);
    let built = perform(&here, &format!("'{shown}' build -- sh -c '{}'", package.build), limit);
    let checked = match &built {
        Ok(built) if built.code == Some(0) => {
            perform(&here, &format!("'{shown}' check --time-limit {seconds}s 2>&1"), limit)
        }
        Ok(built) => Err(format!("cannot be built:\n{}", built.printed)),
        Err(why) => Err(why.clone()),
    };
    let _ = std::fs::remove_dir_all(&here);
    let (built, checked) = (built?, checked?);
    if !matches!(checked.code, Some(0 | 1 | 3)) || checked.printed.contains("internal error") {
        return Err(format!("check ended with {:?}:\n{}", checked.code, checked.printed));
    }
    let first = checked.first.map_or_else(|| "none".to_owned(), |first| format!("{:.1}", built.seconds + first));
    let lines = checked.printed.lines().filter(|line| !line.starts_with("progress: ")).count();
    let last = checked.printed.lines().last().unwrap_or_default();
    let mut row = String::new();
    let all = built.seconds + checked.seconds;
    let _ = writeln!(row, "| {} | 2 | {:.1} | {first} | {all:.1} | {lines} | {last} |", package.name, built.seconds);
    Ok(row)
}

/// Runs a line of a shell to its end or to a limit.
fn perform(here: &Path, line: &str, limit: Duration) -> Result<Ended, String> {
    use std::io::BufRead;
    let start = Instant::now();
    let mut shell = Command::new("timeout");
    shell.arg(limit.as_secs().to_string()).args(["sh", "-c", line]).current_dir(here);
    shell.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::inherit());
    let mut child = shell.spawn().map_err(|error| format!("cannot run timeout: {error}"))?;
    let (mut printed, mut first) = (String::new(), None);
    for line in std::io::BufReader::new(child.stdout.take().ok_or("no output")?).lines() {
        let line = line.map_err(|error| error.to_string())?;
        let is_answer =
            line.contains("violated: ") || line.starts_with("First table") || line.starts_with("Open, by cause");
        if is_answer && first.is_none() {
            first = Some(start.elapsed().as_secs_f64());
        }
        printed.push_str(&line);
        printed.push('\n');
    }
    let status = child.wait().map_err(|error| error.to_string())?;
    Ok(Ended { seconds: start.elapsed().as_secs_f64(), first, printed, code: status.code() })
}
