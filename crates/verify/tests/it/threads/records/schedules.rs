//! Runs all schedules of both threads, with all inputs, and compares the bytes that they are about to access.

use super::{Bytes, LockOf, Pointer, Program, Stmt, Subscript};
use std::collections::HashSet;

/// Where members begin in `struct r`, and its size.
const LOCK: i64 = 8;
const S: i64 = 48;
const C: i64 = 52;
const OTHER_LOCK: i64 = 56;
const SIZE: i64 = 96;
/// Where objects begin: the records, two allocated by main, the pointer, the locks, the numbers, and what each thread allocates.
const RECORDS: i64 = 1000;
const HEAP: [i64; 2] = [2000, 3000];
const HANDED: i64 = 4000;
const LOCKS: i64 = 5000;
const OTHER_LOCKS: i64 = 5500;
const NUMBERS: i64 = 6000;
const FRESH: [i64; 2] = [7000, 8000];

#[derive(Clone, PartialEq, Eq, Hash)]
struct Thread {
    at: usize,
    i: i64,
    pointers: [i64; 4],
    /// Objects that it has allocated.
    allocated: i64,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    threads: [Thread; 2],
    handed: i64,
    /// The locks that are held, by their addresses.
    held: Vec<(i64, usize)>,
}

fn index(of: Subscript, thread: &Thread) -> i64 {
    match of {
        Subscript::I => thread.i,
        Subscript::Other => 1 - thread.i,
        Subscript::Zero => 0,
        Subscript::One => 1,
    }
}

fn lock_at(of: LockOf, thread: &Thread) -> i64 {
    match of {
        LockOf::Record(by) => thread.pointers[by as usize] + LOCK,
        LockOf::Element(at) => LOCKS + 40 * index(at, thread),
        LockOf::OtherOfRecord(by) => thread.pointers[by as usize] + OTHER_LOCK,
        LockOf::OtherElement(at) => OTHER_LOCKS + 40 * index(at, thread),
        LockOf::Second => RECORDS + SIZE + LOCK,
    }
}

/// The bytes that a thread is about to access, and whether it writes them.
fn accessed(stmt: Stmt, thread: &Thread) -> Option<(i64, i64, bool)> {
    let at = |by: Pointer| thread.pointers[by as usize];
    let of = |bytes: Bytes| match bytes {
        Bytes::A(by) => (at(by), 4),
        Bytes::C(by) => (at(by) + C, 4),
        Bytes::B(by, which) => (at(by) + S + index(which, thread), 1),
        Bytes::Inner(by) => (at(by) + S, 4),
        Bytes::Both(by) => (at(by) + S, 2),
        Bytes::Number(which) => (NUMBERS + 4 * index(which, thread), 4),
        Bytes::AllNumbers => (NUMBERS, 8),
    };
    let (from, size, writes) = match stmt {
        Stmt::Access(bytes, writes) => (of(bytes).0, of(bytes).1, writes),
        Stmt::Publish => (HANDED, 8, true),
        Stmt::Take => (HANDED, 8, false),
        _ => return None,
    };
    // Nothing was handed.
    (from >= RECORDS).then_some((from, size, writes))
}

/// Whether some schedule has a race; none if a lock is given up that is not held.
pub fn races(program: &Program) -> Option<bool> {
    let thread = || Thread { at: 0, i: 0, pointers: [RECORDS, RECORDS, RECORDS, 0], allocated: 0 };
    let mut open = vec![State { threads: [thread(), thread()], handed: 0, held: Vec::new() }];
    let mut seen: HashSet<State> = HashSet::new();
    let mut found = false;
    while let Some(state) = open.pop() {
        if !seen.insert(state.clone()) {
            continue;
        }
        let next = |of: usize| program.threads[of].get(state.threads[of].at).copied();
        let [one, other] = [0, 1].map(|of| next(of).and_then(|stmt| accessed(stmt, &state.threads[of])));
        if let (Some((a, x, writes)), Some((b, y, also))) = (one, other) {
            found |= (writes || also) && a < b + y && b < a + x;
        }
        for (of, fresh) in FRESH.into_iter().enumerate() {
            let Some(stmt) = next(of) else { continue };
            let mut state = state.clone();
            let mut inputs = Vec::new();
            let thread = &mut state.threads[of];
            thread.at += 1;
            match stmt {
                Stmt::Subscript(None) => inputs.extend([0, 1]),
                Stmt::Subscript(Some(to)) => thread.i = index(to, thread),
                Stmt::ToRecord(to, at) => thread.pointers[to as usize] = RECORDS + SIZE * index(at, thread),
                Stmt::ToHeap(to, at) => thread.pointers[to as usize] = HEAP[usize::from(index(at, thread) == 1)],
                Stmt::Copy(to, from) => thread.pointers[to as usize] = thread.pointers[from as usize],
                Stmt::Lock(which) => {
                    let lock = lock_at(which, thread);
                    if state.held.iter().any(|(held, _)| *held == lock) {
                        continue;
                    }
                    state.held.push((lock, of));
                    state.held.sort_unstable();
                }
                Stmt::Unlock(which) => {
                    let lock = lock_at(which, thread);
                    let at = state.held.iter().position(|held| *held == (lock, of))?;
                    state.held.remove(at);
                }
                Stmt::Allocate => {
                    thread.pointers[Pointer::N as usize] = fresh + SIZE * thread.allocated;
                    thread.allocated += 1;
                }
                Stmt::Publish => state.handed = thread.pointers[Pointer::N as usize],
                Stmt::Take => thread.pointers[Pointer::O as usize] = state.handed,
                Stmt::Access(..) => {}
            }
            if inputs.is_empty() {
                open.push(state);
            } else {
                open.extend(inputs.into_iter().map(|input| {
                    let mut state = state.clone();
                    state.threads[of].i = input;
                    state
                }));
            }
        }
    }
    Some(found)
}
