//! `cairn build` records what a build compiles, and `cairn check` and `cairn init` find it.

use crate::cairn;

use cairn::{Folder, cairn};
use cairn_tools::{Tool, needs};
use serde_json::Value;

const A: &[u8] = b"int twice(int x) { return x > 1000 || x < 0 ? 0 : 2 * x; }\n";
const B: &[u8] = b"int twice(int); int main(void) { int cells[SIZE] = {0}; return cells[twice(1)]; }\n";

fn list(folder: &Folder) -> Vec<Value> {
    serde_json::from_str(&folder.read("compile_commands.json")).unwrap()
}

#[test]
fn a_build_is_recorded_and_checked() {
    if !needs(Tool::Gcc) {
        return;
    }
    let folder = Folder::new(&[("a.c", A), ("b.c", B)]);
    let nothing = cairn(&folder, &["check"], &[]);
    assert_eq!(nothing.code, 2);
    assert!(nothing.err.contains("write one with: cairn build -- cc -c *.c"), "{}", nothing.err);
    let build = "cc -c -MD -o a.o a.c && gcc -O2 -DSIZE=3 -o tool b.c a.o -lm";
    let built = cairn(&folder, &["build", "--", "sh", "-c", build], &[]);
    assert_eq!(built.code, 0, "{}", built.err);
    assert!(folder.path("tool").is_file(), "the build makes what it makes");
    let words = |file: &str| {
        let entry = list(&folder).into_iter().find(|entry| entry["file"] == file).unwrap();
        let words = entry["arguments"].as_array().unwrap().clone();
        words.iter().map(|word| word.as_str().unwrap().to_owned()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!((words("a.c"), words("b.c")), ("cc -MD -c a.c".to_owned(), "gcc -O2 -DSIZE=3 -c b.c".to_owned()));
    let checked = cairn(&folder, &["check"], &[]);
    assert_eq!(checked.code, 0, "{}{}", checked.out, checked.err);
    assert!(checked.out.starts_with("b.c: main: "), "paths begin here: {}", checked.out);
    assert!(checked.err.starts_with("note: checking 1 program and 0 functions, each by itself,"), "{}", checked.err);
    let init = cairn(&folder, &["init"], &[]);
    assert_eq!(init.code, 0, "{}", init.err);
    assert!(folder.read("cairn.toml").contains("compile-commands = \"compile_commands.json\"\n"));
    // What is compiled later is added; what was compiled before stays.
    let built = cairn(&folder, &["build", "--", "cc", "-DSIZE=1", "-c", "b.c"], &[]);
    assert!(built.err.contains("1 file, 1 of an earlier build"), "{}", built.err);
    assert_eq!((list(&folder).len(), cairn(&folder, &["check"], &[]).code), (2, 1));
    let sarif: Value = serde_json::from_str(&cairn(&folder, &["check", "--format", "sarif"], &[]).out).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let failed = results.iter().find(|one| one["kind"] == "fail").unwrap();
    let steps = failed["codeFlows"][0]["threadFlows"][0]["locations"].as_array().unwrap();
    let places: Vec<_> = steps.iter().map(|step| &step["location"]["physicalLocation"]["artifactLocation"]).collect();
    assert!(places.iter().any(|at| at["uri"] == "a.c") && places.iter().all(|at| at["uriBaseId"] == "%SRCROOT%"));
}

#[test]
fn a_build_that_compiles_nothing_or_fails_is_said() {
    if !needs(Tool::Gcc) {
        return;
    }
    let folder = Folder::new(&[("a.c", A), ("b.c", b"int main(void) { return }\n")]);
    let nothing = cairn(&folder, &["build", "--", "true"], &[]);
    assert_eq!(nothing.code, 2);
    assert!(nothing.err.contains("compiled nothing that could be recorded"), "{}", nothing.err);
    let failed = cairn(&folder, &["build", "--", "sh", "-c", "cc -c a.c; cc -c b.c"], &[]);
    assert_eq!((failed.code, list(&folder).len()), (2, 2));
    assert!(failed.err.contains("the build failed"), "{}", failed.err);
    assert_eq!(cairn(&folder, &["build"], &[]).code, 2);
    // A question to the preprocessor compiles nothing.
    assert_eq!(cairn(&folder, &["build", "-o", "other.json", "--", "cc", "-E", "a.c"], &[]).code, 2);
}
