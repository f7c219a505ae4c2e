//! Dependencies that no line uses: each one in a manifest must be named in the crate's sources, or in its tests where it is
//! one for tests. What only tests name belongs to the dependencies for tests.
//!
//! A dependency that nobody uses is built all the same, and its crate is built again whenever it changes. Why not
//! `cargo machete`: it would be one more tool to install, for a search for a word.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Packages whose crate has another name than the package.
const RENAMED: &[(&str, &str)] = &[("md-5", "md5")];

/// What is wrong with the manifests of the workspace. `sources`: its Rust files, relative to the root, with their texts.
pub fn check(root: &Path, sources: &[(PathBuf, String)]) -> Result<Vec<String>, String> {
    let mut findings = Vec::new();
    let folders = fs::read_dir(root.join("crates")).map_err(|error| format!("cannot read crates: {error}"))?;
    let mut folders: Vec<PathBuf> = folders.filter_map(|entry| Some(entry.ok()?.path())).collect();
    folders.push(root.join("xtask"));
    folders.sort();
    for folder in folders {
        let Ok(manifest) = fs::read_to_string(folder.join("Cargo.toml")) else { continue };
        let name = folder.strip_prefix(root).unwrap_or(&folder);
        let of = |parts: &[&str]| -> String {
            let is_of = |path: &Path| parts.iter().any(|part| path.starts_with(name.join(part)));
            let texts = sources.iter().filter(|(path, _)| is_of(path)).map(|(_, text)| text.as_str());
            texts.collect::<Vec<_>>().join("\n")
        };
        let (own, tests) = (of(&["src", "build.rs"]), of(&["tests", "examples", "benches"]));
        let found =
            unused(&manifest, &own, &tests).map_err(|error| format!("{}/Cargo.toml: {error}", name.display()))?;
        findings.extend(found.into_iter().map(|what| format!("{}/Cargo.toml: {what}", name.display())));
    }
    Ok(findings)
}

/// What a manifest names and no line of its crate does.
fn unused(manifest: &str, own: &str, tests: &str) -> Result<Vec<String>, String> {
    let table: toml::Table = manifest.parse().map_err(|error: toml::de::Error| error.to_string())?;
    let own: BTreeSet<&str> = words(own).collect();
    let all: BTreeSet<&str> = words(tests).chain(own.iter().copied()).collect();
    let mut findings = Vec::new();
    for (section, seen) in [("dependencies", &own), ("dev-dependencies", &all)] {
        for (package, _) in table.get(section).and_then(toml::Value::as_table).into_iter().flatten() {
            let name = crate_name(package);
            if !seen.contains(name.as_str()) {
                let tests = if all.contains(name.as_str()) { " but tests" } else { "" };
                findings.push(format!("nothing{tests} uses {package}"));
            }
        }
    }
    Ok(findings)
}

/// What sources call a package.
fn crate_name(package: &str) -> String {
    let renamed = RENAMED.iter().find(|(name, _)| *name == package);
    renamed.map_or_else(|| package.replace('-', "_"), |(_, name)| (*name).to_owned())
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_names_is_found() {
        let manifest =
            "[dependencies]\na-b.workspace = true\nc = \"1\"\nmd-5 = \"1\"\n[dev-dependencies]\nd = \"1\"\ne = \"1\"\n";
        let found = unused(manifest, "use a_b::x; md5::y();", "fn f() { c::z(); e::w(); }").unwrap();
        assert_eq!(found, ["nothing but tests uses c", "nothing uses d"]);
        assert!(unused("[", "", "").is_err());
    }
}
