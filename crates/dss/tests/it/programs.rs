//! Programs with their verdicts, by every decomposition and by one and two threads; and the laws of `Distribute`.

use cairn_base::{Budget, CancelToken};
use cairn_blocks::Decomposition;
use cairn_cpa::distribute::laws;
use cairn_cpa::{AnyCpa, Composite, Cx, Distribute, EngineOptions, Names, Outcome, Specification, Statistics};
use cairn_domains::interval::IntervalAnalysis;
use cairn_domains::value::{Refining, ValueAnalysis};
use cairn_dss::message::entry_place;
use cairn_dss::{Combine, Conditions, DistributedOptions, Proceed, Workshop, run};
use cairn_ir::NodeId;
use cairn_predicate::{self as predicate, PredicateAnalysis};
use cairn_test_support::{ReplayChecker, program, word};
use std::collections::BTreeMap;
use std::path::Path;

const DECOMPOSITIONS: [Decomposition; 4] =
    [Decomposition::Single, Decomposition::Linear, Decomposition::GivenSize(1), Decomposition::FunctionsAndLoops];

fn programs(folder: &str) -> Vec<(String, String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        let text = std::fs::read_to_string(&path).expect("it can be read");
        let expected = text.lines().next().and_then(|line| line.strip_prefix("// expect: ")).expect("an expectation");
        found.push((path.file_name().unwrap_or_default().display().to_string(), expected.to_lowercase(), text));
    }
    found.sort();
    found
}

fn specification() -> Specification {
    Specification::unreachable("unreach-call", ["reach_error"], [])
}

/// What the workers run.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Workers {
    Predicates,
    Values,
    Intervals,
    Together,
}

fn analysis(workers: Workers, ends: &[NodeId]) -> Composite {
    let values = || AnyCpa::distributable(ValueAnalysis::new(Refining::Cegar));
    let intervals = || AnyCpa::distributable(IntervalAnalysis::new());
    let predicates = || {
        let options = predicate::PredicateOptions { ends: ends.to_vec(), ..Default::default() };
        AnyCpa::distributable(PredicateAnalysis::new(options))
    };
    Composite::new(match workers {
        Workers::Predicates => vec![predicates()],
        Workers::Values => vec![values()],
        Workers::Intervals => vec![intervals()],
        Workers::Together => vec![values(), intervals(), predicates()],
    })
}

/// How messages are handled.
type Handling = (Combine, Proceed, Conditions);

const ALONE: Handling = (Combine::Off, Proceed::AtOnce, Conditions::Chains);
const BACKWARD: Handling = (Combine::Off, Proceed::AtOnce, Conditions::Blocks);
const COMBINED: Handling = (Combine::Waiting, Proceed::AllPredecessors, Conditions::Chains);

/// The verdict, and what was counted.
fn analysed(
    text: &str,
    workers: Workers,
    decomposition: Decomposition,
    jobs: usize,
    (combine, proceed, conditions): Handling,
) -> (&'static str, Statistics) {
    let (program, specification) = (program("a.c", text), specification());
    // Where a loop has no end, neither have values, nor several analyses whose states are kept apart.
    let most = if workers == Workers::Predicates { 200_000 } else { 5_000 };
    let workshop = Workshop {
        analysis: &|ends| analysis(workers, ends),
        checker: &|| ReplayChecker::new(&program, &specification),
        budget: &|cancel| Budget::unlimited(cancel).with_ticks(Some(most)),
    };
    let engine = EngineOptions::default();
    let options = DistributedOptions {
        decomposition,
        combine,
        proceed,
        conditions,
        jobs,
        engine,
        recorder: None,
        invariants: true,
    };
    let outcome = run(&workshop, &program, &specification, &options, &CancelToken::new());
    let Outcome { verdict, reasons, counters, .. } = outcome;
    assert_eq!(word(&verdict) == "true", word(&verdict) == "true" && reasons.is_empty());
    assert!(word(&verdict) != "unknown" || !reasons.is_empty(), "UNKNOWN has a reason");
    (word(&verdict), counters)
}

/// A third of the runs at a time.
#[test]
fn every_decomposition_has_the_verdict() {
    let mut run = 0..;
    for (index, (name, expected, text)) in programs("programs").into_iter().enumerate() {
        for decomposition in DECOMPOSITIONS {
            let more: &[usize] = match decomposition {
                Decomposition::GivenSize(_) | Decomposition::Loops => &[1, 2],
                _ => &[1],
            };
            for jobs in more.iter().copied() {
                for how in [ALONE, BACKWARD, COMBINED] {
                    if !cairn_tools::takes_share(index + run.next().unwrap_or(0), 3) {
                        continue;
                    }
                    let (found, counters) = analysed(&text, Workers::Predicates, decomposition, jobs, how);
                    assert_eq!(found, expected, "{name}, {decomposition:?}, {jobs} jobs, {how:?}: {counters:?}");
                }
            }
        }
    }
}

