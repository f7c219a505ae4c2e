//! Lemmas that provers tell each other on the way.
//!
//! No execution of the interpreter breaks one, whatever the provers that told it said in the end; k-induction proves with them what it
//! does not prove alone, and nothing that unrolling refutes.

use crate::{bmc, induction, prove_with};
use cairn_bmc::{Mode, ProofMethod};
use cairn_domains::memory::SharedInvariants;
use cairn_ir::{Assertion, NodeId, Program};
use cairn_test_support::{Random, follow, internal, program, word};
use cairn_tools::has_rates;
use std::fmt::Write;

/// A parity that no equation says, below a counter that is twice another.
const PARITY: &str = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) {
  unsigned i = 0, twice = 0, mixed = 0;
  while (__VERIFIER_nondet_int()) {
    i++; twice += 2;
    if (__VERIFIER_nondet_int()) mixed ^= twice;
    if (mixed & 1) reach_error();
  }
  return 0;
}";

/// What provers tell of a program.
fn lemmas_of(program: &Program, known: &SharedInvariants) -> Vec<(NodeId, Assertion)> {
    for method in [ProofMethod::PolynomialEqualities, ProofMethod::HornClauses, ProofMethod::PropertyDirected] {
        let outcome = prove_with(method, program, known, 1);
        assert_eq!(internal(&outcome.reasons), None);
    }
    let lemmas = known.lemmas().after(0, program).map(|(_, lemmas)| lemmas).unwrap_or_default();
    let at = |(control, lemmas): (cairn_cpa::control::PortableControl, Vec<cairn_cpa::lemmas::Lemma>)| {
        lemmas.into_iter().map(move |lemma| (control.node, lemma.holds))
    };
    lemmas.into_iter().flat_map(at).collect()
}

#[test]
fn induction_assumes_what_others_have_proved() {
    let program = program("parity.c", PARITY);
    let known = SharedInvariants::default();
    assert_eq!(word(&induction(&program, &known, 8).verdict), "unknown");
    prove_with(ProofMethod::PolynomialEqualities, &program, &known, 1);
    let outcome = induction(&program, &known, 8);
    assert_eq!(word(&outcome.verdict), "true", "{:?}", outcome.reasons);
}

/// Loops over variables of several types, whose sums may wrap around, with a check that no equation decides.
fn text(random: &mut Random) -> String {
    const TYPES: [&str; 6] = ["int", "unsigned", "short", "unsigned char", "signed char", "long long"];
    let mut text = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n".to_owned();
    let types: Vec<&str> = (0..3).map(|_| TYPES[random.below(6) as usize]).collect();
    let _ = writeln!(text, "int main(void) {{\n  unsigned char m = 0; int n = __VERIFIER_nondet_int();");
    for (at, ty) in types.iter().enumerate() {
        let _ = writeln!(text, "  {ty} v{at} = {};", random.below(5) as i64 - 2);
    }
    let bound = if random.below(2) == 0 { "n".to_owned() } else { (3 + random.below(6)).to_string() };
    let _ = writeln!(text, "  for (int i = 0; i < {bound}; i++) {{");
    for at in 0..3 {
        let (step, other) = (random.below(7) as i64 - 3, random.below(3));
        let _ = match random.below(5) {
            0 => writeln!(text, "    v{at} += v{other};"),
            1 => writeln!(text, "    v{at} = v{other} + {step};"),
            2 => writeln!(text, "    if (__VERIFIER_nondet_int()) v{at} += {step};"),
            _ => writeln!(text, "    v{at} += {step};"),
        };
    }
    let _ = writeln!(text, "    if (__VERIFIER_nondet_int()) m ^= (unsigned char)v{};", random.below(3));
    let _ = writeln!(text, "    if ((m & {}) == {}) reach_error();", 1 + random.below(3), 1 + random.below(2));
    text + "  }\n  return 0;\n}"
}

#[test]
fn no_execution_breaks_a_lemma() {
    let (mut lemmas, mut held, mut proved) = (0, 0, 0);
    let seeds = cairn_tools::seeds(12);
    let count = seeds.end - seeds.start;
    for seed in seeds {
        let text = text(&mut Random::new(seed));
        let program = program(&format!("lemmas-{seed}.c"), &text);
        let known = SharedInvariants::default();
        let known_lemmas = lemmas_of(&program, &known);
        lemmas += known_lemmas.len();
        for inputs in 0..20 {
            let all = follow(&program, &known_lemmas, inputs);
            held += all.unwrap_or_else(|wrong| panic!("seed {seed}, inputs {inputs}: {wrong}\n{text}"));
        }
        let (with, unrolled) = (induction(&program, &known, 8), bmc(&program, Mode::Bmc, 8, 1));
        let (says, truth) = (word(&with.verdict), word(&unrolled.verdict));
        assert!(says != "true" || truth != "false", "seed {seed}: k-induction says {says}, it is {truth}\n{text}");
        proved += u32::from(says == "true");
    }
    assert!(has_rates(count, lemmas > 8 && held > 200 && proved > 0), "{lemmas} lemmas, {held} held, {proved} proved");
}
