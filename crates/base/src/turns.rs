//! Workers that take turns: each has a thread of its own, and as many of them run at once as there are jobs, mostly one.
//!
//! The order is round after round, in the order of the workers. The slices of a round are twice as long as those of the
//! round before, times the weight of the worker. A worker whose slice is used up waits inside [`Turn::pass`] with all that
//! it has, and goes on there: no work is done twice. A worker that used more than its slices so far is left out until the
//! sum of its slices is more than that. The last worker that is left has no end of its slice.
//!
//! One thread, the one that called [`run`], gives the turns. A worker's thread is started at its first turn.
//!
//! **Memory** is the process's. What a worker's turns add to it is noted. Where the process passes a share of the limit
//! while several workers have begun, the worker that added most is told to end, and the others go on.
//!
//! Invariant: a worker runs only while it has a turn, the last steps of one that is told to end included. A panic in a
//! worker ends all of them, and goes on in the calling thread.

use crate::Stop;
use crate::clock::thread_time;
use crate::resident_memory::resident_bytes;
use crate::schedule::{Schedule, Standing};
use std::fmt;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, Result as Joined};
use std::time::{Duration, Instant};

pub use crate::schedule::{FIRST_SLICE, LATER, Member};

/// Bytes reserved for the stack of a worker; less where the address space does not allow it.
const STACK_BYTES: [usize; 2] = [64 << 20, 8 << 20];
/// A call that nothing but an interruption ends goes on for so long beyond the slice, or as long as the slice is.
const LEAST_OVERRUN: Duration = Duration::from_millis(20);

/// State of a worker.
#[derive(Clone, Debug)]
struct Slot {
    standing: Standing,
    has_begun: bool,
    /// The turn ends when the thread has used so much; `None` for no end.
    until: Option<Duration>,
    slice: Duration,
    /// When the turn began, and how much of it there was: the wall's clock is cheaper to ask.
    since: Instant,
    left: Duration,
    stop: Option<Stop>,
    /// Growth of the resident memory in its turns.
    grown: i64,
    /// The resident memory when its turn began.
    before: u64,
}

impl Slot {
    /// Whether the slice is used up; to be asked in the worker's thread.
    fn is_over(&self) -> bool {
        self.until.is_some_and(|until| self.since.elapsed() >= self.left && thread_time() >= until)
    }
}

#[derive(Debug)]
struct State {
    slots: Vec<Slot>,
    /// Where the process has more than so many bytes, some worker has to go.
    most: u64,
}

struct Shared {
    state: Mutex<State>,
    /// A worker has passed its turn, or has ended.
    passed: Condvar,
    given: Vec<Condvar>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A worker's view of its turn. Clones are the same worker's.
#[derive(Clone)]
pub struct Turn {
    shared: Arc<Shared>,
    place: usize,
}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Turn({})", self.place)
    }
}

impl Turn {
    /// Where the turn is over, waits for the next one, and says whether it did. It is over when the slice is used up, and where the process has more
    /// memory than it should: who knows the resident memory says it. Only for the worker's own thread.
    ///
    /// # Errors
    /// The worker has to end.
    pub fn pass(&self, resident: Option<u64>) -> Result<bool, Stop> {
        let mut state = self.shared.lock();
        if let Some(stop) = &state.slots[self.place].stop {
            return Err(stop.clone());
        }
        let is_above = resident.is_some_and(|resident| resident > state.most);
        if !is_above && !state.slots[self.place].is_over() {
            return Ok(false);
        }
        state.slots[self.place].standing = Standing::Waits { used: thread_time() };
        self.shared.passed.notify_one();
        let has_none = |state: &mut State| state.slots[self.place].standing != Standing::Runs;
        let state = self.shared.given[self.place].wait_while(state, has_none).unwrap_or_else(PoisonError::into_inner);
        state.slots[self.place].stop.clone().map_or(Ok(true), Err)
    }

