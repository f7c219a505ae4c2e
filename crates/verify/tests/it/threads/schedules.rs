//! The truth about a program with threads: all of its schedules are run.
//!
//! The tree becomes steps of a stack machine. A thread stands before a step that others can see; what nobody sees is done at once behind
//! the step before, and both values of an input are followed. All states are kept, so each is looked at once.
//!
//! Invariant: one read or write of a shared variable is one step, and what an expression reads is read from left to right.
//!
//! Why no reduction of schedules: what is left out would rest on the reasoning that is on trial.

use super::program::{COUNT, Expr, Kind, POINTER, Pointer, Program, SLOTS, Stmt, Target};

use std::collections::{BTreeMap, HashSet};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Shared(usize),
    Pointed,
}

#[derive(Clone, Debug)]
enum Step {
    // What nobody sees.
    Push(i32),
    PushOwn(usize),
    PopOwn(usize),
    Input,
    Binary(&'static str),
    Jump(usize),
    JumpIfZero(usize),
    // What others can see.
    Read(Place),
    Write(Place),
    Increment(usize),
    Lock(usize),
    TryLock(usize),
    Unlock(usize),
    /// Gives a lock up and waits for a signal.
    Sleep(usize),
    Awake,
    Signal,
    Broadcast,
    Wait,
    Post,
    Begin,
    End,
    Start(usize),
    Join(usize),
    Fail,
    /// The thread is at its end.
    Leave,
}

fn expr(expr_: &Expr, code: &mut Vec<Step>) {
    match expr_ {
        Expr::Number(number) => code.push(Step::Push(*number)),
        Expr::Own(own) => code.push(Step::PushOwn(*own)),
        Expr::Shared(shared) => code.push(Step::Read(Place::Shared(*shared))),
        Expr::Pointed => code.push(Step::Read(Place::Pointed)),
        Expr::Input => code.push(Step::Input),
        Expr::Binary(op, x, y) => {
            expr(x, code);
            expr(y, code);
            code.push(Step::Binary(op));
        }
        Expr::And(x, y) => {
            branch(
                x,
                code,
                |code| {
                    branch(y, code, |code| code.push(Step::Push(1)), |code| code.push(Step::Push(0)));
                },
                |code| code.push(Step::Push(0)),
            );
        }
        Expr::Choice(c, x, y) => branch(c, code, |code| expr(x, code), |code| expr(y, code)),
    }
}

fn branch(
    cond: &Expr,
    code: &mut Vec<Step>,
    then: impl FnOnce(&mut Vec<Step>),
    otherwise: impl FnOnce(&mut Vec<Step>),
) {
    expr(cond, code);
    let at = code.len();
    code.push(Step::Jump(0));
    then(code);
    let end = code.len();
    code.push(Step::Jump(0));
    code[at] = Step::JumpIfZero(code.len());
    otherwise(code);
    code[end] = Step::Jump(code.len());
}

fn stmts(program: &Program, all: &[Stmt], code: &mut Vec<Step>) {
    all.iter().for_each(|one| stmt(program, one, code));
}

fn stmt(program: &Program, one: &Stmt, code: &mut Vec<Step>) {
    let between = |first: Step, all: &[Stmt], last: Step, code: &mut Vec<Step>| {
        code.push(first);
        stmts(program, all, code);
        code.push(last);
    };
    match one {
        Stmt::Assign(target, value) => {
            expr(value, code);
            code.push(match target {
                Target::Own(own) => Step::PopOwn(*own),
                Target::Shared(shared) => Step::Write(Place::Shared(*shared)),
                Target::Pointed => Step::Write(Place::Pointed),
            });
        }
        Stmt::Increment(shared) if program.kinds[*shared] == Kind::Atomic => code.push(Step::Increment(*shared)),
        Stmt::Increment(shared) => {
            let place = Place::Shared(*shared);
            code.extend([Step::Read(place), Step::Push(1), Step::Binary("+"), Step::Write(place)]);
        }
        Stmt::If(cond, then, otherwise) => {
            branch(cond, code, |code| stmts(program, then, code), |code| stmts(program, otherwise, code))
        }
        Stmt::Twice(all) => {
            code.extend([Step::Push(0), Step::PopOwn(COUNT)]);
            let head = code.len();
            code.extend([Step::PushOwn(COUNT), Step::Push(2), Step::Binary("<")]);
            let at = code.len();
            code.push(Step::Jump(0));
            stmts(program, all, code);
            code.extend([
                Step::PushOwn(COUNT),
                Step::Push(1),
                Step::Binary("+"),
                Step::PopOwn(COUNT),
                Step::Jump(head),
            ]);
            code[at] = Step::JumpIfZero(code.len());
        }
        Stmt::Locked(lock, all) => between(Step::Lock(*lock), all, Step::Unlock(*lock), code),
        Stmt::Tried(lock, all) => {
            code.push(Step::TryLock(*lock));
            let at = code.len();
            between(Step::Jump(0), all, Step::Unlock(*lock), code);
            code[at] = Step::JumpIfZero(code.len());
        }
        Stmt::KeptIfFree(lock) => code.extend([Step::TryLock(*lock), Step::JumpIfZero(code.len() + 2)]),
        Stmt::Kept(lock) => code.push(Step::Lock(*lock)),
        Stmt::Await(lock, flag, again, all) => {
            code.push(Step::Lock(*lock));
            let head = code.len();
            code.extend([Step::Read(Place::Shared(*flag)), Step::JumpIfZero(head + 3), Step::Jump(head + 7)]);
            code.extend([Step::Sleep(*lock), Step::Awake, Step::Lock(*lock)]);
            code.push(Step::Jump(if *again { head } else { head + 7 }));
            stmts(program, all, code);
            code.push(Step::Unlock(*lock));
        }
        Stmt::Signal => code.push(Step::Signal),
        Stmt::Broadcast => code.push(Step::Broadcast),
        Stmt::Counted(all) => between(Step::Wait, all, Step::Post, code),
        Stmt::Wait => code.push(Step::Wait),
        Stmt::Post => code.push(Step::Post),
        Stmt::Atomic(all) => between(Step::Begin, all, Step::End, code),
        Stmt::Called(all) => stmts(program, all, code),
        Stmt::Start(thread) => code.push(Step::Start(*thread)),
        Stmt::Join(thread) => code.push(Step::Join(*thread)),
        Stmt::Fail(cond) => branch(cond, code, |code| code.push(Step::Fail), |_| {}),
    }
}

/// A thread that runs.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Thread {
    at: usize,
    stack: Vec<i32>,
    own: [i32; SLOTS],
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    shared: Vec<i32>,
    /// Who holds each lock.
    owners: Vec<Option<usize>>,
    /// Who waits for the condition and was not signalled.
    asleep: Vec<bool>,
    semaphore: i32,
    /// Who is in an atomic block.
    block: Option<usize>,
    /// The thread whose number each variable holds.
    ids: Vec<usize>,
    threads: Vec<Option<Thread>>,
    has_ended: Vec<bool>,
}

