//! Random programs, for which the value analysis and this one must not answer TRUE and FALSE.
//!
//! The programs have three variables, small constants, inputs, and loops that end or do not. Both answers are sound by
//! themselves; a wrong one of either shows as a difference.

use crate::impact;
use cairn_cpa::{EngineOptions, NoObserver, Specification, Verdict};
use cairn_domains::value::{Refining, ValueAnalysis};
use cairn_formula::Encoding;
use cairn_impact::{BlockSize, ImpactOptions};
use cairn_test_support::Random;
use cairn_test_support::{ReplayChecker, budget, internal, program, word};
use std::fmt::Write;

/// Writes programs.
struct Writer(Random);

impl Writer {
    fn below(&mut self, limit: u64) -> u64 {
        self.0.below(limit)
    }
    fn var(&mut self) -> &'static str {
        ["a", "b", "c"][self.below(3) as usize]
    }
    fn condition(&mut self) -> String {
        let (x, y, k) = (self.var(), self.var(), self.below(4));
        match self.below(6) {
            0 => format!("{x} == {k}"),
            1 => format!("{x} < {k}"),
            2 => format!("{x} != {y}"),
            3 => format!("{x} <= {y}"),
            4 => format!("({x} & 1) == {}", k & 1),
            _ => "__VERIFIER_nondet_int()".to_owned(),
        }
    }
    fn statements(&mut self, depth: u64, text: &mut String) {
        for _ in 0..=self.below(3) {
            let (x, y, k) = (self.var(), self.var(), self.below(4));
            let _ = match self.below(if depth == 0 { 5 } else { 8 }) {
                0 => writeln!(text, "{x} = {k};"),
                1 => writeln!(text, "{x} = {y} + {k};"),
                2 => writeln!(text, "{x} = {x} - {y};"),
                3 => writeln!(text, "if (__VERIFIER_nondet_int()) {x} = {k};"),
                4 => writeln!(text, "if ({}) reach_error();", self.unlikely()),
                5 | 6 => {
                    let condition = self.condition();
                    let _ = writeln!(text, "if ({condition}) {{");
                    self.statements(depth - 1, text);
                    let _ = writeln!(text, "}} else {{");
                    self.statements(depth - 1, text);
                    writeln!(text, "}}")
                }
                _ => {
                    let condition = self.condition();
                    let _ = writeln!(text, "while ({condition}) {{");
                    self.statements(depth - 1, text);
                    writeln!(text, "}}")
                }
            };
        }
    }
    fn unlikely(&mut self) -> String {
        format!("{} && {}", self.condition(), self.condition())
    }
}

fn generate(seed: u64) -> String {
    let mut random = Writer(Random::new(seed));
    let mut text = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n".to_owned();
    text.push_str("int main(void) {\nint a = 0, b = 1, c = 2;\n");
    random.statements(2, &mut text);
    random.statements(2, &mut text);
    text.push_str("return 0;\n}\n");
    text
}

#[test]
fn neither_contradicts_the_other() {
    let sizes = [BlockSize::Loop, BlockSize::Straight, BlockSize::Step];
    let mut both = [0, 0];
    for seed in 0..80 {
        let text = generate(seed);
        let program = program("random.c", &text);
        let specification = Specification::default_reachability();
        let mut checker = ReplayChecker::new(&program, &specification);
        let value = cairn_cpa::run(
            &ValueAnalysis::new(Refining::Cegar),
            &program,
            &specification,
            &EngineOptions::default(),
            &mut checker,
            &budget(1).with_ticks(Some(20_000)),
            &mut NoObserver,
        );
        let blocks = sizes[(seed % 3) as usize];
        let encoding = if seed % 2 == 0 { Encoding::Integer } else { Encoding::BitVector };
        let options = ImpactOptions { blocks, encoding, certify: true, ..ImpactOptions::default() };
        let outcome = impact(&program, &specification, &options, 1);
        assert_eq!(internal(&outcome.reasons), None, "{seed}, {blocks:?}, {encoding:?}:\n{text}");
        let (own, other) = (word(&outcome.verdict), word(&value.verdict));
        assert!(
            own == other || own == "unknown" || other == "unknown",
            "{own} and {other} for {seed}, {blocks:?}, {encoding:?}:\n{text}"
        );
        if own == other {
            both[usize::from(outcome.verdict == Verdict::True)] += 1;
        }
    }
    // The comparison means something.
    assert!(both[0] > 15 && both[1] > 15, "{both:?} answered by both");
}
