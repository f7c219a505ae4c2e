//! Marks of threads: what the library says to the pass that puts threads in a sequence (`cairn_transform::threads`). Each
//! is a label that no program has. When that pass has run, those that say who waits are left.

use crate::op::Op;

/// What the name of the function begins with that a thread runs. Its call starts the thread, and gives the thread's number.
pub const THREAD_RUN: &str = "__cairn_thread_run";

/// The function that a thread calls where it waits, with the number and one of the thread that it waits for, or 0.
pub const THREAD_BLOCKED: &str = "__cairn_thread_blocked";

/// The variable that is the number of the thread that reads it.
pub const THREAD_SELF: &str = "__cairn_thread_self";

/// What an input says that chooses the thread that goes on.
pub const SCHEDULE: &str = "schedule";

/// Whether an operation chooses the thread that goes on: then the program has threads, which were put in a sequence.
pub fn chooses_thread(op: &Op) -> bool {
    matches!(op, Op::Havoc { source: crate::op::NondetSource::Other(what), .. } if what == SCHEDULE)
}

const MARK: &str = "thread ";

/// What is marked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThreadMark {
    /// From here on no other thread runs.
    AtomicBegin,
    /// To here.
    AtomicEnd,
    /// The thread ends.
    Exit,
    /// An atomic operation asks for an order that is weaker than sequential consistency.
    WeakOrder,
    /// The thread waits, as far as an execution that looks for a deadlock has seen. The pass puts it in.
    Waits,
}

impl ThreadMark {
    const ALL: [ThreadMark; 5] =
        [ThreadMark::AtomicBegin, ThreadMark::AtomicEnd, ThreadMark::Exit, ThreadMark::WeakOrder, ThreadMark::Waits];

    fn word(self) -> &'static str {
        match self {
            ThreadMark::AtomicBegin => "atomic begin",
            ThreadMark::AtomicEnd => "atomic end",
            ThreadMark::Exit => "exit",
            ThreadMark::WeakOrder => "weak order",
            ThreadMark::Waits => "waits",
        }
    }
}

impl Op {
    /// The label of a mark.
    pub fn mark_thread(mark: ThreadMark) -> Op {
        Op::Label(format!("{MARK}{}", mark.word()))
    }
    /// The mark that this is.
    pub fn marked_thread(&self) -> Option<ThreadMark> {
        let Op::Label(label) = self else { return None };
        let word = label.strip_prefix(MARK)?;
        ThreadMark::ALL.into_iter().find(|mark| mark.word() == word)
    }
}
