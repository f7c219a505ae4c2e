//! `cargo xtask projects`: does Cairn read the C that real projects are made of?
//!
//! The Debian source packages of [`list`] are fetched by apt ([`fetch`]) into a cache outside the checkout and made ready
//! for compiling. Each of their translation units that gcc accepts is preprocessed, parsed and lowered ([`measure`]), and
//! what comes out is a table in Markdown. It fails when a unit that gcc accepts is refused or crashes the front end. A
//! nightly command: the network and an hour are more than a test may ask for.

pub mod fetch;
pub mod list;
mod measure;

use clap::Args;
use list::Project;
use measure::Figures;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// `cargo xtask projects`.
#[derive(Args, Debug)]
pub struct Projects {
    /// Only projects of these names
    #[arg(value_name = "PACKAGE")]
    only: Vec<String>,
    /// Where the sources are kept [default: cairn-projects in the user's cache directory]
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    /// A driver to run instead of this checkout's example `unit`, built in release mode
    #[arg(long, value_name = "FILE")]
    driver: Option<PathBuf>,
    /// Lists what is not modelled with the number of places of each kind
    #[arg(long)]
    kinds: bool,
}

/// Fetches, measures, prints.
///
/// # Errors
/// A message: apt is not there, no project could be fetched, or units that gcc accepts were refused.
pub fn run(root: &Path, arguments: &Projects) -> Result<(), String> {
    let wanted = |project: &&Project| arguments.only.is_empty() || arguments.only.iter().any(|o| o == project.package);
    let projects: Vec<&Project> = list::PROJECTS.iter().filter(wanted).collect();
    let cache = match &arguments.cache {
        Some(cache) => cache.clone(),
        None => default_cache()?,
    };
    let driver = match &arguments.driver {
        Some(driver) => driver.clone(),
        None => build(root)?,
    };
    let apt = fetch::Apt::new(&cache)?;
    let mut measured: Vec<(&Project, String, Figures)> = Vec::new();
    for project in projects {
        match fetch::source(&apt, &cache, project) {
            Ok(source) => {
                let figures = measure::all(&driver, project, &source, &cache)?;
                say(&format!("{} {}: {}", project.package, source.version, figures.summary()));
                measured.push((project, source.version, figures));
            }
            Err(why) => say(&format!("{}: left out: {why}", project.package)),
        }
    }
    if measured.is_empty() {
        return Err("no project could be fetched".to_owned());
    }
    let mut text = table(&measured);
    if arguments.kinds {
        text.push_str(&kinds(&measured));
    }
    std::io::stdout().write_all(text.as_bytes()).map_err(|error| error.to_string())?;
    let failures: Vec<&str> = measured.iter().flat_map(|(_, _, f)| &f.failures).map(String::as_str).collect();
    if failures.is_empty() { Ok(()) } else { Err(format!("{} units failed:\n{}", failures.len(), failures.join("\n"))) }
}

/// What a person who waits wants to see.
fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Where sources are kept unless the user says otherwise.
pub fn default_cache() -> Result<PathBuf, String> {
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache"));
    let cache = cache.or_else(home).ok_or("neither XDG_CACHE_HOME nor HOME is set: say --cache")?;
    Ok(cache.join("cairn-projects"))
}

fn build(root: &Path) -> Result<PathBuf, String> {
    crate::command::cargo(root, &["build", "--release", "--package", "cairn-front-c", "--example", "unit"], &[])?;
    Ok(crate::command::built(root).join("release/examples/unit"))
}

fn table(measured: &[(&Project, String, Figures)]) -> String {
    let mut text = String::from(
        "| project | version | units | parsed | lowered | calls through pointers | places not modelled | seconds |\n\
         |---|---|---:|---:|---:|---:|---:|---:|\n",
    );
    let mut sum = Figures::default();
    for (project, version, figures) in measured {
        row(&mut text, project.package, version, figures);
        sum.add(figures);
    }
    row(&mut text, "all", "", &sum);
    text
}

fn row(text: &mut String, name: &str, version: &str, f: &Figures) {
    let _ = writeln!(
        text,
        "| {name} | {version} | {} | {} | {} | {} | {} | {:.1} |",
        f.units,
        f.parsed,
        f.lowered,
        f.pointer_calls,
        f.unmodelled.values().sum::<u64>(),
        f.time.as_secs_f64()
    );
}

/// All kinds of places that are not modelled, the most frequent first.
fn kinds(measured: &[(&Project, String, Figures)]) -> String {
    let mut all: BTreeMap<&str, u64> = BTreeMap::new();
    for (what, count) in measured.iter().flat_map(|(_, _, figures)| &figures.unmodelled) {
        *all.entry(what).or_default() += count;
    }
    let mut all: Vec<_> = all.into_iter().collect();
    all.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let mut text = String::from("\n| places | not modelled |\n|---:|---|\n");
    for (what, count) in all {
        let _ = writeln!(text, "| {count} | {what} |");
    }
    text
}
