//! What is known about the end of a program: rankings, an execution without end, cycles that are open.

use cairn_base::Span;
use cairn_interp::RecordedInputs;

/// A cycle with what becomes smaller in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranked {
    /// The cycle's text.
    pub span: Span,
    /// The function that it is in.
    pub function: String,
    /// Whether it is a loop; else a recursion.
    pub is_loop: bool,
    /// What becomes smaller, as a person writes it.
    pub ranking: String,
    /// It does so where no signed operation overflows.
    pub assumes_no_overflow: bool,
}

/// An execution without end.
#[derive(Clone, Debug)]
pub struct EndlessExecution {
    /// Its inputs, up to where it is told.
    pub inputs: RecordedInputs,
    /// Moves of control up to there.
    pub steps: u64,
    /// Moves of control until the state came the first time, and until it came again; none where no end can be reached.
    pub repeats: Option<(u64, u64)>,
    /// The loop that it stays in, as far as it is known.
    pub span: Span,
}

/// A cycle that may be without end, and why that is not known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenCycle {
    /// The cycle's text.
    pub span: Span,
    /// The function that it is in.
    pub function: String,
    /// Whether it is a loop; else a recursion.
    pub is_loop: bool,
    /// What was tried last.
    pub why: String,
}

/// What is known about the end of a program.
#[derive(Clone, Debug)]
pub enum Settled {
    /// Every execution ends.
    Ends(Vec<Ranked>),
    /// One does not.
    Endless(Box<EndlessExecution>),
    /// Some cycles are open; the others are ranked.
    Open(Vec<OpenCycle>, Vec<Ranked>),
}
