//! Random programs with loops over arrays, for which Horn clauses must not say TRUE where unrolling finds a violation.
//!
//! The arrays are small, so that unrolling decides each program. Loops go up, down and by two; they fill, copy, shift, clamp,
//! search, add up, and write at other indices than they read.

use crate::{bmc, horn};
use cairn_bmc::Mode;
use cairn_test_support::{Random, internal, program, word};
use cairn_tools::has_rates;
use std::fmt::Write;

struct Writer {
    random: Random,
    size: u64,
}

impl Writer {
    fn below(&mut self, limit: u64) -> u64 {
        self.random.below(limit)
    }
    fn pick(&mut self, of: &[&str]) -> String {
        of[self.below(of.len() as u64) as usize].to_owned()
    }
    fn array(&mut self) -> String {
        self.pick(&["a", "b"])
    }
    /// An index that is in the array where `i` is.
    fn index(&mut self) -> String {
        let last = self.size - 1;
        match self.below(7) {
            0 => format!("{last} - i"),
            1 => "i / 2".to_owned(),
            2 => self.below(self.size).to_string(),
            _ => "i".to_owned(),
        }
    }
    fn value(&mut self) -> String {
        let (array, index, k) = (self.array(), self.index(), self.below(4));
        match self.below(8) {
            0 => k.to_string(),
            1 => "i".to_owned(),
            2 => format!("i + {k}"),
            3 => "x".to_owned(),
            4 => "__VERIFIER_nondet_int()".to_owned(),
            5 => format!("{array}[{index}] + {k}"),
            _ => format!("{array}[{index}]"),
        }
    }
    fn condition(&mut self) -> String {
        let (array, index, k) = (self.array(), self.index(), self.below(4));
        match self.below(5) {
            0 => format!("{array}[{index}] < {k}"),
            1 => format!("{array}[{index}] == {k}"),
            2 => format!("i != {k}"),
            3 => format!("{array}[{index}] > x"),
            _ => "__VERIFIER_nondet_int()".to_owned(),
        }
    }
    fn body(&mut self) -> String {
        let (array, index, value) = (self.array(), self.index(), self.value());
        match self.below(6) {
            0 => format!("if ({}) {array}[{index}] = {value};", self.condition()),
            1 => format!("if ({}) x = {array}[{index}];", self.condition()),
            2 => format!("{array}[i] = {value}; b[{index}] = {array}[i];"),
            _ => format!("{array}[{index}] = {value};"),
        }
    }
    fn text(&mut self) -> String {
        let size = self.size;
        let mut text = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n".to_owned();
        let (a, i) =
            if self.below(3) == 0 { ("*a = malloc(sizeof(int) * SIZE)", "int i") } else { ("a[SIZE]", "int i") };
        let a = a.replace("SIZE", &size.to_string());
        text += "extern void *malloc(unsigned long);\n";
        let _ = writeln!(text, "int main(void) {{\n  int {a}, b[{size}], x = {}; {i};", self.below(3));
        let _ =
            writeln!(text, "  for (i = 0; i < {size}; i++) {{ a[i] = {}; b[i] = {}; }}", self.below(3), self.below(3));
        for _ in 0..=self.below(2) {
            let body = self.body();
            let head = match self.below(5) {
                0 => format!("for (i = {}; i >= 0; i--)", size - 1),
                1 => format!("for (i = 0; i < {size}; i += 2)"),
                2 => format!("for (i = 1; i < {size}; i++)"),
                _ => format!("for (i = 0; i < {size}; i++)"),
            };
            let _ = writeln!(text, "  {head} {{ {body} }}");
        }
        let (array, k) = (self.array(), self.below(4));
        let check = match self.below(5) {
            0 => format!("{array}[i] == {k}"),
            1 => "a[i] == b[i]".to_owned(),
            2 => format!("{array}[i] <= {k}"),
            3 => format!("{array}[i] >= x"),
            _ => format!("{array}[i] != {}", k + 3),
        };
        let _ = writeln!(text, "  for (i = 0; i < {size}; i++) if (!({check})) reach_error();\n  return 0;\n}}");
        text
    }
}

