//! `cairn slice --format c` on the programs of `sliced/`: lines marked `kept` and `left out` are, gcc takes what is left, and
//! it computes the same values at the criterion, on the same inputs. Without gcc nothing is run, and a note says so.

use crate::cairn;

use cairn::{Folder, cairn};
use std::path::Path;
use std::process::Command;

/// Inputs that depend on who asks and how often, and the values of the criterion at the end.
const HARNESS: &str = r#"
#include <stdio.h>
#include <stdlib.h>
extern int shown[64], count;
int input(int key) {
  static unsigned asked[128];
  unsigned h = (unsigned)atoi(getenv("SEED")) * 2654435761u ^ (unsigned)key * 40503u ^ ++asked[key & 127] * 97u;
  h ^= h >> 13; h *= 2246822519u; h ^= h >> 16;
  return (int)(h % 23) - 3;
}
__attribute__((destructor)) static void show(void) {
  for (int i = 0; i < count; i++) printf("%d\n", shown[i]);
  printf("end\n");
}
"#;

/// What a program prints for a seed.
fn run(folder: &Folder, text: &str, seed: u32) -> String {
    let (program, harness) = (folder.path("program.c"), folder.path("harness.c"));
    std::fs::write(&program, text).unwrap();
    std::fs::write(&harness, HARNESS).unwrap();
    let built = folder.path("program");
    let gcc = Command::new("gcc").args(["-w", "-O1", "-o"]).args([&built, &program, &harness]).output().unwrap();
    assert!(gcc.status.success(), "{}\n{text}", String::from_utf8_lossy(&gcc.stderr));
    let output = Command::new(built).env("SEED", seed.to_string()).output().unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A line without its comment, and without what stands for nothing.
fn code(line: &str) -> &str {
    line.split("//").next().unwrap_or("").trim_matches(|c: char| c.is_whitespace() || c == ';')
}

#[test]
fn what_is_left_is_c_and_computes_the_same() {
    if !cairn_tools::needs(cairn_tools::Tool::Gcc) {
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sliced");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut wrong = Vec::new();
    for path in &paths {
        let text = std::fs::read_to_string(path).unwrap();
        let folder = Folder::new(&[("a.c", text.as_bytes())]);
        let line = text.lines().position(|line| line.ends_with("// criterion")).expect("a criterion") + 1;
        let ended = cairn(&folder, &["slice", "--line", &line.to_string(), "--format", "c", "a.c"], &[]);
        assert_eq!(ended.code, 0, "{ended:?}");
        assert_eq!(text.lines().count(), ended.out.lines().count());
        let name = path.file_name().unwrap().to_string_lossy();
        for (number, (before, after)) in text.lines().zip(ended.out.lines()).enumerate() {
            let at = format!("{name}:{}: {after}", number + 1);
            wrong.extend((before.ends_with("// kept") && code(after).is_empty()).then(|| format!("lost: {at}")));
            wrong.extend((before.ends_with("// left out") && !code(after).is_empty()).then(|| format!("kept: {at}")));
        }
        for seed in 0..6 {
            let (whole, part) = (run(&folder, &text, seed), run(&folder, &ended.out, seed));
            assert_eq!(whole, part, "{name}, seed {seed}\n{}", ended.out);
            assert!(whole.ends_with("end\n"), "{name}: {whole}");
        }
    }
    assert!(wrong.is_empty() && paths.len() >= 4, "{wrong:#?}");
}

#[test]
fn what_cannot_be_taken_apart_is_refused_with_the_reason() {
    let nested: &[u8] = b"int shown; int main(void) {\n int f(void) { return 1; }\n shown = f();\n return 0; }\n";
    let folder = Folder::new(&[("a.c", nested), ("b.c", b"int x;\n")]);
    let ended = cairn(&folder, &["slice", "--line", "3", "--format", "c", "a.c"], &[]);
    assert!(ended.code == 2, "{ended:?}");
    let two = cairn(&folder, &["slice", "--line", "3", "--format", "c", "a.c", "b.c"], &[]);
    assert!(two.code == 2, "{two:?}");
    let plain: &[u8] = b"int shown; int main(void) {\n shown = 1;\n return 0; }\n";
    let folder = Folder::new(&[("a.c", plain), ("b.c", b"int x;\n")]);
    let two = cairn(&folder, &["slice", "--line", "2", "--format", "c", "a.c", "b.c"], &[]);
    assert!(two.code == 2 && two.err.contains("made of one file"), "{two:?}");
}
