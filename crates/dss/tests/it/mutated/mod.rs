//! Messages of a run, changed at random, as somebody with the key could send them: each is read as an entry or refused by name,
//! and what it holds is read as a state or a predicate or not at all. Nothing panics, and without the key everything is refused.

use cairn_base::{Budget, CancelToken};
use cairn_blocks::{BlockGraph, Decomposition};
use cairn_cpa::{Cx, EngineOptions, Names, Specification, Statistics, serialize};
use cairn_dss::remote::coordinate::coordinate;
use cairn_dss::remote::participate::take_part;
use cairn_dss::remote::replica::{News, Replica};
use cairn_dss::remote::{Machines, ProcessRole, RunConnection};
use cairn_dss::shared_knowledge::SharedKnowledge;
use cairn_dss::{Combine, DistributedOptions, Proceed, Workshop};
use cairn_ir::Program;
use cairn_predicate::{self as predicate, PredicateAnalysis};
use cairn_wire::entry::{Start, WorkItem, WorkerName};
use cairn_wire::in_process_log::Shared;
use cairn_wire::log::Seen;
use cairn_wire::{Entry, Lane, Log, SealKey};
use std::sync::Arc;

use cairn_test_support::ReplayChecker;

/// What came of the messages.
#[derive(Debug, Default)]
pub struct Counts {
    /// Tried.
    pub messages: u64,
    /// Read as an entry about what is there.
    pub read: u64,
    /// States and predicates in them that could be read.
    pub meant: u64,
}

fn machines(log: Arc<dyn Log>, role: ProcessRole) -> Machines {
    let me = WorkerName { name: "one".to_owned(), version: "1".to_owned() };
    let start = Start { version: "1".to_owned(), run: WorkItem::Tasks };
    Machines { log, key: SealKey(b"secret".to_vec()), start, role, me, tell: Arc::new(|_| {}) }
}

/// The entries of a run on a program.
fn entries(program: &Program, specification: &Specification) -> Vec<Entry> {
    let options = DistributedOptions {
        conditions: cairn_dss::Conditions::Chains,
        decomposition: Decomposition::Loops,
        combine: Combine::Off,
        proceed: Proceed::AtOnce,
        jobs: 1,
        engine: EngineOptions::default(),
        recorder: None,
        invariants: false,
    };
    let workshop = Workshop {
        analysis: &|ends| {
            PredicateAnalysis::new(predicate::PredicateOptions { ends: ends.to_vec(), ..Default::default() })
        },
        checker: &|| ReplayChecker::new(program, specification),
        budget: &|cancel| Budget::unlimited(cancel),
    };
    let log = Arc::new(Shared::default());
    let asking = machines(log.clone(), ProcessRole::Coordinator);
    let tie =
        RunConnection::new(&asking, program, specification, &BlockGraph::new(program, Decomposition::Loops)).tie();
    std::thread::scope(|scope| {
        let far: Arc<dyn Log> = Arc::new(log.join());
        let workshop = &workshop;
        let options = &options;
        scope.spawn(move || {
            let machines = machines(far, ProcessRole::Worker(tie));
            take_part(workshop, program, specification, options, &machines, &CancelToken::new())
        });
        let budget = Budget::unlimited(CancelToken::new());
        coordinate(&mut ReplayChecker::new(program, specification), program, specification, options, &asking, &budget);
        let count = log.entries();
        let read = (1..=count).filter_map(|number| asking.key.open(tie, &log.read(number).ok()?).ok()).collect();
        log.lose();
        read
    })
}

/// Tries mutated messages, as long as `goes_on` says so of their number.
pub fn run(text: &str, seed: u64, mut goes_on: impl FnMut(u64) -> bool) -> Counts {
    let program = cairn_test_support::program("a.c", text);
    let specification = Specification::unreachable("unreach-call", ["reach_error"], []);
    let entries: Vec<Vec<u8>> = entries(&program, &specification).iter().map(Entry::to_bytes).collect();
    assert!(entries.len() > 2, "a run with messages");
    let graph = BlockGraph::new(&program, Decomposition::Loops);
    let with_key = machines(Arc::new(Shared::default()), ProcessRole::Coordinator);
    let connection = RunConnection::new(&with_key, &program, &specification, &graph);
    let (key, tie, external_callee) = (&with_key.key, connection.tie(), SealKey::default());
    let names = Names::new(&program);
    let cpa =
        PredicateAnalysis::new(predicate::PredicateOptions { ends: graph.entries().collect(), ..Default::default() });
    let budget = Budget::unlimited(CancelToken::new());
    let mut statistics = Statistics::default();
    let (mut random, mut counts) = (fastrand::Rng::with_seed(seed), Counts::default());
    while goes_on(counts.messages) {
        let (mut replica, mut known) = (Replica::default(), SharedKnowledge::<()>::new(graph.len(), Combine::Off));
        for number in 1..200 {
            let original = &entries[random.usize(..entries.len())];
            // Some go as they are, so that what follows has something to refer to.
            let body = if random.u8(..4) == 0 { original.clone() } else { mutated(original, &entries, &mut random) };
            counts.messages += 1;
            let lane = [Lane::Work, Lane::Urgent, Lane::Note, Lane::Start][random.usize(..4)];
            let foreign = Seen { number, lane, bytes: external_callee.seal_body(tie, &body) };
            let news = Replica::default().read(&foreign, &mut known, key, tie, connection.bounds());
            assert!(matches!(news, News::Refused(_)), "{news:?}");
            let seen = Seen { number, lane, bytes: key.seal_body(tie, &body) };
            let news = replica.read(&seen, &mut known, key, tie, connection.bounds());
            counts.read += u64::from(!matches!(news, News::Refused(_)));
            let _ = replica.job(random.u64(..number + 1), known.epoch);
            let _ = replica.is_complete(&[]);
            let mut cx = Cx { program: &program, budget: &budget, statistics: &mut statistics };
            match Entry::from_bytes(&body) {
                Some(Entry::State(state)) => {
                    let bytes = state.state.unwrap_or_default();
                    let read = serialize::state_of_bytes(&cpa, &bytes, &names, &mut cx);
                    counts.meant += u64::from(matches!(read, Ok(Some(_))));
                }
                Some(Entry::Refinement { increment, .. }) => {
                    let read = serialize::precision_of_bytes(&cpa, &increment, &names, &mut cx);
                    counts.meant += u64::from(matches!(read, Ok(Some(_))));
                }
                _ => {}
            }
        }
    }
    counts
}

fn mutated(original: &[u8], all: &[Vec<u8>], random: &mut fastrand::Rng) -> Vec<u8> {
    let mut body = original.to_vec();
    for _ in 0..random.usize(1..5) {
        let at = random.usize(..body.len() + 1);
        match random.u8(..6) {
            0 if at < body.len() => body[at] ^= 1 << random.u8(..8),
            1 if at < body.len() => body[at] = random.u8(..),
            2 => body.truncate(at),
            3 => body.insert(at, [0, 1, 0x7f, 0x80, 0xff][random.usize(..5)]),
            4 => {
                let other = &all[random.usize(..all.len())];
                let from = random.usize(..other.len() + 1);
                body.splice(at.., other[from..].iter().copied());
            }
            _ if at < body.len() => {
                // A digit or a letter of a term, so that it stays a text.
                body[at] = b"0123456789abcxyz+-=< \n"[random.usize(..22)];
            }
            _ => {}
        }
    }
    body
}