/// The first line of a program says what each analysis makes of it.
#[test]
fn every_analysis_has_its_verdict_by_blocks() {
    for (name, expected, text) in programs("analyses") {
        for expectation in expected.split(' ') {
            let (who, verdict) = expectation.split_once('=').expect("analysis=verdict");
            let workers = match who {
                "predicates" => Workers::Predicates,
                "values" => Workers::Values,
                "intervals" => Workers::Intervals,
                _ => Workers::Together,
            };
            for decomposition in [Decomposition::Loops, Decomposition::Linear] {
                for how in [ALONE, BACKWARD, (Combine::Waiting, Proceed::AtOnce, Conditions::Blocks)] {
                    let (found, counters) = analysed(&text, workers, decomposition, 1, how);
                    assert_eq!(found, verdict, "{name}, {who}, {decomposition:?}, {how:?}: {counters:?}");
                }
            }
        }
    }
}

/// No analysis says TRUE of a program with a violation, nor FALSE of one without, in whatever way it runs.
#[test]
fn no_way_of_combining_has_a_wrong_verdict() {
    for (name, expected, text) in programs("programs") {
        for workers in [Workers::Values, Workers::Intervals, Workers::Together] {
            for decomposition in [Decomposition::Loops] {
                for how in [ALONE, COMBINED] {
                    let (found, counters) = analysed(&text, workers, decomposition, 1, how);
                    let wrong = if name.contains("unsafe") { "true" } else { "false" };
                    let is_wrong = found == wrong && !expected.contains("unknown");
                    assert!(!is_wrong, "{name}, {workers:?}, {decomposition:?}, {how:?}: {counters:?}");
                }
            }
        }
    }
}

#[test]
fn one_thread_treats_the_same_messages_each_time() {
    for (name, _, text) in programs("programs") {
        let counts = || {
            let (verdict, counters) = analysed(&text, Workers::Predicates, Decomposition::GivenSize(1), 1, ALONE);
            let counts: BTreeMap<_, _> = counters
                .iter()
                .filter(|(name, _)| name.starts_with("dss-") && !name.ends_with("-microseconds"))
                .collect();
            (verdict, counts)
        };
        assert_eq!(counts(), counts(), "{name}");
    }
}

/// The states that an analysis has at each control state of a program.
fn check_laws<C: Distribute>(cpa: &C, text: &str) -> usize {
    let (program, specification) = (program("a.c", text), specification());
    let budget = Budget::unlimited(CancelToken::new());
    let mut statistics = Statistics::default();
    let precision = cpa.initial(&mut Cx { program: &program, budget: &budget, statistics: &mut statistics }).unwrap().1;
    let (controls, samples) = cairn_cpa::laws::sample(cpa, &precision, &program, &specification, &budget, 60).unwrap();
    let names = Names::new(&program);
    let mut at: BTreeMap<_, Vec<C::State>> = BTreeMap::new();
    for sample in samples {
        at.entry(sample.control).or_default().push(sample.state);
    }
    let mut cx = Cx { program: &program, budget: &budget, statistics: &mut statistics };
    for (control, states) in &at {
        let place = entry_place(&controls.place(*control));
        laws(cpa, states, place, &names, &mut cx).unwrap_or_else(|why| panic!("{why}"));
    }
    at.values().filter(|states| states.len() > 1).count()
}

#[test]
fn the_laws_hold() {
    let mut compared = [0; 4];
    for (_, _, text) in programs("programs") {
        compared[0] += check_laws(&PredicateAnalysis::new(predicate::PredicateOptions::default()), &text);
        compared[1] += check_laws(&ValueAnalysis::new(Refining::None), &text);
        compared[2] += check_laws(&IntervalAnalysis::new(), &text);
        // Inside of a block of its encoding the order of predicates does not compare a state with the top.
        let parts = vec![
            AnyCpa::distributable(ValueAnalysis::new(Refining::None)),
            AnyCpa::distributable(IntervalAnalysis::new()),
        ];
        compared[3] += check_laws(&Composite::new(parts), &text);
    }
    assert!(compared.iter().all(|count| *count > 0), "{compared:?}");
}
