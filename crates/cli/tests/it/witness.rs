//! Witnesses: what is written is confirmed, what is changed is not, and what is hostile is refused.

use crate::cairn;

use cairn::{Ended, Folder, cairn};
use cairn_tools::TestProgram;
use rayon::prelude::*;
use std::path::Path;

const BUG: &str = "\
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned char y = 0;
  if (x < 0)
    return 0;
  for (int i = 0; i < 3 && y != 200; i++) {
    y = __VERIFIER_nondet_uchar();
    if (x + y == 4711)
      reach_error();
  }
  return 0;
}
";
const SAFE: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0;
  if (n < 0 || n > 1000)
    return 0;
  for (int i = 0; i < n; i++)
    sum += 2;
  while (sum > n)
    sum--;
  if (sum > 1000)
    reach_error();
  return 0;
}
";

fn folder() -> Folder {
    Folder::new(&[("bug.c", BUG.as_bytes()), ("safe.c", SAFE.as_bytes())])
}

fn validated(folder: &Folder, witness: &str, file: &str) -> Ended {
    cairn(folder, &["validate", "--time-limit", "60s", witness, file], &[])
}

fn written(folder: &Folder, file: &str, more: &[&str]) -> String {
    let arguments = ["verify", "--time-limit", "60s", "--witness", "w.yml", file];
    let ended = cairn(folder, &[&arguments, more].concat(), &[("SOURCE_DATE_EPOCH", "0")]);
    assert!(ended.code < 2, "{ended:?}");
    folder.read("w.yml")
}

/// A witness with another text in one place, validated.
fn changed(folder: &Folder, witness: &str, from: &str, to: &str, file: &str) -> Ended {
    assert!(witness.contains(from), "no '{from}' in\n{witness}");
    std::fs::write(folder.path("changed.yml"), witness.replacen(from, to, 1)).unwrap();
    validated(folder, "changed.yml", file)
}

#[test]
fn a_violation_is_confirmed_and_other_inputs_are_not() {
    let folder = folder();
    let witness = written(&folder, "bug.c", &[]);
    assert_eq!(witness, written(&folder, "bug.c", &[]));
    assert!(witness.contains("line: 5\n          column: 33"), "{witness}");
    assert!(witness.contains("type: target") && witness.contains("creation_time: 1970-01-01T00:00:00Z"), "{witness}");
    let ended = validated(&folder, "w.yml", "bug.c");
    assert!(ended.code == 0 && ended.out.contains("Validation result: CONFIRMED."), "{ended:?}");
    let first = witness.split("\\result == ").nth(1).unwrap().split('\n').next().unwrap();
    let ended = changed(&folder, &witness, &format!("\\result == {first}"), "\\result == -1", "bug.c");
    assert!(ended.code == 1 && ended.out.contains("REJECTED"), "{ended:?}");
    // Less is said, and it is still described.
    let ended = changed(&folder, &witness, &format!("\\result == {first}"), "\\result >= 4000", "bug.c");
    assert!(ended.code == 0, "{ended:?}");
}

#[test]
fn a_violation_is_written_in_format_1_0_as_well() {
    let folder = folder();
    let arguments = ["verify", "--witness", "w.graphml", "bug.c"];
    let ended = cairn(&folder, &arguments, &[("SOURCE_DATE_EPOCH", "0")]);
    assert_eq!(ended.code, 1, "{ended:?}");
    let text = folder.read("w.graphml");
    for part in [
        "<data key=\"witness-type\">violation_witness</data>",
        "<data key=\"architecture\">64bit</data>",
        "<data key=\"specification\">CHECK( init(main()), LTL(G ! call(reach_error())) )</data>",
        "<data key=\"creationtime\">1970-01-01T00:00:00Z</data>",
        "<edge source=\"N0\" target=\"N1\">\n      <data key=\"startline\">5</data>\n      \
         <data key=\"enterFunction\">main</data>\n      <data key=\"assumption\">\\result == ",
        "<data key=\"assumption.scope\">main</data>",
        "<data key=\"assumption.resultfunction\">__VERIFIER_nondet_uchar</data>",
        "<data key=\"startline\">12</data>",
    ] {
        assert!(text.contains(part), "no {part} in\n{text}");
    }
    // A chain: each state but the first is the target of one edge, and the last one is the violation.
    let (nodes, edges) = (text.matches("<node ").count(), text.matches("<edge ").count());
    assert_eq!((nodes, text.matches("\"violation\">true").count()), (edges + 1, 1), "{text}");
    let last = format!("<node id=\"N{edges}\">\n      <data key=\"violation\">true</data>");
    assert!(text.contains(&last), "{text}");
    let ended = cairn(&folder, &["verify", "--witness", "safe.graphml", "safe.c"], &[]);
    assert!(ended.code == 0 && ended.err.contains("in YAML only"), "{ended:?}");
    assert!(!folder.path("safe.graphml").exists());
}

