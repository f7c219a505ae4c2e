//! Answers that help: what is said beside a verdict, the one cause of UNKNOWN with a next step that works, traces in the words
//! of the source.

use crate::cairn;

use cairn::{Ended, Folder, cairn};

const DECLARED: &str = "\
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
";

/// Runs `cairn verify` on a program.
fn verify(text: &str, flags: &[&str]) -> Ended {
    let text = format!("{DECLARED}{text}");
    let folder = Folder::new(&[("a.c", text.as_bytes())]);
    cairn(&folder, &[&["verify"], flags, &["a.c"]].concat(), &[])
}

fn has(ended: &Ended, part: &str) {
    assert!(ended.out.contains(part), "no '{part}' in\n{}{}", ended.out, ended.err);
}

fn has_not(ended: &Ended, part: &str) {
    assert!(!ended.out.contains(part), "'{part}' in\n{}", ended.out);
}

const SAFE: &str = "int main(void) { int x = 2; if (x * x != 4) reach_error(); return 0; }\n";

#[test]
fn true_says_that_undefined_behaviour_was_not_checked_unless_the_property_is_named() {
    let note = "Note: undefined behaviour was not checked: --check all\nVerification result: TRUE";
    has(&verify(SAFE, &[]), note);
    for flags in [&["-q"][..], &["--competition"], &["--check", "all"], &["--property", "unreach-call"]] {
        let ended = verify(SAFE, flags);
        has(&ended, "Verification result: TRUE");
        if flags != ["--property", "unreach-call"] {
            has_not(&ended, "undefined behaviour");
        }
    }
}

#[test]
fn statistics_follow_the_verdict() {
    let ended = verify(SAFE, &["--stats"]);
    let verdict = ended.out.find("Verification result").unwrap();
    assert!(ended.out.find("solver-work").is_some_and(|at| at > verdict), "{}", ended.out);
}

/// A program that is UNKNOWN, with flags; the cause and the next step; and the same with the step taken.
struct Step {
    text: &'static str,
    flags: &'static [&'static str],
    cause: &'static str,
    next: &'static str,
    taken: &'static str,
    taken_flags: &'static [&'static str],
}

