//! When a run is over: all orders in which messages may arrive, of small protocols, with the count of [`cairn_dss::termination_detection`]
//! and with the paper's.
//!
//! A protocol is a tree: which messages a message causes. A schedule says which of those that were sent is received next, and
//! which step of its handling is done next by whom. Every schedule is tried. A rule is sound when it never says "over"
//! while a message waits or is handled.

use cairn_dss::termination_detection::TerminationDetector;
use std::collections::BTreeSet;

/// The messages that a message causes, by index; and what it is for the paper's count.
struct Protocol {
    causes: &'static [&'static [usize]],
    kinds: &'static [Kind],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Condition,
    Unreachable,
    Other,
}

/// A condition that its receiver passes on to two blocks before it, one of which refutes it at once.
const OVERTAKEN: Protocol = Protocol {
    causes: &[&[1, 2], &[3], &[4], &[], &[]],
    kinds: &[Kind::Condition, Kind::Condition, Kind::Condition, Kind::Unreachable, Kind::Unreachable],
};

/// A loop that comes back twice.
const LOOP: Protocol = Protocol {
    causes: &[&[1], &[2, 3], &[4], &[], &[]],
    kinds: &[Kind::Other, Kind::Other, Kind::Condition, Kind::Other, Kind::Unreachable],
};

/// What a rule sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Event {
    Sent(usize),
    Received(usize),
    Treated(usize),
    /// A worker that only counts has received a message. It may be behind.
    Heard(usize),
}

/// Tries all schedules; the number of those in which a rule says "over" too early, and of those in which it never does.
fn explore(protocol: &Protocol, rule: &dyn Fn(&Protocol, &[Event]) -> bool) -> (usize, usize) {
    struct State {
        waiting: Vec<usize>,
        /// Treated so far that its first so many effects are sent.
        treating: Vec<(usize, usize)>,
        /// What the counting worker has not heard yet.
        unheard: Vec<usize>,
        events: Vec<Event>,
    }
    let (mut early, mut never) = (0, 0);
    let first = State { waiting: vec![0], treating: Vec::new(), unheard: vec![0], events: vec![Event::Sent(0)] };
    let mut open = vec![(first, false)];
    // Which events there were follows from what is left to do; their order does not matter to any rule.
    let mut seen = BTreeSet::new();
    while let Some((mut state, mut was_over)) = open.pop() {
        state.waiting.sort_unstable();
        state.treating.sort_unstable();
        state.unheard.sort_unstable();
        if !seen.insert((state.waiting.clone(), state.treating.clone(), state.unheard.clone(), was_over)) {
            continue;
        }
        let is_busy = !state.waiting.is_empty() || !state.treating.is_empty();
        if !was_over && rule(protocol, &state.events) {
            was_over = true;
            if is_busy {
                early += 1;
                continue;
            }
        }
        if !is_busy && state.unheard.is_empty() {
            never += usize::from(!was_over);
            continue;
        }
        let next = |change: &dyn Fn(&mut State)| {
            let (waiting, treating) = (state.waiting.clone(), state.treating.clone());
            let (unheard, events) = (state.unheard.clone(), state.events.clone());
            let mut next = State { waiting, treating, unheard, events };
            change(&mut next);
            next
        };
        for at in 0..state.waiting.len() {
            open.push((
                next(&|state| {
                    let message = state.waiting.remove(at);
                    state.treating.push((message, 0));
                    state.events.push(Event::Received(message));
                }),
                was_over,
            ));
        }
        for at in 0..state.treating.len() {
            open.push((
                next(&|state| {
                    let (message, done) = state.treating[at];
                    match protocol.causes[message].get(done) {
                        Some(caused) => {
                            state.treating[at].1 += 1;
                            state.waiting.push(*caused);
                            state.unheard.push(*caused);
                            state.events.push(Event::Sent(*caused));
                        }
                        None => {
                            state.treating.remove(at);
                            state.events.push(Event::Treated(message));
                        }
                    }
                }),
                was_over,
            ));
        }
        // The counting worker hears messages of different senders in any order.
        for at in 0..state.unheard.len() {
            open.push((
                next(&|state| {
                    let message = state.unheard.remove(at);
                    state.events.push(Event::Heard(message));
                }),
                was_over,
            ));
        }
    }
    (early, never)
}

/// The tally, asked after each event.
fn counts(_: &Protocol, events: &[Event]) -> bool {
    let counts = TerminationDetector::default();
    let mut is_over = false;
    for event in events {
        match event {
            Event::Sent(_) => counts.sent(),
            Event::Treated(_) => is_over |= counts.handled(),
            Event::Received(_) | Event::Heard(_) => {}
        }
    }
    is_over
}

/// The paper's: each condition was answered, by a refutation or a stronger condition, as far as the result worker has heard
/// (DCPA 4.1.6).
fn answers(protocol: &Protocol, events: &[Event]) -> bool {
    let last_message = |message: usize| events.contains(&Event::Heard(message));
    let conditions = (0..protocol.kinds.len()).filter(|m| protocol.kinds[*m] == Kind::Condition && last_message(*m));
    let conditions: Vec<usize> = conditions.collect();
    !conditions.is_empty()
        && conditions.iter().all(|condition| protocol.causes[*condition].iter().any(|m| last_message(*m)))
}

/// A seeded mistake: a message is taken off when it is received, before what it causes is counted.
fn hasty(_: &Protocol, events: &[Event]) -> bool {
    let count = |is_wanted: fn(&Event) -> bool| events.iter().filter(|event| is_wanted(event)).count();
    count(|event| matches!(event, Event::Sent(_))) == count(|event| matches!(event, Event::Received(_)))
}

#[test]
fn the_tally_is_over_when_nothing_is_left_and_not_before() {
    for protocol in [&OVERTAKEN, &LOOP] {
        assert_eq!(explore(protocol, &counts), (0, 0));
    }
}

#[test]
fn counting_answers_ends_too_early_when_one_overtakes_a_condition() {
    let (early, _) = explore(&OVERTAKEN, &answers);
    assert!(early > 0, "the paper's count is found to be wrong");
}

#[test]
fn a_count_that_is_taken_off_too_early_is_found() {
    assert!(explore(&LOOP, &hasty).0 > 0);
}