    /// How long a call that only an interruption ends may go on from now: beyond the end of the slice, for what it did is
    /// lost. `None` where the turn has no end. Only for the worker's own thread.
    pub fn longest_call(&self) -> Option<Duration> {
        let state = self.shared.lock();
        let slot = &state.slots[self.place];
        let left = slot.until?.saturating_sub(thread_time());
        Some(left + slot.slice.max(LEAST_OVERRUN))
    }

    /// Whether a process with so many bytes of resident memory has more than it should. For any thread.
    pub fn is_above(&self, resident: u64) -> bool {
        resident > self.shared.lock().most
    }
}

/// Runs workers by turns until all have ended: `work` in a thread each, with its place and its turn. As many as `jobs` run at
/// once. `slice` is that of weight one in the first round. `given` is told who has a turn. `ended` is told what came of a
/// worker; where it gives a reason, all others are told to end for it.
///
/// # Panics
/// When a worker did, or no thread could be made.
pub fn run<R: Send>(
    members: &[Member],
    slice: Duration,
    jobs: usize,
    memory: Option<u64>,
    work: impl Fn(usize, &Turn) -> R + Sync,
    given: impl FnMut(usize),
    ended: impl FnMut(usize, R) -> Option<Stop>,
) {
    let slot = Slot {
        standing: Standing::Waits { used: Duration::ZERO },
        has_begun: false,
        until: None,
        slice,
        since: Instant::now(),
        left: Duration::ZERO,
        stop: None,
        grown: 0,
        before: 0,
    };
    let state = State { slots: vec![slot; members.len()], most: memory.map_or(u64::MAX, soft) };
    let given_to = members.iter().map(|_| Condvar::new()).collect();
    let shared = Arc::new(Shared { state: Mutex::new(state), passed: Condvar::new(), given: given_to });
    let schedule = Schedule::new(members, slice);
    let mut turns = Turns { shared, schedule, jobs: jobs.max(1), memory, given, ended, over: None, broken: None };
    turns.run(&work);
    if let Some(panic) = turns.broken {
        panic::resume_unwind(panic);
    }
}

/// From this share of the limit on, only one worker may go on.
fn soft(limit: u64) -> u64 {
    limit / 10 * 7
}

struct Turns<G, E> {
    shared: Arc<Shared>,
    schedule: Schedule,
    jobs: usize,
    memory: Option<u64>,
    given: G,
    ended: E,
    over: Option<Stop>,
    broken: Option<Box<dyn std::any::Any + Send>>,
}

/// Result of a worker's thread.
type Left<R> = Mutex<Option<Joined<R>>>;

impl<G: FnMut(usize), E> Turns<G, E> {
    fn run<R: Send>(&mut self, work: &(impl Fn(usize, &Turn) -> R + Sync))
    where
        E: FnMut(usize, R) -> Option<Stop>,
    {
        let shared = self.shared.clone();
        let left: Vec<Left<R>> = shared.given.iter().map(|_| Mutex::new(None)).collect();
        std::thread::scope(|scope| {
            let (shared, left) = (&shared, &left);
            let start = |place: usize| {
                let body = move || {
                    let turn = Turn { shared: shared.clone(), place };
                    let result = panic::catch_unwind(AssertUnwindSafe(|| work(place, &turn)));
                    *left[place].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
                    shared.lock().slots[place].standing = Standing::Ended;
                    shared.passed.notify_one();
                };
                let spawn = |bytes| {
                    Builder::new().name(format!("stage {}", place + 1)).stack_size(bytes).spawn_scoped(scope, body)
                };
                spawn(STACK_BYTES[0]).or_else(|_| spawn(STACK_BYTES[1])).map(|_| ())
            };
            let (mut running, mut begun): (Vec<usize>, usize) = (Vec::new(), 0);
            loop {
                while running.len() < self.jobs
                    && let Some((place, begins)) = self.give()
                {
                    (self.given)(place);
                    running.push(place);
                    if begins && let Err(error) = start(place) {
                        // Without a thread it cannot begin; others that have one go on. The hook of panics has to see this one.
                        if begun == 0 {
                            let panicked = panic::catch_unwind(AssertUnwindSafe(|| panic!("no thread: {error:?}")));
                            *left[place].lock().unwrap_or_else(PoisonError::into_inner) = Some(panicked);
                        }
                        shared.lock().slots[place].standing = Standing::Ended;
                    } else {
                        begun += usize::from(begins);
                    }
                }
                if running.is_empty() {
                    return;
                }
                let is_running = |state: &State, place: &usize| state.slots[*place].standing == Standing::Runs;
                let all_run = |state: &mut State| running.iter().all(|place| is_running(state, place));
                let state = shared.passed.wait_while(shared.lock(), all_run).unwrap_or_else(PoisonError::into_inner);
                let (still, passed): (Vec<_>, Vec<_>) = running.iter().partition(|place| is_running(&state, place));
                drop(state);
                running = still;
                for place in passed {
                    self.note_memory(place);
                    match left[place].lock().unwrap_or_else(PoisonError::into_inner).take() {
                        None => {}
                        Some(Ok(result)) => {
                            if let Some(stop) = (self.ended)(place, result) {
                                self.end_all(&stop);
                            }
                        }
                        Some(Err(panic)) => {
                            self.broken.get_or_insert(panic);
                            self.end_all(&Stop::Cancelled);
                        }
                    }
                }
            }
        });
    }

