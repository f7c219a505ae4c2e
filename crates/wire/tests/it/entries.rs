//! Entries survive the way to bytes and back, and what is no entry is refused by name and never read.

use cairn_wire::entry::{
    ControlPosition, Done, End, Query, Start, State, WireProperty, WireReason, WireStep, WireVerdict, WorkItem,
    WorkerName,
};
use cairn_wire::{Bounds, Entry, Rejection, SealKey, Tie};
use proptest::prelude::*;

fn text() -> impl Strategy<Value = String> {
    "[ -~é]{0,12}"
}
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..40)
}
fn worker() -> impl Strategy<Value = WorkerName> {
    (text(), text()).prop_map(|(name, version)| WorkerName { name, version })
}
fn query() -> impl Strategy<Value = Query> {
    let property = (text(), prop::option::of(text()), prop::collection::vec(text(), 0..3));
    let files = prop::collection::vec((text(), text()), 0..3);
    (files, property, prop::collection::vec((text(), text()), 0..4)).prop_map(|(files, property, options)| {
        let (name, entry, functions) = property;
        let property = WireProperty { name, entry, labels: functions.clone(), checks: functions.clone(), functions };
        Query { files, property, options }
    })
}
fn reason() -> impl Strategy<Value = WireReason> {
    prop_oneof![
        any::<u64>().prop_map(WireReason::TimeLimit),
        (text(), any::<(u32, u32)>(), any::<u64>())
            .prop_map(|(what, span, count)| WireReason::LeftOut(what, span, count)),
        text().prop_map(WireReason::Internal),
    ]
}
fn entry() -> impl Strategy<Value = Entry> {
    let place = (any::<u32>(), prop::collection::vec(any::<(u32, u32)>(), 0..5), any::<u32>());
    let place = place.prop_map(|(node, calls, specification)| ControlPosition { node, calls, specification });
    let state = (any::<u64>(), any::<u32>(), place, prop::option::of(bytes()), any::<Option<u64>>());
    let step = prop_oneof![
        any::<u32>().prop_map(WireStep::Edge),
        any::<u32>().prop_map(WireStep::Enter),
        any::<u32>().prop_map(WireStep::Leave)
    ];
    prop_oneof![
        text().prop_map(|version| Entry::Start(Start { version, run: WorkItem::Tasks })),
        (text(), query()).prop_map(|(version, query)| Entry::Start(Start { version, run: WorkItem::Blocks(query) })),
        state.prop_map(|(epoch, block, place, state, before)| {
            Entry::State(State { epoch, block, place, state, before })
        }),
        any::<(u64, u64, u64)>().prop_map(|(epoch, link, passed)| Entry::Condition { epoch, link, passed }),
        (any::<u64>(), bytes(), prop::collection::vec(any::<u32>(), 0..5))
            .prop_map(|(after, increment, blocks)| Entry::Refinement { after, increment, blocks }),
        (any::<u64>(), reason()).prop_map(|(epoch, reason)| Entry::Against { epoch, reason }),
        prop::collection::vec(step, 0..20).prop_map(|steps| Entry::End(End::Violation(steps))),
        reason().prop_map(|reason| Entry::End(End::Failed(reason))),
        (any::<u64>(), query()).prop_map(|(number, query)| Entry::Task { number, query }),
        (any::<u64>(), any::<String>(), query()).prop_map(|(number, each, query)| Entry::Check { number, each, query }),
        (any::<u64>(), worker(), text(), any::<u64>()).prop_map(|(number, worker, reason, wall)| {
            let verdict = [None, Some(WireVerdict::True), Some(WireVerdict::False), Some(WireVerdict::Unknown)]
                [number as usize % 4];
            Entry::Done(Done { number, worker, verdict, reason, wall, report: String::new() })
        }),
        worker().prop_map(Entry::Joined),
        (worker(), text()).prop_map(|(worker, why)| Entry::Refusal { worker, why }),
    ]
}

