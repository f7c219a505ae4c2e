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
