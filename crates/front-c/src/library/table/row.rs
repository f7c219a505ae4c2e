//! How rows are written: shorthands for the effects that many functions share.

pub(super) use crate::library::{Action as A, Amount, Answer, Effect, Print, Scan, Sink, Write};

pub(super) type Row = (&'static str, &'static str, A);

/// Writes nothing; the answer comes from outside.
pub(super) const fn input(answer: Answer) -> A {
    A::Effect(Effect { writes: &[], answer, writes_failing: false, errno: false, determined: false })
}

/// Writes nothing; the answer is the compiler's and the machine's, which are not modelled that far.
pub(super) const fn implementation(answer: Answer) -> A {
    A::Effect(Effect { writes: &[], answer, writes_failing: false, errno: false, determined: true })
}

/// Writes nothing but `errno`; the answer comes from outside.
pub(super) const fn system(answer: Answer) -> A {
    A::Effect(Effect { writes: &[], answer, writes_failing: false, errno: true, determined: false })
}

/// Writes, perhaps `errno` too; what, comes from outside.
pub(super) const fn writes(writes: &'static [Write], answer: Answer) -> A {
    A::Effect(Effect { writes, answer, writes_failing: false, errno: true, determined: false })
}

/// The same, where it writes also when it fails.
pub(super) const fn writes_failing(writes: &'static [Write], answer: Answer) -> A {
    A::Effect(Effect { writes, answer, writes_failing: true, errno: true, determined: false })
}

/// Writes nothing but perhaps `errno`; the arguments determine the answer.
pub(super) const fn computes(answer: Answer) -> A {
    A::Effect(Effect { writes: &[], answer, writes_failing: false, errno: true, determined: true })
}

pub(super) const fn computes_into(writes: &'static [Write], answer: Answer) -> A {
    A::Effect(Effect { writes, answer, writes_failing: false, errno: true, determined: true })
}

pub(super) const fn pointee(to: usize) -> Write {
    Write { to, amount: Amount::Pointee }
}

pub(super) const fn opaque(to: usize) -> Write {
    Write { to, amount: Amount::Opaque }
}

/// A time in seconds and so many parts of one.
pub(super) const fn time(to: usize, parts: i64) -> Write {
    Write { to, amount: Amount::Time(parts) }
}

/// A pair of numbers of open files.
pub(super) const fn descriptors(to: usize) -> Write {
    Write { to, amount: Amount::Descriptors(2) }
}

pub(super) const fn bytes(to: usize, count: usize) -> Write {
    Write { to, amount: Amount::Bytes(count) }
}

pub(super) const fn size(to: usize, bytes: u64) -> Write {
    Write { to, amount: Amount::Size(bytes) }
}

/// 0 or -1.
pub(super) const STATUS: Answer = Answer::Range(-1, 0);
/// 0 or a number of an error.
pub(super) const ERROR: Answer = Answer::Range(0, 4095);
/// -1 or more.
pub(super) const COUNT: Answer = Answer::From(-1);
