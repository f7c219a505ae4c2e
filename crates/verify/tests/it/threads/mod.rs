//! Generated programs with threads, whose schedules are all run: whether one of them fails, has a race or a deadlock tells the truth
//! about them.
//!
//! Invariant: the truth comes from the tree that the program was made of ([`program`]), by an interpreter of its own ([`schedules`]), and
//! from nothing of the verifier.
//!
//! What no seed finds is in `docs/design/threads.md`.
//!
//! Why not programs whose verdicts are known: the mistakes of threads are in what stands beside what, of which nobody writes all.

mod generate;
mod program;
mod published;
mod records;
mod schedules;
mod waiting;

use self::program::Program;
use self::schedules::Truth;
use crate::asked;

use cairn_base::Work;
use cairn_task::Property;
use cairn_verify::ReportedVerdict;
use fastrand::Rng;

/// The states of all schedules of a program, at most.
const MOST_STATES: usize = 20_000;

fn generated(seed: u64) -> (Program, Truth) {
    let mut rng = Rng::with_seed(seed);
    loop {
        let mut program = generate::program(&mut rng);
        let Some(truth) = schedules::truth(&program, MOST_STATES) else { continue };
        if rng.bool() {
            return (program, truth);
        }
        generate::sharpen(&mut program, &truth.ends, &mut rng);
        if let Some(truth) = schedules::truth(&program, MOST_STATES) {
            return (program, truth);
        }
    }
}

/// A program that is asked for deadlocks.
fn generated_waiting(seed: u64) -> (Program, Truth) {
    let mut rng = Rng::with_seed(seed);
    loop {
        let is_any = rng.u32(0..5) == 0;
        let program = if is_any { generate::program(&mut rng) } else { waiting::program(&mut rng) };
        // Most are small, since others are rarely decided.
        let most = if rng.u32(0..6) == 0 { MOST_STATES } else { MOST_STATES / 25 };
        if let Some(truth) = schedules::truth(&program, most) {
            return (program, truth);
        }
    }
}

/// What was asked of programs.
#[derive(Default, Debug)]
struct Counted {
    asked: u64,
    decided: u64,
    violated: u64,
}

impl Counted {
    fn ask(&mut self, property: &str, seed: u64, text: &str, is_violated: bool) {
        let asked = Property::by_name(property).unwrap();
        let name = format!("threads-{seed}.c");
        let answer = asked::ask_property(&name, text, asked, 30_000, Work::thousands(600)).answer;
        let expected = if is_violated { ReportedVerdict::False } else { ReportedVerdict::True };
        self.asked += 1;
        self.decided += u64::from(answer == expected);
        self.violated += u64::from(is_violated);
        assert!(answer == expected || answer == ReportedVerdict::Unknown, "seed {seed}: {property} {answer:?}\n{text}");
    }
    /// The test says nothing where little is decided, or all programs are alike. A turn has few programs: of waits three of four
    /// are decided on average, and 23 of 40 on one turn.
    fn is_good(&self) -> bool {
        let Self { asked, decided, violated } = *self;
        decided * 10 >= asked * 4 && violated * 20 >= asked && (asked - violated) * 20 >= asked
    }
}

#[test]
fn generated_programs_do_as_all_their_schedules() {
    let (mut calls, mut races) = (Counted::default(), Counted::default());
    for seed in cairn_tools::seeds(40) {
        let (program, truth) = generated(seed);
        let text = program.text();
        calls.ask("unreach-call", seed, &text, truth.fails);
        races.ask("no-data-race", seed, &text, truth.races);
    }
    assert!(calls.is_good() && races.is_good(), "{calls:?} {races:?}");
}

#[test]
fn generated_programs_wait_as_all_their_schedules() {
    let mut waits = Counted::default();
    for seed in cairn_tools::seeds(40) {
        let (program, truth) = generated_waiting(seed);
        waits.ask("no-deadlock", seed, &program.text(), truth.deadlocks);
    }
    assert!(waits.is_good(), "{waits:?}");
}

fn generated_records(seed: u64) -> (records::Program, bool) {
    let mut rng = Rng::with_seed(seed);
    loop {
        let program = records::program(&mut rng);
        if let Some(races) = records::races(&program) {
            return (program, races);
        }
    }
}

#[test]
fn generated_programs_race_as_all_their_schedules() {
    let mut races = Counted::default();
    for seed in cairn_tools::seeds(40) {
        let (program, truth) = generated_records(seed);
        races.ask("no-data-race", seed, &program.text(), truth);
    }
    assert!(races.is_good(), "{races:?}");
}

#[test]
fn generated_programs_are_not_alike() {
    let all: Vec<Truth> = (0..100).map(|seed| generated(seed).1).collect();
    let waiting: Vec<Truth> = (0..100).map(|seed| generated_waiting(seed).1).collect();
    let count = |all: &[Truth], of: fn(&Truth) -> bool| all.iter().filter(|truth| of(truth)).count();
    let counts = [count(&all, |it| it.fails), count(&all, |it| it.races), count(&waiting, |it| it.deadlocks)];
    assert!(counts.iter().all(|count| (10..=90).contains(count)), "that fail, race, deadlock: {counts:?}");
}
