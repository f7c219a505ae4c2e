//! Random programs, for which the value analysis, bounded model checking, k-induction and Horn clauses must not answer TRUE and
//! FALSE.
//!
//! Each answer is sound by itself; a wrong one of either shows as a difference. The programs have loops in loops, loops
//! that do not end, calls from several places, jumps into loops, and violations that are reached late or never.

use crate::{bmc, horn};
use cairn_bmc::Mode;
use cairn_cpa::{EngineOptions, NoObserver, Specification, Verdict};
use cairn_domains::value::{Refining, ValueAnalysis};
use cairn_test_support::Random;
use cairn_test_support::{ReplayChecker, budget, internal, program, word};
use cairn_tools::has_rates;
use std::fmt::Write;

/// Writes programs.
struct Writer {
    random: Random,
    /// Whether there are arrays and pointers.
    memory: bool,
}

impl Writer {
    fn below(&mut self, limit: u64) -> u64 {
        self.random.below(limit)
    }
    fn var(&mut self) -> &'static str {
        let all = ["a", "b", "g", "a", "b", "g", "t[0]", "*p"];
        all[self.below(if self.memory { 8 } else { 3 }) as usize]
    }
    fn condition(&mut self) -> String {
        let (x, y, k) = (self.var(), self.var(), self.below(5));
        match self.below(7) {
            0 => format!("{x} == {k}"),
            1 => format!("{x} < {k}"),
            2 => format!("{x} != {y}"),
            3 => format!("{x} <= {y}"),
            4 => format!("({x} & 1) == {}", k & 1),
            5 => format!("{x} > {k}"),
            _ => "__VERIFIER_nondet_int()".to_owned(),
        }
    }
    fn statements(&mut self, depth: u64, calls: bool, label: &mut u64, text: &mut String) {
        for _ in 0..=self.below(3) {
            let (x, y, k) = (self.var(), self.var(), self.below(5));
            let _ = match self.below(if depth == 0 { 7 } else { 11 }) {
                0 => writeln!(text, "{x} = {k};"),
                1 => writeln!(text, "{x} = {y} + {k};"),
                2 => writeln!(text, "{x} = {x} - {y};"),
                3 if self.memory => writeln!(text, "if (__VERIFIER_nondet_int()) {x} = {k}; else p = &b;"),
                3 => writeln!(text, "if (__VERIFIER_nondet_int()) {x} = {k};"),
                4 | 5 => {
                    let (one, other) = (self.condition(), self.condition());
                    writeln!(text, "if ({one} && {other}) reach_error();")
                }
                6 if calls => writeln!(text, "{x} = f({y});"),
                6 if self.memory => writeln!(text, "t[{y} & 1] = {k};"),
                6 => writeln!(text, "{x} = -{y};"),
                7 => {
                    let condition = self.condition();
                    let _ = writeln!(text, "if ({condition}) {{");
                    self.statements(depth - 1, calls, label, text);
                    let _ = writeln!(text, "}} else {{");
                    self.statements(depth - 1, calls, label, text);
                    writeln!(text, "}}")
                }
                8 => {
                    let condition = self.condition();
                    let _ = writeln!(text, "while ({condition}) {{");
                    self.statements(depth - 1, calls, label, text);
                    writeln!(text, "}}")
                }
                9 => {
                    *label += 1;
                    let (name, condition) = (*label, self.condition());
                    let _ = writeln!(text, "if ({condition}) goto in{name};");
                    let condition = self.condition();
                    let _ = writeln!(text, "while ({condition}) {{");
                    self.statements(depth - 1, calls, label, text);
                    let _ = writeln!(text, "in{name}:;");
                    self.statements(depth - 1, calls, label, text);
                    writeln!(text, "}}")
                }
                _ => {
                    let _ = writeln!(text, "for ({x} = 0; {x} < {k}; {x}++) {{");
                    self.statements(depth - 1, calls, label, text);
                    writeln!(text, "}}")
                }
            };
        }
    }
}

fn generate(seed: u64) -> String {
    let memory = seed % 2 == 1;
    let mut random = Writer { random: Random::new(seed), memory };
    let of_f = if memory { ", t[2] = { 1, 2 }, *p = t" } else { "" };
    let of_main = if memory { ", t[2] = { 0, 3 }, *p = t + 1" } else { "" };
    let mut text = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint g = 1;\n".to_owned();
    let _ = writeln!(text, "static int f(int a) {{\nint b = a{of_f};");
    random.statements(1, false, &mut 0, &mut text);
    let _ = writeln!(text, "return b;\n}}\nint main(void) {{\nint a = 0, b = 1{of_main};");
    random.statements(2, true, &mut 100, &mut text);
    random.statements(2, true, &mut 200, &mut text);
    text.push_str("return 0;\n}\n");
    text
}

#[test]
fn no_verdict_is_contradicted() {
    let specification = Specification::default_reachability();
    let (mut proved, mut refuted, mut inductive) = (0, 0, 0);
    let seeds = cairn_tools::seeds(13);
    let count = seeds.end - seeds.start;
    for seed in seeds {
        let text = generate(seed);
        let program = program(&format!("seed-{seed}.c"), &text);
        let mut checker = ReplayChecker::new(&program, &specification);
        let options = EngineOptions { refinement_limit: Some(12), unrefuted_limit: 3, ..EngineOptions::default() };
        let value = ValueAnalysis::new(Refining::Cegar);
        let other =
            cairn_cpa::run(&value, &program, &specification, &options, &mut checker, &budget(1), &mut NoObserver);
        let mut found = vec![("value", word(&other.verdict))];
        for mode in [Mode::Bmc, Mode::KInduction] {
            let outcome = bmc(&program, mode, 8, 2);
            assert_eq!(internal(&outcome.reasons), None, "seed {seed}\n{text}");
            found.push((if mode == Mode::Bmc { "bmc" } else { "k-induction" }, word(&outcome.verdict)));
            refuted += u32::from(outcome.verdict == Verdict::False(()));
            let is_true = outcome.verdict == Verdict::True;
            proved += u32::from(is_true);
            inductive += u32::from(is_true && outcome.counters.get("induction-shown") > 0);
        }
        let outcome = horn(&program, 1);
        assert_eq!(internal(&outcome.reasons), None, "seed {seed}\n{text}");
        found.push(("horn-clauses", word(&outcome.verdict)));
        let says = |answer| found.iter().any(|(_, found)| *found == answer);
        assert!(!(says("true") && says("false")), "seed {seed}: {found:?}\n{text}");
    }
    let is_rate = |found: u32| has_rates(count, found > count as u32 / 4);
    assert!(is_rate(proved) && is_rate(refuted) && has_rates(count, inductive > 0), "{proved} {refuted} {inductive}");
}
