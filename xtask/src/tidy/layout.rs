//! The requirements of publishing the crates, read off their manifests: `cargo package` would refuse it only on the day of
//! a release.
//!
//! - Each crate has a description and a licence, and the checkout's version.
//! - A dependency on a crate of the workspace has that version beside its path: the registry knows no paths.
//! - A dependency for tests has a path and no version. Cargo leaves such a one out of what it publishes, so that crates whose tests
//!   need each other can be published one after the other, and what is for tests alone never (`publish = false`).

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use toml::{Table, Value};

/// What of each crate the registry would refuse.
pub fn check(root: &Path) -> Result<Vec<String>, String> {
    let read = |path: &Path| -> Result<Table, String> {
        let text = fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        text.parse().map_err(|error: toml::de::Error| format!("{}: {error}", path.display()))
    };
    let mut crates = BTreeMap::new();
    let folders = fs::read_dir(root.join("crates")).map_err(|error| format!("cannot read crates: {error}"))?;
    for folder in folders.filter_map(Result::ok) {
        let manifest = folder.path().join("Cargo.toml");
        if manifest.exists() {
            crates.insert(format!("cairn-{}", folder.file_name().to_string_lossy()), read(&manifest)?);
        }
    }
    Ok(examine(&read(&root.join("Cargo.toml"))?, &crates))
}

/// What is wrong with crates in a workspace.
fn examine(workspace: &Table, crates: &BTreeMap<String, Table>) -> Vec<String> {
    let workspace = workspace.get("workspace").and_then(Value::as_table);
    let part = |name: &str| workspace.and_then(|workspace| workspace.get(name)?.as_table());
    let version = part("package").and_then(|package| package.get("version")).and_then(Value::as_str);
    let is_private = |manifest: &Table| package(manifest, "publish").and_then(Value::as_bool) == Some(false);
    let private: BTreeSet<&str> =
        crates.iter().filter(|(_, manifest)| is_private(manifest)).map(|(name, _)| name.as_str()).collect();
    let mut findings = Vec::new();
    for (name, value) in part("dependencies").into_iter().flatten() {
        let has_path = value.get("path").is_some() && !private.contains(name.as_str());
        if has_path && value.get("version").and_then(Value::as_str) != version {
            findings.push(format!("Cargo.toml: {name} needs the version of the workspace beside its path"));
        }
    }
    for (name, manifest) in crates.iter().filter(|(name, _)| !private.contains(name.as_str())) {
        for key in ["description", "license", "version"] {
            if package(manifest, key).is_none() {
                findings.push(format!("{name}: has no {key}, which the registry wants"));
            }
        }
        for (used, value) in section(manifest, "dependencies").chain(section(manifest, "build-dependencies")) {
            let is_inherited = value.get("workspace").and_then(Value::as_bool) == Some(true);
            if private.contains(used) || (crates.contains_key(used) && !is_inherited) {
                findings.push(format!("{name}: {used} is not a crate with a version, and cannot be depended on"));
            }
        }
        for (used, value) in section(manifest, "dev-dependencies") {
            if crates.contains_key(used) && (value.get("path").is_none() || value.get("version").is_some()) {
                let folder = used.trim_start_matches("cairn-");
                findings.push(format!("{name}: tests depend on {used} by its path: {{ path = \"../{folder}\" }}"));
            }
        }
    }
    findings
}

fn package<'a>(manifest: &'a Table, key: &str) -> Option<&'a Value> {
    manifest.get("package")?.as_table()?.get(key)
}

fn section<'a>(manifest: &'a Table, name: &str) -> impl Iterator<Item = (&'a str, &'a Value)> {
    let table = manifest.get(name).and_then(Value::as_table);
    table.into_iter().flatten().map(|(name, value)| (name.as_str(), value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(dependency: &str, manifest: &str) -> Vec<String> {
        let root =
            format!("[workspace.package]\nversion = \"1.0.0\"\n[workspace.dependencies]\ncairn-a = {dependency}\n");
        let said = "[package]\ndescription = \"d\"\nlicense = \"l\"\nversion = \"1.0.0\"\n";
        let crates = BTreeMap::from([
            ("cairn-a".to_owned(), said.parse().unwrap()),
            ("cairn-b".to_owned(), format!("{said}{manifest}").parse().unwrap()),
            ("cairn-t".to_owned(), "[package]\npublish = false\n".parse().unwrap()),
        ]);
        examine(&root.parse().unwrap(), &crates)
    }

    #[test]
    fn what_the_registry_refuses_is_found() {
        let good = "{ path = \"a\", version = \"1.0.0\" }";
        let right = "[dependencies]\ncairn-a.workspace = true\n[dev-dependencies]\ncairn-t = { path = \"../t\" }\n";
        assert_eq!(findings(good, right), Vec::<String>::new());
        assert_eq!(findings("{ path = \"a\" }", "").len(), 1);
        assert_eq!(findings("{ path = \"a\", version = \"0.9.0\" }", "").len(), 1);
        assert_eq!(findings(good, "[dependencies]\ncairn-t.workspace = true\n").len(), 1);
        assert_eq!(findings(good, "[dependencies]\ncairn-a = { path = \"../a\" }\n").len(), 1);
        assert_eq!(findings(good, "[dev-dependencies]\ncairn-a.workspace = true\n").len(), 1);
    }
}
