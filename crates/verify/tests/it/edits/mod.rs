//! Summaries of the versions before, kept over random edits of programs: each verdict is that of a run without them.
//!
//! What was learnt before may decide what a fresh run cannot, and then there is no verdict to compare with. So each version
//! is also run with made-up inputs, and no TRUE may stand against an execution that violates the property.

mod edit;
mod generate;

use crate::asked;

use asked::{count, verify};
use cairn_tools::seeds;
use cairn_verify::ReportedVerdict;
use generate::Random;
use std::ops::Range;

/// Edits of each program.
const EDITS: usize = 10;

/// `known` and `read` are how many answers of each kind there are at least, how many violations are found by execution alone,
/// and how many summaries are read: without them the test could not fail.
fn edits(analysis: &str, seeds: Range<u64>, known: u32, read: u64) {
    let programs = seeds.end - seeds.start;
    let options = [("analysis", analysis), ("bam.blocks", "functions")];
    let folder = tempfile::tempdir().unwrap();
    let (mut answers, mut was_read, mut violated, mut wrong) = ([0; 3], 0, 0, Vec::new());
    for seed in seeds {
        let path = folder.path().join(format!("summaries{seed}"));
        let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ ((seed + 1) * 0x1234_5678_9abc));
        let mut program = generate::program(&mut random);
        let mut before = String::new();
        for version in 0..=EDITS {
            let text = program.text();
            // The inputs of a violation are run again for a file of the same name only; here it is the blocks that count.
            let name = if version % 3 == 0 { "same.c".to_owned() } else { format!("version{version}.c") };
            let fresh = verify(&name, &text, &options, None);
            let kept = verify(&name, &text, &options, Some(&path));
            assert_eq!(kept.warnings, Vec::<String>::new());
            answers[fresh.answer as usize] += 1;
            was_read += count(&kept, "summaries-read");
            if asked::is_violated("executed.c", &text) {
                violated += 1;
                for (what, answer) in [("fresh", fresh.answer), ("kept", kept.answer)] {
                    if answer == ReportedVerdict::True {
                        wrong.push(format!(
                            "{seed}: {what} is TRUE against an execution after\n{before}\nbecame\n{text}"
                        ));
                    }
                }
            }
            // What was learnt before may decide what a fresh run cannot; then another way must not contradict.
            let expected = match (fresh.answer, kept.answer) {
                (ReportedVerdict::Unknown, ReportedVerdict::True | ReportedVerdict::False) => {
                    verify("other.c", &text, &[], None).answer
                }
                (answer, _) => answer,
            };
            let is_as_good = expected == ReportedVerdict::Unknown && fresh.answer == ReportedVerdict::Unknown;
            // Only a limit may make a difference.
            let is_stopped = kept.reasons.iter().any(|reason| reason.text.contains("limit of"));
            if expected != kept.answer && !is_as_good && !is_stopped {
                let (fresh, kept) = (fresh.answer.word(), kept.answer.word());
                wrong.push(format!("{seed}: {fresh} is {kept} after\n{before}\nbecame\n{text}"));
            }
            before = text;
            edit::edit(&mut program, &mut random);
        }
    }
    assert!(wrong.is_empty(), "{} verdicts, the first: {}", wrong.len(), wrong[0]);
    let least = answers[ReportedVerdict::True as usize].min(answers[ReportedVerdict::False as usize]);
    let counts = format!("{answers:?} of TRUE, FALSE, UNKNOWN, {violated} violated, {was_read} summaries read");
    // A run has a few of them, and numbers mean something of all.
    assert!(programs < 15 || least >= known && violated >= known && was_read >= read, "{counts}");
}

#[test]
fn verdicts_of_values_stay_what_they_are() {
    edits("value", seeds(1), 11, 11);
}

#[test]
fn verdicts_of_intervals_stay_what_they_are() {
    edits("interval", seeds(1), 7, 7);
}

#[test]
fn verdicts_of_predicates_stay_what_they_are() {
    // Always the first: others may take minutes.
    edits("predicate", 0..1, 2, 1);
}

#[test]
#[ignore = "takes minutes"]
fn verdicts_of_predicates_over_many_edits_stay_what_they_are() {
    edits("predicate", 0..20, 50, 50);
}
