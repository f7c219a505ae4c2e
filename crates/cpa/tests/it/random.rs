//! Verdicts on random programs against a plain search through all executions with small inputs: a TRUE is wrong when the
//! search finds the error, a FALSE when its inputs do not lead there. Merge-sep, merge-join, an index and a composite.

use cairn_cpa::{AnyCpa, Composite, EngineOptions, Order, Refine, RefineFrom, Sharing, Specification, Verdict};
use cairn_test_support::Random;
use cairn_test_support::toy::search::search;
use cairn_test_support::toy::{Constants, assemble, run_toy};

fn random_program(random: &mut Random) -> String {
    let lines = 5 + random.below(9);
    let var = |random: &mut Random| ["a", "b", "c"][random.below(3) as usize];
    let operand = |random: &mut Random| match random.below(2) {
        0 => var(random).to_owned(),
        _ => (random.below(4) as i64 - 1).to_string(),
    };
    let mut text = "fun main\n".to_owned();
    for line in 0..lines {
        text += &format!("l{line}:\n");
        text += &match random.below(12) {
            0 => format!("{} = ?\n", var(random)),
            1..=4 => format!("{} = {} + {}\n", var(random), operand(random), operand(random)),
            5 => format!("{} = {}\n", var(random), operand(random)),
            6..=9 => {
                let op = ["==", "!=", "<"][random.below(3) as usize];
                let (left, right, to) = (operand(random), operand(random), random.below(lines + 1));
                format!("if {left} {op} {right} goto l{to}\n")
            }
            10 => "call f\n".to_owned(),
            _ => format!("if {} == {} goto bad\n", operand(random), operand(random)),
        };
    }
    text += &format!("l{lines}:\nhalt\nbad:\nerror\nhalt\n");
    text += &format!("fun f\n{} = {} + 1\n", var(random), var(random));
    text += &format!("if {} == 2 goto out\n{} = ?\nout:\n", var(random), var(random));
    text
}

#[derive(Default, Debug)]
struct Counts {
    right: u32,
    unknown: u32,
    merges: u64,
    uncovered: u64,
}

fn try_one<C: Refine>(cpa: &C, text: &str, reachable: bool, options: &EngineOptions, counts: &mut Counts) {
    let program = assemble(text);
    // A toy checker starts from zeros; the toy analysis from unknown values. Both are sound for zeros.
    let specification = Specification::default_reachability();
    let outcome = run_toy(cpa, &program, &specification, options, 3_000);
    outcome.graph.arg.check().expect("the ARG is sound");
    counts.merges += outcome.statistics.merges;
    counts.uncovered += outcome.statistics.uncovered;
    let internal = outcome.reasons.iter().find(|reason| matches!(reason, cairn_cpa::Reason::Internal(_)));
    assert!(internal.is_none(), "{internal:?} with {options:?} on\n{text}");
    match outcome.verdict {
        Verdict::True => assert!(!reachable, "wrong TRUE with {options:?} on\n{text}"),
        Verdict::False(_) => assert!(reachable, "wrong FALSE with {options:?} on\n{text}"),
        Verdict::Unknown => {
            counts.unknown += 1;
            return;
        }
    }
    counts.right += 1;
}

#[test]
fn verdicts_agree_with_a_plain_search() {
    let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
    let (mut counts, mut reachable_ones) = (Counts::default(), 0);
    for _ in 0..600 {
        let text = random_program(&mut random);
        let found = search(&assemble(&text), 60);
        reachable_ones += u32::from(found.is_some());
        let order = [Order::BreadthFirst, Order::Turns, Order::CallStackFirst][random.below(3) as usize];
        let options = EngineOptions {
            order,
            basic_blocks: random.below(2) == 0,
            refine_from: [RefineFrom::Cut, RefineFrom::Root][usize::from(random.below(4) == 0)],
            sharing: [Sharing::Subtree, Sharing::Waitlist][random.below(2) as usize],
            refinement_limit: Some(60),
            ..EngineOptions::default()
        };
        let cpa = Constants::default();
        let reachable = found.is_some();
        try_one(&cpa, &text, reachable, &options, &mut counts);
        try_one(&Constants { indexed: true, ..cpa }, &text, reachable, &options, &mut counts);
        try_one(&Constants { join: true, ..cpa }, &text, reachable, &options, &mut counts);
        try_one(&Constants { join: true, full: true, ..cpa }, &text, reachable, &options, &mut counts);
        let full = |join| AnyCpa::new(Constants { join, full: true, ..cpa });
        try_one(&Composite::new(vec![full(true), full(false)]), &text, reachable, &options, &mut counts);
        try_one(&Composite::new(vec![full(true), full(true)]), &text, reachable, &options, &mut counts);
        let both = Composite::new(vec![AnyCpa::new(Constants { join: true, ..cpa }), AnyCpa::new(cpa)]);
        try_one(&both, &text, reachable, &options, &mut counts);
    }
    // The test must see both verdicts, decide most, and have met what it is about.
    assert!(counts.merges > 200 && counts.uncovered > 1000, "{counts:?}");
    assert!(reachable_ones > 100 && reachable_ones < 500, "{reachable_ones} of 600 programs reach the error");
    assert!(counts.right > 3 * counts.unknown, "{counts:?}");
}
