//! Makes them from seeds: few things in one program, most of them under their own lock, and some of it changed.

use super::{Bytes, LockOf, Pointer, Program, Stmt, Subscript};
use fastrand::Rng;

/// What the threads of a program are about; few things, so that they meet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Theme {
    Elements,
    Records,
    /// The first hands something on to the second.
    Handing,
}

/// Both threads often do the same, and some of it is changed.
pub fn program(rng: &mut Rng) -> Program {
    let theme = *rng.choice(&[Theme::Elements, Theme::Records, Theme::Records, Theme::Handing]).unwrap();
    let both_and_one = [6, 4];
    let members = if rng.u32(0..4) == 0 { both_and_one } else { [rng.u32(0..7), rng.u32(0..7)] };
    let thread = |rng: &mut Rng, hands: bool| {
        let mut all = vec![Stmt::Subscript(if rng.u32(0..3) > 0 { None } else { Some(Subscript::Zero) })];
        if rng.bool() {
            all.push(Stmt::Subscript(Some(Subscript::Other)));
        }
        for _ in 0..rng.usize(1..=2) {
            match theme {
                Theme::Elements => element(rng, &mut all),
                Theme::Records => record(rng, members, &mut all),
                Theme::Handing => handing(rng, members, hands, &mut all),
            }
        }
        all
    };
    let one = thread(rng, true);
    let other = if theme != Theme::Handing && rng.bool() { one.clone() } else { thread(rng, false) };
    let mut threads = [one, other];
    for _ in 0..rng.usize(0..=2) {
        let of = usize::from(rng.bool());
        change(rng, &mut threads[of]);
    }
    Program { threads }
}

/// Changes a statement, or what the statements behind a place are about.
fn change(rng: &mut Rng, all: &mut Vec<Stmt>) {
    let at = rng.usize(1..all.len());
    let by = |rng: &mut Rng| *rng.choice(&[Pointer::P, Pointer::Q]).unwrap();
    match rng.u32(0..10) {
        8 => all.insert(at, Stmt::Copy(Pointer::N, Pointer::P)),
        9 => all.insert(at, Stmt::Copy(Pointer::P, Pointer::N)),
        0 | 1 => all.insert(at, Stmt::Subscript(Some(Subscript::Other))),
        2 => {
            let (to, at_element) = (by(rng), any(rng));
            all.insert(at, Stmt::ToRecord(to, at_element));
        }
        3 => {
            let (to, at_element) = (by(rng), any(rng));
            all.insert(at, Stmt::ToHeap(to, at_element));
        }
        4 => all.insert(at, Stmt::Copy(Pointer::P, Pointer::Q)),
        5 => all.insert(at, Stmt::Copy(Pointer::Q, Pointer::P)),
        _ => {
            let other = by(rng);
            let number = any(rng);
            match &mut all[at] {
                Stmt::Access(Bytes::Number(of), _) => *of = number,
                Stmt::Access(Bytes::A(of) | Bytes::C(of) | Bytes::B(of, _) | Bytes::Inner(of) | Bytes::Both(of), _)
                    if *of != Pointer::N && *of != Pointer::O =>
                {
                    *of = other;
                }
                Stmt::Lock(LockOf::Element(of)) | Stmt::Unlock(LockOf::Element(of)) => *of = number,
                Stmt::Lock(LockOf::Record(of)) | Stmt::Unlock(LockOf::Record(of)) => *of = other,
                _ => {}
            }
        }
    }
}

fn any(rng: &mut Rng) -> Subscript {
    use Subscript::{I, One, Other, Zero};
    *rng.choice(&[I, I, I, Other, Zero, One]).unwrap()
}

/// An element under its lock.
fn element(rng: &mut Rng, all: &mut Vec<Stmt>) {
    let at = any(rng);
    let of = if rng.u32(0..3) == 0 { any(rng) } else { at };
    let bytes = if rng.u32(0..6) == 0 { Bytes::AllNumbers } else { Bytes::Number(of) };
    let writes = rng.u32(0..4) > 0 || matches!(bytes, Bytes::AllNumbers);
    let begin = all.len();
    let lock = if rng.u32(0..6) == 0 { LockOf::OtherElement(at) } else { LockOf::Element(at) };
    all.extend([Stmt::Lock(lock), Stmt::Access(bytes, writes), Stmt::Unlock(lock)]);
    fault(rng, all, begin);
}

/// Members of a record under its lock.
fn record(rng: &mut Rng, members: [u32; 2], all: &mut Vec<Stmt>) {
    let to = if rng.bool() { Pointer::P } else { Pointer::Q };
    let at = any(rng);
    match rng.u32(0..4) {
        0 => {}
        1 => all.push(Stmt::Copy(to, if to == Pointer::P { Pointer::Q } else { Pointer::P })),
        2 => all.push(Stmt::ToHeap(to, at)),
        _ => all.push(Stmt::ToRecord(to, at)),
    }
    let begin = all.len();
    let lock = if rng.u32(0..8) == 0 { LockOf::OtherOfRecord(to) } else { LockOf::Record(to) };
    all.push(Stmt::Lock(lock));
    (0..rng.usize(1..=2)).for_each(|_| all.push(field(rng, members, to)));
    all.push(Stmt::Unlock(lock));
    fault(rng, all, begin);
}

/// An object that is made and handed on, or one that was handed on.
fn handing(rng: &mut Rng, members: [u32; 2], hands: bool, all: &mut Vec<Stmt>) {
    let lock = LockOf::Element(Subscript::Zero);
    let begin = all.len();
    if hands {
        all.extend([Stmt::Allocate, field(rng, members, Pointer::N), Stmt::Lock(lock), Stmt::Publish]);
        if rng.u32(0..3) == 0 {
            all.push(field(rng, members, Pointer::N));
        }
        all.push(Stmt::Unlock(lock));
        if rng.u32(0..3) == 0 {
            all.push(field(rng, members, Pointer::N));
        }
    } else {
        all.extend([Stmt::Lock(lock), Stmt::Take, field(rng, members, Pointer::O), Stmt::Unlock(lock)]);
    }
    if rng.u32(0..8) == 0 {
        let mut at = 0;
        all.retain(|stmt| {
            at += 1;
            at <= begin || !matches!(stmt, Stmt::Lock(_) | Stmt::Unlock(_))
        });
    }
}

/// An access to a member.
fn field(rng: &mut Rng, members: [u32; 2], by: Pointer) -> Stmt {
    let at = any(rng);
    let bytes = match members[rng.usize(0..2)] {
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
            LockOf::OtherOfRecord(Pointer::P),
            LockOf::OtherOfRecord(Pointer::Q),
            LockOf::OtherElement(Subscript::I),
            LockOf::OtherElement(Subscript::Other),
        ];
        *rng.choice(&all).unwrap()
    };
    match rng.u32(0..16) {
        0 => {
            all.remove(last);
            all.remove(lock);
        }
        1 | 2 | 11 => {
            let of = other(rng);
            (all[lock], all[last]) = (Stmt::Lock(of), Stmt::Unlock(of));
        }
        3 => all[last] = Stmt::Unlock(other(rng)),
        4 | 10 => {
            // Another element, and back before the lock is given up.
            all.insert(last, Stmt::Subscript(Some(Subscript::Other)));
            all.insert(lock + 1, Stmt::Subscript(Some(Subscript::Other)));
        }
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
