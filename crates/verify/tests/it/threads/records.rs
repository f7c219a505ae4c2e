//! Two threads that access records, elements and objects of their own, under locks that are beside what they protect, and the truth
//! about their races.
//!
//! Each thread is a sequence of statements about variables of its own: a subscript, two pointers to records, an object that it
//! allocates and one that it was handed. Locks are mostly taken for what is accessed, and some are not: another element's, another
//! pointer's, or for a pointer that has changed since. All schedules of both are run, with all inputs, and bytes are compared.
//!
//! Invariant: a lock is given up by who holds it (programs in which some schedule does otherwise are not used).

use fastrand::Rng;
use std::collections::HashSet;
use std::fmt::Write;

const DECLARED: &str = "\
typedef unsigned long pthread_t;
typedef union { char bytes[40]; long whole; } pthread_mutex_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int pthread_mutex_lock(pthread_mutex_t *), pthread_mutex_unlock(pthread_mutex_t *);
extern void *calloc(unsigned long, unsigned long), *memset(void *, int, unsigned long);
extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
struct s { char b[2]; short d; };
struct r { int a; pthread_mutex_t m; struct s s; int c; };
struct r r[2], *h[2], *g;
pthread_mutex_t m[2];
int v[2];
";

/// Where members begin in `struct r`, and its size.
const LOCK: i64 = 8;
const S: i64 = 48;
const C: i64 = 52;
const SIZE: i64 = 56;
/// Where objects begin: the records, two allocated by main, the pointer, the locks, the numbers, and what each thread allocates.
const RECORDS: i64 = 1000;
const HEAP: [i64; 2] = [2000, 3000];
const HANDED: i64 = 4000;
const LOCKS: i64 = 5000;
const NUMBERS: i64 = 6000;
const FRESH: [i64; 2] = [7000, 8000];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pointer {
    P,
    Q,
    /// What the thread allocates.
    N,
    /// What it was handed, perhaps nothing.
    O,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Subscript {
    I,
    Other,
    Zero,
}

#[derive(Clone, Copy, Debug)]
enum LockOf {
    Record(Pointer),
    Element(Subscript),
    Second,
}

#[derive(Clone, Copy, Debug)]
enum Bytes {
    A(Pointer),
    C(Pointer),
    /// One of two characters.
    B(Pointer, Subscript),
    /// The members of `s`.
    Inner(Pointer),
    /// The characters, by a function.
    Both(Pointer),
    Number(Subscript),
    AllNumbers,
}

#[derive(Clone, Copy, Debug)]
enum Stmt {
    Subscript(Option<Subscript>),
    ToRecord(Pointer, Subscript),
    ToHeap(Pointer, Subscript),
    Copy(Pointer, Pointer),
    Lock(LockOf),
    Unlock(LockOf),
    /// Reads or writes.
    Access(Bytes, bool),
    Allocate,
    /// Hands on what was allocated.
    Publish,
    Take,
}

pub struct Program {
    threads: [Vec<Stmt>; 2],
}

fn pointer(pointer: Pointer) -> &'static str {
    match pointer {
        Pointer::P => "p",
        Pointer::Q => "q",
        Pointer::N => "n",
        Pointer::O => "o",
    }
}

fn subscript(of: Subscript) -> &'static str {
    match of {
        Subscript::I => "i",
        Subscript::Other => "1 - i",
        Subscript::Zero => "0",
    }
}

fn lock(of: LockOf) -> String {
    match of {
        LockOf::Record(of) => format!("&{}->m", pointer(of)),
        LockOf::Element(of) => format!("&m[{}]", subscript(of)),
        LockOf::Second => "&r[1].m".to_owned(),
    }
}

