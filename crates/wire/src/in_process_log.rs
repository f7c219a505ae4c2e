//! A log in this process, for tests of who reads logs: the laws of [`crate::log`] without a server, and with what a network
//! does to one: work is handed out again, and strangers write.

use crate::log::{Claim, Lane, Log, Lost, Seen};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

#[derive(Debug, Default)]
struct Inside {
    entries: Vec<(Lane, Vec<u8>)>,
    urgent: VecDeque<u64>,
    work: VecDeque<u64>,
    held: BTreeMap<u64, usize>,
    undone: BTreeSet<u64>,
    times: BTreeMap<u64, u64>,
    handles: usize,
    is_gone: bool,
}

/// A handle of one process on a log; [`Shared::join`] makes another.
#[derive(Debug)]
pub struct Shared {
    inside: Arc<(Mutex<Inside>, Condvar)>,
    me: usize,
    next: Mutex<usize>,
}

impl Default for Shared {
    fn default() -> Self {
        Self { inside: Arc::default(), me: 0, next: Mutex::new(0) }
    }
}

impl Shared {
    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A handle for another process.
    pub fn join(&self) -> Self {
        let mut inside = self.inside();
        inside.handles += 1;
        Self { inside: self.inside.clone(), me: inside.handles, next: Mutex::new(0) }
    }

    /// Hands out again all work that somebody has, as if all who have some were dead.
    pub fn redeliver(&self) {
        let mut inside = self.inside();
        let held: Vec<u64> = std::mem::take(&mut inside.held).into_keys().collect();
        held.into_iter().rev().for_each(|number| inside.hand_out(number, true));
        self.inside.1.notify_all();
    }

    /// The process of this handle dies: what it has is handed out again.
    pub fn kill(&self) {
        let mut inside = self.inside();
        let held = inside.held.iter().filter(|(_, who)| **who == self.me).map(|(number, _)| *number);
        let held: Vec<u64> = held.collect();
        for number in held {
            inside.held.remove(&number);
            inside.hand_out(number, true);
        }
        self.inside.1.notify_all();
    }

    /// How many entries there are.
    pub fn entries(&self) -> u64 {
        self.inside().entries.len() as u64
    }

    /// The log is gone for everybody.
    pub fn lose(&self) {
        self.inside().is_gone = true;
        self.inside.1.notify_all();
    }

    fn wait_for<T>(&self, wait: Duration, mut what: impl FnMut(&mut Inside) -> Option<T>) -> Result<Option<T>, Lost> {
        let until = Instant::now() + wait;
        let mut inside = self.inside();
        loop {
            if inside.is_gone {
                return Err(Lost("the log is gone".to_owned()));
            }
            if let Some(found) = what(&mut inside) {
                return Ok(Some(found));
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            inside = self.inside.1.wait_timeout(inside, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Inside {
    fn hand_out(&mut self, number: u64, first: bool) {
        let Some((lane, _)) = self.entries.get(place(number)) else { return };
        let queue = if *lane == Lane::Urgent { &mut self.urgent } else { &mut self.work };
        if first { queue.push_front(number) } else { queue.push_back(number) }
    }
}

/// Where an entry is: numbers begin with 1.
fn place(number: u64) -> usize {
    usize::try_from(number).map_or(usize::MAX, |number| number.wrapping_sub(1))
}

impl Log for Shared {
    fn publish(&self, lane: Lane, bytes: Vec<u8>) -> Result<u64, Lost> {
        let mut inside = self.inside();
        if inside.is_gone {
            return Err(Lost("the log is gone".to_owned()));
        }
        inside.entries.push((lane, bytes));
        let number = inside.entries.len() as u64;
        if lane.is_work() {
            inside.undone.insert(number);
            inside.hand_out(number, false);
        }
        self.inside.1.notify_all();
        Ok(number)
    }

    fn observe(&self, wait: Duration) -> Result<Option<Seen>, Lost> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let at = *next;
        let seen = self.wait_for(wait, |inside| {
            let (lane, bytes) = inside.entries.get(at)?;
            Some(Seen { number: at as u64 + 1, lane: *lane, bytes: bytes.clone() })
        })?;
        *next += usize::from(seen.is_some());
        Ok(seen)
    }

    fn claim(&self, wait: Duration) -> Result<Option<Claim>, Lost> {
        self.wait_for(wait, |inside| {
            loop {
                let number = inside.urgent.pop_front().or_else(|| inside.work.pop_front())?;
                if inside.undone.contains(&number) {
                    inside.held.insert(number, self.me);
                    let times = inside.times.entry(number).or_default();
                    *times += 1;
                    return Some(Claim { number, times: *times });
                }
            }
        })
    }

    fn read(&self, number: u64) -> Result<Vec<u8>, Lost> {
        let inside = self.inside();
        let entry = inside.entries.get(place(number)).map(|(_, bytes)| bytes.clone());
        entry.ok_or_else(|| Lost(format!("there is no entry {number}")))
    }

    fn done(&self, number: u64) {
        let mut inside = self.inside();
        inside.undone.remove(&number);
        inside.held.remove(&number);
    }

    fn quiet(&self) -> Result<Option<u64>, Lost> {
        let inside = self.inside();
        if inside.is_gone {
            return Err(Lost("the log is gone".to_owned()));
        }
        Ok(inside.undone.is_empty().then_some(inside.entries.len() as u64))
    }
}
