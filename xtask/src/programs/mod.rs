//! `cargo xtask programs`: what Cairn says of small tools as people write them.
//!
//! The Debian source packages of [`list`] are fetched as for `cargo xtask projects`, each program is compiled once as its
//! makefile does, and verified whole: all its files, all checks, a limit of time. What comes out is a table in Markdown
//! ([`table`]). A violation is run by the real program under sanitizers ([`answer`]). It fails when gcc refuses a program,
//! when Cairn refuses one that gcc takes, or when the real program does not agree with a violation whose harness is complete.
//! A nightly command: the network and an hour are more than a test may ask for.

mod answer;
mod list;
mod table;

use crate::projects::fetch;
use answer::{Answer, Confirmed};
use clap::Args;
use list::{Package, Program};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Instant;
use table::Row;

/// `cargo xtask programs`.
#[derive(Args, Debug)]
pub struct Programs {
    /// Only packages or programs of these names
    #[arg(value_name = "NAME")]
    only: Vec<String>,
    /// Where the sources are kept [default: cairn-projects in the user's cache directory]
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    /// A verifier to run instead of this checkout's, built in release mode
    #[arg(long, value_name = "FILE")]
    verifier: Option<PathBuf>,
    /// Seconds for each program
    #[arg(long, default_value_t = 60)]
    time_limit: u64,
    /// What is asked, as cairn verify --check has it
    #[arg(long, default_value = "all")]
    check: String,
}

/// Fetches, verifies, prints.
///
/// # Errors
/// A message: nothing could be fetched, a program is refused, or a violation is not confirmed.
pub fn run(root: &Path, arguments: &Programs) -> Result<(), String> {
    let cache = match &arguments.cache {
        Some(cache) => cache.clone(),
        None => crate::projects::default_cache()?,
    };
    let verifier = match &arguments.verifier {
        Some(verifier) => verifier.canonicalize().map_err(|error| format!("{}: {error}", verifier.display()))?,
        None => {
            crate::command::cargo(root, &["build", "--release", "--package", "cairn-cli"], &[])?;
            crate::command::built(root).join("release/cairn")
        }
    };
    let is_wanted = |name: &str| arguments.only.iter().any(|only| only == name);
    let apt = fetch::Apt::new(&cache)?;
    let (mut rows, mut failures) = (Vec::new(), Vec::new());
    for package in list::PACKAGES {
        let all = arguments.only.is_empty() || is_wanted(package.name);
        let programs: Vec<&Program> =
            package.programs.iter().filter(|program| all || is_wanted(program.name)).collect();
        if programs.is_empty() {
            continue;
        }
        let source = match fetch::prepared(&apt, &cache, package.name, package.prepare) {
            Ok(source) => source,
            Err(why) => {
                say(&format!("{}: left out: {why}", package.name));
                continue;
            }
        };
        for program in programs {
            if let Some(why) = refused_by_gcc(&source.root, program) {
                failures.push(format!("{}: gcc: {why}", program.name));
                continue;
            }
            let row = verified(&verifier, package, program, &source.root, arguments);
            say(&table::line(&row));
            match &row.answer {
                Answer::Refused(why) => failures.push(format!("{}: refused: {why}", program.name)),
                Answer::Violated(check, place, Confirmed::No) => {
                    failures.push(format!("{}: {check} at {place} is not confirmed", program.name));
                }
                _ => {}
            }
            rows.push(row);
        }
    }
    if rows.is_empty() {
        return Err("no program could be fetched".to_owned());
    }
    std::io::stdout().write_all(table::render(&rows).as_bytes()).map_err(|error| error.to_string())?;
    if failures.is_empty() { Ok(()) } else { Err(format!("{}:\n{}", failures.len(), failures.join("\n"))) }
}

/// What a person who waits wants to see.
fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

fn output(command: &mut Command) -> Result<Output, String> {
    command.output().map_err(|error| format!("cannot run {:?}: {error}", command.get_program()))
}

/// What gcc has against a program.
fn refused_by_gcc(root: &Path, program: &Program) -> Option<String> {
    let mut gcc = Command::new("gcc");
    gcc.current_dir(root).args(["-w", "-o", "/dev/null"]).args(program.flags).args(program.files).arg("-lm");
    match output(&mut gcc) {
        Ok(done) if done.status.success() => None,
        Ok(done) => Some(String::from_utf8_lossy(&done.stderr).lines().next().unwrap_or("it fails").to_owned()),
        Err(why) => Some(why),
    }
}

fn verified(verifier: &Path, package: &Package, program: &Program, root: &Path, arguments: &Programs) -> Row {
    let harness = root.join(format!("cairn-{}.c", program.name));
    let _ = std::fs::remove_file(&harness);
    let start = Instant::now();
    let mut verify = Command::new(verifier);
    verify.current_dir(root).args(["verify", "--format", "json", "--check", &arguments.check]);
    verify.arg("--time-limit").arg(arguments.time_limit.to_string()).arg("--harness").arg(&harness);
    verify.args(program.flags).args(program.files);
    let answer = match output(&mut verify) {
        Ok(done) => answer::of(&String::from_utf8_lossy(&done.stdout), |place| {
            confirmed(root, program, &harness, place, &String::from_utf8_lossy(&done.stderr))
        }),
        Err(why) => Answer::Refused(why),
    };
    let seconds = start.elapsed().as_secs_f64();
    let read = |file: &&str| std::fs::read_to_string(root.join(file)).map_or(0, |text| text.lines().count());
    let lines = program.files.iter().map(read).sum();
    Row { package: package.name, program: program.name, lines, answer, seconds }
}

/// Compiles and runs the program with its harness, as the harness's head says.
fn confirmed(root: &Path, program: &Program, harness: &Path, place: &str, said: &str) -> Confirmed {
    let Ok(text) = std::fs::read_to_string(harness) else { return Confirmed::Open };
    let Some(command) = text.lines().find_map(|line| line.strip_prefix(" *     ")) else { return Confirmed::Open };
    if said.contains("the harness cannot give all") {
        return Confirmed::Open;
    }
    let quote = |flag: &&str| format!("'{flag}'");
    let flags: Vec<String> = program.flags.iter().map(quote).collect();
    let binary = format!("./cairn-{}.out", program.name);
    let command = command
        .replace("cc -g", &format!("gcc -g -w {} -o {binary}", flags.join(" ")))
        .replace("THIS-FILE", &harness.display().to_string())
        .replace("./a.out", &binary);
    let mut run = Command::new("timeout");
    let Ok(done) = output(run.current_dir(root).args(["60", "sh", "-c", &command])) else { return Confirmed::Open };
    let said = String::from_utf8_lossy(&done.stderr);
    let complains = said.contains("AddressSanitizer") || said.contains("runtime error");
    if complains && said.contains(place) { Confirmed::Yes } else { Confirmed::No }
}
