//! Frames of contracts: generated functions with a clause `assigns`, whose body is a line of writes. What each statement writes is known
//! here by its form, so which writes the clause does not name is known: of each byte the first one is violated, and nothing else is.
//!
//! The forms are ways of writing that a search in the text forgets: local pointers, aliased arguments, callees, calls through pointers,
//! the library, elements, members, parameters that are changed, objects that are made meanwhile, and conditions.

use crate::cairn;

use cairn::{Folder, cairn};
use cairn_tools::seeds;
use rayon::prelude::*;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Functions of one program.
const FUNCTIONS: usize = 6;

/// Numbers from a seed: the low bits of a linear congruence are no good, so the high ones are taken.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % most as u64).unwrap()
    }
}

/// A clause's place, as C and as the cells that it names; `{p}` is what the parameter points to at first.
const TARGETS: &[(&str, &[&str])] = &[
    ("g0", &["g0"]),
    ("g1", &["g1"]),
    ("g2", &["g2"]),
    ("a0", &["a0"]),
    ("*p", &["{p}"]),
    ("*q", &["{q}"]),
    ("s.x", &["s.x"]),
    ("s", &["s.x", "s.y"]),
    ("t", &["t[0]", "t[1]", "t[2]", "t[3]"]),
    ("t[1]", &["t[1]"]),
    ("__CPROVER_object_upto(t, 2 * sizeof *t)", &["t[0]", "t[1]"]),
];

/// What parameters point to: as an argument, and as a cell. `old` is an object of the heap, `m` a local of `main`.
const POINTEES: &[(&str, &str)] =
    &[("&a0", "a0"), ("&a1", "a1"), ("&m", "m"), ("old", "old"), ("&t[0]", "t[0]"), ("&s.y", "s.y"), ("&m2", "m2")];

struct Written {
    /// The statement; `{n}` is the number of the function.
    text: &'static str,
    /// A function before it, on a line of its own, where the write then is.
    helper: Option<&'static str>,
    /// The cells that are written.
    cells: &'static [&'static str],
}

const fn by(text: &'static str, cells: &'static [&'static str]) -> Written {
    Written { text, helper: None, cells }
}

const fn in_helper(text: &'static str, helper: &'static str, cells: &'static [&'static str]) -> Written {
    Written { text, helper: Some(helper), cells }
}

const WRITES: &[Written] = &[
    by("g0 = 1;", &["g0"]),
    by("g1 += 2;", &["g1"]),
    by("g2++;", &["g2"]),
    by("a0 = 1;", &["a0"]),
    by("*p = 1;", &["{p}"]),
    by("*q = 1;", &["{q}"]),
    by("s.x = 1;", &["s.x"]),
    by("s.y = 1;", &["s.y"]),
    by("t[1] = 1;", &["t[1]"]),
    by("t[n] = 1;", &["t[3]"]),
    by("{ int *l = &a1; *l = 1; }", &["a1"]),
    by("{ int l = 0, *x = &l; *x = n; }", &[]),
    by("{ int *k = malloc(sizeof *k); if (k) *k = 1; free(k); }", &[]),
    by("memset(p, 0, sizeof *p);", &["{p}"]),
    by("memcpy(q, t, sizeof *q);", &["{q}"]),
    by("memset(t, 0, 3 * sizeof *t);", &["t[0]", "t[1]", "t[2]"]),
    by("if (n == 3) g2 = 1;", &["g2"]),
    by("if (n == 4) g2 = 1;", &[]),
    by("if (p == &a0) a0 = 2;", &["?p=a0"]),
    by("s = (struct pair){1, 2};", &["s.x", "s.y"]),
    in_helper("h{n}a();", "static void h{n}a(void) { g1 = 1; }", &["g1"]),
    in_helper("h{n}b(q);", "static void h{n}b(int *x) { *x = 1; }", &["{q}"]),
    in_helper(
        "f{n}c(p);",
        "static void h{n}c(int *x) { *x = 1; } static void (*const f{n}c)(int *) = h{n}c;",
        &["{p}"],
    ),
    in_helper("{ __attribute__((cleanup(h{n}d))) int l = n; }", "static void h{n}d(int *x) { g2 = *x; }", &["g2"]),
];

