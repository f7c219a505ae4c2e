//! Makes programs whose threads wait from seeds: locks within each other, ends under locks, a semaphore, a condition.
//!
//! In half of the programs locks are taken in one order, and what is waited for comes. The others are as near to that as programs with
//! a deadlock are.

use super::generate::binary;
use super::program::{Body, Expr, Kind, Layout, Program, Stmt, Target};

use fastrand::Rng;

struct Waiting<'a> {
    rng: &'a mut Rng,
    locks: usize,
    /// Locks are taken in one order, and given up at the end.
    is_ordered: bool,
    /// The semaphore or the condition is used.
    is_signalled: bool,
    /// Some locks are tried.
    is_tried: bool,
}

pub fn program(rng: &mut Rng) -> Program {
    let (is_ordered, is_signalled) = (rng.bool(), rng.u32(0..3) == 0);
    // What is decided by running is small.
    let threads = *rng.choice(if is_ordered && !is_signalled { &[1, 2, 2, 3] } else { &[1, 2, 2, 2] }).unwrap();
    let locks = *rng.choice(&[1, 2, 2, 3]).unwrap();
    let is_tried = rng.u32(0..3) == 0;
    let mut waiting = Waiting { rng, locks, is_ordered, is_signalled, is_tried };
    let mut bodies = match waiting.rng.u32(0..4) {
        0 => waiting.woken(threads),
        _ => waiting.mixed(threads),
    };
    let runs: Vec<usize> = match threads > 1 && waiting.one_in(6) {
        // Two run the same.
        true => (0..=threads).map(|thread| if thread == 2 { 1 } else { thread }).collect(),
        false => (0..=threads).collect(),
    };
    let is_joined = |body: &Body, thread: usize| joins(&body.stmts, thread);
    if threads > 1 && runs[2] != 1 && waiting.one_in(4) {
        // A thread joins another one.
        let by = waiting.rng.usize(2..=threads);
        let of = waiting.rng.usize(1..by);
        if !bodies.iter().any(|body| is_joined(body, of)) {
            let at = waiting.rng.usize(0..=bodies[by].stmts.len());
            let join = waiting.join(of);
            bodies[by].stmts.insert(at, join);
        }
    }
    let kinds = vec![*waiting.rng.choice(&[Kind::Int, Kind::Atomic]).unwrap(), Kind::Int];
    let semaphore = *waiting.rng.choice(&[0, 1, 1, 2]).unwrap();
    let exits = waiting.one_in(6);
    let (ids, arguments) = ((0..=threads).collect(), vec![0; threads + 1]);
    Program { kinds, layout: Layout::Variables, locks, semaphore, bodies, runs, ids, arguments, exits }
}

fn joins(stmts: &[Stmt], thread: usize) -> bool {
    stmts.iter().any(|stmt| match stmt {
        Stmt::Join(joined) => *joined == thread,
        Stmt::If(_, all, others) => joins(all, thread) || joins(others, thread),
        Stmt::Locked(_, all) => joins(all, thread),
        _ => false,
    })
}

