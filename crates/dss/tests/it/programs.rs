//! Programs with their verdicts, by every decomposition and by one and two threads; and the laws of `Distribute`.

use cairn_base::{Budget, CancelToken};
use cairn_blocks::Decomposition;
use cairn_cpa::distribute::laws;
use cairn_cpa::{Cx, Distribute, EngineOptions, Outcome, Specification, Statistics};
use cairn_domains::interval::IntervalAnalysis;
use cairn_domains::value::{Refining, ValueAnalysis};
use cairn_dss::{DistributedOptions, Workshop, run};
use cairn_predicate::{self as predicate, PredicateAnalysis};
use cairn_test_support::{ReplayChecker, program, word};
use std::collections::BTreeMap;
use std::path::Path;

const DECOMPOSITIONS: [Decomposition; 4] =
    [Decomposition::Single, Decomposition::Linear, Decomposition::GivenSize(1), Decomposition::FunctionsAndLoops];

fn programs() -> Vec<(String, String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
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

/// The verdict, and what was counted.
fn analysed(text: &str, decomposition: Decomposition, jobs: usize) -> (&'static str, Statistics) {
    let (program, specification) = (program("a.c", text), specification());
    let workshop = Workshop {
        analysis: &|ends| {
            PredicateAnalysis::new(predicate::PredicateOptions { ends: ends.to_vec(), ..Default::default() })
        },
        checker: &|| ReplayChecker::new(&program, &specification),
        budget: &|cancel| Budget::unlimited(cancel).with_ticks(Some(200_000)),
    };
    let options =
        DistributedOptions { decomposition, jobs, engine: EngineOptions::default(), recorder: None, invariants: true };
    let outcome = run(&workshop, &program, &specification, &options, &CancelToken::new());
    let Outcome { verdict, reasons, counters, .. } = outcome;
    assert_eq!(word(&verdict) == "true", word(&verdict) == "true" && reasons.is_empty());
    (word(&verdict), counters)
}

#[test]
fn every_decomposition_has_the_verdict() {
    for (name, expected, text) in programs() {
        for decomposition in DECOMPOSITIONS {
            let more: &[usize] = match decomposition {
                Decomposition::GivenSize(_) | Decomposition::Loops => &[1, 2],
                _ => &[1],
            };
            for jobs in more.iter().copied() {
                let (found, counters) = analysed(&text, decomposition, jobs);
                assert_eq!(found, expected, "{name}, {decomposition:?}, {jobs} jobs: {counters:?}");
            }
        }
    }
}

#[test]
fn one_thread_treats_the_same_messages_each_time() {
    for (name, _, text) in programs() {
        let counts = || {
            let (verdict, counters) = analysed(&text, Decomposition::GivenSize(1), 1);
            let counts: BTreeMap<_, _> = counters
                .iter()
                .filter(|(name, _)| name.starts_with("dss-") && !name.ends_with("-microseconds"))
                .collect();
            (verdict, counts)
        };
        assert_eq!(counts(), counts(), "{name}");
    }
}

#[test]
fn results_are_used_again_in_the_next_epoch() {
    let (name, _, text) = programs().into_iter().find(|(name, ..)| name == "two_loops_safe.c").expect("it is there");
    let (_, counters) = analysed(&text, Decomposition::GivenSize(1), 1);
    assert!(counters.get("dss-epochs") > 0 && counters.get("dss-used-again") > 0, "{name}: {counters:?}");
}

/// The states that an analysis has at each control state of a program.
fn check_laws<C: Distribute>(cpa: &C, text: &str) -> usize {
    let (program, specification) = (program("a.c", text), specification());
    let budget = Budget::unlimited(CancelToken::new());
    let mut statistics = Statistics::default();
    let precision = cpa.initial(&mut Cx { program: &program, budget: &budget, statistics: &mut statistics }).unwrap().1;
    let (_, samples) = cairn_cpa::laws::sample(cpa, &precision, &program, &specification, &budget, 60).unwrap();
    let mut at: BTreeMap<_, Vec<C::State>> = BTreeMap::new();
    for sample in samples {
        at.entry(sample.control).or_default().push(sample.state);
    }
    let mut cx = Cx { program: &program, budget: &budget, statistics: &mut statistics };
    for states in at.values() {
        laws(cpa, states, &mut cx).unwrap_or_else(|why| panic!("{why}"));
    }
    at.values().filter(|states| states.len() > 1).count()
}

#[test]
fn the_laws_hold() {
    let mut compared = [0; 3];
    for (_, _, text) in programs() {
        compared[0] += check_laws(&PredicateAnalysis::new(predicate::PredicateOptions::default()), &text);
        compared[1] += check_laws(&ValueAnalysis::new(Refining::None), &text);
        compared[2] += check_laws(&IntervalAnalysis::new(), &text);
    }
    assert!(compared.iter().all(|count| *count > 0), "{compared:?}");
}
