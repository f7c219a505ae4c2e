//! The table of mutants fits the code: each text is found once, and each class of programs exists. `cargo xtask mutants`
//! says which mutants the harness finds.

use cairn_differential::grammar::classes;
use std::path::Path;

#[test]
fn mutants_fit_the_code() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(here.join("mutants.json")).unwrap()).unwrap();
    let mutants = table.as_array().unwrap();
    assert!(!mutants.is_empty());
    for mutant in mutants {
        let field = |name: &str| mutant[name].as_str().unwrap_or_else(|| panic!("no {name} in {mutant}"));
        let text = std::fs::read_to_string(here.join("../..").join(field("file"))).unwrap();
        assert_eq!(text.matches(field("find")).count(), 1, "{}", field("name"));
        assert_ne!(field("find"), field("replace"));
        for class in field("classes").split(',') {
            assert!(classes().iter().any(|known| known.name == class), "{class}");
        }
    }
}