/// A statement; what is behind what was handed is accessed only where there is something.
fn text_of(stmt: Stmt) -> String {
    let of = |which: Pointer, what: String| match which {
        Pointer::O => format!("if (o) {what}"),
        _ => what,
    };
    match stmt {
        Stmt::Subscript(None) => "i = __VERIFIER_nondet_bool();".to_owned(),
        Stmt::Subscript(Some(to)) => format!("i = {};", subscript(to)),
        Stmt::ToRecord(to, at) => format!("{} = &r[{}];", pointer(to), subscript(at)),
        Stmt::ToHeap(to, at) => format!("{} = h[{}];", pointer(to), subscript(at)),
        Stmt::Copy(to, from) => format!("{} = {};", pointer(to), pointer(from)),
        Stmt::Lock(which) => format!("pthread_mutex_lock({});", lock(which)),
        Stmt::Unlock(which) => format!("pthread_mutex_unlock({});", lock(which)),
        Stmt::Allocate => "n = calloc(1, sizeof *n);\n  if (!n) abort();".to_owned(),
        Stmt::Publish => "g = n;".to_owned(),
        Stmt::Take => "o = g;".to_owned(),
        Stmt::Access(bytes, writes) => {
            let scalar = |place: String| if writes { format!("{place} = 1;") } else { format!("x = {place};") };
            match bytes {
                Bytes::A(by) => of(by, scalar(format!("{}->a", pointer(by)))),
                Bytes::C(by) => of(by, scalar(format!("{}->c", pointer(by)))),
                Bytes::B(by, at) => of(by, scalar(format!("{}->s.b[{}]", pointer(by), subscript(at)))),
                Bytes::Inner(by) if writes => of(by, format!("{}->s = y;", pointer(by))),
                Bytes::Inner(by) => of(by, format!("y = {}->s;", pointer(by))),
                Bytes::Both(by) => of(by, format!("memset({}->s.b, 0, 2);", pointer(by))),
                Bytes::Number(at) => scalar(format!("v[{}]", subscript(at))),
                Bytes::AllNumbers => "memset(v, 0, sizeof v);".to_owned(),
            }
        }
    }
}

impl Program {
    pub fn text(&self) -> String {
        let mut text = DECLARED.to_owned();
        for (at, thread) in self.threads.iter().enumerate() {
            let _ = writeln!(text, "void *f{at}(void *arg) {{\n  struct r *p = arg, *q = arg, *n = arg, *o = 0;");
            text.push_str("  struct s y = {0};\n  int i = 0, x = 0;\n");
            for stmt in thread {
                let _ = writeln!(text, "  {}", text_of(*stmt));
            }
            text.push_str("  return 0;\n}\n");
        }
        text.push_str("int main(void) {\n  pthread_t t[2];\n  h[0] = calloc(1, sizeof *h[0]);\n");
        text.push_str("  h[1] = calloc(1, sizeof *h[1]);\n  if (!h[0] || !h[1]) abort();\n");
        text.push_str("  pthread_create(&t[0], 0, f0, &r[0]);\n  pthread_create(&t[1], 0, f1, &r[0]);\n");
        text.push_str("  pthread_join(t[0], 0);\n  pthread_join(t[1], 0);\n  return 0;\n}\n");
        text
    }
}

/// One more than a subscript, for each program of which most do right.
pub fn program(rng: &mut Rng) -> Program {
    let mut thread = || {
        let mut all = vec![Stmt::Subscript(if rng.bool() { None } else { Some(Subscript::Zero) })];
        for _ in 0..rng.usize(1..=2) {
            group(rng, &mut all);
        }
        all
    };
    Program { threads: [thread(), thread()] }
}

