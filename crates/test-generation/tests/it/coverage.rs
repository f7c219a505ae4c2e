//! The coverage of suites on programs whose branches are known; and that tests are what they say.

use cairn_base::{Budget, CancelToken};
use cairn_front_c::{FrontEndOptions, Input, compile};
use cairn_interp::{Code, RecordedInputs};
use cairn_ir::{MachineModel, Program};
use cairn_test_generation::{Coverage, GeneratedSuite, format, replay, run};

fn program(text: &str) -> Program {
    let input = Input { name: "a.c".to_owned(), text: text.into() };
    match compile(&[input], &FrontEndOptions::new(MachineModel::Lp64, "main")) {
        Ok(mut program) => {
            cairn_test_generation::prepare(&mut program);
            program
        }
        Err(error) => panic!("{}", error.diagnostics.iter().map(|d| d.render(&error.sources)).collect::<String>()),
    }
}

fn suite(text: &str) -> GeneratedSuite {
    let program = program(text);
    let code = Code::new(&program);
    let budget = Budget::unlimited(CancelToken::new()).with_ticks(Some(20_000));
    let found = run(&program, &code, Coverage::Branches, &budget).expect("no internal error");
    // Each test does what it says when it is run again with nothing but its values.
    for test in &found.tests {
        let again = replay::replay(&program, &code, &RecordedInputs::of(test.given.iter().map(|given| given.value)));
        assert_eq!((&again.given, again.ends), (&test.given, test.ends));
        assert!(test.taken.iter().all(|edge| again.taken.contains(edge)));
    }
    found
}

#[test]
fn branches_behind_arithmetic_are_covered() {
    let found = suite(
        "extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void);
         static int classify(int x) { if (x * 3 + 7 == 1234567) return 1; if (x < -1000) return 2; return 3; }
         int main(void) {
             int r = classify(__VERIFIER_nondet_int());
             unsigned char c = __VERIFIER_nondet_uchar();
             if (r == 3 && (c ^ 0x5a) == 0x33) r = 4;
             if (r == 4) return 1;
             return 0;
         }",
    );
    assert_eq!(found.stopped, None);
    assert!(!found.goals.is_empty());
    // 3x + 7 = 1234567 has a solution modulo 2^32.
    assert_eq!(found.covered, found.goals);
    assert!(found.tests.len() <= 4, "{}", found.tests.len());
}

#[test]
fn what_cannot_be_taken_is_not_covered() {
    let found = suite(
        "extern int __VERIFIER_nondet_int(void);
         int main(void) { int x = __VERIFIER_nondet_int(); if (x > 5) { if (x < 3) return 1; } return 0; }",
    );
    assert_eq!(found.stopped, None);
    assert_eq!((found.covered.len(), found.goals.len()), (3, 4));
}

#[test]
fn a_machine_with_memory_is_driven_through_its_states() {
    let found = suite(
        "extern int __VERIFIER_nondet_int(void);
         int main(void) {
             int s = 0;
             while (1) {
                 int in = __VERIFIER_nondet_int();
                 if (in == 0) return s;
                 if (s == 0 && in == 17) s = 1;
                 else if (s == 1 && in == 99) s = 2;
                 else if (s == 2 && in == -5) return 100;
             }
         }",
    );
    assert_eq!(found.covered, found.goals);
}

#[test]
fn tests_are_written() {
    let found = suite(
        "extern double __VERIFIER_nondet_double(void); extern _Bool __VERIFIER_nondet_bool(void);
         int main(void) { _Bool b = __VERIFIER_nondet_bool(); double d = __VERIFIER_nondet_double();
         if (b) { if (d > 2.5) return 1; } return 0; }",
    );
    assert_eq!(found.covered, found.goals);
    let texts: Vec<String> = found.tests.iter().map(format::testcase).collect();
    assert!(texts.iter().all(|text| text.contains("<input type=\"_Bool\">") && text.ends_with("</testcase>\n")));
    let harness = format::harness(&found.tests[0]);
    assert!(harness.contains("double __VERIFIER_nondet_double(void)"), "{harness}");
    let metadata = format::metadata("a<b.c", b"int main(void);", "main", 64, "2026-01-01T00:00:00Z");
    assert!(metadata.contains("<programfile>a&lt;b.c</programfile>") && metadata.contains("<architecture>64bit"));
}
