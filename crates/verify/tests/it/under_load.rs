//! The same run on a quiet and on a busy machine: the same verdict, reasons, figures and abstract reachability graph.
//!
//! Nothing within an analysis may be decided by a clock: only the user's limits, and the slices of the default strategy,
//! look at one. So every analysis runs twice with a limit of steps, once alone and once beside threads that leave it a small
//! part of the processor, on programs whose questions are many, or so hard that they are given up.
//!
//! `product.c` is there because no question about it is answered: it must be given up at the same place. A test without it
//! would hold for limits of time too, as long as nothing reaches them.

use crate::asked;

use cairn_verify::{Figure, Report};
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a user can choose, one of each kind of engine.
const ANALYSES: [(&str, &[(&str, &str)]); 9] = [
    ("value", &[("analysis", "value")]),
    ("predicate, whole numbers", &[("analysis", "predicate"), ("encoding", "integer")]),
    ("predicate, bit-precise", &[("analysis", "predicate"), ("encoding", "bit-vector")]),
    ("impact", &[("analysis", "impact")]),
    ("bmc", &[("analysis", "bmc")]),
    ("k-induction", &[("analysis", "k-induction")]),
    ("bam, values", &[("analysis", "value"), ("bam.blocks", "functions")]),
    ("bam, predicates", &[("analysis", "predicate"), ("bam.blocks", "functions")]),
    ("interval", &[("analysis", "interval")]),
];

/// More than the machine has processors.
const BURNERS: usize = 3;

/// Everything that a run says, but how long it took and how much memory there was.
fn shown(report: &Report) -> String {
    let mut text = format!("{}\n", report.answer.word());
    for reason in &report.reasons {
        let _ = writeln!(text, "{}", reason.text);
    }
    for (name, figure) in report.figures.iter() {
        // A count of microseconds is a time.
        let is_time = name.ends_with("-us") || name.ends_with("microseconds");
        match figure {
            Figure::Count(count) if !is_time => {
                let _ = writeln!(text, "{name} {count}");
            }
            Figure::Word(word) => {
                let _ = writeln!(text, "{name} {word}");
            }
            _ => {}
        }
    }
    text.push_str(report.arg.as_deref().unwrap_or(""));
    text
}

struct Over<'a>(&'a AtomicBool);
impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Runs something beside threads that do nothing but use the processor.
fn under_load<T>(run: impl FnOnce() -> T) -> T {
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..BURNERS {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    std::hint::spin_loop()
                }
            });
        }
        // Also when the run panics.
        let _over = Over(&over);
        run()
    })
}

/// Of the programs in order each third analysis, beginning with another one each time: seconds, where all take minutes.
#[test]
fn a_busy_machine_changes_nothing() {
    compare(3);
}

#[test]
#[ignore = "takes minutes"]
fn a_busy_machine_changes_nothing_by_any_analysis() {
    compare(1);
}

fn compare(stride: usize) {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/under_load");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let (mut differences, mut given_up, mut drawn, mut answers) = (Vec::new(), 0, 0, [0; 3]);
    for (number, file) in files.iter().enumerate() {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(file).unwrap();
        for (analysis, options) in ANALYSES.into_iter().skip(number % stride).step_by(stride) {
            let run = || asked::drawn(&name, &text, options);
            let quiet = run();
            let busy = under_load(run);
            answers[quiet.answer as usize] += 1;
            given_up += u32::from(quiet.reasons.iter().any(|reason| reason.text.contains("work")));
            drawn += u32::from(quiet.arg.as_ref().is_some_and(|arg| arg.lines().count() > 10));
            let (quiet, busy) = (shown(&quiet), shown(&busy));
            if quiet != busy {
                let line = quiet.lines().zip(busy.lines()).find(|(one, other)| one != other);
                differences.push(format!("{name} by {analysis}: {line:?}"));
            }
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    // Without these, clocks could be anywhere and nobody would see.
    let counts = format!("{given_up} given up, {drawn} drawn, {answers:?} of TRUE, FALSE, UNKNOWN");
    assert!(given_up > 0 && drawn > 2 && answers.iter().all(|count| *count > 0), "{counts}");
}