/// A program, and the lines at which a write is violated.
fn program(seed: u64) -> (String, BTreeSet<u64>) {
    let mut numbers = Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut text = String::from(
        "#include <stdlib.h>\n#include <string.h>\nextern int __VERIFIER_nondet_int(void);\n\
         static int g0, g1, g2, a0, a1, t[4];\nstatic struct pair { int x, y; } s;\nint *kept[4] = {&a0, &a1, &s.y, t};\n",
    );
    let (mut violated, mut cases) = (BTreeSet::new(), String::new());
    for number in 0..FUNCTIONS {
        let [p, q] = [(); 2].map(|()| POINTEES[numbers.below(POINTEES.len())]);
        let cell = |name: &str| match name {
            "{p}" => Some(p.1),
            "{q}" => Some(q.1),
            "?p=a0" => (p.1 == "a0").then_some("a0"),
            other => WRITES.iter().flat_map(|write| write.cells).find(|known| **known == other).copied(),
        };
        let targets: BTreeSet<usize> = (0..2 + numbers.below(6)).map(|_| numbers.below(TARGETS.len())).collect();
        let allowed: BTreeSet<&str> =
            targets.iter().flat_map(|target| TARGETS[*target].1).filter_map(|name| cell(name)).collect();
        let clause: Vec<&str> = targets.iter().map(|target| TARGETS[*target].0).collect();
        let (mut helpers, mut body, mut is_over) = (String::new(), Vec::new(), false);
        let mut before: BTreeSet<&str> = BTreeSet::new();
        for _ in 0..1 + numbers.below(4) {
            let write = &WRITES[numbers.below(WRITES.len())];
            let own = |text: &str| text.replace("{n}", &number.to_string());
            let is_first = write.helper.is_none_or(|helper| !helpers.contains(&own(helper)));
            if let (Some(helper), true) = (write.helper, is_first) {
                let _ = writeln!(helpers, "{}", own(helper));
            }
            // Of each byte there is an execution that watches it, up to its first write; a variable that nobody takes the address of
            // is watched in all.
            let wrong: BTreeSet<&str> =
                write.cells.iter().filter_map(|name| cell(name)).filter(|cell| !allowed.contains(cell)).collect();
            let is_wrong = !is_over && wrong.iter().any(|cell| !before.contains(cell));
            is_over |= wrong.iter().any(|cell| cell.starts_with('g'));
            before.extend(wrong);
            body.push((own(write.text), write.helper.map(own), is_wrong));
        }
        text += &helpers;
        let _ =
            writeln!(text, "static void f{number}(int *p, int *q, int n) __CPROVER_assigns({}) {{", clause.join(", "));
        for (statement, helper, is_wrong) in body {
            let line = match &helper {
                Some(helper) => text.lines().position(|line| line == helper).unwrap(),
                None => text.lines().count(),
            };
            if is_wrong {
                violated.insert(line as u64 + 1);
            }
            let _ = writeln!(text, "  {statement}");
        }
        text += "}\n";
        let _ = writeln!(cases, "  case {number}: f{number}({}, {}, 3); break;", p.0, q.0);
    }
    let _ = write!(
        text,
        "int main(void) {{\n  int m = 0, m2 = 0, *old = malloc(sizeof *old);\n  if (!old) return 0;\n  \
         switch (__VERIFIER_nondet_int()) {{\n{cases}  }}\n  free(old);\n  return 0;\n}}\n"
    );
    (text, violated)
}

/// What a program's rows are: wrong ones, decided ones, all.
struct Judged {
    wrong: Option<String>,
    decided: usize,
    rows: usize,
}

fn judge(seed: u64) -> Judged {
    let (text, expected) = program(seed);
    let folder = Folder::new(&[("a.c", text.as_bytes())]);
    let arguments = ["check", "--property", "unreach-call", "--time-limit", "20s", "--format", "json", "a.c"];
    let ended = cairn(&folder, &arguments, &[]);
    let value: Value = serde_json::from_str(&ended.out).unwrap_or_else(|why| panic!("{why}: {ended:?}\n{text}"));
    let rows = value["obligations"].as_array().unwrap().iter();
    let all: Vec<(u64, &str)> =
        rows.map(|row| (row["at"]["line"].as_u64().unwrap(), row["state"].as_str().unwrap())).collect();
    let is_right = |(line, state): &(u64, &str)| match *state {
        "violated" => expected.contains(line),
        "unknown" => true,
        _ => !expected.contains(line),
    };
    let has_row = |line: &u64| all.iter().any(|row| row.0 == *line);
    let is_wrong = !all.iter().all(is_right) || !expected.iter().all(has_row);
    Judged {
        wrong: is_wrong.then(|| format!("seed {seed}: expected {expected:?}, found {all:?}\n{text}")),
        decided: all.iter().filter(|row| row.1 != "unknown").count(),
        rows: all.len(),
    }
}

#[test]
fn what_no_clause_names_is_violated_and_nothing_else() {
    let judged: Vec<Judged> = seeds(2).into_par_iter().map(judge).collect();
    let sum = |of: fn(&Judged) -> usize| judged.iter().map(of).sum::<usize>();
    let (decided, rows) = (sum(|one| one.decided), sum(|one| one.rows));
    let wrong: Vec<&str> = judged.iter().filter_map(|one| one.wrong.as_deref()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(decided * 10 >= rows * 8, "{decided} of {rows}");
}

/// The generator makes functions of both kinds, and uses every form.
#[test]
fn programs_have_violations_and_none() {
    let all: Vec<(String, BTreeSet<u64>)> = (0..200).map(program).collect();
    let violated: usize = all.iter().map(|(_, lines)| lines.len()).sum();
    let functions = all.len() * FUNCTIONS;
    assert!(violated > functions / 4 && violated < functions * 2, "{violated} of {functions}");
    for write in WRITES {
        let form = write.text.split("{n}").next().unwrap();
        assert!(all.iter().any(|(text, _)| text.contains(form)), "{}", write.text);
    }
}
