//! Makes programs with threads from seeds.
//!
//! Each shared variable has what guards it: a lock, an atomic block, the semaphore, its own type, or nothing. Most groups of accesses use it
//! and few do not. So many programs have no race, and those that have one are not far from those that have none.
//!
//! Why not accesses and locks at random: nearly all programs would race at their first access.

use super::program::{Body, Expr, Kind, Layout, Pointer, Program, Stmt, Target};

use fastrand::Rng;
use std::collections::BTreeMap;

/// What guards a shared variable.
#[derive(Clone, Copy)]
enum Guard {
    Lock(usize),
    Block,
    Semaphore,
    None,
}

pub struct Generator<'a> {
    rng: &'a mut Rng,
    kinds: Vec<Kind>,
    guards: Vec<Guard>,
    locks: usize,
    /// What the pointer of this body may go to.
    pointed: Vec<usize>,
    /// The body has variables of its own here.
    has_own: bool,
}

pub fn program(rng: &mut Rng) -> Program {
    let locks = rng.usize(1..=2);
    let guards_any = rng.u32(0..4);
    let (mut kinds, mut guards) = (Vec::new(), Vec::new());
    for _ in 0..rng.usize(2..=3) {
        kinds.push(*rng.choice(&[Kind::Int, Kind::Int, Kind::Int, Kind::Char, Kind::Char, Kind::Atomic]).unwrap());
        guards.push(match (guards_any, rng.u32(0..8)) {
            (0, _) | (_, 0) => Guard::None,
            (_, 1) => Guard::Semaphore,
            (2, _) | (_, 2) => Guard::Block,
            _ => Guard::Lock(rng.usize(0..locks)),
        });
    }
    let threads = *rng.choice(&[1, 2, 2, 2, 3]).unwrap();
    let mut runs = vec![0];
    for thread in 1..=threads {
        runs.push(if thread == 2 && rng.u32(0..5) == 0 { 1 } else { runs.iter().max().unwrap() + 1 });
    }
    let mut ids: Vec<usize> = (0..=threads).collect();
    let by_thread = threads > 1 && runs[2] != 1 && rng.u32(0..5) == 0;
    if threads > 1 && !by_thread && rng.u32(0..6) == 0 {
        ids[2] = 1;
    }
    let mut generator = Generator { rng, kinds, guards, locks, pointed: Vec::new(), has_own: true };
    let pointer_kind = if generator.rng.bool() { Kind::Int } else { Kind::Char };
    let mut arguments: Vec<usize> = Vec::new();
    for _ in 0..=threads {
        arguments.push(generator.of_kind(pointer_kind).unwrap_or(0));
    }
    let mut bodies = vec![Body::default()];
    for body in 1..=*runs.iter().max().unwrap() {
        let of: Vec<usize> = (1..=threads).filter(|thread| runs[*thread] == body).map(|at| arguments[at]).collect();
        bodies.push(generator.body(pointer_kind, &of, 5 - threads));
    }
    let mut main = generator.main(threads, &ids, by_thread);
    if by_thread {
        let at = generator.rng.usize(0..=bodies[1].stmts.len());
        bodies[1].stmts.insert(at, Stmt::Start(2));
        if generator.rng.bool() {
            let at = generator.rng.usize(at + 1..=bodies[1].stmts.len());
            bodies[1].stmts.insert(at, Stmt::Join(2));
        }
    }
    std::mem::swap(&mut bodies[0], &mut main);
    let layout = if generator.rng.bool() { Layout::Variables } else { Layout::Record };
    let semaphore = *generator.rng.choice(&[0, 1, 1, 1, 2]).unwrap();
    let exits = generator.rng.u32(0..8) == 0;
    Program { kinds: generator.kinds, layout, locks, semaphore, bodies, runs, ids, arguments, exits }
}

/// Asks at the end of main for values that few schedules give, or for others beside them.
pub fn sharpen(program: &mut Program, ends: &BTreeMap<Vec<i32>, usize>, rng: &mut Rng) {
    let Some(rare) = ends.iter().min_by_key(|(_, count)| **count).map(|(values, _)| values) else { return };
    let beside = i32::from(rng.u32(0..3) == 0);
    let equal = |at: usize, by: i32| binary("==", Expr::Shared(at), Expr::Number(rare[at] + by));
    let all = (1..rare.len())
        .map(|at| equal(at, 0))
        .fold(equal(0, beside), |all, one| Expr::And(Box::new(all), Box::new(one)));
    program.bodies[0].stmts.pop();
    program.bodies[0].stmts.push(Stmt::Fail(all));
}