/// Goes to something and accesses it under its lock, with a fault in some.
fn group(rng: &mut Rng, all: &mut Vec<Stmt>) {
    let any = |rng: &mut Rng| *rng.choice(&[Subscript::I, Subscript::I, Subscript::Other, Subscript::Zero]).unwrap();
    let begin = all.len();
    let protects = match rng.u32(0..4) {
        0 => {
            let at = any(rng);
            let bytes = if rng.u32(0..6) == 0 { Bytes::AllNumbers } else { Bytes::Number(at) };
            let writes = rng.u32(0..4) > 0 || matches!(bytes, Bytes::AllNumbers);
            all.push(Stmt::Access(bytes, writes));
            LockOf::Element(at)
        }
        1 => {
            let handed = LockOf::Element(Subscript::Zero);
            match rng.bool() {
                true => {
                    let first = field(rng, Pointer::N);
                    all.extend([Stmt::Allocate, first, Stmt::Lock(handed), Stmt::Publish]);
                    if rng.u32(0..3) == 0 {
                        all.push(field(rng, Pointer::N));
                    }
                    all.push(Stmt::Unlock(handed));
                    if rng.u32(0..3) == 0 {
                        all.push(field(rng, Pointer::N));
                    }
                }
                false => {
                    all.extend([Stmt::Lock(handed), Stmt::Take]);
                    all.push(field(rng, Pointer::O));
                    all.push(Stmt::Unlock(handed));
                }
            }
            if rng.u32(0..6) == 0 {
                // Without the lock.
                all.retain(|stmt| !matches!(stmt, Stmt::Lock(_) | Stmt::Unlock(_)));
            }
            return;
        }
        _ => {
            let to = if rng.bool() { Pointer::P } else { Pointer::Q };
            let at = any(rng);
            match rng.u32(0..4) {
                0 => {}
                1 => all.push(Stmt::Copy(to, if to == Pointer::P { Pointer::Q } else { Pointer::P })),
                2 => all.push(Stmt::ToHeap(to, at)),
                _ => all.push(Stmt::ToRecord(to, at)),
            }
            let accesses: Vec<Stmt> = (0..rng.usize(1..=2)).map(|_| field(rng, to)).collect();
            let begin = all.len();
            all.extend(accesses);
            let lock = LockOf::Record(to);
            all.insert(begin, Stmt::Lock(lock));
            all.push(Stmt::Unlock(lock));
            fault(rng, all, begin);
            return;
        }
    };
    all.insert(begin, Stmt::Lock(protects));
    all.push(Stmt::Unlock(protects));
    fault(rng, all, begin);
}

/// An access to a member.
fn field(rng: &mut Rng, by: Pointer) -> Stmt {
    let at = *rng.choice(&[Subscript::I, Subscript::Other, Subscript::Zero]).unwrap();
    let bytes = match rng.u32(0..7) {
        0 | 1 => Bytes::A(by),
        2 | 3 => Bytes::C(by),
        4 => Bytes::B(by, at),
        5 => Bytes::Inner(by),
        _ => Bytes::Both(by),
    };
    Stmt::Access(bytes, rng.u32(0..4) > 0 || matches!(bytes, Bytes::Both(_)))
}

/// Perhaps another lock, none, or something that changes between.
fn fault(rng: &mut Rng, all: &mut Vec<Stmt>, lock: usize) {
    let last = all.len() - 1;
    let other = |rng: &mut Rng| {
        let all = [
            LockOf::Record(Pointer::P),
            LockOf::Record(Pointer::Q),
            LockOf::Element(Subscript::I),
            LockOf::Element(Subscript::Other),
            LockOf::Element(Subscript::Zero),
            LockOf::Second,
        ];
        *rng.choice(&all).unwrap()
    };
    match rng.u32(0..16) {
        0 => {
            all.remove(last);
            all.remove(lock);
        }
        1 | 2 => {
            let of = other(rng);
            (all[lock], all[last]) = (Stmt::Lock(of), Stmt::Unlock(of));
        }
        3 => all[last] = Stmt::Unlock(other(rng)),
        4 => all.insert(lock + 1, Stmt::Subscript(Some(Subscript::Other))),
        5 => all.insert(lock + 1, Stmt::ToRecord(Pointer::P, Subscript::I)),
        6 => all.insert(lock + 1, Stmt::Copy(Pointer::P, Pointer::Q)),
        7 => {
            // The access is behind the end of the critical section.
            let access = all.remove(last - 1);
            all.push(access);
        }
        8 => {
            let of = other(rng);
            all.insert(lock, Stmt::Lock(of));
            all.push(Stmt::Unlock(of));
        }
        9 => {
            // Given up and taken again, perhaps another.
            let (end, begin) = (all[last], all[lock]);
            all.insert(last, begin);
            all.insert(last, Stmt::Subscript(Some(Subscript::Other)));
            all.insert(last, end);
        }
        _ => {}
    }
}

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
    }
}

fn lock_at(of: LockOf, thread: &Thread) -> i64 {
    match of {
        LockOf::Record(by) => thread.pointers[by as usize] + LOCK,
        LockOf::Element(at) => LOCKS + 40 * index(at, thread),
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
        for of in 0..2 {
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
                    thread.pointers[Pointer::N as usize] = FRESH[of] + SIZE * thread.allocated;
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
