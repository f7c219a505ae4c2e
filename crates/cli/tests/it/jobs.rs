//! `cairn verify --jobs`: analyses side by side; and `cairn blocks`.

use crate::cairn;

use cairn::{Folder, cairn};

/// Safe for a reason that values do not find: a relation between two inputs over a loop.
const SAFE: &[u8] = b"extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int x = 0, y = 0;
  while (x < n) {
    x++;
    y++;
  }
  if (x != y)
    reach_error();
  return 0;
}
";

/// A violation that one input in four thousand millions leads to.
const UNSAFE: &[u8] = b"extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n * 3 == 77777)
    reach_error();
  return 0;
}
";

#[test]
fn analyses_side_by_side_have_the_same_verdicts() {
    let folder = Folder::new(&[("safe.c", SAFE), ("unsafe.c", UNSAFE)]);
    for jobs in ["1", "2", "3", "100"] {
        let safe = cairn(&folder, &["verify", "--jobs", jobs, "safe.c"], &[]);
        assert!(safe.code == 0, "{jobs}: {safe:?}");
        let violated = cairn(&folder, &["verify", "--jobs", jobs, "unsafe.c"], &[]);
        assert!(violated.code == 1 && violated.out.contains("__VERIFIER_nondet_uint() = "), "{jobs}: {violated:?}");
    }
}

#[test]
fn the_stage_with_the_verdict_comes_last_in_the_figures() {
    let folder = Folder::new(&[("safe.c", SAFE)]);
    let ended = cairn(&folder, &["verify", "--jobs", "2", "--stats", "--output-dir", "out", "safe.c"], &[]);
    assert!(ended.code == 0, "{ended:?}");
    let (before, last) = ended.out.split_once("Exploration\n").expect("a stage that is over");
    assert!(before.contains("Stage 1") && !last.contains("Stage "), "{ended:?}");
}

#[test]
fn a_limit_ends_all_of_them() {
    // No analysis has an answer: whether a generator of random numbers comes to one.
    let hard = b"extern void reach_error(void);
int main(void) {
  unsigned long long x = 1;
  while (x != 42)
    x = x * 6364136223846793005 + 1442695040888963407;
  reach_error();
  return 0;
}
";
    let folder = Folder::new(&[("hard.c", hard)]);
    let ended = cairn(&folder, &["verify", "--jobs", "2", "--time-limit", "1s", "hard.c"], &[]);
    assert!(ended.code == 3 && ended.out.contains("time limit of 1 s reached"), "{ended:?}");
}

#[test]
fn workers_have_the_verdicts_and_can_be_counted() {
    let folder = Folder::new(&[("safe.c", SAFE), ("unsafe.c", UNSAFE)]);
    for decomposition in ["loops", "linear", "given-size", "functions-loops", "single"] {
        let option = format!("experiment.distributed.decomposition={decomposition}");
        let options = ["verify", "--analysis", "distributed", "--option", &option, "--jobs", "2", "--stats"];
        let verify = |file| cairn(&folder, &[&options[..], &[file]].concat(), &[]);
        let safe = verify("safe.c");
        assert!(safe.code == 0 && safe.out.contains("dss-messages"), "{decomposition}: {safe:?}");
        let violated = verify("unsafe.c");
        assert!(violated.code == 1 && violated.out.contains("__VERIFIER_nondet_uint() = "), "{violated:?}");
    }
    let none = ["verify", "--analysis", "distributed", "--option", "step-limit=3", "safe.c"];
    let ended = cairn(&folder, &none, &[]);
    assert!(ended.code == 3 && ended.out.contains("limit of 3 steps reached"), "{ended:?}");
}

#[test]
fn what_workers_cannot_do_is_refused() {
    let folder = Folder::new(&[("safe.c", SAFE)]);
    for option in ["bam.blocks=functions", "slicing=eager"] {
        let ended = cairn(&folder, &["verify", "--analysis", "distributed", "--option", option, "safe.c"], &[]);
        let name = option.split('=').next().unwrap_or_default();
        assert!(ended.code == 2 && ended.out.contains(&format!("{name} must be off")), "{ended:?}");
    }
}

#[test]
fn blocks_are_listed_and_drawn() {
    let folder = Folder::new(&[("a.c", SAFE)]);
    for (decomposition, least) in
        [("single", 1), ("linear", 5), ("given-size", 2), ("functions-loops", 3), ("loops", 2)]
    {
        let arguments = ["blocks", "--decomposition", decomposition, "--format", "json", "a.c"];
        let json = cairn(&folder, &arguments, &[]);
        let blocks: serde_json::Value = serde_json::from_str(&json.out).expect("JSON");
        let count = blocks.as_array().map_or(0, Vec::len);
        assert!(json.code == 0 && count >= least && json.err.contains(&format!("{count} blocks of ")), "{json:?}");
    }
    let dot = cairn(&folder, &["blocks", "a.c"], &[]);
    assert!(dot.code == 0 && dot.out.starts_with("digraph blocks {") && dot.out.contains("x < n"), "{dot:?}");
    let help = cairn(&folder, &["blocks", "--help"], &[]);
    assert!(help.out.contains("given-size") && help.out.contains("Examples:"), "{help:?}");
}