#[test]
fn a_proof_is_confirmed_and_a_wrong_invariant_is_rejected_at_its_place() {
    let folder = folder();
    let witness = written(&folder, "safe.c", &["--analysis", "predicate"]);
    assert!(witness.contains("type: loop_invariant") && witness.contains("line: 7\n        column: 3"), "{witness}");
    let ended = validated(&folder, "w.yml", "safe.c");
    assert!(ended.code == 0 && ended.out.contains("CONFIRMED"), "{ended:?}\n{witness}");
    let value = witness.lines().find_map(|line| line.trim().strip_prefix("value: ")).unwrap();
    let ended = changed(&folder, &witness, value, "n <= 999", "safe.c");
    assert!(ended.code == 1 && ended.out.contains("safe.c:7:3: the invariant `n <= 999` does not hold"), "{ended:?}");
    // That the program is wrong is said, too.
    let wrong = SAFE.replace("sum > 1000", "sum > 900");
    std::fs::write(folder.path("safe.c"), wrong).unwrap();
    let ended = validated(&folder, "w.yml", "safe.c");
    assert!(ended.code == 2 && ended.err.contains("another version"), "{ended:?}");
}

#[test]
fn what_is_hostile_is_refused() {
    let folder = folder();
    let proof = written(&folder, "safe.c", &["--analysis", "predicate"]);
    let value = proof.lines().find_map(|line| line.trim().strip_prefix("value: ")).unwrap();
    for bad in ["n = 5", "reach_error()", "1) ? 0 : 0; } int f(void) { return (1", "__builtin_unreachable()"] {
        let ended = changed(&folder, &proof, value, &format!("'{bad}'"), "safe.c");
        assert!(ended.code == 3 && ended.out.contains("safe.c:7:3: "), "{bad}: {ended:?}");
    }
    let ended = changed(&folder, &proof, "line: 7", "line: 70", "safe.c");
    assert_eq!(ended.code, 3, "{ended:?}");
    // No execution goes on behind a division by zero: with it, a program with a bug would have a proof.
    let wrong = SAFE.replace("sum > 1000", "sum > 900");
    std::fs::write(folder.path("wrong.c"), &wrong).unwrap();
    let hash = |name: &str| cairn_witness::model::hash(folder.read(name).as_bytes());
    let proof = proof.replace(&hash("safe.c"), &hash("wrong.c")).replace("safe.c", "wrong.c");
    let ended = changed(&folder, &proof, value, "1 / (n - n) == 1", "wrong.c");
    assert!(ended.code == 3 && ended.out.contains("divides by what may be zero"), "{ended:?}");
    let ended = changed(&folder, &proof, value, "n / 2 <= 500", "wrong.c");
    assert!(ended.code == 1 && ended.out.contains("violates the property"), "{ended:?}");
    for (text, code) in [("no: witness", 2), ("- entry_type: ghost\n", 2), ("[", 2), ("", 2)] {
        std::fs::write(folder.path("bad.yml"), text).unwrap();
        assert_eq!(validated(&folder, "bad.yml", "safe.c").code, code, "{text}");
    }
    let ended = changed(&folder, &proof, "LP64", "ILP32", "safe.c");
    assert!(ended.code == 2 && ended.err.contains("--32"), "{ended:?}");
}

#[test]
fn assumptions_and_branches_of_other_tools_are_followed() {
    let folder = folder();
    let witness = |x: &str, branch: &str| {
        format!(
            "- entry_type: violation_sequence\n  metadata:\n    format_version: '2.1'\n  content:\n  \
             - segment:\n    - waypoint:\n        type: assumption\n        action: follow\n        location: {{file_name: bug.c, line: 7, column: 3}}\n        constraint: {{value: {x}}}\n  \
             - segment:\n    - waypoint:\n        type: branching\n        action: follow\n        location: {{file_name: bug.c, line: 11, column: 5}}\n        constraint: {{value: {branch}}}\n  \
             - segment:\n    - waypoint:\n        type: target\n        action: follow\n        location: {{file_name: bug.c, line: 12, column: 7}}\n"
        )
    };
    std::fs::write(folder.path("other.yml"), witness("x == 4700", "true")).unwrap();
    let ended = validated(&folder, "other.yml", "bug.c");
    assert!(ended.code == 0 && ended.out.contains("CONFIRMED"), "{ended:?}");
    std::fs::write(folder.path("other.yml"), witness("x == 5000", "true")).unwrap();
    let ended = validated(&folder, "other.yml", "bug.c");
    assert!(ended.code == 1 && ended.out.contains("REJECTED"), "{ended:?}");
}

