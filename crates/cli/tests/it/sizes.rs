//! The accesses of library functions that take a size: generated calls with areas of known sizes. Whether so many bytes fit
//! is known by arithmetic; the row of each call is *violated* where they do not, and is not where they do.
//!
//! Areas are static, in a frame, on the heap, or known through a parameter; calls of one program share models, so a row that is answered by the
//! model of another call is found.

use crate::cairn;

use cairn::{Folder, cairn};
use cairn_tools::seeds;
use rayon::prelude::*;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Calls of one program.
const CALLS: u64 = 10;

/// The high bits of a linear congruence.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

/// A call with `{n}`, and how many bytes at `p` it may access for each of these.
const FORMS: &[(&str, u64)] = &[
    ("fgets(p, {n}, stdin)", 1),
    ("read(0, p, {n})", 1),
    ("pread(0, p, {n}, 0)", 1),
    ("fread(p, 1, {n}, stdin)", 1),
    ("fread(p, 4, {n}, stdin)", 4),
    ("memset(p, 0, {n})", 1),
    ("memcpy(p, big, {n})", 1),
    ("memmove(p, big, {n})", 1),
    ("strncpy(p, \"ab\", {n})", 1),
    ("fwrite(p, 1, {n}, stdout)", 1),
    ("write(1, p, {n})", 1),
];

/// A program, and for the line of each call whether it fits.
fn program(seed: u64) -> (String, BTreeMap<u64, bool>) {
    let mut numbers = Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut text = String::from(
        "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n\
         extern int __VERIFIER_nondet_int(void);\nstatic char big[5000];\n",
    );
    let (mut fits, mut cases) = (BTreeMap::new(), String::new());
    for number in 0..CALLS {
        let size = [1, 2, 3, 5, 8, 16, 100, 4096][numbers.below(8) as usize];
        let offset = numbers.below(size.min(4) + 1);
        let (form, each) = FORMS[numbers.below(FORMS.len() as u64) as usize];
        let count = (size - offset + numbers.below(5)).saturating_sub(2);
        let _ = match numbers.below(4) {
            0 => writeln!(
                text,
                "static char b{number}[{size}];\nstatic void f{number}(void) {{\n  char *p = b{number} + {offset};"
            ),
            1 => writeln!(text, "static void f{number}(void) {{\n  char b[{size}] = {{0}}, *p = b + {offset};"),
            2 => writeln!(
                text,
                "static void f{number}(void) {{\n  char *b = calloc({size}, 1), *p = b + {offset};\n  if (!b) return;"
            ),
            _ => writeln!(
                text,
                "static char b{number}[{size}];\nstatic void g{number}(char *p);\nstatic void f{number}(void) {{ g{number}(b{number} + {offset}); }}\n\
                 static void g{number}(char *p) {{"
            ),
        };
        let _ = writeln!(text, "  {};\n}}", form.replace("{n}", &count.to_string()));
        fits.insert(text.lines().count() as u64 - 1, count * each <= size - offset);
        let _ = writeln!(cases, "  case {number}: f{number}(); break;");
    }
    let _ = write!(text, "int main(void) {{\n  switch (__VERIFIER_nondet_int()) {{\n{cases}  }}\n  return 0;\n}}\n");
    (text, fits)
}

#[test]
fn what_does_not_fit_is_violated_and_nothing_else() {
    let judged: Vec<(Vec<String>, usize)> = seeds(2)
        .into_par_iter()
        .map(|seed| {
            let (text, fits) = program(seed);
            let folder = Folder::new(&[("a.c", text.as_bytes())]);
            let arguments = ["check", "--check", "valid-deref", "--time-limit", "10s", "--format", "json", "a.c"];
            let ended = cairn(&folder, &arguments, &[]);
            let value: Value =
                serde_json::from_str(&ended.out).unwrap_or_else(|why| panic!("{why}: {ended:?}\n{text}"));
            let rows = value["obligations"].as_array().unwrap();
            let states = |line: u64| -> Vec<&str> {
                let at = rows.iter().filter(|row| row["at"]["line"].as_u64() == Some(line));
                at.filter_map(|row| row["state"].as_str()).collect()
            };
            let (mut wrong, mut decided) = (Vec::new(), 0);
            for (line, fits) in fits {
                let states = states(line);
                if states.contains(&"unknown") {
                    continue;
                }
                decided += 1;
                if states.is_empty() && !fits || states.contains(&"violated") == fits {
                    wrong.push(format!("seed {seed}, line {line}: fits: {fits}, {states:?}\n{text}"));
                }
            }
            (wrong, decided)
        })
        .collect();
    let wrong: Vec<&String> = judged.iter().flat_map(|(wrong, _)| wrong).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    let decided: usize = judged.iter().map(|(_, decided)| decided).sum();
    assert!(decided * 10 >= judged.len() * CALLS as usize * 7, "{decided} calls decided of {} programs", judged.len());
}

/// Some calls fit, and some do not.
#[test]
fn calls_are_of_both_kinds() {
    let all: Vec<bool> = (0..100).flat_map(|seed| program(seed).1.into_values()).collect();
    let fit = all.iter().filter(|fits| **fits).count();
    assert!(fit > all.len() / 4 && fit < all.len() * 3 / 4, "{fit} of {}", all.len());
}
