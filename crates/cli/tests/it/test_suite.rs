//! `cairn test-suite` from the command line: what is written compiles, runs, and takes the branches that it should.

use crate::cairn;

use cairn::{Folder, cairn, command};
use std::collections::BTreeSet;
use std::process::Command;

const PROGRAM: &[u8] = b"extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned char c = __VERIFIER_nondet_uchar();
  if (x * 5 == 4321 * 5 && c > 200) return 3;
  if (x < -77) return 4;
  if (c == 9) return 5;
  return 0;
}
";

#[test]
fn tests_compile_and_take_the_branches() {
    let folder = Folder::new(&[("a.c", PROGRAM)]);
    let ended = cairn(&folder, &["test-suite", "--output-dir", "out", "a.c"], &[]);
    assert!(ended.code == 0 && ended.out.contains("cover 8 of 8 branches (100.0 %)"), "{ended:?}");
    let metadata = folder.read("out/metadata.xml");
    assert!(metadata.contains("<entryfunction>main</entryfunction>") && metadata.contains("64bit"), "{metadata}");
    assert!(folder.read("out/testcase-1.xml").contains("<input type=\"int\">"));
    let mut codes = BTreeSet::new();
    for number in 1.. {
        let name = format!("out/testcase-{number}.c");
        if !folder.path(&name).exists() {
            break;
        }
        let binary = folder.path(&format!("test-{number}"));
        let compiled =
            Command::new("cc").arg("-o").arg(&binary).args([folder.path("a.c"), folder.path(&name)]).status();
        assert!(compiled.expect("a C compiler is there").success(), "{}", folder.read(&name));
        codes.insert(Command::new(&binary).status().unwrap().code());
    }
    assert_eq!(codes, BTreeSet::from([Some(0), Some(3), Some(4), Some(5)]));
    // Without a folder nothing is written.
    assert!(command(&Folder::new(&[("a.c", PROGRAM)])).args(["test-suite", "a.c"]).status().unwrap().success());
}

#[test]
fn calls_are_covered_where_they_are_asked_for() {
    let program = b"extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int one(int x) { return x + 1; }
static int two(int x) { return one(x) + one(x); }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 7)
    x = two(x);
  if (x == 3)
    one(x);
  if (x > 10 && x < 5)
    reach_error();
  return 0;
}
";
    let folder = Folder::new(&[("a.c", program)]);
    let ended = cairn(&folder, &["test-suite", "--coverage", "calls", "a.c"], &[]);
    assert!(ended.code == 0 && ended.out.starts_with("2 tests cover 4 of 5 calls (80.0 %)"), "{ended:?}");
    let other = cairn(&folder, &["test-suite", "--coverage", "lines", "a.c"], &[]);
    assert!(other.code == 2 && other.err.contains("lines"), "{other:?}");
}