impl Generator<'_> {
    fn of_kind(&mut self, kind: Kind) -> Option<usize> {
        let all: Vec<usize> = (0..self.kinds.len()).filter(|at| self.kinds[*at] == kind).collect();
        self.rng.choice(&all).copied()
    }

    fn one_in(&mut self, of: u32) -> bool {
        self.rng.u32(0..of) == 0
    }

    /// What threads run that have one body; `arguments` are those of the threads.
    fn body(&mut self, kind: Kind, arguments: &[usize], most: usize) -> Body {
        let pointer = match self.of_kind(kind) {
            Some(to) if self.rng.bool() => Some(match self.rng.u32(0..3) {
                0 => Pointer::To(to),
                1 => {
                    let all: Vec<usize> = (0..self.kinds.len()).filter(|at| self.kinds[*at] == kind).collect();
                    Pointer::Either(all[0], all[all.len() - 1])
                }
                _ => Pointer::Argument(kind),
            }),
            _ => None,
        };
        self.pointed = match pointer {
            None => Vec::new(),
            Some(Pointer::To(to)) => vec![to],
            Some(Pointer::Either(x, y)) => vec![x, y],
            Some(Pointer::Argument(_)) => arguments.to_vec(),
        };
        let mut stmts = Vec::new();
        for _ in 0..self.rng.usize(1..=most) {
            self.group(&mut stmts);
        }
        if self.one_in(3) {
            let cond = self.own_condition();
            stmts.push(Stmt::Fail(cond));
        }
        Body { pointer, stmts }
    }

    /// Main: starts threads, does something of its own, joins some, and asks.
    fn main(&mut self, threads: usize, ids: &[usize], by_thread: bool) -> Body {
        self.pointed.clear();
        let mut stmts = Vec::new();
        if self.one_in(4) {
            self.group(&mut stmts);
        }
        let own: Vec<usize> = (1..=threads).filter(|thread| !(by_thread && *thread == 2)).collect();
        // Who was started last with each variable, and is not joined.
        let mut open: Vec<usize> = Vec::new();
        for thread in own {
            open.retain(|other| ids[*other] != ids[thread]);
            stmts.push(Stmt::Start(thread));
            open.push(thread);
            if self.one_in(4) {
                self.join(&mut open, &mut stmts);
            }
        }
        if self.one_in(2) {
            self.group(&mut stmts);
        }
        self.rng.shuffle(&mut open);
        if !self.one_in(4) {
            while !open.is_empty() && !self.one_in(8) {
                self.join(&mut open, &mut stmts);
            }
        }
        if self.one_in(3) {
            self.group(&mut stmts);
        }
        if self.one_in(3) {
            let shared = self.any();
            let read = vec![Stmt::Assign(Target::Own(0), Expr::Shared(shared))];
            self.guarded(shared, read, &mut stmts);
        }
        let cond = if self.rng.bool() { self.own_condition() } else { self.condition() };
        stmts.push(Stmt::Fail(cond));
        Body { pointer: None, stmts }
    }

    fn join(&mut self, open: &mut Vec<usize>, stmts: &mut Vec<Stmt>) {
        let Some(thread) = open.pop() else { return };
        stmts.push(match self.one_in(8) {
            true => Stmt::If(Expr::Input, vec![Stmt::Join(thread)], Vec::new()),
            false => Stmt::Join(thread),
        });
    }

    fn any(&mut self) -> usize {
        self.rng.usize(0..self.kinds.len())
    }

    /// Accesses to a variable as it is guarded, perhaps under a condition, in a loop or in a function.
    fn group(&mut self, to: &mut Vec<Stmt>) {
        match self.rng.u32(0..20) {
            0 => return to.push(Stmt::Wait),
            1 | 2 => return to.push(Stmt::Post),
            _ => {}
        }
        let is_called = self.one_in(8);
        let has_own = std::mem::replace(&mut self.has_own, !is_called);
        let shared = self.any();
        let mut inside: Vec<Stmt> = (0..self.rng.usize(1..=2)).map(|_| self.access(shared)).collect();
        if self.one_in(6) {
            let other = self.access(shared);
            let cond = self.near(shared);
            inside = vec![Stmt::If(cond, inside, vec![other])];
        }
        let mut all = Vec::new();
        self.guarded(shared, inside, &mut all);
        self.has_own = has_own;
        if is_called {
            all = vec![Stmt::Called(all)];
        }
        match self.rng.u32(0..12) {
            0 => all = vec![Stmt::If(Expr::Input, all, Vec::new())],
            1 => {
                let cond = self.condition();
                all = vec![Stmt::If(cond, all, Vec::new())];
            }
            2 => all = vec![Stmt::Twice(all)],
            _ => {}
        }
        to.extend(all);
    }

    fn guarded(&mut self, shared: usize, inside: Vec<Stmt>, to: &mut Vec<Stmt>) {
        if self.one_in(10) {
            to.extend(inside);
            return;
        }
        match self.guards[shared] {
            Guard::None => to.extend(inside),
            Guard::Block => to.push(Stmt::Atomic(inside)),
            Guard::Semaphore => to.push(Stmt::Counted(inside)),
            Guard::Lock(lock) => {
                let locked = Stmt::Locked(lock, inside.clone());
                let signals = || [inside.clone(), vec![Stmt::Signal]].concat();
                match self.rng.u32(0..16) {
                    0 => to.push(Stmt::Tried(lock, inside)),
                    1 | 2 => to.push(Stmt::Await(lock, shared, true, inside)),
                    3 => to.push(Stmt::Locked(lock, signals())),
                    4 if self.locks > 1 => to.push(Stmt::Locked(1 - lock, vec![locked])),
                    // The wrong lock.
                    5 if self.locks > 1 => to.push(Stmt::Locked(1 - lock, inside)),
                    6 => {
                        // Perhaps a lock that is kept, and so at most one such group.
                        to.push(Stmt::If(Expr::Input, vec![Stmt::Kept(lock)], Vec::new()));
                        to.extend(inside);
                    }
                    _ => to.push(locked),
                }
            }
        }
    }

    /// One statement that reads or writes a variable.
    fn access(&mut self, shared: usize) -> Stmt {
        let is_pointed = self.has_own && self.pointed.contains(&shared) && !self.one_in(3);
        let target = if is_pointed { Target::Pointed } else { Target::Shared(shared) };
        let read = if is_pointed { Expr::Pointed } else { Expr::Shared(shared) };
        match self.rng.u32(0..8) {
            0 if self.has_own => Stmt::Assign(Target::Own(self.rng.usize(0..2)), read),
            1 if self.has_own => Stmt::Assign(target, Expr::Own(self.rng.usize(0..2))),
            2 => Stmt::Increment(shared),
            3 | 4 => Stmt::Assign(target, Expr::Number(self.rng.i32(1..4))),
            5 => {
                // Another variable, in an expression with several reads.
                let other = self.any();
                let sum = binary("+", read, Expr::Shared(other));
                Stmt::Assign(target, binary("&", sum, Expr::Number(7)))
            }
            6 if self.one_in(4) => {
                let cond = self.near(shared);
                Stmt::Assign(target, Expr::Choice(Box::new(cond), Box::new(Expr::Number(2)), Box::new(read)))
            }
            _ => {
                let by = Expr::Number(self.rng.i32(1..3));
                let op = *self.rng.choice(&["+", "+", "-", "^"]).unwrap();
                Stmt::Assign(target, binary(op, read, by))
            }
        }
    }

    /// A comparison with a variable.
    fn near(&mut self, shared: usize) -> Expr {
        let op = *self.rng.choice(&["==", "!=", "<"]).unwrap();
        binary(op, Expr::Shared(shared), Expr::Number(self.rng.i32(0..4)))
    }

    fn own_condition(&mut self) -> Expr {
        let op = *self.rng.choice(&["==", "==", "<"]).unwrap();
        let own = Expr::Own(self.rng.usize(0..2));
        let (x, y) = match op {
            "<" => (Expr::Number(self.rng.i32(0..4)), own),
            _ => (own, Expr::Number(self.rng.i32(1..5))),
        };
        let own = binary(op, x, y);
        if self.one_in(3) {
            return own;
        }
        let shared = self.any();
        let also = self.near(shared);
        Expr::And(Box::new(own), Box::new(also))
    }

    fn condition(&mut self) -> Expr {
        let shared = self.any();
        let one = self.near(shared);
        if self.one_in(2) {
            return one;
        }
        let shared = self.any();
        let other = self.near(shared);
        Expr::And(Box::new(one), Box::new(other))
    }
}

pub fn binary(op: &'static str, x: Expr, y: Expr) -> Expr {
    Expr::Binary(op, Box::new(x), Box::new(y))
}
