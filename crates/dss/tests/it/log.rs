//! The message log is an observer: with it a run is the run that it is without; and what it says is what happened.

use cairn_base::{Budget, CancelToken};
use cairn_blocks::Decomposition;
use cairn_cpa::{EngineOptions, Outcome, Specification};
use cairn_dss::log::{self, Event, LogEvent, MessageKind};
use cairn_dss::{Combine, DistributedOptions, Proceed, Recorder, Workshop, run};
use cairn_predicate::{self as predicate, PredicateAnalysis};
use cairn_test_support::{ReplayChecker, program, word};
use std::collections::BTreeMap;
use std::path::Path;

/// The verdict, the reasons and what was counted.
fn analysed(text: &str, jobs: usize, recorder: Option<Recorder>) -> (&'static str, String, BTreeMap<String, u64>) {
    let specification = Specification::unreachable("unreach-call", ["reach_error"], []);
    let program = program("a.c", text);
    let workshop = Workshop {
        analysis: &|ends| {
            PredicateAnalysis::new(predicate::PredicateOptions { ends: ends.to_vec(), ..Default::default() })
        },
        checker: &|| ReplayChecker::new(&program, &specification),
        budget: &|cancel| Budget::unlimited(cancel).with_ticks(Some(200_000)),
    };
    let options = DistributedOptions {
        conditions: cairn_dss::Conditions::Chains,
        decomposition: Decomposition::Linear,
        combine: Combine::Off,
        proceed: Proceed::AtOnce,
        jobs,
        engine: EngineOptions::default(),
        recorder,
        invariants: false,
    };
    let outcome = run(&workshop, &program, &specification, &options, &CancelToken::new());
    let Outcome { verdict, reasons, counters, .. } = outcome;
    // How long a solver took is no count of what was done.
    let counts = counters
        .iter()
        .filter(|(name, _)| !name.contains("microseconds"))
        .map(|(name, count)| (name.to_owned(), count));
    (word(&verdict), format!("{reasons:?}"), counts.collect())
}

fn programs() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let paths =
        std::fs::read_dir(folder).expect("the folder is there").map(|entry| entry.expect("it can be read").path());
    let mut all: Vec<_> =
        paths.map(|path| (path.display().to_string(), std::fs::read_to_string(path).unwrap())).collect();
    all.sort();
    all
}

#[test]
fn a_log_changes_nothing() {
    for (name, text) in programs() {
        assert_eq!(analysed(&text, 1, None), analysed(&text, 1, Some(Recorder::default())), "{name}");
    }
}

#[test]
fn the_log_says_what_happened() {
    for (name, text) in programs() {
        for jobs in [1, 2] {
            let recorder = Recorder::default();
            let (verdict, _, counts) = analysed(&text, jobs, Some(recorder.clone()));
            let log = recorder.log();
            assert_eq!(log.verdict.as_deref().map(str::to_lowercase).as_deref(), Some(verdict), "{name}");
            check(&name, &log.events, log.blocks.len());
            let of = |is: fn(&LogEvent) -> bool| log.events.iter().filter(|event| is(&event.what)).count() as u64;
            assert_eq!(of(|what| matches!(what, LogEvent::Treated(_))), counts["dss-messages"], "{name}");
            let epochs =
                of(|what| matches!(what, LogEvent::Sent(sent) if sent.kind == MessageKind::ErrorConditionUnreachable));
            assert_eq!(epochs, counts.get("dss-epochs").copied().unwrap_or(0), "{name}");
            let ends = of(
                |what| matches!(what, LogEvent::Sent(sent) if matches!(sent.kind, MessageKind::Result | MessageKind::Error)),
            );
            assert_eq!(ends, 1, "{name}: a run ends once");
        }
    }
}

/// Times are places; causes come before; each message is handled at most once, after it was sent; blocks are blocks.
fn check(name: &str, events: &[Event], blocks: usize) {
    let mut open: BTreeMap<u64, MessageKind> = BTreeMap::new();
    let mut sent: BTreeMap<u64, MessageKind> = BTreeMap::new();
    for (place, event) in events.iter().enumerate() {
        assert_eq!(event.time, place as u64, "{name}");
        match &event.what {
            LogEvent::Sent(message) => {
                let cause = message.cause.map(|cause| sent[&cause]);
                let is_fit = match message.kind {
                    MessageKind::BlockPostcondition => {
                        // A block that was refined since is explored again, without anything new.
                        let is_again = message.description == "again";
                        cause.is_none() == (place == 0) && (cause != Some(MessageKind::ErrorCondition) || is_again)
                    }
                    MessageKind::ErrorCondition => cause == Some(MessageKind::BlockPostcondition),
                    MessageKind::ErrorConditionUnreachable => {
                        cause == Some(MessageKind::ErrorCondition)
                            && !message.description.is_empty()
                            && message.bytes > 0
                    }
                    MessageKind::Result | MessageKind::Error => cause.is_none(),
                };
                assert!(is_fit, "{name}: {event:?} because of {cause:?}");
                let to: &[usize] = match &message.receivers {
                    log::Receivers::Blocks(blocks) => blocks,
                    log::Receivers::All => &[],
                };
                assert!(message.sender.iter().chain(to).all(|block| *block < blocks), "{name}: {event:?}");
                sent.insert(event.time, message.kind);
                open.insert(event.time, message.kind);
            }
            LogEvent::Treated(done) => {
                let kind = open.remove(&done.message);
                assert!(
                    matches!(kind, Some(MessageKind::BlockPostcondition | MessageKind::ErrorCondition)),
                    "{name}: {event:?}"
                );
            }
        }
    }
}
