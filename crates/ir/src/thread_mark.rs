//! Marks of threads: what the library says to the pass that puts threads in a sequence (`cairn_transform::threads`). Each
//! is a label that no program has. When that pass has run, those that say who begins, waits and goes on are left.

use crate::ids::NodeId;
use crate::op::Op;
use crate::program::{Edge, Program};

/// Prefix of the name of the function that a thread runs. Its call starts the thread, and gives the thread's number.
pub const THREAD_RUN: &str = "__cairn_thread_run";

/// The function that a thread calls where it waits, with the number and one of the thread that it waits for, or 0.
pub const THREAD_BLOCKED: &str = "__cairn_thread_blocked";

/// The variable that is the number of the thread that reads it.
pub const THREAD_SELF: &str = "__cairn_thread_self";

/// Name of the input that chooses the thread that goes on.
pub const SCHEDULE: &str = "schedule";

/// Whether an operation chooses the thread that goes on: then the program has threads, which were put in a sequence.
pub fn chooses_thread(op: &Op) -> bool {
    matches!(op, Op::Havoc { source: crate::op::NondetSource::Other(what), .. } if what == SCHEDULE)
}

/// Whether an edge leads to where another thread stands.
pub fn leads_to_another(op: &Op) -> bool {
    op.marked_thread() == Some(ThreadMark::Switches)
}

/// Where the threads begin that the program starts.
pub fn beginnings(program: &Program) -> impl Iterator<Item = NodeId> + '_ {
    let begins = |edge: &&Edge| edge.op.marked_thread() == Some(ThreadMark::Begins);
    program.edges.iter().filter(begins).map(|edge| edge.target)
}

const MARK: &str = "thread ";

/// Marked event.
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
    /// The thread begins. The pass puts it in.
    Begins,
    /// Another thread goes on. The pass puts it in.
    Switches,
    /// The thread waits, as far as an execution that looks for a deadlock has seen. The pass puts it in.
    Waits,
}

impl ThreadMark {
    const ALL: [ThreadMark; 7] = [
        ThreadMark::AtomicBegin,
        ThreadMark::AtomicEnd,
        ThreadMark::Exit,
        ThreadMark::WeakOrder,
        ThreadMark::Begins,
        ThreadMark::Switches,
        ThreadMark::Waits,
    ];

    fn word(self) -> &'static str {
        match self {
            ThreadMark::AtomicBegin => "atomic begin",
            ThreadMark::AtomicEnd => "atomic end",
            ThreadMark::Exit => "exit",
            ThreadMark::WeakOrder => "weak order",
            ThreadMark::Begins => "begins",
            ThreadMark::Switches => "switches",
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
