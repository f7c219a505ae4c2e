//! Runs over many machines, with the machines in this process and a log in its memory: workers die and come late, work is handed out
//! again, strangers write, and the log loses what it has confirmed. Verdicts stay what they are, or are none.

use cairn_base::{Budget, CancelToken};
use cairn_blocks::Decomposition;
use cairn_cpa::{EngineOptions, Outcome, Specification};
use cairn_dss::remote::coordinate::coordinate;
use cairn_dss::remote::participate::take_part;
use cairn_dss::remote::{Machines, ProcessRole, RunConnection};
use cairn_dss::{Combine, DistributedOptions, Proceed, Workshop};
use cairn_ir::Program;
use cairn_predicate::{self as predicate, PredicateAnalysis};
use cairn_test_support::{ReplayChecker, program, word};
use cairn_wire::entry::{End, Start, WireReason, WireStep, WorkItem, WorkerName};
use cairn_wire::in_process_log::Shared;
use cairn_wire::log::Seen;
use cairn_wire::{Claim, Entry, Lane, Log, Lost, SealKey, Tie};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

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

fn one(name: &str) -> String {
    programs().into_iter().find(|(found, ..)| found == name).expect("it is there").2
}

fn options() -> DistributedOptions {
    DistributedOptions {
        conditions: cairn_dss::Conditions::Chains,
        decomposition: Decomposition::Loops,
        combine: Combine::Off,
        proceed: Proceed::AtOnce,
        jobs: 1,
        engine: EngineOptions::default(),
        recorder: None,
        invariants: false,
    }
}

fn machines(log: Arc<dyn Log>, role: ProcessRole, told: &Arc<Mutex<Vec<String>>>) -> Machines {
    let me = WorkerName { name: "one".to_owned(), version: "1".to_owned() };
    let told = told.clone();
    let tell = Arc::new(move |what: &str| told.lock().unwrap().push(what.to_owned()));
    let start = Start { version: "1".to_owned(), run: WorkItem::Tasks };
    Machines { log, key: SealKey(b"secret".to_vec()), start, role, me, tell }
}

/// A run: its program, and everything that takes part.
struct Field {
    program: Program,
    specification: Specification,
    tie: Tie,
    told: Arc<Mutex<Vec<String>>>,
}

impl Field {
    fn new(text: &str) -> Self {
        let program = program("a.c", text);
        let specification = Specification::unreachable("unreach-call", ["reach_error"], []);
        let told = Arc::default();
        let machines = machines(Arc::new(Shared::default()), ProcessRole::Coordinator, &told);
        let graph = cairn_blocks::BlockGraph::new(&program, Decomposition::Loops);
        let tie = RunConnection::new(&machines, &program, &specification, &graph).tie();
        Self { program, specification, tie, told }
    }

    /// Works until the run is over; why it ended.
    fn work(&self, log: Arc<dyn Log>, tie: Tie, cancel: &CancelToken) -> String {
        let workshop = Workshop {
            analysis: &|ends| {
                PredicateAnalysis::new(predicate::PredicateOptions { ends: ends.to_vec(), ..Default::default() })
            },
            checker: &|| ReplayChecker::new(&self.program, &self.specification),
            budget: &|cancel| Budget::unlimited(cancel).with_ticks(Some(200_000)),
        };
        let machines = machines(log, ProcessRole::Worker(tie), &self.told);
        let outcome = take_part(&workshop, &self.program, &self.specification, &options(), &machines, cancel);
        outcome.reasons.iter().map(ToString::to_string).collect()
    }

    /// The verdict of the coordinator, and why it is not more.
    fn ask(&self, log: Arc<dyn Log>) -> (&'static str, String) {
        let mut checker = ReplayChecker::new(&self.program, &self.specification);
        // Nothing here may hang: what ends by time is no verdict, and the tests expect one.
        let budget = Budget::unlimited(CancelToken::new());
        let budget = budget.with_time(std::time::Instant::now(), Some(Duration::from_secs(60)));
        let machines = machines(log, ProcessRole::Coordinator, &self.told);
        let outcome = coordinate(&mut checker, &self.program, &self.specification, &options(), &machines, &budget);
        let Outcome { verdict, reasons, .. } = outcome;
        (word(&verdict), reasons.iter().map(ToString::to_string).collect())
    }

    /// A run with two workers, while something happens.
    fn run(&self, log: &Arc<Shared>, meanwhile: impl Fn(&dyn Fn() -> bool) + Sync) -> (&'static str, String) {
        let over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for _ in 0..2 {
                let log: Arc<dyn Log> = Arc::new(log.join());
                scope.spawn(|| self.work(log, self.tie, &CancelToken::new()));
            }
            scope.spawn(|| meanwhile(&|| over.load(Ordering::SeqCst)));
            let answer = self.ask(log.clone());
            over.store(true, Ordering::SeqCst);
            log.lose();
            answer
        })
    }
}

#[test]
fn workers_far_away_have_the_verdicts() {
    for (name, expected, text) in programs() {
        let field = Field::new(&text);
        let (found, why) = field.run(&Arc::default(), |_| {});
        assert_eq!(found, expected, "{name}: {why}");
    }
}

#[test]
fn workers_die_come_late_and_get_what_others_have() {
    for (name, expected, text) in programs() {
        let (field, log) = (Field::new(&text), Arc::new(Shared::default()));
        let (found, why) = field.run(&log, |is_over| {
            while !is_over() {
                // One works for a moment and dies in the middle of something; all work is handed out again.
                let (handle, cancel) = (Arc::new(log.join()), CancelToken::new());
                std::thread::scope(|scope| {
                    let mortal = handle.clone();
                    scope.spawn(|| field.work(mortal, field.tie, &cancel));
                    std::thread::sleep(Duration::from_millis(30));
                    cancel.cancel();
                    handle.kill();
                });
                log.redeliver();
            }
        });
        assert_eq!(found, expected, "{name}: {why}");
    }
}

