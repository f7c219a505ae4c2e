//! Property-directed reachability: programs with known answers, and random state machines that unrolling or explicit bounds
//! decide, both ways.
//!
//! Files in `property_directed/` say `// true`, `// false`, or `// unknown`.

use crate::{bmc, property_directed};
use cairn_bmc::Mode;
use cairn_test_support::{Random, check_folder, internal, program, word};
use cairn_tools::has_rates;
use std::fmt::Write;

#[test]
fn state_machines_and_their_false_twins() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/property_directed");
    check_folder(&folder, 22, |name, expected, program| {
        let outcome = property_directed(program, 10);
        assert_eq!(internal(&outcome.reasons), None, "{name}");
        let is_expected = word(&outcome.verdict) == expected;
        if is_expected { Vec::new() } else { vec![format!("{} {:?}", word(&outcome.verdict), outcome.reasons)] }
    });
}

/// A value that a variable may be given, or compared with.
fn value(random: &mut Random) -> String {
    let variable = ["s", "t", "u", "cell[1]", "cell[2]"][random.below(5) as usize];
    match random.below(7) {
        0 | 1 => random.below(4).to_string(),
        2 => variable.to_owned(),
        3 => format!("{variable} + 1"),
        4 => format!("{variable} ^ {}", 1 + random.below(3)),
        5 => format!("{variable} * 2"),
        _ => ["(in & 3)", "cell[in & 3]"][random.below(2) as usize].to_owned(),
    }
}

fn condition(random: &mut Random) -> String {
    let op = ["==", "!=", "<", "==", ">="][random.below(5) as usize];
    format!("{} {op} {}", ["s", "t", "u", "in", "cell[1]"][random.below(5) as usize], value(random))
}

/// A state machine over small numbers with an inner loop and an array of which two cells are used.
fn text(random: &mut Random) -> String {
    let mut text = "extern unsigned char __VERIFIER_nondet_uchar(void); extern void reach_error(void);\n".to_owned();
    let kind = ["unsigned char", "signed char"][random.below(2) as usize];
    let _ = writeln!(text, "{kind} s, t = {}, u = {}; unsigned char cell[4];", random.below(3), random.below(2));
    text += "int main(void) {\n  while (1) {\n    unsigned char in = __VERIFIER_nondet_uchar();\n";
    for _ in 0..1 + random.below(3) {
        let target = ["s", "t", "u", "cell[1]", "cell[s & 3]", "cell[in & 3]"][random.below(6) as usize];
        let (when, what) = (condition(random), value(random));
        if random.below(5) == 0 {
            let _ = writeln!(text, "    while ({when} && in--) {{ {target} = {what}; }}");
        } else {
            let _ = writeln!(text, "    if ({when}) {{ {target} = {what}; }}");
        }
    }
    let (first, second) = (condition(random), condition(random));
    let _ = writeln!(text, "    if ({first} && {second}) reach_error();");
    text + "  }\n}\n"
}

#[test]
fn no_answer_about_a_random_state_machine_is_contradicted() {
    let seeds = cairn_tools::seeds(17);
    let count = seeds.end - seeds.start;
    let (mut proved, mut refuted, mut unsafe_ones) = (0, 0, 0);
    for seed in seeds {
        let text = text(&mut Random::new(seed));
        let program = program(&format!("seed-{seed}.c"), &text);
        let outcome = property_directed(&program, 2);
        assert_eq!(internal(&outcome.reasons), None, "seed {seed}\n{text}");
        let unrolled = bmc(&program, Mode::KInduction, 8, 2);
        let (says, truth) = (word(&outcome.verdict), word(&unrolled.verdict));
        let disagree = [("true", "false"), ("false", "true")].contains(&(says, truth));
        assert!(!disagree, "seed {seed}: lemmas say {says}, unrolling {truth}\n{text}");
        unsafe_ones += u32::from(truth == "false");
        (proved, refuted) = (proved + u32::from(says == "true"), refuted + u32::from(says == "false"));
    }
    let most = u32::try_from(count).unwrap_or(u32::MAX);
    let are_rates = proved > most / 20 && refuted > most / 5 && unsafe_ones > most / 5;
    assert!(has_rates(count, are_rates), "{proved} {refuted} {unsafe_ones}");
}