proptest! {
    #[test]
    fn what_is_sealed_is_opened(entry in entry(), key in bytes(), tie in any::<[u8; 32]>()) {
        let (key, tie) = (SealKey(key), Tie(tie));
        let sealed = key.seal(tie, &entry);
        prop_assert_eq!(key.open(tie, &sealed), Ok(entry.clone()));
        prop_assert_eq!(Entry::from_bytes(&entry.to_bytes()), Some(entry));
    }

    #[test]
    fn a_changed_byte_is_found(entry in entry(), at in any::<prop::sample::Index>(), bit in 0..8u32) {
        let (key, tie) = (SealKey(b"secret".to_vec()), Tie([7; 32]));
        let mut sealed = key.seal(tie, &entry);
        let at = at.index(sealed.len());
        sealed[at] ^= 1 << bit;
        prop_assert!(key.open(tie, &sealed).is_err());
        sealed.truncate(at);
        prop_assert!(key.open(tie, &sealed).is_err());
    }

    #[test]
    fn who_has_no_key_says_nothing(entry in entry()) {
        let tie = Tie([7; 32]);
        prop_assert_eq!(SealKey(b"secret".to_vec()).open(tie, &SealKey::default().seal(tie, &entry)), Err(Rejection::Damaged));
    }

    #[test]
    fn any_body_with_the_key_is_read_or_refused(body in prop::collection::vec(any::<u8>(), 0..200)) {
        let (key, tie) = (SealKey::default(), Tie([0; 32]));
        let bounds = Bounds { nodes: 3, edges: 3, calls: 3, blocks: 3, specification: 2 };
        match key.open(tie, &key.seal_body(tie, &body)) {
            Ok(entry) => {
                let _ = entry.check(&bounds, 5);
            }
            Err(refused) => prop_assert_eq!(refused, Rejection::Unreadable),
        }
    }
}

#[test]
fn each_way_to_be_wrong_has_a_name() {
    let (key, tie) = (SealKey(b"k".to_vec()), Tie::of([b"a program".as_slice()]));
    let entry = Entry::Condition { epoch: 0, link: 3, passed: 0 };
    let sealed = key.seal(tie, &entry);
    assert_eq!(key.open(tie, b""), Err(Rejection::NotOurs));
    assert_eq!(key.open(tie, b"GET / HTTP/1.1"), Err(Rejection::NotOurs));
    assert_eq!(key.open(Tie::of([b"another".as_slice()]), &sealed), Err(Rejection::OtherRun));
    let mut newer = sealed.clone();
    newer[5] = 9;
    assert_eq!(key.open(tie, &newer), Err(Rejection::Version { found: 9, ours: cairn_wire::VERSION }));
    let most = cairn_wire::seal::MOST_BYTES;
    assert_eq!(key.open(tie, &vec![0; most + 1]), Err(Rejection::TooLarge { bytes: (64 << 20) + 1, most }));
    assert_eq!(key.open(tie, &key.seal_body(tie, b"\xff\xff")), Err(Rejection::Unreadable));
    // A length that promises more than there is takes no memory.
    assert_eq!(
        key.open(tie, &key.seal_body(tie, b"\x03\x00\xff\xff\xff\xff\xff\xff\xff\x7f")),
        Err(Rejection::Unreadable)
    );
    let bounds = Bounds { nodes: 3, edges: 3, calls: 3, blocks: 3, specification: 2 };
    assert_eq!(entry.check(&bounds, 4), Ok(()));
    assert_eq!(entry.check(&bounds, 3), Err(Rejection::NotThere("an entry")));
    let place = ControlPosition { node: 2, calls: vec![(2, 2)], specification: 1 };
    let state = State { epoch: 0, block: 2, place, state: None, before: None };
    assert_eq!(Entry::State(state.clone()).check(&bounds, 1), Ok(()));
    type Change<'c> = (&'c dyn Fn(&mut State), &'static str);
    let wrong: [Change<'_>; 5] = [
        (&|state| state.block = 3, "a block"),
        (&|state| state.place.node = 3, "a location"),
        (&|state| state.place.calls[0].1 = 3, "a call"),
        (&|state| state.place.specification = 2, "a state of the specification"),
        (&|state| state.before = Some(1), "an entry"),
    ];
    for (change, what) in wrong {
        let mut state = state.clone();
        change(&mut state);
        assert_eq!(Entry::State(state).check(&bounds, 1), Err(Rejection::NotThere(what)));
    }
    let path = Entry::End(End::Violation(vec![WireStep::Edge(2), WireStep::Enter(3)]));
    assert_eq!(path.check(&bounds, 1), Err(Rejection::NotThere("a step")));
}