const STEPS: &[Step] = &[
    Step {
        text: "double sin(double);\nint main(void) { if (sin(__VERIFIER_nondet_double()) > 2) reach_error(); }\n",
        flags: &["--analysis", "value"],
        cause: "a.c:7:22: the path rests on a result of 'sin', which is not modelled",
        next: "define 'sin' in the program, with __VERIFIER_nondet and __VERIFIER_assume for what is known of it",
        taken: "double sin(double x) { double r = __VERIFIER_nondet_double(); __VERIFIER_assume(r >= -1 && r <= 1); return r; }
int main(void) { if (sin(__VERIFIER_nondet_double()) > 2) reach_error(); }\n",
        taken_flags: &[],
    },
    // In Cairn's own model of the function, and shown where the user calls it.
    Step {
        text: "double atof(const char *);\nint main(void) { if (atof(\"4\") != 4) reach_error(); }\n",
        flags: &["--analysis", "value"],
        cause: "a.c:7:22: the path rests on a result of 'atof', which is not modelled",
        next: "define 'atof' in the program",
        taken: "double atof(const char *t) { double r = __VERIFIER_nondet_double(); __VERIFIER_assume(r == t[0] - '0'); return r; }
int main(void) { if (atof(\"4\") != 4) reach_error(); }\n",
        taken_flags: &[],
    },
    Step {
        text: "int x;\nint main(void) { __asm__(\"movl $1, x\"); if (x) reach_error(); }\n",
        flags: &["--32"],
        cause: "a.c:7:18: inline assembler without operands is not supported",
        next: "replace it by a function that does the same, or check the functions around it by themselves",
        taken: "int x;\nint main(void) { if (x) reach_error(); }\n",
        taken_flags: &[],
    },
    // A proof needs another analysis.
    Step {
        text: "int main(void) { int x = __VERIFIER_nondet_int(), y = x; if (x != y) reach_error(); }\n",
        flags: &["--analysis", "interval"],
        cause: "a spurious error path could not be refuted",
        next: "try --analysis auto",
        taken: "int main(void) { int x = __VERIFIER_nondet_int(), y = x; if (x != y) reach_error(); }\n",
        taken_flags: &["--analysis", "auto"],
    },
    Step {
        text: "int main(void) { unsigned i = 0; while (i < 100000) i++; if (i != 100000) reach_error(); }\n",
        flags: &["--option", "step-limit=100", "--analysis", "value"],
        cause: "limit of 100 steps reached",
        next: "allow more with --option step-limit=none",
        taken: "int main(void) { unsigned i = 0; while (i < 100000) i++; if (i != 100000) reach_error(); }\n",
        taken_flags: &["--option", "step-limit=none"],
    },
];

#[test]
fn unknown_has_one_cause_and_a_next_step_that_decides() {
    for step in STEPS {
        let ended = verify(step.text, step.flags);
        has(&ended, "Verification result: UNKNOWN");
        has(&ended, step.cause);
        has(&ended, &format!(". Next: {}", step.next));
        let reasons = ended.out.lines().filter(|line| line.starts_with("Reason: ")).count();
        assert_eq!(reasons, 1, "{}", ended.out);
        has(&verify(step.taken, step.taken_flags), "Verification result: TRUE");
    }
}

#[test]
fn json_has_every_reason_once_the_cause_first() {
    let text = "double sin(double), cos(double);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x > 0 && sin(x) > 2) reach_error();
  if (x < 0 && cos(x) > 2) reach_error();
}\n";
    let ended = verify(text, &["--analysis", "value", "--format", "json"]);
    let value: serde_json::Value = serde_json::from_str(&ended.out).unwrap();
    let reasons: Vec<String> = value["reasons"].as_array().unwrap().iter().map(ToString::to_string).collect();
    assert!(reasons.len() >= 2 && reasons[0].contains("'sin'"), "{reasons:?}");
    let mut once = reasons.clone();
    once.sort();
    once.dedup();
    assert_eq!(once.len(), reasons.len(), "{reasons:?}");
}

/// A loop of which nobody knows an invariant.
const LOOP: &str = "int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), s = 1, i = 0;
  while (i < n) { s = s * s + 3 * i + 1; i++; }
  if (i == 13 && s % 1000 != 999) reach_error();
}
";

#[test]
fn a_bound_without_a_violation_is_said_and_is_right() {
    let ended = verify(LOOP, &["--analysis", "bmc", "--option", "step-limit=100"]);
    has(&ended, "Verification result: UNKNOWN");
    let known = ended.out.lines().find(|line| line.starts_with("Known: ")).unwrap_or_else(|| panic!("{}", ended.out));
    assert!(known.ends_with(" of the loop at a.c:8."), "{known}");
    let iterations: u32 = known.split_whitespace().nth(4).unwrap().parse().unwrap();
    // The violation needs 13 iterations, and what follows the loop.
    assert!((1..13).contains(&iterations), "{known}");
    // A violation after exactly one iteration is never within a bound that was gone through.
    let near = LOOP.replace("i == 13 && s % 1000 != 999", "i == 1");
    let ended = verify(&near, &["--analysis", "bmc"]);
    has(&ended, "Verification result: FALSE");
    has_not(&ended, "Known: ");
}

const TRACED: &str = "#include <assert.h>
#include <string.h>
#include <stdlib.h>
#define LIMIT 30
struct pair { int first; int second[4]; };
int kind(int c) {
  switch (c) {
    case 1: return 10;
    case 2: return 20;
    case 3: return 30;
  }
  return 0;
}
int main(void) {
  char b[8];
  struct pair pairs[3];
  strcpy(b, \"abc\");
  char *p = &b[3];
  int *q = &pairs[1].second[2];
  struct pair *whole = &pairs[2];
  const char *text = \"hello\";
  int *heap = malloc(16);
  int *inside = heap + 2;
  int (*call)(int) = kind;
  unsigned flags = 0xff00ff00u;
  char c = 'x';
  int n = 0;
  for (int i = 0; i < 100; i++) n += i;
  int k = call(__VERIFIER_nondet_int());
  assert(k != LIMIT);
}
";

#[test]
fn a_trace_speaks_the_words_of_the_source() {
    let ended = verify(TRACED, &["--option", "undefined-functions=pure"]);
    has(&ended, "Verification result: FALSE");
    for part in [
        "assert(k != LIMIT);",
        "p = &b[3]",
        "q = &pairs[1].second[2]",
        "whole = &pairs[2]",
        "text = \"hello\"",
        "heap = allocation 1",
        "inside = &(allocation 1)[2]",
        "call = kind",
        "flags = 4278255360 (0xff00ff00)",
        "c = 120 'x'",
        "[case 3] is taken",
        "more rounds",
        "strcpy(b, \"abc\");",
    ] {
        has(&ended, part);
    }
    for part in ["<prelude>", "case 1", "case 2", "i = 50", "0x1"] {
        has_not(&ended, part);
    }
    // All of it is there for who asks.
    has(&verify(TRACED, &["--option", "trace=full"]), "<prelude>/string.c:");
}

#[test]
fn a_trace_can_be_of_some_variables() {
    let ended = verify(TRACED, &["--trace-vars", "k,flags"]);
    has(&ended, "k = 30");
    has(&ended, "flags = ");
    for part in ["p = ", "i = ", "n = ", "strcpy("] {
        has_not(&ended, part);
    }
}

const ENDLESS: &[u8] = b"extern void reach_error(void);
int main(void) { unsigned long long x = 1; while (x != 0) x += 2; reach_error(); }
";

#[test]
fn without_a_terminal_progress_is_a_line_every_ten_seconds_and_none_when_quiet() {
    // The environment says one second in place of ten.
    let verify = |flags: &[&str]| {
        let here = Folder::new(&[("a.c", ENDLESS)]);
        let arguments = [&["verify", "a.c", "--analysis", "value", "--time-limit", "4s"], flags].concat();
        cairn(&here, &arguments, &[("CAIRN_PROGRESS_SECONDS", "1")])
    };
    let ended = verify(&[]);
    assert!(ended.err.starts_with("progress: "), "{ended:?}");
    assert!(ended.err.contains("% of the limit), value: exploring, "), "{ended:?}");
    let ended = verify(&["-q"]);
    assert!(!ended.err.contains("progress"), "{ended:?}");
}

#[test]
fn what_goes_wrong_in_the_library_is_said_of_its_call() {
    let text = "extern char *strcpy(char *, const char *);\nint main(void) { char to[4]; strcpy(to, \"four\"); return to[0]; }\n";
    let ended = verify(text, &["--property", "valid-memsafety"]);
    has(&ended, "a.c:7:30: access to no object");
    has(&ended, "(valid-deref) in `strcpy(to, \"four\")`");
}

/// What a trace shows of the program's text was written by its author: no line markers, and no names that the front end made.
#[test]
fn traces_show_the_text_of_the_user() {
    let text = b"# 1 \"a.c\"\nextern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n  \
        int a[2], *p = a;\n  *p++ = __VERIFIER_nondet_int();\n  *p++ += 7;\n  if (\n# 167 \"a.c\" 3 4\n  a[0]\n# 167 \"a.c\"\n  == 84)\n    \
        reach_error();\n}\n";
    let folder = Folder::new(&[("a.i", text)]);
    for format in ["full", "json"] {
        let ended = cairn(&folder, &["verify", "--format", format, "a.i"], &[]);
        assert!(ended.code == 1 && !ended.out.contains('#') && ended.out.contains("a[0] == 84"), "{ended:?}");
        assert!(ended.out.contains("*p++"), "{ended:?}");
    }
}
