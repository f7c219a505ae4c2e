//! Proof obligations: each check of a program with its own answer (`docs/design/obligations.md`).
//!
//! An obligation is a kind of check at a place of the text. It is about executions in which no obligation of the same run was violated
//! before: in the program that is asked about some of them, the edges of all others end the execution. So what is proved
//! holds together with what is proved of the others (induction over the first violation).
//!
//! Why no new engine: an edge that ends an execution is nothing new to any. What one query found out is not used by the next.

mod before;
mod beside;
mod counting;
mod cycles;
mod decide;
pub(crate) mod doubt;
mod every_caller;
mod executions;
mod find;
mod fuzz;
mod line_ranges;
mod query_program;
mod replay;
mod rounds;
mod undecided;

pub use decide::decide;
pub use every_caller::for_every_caller;
pub use line_ranges::LineRange;
pub use replay::{Replay, ReplayInputs};
pub use undecided::undecided;

use crate::coverage::{NotLookedAt, ReachedLines};
use crate::figures::Figures;
use crate::report::Assumed;
use crate::unknown_cause::Explanation;
use crate::violation::Violation;
use cairn_base::Span;
use cairn_ir::{EdgeId, Program};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// State of an obligation.
#[derive(Clone, Debug)]
pub enum ObligationState {
    /// Nothing yet.
    Open,
    /// No execution violates it.
    Proved {
        /// The analysis that proved it.
        by: String,
    },
    /// No execution comes to its place.
    Unreachable,
    /// An execution violates it.
    Violated(Arc<Violation>),
    /// Neither was shown: the first reason is what a user must know.
    Unknown(Vec<Explanation>),
}

impl ObligationState {
    /// The state in a word, as outputs have it.
    pub const fn word(&self) -> &'static str {
        match self {
            ObligationState::Open => "open",
            ObligationState::Proved { .. } => "proved",
            ObligationState::Unreachable => "unreachable",
            ObligationState::Violated(_) => "violated",
            ObligationState::Unknown(_) => "unknown",
        }
    }
}

/// A kind of check at a place.
#[derive(Clone, Debug)]
pub struct Obligation {
    /// Its identity from run to run, wherever its line moves.
    pub id: String,
    /// The check, by its word; `assertion` for calls and labels of the property; `not-modelled` for a place where executions are not
    /// followed further: what is proved of others holds up to there.
    pub kind: String,
    /// The function that it is in.
    pub function: String,
    /// Where.
    pub span: Span,
    /// The text there, on one line.
    pub text: String,
    /// The edges that violate it, in order; none where ranges proved it before it was in the program.
    pub(crate) edges: Vec<EdgeId>,
    /// Facts about the values that it asks about, of all executions that come there: sentences without a full stop.
    pub known: Vec<String>,
    /// Its state.
    pub state: ObligationState,
}

/// All obligations of a program.
#[derive(Clone, Debug)]
pub struct Obligations {
    /// In the order of the text.
    pub all: Vec<Obligation>,
    /// The program.
    pub program: Arc<Program>,
    /// Assumptions of the proofs.
    pub assumptions: Vec<Assumed>,
    /// Programs that were asked about.
    pub queries: usize,
    /// How often memory was interpreted: before checks are in the program, past all their marks, and by queries that are to.
    pub interpretations: usize,
    /// Lines that executions reach; none where ranges took too long, or something is not modelled.
    pub coverage: Option<ReachedLines>,
    /// Parts behind what is not modelled.
    pub not_looked_at: NotLookedAt,
    /// How many executions of the whole program there were, and what they came to; none where it was not executed.
    pub executed: Option<(u64, ReachedLines)>,
    /// Ranges of integers on each line; empty where nobody asks for it.
    pub line_ranges: Vec<LineRange>,
    /// What was counted before any query.
    pub figures: Figures,
}

impl Obligations {
    /// Those of a program of which nothing more is known.
    fn new(all: Vec<Obligation>, program: Program) -> Self {
        Self {
            all,
            program: Arc::new(program),
            assumptions: Vec::new(),
            queries: 0,
            interpretations: 0,
            coverage: None,
            not_looked_at: NotLookedAt::new(),
            executed: None,
            line_ranges: Vec::new(),
            figures: Figures::default(),
        }
    }

    /// How many have this state, by its word.
    pub fn count(&self, word: &str) -> usize {
        self.all.iter().filter(|obligation| obligation.state.word() == word).count()
    }

    /// Whether some are open.
    pub fn is_decided(&self) -> bool {
        self.count("open") == 0
    }

    /// Puts rows in the order of the text.
    fn in_order(&mut self) {
        let program = &self.program;
        let place = |span: Span| program.sources.locate(span).map(|at| (at.file.to_string(), at.line, at.column));
        self.all.sort_by_cached_key(|one| (place(one.span), one.kind.clone(), one.function.clone()));
    }

    /// What stays open becomes unknown for a reason.
    fn give_up(&mut self, reason: &Explanation) {
        for obligation in &mut self.all {
            if matches!(obligation.state, ObligationState::Open) {
                obligation.state = ObligationState::Unknown(vec![reason.clone()]);
            }
        }
    }

    fn assume(&mut self, more: Vec<Assumed>) {
        for assumed in more {
            match self.assumptions.iter_mut().find(|known| known.what == assumed.what) {
                Some(known) => {
                    let names: BTreeSet<String> = known.names.iter().cloned().chain(assumed.names).collect();
                    known.names = names.into_iter().collect();
                }
                None => self.assumptions.push(assumed),
            }
        }
    }
}

/// How long queries may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ObligationLimits {
    /// One query, at least, as long as there is time.
    pub each: Duration,
    /// The run ends with the first violation.
    pub stop_at_first: bool,
    /// The ranges of variables on each line are kept, for an editor.
    pub keeps_ranges: bool,
    /// Only the analysis of memory is asked: no executions, and no queries.
    pub only_memory: bool,
}
