//! Who of a run's workers is there, and whether the server takes what they say.
//!
//! A worker says twice a second that it is there, on a subject that no stream keeps, and with it why the server refuses its entries, if it
//! does. The coordinator hears these signs, and its own. It counts its own: while the server is gone it hears none, so that a
//! server that restarts makes no worker absent. There is no clock in the decision.
//!
//! A run that had workers ends when none of them is heard of for [`MOST_SILENT`] of the coordinator's signs, or when the server has
//! refused a worker's entries for [`MOST_REFUSED`]. A run to which no worker came waits for one.

use async_nats::Client;
use cairn_wire::Lost;
use futures_util::StreamExt;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::task::JoinHandle;

/// Between two signs that a process is there.
pub(crate) const BEAT: Duration = Duration::from_millis(500);
/// So many of the coordinator's own signs without one of a worker: it is gone (10 s).
const MOST_SILENT: u32 = 20;
/// So many of the coordinator's own signs while a worker's entries are refused (5 s).
const MOST_REFUSED: u32 = 10;

/// Signs of one worker.
#[derive(Default)]
struct WorkerSigns {
    /// The coordinator's signs since the worker's last one.
    silent: u32,
    /// Why the server refuses its entries, as it last said.
    refusal: Option<String>,
    /// The coordinator's signs since it said so.
    refused: u32,
}

/// The signs of a run's workers.
#[derive(Default)]
pub(crate) struct Presence {
    workers: BTreeMap<String, WorkerSigns>,
}

impl Presence {
    pub(crate) fn own_sign(&mut self) {
        for signs in self.workers.values_mut() {
            signs.silent = signs.silent.saturating_add(1);
            signs.refused = if signs.refusal.is_some() { signs.refused.saturating_add(1) } else { 0 };
        }
    }

    /// A worker is there; why the server refuses its entries, or nothing.
    pub(crate) fn sign(&mut self, worker: &str, refusal: &str) {
        let signs = self.workers.entry(worker.to_owned()).or_default();
        signs.silent = 0;
        signs.refusal = (!refusal.is_empty()).then(|| refusal.to_owned());
    }

    /// Why the run cannot go on, if it cannot.
    pub(crate) fn lost(&self) -> Option<Lost> {
        let is_there = |signs: &&WorkerSigns| signs.silent < MOST_SILENT;
        if self.workers.values().filter(is_there).count() == 0 && !self.workers.is_empty() {
            let time = (BEAT * MOST_SILENT).as_secs();
            return Some(Lost(format!("all workers are gone: none has been heard of for {time} s")));
        }
        let refused = self.workers.values().filter(is_there).find(|signs| signs.refused >= MOST_REFUSED)?;
        Some(Lost(format!("the server takes no more entries: {}", refused.refusal.as_deref().unwrap_or_default())))
    }
}

/// State of a coordinator only.
pub(crate) struct Coordination {
    pub(crate) presence: Arc<Mutex<Presence>>,
    /// Its signs, and who hears them.
    pub(crate) tasks: Vec<JoinHandle<()>>,
}

/// Why a run cannot go on, if it cannot.
pub(crate) fn lost(presence: &Arc<Mutex<Presence>>) -> Option<Lost> {
    presence.lock().unwrap_or_else(PoisonError::into_inner).lost()
}

/// Says that a worker is there, and why the server refuses its entries, if it does.
pub(crate) async fn say(client: &Client, run: &str, refusal: &Mutex<Option<String>>) {
    let subject = worker_subject(run) + &nuid::next();
    loop {
        let refusal = refusal.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let _ = client.publish(subject.clone(), refusal.unwrap_or_default().into()).await;
        tokio::time::sleep(BEAT).await;
    }
}

/// Hears the signs of a run's coordinator and workers.
pub(crate) async fn listen(client: Client, run: String, presence: Arc<Mutex<Presence>>) {
    let prefix = worker_subject(&run);
    let own = client.subscribe(format!("cairn.alive.{run}")).await;
    let workers = client.subscribe(format!("{prefix}*")).await;
    let (Ok(own), Ok(workers)) = (own, workers) else { return };
    let mut signs = futures_util::stream::select(own, workers);
    while let Some(sign) = signs.next().await {
        let mut presence = presence.lock().unwrap_or_else(PoisonError::into_inner);
        match sign.subject.strip_prefix(&prefix) {
            Some(worker) => presence.sign(worker, &String::from_utf8_lossy(&sign.payload)),
            None => presence.own_sign(),
        }
    }
}

/// The subject of a worker's signs, before its name.
fn worker_subject(run: &str) -> String {
    format!("cairn.worker.{run}.")
}

/// Whether the server itself has answered with an error, as when its store is full.
pub(crate) fn is_answer(why: &(dyn std::error::Error + 'static)) -> bool {
    std::iter::successors(Some(why), |why| why.source()).any(|why| why.is::<async_nats::jetstream::Error>())
}

#[cfg(test)]
mod tests {
    use super::{MOST_REFUSED, MOST_SILENT, Presence};

    fn after(presence: &mut Presence, signs: u32) -> String {
        (0..signs).for_each(|_| presence.own_sign());
        presence.lost().map_or_else(String::new, |lost| lost.0)
    }

    #[test]
    fn a_run_without_a_worker_waits() {
        assert_eq!(after(&mut Presence::default(), 10 * MOST_SILENT), "");
    }

    #[test]
    fn it_ends_when_all_workers_are_gone() {
        let mut presence = Presence::default();
        presence.sign("first", "");
        presence.sign("second", "");
        assert_eq!(after(&mut presence, MOST_SILENT - 1), "");
        presence.sign("second", "");
        assert_eq!(after(&mut presence, MOST_SILENT - 1), "");
        assert!(after(&mut presence, 1).starts_with("all workers are gone"));
        // One that comes back, or is new, goes on with it.
        presence.sign("third", "");
        assert_eq!(after(&mut presence, 1), "");
    }

    #[test]
    fn it_ends_when_entries_are_refused_for_long() {
        let mut presence = Presence::default();
        let signs = |presence: &mut Presence, times: u32, refusal: &str| {
            (0..times).for_each(|_| {
                presence.sign("only", refusal);
                presence.own_sign();
            });
            presence.lost().map_or_else(String::new, |lost| lost.0)
        };
        assert_eq!(signs(&mut presence, MOST_REFUSED - 1, "full"), "");
        assert_eq!(signs(&mut presence, 1, ""), "");
        assert_eq!(signs(&mut presence, MOST_REFUSED - 1, "full"), "");
        assert_eq!(signs(&mut presence, 1, "full"), "the server takes no more entries: full");
    }
}