/// What some schedule does.
#[derive(Clone, Default, Debug)]
pub struct Truth {
    pub fails: bool,
    pub races: bool,
    /// Threads that have not ended all wait, and the program has not ended; or some wait for each other in a cycle, or for one that
    /// has ended.
    pub deadlocks: bool,
    /// The values of the shared variables where main ends, and in how many states it ends with them.
    pub ends: BTreeMap<Vec<i32>, usize>,
}

struct Machine<'a> {
    program: &'a Program,
    /// The steps of each thread.
    code: Vec<Vec<Step>>,
}

/// What all schedules do, if they are of no more than so many states.
pub fn truth(program: &Program, most: usize) -> Option<Truth> {
    let code = (program.runs.iter().enumerate())
        .map(|(thread, run)| {
            let body = &program.bodies[*run];
            let mut code = Vec::new();
            if let Some(pointer) = body.pointer {
                let to = |to: usize| Expr::Number(i32::try_from(to).unwrap());
                let value = match pointer {
                    Pointer::To(at) => to(at),
                    Pointer::Argument(_) => to(program.arguments[thread]),
                    Pointer::Either(x, y) => Expr::Choice(Box::new(Expr::Input), Box::new(to(x)), Box::new(to(y))),
                };
                expr(&value, &mut code);
                code.push(Step::PopOwn(POINTER));
            }
            stmts(program, &body.stmts, &mut code);
            code.push(Step::Leave);
            code
        })
        .collect();
    let machine = Machine { program, code };
    let threads = program.runs.len();
    let first = State {
        shared: vec![0; program.kinds.len()],
        owners: vec![None; program.locks],
        asleep: vec![false; threads],
        semaphore: program.semaphore,
        block: None,
        ids: vec![0; threads],
        threads: vec![None; threads],
        has_ended: vec![false; threads],
    };
    let mut open = machine.begun(first, 0);
    let mut seen: HashSet<State> = open.iter().cloned().collect();
    let mut truth = Truth::default();
    while let Some(state) = open.pop() {
        if seen.len() > most {
            return None;
        }
        truth.races |= machine.races(&state);
        if machine.is_at_end(&state) {
            *truth.ends.entry(state.shared.clone()).or_default() += 1;
        }
        truth.deadlocks |= machine.is_deadlock(&state);
        for thread in 0..threads {
            match machine.step(&state, thread) {
                Next::None | Next::Over => {}
                Next::Fails => truth.fails = true,
                Next::States(next) => open.extend(next.into_iter().filter(|state| seen.insert(state.clone()))),
            }
        }
    }
    Some(truth)
}