#[test]
fn external_entries_change_no_verdict() {
    for (name, expected, text) in programs() {
        let (field, log) = (Field::new(&text), Arc::new(Shared::default()));
        let (found, why) = field.run(&log, |is_over| {
            let strange = SealKey(b"another".to_vec());
            let claims = [
                Entry::Against { epoch: 0, reason: WireReason::Internal("nonsense".to_owned()) },
                Entry::End(End::Violation(vec![WireStep::Edge(0)])),
                Entry::End(End::Failed(WireReason::Cancelled)),
                Entry::Treated { of: 2, caused: Vec::new() },
                Entry::Refinement { after: 0, increment: b"nothing".to_vec(), blocks: Vec::new() },
            ];
            // The log has to come to rest some time.
            let mut replay = 1;
            while !is_over() && replay < 60 {
                for lane in [Lane::Work, Lane::Urgent, Lane::Note] {
                    let _ = log.publish(lane, b"CAIRN".to_vec());
                    for claim in &claims {
                        let _ = log.publish(lane, strange.seal(field.tie, claim));
                    }
                    // What was said already, changed.
                    if let Ok(mut bytes) = log.read(replay) {
                        let at = replay as usize * 7 % bytes.len().max(1);
                        bytes.get_mut(at).map(|byte| *byte ^= 1).unwrap_or_default();
                        let _ = log.publish(lane, bytes);
                    }
                }
                replay += 1;
                std::thread::sleep(Duration::from_millis(5));
            }
        });
        assert_eq!(found, expected, "{name}: {why}");
    }
}

#[test]
fn a_claimed_violation_is_run_first() {
    // Who has the key claims a violation of a safe program: it is not confirmed.
    let (field, log) = (Field::new(&one("two_loops_safe.c")), Arc::new(Shared::default()));
    let (found, why) = field.run(&log, |_| {
        for path in
            [vec![], vec![WireStep::Edge(0)], vec![WireStep::Leave(0)], vec![WireStep::Edge(1), WireStep::Edge(0)]]
        {
            let _ =
                log.publish(Lane::Note, SealKey(b"secret".to_vec()).seal(field.tie, &Entry::End(End::Violation(path))));
        }
    });
    assert_ne!(found, "false", "{why}");
}

#[test]
fn another_program_is_refused_by_name() {
    let (field, log) = (Field::new(&one("two_loops_safe.c")), Arc::new(Shared::default()));
    let handle = Arc::new(log.join());
    let why = field.work(handle, Tie([1; 32]), &CancelToken::new());
    assert!(why.contains("reads another program, other options or other blocks"), "{why}");
    let first = log.observe(Duration::ZERO).unwrap().expect("it says so");
    let said = SealKey(b"secret".to_vec()).open(Tie([1; 32]), &first.bytes);
    assert!(matches!(said, Ok(Entry::Refusal { .. })), "{said:?}");
}

/// A log that breaks its promises.
struct Broken {
    inside: Shared,
    /// Damages the n-th piece of work that is published, after it was confirmed.
    damages: Option<usize>,
    published: AtomicUsize,
    /// Says that all is done when it is not.
    hasty: bool,
}

impl Log for Broken {
    fn publish(&self, lane: Lane, mut bytes: Vec<u8>) -> Result<u64, Lost> {
        if lane.is_work() && Some(self.published.fetch_add(1, Ordering::SeqCst)) == self.damages {
            let middle = bytes.len() / 2;
            bytes[middle] ^= 4;
        }
        self.inside.publish(lane, bytes)
    }
    fn observe(&self, wait: Duration) -> Result<Option<Seen>, Lost> {
        self.inside.observe(wait)
    }
    fn claim(&self, wait: Duration) -> Result<Option<Claim>, Lost> {
        self.inside.claim(wait)
    }
    fn read(&self, number: u64) -> Result<Vec<u8>, Lost> {
        self.inside.read(number)
    }
    fn done(&self, number: u64) {
        self.inside.done(number);
    }
    fn quiet(&self) -> Result<Option<u64>, Lost> {
        let quiet = self.inside.quiet()?;
        Ok(if self.hasty { Some(self.inside.entries()) } else { quiet })
    }
}

#[test]
fn what_a_log_has_lost_makes_no_verdict() {
    let mut refused = 0;
    for (name, expected, text) in programs() {
        for (damages, hasty) in [(Some(0), false), (Some(1), false), (Some(2), false), (None, true)] {
            let field = Field::new(&text);
            let broken = |inside| Broken { inside, damages, published: AtomicUsize::new(0), hasty };
            let all = Arc::new(Shared::default());
            let (found, why) = std::thread::scope(|scope| {
                let log = Arc::new(broken(all.join()));
                scope.spawn(|| field.work(log, field.tie, &CancelToken::new()));
                // The worker's log alone damages what is published; both are hasty.
                let mine = Broken { damages: None, ..broken(all.join()) };
                let answer = field.ask(Arc::new(mine));
                all.lose();
                answer
            });
            refused += usize::from(why.contains("damaged or gone") || why.contains("nobody says to have treated"));
            assert!(found == expected || found == "unknown", "{name}, {damages:?}, {hasty}: {found}, {why}");
        }
    }
    assert!(refused > 3, "{refused}");
}
