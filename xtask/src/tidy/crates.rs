//! The table of crates in `docs/architecture.md`, made from the manifests: what each is for, and what it stands on.
//!
//! A crate comes after those that it depends on; of two that may come in either order, the one of the shorter chain of
//! dependences first, then by name. A dependence that follows from another one is left out. What is written between the
//! marks of the page must be this table: a page by hand says of a crate what it once was.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Where the table is.
const PAGE: &str = "docs/architecture.md";
const BEGIN: &str = "<!-- begin crates: made by `cargo xtask tidy --write` -->\n";
const END: &str = "<!-- end crates -->\n";

/// A crate's manifest, as far as the table says.
struct Manifest {
    description: String,
    uses: BTreeSet<String>,
}

/// What is wrong with the table; with `write` it is put right.
pub fn check(root: &Path, write: bool) -> Result<Vec<String>, String> {
    let path = root.join(PAGE);
    let page = fs::read_to_string(&path).map_err(|error| format!("cannot read {PAGE}: {error}"))?;
    let made = replaced(&page, &table(&manifests(root)?))?;
    if made == page {
        return Ok(Vec::new());
    }
    if write {
        fs::write(&path, made).map_err(|error| format!("cannot write {PAGE}: {error}"))?;
        return Ok(Vec::new());
    }
    Ok(vec![format!("{PAGE}: the table of crates is not what the manifests say: cargo xtask tidy --write")])
}

/// The page with another table.
fn replaced(page: &str, table: &str) -> Result<String, String> {
    let parts = page.split_once(BEGIN).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let (before, after) = parts.ok_or_else(|| format!("{PAGE}: has no place for the table of crates"))?;
    Ok(format!("{before}{BEGIN}{table}{END}{after}"))
}

fn manifests(root: &Path) -> Result<BTreeMap<String, Manifest>, String> {
    let mut found = BTreeMap::new();
    let folders = fs::read_dir(root.join("crates")).map_err(|error| format!("cannot read crates: {error}"))?;
    let folders = folders.filter_map(|entry| Some(entry.ok()?.path())).chain([root.join("xtask")]);
    for folder in folders {
        let Some(name) = folder.file_name().and_then(|name| name.to_str()) else { continue };
        let Ok(text) = fs::read_to_string(folder.join("Cargo.toml")) else { continue };
        let manifest: toml::Table = text.parse().map_err(|error| format!("{name}/Cargo.toml: {error}"))?;
        let description = manifest.get("package").and_then(|package| package.get("description")?.as_str());
        let description = description.ok_or_else(|| format!("{name}/Cargo.toml: has no description"))?.to_owned();
        let uses = manifest.get("dependencies").and_then(toml::Value::as_table).into_iter().flatten();
        let uses = uses.filter_map(|(used, _)| used.strip_prefix("cairn-").map(str::to_owned)).collect();
        found.insert(name.to_owned(), Manifest { description, uses });
    }
    Ok(found)
}

fn table(crates: &BTreeMap<String, Manifest>) -> String {
    let mut below = BTreeMap::new();
    for name in crates.keys() {
        chain(name, crates, &mut below);
    }
    let mut names: Vec<&String> = crates.keys().collect();
    names.sort_by_key(|name| (below[*name].0, *name));
    let mut table = "| crate | stands on | its one job |\n|---|---|---|\n".to_owned();
    for name in names {
        let uses = &crates[name].uses;
        let follows =
            |used: &&String| !uses.iter().any(|other| below.get(other).is_some_and(|of| of.1.contains(used.as_str())));
        let uses: Vec<String> = uses.iter().filter(follows).map(|used| format!("`{used}`")).collect();
        table.push_str(&format!("| `{name}` | {} | {} |\n", uses.join(", "), crates[name].description));
    }
    table
}

/// The longest chain of dependences below a crate, and all crates in one. Cargo refuses circles.
fn chain<'a>(
    name: &str,
    crates: &'a BTreeMap<String, Manifest>,
    below: &mut BTreeMap<String, (usize, BTreeSet<&'a str>)>,
) -> usize {
    if let Some((length, _)) = below.get(name) {
        return *length;
    }
    let (mut length, mut all) = (0, BTreeSet::new());
    for used in crates.get(name).map(|manifest| &manifest.uses).into_iter().flatten() {
        length = length.max(1 + chain(used, crates, below));
        all.insert(used.as_str());
        all.extend(below[used].1.iter().copied());
    }
    below.insert(name.to_owned(), (length, all));
    length
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some(crates: &[(&str, &[&str])]) -> BTreeMap<String, Manifest> {
        let manifest = |uses: &[&str]| Manifest {
            description: "It.".to_owned(),
            uses: uses.iter().map(|used| (*used).to_owned()).collect(),
        };
        crates.iter().map(|(name, uses)| ((*name).to_owned(), manifest(uses))).collect()
    }

    #[test]
    fn a_crate_comes_after_those_that_it_depends_on() {
        let table = table(&some(&[("a", &["c"]), ("b", &[]), ("c", &["b"])]));
        let names: Vec<&str> = table.lines().skip(2).filter_map(|line| line.split('`').nth(1)).collect();
        assert_eq!(names, ["b", "c", "a"]);
    }

    #[test]
    fn what_follows_from_another_dependence_is_left_out() {
        let table = table(&some(&[("a", &["b", "c"]), ("b", &[]), ("c", &["b"])]));
        assert!(table.ends_with("| `a` | `c` | It. |\n"), "{table}");
    }

    #[test]
    fn a_page_without_the_marks_is_an_error() {
        assert!(replaced("# Architecture\n", "").is_err());
        assert_eq!(replaced(&format!("a\n{BEGIN}old\n{END}b\n"), "new\n").unwrap(), format!("a\n{BEGIN}new\n{END}b\n"));
    }
}