enum Next {
    /// It does not run, or waits.
    None,
    Fails,
    /// The program ends.
    Over,
    States(Vec<State>),
}

impl Machine<'_> {
    fn begun(&self, mut state: State, thread: usize) -> Vec<State> {
        state.threads[thread] = Some(Thread { at: 0, stack: Vec::new(), own: [0; SLOTS] });
        self.settled(state, thread)
    }

    /// The states in which a thread stands before what others can see.
    fn settled(&self, state: State, thread: usize) -> Vec<State> {
        let (mut open, mut done) = (vec![state], Vec::new());
        while let Some(mut state) = open.pop() {
            let Some(own) = &mut state.threads[thread] else {
                done.push(state);
                continue;
            };
            let at = own.at;
            own.at += 1;
            match &self.code[thread][at] {
                Step::Push(number) => own.stack.push(*number),
                Step::PushOwn(slot) => own.stack.push(own.own[*slot]),
                Step::PopOwn(slot) => own.own[*slot] = own.stack.pop().unwrap(),
                Step::Input => {
                    let mut other = state.clone();
                    other.threads[thread].as_mut().unwrap().stack.push(1);
                    open.push(other);
                    state.threads[thread].as_mut().unwrap().stack.push(0);
                }
                Step::Binary(op) => {
                    let (y, x) = (own.stack.pop().unwrap(), own.stack.pop().unwrap());
                    own.stack.push(match *op {
                        "+" => x + y,
                        "-" => x - y,
                        "&" => x & y,
                        "^" => x ^ y,
                        "==" => i32::from(x == y),
                        "!=" => i32::from(x != y),
                        "<" => i32::from(x < y),
                        _ => unreachable!("{op}"),
                    });
                }
                Step::Jump(to) => own.at = *to,
                Step::JumpIfZero(to) => {
                    if own.stack.pop() == Some(0) {
                        own.at = *to;
                    }
                }
                _ => {
                    own.at = at;
                    done.push(state);
                    continue;
                }
            }
            open.push(state);
        }
        done
    }

    fn shared(&self, state: &State, thread: usize, place: Place) -> usize {
        match place {
            Place::Shared(shared) => shared,
            Place::Pointed => usize::try_from(state.threads[thread].as_ref().unwrap().own[POINTER]).unwrap(),
        }
    }

    fn step(&self, state: &State, thread: usize) -> Next {
        let Some(own) = &state.threads[thread] else { return Next::None };
        if state.block.is_some_and(|owner| owner != thread) {
            return Next::None;
        }
        let mut state = state.clone();
        let stored = |shared: usize, value: i32| match self.program.kinds[shared] {
            Kind::Char => value & 0xff,
            Kind::Int | Kind::Atomic => value,
        };
        let (mut pushed, mut popped) = (None, false);
        match &self.code[thread][own.at] {
            Step::Read(place) => pushed = Some(state.shared[self.shared(&state, thread, *place)]),
            Step::Write(place) => {
                let shared = self.shared(&state, thread, *place);
                state.shared[shared] = stored(shared, *own.stack.last().unwrap());
                popped = true;
            }
            Step::Increment(shared) => state.shared[*shared] = stored(*shared, state.shared[*shared] + 1),
            Step::Lock(lock) if state.owners[*lock].is_some() => return Next::None,
            Step::Lock(lock) => state.owners[*lock] = Some(thread),
            Step::TryLock(lock) => {
                pushed = Some(i32::from(state.owners[*lock].is_none()));
                state.owners[*lock].get_or_insert(thread);
            }
            Step::Unlock(lock) => state.owners[*lock] = None,
            Step::Sleep(lock) => (state.owners[*lock], state.asleep[thread]) = (None, true),
            // Perhaps without a signal.
            Step::Awake => state.asleep[thread] = false,
            Step::Signal if state.asleep.contains(&true) => {
                state.threads[thread].as_mut().unwrap().at += 1;
                let woken = |other: usize| {
                    let mut state = state.clone();
                    state.asleep[other] = false;
                    self.settled(state, thread)
                };
                return Next::States((0..state.asleep.len()).filter(|at| state.asleep[*at]).flat_map(woken).collect());
            }
            Step::Signal => {}
            Step::Broadcast => state.asleep.fill(false),
            Step::Wait if state.semaphore == 0 => return Next::None,
            Step::Wait => state.semaphore -= 1,
            Step::Post => state.semaphore += 1,
            Step::Begin => state.block = Some(thread),
            Step::End => state.block = None,
            Step::Start(child) => {
                state.ids[self.program.ids[*child]] = *child;
                state.threads[thread].as_mut().unwrap().at += 1;
                let all = self.begun(state, *child);
                return Next::States(all.into_iter().flat_map(|state| self.settled(state, thread)).collect());
            }
            Step::Join(child) if !state.has_ended[state.ids[self.program.ids[*child]]] => return Next::None,
            Step::Join(_) => {}
            Step::Fail => return Next::Fails,
            Step::Leave if thread == 0 && !self.program.exits => return Next::Over,
            Step::Leave => {
                state.threads[thread] = None;
                state.has_ended[thread] = true;
                return Next::States(vec![state]);
            }
            unseen => unreachable!("{unseen:?}"),
        }
        let own = state.threads[thread].as_mut().unwrap();
        own.at += 1;
        if popped {
            own.stack.pop();
        }
        own.stack.extend(pushed);
        Next::States(self.settled(state, thread))
    }

    /// Whether a thread waits, and for which other one if that is certain.
    fn waits(&self, state: &State, thread: usize) -> Option<Option<usize>> {
        let own = state.threads[thread].as_ref()?;
        match &self.code[thread][own.at] {
            Step::Lock(lock) => state.owners[*lock].map(Some),
            Step::Join(child) => {
                let child = state.ids[self.program.ids[*child]];
                (!state.has_ended[child]).then_some(Some(child))
            }
            Step::Wait => (state.semaphore == 0).then_some(None),
            Step::Awake => state.asleep[thread].then_some(None),
            _ => None,
        }
    }

    fn is_deadlock(&self, state: &State) -> bool {
        let running = || (0..state.threads.len()).filter(|thread| state.threads[*thread].is_some());
        if running().next().is_some() && running().all(|thread| self.waits(state, thread).is_some()) {
            return true;
        }
        let by = |thread: usize| self.waits(state, thread).flatten();
        running().any(|first| {
            let mut at = first;
            (0..state.threads.len()).any(|_| match by(at) {
                Some(next) => {
                    at = next;
                    next == first || state.has_ended[next]
                }
                None => false,
            })
        })
    }

    /// What a thread is about to do to a shared variable: which it is, whether it writes, and whether it is atomic.
    fn access(&self, state: &State, thread: usize) -> Option<(usize, bool, bool)> {
        let own = state.threads[thread].as_ref()?;
        let (shared, writes) = match &self.code[thread][own.at] {
            Step::Read(place) => (self.shared(state, thread, *place), false),
            Step::Write(place) => (self.shared(state, thread, *place), true),
            Step::Increment(shared) => (*shared, true),
            _ => return None,
        };
        let atomic = state.block == Some(thread) || self.program.kinds[shared] == Kind::Atomic;
        Some((shared, writes, atomic))
    }

    fn is_at_end(&self, state: &State) -> bool {
        let main = state.threads[0].as_ref();
        main.is_some_and(|main| matches!(self.code[0][main.at], Step::Leave))
    }

    fn races(&self, state: &State) -> bool {
        let all: Vec<_> = (0..state.threads.len()).filter_map(|thread| self.access(state, thread)).collect();
        all.iter().enumerate().any(|(at, (shared, writes, atomic))| {
            all[..at].iter().any(|(other, also, both)| shared == other && (*writes || *also) && !(*atomic && *both))
        })
    }
}