    /// Gives the next turn: to whom, and whether the worker begins with it.
    fn give(&mut self) -> Option<(usize, bool)> {
        let mut state = self.shared.lock();
        let is_stopped = |slot: &Slot| slot.stop.is_some() && matches!(slot.standing, Standing::Waits { .. });
        let (place, until) = match state.slots.iter().position(is_stopped) {
            // Whoever has to end does so first.
            Some(place) => (place, None),
            None => self.schedule.next(|place| state.slots[place].standing)?,
        };
        let slot = &mut state.slots[place];
        let Standing::Waits { used } = slot.standing else { return None };
        slot.standing = Standing::Runs;
        slot.until = until;
        slot.left = until.map_or(Duration::MAX, |until| until.saturating_sub(used));
        slot.slice = self.schedule.slice(place);
        slot.since = Instant::now();
        if self.memory.is_some() {
            slot.before = resident_bytes().unwrap_or(0);
        }
        let begins = !slot.has_begun;
        slot.has_begun = true;
        self.shared.given[place].notify_one();
        Some((place, begins))
    }

    /// Notes what a turn added to the memory, and has a worker end where it is too much.
    fn note_memory(&mut self, place: usize) {
        let (Some(limit), Some(now)) = (self.memory, resident_bytes()) else { return };
        let mut state = self.shared.lock();
        let slot = &mut state.slots[place];
        slot.grown = slot.grown.saturating_add_unsigned(now).saturating_sub_unsigned(slot.before);
        if slot.standing == Standing::Ended && slot.stop.is_some() {
            // What it gave back may stay with the process, for the others to use.
            state.most = state.most.max(now.saturating_add(limit / 10)).min(limit);
        }
        if now <= state.most {
            return;
        }
        let live = |slot: &&mut Slot| slot.has_begun && slot.standing != Standing::Ended;
        let several = state.slots.iter_mut().filter(live).count() > 1;
        match state.slots.iter_mut().filter(live).max_by_key(|slot| slot.grown) {
            Some(largest) if several => {
                largest.stop.get_or_insert(Stop::MemoryLimit(limit));
            }
            // Until another begins, it may have all.
            _ => state.most = limit,
        }
    }

