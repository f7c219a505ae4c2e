//! The table of mutants fits the code: each text is found once, and what must find it exists: classes of generated programs,
//! or a test of a package. `cargo xtask mutants` says which mutants are found.

use cairn_differential::grammar::classes;
use std::path::Path;

/// The folder of a package of the workspace.
fn folder(root: &Path, package: &str) -> std::path::PathBuf {
    root.join("crates").join(package.strip_prefix("cairn-").unwrap_or_else(|| panic!("{package} is not one of ours")))
}

/// Whether a text can be put beside another: with all brackets that it opens, and no names for what follows.
fn is_whole(text: &str) -> bool {
    let count = |bracket: char| text.matches(bracket).count();
    ["()", "[]", "{}"].iter().all(|pair| pair.chars().map(count).is_sorted_by(|a, b| a == b))
        && !text.starts_with("let ")
}

#[test]
fn mutants_fit_the_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let table = std::fs::read_to_string(root.join("crates/differential/mutants.json")).unwrap();
    let table: serde_json::Value = serde_json::from_str(&table).unwrap();
    let mutants = table.as_array().unwrap();
    assert!(!mutants.is_empty());
    for mutant in mutants {
        let field = |name: &str| mutant[name].as_str().unwrap_or_else(|| panic!("no {name} in {mutant}"));
        let text = std::fs::read_to_string(root.join(field("file"))).unwrap();
        assert_eq!(text.matches(field("find")).count(), 1, "{}", field("name"));
        assert_ne!(field("find"), field("replace"));
        assert!(is_whole(field("find")) && is_whole(field("replace")), "{}", field("name"));
        if mutant.get("test").is_some() {
            let (package, test) = field("test").split_once(' ').unwrap_or_else(|| panic!("no package in {mutant}"));
            let tests = folder(&root, package).join("tests/it");
            let here = [tests.join(format!("{test}.rs")), tests.join(test).join("main.rs")];
            assert!(here.iter().any(|file| file.is_file()), "{}: no test {test} in {}", field("name"), tests.display());
            continue;
        }
        for class in field("classes").split(',') {
            assert!(classes().iter().any(|known| known.name == class), "{class}");
        }
    }
}
