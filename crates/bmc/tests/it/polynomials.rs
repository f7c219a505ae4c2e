//! Polynomial equalities: programs with known answers, and random loops over numbers of 8 bits that unrolling decides.
//!
//! Files in `polynomials/` say `// true`, or `// unknown` and why on the next line.

use crate::{bmc, polynomials};
use cairn_bmc::Mode;
use cairn_test_support::{Random, check_folder, internal, program, word};
use cairn_tools::has_rates;
use std::fmt::Write;

#[test]
fn programs_and_their_false_twins() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/polynomials");
    check_folder(&folder, 44, |name, expected, program| {
        let outcome = polynomials(program, 5);
        assert_eq!(internal(&outcome.reasons), None, "{name}");
        let is_expected = word(&outcome.verdict) == expected;
        if is_expected { Vec::new() } else { vec![format!("{} {:?}", word(&outcome.verdict), outcome.reasons)] }
    });
}

/// An operand of the loop's updates and of what is asserted.
fn operand(random: &mut Random) -> String {
    match random.below(6) {
        0 => random.below(4).to_string(),
        1 => "x".to_owned(),
        2 => "y".to_owned(),
        3 => "k".to_owned(),
        4 => "i".to_owned(),
        _ => format!("{} * {}", ["x", "i", "k"][random.below(3) as usize], ["y", "i", "2"][random.below(3) as usize]),
    }
}

fn sum(random: &mut Random) -> String {
    let mut text = operand(random);
    for _ in 0..random.below(3) {
        let _ = write!(text, " {} {}", ["+", "-"][random.below(2) as usize], operand(random));
    }
    text
}

/// A loop of at most six rounds, so that unrolling decides it; values are of eight bits, sometimes widened.
fn text(random: &mut Random) -> String {
    let wide = ["unsigned char", "short", "signed char"][random.below(3) as usize];
    let mut text = "extern unsigned char __VERIFIER_nondet_uchar(void); extern void reach_error(void);\n".to_owned();
    let _ = writeln!(
        text,
        "int main(void) {{\n  signed char k = __VERIFIER_nondet_uchar(); {wide} x = {}, y = {};",
        random.below(3),
        random.below(2)
    );
    let (first, second, third) = (sum(random), sum(random), sum(random));
    let body = match random.below(3) {
        0 => format!("x = {first}; y = {second};"),
        1 => format!("if (k > {}) x = {first}; else y = {second};", random.below(4)),
        _ => format!("x = {first}; if (x % 2 == 0) y = {second}; else y = {third};"),
    };
    let (left, right) = (sum(random), sum(random));
    let op = ["!=", "==", "!=", ">"][random.below(4) as usize];
    let _ = writeln!(
        text,
        "  for (int i = 0; i < {}; i++) {{ {body} if (({wide})({left}) {op} ({wide})({right})) reach_error(); }}",
        1 + random.below(6)
    );
    text + "  return 0;\n}\n"
}

#[test]
fn no_proof_of_a_random_loop_is_contradicted() {
    let seeds = cairn_tools::seeds(17);
    let count = seeds.end - seeds.start;
    let (mut proved, mut safe, mut unsafe_ones) = (0, 0, 0);
    for seed in seeds {
        let text = text(&mut Random::new(seed));
        let program = program(&format!("seed-{seed}.c"), &text);
        let outcome = polynomials(&program, 1);
        assert_eq!(internal(&outcome.reasons), None, "seed {seed}\n{text}");
        let unrolled = bmc(&program, Mode::Bmc, 16, 2);
        let (says, truth) = (word(&outcome.verdict), word(&unrolled.verdict));
        assert!(says != "true" || truth != "false", "seed {seed}: equalities say {says}, it is {truth}\n{text}");
        assert_ne!(says, "false", "seed {seed}\n{text}");
        (safe, unsafe_ones) = (safe + u32::from(truth == "true"), unsafe_ones + u32::from(truth == "false"));
        proved += u32::from(says == "true");
    }
    let are_rates = proved > 5 && safe > 5 && unsafe_ones > count as u32 / 4;
    assert!(has_rates(count, are_rates), "{proved} of {safe}, {unsafe_ones}");
}