/// What is written for programs with known verdicts is confirmed, or at least not rejected.
#[test]
fn witnesses_of_many_programs_are_confirmed() {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verdicts");
    let mut programs = cairn_tools::programs_in(&programs);
    programs.retain(|TestProgram { text, .. }| {
        let first = text.lines().find_map(|line| line.strip_prefix("// expect: ")).unwrap_or("");
        first != "UNKNOWN" && !text.contains("// flags:")
    });
    let chosen: Vec<_> = programs.iter().step_by(4).collect();
    let one = |program: &&TestProgram| {
        let folder = Folder::new(&[]);
        let file = program.file(&folder.path(""));
        let file = file.to_str().unwrap();
        let ended = cairn(&folder, &["verify", "--time-limit", "60s", "--witness", "w.yml", file], &[]);
        let again = validated(&folder, "w.yml", file);
        (file.to_owned(), ended.code, again)
    };
    let all: Vec<_> = chosen.par_iter().map(one).filter(|(_, code, _)| *code < 2).collect();
    let bad: Vec<_> = all.iter().filter(|(_, _, again)| again.code != 0 && again.code != 3).collect();
    assert!(bad.is_empty(), "{bad:#?}");
    let confirmed = all.iter().filter(|(_, _, again)| again.code == 0).count();
    assert!(all.len() >= 20 && confirmed * 10 >= all.len() * 8, "{confirmed} of {}: {all:#?}", all.len());
}

/// A witness whose only waypoint is the target.
fn target(file: &str, line: u32) -> String {
    format!(
        "- entry_type: violation_sequence\n  metadata:\n    format_version: '2.1'\n  content:\n  \
         - segment:\n    - waypoint:\n        type: target\n        action: follow\n        location: {{file_name: {file}, line: {line}}}\n"
    )
}

/// Lines are those of the file, or those that its markers name; no others.
#[test]
fn a_target_is_the_line_of_the_violation() {
    let marked = b"# 1 \"x.c\"\nextern void reach_error(void);\n# 12 \"x.c\"\nint main(void) {\n  int x = 1;\n  reach_error();\n  return x;\n}\n";
    let plain = b"extern void reach_error(void);\nint main(void) {\n  int x = 1;\n  if (x)\n    reach_error();\n  return x;\n}\n";
    let named =
        b"#include <limits.h>\nextern void reach_error(void);\n#line 30\nint main(void) {\n  reach_error();\n}\n";
    let division = b"int main(void) {\n  int x = 0;\n  return\n    1 / x;\n}\n";
    let folder = Folder::new(&[("m.i", marked), ("a.c", plain), ("n.c", named), ("d.c", division)]);
    let confirmed = |file: &str, more: &[&str]| -> Vec<u32> {
        let is_confirmed = |line: &u32| {
            std::fs::write(folder.path("t.yml"), target(file, *line)).unwrap();
            let ended = cairn(&folder, &[&["validate", "--time-limit", "60s", "t.yml", file], more].concat(), &[]);
            assert!([0, 1, 3].contains(&ended.code), "{ended:?}");
            ended.code == 0
        };
        (1..36).filter(is_confirmed).collect()
    };
    assert_eq!(confirmed("a.c", &[]), [5]);
    assert_eq!(confirmed("m.i", &[]), [6, 14]);
    assert_eq!(confirmed("n.c", &[]), [5, 31]);
    // The statement begins one line before the division.
    assert_eq!(confirmed("d.c", &["--check", "division"]), [3, 4]);
}

#[test]
fn what_a_confirmed_proof_rests_on_is_said() {
    let text = "extern void reach_error(void);\nint main(void) {\n  int x = 0;\n  if (x) {\n    x = 7;\n    reach_error();\n  }\n  \
                x = 1;\n  return 0;\n}\n";
    let folder = Folder::new(&[("safe.c", text.as_bytes())]);
    let proof = |invariants: &str| {
        format!("- entry_type: invariant_set\n  metadata:\n    format_version: '2.0'\n  content: {invariants}\n")
    };
    let invariant = |line: u32, value: &str| {
        format!(
            "{{invariant: {{type: location_invariant, location: {{file_name: safe.c, line: {line}}}, value: '{value}'}}}}"
        )
    };
    let said = |text: &str| {
        std::fs::write(folder.path("w.yml"), proof(text)).unwrap();
        let ended = validated(&folder, "w.yml", "safe.c");
        assert_eq!(ended.code, 0, "{ended:?}");
        ended.out.lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(said("[]"), "The property holds; the witness has no invariants.");
    let (dead, first) = (invariant(5, "x == 5"), invariant(8, "x == 0"));
    assert_eq!(said(&format!("[{first}]")), "The property holds, and so does the invariant of the witness.");
    let both = "The property holds, and so do the 2 invariants of the witness; no execution reaches safe.c:5.";
    assert_eq!(said(&format!("[{first}, {dead}]")), both);
}