    /// Has all end for a reason; those that have not begun never do.
    fn end_all(&mut self, stop: &Stop) {
        self.over.get_or_insert_with(|| stop.clone());
        for slot in &mut self.shared.lock().slots {
            if slot.has_begun {
                slot.stop.get_or_insert_with(|| stop.clone());
            } else {
                slot.standing = Standing::Ended;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, CancelToken};

    const EVEN: Member = Member { weight: 1, later: 1, from_round: 1 };

    /// Log of `work` in the order of its doing, and what ended.
    fn logged(
        count: usize,
        jobs: usize,
        work: impl Fn(usize, &Turn, &dyn Fn(String)) -> Option<Stop> + Sync,
    ) -> Vec<String> {
        let log = Mutex::new(Vec::new());
        let note = |line: String| log.lock().unwrap().push(line);
        run(
            &vec![EVEN; count],
            Duration::ZERO,
            jobs,
            None,
            |place, turn| work(place, turn, &note),
            |_| {},
            |place, stop| {
                note(format!("{place} ended"));
                stop
            },
        );
        log.into_inner().unwrap()
    }

    #[test]
    fn turns_are_in_order_and_who_ends_is_left_out() {
        let log = logged(3, 1, |place, turn, note| {
            for step in 0..=place {
                note(format!("{place}.{step}"));
                assert_eq!(turn.pass(None), if place == 2 && step > 1 { Ok(false) } else { Ok(true) });
            }
            None
        });
        // The last one that is left has no end of its turn.
        let expected = "0.0 1.0 2.0 0 ended 1.1 2.1 1 ended 2.2 2 ended";
        assert_eq!(log.join(" "), expected);
    }

    #[test]
    fn a_reason_ends_those_that_wait_and_the_others_never_begin() {
        let log = logged(3, 1, |place, turn, note| {
            note(format!("{place}"));
            if place == 1 {
                return Some(Stop::TickLimit(7));
            }
            let stopped = (0..2).find_map(|_| turn.pass(None).err());
            note(format!("{place}: {}", stopped.unwrap()));
            None
        });
        assert_eq!(log, ["0", "1", "1 ended", "0: limit of 7 steps reached", "0 ended"]);
    }

    #[test]
    fn a_budget_passes_the_turn_and_a_flag_ends_who_waits() {
        let token = CancelToken::new();
        let log = logged(2, 1, |place, turn, note| {
            let budget = Budget::unlimited(token.clone()).with_turn(Some(turn.clone()));
            for _ in 0..3 {
                note(format!("{place}"));
                if place == 1 {
                    token.cancel();
                }
                if let Err(stop) = budget.look() {
                    return Some(stop);
                }
            }
            None
        });
        assert_eq!(log, ["0", "1", "0 ended", "1 ended"]);
    }

    #[test]
    fn a_panic_ends_all_and_goes_on() {
        let ends = Mutex::new(Vec::new());
        let broken = || {
            logged(3, 1, |place, turn, _| {
                assert!(place != 1, "this one breaks");
                let stopped = (0..9).find_map(|_| turn.pass(None).err());
                ends.lock().unwrap().push((place, stopped));
                None
            })
        };
        let panic = panic::catch_unwind(AssertUnwindSafe(broken)).unwrap_err();
        assert_eq!(panic.downcast_ref(), Some(&"this one breaks"));
        assert_eq!(ends.into_inner().unwrap(), [(0, Some(Stop::Cancelled))]);
    }

    #[test]
    fn as_many_run_at_once_as_there_are_jobs() {
        let both = std::sync::Barrier::new(2);
        let log = logged(2, 2, |_, turn, _| {
            // Each waits until the other is here, too.
            both.wait();
            let _ = turn.pass(None);
            None
        });
        assert_eq!(log.len(), 2);
    }

    #[test]
    fn who_added_most_memory_ends_where_there_is_too_much() {
        // With a limit of nothing, it is too much as soon as two have begun.
        let reasons = Mutex::new(Vec::new());
        run(
            &[EVEN; 2],
            Duration::ZERO,
            1,
            Some(1),
            |place, turn| {
                let kept = if place == 1 { vec![1_u8; 32 << 20] } else { Vec::new() };
                let stopped = (0..3).find_map(|_| turn.pass(Some(2)).err());
                assert!(std::hint::black_box(kept).len() < usize::MAX);
                (place, stopped)
            },
            |_| {},
            |_, reason| {
                reasons.lock().unwrap().push(reason);
                None
            },
        );
        assert_eq!(reasons.into_inner().unwrap(), [(1, Some(Stop::MemoryLimit(1))), (0, None)]);
    }
}