/// An element of one of two arrays, by an index that is in them where `i` is, or a number.
fn cell_value(random: &mut Random) -> String {
    let array = ["p", "q"][random.below(2) as usize];
    match random.below(8) {
        0 => random.below(4).to_string(),
        1 => "i".to_owned(),
        2 => "2 * i + n".to_owned(),
        3 => format!("{array}[i]"),
        4 => "s".to_owned(),
        5 => format!("{array}[0]"),
        _ => format!("{array}[i - 1]"),
    }
}

/// Loops over arrays of an unknown number of cells, at most four, with sums and writes in between.
fn cells_text(random: &mut Random) -> String {
    let element = ["int", "long long", "short"][random.below(3) as usize];
    let mut text = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n".to_owned();
    text += "extern void *malloc(unsigned long);\n";
    let second = if random.below(6) == 0 { "p".to_owned() } else { format!("malloc(sizeof({element}) * n)") };
    let _ = writeln!(
        text,
        "int main(void) {{\n  int i, s = 0, n = __VERIFIER_nondet_int();\n  if (n < 1 || n > 4) return 0;\n  \
         {element} *p = malloc(sizeof({element}) * n), *q = {second};"
    );
    let _ = writeln!(text, "  p[0] = {}; q[0] = {};", random.below(3), random.below(3));
    let mut last = String::new();
    for round in 0..2 + random.below(3) {
        let array = ["p", "q"][random.below(2) as usize];
        let value = cell_value(random);
        let value = if random.below(2) == 0 { value } else { format!("{value} + {}", cell_value(random)) };
        let body = match random.below(6) {
            0 if round > 0 => format!("s = s + {array}[i];"),
            1 => format!("if ({array}[i - 1] == {}) {array}[i] = {value}; else {array}[i] = 1;", random.below(3)),
            _ => format!("{array}[i] = {value};"),
        };
        if body.contains(&format!(" {array}[i] = ")) || body.starts_with(array) {
            last = format!("{array}[i] != {value}");
        }
        let until = if random.below(8) == 0 { "n - 1" } else { "n" };
        let _ = writeln!(text, "  for (i = 1; i < {until}; i++) {{ {body} }}");
        if random.below(8) == 0 {
            let _ = writeln!(text, "  {array}[{}] = {};", random.below(1), random.below(3));
        }
    }
    let claimed = match random.below(4) {
        0 if !last.is_empty() => last,
        1 => format!("p[i] != i + {}", random.below(3)),
        2 => "p[i] != q[i]".to_owned(),
        _ => format!("q[i] != {} * i + q[0]", random.below(3)),
    };
    let _ = writeln!(text, "  for (i = 1; i < n; i++) if ({claimed}) reach_error();\n  return 0;\n}}");
    text
}

#[test]
fn no_proof_about_closed_forms_is_contradicted() {
    let seeds = cairn_tools::seeds(9);
    let count = seeds.end - seeds.start;
    let (mut proved, mut safe, mut unsafe_ones) = (0, 0, 0);
    for seed in seeds {
        let text = cells_text(&mut Random::new(seed));
        let program = program(&format!("cells-{seed}.c"), &text);
        let outcome = polynomials(&program, 1);
        assert_eq!(internal(&outcome.reasons), None, "seed {seed}\n{text}");
        let unrolled = bmc(&program, Mode::Bmc, 30, 2);
        let (says, truth) = (word(&outcome.verdict), word(&unrolled.verdict));
        assert!(says != "true" || truth != "false", "seed {seed}: closed forms say {says}, it is {truth}\n{text}");
        assert_ne!(says, "false", "seed {seed}\n{text}");
        (safe, unsafe_ones) = (safe + u32::from(truth == "true"), unsafe_ones + u32::from(truth == "false"));
        proved += u32::from(says == "true");
    }
    let are_rates = proved > 5 && unsafe_ones > count as u32 / 4;
    assert!(has_rates(count, are_rates), "{proved} of {safe}, {unsafe_ones}");
}