/// Programs that add and subtract the elements of arrays of bytes, with writes in between.
fn sums(random: &mut Random) -> String {
    let size = 2 + random.below(3);
    let mut text = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n".to_owned();
    let _ = writeln!(
        text,
        "int main(void) {{\n  signed char a[{size}], b[{size}];\n  int i, s = 0, n = __VERIFIER_nondet_int();"
    );
    // Where the bound is a constant there is nothing to generalise, and nothing is proved.
    let _ = writeln!(text, "  if (n < 1 || n > {size}) return 0;");
    text += "  for (i = 0; i < n; i++) a[i] = (signed char)__VERIFIER_nondet_int();\n";
    text += "  for (i = 0; i < n; i++) b[i] = (signed char)__VERIFIER_nondet_int();\n";
    let rounds = 1 + random.below(2);
    for round in 0..2 * rounds {
        let sign = if round % 2 == 0 { '+' } else { '-' };
        let array = if random.below(6) == 0 { 'b' } else { 'a' };
        let (first, last) = (u64::from(random.below(8) == 0), if random.below(8) == 0 { "n - 1" } else { "n" });
        let write = if random.below(6) == 0 { format!(" b[i] = {};", random.below(3)) } else { String::new() };
        let _ = writeln!(text, "  for (i = {first}; i < {last}; i++) {{ s = s {sign} {array}[i];{write} }}");
        if random.below(6) == 0 {
            let array = if random.below(2) == 0 { 'b' } else { 'a' };
            let _ = writeln!(text, "  {array}[{}] = {};", random.below(size), random.below(3));
        }
    }
    let _ = writeln!(text, "  if (s != 0) reach_error();\n  return 0;\n}}");
    text
}

#[test]
fn no_proof_about_sums_is_contradicted() {
    let (mut proved, mut safe, mut unsafe_ones) = (0, 0, 0);
    let seeds = cairn_tools::seeds(4);
    let count = seeds.end - seeds.start;
    for seed in seeds {
        let text = sums(&mut Random::new(seed));
        let program = program(&format!("sums-{seed}.c"), &text);
        let outcome = horn(&program, 2);
        assert_eq!(internal(&outcome.reasons), None, "seed {seed}\n{text}");
        let unrolled = bmc(&program, Mode::Bmc, 40, 4);
        let (says, truth) = (word(&outcome.verdict), word(&unrolled.verdict));
        assert!(says != "true" || truth != "false", "seed {seed}: horn clauses say {says}, it is {truth}\n{text}");
        (safe, unsafe_ones) = (safe + u32::from(truth == "true"), unsafe_ones + u32::from(truth == "false"));
        proved += u32::from(says == "true");
    }
    assert!(has_rates(count, proved > 0 && unsafe_ones > 4), "{proved} of {safe}, {unsafe_ones}");
}

#[test]
fn no_proof_about_cells_is_contradicted() {
    let (mut proved, mut safe, mut unsafe_ones) = (0, 0, 0);
    let seeds = cairn_tools::seeds(17);
    let count = seeds.end - seeds.start;
    for seed in seeds {
        let mut random = Random::new(seed);
        let size = 2 + random.below(4);
        let text = Writer { random, size }.text();
        let program = program(&format!("seed-{seed}.c"), &text);
        let outcome = horn(&program, 1);
        assert_eq!(internal(&outcome.reasons), None, "seed {seed}\n{text}");
        let unrolled = bmc(&program, Mode::Bmc, 16, 2);
        let (says, truth) = (word(&outcome.verdict), word(&unrolled.verdict));
        assert!(says != "true" || truth != "false", "seed {seed}: horn clauses say {says}, it is {truth}\n{text}");
        assert_ne!(says, "false", "seed {seed}\n{text}");
        (safe, unsafe_ones) = (safe + u32::from(truth == "true"), unsafe_ones + u32::from(truth == "false"));
        proved += u32::from(says == "true");
    }
    let are_rates = proved > safe / 3 && unsafe_ones > count as u32 / 4;
    assert!(has_rates(count, are_rates), "{proved} of {safe}, {unsafe_ones}");
}