impl Waiting<'_> {
    fn one_in(&mut self, of: u32) -> bool {
        self.rng.u32(0..of) == 0
    }

    /// Threads that wait for variables, and main that sets them while they are started.
    fn woken(&mut self, threads: usize) -> Vec<Body> {
        let mut bodies = vec![Body::default()];
        let mut flags = Vec::new();
        for _ in 0..threads {
            let flag = self.rng.usize(0..2);
            flags.push(flag);
            let again = !self.one_in(6);
            let mut stmts = vec![Stmt::Await(0, flag, again, Vec::new())];
            if self.one_in(4) {
                let piece = self.piece();
                stmts.push(piece);
            }
            bodies.push(Body { pointer: None, stmts });
        }
        let mut sets: Vec<usize> = flags.clone();
        sets.dedup();
        let mut main = Vec::new();
        let mut next = 1;
        while next <= threads || !sets.is_empty() {
            if next <= threads && (sets.is_empty() || self.rng.bool()) {
                main.push(Stmt::Start(next));
                next += 1;
            } else if let Some(flag) = sets.pop() {
                main.push(self.sets(flag));
            }
        }
        self.joined(threads, &mut main);
        bodies[0].stmts = main;
        bodies
    }

    /// Sets a variable and wakes who waits for it.
    fn sets(&mut self, flag: usize) -> Stmt {
        let wake = if self.rng.bool() { Stmt::Signal } else { Stmt::Broadcast };
        let set = Stmt::Assign(Target::Shared(flag), Expr::Number(1));
        Stmt::Locked(0, vec![set, wake])
    }

    fn mixed(&mut self, threads: usize) -> Vec<Body> {
        let mut bodies = vec![Body::default()];
        for _ in 0..threads {
            let mut stmts: Vec<Stmt> = (0..self.rng.usize(1..=2 - threads / 2)).map(|_| self.piece()).collect();
            if self.one_in(3) || stmts.iter().all(|stmt| !matches!(stmt, Stmt::Locked(..))) {
                let nested = self.nested();
                stmts.push(nested);
            }
            if !self.is_ordered && self.one_in(4) {
                // A lock that is not given up.
                let kept = self.kept();
                let at = self.rng.usize(0..=stmts.len());
                stmts.insert(at, if self.rng.bool() { kept } else { Stmt::If(Expr::Input, vec![kept], Vec::new()) });
            }
            bodies.push(Body { pointer: None, stmts });
        }
        let mut main = Vec::new();
        if self.one_in(5) {
            let piece = self.piece();
            main.push(piece);
        }
        for thread in 1..=threads {
            main.push(Stmt::Start(thread));
            if self.one_in(3) {
                let piece = self.piece();
                main.push(piece);
            }
        }
        if self.one_in(3) {
            let nested = self.nested();
            main.push(nested);
        }
        if !self.is_ordered && self.one_in(10) {
            let at = self.rng.usize(0..=main.len());
            let kept = self.kept();
            main.insert(at, kept);
        }
        self.joined(threads, &mut main);
        bodies[0].stmts = main;
        bodies
    }

    /// A lock that is not given up.
    fn kept(&mut self) -> Stmt {
        let lock = self.rng.usize(0..self.locks);
        if self.one_in(3) { Stmt::KeptIfFree(lock) } else { Stmt::Kept(lock) }
    }

    /// Main joins some or all.
    fn joined(&mut self, threads: usize, main: &mut Vec<Stmt>) {
        let mut all: Vec<usize> = (1..=threads).collect();
        self.rng.shuffle(&mut all);
        if self.one_in(if self.is_ordered { 6 } else { 3 }) {
            all.truncate(self.rng.usize(0..=threads));
        }
        for thread in all {
            let join = self.join(thread);
            main.push(join);
        }
    }

    /// Joins a thread, perhaps under a lock.
    fn join(&mut self, thread: usize) -> Stmt {
        let is_locked = if self.is_ordered { self.one_in(20) } else { self.one_in(5) };
        match is_locked {
            true => Stmt::Locked(self.rng.usize(0..self.locks), vec![Stmt::Join(thread)]),
            false if self.one_in(12) => Stmt::If(Expr::Input, vec![Stmt::Join(thread)], Vec::new()),
            false => Stmt::Join(thread),
        }
    }

    fn piece(&mut self) -> Stmt {
        let which = if self.is_signalled { self.rng.u32(0..12) } else { self.rng.u32(6..12) };
        match which {
            0 => Stmt::Wait,
            1 => Stmt::Post,
            2 => Stmt::Counted(vec![self.nested()]),
            3 => Stmt::Await(0, self.rng.usize(0..2), !self.one_in(4), Vec::new()),
            4 | 5 => {
                let flag = self.rng.usize(0..2);
                self.sets(flag)
            }
            6 => {
                let inside = self.nested();
                let cond = self.condition();
                Stmt::If(cond, vec![inside], Vec::new())
            }
            7 => Stmt::Called(vec![self.nested()]),
            8 if self.is_tried => {
                let at = self.rng.usize(0..self.locks);
                Stmt::Tried(at, vec![Stmt::Increment(0)])
            }
            _ => self.nested(),
        }
    }

    fn condition(&mut self) -> Expr {
        match self.rng.u32(0..3) {
            0 => Expr::Input,
            _ => binary("==", Expr::Shared(self.rng.usize(0..2)), Expr::Number(self.rng.i32(0..2))),
        }
    }

    /// Some locks within each other.
    fn nested(&mut self) -> Stmt {
        let mut locks: Vec<usize> = (0..self.locks).collect();
        self.rng.shuffle(&mut locks);
        locks.truncate(self.rng.usize(1..=self.locks));
        if self.is_ordered && !self.one_in(30) {
            locks.sort_unstable();
        }
        let mut inside = match self.rng.u32(0..4) {
            0 => vec![Stmt::Increment(1)],
            1 => vec![Stmt::Assign(Target::Shared(0), Expr::Number(self.rng.i32(0..2)))],
            2 if self.is_signalled => vec![self.rng.choice([Stmt::Post, Stmt::Wait, Stmt::Signal]).unwrap()],
            3 if self.is_tried && locks.len() < self.locks => {
                // One that is not waited for.
                let free: Vec<usize> = (0..self.locks).filter(|lock| !locks.contains(lock)).collect();
                vec![Stmt::Tried(*self.rng.choice(&free).unwrap(), vec![Stmt::Increment(1)])]
            }
            _ => Vec::new(),
        };
        let mut all = None;
        for lock in locks.into_iter().rev() {
            let locked = Stmt::Locked(lock, std::mem::take(&mut inside));
            all = Some(locked.clone());
            inside = vec![locked];
        }
        all.unwrap()
    }
}
