//! `cargo xtask scale LOG.json …`: how far the distributed analysis scales, by simulation on more workers than there are machines.
//!
//! The log of a run (`cairn verify --analysis distributed --message-log LOG.json`) has what was sent, what it was due to and what the
//! handling of each message took. The same messages are handled again by N workers: each takes the first message that has been sent,
//! conditions before states. A message is there when the handling of the one that caused it is over, and what a
//! refinement began when the condition was refuted.
//!
//! What this leaves out makes a real run slower (sending takes no time) or another one (a message that comes earlier may find no
//! refinement yet, and void work is not begun). So the figures bound the speed-up of this run's messages, and are no promise.

use clap::Args;
use serde_json::Value;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::path::PathBuf;

/// So many workers.
const WORKERS: [usize; 10] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 1000];

/// The arguments.
#[derive(Args)]
pub struct Scale {
    /// Logs of messages, as JSON
    #[arg(required = true)]
    logs: Vec<PathBuf>,
}

/// A message that was handled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sent {
    /// The message that it is due to.
    pub cause: Option<u64>,
    /// Whether it goes before states.
    pub is_urgent: bool,
    /// What handling it took; nothing where it was handled by nobody.
    pub work: u64,
    /// Its size.
    pub bytes: u64,
}

/// What the simulation says of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scaling {
    /// For each number of workers the time to the end, in units of work.
    pub times: Vec<(usize, u64)>,
    /// The work of the longest chain of messages, each due to the one before.
    pub chain: u64,
    /// How many messages that chain has.
    pub links: usize,
    /// Size of the largest message, and of all.
    pub bytes: (u64, u64),
}

/// The messages of a log by their time.
fn messages(log: &Value) -> Result<BTreeMap<u64, Sent>, String> {
    let events = log["events"].as_array().ok_or("the log has no events")?;
    let mut found: BTreeMap<u64, Sent> = BTreeMap::new();
    for event in events {
        let time = event["time"].as_u64().ok_or("an event without a time")?;
        if let Some(sent) = event.get("sent") {
            let is_urgent = sent["kind"] != "BlockPostcondition";
            let bytes = sent["bytes"].as_u64().unwrap_or(0);
            found.insert(time, Sent { cause: sent["cause"].as_u64(), is_urgent, work: 0, bytes });
        } else if let Some(treated) = event.get("treated") {
            let of = treated["message"].as_u64().and_then(|message| found.get_mut(&message));
            let of = of.ok_or("a message was handled that was not sent")?;
            of.work = treated["work"].as_u64().ok_or("the log has no work: it is of an older cairn")?;
        }
    }
    Ok(found)
}

/// The same messages handled by so many workers: when the last is done.
fn simulated(messages: &BTreeMap<u64, Sent>, workers: usize) -> u64 {
    let mut due: BTreeMap<Option<u64>, Vec<u64>> = BTreeMap::new();
    for (number, sent) in messages {
        let cause = sent.cause.filter(|cause| messages.contains_key(cause));
        due.entry(cause).or_default().push(*number);
    }
    // What is there, in the order in which it is taken; and when workers are done, with what.
    let mut there = BinaryHeap::new();
    let mut busy: BinaryHeap<Reverse<(u64, u64)>> = BinaryHeap::new();
    let arrive = |cause: Option<u64>, there: &mut BinaryHeap<Reverse<(bool, u64)>>| {
        for number in due.get(&cause).into_iter().flatten() {
            there.push(Reverse((!messages[number].is_urgent, *number)));
        }
    };
    arrive(None, &mut there);
    let mut now = 0;
    loop {
        while busy.len() < workers
            && let Some(Reverse((_, number))) = there.pop()
        {
            busy.push(Reverse((now + messages[&number].work, number)));
        }
        let Some(Reverse((end, number))) = busy.pop() else { return now };
        now = end;
        arrive(Some(number), &mut there);
    }
}

/// What the simulation says of messages.
pub(crate) fn scaling(messages: &BTreeMap<u64, Sent>) -> Scaling {
    // A cause comes before what is due to it.
    let mut ends: BTreeMap<u64, (u64, usize)> = BTreeMap::new();
    for (number, sent) in messages {
        let (before, links) = sent.cause.and_then(|cause| ends.get(&cause)).copied().unwrap_or_default();
        ends.insert(*number, (before + sent.work, links + 1));
    }
    let (chain, links) = ends.values().max().copied().unwrap_or_default();
    let sizes = messages.values().map(|sent| sent.bytes);
    Scaling {
        times: WORKERS.iter().map(|workers| (*workers, simulated(messages, *workers))).collect(),
        chain,
        links,
        bytes: (sizes.clone().max().unwrap_or(0), sizes.sum()),
    }
}

/// Prints a row for each log.
#[allow(clippy::print_stdout)] // The table is what the chore is for.
pub fn run(arguments: &Scale) -> Result<(), String> {
    let heads: Vec<String> = WORKERS.iter().skip(1).map(|workers| format!("{workers} workers")).collect();
    println!("| log | messages | {} | longest chain | its share | largest message | all bytes |", heads.join(" | "));
    println!("|---|{}", "---:|".repeat(WORKERS.len() + 5));
    for path in &arguments.logs {
        let named = |why: &dyn std::fmt::Display| format!("{}: {why}", path.display());
        let text = std::fs::read_to_string(path).map_err(|why| named(&why))?;
        let log: Value = serde_json::from_str(&text).map_err(|why| named(&why))?;
        let messages = messages(&log).map_err(|why| named(&why))?;
        let Scaling { times, chain, links, bytes } = scaling(&messages);
        let alone = times.first().map_or(0, |(_, time)| *time);
        let ratio = |time: u64| format!("{:.2}", alone as f64 / time.max(1) as f64);
        let speeds: Vec<String> = times.iter().skip(1).map(|(_, time)| ratio(*time)).collect();
        let share = chain as f64 * 100.0 / alone.max(1) as f64;
        let (name, count, speeds) = (path.display(), messages.len(), speeds.join(" | "));
        println!("| {name} | {count} | {speeds} | {links} | {share:.0} % | {} | {} |", bytes.0, bytes.1);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Sent, scaling, simulated};
    use std::collections::BTreeMap;

    fn sent(cause: Option<u64>, work: u64) -> Sent {
        Sent { cause, is_urgent: false, work, bytes: work }
    }

    #[test]
    fn workers_share_what_does_not_wait_for_each_other() {
        let messages =
            BTreeMap::from([(0, sent(None, 2)), (1, sent(Some(0), 5)), (2, sent(Some(0), 5)), (3, sent(Some(1), 1))]);
        assert_eq!([1, 2, 3].map(|workers| simulated(&messages, workers)), [13, 8, 8]);
        let found = scaling(&messages);
        assert_eq!((found.chain, found.links, found.bytes), (8, 3, (5, 13)));
    }

    #[test]
    fn a_condition_is_handled_before_states_that_were_sent_before_it() {
        let condition = Sent { is_urgent: true, ..sent(Some(0), 1) };
        let messages =
            BTreeMap::from([(0, sent(None, 1)), (1, sent(Some(0), 10)), (2, condition), (3, sent(Some(2), 10))]);
        // The condition goes first, and what follows from it goes beside the long state.
        assert_eq!(simulated(&messages, 2), 12);
        assert_eq!(simulated(&messages, 1), 22);
    }
}
