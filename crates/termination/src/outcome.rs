//! Answer about the end of a program: of each cycle a ranking, an execution that stays in it, or why it is open.

use cairn_base::Span;
use cairn_interp::RecordedInputs;

/// Ranking of a cycle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RankingFound {
    /// As a person writes it.
    pub text: String,
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

/// State of a cycle.
#[derive(Clone, Debug)]
pub enum CycleState {
    /// Whether it ends is not known; what was tried last.
    Open(String),
    /// No execution stays in it.
    Ranked(RankingFound),
    /// The program has one execution, which comes to its end.
    Executed,
    /// An execution stays in it.
    Endless(Box<EndlessExecution>),
}

/// A cycle, and what is known of it.
#[derive(Clone, Debug)]
pub struct CycleAnswer {
    /// The cycle's text.
    pub span: Span,
    /// The function that it is in.
    pub function: String,
    /// Whether it is a loop; else a recursion.
    pub is_loop: bool,
    /// Its state.
    pub state: CycleState,
}

/// Answer about the end of a program.
#[derive(Clone, Debug, Default)]
pub struct TerminationAnswer {
    /// Its cycles, inner loops first.
    pub cycles: Vec<CycleAnswer>,
    /// An execution without end of which it is not known in which cycle it stays.
    pub endless: Option<Box<EndlessExecution>>,
}

impl TerminationAnswer {
    /// Whether every execution ends.
    pub fn ends(&self) -> bool {
        self.endless.is_none()
            && self.cycles.iter().all(|cycle| matches!(cycle.state, CycleState::Ranked(_) | CycleState::Executed))
    }
    /// An execution without end, if one is known.
    pub fn endless(&self) -> Option<&EndlessExecution> {
        let of = |cycle: &'_ CycleAnswer| matches!(cycle.state, CycleState::Endless(_));
        let in_cycle = self.cycles.iter().find(|cycle| of(cycle)).and_then(|cycle| match &cycle.state {
            CycleState::Endless(endless) => Some(&**endless),
            _ => None,
        });
        in_cycle.or(self.endless.as_deref())
    }
}
