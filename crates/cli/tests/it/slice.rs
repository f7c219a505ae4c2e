//! `cairn slice` and `cairn dependence-graph` from the command line.

use crate::cairn;

use cairn::{Folder, cairn};

const PROGRAM: &[u8] = b"extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = 0;
  y = x + 1;
  x = 2;
  if (y == 7)
    reach_error();
  return x;
}
";

#[test]
fn the_source_has_the_lines_of_the_slice_marked() {
    let ended = cairn(&Folder::new(&[("a.c", PROGRAM)]), &["slice", "a.c"], &[]);
    let marks: String = ended.out.lines().filter_map(|line| line.chars().nth(3)).collect();
    assert_eq!((ended.code, marks.as_str()), (0, "  || | |>  "), "{ended:?}");
    let line = cairn(&Folder::new(&[("a.c", PROGRAM)]), &["slice", "--line", "7", "a.c"], &[]);
    let marks: String = line.out.lines().filter_map(|line| line.chars().nth(3)).collect();
    assert_eq!((line.code, marks.as_str()), (0, "  |   >    "), "{line:?}");
}

#[test]
fn graphs_are_drawn_and_listed() {
    let folder = Folder::new(&[("a.c", PROGRAM)]);
    let dot = cairn(&folder, &["dependence-graph", "a.c"], &[]);
    assert!(dot.code == 0 && dot.out.starts_with("digraph dependences {") && dot.out.contains("y == 7"), "{dot:?}");
    for arguments in [&["dependence-graph", "--format", "json", "a.c"][..], &["slice", "--format", "json", "a.c"][..]] {
        let json = cairn(&folder, arguments, &[]);
        let value: serde_json::Value = serde_json::from_str(&json.out).expect("JSON");
        let of = value["dependences"].as_array().expect("dependences");
        assert!(of.iter().any(|one| one["kind"] == "flow") && of.iter().any(|one| one["kind"] == "control"));
    }
    let cfa = cairn(&folder, &["slice", "--format", "cfa", "a.c"], &[]);
    assert!(cfa.out.contains("y = x + 1") && !cfa.out.contains("x = 2"), "{cfa:?}");
}

#[test]
fn what_is_no_criterion_is_refused() {
    let folder = Folder::new(&[("a.c", PROGRAM)]);
    let line = cairn(&folder, &["slice", "--line", "99", "a.c"], &[]);
    assert!(line.code == 2 && line.err.contains("no operation of the program begins on line 99"), "{line:?}");
    let call = cairn(&folder, &["slice", "--calls", "other", "a.c"], &[]);
    assert!(call.code == 2 && call.err.contains("no call of 'other'"), "{call:?}");
}

#[test]
fn files_are_marked_as_their_author_wrote_them() {
    let main = b"#include \"twice.h\"
int other(int);
int main(void) {
  int a = twice(3), unused = 5;
  if (other(a) == 7)
    goto ERROR;
  return unused;
ERROR:
  return 1;
}
";
    let header = b"#define PLUS +\nstatic int twice(int x) {\n  return x PLUS x;\n}\n";
    let other = b"int other(int x) {\n  int y = 2;\n  return x + 1;\n}\n";
    let folder = Folder::new(&[("main.c", main), ("twice.h", header), ("other.c", other)]);
    let ended = cairn(&folder, &["slice", "main.c", "other.c"], &[]);
    assert_eq!(ended.code, 0, "{ended:?}");
    let marked: Vec<&str> = ended.out.lines().filter(|line| line.contains(" | ") || line.contains(" > ")).collect();
    let expected = [
        " 3 | int main(void) {",
        " 4 |   int a = twice(3), unused = 5;",
        " 5 |   if (other(a) == 7)",
        " 8 > ERROR:",
        "3 |   return x + 1;",
        "3 |   return x PLUS x;",
    ];
    assert_eq!(marked, expected, "{ended:?}");
    let names: Vec<&str> = ended.out.lines().filter(|line| line.ends_with(".c:") || line.ends_with(".h:")).collect();
    assert_eq!(names, ["main.c:", "other.c:", "twice.h:"], "{ended:?}");
    assert!(ended.err.contains(" variables; ") && ended.err.contains(" dependences, "), "{ended:?}");
}

#[test]
fn a_property_is_a_criterion() {
    let program = b"extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 3;
  y = y + 1;
  int z = 100 / x;
  return x + y;
}
";
    let folder = Folder::new(&[("a.c", program)]);
    let marks = |arguments: &[&str]| {
        let ended = cairn(&folder, arguments, &[]);
        assert_eq!(ended.code, 0, "{ended:?}");
        ended.out.lines().filter_map(|line| line.chars().nth(2)).collect::<String>()
    };
    assert_eq!(marks(&["slice", "--check", "division", "a.c"]), " || >  ");
    assert_eq!(marks(&["slice", "--property", "no-overflow", "a.c"]), " ||| > ");
    let whole = cairn(&folder, &["slice", "--line", "5", "--format", "whole-dot", "a.c"], &[]);
    let (filled, open): (Vec<&str>, Vec<&str>) =
        whole.out.lines().filter(|line| line.contains("label=")).partition(|line| line.contains("style=filled"));
    assert!(filled.iter().any(|line| line.contains("100 / x")), "{whole:?}");
    assert!(open.iter().any(|line| line.contains("y = y + 1")), "{whole:?}");
    let none = cairn(&folder, &["slice", "a.c"], &[]);
    assert!(none.code == 2 && none.err.contains("no call and no label that the property is about"), "{none:?}");
}

#[test]
fn memory_is_named_by_its_variables() {
    let program = b"extern int __VERIFIER_nondet_int(void);
int total;
static void add(int x) { total = total + x; }
int main(void) {
  int y = 1;
  if (__VERIFIER_nondet_int())
    y = 2;
  add(y);
  return total;
}
";
    let folder = Folder::new(&[("a.c", program)]);
    let json = cairn(&folder, &["dependence-graph", "--format", "json", "a.c"], &[]);
    for name in ["main::y", "add in: total", "add out: total"] {
        assert!(json.out.contains(name), "{name}: {json:?}");
    }
}
